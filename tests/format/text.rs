//! The text of a record: the tree, recovery from broken records, encodings, line breaks
//! and escapes. Which code each fault of the text has and where, and what has none.

use crate::common::{check, judge, told};
use kifu::verify::Options;

/// A record of Ugo that goes on as given; nothing is wrong with it so far.
macro_rules! ugo {
    ($($rest:literal)?) => {
        concat!("(;GM[ugo]SZ[5]RE[?]", $($rest)?)
    };
}

/// The same, and its parenthesis is the place of a finding.
macro_rules! open {
    ($($rest:literal)?) => {
        concat!("«(»;GM[ugo]SZ[5]RE[?]", $($rest)?)
    };
}

#[test]
fn files_without_a_record() {
    check(&[
        ("«»", "syntax::no-record"),
        ("«»  \n", "syntax::no-record"),
        ("«»hello (world)", "syntax::no-record"),
        ("«»(GM[ugo]SZ[5])", "syntax::no-record"),
        ("«»x ()", "syntax::no-record"),
        ("«»;B[a1]", "syntax::no-record"),
        (ugo!(")"), ""),
    ]);
}

#[test]
fn trees_of_every_legal_shape() {
    check(&[
        (ugo!(";;)"), ""),
        (ugo!("(;)(;))"), ""),
        (ugo!(";B[a1](;W[b1])(;W[c1];B[d1](;W[e1])(;W[e2])))"), ""),
        (
            " ( ; GM [ugo] \t SZ\n[5]\x0BRE\r\n[?] ; B [a1] ( ; W [b1] ) ( ; W [c1] ) \x0C) ",
            "",
        ),
        (ugo!("AB[a1] [b1]\n[c1]C[];B[d1]N[x])"), ""),
    ]);
}

#[test]
fn records_that_are_never_closed() {
    check(&[
        (open!(), "syntax::unclosed"),
        (open!(";B[a1]"), "syntax::unclosed"),
        (open!(";B[a1](;W[b1])"), "syntax::unclosed"),
        (open!("("), "syntax::unclosed"),
        (open!(";B[a1]C[)]"), "syntax::unclosed"),
        // `GM` or `FF` in a node that is not the root.
        (open!(";B[a1];GM[ugo];W[b1])"), "syntax::unclosed"),
        (open!(";B[a1]FF[4])"), "syntax::unclosed"),
        (open!(";B[a1](;FF[4];W[b1]))"), "syntax::unclosed"),
        (open!(";B[a1](;W[b1])(;GaMe[ugo]))"), "syntax::unclosed"),
        (ugo!("FF[4];B[a1]C[GM[ugo\\]FF[4\\]])"), ""),
        // `(;` in a move.
        (open!(";B[a1(;])"), "syntax::unclosed"),
        (open!(";W[(;])"), "syntax::unclosed"),
        (open!(";B[a1][(;])"), "syntax::unclosed"),
        (ugo!(";B[a1]C[(;])"), ""),
        (ugo!(";«B[a1(]»)"), "record::notation ply 1"),
        // Moves of Grey and Yellow are those of Margo, also before `GM`.
        ("«(»;GM[margo]SZ[3]G[(;]RE[?])", "syntax::unclosed"),
        (
            "««(»;»G[(;]GM[margo]SZ[3]RE[?])",
            "syntax::unclosed #2, record::game #1",
        ),
        (
            "««(»;»C[x]Y[a1] [(;]PB[y]GM[margo];)",
            "syntax::unclosed #2, record::game #1",
        ),
        (
            "««(»;»B[(;]GM[ugo]SZ[3]RE[?])",
            "syntax::unclosed #2, record::game #1",
        ),
        ("(;«G[(;]»GM[ugo]SZ[5]RE[?])", "record::unknown-property"),
    ]);
}

#[test]
fn values_that_are_never_closed() {
    check(&[
        (ugo!(";B[a1]«C[»abc"), "syntax::unclosed-value"),
        (ugo!(";B[a1]«C \n[»abc\\]) (;"), "syntax::unclosed-value"),
        (ugo!(";B[a1]C[x]«[»abc)"), "syntax::unclosed-value"),
        (ugo!(";«B[»a1;W b1)"), "syntax::unclosed-value"),
        (ugo!("«C[»\\"), "syntax::unclosed-value"),
        (ugo!(";B[a1]C[abc\\]])"), ""),
        (ugo!(";B[a1]C[abc\\\\])"), ""),
    ]);
}

