//! A second opinion on every verdict: random games are played in the rules core and in
//! the literal implementation of the rules pages (`reference/`) side by side, and at
//! every position both must agree on every text that is worth trying, legal or not.
//!
//! `KIFU_DIFFERENTIAL_PLIES` asks for a long run: so many plies are played of each game, at most
//! positions only some texts are tried, and the counts are printed. A million of each game are
//!
//! ```text
//! KIFU_DIFFERENTIAL_PLIES=1000000 cargo test --release --test rules differential -- --nocapture
//! ```

#[allow(unreachable_pub)] // It says what the rest of the crate may use.
use std::collections::{BTreeMap, BTreeSet};

use crate::reference::{self, ReferenceGame};
use kifu::games::{
    Color, Direction, Game, MargoRepetition, Move, MoveEffect, Piece, Players, Point, Position,
    Rule, Rules, Setup, Size, StoneColor,
};
use kifu::record::read_move;
use kifu::ruleset::{self, Ruleset};

#[test]
fn bargo() {
    let counts = compare(Game::Bargo);
    counts.assert_played(&[Kind::Piece, Kind::Button, Kind::Pass]);
}

#[test]
fn ugo() {
    let counts = compare(Game::Ugo);
    counts.assert_played(&[Kind::Piece, Kind::King, Kind::Button, Kind::Pass]);
}

#[test]
fn sygo() {
    let counts = compare(Game::Sygo);
    counts.assert_played(&[Kind::Piece, Kind::Growth, Kind::Turn, Kind::Pass]);
    assert!(counts.turn_lists > 0);
}

#[test]
fn bamogo() {
    let counts = compare(Game::Bamogo);
    counts.assert_played(&[Kind::Piece, Kind::Switch]);
}

#[test]
fn margo() {
    let counts = compare(Game::Margo);
    counts.assert_played(&[Kind::Piece, Kind::Stacked, Kind::Swap]);
}

/// With all options, which the embedded rulesets for three and four players do not have.
#[test]
fn margo_of_three_and_four_players() {
    let mut counts = Counts::default();
    let mut random = Random(34);
    for players in [Players::Three, Players::Four] {
        let rules = |random: &mut Random| {
            let mut rules = any_rules(Game::Margo, random);
            if let Rules::Margo(rules) = &mut rules {
                rules.players = players;
                rules.swap = false;
            }
            rules
        };
        let plies = long_run().map_or(500, |plies| plies.div_ceil(2));
        compare_by(Game::Margo, plies, rules, &mut random, &mut counts);
    }
    counts.report(Game::Margo);
    counts.assert_covered(Game::Margo);
    counts.assert_played(&[Kind::Piece, Kind::Stacked, Kind::Pass]);
}

#[test]
fn the_embedded_rulesets_are_those_that_the_rules_pages_name() {
    assert_eq!(ruleset::embedded().len(), 14);
    for Ruleset { name, rules, .. } in ruleset::embedded() {
        let (named, read) = (reference::ruleset(name), reference_rules(rules));
        assert_eq!(format!("{named:?}"), format!("{read:?}"), "{name}");
    }
}

// ------------------------------------------------------------------ a whole game

/// In a long run every text is tried at one of so many positions, and at the others at most so many
/// texts.
const THOROUGH: usize = 200;
const TRIED: usize = 10;

/// Compares the two on every embedded ruleset of a game and on its options in any mixture.
fn compare(game: Game) -> Counts {
    let mut counts = Counts::default();
    let mut random = Random(game as u64);
    for ruleset in ruleset::embedded().iter().filter(|r| r.game() == game) {
        let any_komi = |random: &mut Random| ruleset.rules.clone().with_komi(any_komi(random));
        compare_by(game, plies(game), any_komi, &mut random, &mut counts);
    }
    // Margo has the most options.
    let mixed = if game == Game::Margo { 3 } else { 1 };
    compare_by(
        game,
        mixed * plies(game),
        |random| any_rules(game, random),
        &mut random,
        &mut counts,
    );
    counts.report(game);
    counts.assert_covered(game);
    counts
}

