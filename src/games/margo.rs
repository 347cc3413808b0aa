//! Margo: marbles that stack into a pyramid, are captured as in Go, and stay
//! where another marble rests on them.

use super::{
    Color, MargoRepetition, MargoRules, Move, Outcome, Piece, Point, Rule, Setup, SetupFault,
    SetupFaultKind, Size, Tally, Violation,
    chains::Content,
    history::{History, key},
    outcome::By,
    position::{Board, Played},
    pyramid::{Place, Pyramid},
};

/// A position of Margo.
#[derive(Clone, Debug)]
pub(super) struct Margo {
    pyramid: &'static Pyramid,
    rules: MargoRules,
    /// What each place holds; one more, always empty, stands for no place.
    contents: Vec<Content>,
    key: u64,
    history: History,
    /// Whether the game began on the empty board with nothing given.
    from_the_start: bool,
    /// The largest number of marbles that any position of the game has held.
    most_marbles: usize,
    marbles: usize,
    /// Which marbles were captured and stayed.
    zombies: Vec<bool>,
    /// Scratch: what the ply being tried has changed so far.
    changes: Vec<(u16, Content)>,
    /// Scratch of the searches: marbles known to belong to a group with a freedom.
    alive: Vec<bool>,
    queue: Vec<Place>,
    captured: Vec<Place>,
    /// Scratch: the marbles that the ply being tried has captured and that stay, not buried.
    stayed: Vec<Place>,
}

