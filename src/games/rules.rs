//! The five games, and the values that a ruleset can set for each.

use std::{error::Error, fmt, str::FromStr};

use super::{Color, Players, Size, StoneColor};

/// One of the five games.
///
/// ```
/// use kifu::games::Game;
///
/// assert_eq!("Margo".parse(), Ok(Game::Margo));
/// assert_eq!(Game::Margo.to_string(), "margo");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// Pieces with walls on a hexagon of hexagons; the larger score wins.
    Bargo,
    /// Groups that all grow in one turn; captured stones change color.
    Sygo,
    /// Go with stones that cannot capture and kings that must.
    Ugo,
    /// Neutral stones of several colors; connect your two sides.
    Bamogo,
    /// Go with marbles that stack into a pyramid.
    Margo,
}

impl Game {
    /// All five, in the order of the rules pages.
    pub const ALL: [Game; 5] = [
        Game::Bargo,
        Game::Sygo,
        Game::Ugo,
        Game::Bamogo,
        Game::Margo,
    ];

    /// The name that `GM` gives, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Game::Bargo => "bargo",
            Game::Sygo => "sygo",
            Game::Ugo => "ugo",
            Game::Bamogo => "bamogo",
            Game::Margo => "margo",
        }
    }

    /// The game with this name, in any case.
    pub fn from_name(name: &str) -> Option<Game> {
        Game::ALL
            .into_iter()
            .find(|game| name.eq_ignore_ascii_case(game.name()))
    }

    /// The player who moves first on an empty board.
    pub fn first_player(self) -> Color {
        match self {
            Game::Bargo | Game::Ugo | Game::Bamogo => Color::Black,
            Game::Sygo | Game::Margo => Color::White,
        }
    }

    /// Whether columns and rows may differ.
    pub fn may_be_rectangular(self) -> bool {
        matches!(self, Game::Ugo | Game::Sygo | Game::Bamogo)
    }

    /// The smallest and the largest number of points on a side.
    pub fn sides(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Game::Bargo => 2..=30,
            Game::Ugo | Game::Bamogo => 2..=26,
            Game::Sygo => 2..=52,
            Game::Margo => 2..=19,
        }
    }

    /// Whether a board of this size exists for the game.
    pub fn has_size(self, size: Size) -> bool {
        self.sides().contains(&size.columns)
            && self.sides().contains(&size.rows)
            && (size.columns == size.rows || self.may_be_rectangular())
    }
}

impl fmt::Display for Game {
    /// Writes the [name](Game::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Game {
    type Err = ParseGameError;

    /// Reads a [name](Game::name), in any case.
    fn from_str(text: &str) -> Result<Game, ParseGameError> {
        Game::from_name(text).ok_or(ParseGameError(()))
    }
}

/// The text names no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGameError(());

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `bargo`, `sygo`, `ugo`, `bamogo` or `margo`")
    }
}

impl Error for ParseGameError {}

/// The rules a position is played by: the game and the values of its ruleset.
///
/// The struct of each game is filled by [`Default`] with the values of the game's
/// default ruleset, and can then be changed:
///
/// ```
/// use kifu::games::{Rules, UgoRules};
///
/// let mut rules = UgoRules::default();
/// rules.button = false;
/// assert!(!Rules::Ugo(rules).has_button());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Bargo.
    Bargo(BargoRules),
    /// Sygo.
    Sygo(SygoRules),
    /// Ugo.
    Ugo(UgoRules),
    /// Bamogo.
    Bamogo(BamogoRules),
    /// Margo.
    Margo(MargoRules),
}

impl Rules {
    /// The rules of the game's default ruleset.
    pub fn default_for(game: Game) -> Rules {
        match game {
            Game::Bargo => Rules::Bargo(BargoRules::default()),
            Game::Sygo => Rules::Sygo(SygoRules::default()),
            Game::Ugo => Rules::Ugo(UgoRules::default()),
            Game::Bamogo => Rules::Bamogo(BamogoRules::default()),
            Game::Margo => Rules::Margo(MargoRules::default()),
        }
    }

    /// The game these rules belong to.
    pub fn game(&self) -> Game {
        match self {
            Rules::Bargo(_) => Game::Bargo,
            Rules::Sygo(_) => Game::Sygo,
            Rules::Ugo(_) => Game::Ugo,
            Rules::Bamogo(_) => Game::Bamogo,
            Rules::Margo(_) => Game::Margo,
        }
    }