fn compare_by(
    game: Game,
    plies: u64,
    rules: impl Fn(&mut Random) -> Rules,
    random: &mut Random,
    counts: &mut Counts,
) {
    let last = counts.plies + plies;
    while counts.plies < last {
        let rules = rules(random);
        let size = *random.pick(&boards(game));
        let setup = random.one_in(2).then(|| any_setup(&rules, size, random));
        match Duel::new(&rules, size, setup.as_ref()) {
            Some(duel) => duel.play_out(random, counts),
            None => counts.refused += 1,
        }
    }
}

/// The plies of each game that the environment asks for.
fn long_run() -> Option<u64> {
    let plies = std::env::var("KIFU_DIFFERENTIAL_PLIES").ok()?;
    Some(plies.parse().expect("a number of plies"))
}

/// The plies of a ruleset: its part of a long run, else what takes each game a few seconds.
fn plies(game: Game) -> u64 {
    let rulesets = ruleset::embedded().iter().filter(|r| r.game() == game);
    match (long_run(), game) {
        (Some(plies), _) => plies.div_ceil(rulesets.count() as u64 + 1),
        (None, Game::Bargo | Game::Bamogo | Game::Margo) => 300,
        (None, Game::Ugo | Game::Sygo) => 800,
    }
}

fn boards(game: Game) -> Vec<Size> {
    let sides: &[(u8, u8)] = match game {
        Game::Bargo => &[(2, 2), (2, 2), (3, 3), (4, 4)],
        Game::Margo => &[(2, 2), (3, 3), (3, 3), (4, 4), (4, 4)],
        Game::Ugo | Game::Sygo => &[
            (2, 2),
            (3, 3),
            (4, 4),
            (4, 4),
            (5, 5),
            (5, 5),
            (2, 3),
            (3, 2),
            (5, 2),
            (3, 4),
            (5, 4),
        ],
        Game::Bamogo => &[(2, 2), (3, 3), (4, 4), (2, 3), (3, 2), (4, 2), (3, 4)],
    };
    let size = |&(columns, rows)| Size { columns, rows };
    sides.iter().map(size).collect()
}

// -------------------------------------------------------------- the two positions

/// One game in both implementations.
struct Duel {
    core: Position,
    reference: Box<dyn ReferenceGame>,
    /// Who has taken the button.
    button: Option<char>,
    /// The rules, the board, the setup and the plies so far.
    story: String,
}

/// What both say about a position.
#[derive(Debug, PartialEq)]
struct View {
    pieces: Vec<String>,
    to_move: char,
    finished: bool,
    result: Option<String>,
    score: Option<Vec<i64>>,
    button: Option<char>,
}

/// A text that is legal, and what it does.
struct Legal {
    text: String,
    kind: Kind,
    captured: bool,
    ends: bool,
}

impl Duel {
    /// The position before the first ply; `None` if both refuse the setup.
    fn new(rules: &Rules, size: Size, setup: Option<&Setup>) -> Option<Duel> {
        let story = format!("{rules:?}, size {size}, {setup:?}\n");
        match (
            Position::new(rules, size, setup),
            literal_of(rules, size, setup),
        ) {
            (Ok(core), Ok(reference)) => {
                let button = setup.and_then(|setup| setup.button).map(Color::letter);
                let duel = Duel {
                    core,
                    reference,
                    button,
                    story,
                };
                duel.assert_same();
                Some(duel)
            }
            (Err(_), Err(_)) => None,
            (core, reference) => panic!("{story}: {:?} against {:?}", core.err(), reference.err()),
        }
    }

    fn play_out(mut self, random: &mut Random, counts: &mut Counts) {
        let longest = match self.core.game() {
            Game::Bamogo => *random.pick(&[5, 10, 20]),
            _ => *random.pick(&[10, 30, 150]),
        };
        counts.games += 1;
        let mut passed = false;
        let is_long = long_run().is_some();
        loop {
            let is_over = self.core.outcome().is_some();
            let mut legal = Vec::new();
            if is_long && !random.one_in(THOROUGH) {
                legal = self.judge_some(random, counts);
            }
            let is_poor = legal.iter().all(|legal| legal.kind == Kind::Resign);
            if is_poor && !(is_long && is_over) {
                legal = self.judge_all(random, counts);
                self.assert_lists(&legal, random, counts);
            }
            if is_over {
                counts.finished += 1;
                break;
            }
            if self.core.plies() == longest {
                break;
            }
            let chosen = choose(&legal, passed, random);
            self.advance(&chosen.text);
            passed = chosen.kind == Kind::Pass;
            *counts
                .played
                .entry((chosen.kind, chosen.captured))
                .or_default() += 1;
            counts.plies += 1;
        }
    }

