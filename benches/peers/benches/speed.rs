//! How fast records are read and judged, as ratios against a limit and a peer measured in the
//! same run.
//!
//! `cargo bench --manifest-path benches/peers/Cargo.toml` makes random records of each game, measures with criterion, and prints
//! a table in the end. The limit is a search of the same bytes for one byte, which no reader can be faster
//! than; the peer is the crate sgf-parse, which reads the same records (with a number for the name of
//! the game, which it needs) and judges nothing. The time of each row is the shortest of its samples.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{
    fmt::Write as _,
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, Throughput};
use kifu::{
    games::{Color, Game, Move, Position, Size, perft::perft},
    lab::RandomPlayer,
    record::{Chunk, ChunkReader, Limits},
    ruleset::default_for,
    verify::{Options, Status, verify},
};

/// The games on boards that they are often played on, and what perft counts on a small one.
const GAMES: [(Game, u8, u8, u32, u64); 5] = [
    (Game::Bargo, 7, 2, 4, 58_716),
    (Game::Sygo, 19, 3, 4, 7_793),
    (Game::Ugo, 19, 3, 6, 195_384),
    (Game::Bamogo, 8, 3, 3, 84_960),
    (Game::Margo, 7, 3, 6, 72_872),
];
/// Bytes of records of each game.
const BYTES: usize = 4 * 1024 * 1024;

/// What is measured.
const LIMIT: &str = "limit: find a byte";
const PEER: &str = "peer: sgf-parse";
const READ: &str = "read";
const VERIFY: &str = "read and verify";
const CORE: &str = "play typed moves";
const PERFT: &str = "perft";

/// Random games and their records.
struct Sample {
    start: Position,
    games: Vec<Vec<(Color, Move)>>,
    plies: usize,
    text: String,
}

impl Sample {
    fn new(game: Game, size: u8) -> Sample {
        let rules = &default_for(game).rules;
        let start = Position::new(rules, Size::square(size), None).expect("a board");
        let (mut games, mut plies, mut text) = (Vec::new(), 0, String::new());
        while text.len() < BYTES {
            let played = RandomPlayer::new(8, games.len() as u64).play(start.clone(), None);
            let result = played.end.outcome().expect("the game is over");
            let _ = write!(
                text,
                "(;FF[4]GM[{}]CA[UTF-8]SZ[{size}]RE[{result}]",
                game.name()
            );
            for (number, (color, turn)) in played.plies.iter().enumerate() {
                let line_break = if number % 10 == 0 { "\n" } else { "" };
                let _ = write!(text, "{line_break};{}[{turn}]", color.letter());
            }
            text.push_str(")\n");
            plies += played.plies.len();
            games.push(played.plies);
        }
        Sample {
            start,
            games,
            plies,
            text,
        }
    }

    /// Reads the records as the program does, chunk by chunk.
    fn for_each_chunk(&self, mut visit: impl FnMut(&Chunk)) {
        let bytes = Box::new(self.text.as_bytes());
        let mut chunks = ChunkReader::new(bytes, None, Limits::default());
        while let Some(chunk) = chunks.next_chunk().expect("memory can be read") {
            visit(&chunk);
        }
    }

    /// Reads all records; returns the number of nodes.
    fn read(&self) -> usize {
        let mut nodes = 0;
        self.for_each_chunk(|chunk| {
            nodes += chunk
                .records()
                .map(|(_, record)| record.nodes().count())
                .sum::<usize>();
        });
        nodes
    }

    /// Judges all records; returns the number of plies of the valid ones.
    fn verify(&self) -> usize {
        let (options, mut plies) = (Options::default(), 0);
        self.for_each_chunk(|chunk| {
            for (_, record) in chunk.records() {
                let verdict = verify(&record, &options);
                if verdict.status == Status::Valid && verdict.finished {
                    plies += verdict.plies as usize;
                }
            }
        });
        plies
    }

    /// Plays all games from their typed moves; returns the number of plies.
    fn play(&self) -> usize {
        let mut plies = 0;
        for game in &self.games {
            let mut position = self.start.clone();
            for (color, turn) in game {
                position.play_as(*color, turn).expect("a legal move");
            }
            plies += position.plies() as usize;
        }
        plies
    }
}

