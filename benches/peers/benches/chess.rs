//! How fast `kifu batch` judges records, beside the fastest reader of chess games: shakmaty with pgn-reader, full
//! legality, on one thread and in the same run.
//!
//! `cargo bench --manifest-path benches/peers/Cargo.toml --bench chess` builds the program as it is published, makes 20 MB of
//! random records of each game and of random games of chess, measures them in turns, and prints a table. `KIFU` names
//! another program, and `KIFU_BEFORE` an older one to compare it with.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position as _, san::SanPlus as WrittenMove};

/// The games, their boards, and how many plies per second are wanted for each of chess.
const GAMES: [(&str, &str, f64); 5] = [
    ("ugo", "19", 1.0),
    ("bamogo", "8", 1.0),
    ("bargo", "7", 0.6),
    ("sygo", "19", 0.6),
    ("margo", "7", 0.6),
];
/// Bytes of records of each game.
const BYTES: u64 = 20_000_000;
const ROUNDS: usize = 5;
/// The longest game of chess, in plies.
const LONGEST: usize = 160;

/// Counts the plies of games while it plays them.
struct Player;

impl Visitor for Player {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, played: &mut (Chess, usize), written: SanPlus) -> ControlFlow<usize> {
        let (position, plies) = played;
        match written.san.to_move(position) {
            Ok(turn) => {
                position.play_unchecked(turn);
                *plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(0),
        }
    }

    fn begin_variation(&mut self, _: &mut (Chess, usize)) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (_, plies): (Chess, usize)) -> usize {
        plies
    }
}

/// Random games of chess as text, and the number of their plies.
fn chess() -> (String, usize) {
    let (mut text, mut plies) = (String::new(), 0);
    // A linear congruential generator: what matters is that moves are of all kinds.
    let mut state = 8_u64;
    while (text.len() as u64) < BYTES {
        text.push_str("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n");
        let mut position = Chess::default();
        for ply in 0..LONGEST {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let turn = moves[(state >> 33) as usize % moves.len()];
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let written = WrittenMove::from_move_and_play_unchecked(&mut position, turn);
            let _ = write!(text, "{written}{}", if ply % 12 == 11 { '\n' } else { ' ' });
            plies += 1;
        }
        text.push_str("*\n\n");
    }
    (text, plies)
}

/// Plies per second of the peer.
fn peer(text: &str, plies: usize) -> Result<f64, Box<dyn Error>> {
    let begin = Instant::now();
    let mut read = 0;
    for game in Reader::new(text.as_bytes()).read_games(&mut Player) {
        read += game?;
    }
    assert_eq!(read, plies, "all games are legal");
    Ok(plies as f64 / begin.elapsed().as_secs_f64())
}

/// Plies per second of a program.
fn judged(kifu: &Path, records: &Path, plies: usize) -> Result<f64, Box<dyn Error>> {
    let begin = Instant::now();
    let status = Command::new(kifu)
        .args(["batch", "--jobs", "1", "--quiet"])
        .arg(records)
        .stdout(Stdio::null())
        .status()?;
    assert!(status.success(), "all records are legal");
    Ok(plies as f64 / begin.elapsed().as_secs_f64())
}

/// Random records of at least [`BYTES`]; returns the number of their plies.
fn make(kifu: &Path, game: &str, size: &str, records: &Path) -> Result<usize, Box<dyn Error>> {
    let mut count = 1_000;
    loop {
        let status = Command::new(kifu)
            .args(["random", "--game", game, "--size", size, "--seed", "8"])
            .args(["--count", &count.to_string(), "--output"])
            .arg(records)
            .status()?;
        assert!(status.success(), "records are made");
        let bytes = fs::metadata(records)?.len();
        if bytes >= BYTES {
            break;
        }
        count = count * BYTES.div_ceil(bytes) as usize * 11 / 10;
    }
    let text = fs::read_to_string(records)?;
    Ok(plies_of(game, &text))
}

/// The number of plies. In Sygo, where a turn has any number of stones, it is the number of stones.
fn plies_of(game: &str, text: &str) -> usize {
    let nodes = text.split(';');
    let turns = nodes.filter(|node| node.starts_with("B[") || node.starts_with("W["));
    match game {
        "sygo" => turns.map(|turn| 1 + turn.matches(',').count()).sum(),
        _ => turns.count(),
    }
}

/// The program as it is published.
fn published() -> Result<PathBuf, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--profile", "dist"])
        .current_dir(&root)
        .status()?;
    assert!(status.success(), "the program is built");
    Ok(root.join("target/dist/kifu"))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let kifu = env::var_os("KIFU").map_or_else(published, |path| Ok(path.into()))?;
    let before = env::var_os("KIFU_BEFORE").map(PathBuf::from);
    let folder = tempfile::tempdir()?;
    let (text, moves) = chess();
    let mut chess_speeds = Vec::new();
    let mut table = String::new();
    for (game, size, wanted) in GAMES {
        let records = folder.path().join(format!("{game}.sgf"));
        let plies = make(&kifu, game, size, &records)?;
        let (mut speeds, mut ratios, mut gains) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let chess = peer(&text, moves)?;
            let speed = judged(&kifu, &records, plies)?;
            if let Some(before) = &before {
                gains.push(speed / judged(before, &records, plies)?);
            }
            chess_speeds.push(chess);
            speeds.push(speed);
            ratios.push(speed / chess);
        }
        let _ = write!(
            table,
            "{game:8}{size:>5}{:>10.2} M{:>9.2}{wanted:>9.1}",
            median(speeds) / 1e6,
            median(ratios),
        );
        if before.is_some() {
            let _ = write!(table, "{:>9.2}", median(gains));
        }
        table.push('\n');
    }
    println!(
        "{:8}{:>5}{:>12}{:>9}{:>9}{:>9}",
        "game",
        "size",
        "plies/s",
        "of chess",
        "wanted",
        if before.is_some() { "gain" } else { "" }
    );
    println!(
        "{:8}{:>5}{:>10.2} M{:>9.2}",
        "chess",
        8,
        median(chess_speeds) / 1e6,
        1.0
    );
    print!("{table}");
    Ok(())
}
