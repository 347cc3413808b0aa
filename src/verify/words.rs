//! The facts of an illegal ply, in the words that the table of codes asks for.

use super::{
    finding::{MessageArgs, listed},
    root::title,
};
use crate::games::{
    Color, Direction, Game, Move, Outcome, Piece, Point, Position, Rule, Rules, Size, Violation,
    WinReason,
};

/// An illegal ply and what is needed to tell of it.
pub(super) struct Case<'a> {
    pub(super) violation: &'a Violation,
    pub(super) mover: Color,
    /// The move; `None` if the text is no move.
    pub(super) turn: Option<&'a Move>,
    /// The move as written.
    pub(super) written: &'a str,
    /// The point concerned, as written.
    pub(super) point: Option<&'a str>,
    /// The position before the ply.
    pub(super) position: &'a Position,
}

impl Case<'_> {
    /// All facts that any code of a ply may ask for.
    pub(super) fn facts(&self) -> MessageArgs {
        let Case {
            violation, mover, ..
        } = *self;
        let game = self.position.game();
        let size = self.position.size();
        let point = self.point.unwrap_or_default();
        let mut facts = MessageArgs::new()
            .with("player", mover.name())
            .with("opponent", mover.other().name())
            .with("move", format!("`{}`", self.written))
            .with("found", found(self.written))
            .with("point", point)
            .with("points", listed(&violation.concerned))
            .with("board", board_in_words(game, size))
            .with("game", title(game))
            .with("group", group(violation))
            .with("earlier", self.earlier());
        match violation.rule {
            Rule::AfterEnd => facts.set("end", end_in_words(self.position)),
            Rule::TurnOrder => facts.set("fix", self.whose_turn()),
            Rule::Notation => facts.set("expected", moves_in_words(game)),
            Rule::BargoOffBoard
            | Rule::SygoOffBoard
            | Rule::UgoOffBoard
            | Rule::BamogoOffBoard
            | Rule::MargoOffBoard => facts.set("extent", extent(game, size)),
            Rule::BargoDoubleWall => {
                facts.set("bearer", bearer(violation));
                facts.set("fix", other_edge(violation));
            }
            Rule::BargoButtonTaken | Rule::UgoButtonTaken => facts.set("button", self.button()),
            Rule::SygoPlacementAfterGrowth => facts.set("balance", self.balance()),
            Rule::BamogoWrongPair => {
                facts.set("colors", self.colors());
                facts.set("front", self.front());
            }
            Rule::BamogoNotAdjacent => facts.set("exception", self.exception()),
            Rule::MargoSwap => facts.set("why", self.why_no_swap()),
            Rule::MargoUnsupported => facts.set("missing", missing(violation)),
            Rule::MargoOccupied => facts.set("room", self.room()),
            _ => {}
        }
        if let Some(Move::Walled(_, edge)) = self.turn {
            facts.set("edge", edge_in_words(*edge));
        }
        facts.set("place", self.place());
        facts.set("occupant", self.occupant());
        facts
    }

    /// The place of a marble as a sentence names it.
    fn place(&self) -> String {
        let point = self.point.unwrap_or_default();
        match self.turn {
            Some(Move::Marble { level: Some(_), .. }) => {
                let level = self
                    .written
                    .trim_start()
                    .split(|c: char| !c.is_ascii_digit())
                    .next();
                format!("level {} at {point}", level.unwrap_or_default())
            }
            _ if self.violation.rule == Rule::MargoOffBoard => format!("place at {point}"),
            _ => point.to_owned(),
        }
    }

    /// What stands on the point concerned.
    fn occupant(&self) -> String {
        let Some(point) = self.violation.point else {
            return String::new();
        };
        let stated = match self.turn {
            Some(Move::Marble { level, .. }) => *level,
            _ => None,
        };
        let mut standing = self
            .position
            .pieces()
            .into_iter()
            .filter(|piece| match piece {
                Piece::Marble(_, level, at) => {
                    *at == point && stated.is_none_or(|stated| stated == *level)
                }
                other => other.point() == point,
            });
        match standing.next_back() {
            Some(Piece::Stone(color, _)) => format!("{}'s stone", color.name()),
            Some(Piece::King(color, _)) => format!("{}'s king", color.name()),
            Some(Piece::Walled(color, _, _)) => format!("{}'s piece", color.name()),
            Some(Piece::Marble(color, _, _)) => format!("{}'s marble", color.name()),
            Some(Piece::Neutral(hue, _)) => format!("a stone of color {}", hue.letter()),
            None => "a stone of this very turn".to_owned(),
        }
    }

    fn earlier(&self) -> String {
        match (self.violation.rule, self.violation.repeats) {
            (_, Some(0)) => "at the start".to_owned(),
            (_, Some(ply)) => format!("after ply {ply}"),
            (Rule::AfterEnd, _) if self.position.plies() == 0 => "at the start".to_owned(),
            (Rule::AfterEnd, _) => format!("after ply {}", self.position.plies()),
            _ => String::new(),
        }
    }

    fn whose_turn(&self) -> String {
        let to_move = self.position.to_move();
        match self.position.plies() {
            0 => format!(
                "{} moves first here: `{}[…]`",
                to_move.name(),
                to_move.letter()
            ),
            _ => format!(
                "the next ply is {}'s: `{}[…]`; check whether one is missing",
                to_move.name(),
                to_move.letter()
            ),
        }
    }

    fn button(&self) -> String {
        match self.position.button() {
            Some(color) => format!("{} has taken it", color.name()),
            None => "this ruleset has none".to_owned(),
        }
    }

    fn balance(&self) -> String {
        let Rules::Sygo(rules) = self.position.rules() else {
            return String::new();
        };
        if !rules.balance_turn {
            ", and this ruleset has no balance turn".to_owned()
        } else if self.mover == Color::White {
            ", and only Black may end such a turn with a placement".to_owned()
        } else if self.position.grown() == Some(true) {
            ", and a player has grown in an earlier turn".to_owned()
        } else {
            ", and it is not the last stone".to_owned()
        }
    }

    /// The colors of a Bamogo placement.
    fn colors(&self) -> String {
        match self.turn {
            Some(Move::Pair([(first, _), (second, _)])) => {
                format!("{} and {}", first.letter(), second.letter())
            }
            _ => String::new(),
        }
    }

    fn front(&self) -> String {
        match (self.position.line(), self.position.rules()) {
            (Some([[first, second], ..]), _) => {
                format!("the front pair is {}{}", first.letter(), second.letter())
            }
            (None, Rules::Bamogo(rules)) => {
                let letters: Vec<char> = rules.colors.iter().map(|hue| hue.letter()).collect();
                format!("a pair has two different colors of {}", listed(&letters))
            }
            _ => String::new(),
        }
    }

    fn exception(&self) -> String {
        match self.turn {
            Some(Move::Switch(..)) => "only such stones can be switched".to_owned(),
            _ => "stones may be placed apart only when no two empty spaces are next to each other"
                .to_owned(),
        }
    }

    fn why_no_swap(&self) -> &'static str {
        match self.position.rules() {
            Rules::Margo(rules) if !rules.swap => "this ruleset has no swap",
            _ if self.position.plies() != 1 => "only ply 2 can be a swap",
            _ if self.mover == Color::White => "only Black can",
            _ => "the game began from a given position",
        }
    }

    /// Why no marble fits on a point that holds one.
    fn room(&self) -> String {
        let Some(point) = self.violation.point else {
            return String::new();
        };
        let size = self.position.size();
        let held = self
            .position
            .pieces()
            .into_iter()
            .filter(|piece| piece.point() == point)
            .count();
        match Game::Margo.levels(size, point).get(held) {
            Some(level) => {
                format!("level {level} at {point} is free once the four places below it are filled")
            }
            None => format!("there is no higher level at {point}"),
        }
    }
}