/// Reads records by the peer; returns the number of nodes.
fn read_by_peer(text: &str) -> usize {
    let trees = sgf_parse::parse(text).expect("records that the peer reads");
    let nodes = trees.iter().map(|tree| match tree {
        sgf_parse::GameTree::Unknown(root) => root.main_variation().count(),
        sgf_parse::GameTree::GoGame(_) => 0,
    });
    nodes.sum()
}

/// A row of the table: what, its plies if it has any, its bytes if it has any, and the shortest time.
type Row = (&'static str, Option<usize>, Option<usize>, Duration);

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut table = format!(
        "{:22}{:<20}{:>10}{:>8}{:>10}{:>9}\n",
        "", "", "plies/s", "MB/s", "of limit", "× peer"
    );
    for (game, size, small, depth, leaves) in GAMES {
        let sample = Sample::new(game, size);
        let name = format!("{} {size}", game.name());
        let title = format!("{name}, {:.1} MB", sample.text.len() as f64 / 1e6);
        let by_number = sample
            .text
            .replace(&format!("GM[{}]", game.name()), "GM[99]");
        let nodes = sample.plies + sample.games.len();
        let closing = sample.text.bytes().filter(|&byte| byte == b']').count();
        let rules = &default_for(game).rules;
        let board = Position::new(rules, Size::square(small), None).expect("a board");
        let (plies, bytes) = (Some(sample.plies), Some(sample.text.len()));
        let count = |text: &str| memchr::memchr_iter(b']', text.as_bytes()).count();
        let mut rows: Vec<Row> = Vec::new();
        let mut measure =
            |what, plies: Option<usize>, bytes: Option<usize>, answer, work: &dyn Fn() -> usize| {
                let mut group = criterion.benchmark_group(&name);
                group.sample_size(10);
                group.warm_up_time(Duration::from_millis(300));
                group.measurement_time(Duration::from_secs(2));
                let all = bytes.map(|bytes| Throughput::Bytes(bytes as u64));
                let each = plies.map(|plies| Throughput::Elements(plies as u64));
                group.throughput(all.or(each).expect("something is counted"));
                let mut shortest = Duration::MAX;
                group.bench_function(what, |bencher| {
                    bencher.iter_custom(|rounds| {
                        let begin = Instant::now();
                        for _ in 0..rounds {
                            assert_eq!(black_box(work()), answer, "{name}: {what}");
                        }
                        let took = begin.elapsed();
                        shortest = shortest.min(took / u32::try_from(rounds).unwrap_or(u32::MAX));
                        took
                    });
                });
                group.finish();
                // A filter may have left it out.
                if shortest < Duration::MAX {
                    rows.push((what, plies, bytes, shortest));
                }
            };
        measure(LIMIT, None, bytes, closing, &|| {
            count(black_box(&sample.text))
        });
        measure(PEER, plies, bytes, nodes, &|| read_by_peer(&by_number));
        measure(READ, plies, bytes, nodes, &|| sample.read());
        measure(VERIFY, plies, bytes, sample.plies, &|| sample.verify());
        measure(CORE, plies, None, sample.plies, &|| sample.play());
        let leaves = leaves as usize;
        measure(PERFT, Some(leaves), None, leaves, &|| {
            perft(&board, depth).leaves as usize
        });
        add_rows(&mut table, &title, &rows);
    }
    criterion.final_summary();
    println!("\n{table}");
}

fn add_rows(table: &mut String, title: &str, rows: &[Row]) {
    let seconds = |wanted| {
        let mut rows = rows.iter();
        let row = rows.find(|(what, ..)| *what == wanted);
        row.map(|(.., time)| time.as_secs_f64())
    };
    for (number, &(what, plies, bytes, time)) in rows.iter().enumerate() {
        let time = time.as_secs_f64();
        let shown = |value: Option<f64>, digits| {
            value.map_or(String::new(), |value| format!("{value:.digits$}"))
        };
        let plies = plies.map(|plies| plies as f64 / time / 1e6);
        let plies = plies.map_or(String::new(), |plies| format!("{plies:.2} M"));
        let ratio = |of: Option<f64>| bytes.and(of).map(|of| of / time);
        let _ = writeln!(
            table,
            "{:22}{what:20}{plies:>10}{:>8}{:>10}{:>9}",
            if number == 0 { title } else { "" },
            shown(bytes.map(|bytes| bytes as f64 / time / 1e6), 0),
            shown(ratio(seconds(LIMIT)), 3),
            shown(ratio(seconds(PEER)), 2),
        );
    }
}
