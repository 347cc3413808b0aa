//! A guard against decompression bombs.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

use super::error::UnpackError;

/// This much output is always allowed, however small the input.
const ALWAYS_ALLOWED: u64 = 64 * 1024 * 1024;

/// Measures the input and the output of a decompressor.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    max_ratio: u64,
    packed: Rc<Cell<u64>>,
    unpacked: Rc<Cell<u64>>,
    /// The meter of the archive that contains this.
    outer: Option<Rc<Meter>>,
}

impl Meter {
    pub(super) fn new(max_ratio: u64) -> Meter {
        Meter {
            max_ratio,
            packed: Rc::default(),
            unpacked: Rc::default(),
            outer: None,
        }
    }

    /// A meter for an entry of an archive: its output is also output of the archive.
    pub(super) fn within(mut self, outer: Option<&Meter>) -> Meter {
        self.outer = outer.cloned().map(Rc::new);
        self
    }

    /// A meter for an input of known size.
    pub(super) fn of_size(max_ratio: u64, packed: u64) -> Meter {
        let meter = Meter::new(max_ratio);
        meter.packed.set(packed);
        meter
    }

    /// The size of the input so far.
    pub(super) fn packed_size(&self) -> u64 {
        self.packed.get()
    }

    /// Measures the input.
    pub(super) fn packed<'i>(&self, input: Box<dyn Read + 'i>) -> impl Read + use<'i> {
        let packed = Rc::clone(&self.packed);
        MeteredReader {
            input,
            measure: move |length| {
                packed.set(packed.get() + length as u64);
                Ok(())
            },
        }
    }

    /// Measures the output, and fails when it is too large.
    pub(super) fn unpacked<'i>(&self, input: Box<dyn Read + 'i>) -> impl Read + use<'i> {
        let meter = self.clone();
        MeteredReader {
            input,
            measure: move |length| meter.count(length),
        }
    }

    /// Counts output of what is not unpacked here.
    pub(super) fn skip(&self, length: u64) {
        self.unpacked
            .set(self.unpacked.get().saturating_add(length));
    }

    /// Counts output.
    fn count(&self, length: usize) -> io::Result<()> {
        self.skip(length as u64);
        let most = self.packed.get().saturating_mul(self.max_ratio);
        if self.unpacked.get() > most.max(ALWAYS_ALLOWED) {
            return Err(UnpackError::Bomb(self.max_ratio).into());
        }
        let outer = self.outer.as_ref();
        outer.map_or(Ok(()), |outer| outer.count(length))
    }
}

struct MeteredReader<'i, M> {
    input: Box<dyn Read + 'i>,
    measure: M,
}

impl<M: Fn(usize) -> io::Result<()>> Read for MeteredReader<'_, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        (self.measure)(length)?;
        Ok(length)
    }
}
