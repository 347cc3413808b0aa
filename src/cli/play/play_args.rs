//! The options of `kifu play`.

use std::{ffi::OsString, path::Path};

use clap::Args;

use super::{
    board_view::ScreenStyle,
    game::{PlayedGame, SeatedOpponent},
    game_file::{GameFile, today},
    limits::is_within_limits,
    not_continued::NotContinued,
    plain::{PlainStyle, play_plain},
    play_events::play_on_screen,
};
use crate::{
    cli::{
        error::CliError,
        exit::Exit,
        names::{self, check_plays},
        output::ColorChoice,
        overwrite_guard::OverwriteGuard,
        start_args::empty_board,
        verify_args::load_ruleset,
    },
    editor::{GameTree, NewGame, Session},
    games::{Color, Game, Rules, Size},
    lab::{Player, PlayerKind, RandomPlayer},
    output::in_brief,
    record::{Decoded, FaultKind, Name, read, read_line, read_size},
    repair::contradiction,
    ruleset::{self, Ruleset},
    verify::{Code, Options, Severity, verify},
};

/// Play a game on a board in the terminal, and make its record
///
/// Two players at one terminal, or one against --opponent. Illegal moves are refused and explained. The record is saved
/// after every ply: without FILE in a new file that is named by the day, such as GAME-2026-11-22-1.sgf. The game of an existing file
/// is gone on with. Type `help` or press F1 in the game.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu play --game ugo --size 9
  kifu play game.sgf                          go on with a game
  kifu play --game margo --size 5 --opponent random --white Ann
  kifu play --game ugo --size 9 --opponent mcts:1000
  kifu play --plain --game sygo new.sgf < moves.txt

Exit status:
  0  the game is saved, or nothing was played
  2  the game could not be opened or saved")]
pub(in crate::cli) struct Play {
    /// The file of the game; it may be new
    #[arg(value_name = "FILE")]
    file: Option<OsString>,

    /// The game
    #[arg(long, value_name = "GAME", value_parser = names::games(), hide_possible_values = true, help_heading = "Board")]
    game: Option<Game>,

    /// The ruleset: a name or a YAML file [default: named like the game]
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true, help_heading = "Board")]
    ruleset: Option<String>,

    /// The board size, as in `SZ`: `9`, or `9:13` for columns and rows [default: the ruleset's]
    #[arg(long, value_name = "N", help_heading = "Board")]
    size: Option<String>,

    /// Bamogo: the line of pairs, as in `RG RB GB`, or `random` for one that is drawn by --seed [default: not known]
    #[arg(long, value_name = "PAIRS", help_heading = "Board")]
    line: Option<String>,

    /// The name of Black, for `PB`
    #[arg(long, value_name = "NAME", help_heading = "Players")]
    black: Option<String>,

    /// The name of White, for `PW`
    #[arg(long, value_name = "NAME", help_heading = "Players")]
    white: Option<String>,

    /// The name of Grey, for `PG`, in games of three and four players
    #[arg(long, value_name = "NAME", help_heading = "Players")]
    grey: Option<String>,

    /// The name of Yellow, for `PY`, in games of four players
    #[arg(long, value_name = "NAME", help_heading = "Players")]
    yellow: Option<String>,

    /// Play against the program, `random`, `greedy` or `mcts:N` (a search with N playouts a ply): you play the color that
    /// begins, and the opponent, which plays all others, gets a name of its own
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    opponent: Option<PlayerKind>,

    /// The opponent makes the first move, and you play the color that moves second
    #[arg(long, requires = "opponent", help_heading = "Players")]
    opponent_first: bool,

    /// Random seed of the opponent and of --line [default: another one each time]
    #[arg(long, value_name = "S", help_heading = "Players")]
    seed: Option<u64>,

    /// Read and write lines instead of showing a screen: for screen readers, pipes and tests
    #[arg(long)]
    plain: bool,

    /// ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// When to use color
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
}

impl Play {
    pub(in crate::cli) fn run(&self) -> Result<Exit, CliError> {
        let guard = OverwriteGuard::default();
        let seed = self.seed.unwrap_or_else(random_seed);
        // What is told must not get into the file of the game.
        let output = self.plain.then(|| guard.create(None)).transpose()?;
        if self.plain {
            // The commands.
            guard.reads_path("-".as_ref())?;
        }
        let mut game = self.open(&guard, seed)?;
        let Some(mut output) = output else {
            let style = ScreenStyle {
                ascii: self.ascii,
                color: self.color.decide(true),
            };
            return play_on_screen(&mut game, style);
        };
        let style = PlainStyle {
            ascii: self.ascii,
            color: output.has_color(self.color),
            width: output.width.unwrap_or(80),
        };
        play_plain(&mut game, &mut output, style)
    }