    /// Judges every text in both; returns the legal ones.
    fn judge_all(&mut self, random: &mut Random, counts: &mut Counts) -> Vec<Legal> {
        let texts = self.texts(random).into_iter();
        texts
            .filter_map(|(color, text)| self.judge_one(color, text, counts))
            .collect()
    }

    /// Judges some texts, half of them from the list of legal ones.
    fn judge_some(&mut self, random: &mut Random, counts: &mut Counts) -> Vec<Legal> {
        let mover = self.core.to_move();
        let listed = self.core.legal_moves();
        let mut texts = self.texts(random);
        let mut chosen = Vec::new();
        for _ in 0..TRIED / 2 {
            if !listed.is_empty() {
                chosen.push((mover, random.pick(&listed).to_string()));
            }
            if !texts.is_empty() {
                chosen.push(texts.swap_remove(random.below(texts.len())));
            }
        }
        let chosen = chosen.into_iter();
        chosen
            .filter_map(|(color, text)| self.judge_one(color, text, counts))
            .collect()
    }

    /// Judges a text in both; returns it if it is legal.
    fn judge_one(&mut self, color: Color, text: String, counts: &mut Counts) -> Option<Legal> {
        counts.verdicts += 1;
        match judge(&mut self.core.clone(), color, &text) {
            Ok(_) => Some(self.assert_legal(color, text)),
            Err(rule) => {
                self.assert_illegal(color, &text, rule);
                *counts.rules.entry(rule).or_default() += 1;
                None
            }
        }
    }

    /// The texts worth trying, and some by the player who is not to move.
    fn texts(&self, random: &mut Random) -> Vec<(Color, String)> {
        let mut texts = self.reference.candidates();
        texts.push("resign".to_owned());
        if self.core.game() == Game::Sygo {
            texts.extend(self.turns_worth_trying(random));
        }
        for _ in 0..4 {
            let text = random.pick(&texts).clone();
            texts.push(disguised(&text, random));
        }
        let mover = self.core.to_move();
        let others: Vec<_> = (0..4)
            .map(|_| {
                // With more players some are of those who are never to move next.
                let others = Color::ALL.into_iter().filter(|&color| color != mover);
                let others: Vec<Color> = others.collect();
                (*random.pick(&others), random.pick(&texts).clone())
            })
            .collect();
        let own = texts.into_iter().map(|text| (mover, text));
        own.chain(others).collect()
    }

    /// Turns of several stones of Sygo: such as look legal, and some of those that are.
    fn turns_worth_trying(&self, random: &mut Random) -> Vec<String> {
        let around = self.points_around_own();
        let single = self
            .core
            .legal_moves()
            .into_iter()
            .flat_map(|turn| turn.points());
        let (growth, placements): (Vec<Point>, Vec<Point>) =
            single.partition(|point| around.contains(point));
        let size = self.core.size();
        let mut turns: Vec<String> = (0..12)
            .map(|_| any_turn(size, &around, &growth, &placements, random))
            .collect();
        if has_few_turns(size) && random.one_in(3) {
            let legal: Vec<Move> = self.core.turns().collect();
            if !legal.is_empty() {
                turns.extend((0..6).map(|_| random.pick(&legal).to_string()));
            }
        }
        turns
    }

    /// The points next to pieces of the mover, some several times.
    fn points_around_own(&self) -> Vec<Point> {
        let mover = self.core.to_move();
        let own = self.core.pieces().into_iter();
        own.filter(|piece| piece.color() == Some(mover))
            .flat_map(|piece| points_next_to(piece.point()))
            .collect()
    }

