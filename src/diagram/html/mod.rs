//! A record as a page to click through: one file that needs no network.
//!
//! The page holds one image with the shapes of all positions and, for every node, which
//! of them come and go with it; so the script draws nothing, and every position looks as
//! [`svg`](super::svg()) draws it. Texts of the record come as JSON and are set as text.

mod nodes;
mod shape_atlas;

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Header, PlyViewOptions, RecordHeader, Style, markup::root_text};
use crate::{
    games::Game,
    record::{Name, NodeId, Record},
    verify::{Options, Verdict},
};
use nodes::{Node, Sights, Told, harmless};
use shape_atlas::ShapeAtlas;

/// Nodes that a page can have.
pub const MAX_VIEWER_NODES: usize = 20_000;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("player.js");

/// Which position a page opens with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialPosition {
    /// The start.
    #[default]
    Start,
    /// The one after so many plies of the main line.
    Ply(u32),
}

/// The record is too large for a page: it has so many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record has {0} nodes; a page holds at most {MAX_VIEWER_NODES}")]
pub struct ViewerTooLarge(pub usize);

/// A record that has been judged, all variations included.
#[derive(Clone, Copy, Debug)]
pub struct VerifiedRecord<'a, 'r> {
    /// The record.
    pub record: &'a Record<'r>,
    /// How it was judged.
    pub options: &'a Options,
    /// What came of it.
    pub verdict: &'a Verdict,
}

/// What the script reads.
#[derive(Serialize)]
struct Data {
    /// The event, komi, the result and the like, in a line.
    details: String,
    /// Whether the pieces are nobody's.
    neutral: bool,
    /// The node to begin with.
    open: usize,
    nodes: Vec<Node>,
    findings: Vec<Told>,
}

/// Writes the page of a record. Of the style the size is not used: the board is as large
/// as the window allows.
///
/// # Errors
///
/// If the record has too many nodes.
pub fn html_viewer(
    judged: &VerifiedRecord,
    style: &Style,
    options: &PlyViewOptions,
    opening: InitialPosition,
) -> Result<String, ViewerTooLarge> {
    let count = judged.record.nodes().count();
    if count > MAX_VIEWER_NODES {
        return Err(ViewerTooLarge(count));
    }
    let mut stock = ShapeAtlas::default();
    let style = &style.steady(judged.record, judged.options);
    let sights = Sights::of(judged, style, options, &mut stock);
    let open = opened(judged.record, opening);
    let (board, places) = match sights.shown(open) {
        None => (
            "<p>The record cannot be played.</p>".to_owned(),
            BTreeMap::new(),
        ),
        Some(shown) => stock.draw(shown),
    };
    let heading = RecordHeader::read(judged.record);
    let header = heading.header();
    let game = judged.verdict.game;
    let findings = nodes::findings(judged);
    let data = Data {
        details: details(&header),
        neutral: game == Some(Game::Bamogo),
        open: open.index(),
        nodes: nodes::nodes(judged, &sights, &places, &findings),
        findings,
    };
    // Writing to memory fails only for maps whose keys are no strings.
    let data = serde_json::to_string(&data).unwrap_or_default();
    let hash = BASE64.encode(Sha256::digest(SCRIPT));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'"
    );
    Ok(filled(&[
        ("policy", &policy),
        ("title", &escaped(&title(judged.record, &header, game))),
        ("style", STYLE.trim_end()),
        ("ratio", &ratio(&board)),
        ("board", &board),
        // So that no text can end the element it stands in.
        ("data", &data.replace('<', "\\u003c")),
        ("script", SCRIPT),
    ]))
}

/// The node of the main line after so many plies, or the last if there are not as many.
fn opened(record: &Record, opening: InitialPosition) -> NodeId {
    let InitialPosition::Ply(ply) = opening else {
        return NodeId::ROOT;
    };
    let next = |node: &NodeId| record.children(*node).next();
    let mut line = std::iter::successors(Some(NodeId::ROOT), next);
    let found = line.find(|&node| record.plies(node) == ply);
    found.unwrap_or(NodeId::ROOT)
}

/// How wide an image is for its height, by its `viewBox`.
fn ratio(svg: &str) -> String {
    let (_, view) = svg.split_once("viewBox=\"").unwrap_or_default();
    let (view, _) = view.split_once('"').unwrap_or_default();
    let numbers = view
        .split(' ')
        .filter_map(|number| number.parse::<f64>().ok());
    match numbers.collect::<Vec<f64>>()[..] {
        [_, _, width, height] if height > 0.0 => format!("{:.4}", width / height),
        _ => "1".to_owned(),
    }
}

/// Who plays what, or the name of the game.
fn title(record: &Record, header: &Header, game: Option<Game>) -> String {
    let name = |name: Option<&str>, other: &str| {
        let name: String = name.unwrap_or_default().chars().take(80).collect();
        let name = harmless(name.trim()).replace('\n', " ");
        if name.is_empty() {
            other.to_owned()
        } else {
            name
        }
    };
    let game = game.map_or("no known game", Game::name);
    match (header.black, header.white) {
        (None, None) => {
            let given = root_text(record, Name::GN);
            format!("{} · {game}", name(given.as_deref(), "A record"))
        }
        (black, white) => format!(
            "{} – {} · {game}",
            name(black, "Black"),
            name(white, "White")
        ),
    }
}

/// What else is known of the game, in a line.
fn details(header: &Header) -> String {
    let parts = [
        ("", header.event),
        ("", header.date),
        ("komi ", header.komi),
        ("result ", header.result),
    ];
    let parts = parts.into_iter().filter_map(|(name, text)| {
        let text: String = text?.chars().take(200).collect();
        Some(format!(
            "{name}{}",
            harmless(text.trim()).replace('\n', " ")
        ))
    });
    parts.collect::<Vec<String>>().join(" · ")
}

/// The page with its places filled, each once; what is filled in is not looked through.
fn filled(parts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let part = parts.iter().find(|(known, _)| *known == name);
        page.push_str(part.map_or("", |(_, text)| text));
        rest = after;
    }
    page.push_str(rest);
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
