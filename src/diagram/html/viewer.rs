//! The whole HTML document.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    move_text,
    node_data::{self, ChangesLeft, FindingData, NodeData},
    node_views::NodeViews,
    plain_text::plain_line,
    policy::{POLICY, script},
    script_data::ScriptData,
    shape_atlas::{AtlasImage, ShapeAtlas},
    too_large::{MAX_VIEWER_DATA, MAX_VIEWER_NODES, ViewerTooLarge},
    turned_board::{TurnedBoard, turned_boards},
};
use crate::{
    diagram::{
        content::Header,
        markup::{RecordHeader, root_text},
        ply_view::PlyViewOptions,
        style::Style,
        svg::escaped,
        verified_record::VerifiedRecord,
    },
    games::{Game, Players, Position, Rules},
    record::{Name, NodeId, Record},
};

const TEMPLATE: &str = include_str!("page/viewer.html");
const STYLE_SHEET: &str = include_str!("page/viewer.css");

/// The style sheet without its comments, its indentation and most of its spaces.
fn style_sheet() -> String {
    let lines = STYLE_SHEET.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("/*"));
    let sheet: String = lines.flat_map(|line| [line, "\n"]).collect();
    // The space behind a colon can belong to a selector.
    let shorter = [
        ("; ", ";"),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";\n", ";"),
        ("{\n", "{"),
        ("}\n", "}"),
        (";}", "}"),
    ];
    shorter
        .into_iter()
        .fold(sheet, |sheet, (from, to)| sheet.replace(from, to))
}

/// The position that the viewer opens with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialPosition {
    /// The start.
    #[default]
    Start,
    /// The one after N plies of the main line.
    Ply(u32),
}

/// The longest record that a viewer offers for download, in bytes: its texts are in the page once more.
const MAX_DOWNLOAD: usize = 2 * 1024 * 1024;

/// What the script reads.
#[derive(Serialize)]
struct ViewerData<'r> {
    game: Option<&'static str>,
    /// Whether the pieces belong to no player.
    neutral: bool,
    /// Whether there is a button to take.
    has_button: bool,
    /// The names of the players.
    black: String,
    white: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    grey: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    yellow: String,
    /// The letters of the players, where they are more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<String>,
    /// The beginning of a record of this game, up to the pieces.
    root: String,
    /// The text of the record, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'r str>,
    /// The node to begin with.
    initial: usize,
    /// Where column 1 and row 1, the next column, and the next row are in the image; of a pyramid that is not seen from above
    /// also column 1 and row 1 of each higher level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    axes: Vec<[String; 2]>,
    /// Margo: where the boards of the levels are: left, top, width and height.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<[String; 4]>,
    /// Margo: the level from each of these shapes on, 0 for what is no marble.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<(usize, u8)>,
    nodes: Vec<NodeData<'r>>,
    findings: Vec<FindingData>,
    /// The same board seen from the other corners.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    turned: Vec<TurnedBoard>,
}

/// Writes the HTML viewer of a record that was verified with all its variations. The size in
/// the style is not used: the board is as large as the window allows.
///
/// # Errors
///
/// If the record has too many nodes, or the page would be too large.
pub fn html_viewer(
    verified: &VerifiedRecord,
    style: &Style,
    options: &PlyViewOptions,
    initial: InitialPosition,
) -> Result<String, ViewerTooLarge> {
    let record = verified.record;
    let count = record.nodes().count();
    if count > MAX_VIEWER_NODES {
        return Err(ViewerTooLarge::Nodes(count));
    }
    // The page tells the status itself.
    let style = Style {
        status: false,
        ..*style
    };
    let style = &style.with_levels_of(record, verified.options);
    let mut atlas = ShapeAtlas::default();
    let views = NodeViews::new(verified, style, options, &mut atlas)?;
    // Without the script the page shows the end of the game.
    let shown = views.view(end_of_main_line(record));
    let image = shown.and_then(|view| atlas.draw(style, &view.title, &view.visible));
    let image = image.unwrap_or_else(|| AtlasImage {
        svg: "<p>The record cannot be played.</p>\n".to_owned(),
        aspect_ratio: 1.0,
        indices: BTreeMap::new(),
        levels: Vec::new(),
    });
    let header = RecordHeader::read(record);
    let header = header.header(verified.verdict.players());
    let game = verified.verdict.game;
    let findings = node_data::findings(verified);
    let mut left = ChangesLeft::default();
    let nodes = node_data::nodes(record, &views, &image.indices, &findings, &mut left)?;
    let moves = move_text::moves(record, &nodes);
    let rules = verified.verdict.position.as_ref().map(Position::rules);
    let (axes, level_boards, key) = (views.axes.clone(), views.boards.clone(), views.key.clone());
    // The boards of one corner after another: each of them takes as much memory as these.
    drop((views, atlas));
    let end = end_of_main_line(record);
    let turned = turned_boards(verified, style, options, end, &mut left)?;
    let data = ViewerData {
        game: game.map(Game::name),
        neutral: game == Some(Game::Bamogo),
        has_button: rules.is_some_and(Rules::has_button),
        black: plain_line(header.black.unwrap_or_default(), 80),
        white: plain_line(header.white.unwrap_or_default(), 80),
        grey: plain_line(header.grey.unwrap_or_default(), 80),
        yellow: plain_line(header.yellow.unwrap_or_default(), 80),
        players: (verified.verdict.players() != Players::Two).then(|| {
            let players = verified.verdict.players().colors().iter();
            players.map(|color| color.letter()).collect()
        }),
        root: root(record),
        record: Some(record.text()).filter(|text| text.len() <= MAX_DOWNLOAD),
        initial: initial_node(record, initial).index(),
        axes,
        boards: level_boards,
        levels: image.levels,
        nodes,
        findings,
        turned,
    };
    let written = ScriptData::of(&data, MAX_VIEWER_DATA).ok_or(ViewerTooLarge::Data)?;
    let lines: Vec<String> = moves.lines().map(escaped).collect();
    let mut boards = image.svg.trim_end().to_owned();
    for turned in &data.turned {
        // The script shows one of them.
        boards.push('\n');
        boards.push_str(&turned.svg.trim_end().replacen("<svg ", "<svg hidden ", 1));
    }
    // The page is assembled without the texts, which may be large.
    drop(data);
    Ok(filled(&[
        ("policy", POLICY),
        ("title", &escaped(&title(record, &header, game))),
        ("style", style_sheet().trim_end()),
        ("details", &details(&header)),
        ("key", &escaped(&key)),
        ("ratio", &format!("{:.4}", image.aspect_ratio)),
        ("board", &boards),
        ("moves", &lines.join("\n")),
        ("data", written.as_str()),
        ("script", &script()),
    ]))
}

