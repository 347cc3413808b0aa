//! A record that is shown and edited.

use kifu::{
    diagram::Location,
    editor::{
        Choice, EditError, EditKind, LegalPoints, MoveInput, NewGame, Session, Standing,
        completions,
    },
    games::{Direction, Game, Move, Point, StoneColor},
    record::{escape_move, read, read_move, read_size},
    ruleset,
    verify::{Finding, Options},
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    details, json,
    ply_counts::{PlyCounts, last_change},
    point_choices::{self, PointData},
    refusal::Answer,
    tree_data::TreeData,
    view_data::{Unfinished, ViewData, ViewOptions},
};

/// A session, the move that is put together, and the text it was opened with.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Editor {
    session: Session,
    input: MoveInput,
    /// The legal moves at the cursor, once they are needed.
    legal: Option<LegalPoints>,
    text: String,
    /// Whether the game began here.
    is_new: bool,
    counts: PlyCounts,
}

/// A game that begins.
#[derive(Deserialize)]
struct NewGameData {
    ruleset: String,
    size: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    grey: String,
    #[serde(default)]
    yellow: String,
    #[serde(default)]
    date: String,
    #[serde(default)]
    line: String,
}

/// What can be played at the cursor.
#[derive(Serialize)]
struct PlayData {
    points: Vec<PointData>,
    /// The moves that name no point.
    others: Vec<String>,
    /// The points chosen so far.
    chosen: Vec<String>,
    /// Whether they are a move already.
    complete: bool,
    over: bool,
}

fn errors(findings: &[Finding]) -> String {
    let told = findings.first().map(Finding::message);
    told.unwrap_or_else(|| "there is no record".to_owned())
}

#[wasm_bindgen]
impl Editor {
    /// Opens the first record of a text; of a malformed one what can be read before the damage.
    ///
    /// # Errors
    ///
    /// Why nothing of it can be played.
    pub fn open(text: &str) -> Result<Editor, String> {
        let record = read(text).next().ok_or("there is no record")?;
        let options = Options {
            partial: true,
            ..Options::default()
        };
        let session = Session::open(&record, options);
        let session = session.map_err(|findings| errors(&findings))?;
        Ok(Editor::of(session, text.to_owned(), false))
    }

