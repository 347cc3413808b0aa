//! A game that is played and saved, whatever shows it.

use std::path::Path;

use super::{
    answer::{Answer, Request},
    game_file::GameFile,
    line_command::{COMMANDS, FILE_COMMANDS, LineCommand, words},
};
use crate::{
    cli::score_words::{connection, headline, table},
    diagram::BoardChange,
    editor::{EditError, EditKind, LegalPoints, MoveCheck, NodeIndex, Session, Standing},
    games::{Color, Game, Move, Point, Position},
    lab::Opponent,
    output::in_brief,
    record::safe,
    suggest::nearest,
};

/// A game with its file and perhaps an opponent.
pub(super) struct PlayedGame {
    pub(super) session: Session,
    file: GameFile,
    opponent: Option<SeatedOpponent>,
    /// The edits when it was saved last.
    saved: u64,
}

/// An opponent, and which plies it plays.
pub(super) struct SeatedOpponent {
    pub(super) player: Box<dyn Opponent>,
    /// Whether it plays the first ply and every second one after it, or the others. Colors do not tell, since those of
    /// Margo are exchanged by a swap.
    pub(super) is_first: bool,
}

impl SeatedOpponent {
    fn is_to_move(&self, position: &Position) -> bool {
        !position.is_game_over() && position.plies().is_multiple_of(2) == self.is_first
    }
}

impl PlayedGame {
    /// A game that is gone on with, or a new one.
    pub(super) fn new(
        session: Session,
        file: GameFile,
        opponent: Option<SeatedOpponent>,
    ) -> PlayedGame {
        PlayedGame {
            session,
            file,
            opponent,
            saved: 0,
        }
    }

    /// What is told at the beginning. If the opponent is to move, it moves.
    pub(super) fn begin(&mut self) -> Answer {
        let position = self.session.position();
        let ruleset = self.session.ruleset().map(|ruleset| safe(&ruleset.name));
        let mut lines = vec![format!(
            "{}, size {}, ruleset {}",
            position.game().name(),
            position.size(),
            ruleset.unwrap_or_default()
        )];
        lines.push(match self.file.name() {
            Some(name) => format!("saved after every ply in {}", safe(&name)),
            None => "saved after every ply, in a new file that the first ply creates".to_owned(),
        });
        if let Some(opponent) = &self.opponent {
            lines.push(format!("the opponent is {}", opponent.player.name()));
        }
        let error = self
            .session
            .next_finding()
            .filter(|found| self.session.error_at(found.node).is_some());
        if let Some(found) = error {
            lines.push(in_brief(&found.finding));
            lines.push(
                "what is illegal can be removed: go there with `next`, then `delete`".to_owned(),
            );
        }
        if self.session.tree().len() > 1 {
            lines.push(format!(
                "gone on with at ply {}",
                self.session.position().plies()
            ));
        }
        let answer = Answer::of(lines).and(self.end_lines());
        let replies = self.reply();
        let named_before = self.file.name();
        self.saved_with(answer.and(replies), named_before)
    }

    /// Where it is saved; `None` before the first ply of a game without a name.
    pub(super) fn file_name(&self) -> Option<String> {
        self.file.name()
    }

    /// Whether there are edits that could not be saved.
    pub(super) fn is_unsaved(&self) -> bool {
        self.session.edits() != self.saved && self.is_worth_saving()
    }

    /// A game without plies makes no new file.
    fn is_worth_saving(&self) -> bool {
        self.file.exists() || self.session.tree().len() > 1
    }

    /// Carries out what was typed.
    pub(super) fn execute(&mut self, command: LineCommand) -> Answer {
        let named_before = self.file.name();
        let answer = self.carry_out(command);
        self.saved_with(answer, named_before)
    }

