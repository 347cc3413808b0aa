//! The facts of the whole game, from the root of a record.

use std::{borrow::Cow, ops::Range, sync::Arc};

use super::{
    details::GameDetails,
    diagnostics::{DecisiveProperty, RootDiagnostic, SizeRange},
    finding::{Finding, MAX_FINDINGS},
};
use crate::{
    games::{Game, Players, Rules, Size},
    record::{
        Name, NodeId, Purpose, Record, WrittenResult, read_game, read_number, read_result,
        read_size, unescape,
    },
    ruleset::{self, MAX_KOMI, Ruleset},
    suggest::nearest,
};

/// The facts of the root, with the errors in it.
#[derive(Debug, Default)]
pub(super) struct Root {
    pub(super) game: Option<Game>,
    pub(super) ruleset: Option<Arc<Ruleset>>,
    /// Whether the ruleset replaces the record's own.
    replaced: bool,
    pub(super) size: Option<Size>,
    pub(super) details: GameDetails,
    /// The komi stated; the ruleset's counts if there is none.
    pub(super) komi: Option<i32>,
    /// The result stated, if it could be read, and its span.
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

    fn add(&mut self, diagnostic: &RootDiagnostic, span: Range<usize>) {
        self.findings.push(Finding::new(diagnostic, span));
    }

    /// An error after which nothing is played.
    fn block(&mut self, diagnostic: &RootDiagnostic, span: Range<usize>) {
        self.blocked = true;
        self.add(diagnostic, span);
    }
}

/// A value of a root property: its text, and the span to report.
struct Value<'r> {
    text: Cow<'r, str>,
    span: Range<usize>,
}

/// A name with its values, in the order of the text.
type NamedValues<'r> = (Name, Vec<Value<'r>>);

/// All values of the root's properties, in the order of their names.
fn values<'r>(record: &'r Record) -> Vec<NamedValues<'r>> {
    // There are few names, so that searching a list is faster than a map.
    let mut all: Vec<NamedValues> = Vec::new();
    for property in record.properties(NodeId::ROOT) {
        if property.name.purpose() != Purpose::Root {
            continue;
        }
        let known = all.iter().position(|&(name, _)| name == property.name);
        let at = known.unwrap_or_else(|| {
            all.push((property.name, Vec::new()));
            all.len() - 1
        });
        for (index, &value) in record.values(property).iter().enumerate() {
            // The first value stands for the whole property.
            let span = match index {
                0 => record.source_range(property.span),
                _ => record.source_range(value).start - 1..record.source_range(value).end + 1,
            };
            all[at].1.push(Value {
                text: unescape(record.raw(value)),
                span,
            });
        }
    }
    all.sort_by_key(|(name, _)| name.letters());
    all
}

/// Reads the root. A `replacement` replaces `RU` in records of its game.
pub(super) fn read(record: &Record, replacement: Option<&Arc<Ruleset>>) -> Root {
    let values = values(record);
    let first = |name: Name| {
        let (_, values) = values.iter().find(|&&(known, _)| known == name)?;
        values.first()
    };
    let start = record.offset()..record.offset() + record.text().len().min(2);
    let mut root = Root {
        details: GameDetails::of(record),
        ..Root::default()
    };
    read_game_name(&mut root, first(Name::GM), start.clone());
    read_ruleset(&mut root, first(Name::RU), replacement);
    read_board_size(&mut root, first(Name::SZ), start);
    read_komi(&mut root, first(Name::KM));
    if let Some(value) = first(Name::RE) {
        let players = match (&root.ruleset, root.game) {
            (Some(ruleset), _) => ruleset.rules.players(),
            // As many as it can have.
            (None, Some(Game::Margo)) => Players::Four,
            (None, _) => Players::Two,
        };
        let plays = |color| players.contain(color);
        match read_result(&value.text).filter(|result| result.winner().is_none_or(plays)) {
            Some(result) => root.result = Some((result, value.span.clone())),
            None => {
                let written = &value.text;
                root.add(
                    &RootDiagnostic::ResultSyntax { written },
                    value.span.clone(),
                );
            }
        }
    }
    if let Some(value) = first(Name::FF)
        && read_number(&value.text).and_then(|number| number.as_whole()) != Some(4)
    {
        let written = &value.text;
        root.add(&RootDiagnostic::FileFormat { written }, value.span.clone());
    }
    check_duplicates(&mut root, &values);
    root.recorded = first(Name::RE).map(|value| value.text.to_string());
    root
}

