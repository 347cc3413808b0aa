//! The machine-readable output, schema 1: whole lines, to the letter.

use crate::common::{folder, run};

/// The keys of a record that says nothing about its players, its event, its round and its date.
const NO_DETAILS: &str = r#""players":{"B":null,"W":null},"event":null,"round":null,"date":null"#;

/// Records of one file and the object of each, as far as it depends on the record.
fn check(rows: &[(&str, &str)]) {
    let folder = folder(&[]);
    let input: Vec<&str> = rows.iter().map(|(record, _)| *record).collect();
    let input = input.join("\n");
    let (_, lines, _) = run(
        &folder,
        &["validate", "-", "--format", "jsonl"],
        input.as_str(),
    );
    let expected: Vec<String> = rows
        .iter()
        .zip(1..)
        .map(|((_, object), index)| {
            format!("{{\"schema\":1,\"source\":\"-\",\"index\":{index},{object},{NO_DETAILS}}}\n")
        })
        .collect();
    assert_eq!(lines, expected.concat());
    let (_, array, _) = run(
        &folder,
        &["validate", "-", "--format", "json"],
        input.as_str(),
    );
    assert_eq!(
        array,
        format!("[\n{}\n]\n", lines.trim_end().replace('\n', ",\n"))
    );
}

/// Row "game over on the board, or further plies follow it".
#[test]
fn the_game_is_over_on_the_board() {
    check(&[
        (
            "(;GM[bargo]SZ[2]RE[B+0.5];B[button];W[pass];B[pass])",
            r#""game":"bargo","ruleset":"bargo","size":"2","plies":3,"status":"valid","finished":true,"result":{"recorded":"B+0.5","computed":"B+0.5"},"score":{"B":0.5,"W":0},"findings":[]"#,
        ),
        (
            "(;GM[bargo]SZ[2]KM[3];B[a1/ne];W[button];B[pass];W[pass])",
            r#""game":"bargo","ruleset":"bargo","size":"2","plies":4,"status":"valid","finished":true,"result":{"recorded":null,"computed":"B+3.5"},"score":{"B":7,"W":3.5},"findings":[]"#,
        ),
        (
            "(;GM[sygo]SZ[3:4]RE[W+12];W[b2];B[pass];W[pass])",
            r#""game":"sygo","ruleset":"sygo","size":"3:4","plies":3,"status":"valid","finished":true,"result":{"recorded":"W+12","computed":"W+12"},"score":{"B":0,"W":12},"findings":[]"#,
        ),
        (
            "(;GM[sygo]SZ[3];W[pass];B[pass])",
            r#""game":"sygo","ruleset":"sygo","size":"3","plies":2,"status":"valid","finished":true,"result":{"recorded":null,"computed":"0"},"score":{"B":0,"W":0},"findings":[]"#,
        ),
        (
            "(;GM[ugo]SZ[3]KM[-2]RE[draw];B[a2];W[button];B[b2];W[pass];B[c2];W[pass];B[pass])",
            r#""game":"ugo","ruleset":"ugo","size":"3","plies":7,"status":"invalid","finished":true,"result":{"recorded":"draw","computed":"B+10.5"},"score":{"B":9,"W":-1.5},"findings":[{"code":"record::result","severity":"error","message":"`RE` says `draw`, but the final position of this game of Ugo counts 9 for Black and -1.5 for White","help":"write `RE[B+10.5]`","line":5,"column":21,"offset":213,"length":8}]"#,
        ),
        (
            "(;GM[ugo]SZ[3]RU[ugo-no-button];B[pass];W[pass];B[a1])",
            r#""game":"ugo","ruleset":"ugo-no-button","size":"3","plies":2,"status":"invalid","finished":true,"result":{"recorded":null,"computed":"0"},"score":{"B":0,"W":0},"findings":[{"code":"record::after-end","severity":"error","message":"Black plays `a1`, but the game was over after ply 2: both players had passed","help":"remove what follows the end, or put it into a comment","ply":3,"point":"a1","line":6,"column":49,"offset":323,"length":5}]"#,
        ),
        (
            "(;GM[margo]SZ[2]RE[?];W[a1];B[swap];B[c1];W[c3];B[a3];W[b2])",
            r#""game":"margo","ruleset":"margo","size":"2","plies":4,"status":"invalid","finished":true,"result":{"recorded":"?","computed":"W+2"},"score":{"B":0,"W":2},"findings":[{"code":"record::after-end","severity":"error","message":"Black plays `a3`, but the game was over after ply 4: Black had no legal move","help":"remove what follows the end, or put it into a comment","ply":5,"point":"a3","line":7,"column":49,"offset":378,"length":5}]"#,
        ),
        (
            "(;GM[margo]SZ[2];W[a1];B[c3];W[c1])",
            r#""game":"margo","ruleset":"margo","size":"2","plies":3,"status":"valid","finished":false,"result":{"recorded":null,"computed":null},"score":{"B":1,"W":2},"findings":[{"code":"record::unfinished","severity":"warning","message":"the record ends before the game is over, and no `RE` says how it ended","help":"add what was played, or say how the game ended: `RE[B+R]`, `RE[W+T]`, `RE[Void]` or `RE[?]`","line":8,"column":1,"offset":391,"length":2}]"#,
        ),
    ]);
}

