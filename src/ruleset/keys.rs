//! The keys of a ruleset file, per game, and what their values may be.

use serde::Deserialize;
use serde_yaml::Value;

use super::{MAX_BYTES, Ruleset, RulesetError, default_for};
use crate::games::{
    BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, Rules, Size, StoneColor, SygoRules,
    UgoRules,
};

/// The only key that must be there: it says which others may be.
#[derive(Deserialize)]
struct Head {
    game: Option<String>,
}

/// The keys of all games. Each game adds its own to them.
macro_rules! keys {
    ($name:ident { $($(#[$attribute:meta])* $key:ident: $type:ty),* $(,)? }) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        struct $name {
            name: Option<String>,
            #[serde(rename = "game")]
            _game: String,
            title: Option<String>,
            source: Option<String>,
            size: Option<Value>,
            sizes: Option<Sizes>,
            $($(#[$attribute])* $key: Option<$type>,)*
        }

        impl $name {
            fn common(&mut self) -> Common {
                Common {
                    name: self.name.take(),
                    title: self.title.take(),
                    source: self.source.take(),
                    size: self.size.take(),
                    sizes: self.sizes.take(),
                }
            }
        }
    };
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sizes {
    min: u8,
    max: u8,
}

struct Common {
    name: Option<String>,
    title: Option<String>,
    source: Option<String>,
    size: Option<Value>,
    sizes: Option<Sizes>,
}

keys!(BargoKeys {
    komi: i32,
    button: bool,
    repetition: OwnTurns,
});
keys!(UgoKeys {
    komi: i32,
    button: bool,
});
keys!(SygoKeys { balance_turn: bool });
keys!(BamogoKeys {
    // The key's name in the first versions.
    #[serde(alias = "colours")]
    colors: Vec<String>,
});
keys!(MargoKeys {
    swap: bool,
    repetition: Earlier,
    revealed_captures: bool,
    buried: Buried,
    goal: Goal,
});

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum OwnTurns {
    OwnTurns,
    None,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Earlier {
    PreviousTurn,
    Situational,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Buried {
    Fall,
    Stay,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Goal {
    MostPieces,
    FirstCapture,
}

/// The text of a file, for finding the places of its errors.
#[derive(Clone, Copy)]
struct Source<'t>(&'t str);

impl Source<'_> {
    fn error(self, error: &serde_yaml::Error) -> RulesetError {
        let (line, column) = error
            .location()
            .map_or((1, 1), |place| (place.line(), place.column()));
        let text = error.to_string();
        // The place stands in front of the sentence and again behind it.
        let text = text.split(" at line ").next().unwrap_or(&text);
        // The library places a key that stands twice at the beginning of the file.
        let twice = text
            .strip_prefix("duplicate field `")
            .and_then(|rest| rest.strip_suffix('`'))
            .and_then(|key| self.places_of(key).last());
        let (line, column) = twice.map_or((line, column), |(line, _)| (line, 1));
        RulesetError {
            message: text.to_owned(),
            line: line.max(1),
            column: column.max(1),
        }
    }

    /// An error of the value of a top-level key.
    fn bad(self, key: &str, message: impl Into<String>) -> RulesetError {
        let (line, column) = self.place_of(key);
        RulesetError {
            message: message.into(),
            line,
            column,
        }
    }

    /// The line and column of the value of a key that the file is known to hold.
    fn place_of(self, key: &str) -> (usize, usize) {
        self.places_of(key).next().unwrap_or((1, 1))
    }

    fn places_of(self, key: &str) -> impl Iterator<Item = (usize, usize)> {
        self.0.lines().enumerate().flat_map(move |(index, line)| {
            line.match_indices(key).filter_map(move |(start, _)| {
                let before = line[..start].trim_end_matches(['"', '\'', ' ']);
                let after = line[start + key.len()..].trim_start_matches(['"', '\'', ' ']);
                let is_key =
                    (before.is_empty() || before.ends_with(['{', ','])) && after.starts_with(':');
                is_key.then(|| {
                    let value = after[1..].trim_start();
                    let column = line[..line.len() - value.len()].chars().count() + 1;
                    (index + 1, column)
                })
            })
        })
    }
}

/// Refuses a file of so many bytes if they are too many.
pub(super) fn check_size(bytes: usize) -> Result<(), RulesetError> {
    if bytes > MAX_BYTES {
        return Err(RulesetError {
            message: format!("the file is larger than {MAX_BYTES} bytes"),
            line: 1,
            column: 1,
        });
    }
    Ok(())
}

/// Reads a ruleset whose absent keys are those of its game's default.
pub(super) fn read(text: &str) -> Result<Ruleset, RulesetError> {
    check_size(text.len())?;
    read_over(text, |game| Some(default_for(game)))
}

/// Reads a ruleset in which every key stands: a default has nothing to fall back on.
pub(super) fn read_complete(text: &str) -> Result<Ruleset, RulesetError> {
    read_over(text, |_| None)
}

fn read_over(
    text: &str,
    default: impl Fn(Game) -> Option<&'static Ruleset>,
) -> Result<Ruleset, RulesetError> {
    let source = Source(text);
    let head: Option<Head> = serde_yaml::from_str(text).map_err(|error| source.error(&error))?;
    let game = head.and_then(|head| head.game).ok_or(RulesetError {
        message: format!("the key `game` is missing: one of {}", game_names()),
        line: 1,
        column: 1,
    })?;
    let game = Game::from_name(&game).ok_or_else(|| {
        let known = game_names();
        source.bad("game", format!("`{game}` is no game: one of {known}"))
    })?;
    let base = default(game);
    let (common, rules) = read_rules(source, game, base.map(|base| &base.rules))?;
    assemble(source, game, common, rules, base)
}

fn game_names() -> String {
    Game::ALL.map(Game::name).join(", ")
}

fn parse<'t, T: Deserialize<'t>>(source: Source<'t>) -> Result<T, RulesetError> {
    serde_yaml::from_str(source.0).map_err(|error| source.error(&error))
}

/// A key of a file.
struct Place<'t> {
    source: Source<'t>,
    key: &'static str,
}

impl Place<'_> {
    /// The value of the file, else of the default, else an error: an embedded file
    /// is incomplete.
    fn value<T>(&self, value: Option<T>, default: Option<T>) -> Result<T, RulesetError> {
        let Place { source, key } = *self;
        value
            .or(default)
            .ok_or_else(|| source.bad(key, format!("the key `{key}` is missing")))
    }
}

fn read_rules(
    source: Source,
    game: Game,
    base: Option<&Rules>,
) -> Result<(Common, Rules), RulesetError> {
    match game {
        Game::Bargo => read_bargo(source, base),
        Game::Ugo => read_ugo(source, base),
        Game::Sygo => read_sygo(source, base),
        Game::Bamogo => read_bamogo(source, base),
        Game::Margo => read_margo(source, base),
    }
}

/// The values of the default ruleset if it is of this game.
macro_rules! base_of {
    ($game:ident, $base:expr) => {
        match $base {
            Some(Rules::$game(base)) => Some(base),
            _ => None,
        }
    };
}

fn read_bargo(source: Source, base: Option<&Rules>) -> Result<(Common, Rules), RulesetError> {
    let mut keys: BargoKeys = parse(source)?;
    let base = base_of!(Bargo, base);
    let get = |key| Place { source, key };
    let own_turns = keys
        .repetition
        .take()
        .map(|value| value == OwnTurns::OwnTurns);
    let komi = get("komi").value(keys.komi, base.map(|base| base.komi))?;
    let rules = BargoRules {
        komi: checked_komi(source, komi)?,
        button: get("button").value(keys.button, base.map(|base| base.button))?,
        own_turns: get("repetition").value(own_turns, base.map(|base| base.own_turns))?,
    };
    Ok((keys.common(), Rules::Bargo(rules)))
}

fn read_ugo(source: Source, base: Option<&Rules>) -> Result<(Common, Rules), RulesetError> {
    let mut keys: UgoKeys = parse(source)?;
    let base = base_of!(Ugo, base);
    let get = |key| Place { source, key };
    let komi = get("komi").value(keys.komi, base.map(|base| base.komi))?;
    let rules = UgoRules {
        komi: checked_komi(source, komi)?,
        button: get("button").value(keys.button, base.map(|base| base.button))?,
    };
    Ok((keys.common(), Rules::Ugo(rules)))
}

fn read_sygo(source: Source, base: Option<&Rules>) -> Result<(Common, Rules), RulesetError> {
    let mut keys: SygoKeys = parse(source)?;
    let base = base_of!(Sygo, base);
    let get = |key| Place { source, key };
    let rules = SygoRules {
        balance_turn: get("balance-turn")
            .value(keys.balance_turn, base.map(|base| base.balance_turn))?,
    };
    Ok((keys.common(), Rules::Sygo(rules)))
}

fn read_bamogo(source: Source, base: Option<&Rules>) -> Result<(Common, Rules), RulesetError> {
    let mut keys: BamogoKeys = parse(source)?;
    let base = base_of!(Bamogo, base);
    let get = |key| Place { source, key };
    let colors = keys.colors.take();
    let colors = colors
        .map(|letters| checked_colors(source, &letters))
        .transpose()?;
    let rules = BamogoRules {
        colors: get("colors").value(colors, base.map(|base| base.colors.clone()))?,
    };
    Ok((keys.common(), Rules::Bamogo(rules)))
}

fn read_margo(source: Source, base: Option<&Rules>) -> Result<(Common, Rules), RulesetError> {
    let mut keys: MargoKeys = parse(source)?;
    let base = base_of!(Margo, base);
    let get = |key| Place { source, key };
    let repetition = keys.repetition.take().map(|value| match value {
        Earlier::PreviousTurn => MargoRepetition::PreviousTurn,
        Earlier::Situational => MargoRepetition::Situational,
    });
    let buried = keys.buried.take().map(|value| value == Buried::Stay);
    let goal = keys.goal.take().map(|value| value == Goal::FirstCapture);
    let rules = MargoRules {
        repetition: get("repetition").value(repetition, base.map(|base| base.repetition))?,
        swap: get("swap").value(keys.swap, base.map(|base| base.swap))?,
        revealed_captures: get("revealed-captures").value(
            keys.revealed_captures,
            base.map(|base| base.revealed_captures),
        )?,
        buried_stay: get("buried").value(buried, base.map(|base| base.buried_stay))?,
        first_capture: get("goal").value(goal, base.map(|base| base.first_capture))?,
    };
    Ok((keys.common(), Rules::Margo(rules)))
}

/// The largest komi either way, in points.
pub(crate) const MAX_KOMI: i32 = 10_000;

fn checked_komi(source: Source, komi: i32) -> Result<i32, RulesetError> {
    if komi.abs() <= MAX_KOMI {
        return Ok(komi);
    }
    let message = format!("komi is at most {MAX_KOMI} points either way, not {komi}");
    Err(source.bad("komi", message))
}

fn checked_colors(source: Source, letters: &[String]) -> Result<Vec<StoneColor>, RulesetError> {
    let mut colors = Vec::new();
    for letter in letters {
        let mut characters = letter.chars();
        match (
            characters.next().and_then(StoneColor::from_letter),
            characters.next(),
        ) {
            (Some(hue), None) if !colors.contains(&hue) => colors.push(hue),
            (Some(_), None) => {
                let message = format!("the colors name `{letter}` twice");
                return Err(source.bad("colors", message));
            }
            _ => {
                let message = format!("a color is one letter, not `{letter}`");
                return Err(source.bad("colors", message));
            }
        }
    }
    if colors.len() < 2 {
        return Err(source.bad("colors", "the colors must be at least two"));
    }
    Ok(colors)
}

fn assemble(
    source: Source,
    game: Game,
    common: Common,
    rules: Rules,
    base: Option<&Ruleset>,
) -> Result<Ruleset, RulesetError> {
    let get = |key| Place { source, key };
    let limits = game.sides();
    let sizes = match common.sizes {
        Some(Sizes { min, max })
            if min <= max && limits.contains(&min) && limits.contains(&max) =>
        {
            Some(min..=max)
        }
        Some(Sizes { min, max }) => {
            let message = format!(
                "sizes must lie within {} to {}, not {min} to {max}",
                limits.start(),
                limits.end()
            );
            return Err(source.bad("sizes", message));
        }
        None => None,
    };
    let sizes = get("sizes").value(sizes, base.map(|base| base.sizes.clone()))?;
    let size = common
        .size
        .map(|value| checked_size(source, game, &value))
        .transpose()?;
    let size = get("size").value(size, base.map(|base| base.size))?;
    let name = get("name").value(common.name, base.map(|base| base.name.clone()))?;
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return Err(source.bad("name", "a name is a word or more"));
    }
    let ruleset = Ruleset {
        name,
        title: get("title").value(common.title, base.map(|base| base.title.clone()))?,
        source: get("source").value(common.source, base.map(|base| base.source.clone()))?,
        size,
        sizes,
        rules,
    };
    if !ruleset.has_size(ruleset.size) {
        let Size { columns, rows } = ruleset.size;
        let (min, max) = (ruleset.sizes.start(), ruleset.sizes.end());
        let message = format!("size {columns}:{rows} does not lie within the sizes {min} to {max}");
        return Err(source.bad("size", message));
    }
    Ok(ruleset)
}

/// A side, or columns and rows as `"9:13"`.
fn checked_size(source: Source, game: Game, value: &Value) -> Result<Size, RulesetError> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => "this".to_owned(),
    };
    let (columns, rows) = text.split_once(':').unwrap_or((&text, &text));
    let size = columns.trim().parse().ok().zip(rows.trim().parse().ok());
    let size = size.map(|(columns, rows)| Size { columns, rows });
    size.filter(|&size| game.has_size(size)).ok_or_else(|| {
        let (limits, name) = (game.sides(), game.name());
        let rectangle = if game.may_be_rectangular() {
            ", or \"columns:rows\""
        } else {
            ""
        };
        let message = format!(
            "{text} is no size for {name}: {} to {}{rectangle}",
            limits.start(),
            limits.end()
        );
        source.bad("size", message)
    })
}
