//! Records with their verdicts, each with its own text, for callers that keep them.

use super::{source::SourceEvent, unreadable::Unreadable};
use crate::{
    record::Chunk,
    report::RecordReport,
    verify::{Options, verify},
};

/// A record with its verdict, or a source that cannot be read.
#[derive(Debug)]
pub struct JudgedRecord {
    /// The verdict, without its positions; the spans of its findings belong to the text of the chunk.
    pub report: RecordReport,
    /// The record alone; `None` for what cannot be read.
    pub chunk: Option<Chunk>,
}

impl JudgedRecord {
    /// The records of a step of reading a source, with their verdicts.
    ///
    /// ```
    /// use kifu::archive::{JudgedRecord, SourceReader};
    /// use kifu::verify::Options;
    ///
    /// let mut found = Vec::new();
    /// let read = SourceReader::default().read_bytes("-", b"(;GM[ugo])(;GM[sygo])", &mut |event| {
    ///     found.extend(JudgedRecord::of(event, &Options::default()));
    ///     Ok::<(), ()>(())
    /// });
    /// let texts: Vec<&str> = found.iter().flat_map(|judged| &judged.chunk).map(|chunk| chunk.text()).collect();
    /// assert_eq!(texts, ["(;GM[ugo])", "(;GM[sygo])"]);
    /// ```
    pub fn of(event: SourceEvent, options: &Options) -> Vec<JudgedRecord> {
        match event {
            SourceEvent::Chunk(source_info, chunk) => {
                JudgedRecord::of_chunk(&source_info.source, chunk, options)
            }
            SourceEvent::Unreadable(unreadable) => vec![unreadable.into()],
            SourceEvent::End(..) => Vec::new(),
        }
    }

    /// The records of a chunk of a source, with their verdicts.
    pub fn of_chunk(source: &str, chunk: Chunk, options: &Options) -> Vec<JudgedRecord> {
        let mut verdicts = Vec::with_capacity(chunk.count);
        let mut ends = Vec::with_capacity(chunk.count);
        for (index, record) in chunk.records() {
            let mut verdict = verify(&record, options);
            // They are large, and can be computed again.
            verdict.drop_positions();
            let start = ends.last().copied().unwrap_or(0);
            for finding in &mut verdict.findings {
                finding.shift_back(start);
            }
            verdicts.push((index, verdict));
            ends.push(record.offset() + record.text().len());
        }
        let judged = verdicts.into_iter().zip(chunk.divided(&ends));
        judged
            .map(|((index, verdict), chunk)| JudgedRecord {
                report: RecordReport {
                    source: source.to_owned(),
                    index,
                    verdict: Ok(verdict),
                },
                chunk: Some(chunk),
            })
            .collect()
    }
}

impl From<Unreadable> for JudgedRecord {
    fn from(unreadable: Unreadable) -> JudgedRecord {
        JudgedRecord {
            report: unreadable.into(),
            chunk: None,
        }
    }
}

impl From<Unreadable> for RecordReport {
    fn from(unreadable: Unreadable) -> RecordReport {
        RecordReport {
            source: unreadable.name,
            index: 0,
            verdict: Err(unreadable.finding),
        }
    }
}
