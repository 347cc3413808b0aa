//! Enough stack for all commands, whatever the environment allows (`ulimit -s`, `RUST_MIN_STACK`).

/// What is certainly enough, in bytes.
const ENOUGH: usize = 768 * 1024;
/// What is allocated where less is left, in bytes.
const ALLOCATED: usize = 8 * 1024 * 1024;

/// Does some work with enough stack: records cannot be read with little of it.
pub(super) fn with_enough_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ENOUGH, ALLOCATED, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{decode, read};

    #[test]
    fn records_can_be_read_in_a_thread_with_little_stack() {
        let names = || {
            let decoded = decode(b"(;GM[ugo]SZ[5]LB[ c3 : x])".to_vec());
            read(&decoded).map(|record| record.faults().len()).collect()
        };
        let thread = std::thread::Builder::new().stack_size(48 * 1024);
        let thread = thread.spawn(move || with_enough_stack(names));
        let faults: Vec<usize> = thread.expect("a thread").join().expect("no panic");
        assert_eq!(faults, [0]);
    }
}
