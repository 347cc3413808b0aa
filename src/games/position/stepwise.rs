//! A game in steps: a step is a whole move, but in Sygo one stone of a turn. Players that look ahead play in steps, because
//! a position of Sygo has far more turns than they could try.

use super::{AnyGame, Position};
use crate::games::{
    Color, Move, Point,
    cloning::clone_by_field,
    game_state::{Candidate, GameState},
};

/// What a player does in one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Plays a whole move; in Sygo the pass.
    Move(Move),
    /// Sygo: adds a stone to the turn. A placement ends it.
    Stone(Point),
    /// Sygo: ends the turn after at least one stone.
    EndTurn,
}

/// A position whose player to move may have begun a turn.
///
/// A turn of Sygo that is played in steps could end after each of its stones: every group has a liberty after every
/// stone. The few turns where a group gets its liberty only by a later stone cannot be played in steps.
///
/// ```
/// use kifu::games::{Game, Point, Position, Rules, Size, Step, Stepwise};
///
/// let position = Position::new(&Rules::default_for(Game::Sygo), Size::square(9), None)?;
/// let mut game = Stepwise::new(position);
/// assert!(game.try_step(&Step::Stone(Point::new(5, 5))));
/// assert!(game.turn().is_empty(), "a placement ends the turn");
/// assert_eq!(game.position().plies(), 1);
/// # Ok::<(), kifu::games::SetupFault>(())
/// ```
#[derive(Debug)]
pub struct Stepwise {
    position: Position,
    /// The stones of the turn that has begun.
    turn: Vec<Point>,
    /// Whether the last ply removed pieces or changed their color.
    captured: bool,
}

clone_by_field!(Stepwise {
    position,
    turn,
    captured
});

impl Stepwise {
    /// A position at the beginning of a turn.
    pub fn new(position: Position) -> Stepwise {
        Stepwise {
            position,
            turn: Vec::new(),
            captured: false,
        }
    }

    /// The position. While a turn is open its pieces are those after the stones so far, and the player to move is the one
    /// whose turn it is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The stones of the turn that has begun; empty between turns.
    pub fn turn(&self) -> &[Point] {
        &self.turn
    }

    /// The player to move.
    pub fn to_move(&self) -> Color {
        self.position.to_move
    }

    /// Whether the last ply removed pieces or changed their color.
    pub fn has_captured(&self) -> bool {
        self.captured
    }

    /// Plays a step if it is legal; otherwise nothing changes.
    pub fn try_step(&mut self, step: &Step) -> bool {
        match step {
            Step::Move(mv) => {
                let effect = if self.turn.is_empty() {
                    self.position.try_play(mv)
                } else {
                    None
                };
                self.captured = effect.is_some_and(|effect| effect.captured);
                effect.is_some()
            }
            Step::Stone(point) => self.add_stone(*point),
            Step::EndTurn => !self.turn.is_empty() && self.end_turn(),
        }
    }

    fn add_stone(&mut self, point: Point) -> bool {
        let color = self.position.to_move;
        let AnyGame::Sygo(sygo) = &mut self.position.state else {
            return false;
        };
        if self.position.outcome.is_some() {
            return false;
        }
        let Some(ends_turn) = sygo.add_to_turn(color, point, self.turn.is_empty()) else {
            return false;
        };
        self.turn.push(point);
        if ends_turn {
            self.end_turn();
        }
        true
    }

    fn end_turn(&mut self) -> bool {
        let color = self.position.to_move;
        let AnyGame::Sygo(sygo) = &mut self.position.state else {
            return false;
        };
        let effect = sygo.end_turn();
        self.captured = effect.captured;
        self.turn.clear();
        // No stones exchange the colors or end the game.
        self.position.end_ply(color, &Move::Pass, effect);
        true
    }

    /// Adds all legal steps.
    pub fn steps(&self, steps: &mut Vec<Step>) {
        match &self.position.state {
            AnyGame::Sygo(sygo) if !self.turn.is_empty() => {
                steps.push(Step::EndTurn);
                let further = sygo.further_stones(self.position.to_move);
                steps.extend(further.map(Step::Stone));
            }
            _ => steps.extend(self.position.legal_moves().into_iter().map(|mv| match mv {
                Move::Stone(point) if matches!(self.position.state, AnyGame::Sygo(_)) => {
                    Step::Stone(point)
                }
                mv => Step::Move(mv),
            })),
        }
    }

    /// Number of sites: [`candidate`](Stepwise::candidate) takes the numbers below it.
    pub fn sites(&self) -> usize {
        dispatch!(&self.position.state, game => game.sites())
    }

    /// What a player who thinks of nothing but the neighboring points would play at a site, in Sygo as the next stone of
    /// the turn: a placement that captures if one does, none that only fills a space of the player's own. `choice` is any
    /// number; it decides between several moves.
    #[inline]
    pub fn candidate(&mut self, site: usize, choice: u32) -> Candidate {
        let color = self.position.to_move;
        match &mut self.position.state {
            AnyGame::Sygo(sygo) if !self.turn.is_empty() => sygo.growth_candidate(color, site),
            state => dispatch!(state, game => game.candidate(color, site, choice)),
        }
    }