    /// Begins a game; its details are JSON.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn create(game: &str) -> Result<Editor, String> {
        let data: NewGameData = serde_json::from_str(game).map_err(|error| error.to_string())?;
        let ruleset = ruleset::by_name(&data.ruleset).ok_or("there is no such ruleset")?;
        let mut game = NewGame::of(ruleset);
        if !data.size.is_empty() {
            let size = read_size(&data.size).and_then(|written| written.size);
            game.size = size.ok_or("the size is one number or two, such as 9 or 7:9")?;
        }
        let given = |text: &'_ str| !text.trim().is_empty();
        game.black = Some(data.black.as_str()).filter(|text| given(text));
        game.white = Some(data.white.as_str()).filter(|text| given(text));
        game.grey = Some(data.grey.as_str()).filter(|text| given(text));
        game.yellow = Some(data.yellow.as_str()).filter(|text| given(text));
        game.date = Some(data.date.as_str()).filter(|text| given(text));
        game.line = Some(data.line.as_str()).filter(|text| given(text));
        let session = Session::new(&game).map_err(|findings| errors(&findings))?;
        Ok(Editor::of(session, game.to_text(), true))
    }

    fn of(session: Session, text: String, is_new: bool) -> Editor {
        Editor {
            session,
            input: MoveInput::default(),
            legal: None,
            text,
            is_new,
            counts: PlyCounts::default(),
        }
    }

    /// The tree as JSON.
    pub fn tree(&self) -> String {
        // A game that goes on is not finished, which need not be told.
        let goes_on = self.is_new || self.session.edits() > 0;
        json(&TreeData::of(&self.session, &self.text, goes_on))
    }

    /// The text that the record was opened with.
    pub fn source(&self) -> String {
        self.text.clone()
    }

    /// The record in canonical form.
    ///
    /// # Errors
    ///
    /// If it exceeds a limit of the format.
    pub fn text(&self) -> Result<String, String> {
        self.session.to_text().map_err(|error| error.to_string())
    }

    /// The number of edits so far.
    pub fn edits(&self) -> f64 {
        // Nobody makes more edits than a float can count.
        #[allow(clippy::cast_precision_loss)]
        let edits = self.session.edits() as f64;
        edits
    }

    /// The position at the cursor, as JSON.
    pub fn view(&mut self, options: &str) -> String {
        let options: ViewOptions = serde_json::from_str(options).unwrap_or_default();
        let captured = self.counts.captured(&mut self.session);
        let numbers = if options.numbers {
            self.counts.numbers(&self.session)
        } else {
            Vec::new()
        };
        let points: Vec<Location> = self.input.points().into_iter().map(Into::into).collect();
        let pieces = self.input.pieces(self.session.position());
        let unfinished = Unfinished {
            pieces: (!points.is_empty()).then_some(&pieces[..]),
            points: &points,
            numbers: &numbers,
        };
        json(&ViewData::of(
            &self.session,
            &options,
            &unfinished,
            captured,
        ))
    }

    /// What can be played at the cursor, as JSON.
    pub fn playable(&mut self) -> String {
        self.find_legal();
        let none = LegalPoints::default();
        let legal = self.legal.as_ref().unwrap_or(&none);
        let position = self.session.position();
        let is_over = position.is_game_over();
        let can_play = !is_over && self.session.played_from().is_some();
        let mut others: Vec<String> = legal.without_point().iter().map(Move::to_string).collect();
        others.extend(
            position
                .is_legal(&Move::Resign)
                .then(|| Move::Resign.to_string()),
        );
        let chosen = self.input.points();
        json(&PlayData {
            points: if can_play {
                point_choices::choices(position, &self.input, legal)
            } else {
                point_choices::choices(position, &MoveInput::default(), &none)
            },
            others: if can_play { others } else { Vec::new() },
            complete: position.game() == Game::Sygo && !chosen.is_empty(),
            chosen: chosen.iter().map(Point::to_string).collect(),
            over: is_over,
        })
    }

    /// The moves whose spelling begins with a text, as JSON.
    pub fn completions(&self, typed: &str) -> String {
        const MOST: usize = 200;
        let position = self.session.position();
        // A large board of Bamogo has millions of moves.
        if self.legal.as_ref().is_some_and(LegalPoints::is_empty) {
            return "[]".to_owned();
        }
        let mut all = completions(position, typed);
        all.truncate(MOST);
        json(&all)
    }

    /// Chooses a point, with what is chosen besides it; the last point of a move plays it. Returns JSON.
    pub fn choose(&mut self, column: u16, row: u16, choice: &str) -> String {
        let at = Point::new(column, row);
        self.find_legal();
        let answer = self.chosen(at, choice);
        if answer.done == "played" {
            self.input.clear();
        }
        json(&answer)
    }

    /// Plays a move that is typed. Returns JSON.
    pub fn play(&mut self, typed: &str) -> String {
        json(&self.play_text(typed))
    }

    /// Why a move that is typed is not played here, as JSON; `null` if it is.
    #[wasm_bindgen(js_name = whyNot)]
    pub fn why_not(&self, typed: &str) -> String {
        json(&self.refusal(typed))
    }

    /// Plays the points chosen so far. Returns JSON.
    pub fn finish(&mut self) -> String {
        let mv = Move::Stones(self.input.points()).canonical();
        let answer = self.play_text(&mv.to_string());
        json(&answer)
    }

    /// Takes back the last point chosen, if there is one, else the last edit; returns whether there was something.
    pub fn undo(&mut self) -> bool {
        if self.input.take_back() {
            return true;
        }
        let undone = self.session.undo();
        self.changed();
        undone.is_some()
    }

    /// Makes the edit again that was undone last; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let redone: Option<EditKind> = self.session.redo();
        self.changed();
        redone.is_some()
    }

    /// Whether there is something to undo.
    #[wasm_bindgen(js_name = canUndo)]
    pub fn can_undo(&self) -> bool {
        !self.input.is_empty() || self.session.can_undo()
    }

    /// Whether there is something to redo.
    #[wasm_bindgen(js_name = canRedo)]
    pub fn can_redo(&self) -> bool {
        self.session.can_redo()
    }

    /// Says that the game goes on: that it is not finished need not be told.
    pub fn resume(&mut self) {
        self.is_new = true;
    }

    /// Forgets the points chosen so far.
    pub fn cancel(&mut self) {
        self.input.clear();
    }

    /// Moves the cursor.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, node: usize) {
        if node < self.session.tree().len() && node != self.session.cursor() {
            self.session.go_to(node);
            self.changed();
        }
    }

    /// The node of the cursor.
    pub fn cursor(&self) -> usize {
        self.session.cursor()
    }

    /// Writes the comment at the cursor.
    #[wasm_bindgen(js_name = setComment)]
    pub fn set_comment(&mut self, text: &str) {
        self.session.set_comment(text);
    }

    /// A text of the root.
    pub fn detail(&self, letters: &str) -> String {
        self.session.detail(letters)
    }

    /// Writes a text of the root.
    #[wasm_bindgen(js_name = setDetail)]
    pub fn set_detail(&mut self, letters: &str, text: &str) {
        self.session.set_detail(letters, text);
    }

    /// Which of some texts of the root, `[[letters, text], …]`, the record must not have, and why: JSON, `null` if none.
    #[wasm_bindgen(js_name = refusedDetail)]
    pub fn refused_detail(&self, details: &str) -> String {
        let details: Vec<(String, String)> = serde_json::from_str(details).unwrap_or_default();
        json(&details::refused(&self.session, &details))
    }

    /// Marks a point, or removes its mark.
    pub fn mark(&mut self, column: u16, row: u16, letters: &str, label: &str) {
        self.session.mark(Point::new(column, row), letters, label);
    }

    /// Removes the node of the cursor with all that follows.
    pub fn remove(&mut self) -> bool {
        let removed = self.session.remove();
        self.changed();
        removed
    }

    /// Makes the line to the cursor the main line.
    pub fn promote(&mut self) -> bool {
        self.session.promote()
    }
}

