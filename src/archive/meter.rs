//! A guard against what unpacks to more than anybody would pack.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

/// So much may always come out, however little has gone in.
const FREE: u64 = 64 * 1024 * 1024;

/// Something that unpacks to too much.
#[derive(Debug, thiserror::Error)]
#[error("it unpacks to more than {0} times its size")]
pub(super) struct Bomb(u64);

/// The bomb that an error tells of.
pub(super) fn bomb(error: &io::Error) -> Option<&Bomb> {
    error.get_ref()?.downcast_ref()
}

/// Measures what goes into a decompressor and what comes out.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    max_ratio: u64,
    packed: Rc<Cell<u64>>,
    unpacked: Rc<Cell<u64>>,
    /// That of the archive which holds this.
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

    /// The same for something in an archive: what comes out of it comes out of the archive too.
    pub(super) fn within(mut self, outer: Option<&Meter>) -> Meter {
        self.outer = outer.cloned().map(Rc::new);
        self
    }

    /// Takes something of known size for what goes in.
    pub(super) fn of_size(max_ratio: u64, packed: u64) -> Meter {
        let meter = Meter::new(max_ratio);
        meter.packed.set(packed);
        meter
    }

    /// Measures what goes in.
    pub(super) fn packed<'i>(&self, input: Box<dyn Read + 'i>) -> impl Read + use<'i> {
        let packed = Rc::clone(&self.packed);
        Measured {
            input,
            measure: move |length| {
                packed.set(packed.get() + length as u64);
                Ok(())
            },
        }
    }

    /// Measures what comes out, and fails when it is too much.
    pub(super) fn unpacked<'i>(&self, input: Box<dyn Read + 'i>) -> impl Read + use<'i> {
        let meter = self.clone();
        Measured {
            input,
            measure: move |length| meter.count(length),
        }
    }

    /// Counts what has come out.
    fn count(&self, length: usize) -> io::Result<()> {
        self.unpacked.set(self.unpacked.get() + length as u64);
        let most = self.packed.get().saturating_mul(self.max_ratio);
        if self.unpacked.get() > most.max(FREE) {
            return Err(io::Error::other(Bomb(self.max_ratio)));
        }
        let outer = self.outer.as_ref();
        outer.map_or(Ok(()), |outer| outer.count(length))
    }
}

struct Measured<'i, M> {
    input: Box<dyn Read + 'i>,
    measure: M,
}

impl<M: Fn(usize) -> io::Result<()>> Read for Measured<'_, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        (self.measure)(length)?;
        Ok(length)
    }
}