/// Row "`resign` (it counts as a ply)".
#[test]
fn a_player_has_resigned() {
    check(&[
        (
            "(;GM[bargo]SZ[3]KM[2]RE[W+R];B[c3/e];W[button];B[resign])",
            r#""game":"bargo","ruleset":"bargo","size":"3","plies":3,"status":"valid","finished":true,"result":{"recorded":"W+R","computed":"W+R"},"score":{"B":19,"W":2.5},"findings":[]"#,
        ),
        (
            "(;GM[sygo]SZ[3]RE[B+Resign];W[resign])",
            r#""game":"sygo","ruleset":"sygo","size":"3","plies":1,"status":"valid","finished":true,"result":{"recorded":"B+Resign","computed":"B+R"},"score":{"B":0,"W":0},"findings":[]"#,
        ),
        (
            "(;GM[ugo]SZ[3]RE[W+R];B[resign];W[a1])",
            r#""game":"ugo","ruleset":"ugo","size":"3","plies":1,"status":"invalid","finished":true,"result":{"recorded":"W+R","computed":"W+R"},"score":{"B":0,"W":0},"findings":[{"code":"record::after-end","severity":"error","message":"White plays `a1`, but the game was over after ply 1: Black resigned","help":"remove what follows the end, or put it into a comment","ply":2,"point":"a1","line":3,"column":33,"offset":129,"length":5}]"#,
        ),
        (
            "(;GM[bamogo]SZ[3]RE[W+];B[resign])",
            r#""game":"bamogo","ruleset":"bamogo","size":"3","plies":1,"status":"valid","finished":true,"result":{"recorded":"W+","computed":"W+R"},"findings":[]"#,
        ),
        (
            "(;GM[margo]SZ[3]RE[W+R];W[a1];B[resign])",
            r#""game":"margo","ruleset":"margo","size":"3","plies":2,"status":"valid","finished":true,"result":{"recorded":"W+R","computed":"W+R"},"score":{"B":0,"W":1},"findings":[]"#,
        ),
    ]);
}

/// Row "Bamogo": a result or none, never a score.
#[test]
fn bamogo_has_no_score() {
    check(&[
        (
            "(;GM[bamogo]SZ[2]RE[B+];B[Ra1,Ga2];W[Gb1,Rb2];B[a1<>b1])",
            r#""game":"bamogo","ruleset":"bamogo","size":"2","plies":3,"status":"valid","finished":true,"result":{"recorded":"B+","computed":"B+"},"findings":[]"#,
        ),
        (
            "(;GM[bamogo]SZ[2:3]RE[W+];B[Ra1,Ga2];W[Rb1,Gb2])",
            r#""game":"bamogo","ruleset":"bamogo","size":"2:3","plies":2,"status":"valid","finished":true,"result":{"recorded":"W+","computed":"W+"},"findings":[]"#,
        ),
        (
            "(;GM[bamogo]SZ[2]LINE[RG];B[Ra1,Ga2])",
            r#""game":"bamogo","ruleset":"bamogo","size":"2","plies":1,"status":"valid","finished":false,"result":{"recorded":null,"computed":null},"findings":[{"code":"record::unfinished","severity":"warning","message":"the record ends before the game is over, and no `RE` says how it ended","help":"add what was played, or say how the game ended: `RE[B+R]`, `RE[W+T]`, `RE[Void]` or `RE[?]`","line":3,"column":1,"offset":106,"length":2}]"#,
        ),
        (
            "(;GM[bamogo]SZ[4]RE[B+3];B[Ra1,Ga2])",
            r#""game":"bamogo","ruleset":"bamogo","size":"4","plies":1,"status":"invalid","finished":false,"result":{"recorded":"B+3","computed":null},"findings":[{"code":"record::result","severity":"error","message":"`RE` says `B+3`, but there is no score in Bamogo","help":"write `RE[B+]` for a connection","line":4,"column":18,"offset":161,"length":7}]"#,
        ),
        (
            "(;GM[bamogo]SZ[4]RE[0];B[Ra1,Ga2];W[Rc1,Gc3])",
            r#""game":"bamogo","ruleset":"bamogo","size":"4","plies":1,"status":"invalid","finished":false,"result":{"recorded":"0","computed":null},"findings":[{"code":"bamogo::not-adjacent","severity":"error","message":"c1 and c3 are not next to each other","help":"spaces are next to each other left, right, up or down; stones may be placed apart only when no two empty spaces are next to each other","ply":2,"point":"c1","line":5,"column":35,"offset":215,"length":10}]"#,
        ),
        (
            "(;GM[bamogo]RE[Void];B[Ra1,Ga2];W[a1<>a2])",
            r#""game":"bamogo","ruleset":"bamogo","size":"4","plies":2,"status":"valid","finished":false,"result":{"recorded":"Void","computed":null},"findings":[{"code":"record::size-assumed","severity":"warning","message":"the record has no `SZ`: the size 4 of the ruleset `bamogo` is assumed","help":"add `SZ[4]` to the root","line":6,"column":1,"offset":227,"length":2}]"#,
        ),
    ]);
}

