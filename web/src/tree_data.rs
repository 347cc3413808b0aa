//! The tree of a record for the list of moves.

use kifu::{
    editor::{GameNode, GameTree, Session},
    record::unescape,
    verify::{Code, Finding},
};
use serde::Serialize;

use crate::{
    games::letters,
    located::{FindingData, Locator},
};

/// A node. What is missing is usual.
#[derive(Serialize)]
pub(crate) struct NodeData {
    parent: usize,
    children: Vec<usize>,
    ply: u32,
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    quality: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    illegal: bool,
    /// Whether the record is damaged here: the ply is one that cannot be read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    damaged: bool,
    findings: Vec<usize>,
}

/// The tree, and what the root tells.
#[derive(Serialize)]
pub(crate) struct TreeData {
    nodes: Vec<NodeData>,
    findings: Vec<FindingData>,
    cursor: usize,
    game: &'static str,
    neutral: bool,
    has_button: bool,
    ruleset: String,
    size: String,
    black: String,
    white: String,
    grey: String,
    yellow: String,
    /// The letters of the players.
    players: String,
    result: String,
}

/// How many characters of a move, and of a name or comment in the list, are told.
const MOVE: usize = 80;
const TEXT: usize = 300;

fn beginning(text: &str, count: usize) -> String {
    let mut text: String = text.chars().take(count + 1).collect();
    if text.chars().count() > count {
        text.pop();
        text.push('…');
    }
    text
}

/// Whether an error is about the text and not about the play.
fn is_damage(error: &Finding) -> bool {
    matches!(error.code().group(), "syntax" | "limit")
}

fn node(session: &Session, index: usize, plies: &[u32]) -> NodeData {
    let node: &GameNode = session.tree().node(index);
    let has = |letters: &str| node.properties.iter().any(|one| one.letters == letters);
    let quality = [("TE", "!"), ("BM", "?"), ("DO", "?!"), ("IT", "!?")];
    let mv = node.moves().next();
    NodeData {
        parent: node.parent.unwrap_or(0),
        children: node.children.clone(),
        ply: plies[index],
        mv: mv.map_or_else(String::new, |(_, raw)| beginning(&unescape(raw), MOVE)),
        player: mv.map(|(letters, _)| letters.chars().take(1).collect()),
        quality: quality
            .iter()
            .find(|(letters, _)| has(letters))
            .map_or("", |(_, mark)| mark),
        name: beginning(&node.text("N").unwrap_or_default(), TEXT),
        comment: beginning(&node.text("C").unwrap_or_default(), TEXT),
        illegal: session.error_at(index).is_some(),
        damaged: session.error_at(index).is_some_and(is_damage),
        findings: Vec::new(),
    }
}

impl TreeData {
    /// The tree of a session that was opened with a text. Of a game that goes on it is not told that it is unfinished.
    pub(crate) fn of(session: &Session, text: &str, goes_on: bool) -> TreeData {
        let tree = session.tree();
        let mut plies = vec![0; tree.len()];
        for index in 0..tree.len() {
            // A node comes after its parent.
            let before = tree.node(index).parent.map_or(0, |parent| plies[parent]);
            plies[index] = before + u32::from(tree.node(index).moves().next().is_some());
        }
        let mut nodes: Vec<NodeData> = (0..tree.len())
            .map(|index| node(session, index, &plies))
            .collect();
        let locator = Locator::new(text);
        let mut findings = Vec::new();
        let is_attached = attached(tree);
        for found in session.findings() {
            let is_left_out = goes_on && found.finding.code() == Code::RecordUnfinished;
            if is_left_out || is_attached.get(found.node) != Some(&true) {
                continue;
            }
            nodes[found.node].findings.push(findings.len());
            findings.push(locator.finding(&found.finding, found.node));
        }
        let position = session.position();
        TreeData {
            nodes,
            findings,
            cursor: session.cursor(),
            game: position.game().name(),
            neutral: position.game() == kifu::games::Game::Bamogo,
            has_button: position.rules().has_button(),
            ruleset: session
                .ruleset()
                .map_or_else(String::new, |ruleset| ruleset.name.clone()),
            size: position.size().to_string(),
            black: session.detail("PB"),
            white: session.detail("PW"),
            grey: session.detail("PG"),
            yellow: session.detail("PY"),
            players: letters(position.players()),
            result: session.detail("RE"),
        }
    }
}

/// Which nodes have not been removed.
fn attached(tree: &GameTree) -> Vec<bool> {
    let mut attached = vec![false; tree.len()];
    for node in tree.in_order() {
        attached[node] = true;
    }
    attached
}
