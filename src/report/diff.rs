//! Two versions of a text as the lines that differ, in the unified form that `patch` reads.

use std::fmt::Write;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices, group_diff_ops};

use super::safe;

/// Lines of context around a difference.
const CONTEXT: usize = 3;
/// The most lines, of both versions together, that are compared line by line: this takes time in
/// proportion to the square of their number.
const MAX_COMPARED: usize = 10_000;

/// The differences between two versions of a text, given as pairs of corresponding parts that
/// end with whole lines. Empty if there are none.
pub fn unified(name: &str, parts: &[(String, String)]) -> String {
    let (mut old, mut new, mut ops) = (Vec::new(), Vec::new(), Vec::new());
    for (before, after) in parts {
        let (before, after): (Vec<&str>, Vec<&str>) = (
            before.split_inclusive('\n').collect(),
            after.split_inclusive('\n').collect(),
        );
        for op in compare(&before, &after) {
            add(&mut ops, &op);
        }
        old.extend(before);
        new.extend(after);
    }
    let mut text = String::new();
    for group in group_diff_ops(ops, CONTEXT) {
        if group.iter().all(|op| op.tag() == DiffTag::Equal) {
            continue;
        }
        if text.is_empty() {
            // Programs that apply the changes end a name at a blank, unless a tab follows the name.
            let end = if name.contains(' ') { "\t" } else { "" };
            let name = format!("{}{end}", safe(name));
            let _ = write!(text, "--- {name}\n+++ {name}\n");
        }
        hunk(&group, &old, &new, &mut text);
    }
    text
}

/// Colors a unified diff as git does: names bold, places cyan, old lines red, new ones green. What could act in a terminal
/// is escaped; the return of a line break is `^M`.
pub fn colored(differences: &str) -> String {
    // Only the two lines of names at the beginning have three signs.
    let colored = differences
        .split_terminator('\n')
        .enumerate()
        .map(|(index, line)| {
            let code = match line.chars().next() {
                _ if index < 2 => "1",
                Some('@') => "36",
                Some('-') => "31",
                Some('+') => "32",
                _ => "",
            };
            let line = if index < 2 {
                line.trim_end_matches('\t')
            } else {
                line
            };
            // A line may differ only in its line break.
            let line = match line.strip_suffix('\r') {
                Some(line) => format!("{}^M", safe(line)),
                None => safe(line).into_owned(),
            };
            if code.is_empty() {
                format!("{line}\n")
            } else {
                format!("\x1b[{code}m{line}\x1b[0m\n")
            }
        });
    colored.collect()
}

