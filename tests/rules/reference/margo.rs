//! Margo, literally (rules/margo.md).

use super::square::{self, Point, name, read_number};
use super::{ReferenceGame, Rules, Setup, before_reading, clean, other, players, setup_piece};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Level, c, r; all from 0.
type Place = (i64, i64, i64);

/// The colors of the pieces.
type Position = BTreeMap<Place, char>;

/// A game of Margo.
#[derive(Clone)]
pub(crate) struct Margo {
    rules: Rules,
    side: i64,
    position: Position,
    to_move: char,
    setup_given: bool,
    /// The position after each ply and the player then to move; first the start.
    history: Vec<(Rc<Position>, char)>,
    /// Passes in succession up to now.
    passes: usize,
    over: Option<String>,
}

/// A level (from 0) if one is given, and a point of the doubled grid.
fn read(text: &str) -> Option<(Option<i64>, Point)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (level, point) = text.split_at(digits);
    let level = if level.is_empty() {
        None
    } else {
        Some(read_number(level)? - 1)
    };
    Some((level, square::read(point)?))
}

/// `1c3`: x = 2c + level + 1, y = 2r + level + 1.
fn place_name((level, c, r): Place) -> String {
    let point = (2 * c + level + 1, 2 * r + level + 1);
    format!("{}{}", level + 1, name(point))
}

/// The four places on which a piece there rests.
fn below((level, c, r): Place) -> [Place; 4] {
    let under = level - 1;
    [
        (under, c, r),
        (under, c + 1, r),
        (under, c, r + 1),
        (under, c + 1, r + 1),
    ]
}

/// The four places that rest on a piece there.
fn above((level, c, r): Place) -> [Place; 4] {
    let over = level + 1;
    [
        (over, c, r),
        (over, c - 1, r),
        (over, c, r - 1),
        (over, c - 1, r - 1),
    ]
}

/// The four places next to it on its level.
fn beside((level, c, r): Place) -> [Place; 4] {
    [
        (level, c - 1, r),
        (level, c + 1, r),
        (level, c, r - 1),
        (level, c, r + 1),
    ]
}

/// A piece with a piece straight above it is buried.
fn buried(position: &Position, (level, c, r): Place) -> bool {
    position.contains_key(&(level + 2, c - 1, r - 1))
}

/// Whether the link between two places next to each other is crossed over.
fn crossed(position: &Position, one: Place, two: Place, color: char) -> bool {
    let (level, c, r) = one.min(two);
    let crossing = if one.1 == two.1 {
        [(level + 1, c - 1, r), (level + 1, c, r)]
    } else {
        [(level + 1, c, r - 1), (level + 1, c, r)]
    };
    crossing
        .iter()
        .all(|place| position.get(place).is_some_and(|&c| c != color))
}

/// The group of the piece there: pieces joined by connections.
fn group_of(position: &Position, from: Place) -> BTreeSet<Place> {
    let color = position[&from];
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        // A buried piece has no connections.
        if buried(position, place) {
            continue;
        }
        let mut next: Vec<Place> = [below(place), above(place)].concat();
        next.extend(
            beside(place)
                .into_iter()
                .filter(|&side| !crossed(position, place, side, color)),
        );
        for other in next {
            let joins = position.get(&other) == Some(&color) && !buried(position, other);
            if joins && found.insert(other) {
                open.push(other);
            }
        }
    }
    found
}

impl Margo {
    pub(crate) fn new(rules: &Rules, side: i64, setup: Option<&Setup>) -> Result<Self, String> {
        let given = setup.cloned().unwrap_or_default();
        let to_move = given.to_move.unwrap_or('W');
        let mut game = Self {
            rules: rules.clone(),
            side,
            position: Position::new(),
            to_move,
            setup_given: setup.is_some(),
            history: Vec::new(),
            passes: 0,
            over: None,
        };
        game.set_up(&given)?;
        game.history = vec![(Rc::new(game.position.clone()), to_move)];
        game.look_for_the_end();
        Ok(game)
    }

