//! The status of a game, in words.

use crate::games::{Color, Outcome, Position, ScoreBreakdown, WinReason};

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
        Some(Outcome::Win(color, WinReason::Goal)) => clause(color, "has won"),
    }
}

/// Who has the button, where there is one.
pub(super) fn button(position: &Position) -> Option<&'static str> {
    let holder = position.button().map(Color::name);
    holder.or_else(|| position.rules().has_button().then_some("not taken"))
}

/// The score, and at the end what it is made of; empty where there is none.
pub(super) fn score(position: &Position) -> String {
    let Some(tally) = position.tally() else {
        return String::new();
    };
    let score = tally.score();
    let is_over = position.outcome().is_some();
    let players = Color::ALL.map(|color| {
        let parts = if is_over {
            parts(&tally.parts[color])
        } else {
            String::new()
        };
        format!("{} {}{parts}", color.name(), score[color])
    });
    let name = if is_over { "Final score" } else { "Score now" };
    format!("{name}: {}", players.join(" · "))
}

/// ` (12 pieces, 22 territory)`.
fn parts(parts: &ScoreBreakdown) -> String {
    let counted = [
        (parts.pieces, "pieces"),
        (parts.territory, "territory"),
        (parts.prisoners, "prisoners"),
        (parts.komi, "komi"),
    ];
    let counted = counted.into_iter().filter(|(points, _)| *points != 0);
    let mut named: Vec<String> = counted
        .map(|(points, name)| format!("{points} {name}"))
        .collect();
    if parts.button {
        named.push("0.5 button".to_owned());
    }
    if named.is_empty() {
        return String::new();
    }
    format!(" ({})", named.join(" + "))
}