/// Row "first capture".
#[test]
fn the_first_capture_wins() {
    check(&[(
        "(;GM[margo]SZ[2]RU[margo-single-capture]RE[W+];W[a1];B[c1];W[c3])",
        r#""game":"margo","ruleset":"margo-single-capture","size":"2","plies":3,"status":"valid","finished":true,"result":{"recorded":"W+","computed":"W+"},"score":{"B":0,"W":2},"findings":[]"#,
    )]);
}

/// Row "not finished, or stopped at an illegal ply (the first included)".
#[test]
fn the_game_is_not_over() {
    check(&[
        (
            "(;GM[bargo]SZ[3]RE[?];B[c3/e];W[d3/w])",
            r#""game":"bargo","ruleset":"bargo","size":"3","plies":1,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":19,"W":0},"findings":[{"code":"bargo::double-wall","severity":"error","message":"the west edge of d3 already carries the wall of the piece on c3","help":"turn the wall to an edge that carries none; a neighbor captured by this very ply still counts","ply":2,"point":"d3","line":1,"column":31,"offset":30,"length":7}]"#,
        ),
        (
            "(;GM[sygo]SZ[3]RE[?];W[b2];B[b2];W[zz])",
            r#""game":"sygo","ruleset":"sygo","size":"3","plies":1,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":0,"W":9},"findings":[{"code":"sygo::occupied","severity":"error","message":"b2 is not empty: White's stone is there","help":"a stone is placed on an empty point","ply":2,"point":"b2","line":2,"column":28,"offset":66,"length":5}]"#,
        ),
        (
            "(;GM[ugo]SZ[19]RE[B+3.5];B[d4])",
            r#""game":"ugo","ruleset":"ugo","size":"19","plies":1,"status":"valid","finished":false,"result":{"recorded":"B+3.5","computed":null},"score":{"B":361,"W":0},"findings":[{"code":"record::unfinished","severity":"warning","message":"`RE` says `B+3.5`, but the record ends before the game is over","help":"add what was played, or say how the game ended: `RE[B+R]`, `RE[W+T]`, `RE[Void]` or `RE[?]`","line":3,"column":16,"offset":94,"length":9}]"#,
        ),
        (
            "(;GM[margo]SZ[3]RE[?];W[a2])",
            r#""game":"margo","ruleset":"margo","size":"3","plies":0,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":0,"W":0},"findings":[{"code":"margo::off-board","severity":"error","message":"there is no place at a2 on this pyramid on 3×3 holes","help":"its points are a1 to e5, column and row numbers both odd (holes and odd levels) or both even (even levels)","ply":1,"point":"a2","line":4,"column":23,"offset":133,"length":5}]"#,
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];W[a1])",
            r#""game":"ugo","ruleset":"ugo","size":"3","plies":0,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":0,"W":0},"findings":[{"code":"record::turn-order","severity":"error","message":"White plays `a1`, but Black is to move","help":"Black moves first here: `B[…]`","ply":1,"point":"a1","line":5,"column":21,"offset":160,"length":5}]"#,
        ),
        (
            "(;GM[sygo]SZ[3]RE[?];W[x])",
            r#""game":"sygo","ruleset":"sygo","size":"3","plies":0,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":0,"W":0},"findings":[{"code":"record::notation","severity":"error","message":"`x` is not a move of Sygo","help":"a move is a stone (`d4`), several stones (`d15,q15,k10`), `pass` or `resign`","ply":1,"line":6,"column":22,"offset":188,"length":4}]"#,
        ),
        (
            "(;GM[bargo]SZ[3]RE[?];B[zz1/e])",
            r#""game":"bargo","ruleset":"bargo","size":"3","plies":0,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":0,"W":0},"findings":[{"code":"bargo::off-board","severity":"error","message":"there is no cell zz1 on this hexagon of side 3","help":"its cells are a1 to e5, column and row numbers less than 3 apart","ply":1,"point":"zz1","line":7,"column":23,"offset":216,"length":8}]"#,
        ),
        (
            "(;GM[bamogo]SZ[3]RE[?];B[pass])",
            r#""game":"bamogo","ruleset":"bamogo","size":"3","plies":0,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"findings":[{"code":"bamogo::pass","severity":"error","message":"Black passes, which is not possible in Bamogo","help":"place two stones (`Rd4,Gd5`) or switch two (`d4<>d5`)","ply":1,"line":8,"column":24,"offset":249,"length":7}]"#,
        ),
    ]);
}