fn read_game_name(root: &mut Root, value: Option<&Value>, start: Range<usize>) {
    let Some(value) = value else {
        return root.block(&RootDiagnostic::NoGame, start);
    };
    let written = value.text.trim();
    let named = read_game(written);
    root.game = named.map(|named| named.game);
    if named.is_some_and(|named| named.is_later_name) {
        let diagnostic = RootDiagnostic::LaterName { written };
        root.add(&diagnostic, value.span.clone());
    }
    if root.game.is_none() {
        let nearest = nearest(written, Game::ALL.map(Game::name));
        let diagnostic = RootDiagnostic::UnknownGame { written, nearest };
        root.block(&diagnostic, value.span.clone());
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
    let written = value.text.trim();
    let found = ruleset::by_name(written);
    let is_of_game = |ruleset: &Ruleset| root.game.is_none_or(|game| ruleset.game() == game);
    let known = || -> Vec<&str> {
        let of_game = ruleset::embedded()
            .iter()
            .filter(|ruleset| is_of_game(ruleset));
        of_game.map(|ruleset| ruleset.name.as_str()).collect()
    };
    let diagnostic = match found {
        Some(ruleset) if is_of_game(ruleset) => {
            root.ruleset = root.game.map(|_| Arc::new(ruleset.clone()));
            return;
        }
        Some(ruleset) => RootDiagnostic::RulesetOfOtherGame {
            ruleset: &ruleset.name,
            game: ruleset.game(),
            known: known(),
        },
        None => RootDiagnostic::UnknownRuleset {
            written,
            nearest: nearest(written, known()),
            known: known(),
        },
    };
    root.block(&diagnostic, value.span.clone());
}

fn read_board_size(root: &mut Root, value: Option<&Value>, start: Range<usize>) {
    let Some(value) = value else {
        if let Some(ruleset) = root.ruleset.clone() {
            root.size = Some(ruleset.size);
            let diagnostic = RootDiagnostic::SizeAssumed {
                size: ruleset.size,
                ruleset: &ruleset.name,
            };
            root.add(&diagnostic, start);
        }
        return;
    };
    let written = value.text.trim();
    let stated = read_size(&value.text);
    let allowed = |size: &Size| match (&root.ruleset, root.game) {
        (Some(ruleset), _) => ruleset.has_size(*size),
        (None, Some(game)) => game.has_size(*size),
        (None, None) => true,
    };
    let range = SizeRange {
        game: root.game,
        sides: root.game.map(|game| match &root.ruleset {
            Some(ruleset) => ruleset.sizes.clone(),
            None => game.sides(),
        }),
    };
    let Some(stated) = stated else {
        let diagnostic = RootDiagnostic::SizeSyntax { written, range };
        return root.block(&diagnostic, value.span.clone());
    };
    match stated.size.filter(allowed) {
        Some(size) => root.size = root.game.map(|_| size),
        None => {
            let diagnostic = RootDiagnostic::NoSuchSize { written, range };
            root.block(&diagnostic, value.span.clone());
        }
    }
    if stated.is_doubled_square {
        root.add(
            &RootDiagnostic::SquareAsRectangle { written },
            value.span.clone(),
        );
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
            let written = value.text.trim();
            let diagnostic = match root.game {
                Some(game) if !has_komi => RootDiagnostic::NoKomi { game, written },
                _ => RootDiagnostic::KomiSyntax { written },
            };
            root.add(&diagnostic, value.span.clone());
        }
    }
}

/// Second values: for properties that decide the game they are errors if they contradict the first.
fn check_duplicates(root: &mut Root, values: &[NamedValues]) {
    for (name, values) in values {
        let Some((first, others)) = values.split_first() else {
            continue;
        };
        let letters = name.letters();
        let decisive = DecisiveProperty::from_letters(letters);
        let mut contradicted = false;
        for other in others {
            let contradiction =
                decisive.filter(|&property| contradicts(property, &first.text, &other.text));
            if let Some(property) = contradiction {
                if !std::mem::replace(&mut contradicted, true) {
                    add_contradiction(root, property, first, other);
                }
            } else if root.findings.len() < MAX_FINDINGS {
                let diagnostic = RootDiagnostic::DuplicateProperty { letters };
                root.add(&diagnostic, other.span.clone());
            }
        }
    }
}

fn add_contradiction(root: &mut Root, property: DecisiveProperty, first: &Value, second: &Value) {
    let diagnostic = RootDiagnostic::Contradiction {
        property,
        first: first.text.trim(),
        second: second.text.trim(),
    };
    let span = second.span.clone();
    match property {
        DecisiveProperty::Game | DecisiveProperty::Size => root.block(&diagnostic, span),
        // A `RU` that is replaced does not matter.
        DecisiveProperty::Ruleset if root.replaced => {}
        DecisiveProperty::Ruleset => root.block(&diagnostic, span),
        DecisiveProperty::Komi => {
            root.komi = None;
            root.add(&diagnostic, span);
        }
        DecisiveProperty::Result => {
            root.result = None;
            root.add(&diagnostic, span);
        }
    }
}

/// Whether two values of a property that decides the game differ in meaning.
fn contradicts(property: DecisiveProperty, first: &str, second: &str) -> bool {
    let differ = || !first.trim().eq_ignore_ascii_case(second.trim());
    match property {
        DecisiveProperty::Game => match (read_game(first), read_game(second)) {
            (Some(first), Some(second)) => first.game != second.game,
            _ => differ(),
        },
        DecisiveProperty::Ruleset => differ(),
        DecisiveProperty::Size => match (read_size(first), read_size(second)) {
            (Some(first), Some(second)) if first.size.is_some() => first.size != second.size,
            _ => differ(),
        },
        DecisiveProperty::Komi => match (read_number(first), read_number(second)) {
            (Some(first), Some(second)) => first != second,
            _ => differ(),
        },
        DecisiveProperty::Result => match (read_result(first), read_result(second)) {
            (Some(first), Some(second)) => first != second,
            _ => differ(),
        },
    }
}
