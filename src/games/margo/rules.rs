//! Margo: marbles that stack into a pyramid, are captured as in Go, and stay
//! where another marble rests on them.

use crate::games::{
    ByColor, Color, MargoRepetition, MargoRules, Move, Piece, Point, Rule, Setup, SetupFault,
    SetupFaultKind, Size, Tally, Violation,
    chains::Content,
    game_state::{GameEnd, GameState, MoveEffect, ScoredGame},
    history::{Change, History},
};

use std::sync::Arc;

use super::{
    fast::{Bitboard, Bitboards, Marbles},
    pyramid::{Pyramid, Slot},
};

/// A position of Margo, on boards of up to N − 2 levels of as many columns.
#[derive(Clone, Debug)]
pub(super) struct MargoBoard<T, const N: usize> {
    pyramid: Pyramid,
    rules: MargoRules,
    marbles: Marbles<T, N>,
    /// What the ply being tried has removed.
    gone: Vec<(Slot, Color)>,
    /// Shared with clones until one of them is played on.
    history: Arc<History>,
    /// Whether the game began on the empty board with nothing given.
    from_the_start: bool,
    /// The largest number of marbles that any position of the game has held.
    most_marbles: usize,
    /// Which marbles were captured and stayed.
    zombies: Bitboards<T, N>,
    /// What the ply being tried has captured and what stays, not buried, by levels.
    stayed: Vec<(usize, T)>,
    /// Of each player a place, perhaps, where a marble was certain to have a freedom.
    sure: ByColor<Option<Slot>>,
}