    /// format.md, `AB` `AW`: first the pieces with a level, then the others, Black's before
    /// White's, Grey's and Yellow's.
    fn set_up(&mut self, given: &Setup) -> Result<(), String> {
        let mut later = Vec::new();
        for text in &given.pieces {
            let broken = || format!("record::setup: {text}");
            let (color, piece) = setup_piece(text)?;
            if !self.players().contains(&color) {
                return Err(broken());
            }
            let (level, point) = read(&piece).ok_or_else(broken)?;
            if level.is_none() {
                later.push((color, point));
                continue;
            }
            let place = self.place_at(level, point).ok_or_else(broken)?;
            if self.position.insert(place, color).is_some() {
                return Err(broken());
            }
        }
        later.sort_by_key(|&(color, _)| "BWGY".find(color));
        for (color, point) in later {
            let place = self.place_at(None, point);
            self.position
                .insert(place.ok_or("record::setup: no level left")?, color);
        }
        // Support is judged for the finished setup.
        if self.position.keys().any(|&p| !self.supported(p)) {
            return Err("record::setup: an unsupported piece".to_string());
        }
        // Setup pieces above `max-height` are `record::setup`.
        if self.position.keys().any(|&p| self.too_high(p)) {
            return Err("record::setup: a piece that is too high".to_string());
        }
        Ok(())
    }

