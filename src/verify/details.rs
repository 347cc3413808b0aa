//! What a record says about the game itself: who played it, where and when.

use crate::{
    games::{ByColor, Color},
    record::{Name, NodeId, Record, unescape},
};

/// The most bytes that are kept of a text.
const MAX_TEXT: usize = 256;

/// Who played a game, where and when, as the root says it.
///
/// The texts are those of the first values, without escapes and without the white space around them; line breaks and
/// other white space are single spaces. A blank text counts as missing. Of a text of more than 256 bytes the beginning
/// and `…` are kept, with a hash of the whole in 16 hexadecimal digits, so that different texts remain different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameDetails {
    /// The names of the players, `PB` and `PW`, in Margo also `PG` and `PY`.
    pub players: ByColor<Option<String>>,
    /// Their ranks, `BR` and `WR`, in Margo also `GR` and `YR`.
    pub ranks: ByColor<Option<String>>,
    /// The event, `EV`.
    pub event: Option<String>,
    /// The round, `RO`.
    pub round: Option<String>,
    /// The date as written, `DT`.
    pub date: Option<String>,
}

impl GameDetails {
    /// The details in the root of a record.
    pub fn of(record: &Record) -> GameDetails {
        let mut details = GameDetails::default();
        let mut seen = Vec::new();
        for property in record.properties(NodeId::ROOT) {
            let field = match property.name {
                Name::PB => &mut details.players.black,
                Name::PW => &mut details.players.white,
                Name::PG => &mut details.players.grey,
                Name::PY => &mut details.players.yellow,
                Name::BR => &mut details.ranks.black,
                Name::WR => &mut details.ranks.white,
                Name::GR => &mut details.ranks.grey,
                Name::YR => &mut details.ranks.yellow,
                Name::EV => &mut details.event,
                Name::RO => &mut details.round,
                Name::DT => &mut details.date,
                _ => continue,
            };
            // The first property of a name counts, even if it is blank.
            if !seen.contains(&property.name) {
                seen.push(property.name);
                let value = record.values(property).first();
                *field = value.and_then(|&value| in_one_line(record.raw(value)));
            }
        }
        details
    }

    /// The game in one line, as far as it is described: `Ann – Ben, Spring Open, round 2, 2026-11-20`.
    pub fn title(&self) -> Option<String> {
        // The players beyond the last with a name are not known to take part.
        let count = if self.players.yellow.is_some() {
            4
        } else if self.players.grey.is_some() {
            3
        } else {
            2
        };
        let names: Vec<Option<&str>> = Color::ALL[..count]
            .iter()
            .map(|&color| self.players[color].as_deref())
            .collect();
        let is_named = names.iter().any(Option::is_some);
        let players = is_named.then(|| {
            let names: Vec<&str> = names.iter().map(|name| name.unwrap_or("?")).collect();
            names.join(" – ")
        });
        let round = self.round.as_ref().map(|round| format!("round {round}"));
        let parts = [players, self.event.clone(), round, self.date.clone()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The beginning of a raw value in one line; `None` if it is blank.
fn in_one_line(raw: &str) -> Option<String> {
    // Of an endless value only so much is read that the rest matters for the hash alone.
    const MAX_RAW: usize = 16 * MAX_TEXT;
    let (beginning, rest) = raw.split_at(raw.floor_char_boundary(MAX_RAW));
    let text = unescape(beginning);
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if line.len() > MAX_TEXT {
        let hash = text_hash(line.bytes().chain(rest.bytes()));
        line.truncate(line.floor_char_boundary(MAX_TEXT));
        line.push_str(&format!("…{hash:016x}"));
    }
    (!line.is_empty()).then_some(line)
}

/// A fixed hash of a text (FNV-1a).
pub(crate) fn text_hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;

    fn details(text: &str) -> GameDetails {
        GameDetails::of(&read(text).next().unwrap())
    }

    #[test]
    fn the_first_values_of_the_root_count() {
        let all = details(
            "(;GM[ugo]PB[ Ann\r\nLee ][x]PW[a\\]b]BR[3d]WR[1k]EV[Open]RO[2]DT[2026-01-02]PB[Eve];EV[no])",
        );
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(all.players.black, text("Ann Lee"));
        assert_eq!(all.players.white, text("a]b"));
        assert_eq!((all.ranks.black, all.ranks.white), (text("3d"), text("1k")));
        assert_eq!(all.event, text("Open"));
        assert_eq!((all.round, all.date), (text("2"), text("2026-01-02")));
        assert_eq!(
            details("(;GM[ugo]PB[ ]PB[Eve];PW[x])"),
            GameDetails::default()
        );
    }

    #[test]
    fn titles_name_what_is_known() {
        let title = |text| details(text).title();
        assert_eq!(title("(;GM[ugo]BR[3d])"), None);
        assert_eq!(title("(;GM[ugo]PW[Ben])").unwrap(), "? – Ben");
        assert_eq!(
            title("(;GM[ugo]DT[2026]RO[2]EV[Open]PW[Ben]PB[Ann])").unwrap(),
            "Ann – Ben, Open, round 2, 2026"
        );
    }

    #[test]
    fn long_texts_are_cut() {
        let name = |text: &str| {
            let details = details(&format!("(;GM[ugo]PB[{text}])"));
            details.players.black.unwrap()
        };
        let long = "é ".repeat(1_000_000);
        let cut = name(&long);
        assert!(cut.starts_with("é é") && cut.contains('…'), "{cut}");
        assert!(cut.len() <= MAX_TEXT + '…'.len_utf8() + 16, "{cut}");
        // Texts with the same beginning remain different, wherever they differ.
        assert_eq!(cut, name(&long));
        for length in [MAX_TEXT, 2 * MAX_TEXT, 100_000] {
            let [ann, ben] = ["Ann", "Ben"].map(|end| name(&("x".repeat(length) + end)));
            assert_ne!(ann, ben, "{length}");
        }
        let blank = details(&format!("(;GM[ugo]PB[{}x])", " ".repeat(100_000)));
        assert_eq!(blank.players.black, None);
    }
}
