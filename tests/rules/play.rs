//! Records made of a drawing and some moves, and what the verifier says of them.
//!
//! A drawing has one line a row, the top row first, and the cells of a row between
//! spaces; an empty cell is a dot.
//!
//! | game | cells |
//! |---|---|
//! | Sygo | `x` a black stone, `o` a white one |
//! | Ugo | the same, `X` and `O` for kings |
//! | Bamogo | the letter of the color |
//! | Bargo | `x/ne`, `o/w`: color and wall |
//! | Margo | as Sygo, and `g` a grey, `y` a yellow piece; the levels side by side with `|` between, lowest first |

use std::sync::Arc;

use kifu::{
    games::{Color, Game, Piece, Position},
    record,
    ruleset::Ruleset,
    verify::{self, Finding, Options, Severity, Verdict},
};

/// A drawn position: its size and its pieces, each as `B d4`, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawing {
    pub(crate) size: String,
    pub(crate) pieces: Vec<String>,
}

impl Drawing {
    pub(crate) fn read(game: Game, text: &str) -> Drawing {
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        let mut rows: Vec<&str> = rows.into_iter().filter(|row| !row.is_empty()).collect();
        rows.reverse();
        let columns = rows.first().map_or(0, |row| {
            row.split('|')
                .next()
                .unwrap_or("")
                .split_whitespace()
                .count()
        });
        let size = match game {
            Game::Bargo => rows.len().div_ceil(2).to_string(),
            _ if columns == rows.len() => columns.to_string(),
            _ => format!("{columns}:{}", rows.len()),
        };
        let mut pieces = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            for (level, part) in line.split('|').enumerate() {
                for (column, cell) in part.split_whitespace().enumerate() {
                    // The upper rows of the hexagon begin further to the right.
                    let column = match game {
                        Game::Bargo => column + (row + 1).saturating_sub(rows.len().div_ceil(2)),
                        Game::Margo => 2 * column + level,
                        _ => column,
                    };
                    let row = match game {
                        Game::Margo => 2 * row + level,
                        _ => row,
                    };
                    pieces.extend(piece(game, cell, level + 1, &point(column, row)));
                }
            }
        }
        pieces.sort();
        Drawing { size, pieces }
    }

    /// The properties that set it up.
    fn setup(&self, game: Game) -> String {
        let of = |owner: &str| {
            let own = self.pieces.iter().filter_map(|piece| piece.split_once(' '));
            own.filter(|(letter, _)| *letter == owner || owner.is_empty())
                .map(|(letter, piece)| match game {
                    Game::Bamogo => format!("[{letter}{piece}]"),
                    _ => format!("[{piece}]"),
                })
                .collect::<String>()
        };
        let named = |name: &str, values: String| match &values[..] {
            "" => values,
            _ => format!("{name}{values}"),
        };
        match game {
            Game::Bamogo => named("STONES", of("")),
            _ => {
                let owners = ["B", "W", "G", "Y"].into_iter();
                owners
                    .map(|owner| named(&format!("A{owner}"), of(owner)))
                    .collect()
            }
        }
    }
}

fn point(column: usize, row: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(column).expect("a drawing is small"));
    format!("{letter}{}", row + 1)
}

fn piece(game: Game, cell: &str, level: usize, point: &str) -> Option<String> {
    let mut letters = cell.chars();
    let letter = letters.next()?;
    if cell == "." {
        return None;
    }
    let owner = match letter {
        _ if game == Game::Bamogo => letter,
        'x' | 'X' => 'B',
        'o' | 'O' => 'W',
        'g' => 'G',
        'y' => 'Y',
        _ => panic!("no piece is drawn {cell}"),
    };
    Some(match game {
        Game::Bargo => format!("{owner} {point}{}", letters.as_str()),
        Game::Margo => format!("{owner} {level}{point}"),
        Game::Ugo if letter.is_uppercase() => format!("{owner} K{point}"),
        _ => format!("{owner} {point}"),
    })
}

