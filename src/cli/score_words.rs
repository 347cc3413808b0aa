//! A score in words, as `score` and `play` tell it.

use crate::{
    games::{Color, HalfPoints, Outcome, Players, Position, ScoreBreakdown, Tally},
    output::points_in_words,
    verify::end_in_words,
};

/// The result and its reason, or the provisional score.
pub(super) fn headline(position: &Position) -> String {
    let plies = position.plies();
    match position.outcome() {
        Some(outcome) => format!("{outcome}: {} after ply {plies}", end_in_words(position)),
        None => match position.score() {
            Some(score) => format!(
                "not finished after ply {plies}; provisional score: {}",
                points_in_words(position.players(), score)
            ),
            None => format!("not finished after ply {plies}: nobody is connected"),
        },
    }
}

/// The parts of the score that are not 0 for all players, and the sum.
pub(super) fn table(tally: &Tally, players: Players) -> String {
    let players = players.colors();
    let points = |part: fn(&ScoreBreakdown) -> i64| {
        let points = players.iter().map(|&color| part(&tally.parts[color]));
        points.map(HalfPoints::whole).collect()
    };
    let buttons = players.iter().map(|&color| tally.parts[color].button);
    let rows: [(&str, Vec<HalfPoints>); 7] = [
        ("pieces", points(|parts| parts.pieces)),
        ("  of these buried", points(|parts| parts.buried)),
        ("  of these zombies", points(|parts| parts.zombies)),
        ("territory", points(|parts| parts.territory)),
        ("enclosed enemy pieces", points(|parts| parts.prisoners)),
        ("komi", points(|parts| parts.komi)),
        (
            "button",
            buttons
                .map(|button| HalfPoints(i64::from(button)))
                .collect(),
        ),
    ];
    let score = tally.score();
    let sum = players.iter().map(|&color| score[color]).collect();
    let cells =
        |cells: Vec<String>| -> String { cells.iter().map(|cell| format!("{cell:>8}")).collect() };
    let names = players.iter().map(ToString::to_string).collect();
    let mut out = format!("\n  {:<32}{}\n", "", cells(names));
    for (name, points) in rows.into_iter().chain([("score", sum)]) {
        let counts = points.iter().any(|&points| points != HalfPoints(0)) || name == "score";
        if counts {
            let points = points.iter().map(ToString::to_string).collect();
            out.push_str(&format!("  {name:<32}{}\n", cells(points)));
        }
    }
    out
}

/// Bamogo: who is connected, and by which stones.
pub(super) fn connection(position: &Position) -> String {
    let winner = position.outcome().and_then(Outcome::winner);
    let chain = winner.and_then(|winner| Some((winner, position.connection(winner)?)));
    let Some((winner, chain)) = chain else {
        return String::new();
    };
    let sides = match winner {
        Color::Black => "north and south",
        _ => "west and east",
    };
    let chain: Vec<String> = chain.iter().map(ToString::to_string).collect();
    format!(
        "\n  {} connects {sides}: {}\n",
        winner.name(),
        chain.join(" ")
    )
}
