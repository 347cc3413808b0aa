//! Viewers as text; how they behave in a browser is tested with the program.

use super::{
    policy::{POLICY, script},
    *,
};
use crate::{
    diagram::{PlyViewOptions, Style, VerifiedRecord, View},
    verify::{Options, verify},
};

fn viewer_of(text: &str) -> String {
    styled_viewer(text, &Style::default())
}

fn styled_viewer(text: &str, style: &Style) -> String {
    let record = crate::record::read(text).next().unwrap();
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let verdict = verify(&record, &options);
    let judged = VerifiedRecord {
        record: &record,
        options: &options,
        verdict: &verdict,
    };
    let view_options = PlyViewOptions {
        last_ply: true,
        ..PlyViewOptions::default()
    };
    html_viewer(&judged, style, &view_options, InitialPosition::Start).unwrap()
}

fn data(html: &str) -> serde_json::Value {
    let (_, rest) = html.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn texts_of_a_record_remain_text() {
    let evil = "</script><script>alert(1)</script><!--\u{202e}\u{1b}[31m\"'&";
    let html = viewer_of(&format!(
        "(;GM[ugo]SZ[3]PB[{evil}]EV[{evil}]C[{evil}\nline]LB[a1:<b>];B[a1];W[<i>])",
        evil = evil.replace(']', "\\]")
    ));
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("<!--") && !html.contains('\u{202e}') && !html.contains('\u{1b}'));
    assert!(!html.contains("<b>") && !html.contains("<i>"));
    let comment = &data(&html)["nodes"][0]["comment"];
    assert_eq!(
        comment,
        "</script><script>alert(1)</script><!--\\u{202e}\\u{1b}[31m\"'&\nline"
    );
}

#[test]
fn the_comment_on_the_game_is_shown_at_the_start() {
    let html = viewer_of("(;GM[ugo]SZ[3]RE[?]GC[rules of the club]C[begin];B[a1])");
    let comment = &data(&html)["nodes"][0]["comment"];
    assert_eq!(comment, "rules of the club\n\nbegin");
}

#[test]
fn policy_allows_the_script_and_nothing_else() {
    let html = viewer_of("(;GM[ugo]SZ[3]RE[?];B[a1])");
    let written = html.rsplit_once("<script>").unwrap().1;
    assert_eq!(written.split_once("</script>").unwrap().0, script());
    assert!(html.contains(&format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
    )));
    for outward in [
        "http:",
        "https:",
        "url(//",
        "src=",
        "href=",
        "@import",
        "innerHTML",
    ] {
        let html = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!html.contains(outward), "{outward}");
    }
}

#[test]
fn every_node_has_its_position_texts_and_findings() {
    let html = viewer_of(
        "(;GM[ugo]SZ[3]RE[?]C[root];B[a1]TE[1];W[b1]N[name](;B[a1]C[wrong];W[c1])(;B[C1]))",
    );
    let data = data(&html);
    let nodes = data["nodes"].as_array().unwrap();
    let texts: Vec<String> = nodes
        .iter()
        .map(|node| {
            format!(
                "{} {} {} {} {} {}",
                node["parent"],
                node["move"],
                node["to_move"],
                node["status"],
                node["illegal"],
                node["change"]
            )
        })
        .collect();
    // A parent that is the node before is left out.
    assert_eq!(
        texts,
        [
            "null null \"B\" null null null",
            "null \"a1\" \"W\" null null \"+Ba1\"",
            "null \"b1\" \"B\" null null \"+Wb1\"",
            "null \"a1\" \"B\" null true null",
            "null \"c1\" null \"Not checked, because an earlier ply is illegal\" null null",
            "2 \"c1\" \"W\" null null \"+Bc1\"",
        ]
    );
    assert_eq!(nodes[1]["quality"], "!");
    assert_eq!(nodes[3]["findings"], serde_json::json!([0]));
    assert_eq!(data["findings"][0]["code"], "ugo::occupied");
    // The shapes of a node follow from what the nodes on its path show and hide.
    assert!(nodes[4]["show"].is_null() && nodes[4]["hide"].is_null());
    assert!(nodes[3]["show"].is_array());
}

/// The text between two others.
fn between<'h>(html: &'h str, start: &str, end: &str) -> &'h str {
    let (_, rest) = html.split_once(start).unwrap();
    rest.split_once(end).unwrap().0
}

