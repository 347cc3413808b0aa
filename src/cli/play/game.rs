//! A game that is played and saved, whatever shows it.

use std::{panic::resume_unwind, path::Path, thread};

use super::{
    answer::Answer,
    game_file::GameFile,
    limits::MAX_BYTES,
    line_command::LineCommand,
    navigation::read_only,
    words::{behind_illegal, end_lines, game_over, place, refusal, similar, told},
};
use crate::{
    cli::interruption::KeptWords,
    diagram::BoardChange,
    editor::{EditError, EditKind, GameTree, MoveCheck, Session, Standing},
    games::{Color, Move, Position},
    lab::Opponent,
    output::{in_brief, stated_result},
    record::{EncodingDoubt, Name, escape, safe},
};

/// A game with its file and perhaps an opponent.
pub(super) struct PlayedGame {
    pub(super) session: Session,
    file: GameFile,
    opponent: Option<SeatedOpponent>,
    due: DueReply,
    /// Whether the encoding that it was read in is a guess.
    is_guessed: bool,
    /// The edits when it began.
    begun: u64,
    /// The edits when it was saved last.
    saved: u64,
    /// What is told if it is interrupted.
    kept: KeptWords,
}

/// Whether the opponent has to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DueReply {
    No,
    /// The first plies of this session.
    First,
    Answer,
}

/// An opponent, and which plies it plays.
pub(super) struct SeatedOpponent {
    pub(super) player: Box<dyn Opponent + Send>,
    /// Whether it makes the first ply, and the person the second; otherwise the person makes the first. Colors do not
    /// tell, since those of Margo are exchanged by a swap.
    pub(super) is_first: bool,
}

impl SeatedOpponent {
    fn is_to_move(&self, position: &Position) -> bool {
        !position.is_game_over() && self.person(position) != position.to_move()
    }

    /// The color that the person plays in a position.
    pub(super) fn person(&self, position: &Position) -> Color {
        let players = position.players();
        let count = players.count();
        // The person makes the first or the second ply.
        let seat = count + usize::from(self.is_first);
        let turns = (seat - position.plies() as usize % count) % count;
        (0..turns).fold(position.to_move(), |color, _| players.next(color))
    }

