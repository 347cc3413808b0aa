//! The rules of Margo, in the order of the rules page (`docs/rules/margo.md`).

use std::{collections::BTreeSet, iter};

use super::{
    marbles::{BoardChange, Marbles, PositionHistory, SlotSet},
    pyramid::{Pyramid, Slot},
};
use crate::games::{
    Color, MargoRepetition, MargoRules, Move, Piece, Players, Point, Rule, Setup, SetupFault,
    SetupFaultKind, Size, Tally, Violation,
    cloning::clone_by_field,
    game_state::{Candidate, GameEnd, GameState, MoveEffect, ScoredGame},
};

/// The state of a game of Margo.
#[derive(Debug)]
pub(super) struct MargoGame<M: Marbles> {
    pyramid: Pyramid,
    rules: MargoRules,
    /// Whether the game began on the empty board without any setup.
    is_fresh: bool,
    board: Board<M>,
    history: M::History,
    /// By level, the marbles that were captured and stayed.
    zombies: Vec<M::Slots>,
    /// Number of plies since one removed marbles; at least the number of players if none has.
    plies_since_removal: usize,
    /// Number of passes in succession up to now.
    passes: usize,
}

clone_by_field!({M: Marbles} MargoGame<M> {
    pyramid, rules, is_fresh, board, history, zombies, plies_since_removal, passes
});

/// The marbles, and what the placement being judged does to them.
#[derive(Debug)]
struct Board<M: Marbles> {
    marbles: M,
    /// What the placement has changed so far.
    change: BoardChange,
    /// The zombies that it has made so far, with their levels.
    new_zombies: Vec<(usize, M::Slots)>,
    /// `buried: stay`: by level, the marbles that were buried right after it. Empty if they need
    /// not be known.
    buried: Vec<M::Slots>,
}

clone_by_field!({M: Marbles} Board<M> {
    marbles, change, new_zombies, buried
});