fn told(piece: Piece) -> String {
    match (piece, piece.color().map(Color::letter)) {
        (Piece::Neutral(hue, point), _) => format!("{} {point}", hue.letter()),
        (_, owner) => format!("{} {piece}", owner.unwrap_or('?')),
    }
}

/// A record and its verdict. What is expected of it is said by the methods; warnings
/// first, since [`Trial::legal`] and [`Trial::breaks`] allow no others.
pub(crate) struct Trial {
    text: String,
    options: Options,
    game: Game,
    plies: u32,
    verdict: Verdict,
    findings: Vec<Finding>,
}

/// Plays a record: the properties of its root (`SZ` and the setup come from the
/// drawing, if there is one), the drawing, and the nodes that follow.
#[must_use]
#[track_caller]
pub(crate) fn play(root: &str, drawing: &str, nodes: &str) -> Trial {
    play_by("", root, drawing, nodes)
}

/// The same by the rules of a YAML file.
#[must_use]
#[track_caller]
pub(crate) fn play_by(rules: &str, root: &str, drawing: &str, nodes: &str) -> Trial {
    let game = game_of(root);
    let drawing = Drawing::read(game, drawing);
    play_drawn(rules, root, &drawing, nodes)
}

#[must_use]
#[track_caller]
pub(crate) fn play_drawn(rules: &str, root: &str, drawing: &Drawing, nodes: &str) -> Trial {
    let game = game_of(root);
    let size = if root.contains("SZ[") {
        String::new()
    } else {
        format!("SZ[{}]", drawing.size)
    };
    // The games of these tests need not be finished.
    let result = if root.contains("RE[") { "" } else { "RE[?]" };
    let setup = drawing.setup(game);
    let text = format!("(;FF[4]{root}{size}{result}{setup}\n{nodes})");
    let options = Options {
        ruleset: (!rules.is_empty()).then(|| Arc::new(Ruleset::from_yaml(rules).unwrap())),
        ..Options::default()
    };
    let verdict = judge(&text, &options);
    Trial {
        game,
        options,
        plies: u32::try_from(plies(nodes).count()).expect("few plies"),
        findings: verdict.findings.clone(),
        verdict,
        text,
    }
}

/// Where the plies begin.
fn plies(nodes: &str) -> impl Iterator<Item = usize> {
    let moves = [";B[", ";W[", ";G[", ";Y["].into_iter();
    moves.flat_map(|start| nodes.match_indices(start).map(|(at, _)| at))
}

fn judge(text: &str, options: &Options) -> Verdict {
    let record = record::read(text).next().expect("there is a record");
    verify::verify(&record, options)
}

fn game_of(root: &str) -> Game {
    let name = root
        .split("GM[")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    name.and_then(Game::from_name)
        .expect("the root names the game")
}

impl Trial {
    /// There is this warning at this ply.
    #[must_use]
    #[track_caller]
    pub(crate) fn warns(mut self, code: &str, ply: u32) -> Trial {
        let found = self.findings.iter().position(|finding| {
            finding.code().id() == code
                && finding.ply == Some(ply)
                && finding.code().severity() == Severity::Warning
        });
        let found = found.unwrap_or_else(|| panic!("no {code} at ply {ply}\n{self:?}"));
        self.findings.remove(found);
        self
    }

    /// All plies are legal, and nothing else is found.
    #[track_caller]
    pub(crate) fn legal(self) -> Trial {
        assert!(self.findings.is_empty(), "legal\n{self:?}");
        assert_eq!(self.verdict.plies, self.plies, "plies\n{self:?}");
        self
    }

    /// The last ply breaks this rule at this point, if at any, and nothing else is found.
    #[track_caller]
    pub(crate) fn breaks(self, code: &str, ply: u32, point: &str) -> Trial {
        let trial = self.breaks_rule(code, ply);
        let found = trial.findings[0].point.as_deref().unwrap_or("");
        assert_eq!(found, point, "the point\n{trial:?}");
        trial
    }