    /// The kind of a legal text that puts these pieces on the board.
    fn kind(&self, text: &str, new: &[&String]) -> Kind {
        let game = self.core.game();
        let beside_own = || {
            let around = self.points_around_own();
            around
                .iter()
                .any(|point| point.to_string() == cleaned(text))
        };
        match (game, canonical(game, text).as_str()) {
            (_, "pass") => Kind::Pass,
            (_, "button") => Kind::Button,
            (_, "swap") => Kind::Swap,
            (_, "resign") => Kind::Resign,
            (Game::Ugo, text) if text.starts_with('K') => Kind::King,
            (Game::Sygo, text) if text.contains(',') => Kind::Turn,
            (Game::Sygo, _) if beside_own() => Kind::Growth,
            (Game::Bamogo, text) if text.contains("<>") => Kind::Switch,
            (Game::Margo, _) if new.iter().any(|piece| &piece[2..3] != "1") => Kind::Stacked,
            _ => Kind::Piece,
        }
    }

    /// The core has found the text illegal: so must the literal implementation, by the same
    /// rule, and the core must stay as it was. From here on the core is one that has
    /// refused this text.
    fn assert_illegal(&mut self, color: Color, text: &str, rule: &'static str) {
        let before = Whole::of(&self.core);
        let again = judge(&mut self.core, color, text);
        assert_eq!(again, Err(rule), "{}{text:?} again", self.story);
        assert_eq!(before, Whole::of(&self.core), "{}{text:?}", self.story);
        let reference = self.reference.play(color.letter(), text);
        let (own, story) = (Err(rule), &self.story);
        assert_eq!(
            own,
            reference,
            "core, literal\n{story}{}[{text}]",
            color.letter()
        );
    }

    /// The core has found the text legal: so must the literal implementation, and
    /// both must come to the same position.
    fn assert_legal(&self, color: Color, text: String) -> Legal {
        let mut next = self.copy();
        let played = next.advance(&text);
        assert_eq!(color, self.core.to_move());
        let (before, after) = (self.reference.pieces(), next.reference.pieces());
        let game = self.core.game();
        let gone = before.iter().any(|piece| !after.contains(piece));
        let story = || format!("{played:?}\n{}", next.story);
        assert_eq!(played.captured, gone && game != Game::Bamogo, "{}", story());
        let idle = cleaned(&text).contains("<>") && before == after;
        assert_eq!(played.idle, idle, "{}", story());
        let new: Vec<_> = after
            .iter()
            .filter(|piece| !before.contains(piece))
            .collect();
        Legal {
            kind: self.kind(&text, &new),
            captured: played.captured,
            ends: next.core.outcome().is_some(),
            text,
        }
    }

    /// Plays a legal text in both.
    fn advance(&mut self, text: &str) -> MoveEffect {
        let mover = self.core.to_move();
        self.story += &format!("{}[{text}] ", mover.letter());
        let played = judge(&mut self.core, mover, text);
        let reference = self.reference.play(mover.letter(), text);
        assert_eq!(
            played.map(|_| ()),
            reference,
            "core, literal\n{}",
            self.story
        );
        if cleaned(text) == "button" {
            self.button = Some(mover.letter());
        }
        self.assert_same();
        played.expect("both have played it")
    }

    fn copy(&self) -> Duel {
        Duel {
            core: self.core.clone(),
            reference: self.reference.boxed_clone(),
            button: self.button,
            story: self.story.clone(),
        }
    }

    fn assert_same(&self) {
        let reference = View {
            pieces: self.reference.pieces(),
            to_move: self.reference.to_move(),
            finished: self.reference.finished(),
            result: self.reference.result(),
            score: self.reference.scores(),
            button: self.button,
        };
        assert_eq!(
            View::of(&self.core),
            reference,
            "core, literal\n{}",
            self.story
        );
    }

