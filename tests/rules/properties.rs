//! Properties of all positions, all records and all texts: legal moves are those that can be
//! played, records of legal games are valid, what is written reads back, and the two
//! readings of the grammar are one.

use std::collections::HashSet;

use kifu::games::{
    Color, Direction, Game, Move, Outcome, Piece, Point, Position, Rule, StoneColor,
};
use kifu::games::{Setup, Size};
use kifu::record::{FaultKind, Grammar, GrammarRule, NodeId, Record, read};
use kifu::ruleset::{self, Ruleset};
use kifu::verify::{self, Options, Status, Verdict};
use pest::Parser;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

// ------------------------------------------------------------------------- games

/// How to play a game: by which rules, on which board, and how to choose each turn.
#[derive(Clone, Debug)]
struct Plan {
    ruleset: &'static Ruleset,
    size: Size,
    komi: i32,
    /// The line of Bamogo, if it is known.
    line: Option<Vec<[StoneColor; 2]>>,
    /// Turns after which the position is taken as the setup of a new game, if they are given.
    before: Option<Vec<u16>>,
    turns: Vec<u16>,
    resigns: bool,
}

/// A game that has been played.
#[derive(Debug)]
struct Played {
    setup: Option<Setup>,
    turns: Vec<(Color, Move)>,
    idle_switches: usize,
    position: Position,
}

fn plans() -> impl Strategy<Value = Plan> {
    let rulesets: Vec<&'static Ruleset> = ruleset::embedded().iter().collect();
    let turns = || vec(any::<u16>(), 0..80);
    let line = vec(select(vec!["RG", "BR", "GB", "XR"]), 0..8);
    let rest = (-9..10i32, prop::option::of(line), any::<bool>());
    let played = (prop::option::of(turns()), turns());
    (select(rulesets), any::<[u8; 3]>(), rest, played).prop_map(
        |(ruleset, sides, (komi, line, resigns), (before, turns))| Plan {
            ruleset,
            size: size_from(ruleset.game(), sides),
            komi,
            line: line
                .filter(|_| ruleset.game() == Game::Bamogo)
                .map(|pairs| pairs.into_iter().map(pair).collect()),
            before,
            turns,
            resigns,
        },
    )
}

fn pair(letters: &str) -> [StoneColor; 2] {
    let mut hues = letters.chars().filter_map(StoneColor::from_letter);
    [(); 2].map(|()| hues.next().expect("two letters"))
}

/// Small boards more often than large ones.
fn size_from(game: Game, [columns, rows, square]: [u8; 3]) -> Size {
    let largest = match game {
        // The turns of Sygo are so many that even a few hundred can take long to find.
        Game::Sygo => 5,
        Game::Bargo | Game::Margo | Game::Bamogo => 6,
        Game::Ugo => 13,
    };
    let side = |any: u8| 2 + (any % (largest - 1)).min(any / 16 % (largest - 1));
    if game.may_be_rectangular() && square % 3 == 0 {
        Size {
            columns: side(columns),
            rows: side(rows),
        }
    } else {
        Size::square(side(columns))
    }
}

impl Plan {
    fn game(&self) -> Game {
        self.ruleset.game()
    }

    fn start(&self, setup: Option<Setup>) -> Played {
        let rules = self.ruleset.rules.clone().with_komi(self.komi);
        let position = Position::new(&rules, self.size, setup.as_ref());
        Played {
            setup,
            turns: Vec::new(),
            idle_switches: 0,
            position: position.expect("a position that was reached is a setup"),
        }
    }

    fn play(&self) -> Played {
        let line = self.line.clone().map(|line| {
            let mut setup = Setup::default();
            setup.line = Some(line);
            setup
        });
        let mut played = self.start(line);
        if let Some(before) = &self.before {
            let mut reached = self.start(played.setup.clone());
            reached.go_on(before);
            // A connection of Bamogo is no setup.
            if reached.position.outcome().is_none() {
                played = self.start(Some(reached.position.to_setup()));
            }
        }
        played.go_on(&self.turns);
        let can_resign = played.position.is_legal(&Move::Resign);
        if self.resigns && can_resign {
            played.take(&Move::Resign);
        }
        played
    }
}