impl Margo {
    pub(super) fn new(
        rules: &MargoRules,
        size: Size,
        setup: &Setup,
        from_the_start: bool,
        to_move: Color,
    ) -> Result<Margo, SetupFault> {
        let pyramid = Pyramid::of(size.columns);
        let places = usize::from(pyramid.nowhere()) + 1;
        let mut margo = Margo {
            pyramid,
            rules: rules.clone(),
            contents: vec![Content::Empty; places],
            key: 0,
            history: History::default(),
            from_the_start,
            most_marbles: 0,
            marbles: 0,
            zombies: vec![false; places],
            changes: Vec::new(),
            alive: vec![false; places],
            queue: Vec::new(),
            captured: Vec::new(),
            stayed: Vec::new(),
        };
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
            if margo.is_occupied(place) {
                return Err(fault(index, SetupFaultKind::Occupied));
            }
            margo.set(place, Content::Piece(color));
            places.push(place);
        }
        if let Some(index) = places.iter().position(|&place| !margo.is_supported(place)) {
            return Err(fault(index, SetupFaultKind::Unsupported));
        }
        margo.most_marbles = margo.marbles;
        margo.suppose_zombies();
        margo.remember(to_move);
        Ok(margo)
    }

    fn get(&self, place: Place) -> Content {
        self.contents[usize::from(place)]
    }

    fn is_occupied(&self, place: Place) -> bool {
        self.get(place) != Content::Empty
    }

    fn color(&self, place: Place) -> Option<Color> {
        match self.get(place) {
            Content::Piece(color) => Some(color),
            _ => None,
        }
    }

    fn write(&mut self, place: Place, content: Content) -> Content {
        let before = std::mem::replace(&mut self.contents[usize::from(place)], content);
        self.key ^= feature(place, before) ^ feature(place, content);
        match content {
            Content::Empty => self.marbles -= 1,
            _ => self.marbles += 1,
        }
        before
    }

    /// Changes a place and notes what it held.
    fn set(&mut self, place: Place, content: Content) {
        let before = self.write(place, content);
        self.changes.push((place, before));
    }

    /// Takes back all changes since the last position remembered.
    fn take_back(&mut self) {
        while let Some((place, before)) = self.changes.pop() {
            self.write(place, before);
        }
    }

    /// Whether a place is a hole of the board or all four places below it are occupied.
    fn is_supported(&self, place: Place) -> bool {
        let around = self.pyramid.around(place);
        around.level == 0 || around.below.iter().all(|&below| self.is_occupied(below))
    }

    fn is_buried(&self, place: Place) -> bool {
        self.is_occupied(self.pyramid.around(place).cap)
    }

    fn has_freedom(&self, place: Place) -> bool {
        let around = self.pyramid.around(place);
        around.level == 0
            && !self.is_buried(place)
            && around
                .sides
                .iter()
                .any(|side| side.place != self.pyramid.nowhere() && !self.is_occupied(side.place))
    }

    /// Calls `visit` for the marbles connected with the one on a place.
    fn connected(&self, place: Place, color: Color, mut visit: impl FnMut(Place)) {
        if self.is_buried(place) {
            return;
        }
        let around = self.pyramid.around(place);
        let own = Content::Piece(color);
        let over = |over: Place| self.is_occupied(over) && self.get(over) != own;
        for side in &around.sides {
            let crossed_over = over(side.over[0]) && over(side.over[1]);
            if self.get(side.place) == own && !crossed_over && !self.is_buried(side.place) {
                visit(side.place);
            }
        }
        for &next in around.below.iter().chain(&around.above) {
            if self.get(next) == own && !self.is_buried(next) {
                visit(next);
            }
        }
    }

    /// Marks everything connected with the marbles in the queue as alive.
    fn spread(&mut self, color: Color) {
        let mut queue = std::mem::take(&mut self.queue);
        let mut alive = std::mem::take(&mut self.alive);
        let mut done = 0;
        while done < queue.len() {
            self.connected(queue[done], color, |next| {
                if !std::mem::replace(&mut alive[usize::from(next)], true) {
                    queue.push(next);
                }
            });
            done += 1;
        }
        self.alive = alive;
        self.queue = queue;
    }

    fn start_search(&mut self) {
        self.queue.clear();
        self.alive.fill(false);
    }

    fn seed(&mut self, place: Place) {
        if !std::mem::replace(&mut self.alive[usize::from(place)], true) {
            self.queue.push(place);
        }
    }

    /// The marbles of the group of the marble on a place.
    fn group(&mut self, place: Place, color: Color) -> &[Place] {
        self.start_search();
        self.seed(place);
        self.spread(color);
        &self.queue
    }

    fn group_has_freedom(&mut self, place: Place, color: Color) -> bool {
        self.group(place, color);
        self.queue.iter().any(|&member| self.has_freedom(member))
    }

    /// Marks the marbles of a player's groups that have a freedom, and of the group of `spared`.
    fn find_alive(&mut self, color: Color, spared: Option<Place>) {
        self.start_search();
        if let Some(spared) = spared {
            self.seed(spared);
        }
        for hole in self.pyramid.holes() {
            if self.color(hole) == Some(color) && self.has_freedom(hole) {
                self.seed(hole);
            }
        }
        self.spread(color);
    }

    /// Captures the groups of a player that have no freedom, except the one of
    /// `spared`: removes their marbles but those that something staying rests on, and
    /// (`buried: stay`) those in `kept`. Tells whether any was removed.
    fn capture(&mut self, color: Color, spared: Option<Place>, kept: &[Place]) -> bool {
        self.find_alive(color, spared);
        let mut captured = std::mem::take(&mut self.captured);
        captured.clear();
        captured.extend(self.pyramid.places().rev().filter(|&place| {
            self.color(place) == Some(color)
                && !self.alive[usize::from(place)]
                && !kept.contains(&place)
        }));
        let mut removed = false;
        // From the top level down: a zombie stays because something that stays rests on it.
        for &place in &captured {
            let above = self.pyramid.around(place).above;
            if !above.into_iter().any(|above| self.is_occupied(above)) {
                self.set(place, Content::Empty);
                removed = true;
            }
        }
        for &place in &captured {
            if self.is_occupied(place) && !self.is_buried(place) {
                self.stayed.push(place);
            }
        }
        self.captured = captured;
        removed
    }

    /// Takes for zombies what a given position holds pinned and without a freedom: how it
    /// came to be so, the record does not tell.
    fn suppose_zombies(&mut self) {
        for color in Color::ALL {
            self.find_alive(color, None);
            for place in self.pyramid.places() {
                let above = self.pyramid.around(place).above;
                self.zombies[usize::from(place)] |= self.color(place) == Some(color)
                    && !self.alive[usize::from(place)]
                    && !self.is_buried(place)
                    && above.into_iter().any(|above| self.is_occupied(above));
            }
        }
    }

    /// Notes which marbles the ply just made has taken off, and which it has made zombies.
    fn note_zombies(&mut self) {
        for &(place, _) in &self.changes {
            self.zombies[usize::from(place)] = false;
        }
        for &place in &self.stayed {
            self.zombies[usize::from(place)] = self.contents[usize::from(place)] != Content::Empty;
        }
    }

    /// Carries out the captures that follow a placement; tells whether enemy marbles were removed.
    fn capture_all(&mut self, place: Place, mover: Color) -> bool {
        let kept: Vec<Place> = if self.rules.buried_stay {
            self.pyramid
                .places()
                .filter(|&place| self.is_occupied(place) && self.is_buried(place))
                .collect()
        } else {
            Vec::new()
        };
        let captured = self.capture(mover.other(), None, &kept);
        if self.rules.revealed_captures {
            let mut removed = captured;
            let mut color = mover;
            while removed {
                let spared = (color == mover).then_some(place);
                removed = self.capture(color, spared, &kept);
                color = color.other();
            }
        }
        captured
    }

    /// The place that a turn means: `margo::off-board`, `margo::occupied`,
    /// `margo::unsupported`.
    fn target(&self, point: Point, level: Option<u8>) -> Result<Place, Violation> {
        let at = |rule| Violation::at(rule, point);
        let mut tower = self.pyramid.tower(point).peekable();
        let lowest = *tower.peek().ok_or_else(|| at(Rule::MargoOffBoard))?;
        let implied = tower.find(|&place| !self.is_occupied(place));
        let place = match level {
            Some(level) => {
                let place = level
                    .checked_sub(1)
                    .and_then(|level| self.pyramid.at(point, level))
                    .ok_or_else(|| at(Rule::MargoOffBoard))?;
                if self.is_occupied(place) {
                    return Err(at(Rule::MargoOccupied));
                }
                place
            }
            None => match implied {
                Some(place) if place == lowest || self.is_supported(place) => place,
                _ => return Err(at(Rule::MargoOccupied)),
            },
        };
        if Some(place) == implied && self.is_supported(place) {
            return Ok(place);
        }
        let missing = self.pyramid.around(place).below;
        let missing = missing
            .into_iter()
            .filter(|&below| below != self.pyramid.nowhere() && !self.is_occupied(below))
            .map(|below| self.pyramid.around(below).point)
            .collect();
        Err(at(Rule::MargoUnsupported).by(missing))
    }

    /// Tries a placement: carries it out, or leaves the board as it was.
    fn place(&mut self, place: Place, mover: Color) -> Result<Played, Violation> {
        let point = self.pyramid.around(place).point;
        self.changes.clear();
        self.stayed.clear();
        self.set(place, Content::Piece(mover));
        let captured = self.capture_all(place, mover);
        let breathes = self.group_has_freedom(place, mover) || !Rule::MargoNoFreedom.is_on();
        let violation = if breathes {
            self.repeats(mover)
                .filter(|_| Rule::MargoRepetition.is_on())
                .map(|ply| Violation::at(Rule::MargoRepetition, point).repeating(ply))
        } else {
            let mut group: Vec<Point> = self
                .queue
                .iter()
                .map(|&member| self.pyramid.around(member).point)
                .collect();
            group.sort_unstable();
            group.dedup();
            Some(Violation::at(Rule::MargoNoFreedom, point).by(group))
        };
        match violation {
            None => Ok(Played {
                captured: self.changes.len() > 1,
                ended: (captured && self.rules.first_capture)
                    .then_some(Outcome::Win(mover, By::Goal)),
                ..Played::default()
            }),
            Some(violation) => {
                self.take_back();
                Err(violation)
            }
        }
    }

    /// The ply whose end position the board as just changed repeats, if the
    /// ruleset forbids that.
    fn repeats(&self, mover: Color) -> Option<u32> {
        // A position with more marbles than ever cannot have stood before.
        if self.marbles > self.most_marbles {
            return None;
        }
        let before = || {
            let mut before = self.contents.clone();
            for &(place, content) in self.changes.iter().rev() {
                before[usize::from(place)] = content;
            }
            before
        };
        match self.rules.repetition {
            MargoRepetition::PreviousTurn => {
                let earlier = self.history.len().checked_sub(2)?;
                self.history
                    .stood_at(earlier, self.key, &before(), || self.contents.clone())
                    .then_some(earlier as u32)
            }
            MargoRepetition::Situational => {
                let to_move = mover.other() as u8;
                self.history
                    .find(self.key, to_move, &before(), || self.contents.clone())
            }
        }
    }

    /// Notes the position as the one at the end of a turn.
    fn remember(&mut self, to_move: Color) {
        self.history
            .push(self.key, to_move as u8, self.changes.drain(..));
        self.most_marbles = self.most_marbles.max(self.marbles);
    }

    fn may_swap(&self, mover: Color) -> bool {
        let is_answer = self.from_the_start && self.history.len() == 2;
        self.rules.swap && mover == Color::Black && (is_answer || !Rule::MargoSwap.is_on())
    }

    /// The places where a marble could be put as far as support goes.
    fn open_places(&self) -> Vec<Place> {
        self.pyramid
            .places()
            .filter(|&place| !self.is_occupied(place) && self.is_supported(place))
            .collect()
    }

    fn allows(&mut self, place: Place, mover: Color) -> bool {
        let legal = self.place(place, mover).is_ok();
        if legal {
            self.take_back();
        }
        legal
    }

    /// Whether the player to move certainly has a legal move, seen without trying any.
    ///
    /// A marble in an empty hole next to another empty hole has a freedom whatever
    /// else happens, so only repetition can forbid it. With two such holes, as there
    /// always are where there is one, at most one of them can lead back to the one
    /// position that `previous-turn` forbids: that position would have to hold a marble of
    /// the mover on both, but a placement fills only one.
    fn surely_moves(&self) -> bool {
        let room = || {
            self.pyramid.holes().any(|hole| {
                let sides = &self.pyramid.around(hole).sides;
                !self.is_occupied(hole)
                    && sides.iter().any(|side| {
                        side.place != self.pyramid.nowhere() && !self.is_occupied(side.place)
                    })
            })
        };
        self.rules.repetition == MargoRepetition::PreviousTurn && room()
    }
}

