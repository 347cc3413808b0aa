//! `kifu batch --input jsonl`: records come in as lines of JSON, and each line is answered with
//! a line, in order and without delay, so that a program can use kifu through a pipe.

use std::{
    borrow::Cow,
    io::{self, BufRead},
    sync::{
        Mutex,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    enough_stack::with_enough_stack,
    error::CliError,
    exit::Exit,
    input::UTF8_MARK,
    json_lines::{JsonLines, ReadLine},
    output::Output,
    output_args::OutputArgs,
};
use crate::{
    record::{self, Limits},
    report::{AnswerLine, LineIndex, RecordReport},
    verify::{ArchiveFault, Options, archive_finding, verify},
};

/// JSON takes at most this many bytes for one byte of a record: `\u0041`.
const ESCAPED: usize = 6;
/// The longest line, if records are not larger, in bytes.
const MAX_ESCAPED: usize = 96 * 1024 * 1024;
/// Bytes of a line besides the record.
const BESIDES: usize = 1024 * 1024;

/// Answers lines of JSON.
pub(super) struct LineServer<'l> {
    /// The name of the input in the output.
    pub(super) source: &'l str,
    /// How records are verified.
    pub(super) options: &'l Options,
    /// The limits of records.
    pub(super) limits: Limits,
    /// What counts for the exit status.
    pub(super) output_args: &'l OutputArgs,
    /// The number of threads.
    pub(super) jobs: usize,
}

/// A line of input. Other keys are ignored.
#[derive(Deserialize)]
struct InputLine<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
    #[serde(borrow, default)]
    record: Option<&'l RawValue>,
}

/// A JSON string.
#[derive(Deserialize)]
#[serde(transparent)]
struct JsonText<'l>(#[serde(borrow)] Cow<'l, str>);

/// A line of output.
struct Answer {
    text: Vec<u8>,
    exit: Exit,
}

/// The remaining input, which the threads read in turn.
struct LineQueue<'q> {
    lines: JsonLines<'q>,
    /// The number of the last line read, from 1.
    number: usize,
    /// Receives the channel of the answer to each line, in order; `None` after the last line.
    answers: Option<SyncSender<io::Result<Receiver<Answer>>>>,
}

impl LineServer<'_> {
    /// Answers all lines, each as soon as it and those before it are verified.
    pub(super) fn run(
        &self,
        input: &mut (dyn BufRead + Send),
        output: &mut Output,
    ) -> Result<Exit, CliError> {
        let (sender, answers) = sync_channel(self.jobs);
        let queue = Mutex::new(LineQueue {
            lines: JsonLines::new(input),
            number: 0,
            answers: Some(sender),
        });
        let exit = thread::scope(|scope| {
            for started in 0..self.jobs {
                let work = || with_enough_stack(|| self.work(&queue));
                let thread = thread::Builder::new().spawn_scoped(scope, work);
                match thread {
                    // Fewer threads do as well.
                    Err(_) if started > 0 => break,
                    Err(error) => return Err(CliError::Thread(error)),
                    Ok(_) => {}
                }
            }
            // The receiver is dropped at the end, which stops threads that still work.
            self.write_answers(answers, output)
        })?;
        Ok(match exit {
            Exit::Found if self.output_args.exit_zero => Exit::Fine,
            exit => exit,
        })
    }

    /// Writes the answers in the order of the lines.
    fn write_answers(
        &self,
        answers: Receiver<io::Result<Receiver<Answer>>>,
        output: &mut Output,
    ) -> Result<Exit, CliError> {
        let mut exit = Exit::Fine;
        for answer in answers {
            let answer = answer.map_err(|error| CliError::Read {
                path: self.source.to_owned(),
                error,
            })?;
            // A thread without an answer has panicked, which the scope propagates.
            let Ok(answer) = answer.recv() else { break };
            exit = exit.max(answer.exit);
            output.with(|out| {
                out.write_all(&answer.text)?;
                out.flush()
            })?;
        }
        Ok(exit)
    }

    /// Reads and answers one line after the other.
    fn work(&self, queue: &Mutex<LineQueue>) {
        let limit = self
            .limits
            .max_record
            .saturating_mul(ESCAPED)
            .min(MAX_ESCAPED.max(self.limits.max_record))
            .saturating_add(BESIDES);
        loop {
            // While a thread waits for a line, others verify those before it.
            let next = queue.lock().map(|mut queue| queue.next(limit));
            let Ok(Some((number, line, answer))) = next else {
                return;
            };
            // The receiver is gone if the output could not be written.
            let _ = answer.send(self.answer(number, &line));
        }
    }

    fn answer(&self, number: usize, line: &ReadLine) -> Answer {
        let ReadLine::Line(bytes) = line else {
            return self.refuse(number, "is too long for a record", None);
        };
        let bytes = match bytes.strip_prefix(UTF8_MARK) {
            Some(rest) if number == 1 => rest,
            _ => bytes,
        };
        // Serde would read an array as the fields of the object.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return self.refuse(number, "is a JSON array, expected an object", None);
        }
        let InputLine { id, record } = match serde_json::from_slice(bytes) {
            Ok(line) => line,
            Err(error) if error.is_data() => {
                return self.refuse(number, "is not a JSON object with a `record`", None);
            }
            Err(error) => {
                let reason = format!("is not valid JSON: error in column {}", error.column());
                return self.refuse(number, &reason, None);
            }
        };
        let Some(record) = record else {
            return self.refuse(number, "has no `record`", id);
        };
        match serde_json::from_str(record.get()) {
            Ok(JsonText(record)) => self.verify(number, &record, id),
            Err(_) => self.refuse(number, "has a `record` that is not a text", id),
        }
    }

    fn verify(&self, number: usize, text: &str, id: Option<&RawValue>) -> Answer {
        let mut records = record::read_within(text, self.limits);
        let first = records.next();
        let Some(record) = first.filter(|_| records.next().is_none()) else {
            return self.refuse(number, "contains several records: write one per line", id);
        };
        let report = RecordReport {
            source: self.source.to_owned(),
            index: number,
            verdict: Ok(verify(&record, self.options)),
        };
        let exit = self.output_args.exit_of(&report);
        answer(&report, &LineIndex::new(text), id, exit)
    }

    /// The answer to a line without a record.
    fn refuse(&self, number: usize, reason: &str, id: Option<&RawValue>) -> Answer {
        let finding = archive_finding(ArchiveFault::Format, &format!("line {number} {reason}"));
        let report = RecordReport {
            source: self.source.to_owned(),
            index: 0,
            verdict: Err(Box::new(finding)),
        };
        answer(&report, &LineIndex::new(""), id, Exit::Failed)
    }
}