    /// The game of the file, or a new one.
    fn open(&self, guard: &OverwriteGuard, seed: u64) -> Result<PlayedGame, CliError> {
        let (file, content) = match &self.file {
            None => (GameFile::unnamed(), None),
            Some(path) => GameFile::open(Path::new(path), guard)?,
        };
        let name = file.name().unwrap_or_default();
        let is_guessed = content.as_ref().is_some_and(|content| {
            content.assumed && !content.encoding.writes_as_utf8(&content.text)
        });
        let mut session = match content {
            Some(content) => {
                let session = self.go_on(&content, guard);
                session.map_err(|error| match error {
                    ContinueError::NotContinued(error) => {
                        CliError::NotContinued { path: name, error }
                    }
                    ContinueError::Fatal(error) => error,
                })?
            }
            None => self.begin(guard, seed)?,
        };
        let opponent = self.opponent.map(|kind| SeatedOpponent {
            player: Box::new(Player { kind, seed }),
            is_first: self.opponent_first,
        });
        if let Some(opponent) = &opponent {
            self.name_opponent(&mut session, opponent)?;
        }
        Ok(PlayedGame::new(session, file, opponent, is_guessed))
    }

    /// Notes the opponent as the player of its color, unless there is a name already.
    fn name_opponent(
        &self,
        session: &mut Session,
        opponent: &SeatedOpponent,
    ) -> Result<(), CliError> {
        let name = opponent.player.name();
        for color in opponent.colors(session.position()) {
            // Otherwise players would name the program while they think that they name themselves.
            if self.name(color).is_some_and(|asked| *asked != name) {
                return Err(CliError::NameOfOpponent {
                    color: color.name(),
                    own: opponent.person(session.position()).name(),
                    instead: if self.opponent_first {
                        "without"
                    } else {
                        "with"
                    },
                });
            }
            let letters = Name::player_of(color).letters();
            if session.detail(letters).is_empty() {
                session.set_detail(letters, &name);
            }
        }
        Ok(())
    }

    /// The name that is asked for.
    fn name(&self, color: Color) -> Option<&String> {
        match color {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
            Color::Grey => self.grey.as_ref(),
            Color::Yellow => self.yellow.as_ref(),
        }
    }

    /// A new game.
    fn begin(&self, guard: &OverwriteGuard, seed: u64) -> Result<Session, CliError> {
        let ruleset = self.ruleset(guard)?.ok_or(CliError::NoGame)?;
        let size = empty_board(&ruleset, self.size.as_deref())?.size();
        for color in Color::ALL {
            let name = self.name(color).map(String::as_str);
            check_plays(ruleset.rules.players(), color, name)?;
        }
        let line = self.line_of_pairs(&ruleset, size, seed)?;
        let today = today();
        let mut game = NewGame::of(&ruleset);
        game.size = size;
        game.black = self.black.as_deref();
        game.white = self.white.as_deref();
        game.grey = self.grey.as_deref();
        game.yellow = self.yellow.as_deref();
        game.date = Some(&today);
        game.line = line.as_deref();
        Session::new(&game).map_err(|findings| {
            let reason = findings.first().map(in_brief);
            CliError::Setup {
                setup: game.to_text(),
                reason: reason.unwrap_or_default(),
            }
        })
    }

    /// The ruleset that is asked for, by its name or by the game.
    fn ruleset(&self, guard: &OverwriteGuard) -> Result<Option<Ruleset>, CliError> {
        let ruleset = match (&self.ruleset, self.game) {
            (Some(name), _) => load_ruleset(name, guard)?,
            (None, Some(game)) => ruleset::default_for(game).clone(),
            (None, None) => return Ok(None),
        };
        match self.game {
            Some(game) if game != ruleset.game() => Err(CliError::RulesetOfOtherGame {
                actual: ruleset.game().name(),
                ruleset: ruleset.name,
                expected: game.name(),
            }),
            _ => Ok(Some(ruleset)),
        }
    }

    /// The value of `LINE`.
    fn line_of_pairs(
        &self,
        ruleset: &Ruleset,
        size: Size,
        seed: u64,
    ) -> Result<Option<String>, CliError> {
        let Some(text) = &self.line else {
            return Ok(None);
        };
        let Rules::Bamogo(rules) = &ruleset.rules else {
            return Err(CliError::LineOfOtherGame);
        };
        if text == "random" {
            let pairs = usize::from(size.columns) * usize::from(size.rows) / 2;
            return Ok(Some(RandomPlayer::new(seed, 0).line(&rules.colors, pairs)));
        }
        let is_line =
            read_line(text).is_some_and(|pairs| pairs.iter().all(|[one, other]| one != other));
        if is_line {
            return Ok(Some(text.clone()));
        }
        Err(CliError::LineOfPairs { text: text.clone() })
    }