#[test]
fn characters_that_may_not_stand_there() {
    check(&[
        (ugo!(";B[a1]«]»;W[b1])"), "syntax::unexpected"),
        (ugo!("PB[Ann] «the Great]»;B[a1])"), "syntax::unexpected"),
        (ugo!(";«B»;W[b1])"), "syntax::unexpected"),
        (ugo!(";«B»)"), "syntax::unexpected"),
        (ugo!("«1»;B[a1])"), "syntax::unexpected"),
        (ugo!("«A1[x]»;B[a1])"), "syntax::unexpected"),
        (ugo!(";«[a1]»)"), "syntax::unexpected"),
        (ugo!(";«b[a1][b1]»)"), "syntax::unexpected"),
        (ugo!("(«B[a1]»))"), "syntax::unexpected"),
        (ugo!(";B[a1](;W[b1])«;»B[c1])"), "syntax::unexpected"),
        (ugo!(";B[a1](;W[b1])«B[c1]»)"), "syntax::unexpected"),
        (
            ugo!(";B[a1]«é»;W[b1]«,»)"),
            "syntax::unexpected, syntax::unexpected",
        ),
        (
            ugo!("«,,\n ,» ;«x»;«y»)"),
            "syntax::unexpected, syntax::unexpected, syntax::unexpected",
        ),
        (ugo!(";B[a1];;W[b1])"), ""),
    ]);
}

#[test]
fn trees_without_a_node() {
    check(&[
        ("««()»»", "syntax::empty-tree, record::game"),
        (ugo!("«()»)"), "syntax::empty-tree"),
        (ugo!("(;B[a1])«( )»)"), "syntax::empty-tree"),
        (ugo!(";B[a1]«((;W[b1]))»)"), "syntax::empty-tree"),
        (ugo!("(;))"), ""),
    ]);
}

/// A move that has several values hides no other record, and nothing else is divided.
#[test]
fn the_next_record_is_found_behind_the_last_value_of_a_move() {
    check(&[
        // The move may have other values, the last of which is not closed.
        (
            concat!(open!(";B[a1][)\n"), ugo!(";B[b1])")),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1][b1][\n"), ugo!(";B[b1])")),
            "syntax::unclosed / ",
        ),
        (
            concat!(
                open!(";B[a1][(;]C[\n"),
                ugo!("C[\\];B[b1])\n"),
                ugo!(";B[b1])")
            ),
            "syntax::unclosed / ",
        ),
        // Values of other properties, and those of none, are never divided.
        (
            concat!(
                open!(";B[a1\n"),
                "(;C[x];PB[y][(;\n",
                ugo!(""),
                "]\n",
                ugo!(")")
            ),
            "syntax::unclosed / ",
        ),
        (
            concat!(
                open!(";B[a1\n"),
                "(;C[x];B[b1];[\n",
                ugo!(""),
                "]\n",
                ugo!(")")
            ),
            "syntax::unclosed / ",
        ),
    ]);
}

