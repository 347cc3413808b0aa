//! Verdicts as a text that the tests compare with those of the program. They include this file.

use kifu::{
    record::{decode, read},
    verify::{Options, Verdict, verify},
};

/// The verdicts on all records of a file, variations included, with everything that is told of them.
pub(crate) fn comparable_verdicts(bytes: &[u8]) -> String {
    let decoded = decode(bytes.to_vec());
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let records = read(&decoded);
    records
        .map(|record| described(&verify(&record, &options)))
        .collect()
}

fn described(verdict: &Verdict) -> String {
    let mut text = format!("{}\n", verdict.summary_for_comparison());
    for finding in &verdict.findings {
        let place = (&finding.ply, &finding.point, &finding.variation);
        let code = finding.code().id();
        let related = finding.related.as_ref().map(|related| &related.label);
        text.push_str(&format!(
            "{code} {place:?} {:?} {:?} {:?} {related:?}\n",
            finding.span,
            finding.message(),
            finding.help(),
        ));
    }
    text
}