impl<T: Bitboard, const N: usize> MargoBoard<T, N> {
    pub(super) fn new(
        rules: &MargoRules,
        size: Size,
        setup: &Setup,
        from_the_start: bool,
        to_move: Color,
    ) -> Result<Box<Self>, SetupFault> {
        let pyramid = Pyramid::of(size.columns);
        // Built where it is to stay: it is large.
        let mut margo = Box::new(MargoBoard {
            pyramid,
            rules: rules.clone(),
            gone: Vec::new(),
            history: Arc::default(),
            from_the_start,
            most_marbles: 0,
            zombies: [T::NONE; N],
            stayed: Vec::new(),
            sure: ByColor::default(),
            marbles: Marbles::new(size.columns),
        });
        let marbles = &mut margo.marbles;
        let fault = |index, kind| SetupFault {
            piece: Some(index),
            kind,
        };
        let mut places = Vec::new();
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let Piece::Marble(color, level, point) = piece else {
                return Err(fault(index, SetupFaultKind::ForeignPiece));
            };
            let place = level
                .checked_sub(1)
                .and_then(|level| pyramid.at(point, level))
                .ok_or(fault(index, SetupFaultKind::OffBoard))?;
            if marbles.is_occupied(place) {
                return Err(fault(index, SetupFaultKind::Occupied));
            }
            marbles.place_unchecked(place, color);
            places.push(place);
        }
        let is_supported = |&place: &Slot| marbles.is_supported(place);
        if let Some(index) = places.iter().position(|place| !is_supported(place)) {
            return Err(fault(index, SetupFaultKind::Unsupported));
        }
        margo.marbles.find_groups();
        margo.suppose_zombies();
        margo.remember(to_move, None);
        Ok(margo)
    }

    /// Carries out the captures that follow a placement; tells whether enemy marbles were removed.
    fn capture_all(&mut self, place: Slot, mover: Color) -> bool {
        if self.marbles.is_settled(mover.other()) {
            return false;
        }
        let buried: Option<Bitboards<T, N>> = self.rules.buried_stay.then(|| self.marbles.buried());
        let mut capture = |color, spared| {
            let (gone, stayed) = (&mut self.gone, &mut self.stayed);
            self.marbles
                .capture(color, spared, buried.as_ref(), gone, stayed)
        };
        let captured = capture(mover.other(), None);
        if captured && self.rules.revealed_captures {
            let mut color = mover;
            while capture(color, (color == mover).then_some(place)) {
                color = color.other();
            }
        }
        captured
    }

    /// Takes for zombies what a given position holds pinned and without a freedom: how it
    /// came to be so, the record does not tell.
    fn suppose_zombies(&mut self) {
        for color in Color::ALL {
            for level in self.marbles.levels() {
                let pinned = self.marbles.occupied(level + 1).below();
                let zombies =
                    self.marbles.dead(color, level) & self.marbles.visible(level) & pinned;
                self.zombies[level] = self.zombies[level] | zombies;
            }
        }
    }

    /// Notes which marbles the ply just made has taken off, and which it has made zombies.
    fn note_zombies(&mut self) {
        for &(level, stayed) in &self.stayed {
            self.zombies[level] = self.zombies[level] | stayed;
        }
        for &(place, _) in &self.gone {
            let level = usize::from(place.level);
            self.zombies[level] = self.zombies[level] & !T::at(place);
        }
    }

    /// The place that a turn means: `margo::off-board`, `margo::occupied`,
    /// `margo::unsupported`.
    fn target(&self, point: Point, level: Option<u8>) -> Result<Slot, Violation> {
        let at = |rule| Violation::at(rule, point);
        let marbles = &self.marbles;
        let lowest = self.pyramid.tower(point).next();
        let lowest = lowest.ok_or_else(|| at(Rule::MargoOffBoard))?;
        let mut tower = std::iter::successors(Some(lowest), |place| place.straight_above());
        let implied = tower.find(|&place| !marbles.is_occupied(place));
        let open = implied.filter(|&place| marbles.is_supported(place));
        let place = match level {
            Some(level) => {
                let place = level
                    .checked_sub(1)
                    .and_then(|level| self.pyramid.at(point, level))
                    .ok_or_else(|| at(Rule::MargoOffBoard))?;
                if marbles.is_occupied(place) {
                    return Err(at(Rule::MargoOccupied));
                }
                place
            }
            None => open
                .or(implied.filter(|&place| place == lowest))
                .ok_or_else(|| at(Rule::MargoOccupied))?,
        };
        if Some(place) == open {
            return Ok(place);
        }
        let missing = place.below().filter(|&below| !marbles.is_occupied(below));
        let missing = missing.map(Slot::point).collect();
        Err(at(Rule::MargoUnsupported).by(missing))
    }

    /// Tries a placement: carries it out, or leaves the board as it was.
    fn place(&mut self, place: Slot, mover: Color) -> Result<MoveEffect, Violation> {
        self.gone.clear();
        self.stayed.clear();
        self.marbles.put(place, mover);
        let captured = self.capture_all(place, mover);
        let breathes = self.marbles.breathes(place, mover);
        let violation = if breathes {
            self.repeats(place, mover)
                .map(|ply| Violation::at(Rule::MargoRepetition, place.point()).repeating(ply))
        } else {
            let group = self.marbles.group(place, mover);
            let mut points: Vec<Point> = (0..)
                .zip(group)
                .flat_map(|(level, group)| group.places(level))
                .map(Slot::point)
                .collect();
            points.sort_unstable();
            points.dedup();
            Some(Violation::at(Rule::MargoNoFreedom, place.point()).by(points))
        };
        match violation {
            None => Ok(MoveEffect {
                captured: !self.gone.is_empty(),
                ended: (captured && self.rules.first_capture).then_some(GameEnd::Won(mover)),
                ..MoveEffect::default()
            }),
            Some(violation) => {
                self.marbles.take_back(place, mover, &self.gone);
                Err(violation)
            }
        }
    }

    /// The ply whose end position the board as just changed repeats, if the
    /// ruleset forbids that.
    fn repeats(&self, place: Slot, mover: Color) -> Option<u32> {
        // A position with more marbles than ever cannot have stood before.
        if self.marbles.count() > self.most_marbles {
            return None;
        }
        let before = || {
            let mut contents = self.marbles.contents();
            for (place, content) in changes::<T, N>(Some(place), &self.gone) {
                contents[usize::from(place)] = content;
            }
            contents
        };
        let now = || self.marbles.contents();
        let key = self.marbles.key();
        match self.rules.repetition {
            MargoRepetition::PreviousTurn => {
                let earlier = self.history.len().checked_sub(2)?;
                self.history
                    .ended_in(earlier, key, before, now)
                    .then_some(earlier as u32)
            }
            MargoRepetition::Situational => {
                self.history.find(key, mover.other() as u8, before, now)
            }
        }
    }

    /// Notes the position as the one at the end of a turn, in which a marble was put or none.
    fn remember(&mut self, to_move: Color, put: Option<Slot>) {
        let changes = changes::<T, N>(put, &self.gone);
        Arc::make_mut(&mut self.history).push(self.marbles.key(), to_move as u8, changes);
        self.most_marbles = self.most_marbles.max(self.marbles.count());
    }

    fn may_swap(&self, mover: Color) -> bool {
        let is_answer = self.from_the_start && self.history.len() == 2;
        self.rules.swap && mover == Color::Black && is_answer
    }

    fn allows(&mut self, place: Slot, mover: Color) -> bool {
        let marbles = self.marbles;
        let legal = self.place(place, mover).is_ok();
        self.marbles = marbles;
        legal
    }

    /// Whether the player to move certainly has a legal move, seen without trying any.
    ///
    /// A marble that is certain to have a freedom is forbidden only by repetition, and `previous-turn` forbids but
    /// the position at the end of the mover's own previous turn. If the opponent has removed nothing since,
    /// every place that is empty now was empty then, and none can lead back there. Else at most one of two can:
    /// that position would have to hold a marble of the mover on both, but a placement fills only one.
    fn has_obvious_move(&mut self, mover: Color) -> bool {
        if self.rules.repetition != MargoRepetition::PreviousTurn {
            return false;
        }
        if self.gone.is_empty() {
            return self.sure_place(mover).is_some();
        }
        let is_sure = |&place: &Slot| self.marbles.surely_breathes(place, mover);
        self.marbles.open_slots().filter(is_sure).nth(1).is_some()
    }

    /// A place where a marble of a player is certain to have a freedom, if there is any.
    fn sure_place(&mut self, mover: Color) -> Option<Slot> {
        let marbles = &self.marbles;
        let is_sure = |&place: &Slot| marbles.surely_breathes(place, mover);
        let known = &mut self.sure[mover];
        *known = known
            .filter(|&place| marbles.is_open(place) && is_sure(&place))
            .or_else(|| marbles.open_slots().find(is_sure));
        *known
    }

    /// Whether the player to move has any legal placement, the likeliest tried first.
    fn moves(&mut self, mover: Color) -> bool {
        let sure = self.sure_place(mover);
        if sure.is_some_and(|place| self.allows(place, mover)) {
            return true;
        }
        let open: Vec<Slot> = self.marbles.open_slots().collect();
        open.into_iter().any(|place| self.allows(place, mover))
    }
}

