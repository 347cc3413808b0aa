//! What is told of a record and its positions, in lines.

use super::{
    answer::Answer,
    line_command::{COMMANDS, FILE_COMMANDS, command_words},
    shown_text::beginning,
};
use crate::{
    cli::score_words::{connection, headline, table},
    diagram::BoardChange,
    editor::{EditError, LegalPoints, MoveCheck, NodeIndex, Session, Standing},
    games::{Color, Game, Move, Outcome, Point, Position, WinReason},
    output::in_brief,
    record::safe,
    suggest::nearest,
};

/// What can be done about an illegal ply.
const IN_PLACE: &str = "a move played here begins a variation in place of the illegal ply; `delete` removes that with all that follows";

/// The most variations that are listed: far more than anybody reads.
const MAX_VARIATIONS: usize = 1000;

/// What is told after the cursor has moved, or could not.
pub(super) fn moved(session: &Session, is_moved: bool, refusal: &str) -> Answer {
    if !is_moved {
        return Answer::refused(refusal);
    }
    let mut answer = Answer::line(place(session));
    if let Some(error) = session.error_at(session.cursor()) {
        answer.lines.push(in_brief(error));
        answer
            .lines
            .extend(error.help().map(|help| format!("help: {}", safe(&help))));
        answer.lines.push(IN_PLACE.to_owned());
        answer.points = error
            .board
            .iter()
            .flat_map(|board| board.marks.clone())
            .collect();
    }
    for text in [session.titles(), session.comment()] {
        let text = beginning(&text);
        let lines = text.lines().map(|line| safe(line).into_owned());
        answer = answer.and(lines);
    }
    answer.and(end_lines(session))
}

/// Why nothing can be played here.
pub(super) fn behind_illegal() -> Answer {
    Answer::refused(EditError::BehindIllegal.to_string()).and(["begin a new game".to_owned()])
}

/// Why nothing can be played at the end.
pub(super) fn game_over() -> Answer {
    Answer::refused("the game is over: nothing can be played any more")
        .and(["`undo` takes back what was played last, `back` goes back".to_owned()])
}

/// Where the cursor is: the ply and its move, the variation, what follows.
pub(super) fn place(session: &Session) -> String {
    let tree = session.tree();
    let cursor = session.cursor();
    let position = session.position();
    let mut place = match (session.standing(), session.last_ply()) {
        (Standing::Illegal, _) => format!("the illegal ply {}", position.plies() + 1),
        (Standing::AfterIllegal, _) => "behind an illegal ply".to_owned(),
        (_, Some((_, color, mv))) => {
            format!("ply {}: {} {mv}", position.plies(), color.name())
        }
        _ => format!("ply {}", position.plies()),
    };
    if let Some(variation) = tree.variation(cursor) {
        place.push_str(&format!(" in variation {variation}"));
    }
    match tree.node(cursor).children.len() {
        0 | 1 => {}
        count => place.push_str(&format!("; {count} variations follow")),
    }
    place
}

/// The variations that can be chosen at the cursor: those that begin here, else those that the last ply is one of.
pub(super) fn branches(session: &Session) -> Vec<NodeIndex> {
    let children = &session.tree().node(session.cursor()).children;
    let siblings = session.siblings();
    if children.len() < 2 && siblings.len() > 1 {
        siblings
    } else {
        children.clone()
    }
}

/// The moves that follow, or that were played in place of the last one.
pub(super) fn variations(session: &Session) -> Answer {
    let branches = branches(session);
    if branches.is_empty() {
        return Answer::line("nothing follows here");
    }
    let name = |&child: &NodeIndex| {
        let mut moves = session.tree().node(child).moves();
        let name = moves
            .next()
            .map_or("no move".to_owned(), |(letters, value)| {
                format!("{letters} {}", safe(value))
            });
        let is_here = child == session.cursor();
        let notes = [
            session.error_at(child).map(|_| " (illegal)"),
            is_here.then_some(" (here)"),
        ];
        notes
            .into_iter()
            .flatten()
            .fold(name, |name, note| name + note)
    };
    let names = branches.iter().take(MAX_VARIATIONS).map(name);
    let numbered = (1..)
        .zip(names)
        .map(|(number, name)| format!("{number}. {name}"));
    let rest = branches.len().saturating_sub(MAX_VARIATIONS);
    let rest = (rest > 0).then(|| format!("\u{2026} {rest} more variations"));
    Answer::of(numbered.chain(rest))
}

/// What can be played at a point.
pub(super) fn legal_at(position: &Position, point: &str) -> Answer {
    let Some(at) = read_point(point) else {
        return Answer::refused(format!("`{}` is not a point", safe(point)));
    };
    let legal = LegalPoints::of(position);
    let names: Vec<String> = legal.at(at).iter().map(ToString::to_string).collect();
    if !names.is_empty() {
        return Answer::line(format!("legal at {at}: {}", names.join(" ")));
    }
    let answer = Answer::line(format!("nothing is legal at {at}"));
    // The reason for the simplest move there.
    let mv = match position.game() {
        Game::Bargo => format!("{at}/e"),
        Game::Bamogo => return answer,
        _ => at.to_string(),
    };
    let check = MoveCheck::new(&mv, position);
    answer.and(refusal(&mv, &check).lines)
}