    /// In the order in which they move.
    fn players(&self) -> &'static [char] {
        players(self.rules.players)
    }

    /// Who moves after that player.
    fn after(&self, player: char) -> char {
        let players = self.players();
        let at = players.iter().position(|&p| p == player);
        players[(at.expect("a player") + 1) % players.len()]
    }

    /// Every other player is an enemy.
    fn enemies(&self, player: char) -> Vec<char> {
        let players = self.players().iter().copied();
        players.filter(|&other| other != player).collect()
    }

    /// `max-height: n` allows pieces on levels 1 to n only.
    fn too_high(&self, (level, ..): Place) -> bool {
        self.rules.max_height.is_some_and(|most| level + 1 > most)
    }

    fn exists(&self, (level, c, r): Place) -> bool {
        let most = self.side - level;
        (0..self.side).contains(&level) && (0..most).contains(&c) && (0..most).contains(&r)
    }

    /// All places at a point of the doubled grid, from below; none at a point that is off it.
    fn places_at(&self, (x, y): Point) -> Vec<Place> {
        let mut places = Vec::new();
        for level in 0..self.side {
            let (c, r) = (x - level - 1, y - level - 1);
            if c % 2 == 0 && r % 2 == 0 && self.exists((level, c / 2, r / 2)) {
                places.push((level, c / 2, r / 2));
            }
        }
        places
    }

    /// The place at that level, or at the implied one: the lowest which is not occupied.
    fn place_at(&self, level: Option<i64>, point: Point) -> Option<Place> {
        self.places_at(point).into_iter().find(|place| match level {
            Some(level) => place.0 == level,
            None => !self.position.contains_key(place),
        })
    }

    fn all_places(&self) -> Vec<Place> {
        let all = square::all_points(2 * self.side - 1, 2 * self.side - 1);
        all.into_iter().flat_map(|p| self.places_at(p)).collect()
    }

    /// On the board, or on four pieces.
    fn supported(&self, place: Place) -> bool {
        place.0 == 0 || below(place).iter().all(|p| self.position.contains_key(p))
    }

    /// An empty hole adjacent to a piece of the group on the board that is not buried.
    fn has_freedom(&self, position: &Position, group: &BTreeSet<Place>) -> bool {
        group
            .iter()
            .filter(|&&piece| piece.0 == 0 && !buried(position, piece))
            .flat_map(|&piece| beside(piece))
            .any(|hole| self.exists(hole) && !position.contains_key(&hole))
    }

    /// One step of capture against those colors, all at once: the pieces that are removed.
    fn removed(
        &self,
        position: &Position,
        victims: &[char],
        never: &BTreeSet<Place>,
    ) -> BTreeSet<Place> {
        let mut captured = BTreeSet::new();
        for (&piece, &color) in position {
            if victims.contains(&color) && !self.has_freedom(position, &group_of(position, piece)) {
                captured.insert(piece);
            }
        }
        let mut staying: BTreeSet<Place> = position.keys().copied().collect();
        staying = &staying - &captured;
        staying.extend(never);
        // From the top level down: what a staying piece rests on stays too, a zombie.
        let mut removed = BTreeSet::new();
        for &piece in captured.iter().rev() {
            if above(piece).iter().any(|p| staying.contains(p)) || never.contains(&piece) {
                staying.insert(piece);
            } else {
                removed.insert(piece);
            }
        }
        removed
    }

    /// The position after the placement, and whether an enemy piece was removed.
    fn judge(&self, level: Option<i64>, point: Point) -> Result<(Position, bool), &'static str> {
        let (mover, enemies) = (self.to_move, self.enemies(self.to_move));
        // margo::off-board
        let places = self.places_at(point);
        let level_exists = level.is_none_or(|l| places.iter().any(|place| place.0 == l));
        if places.is_empty() || !level_exists {
            return Err("margo::off-board");
        }
        // margo::occupied
        let implied = self.place_at(None, point);
        let place = if level.is_some() {
            let explicit = self.place_at(level, point).ok_or("margo::off-board")?;
            if self.position.contains_key(&explicit) {
                return Err("margo::occupied");
            }
            explicit
        } else {
            let holds = places.iter().any(|p| self.position.contains_key(p));
            match implied {
                Some(place) if !holds || self.supported(place) => place,
                _ => return Err("margo::occupied"),
            }
        };
        // margo::unsupported
        if !self.supported(place) || implied != Some(place) {
            return Err("margo::unsupported");
        }
        // margo::too-high
        if self.too_high(place) {
            return Err("margo::too-high");
        }
        let mut after = self.position.clone();
        after.insert(place, mover);
        // Ruleset option `buried: stay`.
        let mut never = BTreeSet::new();
        if self.rules.buried_stay {
            never.extend(after.keys().filter(|&&piece| buried(&after, piece)));
        }
        // Capture.
        let taken = self.removed(&after, &enemies, &never);
        after.retain(|piece, _| !taken.contains(piece));
        // Ruleset option `revealed-captures`: all enemies, own, all enemies, …
        let mut last = taken.len();
        let mut own_turn = true;
        while self.rules.revealed_captures && last > 0 {
            let mut never = never.clone();
            if own_turn {
                // The placed piece's own group is never removed.
                never.extend(group_of(&after, place));
            }
            let victims = if own_turn { &[mover][..] } else { &enemies };
            let more = self.removed(&after, victims, &never);
            after.retain(|piece, _| !more.contains(piece));
            last = more.len();
            own_turn = !own_turn;
        }
        // margo::no-freedom
        if !self.has_freedom(&after, &group_of(&after, place)) {
            return Err("margo::no-freedom");
        }
        // margo::repetition
        let count = self.history.len();
        let repeats = match self.rules.repetition {
            "previous-turn" => {
                // As many plies earlier as there are players; this would be ply `count`.
                let previous = count.checked_sub(self.rules.players);
                previous.is_some_and(|ply| *self.history[ply].0 == after)
            }
            "situational" => {
                let next = self.after(mover);
                self.history.contains(&(Rc::new(after.clone()), next))
            }
            "positional" => self.history.iter().any(|(earlier, _)| **earlier == after),
            _ => false,
        };
        if repeats {
            return Err("margo::repetition");
        }
        Ok((after, !taken.is_empty()))
    }

    /// Only Black, only as ply 2 after a placement, only if no setup was given, with two players.
    fn swap_allowed(&self) -> bool {
        self.rules.swap
            && self.rules.players == 2
            && self.to_move == 'B'
            && self.history.len() == 2
            && self.passes == 0
            && !self.setup_given
    }

    /// The game ends when the player to move has no legal move.
    fn look_for_the_end(&mut self) {
        let on_some_place = self.all_places().into_iter().any(|(level, c, r)| {
            let point = (2 * c + level + 1, 2 * r + level + 1);
            self.judge(Some(level), point).is_ok()
        });
        // With passes never for lack of a legal move.
        let stuck = !self.rules.pass && !on_some_place && !self.swap_allowed();
        if self.over.is_none() && stuck {
            self.over = Some(self.by_pieces());
        }
    }

    /// Most pieces win; the margin is the distance to the second; several with the most draw.
    fn by_pieces(&self) -> String {
        let mut counts: Vec<(i64, char)> = self
            .players()
            .iter()
            .map(|&player| (self.points_of(player) / 2, player))
            .collect();
        counts.sort_unstable();
        counts.reverse();
        match counts[0].0 - counts[1].0 {
            0 => "0".to_string(),
            margin => format!("{}+{margin}", counts[0].1),
        }
    }

    fn points_of(&self, player: char) -> i64 {
        let own = self.position.values().filter(|&&c| c == player).count();
        2 * i64::try_from(own).expect("a board's worth")
    }
}

