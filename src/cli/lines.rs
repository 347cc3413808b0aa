//! `kifu batch --input jsonl`: records come in as lines of JSON, and every line is answered by
//! a line, in order and at once. So a program can talk to kifu through a pipe.

use std::{
    borrow::Cow,
    io::{self, BufRead, Read},
    sync::{
        Mutex,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    common::OutputArgs,
    exit::{Exit, Failure},
    output::Output,
};
use crate::{
    record::{self, Limits},
    report::{AnswerLine, LineIndex, RecordReport},
    verify::{Options, archive_finding, verify},
};

/// A character of a record takes at most so many bytes of JSON for each of its own: `\u0041`.
const ESCAPED: usize = 6;
/// So much of a line may be something else than the record.
const BESIDES: usize = 1024 * 1024;

/// Answers lines.
pub(super) struct Lines<'l> {
    /// The name that output gives the input.
    pub(super) source: &'l str,
    /// How records are judged.
    pub(super) options: &'l Options,
    /// How large records may be.
    pub(super) limits: Limits,
    /// What counts for the exit status.
    pub(super) giving: &'l OutputArgs,
    /// So many lines are judged at the same time.
    pub(super) jobs: usize,
}

/// A line that comes in. What else it may hold is not looked at.
#[derive(Deserialize)]
struct Line<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
    #[serde(borrow, default)]
    record: Option<&'l RawValue>,
}

/// A text in JSON.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'l>(#[serde(borrow)] Cow<'l, str>);

/// A line that goes out.
struct Answer {
    text: Vec<u8>,
    exit: Exit,
}

/// What is read at a time.
pub(super) enum Taken {
    /// A line, with its break if it has one.
    Line(Vec<u8>),
    /// A line that is longer than any that is of use.
    TooLong,
}

/// The lines still to be read, which the threads take in turn.
struct Queue<'q> {
    input: &'q mut (dyn BufRead + Send),
    /// The number of the last line taken, from 1.
    number: usize,
    /// Where the answer to each line will come from, in their order; `None` after the last.
    answers: Option<SyncSender<io::Result<Receiver<Answer>>>>,
}

impl Lines<'_> {
    /// Answers all lines, each as soon as it and those before it are judged.
    pub(super) fn run(
        &self,
        input: &mut (dyn BufRead + Send),
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let (sender, answers) = sync_channel(self.jobs);
        let queue = Mutex::new(Queue {
            input,
            number: 0,
            answers: Some(sender),
        });
        let exit = thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| self.work(&queue));
            }
            // What is received is dropped at the end, which ends the work if it goes on.
            self.give(answers, output)
        })?;
        Ok(match exit {
            Exit::Found if self.giving.exit_zero => Exit::Fine,
            exit => exit,
        })
    }

    /// Writes the answers in the order of the lines.
    fn give(
        &self,
        answers: Receiver<io::Result<Receiver<Answer>>>,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Fine;
        for answer in answers {
            let answer = answer.map_err(|error| {
                Failure::refused(format!("{}: it cannot be read: {error}", self.source))
            })?;
            // A thread that gives no answer has panicked, which the scope passes on.
            let Ok(answer) = answer.recv() else { break };
            exit = exit.max(answer.exit);
            output.with(|out| {
                out.write_all(&answer.text)?;
                out.flush()
            })?;
        }
        Ok(exit)
    }

    /// Takes one line after the other and judges it.
    fn work(&self, queue: &Mutex<Queue>) {
        let most = self
            .limits
            .max_record
            .saturating_mul(ESCAPED)
            .saturating_add(BESIDES);
        loop {
            // While a thread waits for a line, others judge those before it.
            let next = queue.lock().map(|mut queue| queue.next(most));
            let Ok(Some((number, taken, answer))) = next else {
                return;
            };
            // Nobody listens any more when the giving out has failed.
            let _ = answer.send(self.answer(number, &taken));
        }
    }

    fn answer(&self, number: usize, taken: &Taken) -> Answer {
        let Taken::Line(bytes) = taken else {
            return self.refuse(number, "is too long for a record", None);
        };
        let refuse = |reason: &str, id| {
            let reason = format!("is not an object with a `record`: {reason}");
            self.refuse(number, &reason, id)
        };
        // A list of as many things would be taken for one.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return refuse("it is a list", None);
        }
        let Line { id, record } = match serde_json::from_slice(bytes) {
            Ok(line) => line,
            Err(error) => return refuse(&in_line(&error), None),
        };
        let Some(record) = record else {
            return refuse("missing field `record`", id);
        };
        match serde_json::from_str(record.get()) {
            Ok(Text(record)) => self.judge(number, &record, id),
            Err(error) => refuse(&in_line(&error), id),
        }
    }

    fn judge(&self, number: usize, text: &str, id: Option<&RawValue>) -> Answer {
        let mut records = record::read_within(text, self.limits);
        let first = records.next();
        let Some(record) = first.filter(|_| records.next().is_none()) else {
            return self.refuse(number, "holds several records: give each a line", id);
        };
        let judged = RecordReport {
            source: self.source.to_owned(),
            index: number,
            verdict: Ok(verify(&record, self.options)),
        };
        let exit = self.giving.exit_of(&judged);
        answer(&judged, &LineIndex::new(text), id, exit)
    }

    /// The answer to a line that holds nothing to judge.
    fn refuse(&self, number: usize, reason: &str, id: Option<&RawValue>) -> Answer {
        let finding = archive_finding("archive::format", &format!("line {number} {reason}"));
        let judged = RecordReport {
            source: self.source.to_owned(),
            index: 0,
            verdict: Err(Box::new(finding)),
        };
        answer(&judged, &LineIndex::new(""), id, Exit::Failed)
    }
}

