//! A cache of verdicts on disk: text that has been verified before is not verified again.
//!
//! The cache is a folder with a file for every [`Chunk`], named by a hash of all that its verdicts depend on:
//! the text, how it was decoded, the options, the rulesets, and the program itself. Of a record
//! without findings the verdict is stored; of others, which are shown with their
//! text, only the span is stored and they are verified again. Files are written atomically
//! and contain a checksum: a file that is damaged or missing is a cache miss.
//!
//! It is a room of its own because it stores verdicts, not records: reading archives does not depend on it, and it
//! works for chunks from any source. Only `kifu batch` uses it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{
    games::{ByColor, Color, Game, HalfPoints, Outcome, Size, WinReason},
    record::{Chunk, Decoded, Record},
    ruleset::{self, Ruleset},
    verify::{Options, Status, Verdict, verify},
};

/// A folder of verdicts.
#[derive(Debug)]
pub struct VerdictCache {
    folder: PathBuf,
    /// Of all that verdicts depend on besides the text.
    salt: blake3::Hash,
}

/// A verdict and the size of its record, in bytes.
#[derive(Debug)]
pub struct SizedVerdict {
    /// The verdict; its position is not kept.
    pub verdict: Verdict,
    /// Bytes of the record.
    pub bytes: u64,
}

/// What is kept of a record.
#[derive(Debug, Serialize, Deserialize)]
enum Kept {
    /// Its verdict, without any finding.
    Clean(Clean),
    /// Where it stands in the piece, in bytes, with what lies before it.
    Again(usize, usize),
}

/// A verdict without findings.
#[derive(Debug, Serialize, Deserialize)]
struct Clean {
    game: Option<String>,
    ruleset: Option<String>,
    size: Option<(u8, u8)>,
    plies: u32,
    recorded: Option<String>,
    computed: Option<Ended>,
    score: Option<(i64, i64)>,
    fingerprint: Option<u64>,
    bytes: u64,
}

/// How a game ended: who has won, and by how many half-points if not otherwise.
#[derive(Debug, Serialize, Deserialize)]
enum Ended {
    Draw,
    Margin(bool, i64),
    Goal(bool),
    Resignation(bool),
}

impl VerdictCache {
    /// Opens a cache, and makes its folder if there is none. `depends` is what the verdicts depend on
    /// besides text, options and rulesets: the program that judges.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made.
    pub fn open(folder: &Path, options: &Options, depends: &[u8]) -> io::Result<VerdictCache> {
        fs::create_dir_all(folder)?;
        // Programs that make backups know by this file that they need not keep the folder.
        let tag = folder.join("CACHEDIR.TAG");
        if !tag.exists() {
            fs::write(tag, "Signature: 8a477f597d28d172789f06886806bc55\n")?;
        }
        let mut salt = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            salt.update(&(bytes.len() as u64).to_le_bytes());
            salt.update(bytes);
        };
        part(depends);
        let ruleset = options.ruleset.as_deref();
        part(
            ruleset
                .map_or(String::new(), |ruleset| format!("{ruleset:?}"))
                .as_bytes(),
        );
        part(&[u8::from(options.variations)]);
        for code in &options.ignored {
            part(code.id().as_bytes());
        }
        Ok(VerdictCache {
            folder: folder.to_owned(),
            salt: salt.finalize(),
        })
    }

    /// The verdicts of all records of a piece, from the cache as far as it knows them.
    pub fn judge(&self, chunk: &Chunk, options: &Options) -> Vec<SizedVerdict> {
        let path = self.path(chunk);
        if let Some(known) = read(&path).filter(|known| known.len() == chunk.count) {
            let ruleset = options.ruleset.as_ref();
            let judged = known.iter().map(|kept| match kept {
                Kept::Clean(clean) => clean.verdict(ruleset),
                Kept::Again(start, end) => again(chunk, *start, *end, options),
            });
            if let Some(judged) = judged.collect() {
                return judged;
            }
        }
        let mut end = 0;
        let mut kept = Vec::with_capacity(chunk.count);
        let mut judged = Vec::with_capacity(chunk.count);
        for (index, record) in chunk.records() {
            let sized = judge(&record, options);
            let begin = end;
            end = if index + 1 == chunk.first + chunk.count {
                chunk.decoded.text.len()
            } else {
                record.offset() + record.text().len()
            };
            kept.push(if sized.verdict.findings.is_empty() {
                Kept::Clean(Clean::of(&sized))
            } else {
                Kept::Again(begin, end)
            });
            judged.push(sized);
        }
        // A record with faults may not be the same when it is read alone.
        if judged
            .iter()
            .all(|sized| sized.verdict.status != Status::Malformed)
        {
            // A cache that cannot be written is no reason to stop.
            let _ = write(&path, &kept);
        }
        judged
    }

    fn path(&self, chunk: &Chunk) -> PathBuf {
        let Decoded {
            text,
            encoding,
            assumed,
            // A byte order mark changes nothing but the encoding.
            had_bom: _,
            decode_errors,
        } = &chunk.decoded;
        let mut hasher = blake3::Hasher::new_keyed(self.salt.as_bytes());
        hasher.update(&(encoding.name().len() as u64).to_le_bytes());
        hasher.update(encoding.name().as_bytes());
        hasher.update(&[u8::from(*assumed)]);
        let limits = chunk.limits();
        hasher.update(&(limits.max_record as u64).to_le_bytes());
        hasher.update(&limits.max_nodes.to_le_bytes());
        hasher.update(&limits.max_plies.to_le_bytes());
        hasher.update(&(decode_errors.len() as u64).to_le_bytes());
        for &offset in decode_errors {
            hasher.update(&(offset as u64).to_le_bytes());
        }
        hasher.update(text.as_bytes());
        let name = hasher.finalize().to_hex();
        self.folder.join(&name[..2]).join(&name[2..])
    }
}

