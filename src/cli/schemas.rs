//! The JSON Schemas of all output, generated from the types that are written.

use schemars::{Schema, schema_for};

use crate::{
    conformance,
    convert::RecordObject,
    metrics::MetricsReport,
    report::{
        AnswerLine, CodeEntry, CompareItem, DuplicateLine, LegalMoves, PerftLine, PositionLine,
        ScoreLine, ShardLine, Summary, VerdictLine,
    },
    results::ResultsLine,
    study::stats::Statistics,
};

/// The schema of one kind of output.
pub(super) struct OutputSchema {
    pub(super) name: &'static str,
    /// The output that it describes.
    pub(super) title: &'static str,
    pub(super) generate: fn() -> Schema,
}

/// All schemas.
pub(super) const SCHEMAS: [OutputSchema; 16] = [
    OutputSchema {
        name: "validate",
        title: "a line of `kifu validate --format jsonl`",
        generate: || schema_for!(VerdictLine),
    },
    OutputSchema {
        name: "shard",
        title: "the first and the last line of `kifu batch --shard I/N --format jsonl`",
        generate: || schema_for!(ShardLine),
    },
    OutputSchema {
        name: "batch-line",
        title: "a line of `kifu batch --input jsonl`",
        generate: || schema_for!(AnswerLine),
    },
    OutputSchema {
        name: "compare",
        title: "a line of `kifu compare --format jsonl`, or an item of `--format json`",
        generate: || schema_for!(CompareItem),
    },
    OutputSchema {
        name: "score",
        title: "a line of `kifu score --format jsonl`",
        generate: || schema_for!(ScoreLine),
    },
    OutputSchema {
        name: "results",
        title: "a line of `kifu results --format jsonl`",
        generate: || schema_for!(ResultsLine),
    },
    OutputSchema {
        name: "replay",
        title: "a line of `kifu replay --format jsonl`",
        generate: || schema_for!(PositionLine),
    },
    OutputSchema {
        name: "dedupe",
        title: "a line of `kifu dedupe --format jsonl`",
        generate: || schema_for!(DuplicateLine),
    },
    OutputSchema {
        name: "summary",
        title: "the output of `kifu validate --statistics --format json`",
        generate: || schema_for!(Summary),
    },
    OutputSchema {
        name: "record",
        title: "a record of `kifu convert --to json`",
        generate: || schema_for!(RecordObject),
    },
    OutputSchema {
        name: "stats",
        title: "the output of `kifu stats --format json`",
        generate: || schema_for!(Statistics),
    },
    OutputSchema {
        name: "metrics",
        title: "the output of `kifu metrics --format json`",
        generate: || schema_for!(MetricsReport),
    },
    OutputSchema {
        name: "legal",
        title: "the output of `kifu legal --format json`",
        generate: || schema_for!(LegalMoves),
    },
    OutputSchema {
        name: "perft",
        title: "the output of `kifu perft --format json`",
        generate: || schema_for!(PerftLine),
    },
    OutputSchema {
        name: "conformance",
        title: "a table of `kifu conformance`",
        generate: conformance::schema,
    },
    OutputSchema {
        name: "explain",
        title: "an entry of `kifu explain --format json`",
        generate: || schema_for!(CodeEntry),
    },
];