    /// The lists of legal turns are those found by trying.
    fn assert_lists(&self, legal: &[Legal], random: &mut Random, counts: &mut Counts) {
        let game = self.core.game();
        let tried = legal
            .iter()
            .filter(|legal| !matches!(legal.kind, Kind::Resign | Kind::Turn));
        let tried: BTreeSet<String> = tried.map(|legal| canonical(game, &legal.text)).collect();
        let tried: Vec<String> = tried.into_iter().collect();
        let listed = sorted(self.core.legal_moves().iter());
        assert_eq!(listed, tried, "listed, tried\n{}", self.story);
        if game == Game::Sygo && has_few_turns(self.core.size()) && random.one_in(3) {
            let turns = sorted(self.core.turns());
            let tried = reference::sygo_turns(&*self.reference);
            assert_eq!(turns, tried, "listed, tried\n{}", self.story);
            counts.turn_lists += 1;
        }
    }
}

impl View {
    fn of(core: &Position) -> View {
        let mut pieces: Vec<String> = core.pieces().into_iter().map(piece_text).collect();
        pieces.sort();
        View {
            pieces,
            to_move: core.to_move().letter(),
            finished: core.outcome().is_some(),
            result: core.outcome().map(|outcome| outcome.to_string()),
            score: core.score().map(|score| {
                let players = core.players().colors().iter();
                players.map(|&color| score[color].0).collect()
            }),
            button: core.button().map(Color::letter),
        }
    }
}

/// Whether all turns of Sygo on a board of this size can be listed in no time.
fn has_few_turns(size: Size) -> bool {
    u16::from(size.columns) * u16::from(size.rows) <= 9
}

/// All that can be asked of a position, to see that nothing has changed.
#[derive(Debug, PartialEq)]
struct Whole {
    view: View,
    plies: u32,
    grown: Option<bool>,
    line: Option<Vec<[StoneColor; 2]>>,
}

impl Whole {
    fn of(core: &Position) -> Whole {
        Whole {
            view: View::of(core),
            plies: core.plies(),
            grown: core.grown(),
            line: core.line().map(<[_]>::to_vec),
        }
    }
}

/// Judges a text as a verifier does: who may play at all, then the notation, then the rules.
fn judge(position: &mut Position, color: Color, text: &str) -> Result<MoveEffect, &'static str> {
    let id = |violation: kifu::games::Violation| violation.rule.id();
    position.may_play(color).map_err(id)?;
    let turn = read_move(position.game(), text).ok_or("record::notation")?;
    position.play_as(color, &turn).map_err(id)
}

/// Chooses the kind of a move first, so that the rare kinds are played too; what
/// ends the game or brings its end near is itself rare.
fn choose<'l>(legal: &'l [Legal], passed: bool, random: &mut Random) -> &'l Legal {
    let goes_on = |legal: &&Legal| {
        !legal.ends && !matches!(legal.kind, Kind::Pass | Kind::Button | Kind::Resign)
    };
    let mut pool: Vec<&Legal> = legal.iter().filter(goes_on).collect();
    if pool.is_empty() || random.one_in(if passed { 3 } else { 12 }) {
        let resigns = random.one_in(10);
        let wanted = |legal: &&Legal| resigns || legal.kind != Kind::Resign;
        pool = legal.iter().filter(wanted).collect();
    }
    let kind = |legal: &Legal| (legal.kind, legal.captured);
    let kinds: BTreeSet<_> = pool.iter().map(|legal| kind(legal)).collect();
    let kinds: Vec<_> = kinds.into_iter().collect();
    let chosen = *random.pick(&kinds);
    pool.retain(|legal| kind(legal) == chosen);
    pool[random.below(pool.len())]
}

// ----------------------------------------------------------------------- counts

/// The kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Pass,
    Button,
    Swap,
    Resign,
    Piece,
    King,
    Growth,
    Turn,
    Switch,
    Stacked,
}

/// What has been compared.
#[derive(Debug, Default)]
struct Counts {
    games: u64,
    finished: u64,
    /// Setups that both refused.
    refused: u64,
    plies: u64,
    verdicts: u64,
    turn_lists: u64,
    /// By kind and whether anything was captured.
    played: BTreeMap<(Kind, bool), u64>,
    rules: BTreeMap<&'static str, u64>,
}

