//! The moves as text, for readers without JavaScript.

use super::{node_data::NodeData, plain_text::plain_line};
use crate::record::{NodeId, Record};

/// How many characters of a comment are given.
const MAX_COMMENT: usize = 300;

/// The rest of a line of play that is still to be written.
struct PendingLine {
    node: NodeId,
    /// Whether only what follows the node is left.
    is_begun: bool,
    is_variation: bool,
}

/// The main line and the variations, each on lines of its own. Variations follow the move that they replace.
pub(super) fn moves(record: &Record, nodes: &[NodeData]) -> String {
    let mut text = String::new();
    let mut pending = vec![PendingLine {
        node: NodeId::ROOT,
        is_begun: false,
        is_variation: false,
    }];
    while let Some(line) = pending.pop() {
        text.push('\n');
        let mut node = line.node;
        if !line.is_begun {
            if line.is_variation {
                text.push_str("variation: ");
            }
            write_node(record, node, &nodes[node.index()], &mut text);
        }
        loop {
            let mut children = record.children(node);
            let Some(main) = children.next() else { break };
            write_node(record, main, &nodes[main.index()], &mut text);
            let others: Vec<NodeId> = children.collect();
            node = main;
            if others.is_empty() {
                continue;
            }
            pending.push(PendingLine {
                node,
                is_begun: true,
                ..line
            });
            let others = others.into_iter().rev();
            pending.extend(others.map(|node| PendingLine {
                node,
                is_begun: false,
                is_variation: true,
            }));
            break;
        }
    }
    text.trim().to_owned()
}

fn write_node(record: &Record, id: NodeId, node: &NodeData, text: &mut String) {
    if let Some(player) = node.player {
        let player = if player == 'B' { "Black" } else { "White" };
        let quality = node.quality;
        text.push_str(&format!(
            "{} {player} {}{quality} ",
            record.plies(id),
            node.mv
        ));
    }
    if !node.comment.is_empty() {
        let comment = plain_line(&node.comment.0, MAX_COMMENT);
        let more = if node.comment.0.chars().nth(MAX_COMMENT).is_some() {
            "…"
        } else {
            ""
        };
        text.push_str(&format!("({}{more}) ", comment.trim()));
    }
}
