//! The verdicts of the WebAssembly under Node.js, and those of the program.

use std::{
    fmt::Write as _,
    io::Write,
    process::{Command, Stdio},
};

use kifu::ruleset;

use super::{built, is_built};
use crate::common::convert::{random, samples};

#[path = "../../../../web/src/comparison.rs"]
mod described;

/// Records that are compared, unless `KIFU_WEB_RECORDS` names another number.
const RECORDS: usize = 600;

/// Why they cannot be compared.
pub(crate) fn is_there() -> Result<(), String> {
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|node| node.status.success()) {
        return Err("Node.js is not installed".to_owned());
    }
    is_built()
}

/// Sample records, random games, and each of them spoilt in some places.
fn texts(count: usize) -> Vec<Vec<u8>> {
    let mut legal: Vec<Vec<u8>> = samples()
        .into_iter()
        .map(|(_, decoded)| decoded.text.clone().into_bytes())
        .collect();
    let rulesets = ruleset::embedded();
    for number in 0.. {
        if legal.len() >= count.div_ceil(2) {
            break;
        }
        let ruleset = &rulesets[number % rulesets.len()];
        legal.push(random(ruleset, number as u64).into_bytes());
    }
    let spoilt: Vec<Vec<u8>> = legal
        .iter()
        .enumerate()
        .map(|(number, text)| spoil(text, number as u64))
        .collect();
    legal.extend(spoilt);
    legal.truncate(count);
    legal
}

/// Exchanges, removes and doubles some bytes.
fn spoil(text: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % below.max(1)
    };
    let mut spoilt = text.to_vec();
    for _ in 0..=next(4) {
        let at = next(spoilt.len());
        match next(5) {
            0 => spoilt[at] = b"[]();BWabc123:\\\xe9\0"[next(17)],
            1 => drop(spoilt.remove(at)),
            2 => spoilt.insert(at, spoilt[next(spoilt.len())]),
            3 => {
                // A property goes elsewhere.
                let end = (at + next(12)).min(spoilt.len());
                let part: Vec<u8> = spoilt.drain(at..end).collect();
                let to = next(spoilt.len());
                spoilt.splice(to..to, part);
            }
            _ => spoilt.truncate(spoilt.len() - next(20).min(spoilt.len() - 1)),
        }
    }
    spoilt
}

pub(crate) fn verdicts_in_webassembly_are_those_of_the_program() {
    let count = std::env::var("KIFU_WEB_RECORDS")
        .ok()
        .and_then(|count| count.parse().ok());
    let texts = texts(count.unwrap_or(RECORDS));
    let mut input = Vec::new();
    for text in &texts {
        let length = u32::try_from(text.len()).expect("a short text");
        input.extend(length.to_le_bytes());
        input.extend(text);
    }
    let mut node = Command::new("node")
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/external/browser/web/verdicts.js"
        ))
        .arg(built("core"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node.js runs");
    let mut pipe = node.stdin.take().expect("a pipe");
    let writing = std::thread::spawn(move || pipe.write_all(&input));
    let output = node.wait_with_output().expect("Node.js ends");
    writing.join().expect("no panic").expect("Node.js reads");
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    let told: Vec<&str> = told.split_terminator('\u{1e}').collect();
    assert_eq!(told.len(), texts.len());
    let mut differing = String::new();
    for (number, (text, told)) in texts.iter().zip(told).enumerate() {
        let own = described::comparable_verdicts(text);
        if own.replace('\u{1e}', "?") != told {
            let _ = writeln!(
                differing,
                "{number}: {}\n{own}\n{told}",
                String::from_utf8_lossy(text)
            );
        }
    }
    assert!(differing.is_empty(), "{differing}");
}