/// A broken record hides no other.
#[test]
fn the_next_record_is_found_again() {
    check(&[
        // One `)` missing.
        (
            concat!(open!(";B[a1]\n"), ugo!(";B[b1])")),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1](;W[b1]\n"), ugo!(";«W[b1]»)")),
            "syntax::unclosed / record::turn-order ply 1 b1",
        ),
        (
            concat!(
                open!(";B[a1]\r"),
                open!(";B[a1]\r\n"),
                ugo!(")\n"),
                ugo!(")")
            ),
            "syntax::unclosed / syntax::unclosed /  / ",
        ),
        // One `]` missing in a move; its bracket may be the next record's first or a later one.
        (
            concat!(open!(";B[a1\n"), ugo!(";B[b1])")),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1\n"), "(;C[x]PB[y]GM[ugo]SZ[5]RE[?])"),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1\n"), "(;C[x];PB[y])\n", ugo!(")")),
            "syntax::unclosed / ",
        ),
        (
            "««(»;»C[x]Y[a1\n(;FF[4]GM[margo]SZ[2]RE[?])",
            "syntax::unclosed #2, record::game #1 / ",
        ),
        (
            "««(»;»G[(;]Y[a1\n(;FF[4]GM[margo]SZ[2]RE[?])",
            "syntax::unclosed #2, record::game #1 / ",
        ),
        // It is not the broken record itself, whose root may hold the move.
        (
            concat!(open!("B[(;]FF[4])\n"), ugo!(")")),
            "syntax::unclosed / ",
        ),
        // What stands before its `GM` is its own.
        (
            concat!(open!(";B[a1]\n"), "(;CA[UTF-8]PB[x]GM[ugo]SZ[5]RE[?])"),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1]\n"), "(;«XX» «YY[1]»GM[ugo]SZ[5]RE[?];C[x])"),
            "syntax::unclosed / syntax::unexpected, record::unknown-property",
        ),
        // It begins a line, and its first node holds `GM` or `FF`.
        (concat!(open!(";B[a1] "), ugo!(")")), "syntax::unclosed"),
        (
            concat!(open!(";B[a1] "), ugo!(")\n"), ugo!(")")),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1](;FF[4]\n"), "(;W[b1]))\n", ugo!(")")),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1]\n"), "«(;»FF[4])"),
            "syntax::unclosed / record::game",
        ),
        // Beside that a fault in a record ends nothing.
        (
            concat!(ugo!("«]»)"), ugo!("«()»)"), ugo!(")")),
            "syntax::unexpected / syntax::empty-tree / ",
        ),
        // After a value that is never closed all brackets are escaped, and the next is open too.
        (
            concat!(ugo!("«C[»\n"), "(;C[\n", "«(;»«GM[»ugo"),
            "syntax::unclosed-value / syntax::unclosed-value #3, record::game #2",
        ),
    ]);
}

#[test]
fn values_that_are_closed_are_never_cut() {
    check(&[
        (ugo!("C[\n(;GM[ugo\\]SZ[5\\];B[a1\\])\n];B[a1])"), ""),
        (ugo!(";B[a1]C[\n(;GM[ugo\n(;FF[4](;W[b1]))"), ""),
        (ugo!("PB[\n(;FF[4];B[a1])"), ""),
        (
            concat!(open!("C[\n(;GM[ugo];B[a1]FF[4]C[\n(;GM[ugo])\n"), ugo!(")")),
            "syntax::unclosed / ",
        ),
        (
            concat!(open!(";B[a1\n"), "(;C[\n(;GM[ugo\\]])\n", ugo!(")")),
            "syntax::unclosed / ",
        ),
        // … but a move that was never closed, in such a move, is one again.
        (
            concat!(open!(";B[a1\n"), "(;W[b1\n", ugo!(")")),
            "syntax::unclosed / ",
        ),
    ]);
}

#[test]
fn what_lies_outside_belongs_to_the_next_record_or_the_last() {
    check(&[
        (
            concat!("«hello (world)» ", ugo!(")")),
            "record::text-outside",
        ),
        (
            concat!(ugo!(")"), "\n«--»\n", ugo!(")"), "\n«bye»\n"),
            " / record::text-outside, record::text-outside",
        ),
        (concat!(ugo!(")"), "«)»"), "record::text-outside"),
        (
            concat!(ugo!(")"), "«)»", ugo!(")")),
            " / record::text-outside",
        ),
        (ugo!(";B[a1])«;W[b1])»"), "record::text-outside"),
        (
            concat!("«(»", ugo!(")"), "«)»"),
            "record::text-outside, record::text-outside",
        ),
        (concat!("\n\t", ugo!(")"), " \r\n", ugo!(")"), "\n"), " / "),
        (
            concat!("«]» ", ugo!("«]»)")),
            "record::text-outside, syntax::unexpected",
        ),
    ]);
}

#[test]
fn line_breaks_of_every_kind_count_as_one() {
    check(&[
        (
            "(;GM[ugo]\r\nSZ[5]\rRE[?]\n\r\nC[\r\n\n]«KM[x]»)",
            "record::komi",
        ),
        ("(;GM[ugo]SZ[5]RE[?]\n\r\n\r«KM[x]»)", "record::komi"),
        ("(;GM[ugo]SZ[5]RE[?]C[žš碁🀄]«KM[x]»)", "record::komi"),
    ]);
}

