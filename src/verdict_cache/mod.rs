//! A cache of verdicts on disk: text that has been verified before is not verified again.
//!
//! The cache has an entry for every [`Chunk`], found by a hash of all that its verdicts depend on:
//! the text, how it was decoded, the options, the rulesets, and the program itself. For a record
//! without findings the verdict is stored. Findings are displayed with the text around them, so for a record with
//! findings only the span is stored, and the record is verified again. Many entries share a file: see `packs`.
//!
//! It is a separate module because it stores verdicts, not records: reading archives does not depend on it, and it
//! works for chunks from any source. Only `kifu batch` uses it.

mod packs;

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use self::packs::{Packs, is_file};
use crate::{
    games::{ByColor, Color, Game, HalfPoints, Outcome, Size, WinReason},
    record::{Chunk, Decoded, Record},
    ruleset::{self, Ruleset},
    verify::{GameDetails, Options, Status, Verdict, verify},
};

/// A cache folder for one program, one set of options and one set of rulesets.
#[derive(Debug)]
pub struct VerdictCache {
    packs: Packs,
    /// The hash of everything that verdicts depend on besides the text.
    salt: blake3::Hash,
}

/// A verdict and the size of its record, in bytes.
#[derive(Debug)]
pub struct SizedVerdict {
    /// The verdict, without its position.
    pub verdict: Verdict,
    /// The size of the record, in bytes.
    pub bytes: u64,
}

/// The cache entry of a record.
#[derive(Debug, Serialize, Deserialize)]
enum CachedRecord {
    /// The record has no findings: its verdict.
    Clean(Box<CleanVerdict>),
    /// The record has findings: where it starts and ends in the chunk, in bytes, including the text before it.
    Unclean(usize, usize),
}

/// A verdict without findings.
#[derive(Debug, Serialize, Deserialize)]
struct CleanVerdict {
    game: Option<String>,
    ruleset: Option<String>,
    size: Option<(u8, u8)>,
    /// The event, the round and the date.
    details: [Option<String>; 3],
    /// The names of the players and their ranks, in the order of [`Color::ALL`].
    names: [[Option<String>; 4]; 2],
    plies: u32,
    recorded: Option<String>,
    computed: Option<CachedOutcome>,
    score: Option<[i64; 4]>,
    fingerprint: Option<u64>,
    bytes: u64,
}

/// An [`Outcome`] in serializable form: the number of the winner's color, and a margin in half-points.
#[derive(Debug, Serialize, Deserialize)]
enum CachedOutcome {
    Draw,
    Margin(u8, i64),
    Goal(u8),
    Resignation(u8),
}

/// The file that marks a folder as a cache, so that backup programs skip it.
const TAG: &str = "CACHEDIR.TAG";

/// What it says in a cache of this program; others add comments.
const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55\n";

/// The folder of the verdicts.
const VERDICTS: &str = "verdicts";

/// Marks a folder as a cache. Other runs may do so at the same time.
fn mark(folder: &Path) -> io::Result<()> {
    let refused = |reason: &str| {
        let advice = "choose a new or an empty folder";
        Err(io::Error::other(format!("{reason}; {advice}")))
    };
    let tag = folder.join(TAG);
    let is_marked = is_file(&tag);
    if is_marked {
        let mut said = Vec::new();
        let most = SIGNATURE.len() as u64 + 1;
        File::open(&tag)?.take(most).read_to_end(&mut said)?;
        if said == SIGNATURE {
            return Ok(());
        }
        // Another run may not have written all of it yet.
        if !SIGNATURE.starts_with(&said) {
            return refused("its CACHEDIR.TAG is that of another program");
        }
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        // Another run may have made the files since, but the mark first.
        let is_own = (name == TAG || name == VERDICTS) && is_file(&tag);
        if !is_hidden && !is_own {
            return refused("it contains files and is not a cache");
        }
    }
    if is_marked {
        return Ok(());
    }
    match File::create_new(&tag) {
        Ok(mut tag) => tag.write_all(SIGNATURE),
        Err(_) if is_file(&tag) => Ok(()),
        Err(error) => Err(error),
    }
}