fn answer(judged: &RecordReport, places: &LineIndex, id: Option<&RawValue>, exit: Exit) -> Answer {
    let mut text = Vec::new();
    // Memory can always be written to, and all keys are text.
    let _ = serde_json::to_writer(&mut text, &AnswerLine::new(judged, places, id));
    text.push(b'\n');
    Answer { text, exit }
}

impl Queue<'_> {
    /// The next line, its number, and where the answer goes; `None` when there is nothing more to do.
    fn next(&mut self, most: usize) -> Option<(usize, Taken, SyncSender<Answer>)> {
        let answers = self.answers.take()?;
        let taken = match take_line(self.input, most) {
            Ok(taken) => taken?,
            Err(error) => {
                // Nobody listens any more when the giving out has failed.
                let _ = answers.send(Err(error));
                return None;
            }
        };
        let (sender, receiver) = sync_channel(1);
        answers.send(Ok(receiver)).ok()?;
        self.answers = Some(answers);
        self.number += 1;
        Some((self.number, taken, sender))
    }
}

/// What is wrong with a line of JSON. The parser counts lines too, but has seen one only.
pub(super) fn in_line(error: &serde_json::Error) -> String {
    let error = error.to_string();
    match error.rsplit_once(" at line ") {
        Some((reason, _)) => reason.to_owned(),
        None => error,
    }
}

