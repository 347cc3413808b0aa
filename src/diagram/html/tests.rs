//! Viewers as text; how they behave in a browser is tested with the program.

use super::{
    policy::{POLICY, SCRIPT},
    *,
};
use crate::{
    diagram::{PlyViewOptions, Style, VerifiedRecord},
    verify::{Options, verify},
};

fn viewer_of(text: &str) -> String {
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
    html_viewer(
        &judged,
        &Style::default(),
        &view_options,
        InitialPosition::Start,
    )
    .unwrap()
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
fn policy_allows_the_script_and_nothing_else() {
    let html = viewer_of("(;GM[ugo]SZ[3]RE[?];B[a1])");
    let script = html.rsplit_once("<script>").unwrap().1;
    assert_eq!(script.split_once("</script>").unwrap().0, SCRIPT);
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
                "{} {} {} {}",
                node["parent"], node["move"], node["status"], node["illegal"]
            )
        })
        .collect();
    assert_eq!(
        texts,
        [
            "0 null \"Black to move\" null",
            "0 \"a1\" \"White to move\" null",
            "1 \"b1\" \"Black to move\" null",
            "2 \"a1\" \"Black to move\" true",
            "3 \"c1\" \"Not checked, because an earlier ply is illegal\" null",
            "2 \"c1\" \"White to move\" null",
        ]
    );
    assert_eq!(nodes[1]["quality"], "!");
    assert_eq!(nodes[3]["findings"], serde_json::json!([0]));
    assert_eq!(data["findings"][0]["code"], "ugo::occupied");
    // The shapes of a node follow from what the nodes on its path show and hide.
    assert_eq!(nodes[4]["show"], serde_json::json!([]));
    assert_eq!(nodes[4]["hide"], serde_json::json!([]));
    assert_ne!(nodes[3]["show"], serde_json::json!([]));
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
