//! A report as a page with charts.

use std::io::{self, Write};

use super::{report::MetricsReport, sections::sections, text::is_number};
use crate::{diagram::xml_escaped, record::safe};

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="generator" content="kifu metrics">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>Metrics</title>
<style>
:root{color-scheme:light dark;font:1rem/1.4 system-ui,sans-serif}
body{margin:1rem auto;max-width:70rem;padding:0 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;margin:1rem 0}
th,td{border-bottom:1px solid #8886;padding:.25rem .6rem;text-align:left}
.n{text-align:right;font-variant-numeric:tabular-nums}
svg{max-width:100%;height:auto;display:block;margin:1rem 0}
</style>
<h1>Metrics</h1>
"#;

/// Writes the page.
pub(super) fn write(report: &MetricsReport, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    for section in sections(report) {
        writeln!(out, "<h2>{}</h2>", plain(&section.title))?;
        for note in &section.notes {
            writeln!(out, "<p>{}</p>", plain(note))?;
        }
        if section.headings.is_empty() {
            continue;
        }
        let class = |column: usize| {
            let is_right = section.rows.iter().any(|row| is_number(&row[column]));
            if is_right { " class=\"n\"" } else { "" }
        };
        writeln!(out, "<div class=\"wide\"><table>\n<thead><tr>")?;
        for (column, heading) in section.headings.iter().enumerate() {
            write!(out, "<th{}>{}", class(column), plain(heading))?;
        }
        writeln!(out, "</thead>\n<tbody>")?;
        for row in &section.rows {
            write!(out, "<tr>")?;
            for (column, cell) in row.iter().enumerate() {
                write!(out, "<td{}>{}", class(column), plain(cell))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "</tbody></table></div>")?;
        for chart in &section.charts {
            out.write_all(chart.as_bytes())?;
        }
    }
    let seed = report
        .seed
        .map_or(String::new(), |seed| format!(", seed {seed}"));
    writeln!(out, "<p>kifu {}{seed}</p>\n</html>", report.version)
}

fn plain(text: &str) -> String {
    xml_escaped(&safe(text))
}