impl Counts {
    #[allow(clippy::print_stderr)] // A long run says what it has done.
    fn report(&self, game: Game) {
        if long_run().is_some() {
            eprintln!("{}: {self:?}", game.name());
        }
    }

    /// Every rule of the game has been broken, games have ended, setups have been refused.
    fn assert_covered(&self, game: Game) {
        let prefix = format!("{}::", game.name());
        for rule in Rule::ALL.iter().map(|rule| rule.id()) {
            if rule.starts_with(&prefix) || rule.starts_with("record::") {
                assert!(self.rules.contains_key(rule), "{rule} was never broken");
            }
        }
        assert!(self.finished > 0 && self.refused > 0, "{self:?}");
        let captures = self.played.keys().any(|&(_, captured)| captured);
        assert_eq!(captures, game != Game::Bamogo, "{self:?}");
    }

    fn assert_played(&self, kinds: &[Kind]) {
        for kind in kinds {
            let played = self.played.keys().any(|(played, _)| played == kind);
            assert!(played, "{kind:?} was never played");
        }
    }
}

// ------------------------------------------------------------------------- texts

/// The text as format.md says that moves are read: white space and case do not count.
fn cleaned(text: &str) -> String {
    text.split_whitespace().collect::<String>().to_lowercase()
}

/// The one spelling of a legal text that a list of turns may have.
fn canonical(game: Game, text: &str) -> String {
    let text = cleaned(text);
    match game {
        _ if text.is_empty() => "pass".to_owned(),
        Game::Ugo if is_king(&text) => format!("K{}", &text[1..]),
        Game::Bamogo => canonical_pair(&text),
        Game::Margo => text
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .to_owned(),
        _ => text,
    }
}

fn is_king(text: &str) -> bool {
    text != "pass" && text.starts_with('k') && text[1..].starts_with(|c: char| c.is_alphabetic())
}

/// The two spaces of a switch, or the two stones of a pair, by column and row.
fn canonical_pair(text: &str) -> String {
    let place = |space: &str| (space.as_bytes()[0], space[1..].parse::<u32>().ok());
    if let Some((one, two)) = text.split_once("<>") {
        let (one, two) = if place(one) > place(two) {
            (two, one)
        } else {
            (one, two)
        };
        format!("{one}<>{two}")
    } else if let Some((one, two)) = text.split_once(',') {
        let later = place(&one[1..]) > place(&two[1..]);
        let (one, two) = if later { (two, one) } else { (one, two) };
        let stone = |text: &str| text[..1].to_uppercase() + &text[1..];
        format!("{},{}", stone(one), stone(two))
    } else {
        text.to_owned()
    }
}

fn sorted<M: ToString>(moves: impl Iterator<Item = M>) -> Vec<String> {
    let mut texts: Vec<String> = moves.map(|turn| turn.to_string()).collect();
    texts.sort();
    texts
}

/// The same text in other letters and with white space in it.
fn disguised(text: &str, random: &mut Random) -> String {
    let mut disguised = String::new();
    for character in text.chars() {
        match random.below(6) {
            0 => disguised.push(character.to_ascii_uppercase()),
            1 => disguised.push(character.to_ascii_lowercase()),
            2 => disguised.extend([*random.pick(&[' ', '\n', '\t']), character]),
            _ => disguised.push(character),
        }
    }
    disguised
}

/// Two to six stones of Sygo: mostly growth that is legal alone, with a placement in the
/// end or not; else stones around the mover's own, or anywhere.
fn any_turn(
    size: Size,
    around: &[Point],
    growth: &[Point],
    placements: &[Point],
    random: &mut Random,
) -> String {
    let pool = if random.one_in(3) { around } else { growth };
    let mut points = Vec::new();
    for _ in 0..*random.pick(&[2, 2, 2, 3, 3, 4, 5, 6]) {
        let point = match pool {
            [] => any_point(size, random),
            _ if random.one_in(12) => any_point(size, random),
            _ => *random.pick(pool),
        };
        if !points.contains(&point) || random.one_in(20) {
            points.push(point);
        }
    }
    if !placements.is_empty() && random.one_in(4) {
        points.push(*random.pick(placements));
    }
    Move::Stones(points).to_string()
}

