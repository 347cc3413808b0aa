//! Tests that need another program: Chromium, the page that `web/build` makes, readers of Go records in Python and
//! JavaScript, Python, Spark, and what packages and hooks are made with.
//!
//! A test whose program is missing is reported as ignored. `KIFU_REQUIRE_TOOLS=chromium,web,sgfmill,sabaki,python,packages,pre-commit,linters,spark`
//! (or some of these) makes it fail instead, which is how `.ci/run` notices that it has tested less than it should.

#[path = "../common/mod.rs"]
mod common;

mod browser;
mod conformance;
mod fetched;
mod go;
mod packaging;
mod spark;

use libtest_mimic::{Arguments, Failed, Trial};

/// A program that the tests need.
struct Tool {
    name: &'static str,
    /// Why the program cannot be used; `Ok` if it can.
    is_there: fn() -> Result<(), String>,
    tests: &'static [(&'static str, fn())],
}

const TOOLS: [Tool; 10] = [
    Tool {
        name: "chromium",
        is_there: browser::is_there,
        tests: browser::TESTS,
    },
    Tool {
        name: "web",
        is_there: browser::web::is_there,
        tests: browser::web::TESTS,
    },
    Tool {
        name: "web",
        is_there: browser::web::comparison::is_there,
        tests: &[(
            "verdicts_in_webassembly_are_those_of_the_program",
            browser::web::comparison::verdicts_in_webassembly_are_those_of_the_program,
        )],
    },
    Tool {
        name: "sgfmill",
        is_there: go::fetch_sgfmill,
        tests: &[("positions_in_sgfmill_match", go::positions_in_sgfmill_match)],
    },
    Tool {
        name: "sabaki",
        is_there: go::fetch_sabaki,
        tests: &[("positions_in_sabaki_match", go::positions_in_sabaki_match)],
    },
    Tool {
        name: "python",
        is_there: conformance::is_there,
        tests: conformance::TESTS,
    },
    Tool {
        name: "packages",
        is_there: packaging::packages::is_there,
        tests: packaging::packages::TESTS,
    },
    Tool {
        name: "pre-commit",
        is_there: packaging::pre_commit::is_there,
        tests: packaging::pre_commit::TESTS,
    },
    Tool {
        name: "linters",
        is_there: packaging::linters::is_there,
        tests: packaging::linters::TESTS,
    },
    Tool {
        name: "spark",
        is_there: spark::is_there,
        tests: &[(
            "spark_job_reports_the_verdicts_of_kifu",
            spark::spark_job_reports_the_verdicts_of_kifu,
        )],
    },
];

fn main() {
    let arguments = Arguments::from_args();
    let required = std::env::var("KIFU_REQUIRE_TOOLS").unwrap_or_default();
    let mut trials = Vec::new();
    for tool in TOOLS {
        let is_required = required.split(',').any(|name| name == tool.name);
        let missing = (tool.is_there)().err();
        for &(test, run) in tool.tests {
            let missing = missing.clone();
            let is_ignored = missing.is_some() && !is_required;
            let name = match &missing {
                Some(reason) if is_ignored => format!("{}::{test} ({reason})", tool.name),
                _ => format!("{}::{test}", tool.name),
            };
            let trial = Trial::test(name, move || match missing {
                Some(reason) => Err(Failed::from(reason)),
                None => {
                    run();
                    Ok(())
                }
            });
            trials.push(trial.with_ignored_flag(is_ignored));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