impl VerdictCache {
    /// Opens a cache, and creates its folder if necessary. `program` identifies the program that verifies.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created, or contains files and is not a cache.
    pub fn open(folder: &Path, options: &Options, program: &[u8]) -> io::Result<VerdictCache> {
        fs::create_dir_all(folder)?;
        mark(folder)?;
        let mut salt = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            salt.update(&(bytes.len() as u64).to_le_bytes());
            salt.update(bytes);
        };
        part(program);
        let ruleset = options.ruleset.as_deref();
        part(
            ruleset
                .map_or(String::new(), |ruleset| format!("{ruleset:?}"))
                .as_bytes(),
        );
        part(&[u8::from(options.variations), u8::from(options.partial)]);
        for code in &options.ignored {
            part(code.id().as_bytes());
        }
        Ok(VerdictCache {
            packs: Packs::open(&folder.join(VERDICTS)),
            salt: salt.finalize(),
        })
    }

    /// Visits the verdicts of all records of a chunk, from the cache where possible.
    pub fn verify_chunk(
        &self,
        chunk: &Chunk,
        options: &Options,
        visit: &mut dyn FnMut(SizedVerdict),
    ) {
        let key = self.key(chunk);
        let cached = self.packs.read(key);
        let cached = cached.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let cached = cached.filter(|cached: &Vec<CachedRecord>| cached.len() == chunk.count);
        let mut visited = 0;
        if let Some(cached) = cached {
            let ruleset = options.ruleset.as_ref();
            for entry in &cached {
                let verdict = match entry {
                    CachedRecord::Clean(clean) => clean.verdict(ruleset),
                    CachedRecord::Unclean(start, end) => verify_span(chunk, *start, *end, options),
                };
                let Some(verdict) = verdict else { break };
                visit(verdict);
                visited += 1;
            }
            if visited == chunk.count {
                return;
            }
        }
        let mut end = 0;
        let mut cached = Vec::with_capacity(chunk.count);
        let mut has_malformed = false;
        for (index, record) in chunk.records() {
            let sized = verify_record(&record, options);
            let start = end;
            end = if index + 1 == chunk.first + chunk.count {
                chunk.text().len()
            } else {
                record.offset() + record.text().len()
            };
            cached.push(if sized.verdict.findings.is_empty() {
                CachedRecord::Clean(Box::new(CleanVerdict::of(&sized)))
            } else {
                CachedRecord::Unclean(start, end)
            });
            has_malformed |= record.is_malformed();
            if index >= chunk.first + visited {
                visit(sized);
            }
        }
        // A malformed record may be read differently when it is read alone, whatever its verdict if findings are ignored.
        if !has_malformed {
            // What cannot be written only costs time on the next run.
            if let Ok(body) = serde_json::to_vec(&cached) {
                self.packs.add(key, &body);
            }
        }
    }

    /// Writes the verdicts that are still in memory.
    pub fn store(&self) {
        self.packs.store();
    }

    /// Why verdicts could not be stored so far, if some could not. Their records are verified again in the next run.
    pub fn failure(&self) -> Option<&io::Error> {
        self.packs.failure()
    }

    fn key(&self, chunk: &Chunk) -> blake3::Hash {
        let Decoded {
            text,
            encoding,
            assumed,
            // A byte order mark only decides the encoding.
            had_bom: _,
            decode_errors,
        } = &chunk.decoded;
        let mut hasher = blake3::Hasher::new_keyed(self.salt.as_bytes());
        hasher.update(&(encoding.name().len() as u64).to_le_bytes());
        hasher.update(encoding.name().as_bytes());
        hasher.update(&[u8::from(*assumed)]);
        let limits = chunk.limits();
        hasher.update(&(limits.max_record as u64).to_le_bytes());
        for limit in [
            limits.max_nodes,
            limits.max_plies,
            limits.max_values,
            limits.max_stones,
            limits.max_setup,
        ] {
            hasher.update(&limit.to_le_bytes());
        }
        hasher.update(&(decode_errors.len() as u64).to_le_bytes());
        for &offset in decode_errors {
            hasher.update(&(offset as u64).to_le_bytes());
        }
        hasher.update(text.as_bytes());
        hasher.finalize()
    }
}

/// Verifies a record and replaces the position in the verdict by its fingerprint.
fn verify_record(record: &Record, options: &Options) -> SizedVerdict {
    let mut verdict = verify(record, options);
    let position = verdict.position.take();
    verdict.fingerprint = position.map(|position| position.fingerprint());
    SizedVerdict {
        verdict,
        bytes: record.text().len() as u64,
    }
}

/// Verifies the record in a span of a chunk; `None` if there is none.
fn verify_span(chunk: &Chunk, start: usize, end: usize, options: &Options) -> Option<SizedVerdict> {
    if chunk.count == 1 {
        // It may be large, and is not copied.
        let (_, record) = chunk.records().next()?;
        return Some(verify_record(&record, options));
    }
    let part = chunk.part(start, end)?;
    let (_, record) = part.records().next()?;
    let mut sized = verify_record(&record, options);
    for finding in &mut sized.verdict.findings {
        finding.shift(start);
    }
    Some(sized)
}