/// The node of the main line after N plies; the root if there is none.
fn initial_node(record: &Record, initial: InitialPosition) -> NodeId {
    let InitialPosition::Ply(ply) = initial else {
        return NodeId::ROOT;
    };
    let next = |node: &NodeId| record.children(*node).next();
    let mut line = std::iter::successors(Some(NodeId::ROOT), next);
    let found = line.find(|&node| record.plies(node) == ply);
    found.unwrap_or(NodeId::ROOT)
}

fn end_of_main_line(record: &Record) -> NodeId {
    let next = |node: &NodeId| record.children(*node).next();
    let line = std::iter::successors(Some(NodeId::ROOT), next);
    line.last().unwrap_or(NodeId::ROOT)
}

/// The root properties that the rules of the game depend on, as the record has them.
fn root(record: &Record) -> String {
    let mut root = String::new();
    for name in [Name::GM, Name::SZ, Name::RU, Name::KM] {
        let mut properties = record.properties(NodeId::ROOT).iter();
        let property = properties.find(|property| property.name == name);
        let value = property.and_then(|property| record.values(property).first());
        if let Some(&value) = value {
            root.push_str(&format!("{}[{}]", name.letters(), record.raw(value)));
        }
    }
    root
}

/// The players and the game, or the name of the game.
fn title(record: &Record, header: &Header, game: Option<Game>) -> String {
    let name = |name: Option<&str>, default: &str| {
        let name = plain_line(name.unwrap_or_default(), 80);
        if name.is_empty() {
            default.to_owned()
        } else {
            name
        }
    };
    let game = game.map_or("unknown game", Game::name);
    match (header.black, header.white) {
        (None, None) => {
            let given = root_text(record, Name::GN);
            format!("{} · {game}", name(given.as_deref(), "A record"))
        }
        (black, white) => {
            let further = [header.grey, header.yellow].into_iter().flatten();
            let further: String = further
                .map(|further| format!(" – {}", name(Some(further), "?")))
                .collect();
            format!(
                "{} – {}{further} · {game}",
                name(black, "Black"),
                name(white, "White")
            )
        }
    }
}

/// What else is known of the game, each part as an element.
fn details(header: &Header) -> String {
    /// More characters may have no room in their line.
    const SHORT: usize = 30;
    // An unknown result is none.
    let result = header.result.filter(|result| result.trim() != "?");
    let parts = [
        ("", header.event),
        ("", header.date),
        ("komi ", header.komi),
        ("result ", result),
    ];
    let parts = parts
        .into_iter()
        .filter_map(|(name, text)| Some(format!("{name}{}", plain_line(text?, 200))));
    let spans = parts.map(|part| {
        let text = escaped(&part);
        match part.chars().count() {
            0..=SHORT => format!("<span>{text}</span>"),
            _ => format!("<span title=\"{text}\">{text}</span>"),
        }
    });
    spans.collect()
}

/// The template with its placeholders replaced; what is inserted is not searched for more.
fn filled(parts: &[(&str, &str)]) -> String {
    let inserted: usize = parts.iter().map(|(_, text)| text.len()).sum();
    let mut html = String::with_capacity(TEMPLATE.len() + inserted);
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        html.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let part = parts.iter().find(|(known, _)| *known == name);
        html.push_str(part.map_or("", |(_, text)| text));
        rest = after;
    }
    html.push_str(rest);
    html
}
