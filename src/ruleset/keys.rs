//! The keys of a ruleset file, per game, and what their values may be.

use std::{collections::BTreeSet, fmt::Display, ops::RangeInclusive};

use super::{
    definition::Ruleset,
    error::{RulesetError, RulesetErrorKind, capitalized},
    limits::MAX_KOMI,
    values::{described, distinct_colors, min_and_max, one_of, shortened, size_of, whole_of},
    yaml::{EntryPart, YamlDocument, YamlValue},
};
use crate::{
    games::{
        BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, Players, Rules, Size,
        StoneColor, SygoRules, UgoRules,
    },
    suggest::nearest,
};

/// The keys of every game.
const COMMON_KEYS: [&str; 5] = ["name", "title", "source", "size", "sizes"];

/// The keys that only some games have.
fn game_keys(game: Game) -> &'static [&'static str] {
    match game {
        Game::Bargo => &["komi", "button", "repetition"],
        Game::Ugo => &["komi", "button"],
        Game::Sygo => &["balance-turn"],
        Game::Bamogo => &["colors"],
        Game::Margo => &[
            "players",
            "swap",
            "pass",
            "repetition",
            "revealed-captures",
            "buried",
            "max-height",
            "goal",
        ],
    }
}

/// All keys of a game, in the order of the embedded files.
fn keys_of(game: Game) -> impl Iterator<Item = &'static str> {
    let own = game_keys(game).iter().copied();
    ["game"].into_iter().chain(COMMON_KEYS).chain(own)
}

/// The standard spelling of a key: the first versions had `colours`.
fn standard_spelling(key: &str) -> &str {
    if key == "colours" { "colors" } else { key }
}

/// Reads a ruleset. The values of missing keys come from the base, if there is one.
///
/// # Errors
///
/// The first error of the file; without a base also a missing key.
pub(super) fn read_over(
    text: &str,
    base_of: impl Fn(Game) -> Option<&'static Ruleset>,
) -> Result<Ruleset, RulesetError> {
    let mut known_keys: BTreeSet<&str> = Game::ALL.into_iter().flat_map(keys_of).collect();
    known_keys.insert("colours");
    let file = RulesetFile {
        document: YamlDocument::parse(text, &known_keys)?,
    };
    file.check_keys_are_words()?;
    let game = file.game()?;
    file.check_keys(game)?;
    let base = base_of(game);
    let rules = file.rules(game, base.map(|base| &base.rules))?;
    file.ruleset(game, rules, base)
}

/// Reads a ruleset that gives every key.
pub(super) fn read_complete(text: &str) -> Result<Ruleset, RulesetError> {
    read_over(text, |_| None)
}

struct RulesetFile<'t> {
    document: YamlDocument<'t>,
}

/// The rules of the base if it is of this game.
macro_rules! rules_of {
    ($game:ident, $base:expr) => {
        match $base {
            Some(Rules::$game(rules)) => Some(rules),
            _ => None,
        }
    };
}