/// Row "nothing is played".
#[test]
fn nothing_is_played() {
    check(&[
        (
            "(;GM[chess]SZ[9]RU[ugo]RE[B+1];B[a1])",
            r#""game":null,"ruleset":null,"size":null,"plies":0,"status":"invalid","finished":false,"result":{"recorded":"B+1","computed":null},"findings":[{"code":"record::game","severity":"error","message":"`chess` is not a game that is known here","help":"known are `bargo`, `sygo`, `ugo`, `bamogo`, `margo`","line":1,"column":3,"offset":2,"length":9}]"#,
        ),
        (
            "(;SZ[9];B[a1])",
            r#""game":null,"ruleset":null,"size":null,"plies":0,"status":"invalid","finished":false,"result":{"recorded":null,"computed":null},"findings":[{"code":"record::game","severity":"error","message":"the record does not say which game it is: `GM` is missing","help":"add `GM[…]` to the root, with one of `bargo`, `sygo`, `ugo`, `bamogo`, `margo`","line":2,"column":1,"offset":38,"length":2}]"#,
        ),
        (
            "(;GM[ugo]SZ[99]RE[B+1];B[a1])",
            r#""game":"ugo","ruleset":"ugo","size":null,"plies":0,"status":"invalid","finished":false,"result":{"recorded":"B+1","computed":null},"findings":[{"code":"record::size","severity":"error","message":"there is no board of size 99 for Ugo","help":"2 to 26, or columns and rows such as `9:13`","line":3,"column":10,"offset":62,"length":6}]"#,
        ),
        (
            "(;GM[ugo]RU[nihon]RE[B+1]SZ[9];B[a1])",
            r#""game":"ugo","ruleset":null,"size":"9","plies":0,"status":"invalid","finished":false,"result":{"recorded":"B+1","computed":null},"findings":[{"code":"record::ruleset","severity":"error","message":"`nihon` is not a ruleset that is known here","help":"known are `ugo`, `ugo-no-button`; another one can be given with `--ruleset FILE.yaml`","line":4,"column":10,"offset":92,"length":9}]"#,
        ),
        (
            "(;GM[margo]SZ[3]RE[?]AB[b2];W[a1])",
            r#""game":"margo","ruleset":"margo","size":"3","plies":0,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"findings":[{"code":"record::setup","severity":"error","message":"the marble on b2 has nothing to rest on","help":"a marble above the board rests on four others","line":5,"column":24,"offset":144,"length":4}]"#,
        ),
        (
            "(;GM[bargo]RE[?];B[a1/ne]W])",
            r#""game":"bargo","ruleset":"bargo","size":"7","plies":0,"status":"malformed","finished":false,"result":{"recorded":"?","computed":null},"findings":[{"code":"syntax::unexpected","severity":"error","message":"found `W]`, expected `;`, `(`, `)` or a property","help":"a `]` inside a value is written `\\]`; otherwise remove it","line":6,"column":26,"offset":181,"length":2},{"code":"record::size-assumed","severity":"warning","message":"the record has no `SZ`: the size 7 of the ruleset `bargo` is assumed","help":"add `SZ[7]` to the root","line":6,"column":1,"offset":156,"length":2}]"#,
        ),
        (
            "(;GM[sygo]SZ[5]RE[0](;W[a1]",
            r#""game":"sygo","ruleset":"sygo","size":"5","plies":0,"status":"malformed","finished":false,"result":{"recorded":"0","computed":null},"findings":[{"code":"syntax::unclosed","severity":"error","message":"the record that begins here is never closed: the text ends inside it","help":"close it with `)`, and every variation in it too, or get a whole copy if the file ends in the middle","line":7,"column":1,"offset":185,"length":1}]"#,
        ),
    ]);
}

