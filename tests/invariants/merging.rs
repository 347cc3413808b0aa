//! Bytes as the reports of shards.

use kifu::{
    output::SchemaVersion,
    report::{MergeError, ReportMerger, Shard, ShardHeader, ShardReport},
};

/// Lines for data without any.
const ROWS: [&str; 3] = [
    r#"{"schema":1,"source":"a","index":1,"game":"ugo","plies":1,"status":"valid","finished":true,"findings":[]}"#,
    r#"{"schema":1,"source":"b","index":7,"game":null,"plies":0,"status":"malformed","finished":false,"findings":[{"code":"syntax::unclosed","severity":"error","line":1,"column":1}]}"#,
    r#"{"schema":1,"source":"c","index":0,"game":null,"plies":0,"status":"unreadable","finished":false,"findings":[{"code":"archive::unreadable","severity":"error","line":1,"column":1}]}"#,
];
const MAX_ROWS: usize = 20;

/// Any reports give an error, or a report with every line of every report. Whatever a report of a shard has lost,
/// it is refused.
pub fn merge(data: &[u8]) {
    as_reports(data);
    let mut rows: Vec<&[u8]> = data.split(|&byte| byte == b'\n').collect();
    rows.retain(|row| is_row(row));
    rows.truncate(MAX_ROWS);
    if rows.is_empty() {
        rows = ROWS.iter().map(|row| row.as_bytes()).collect();
    }
    let number = |at: usize| {
        data.iter()
            .rev()
            .nth(at)
            .map_or(0, |&byte| usize::from(byte))
    };
    let count = 1 + number(0) % 4;
    let per_shard = rows.len().div_ceil(count);
    let shards: Vec<Vec<u8>> = (0..count)
        .map(|shard| {
            let rows = rows.iter().skip(shard * per_shard).take(per_shard);
            report(shard + 1, count, "options", rows)
        })
        .collect();
    let whole: Vec<u8> = rows
        .iter()
        .flat_map(|row| [row, &b"\n"[..]].concat())
        .collect();
    let in_order =
        |order: &[usize]| -> Vec<&[u8]> { order.iter().map(|&shard| &*shards[shard]).collect() };

    // All shards, in any order, as files or one after another.
    let mut order: Vec<usize> = (0..count).collect();
    order.rotate_left(number(1) % count);
    assert_eq!(merged(&in_order(&order)).expect("all shards"), whole);
    assert_eq!(
        merged(&[&in_order(&order).concat()]).expect("all shards"),
        whole
    );

    let which = number(2) % count;
    let replaced = |by: &[u8]| -> Vec<Vec<u8>> {
        let mut shards = shards.clone();
        shards[which] = by.to_vec();
        shards
    };
    let outcome = |shards: &[Vec<u8>]| {
        let shards: Vec<&[u8]> = shards.iter().map(Vec::as_slice).collect();
        merged(&shards)
    };
    // Cut off anywhere.
    let at = (number(3) * 256 + number(4)) % shards[which].len();
    assert!(
        outcome(&replaced(&shards[which][..at])).is_err(),
        "cut at {at}"
    );
    // Without a shard.
    order.retain(|&shard| shard != which);
    let missing = merged(&in_order(&order));
    assert!(count == 1 || matches!(missing, Err(MergeError::Missing(_))));
    // Twice the same.
    order.extend([which, which]);
    let doubled = merged(&in_order(&order));
    assert!(matches!(doubled, Err(MergeError::Doubled { .. })));
    // Of another run.
    let foreign = report(which + 1, count, "others", [].iter());
    let foreign = outcome(&replaced(&foreign));
    assert!(count == 1 || matches!(foreign, Err(MergeError::Foreign { .. })));
    // Changed.
    let mut changed = shards[which].clone();
    changed[at] ^= 1 << (number(5) % 8);
    if let Ok(merged) = outcome(&replaced(&changed)) {
        assert_eq!(merged, whole, "changed at {at}");
    }
}

/// The data as reports that are separated by null characters.
fn as_reports(data: &[u8]) {
    let reports: Vec<&[u8]> = data.split(|&byte| byte == 0).collect();
    let Ok(merged) = merged(&reports) else {
        return;
    };
    let mut lines: Vec<&[u8]> = reports.iter().flat_map(|report| lines(report)).collect();
    lines.retain(|line| !line.starts_with(b"{\"type\":"));
    let mut merged: Vec<&[u8]> = self::lines(&merged).collect();
    lines.sort_unstable();
    merged.sort_unstable();
    assert_eq!(merged, lines);
}

fn lines(report: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = report.split_inclusive(|&byte| byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// The lines of merged reports.
fn merged(reports: &[&[u8]]) -> Result<Vec<u8>, MergeError> {
    let mut merger = ReportMerger::new(false).with_lines();
    for mut report in reports.iter().copied() {
        merger.read("report", &mut report)?;
    }
    let mut merged = merger.end()?;
    let mut out = Vec::new();
    merged.write_lines(&mut out).expect("memory can be written");
    let summary = &merged.summary;
    let counted = summary.total.records + summary.unreadable;
    assert_eq!(counted, lines(&out).count() as u64);
    Ok(out)
}

/// Whether a line is that of a record.
fn is_row(line: &[u8]) -> bool {
    !line.starts_with(b"{\"type\":") && merged(&[line]).is_ok()
}

/// The report of a shard.
fn report<'r>(
    number: usize,
    count: usize,
    options: &str,
    rows: impl Iterator<Item = &'r &'r [u8]>,
) -> Vec<u8> {
    let header = ShardHeader {
        schema: SchemaVersion,
        version: "0".to_owned(),
        shard: Shard::new(number, count).expect("a shard"),
        options: options.to_owned(),
        sources: String::new(),
    };
    let mut out = Vec::new();
    let begun = ShardReport::begin(&header, &mut out);
    let mut report = begun.expect("memory can be written");
    for row in rows {
        let is_unreadable = has_index_0(row);
        let written = report.line(row, is_unreadable, &mut out);
        written.expect("memory can be written");
    }
    let ended = report.end(
        (&number.to_string(), &(number + 1).to_string()),
        false,
        &mut out,
    );
    ended.expect("memory can be written");
    out
}

/// Whether the line of a record is that of an unreadable source.
fn has_index_0(row: &[u8]) -> bool {
    let mut merger = ReportMerger::new(false);
    merger.read("row", &mut &*row).expect("a row");
    merger.end().expect("a report").summary.unreadable == 1
}