fn compare(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let equal = |(old, new): &(&&str, &&str)| old == new;
    let prefix = old.iter().zip(new).take_while(equal).count();
    let rest = old[prefix..].iter().rev().zip(new[prefix..].iter().rev());
    let suffix = rest.take_while(equal).count();
    let old_len = old.len() - prefix - suffix;
    let new_len = new.len() - prefix - suffix;
    if old_len + new_len <= MAX_COMPARED {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let same = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let replaced = DiffOp::Replace {
        old_index: prefix,
        old_len,
        new_index: prefix,
        new_len,
    };
    let after = same(prefix + old_len, prefix + new_len, suffix);
    let mut ops = vec![same(0, 0, prefix), replaced, after];
    ops.retain(|op| op.tag() != DiffTag::Equal || !op.old_range().is_empty());
    ops
}

/// Adds an operation of a part. It begins where the last one ends: insertions and deletions of the library may name
/// another place in the text that they leave as it is.
fn add(ops: &mut Vec<DiffOp>, op: &DiffOp) {
    let (tag, old_range, new_range) = op.as_tag_tuple();
    let (old_index, new_index) = match ops.last() {
        Some(last) => (last.old_range().end, last.new_range().end),
        None => (0, 0),
    };
    let (old_len, new_len) = (old_range.len(), new_range.len());
    let moved = match tag {
        DiffTag::Equal => {
            if let Some(DiffOp::Equal { len, .. }) = ops.last_mut() {
                *len += old_len;
                return;
            }
            DiffOp::Equal {
                old_index,
                new_index,
                len: old_len,
            }
        }
        DiffTag::Delete => DiffOp::Delete {
            old_index,
            old_len,
            new_index,
        },
        DiffTag::Insert => DiffOp::Insert {
            old_index,
            new_index,
            new_len,
        },
        DiffTag::Replace => DiffOp::Replace {
            old_index,
            old_len,
            new_index,
            new_len,
        },
    };
    ops.push(moved);
}

/// Writes a hunk: differences close to each other.
fn hunk(group: &[DiffOp], old: &[&str], new: &[&str], text: &mut String) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return;
    };
    let range = |start: usize, end: usize| match end - start {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        length => format!("{},{length}", start + 1),
    };
    let before = range(first.old_range().start, last.old_range().end);
    let after = range(first.new_range().start, last.new_range().end);
    let _ = writeln!(text, "@@ -{before} +{after} @@");
    let mut write = |prefix: char, lines: &[&str]| {
        for line in lines {
            text.push(prefix);
            text.push_str(line);
            if !line.ends_with('\n') {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    };
    for op in group {
        match op.tag() {
            DiffTag::Equal => write(' ', &old[op.old_range()]),
            _ => {
                write('-', &old[op.old_range()]);
                write('+', &new[op.new_range()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_stand_between_their_neighbors() {
        let part = |old: &str, new: &str| (old.to_owned(), new.to_owned());
        let parts = [
            part("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n"),
            part("6\n7\n", "6\nseven\n"),
            part("8\n9\n10\n11\n12\n", "8\n9\n10\n11\n12\n"),
            part("13\n14\n15\nend", "13\n14\n15\nend\n"),
        ];
        insta::assert_snapshot!(unified("a\u{202e}.sgf", &parts), @r"
        --- a\u{202e}.sgf
        +++ a\u{202e}.sgf
        @@ -4,7 +4,7 @@
         4
         5
         6
        -7
        +seven
         8
         9
         10
        @@ -13,4 +13,4 @@
         13
         14
         15
        -end
        \ No newline at end of file
        +end
        ");
        assert_eq!(unified("a.sgf", &parts[..1]), "");
        assert_eq!(
            unified("a.sgf", &[part("", "1\n")]),
            "--- a.sgf\n+++ a.sgf\n@@ -0,0 +1 @@\n+1\n"
        );
    }

    /// The lines of a hunk are as many as its head says, wherever the equal lines between insertions stand.
    #[test]
    fn hunks_count_their_lines() {
        let old = "(;B[];W[\n\\\n\r\n];B[]))\n\n";
        let new = "(;B[]\n;W[\n\\\n\n]\n;B[]))\n\n";
        let text = unified("a.sgf", &[(old.to_owned(), new.to_owned())]);
        let mut lines = text.lines().skip(2);
        assert_eq!(lines.next(), Some("@@ -1,5 +1,7 @@"));
        let lines: Vec<&str> = lines.collect();
        let count = |signs: [char; 2]| lines.iter().filter(|l| l.starts_with(signs)).count();
        assert_eq!((count([' ', '-']), count([' ', '+'])), (5, 7), "{text}");
    }

    #[test]
    fn colors_are_those_of_git() {
        let text =
            "--- a\n+++ a\n@@ -1,2 +1,2 @@\n b\n-c\r\n+\u{1b}d\n\\ No newline at end of file\n";
        let expected = "\x1b[1m--- a\x1b[0m\n\x1b[1m+++ a\x1b[0m\n\x1b[36m@@ -1,2 +1,2 @@\x1b[0m\n b\n\x1b[31m-c^M\x1b[0m\n\x1b[32m+\\u{1b}d\x1b[0m\n\\ No newline at end of file\n";
        assert_eq!(colored(text), expected);
    }

    /// One long line and very many short ones: the lines around the difference are still found.
    #[test]
    fn large_differences_take_little_time() {
        let part = |middle: String| format!("1\n2\n3\n4\n{middle}\n5\n6\n7\n8\n");
        let (old, new) = (part("x".to_owned()), part("y\n".repeat(1_000_000)));
        let text = unified("a.sgf", &[(old, new)]);
        let head = "--- a.sgf\n+++ a.sgf\n@@ -2,7 +2,1000007 @@\n 2\n 3\n 4\n-x\n+y\n+y\n";
        assert!(text.starts_with(head), "{}", &text[..200]);
        assert!(text.ends_with("+y\n+\n 5\n 6\n 7\n"));
    }
}
