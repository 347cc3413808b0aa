//! Judges all records of a file with the core alone, and prints the findings.
//!
//! ```console
//! $ cargo run --no-default-features --example judge -- records/ugo/invalid/ugo-occupied.sgf
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // An example talks to whoever runs it.

use std::{
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use kifu::{
    record::LineIndex,
    verify::{Options, Status, verify_bytes},
};

/// Prints what is found in a file; returns whether all its records are valid.
pub(crate) fn judge(path: &str, out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    let file = verify_bytes(&std::fs::read(path)?, &Options::default());
    let lines = LineIndex::new(&file.decoded.text);
    for (index, verdict) in (1..).zip(&file.verdicts) {
        writeln!(
            out,
            "record {index}: {:?}, {} plies",
            verdict.status, verdict.plies
        )?;
        for finding in &verdict.findings {
            let (line, column) = lines.line_column(finding.span.start);
            let (code, message) = (finding.code(), finding.message());
            writeln!(
                out,
                "  {path}:{line}:{column}: {}[{code}]: {message}",
                code.severity()
            )?;
        }
    }
    Ok(file
        .verdicts
        .iter()
        .all(|verdict| verdict.status == Status::Valid))
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: judge FILE")?;
    let valid = judge(&path, &mut io::stdout())?;
    Ok(ExitCode::from(u8::from(!valid)))
}