/// How a finished game ended.
pub(crate) fn end_in_words(position: &Position) -> String {
    let stuck = || format!("{} had no legal move", position.to_move().name());
    match (position.outcome(), position.game()) {
        (Some(Outcome::Win(winner, WinReason::Resignation)), _) => {
            format!("{} resigned", winner.other().name())
        }
        (Some(Outcome::Win(winner, WinReason::Goal)), Game::Bamogo) => {
            format!("{} had connected both sides", winner.name())
        }
        (Some(Outcome::Win(winner, WinReason::Goal)), _) => {
            format!("{} had made the first capture", winner.name())
        }
        (_, Game::Bamogo | Game::Margo) => stuck(),
        _ => "both players had passed".to_owned(),
    }
}

/// A text that is no move, as a sentence names it.
fn found(written: &str) -> String {
    match written {
        "" => "an empty value".to_owned(),
        _ => format!("`{written}`"),
    }
}

/// `, with its group a1, b1`, where the group has other pieces.
fn group(violation: &Violation) -> String {
    let others: Vec<Point> = violation
        .concerned
        .iter()
        .copied()
        .filter(|&point| Some(point) != violation.point)
        .collect();
    match others[..] {
        [] => String::new(),
        _ => format!(", nor would its group with {}", listed(&others)),
    }
}

