//! Numbers for records, by which their sources are found again.

/// Finds the source of a record by its number in the whole input. Takes memory for each run of consecutive records of
/// a source, and not for each record.
#[derive(Debug, Default)]
pub struct RecordNumbers {
    /// Runs of consecutive records: the number and the index of the first, and the source.
    runs: Vec<(u64, usize, String)>,
    count: u64,
}

impl RecordNumbers {
    /// Numbers the next record, from 0. `index` is its number in its source.
    pub fn add(&mut self, source: &str, index: usize) -> u64 {
        let number = self.count;
        let continues = self.runs.last().is_some_and(|(first, first_index, name)| {
            name == source && (number - first) as usize + first_index == index
        });
        if !continues {
            self.runs.push((number, index, source.to_owned()));
        }
        self.count += 1;
        number
    }

    /// How many records have been numbered.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The source of a record, and its index there.
    pub fn location(&self, number: u64) -> (&str, usize) {
        let run = self.runs.partition_point(|&(first, _, _)| first <= number);
        match run.checked_sub(1).and_then(|run| self.runs.get(run)) {
            Some((first, index, source)) => (source, (number - first) as usize + index),
            None => ("", 0),
        }
    }
}