    /// The last ply breaks this rule, wherever, and nothing else is found.
    #[track_caller]
    pub(crate) fn breaks_rule(self, code: &str, ply: u32) -> Trial {
        let [finding] = &self.findings[..] else {
            panic!("{code} and nothing else\n{self:?}");
        };
        assert_eq!(finding.code().id(), code, "{self:?}");
        assert_eq!(finding.ply, Some(ply), "the ply\n{self:?}");
        assert_eq!(self.verdict.plies, ply - 1, "legal plies\n{self:?}");
        // The position is the one before the ply, as if it were not there.
        let before = plies(&self.text).max().expect("there is a ply");
        let before = judge(&format!("{})", &self.text[..before]), &self.options);
        assert_eq!(self.pieces(), pieces(&before), "unchanged\n{self:?}");
        assert_eq!(self.verdict.score, before.score, "unchanged\n{self:?}");
        self
    }

    /// The setup is refused, and nothing is played.
    #[track_caller]
    pub(crate) fn refused(self) {
        let [finding] = &self.findings[..] else {
            panic!("record::setup and nothing else\n{self:?}");
        };
        assert_eq!(finding.code().id(), "record::setup", "{self:?}");
        assert!(
            self.verdict.position.is_none(),
            "nothing is played\n{self:?}"
        );
    }

    /// The message names these points, colors and numbers.
    #[track_caller]
    pub(crate) fn naming(self, names: &[&str]) -> Trial {
        let message = self
            .findings
            .first()
            .map(Finding::message)
            .unwrap_or_default();
        let words: Vec<&str> = message.split(|c: char| !c.is_alphanumeric()).collect();
        for name in names {
            assert!(words.contains(name), "naming {name}\n{self:?}");
        }
        self
    }

    /// These pieces stand after the last legal ply.
    #[track_caller]
    pub(crate) fn leaves(self, drawing: &str) -> Trial {
        let drawing = Drawing::read(self.game, drawing);
        self.leaves_drawn(&drawing)
    }

    #[track_caller]
    pub(crate) fn leaves_drawn(self, drawing: &Drawing) -> Trial {
        assert_eq!(self.pieces(), drawing.pieces, "the pieces\n{self:?}");
        self
    }

    /// The score after the last legal ply is this.
    #[track_caller]
    pub(crate) fn scores(self, black: &str, white: &str) -> Trial {
        let score = self.verdict.score.expect("there is a score");
        let score = (score.black.to_string(), score.white.to_string());
        assert_eq!(score, (black.to_owned(), white.to_owned()), "{self:?}");
        self
    }

    /// The game is over with this result.
    #[track_caller]
    pub(crate) fn ends(self, result: &str) -> Trial {
        let computed = self.verdict.computed.map(|outcome| outcome.to_string());
        assert_eq!(computed.as_deref(), Some(result), "the result\n{self:?}");
        assert!(self.verdict.finished);
        self
    }

    /// The game is not over.
    #[track_caller]
    pub(crate) fn goes_on(self) -> Trial {
        assert!(!self.verdict.finished, "the game goes on\n{self:?}");
        self
    }

    fn pieces(&self) -> Vec<String> {
        pieces(&self.verdict)
    }
}

fn pieces(verdict: &Verdict) -> Vec<String> {
    let position = verdict.position.as_ref();
    let pieces = position.map(Position::pieces).unwrap_or_default();
    let mut pieces: Vec<String> = pieces.into_iter().map(told).collect();
    pieces.sort();
    pieces
}

impl std::fmt::Debug for Trial {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        writeln!(f, "{}", self.text)?;
        for finding in &self.verdict.findings {
            let (code, message) = (finding.code().id(), finding.message());
            writeln!(f, "{code} {:?} {:?}: {message}", finding.ply, finding.point)?;
        }
        writeln!(
            f,
            "plies {}, pieces {:?}",
            self.verdict.plies,
            self.pieces()
        )
    }
}