impl Played {
    fn go_on(&mut self, choices: &[u16]) {
        for &choice in choices {
            if self.position.outcome().is_some() {
                break;
            }
            let turn = chosen(&self.position, choice);
            self.take(&turn);
        }
    }

    fn take(&mut self, turn: &Move) {
        let mover = self.position.to_move();
        let played = self.position.play_as(mover, turn).expect("a legal turn");
        self.idle_switches += usize::from(played.idle);
        self.turns.push((mover, turn.clone()));
    }
}

/// A legal turn. Passes are rare; in Sygo turns of several stones are among them.
fn chosen(position: &Position, choice: u16) -> Move {
    let turns: Vec<Move> = if choice.is_multiple_of(2) {
        position.legal_moves()
    } else {
        position.turns().take(300).collect()
    };
    let quiet = |turn: &&Move| matches!(turn, Move::Pass | Move::Button);
    let (quiet, busy): (Vec<&Move>, Vec<&Move>) = turns.iter().partition(quiet);
    let pool = if busy.is_empty() || (choice.is_multiple_of(13) && !quiet.is_empty()) {
        quiet
    } else {
        busy
    };
    pool[usize::from(choice) / 2 % pool.len()].clone()
}

/// Every turn of the game that could be thought of, except Sygo's of several stones and
/// resignation; some of other games.
fn all_turns(game: Game, size: Size) -> Vec<Move> {
    let a1 = Point::new(1, 1);
    let mut turns = vec![Move::Pass, Move::Button, Move::Swap];
    turns.extend([Move::Stone(a1), Move::King(a1), Move::Stones(Vec::new())]);
    turns.extend([Move::Walled(a1, Direction::E), Move::Switch(a1, a1)]);
    let longest = match game {
        Game::Bargo | Game::Margo => Size::square(2 * size.columns - 1),
        _ => size,
    };
    let points: Vec<Point> = (0..u16::from(longest.columns) + 2)
        .flat_map(|column| (0..u16::from(longest.rows) + 2).map(move |row| (column, row)))
        .map(|(column, row)| Point::new(column, row))
        .collect();
    match game {
        Game::Ugo => turns.extend(points.iter().flat_map(|&p| [Move::Stone(p), Move::King(p)])),
        Game::Sygo => turns.extend(points.iter().flat_map(|&p| [Move::Stone(p), Move::King(p)])),
        Game::Bargo => turns.extend(
            points
                .iter()
                .flat_map(|&p| Direction::ALL.map(|wall| Move::Walled(p, wall))),
        ),
        Game::Margo => turns.extend(points.iter().flat_map(|&p| marbles(p, size))),
        Game::Bamogo => turns.extend(
            points
                .iter()
                .flat_map(|&one| points.iter().flat_map(move |&two| on_two_spaces(one, two))),
        ),
    }
    turns
}

/// A marble at a point, with every level and without.
fn marbles(point: Point, size: Size) -> Vec<Move> {
    let levels = (0..size.columns + 2).map(Some).chain([None]);
    levels.map(|level| Move::Marble { level, point }).collect()
}

fn on_two_spaces(one: Point, two: Point) -> Vec<Move> {
    let mut turns = vec![Move::Switch(one, two)];
    for pair in ["RG", "RB", "GR", "GB", "BR", "BG", "XR", "RX", "RR"].map(pair) {
        turns.push(Move::Pair([(pair[0], one), (pair[1], two)]));
    }
    turns
}

/// The turns among these that the player to move can play, in canonical spelling.
fn accepted(position: &Position, turns: &[Move]) -> HashSet<Move> {
    let can_play = |turn: &&Move| {
        let mut next = position.clone();
        next.play(turn).is_ok()
    };
    turns
        .iter()
        .filter(can_play)
        .cloned()
        .map(Move::canonical)
        .collect()
}