    /// Plays the move that [`candidate`](Stepwise::candidate) has just returned, if it is legal. What it has judged is not
    /// judged again: another move may be played although it is illegal.
    pub fn try_candidate(&mut self, mv: &Move) -> bool {
        match (mv, &self.position.state) {
            (Move::Stone(point), AnyGame::Sygo(_)) => self.add_stone(*point),
            _ => {
                let effect = self.position.try_play_candidate(mv);
                self.captured = effect.is_some_and(|effect| effect.captured);
                effect.is_some()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Rules, Size};

    #[test]
    fn steps_lead_to_the_same_positions_as_moves() {
        for (number, game) in (1_u32..).zip(Game::ALL) {
            let rules = Rules::default_for(game);
            let start = Position::new(&rules, Size::square(5), None).expect("it exists");
            let mut played = start.clone();
            let mut steps = Stepwise::new(start);
            let mut random = number;
            let mut turn = Vec::new();
            let mut several = 0;
            for _ in 0..300 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let mut list = Vec::new();
                steps.steps(&mut list);
                if list.is_empty() {
                    break;
                }
                if list.len() > 1 {
                    list.retain(|step| *step != Step::Move(Move::Pass));
                }
                let step = &list[(random >> 8) as usize % list.len()];
                assert!(steps.try_step(step), "{step:?} is listed");
                match step {
                    Step::Move(mv) => drop(played.play(mv).expect("it is legal")),
                    Step::Stone(point) => turn.push(*point),
                    Step::EndTurn => {}
                }
                if steps.turn().is_empty() && !turn.is_empty() {
                    several += usize::from(turn.len() > 1);
                    let mv = Move::Stones(std::mem::take(&mut turn)).canonical();
                    played.play(&mv).expect("it is legal");
                }
                if steps.turn().is_empty() {
                    assert_eq!(*steps.position(), played);
                    assert_eq!(steps.position().plies(), played.plies());
                    assert_eq!(steps.position().legal_moves(), played.legal_moves());
                }
            }
            assert_eq!(several > 3, game == Game::Sygo);
        }
    }

    /// All steps, in positions that random play reaches on boards so small that much is captured.
    #[test]
    fn in_sygo_each_turn_of_steps_is_legal_and_each_turn_of_one_stone_a_step() {
        let mut refused = 0;
        for seed in 0..400_u32 {
            let length = [3, 4, 5][seed as usize % 3];
            let size = Size::square(length);
            let numbers = || 1..=u16::from(length);
            let points =
                numbers().flat_map(|row| numbers().map(move |column| Point::new(column, row)));
            let points: Vec<Point> = points.collect();
            let start = Position::new(&Rules::default_for(Game::Sygo), size, None);
            let mut steps = Stepwise::new(start.expect("it exists"));
            let mut random = seed;
            for _ in 0..60 {
                if steps.position().outcome().is_some() {
                    break;
                }
                let before = steps.position().clone();
                let mut turn: Vec<Point> = Vec::new();
                loop {
                    let mut list = Vec::new();
                    steps.steps(&mut list);
                    let is_stone = |step: &Step| matches!(step, Step::Stone(_));
                    for &point in &points {
                        let mut trial = steps.clone();
                        let is_added = trial.try_step(&Step::Stone(point));
                        assert_eq!(is_added, list.contains(&Step::Stone(point)));
                        let stones: Vec<Point> = turn.iter().copied().chain([point]).collect();
                        let judged = before.check(&Move::Stones(stones).canonical());
                        refused += u32::from(judged.is_err() && !is_added);
                        assert!(
                            !is_added || judged.is_ok(),
                            "{turn:?} {point:?}: {judged:?}"
                        );
                        assert!(is_added || !turn.is_empty() || judged.is_err(), "{point:?}");
                    }
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let stones: Vec<&Step> = list.iter().filter(|step| is_stone(step)).collect();
                    let is_over = stones.is_empty() || !turn.is_empty() && random >> 30 == 0;
                    let step = match (is_over, turn.is_empty()) {
                        (true, true) => &Step::Move(Move::Pass),
                        (true, false) => &Step::EndTurn,
                        _ => stones[(random >> 8) as usize % stones.len()],
                    };
                    assert!(steps.try_step(step), "{step:?}");
                    if let Step::Stone(point) = step {
                        turn.push(*point);
                    }
                    if steps.turn().is_empty() {
                        break;
                    }
                }
            }
        }
        assert!(refused > 1_000);
    }

    #[test]
    fn a_copy_over_another_position_is_the_same_as_a_new_one() {
        for game in Game::ALL {
            let rules = Rules::default_for(game);
            let start = Position::new(&rules, Size::square(4), None).expect("it exists");
            let mut late = start.clone();
            while late.plies() < 6 {
                let moves = late.legal_moves();
                late.play(&moves[moves.len() / 2]).expect("it is legal");
            }
            let mut copy = late.clone();
            copy.clone_from(&start);
            assert_eq!(copy.legal_moves(), start.legal_moves());
            copy.clone_from(&late);
            assert_eq!((&copy, copy.legal_moves()), (&late, late.legal_moves()));
        }
    }
}