/// The score with its parts.
pub(super) fn score(position: &Position) -> Vec<String> {
    let mut lines = vec![headline(position)];
    let parts = position.tally().as_ref().map_or_else(
        || connection(position),
        |tally| table(tally, position.players()),
    );
    lines.extend(
        parts
            .lines()
            .map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned()),
    );
    lines
}

/// The result, when the game is over here.
pub(super) fn end_lines(session: &Session) -> Vec<String> {
    let position = session.position();
    if !position.is_game_over() {
        return Vec::new();
    }
    let mut lines = vec!["The game is over.".to_owned()];
    match position.outcome() {
        // Nothing is counted.
        Some(Outcome::Win(_, WinReason::Resignation)) => lines.push(headline(position)),
        _ => lines.extend(score(position)),
    }
    if let Some(variation) = session.tree().variation(session.cursor()) {
        lines.push(format!(
            "This is variation {variation}, and not the game: `promote` makes it the main line, with its result."
        ));
    }
    lines
}

/// The plies up to the cursor, one per line.
pub(super) fn moves(session: &Session) -> Vec<String> {
    let path = session.tree().path(session.cursor());
    let mut lines = Vec::new();
    for node in path {
        for (letters, value) in session.tree().node(node).moves() {
            lines.push(format!("{}. {letters} {}", lines.len() + 1, safe(value)));
        }
    }
    if lines.is_empty() {
        lines.push("no ply is played".to_owned());
    }
    lines
}

/// What a ply did.
pub(super) fn told(ply: u32, color: Color, mv: &Move, change: &BoardChange) -> String {
    let names = |names: Vec<String>| names.join(" ");
    let mut told = format!("ply {ply}: {} {mv}", color.name());
    let captured: Vec<String> = change.captured.iter().map(ToString::to_string).collect();
    if !captured.is_empty() {
        told.push_str(&format!("; captured: {}", names(captured)));
    }
    let flipped: Vec<String> = change.flipped.iter().map(ToString::to_string).collect();
    if !flipped.is_empty() {
        told.push_str(&format!("; recolored: {}", names(flipped)));
    }
    told
}

/// Why a move is refused: the words and the help of `validate`, and the points.
pub(super) fn refusal(typed: &str, check: &MoveCheck) -> Answer {
    let mut lines: Vec<String> = Vec::new();
    for finding in &check.findings {
        lines.push(in_brief(finding));
        lines.extend(finding.help().map(|help| format!("help: {}", safe(&help))));
    }
    if check.mv.is_none() {
        lines.extend(similar(typed));
    }
    let mut points = check.points().to_vec();
    points.sort_unstable();
    points.dedup();
    Answer {
        points,
        is_refused: true,
        ..Answer::of(lines)
    }
}

/// The command or the move in a word that was meant, perhaps: what begins like it, else what is spelled nearly so.
pub(super) fn similar(typed: &str) -> Option<String> {
    let word = typed.split_whitespace().next().unwrap_or_default();
    let moves = ["pass", "button", "swap", "resign"];
    let known = || moves.into_iter().chain(command_words());
    let begun = word.to_ascii_lowercase();
    let longer = known().find(|known| begun.len() > 1 && known.starts_with(&begun));
    let similar = longer.or_else(|| nearest(word, known()))?;
    // A move that this game does not have is written correctly.
    (similar != begun).then(|| format!("did you mean `{similar}`?"))
}

/// Why a move of a position is refused.
pub(super) fn refusal_of(mv: &str, position: &Position) -> Answer {
    refusal(mv, &MoveCheck::new(mv, position))
}

/// How many moves are legal. Turns of several stones of Sygo are not counted.
pub(super) fn legal_count(position: &Position, moves: &[Move]) -> String {
    let more = match position.game() {
        Game::Sygo => " of at most one stone",
        _ => "",
    };
    match moves.len() {
        1 => format!("1 legal move{more}"),
        count => format!("{count} legal moves{more}"),
    }
}

/// A point as it is written in moves; any game's notation of it will do.
fn read_point(text: &str) -> Option<Point> {
    let mv = Move::parse(Game::Sygo, text).ok()?;
    match mv.points()[..] {
        [point] => Some(point),
        _ => None,
    }
}

/// What can be typed in a game.
pub(super) fn help(game: Game) -> Vec<String> {
    let moves = match game {
        Game::Bargo => {
            "a cell and the edge for its wall, as in `c4/ne`; `button`, `pass`, `resign`"
        }
        Game::Sygo => "`d4`, or several stones as in `d15,q15,k10`; `pass`, `resign`",
        Game::Ugo => "a stone `d4` or a king `Kd4`; `button`, `pass`, `resign`",
        Game::Bamogo => "a pair as in `Rd4,Gd5`, or a switch `d4<>d5`; `resign`",
        Game::Margo => "a point `c5`, perhaps with its level as in `2d6`; `swap`, `resign`",
    };
    let mut lines = vec![
        format!("Moves of {}: {moves}.", game.name()),
        "Commands:".to_owned(),
    ];
    let commands = COMMANDS.iter().chain(&FILE_COMMANDS);
    let commands = commands.filter(|(_, meaning)| !meaning.is_empty());
    lines.extend(commands.map(|(command, meaning)| format!("  {command:<15} {meaning}")));
    lines
}
