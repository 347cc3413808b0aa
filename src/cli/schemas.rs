//! The JSON Schemas of all output: files that a test generates from the types that are written.

use crate::conformance;

/// The schema of one kind of output.
pub(super) struct OutputSchema {
    pub(super) name: &'static str,
    /// The output that it describes.
    pub(super) title: &'static str,
    /// As it is printed.
    pub(super) text: &'static str,
}

/// All schemas.
pub(super) const SCHEMAS: [OutputSchema; 16] = [
    OutputSchema {
        name: "validate",
        title: "a line of `kifu validate --format jsonl`",
        text: include_str!("schemas/validate.json"),
    },
    OutputSchema {
        name: "shard",
        title: "the first and the last line of `kifu batch --shard I/N --format jsonl`",
        text: include_str!("schemas/shard.json"),
    },
    OutputSchema {
        name: "batch-line",
        title: "a line of `kifu batch --input jsonl`",
        text: include_str!("schemas/batch-line.json"),
    },
    OutputSchema {
        name: "compare",
        title: "a line of `kifu compare --format jsonl`, or an item of `--format json`",
        text: include_str!("schemas/compare.json"),
    },
    OutputSchema {
        name: "score",
        title: "a line of `kifu score --format jsonl`",
        text: include_str!("schemas/score.json"),
    },
    OutputSchema {
        name: "results",
        title: "a line of `kifu results --format jsonl`",
        text: include_str!("schemas/results.json"),
    },
    OutputSchema {
        name: "replay",
        title: "a line of `kifu replay --format jsonl`",
        text: include_str!("schemas/replay.json"),
    },
    OutputSchema {
        name: "dedupe",
        title: "a line of `kifu dedupe --format jsonl`",
        text: include_str!("schemas/dedupe.json"),
    },
    OutputSchema {
        name: "summary",
        title: "the output of `kifu validate --statistics --format json`",
        text: include_str!("schemas/summary.json"),
    },
    OutputSchema {
        name: "record",
        title: "a record of `kifu convert --to json`",
        text: include_str!("schemas/record.json"),
    },
    OutputSchema {
        name: "stats",
        title: "the output of `kifu stats --format json`",
        text: include_str!("schemas/stats.json"),
    },
    OutputSchema {
        name: "metrics",
        title: "the output of `kifu metrics --format json`",
        text: include_str!("schemas/metrics.json"),
    },
    OutputSchema {
        name: "legal",
        title: "the output of `kifu legal --format json`",
        text: include_str!("schemas/legal.json"),
    },
    OutputSchema {
        name: "perft",
        title: "the output of `kifu perft --format json`",
        text: include_str!("schemas/perft.json"),
    },
    OutputSchema {
        name: "conformance",
        title: "a table of `kifu conformance`",
        text: conformance::SCHEMA,
    },
    OutputSchema {
        name: "explain",
        title: "an entry of `kifu explain --format json`",
        text: include_str!("schemas/explain.json"),
    },
];

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use schemars::{Schema, schema_for};

    use super::SCHEMAS;
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

    /// The schema of the type that is written.
    fn generated(name: &str) -> Schema {
        match name {
            "validate" => schema_for!(VerdictLine),
            "shard" => schema_for!(ShardLine),
            "batch-line" => schema_for!(AnswerLine),
            "compare" => schema_for!(CompareItem),
            "score" => schema_for!(ScoreLine),
            "results" => schema_for!(ResultsLine),
            "replay" => schema_for!(PositionLine),
            "dedupe" => schema_for!(DuplicateLine),
            "summary" => schema_for!(Summary),
            "record" => schema_for!(RecordObject),
            "stats" => schema_for!(Statistics),
            "metrics" => schema_for!(MetricsReport),
            "legal" => schema_for!(LegalMoves),
            "perft" => schema_for!(PerftLine),
            "conformance" => conformance::schema(),
            "explain" => schema_for!(CodeEntry),
            _ => panic!("{name} has no type"),
        }
    }

    const RENEW: &str = "KIFU_WRITE_SCHEMAS=1 cargo test --lib schemas";

    /// `KIFU_WRITE_SCHEMAS=1 cargo test --lib schemas` writes the files anew.
    #[test]
    fn the_files_are_those_of_the_types() {
        for schema in SCHEMAS {
            let text = serde_json::to_string_pretty(&generated(schema.name)).unwrap() + "\n";
            if env::var_os("KIFU_WRITE_SCHEMAS").is_some() {
                let path = match schema.name {
                    "conformance" => "src/conformance/schema.json".to_owned(),
                    name => format!("src/cli/schemas/{name}.json"),
                };
                fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), text).unwrap();
            } else {
                assert!(schema.text == text, "`{RENEW}` renews {}", schema.name);
            }
        }
    }
}