impl ReferenceGame for Margo {
    fn play(&mut self, color: char, text: &str) -> Result<(), &'static str> {
        before_reading(self.finished(), self.to_move, color)?;
        match clean(text).as_str() {
            // There is no `resign` with more than two players.
            "resign" if self.rules.players > 2 => return Err("record::notation"),
            "resign" => {
                self.over = Some(format!("{}+R", other(color)));
                self.to_move = other(color);
            }
            "pass" if self.rules.pass => {
                self.passes += 1;
                self.to_move = self.after(color);
                // The game ends when all players have passed in succession.
                if self.passes == self.rules.players {
                    self.over = Some(self.by_pieces());
                }
            }
            // margo::pass
            "pass" => return Err("margo::pass"),
            "swap" => {
                // margo::swap
                if !self.swap_allowed() {
                    return Err("margo::swap");
                }
                // The players exchange colors; Black is to move next.
                self.to_move = 'B';
            }
            piece => {
                let (level, point) = read(piece).ok_or("record::notation")?;
                let (position, took) = self.judge(level, point)?;
                self.position = position;
                self.passes = 0;
                self.to_move = self.after(color);
                // Ruleset option `goal: first-capture`.
                if took && self.rules.first_capture {
                    self.over = Some(format!("{color}+"));
                }
            }
        }
        self.history
            .push((Rc::new(self.position.clone()), self.to_move));
        self.look_for_the_end();
        Ok(())
    }

    fn to_move(&self) -> char {
        self.to_move
    }

    fn pieces(&self) -> Vec<String> {
        let piece = |(&place, &color): (&Place, &char)| format!("{color} {}", place_name(place));
        let mut pieces: Vec<String> = self.position.iter().map(piece).collect();
        pieces.sort();
        pieces
    }

    fn finished(&self) -> bool {
        self.over.is_some()
    }

    fn result(&self) -> Option<String> {
        self.over.clone()
    }

    fn score(&self) -> Option<(i64, i64)> {
        Some((self.points_of('B'), self.points_of('W')))
    }

    fn scores(&self) -> Option<Vec<i64>> {
        let players = "BWGY"[..self.rules.players].chars();
        Some(players.map(|player| self.points_of(player)).collect())
    }

    fn candidates(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for point in square::all_points(2 * self.side - 1, 2 * self.side - 1) {
            texts.push(name(point));
            // Every level up to one too many: some do not exist at this point.
            for level in 1..=self.side + 1 {
                texts.push(format!("{level}{}", name(point)));
            }
        }
        for off in square::outside((2 * self.side - 1, 2 * self.side - 1)) {
            texts.push(format!("1{off}"));
            texts.push(off);
        }
        let words = [
            "pass",
            "button",
            "swap",
            "",
            "a",
            "1",
            "a01",
            "01a1",
            "a1,c1",
            "a1/e",
            "99999999999a1",
        ];
        texts.extend(words.map(String::from));
        texts
    }

    fn boxed_clone(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }
}