fn answer(report: &RecordReport, lines: &LineIndex, id: Option<&RawValue>, exit: Exit) -> Answer {
    let mut text = Vec::new();
    // Cannot fail: memory can always be written to, and all keys are strings.
    let _ = serde_json::to_writer(&mut text, &AnswerLine::new(report, lines, id));
    text.push(b'\n');
    Answer { text, exit }
}

impl LineQueue<'_> {
    /// The next line, its number, and the channel for its answer; `None` at the end.
    fn next(&mut self, limit: usize) -> Option<(usize, ReadLine, SyncSender<Answer>)> {
        let answers = self.answers.take()?;
        let line = match self.lines.next_line(limit) {
            Ok(line) => line?,
            Err(error) => {
                // The receiver is gone if the output could not be written.
                let _ = answers.send(Err(error));
                return None;
            }
        };
        let (sender, receiver) = sync_channel(1);
        answers.send(Ok(receiver)).ok()?;
        self.answers = Some(answers);
        self.number += 1;
        Some((self.number, line, sender))
    }
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
        let lines = LineServer {
            source: "-",
            options: &Options::default(),
            limits: Limits {
                max_record,
                ..Limits::default()
            },
            output_args: &OutputArgs::default(),
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
    fn every_line_is_answered_in_order_even_if_invalid() {
        let mut input = line(&json!({"deep": [1, null]}), "(;GM[ugo]SZ[5];B[c3];W[c3])");
        input += "\n{\"record\":\"(;GM[ugo]SZ[5]RE[?];B[c3])\",\"more\":1}\r\n";
        input += "{\"id\":1}\n[7,\"(;GM[ugo]SZ[5]RE[?];B[c3])\"]\nnot JSON\n{\"id\":1.50,\"record\":\"\\ud800\"}\n";
        input += &line(&json!("two"), "(;GM[ugo];B[c3])(;GM[ugo])");
        input += &line(&json!("none"), "");
        input += line(&json!("last"), "(;GM[ugo]SZ[5]RE[?];B[c3])").trim_end();
        let (exit, answers) = answers(input.as_bytes(), 3, 100);
        assert_eq!(exit, Exit::Failed);
        let summaries: Vec<_> = answers
            .iter()
            .map(|answer| {
                let code = &answer["findings"][0]["code"];
                (&answer["id"], &answer["index"], &answer["status"], code)
            })
            .map(|summary| json!(summary))
            .collect();
        assert_eq!(
            summaries,
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
        assert_eq!(message(3), "line 4 has no `record`");
        assert_eq!(
            message(7),
            "line 8 contains several records: write one per line"
        );
    }

    #[test]
    fn lines_that_are_too_large_are_answered_and_the_rest_continues() {
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
    fn a_line_without_an_end_is_answered_at_the_limit() {
        use std::io::{BufReader, Read};

        let mut input = BufReader::new(io::repeat(0).take(1100));
        let mut lines = JsonLines::new(&mut input);
        assert!(matches!(lines.next_line(100), Ok(Some(ReadLine::TooLong))));
        let mut rest = Vec::new();
        input.read_to_end(&mut rest).unwrap();
        assert_eq!(rest.len(), 1100 - 101);
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
