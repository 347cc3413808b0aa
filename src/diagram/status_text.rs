//! The status of a game, in words.

use super::winning_chain::WinningChain;
use crate::games::{
    Color, Move, Outcome, Players, Point, Position, Rules, ScoreBreakdown, WinReason,
};

/// The player whom it is about, if any, and a clause that begins with that player's name:
/// who is to move, or how the game has ended.
pub(super) fn status(position: &Position) -> (Option<Color>, String) {
    let clause = |color: Color, clause: &str| (Some(color), format!("{} {clause}", color.name()));
    match position.outcome() {
        None => clause(position.to_move(), "to move"),
        Some(Outcome::Draw) => (None, "The game is drawn".to_owned()),
        Some(Outcome::Win(color, WinReason::Margin(margin))) => {
            clause(color, &format!("has won by {margin}"))
        }
        Some(Outcome::Win(color, WinReason::Resignation)) => {
            clause(color, "has won by resignation")
        }
        Some(Outcome::Win(color, WinReason::Goal)) => match WinningChain::of(position) {
            Some(WinningChain {
                color: hue, points, ..
            }) => {
                let [first, last] = [points.first(), points.last()]
                    .map(|end| end.map(Point::to_string).unwrap_or_default());
                let letter = hue.letter();
                clause(color, &format!("has won: {letter} from {first} to {last}"))
            }
            None => clause(color, "has won"),
        },
    }
}

/// How many pieces each player has captured, from how many of each color were; of several opponents nobody knows who has.
pub(super) fn captured_so_far(position: &Position, counts: [u32; 4]) -> Vec<String> {
    if counts == [0; 4] {
        return Vec::new();
    }
    let players = position.players();
    let colors = players.colors().iter();
    let told = colors.map(|&color| match players {
        Players::Two => format!(
            "{} captured {}",
            color.name(),
            counts[color.other() as usize]
        ),
        _ => format!("{} lost {}", color.name(), counts[color as usize]),
    });
    told.collect()
}

/// Who has the button, where there is one.
pub(super) fn button(position: &Position) -> Option<&'static str> {
    let holder = position.button().map(Color::name);
    holder.or_else(|| position.rules().has_button().then_some("not taken"))
}

/// The komi, where it is not 0.
pub(super) fn komi(position: &Position) -> Option<String> {
    let komi = position.rules().komi();
    (komi != 0).then(|| format!("komi {komi}"))
}

/// What the player to move may do only now, or no longer: the swap in Margo, the balance turn in Sygo. And how many pairs
/// are left where the line of Bamogo is not known.
pub(super) fn opportunity(position: &Position) -> Option<String> {
    if position.outcome().is_some() {
        return None;
    }
    match position.rules() {
        // Later it no longer matters.
        Rules::Sygo(rules) if rules.balance_turn && !position.grown()? => {
            Some("nobody has grown yet".to_owned())
        }
        Rules::Bamogo(_) if position.line().is_none() => Some(match position.pairs_left()? {
            0 => "no pair left".to_owned(),
            1 => "1 pair left".to_owned(),
            left => format!("{left} pairs left"),
        }),
        Rules::Margo(_) if position.plies() == 1 && position.is_legal(&Move::Swap) => {
            Some(format!("{} may swap", position.to_move().name()))
        }
        _ => None,
    }
}

/// The score, and at the end what it is made of; empty where there is none, and where the game has ended without a count.
pub(super) fn score(position: &Position) -> String {
    let is_resigned = position.outcome().is_some_and(Outcome::is_resignation);
    let Some(tally) = position.tally().filter(|_| !is_resigned) else {
        return String::new();
    };
    let score = tally.score();
    let is_over = position.outcome().is_some();
    let players = position.players().colors().iter();
    let players = players.map(|&color| {
        let parts = if is_over {
            parts(&tally.parts[color])
        } else {
            String::new()
        };
        format!("{} {}{parts}", color.name(), score[color])
    });
    let name = if is_over { "Final score" } else { "Score now" };
    let players: Vec<String> = players.collect();
    format!("{name}: {}", players.join(" · "))
}

/// ` (12 pieces, 22 territory)`.
fn parts(parts: &ScoreBreakdown) -> String {
    let counted = [
        (parts.pieces, "piece", "pieces"),
        (parts.territory, "territory", "territory"),
        (
            parts.prisoners,
            "enclosed enemy piece",
            "enclosed enemy pieces",
        ),
        (parts.komi, "komi", "komi"),
    ];
    let counted = counted.into_iter().filter(|(points, ..)| *points != 0);
    let mut named: Vec<String> = counted
        .map(|(points, one, several)| match points {
            1 => format!("1 {one}"),
            _ => format!("{points} {several}"),
        })
        .collect();
    if parts.button {
        named.push("0.5 button".to_owned());
    }
    if named.is_empty() {
        return String::new();
    }
    format!(" ({})", named.join(" + "))
}
