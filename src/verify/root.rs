//! The facts of the whole game, from the root of a record.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use super::{
    MAX_FINDINGS,
    codes::Code,
    finding::{Finding, MessageArgs},
    text::excerpt,
};
use crate::{
    games::{Game, Rules, Size},
    record::{
        Name, NodeId, Purpose, Record, WrittenResult, read_number, read_result, read_size, unescape,
    },
    ruleset::{self, MAX_KOMI, Ruleset},
    suggest::nearest,
};

/// What the root says, with the errors in it.
#[derive(Debug, Default)]
pub(super) struct Root {
    pub(super) game: Option<Game>,
    pub(super) ruleset: Option<Arc<Ruleset>>,
    /// Whether the ruleset is not the record's own.
    replaced: bool,
    pub(super) size: Option<Size>,
    /// The komi stated; the ruleset's counts if there is none.
    pub(super) komi: Option<i32>,
    /// The result stated, if it could be read, and its place.
    pub(super) result: Option<(WrittenResult, Range<usize>)>,
    /// The result as written.
    pub(super) recorded: Option<String>,
    /// Whether an error here keeps the record from being played.
    pub(super) blocked: bool,
    pub(super) findings: Vec<Finding>,
}

impl Root {
    /// The rules to play by, with the komi of the record.
    pub(super) fn rules(&self) -> Option<Rules> {
        let rules = self.ruleset.as_ref()?.rules.clone();
        Some(match self.komi {
            Some(komi) => rules.with_komi(komi),
            None => rules,
        })
    }

    fn find(&mut self, code: Code, place: Range<usize>, reason: String, fix: impl Into<String>) {
        let facts = MessageArgs::new().with("reason", reason).with("fix", fix);
        self.findings.push(facts.finding(code, place));
    }

    /// An error after which nothing is played.
    fn block(&mut self, code: Code, place: Range<usize>, reason: String, fix: impl Into<String>) {
        self.blocked = true;
        self.find(code, place, reason, fix);
    }
}

/// A value of a root property: its text, and the place to point at.
struct Value {
    text: String,
    place: Range<usize>,
}

/// All values of the root's properties, by name, in the order of the text.
fn values(record: &Record) -> BTreeMap<&'static str, Vec<Value>> {
    let mut values: BTreeMap<_, Vec<Value>> = BTreeMap::new();
    for property in record.properties(NodeId::ROOT) {
        if property.name.purpose() != Purpose::Root {
            continue;
        }
        for (index, &span) in record.values(property).iter().enumerate() {
            // The first value stands for the whole property.
            let place = match index {
                0 => record.source_range(property.span),
                _ => record.source_range(span).start - 1..record.source_range(span).end + 1,
            };
            values
                .entry(property.name.letters())
                .or_default()
                .push(Value {
                    text: unescape(record.raw(span)).into_owned(),
                    place,
                });
        }
    }
    values
}

/// Reads the root. A `replacement` stands in for `RU` in records of its game.
pub(super) fn read(record: &Record, replacement: Option<&Arc<Ruleset>>) -> Root {
    let values = values(record);
    let first = |name: Name| values.get(name.letters()).and_then(|values| values.first());
    let start = record.offset()..record.offset() + record.text().len().min(2);
    let mut root = Root::default();
    read_game(&mut root, first(Name::GM), start.clone());
    read_ruleset(&mut root, first(Name::RU), replacement);
    read_board_size(&mut root, first(Name::SZ), start);
    read_komi(&mut root, first(Name::KM));
    if let Some(value) = first(Name::RE) {
        root.recorded = Some(value.text.clone());
        match read_result(&value.text) {
            Some(result) => root.result = Some((result, value.place.clone())),
            None => {
                let reason = format!("`{}` is not a result", excerpt(&value.text));
                root.find(Code::RecordResultSyntax, value.place.clone(), reason, "");
            }
        }
    }
    if let Some(value) = first(Name::FF)
        && read_number(&value.text).and_then(|number| number.as_whole()) != Some(4)
    {
        let reason = format!(
            "`FF[{}]`: the record is read as FF[4]",
            excerpt(&value.text)
        );
        root.find(
            Code::RecordFormat,
            value.place.clone(),
            reason,
            "write `FF[4]`",
        );
    }
    judge_doubles(&mut root, &values);
    root
}

