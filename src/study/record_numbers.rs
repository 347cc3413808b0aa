//! Numbers for records, by which their sources are found again.

use std::io::{self, Read, Seek, SeekFrom, Write};

use tempfile::{SpooledTempFile, spooled_tempfile};

/// The most bytes of names in memory; more are stored in a temporary file.
const MAX_NAMES_IN_MEMORY: usize = 1024 * 1024;

/// Finds the source of a record by its number in the whole input. Takes memory for each run of consecutive records of
/// a source, and not for each record; the names of the sources, which may be long, are stored in a temporary file.
#[derive(Debug)]
pub struct RecordNumbers {
    runs: Vec<RecordRun>,
    count: u64,
    /// The name of the last source.
    last: String,
    /// The name of each source after its length.
    names: SpooledTempFile,
    /// The length of the names.
    end: u64,
}

/// Consecutive records of a source.
#[derive(Clone, Copy, Debug)]
struct RecordRun {
    /// The number of the first.
    first: u64,
    /// Its number in the source.
    index: usize,
    /// Where the name of the source is stored.
    name: u64,
}

impl Default for RecordNumbers {
    fn default() -> RecordNumbers {
        RecordNumbers {
            runs: Vec::new(),
            count: 0,
            last: String::new(),
            names: spooled_tempfile(MAX_NAMES_IN_MEMORY),
            end: 0,
        }
    }
}

impl RecordNumbers {
    /// Numbers the next record, from 0. `index` is its number in its source.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub fn add(&mut self, source: &str, index: usize) -> io::Result<u64> {
        let number = self.count;
        let last = self.runs.last().filter(|_| self.last == source);
        let continues = |run: &RecordRun| (number - run.first) as usize + run.index == index;
        if !last.is_some_and(continues) {
            let name = match last {
                Some(run) => run.name,
                None => self.store(source)?,
            };
            self.runs.push(RecordRun {
                first: number,
                index,
                name,
            });
        }
        self.count += 1;
        Ok(number)
    }

    /// Stores the name of a source; returns where.
    fn store(&mut self, source: &str) -> io::Result<u64> {
        let name = self.end;
        self.names.seek(SeekFrom::Start(name))?;
        let length = (source.len() as u64).to_le_bytes();
        self.names.write_all(&length)?;
        self.names.write_all(source.as_bytes())?;
        self.end += (length.len() + source.len()) as u64;
        source.clone_into(&mut self.last);
        Ok(name)
    }

    /// How many records have been numbered.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The source of a record, and its index there.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub fn location(&mut self, number: u64) -> io::Result<(String, usize)> {
        let run = self.runs.partition_point(|run| run.first <= number);
        let Some(run) = run.checked_sub(1).and_then(|run| self.runs.get(run)) else {
            return Ok((String::new(), 0));
        };
        let index = (number - run.first) as usize + run.index;
        self.names.seek(SeekFrom::Start(run.name))?;
        let mut length = [0; 8];
        self.names.read_exact(&mut length)?;
        let mut source = String::new();
        let mut name = (&mut self.names).take(u64::from_le_bytes(length));
        name.read_to_string(&mut source)?;
        Ok((source, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_whether_names_are_in_memory_or_not() {
        let name = |number: usize| format!("{number}{}", "x".repeat(4_000));
        let sources = 2 * MAX_NAMES_IN_MEMORY / 4_000;
        let mut numbers = RecordNumbers::default();
        let mut expected = Vec::new();
        for source in 0..sources {
            for index in [1, 2, 5] {
                let number = numbers.add(&name(source), index).unwrap();
                assert_eq!(number, expected.len() as u64);
                expected.push((name(source), index));
                let first = numbers.location(number / 2).unwrap();
                assert_eq!(first, expected[expected.len().div_ceil(2) - 1]);
            }
        }
        assert!(numbers.names.is_rolled());
        assert_eq!(numbers.runs.len(), 2 * sources);
        for (number, expected) in (0..).zip(expected) {
            assert_eq!(numbers.location(number).unwrap(), expected);
        }
    }
}
