//! A move that is put together point by point.

use crate::games::{
    Color, Direction, Game, Move, Piece, Point, Position, Rule, Rules, StoneColor, Violation,
};

use super::legal_points::LegalPoints;

/// What can be chosen besides a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// Bargo: the edge that carries the wall.
    Wall(Direction),
    /// Ugo: a stone.
    Stone,
    /// Ugo: a king.
    King,
    /// Bamogo: the color of the stone that is placed.
    Color(StoneColor),
}

/// The points chosen so far, and what was chosen with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveInput {
    /// The points, each with its color where a stone of Bamogo is placed.
    chosen: Vec<(Point, Option<StoneColor>)>,
    /// What was chosen last, to be offered first again.
    preferred: Option<Choice>,
}

impl MoveInput {
    /// The points chosen so far.
    pub fn points(&self) -> Vec<Point> {
        self.chosen.iter().map(|(point, _)| *point).collect()
    }

    /// Whether nothing is chosen yet.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Forgets the points.
    pub fn clear(&mut self) {
        self.chosen.clear();
    }

    /// Takes the last point back; returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.chosen.pop().is_some()
    }

    /// What can be chosen at a point, the legal ones first; empty where the point decides.
    pub fn choices(&self, position: &Position, legal: &LegalPoints, at: Point) -> Vec<Choice> {
        let mut choices = match position.rules() {
            Rules::Bargo(_) => Direction::ALL.map(Choice::Wall).to_vec(),
            Rules::Ugo(_) => vec![Choice::Stone, Choice::King],
            Rules::Bamogo(rules) => {
                if stone_at(position, at).is_some() {
                    return Vec::new();
                }
                match (self.chosen.first(), position.line()) {
                    // Two stones are switched.
                    (Some((_, None)), _) => return Vec::new(),
                    (first, Some(line)) => {
                        let pair = line.first().map_or(&[][..], |pair| &pair[..]);
                        let first = first.and_then(|(_, color)| *color);
                        let mut left = pair.to_vec();
                        if let Some(at) = left.iter().position(|color| Some(*color) == first) {
                            left.remove(at);
                        }
                        left.into_iter().map(Choice::Color).collect()
                    }
                    (first, None) => {
                        let first = first.and_then(|(_, color)| *color);
                        let colors = rules.colors.iter().copied();
                        let colors = colors.filter(|color| Some(*color) != first);
                        colors.map(Choice::Color).collect()
                    }
                }
            }
            _ => Vec::new(),
        };
        if matches!(position.game(), Game::Bargo | Game::Ugo) {
            let moves = legal.at(at);
            let is_illegal = |choice: &Choice| !moves.contains(&single(*choice, at));
            choices.sort_by_key(is_illegal);
        }
        choices
    }

    /// What is chosen at a point: what was preferred, if it is legal there, else the first possibility.
    pub fn choice(&self, position: &Position, legal: &LegalPoints, at: Point) -> Option<Choice> {
        let choices = self.choices(position, legal, at);
        let is_open = |choice: &Choice| match choice {
            Choice::Color(_) => true,
            choice => legal.at(at).is_empty() || legal.at(at).contains(&single(*choice, at)),
        };
        let preferred = self.preferred.filter(|choice| choices.contains(choice));
        preferred.filter(is_open).or(choices.first().copied())
    }

    /// Prefers something from now on.
    pub fn prefer(&mut self, choice: Choice) {
        self.preferred = Some(choice);
    }

    /// Chooses the next possibility at a point.
    pub fn next_choice(&mut self, position: &Position, legal: &LegalPoints, at: Point) {
        let mut choices = self.choices(position, legal, at);
        // In their natural order, and only what is legal if anything is.
        let moves = legal.at(at);
        if choices
            .iter()
            .any(|choice| moves.contains(&single(*choice, at)))
        {
            choices.retain(|choice| moves.contains(&single(*choice, at)));
        }
        choices.sort_by_key(|choice| match choice {
            Choice::Wall(wall) => *wall as usize,
            _ => 0,
        });
        let now = self.choice(position, legal, at);
        let index = choices.iter().position(|choice| Some(*choice) == now);
        let next = index.map_or(0, |index| (index + 1) % choices.len().max(1));
        self.preferred = choices.get(next).copied().or(self.preferred);
    }

    /// The move, if this is its last point; `None` if it needs more points.
    pub fn complete(&self, position: &Position, legal: &LegalPoints, at: Point) -> Option<Move> {
        match position.game() {
            Game::Bargo | Game::Ugo => self
                .choice(position, legal, at)
                .map(|choice| single(choice, at)),
            Game::Sygo => {
                let mut points = self.points();
                if !points.contains(&at) {
                    points.push(at);
                }
                Some(Move::Stones(points).canonical())
            }
            Game::Bamogo => {
                let &(first, color) = self.chosen.first().filter(|(first, _)| *first != at)?;
                match (color, self.choice(position, legal, at)) {
                    (Some(color), Some(Choice::Color(second))) => {
                        Some(Move::Pair([(color, first), (second, at)]).canonical())
                    }
                    _ => Some(Move::Switch(first, at).canonical()),
                }
            }
            Game::Margo => Some(Move::Marble {
                level: None,
                point: at,
            }),
        }
    }

    /// Whether the game has moves of several points, which are chosen one after the other.
    pub fn takes_several_points(game: Game) -> bool {
        matches!(game, Game::Sygo | Game::Bamogo)
    }

    /// Chooses one of several points; one that is chosen already is taken back with those after it.
    ///
    /// # Errors
    ///
    /// The rule that a move with these points breaks, whatever else it names.
    pub fn add(
        &mut self,
        position: &Position,
        legal: &LegalPoints,
        at: Point,
    ) -> Result<(), Violation> {
        if let Some(index) = self.chosen.iter().position(|(point, _)| *point == at) {
            self.chosen.truncate(index);
            return Ok(());
        }
        let color = match self.choice(position, legal, at) {
            Some(Choice::Color(color)) => Some(color),
            _ => None,
        };
        match position.game() {
            Game::Sygo => {
                let mut points = self.points();
                points.push(at);
                position.pieces_during_turn(&points)?;
            }
            Game::Bamogo if color.is_none() && stone_at(position, at).is_none() => {
                // There is no pair for an empty point.
                return Err(Violation::at(Rule::BamogoLineEmpty, at));
            }
            _ => {}
        }
        self.chosen.push((at, color));
        Ok(())
    }

    /// A move whose refusal tells best why no move begins at a point of Bamogo: with a space beside it, if there is any, since
    /// all others are too far away. `None` if every move there is legal, and in other games.
    pub fn refused_beginning(position: &Position, at: Point) -> Option<Move> {
        let Rules::Bamogo(rules) = position.rules() else {
            return None;
        };
        let size = position.size();
        let colors = match position.line() {
            Some(line) => *line.first()?,
            None => [*rules.colors.first()?, *rules.colors.get(1)?],
        };
        let is_stone = stone_at(position, at).is_some();
        let rows = 1..=u16::from(size.rows);
        let points = rows.flat_map(|row| {
            (1..=u16::from(size.columns)).map(move |column| Point::new(column, row))
        });
        let moves = points.filter(|other| *other != at).map(|other| {
            let mv = if is_stone {
                Move::Switch(at, other)
            } else {
                Move::Pair([(colors[0], at), (colors[1], other)])
            };
            (
                at.row.abs_diff(other.row) + at.column.abs_diff(other.column),
                mv.canonical(),
            )
        });
        let refused = moves.filter_map(|(distance, mv)| {
            let rule = position.check(&mv).err()?.rule;
            // That the other space is of another kind says least.
            let is_other = matches!(rule, Rule::BamogoOccupied | Rule::BamogoSwitchEmpty);
            Some(((is_other, rule == Rule::BamogoNotAdjacent, distance), mv))
        });
        let best = refused.min_by_key(|(rank, _)| *rank);
        best.map(|(_, mv)| mv)
    }

    /// The pieces as they are with the points chosen so far.
    pub fn pieces(&self, position: &Position) -> Vec<Piece> {
        match position.game() {
            Game::Sygo if !self.chosen.is_empty() => position
                .pieces_during_turn(&self.points())
                .unwrap_or_else(|_| position.pieces()),
            Game::Bamogo => {
                let placed = self.chosen.iter();
                let placed =
                    placed.filter_map(|&(point, color)| Some(Piece::Neutral(color?, point)));
                position.pieces().into_iter().chain(placed).collect()
            }
            _ => position.pieces(),
        }
    }

    /// The piece that a point would get, if it is empty.
    pub fn piece_at(&self, position: &Position, legal: &LegalPoints, at: Point) -> Option<Piece> {
        let mover: Color = position.to_move();
        let taken = position.pieces().iter().any(|piece| piece.point() == at);
        match self.choice(position, legal, at) {
            _ if taken => None,
            Some(Choice::Wall(wall)) => Some(Piece::Walled(mover, at, wall)),
            Some(Choice::Stone) => Some(Piece::Stone(mover, at)),
            Some(Choice::King) => Some(Piece::King(mover, at)),
            Some(Choice::Color(color)) => Some(Piece::Neutral(color, at)),
            None => None,
        }
    }

    /// The points that may be chosen next.
    pub fn open_points(&self, position: &Position, legal: &LegalPoints) -> Vec<Point> {
        if position.is_game_over() {
            return Vec::new();
        }
        match position.game() {
            Game::Sygo if !self.chosen.is_empty() => {
                let size = position.size();
                let rows = 1..=u16::from(size.rows);
                let points = rows.flat_map(|row| {
                    (1..=u16::from(size.columns)).map(move |column| Point::new(column, row))
                });
                let is_open = |point: &Point| {
                    let mut turn = self.points();
                    turn.push(*point);
                    position.pieces_during_turn(&turn).is_ok()
                };
                points.filter(is_open).collect()
            }
            Game::Bamogo if !self.chosen.is_empty() => {
                let points = legal.points();
                let is_open = |at: &Point| {
                    let mv = self.complete(position, legal, *at);
                    mv.is_some_and(|mv| position.is_legal(&mv))
                };
                points.filter(is_open).collect()
            }
            _ => legal.points().collect(),
        }
    }
}

/// The move of one point and what is chosen with it.
fn single(choice: Choice, at: Point) -> Move {
    match choice {
        Choice::Wall(wall) => Move::Walled(at, wall),
        Choice::King => Move::King(at),
        Choice::Stone | Choice::Color(_) => Move::Stone(at),
    }
}

fn stone_at(position: &Position, at: Point) -> Option<Piece> {
    let pieces = position.pieces();
    pieces.into_iter().find(|piece| piece.point() == at)
}