fn read_game(root: &mut Root, value: Option<&Value>, start: Range<usize>) {
    let names = Game::ALL.map(Game::name);
    let all = names.join("`, `");
    let Some(value) = value else {
        let reason = "the record does not say which game it is: `GM` is missing".to_owned();
        let fix = format!("add `GM[…]` to the root, with one of `{all}`");
        return root.block(Code::RecordGame, start, reason, fix);
    };
    let name = value.text.trim();
    root.game = Game::from_name(name);
    if root.game.is_none() {
        let reason = format!("`{}` is not a game that is known here", excerpt(name));
        let fix = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`? Known are `{all}`"),
            None => format!("known are `{all}`"),
        };
        root.block(Code::RecordGame, value.place.clone(), reason, fix);
    }
}

fn read_ruleset(root: &mut Root, value: Option<&Value>, replacement: Option<&Arc<Ruleset>>) {
    if let Some(ruleset) = replacement.filter(|ruleset| root.game == Some(ruleset.game())) {
        root.ruleset = Some(Arc::clone(ruleset));
        root.replaced = true;
        return;
    }
    let Some(value) = value else {
        root.ruleset = root
            .game
            .map(|game| Arc::new(ruleset::default_for(game).clone()));
        return;
    };
    let name = value.text.trim();
    let known = ruleset::by_name(name);
    let of_game = || {
        ruleset::embedded()
            .iter()
            .filter(|ruleset| root.game.is_none_or(|game| ruleset.game() == game))
            .map(|ruleset| ruleset.name.as_str())
    };
    let reason = match known {
        Some(ruleset) if root.game.is_none_or(|game| ruleset.game() == game) => {
            root.ruleset = root.game.map(|_| Arc::new(ruleset.clone()));
            return;
        }
        Some(ruleset) => format!(
            "`{}` is a ruleset of {}",
            ruleset.name,
            title(ruleset.game())
        ),
        None => format!("`{}` is not a ruleset that is known here", excerpt(name)),
    };
    let all = of_game().collect::<Vec<_>>().join("`, `");
    let fix = match nearest(name, of_game()) {
        Some(near) if known.is_none() => format!("did you mean `{near}`? Known are `{all}`"),
        _ => format!("known are `{all}`; another one can be given with `--ruleset FILE.yaml`"),
    };
    root.block(Code::RecordRuleset, value.place.clone(), reason, fix);
}

fn read_board_size(root: &mut Root, value: Option<&Value>, start: Range<usize>) {
    let Some(value) = value else {
        if let Some(ruleset) = &root.ruleset {
            let facts = MessageArgs::new()
                .with("size", ruleset.size.to_string())
                .with("ruleset", &ruleset.name);
            root.size = Some(ruleset.size);
            root.findings
                .push(facts.finding(Code::RecordSizeAssumed, start));
        }
        return;
    };
    let text = excerpt(value.text.trim());
    let written = read_size(&value.text);
    let allowed = |size: &Size| match (&root.ruleset, root.game) {
        (Some(ruleset), _) => ruleset.has_size(*size),
        (None, Some(game)) => game.has_size(*size),
        (None, None) => true,
    };
    let fix = sizes_in_words(root.game, root.ruleset.as_deref());
    match written {
        None => {
            let reason = format!("`{text}` is not a board size");
            root.block(Code::RecordSize, value.place.clone(), reason, fix);
        }
        Some(written) => match written.size.filter(allowed) {
            Some(size) => root.size = root.game.map(|_| size),
            None => {
                let game = root.game.map_or("any game", title);
                let reason = format!("there is no board of size {text} for {game}");
                root.block(Code::RecordSize, value.place.clone(), reason, fix);
            }
        },
    }
    if written.is_some_and(|written| written.is_doubled_square) {
        let reason = format!("`SZ[{text}]` is a square board written as a rectangle");
        let side = text.split(':').next().unwrap_or_default().trim().to_owned();
        root.find(
            Code::RecordFormat,
            value.place.clone(),
            reason,
            format!("write `SZ[{side}]`"),
        );
    }
}

fn sizes_in_words(game: Option<Game>, ruleset: Option<&Ruleset>) -> String {
    let Some(game) = game else {
        return "write the number of points on a side".to_owned();
    };
    let sizes = ruleset.map_or(game.sides(), |ruleset| ruleset.sizes.clone());
    let (least, most) = (sizes.start(), sizes.end());
    match game {
        Game::Bargo => format!("the side of the hexagon, {least} to {most}"),
        Game::Margo => format!("the side of the base, {least} to {most}"),
        _ => format!("{least} to {most}, or columns and rows such as `9:13`"),
    }
}

fn read_komi(root: &mut Root, value: Option<&Value>) {
    let Some(value) = value else { return };
    let komi = read_number(&value.text).and_then(|number| number.as_whole());
    let has_komi = root
        .game
        .is_none_or(|game| matches!(game, Game::Bargo | Game::Ugo));
    let most = if has_komi { MAX_KOMI } else { 0 };
    match komi.filter(|komi| komi.abs() <= most) {
        Some(komi) => root.komi = Some(komi),
        None => {
            let text = excerpt(value.text.trim());
            let (reason, fix) = match root.game {
                Some(game) if !has_komi => (
                    format!("{} has no komi, but `KM` says `{text}`", title(game)),
                    "write `KM[0]`, or leave it out".to_owned(),
                ),
                _ => (
                    format!("`{text}` is not a komi"),
                    format!(
                        "a whole number of points from -{MAX_KOMI} to {MAX_KOMI}; the komi of the ruleset is used"
                    ),
                ),
            };
            root.find(Code::RecordKomi, value.place.clone(), reason, fix);
        }
    }
}

/// Second values: of what decides the game they are errors if they say something else.
fn judge_doubles(root: &mut Root, values: &BTreeMap<&'static str, Vec<Value>>) {
    for (&name, values) in values {
        let Some((first, others)) = values.split_first() else {
            continue;
        };
        let mut contradicted = false;
        for other in others {
            if contradicts(name, &first.text, &other.text) {
                if !std::mem::replace(&mut contradicted, true) {
                    contradiction(root, name, first, other);
                }
            } else if root.findings.len() < MAX_FINDINGS {
                let facts = MessageArgs::new().with("name", name);
                let finding = facts.finding(Code::RecordDuplicateProperty, other.place.clone());
                root.findings.push(finding);
            }
        }
    }
}

fn contradiction(root: &mut Root, name: &'static str, first: &Value, other: &Value) {
    let reason = format!(
        "`{name}` is `{}` and again `{}`",
        excerpt(first.text.trim()),
        excerpt(other.text.trim())
    );
    let fix = "remove the one that is wrong";
    let place = other.place.clone();
    match name {
        "GM" => root.block(Code::RecordGame, place, reason, fix),
        "SZ" => root.block(Code::RecordSize, place, reason, fix),
        // What is replaced does not matter.
        "RU" if root.replaced => {}
        "RU" => root.block(Code::RecordRuleset, place, reason, fix),
        "KM" => {
            root.komi = None;
            root.find(Code::RecordKomi, place, reason, fix);
        }
        _ => {
            root.result = None;
            root.find(Code::RecordResultSyntax, place, reason, fix);
        }
    }
}

/// Whether two values of a property that decides the game say different things.
fn contradicts(name: &str, first: &str, other: &str) -> bool {
    let differ = || !first.trim().eq_ignore_ascii_case(other.trim());
    match name {
        "GM" | "RU" => differ(),
        "SZ" => match (read_size(first), read_size(other)) {
            (Some(first), Some(other)) if first.size.is_some() => first.size != other.size,
            _ => differ(),
        },
        "KM" => match (read_number(first), read_number(other)) {
            (Some(first), Some(other)) => first != other,
            _ => differ(),
        },
        "RE" => match (read_result(first), read_result(other)) {
            (Some(first), Some(other)) => first != other,
            _ => differ(),
        },
        _ => false,
    }
}

/// The name of a game as a sentence writes it.
pub(crate) fn title(game: Game) -> &'static str {
    match game {
        Game::Bargo => "Bargo",
        Game::Sygo => "Sygo",
        Game::Ugo => "Ugo",
        Game::Bamogo => "Bamogo",
        Game::Margo => "Margo",
    }
}
