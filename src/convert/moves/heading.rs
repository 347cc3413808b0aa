//! The heading of a move list: lines such as `Black: Ann`.

use super::{
    list::{MoveList, won},
    words::{LineWords, Spelling, Word},
};
use crate::{
    convert::{error::ImportError, model::TextLocation},
    games::{Game, Move},
    record::read_size,
};

impl MoveList {
    /// Reads a line such as `Black: Ann`; returns whether it is one. A line may have several: `Black: Ann White: Ben`.
    pub(super) fn read_heading(&mut self, line: &str, number: usize) -> bool {
        let (mut start, mut column) = (0, 1);
        while let Some(next) = next_label(&line[start..]) {
            let fact = line[start..start + next].trim_end();
            // kifu itself writes `Black: Ann · White: Ben`.
            let fact = fact.strip_suffix(['·', ',', ';', '|']).unwrap_or(fact);
            if !self.read_fact(fact, (number, column)) {
                return false;
            }
            column += line[start..start + next].chars().count();
            start += next;
        }
        self.read_fact(&line[start..], (number, column))
    }

    /// Reads a label with its value, which begin at `location`; returns whether they are known.
    fn read_fact(&mut self, text: &str, (line, column): TextLocation) -> bool {
        let Some((label, value)) = text.split_once(':') else {
            return false;
        };
        let at = label.len() + 1 + (value.len() - value.trim_start().len());
        let location = (line, column + text[..at].chars().count());
        let value = value.trim();
        let label = label.trim().to_ascii_lowercase();
        let name = match &*label {
            // A name, unless it is a move.
            "black" | "white" | "grey" | "gray" | "yellow"
                if self.is_move_or_empty(value) || !self.draft.plies.is_empty() =>
            {
                return false;
            }
            "black" => "PB",
            "white" => "PW",
            "grey" | "gray" => "PG",
            "yellow" => "PY",
            "event" | "tournament" => "EV",
            "round" => "RO",
            "date" => "DT",
            "place" | "site" => "PC",
            "title" | "name" => "GN",
            "annotator" => "AN",
            "source" => "SO",
            "ruleset" | "rules" => "RU",
            "komi" => "KM",
            "game" => {
                self.state("GM");
                return self.read_game(value, location);
            }
            "size" | "board" => {
                self.state("SZ");
                let size = value.replace(['x', 'X', '×'], ":");
                let sides: Vec<&str> = size.split(':').map(str::trim).collect();
                let size = match sides[..] {
                    [columns, rows] if columns == rows => columns.to_owned(),
                    _ => sides.join(":"),
                };
                if read_size(&size).is_none() {
                    self.draft.reject(location, ImportError::HeadingSize);
                } else if self.draft.size.as_ref().is_some_and(|known| *known != size) {
                    self.draft.reject(location, ImportError::Contradiction);
                } else {
                    self.draft.size = Some(size);
                }
                return true;
            }
            "result" => {
                self.read_result(value, location);
                return true;
            }
            _ => return false,
        };
        if value.is_empty() {
            return true;
        }
        self.state(name);
        let mut facts = self.draft.facts.iter();
        match facts.find(|(known, _)| *known == name) {
            Some((_, known)) if known == value => {}
            Some(_) => self.draft.reject(location, ImportError::Contradiction),
            None => self.draft.facts.push((name, value.to_owned())),
        }
        true
    }

    /// Notes that the heading states a property.
    fn state(&mut self, name: &'static str) {
        if !self.stated.contains(&name) {
            self.stated.push(name);
        }
    }

    /// Whether what follows a player's name is a move, or nothing. `Bob7` is a name: no board has so many columns.
    fn is_move_or_empty(&self, value: &str) -> bool {
        let game = self.draft.game;
        let skip_i = self.skip_i;
        let LineWords { words, unknown, .. } = LineWords::read(value, Spelling { game, skip_i });
        let columns = u16::from(*game.sides().end());
        let columns = if game == Game::Margo {
            2 * columns
        } else {
            columns
        };
        let is_near = |mv: &Move| mv.points().iter().all(|point| point.column <= columns);
        match words.first() {
            Some((Word::Move(mv), _)) => is_near(mv),
            first => first.is_none() && unknown.is_none(),
        }
    }

    fn read_game(&mut self, value: &str, location: TextLocation) -> bool {
        // The later name of Ugo.
        let name = if value.eq_ignore_ascii_case("yugo") {
            "ugo"
        } else {
            value
        };
        let game = Game::from_name(name);
        match (game, self.game) {
            (None, _) => self.draft.facts.push(("GN", value.to_owned())),
            (Some(game), Some(known)) if game != known => {
                self.draft.reject(location, ImportError::Contradiction);
            }
            (Some(game), _) => {
                self.game = Some(game);
                self.draft.game = game;
            }
        }
        true
    }

    /// Reads the value of `Result:`, which may be in words.
    fn read_result(&mut self, value: &str, location: TextLocation) {
        let (game, skip_i) = (self.draft.game, self.skip_i);
        let LineWords {
            words,
            unknown,
            has_remark,
        } = LineWords::read(value, Spelling { game, skip_i });
        if has_remark {
            self.draft.skipped.add(location);
        }
        let words: Vec<Word> = words.into_iter().map(|(word, _)| word).collect();
        let result = match &words[..] {
            _ if unknown.is_some() => None,
            [Word::Result(result)] => Some(result.clone()),
            [Word::Player(winner), Word::Wins(end)] => Some(won(*winner, end)),
            [Word::Player(loser), Word::Move(Move::Resign)] => {
                self.resigned = Some((*loser, location));
                Some(won(loser.other(), "R"))
            }
            _ => None,
        };
        match result {
            Some(result) => self.state_result(result, location),
            None => self.draft.reject(location, ImportError::HeadingResult),
        }
    }
}

/// Where the second label of a line begins, if it has one: the color of a player behind the name of another, or any label
/// behind a wider gap.
fn next_label(line: &str) -> Option<usize> {
    const PLAYERS: [&str; 5] = ["black", "white", "grey", "gray", "yellow"];
    const OTHERS: [&str; 12] = [
        "event",
        "tournament",
        "round",
        "date",
        "place",
        "site",
        "game",
        "size",
        "board",
        "komi",
        "result",
        "rules",
    ];
    let (first, _) = line.split_once(':')?;
    let is_among =
        |labels: &[&str], word: &str| labels.iter().any(|label| word.eq_ignore_ascii_case(label));
    let is_player = is_among(&PLAYERS, first.trim());
    let mut colons = line.match_indices(':').map(|(colon, _)| colon).skip(1);
    colons.find_map(|colon| {
        // The longest label, and the gap before it.
        let before = line[..colon].trim_end();
        let near = before.floor_char_boundary(before.len().saturating_sub(16));
        let start = near + before[near..].rfind(char::is_whitespace)?;
        let word = before[start..].trim_start();
        let start = before.len() - word.len();
        let gap = &line[..start];
        let is_wide = gap.ends_with("  ") || gap.ends_with('\t');
        let is_color = is_among(&PLAYERS, word);
        (is_color && is_player || is_wide && (is_color || is_among(&OTHERS, word))).then_some(start)
    })
}
