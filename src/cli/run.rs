//! The way of all records through a command: read, judged on all processors, given
//! out in their order.

use clap::Args;
use rayon::prelude::*;

use super::{
    common::{Giving, Input},
    exit::{Exit, Failure, complain},
};
use crate::{
    archive::Source,
    record::{self, Decoded, Record},
    report::{Judged, Places},
    verify::{Severity, Verdict},
};

/// Records judged together before their results are given out, and bytes of them.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 4 * 1024 * 1024;

/// How many records are judged at the same time.
#[derive(Debug, Args)]
pub(super) struct Jobs {
    /// Records judged at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// What is done with every record: the verdict, or why there cannot be one.
pub(super) type Judge<'j> = dyn Fn(&Record, &Decoded) -> Result<Verdict, String> + Sync + 'j;

/// What is done with every verdict.
pub(super) type Give<'g> = dyn FnMut(&Judged, &Places) -> Result<(), Failure> + 'g;

pub(super) struct Run<'r> {
    pub(super) input: &'r Input,
    pub(super) giving: &'r Giving,
    pub(super) jobs: &'r Jobs,
    pub(super) judge: &'r Judge<'r>,
}

impl Run<'_> {
    /// Takes all records of all sources through. A source that cannot be read is told
    /// as a verdict of its own, and the others are judged all the same.
    pub(super) fn run(&self, give: &mut Give) -> Result<Exit, Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.jobs.map_or(0, usize::from))
            .build()
            .map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))?;
        let mut exit = Exit::Fine;
        for source in self.input.sources() {
            let read = source.and_then(|source| {
                let bytes = source.read()?;
                Ok((source, bytes))
            });
            match read {
                Ok((source, bytes)) => {
                    exit = exit.max(self.source(&source, bytes, &pool, give)?);
                }
                Err(unreadable) => {
                    exit = Exit::Failed;
                    let judged = Judged {
                        source: unreadable.name,
                        index: 0,
                        verdict: Err(unreadable.finding),
                    };
                    give(&judged, &Places::new(""))?;
                }
            }
        }
        Ok(match exit {
            Exit::Found if self.giving.exit_zero => Exit::Fine,
            exit => exit,
        })
    }

    fn source(
        &self,
        source: &Source,
        bytes: Vec<u8>,
        pool: &rayon::ThreadPool,
        give: &mut Give,
    ) -> Result<Exit, Failure> {
        let decoded = record::decode(bytes);
        let places = Places::new(&decoded.text);
        let name = source.name();
        let mut exit = Exit::Fine;
        let mut count = 0;
        let mut records = record::read(&decoded.text);
        loop {
            let before = count;
            let mut bytes = 0;
            let mut batch: Vec<(usize, Record)> = Vec::new();
            while count - before < BATCH && bytes < BATCH_BYTES {
                let Some(record) = records.next() else { break };
                count += 1;
                bytes += record.text().len();
                if self.input.wants(count) {
                    batch.push((count, record));
                }
            }
            if count == before {
                break;
            }
            let verdicts: Vec<_> = pool.install(|| {
                let judge =
                    |(index, record): &(usize, Record)| (*index, (self.judge)(record, &decoded));
                batch.par_iter().map(judge).collect()
            });
            for (index, verdict) in verdicts {
                match verdict {
                    Ok(verdict) => {
                        let judged = Judged {
                            source: name.clone(),
                            index,
                            verdict: Ok(verdict),
                        };
                        exit = exit.max(self.exit_of(&judged));
                        give(&judged, &places)?;
                    }
                    Err(reason) => {
                        complain(&format!("{name}, record {index}: {reason}"));
                        exit = Exit::Failed;
                    }
                }
            }
        }
        if let Err(reason) = self.input.check_count(&name, count) {
            complain(&reason);
            exit = Exit::Failed;
        }
        Ok(exit)
    }

    fn exit_of(&self, judged: &Judged) -> Exit {
        let least = if self.giving.strict {
            Severity::Warning
        } else {
            Severity::Error
        };
        let counts = |severity| severity >= least;
        if judged
            .findings()
            .iter()
            .any(|finding| counts(finding.code.severity))
        {
            Exit::Found
        } else {
            Exit::Fine
        }
    }
}