    /// The game of a file, at its last legal ply.
    fn go_on(&self, content: &Decoded, guard: &OverwriteGuard) -> Result<Session, ContinueError> {
        if !content.decode_errors.is_empty() {
            return Err(NotContinued::InvalidBytes.into());
        }
        let mut records = read(content);
        let record = records.next().ok_or(NotContinued::NoRecord)?;
        if records.next().is_some() {
            return Err(NotContinued::SeveralRecords.into());
        }
        if !is_within_limits(&record) {
            return Err(NotContinued::TooLarge.into());
        }
        let kinds = || record.faults().iter().map(|fault| fault.kind);
        if kinds().any(|kind| kind == FaultKind::NoRecord) {
            return Err(NotContinued::NoRecord.into());
        }
        if kinds().any(|kind| kind == FaultKind::TextOutside) {
            return Err(NotContinued::TextOutside.into());
        }
        let ruleset = self.ruleset(guard)?;
        // An embedded one must be that of the record, and others cannot be named in it.
        let own = ruleset
            .clone()
            .filter(|ruleset| !ruleset::is_known_by_name(&ruleset.name, &ruleset.rules));
        let options = Options {
            ruleset: own.map(Into::into),
            ..Options::default()
        };
        let verdict = verify(&record, &options);
        let mut session = Session::open(&record, options).map_err(|findings| {
            let mut errors = findings.iter();
            let error = errors.find(|finding| finding.code().severity() == Severity::Error);
            NotContinued::NotReplayable(error.map(in_brief).unwrap_or_default())
        })?;
        if record.is_malformed() {
            let error = verdict.findings.first().map(in_brief);
            return Err(NotContinued::NotReplayable(error.unwrap_or_default()).into());
        }
        // A komi that is not known would be taken for 0, and the result of the game with it.
        let mut errors = verdict.findings.iter();
        if let Some(error) = errors.find(|finding| finding.code() == Code::RecordKomi) {
            return Err(NotContinued::NotReplayable(in_brief(error)).into());
        }
        if let Some(name) = contradiction(&record, &verdict) {
            return Err(NotContinued::Contradicted(name.letters()).into());
        }
        let found_game = session.position().game();
        if let Some(asked) = self.game.filter(|game| *game != found_game) {
            return Err(other_game("game", found_game.name(), asked.name()));
        }
        if let (Some(asked), Some(found)) = (&ruleset, &verdict.ruleset)
            && self.ruleset.is_some()
            && asked.name != found.name
        {
            return Err(other_game("ruleset", &found.name, &asked.name));
        }
        // That of a file with the name of an embedded ruleset must be stated in the record.
        let stated = ruleset.as_ref();
        let stated = stated.and_then(|own| ruleset::komi_beside_name(&own.name, &own.rules));
        let komi = session.position().rules().komi();
        if let Some(asked) = stated.filter(|asked| *asked != komi) {
            return Err(other_game("komi", &komi.to_string(), &asked.to_string()));
        }
        let size = session.position().size();
        if let Some(asked) = &self.size {
            let read = read_size(asked).and_then(|written| written.size);
            if read != Some(size) {
                return Err(other_game("size", &size.to_string(), asked));
            }
        }
        if self.line.is_some() {
            return Err(CliError::LineOfOtherGame.into());
        }
        for (color, what) in [
            (Color::Black, "player Black"),
            (Color::White, "player White"),
            (Color::Grey, "player Grey"),
            (Color::Yellow, "player Yellow"),
        ] {
            let Some(asked) = self.name(color) else {
                continue;
            };
            check_plays(session.position().players(), color, Some(asked))?;
            let letters = Name::player_of(color).letters();
            let found = session.detail(letters);
            if found.is_empty() {
                session.set_detail(letters, asked);
            } else if found != *asked {
                return Err(other_game(what, &found, asked));
            }
        }
        session.go_to_end();
        let last_legal = session.played_from().unwrap_or(GameTree::ROOT);
        session.go_to(last_legal);
        Ok(session)
    }
}

fn other_game(what: &'static str, found: &str, asked: &str) -> ContinueError {
    NotContinued::OtherGame {
        what,
        found: found.to_owned(),
        asked: asked.to_owned(),
    }
    .into()
}

/// Why a game is not gone on with, or the command cannot be carried out at all.
enum ContinueError {
    NotContinued(NotContinued),
    Fatal(CliError),
}

impl From<NotContinued> for ContinueError {
    fn from(error: NotContinued) -> ContinueError {
        ContinueError::NotContinued(error)
    }
}

impl From<CliError> for ContinueError {
    fn from(error: CliError) -> ContinueError {
        ContinueError::Fatal(error)
    }
}

/// A seed that differs from run to run.
fn random_seed() -> u64 {
    use std::time::{SystemTime, UNIX_EPOCH};

    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_millis() as u64 % 1_000_000_007)
}
