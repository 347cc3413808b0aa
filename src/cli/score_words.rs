//! A score in words, as `score` and `play` tell it.

use crate::{
    games::{Color, HalfPoints, Outcome, Position, ScoreBreakdown, Tally},
    verify::end_in_words,
};

/// The result and its reason, or the provisional score.
pub(super) fn headline(position: &Position) -> String {
    let plies = position.plies();
    match position.outcome() {
        Some(outcome) => format!("{outcome}: {} after ply {plies}", end_in_words(position)),
        None => match position.score() {
            Some(score) => format!(
                "not finished after ply {plies}; provisional score: Black {}, White {}",
                score.black, score.white
            ),
            None => format!("not finished after ply {plies}: nobody is connected"),
        },
    }
}

/// The parts of the score that are not 0 for both players, and the sum.
pub(super) fn table(tally: &Tally) -> String {
    let parts = &tally.parts;
    let points = |part: fn(&ScoreBreakdown) -> i64| {
        [parts.black, parts.white].map(|parts| HalfPoints::whole(part(&parts)))
    };
    let rows = [
        ("pieces", points(|parts| parts.pieces)),
        ("  of these buried", points(|parts| parts.buried)),
        ("  of these zombies", points(|parts| parts.zombies)),
        ("territory", points(|parts| parts.territory)),
        (
            "enemy pieces without liberties",
            points(|parts| parts.prisoners),
        ),
        ("komi", points(|parts| parts.komi)),
        (
            "button",
            [parts.black, parts.white].map(|parts| HalfPoints(i64::from(parts.button))),
        ),
    ];
    let score = tally.score();
    let sum = ("score", [score.black, score.white]);
    let mut out = format!("\n  {:<32}{:>8}{:>8}\n", "", "Black", "White");
    for (name, [black, white]) in rows.into_iter().chain([sum]) {
        let counts = black != HalfPoints(0) || white != HalfPoints(0) || name == "score";
        if counts {
            out.push_str(&format!(
                "  {name:<32}{:>8}{:>8}\n",
                black.to_string(),
                white.to_string()
            ));
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
        Color::White => "west and east",
    };
    let chain: Vec<String> = chain.iter().map(ToString::to_string).collect();
    format!(
        "\n  {} connects {sides}: {}\n",
        winner.name(),
        chain.join(" ")
    )
}