fn bearer(violation: &Violation) -> String {
    match violation.concerned.first() {
        Some(neighbor) => format!("the wall of the piece on {neighbor}"),
        None => "a wall: it is an outer edge of the board".to_owned(),
    }
}

fn other_edge(violation: &Violation) -> &'static str {
    if violation.concerned.is_empty() {
        "turn the wall to an edge inside the board that carries none"
    } else {
        "turn the wall to an edge that carries none; a neighbor captured by this very ply still counts"
    }
}

fn missing(violation: &Violation) -> String {
    match &violation.concerned[..] {
        [] => "a lower level is free".to_owned(),
        [one] => format!("{one} is empty"),
        several => format!("{} are empty", listed(several)),
    }
}

fn edge_in_words(edge: Direction) -> &'static str {
    match edge {
        Direction::E => "east",
        Direction::Ne => "north-east",
        Direction::Nw => "north-west",
        Direction::W => "west",
        Direction::Sw => "south-west",
        Direction::Se => "south-east",
    }
}

/// A board as a sentence names it.
pub(super) fn board_in_words(game: Game, size: Size) -> String {
    let Size { columns, rows } = size;
    match game {
        Game::Bargo => format!("this hexagon of side {columns}"),
        Game::Margo => format!("this pyramid on {columns}×{rows} holes"),
        _ => format!("this {columns}×{rows} board"),
    }
}

/// Which points a board has.
fn extent(game: Game, size: Size) -> String {
    let (columns, rows) = (u16::from(size.columns), u16::from(size.rows));
    let last = Point::new(columns, rows);
    match game {
        Game::Bargo => {
            let longest = 2 * columns - 1;
            let last = Point::new(longest, longest);
            format!("its cells are a1 to {last}, column and row numbers less than {columns} apart")
        }
        Game::Margo => {
            let last = Point::new(2 * columns - 1, 2 * rows - 1);
            format!(
                "its points are a1 to {last}, column and row numbers both odd (holes and odd levels) or both even (even levels)"
            )
        }
        Game::Bamogo => format!("its spaces are a1 to {last}"),
        _ => format!("its points are a1 to {last}"),
    }
}

/// How a game writes its moves.
fn moves_in_words(game: Game) -> &'static str {
    match game {
        Game::Bargo => {
            "a move is a cell and the edge of its wall (`c4/ne`; edges are e, ne, nw, w, sw, se), `button`, `pass` or `resign`"
        }
        Game::Sygo => {
            "a move is a stone (`d4`), several stones (`d15,q15,k10`), `pass` or `resign`"
        }
        Game::Ugo => "a move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign`",
        Game::Bamogo => {
            "a move is two stones with their colors (`Rd4,Gd5`), a switch (`d4<>d5`) or `resign`"
        }
        Game::Margo => "a move is a point (`c5`), a level and a point (`2d6`), `swap` or `resign`",
    }
}