impl CleanVerdict {
    fn of(sized: &SizedVerdict) -> CleanVerdict {
        let verdict = &sized.verdict;
        let number = |color| color as u8;
        let details = &verdict.details;
        let all = |texts: &ByColor<Option<String>>| Color::ALL.map(|color| texts[color].clone());
        CleanVerdict {
            game: verdict.game.map(|game| game.name().to_owned()),
            ruleset: verdict.ruleset.as_ref().map(|ruleset| ruleset.name.clone()),
            size: verdict.size.map(|size| (size.columns, size.rows)),
            details: [&details.event, &details.round, &details.date].map(Clone::clone),
            names: [all(&details.players), all(&details.ranks)],
            plies: verdict.plies,
            recorded: verdict.recorded.clone(),
            computed: verdict.computed.map(|outcome| match outcome {
                Outcome::Draw => CachedOutcome::Draw,
                Outcome::Win(color, WinReason::Margin(margin)) => {
                    CachedOutcome::Margin(number(color), margin.0)
                }
                Outcome::Win(color, WinReason::Goal) => CachedOutcome::Goal(number(color)),
                Outcome::Win(color, WinReason::Resignation) => {
                    CachedOutcome::Resignation(number(color))
                }
            }),
            score: verdict
                .score
                .map(|score| Color::ALL.map(|color| score[color].0)),
            fingerprint: verdict.fingerprint,
            bytes: sized.bytes,
        }
    }

    /// The verdict; `None` if the game or the ruleset is unknown.
    fn verdict(&self, override_ruleset: Option<&Arc<Ruleset>>) -> Option<SizedVerdict> {
        let game = match &self.game {
            Some(name) => Some(Game::from_name(name)?),
            None => None,
        };
        let ruleset = match &self.ruleset {
            None => None,
            Some(name) => match override_ruleset.filter(|ruleset| Some(ruleset.game()) == game) {
                Some(ruleset) => Some(Arc::clone(ruleset)),
                None => Some(Arc::new(ruleset::by_name(name)?.clone())),
            },
        };
        let color = |number: u8| Color::ALL.get(usize::from(number)).copied();
        let computed = match self.computed {
            None => None,
            Some(CachedOutcome::Draw) => Some(Outcome::Draw),
            Some(CachedOutcome::Margin(winner, margin)) => Some(Outcome::Win(
                color(winner)?,
                WinReason::Margin(HalfPoints(margin)),
            )),
            Some(CachedOutcome::Goal(winner)) => {
                Some(Outcome::Win(color(winner)?, WinReason::Goal))
            }
            Some(CachedOutcome::Resignation(winner)) => {
                Some(Outcome::Win(color(winner)?, WinReason::Resignation))
            }
        };
        let [event, round, date] = self.details.clone();
        let [players, ranks] = self.names.clone().map(by_color);
        Some(SizedVerdict {
            verdict: Verdict {
                game,
                ruleset,
                size: self.size.map(|(columns, rows)| Size { columns, rows }),
                details: GameDetails {
                    players,
                    ranks,
                    event,
                    round,
                    date,
                },
                plies: self.plies,
                status: Status::Valid,
                finished: computed.is_some(),
                recorded: self.recorded.clone(),
                computed,
                score: self.score.map(|score| by_color(score.map(HalfPoints))),
                findings: Vec::new(),
                position: None,
                fingerprint: self.fingerprint,
            },
            bytes: self.bytes,
        })
    }
}

/// The values of the players, which are in the order of [`Color::ALL`].
fn by_color<T>([black, white, grey, yellow]: [T; 4]) -> ByColor<T> {
    ByColor {
        black,
        white,
        grey,
        yellow,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn runs_that_begin_together_use_one_new_cache() {
        const RUNS: usize = 8;
        let temporary = tempfile::tempdir().expect("a folder can be made");
        for round in 0..50 {
            let folder = temporary.path().join(round.to_string());
            let barrier = Barrier::new(RUNS);
            let open = || {
                barrier.wait();
                VerdictCache::open(&folder, &Options::default(), b"program").map(|_| ())
            };
            std::thread::scope(|scope| {
                let runs: Vec<_> = (0..RUNS).map(|_| scope.spawn(open)).collect();
                for run in runs {
                    let opened = run.join().expect("no run panics");
                    assert!(opened.is_ok(), "{opened:?}");
                }
            });
        }
    }
}