/// All sequences of different points of a small board.
fn sequences(points: &[Point]) -> Vec<Vec<Point>> {
    let mut sequences: Vec<Vec<Point>> = vec![Vec::new()];
    let mut done = 0;
    while done < sequences.len() {
        for &point in points {
            if !sequences[done].contains(&point) {
                let mut longer = sequences[done].clone();
                longer.push(point);
                sequences.push(longer);
            }
        }
        done += 1;
    }
    sequences.split_off(1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn play_accepts_exactly_the_legal_moves(plan in plans()) {
        let position = plan.play().position;
        let listed = position.legal_moves();
        let legal: HashSet<Move> = listed.iter().cloned().collect();
        prop_assert_eq!(legal.len(), listed.len(), "one is listed twice: {:?}", listed);
        prop_assert_eq!(legal.is_empty(), position.outcome().is_some());
        let all = all_turns(plan.game(), plan.size);
        prop_assert_eq!(accepted(&position, &all), legal);
        for turn in &listed {
            let refused = position.clone().play_as(position.to_move().other(), turn);
            prop_assert_eq!(refused.unwrap_err().rule, Rule::TurnOrder);
        }
    }

    #[test]
    fn a_marble_goes_to_one_level_only(plan in plans()) {
        let position = plan.play().position;
        for turn in position.legal_moves() {
            if let Move::Marble { point, .. } = turn {
                let levels = marbles(point, plan.size).into_iter();
                let stated = levels.filter(|turn| !matches!(turn, Move::Marble { level: None, .. }));
                let goes = |turn: &Move| position.clone().play(turn).is_ok();
                prop_assert_eq!(stated.filter(goes).count(), 1, "at {}", point);
            }
        }
    }

    #[test]
    fn a_turn_that_is_listed_can_be_played_and_is_listed_once(plan in plans()) {
        let position = plan.play().position;
        let turns: Vec<Move> = position.turns().take(500).collect();
        let playable = accepted(&position, &turns);
        prop_assert_eq!(playable.len(), turns.len());
        prop_assert!(turns.len() == 500 || position.legal_moves().iter().all(|turn| turns.contains(turn)));
    }

    #[test]
    fn small_boards_of_sygo_list_every_turn(sides in select(vec![(2, 2), (2, 3), (3, 2)]), plan in plans()) {
        let plan = Plan {
            ruleset: ruleset::default_for(Game::Sygo),
            size: Size { columns: sides.0, rows: sides.1 },
            line: None,
            ..plan
        };
        let position = plan.play().position;
        let on_board = |turn: &Move| match turn {
            Move::Stone(point) => Game::Sygo.has_point(plan.size, *point).then_some(*point),
            _ => None,
        };
        let points: HashSet<Point> = all_turns(Game::Sygo, plan.size).iter().filter_map(on_board).collect();
        let mut points: Vec<Point> = points.into_iter().collect();
        points.sort_unstable();
        let mut tried: Vec<Move> = sequences(&points).into_iter().map(Move::Stones).collect();
        tried.push(Move::Pass);
        let listed: Vec<Move> = position.turns().collect();
        let distinct: HashSet<Move> = listed.iter().cloned().collect();
        prop_assert_eq!(distinct.len(), listed.len());
        prop_assert_eq!(accepted(&position, &tried), distinct);
    }
}

// ------------------------------------------------------------- records of games

/// The record of a game, with this result.
fn written(plan: &Plan, played: &Played, result: &str, own_node: bool) -> String {
    let game = plan.game();
    let mut text = format!("(;FF[4]GM[{}]RU[{}]", game.name(), plan.ruleset.name);
    text += &format!("SZ[{}]RE[{result}]", plan.size);
    if matches!(game, Game::Bargo | Game::Ugo) {
        text += &format!("KM[{}]", plan.komi);
    }
    if let Some(setup) = &played.setup {
        text += if own_node { "\n;" } else { "" };
        text += &written_setup(setup);
    }
    for (color, turn) in &played.turns {
        text += &format!("\n;{}[{turn}]", color.letter());
    }
    text + ")\n"
}

fn written_setup(setup: &Setup) -> String {
    let mut text = String::new();
    for (name, color) in [
        ("AB", Some(Color::Black)),
        ("AW", Some(Color::White)),
        ("AG", Some(Color::Grey)),
        ("AY", Some(Color::Yellow)),
        ("STONES", None),
    ] {
        let pieces = setup.pieces.iter().filter(|piece| piece.color() == color);
        let values: String = pieces.map(|piece: &Piece| format!("[{piece}]")).collect();
        if !values.is_empty() {
            text += &format!("{name}{values}");
        }
    }
    if let Some(color) = setup.to_move {
        text += &format!("PL[{}]", color.letter());
    }
    if let Some(color) = setup.button {
        text += &format!("BUTTON[{}]", color.letter());
    }
    if setup.grown {
        text += "GROWN[1]";
    }
    if let Some(line) = &setup.line {
        let pairs = line
            .iter()
            .map(|[one, two]| format!("{}{}", one.letter(), two.letter()));
        text += &format!("LINE[{}]", pairs.collect::<Vec<_>>().join(" "));
    }
    text
}

fn verified(text: &str) -> Verdict {
    let record = read(text).next().expect("a record");
    verify::verify(&record, &Options::default())
}

fn codes(verdict: &Verdict) -> Vec<&'static str> {
    verdict
        .findings
        .iter()
        .map(|finding| finding.code().id())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_record_of_a_legal_game_is_valid(plan in plans(), own_node: bool) {
        let played = plan.play();
        let position = &played.position;
        let result = position.outcome().map_or("?".to_owned(), |outcome| outcome.to_string());
        let text = written(&plan, &played, &result, own_node);
        let verdict = verified(&text);
        // A switch of two stones of one color is legal, but worth a warning.
        let idle = vec!["record::idle-switch"; played.idle_switches];
        prop_assert_eq!(codes(&verdict), idle, "{}", text);
        prop_assert_eq!(verdict.status, Status::Valid);
        prop_assert_eq!(verdict.plies as usize, played.turns.len());
        prop_assert_eq!(verdict.computed, position.outcome());
        prop_assert_eq!(verdict.score, position.score());
        let last = verdict.position.expect("it was played");
        prop_assert_eq!(last.pieces(), position.pieces());
        prop_assert_eq!(last.to_move(), position.to_move());
    }

    #[test]
    fn a_wrong_result_is_found(plan in plans(), own_node: bool) {
        let played = plan.play();
        let outcome = played.position.outcome();
        let wrong = match outcome {
            Some(Outcome::Win(color, _)) => format!("{}+", color.other().letter()),
            Some(Outcome::Draw) => "B+".to_owned(),
            None => "W+".to_owned(),
        };
        let expected = match outcome {
            Some(_) => "record::result",
            None => "record::unfinished",
        };
        let text = written(&plan, &played, &wrong, own_node);
        let mut codes = codes(&verified(&text));
        codes.retain(|&code| code != "record::idle-switch");
        prop_assert_eq!(codes, [expected], "{}", text);
    }

    #[test]
    fn a_ply_after_the_end_is_found(plan in plans(), black: bool) {
        let played = plan.play();
        let over = played.position.outcome().is_some();
        let mut text = written(&plan, &played, "?", true);
        text.truncate(text.len() - 2);
        let color = if black { Color::Black } else { Color::White };
        text += &format!(";{}[nothing])", color.letter());
        let expected = match (over, color == played.position.to_move()) {
            (true, _) => "record::after-end",
            (false, false) => "record::turn-order",
            (false, true) => "record::notation",
        };
        let mut codes = codes(&verified(&text));
        codes.retain(|&code| code != "record::idle-switch");
        prop_assert_eq!(codes, [expected], "{}", text);
    }
}

