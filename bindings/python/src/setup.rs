//! Positions that begin with a setup.

use std::{fmt::Write, sync::Arc};

use kifu::{
    games::Position,
    record::{Name, Purpose, escape, read},
    ruleset::Ruleset,
    verify::{Finding, Options, Severity, verify},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{
    errors::{Failure, Kind, error},
    running::with_enough_stack,
};

/// The position that a setup describes.
pub(crate) fn set_up(
    ruleset: &Arc<Ruleset>,
    size: &str,
    setup: &Bound<'_, PyDict>,
) -> PyResult<Position> {
    let game = ruleset.game().name();
    let mut text = format!("(;GM[{game}]SZ[{size}]");
    let begin = text.len();
    for (name, values) in setup {
        let name: String = name.extract()?;
        if Name::from_letters(&name).purpose() != Purpose::Setup {
            let all = Name::ALL
                .iter()
                .filter(|name| name.purpose() == Purpose::Setup);
            let all: Vec<&str> = all.map(|name| name.letters()).collect();
            let all = all.join(", ");
            return Err(error(format!(
                "{name:?} is no setup property; there are {all}"
            )));
        }
        let values: Vec<String> = if values.is_instance_of::<PyString>() {
            vec![values.extract()?]
        } else {
            values.extract()?
        };
        if !values.is_empty() {
            text.push_str(&name);
        }
        for value in values {
            let _ = write!(text, "[{}]", escape(&value));
        }
    }
    text.push(')');
    let options = Options {
        ruleset: Some(Arc::clone(ruleset)),
        ..Options::default()
    };
    let verdict = with_enough_stack(|| {
        let mut records = read(text.as_str());
        records.next().map(|record| verify(&record, &options))
    });
    let verdict = verdict.ok_or_else(|| error("the setup cannot be read"))?;
    let mut findings = verdict.findings.iter();
    // What is only a warning about a record would be dropped here, such as stones of a player who does not play.
    let is_about_setup = |finding: &&Finding| finding.span.start >= begin;
    let is_wrong =
        |finding: &&Finding| finding.severity() == Severity::Error || is_about_setup(finding);
    if let Some(wrong) = findings.find(is_wrong) {
        let failure = Failure::new(Kind::Record, wrong.message());
        let failure = failure.with_code(wrong.code().id(), wrong.help());
        return Err(failure
            .with_points(wrong.point.clone().into_iter().collect())
            .into());
    }
    verdict
        .position
        .ok_or_else(|| error("the setup cannot be played"))
}