    /// Whether there is a button to take.
    pub fn has_button(&self) -> bool {
        match self {
            Rules::Bargo(rules) => rules.button,
            Rules::Ugo(rules) => rules.button,
            _ => false,
        }
    }

    /// The whole points added to White's score; 0 where the game has no komi.
    pub fn komi(&self) -> i32 {
        match self {
            Rules::Bargo(rules) => rules.komi,
            Rules::Ugo(rules) => rules.komi,
            _ => 0,
        }
    }

    /// The players: two, but for rulesets of Margo.
    pub fn players(&self) -> Players {
        match self {
            Rules::Margo(rules) => rules.players,
            _ => Players::Two,
        }
    }

    /// The same rules with another komi, in the games with komi.
    #[must_use]
    pub fn with_komi(mut self, komi: i32) -> Rules {
        match &mut self {
            Rules::Bargo(rules) => rules.komi = komi,
            Rules::Ugo(rules) => rules.komi = komi,
            _ => {}
        }
        self
    }
}

/// The values of a Bargo ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BargoRules {
    /// Whole points added to White's score.
    pub komi: i32,
    /// Whether the button is in play.
    pub button: bool,
    /// Whether a placement may not repeat the position at the end of one of the mover's own
    /// earlier turns.
    pub own_turns: bool,
}

impl Default for BargoRules {
    fn default() -> BargoRules {
        BargoRules {
            komi: 0,
            button: true,
            own_turns: true,
        }
    }
}

/// The values of a Sygo ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SygoRules {
    /// Whether Black may grow and then place while nobody has grown yet.
    pub balance_turn: bool,
}

impl Default for SygoRules {
    fn default() -> SygoRules {
        SygoRules { balance_turn: true }
    }
}

/// The values of an Ugo ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UgoRules {
    /// Whole points added to White's score.
    pub komi: i32,
    /// Whether the button is in play.
    pub button: bool,
}

impl Default for UgoRules {
    fn default() -> UgoRules {
        UgoRules {
            komi: 0,
            button: true,
        }
    }
}

/// The values of a Bamogo ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BamogoRules {
    /// The colors that a pair may have if the line is not known; at least two.
    pub colors: Vec<StoneColor>,
}

impl Default for BamogoRules {
    fn default() -> BamogoRules {
        BamogoRules {
            colors: ['R', 'G', 'B']
                .into_iter()
                .filter_map(StoneColor::from_letter)
                .collect(),
        }
    }
}

/// The values of a Margo ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools)] // Each is a rule that is on or off.
pub struct MargoRules {
    /// How many play.
    pub players: Players,
    /// Which earlier positions a placement may not repeat.
    pub repetition: MargoRepetition,
    /// Whether Black may swap instead of answering the first marble. With more than two players
    /// there is no swap.
    pub swap: bool,
    /// Whether a player may pass. If so, the game ends when all have passed in succession, and not
    /// for lack of a legal move.
    pub pass: bool,
    /// The highest level that marbles may be placed on, from 1; `None` if there is no limit.
    pub max_height: Option<u8>,
    /// Whether captures are repeated, for the enemy and the mover in turn, as long as they remove
    /// something.
    pub revealed_captures: bool,
    /// Whether a marble that is buried right after the placement is not removed in that ply.
    pub buried_stay: bool,
    /// Whether the first capture wins at once.
    pub first_capture: bool,
}

impl Default for MargoRules {
    fn default() -> MargoRules {
        MargoRules {
            players: Players::Two,
            repetition: MargoRepetition::PreviousTurn,
            swap: true,
            pass: false,
            max_height: None,
            revealed_captures: false,
            buried_stay: false,
            first_capture: false,
        }
    }
}

/// Which earlier positions a Margo placement may not repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MargoRepetition {
    /// The position at the end of the mover's own previous turn: as many plies earlier as there
    /// are players.
    PreviousTurn,
    /// Every earlier position with the same player to move.
    Situational,
    /// Every earlier position, whoever was to move.
    Positional,
    /// None.
    Never,
}

impl MargoRepetition {
    /// The player to move, if positions with different players to move are different.
    pub(super) fn tells_apart(self, to_move: Color) -> Option<Color> {
        (self == MargoRepetition::Situational).then_some(to_move)
    }
}
