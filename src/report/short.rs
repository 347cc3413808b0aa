//! Findings in one line each: `path:line:column: error[ugo::occupied] ply 12 d4: message`.

use super::{Judged, places::Places, safe::safe};
use crate::verify::Finding;

/// The line of a finding, with its line break.
pub(super) fn line(judged: &Judged, finding: &Finding, places: &Places) -> String {
    let (line, column) = places.line_column(finding.place.start);
    let ply = finding
        .ply
        .map_or(String::new(), |ply| format!(" ply {ply}"));
    let point = finding
        .point
        .as_ref()
        .map_or(String::new(), |point| format!(" {}", safe(point)));
    format!(
        "{}:{line}:{column}: {}[{}]{ply}{point}: {}\n",
        safe(&judged.source),
        finding.code.severity,
        finding.code.id,
        safe(&finding.message)
    )
}

/// The lines of all findings of a record.
pub fn render(judged: &Judged, places: &Places) -> String {
    judged
        .findings()
        .iter()
        .map(|finding| line(judged, finding, places))
        .collect()
}
