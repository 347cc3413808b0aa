//! The properties of the format and what each is for.

use crate::games::Color;

/// What a property is for. This decides in which nodes it is allowed and how its values are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// About the whole game: belongs in the root.
    Root,
    /// Part of the starting position.
    Setup,
    /// A move.
    Move,
    /// The number of the ply.
    MoveNumber,
    /// A mark whose values are points.
    Points,
    /// A mark whose values are a point and a text.
    Labels,
    /// A mark whose values are two points.
    Arrows,
    /// Kept as it is.
    Kept,
    /// Not a property of the format; kept as it is.
    Unknown,
}

macro_rules! properties {
    ($($purpose:ident: $($name:ident)*;)*) => {
        /// The name of a property.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // The names are their own documentation, see `docs/format.md`.
        pub enum Name {
            $($($name,)*)*
            /// A name that the format does not know.
            Other,
        }

        impl Name {
            /// All properties of the format.
            pub const ALL: &[Name] = &[$($(Name::$name,)*)*];

            /// The property with this name, all of whose letters are capitals.
            pub fn from_letters(letters: &str) -> Name {
                match letters {
                    $($(stringify!($name) => Name::$name,)*)*
                    _ => Name::Other,
                }
            }

            /// The property with a name as it is written, in which lower-case letters do not count;
            /// `None` without a capital letter.
            pub fn from_written(written: &str) -> Option<Name> {
                if written.bytes().all(|byte| byte.is_ascii_uppercase()) {
                    return Some(Name::from_letters(written));
                }
                let capitals = capitals(written);
                (!capitals.is_empty()).then(|| Name::from_letters(&capitals))
            }

            /// The letters; empty for [`Name::Other`].
            pub fn letters(self) -> &'static str {
                match self {
                    $($(Name::$name => stringify!($name),)*)*
                    Name::Other => "",
                }
            }

            /// What the property is for.
            pub fn purpose(self) -> Purpose {
                match self {
                    $($(Name::$name)|* => Purpose::$purpose,)*
                    Name::Other => Purpose::Unknown,
                }
            }
        }
    };
}

/// The letters of a name that count.
pub(super) fn capitals(written: &str) -> String {
    written.chars().filter(char::is_ascii_uppercase).collect()
}

properties! {
    Move: B W G Y;
    Root: GM FF SZ RU KM RE PB PW PG PY BR WR GR YR BT WT EV RO PC DT TM OT GN SO US AN CP ON GC AP CA ST;
    Setup: AB AW AG AY AE STONES PL BUTTON GROWN LINE;
    MoveNumber: MN;
    Points: TR SQ CR MA SL DD VW TB TW;
    Labels: LB;
    Arrows: AR LN;
    Kept: C N V TE BM DO IT GB GW DM UC HO KO BL WL OB OW PM FG HA;
}

impl Name {
    /// Whether this is a property of the third or fourth player, which only records of Margo have.
    /// In the other games it is not a property of the format.
    pub fn is_of_more_players(self) -> bool {
        use Name::{AG, AY, G, GR, PG, PY, Y, YR};
        matches!(self, G | Y | AG | AY | PG | PY | GR | YR)
    }

    /// The player whose move this is; `None` if it is not a move.
    #[inline]
    pub fn mover(self) -> Option<Color> {
        match self {
            Name::B => Some(Color::Black),
            Name::W => Some(Color::White),
            Name::G => Some(Color::Grey),
            Name::Y => Some(Color::Yellow),
            _ => None,
        }
    }

    /// The player whose pieces this sets up; `None` if it does not set up pieces of a player.
    pub fn owner_of_setup(self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| Name::setup_of(color) == self)
    }

    /// The move of a player.
    pub fn move_of(color: Color) -> Name {
        match color {
            Color::Black => Name::B,
            Color::White => Name::W,
            Color::Grey => Name::G,
            Color::Yellow => Name::Y,
        }
    }

    /// The pieces of a player in a setup.
    pub fn setup_of(color: Color) -> Name {
        match color {
            Color::Black => Name::AB,
            Color::White => Name::AW,
            Color::Grey => Name::AG,
            Color::Yellow => Name::AY,
        }
    }

    /// The name of a player.
    pub fn player_of(color: Color) -> Name {
        match color {
            Color::Black => Name::PB,
            Color::White => Name::PW,
            Color::Grey => Name::PG,
            Color::Yellow => Name::PY,
        }
    }

    /// The rank of a player.
    pub fn rank_of(color: Color) -> Name {
        match color {
            Color::Black => Name::BR,
            Color::White => Name::WR,
            Color::Grey => Name::GR,
            Color::Yellow => Name::YR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in [Name::B, Name::GM, Name::STONES, Name::LB] {
            assert_eq!(Name::from_letters(name.letters()), name);
        }
        assert_eq!(Name::from_letters("XX"), Name::Other);
        assert_eq!(Name::from_letters("gm"), Name::Other);
        assert_eq!(Name::GROWN.purpose(), Purpose::Setup);
    }
}