// Turn.
impl<M: Marbles> MargoGame<M> {
    /// A move is a point to place a marble on, `swap`, or in some rulesets `pass`.
    fn judge_and_play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        match *mv {
            // Neither a pass nor a swap is judged for repetition.
            Move::Pass if self.rules.pass => {
                self.remember(self.rules.players.next(mover), false);
                self.passes += 1;
                // The game ends when all players have passed in succession.
                let has_ended = self.passes == self.rules.players.count();
                Ok(MoveEffect {
                    ended: has_ended.then_some(GameEnd::Counted),
                    ..MoveEffect::default()
                })
            }
            Move::Pass => Err(Violation::of(Rule::MargoPass)),
            Move::Swap if self.may_swap(mover) => {
                // The first marble stays, and Black is to move again.
                self.remember(mover, false);
                Ok(MoveEffect::default())
            }
            Move::Swap => Err(Violation::of(Rule::MargoSwap)),
            Move::Marble { level, point } => {
                let slot = self.target(point, level)?;
                let board = &mut self.board;
                let result = board.try_placement(slot, mover, &self.rules, &self.history);
                let effect = result.inspect_err(|_| {
                    board.marbles.undo(slot, mover, &board.change.removed);
                })?;
                self.remember(self.rules.players.next(mover), true);
                self.update_zombies();
                self.passes = 0;
                if effect.captured {
                    self.plies_since_removal = 0;
                }
                Ok(effect)
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    /// Adds the position at the end of a ply to the history. `has_placed`: the ply was a placement.
    fn remember(&mut self, to_move: Color, has_placed: bool) {
        if !has_placed {
            self.board.change = BoardChange::default();
        }
        let board = &self.board;
        let to_move = self.rules.repetition.tells_apart(to_move);
        self.history.push(&board.marbles, to_move, &board.change);
        self.plies_since_removal += 1;
    }

    /// `margo::swap`: allowed only to Black, only as ply 2 after a placement, only if no setup was
    /// given, and only in a ruleset that has it, for two players.
    fn may_swap(&self, mover: Color) -> bool {
        // The history begins with the starting position. Without a setup White moves first and
        // cannot swap, so ply 1 was a placement if it was no pass.
        let plies = self.history.len() - 1;
        self.rules.swap
            && self.rules.players == Players::Two
            && mover == Color::Black
            && plies == 1
            && self.passes == 0
            && self.is_fresh
    }
}

// Legality.
impl<M: Marbles> MargoGame<M> {
    /// The slot that a placement names: `margo::off-board`, `margo::occupied`,
    /// `margo::unsupported` and `margo::too-high`.
    fn target(&self, point: Point, level: Option<u8>) -> Result<Slot, Violation> {
        let marbles = &self.board.marbles;
        let violation = |rule| Err(Violation::at(rule, point));
        // No slot at all: the point is not on the doubled grid, or neither odd/odd nor even/even.
        let mut slots = self.pyramid.slots_at(point);
        let Some(lowest) = slots.next() else {
            return violation(Rule::MargoOffBoard);
        };
        // The implied level is the lowest one at that point which is not occupied.
        let is_empty = |&slot: &Slot| !marbles.is_occupied(slot);
        let implied = iter::once(lowest).chain(slots).find(is_empty);
        let open = implied.filter(|&slot| marbles.is_supported(slot));

        let slot = if let Some(level) = level {
            let from_zero = level.checked_sub(1);
            let Some(slot) = from_zero.and_then(|level| self.pyramid.slot(point, level)) else {
                return violation(Rule::MargoOffBoard);
            };
            if marbles.is_occupied(slot) {
                return violation(Rule::MargoOccupied);
            }
            slot
        } else {
            match (open, implied) {
                (Some(slot), _) => slot,
                // The point holds no marble.
                (None, Some(slot)) if slot == lowest => slot,
                // It holds one, and the implied level does not exist or is not supported.
                (None, _) => return violation(Rule::MargoOccupied),
            }
        };

        // Neither unsupported nor on another level than the implied one.
        if Some(slot) == open {
            let is_too_high = self.rules.max_height.is_some_and(|most| slot.level >= most);
            return if is_too_high {
                violation(Rule::MargoTooHigh)
            } else {
                Ok(slot)
            };
        }
        let missing = slot.below().filter(is_empty).map(Slot::point).collect();
        Err(Violation::at(Rule::MargoUnsupported, point).by(missing))
    }
}

impl<M: Marbles> Board<M> {
    /// Places a marble, captures, and judges `margo::no-freedom` and `margo::repetition`. The board
    /// is changed also if the placement is illegal.
    fn try_placement(
        &mut self,
        slot: Slot,
        mover: Color,
        rules: &MargoRules,
        history: &M::History,
    ) -> Result<MoveEffect, Violation> {
        self.change.placed = Some(slot);
        self.change.removed.clear();
        self.new_zombies.clear();
        self.marbles.place(slot, mover);
        let has_captured = self.capture(slot, mover, rules);
        if !self.marbles.has_freedom(slot, mover) {
            let group = self.points_of_group(slot, mover);
            return Err(Violation::at(Rule::MargoNoFreedom, slot.point()).by(group));
        }
        if let Some(ply) = self.repeated_ply(mover, rules, history) {
            return Err(Violation::at(Rule::MargoRepetition, slot.point()).repeating(ply));
        }
        // `goal: first-capture`: the first player to remove an enemy marble wins at once.
        let has_won = rules.first_capture && has_captured;
        Ok(MoveEffect {
            captured: !self.change.removed.is_empty(),
            ended: has_won.then_some(GameEnd::Won(mover)),
            ..MoveEffect::default()
        })
    }

    /// Whether a marble may be placed in an open slot.
    fn is_legal(
        &mut self,
        slot: Slot,
        mover: Color,
        rules: &MargoRules,
        history: &M::History,
    ) -> bool {
        let before = self.marbles.clone();
        let is_legal = self.try_placement(slot, mover, rules, history).is_ok();
        self.marbles = before;
        is_legal
    }

    /// The points of the group of a marble, each once.
    fn points_of_group(&self, slot: Slot, color: Color) -> Vec<Point> {
        let group = self.marbles.group(slot, color);
        let points = |(level, slots): (usize, &M::Slots)| {
            slots.iter(level).map(Slot::point).collect::<Vec<_>>()
        };
        let mut points: Vec<Point> = group.iter().enumerate().flat_map(points).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The ply whose final position this placement repeats, if the ruleset forbids that.
    fn repeated_ply(&self, mover: Color, rules: &MargoRules, history: &M::History) -> Option<u32> {
        let (marbles, change) = (&self.marbles, &self.change);
        match rules.repetition {
            // The position at the end of the mover's own previous turn: as many plies earlier as
            // there are players.
            MargoRepetition::PreviousTurn => {
                let previous = history.len().checked_sub(rules.players.count())?;
                history
                    .is_position_of(previous, marbles, change)
                    .then_some(previous as u32)
            }
            // Every earlier position, with the same player to move or whoever was to move.
            MargoRepetition::Situational | MargoRepetition::Positional => {
                let to_move = rules.players.next(mover);
                history.find(marbles, rules.repetition.tells_apart(to_move), change)
            }
            MargoRepetition::Never => None,
        }
    }
}

// Capture.
impl<M: Marbles> Board<M> {
    /// Carries out the captures that follow a placement. Returns whether enemy marbles were
    /// removed.
    fn capture(&mut self, placed: Slot, mover: Color, rules: &MargoRules) -> bool {
        let enemies = M::opponents(mover);
        let levels = self.marbles.levels();
        if self.next_captured(enemies.clone(), levels.end).is_none() {
            return false;
        }
        // `buried: stay`: a marble that was buried right after the placement is never removed by
        // this ply, nor in the later steps.
        self.buried.clear();
        if rules.buried_stay {
            let buried = levels.map(|level| self.marbles.buried(level));
            self.buried.extend(buried);
        }
        let has_captured = self.capture_step(&enemies, &[]);
        if has_captured && rules.revealed_captures {
            // As long as the last step removed something, the same is done again for the other
            // side, freedoms counted anew: all enemies, own, all enemies, ... The placed marble's group is
            // never removed.
            while self.capture_step(&iter::once(mover), &self.marbles.group(placed, mover))
                && self.capture_step(&enemies, &[])
            {}
        }
        has_captured
    }

    /// The highest of the levels below `above` that has marbles of some players in groups without
    /// a freedom.
    fn next_captured(
        &mut self,
        colors: impl Iterator<Item = Color>,
        above: usize,
    ) -> Option<usize> {
        let marbles = &mut self.marbles;
        colors
            .filter_map(|color| marbles.next_without_freedom(color, above))
            .max()
    }

    /// Captures the marbles of some players' groups without a freedom, all at once, apart from
    /// those in `spared` (by level; none on levels that it lacks). Returns whether any were removed.
    fn capture_step(
        &mut self,
        colors: &(impl Iterator<Item = Color> + Clone),
        spared: &[M::Slots],
    ) -> bool {
        let removed_before = self.change.removed.len();
        // Every marble that is not captured stays. Of the captured ones, from the top level down,
        let mut above = self.marbles.levels().end;
        while let Some(level) = self.next_captured(colors.clone(), above) {
            let pinned = self.marbles.pinned(level);
            for color in colors.clone() {
                let mut captured = self.marbles.without_freedom(color, level);
                for protected in [&self.buried[..], spared] {
                    if let Some(protected) = protected.get(level) {
                        captured = captured.without(protected);
                    }
                }
                // each on which a staying marble rests stays too,
                let zombies = captured.and(&pinned);
                if zombies.size() > 0 {
                    let visible = zombies.without(&self.marbles.buried(level));
                    self.new_zombies.push((level, visible));
                }
                // and the others are removed.
                for slot in captured.without(&pinned).iter(level) {
                    self.marbles.remove(slot, color);
                    self.change.removed.push((slot, color));
                }
            }
            above = level;
        }
        let has_removed = self.change.removed.len() > removed_before;
        if has_removed {
            self.marbles.recount();
        }
        has_removed
    }
}

impl<M: Marbles> MargoGame<M> {
    /// Adds the zombies that the last ply made, and drops those that it removed.
    fn update_zombies(&mut self) {
        for (level, new) in &self.board.new_zombies {
            self.zombies[*level] = self.zombies[*level].or(new);
        }
        for &(slot, _) in &self.board.change.removed {
            let level = usize::from(slot.level);
            self.zombies[level] = self.zombies[level].without(&M::Slots::single(slot));
        }
    }
}

// End and score.
impl<M: Marbles> MargoGame<M> {
    /// The game ends when the player to move has no legal move.
    fn has_legal_move(&mut self, mover: Color) -> bool {
        if self.may_swap(mover) {
            return true;
        }
        let (rules, history) = (&self.rules, &self.history);
        let board = &mut self.board;
        // Whether a ply since the mover's own previous turn removed marbles.
        let has_removed = self.plies_since_removal + 1 < rules.players.count();
        if (board.marbles).has_obvious_move(mover, rules.repetition, has_removed) {
            return true;
        }
        let first = board.marbles.first_candidate(mover);
        if first.is_some_and(|slot| board.is_legal(slot, mover, rules, history)) {
            return true;
        }
        let open: Vec<Slot> = board.marbles.open_slots().collect();
        open.into_iter()
            .any(|slot| board.is_legal(slot, mover, rules, history))
    }

    /// Own marbles in play count, buried ones and zombies included.
    fn count_marbles(&self) -> Tally {
        let mut tally = Tally::default();
        for level in self.board.marbles.levels() {
            let buried = self.board.marbles.buried(level);
            for &color in self.rules.players.colors() {
                let own = self.board.marbles.of(color, level);
                let parts = &mut tally.parts[color];
                parts.pieces += own.size() as i64;
                parts.buried += own.and(&buried).size() as i64;
                let zombies = own.and(&self.zombies[level]).without(&buried);
                parts.zombies += zombies.size() as i64;
            }
        }
        tally
    }
}

// Setup.
impl<M: Marbles> MargoGame<M> {
    /// The position before the first ply. `is_fresh`: no setup was given, not even the player to
    /// move.
    pub(super) fn new(
        rules: &MargoRules,
        size: Size,
        setup: &Setup,
        is_fresh: bool,
        to_move: Color,
    ) -> Result<Box<Self>, SetupFault> {
        let pyramid = Pyramid::new(size.columns);
        let fault = |index, kind| SetupFault {
            piece: Some(index),
            kind,
        };
        let mut marbles = Vec::new();
        let mut occupied = BTreeSet::new();
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let Piece::Marble(color, level, point) = piece else {
                return Err(fault(index, SetupFaultKind::ForeignPiece));
            };
            let slot = level
                .checked_sub(1)
                .and_then(|level| pyramid.slot(point, level))
                .ok_or(fault(index, SetupFaultKind::OffBoard))?;
            if !occupied.insert(slot) {
                return Err(fault(index, SetupFaultKind::Occupied));
            }
            marbles.push((slot, color));
        }
        let is_supported = |slot: Slot| slot.below().all(|below| occupied.contains(&below));
        if let Some(index) = marbles.iter().position(|&(slot, _)| !is_supported(slot)) {
            return Err(fault(index, SetupFaultKind::Unsupported));
        }
        let max_height = rules.max_height.unwrap_or(u8::MAX);
        let is_too_high = |&(slot, _): &(Slot, Color)| slot.level >= max_height;
        if let Some(index) = marbles.iter().position(is_too_high) {
            return Err(fault(index, SetupFaultKind::TooHigh));
        }
        let mut game = Box::new(MargoGame {
            pyramid,
            rules: rules.clone(),
            is_fresh,
            board: Board {
                marbles: M::new(size.columns, max_height, &marbles),
                change: BoardChange::default(),
                new_zombies: Vec::new(),
                buried: Vec::new(),
            },
            history: M::History::default(),
            zombies: vec![M::Slots::empty(); usize::from(size.columns)],
            plies_since_removal: rules.players.count(),
            passes: 0,
        });
        game.assume_zombies();
        let to_move = rules.repetition.tells_apart(to_move);
        game.history
            .push(&game.board.marbles, to_move, &BoardChange::default());
        Ok(game)
    }

    /// A setup may hold groups without freedoms. It does not say which marbles were captured and
    /// stayed: those without a freedom that others rest on are taken for zombies.
    fn assume_zombies(&mut self) {
        for &color in self.rules.players.colors() {
            let mut above = self.board.marbles.levels().end;
            while let Some(level) = self.board.marbles.next_without_freedom(color, above) {
                let marbles = self.board.marbles.without_freedom(color, level);
                let pinned = marbles.and(&self.board.marbles.pinned(level));
                let zombies = pinned.without(&self.board.marbles.buried(level));
                self.zombies[level] = self.zombies[level].or(&zombies);
                above = level;
            }
        }
    }
}

impl<M: Marbles> GameState for MargoGame<M> {
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        self.judge_and_play(mover, mv)
    }

    fn sites(&self) -> usize {
        self.pyramid.points()
    }

    fn candidate(&mut self, _mover: Color, site: usize, _choice: u32) -> Candidate {
        let marbles = &self.board.marbles;
        let point = self.pyramid.point(site);
        let mut slots = self.pyramid.slots_at(point).peekable();
        if slots.peek().is_none() {
            return Candidate::Closed;
        }
        let implied = slots.find(|&slot| !marbles.is_occupied(slot));
        let is_too_high =
            |slot: &Slot| self.rules.max_height.is_some_and(|most| slot.level >= most);
        match implied.filter(|slot| marbles.is_supported(*slot) && !is_too_high(slot)) {
            Some(_) => Candidate::Move(Move::Marble { level: None, point }),
            None => Candidate::Nothing,
        }
    }

    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        if self.rules.pass {
            moves.push(Move::Pass);
        }
        if self.may_swap(mover) {
            moves.push(Move::Swap);
        }
        let mut board = self.board.clone();
        for slot in self.board.marbles.open_slots() {
            if board.is_legal(slot, mover, &self.rules, &self.history) {
                moves.push(Move::Marble {
                    level: None,
                    point: slot.point(),
                });
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let marbles = &self.board.marbles;
        let mut pieces = Vec::new();
        for level in marbles.levels() {
            let colors = self.rules.players.colors().iter();
            let all = colors.fold(M::Slots::empty(), |all, &color| {
                all.or(&marbles.of(color, level))
            });
            let piece = |slot: Slot| {
                let color = marbles.color(slot)?;
                Some(Piece::Marble(color, slot.level + 1, slot.point()))
            };
            pieces.reserve(all.size());
            pieces.extend(all.iter(level).filter_map(piece));
        }
        pieces
    }

    fn no_moves_result(&mut self, to_move: Color) -> Option<GameEnd> {
        // With passes there is always a legal move.
        (!self.rules.pass && !self.has_legal_move(to_move)).then_some(GameEnd::Counted)
    }

    fn repetition_hash(&self) -> Option<u64> {
        Some(self.board.marbles.hash())
    }
}

impl<M: Marbles> ScoredGame for MargoGame<M> {
    fn tally(&self, _with_regions: bool) -> Tally {
        self.count_marbles()
    }
}