#[test]
fn without_the_script_the_end_and_the_moves_are_there() {
    let html = viewer_of(
        "(;GM[ugo]SZ[3]RE[?]C[one\ntwo];B[a1](;W[b1](;B[c1];W[button])(;B[c3]C[other <line>]))(;W[b2];B[a3]))",
    );
    assert_eq!(
        between(&html, "<p class=\"move-text\">", "</p>"),
        "(one two) 1 Black a1 2 White b1 \nvariation: 2 White b2 3 Black a3 \n3 Black c1 \n\
         variation: 3 Black c3 (other &lt;line&gt;) \n4 White button"
    );
    assert_eq!(html.matches("<circle h=\"0\" class=\"black\"").count(), 2);
    let label = between(&html, "role=\"img\" aria-label=\"", "\"");
    assert_eq!(label, "Ugo, 3 × 3, after 4 plies, Black to move");
}

/// Programs of older formats write it there.
#[test]
fn a_move_in_the_root_is_on_its_board() {
    let data = data(&viewer_of("(;GM[ugo]SZ[5]RE[?]B[c3];W[d4])"));
    let usual = "(;GM[ugo]SZ[5]RE[?];B[c3];W[d4])";
    let usual = self::data(&viewer_of(usual));
    let (root, first) = (&data["nodes"][0], &usual["nodes"][1]);
    for key in ["move", "player", "to_move", "score"] {
        assert_eq!(root[key], first[key], "{key}");
    }
    assert_eq!(root["setup"], "Bc3");
    assert_eq!(data["nodes"][1]["change"], usual["nodes"][2]["change"]);
}

/// Beside a variation that is set up otherwise the start has a board of its own, which is empty.
#[test]
fn a_part_of_a_setup_has_the_board_of_the_whole() {
    let told = data(&viewer_of(
        "(;GM[ugo]SZ[5]RE[?](;AB[a1];C[x];AB[b1];W[c3])(;B[c3])(;AB[z9]))",
    ));
    let setups: Vec<&serde_json::Value> = (0..7).map(|at| &told["nodes"][at]["setup"]).collect();
    assert_eq!(setups[1], "Ba1 Bb1", "{setups:?}");
    assert!(setups[2].is_null() && setups[3].is_null(), "{setups:?}");
    let html = viewer_of("(;GM[ugo]SZ[5]RE[?];AB[a1];AB[b1];W[c3])");
    assert_eq!(data(&html)["nodes"][0]["setup"], "Ba1 Bb1");
}

#[test]
fn a_long_event_has_a_tooltip() {
    let long = "Fourth <Open> of a town with a long name";
    let html = viewer_of(&format!("(;GM[ugo]SZ[3]RE[?]EV[{long}])"));
    let escaped = "Fourth &lt;Open&gt; of a town with a long name";
    assert_eq!(
        between(&html, "<p id=\"details\" class=\"parts\">", "</p>"),
        format!("<span title=\"{escaped}\">{escaped}</span>")
    );
}

#[test]
fn public_state_is_told_and_an_unknown_result_is_not() {
    let html = viewer_of("(;GM[bamogo]SZ[3]RE[?]PB[Ann]DT[2026]LINE[RG RB];B[Ra1,Gb1])");
    assert_eq!(
        between(&html, "<p id=\"details\" class=\"parts\">", "</p>"),
        "<span>2026</span>"
    );
    let told = data(&html);
    assert_eq!(told["black"], "Ann");
    assert_eq!(told["nodes"][0]["line"], "RG RB");
    assert_eq!(told["nodes"][1]["pairs_left"], 1);
    let html = viewer_of("(;GM[ugo]SZ[3]RE[B+9];B[a1];W[button];B[b1])");
    assert!(html.contains("result B+9"));
    let told = data(&html);
    assert_eq!(told["has_button"], true);
    assert_eq!(told["nodes"][1]["button"], serde_json::Value::Null);
    assert_eq!(told["nodes"][2]["button"], "W");
    // As before it.
    assert_eq!(told["nodes"][3]["button"], serde_json::Value::Null);
    assert_eq!(told["root"], "GM[ugo]SZ[3]");
    assert_eq!(
        told["record"],
        "(;GM[ugo]SZ[3]RE[B+9];B[a1];W[button];B[b1])"
    );
}