/// The places that differ when a marble has been put and others have been removed, with what they held
/// before. No ply removes a marble and puts another in its place.
fn changes<T: Bitboard, const N: usize>(
    put: Option<Slot>,
    gone: &[(Slot, Color)],
) -> impl Iterator<Item = Change> {
    let number = Marbles::<T, N>::number;
    let put = put.map(|place| (number(place), Content::Empty));
    let gone = gone.iter();
    let gone = gone.map(move |&(place, color)| (number(place), Content::Piece(color)));
    put.into_iter().chain(gone)
}

impl<T: Bitboard, const N: usize> GameState for MargoBoard<T, N> {
    fn play(&mut self, mover: Color, turn: &Move) -> Result<MoveEffect, Violation> {
        match *turn {
            Move::Pass => Err(Violation::of(Rule::MargoPass)),
            Move::Swap if self.may_swap(mover) => {
                self.gone.clear();
                self.remember(mover, None);
                Ok(MoveEffect::default())
            }
            Move::Swap => Err(Violation::of(Rule::MargoSwap)),
            Move::Marble { level, point } => {
                let place = self.target(point, level)?;
                let played = self.place(place, mover)?;
                self.note_zombies();
                self.remember(mover.other(), Some(place));
                Ok(played)
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        if self.may_swap(mover) {
            moves.push(Move::Swap);
        }
        let mut trial = self.clone();
        for place in self.marbles.open_slots() {
            if trial.allows(place, mover) {
                moves.push(Move::Marble {
                    level: None,
                    point: place.point(),
                });
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let marble = |place: Slot| {
            let color = self.marbles.color(place)?;
            Some(Piece::Marble(color, place.level + 1, place.point()))
        };
        self.marbles.all().filter_map(marble).collect()
    }

    /// The marbles are counted when the player to move has no legal move.
    fn no_moves_result(&mut self, to_move: Color) -> Option<GameEnd> {
        let moves = self.has_obvious_move(to_move) || self.may_swap(to_move) || self.moves(to_move);
        (!moves).then_some(GameEnd::Counted)
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.marbles.key())
    }
}

impl<T: Bitboard, const N: usize> ScoredGame for MargoBoard<T, N> {
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let both = |level| Color::ALL.map(|color| (color, level));
        for (color, level) in self.marbles.levels().flat_map(both) {
            let own = self.marbles.of(color, level);
            let visible = own & self.marbles.visible(level);
            let parts = &mut tally.parts[color];
            parts.pieces += i64::from(own.len());
            parts.buried += i64::from((own & !visible).len());
            parts.zombies += i64::from((visible & self.zombies[level]).len());
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{
        Rules,
        history::key,
        margo::fast::{Bitboard64, Bitboard128, Bitboard384},
    };

    /// Plays at random, places that are not legal tried and refused; says what the position was after every ply.
    fn playout<T: Bitboard, const N: usize>(
        rules: &MargoRules,
        side: u8,
        seed: u64,
        plies: usize,
    ) -> Vec<(Vec<Piece>, Tally)> {
        let size = Size::square(side);
        let mut margo =
            MargoBoard::<T, N>::new(rules, size, &Setup::default(), true, Color::White).unwrap();
        let mut positions = Vec::new();
        let mut color = Color::White;
        while positions.len() < plies {
            let mut places: Vec<Slot> = margo.marbles.open_slots().collect();
            let salt = key(seed << 32 | positions.len() as u64);
            places.sort_by_key(|&place| {
                key(salt
                    ^ u64::from(place.level) << 16
                    ^ u64::from(place.column) << 8
                    ^ u64::from(place.row))
            });
            let played = places.into_iter().any(|place| {
                let turn = Move::Marble {
                    level: None,
                    point: place.point(),
                };
                let before = (
                    margo.marbles.key(),
                    margo.marbles.count(),
                    margo.marbles.levels(),
                );
                let legal = margo.play(color, &turn).is_ok();
                let after = (
                    margo.marbles.key(),
                    margo.marbles.count(),
                    margo.marbles.levels(),
                );
                assert!(legal || before == after);
                legal
            });
            if !played {
                assert!(margo.no_moves_result(color).is_some());
                break;
            }
            color = color.other();
            // What is kept from ply to ply is what is found by looking at nothing but the marbles.
            let mut fresh = Marbles::<T, N>::new(side);
            for place in margo.marbles.all() {
                fresh.place_unchecked(place, margo.marbles.color(place).unwrap());
            }
            fresh.find_groups();
            assert_eq!(margo.marbles.key(), fresh.key());
            assert_eq!(margo.marbles.count(), fresh.count());
            assert_eq!(margo.marbles.levels(), fresh.levels());
            assert_eq!(margo.marbles.links(), fresh.links());
            for color in Color::ALL {
                for level in margo.marbles.levels() {
                    let dead = fresh.dead(color, level);
                    assert_eq!(margo.marbles.dead(color, level), dead, "side {side}");
                }
                // What nothing is looked for cannot be captured.
                let capture = |mut marbles: Marbles<T, N>| {
                    let mut gone = Vec::new();
                    marbles.capture(color, None, None, &mut gone, &mut Vec::new());
                    gone
                };
                assert_eq!(capture(margo.marbles), capture(fresh), "seed {seed}");
            }
            positions.push((margo.pieces(), margo.tally()));
        }
        positions
    }

    #[test]
    fn what_is_known_of_freedoms_stays_true_on_every_class_of_boards() {
        let by_name = |ruleset| match &crate::ruleset::by_name(ruleset).unwrap().rules {
            Rules::Margo(rules) => rules.clone(),
            _ => panic!("a ruleset of Margo"),
        };
        let mut both = by_name("margo-2012");
        both.buried_stay = true;
        let named = ["margo", "margo-2012", "margo-buried-stay"].map(by_name);
        for rules in named.iter().chain([&both]) {
            for (side, seed) in (2..=7).flat_map(|side| (0..4).map(move |seed| (side, seed))) {
                let positions = playout::<Bitboard64, 9>(rules, side, seed, 300);
                assert!(positions.len() > usize::from(side));
                assert_eq!(
                    playout::<Bitboard128, 12>(rules, side, seed, 300),
                    positions
                );
                assert_eq!(
                    playout::<Bitboard384, 21>(rules, side, seed, 300),
                    positions
                );
            }
            // Among them games in which a marble that was held falls in the next ply.
            for seed in 4..60 {
                assert!(playout::<Bitboard64, 9>(rules, 7, seed, 300).len() > 7);
            }
            for seed in 0..3 {
                let positions = playout::<Bitboard128, 12>(rules, 10, seed, 600);
                assert_eq!(playout::<Bitboard384, 21>(rules, 10, seed, 600), positions);
                assert_eq!(
                    playout::<Bitboard384, 21>(rules, 19, seed, 2000).len(),
                    2000
                );
            }
        }
    }
}