// ------------------------------------------------------------- trees of any kind

/// A game tree as the format defines it.
#[derive(Clone, Debug)]
struct Tree {
    nodes: Vec<Vec<Property>>,
    variations: Vec<Tree>,
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    /// As they stand between the brackets.
    values: Vec<String>,
}

fn names() -> impl Strategy<Value = String> {
    let known = [
        "B", "W", "C", "AB", "LB", "SZ", "N", "XY", "Black", "aCb", "coMment",
    ];
    prop_oneof![
        3 => select(known.to_vec()).prop_map(str::to_owned),
        1 => "[A-Z]{3,5}",
        1 => "[a-z]{0,2}X[a-z]{0,2}Y[a-z]{0,2}",
    ]
}

fn values() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9 ():;\\[\n\r\t]{0,6}",
        "(?s)([^\\]\\\\]|\\\\.){0,6}",
        "[a-d][1-4]",
    ]
}

fn properties() -> impl Strategy<Value = Property> {
    (names(), vec(values(), 1..4)).prop_map(|(name, mut values)| {
        // A move that holds `(;` is taken for one that was never closed.
        for value in &mut values {
            *value = value.replace("(;", "(");
        }
        Property { name, values }
    })
}

fn trees() -> impl Strategy<Value = Tree> {
    let nodes = || vec(vec(properties(), 0..3), 1..4);
    let leaf = nodes().prop_map(|nodes| Tree {
        nodes,
        variations: Vec::new(),
    });
    leaf.prop_recursive(6, 24, 3, move |inner| {
        (nodes(), vec(inner, 0..4)).prop_map(|(nodes, variations)| Tree { nodes, variations })
    })
}