/// The key of what a place holds.
fn feature(place: Place, content: Content) -> u64 {
    match content {
        Content::Piece(color) => key(u64::from(place) * 2 + color as u64),
        _ => 0,
    }
}

impl Board for Margo {
    fn play(&mut self, mover: Color, turn: &Move) -> Result<Played, Violation> {
        match *turn {
            Move::Pass => Err(Violation::of(Rule::MargoPass)),
            Move::Swap if self.may_swap(mover) => {
                self.changes.clear();
                self.remember(mover);
                Ok(Played::default())
            }
            Move::Swap => Err(Violation::of(Rule::MargoSwap)),
            Move::Marble { level, point } => {
                let place = self.target(point, level)?;
                let played = self.place(place, mover)?;
                self.note_zombies();
                self.remember(mover.other());
                Ok(played)
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn legal_moves(&mut self, mover: Color, moves: &mut Vec<Move>) {
        if self.may_swap(mover) {
            moves.push(Move::Swap);
        }
        for place in self.open_places() {
            if self.allows(place, mover) {
                moves.push(Move::Marble {
                    level: None,
                    point: self.pyramid.around(place).point,
                });
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        self.pyramid
            .places()
            .filter_map(|place| {
                let around = self.pyramid.around(place);
                let color = self.color(place)?;
                Some(Piece::Marble(color, around.level + 1, around.point))
            })
            .collect()
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for place in self.pyramid.places() {
            let Some(color) = self.color(place) else {
                continue;
            };
            let parts = &mut tally.parts[color];
            parts.pieces += 1;
            if self.is_buried(place) {
                parts.buried += 1;
            } else if self.zombies[usize::from(place)] {
                parts.zombies += 1;
            }
        }
        tally
    }

    /// The marbles are counted when the player to move has no legal move.
    fn stuck(&mut self, to_move: Color) -> Option<Outcome> {
        if self.surely_moves() || self.may_swap(to_move) {
            return None;
        }
        let places = self.open_places();
        let moves = places.into_iter().any(|place| self.allows(place, to_move));
        (!moves).then(|| self.tally().outcome())
    }

    fn key(&self) -> Option<u64> {
        Some(self.key)
    }
}