#[test]
fn escapes_are_resolved() {
    check(&[
        (ugo!(";B[a\\1])"), ""),
        (
            ugo!(";B[a\\\n1];W[b\\\r\n1];B[c\\\n\r1];W[d\\\r1];B[ e\n1 ])"),
            "",
        ),
        ("(;GM[u\\go]SZ[\\5]RE[\\?]KM[\\7])", ""),
        ("(;GM[u\\\ngo]SZ[5]RE[?])", ""),
        ("(;«GM[u\ngo]»SZ[5]RE[?])", "record::game"),
        // `point:text` is split at the first `:` that is not escaped, before it is unescaped.
        (ugo!("LB[a1:x\\:y][b1:x:y][c1::][d\\1:x])"), ""),
        (
            ugo!("LB«[a1\\:x]»«[a1\\\\:x]»)"),
            "record::markup, record::markup",
        ),
        (ugo!("AR[a1:b1]LN[a1:b\\1])"), ""),
        (ugo!("AR«[a1\\:b1]»)"), "record::markup"),
    ]);
}

#[test]
fn old_and_other_ways_of_writing_are_read() {
    check(&[
        (
            "(;«GaMe»[ugo]«SZe»[5]RE[?];«Black»[a1])",
            "record::format, record::format, record::format",
        ),
        ("(;GM[ugo]SZ[5]RE[?]«CoPyright»[x])", "record::format"),
        (ugo!("«FF[3]»)"), "record::format"),
        (ugo!("«FF[]»)"), "record::format"),
        (ugo!("FF[4])"), ""),
        ("(;GM[ugo]«SZ[5:5]»RE[?])", "record::format"),
        ("(;GM[ugo]«SZ[ 05 : 5 ]»RE[?])", "record::format"),
        ("(;GM[bargo]«SZ[5:5]»RE[?])", "record::format"),
        ("(;GM[margo]«SZ[5:5]»RE[?])", "record::format"),
        ("(;GM[ugo]SZ[5:6]RE[?])", ""),
        (
            "(;GM[ugo]««SZ[300:300]»»RE[?])",
            "record::size, record::format",
        ),
        ("(;GM[ugo]«SZ[300:400]»RE[?])", "record::size"),
        // Warnings of the writing do not depend on the game being known.
        (
            "(;«GM[chess]»«XX[1]»«SiZe»[5]TR[zz];«PB[x]»;B[a1];PW[x])",
            "record::game, record::unknown-property, record::format #3, record::misplaced",
        ),
    ]);
}