/// Judges a record; its position is left out, but for its fingerprint.
fn judge(record: &Record, options: &Options) -> SizedVerdict {
    let mut verdict = verify(record, options);
    let position = verdict.position.take();
    verdict.fingerprint = position.map(|position| position.fingerprint());
    SizedVerdict {
        verdict,
        bytes: record.text().len() as u64,
    }
}

/// Judges a record of a piece by itself; `None` if the place is not one.
fn again(chunk: &Chunk, start: usize, end: usize, options: &Options) -> Option<SizedVerdict> {
    let part = chunk.part(start, end)?;
    let (_, record) = part.records().next()?;
    let mut sized = judge(&record, options);
    for finding in &mut sized.verdict.findings {
        finding.shift(start);
    }
    Some(sized)
}

impl Clean {
    fn of(sized: &SizedVerdict) -> Clean {
        let verdict = &sized.verdict;
        let is_black = |color| color == Color::Black;
        Clean {
            game: verdict.game.map(|game| game.name().to_owned()),
            ruleset: verdict.ruleset.as_ref().map(|ruleset| ruleset.name.clone()),
            size: verdict.size.map(|size| (size.columns, size.rows)),
            plies: verdict.plies,
            recorded: verdict.recorded.clone(),
            computed: verdict.computed.map(|outcome| match outcome {
                Outcome::Draw => Ended::Draw,
                Outcome::Win(color, WinReason::Margin(margin)) => {
                    Ended::Margin(is_black(color), margin.0)
                }
                Outcome::Win(color, WinReason::Goal) => Ended::Goal(is_black(color)),
                Outcome::Win(color, WinReason::Resignation) => Ended::Resignation(is_black(color)),
            }),
            score: verdict.score.map(|score| (score.black.0, score.white.0)),
            fingerprint: verdict.fingerprint,
            bytes: sized.bytes,
        }
    }

    /// The verdict; `None` if it names what there is not.
    fn verdict(&self, replaced: Option<&Arc<Ruleset>>) -> Option<SizedVerdict> {
        let game = match &self.game {
            Some(name) => Some(Game::from_name(name)?),
            None => None,
        };
        let ruleset = match &self.ruleset {
            None => None,
            Some(name) => match replaced.filter(|ruleset| Some(ruleset.game()) == game) {
                Some(ruleset) => Some(Arc::clone(ruleset)),
                None => Some(Arc::new(ruleset::by_name(name)?.clone())),
            },
        };
        let color = |is_black| if is_black { Color::Black } else { Color::White };
        let computed = self.computed.as_ref().map(|ended| match *ended {
            Ended::Draw => Outcome::Draw,
            Ended::Margin(black, margin) => {
                Outcome::Win(color(black), WinReason::Margin(HalfPoints(margin)))
            }
            Ended::Goal(black) => Outcome::Win(color(black), WinReason::Goal),
            Ended::Resignation(black) => Outcome::Win(color(black), WinReason::Resignation),
        });
        Some(SizedVerdict {
            verdict: Verdict {
                game,
                ruleset,
                size: self.size.map(|(columns, rows)| Size { columns, rows }),
                plies: self.plies,
                status: Status::Valid,
                finished: computed.is_some(),
                recorded: self.recorded.clone(),
                computed,
                score: self.score.map(|(black, white)| ByColor {
                    black: HalfPoints(black),
                    white: HalfPoints(white),
                }),
                findings: Vec::new(),
                position: None,
                fingerprint: self.fingerprint,
            },
            bytes: self.bytes,
        })
    }
}

/// What a file holds; `None` if it is not there or not whole.
fn read(path: &Path) -> Option<Vec<Kept>> {
    let bytes = fs::read(path).ok()?;
    let (sum, body) = bytes.split_first_chunk::<32>()?;
    if blake3::hash(body) != *sum {
        return None;
    }
    serde_json::from_slice(body).ok()
}

fn write(path: &Path, kept: &[Kept]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let body = serde_json::to_vec(kept)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut file, blake3::hash(&body).as_bytes())?;
    io::Write::write_all(&mut file, &body)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