/// The points one step away, off the board or not.
fn points_next_to(Point { column, row }: Point) -> [Point; 4] {
    let steps = [
        (column - 1, row),
        (column + 1, row),
        (column, row - 1),
        (column, row + 1),
    ];
    steps.map(|(column, row)| Point::new(column, row))
}

/// A piece as the literal implementation writes it.
fn piece_text(piece: Piece) -> String {
    match (piece, piece.color()) {
        (Piece::Neutral(hue, point), _) => format!("{} {point}", hue.letter()),
        (_, Some(color)) => format!("{} {piece}", color.letter()),
        (_, None) => unreachable!("only neutral stones belong to nobody"),
    }
}

// -------------------------------------------------------------- rules and setups

fn literal_of(
    rules: &Rules,
    size: Size,
    setup: Option<&Setup>,
) -> Result<Box<dyn ReferenceGame>, String> {
    let (columns, rows) = (size.columns.into(), size.rows.into());
    let setup = setup.map(reference_setup);
    reference::new(&reference_rules(rules), columns, rows, setup.as_ref())
}

fn reference_rules(rules: &Rules) -> reference::Rules {
    let mut reference = reference::Rules {
        game: rules.game().name(),
        komi: rules.komi().into(),
        button: rules.has_button(),
        own_turns: false,
        balance_turn: false,
        colors: Vec::new(),
        swap: false,
        revealed_captures: false,
        buried_stay: false,
        first_capture: false,
        repetition: "previous-turn",
        players: rules.players().count(),
        pass: false,
        max_height: None,
    };
    match rules {
        Rules::Bargo(rules) => reference.own_turns = rules.own_turns,
        Rules::Sygo(rules) => reference.balance_turn = rules.balance_turn,
        Rules::Bamogo(rules) => {
            reference.colors = rules.colors.iter().map(|h| h.letter()).collect();
        }
        Rules::Margo(rules) => {
            reference.swap = rules.swap;
            reference.revealed_captures = rules.revealed_captures;
            reference.buried_stay = rules.buried_stay;
            reference.first_capture = rules.first_capture;
            reference.pass = rules.pass;
            reference.max_height = rules.max_height.map(i64::from);
            reference.repetition = match rules.repetition {
                MargoRepetition::PreviousTurn => "previous-turn",
                MargoRepetition::Situational => "situational",
                MargoRepetition::Positional => "positional",
                _ => "none",
            };
        }
        Rules::Ugo(_) => {}
    }
    reference
}

fn reference_setup(setup: &Setup) -> reference::Setup {
    let pair = |pair: &[StoneColor; 2]| pair.iter().map(|hue| hue.letter()).collect();
    reference::Setup {
        pieces: setup
            .pieces
            .iter()
            .map(|&piece| piece_text(piece))
            .collect(),
        to_move: setup.to_move.map(Color::letter),
        button: setup.button.map(Color::letter),
        grown: setup.grown,
        line: setup
            .line
            .as_ref()
            .map(|line| line.iter().map(pair).collect()),
    }
}

fn any_komi(random: &mut Random) -> i32 {
    *random.pick(&[0, 0, -3, 1, 7])
}

/// Rules with the options of a game in any mixture.
fn any_rules(game: Game, random: &mut Random) -> Rules {
    let mut rules = Rules::default_for(game);
    let mut coin = || random.one_in(2);
    match &mut rules {
        Rules::Bargo(rules) => {
            rules.button = coin();
            rules.own_turns = coin();
            rules.komi = any_komi(random);
        }
        Rules::Ugo(rules) => {
            rules.button = coin();
            rules.komi = any_komi(random);
        }
        Rules::Sygo(rules) => rules.balance_turn = coin(),
        Rules::Bamogo(rules) => rules.colors = hues(if coin() { "XY" } else { "BGRW" }),
        Rules::Margo(rules) => {
            rules.repetition = *random.pick(&[
                MargoRepetition::PreviousTurn,
                MargoRepetition::Situational,
                MargoRepetition::Positional,
                MargoRepetition::Never,
            ]);
            rules.players = *random.pick(&[Players::Two, Players::Three, Players::Four]);
            rules.pass = random.one_in(3);
            rules.max_height = random.one_in(2).then(|| 1 + random.below(3) as u8);
            let mut coin = || random.one_in(2);
            rules.swap = rules.players == Players::Two && coin();
            rules.revealed_captures = coin();
            rules.buried_stay = coin();
            rules.first_capture = coin();
        }
    }
    rules
}