/// A root that may hold what only a root holds.
fn roots() -> impl Strategy<Value = Tree> {
    (trees(), any::<bool>()).prop_map(|(mut tree, known)| {
        if known {
            let facts = [("FF", "4"), ("GM", "ugo")].map(|(name, value)| Property {
                name: name.to_owned(),
                values: vec![value.to_owned()],
            });
            tree.nodes[0].extend(facts);
        }
        tree
    })
}

/// White space between the tokens of a text, taken from a list again and again.
struct Gaps<'g> {
    gaps: std::iter::Cycle<std::slice::Iter<'g, &'static str>>,
}

fn gaps() -> impl Strategy<Value = Vec<&'static str>> {
    vec(
        select(vec!["", "", "", " ", "\n", "\r\n\t", "\x0B\x0C"]),
        1..9,
    )
}

impl Gaps<'_> {
    fn next(&mut self) -> &'static str {
        self.gaps.next().copied().unwrap_or_default()
    }

    fn write(&mut self, tree: &Tree, text: &mut String) {
        let mut put = |token: &str| {
            text.push_str(token);
            text.push_str(self.next());
        };
        put("(");
        for node in &tree.nodes {
            put(";");
            for Property { name, values } in node {
                put(name);
                for value in values {
                    put(&format!("[{value}]"));
                }
            }
        }
        for variation in &tree.variations {
            self.write(variation, text);
        }
        text.push(')');
        text.push_str(self.next());
    }
}

