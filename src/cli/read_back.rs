//! Reads a rewritten text back, and compares it with what it should be.

use std::io;

use tempfile::SpooledTempFile;

use super::{
    error::RewriteRefusal,
    pipeline::Selects,
    record_rewrite::{ExpectedRecord, RewriteForm},
};
use crate::{
    archive::{Processed, SourceEvent, SourceInfo, WorkerPool, in_order, spool_to_file},
    record::{Chunk, ChunkReader, FaultKind, Limits},
};

/// What reading a text back must yield.
pub(super) struct ExpectedResult<'e> {
    pub(super) form: RewriteForm<'e>,
    pub(super) records: &'e [ExpectedRecord],
    /// The hash of the text.
    pub(super) text: blake3::Hash,
    pub(super) source_info: &'e SourceInfo,
    pub(super) selects: &'e Selects<'e>,
}

impl ExpectedResult<'_> {
    /// How the text differs from what is expected.
    pub(super) fn differs(
        &self,
        text: &mut SpooledTempFile,
        limits: Limits,
        workers: &WorkerPool,
    ) -> io::Result<Option<RewriteRefusal>> {
        let chunks = ChunkReader::new(Box::new(text), None, limits);
        let mut chunks = chunks.spool_with(spool_to_file);
        let mut read = blake3::Hasher::new();
        let mut wrong = None;
        let mut is_foreign = false;
        in_order(
            workers,
            |visit| {
                while let Some(chunk) = chunks.next_chunk()? {
                    visit(SourceEvent::Chunk(self.source_info.clone(), chunk))?;
                }
                Ok(())
            },
            &|_, chunk| self.first_wrong(chunk),
            &mut |processed| {
                if let Processed::Chunk(_, chunk, found) = processed {
                    read.update(chunk.text().as_bytes());
                    is_foreign |= !chunk.decoded.encoding.writes_as_utf8(&chunk.decoded.text);
                    wrong = wrong.or(found);
                }
                Ok::<_, io::Error>(())
            },
        )?;
        if let Some(RewriteRefusal::LargeResult(_) | RewriteRefusal::ManyValues(_)) = wrong {
            return Ok(wrong);
        }
        // The same bytes are another text only in another encoding.
        let is_canonical = matches!(self.form, RewriteForm::Canonical(_));
        if read.finalize() != self.text || is_canonical && is_foreign {
            return Ok(Some(RewriteRefusal::ForeignLabel));
        }
        let passed = chunks.passed();
        let is_missing = passed < self.records.len();
        Ok(wrong.or(is_missing.then_some(RewriteRefusal::ChangedGame(passed + 1))))
    }

    /// What is wrong with the first record of a chunk that is not what is expected.
    fn first_wrong(&self, chunk: &Chunk) -> Option<RewriteRefusal> {
        let mut records = chunk.records();
        let wrong = records.find(|(index, record)| {
            let expected = self.records.get(index - 1);
            expected.is_none_or(|expected| !expected.is(record, self.form, (self.selects)(*index)))
        });
        wrong.map(|(index, record)| {
            let has = |kind| record.faults().iter().any(|fault| fault.kind == kind);
            if has(FaultKind::TooLarge) {
                RewriteRefusal::LargeResult(index)
            } else if has(FaultKind::TooManyValues) {
                RewriteRefusal::ManyValues(index)
            } else {
                RewriteRefusal::ChangedGame(index)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use super::{super::record_rewrite::verify_all, *};
    use crate::record::{Layout, read};

    /// The result of reading a text back that should be `expected`; its records are recognized by their content or by
    /// their verdicts.
    fn read_back(expected: &str, written: &str, by_content: bool) -> Option<RewriteRefusal> {
        read_within(expected, written, by_content, Limits::default())
    }

    fn read_within(
        expected: &str,
        written: &str,
        by_content: bool,
        limits: Limits,
    ) -> Option<RewriteRefusal> {
        let records = read(expected);
        let records: Vec<_> = records
            .map(|record| {
                if by_content {
                    ExpectedRecord::of_content(&record, record.text().len())
                } else {
                    ExpectedRecord::of_verdict(&verify_all(&record), record.text())
                }
            })
            .collect();
        let expected = ExpectedResult {
            form: RewriteForm::Canonical(Layout::Nodes),
            records: &records,
            text: blake3::hash(written.as_bytes()),
            source_info: &SourceInfo {
                source: "written.sgf".into(),
                file: None,
            },
            selects: &|_| true,
        };
        let mut aside = SpooledTempFile::new(1024);
        aside
            .write_all(written.as_bytes())
            .expect("it is in memory");
        aside.rewind().expect("it is in memory");
        let workers = WorkerPool::new(1).expect("it has no threads");
        expected
            .differs(&mut aside, limits, &workers)
            .expect("it can be read")
    }

    #[test]
    fn a_changed_game_is_detected() {
        let expected = "(;GM[ugo]SZ[5]\n;B[c3])\n(;GM[ugo]SZ[5]\n;B[d3]\n(;W[a1])\n(;W[a2]))\n";
        for by_content in [false, true] {
            assert_eq!(read_back(expected, expected, by_content), None);
            for (from, to, record) in [
                ("d3", "d4", 2),
                ("[ugo]", "[sygo]", 1),
                ("\n(;GM[ugo]SZ[5]\n;B[d3]\n(;W[a1])\n(;W[a2]))", "", 2),
                ("c3", "C3", 1),
                ("(;W[a1])\n(;W[a2])", ";W[a1]\n;W[a2]", 2),
                ("(;W[a1])\n(;W[a2])", "(;W[a2])\n(;W[a1])", 2),
                ("SZ[5]\n;B[c3]", "SZ[5]B[c3]", 1),
                ("SZ[5]\n;B[c3]", "SZ[5][5]\n;B[c3]", 1),
                ("GM[ugo]SZ[5]", "SZ[5]GM[ugo]", 1),
                ("GM[ugo]SZ[5]", "GM[ugo] SZ[5]", 1),
                (";B[c3])", ";B[c3]", 1),
            ] {
                let written = expected.replacen(from, to, 1);
                let reason = read_back(expected, &written, by_content);
                assert_eq!(reason, Some(RewriteRefusal::ChangedGame(record)), "{from}");
            }
        }
        let neat = "(;SZ[5]GM[ugo])";
        assert!(
            read_back(neat, neat, false).is_some(),
            "it is not canonical"
        );
        let label = "CA[latin1](;GM[ugo]CA[UTF-8]C[é])";
        let reason = read_back(label, label, false);
        assert_eq!(reason, Some(RewriteRefusal::ForeignLabel));
    }

    #[test]
    fn a_result_beyond_the_limit_of_a_record_is_told() {
        let text = format!("(;GM[ugo]SZ[5]\n;B[c3]C[{}])\n", "x".repeat(500));
        let (mut limits, many) = (Limits::default(), format!("(;GM[ugo])\n{text}"));
        limits.max_record = 400;
        let reason = read_within(&many, &many, true, limits);
        assert_eq!(reason, Some(RewriteRefusal::LargeResult(2)));
        limits = Limits {
            max_values: 3,
            ..Limits::default()
        };
        let reason = read_within(&many, &many, true, limits);
        assert_eq!(reason, Some(RewriteRefusal::ManyValues(2)));
    }
}