/// A text without a record is a malformed record with index 1.
#[test]
fn no_record_at_all() {
    check(&[(
        "hello",
        r#""game":null,"ruleset":null,"size":null,"plies":0,"status":"malformed","finished":false,"result":{"recorded":null,"computed":null},"findings":[{"code":"syntax::no-record","severity":"error","message":"there is no record in this text: nothing begins with `(;`","help":"a record looks like this: `(;GM[ugo]SZ[9];B[d4];W[e5])`","line":1,"column":1,"offset":0,"length":0}]"#,
    )]);
}

/// Columns count characters, `offset` and `length` bytes of the text as UTF-8 without its mark,
/// whatever the file was written in; `RE` is given as written.
#[test]
fn places_in_a_text_that_is_not_ascii() {
    let expected = r#"{"schema":1,"source":"-","index":1,"game":"ugo","ruleset":"ugo","size":"3","plies":1,"status":"invalid","finished":false,"result":{"recorded":"b+resign","computed":null},"score":{"B":9,"W":0},"findings":[{"code":"ugo::occupied","severity":"error","message":"a1 is not empty: Black's stone is there","help":"place it on an empty point","ply":2,"point":"a1","line":2,"column":12,"offset":53,"length":5}],"players":{"B":"é碁🀄","W":null},"event":null,"round":null,"date":null}
"#;
    let text = "(;GM[ugo]SZ[3]RE[b+resign]PB[é碁🀄]\r\n;B[a1];C[é]W[A1])";
    let marked = format!("\u{FEFF}{text}");
    let wide: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let folder = folder(&[]);
    for bytes in [text.into(), marked.into_bytes(), wide] {
        let (status, line, _) = run(&folder, &["validate", "-", "--format", "jsonl"], bytes);
        assert_eq!((status, line.as_str()), (1, expected));
    }
}

/// `variation` stands between the point and the place; what belongs to no ply has neither.
#[test]
fn findings_in_variations() {
    let text = "(;GM[ugo]SZ[3]RE[?](;B[a1](;W[b1])(;W[a1]))(;TR[z9]))";
    let args = ["validate", "-", "--format", "jsonl", "--variations", "all"];
    let (status, line, _) = run(&folder(&[]), &args, text);
    let expected = r#"{"schema":1,"source":"-","index":1,"game":"ugo","ruleset":"ugo","size":"3","plies":2,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},"score":{"B":1,"W":1},"findings":[{"code":"ugo::occupied","severity":"error","message":"a1 is not empty: Black's stone is there","help":"place it on an empty point","ply":2,"point":"a1","variation":"1.2","line":1,"column":37,"offset":36,"length":5},{"code":"record::markup","severity":"warning","message":"`z9` in `TR` is not a point of the board","variation":"2","line":1,"column":48,"offset":47,"length":4}],"players":{"B":null,"W":null},"event":null,"round":null,"date":null}
"#;
    assert_eq!((status, line.as_str()), (1, expected));
}

/// The `limit::` codes make a record malformed.
#[test]
fn a_limit_that_is_broken() {
    let text = format!("(;GM[ugo]SZ[3]RE[?]{})", ";".repeat(1_000_000));
    let (status, line, _) = run(&folder(&[]), &["validate", "-", "--format", "jsonl"], text);
    let expected = r#"{"schema":1,"source":"-","index":1,"game":"ugo","ruleset":"ugo","size":"3","plies":0,"status":"malformed","finished":false,"result":{"recorded":"?","computed":null},"findings":[{"code":"limit::nodes","severity":"error","message":"the record has more nodes than `--max-nodes` allows, 1,000,000 by default, a quarter of it in a file that needs much memory to unpack: here begins one too many","help":"split the record","line":1,"column":1000019,"offset":1000018,"length":1}],"players":{"B":null,"W":null},"event":null,"round":null,"date":null}
"#;
    assert_eq!((status, line.as_str()), (1, expected));
}