fn hues(letters: &str) -> Vec<StoneColor> {
    letters
        .chars()
        .filter_map(StoneColor::from_letter)
        .collect()
}

/// A setup that both should accept, but for a few things that both should refuse.
fn any_setup(rules: &Rules, size: Size, random: &mut Random) -> Setup {
    let game = rules.game();
    let seldom = |there: bool, random: &mut Random| random.one_in(if there { 2 } else { 40 });
    let mut setup = Setup::default();
    setup.to_move = random.one_in(2).then(|| any_color(rules, random));
    setup.button = seldom(rules.has_button(), random).then(|| any_color(rules, random));
    setup.grown = seldom(game == Game::Sygo, random);
    setup.line = seldom(game == Game::Bamogo, random).then(|| any_line(random));
    let careless = random.one_in(8);
    let places = usize::from(size.columns) * usize::from(size.rows);
    let tries = match game {
        Game::Margo => random.below(12 * places),
        _ => random.below(2 * places + 8),
    };
    for _ in 0..tries {
        setup.pieces.push(any_piece(rules, size, random));
        let refused = literal_of(rules, size, Some(&setup)).is_err();
        if refused && !careless {
            setup.pieces.pop();
        }
    }
    setup
}

/// A player, or seldom a color that nobody plays.
fn any_color(rules: &Rules, random: &mut Random) -> Color {
    let players = rules.players().colors();
    let colors = if random.one_in(200) {
        &Color::ALL
    } else {
        players
    };
    *random.pick(colors)
}

fn any_line(random: &mut Random) -> Vec<[StoneColor; 2]> {
    let pair = |random: &mut Random| {
        let colors = hues("RGBX");
        let first = random.below(4);
        // Two equal ones are no pair.
        let step = if random.one_in(15) {
            0
        } else {
            1 + random.below(3)
        };
        let second = (first + step) % 4;
        [colors[first], colors[second]]
    };
    (0..random.below(6)).map(|_| pair(random)).collect()
}

fn any_piece(rules: &Rules, size: Size, random: &mut Random) -> Piece {
    let color = any_color(rules, random);
    match rules.game() {
        Game::Bargo => {
            let longest = Size::square(2 * size.columns - 1);
            let wall = *random.pick(&Direction::ALL);
            Piece::Walled(color, any_point(longest, random), wall)
        }
        Game::Ugo if random.one_in(3) => Piece::King(color, any_point(size, random)),
        Game::Ugo | Game::Sygo => Piece::Stone(color, any_point(size, random)),
        Game::Bamogo => {
            let hue = *random.pick(&hues("RGB"));
            Piece::Neutral(hue, any_point(size, random))
        }
        Game::Margo => {
            let level = *random.pick(&[1, 1, 1, 2, 2, 3, 4]);
            Piece::Marble(color, level, any_point_of_level(size, level, random))
        }
    }
}

/// A point on which a marble can lie on this level, from 1, if the board has the level.
fn any_point_of_level(size: Size, level: u8, random: &mut Random) -> Point {
    let width = (size.columns + 1).saturating_sub(level).max(1);
    let Point { column, row } = any_point(Size::square(width), random);
    let doubled = |along: u16| (2 * along + u16::from(level)).saturating_sub(2);
    Point::new(doubled(column), doubled(row))
}

/// A point of the board or, seldom, one just off it.
fn any_point(size: Size, random: &mut Random) -> Point {
    let off = usize::from(random.one_in(50));
    let column = 1 + random.below(usize::from(size.columns) + off);
    let row = 1 - off + random.below(usize::from(size.rows) + 2 * off);
    Point::new(column as u16, row as u16)
}

/// A small generator of random numbers (splitmix64): the same games in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}
