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
}

impl Meter {
    pub(super) fn new(max_ratio: u64) -> Meter {
        Meter {
            max_ratio,
            packed: Rc::default(),
            unpacked: Rc::default(),
        }
    }

    /// Takes something of known size for what goes in.
    pub(super) fn of_size(max_ratio: u64, packed: u64) -> Meter {
        let meter = Meter::new(max_ratio);
        meter.packed.set(packed);
        meter
    }

    /// Measures what goes in.
    pub(super) fn packed<'i>(&self, input: Box<dyn Read + 'i>) -> impl Read + use<'i> {
        Measured {
            input,
            count: Rc::clone(&self.packed),
            meter: None,
        }
    }

    /// Measures what comes out, and fails when it is too much.
    pub(super) fn unpacked<'i>(&self, input: Box<dyn Read + 'i>) -> impl Read + use<'i> {
        Measured {
            input,
            count: Rc::clone(&self.unpacked),
            meter: Some(self.clone()),
        }
    }

    fn check(&self) -> io::Result<()> {
        let most = self.packed.get().saturating_mul(self.max_ratio);
        if self.unpacked.get() > most.max(FREE) {
            return Err(io::Error::other(Bomb(self.max_ratio)));
        }
        Ok(())
    }
}

struct Measured<'i> {
    input: Box<dyn Read + 'i>,
    count: Rc<Cell<u64>>,
    meter: Option<Meter>,
}

impl Read for Measured<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.count.set(self.count.get() + length as u64);
        self.meter.as_ref().map_or(Ok(()), Meter::check)?;
        Ok(length)
    }
}