#[test]
fn the_places_of_points_follow_from_three() {
    let told = data(&viewer_of("(;GM[ugo]SZ[3]RE[?];B[c2])"));
    let at = |index: usize| -> Vec<f64> {
        let place = told["axes"][index].as_array().unwrap().iter();
        place
            .map(|along| along.as_str().unwrap().parse().unwrap())
            .collect()
    };
    let (origin, right, up) = (at(0), at(1), at(2));
    let c2 = [0, 1].map(|along| {
        origin[along] + 2.0 * (right[along] - origin[along]) + up[along] - origin[along]
    });
    let html = viewer_of("(;GM[ugo]SZ[3]RE[?];B[c2])");
    assert!(
        html.contains(&format!("cx=\"{}\" cy=\"{}\"", c2[0], c2[1])),
        "{c2:?}"
    );
}

/// The centers of the circles of each board.
fn circles(html: &str) -> Vec<Vec<[f64; 2]>> {
    let boards = html.split("<svg ").skip(1);
    let circles = |board: &str| -> Vec<[f64; 2]> {
        let board = board.split("</svg>").next().unwrap();
        let circles = board.split("<circle ").skip(1);
        let number = |circle: &str, name: &str| between(circle, name, "\"").parse().unwrap();
        circles
            .map(|circle| [number(circle, "cx=\""), number(circle, "cy=\"")])
            .collect()
    };
    boards.map(circles).collect()
}

#[test]
fn the_places_of_marbles_of_all_levels_follow_from_some() {
    let text = "(;GM[margo]SZ[3]RE[?];W[a1];B[c1];W[a3];B[c3];W[b2];B[e5])";
    for view in [View::Top, View::Iso, View::Exploded] {
        let style = Style {
            view,
            ..Style::default()
        };
        let html = styled_viewer(text, &style);
        let told = data(&html);
        let turned = told["turned"].as_array().into_iter().flatten();
        let boards: Vec<_> = std::iter::once(&told).chain(turned).collect();
        let circles = circles(&html);
        assert_eq!(boards.len(), if view == View::Top { 1 } else { 4 });
        assert_eq!(boards.len(), circles.len());
        for (board, circles) in boards.into_iter().zip(circles) {
            let axes = board["axes"].as_array().unwrap().iter().map(|place| {
                [0, 1].map(|along: usize| place[along].as_str().unwrap().parse::<f64>().unwrap())
            });
            let axes: Vec<[f64; 2]> = axes.collect();
            for (level, column, row) in [(1, 1.0, 1.0), (1, 5.0, 5.0), (2, 2.0, 2.0)] {
                let origin = axes
                    .get(level + 1)
                    .filter(|_| level > 1)
                    .unwrap_or(&axes[0]);
                let at = [0, 1].map(|along: usize| {
                    let step = |axis: usize| axes[axis][along] - axes[0][along];
                    origin[along] + (column - 1.0) * step(1) + (row - 1.0) * step(2)
                });
                let is_near =
                    |circle: &&[f64; 2]| (circle[0] - at[0]).hypot(circle[1] - at[1]) < 0.1;
                assert!(
                    circles.iter().find(is_near).is_some(),
                    "{view:?} {level} {at:?}"
                );
            }
        }
    }
}

#[test]
fn a_record_that_cannot_be_played_has_a_viewer() {
    let html = viewer_of("(;GM[ugo]SZ[99]C[so it is];B[a1])");
    assert!(html.contains("The record cannot be played"));
    assert_eq!(data(&html)["findings"][0]["code"], "record::size");
}

/// Why a record has no viewer.
fn refusal(text: &str) -> Option<ViewerTooLarge> {
    let record = crate::record::read(text).next().unwrap();
    let options = Options::default();
    let verdict = verify(&record, &options);
    let judged = VerifiedRecord {
        record: &record,
        options: &options,
        verdict: &verdict,
    };
    let result = html_viewer(
        &judged,
        &Style::default(),
        &PlyViewOptions::default(),
        InitialPosition::Start,
    );
    result.err()
}

#[test]
fn a_record_with_too_many_nodes_is_refused() {
    let text = format!("(;GM[ugo]SZ[3]{})", ";C[x]".repeat(MAX_VIEWER_NODES));
    let expected = ViewerTooLarge::Nodes(MAX_VIEWER_NODES + 1);
    assert_eq!(refusal(&text), Some(expected));
}

#[test]
fn a_record_with_too_long_comments_is_refused() {
    let comment = "x".repeat(MAX_VIEWER_DATA / 2);
    let one = format!("(;GM[ugo]SZ[3]C[{comment}])");
    assert_eq!(refusal(&one), None);
    let two = format!("(;GM[ugo]SZ[3]C[{comment}];C[{comment}])");
    assert_eq!(refusal(&two), Some(ViewerTooLarge::Data));
}