fn text_of(trees: &[Tree], gaps: &[&'static str]) -> String {
    let mut gaps = Gaps {
        gaps: gaps.iter().cycle(),
    };
    let mut text = String::new();
    for tree in trees {
        gaps.write(tree, &mut text);
    }
    text
}

/// A node as parent and properties, the names without their lower-case letters.
type Listed = (Option<usize>, Vec<(String, Vec<String>)>);

fn listed_tree(tree: &Tree, mut parent: Option<usize>, listed: &mut Vec<Listed>) {
    for node in &tree.nodes {
        let properties = node.iter().map(|Property { name, values }| {
            let letters = name.chars().filter(char::is_ascii_uppercase).collect();
            (letters, values.clone())
        });
        listed.push((parent, properties.collect()));
        parent = Some(listed.len() - 1);
    }
    for variation in &tree.variations {
        listed_tree(variation, parent, listed);
    }
}

fn listed_record(record: &Record) -> Vec<Listed> {
    let properties = |id| {
        let properties = record.properties(id).iter().map(|property| {
            let values = record.values(property).iter();
            let values = values.map(|&value| record.raw(value).to_owned()).collect();
            (record.letters(property).into_owned(), values)
        });
        properties.collect()
    };
    let nodes = record.nodes();
    nodes
        .map(|id| (record.parent(id).map(NodeId::index), properties(id)))
        .collect()
}

/// Whether the reader finds nothing wrong with a text; `None` where it knows better than the
/// grammar: it ends a record where the next one must have begun, and wants one at all.
fn reader_accepts(text: &str) -> Option<bool> {
    let mut accepts = true;
    for record in read(text) {
        for fault in record.faults() {
            if matches!(
                fault.kind,
                FaultKind::SwallowsRoot | FaultKind::SwallowsRecord
            ) {
                return None;
            }
            accepts = false;
        }
    }
    (!text.trim_ascii().trim_matches('\x0B').is_empty()).then_some(accepts)
}

fn grammar_accepts(text: &str) -> bool {
    Grammar::parse(GrammarRule::collection, text).is_ok()
}

const TOKENS: [&str; 14] = [
    "(", ")", ";", "[", "]", "\\", "B", "W", "GM", "a", "1", " ", "\n", "(;",
];

/// A text with some tokens put in, taken out or changed.
fn damaged(text: &str, damages: &[(u16, &str, bool)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for &(at, token, instead) in damages {
        let at = usize::from(at) % (text.len() + 1);
        let end = (at + usize::from(instead)).min(text.len());
        text.splice(at..end, token.chars());
    }
    text.into_iter().collect()
}

proptest! {
    #[test]
    fn what_is_written_reads_back(trees in vec(roots(), 1..4), gaps in gaps()) {
        let text = text_of(&trees, &gaps);
        let records: Vec<Record> = read(&text).collect();
        prop_assert_eq!(records.len(), trees.len());
        for (record, tree) in records.iter().zip(&trees) {
            prop_assert_eq!(record.faults(), []);
            let mut expected = Vec::new();
            listed_tree(tree, None, &mut expected);
            prop_assert_eq!(listed_record(record), expected);
            let again = record.to_text();
            let read_back: Vec<Record> = read(&again).collect();
            prop_assert_eq!(read_back.len(), 1);
            prop_assert_eq!(read_back[0].faults(), []);
            prop_assert_eq!(listed_record(&read_back[0]), listed_record(record));
            prop_assert!(read_back[0] == *record);
            prop_assert_eq!(read_back[0].to_text(), again.clone());
        }
        prop_assert!(grammar_accepts(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn grammar_and_reader_accept_the_same_short_texts(tokens in vec(select(TOKENS.to_vec()), 0..14)) {
        let text = tokens.concat();
        if let Some(accepts) = reader_accepts(&text) {
            prop_assert_eq!(grammar_accepts(&text), accepts, "{:?}", text);
        }
    }

    #[test]
    fn grammar_and_reader_accept_the_same_short_values(tokens in vec(select(TOKENS.to_vec()), 0..9)) {
        let text = format!("(;B[{}])", tokens.concat());
        if let Some(accepts) = reader_accepts(&text) {
            prop_assert_eq!(grammar_accepts(&text), accepts, "{:?}", text);
        }
    }

    #[test]
    fn grammar_and_reader_accept_the_same_damaged_texts(
        tree in trees(),
        gaps in gaps(),
        damages in vec((any::<u16>(), select(TOKENS.to_vec()), any::<bool>()), 0..3),
        cut in prop::option::of(any::<u16>()),
    ) {
        let mut text = damaged(&text_of(&[tree], &gaps), &damages);
        if let Some(cut) = cut {
            text = text.chars().take(usize::from(cut) % 200).collect();
        }
        if let Some(accepts) = reader_accepts(&text) {
            prop_assert_eq!(grammar_accepts(&text), accepts, "{:?}", text);
        }
    }
}