/// Findings of a file that is no UTF-8 or says that it is something else.
fn check_bytes(rows: &[(&[u8], &str)]) {
    for &(bytes, expected) in rows {
        let (decoded, verdicts) = judge(bytes, &Options::default());
        let found = told(&decoded.text, &verdicts);
        assert_eq!(found, expected, "{}", decoded.text);
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn a_byte_order_mark_settles_the_encoding() {
    let plain = "\u{FEFF}(;GM[ugo]SZ[5]RE[?]PB[é])";
    let other = "\u{FEFF}(;GM[ugo]CA[koi8-r]SZ[5]RE[?]PB[é])";
    let own = "\u{FEFF}(;GM[ugo]CA[UTF-16]SZ[5]RE[?]PB[é])";
    let warning = "record::encoding @1:10 9+10";
    check_bytes(&[
        (plain.as_bytes(), ""),
        (other.as_bytes(), warning),
        (&utf16(plain, u16::to_le_bytes), ""),
        (&utf16(plain, u16::to_be_bytes), ""),
        (&utf16(own, u16::to_le_bytes), ""),
        (&utf16(own, u16::to_be_bytes), ""),
        (&utf16(other, u16::to_le_bytes), warning),
        (&utf16(other, u16::to_be_bytes), warning),
        (own.as_bytes(), warning),
    ]);
    for bytes in [
        utf16(plain, u16::to_le_bytes),
        utf16(plain, u16::to_be_bytes),
    ] {
        assert!(judge(&bytes, &Options::default()).0.text.contains("PB[é]"));
    }
}

#[test]
fn the_first_ca_settles_it_else_utf_8_else_windows_1252() {
    check_bytes(&[
        // Any label of the standard, in any case.
        (b"(;GM[ugo]CA[latin1]SZ[5]RE[?]PB[\xE9])", ""),
        (b"(;GM[ugo]CA[ UTF8 ]SZ[5]RE[?]PB[\xC3\xA9])", ""),
        (b"(;GM[ugo]CA[sjis]SZ[5]RE[?]PB[\x83\x5C])", ""),
        (b"(;GM[ugo]SZ[5]RE[?]PB[\x83\x5C]CA[sjis])", ""),
        (b"(;GM[ugo]CA[gb18030]SZ[5]RE[?]PB[\xC6\xE5])", ""),
        // The first of the file counts for all records.
        (b"(;GM[ugo]SZ[5]RE[?]PB[\xE9])(;GM[ugo]CA[latin1]SZ[5]RE[?])", " / "),
        (
            b"(;GM[ugo]CA[latin1]SZ[5]RE[?])(;GM[ugo]CA[koi8-r]SZ[5]RE[?])(;GM[ugo]CA[l1]SZ[5]RE[?])",
            " / record::encoding @1:40 39+10 / ",
        ),
        (
            b"(;GM[ugo]CA[utf-8]CA[l1]SZ[5]RE[?];CA[l1])",
            "record::encoding @1:19 18+6, record::duplicate-property @1:19 18+6, \
             record::misplaced @1:36 35+6",
        ),
        // Nothing says it.
        ("(;GM[ugo]SZ[5]RE[?]PB[é])".as_bytes(), ""),
        (b"(;GM[ugo]SZ[5]RE[?]PB[x\xE9\xE9])", "record::encoding @1:24 23+2"),
        (
            b"(;GM[ugo]SZ[5]RE[?])\xE9(;GM[ugo]SZ[5]RE[?])(;GM[ugo]SZ[5]RE[?]C[\xE8])",
            " / record::text-outside @1:21 20+2, record::encoding @1:21 20+2 / \
             record::encoding @1:63 63+2",
        ),
        // It says what is unknown.
        (b"(;GM[ugo]CA[klingon]SZ[5]RE[?])", "record::encoding @1:10 9+11"),
        (b"(;GM[ugo]CA[]SZ[5]RE[?])", "record::encoding @1:10 9+4"),
        (
            b"(;GM[ugo]CA[klingon]SZ[5]RE[?]PB[\xE9])",
            "record::encoding @1:10 9+11",
        ),
        (
            b"(;GM[ugo]PB[\xE9]CA[klingon]SZ[5]RE[?])",
            "record::encoding @1:13 12+2",
        ),
        (b"(;GM[ugo]CA[UTF-16]SZ[5]RE[?])", "record::encoding @1:10 9+10"),
    ]);
}

#[test]
fn bytes_that_do_not_fit_are_told_once_a_record_and_do_not_stop_it() {
    check_bytes(&[
        (
            b"(;GM[ugo]CA[utf-8]SZ[5]RE[?]PB[\xFF]PW[\xFF];B[a1];B[b1])",
            "record::encoding @1:32 31+3, record::turn-order ply 2 b1 @1:46 49+5",
        ),
        (
            b"(;GM[ugo]CA[utf-8]SZ[5]RE[?];B[\xFF1])(;GM[ugo]SZ[5]RE[?])\xFF",
            "record::encoding @1:32 31+3, record::notation ply 1 @1:30 29+7 / \
             record::text-outside @1:56 57+3, record::encoding @1:56 57+3",
        ),
        (
            &[
                &utf16("\u{FEFF}(;GM[ugo]SZ[5]RE[?]C[", u16::to_le_bytes)[..],
                b"\x00\xD8]\x00)\x00",
            ]
            .concat(),
            "record::encoding @1:22 21+3",
        ),
    ]);
    let (decoded, verdicts) = judge(
        b"(;GM[ugo]CA[utf-8]SZ[5]RE[?]PB[\xFF];B[a1])",
        &Options::default(),
    );
    assert!(decoded.text.contains('\u{FFFD}'));
    assert_eq!(verdicts[0].plies, 1);
}