impl Editor {
    fn changed(&mut self) {
        self.input.clear();
        self.legal = None;
    }

    fn find_legal(&mut self) {
        if self.legal.is_none() && self.session.played_from().is_some() {
            self.legal = Some(point_choices::legal(self.session.position()));
        }
    }

    fn chosen(&mut self, at: Point, choice: &str) -> Answer {
        let legal = self.legal.clone().unwrap_or_default();
        let position = self.session.position();
        if self.session.played_from().is_none() {
            return Answer::error(&EditError::BehindIllegal);
        }
        if position.is_game_over() {
            return Answer::game_over();
        }
        let wall = Direction::ALL
            .into_iter()
            .find(|wall| format!("{wall:?}").eq_ignore_ascii_case(choice));
        match (position.game(), wall) {
            (Game::Bargo, Some(wall)) => return self.play_move(&Move::Walled(at, wall)),
            (Game::Ugo, _) if choice == "stone" => return self.play_move(&Move::Stone(at)),
            (Game::Ugo, _) if choice == "king" => return self.play_move(&Move::King(at)),
            _ => {}
        }
        let mut letters = choice.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && let Some(color) = StoneColor::from_letter(letter)
        {
            self.input.prefer(Choice::Color(color));
        }
        match position.game() {
            Game::Sygo => {
                if self.input.add(position, &legal, at).is_err() {
                    let mut points = self.input.points();
                    points.push(at);
                    let mv = Move::Stones(points).canonical().to_string();
                    return Answer::refusal(&mv, position).unwrap_or_else(|| {
                        Answer::because("this stone cannot be put in this turn")
                    });
                }
                if self.input.points().len() == 1
                    && self.input.open_points(position, &legal).is_empty()
                {
                    return self.play_move(&Move::Stone(at));
                }
                Answer::chosen()
            }
            Game::Bamogo if self.input.is_empty() || self.input.points().contains(&at) => {
                if let Some(refused) = self.first_of_two(at, &legal) {
                    return refused;
                }
                match self.input.add(position, &legal, at) {
                    Ok(()) => Answer::chosen(),
                    Err(violation) => Answer::because(&violation.to_string()),
                }
            }
            _ => match self.input.complete(position, &legal, at) {
                Some(mv) => self.play_move(&mv),
                None => Answer::because("choose another point"),
            },
        }
    }

    /// Why no move of Bamogo begins at a point, if its moves are known.
    fn first_of_two(&self, at: Point, legal: &LegalPoints) -> Option<Answer> {
        let position = self.session.position();
        if legal.is_empty() || !legal.at(at).is_empty() || !self.input.is_empty() {
            return None;
        }
        let refused = MoveInput::refused_beginning(position, at);
        let told = refused.and_then(|mv| Answer::refusal(&mv.to_string(), position));
        Some(told.unwrap_or_else(|| Answer::because(&format!("no legal move begins at {at}"))))
    }

    fn refusal(&self, typed: &str) -> Option<Answer> {
        if self.session.played_from().is_none() {
            return Some(Answer::error(&EditError::BehindIllegal));
        }
        Answer::refusal(typed, self.session.position())
    }

    fn play_text(&mut self, typed: &str) -> Answer {
        if let Some(refused) = self.refusal(typed) {
            return refused;
        }
        match read_move(self.session.position().game(), &escape_move(typed)) {
            Some(mv) => self.play_move(&mv),
            None => Answer::because("this is no move of the game"),
        }
    }

    fn play_move(&mut self, mv: &Move) -> Answer {
        let written = mv.clone().canonical().to_string();
        let in_place = self.session.standing() != Standing::Legal;
        match self.session.play(mv) {
            Ok(_) => {
                self.changed();
                Answer::played(written, &last_change(&self.session), in_place)
            }
            Err(error) => Answer::refusal(&written, self.session.position())
                .unwrap_or_else(|| Answer::error(&error)),
        }
    }
}
