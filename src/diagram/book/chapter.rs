//! What a book contains.

use crate::{
    diagram::{
        content::{Diagram, Header},
        scene::{Scene, TextRole, details, numbered_style, players, scene_and_notes},
        style::Style,
    },
    record::{Name, NodeId, Record, unescape},
};

/// The figures of a game below its heading. Texts may be anything.
#[derive(Clone, Debug, Default)]
pub struct Chapter {
    /// The first line of the heading: the players.
    pub title: String,
    /// The second line: event, date, komi and result.
    pub details: String,
    /// The figures in their order.
    pub figures: Vec<Figure>,
}

/// A board and its texts.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The title above the board, if there is one.
    pub title: Option<String>,
    /// The board without any text around it.
    pub board: Scene,
    /// The line below the board.
    pub caption: String,
    /// Paragraphs below the caption: what the board does not show, and comments.
    pub notes: Vec<String>,
    /// What marks on the board mean, below the notes.
    pub keys: Vec<String>,
}

impl Chapter {
    /// A chapter without figures, whose heading is that of a game. Without names of players its title is `name`.
    pub fn new(header: &Header, name: &str) -> Chapter {
        Chapter {
            title: players(header).unwrap_or_else(|| name.to_owned()),
            details: details(header),
            figures: Vec::new(),
        }
    }
}

impl Figure {
    /// The figure of a diagram, whose header is not shown.
    pub fn new(diagram: &Diagram, style: &Style, caption: String) -> Figure {
        Figure::of(diagram, style, caption, true)
    }

    /// The figure of a numbered diagram that does not show the position, and that of the position, which has the state of
    /// the game; `None` if the diagram shows it. Where [numbers stand apart](crate::diagram::has_numbers_apart) there are always two.
    pub fn with_after(
        diagram: &Diagram,
        style: &Style,
        [caption, after]: [String; 2],
    ) -> Option<[Figure; 2]> {
        let apart = numbered_style(diagram, style);
        let position = match apart {
            Some(_) => diagram.board_of_position(),
            None => diagram.board_after()?,
        };
        let numbered = Diagram {
            territory: false,
            ..*diagram
        };
        Some([
            Figure::of(&numbered, &apart.unwrap_or(*style), caption, false),
            Figure::of(&position, style, after, true),
        ])
    }

    fn of(diagram: &Diagram, style: &Style, caption: String, with_state: bool) -> Figure {
        let (board, texts) = scene_and_notes(diagram, style, with_state);
        let (mut keys, mut notes, mut state) = (Vec::new(), Vec::new(), Vec::new());
        for (role, text) in texts {
            match role {
                TextRole::Key => keys.push(text),
                TextRole::Status => state.push(text),
                _ => notes.push(text),
            }
        }
        if !state.is_empty() {
            notes.insert(0, state.join(" · "));
        }
        Figure {
            title: None,
            board,
            caption,
            notes,
            keys,
        }
    }
}

/// The comments of some nodes as paragraphs, each with the number of its ply in front: what `GC`, `N` and `C` say.
/// Ends, with `…`, before they have more than `most` characters.
pub fn comments(record: &Record, nodes: &[NodeId], most: usize) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let mut left = most;
    for &node in nodes {
        let texts = [Name::GC, Name::N, Name::C].into_iter().flat_map(|name| {
            // A node may have several comments.
            let properties = record.properties(node).iter();
            let properties = properties.filter(move |property| property.name == name);
            let values = properties.flat_map(|property| record.values(property));
            values.map(|&value| unescape(record.raw(value)).trim().to_owned())
        });
        let ply = record.plies(node);
        let mut label = (ply > 0).then(|| format!("{ply}: "));
        for paragraph in texts.flat_map(|text| paragraphs_of(&text, most)) {
            let length = paragraph.chars().count();
            if length > left {
                paragraphs.push("…".to_owned());
                return paragraphs;
            }
            left -= length;
            paragraphs.push(label.take().unwrap_or_default() + &paragraph);
        }
    }
    paragraphs
}

/// The paragraphs of a comment, up to the one that makes them longer than `most` characters. Line breaks behind long
/// lines are those of a text that was broken to fit somewhere.
fn paragraphs_of(text: &str, most: usize) -> Vec<String> {
    const LONG: usize = 50;
    let mut paragraphs: Vec<String> = Vec::new();
    let mut continues = false;
    let mut total = 0;
    for line in text.lines().map(str::trim) {
        match paragraphs.last_mut() {
            Some(paragraph) if continues && !line.is_empty() => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            _ if line.is_empty() => {}
            _ => paragraphs.push(line.to_owned()),
        }
        let length = line.chars().count();
        continues = length >= LONG;
        total += length;
        if total > most {
            break;
        }
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_their_plies() {
        let long = "a line of a text that was broken to fit somewhere else";
        let text = format!(
            "(;GM[ugo]GC[About\nit]C[];B[a1]N[Start]C[{long}\nand goes on\n\nA new one];W[b1];B[c1]C[\n])"
        );
        let record = crate::record::read(&text).next().unwrap();
        let nodes: Vec<NodeId> = record.nodes().collect();
        let joined = format!("{long} and goes on");
        let all = ["About", "it", "1: Start", &joined, "A new one"];
        assert_eq!(comments(&record, &nodes, 1_000), all);
        assert_eq!(
            comments(&record, &nodes, 20),
            ["About", "it", "1: Start", "…"]
        );
        assert!(comments(&record, &nodes[2..], 1_000).is_empty());
        let several = "(;GM[ugo];B[a1]C[a]C[b][]N[c][d])";
        let several = crate::record::read(several).next().unwrap();
        let nodes: Vec<NodeId> = several.nodes().collect();
        let all = ["1: c", "d", "a", "b"];
        assert_eq!(comments(&several, &nodes, 1_000), all);
        assert_eq!(paragraphs_of(&"x\n".repeat(1_000), 20).len(), 21);
    }
}