/// The next line, if it is not longer than so many bytes; `None` at the end.
pub(super) fn take_line(input: &mut dyn BufRead, most: usize) -> io::Result<Option<Taken>> {
    let mut line = Vec::new();
    input.take(most as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() <= most || line.ends_with(b"\n") {
        return Ok(Some(Taken::Line(line)));
    }
    drop(line);
    input.skip_until(b'\n')?;
    Ok(Some(Taken::TooLong))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The status and the answers that lines get.
    fn answers(input: &[u8], jobs: usize, max_record: usize) -> (Exit, Vec<Value>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut output = Output::open(Some(&path)).unwrap();
        let lines = Lines {
            source: "-",
            options: &Options::default(),
            limits: Limits {
                max_record,
                ..Limits::default()
            },
            giving: &OutputArgs::default(),
            jobs,
        };
        let exit = lines.run(&mut &*input, &mut output).ok().unwrap();
        output.finish().ok().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let values = text.lines().map(|line| serde_json::from_str(line).unwrap());
        (exit, values.collect())
    }

    fn line(id: &Value, record: &str) -> String {
        json!({"id": id, "record": record}).to_string() + "\n"
    }

    #[test]
    fn every_line_gets_an_answer_in_order_whatever_is_wrong_with_it() {
        let mut input = line(&json!({"deep": [1, null]}), "(;GM[ugo]SZ[5];B[c3];W[c3])");
        input += "\n{\"record\":\"(;GM[ugo]SZ[5]RE[?];B[c3])\",\"more\":1}\r\n";
        input += "{\"id\":1}\n[7,\"(;GM[ugo]SZ[5]RE[?];B[c3])\"]\nnot JSON\n{\"id\":1.50,\"record\":\"\\ud800\"}\n";
        input += &line(&json!("two"), "(;GM[ugo];B[c3])(;GM[ugo])");
        input += &line(&json!("none"), "");
        input += line(&json!("last"), "(;GM[ugo]SZ[5]RE[?];B[c3])").trim_end();
        let (exit, answers) = answers(input.as_bytes(), 3, 100);
        assert_eq!(exit, Exit::Failed);
        let told: Vec<_> = answers
            .iter()
            .map(|answer| {
                let code = &answer["findings"][0]["code"];
                (&answer["id"], &answer["index"], &answer["status"], code)
            })
            .map(|told| json!(told))
            .collect();
        assert_eq!(
            told,
            [
                json!([{"deep": [1, null]}, 1, "invalid", "ugo::occupied"]),
                json!([null, 0, "unreadable", "archive::format"]),
                json!([null, 3, "valid", null]),
                json!([1, 0, "unreadable", "archive::format"]),
                json!([null, 0, "unreadable", "archive::format"]),
                json!([null, 0, "unreadable", "archive::format"]),
                json!([1.5, 0, "unreadable", "archive::format"]),
                json!(["two", 0, "unreadable", "archive::format"]),
                json!(["none", 9, "malformed", "syntax::no-record"]),
                json!(["last", 10, "valid", null]),
            ]
        );
        let message = |at: usize| answers[at]["findings"][0]["message"].as_str().unwrap();
        assert_eq!(
            message(3),
            "line 4 is not an object with a `record`: missing field `record`"
        );
        assert_eq!(message(7), "line 8 holds several records: give each a line");
    }

    #[test]
    fn what_is_too_large_is_answered_and_the_rest_goes_on() {
        let large = format!("(;GM[ugo]C[{}])", "x".repeat(200));
        let fitting = "(;GM[ugo]SZ[5]RE[?];B[c3])";
        let input = [
            line(&json!(1), &large),
            line(&json!(2), &"x".repeat(ESCAPED * 100 + BESIDES)),
            line(&json!(3), fitting),
        ];
        let (exit, answers) = answers(input.concat().as_bytes(), 2, 100);
        assert_eq!(exit, Exit::Failed);
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0]["findings"][0]["code"], "limit::record-size");
        assert_eq!(answers[1]["status"], "unreadable");
        assert_eq!(answers[2]["status"], "valid");
    }

    #[test]
    fn the_answers_are_the_same_for_any_number_of_jobs() {
        let lines = (0..300).map(|number| {
            let point = ["a1", "b2", "c3", "d4", "z9"][number % 5];
            let plies = ";B[c3];W[d4];B[e5]".repeat(number % 7);
            line(
                &json!(number),
                &format!("(;GM[ugo]SZ[5]{plies};B[{point}])"),
            )
        });
        let input: String = lines.collect();
        let alone = answers(input.as_bytes(), 1, 1000);
        assert_eq!(alone.1.len(), 300);
        assert!(
            alone
                .1
                .iter()
                .enumerate()
                .all(|(at, answer)| answer["id"] == at)
        );
        assert_eq!(answers(input.as_bytes(), 7, 1000), alone);
    }
}
