//! Pages as text; how they behave in a browser is tested with the program.

use super::*;
use crate::verify::verify;

fn page_of(text: &str) -> String {
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
    let shots = PlyViewOptions {
        last_ply: true,
        ..PlyViewOptions::default()
    };
    html_viewer(&judged, &Style::default(), &shots, InitialPosition::Start).unwrap()
}

fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn texts_of_a_record_stay_texts() {
    let evil = "</script><script>alert(1)</script><!--\u{202e}\u{1b}[31m\"'&";
    let page = page_of(&format!(
        "(;GM[ugo]SZ[3]PB[{evil}]EV[{evil}]C[{evil}\nline]LB[a1:<b>];B[a1];W[<i>])",
        evil = evil.replace(']', "\\]")
    ));
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<!--") && !page.contains('\u{202e}') && !page.contains('\u{1b}'));
    assert!(!page.contains("<b>") && !page.contains("<i>"));
    let comment = &data(&page)["nodes"][0]["comment"];
    assert_eq!(
        comment,
        "</script><script>alert(1)</script><!--\\u{202e}\\u{1b}[31m\"'&\nline"
    );
}

#[test]
fn the_policy_lets_the_script_run_and_nothing_else() {
    let page = page_of("(;GM[ugo]SZ[3]RE[?];B[a1])");
    let script = page.rsplit_once("<script>").unwrap().1;
    let script = script.split_once("</script>").unwrap().0;
    let hash = BASE64.encode(Sha256::digest(script));
    assert!(page.contains(&format!("default-src 'none'; script-src 'sha256-{hash}'")));
    for outward in [
        "http:",
        "https:",
        "url(//",
        "src=",
        "href=",
        "@import",
        "innerHTML",
    ] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(outward), "{outward}");
    }
}

#[test]
fn every_node_has_its_position_its_words_and_its_findings() {
    let page = page_of(
        "(;GM[ugo]SZ[3]RE[?]C[root];B[a1]TE[1];W[b1]N[name](;B[a1]C[wrong];W[c1])(;B[C1]))",
    );
    let data = data(&page);
    let nodes = data["nodes"].as_array().unwrap();
    let told: Vec<String> = nodes
        .iter()
        .map(|node| {
            format!(
                "{} {} {} {}",
                node["parent"], node["move"], node["state"], node["wrong"]
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "0 null \"Black to move\" null",
            "0 \"a1\" \"White to move\" null",
            "1 \"b1\" \"Black to move\" null",
            "2 \"a1\" \"Black to move\" true",
            "3 \"c1\" \"Not judged, because an earlier ply is illegal\" null",
            "2 \"c1\" \"White to move\" null",
        ]
    );
    assert_eq!(nodes[1]["sign"], "!");
    assert_eq!(nodes[3]["findings"], serde_json::json!([0]));
    assert_eq!(data["findings"][0]["code"], "ugo::occupied");
    // What is shown at a node is what the nodes from the root on show and hide.
    assert_eq!(nodes[4]["show"], serde_json::json!([]));
    assert_eq!(nodes[4]["hide"], serde_json::json!([]));
    assert_ne!(nodes[3]["show"], serde_json::json!([]));
}

#[test]
fn a_record_that_cannot_be_played_still_has_its_page() {
    let page = page_of("(;GM[ugo]SZ[99]C[so it is];B[a1])");
    assert!(page.contains("The record cannot be played"));
    assert_eq!(data(&page)["findings"][0]["code"], "record::size");
}

#[test]
fn a_record_of_too_many_nodes_has_no_page() {
    let text = format!("(;GM[ugo]SZ[3]{})", ";C[x]".repeat(MAX_VIEWER_NODES));
    let record = crate::record::read(&text).next().unwrap();
    let options = Options::default();
    let verdict = verify(&record, &options);
    let judged = VerifiedRecord {
        record: &record,
        options: &options,
        verdict: &verdict,
    };
    let refused = html_viewer(
        &judged,
        &Style::default(),
        &PlyViewOptions::default(),
        InitialPosition::Start,
    );
    assert_eq!(refused, Err(ViewerTooLarge(MAX_VIEWER_NODES + 1)));
}