impl RulesetFile<'_> {
    fn check_keys_are_words(&self) -> Result<(), RulesetError> {
        let other = self.document.entries.iter();
        match other
            .map(|(key, _)| key)
            .position(|key| !matches!(key, YamlValue::Text(_)))
        {
            Some(index) => Err(self.key_error(index, RulesetErrorKind::KeyIsNotAWord)),
            None => Ok(()),
        }
    }

    /// The keys as written, with their indices among the entries.
    fn keys(&self) -> impl Iterator<Item = (usize, &str)> {
        let entries = self.document.entries.iter().enumerate();
        entries.filter_map(|(index, (key, _))| match key {
            YamlValue::Text(key) => Some((index, key.as_str())),
            _ => None,
        })
    }

    fn key_error(&self, index: usize, kind: RulesetErrorKind) -> RulesetError {
        RulesetError::new(kind, self.document.position(index, EntryPart::Key))
    }

    fn game(&self) -> Result<Game, RulesetError> {
        let Some(index) = self.find("game") else {
            return Err(RulesetError::new(
                RulesetErrorKind::MissingKey { key: "game" },
                (1, 1),
            ));
        };
        let name = self.text(index).unwrap_or_default();
        Game::from_name(&name).ok_or_else(|| {
            let names = Game::ALL.map(Game::name);
            let hint = nearest(&name, names).map_or_else(String::new, did_you_mean);
            let requirement = one_of(&names);
            self.hinted_value_error("game", requirement, hint)
        })
    }

    /// Every key is one of the game's and is given once.
    fn check_keys(&self, game: Game) -> Result<(), RulesetError> {
        let mut seen = BTreeSet::new();
        for (index, given) in self.keys() {
            let standard = standard_spelling(given);
            let Some(key) = keys_of(game).find(|&key| key == standard) else {
                return Err(self.key_error(
                    index,
                    RulesetErrorKind::UnknownKey {
                        key: shortened(given),
                        game,
                        hint: unknown_key_hint(standard, game),
                        keys: keys_of(game).collect(),
                    },
                ));
            };
            if !seen.insert(key) {
                let given = given.to_owned();
                return Err(self.key_error(index, RulesetErrorKind::DuplicateKey { key, given }));
            }
        }
        Ok(())
    }

    /// The index of the entry of a key.
    fn find(&self, key: &str) -> Option<usize> {
        self.keys()
            .find(|&(_, given)| standard_spelling(given) == key)
            .map(|(index, _)| index)
    }

    /// The value of a key and its index among the entries. A key without a value counts as missing.
    fn value(&self, key: &str) -> Option<(usize, &YamlValue)> {
        let index = self.find(key)?;
        let (_, value) = self.document.entries.get(index)?;
        (*value != YamlValue::Null).then_some((index, value))
    }

    /// A value as text: `title: 2012` is text too.
    fn text(&self, index: usize) -> Option<String> {
        match &self.document.entries.get(index)?.1 {
            YamlValue::Text(text) => Some(text.clone()),
            YamlValue::Null | YamlValue::List(_) | YamlValue::Mapping(_) => None,
            _ => self.document.raw_value(index),
        }
    }

    /// A value in the words of a message.
    fn described(&self, index: usize) -> String {
        let value = self.document.entries.get(index).map(|(_, value)| value);
        value.map_or_else(String::new, |value| {
            described(value, || self.document.raw_value(index))
        })
    }

    fn value_error(&self, key: &'static str, requirement: impl Into<String>) -> RulesetError {
        self.hinted_value_error(key, requirement.into(), String::new())
    }

    fn hinted_value_error(
        &self,
        key: &'static str,
        requirement: String,
        hint: String,
    ) -> RulesetError {
        let index = self.find(key);
        let found = index.map_or_else(
            || "an empty value".to_owned(),
            |index| self.described(index),
        );
        let kind = RulesetErrorKind::InvalidValue {
            key,
            requirement,
            found,
            hint,
        };
        let position = index.map_or((1, 1), |index| {
            self.document.position(index, EntryPart::Value)
        });
        RulesetError::new(kind, position)
    }

    fn text_or(&self, key: &'static str, base: Option<&str>) -> Result<String, RulesetError> {
        match self.value(key) {
            None => or_base(key, base.map(str::to_owned)),
            Some((index, _)) => self
                .text(index)
                .ok_or_else(|| self.value_error(key, "text")),
        }
    }

    fn switch(&self, key: &'static str, base: Option<bool>) -> Result<bool, RulesetError> {
        match self.value(key) {
            None => or_base(key, base),
            Some((_, YamlValue::Bool(value))) => Ok(*value),
            Some((_, YamlValue::Text(text))) if matches!(&text[..], "true" | "false") => {
                let hint = "; it is text in quotation marks".to_owned();
                Err(self.hinted_value_error(key, "`true` or `false`".to_owned(), hint))
            }
            Some(_) => Err(self.value_error(key, "`true` or `false`")),
        }
    }

    /// The meaning of one of a few words.
    fn word<T: Copy>(
        &self,
        key: &'static str,
        words: &[(&str, T)],
        base: Option<T>,
    ) -> Result<T, RulesetError> {
        let Some((index, _)) = self.value(key) else {
            return or_base(key, base);
        };
        let given = self.text(index).unwrap_or_default();
        let meaning = words.iter().find(|(word, _)| *word == given);
        meaning.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            let hint =
                nearest(&given, names.iter().copied()).map_or_else(String::new, did_you_mean);
            self.hinted_value_error(key, one_of(&names), hint)
        })
    }

    fn komi(&self, base: Option<i32>) -> Result<i32, RulesetError> {
        let Some((_, value)) = self.value("komi") else {
            return or_base("komi", base);
        };
        whole_of(value)
            .and_then(|komi| i32::try_from(komi).ok())
            .filter(|komi| (-MAX_KOMI..=MAX_KOMI).contains(komi))
            .ok_or_else(|| {
                let requirement = format!("a whole number from -{MAX_KOMI} to {MAX_KOMI}");
                self.value_error("komi", requirement)
            })
    }

    fn players(&self, base: Option<Players>) -> Result<Players, RulesetError> {
        let Some((_, value)) = self.value("players") else {
            return or_base("players", base);
        };
        let all = [Players::Two, Players::Three, Players::Four];
        let count = whole_of(value).and_then(|count| usize::try_from(count).ok());
        let players = all
            .into_iter()
            .find(|players| Some(players.count()) == count);
        players.ok_or_else(|| self.value_error("players", "2, 3 or 4"))
    }

    /// With more than two players there is no swap, whatever the base has.
    fn swap(&self, players: Players, base: Option<bool>) -> Result<bool, RulesetError> {
        let is_for_two = players == Players::Two;
        match self.switch("swap", base.map(|swap| swap && is_for_two))? {
            true if !is_for_two => {
                let requirement = format!("`false` with {} players", players.count());
                Err(self.value_error("swap", requirement))
            }
            swap => Ok(swap),
        }
    }

    /// Without the key there is no limit, also in embedded files.
    fn max_height(&self) -> Result<Option<u8>, RulesetError> {
        let Some((_, value)) = self.value("max-height") else {
            return Ok(None);
        };
        let limits = 1..=*Game::Margo.sides().end();
        let height = whole_of(value).and_then(|height| u8::try_from(height).ok());
        match height.filter(|height| limits.contains(height)) {
            Some(height) => Ok(Some(height)),
            None => {
                let requirement = format!("a whole number from 1 to {}", limits.end());
                Err(self.value_error("max-height", requirement))
            }
        }
    }

    fn colors(&self, base: Option<Vec<StoneColor>>) -> Result<Vec<StoneColor>, RulesetError> {
        match self.value("colors") {
            None => or_base("colors", base),
            Some((_, value)) => distinct_colors(value).ok_or_else(|| {
                self.value_error(
                    "colors",
                    "a list of two to four different letters, such as `[R, G, B]`",
                )
            }),
        }
    }

    fn sizes(
        &self,
        game: Game,
        base: Option<RangeInclusive<u8>>,
    ) -> Result<RangeInclusive<u8>, RulesetError> {
        let Some((_, value)) = self.value("sizes") else {
            return or_base("sizes", base);
        };
        let limits = game.sides();
        min_and_max(value)
            .filter(|(min, max)| min <= max && limits.contains(min) && limits.contains(max))
            .map(|(min, max)| min..=max)
            .ok_or_else(|| {
                let (min, max) = (limits.start(), limits.end());
                self.value_error(
                    "sizes",
                    format!("`{{min: …, max: …}}` with whole numbers from {min} to {max}"),
                )
            })
    }

    /// A side, or columns and rows as `"9:13"`.
    fn size(
        &self,
        game: Game,
        sizes: &RangeInclusive<u8>,
        base: Option<Size>,
    ) -> Result<Size, RulesetError> {
        let within = |size: &Size| sizes.contains(&size.columns) && sizes.contains(&size.rows);
        let Some((_, value)) = self.value("size") else {
            let size = or_base("size", base)?;
            return if within(&size) {
                Ok(size)
            } else {
                let requirement = format!(
                    "a range that contains {}, the default `size`, because no `size` is given",
                    size.columns
                );
                Err(self.value_error("sizes", requirement))
            };
        };
        let size = size_of(value).filter(|&size| game.has_size(size) && within(&size));
        size.ok_or_else(|| {
            let (min, max) = (sizes.start(), sizes.end());
            let rectangle = if game.may_be_rectangular() {
                ", or two of them as \"columns:rows\""
            } else {
                ""
            };
            let requirement = format!("a whole number from {min} to {max}{rectangle}");
            self.value_error("size", requirement)
        })
    }

    fn rules(&self, game: Game, base: Option<&Rules>) -> Result<Rules, RulesetError> {
        Ok(match game {
            Game::Bargo => {
                let base = rules_of!(Bargo, base);
                let repetitions = [("own-turns", true), ("none", false)];
                Rules::Bargo(BargoRules {
                    komi: self.komi(base.map(|base| base.komi))?,
                    button: self.switch("button", base.map(|base| base.button))?,
                    own_turns: self.word(
                        "repetition",
                        &repetitions,
                        base.map(|base| base.own_turns),
                    )?,
                })
            }
            Game::Ugo => {
                let base = rules_of!(Ugo, base);
                Rules::Ugo(UgoRules {
                    komi: self.komi(base.map(|base| base.komi))?,
                    button: self.switch("button", base.map(|base| base.button))?,
                })
            }
            Game::Sygo => {
                let base = rules_of!(Sygo, base);
                Rules::Sygo(SygoRules {
                    balance_turn: self
                        .switch("balance-turn", base.map(|base| base.balance_turn))?,
                })
            }
            Game::Bamogo => {
                let base = rules_of!(Bamogo, base);
                Rules::Bamogo(BamogoRules {
                    colors: self.colors(base.map(|base| base.colors.clone()))?,
                })
            }
            Game::Margo => {
                let base = rules_of!(Margo, base);
                let repetitions = [
                    ("previous-turn", MargoRepetition::PreviousTurn),
                    ("situational", MargoRepetition::Situational),
                    ("positional", MargoRepetition::Positional),
                    ("none", MargoRepetition::Never),
                ];
                let players = self.players(base.map(|base| base.players))?;
                let goals = [("most-pieces", false), ("first-capture", true)];
                Rules::Margo(MargoRules {
                    players,
                    swap: self.swap(players, base.map(|base| base.swap))?,
                    pass: self.switch("pass", base.map(|base| base.pass))?,
                    max_height: self.max_height()?,
                    repetition: self.word(
                        "repetition",
                        &repetitions,
                        base.map(|base| base.repetition),
                    )?,
                    revealed_captures: self
                        .switch("revealed-captures", base.map(|base| base.revealed_captures))?,
                    buried_stay: self.word(
                        "buried",
                        &[("fall", false), ("stay", true)],
                        base.map(|base| base.buried_stay),
                    )?,
                    first_capture: self.word(
                        "goal",
                        &goals,
                        base.map(|base| base.first_capture),
                    )?,
                })
            }
        })
    }

    fn ruleset(
        &self,
        game: Game,
        rules: Rules,
        base: Option<&Ruleset>,
    ) -> Result<Ruleset, RulesetError> {
        let name = self.text_or("name", base.map(|base| base.name.as_str()))?;
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(self.value_error("name", "a word or more on one line"));
        }
        let sizes = self.sizes(game, base.map(|base| base.sizes.clone()))?;
        Ok(Ruleset {
            name,
            title: self.text_or("title", base.map(|base| base.title.as_str()))?,
            source: self.text_or("source", base.map(|base| base.source.as_str()))?,
            size: self.size(game, &sizes, base.map(|base| base.size))?,
            sizes,
            rules,
        })
    }
}

/// The value of the base for a missing key. Only embedded files have no base.
fn or_base<T>(key: &'static str, base: Option<T>) -> Result<T, RulesetError> {
    base.ok_or_else(|| RulesetError::new(RulesetErrorKind::MissingKey { key }, (1, 1)))
}

fn unknown_key_hint(key: &str, game: Game) -> String {
    let owners: Vec<String> = Game::ALL
        .into_iter()
        .filter(|&game| keys_of(game).any(|known| known == key))
        .map(|game| capitalized(game.name()))
        .collect();
    if !owners.is_empty() {
        return format!("; it is a key of {}.", owners.join(" and "));
    }
    nearest(key, keys_of(game)).map_or_else(|| ".".to_owned(), did_you_mean)
}

fn did_you_mean(name: impl Display) -> String {
    format!("; did you mean `{name}`?")
}
