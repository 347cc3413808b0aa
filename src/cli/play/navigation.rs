//! The commands that change nothing of a record.

use super::{
    answer::{Answer, Request},
    line_command::LineCommand,
    shown_text::beginning,
    words::{branches, help, legal_at, moved, moves, score, variations},
};
use crate::{editor::Session, output::counted, record::safe};

/// Carries out a command that moves the cursor or tells something; refuses those that change the record.
pub(super) fn read_only(session: &mut Session, command: &LineCommand) -> Answer {
    match command {
        LineCommand::Nothing => Answer::default(),
        &LineCommand::Back(count) => {
            let steps = session.back_by(count);
            moved(session, steps > 0, "this is the start")
        }
        &LineCommand::Next(count) => {
            let steps = session.forward_by(count);
            moved(session, steps > 0, "nothing follows")
        }
        LineCommand::Start => {
            session.go_to_start();
            moved(session, true, "")
        }
        LineCommand::End => {
            session.go_to_end();
            moved(session, true, "")
        }
        &LineCommand::Ply(ply) => {
            let reached = session.go_to_ply(ply);
            let answer = moved(session, true, "");
            if reached == ply {
                answer
            } else {
                answer.and([format!(
                    "the line has {}",
                    counted(u64::from(reached), "ply", "plies")
                )])
            }
        }
        LineCommand::Variation(None) => {
            let is_moved = session.go_to_variation(true);
            moved(session, is_moved, "there is no other variation")
        }
        &LineCommand::Variation(Some(number)) => match branches(session).get(number - 1).copied() {
            Some(child) => {
                session.go_to(child);
                moved(session, true, "")
            }
            None => moved(
                session,
                false,
                "there is no such variation; `variations` lists them",
            ),
        },
        LineCommand::Variations => variations(session),
        LineCommand::Comment(None) => match session.comment() {
            comment if comment.is_empty() => Answer::line("there is no comment here"),
            comment => Answer::of(
                beginning(&comment)
                    .lines()
                    .map(|line| safe(line).into_owned()),
            ),
        },
        LineCommand::Legal(None) => Answer::request(Request::Legal),
        LineCommand::Legal(Some(point)) => legal_at(session.position(), point),
        LineCommand::Board => Answer::request(Request::Board),
        LineCommand::Levels => Answer::request(Request::Levels),
        LineCommand::Territory => Answer::request(Request::Territory),
        LineCommand::Score => Answer::of(score(session.position())),
        LineCommand::Moves => Answer::of(moves(session)),
        LineCommand::Help => Answer::of(help(session.position().game())),
        LineCommand::Quit => Answer::request(Request::Quit),
        LineCommand::Wrong(expected) => Answer::refused(*expected),
        _ => Answer::refused("this record is only read"),
    }
}