    /// The answer, once what it tells is saved.
    fn saved_with(&mut self, mut answer: Answer, named_before: Option<String>) -> Answer {
        if !self.is_unsaved() {
            return answer;
        }
        match self.save(None) {
            Ok(()) => {
                let name = self.file.name().filter(|_| named_before.is_none());
                let told = name.map(|name| format!("the game is saved in {}", safe(&name)));
                answer.lines.extend(told);
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
        let text = self.session.to_text().map_err(|error| error.to_string())?;
        let saved = match path {
            Some(path) => self.file.save_as(path, &text),
            None => self.file.save(&text),
        };
        saved.map_err(|error| error.to_string())?;
        self.saved = self.session.edits();
        Ok(())
    }

    fn carry_out(&mut self, command: LineCommand) -> Answer {
        match command {
            LineCommand::Nothing => Answer::default(),
            LineCommand::Move(mv) => self.type_move(&mv),
            LineCommand::Undo => self.undo_or_redo(true),
            LineCommand::Redo => self.undo_or_redo(false),
            LineCommand::Back(count) => {
                let moved = (0..count).take_while(|_| self.session.back()).count();
                self.moved(moved > 0, "this is the start")
            }
            LineCommand::Next(count) => {
                let moved = (0..count).take_while(|_| self.session.forward()).count();
                self.moved(moved > 0, "nothing follows")
            }
            LineCommand::Start => {
                self.session.go_to_start();
                self.moved(true, "")
            }
            LineCommand::End => {
                self.session.go_to_end();
                self.moved(true, "")
            }
            LineCommand::Ply(ply) => {
                let reached = self.session.go_to_ply(ply);
                let answer = self.moved(true, "");
                if reached == ply {
                    answer
                } else {
                    answer.and([format!("the line has {reached} plies")])
                }
            }
            LineCommand::Variation(None) => {
                let moved = self.session.go_to_variation(true);
                self.moved(moved, "there is no other variation")
            }
            LineCommand::Variation(Some(number)) => {
                let node = self.session.tree().node(self.session.cursor());
                match node.children.get(number - 1).copied() {
                    Some(child) => {
                        self.session.go_to(child);
                        self.moved(true, "")
                    }
                    None => {
                        self.moved(false, "there is no such variation; `variations` lists them")
                    }
                }
            }
            LineCommand::Variations => self.variations(),
            LineCommand::Promote => {
                if self.session.promote() {
                    Answer::line("this line is the main line now")
                } else {
                    Answer::refused("this is the main line")
                }
            }
            LineCommand::Delete => {
                if self.session.remove() {
                    Answer::line("removed; `undo` brings it back").and([self.place()])
                } else {
                    Answer::refused("the start cannot be removed")
                }
            }
            LineCommand::Comment(None) => match self.session.comment() {
                comment if comment.is_empty() => Answer::line("there is no comment here"),
                comment => Answer::of(comment.lines().map(|line| safe(line).into_owned())),
            },
            LineCommand::Comment(Some(text)) => {
                let text = if text == "-" { "" } else { &text };
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
                self.session.set_comment(&joined);
                Answer::line("commented")
            }
            LineCommand::Detail(letters, text) => {
                self.session.set_detail(letters, &text);
                Answer::line(if text.is_empty() { "removed" } else { "noted" })
            }
            LineCommand::Legal(None) => Answer::request(Request::Legal),
            LineCommand::Legal(Some(point)) => self.legal_at(&point),
            LineCommand::Board => Answer::request(Request::Board),
            LineCommand::Levels => Answer::request(Request::Levels),
            LineCommand::Territory => Answer::request(Request::Territory),
            LineCommand::Score => Answer::of(self.score()),
            LineCommand::Moves => Answer::of(self.moves()),
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
            LineCommand::Help => Answer::of(help(self.session.position().game())),
            LineCommand::Quit => Answer::request(Request::Quit),
            LineCommand::Wrong(expected) => Answer::refused(expected),
        }
    }

    /// Plays what was typed, or says why not.
    fn type_move(&mut self, typed: &str) -> Answer {
        if self.session.standing() != Standing::Legal {
            return self.behind_illegal();
        }
        let check = MoveCheck::new(typed, self.session.position());
        let Some(mv) = check.mv.clone().filter(|_| check.is_legal()) else {
            return refusal(typed, &check);
        };
        let warnings: Vec<String> = check.findings.iter().map(in_brief).collect();
        let follows = self.session.tree().len();
        let answer = match self.play_one(&mv) {
            Ok(line) => Answer::line(line).and(warnings),
            Err(error) => return Answer::refused(error.to_string()),
        };
        let mut answer = answer.and(self.end_lines());
        // A move that was there already is no new one to be answered.
        if self.session.tree().len() > follows {
            let replies = self.reply();
            answer = answer.and(replies);
        }
        answer
    }

    fn behind_illegal(&self) -> Answer {
        Answer::refused(EditError::BehindIllegal.to_string())
            .and(["`back` goes back, `delete` removes this ply with all that follows".to_owned()])
    }

    /// Plays a legal move and tells what it did.
    fn play_one(&mut self, mv: &Move) -> Result<String, EditError> {
        let color = self.session.position().to_move();
        let before = self.session.position().pieces();
        let has_siblings = !self
            .session
            .tree()
            .node(self.session.cursor())
            .children
            .is_empty();
        let count = self.session.tree().len();
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
        Ok(told)
    }

    /// Lets the opponent play, if it is to move.
    fn reply(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let cursor = self.session.cursor();
        let is_end = self.session.tree().node(cursor).children.is_empty();
        if !is_end || self.session.standing() != Standing::Legal {
            return lines;
        }
        let Some(opponent) = &mut self.opponent else {
            return lines;
        };
        if !opponent.is_to_move(self.session.position()) {
            return lines;
        }
        let mv = opponent.player.choose(self.session.position());
        match self.play_one(&mv) {
            Ok(line) => lines.push(line),
            Err(error) => lines.push(error.to_string()),
        }
        lines.extend(self.end_lines());
        lines
    }

    /// With an opponent, up to where the person is to move.
    fn undo_or_redo(&mut self, undo: bool) -> Answer {
        let mut last = None;
        loop {
            let done = if undo {
                self.session.undo()
            } else {
                self.session.redo()
            };
            let Some(kind) = done else { break };
            last = Some(kind);
            let opponent = self.opponent.as_ref();
            let is_theirs = opponent.is_some_and(|other| other.is_to_move(self.session.position()));
            if kind != EditKind::Ply || !is_theirs {
                break;
            }
        }
        let Some(kind) = last else {
            return Answer::refused(if undo {
                "there is nothing to undo"
            } else {
                "there is nothing to redo"
            });
        };
        let what = match kind {
            EditKind::Ply => "the ply",
            EditKind::Comment => "the comment",
            EditKind::Removal => "the removal",
            EditKind::Promotion => "the change of the main line",
            _ => "the change",
        };
        let verb = if undo { "undone" } else { "made again" };
        Answer::line(format!("{what} is {verb}")).and([self.place()])
    }

    fn moved(&self, is_moved: bool, refusal: &str) -> Answer {
        if !is_moved {
            return Answer::refused(refusal);
        }
        let mut answer = Answer::line(self.place());
        if let Some(error) = self.session.error_at(self.session.cursor()) {
            answer.lines.push(in_brief(error));
            answer
                .lines
                .extend(error.help().map(|help| format!("help: {}", safe(&help))));
            answer.points = error
                .board
                .iter()
                .flat_map(|board| board.marks.clone())
                .collect();
        }
        let comment = self.session.comment();
        let comment = comment.lines().map(|line| safe(line).into_owned());
        let end = if self.session.position().is_game_over() {
            self.end_lines()
        } else {
            Vec::new()
        };
        answer.and(comment).and(end)
    }

    /// Where the cursor is: the ply and its move, the variation, what follows.
    pub(super) fn place(&self) -> String {
        let tree = self.session.tree();
        let cursor = self.session.cursor();
        let position = self.session.position();
        let mut place = match (self.session.standing(), self.session.last_ply()) {
            (Standing::Illegal, _) => format!("the illegal ply {}", position.plies() + 1),
            (Standing::AfterIllegal, _) => "behind an illegal ply".to_owned(),
            (_, Some((_, color, mv))) => {
                format!("ply {}: {} {mv}", position.plies(), color.name())
            }
            _ => format!("ply {}", position.plies()),
        };
        if let Some(variation) = tree.variation(cursor) {
            place.push_str(&format!(" in variation {variation}"));
        }
        match tree.node(cursor).children.len() {
            0 | 1 => {}
            count => place.push_str(&format!("; {count} variations follow")),
        }
        place
    }

    fn variations(&self) -> Answer {
        let children = &self.session.tree().node(self.session.cursor()).children;
        if children.is_empty() {
            return Answer::line("nothing follows here");
        }
        let name = |&child: &NodeIndex| {
            let mut moves = self.session.tree().node(child).moves();
            let name = moves
                .next()
                .map_or("no move".to_owned(), |(letters, value)| {
                    format!("{letters} {}", safe(value))
                });
            match self.session.error_at(child) {
                Some(_) => format!("{name} (illegal)"),
                None => name,
            }
        };
        let names = children.iter().map(name);
        Answer::of(
            (1..)
                .zip(names)
                .map(|(number, name)| format!("{number}. {name}")),
        )
    }

    /// What can be played at a point.
    fn legal_at(&self, point: &str) -> Answer {
        let position = self.session.position();
        let Some(at) = read_point(point) else {
            return Answer::refused(format!("`{}` is not a point", safe(point)));
        };
        let legal = LegalPoints::of(position);
        let names: Vec<String> = legal.at(at).iter().map(ToString::to_string).collect();
        if !names.is_empty() {
            return Answer::line(format!("legal at {at}: {}", names.join(" ")));
        }
        let answer = Answer::line(format!("nothing is legal at {at}"));
        // The reason for the simplest move there.
        let mv = match position.game() {
            Game::Bargo => format!("{at}/e"),
            Game::Bamogo => return answer,
            _ => at.to_string(),
        };
        let check = MoveCheck::new(&mv, position);
        answer.and(refusal(&mv, &check).lines)
    }

    /// The score with its parts.
    pub(super) fn score(&self) -> Vec<String> {
        let position = self.session.position();
        let mut lines = vec![headline(position)];
        let parts = position
            .tally()
            .as_ref()
            .map_or_else(|| connection(position), table);
        lines.extend(
            parts
                .lines()
                .map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned()),
        );
        lines
    }

    /// The result, when the game is over here.
    fn end_lines(&self) -> Vec<String> {
        if !self.session.position().is_game_over() {
            return Vec::new();
        }
        let mut lines = vec!["The game is over.".to_owned()];
        lines.extend(self.score());
        lines
    }

    /// The plies up to the cursor, one per line.
    fn moves(&self) -> Vec<String> {
        let path = self.session.tree().path(self.session.cursor());
        let mut lines = Vec::new();
        for node in path {
            for (letters, value) in self.session.tree().node(node).moves() {
                lines.push(format!("{}. {letters} {}", lines.len() + 1, safe(value)));
            }
        }
        if lines.is_empty() {
            lines.push("no ply is played".to_owned());
        }
        lines
    }
}

/// What a ply did.
fn told(ply: u32, color: Color, mv: &Move, change: &BoardChange) -> String {
    let names = |names: Vec<String>| names.join(" ");
    let mut told = format!("ply {ply}: {} {mv}", color.name());
    let captured: Vec<String> = change.captured.iter().map(ToString::to_string).collect();
    if !captured.is_empty() {
        told.push_str(&format!("; captured: {}", names(captured)));
    }
    let flipped: Vec<String> = change.flipped.iter().map(ToString::to_string).collect();
    if !flipped.is_empty() {
        told.push_str(&format!("; recolored: {}", names(flipped)));
    }
    told
}

/// Why a move is refused: the words and the help of `validate`, and the points.
fn refusal(typed: &str, check: &MoveCheck) -> Answer {
    let mut lines: Vec<String> = Vec::new();
    for finding in &check.findings {
        lines.push(in_brief(finding));
        lines.extend(finding.help().map(|help| format!("help: {}", safe(&help))));
    }
    if check.mv.is_none() {
        let word = typed.split_whitespace().next().unwrap_or_default();
        if let Some(similar) = nearest(word, words()) {
            lines.push(format!("did you mean `{similar}`?"));
        }
    }
    let mut points = check.points().to_vec();
    points.sort_unstable();
    points.dedup();
    Answer {
        points,
        is_refused: true,
        ..Answer::of(lines)
    }
}

/// A point as it is written in moves; any game's notation of it will do.
fn read_point(text: &str) -> Option<Point> {
    let mv = Move::parse(Game::Sygo, text).ok()?;
    match mv.points()[..] {
        [point] => Some(point),
        _ => None,
    }
}

/// What can be typed in a game.
pub(super) fn help(game: Game) -> Vec<String> {
    let moves = match game {
        Game::Bargo => {
            "a cell and the edge for its wall, as in `c4/ne`; `button`, `pass`, `resign`"
        }
        Game::Sygo => "`d4`, or several stones as in `d15,q15,k10`; `pass`, `resign`",
        Game::Ugo => "a stone `d4` or a king `Kd4`; `button`, `pass`, `resign`",
        Game::Bamogo => "a pair as in `Rd4,Gd5`, or a switch `d4<>d5`; `resign`",
        Game::Margo => "a point `c5`, perhaps with its level as in `2d6`; `swap`, `resign`",
    };
    let mut lines = vec![
        format!("Moves of {}: {moves}.", game.name()),
        "Commands:".to_owned(),
    ];
    let commands = COMMANDS.iter().chain(&FILE_COMMANDS);
    let commands = commands.filter(|(_, meaning)| !meaning.is_empty());
    lines.extend(commands.map(|(command, meaning)| format!("  {command:<15} {meaning}")));
    lines
}