    /// Its move in a position. It may think for long; meanwhile `wait` is called again and again.
    fn choose(&mut self, position: &Position, wait: Option<fn()>) -> Move {
        let player = &mut self.player;
        let Some(wait) = wait else {
            return player.choose(position);
        };
        let chosen = thread::scope(|scope| {
            let search = thread::Builder::new().spawn_scoped(scope, || player.choose(position));
            let search = search.ok()?;
            while !search.is_finished() {
                wait();
            }
            Some(search.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        // Without a thread, nobody can wait.
        chosen.unwrap_or_else(|| self.player.choose(position))
    }

    /// The colors that it plays in a position: all others.
    pub(super) fn colors(&self, position: &Position) -> impl Iterator<Item = Color> + use<> {
        position.players().opponents(self.person(position))
    }
}

impl PlayedGame {
    /// A game that is gone on with, or a new one.
    pub(super) fn new(
        session: Session,
        file: GameFile,
        opponent: Option<SeatedOpponent>,
        is_guessed: bool,
    ) -> PlayedGame {
        let begun = session.edits();
        let name = file.name().filter(|_| file.exists());
        let kept = name.map_or_else(
            || "nothing was played, and no file was written".to_owned(),
            |name| saved_in(&name),
        );
        PlayedGame {
            session,
            file,
            opponent,
            due: DueReply::No,
            is_guessed,
            begun,
            saved: 0,
            kept: KeptWords::new(kept),
        }
    }

    /// What is told if it is interrupted.
    pub(super) fn kept(&self) -> KeptWords {
        self.kept.clone()
    }

    /// What is told at the beginning. The opponent may have to play then.
    pub(super) fn begin(&mut self) -> Answer {
        let position = self.session.position();
        let ruleset = self.session.ruleset().map(|ruleset| safe(&ruleset.name));
        let mut lines = vec![format!(
            "{}, size {}, ruleset {}",
            position.game().name(),
            position.size(),
            ruleset.unwrap_or_default()
        )];
        lines.push(match (self.file.name(), self.file.obstacle()) {
            (name, Some(obstacle)) => {
                let name = name.map(|name| format!(" in {}", safe(&name)));
                let name = name.unwrap_or_default();
                format!("it cannot be saved{name}: {obstacle}; `save FILE` saves it elsewhere")
            }
            (Some(name), None) => format!("saved after every ply and change in {}", safe(&name)),
            (None, None) => {
                "saved after every ply and change, in a new file that the first one creates"
                    .to_owned()
            }
        });
        if self.is_guessed {
            lines.push(format!(
                "the file {}, and saved in UTF-8; quit before the first change if its names look wrong",
                EncodingDoubt::Guessed
            ));
        }
        if let Some(opponent) = &self.opponent {
            lines.push(self.seats(opponent));
        }
        let error = self
            .session
            .next_finding()
            .filter(|found| self.session.error_at(found.node).is_some());
        if let Some(found) = error {
            lines.push(in_brief(&found.finding));
            lines.push(
                "a move played here begins a variation in its place; to remove it, go there with `next`, then `delete`"
                    .to_owned(),
            );
        }
        if self.session.tree().len() > 1 {
            lines.push(format!(
                "gone on with at ply {}",
                self.session.position().plies()
            ));
        }
        let answer = Answer::of(lines).and(end_lines(&self.session));
        self.due = DueReply::First;
        // `undo` takes back what the player has done, and nothing before that.
        self.session.forget_history();
        let had_name = self.file.name().is_some();
        self.saved_with(answer, had_name)
    }

    /// Who plays which color.
    fn seats(&self, opponent: &SeatedOpponent) -> String {
        let position = self.session.position();
        let (name, own) = (opponent.player.name(), opponent.person(position));
        let plays = opponent.colors(position).map(|color| {
            let recorded = self.session.detail(Name::player_of(color).letters());
            if recorded == name {
                color.to_string()
            } else {
                format!("{color}, in the record {}", safe(&recorded))
            }
        });
        let plays: Vec<String> = plays.collect();
        format!(
            "the opponent is {name}: it plays {}, you play {own}",
            plays.join(" and ")
        )
    }

    /// Where it is saved; `None` before the first change of a game without a name.
    pub(super) fn file_name(&self) -> Option<String> {
        self.file.name()
    }

    /// Whether there are edits that could not be saved.
    pub(super) fn is_unsaved(&self) -> bool {
        self.session.edits() != self.saved && self.is_worth_saving()
    }

    /// A game in which nothing was done makes no new file.
    fn is_worth_saving(&self) -> bool {
        let is_changed = self.session.edits() != self.begun;
        self.file.exists() || is_changed || self.session.tree().len() > 1
    }

    /// The answer to a text that there is no room for, in place of another one.
    fn without_room(&self, old: &str, new: &str) -> Option<Answer> {
        let (old, new) = (escape(old).len(), escape(new).len());
        let bytes = self.session.tree().text_bytes() + new.saturating_sub(old);
        let told = format!(
            "nothing was done: the record would be larger than {} MiB, too large to be gone on with",
            MAX_BYTES >> 20
        );
        (new > old && bytes > MAX_BYTES).then(|| Answer::refused(told))
    }

    /// Carries out what was typed.
    pub(super) fn execute(&mut self, command: LineCommand) -> Answer {
        let had_name = self.file.name().is_some();
        self.due = DueReply::No;
        let answer = self.carry_out(command);
        self.saved_with(answer, had_name)
    }

    /// The answer, once what it tells is saved.
    fn saved_with(&mut self, mut answer: Answer, had_name: bool) -> Answer {
        if !self.is_unsaved() {
            return answer;
        }
        match self.save(None) {
            Ok(()) => {
                let name = self.file.name().filter(|_| !had_name);
                answer.lines.extend(name.map(|name| saved_in(&name)));
            }
            Err(reason) => {
                answer.is_refused = true;
                let hint = "`save FILE` saves the game under another name";
                answer.lines.push(format!("not saved: {reason}"));
                answer.lines.push(hint.to_owned());
            }
        }
        answer
    }

    fn save(&mut self, path: Option<&Path>) -> Result<(), String> {
        let text = self.session.to_text().map_err(|error| error.to_string());
        // An interruption waits until the words tell what the file holds.
        let kept = self.kept();
        let mut kept = kept.lock();
        let saved = text.and_then(|text| {
            let saved = match path {
                Some(path) => self.file.save_as(path, &text),
                None => self.file.save(&text),
            };
            saved.map_err(|error| error.to_string())
        });
        if saved.is_ok() {
            self.saved = self.session.edits();
        }
        let name = self.file.name().filter(|_| self.file.exists());
        match name {
            Some(name) if self.is_unsaved() => {
                *kept = format!("the last changes could not be saved in {}", safe(&name));
            }
            Some(name) => *kept = saved_in(&name),
            None => "the game could not be saved".clone_into(&mut kept),
        }
        saved
    }

    fn carry_out(&mut self, command: LineCommand) -> Answer {
        match command {
            LineCommand::Move(mv) => self.type_move(&mv),
            LineCommand::Undo => self.undo_or_redo(true),
            LineCommand::Redo => self.undo_or_redo(false),
            LineCommand::Promote => {
                let was_swapped = self.session.is_swapped();
                let stated = self.session.detail("RE");
                if self.session.promote() {
                    Answer::line("this line is the main line now")
                        .and(self.exchanged(was_swapped))
                        .and(self.replaced(&stated))
                } else {
                    Answer::refused("this is the main line")
                }
            }
            LineCommand::Delete => {
                let was_swapped = self.session.is_swapped();
                let stated = self.session.detail("RE");
                if self.session.remove() {
                    Answer::line("removed; `undo` brings it back")
                        .and(self.exchanged(was_swapped))
                        .and(self.replaced(&stated))
                        .and([place(&self.session)])
                } else {
                    Answer::refused("the start cannot be removed")
                }
            }
            LineCommand::Comment(Some(text)) => {
                let text = if text == "-" { "" } else { &text };
                if let Some(refused) = self.without_room(&self.session.comment(), text) {
                    return refused;
                }
                self.session.set_comment(text);
                Answer::line(if text.is_empty() {
                    "the comment is removed"
                } else {
                    "commented"
                })
            }
            LineCommand::Append(text) => {
                let comment = self.session.comment();
                let joined = match comment.as_str() {
                    "" => text,
                    comment => format!("{comment}\n{text}"),
                };
                if let Some(refused) = self.without_room(&comment, &joined) {
                    return refused;
                }
                self.session.set_comment(&joined);
                Answer::line("commented")
            }
            LineCommand::Detail(letters, text) => {
                if let Some(absent) = self.absent_player(letters) {
                    let told = format!("{} does not play in this game", absent.name());
                    return Answer::refused(told);
                }
                if let Some(refused) = self.without_room(&self.session.detail(letters), &text) {
                    return refused;
                }
                let root = self.session.tree().node(GameTree::ROOT);
                let further = root.values(letters).count().saturating_sub(1);
                self.session.set_detail(letters, &text);
                let (done, left) = match text.as_str() {
                    "" => ("removed", "removed too"),
                    _ => ("noted", "kept, but only the first counts"),
                };
                let told = match further {
                    0 => None,
                    1 => Some(format!("another {letters} of the record is {left}")),
                    _ => Some(format!(
                        "{further} other {letters} of the record are {left}"
                    )),
                };
                Answer::line(done).and(told)
            }
            LineCommand::Save(None) => match self.save(None) {
                Ok(()) => {
                    let name = self.file.name().unwrap_or_default();
                    Answer::line(format!("saved in {}", safe(&name)))
                }
                Err(reason) => Answer::refused(format!("not saved: {reason}")),
            },
            LineCommand::Save(Some(path)) => match self.save(Some(Path::new(&path))) {
                Ok(()) => Answer::line(format!("saved in {} from now on", safe(&path))),
                Err(reason) => Answer::refused(format!("not saved: {}: {reason}", safe(&path))),
            },
            other => read_only(&mut self.session, &other),
        }
    }

    /// What is told if the main line has a swap now and had none before, or the other way round.
    fn exchanged(&self, was_swapped: bool) -> Option<String> {
        let told = "the players have exchanged their colors on the main line";
        (self.session.is_swapped() != was_swapped).then(|| told.to_owned())
    }

    /// What is told if the end of the game has put its result in place of the one that was stated.
    fn replaced(&self, stated: &str) -> Option<String> {
        let result = self.session.detail("RE");
        let is_replaced = !matches!(stated, "" | "?") && !result.is_empty() && result != stated;
        let stated = stated_result(stated);
        is_replaced.then(|| format!("the result {result} is noted in place of {}", safe(&stated)))
    }

    /// The player whose name a property is, if there is no such player in this game.
    fn absent_player(&self, letters: &str) -> Option<Color> {
        let playing = self.session.position().players().colors();
        let mut absent = Color::ALL.into_iter();
        absent
            .find(|color| Name::player_of(*color).letters() == letters && !playing.contains(color))
    }

    /// Plays what was typed, or says why not.
    fn type_move(&mut self, typed: &str) -> Answer {
        let Some(from) = self.session.played_from() else {
            return behind_illegal();
        };
        let check = MoveCheck::new(typed, self.session.position());
        if self.session.position().is_game_over() {
            return match check.mv {
                Some(_) => game_over(),
                None => {
                    let told = format!("`{}` is not a move or a command", safe(typed));
                    Answer::refused(told)
                        .and(similar(typed))
                        .and(game_over().lines)
                }
            };
        }
        let Some(mv) = check.mv.clone().filter(|_| check.is_legal()) else {
            return refusal(typed, &check);
        };
        let warnings: Vec<String> = check.findings.iter().map(in_brief).collect();
        let follows = self.session.tree().len();
        let is_in_place = from != self.session.cursor();
        let answer = match self.play_one(&mv) {
            Ok(line) => Answer::line(line)
                .and(is_in_place.then(|| KEPT_BESIDE.to_owned()))
                .and(warnings),
            Err(error) => return Answer::refused(error.to_string()),
        };
        let answer = answer.and(end_lines(&self.session));
        // A move that was there already is no new one to be answered.
        if self.session.tree().len() > follows {
            self.due = DueReply::Answer;
        }
        answer
    }

    /// Plays a legal move and tells what it did.
    fn play_one(&mut self, mv: &Move) -> Result<String, EditError> {
        let color = self.session.position().to_move();
        let before = self.session.position().pieces();
        let from = self.session.played_from();
        let from = from.unwrap_or(self.session.cursor());
        let has_siblings = !self.session.tree().node(from).children.is_empty();
        let count = self.session.tree().len();
        let stated = self.session.detail("RE");
        self.session.play(mv)?;
        let position = self.session.position();
        let change = BoardChange::between(&before, &position.pieces(), mv);
        let mut told = told(position.plies(), color, mv, &change);
        if has_siblings && self.session.tree().len() > count {
            let name = self.session.tree().variation(self.session.cursor());
            told.push_str(&format!("; variation {} begins", name.unwrap_or_default()));
        }
        if *mv == Move::Swap {
            told.push_str("; the players have exchanged their colors");
        }
        if let Some(replaced) = self.replaced(&stated) {
            told.push_str(&format!("; {replaced}"));
        }
        Ok(told)
    }

    /// Whether the opponent has to play now.
    pub(super) fn is_reply_due(&self) -> bool {
        let cursor = self.session.cursor();
        let is_end = self.session.tree().node(cursor).children.is_empty();
        let is_to_move = |opponent: &SeatedOpponent| opponent.is_to_move(self.session.position());
        self.due != DueReply::No
            && is_end
            && self.session.standing() == Standing::Legal
            && self.opponent.as_ref().is_some_and(is_to_move)
    }

    /// Lets the opponent play until it is the person's turn; meanwhile `wait` is called again and again. Its plies are
    /// undone together with the one that they answer.
    pub(super) fn replies(&mut self, wait: Option<fn()>) -> Answer {
        let had_name = self.file.name().is_some();
        let mut lines = Vec::new();
        while self.is_reply_due() {
            lines.extend(self.reply(wait));
        }
        if std::mem::replace(&mut self.due, DueReply::No) == DueReply::First {
            self.session.forget_history();
        }
        self.saved_with(Answer::of(lines), had_name)
    }

    /// Lets the opponent make a ply.
    fn reply(&mut self, wait: Option<fn()>) -> Vec<String> {
        let Some(opponent) = &mut self.opponent else {
            return Vec::new();
        };
        let mv = opponent.choose(self.session.position(), wait);
        let line = match self.play_one(&mv) {
            Ok(line) => {
                self.session.join_last_edit();
                line
            }
            Err(error) => {
                // Otherwise it would be asked again and again.
                self.due = DueReply::No;
                error.to_string()
            }
        };
        [line].into_iter().chain(end_lines(&self.session)).collect()
    }

    /// An answer of the opponent goes along with the ply that it answers.
    fn undo_or_redo(&mut self, undo: bool) -> Answer {
        let done = if undo {
            self.session.undo()
        } else {
            self.session.redo()
        };
        let Some(kind) = done else {
            return self.nothing_done(undo);
        };
        let what = match kind {
            EditKind::Ply => "the ply",
            EditKind::Plies => "the ply with the answer to it",
            EditKind::Comment => "the comment",
            EditKind::Removal => "the removal",
            EditKind::Promotion => "the change of the main line",
            EditKind::Markup => "the mark",
            _ => "the change",
        };
        let verb = if undo { "undone" } else { "made again" };
        Answer::line(format!("{what} is {verb}")).and([place(&self.session)])
    }

    /// Why there is nothing to undo or redo, and what else takes a ply back.
    fn nothing_done(&self, undo: bool) -> Answer {
        let answer = Answer::refused(if undo {
            "there is nothing to undo since the game was opened"
        } else {
            "there is nothing to redo"
        });
        let can_remove = undo
            && self
                .session
                .tree()
                .node(self.session.cursor())
                .parent
                .is_some();
        let hint = "`delete` removes this ply with all that follows";
        answer.and(can_remove.then(|| hint.to_owned()))
    }
}

/// What becomes of an illegal ply in place of which a move is played.
const KEPT_BESIDE: &str =
    "the illegal ply is kept beside it: `promote` makes this line the main line";

fn saved_in(name: &str) -> String {
    format!("the game is saved in {}", safe(name))
}
