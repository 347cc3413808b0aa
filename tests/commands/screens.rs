//! `kifu play` and `kifu view` on a pseudo-terminal.

use std::{
    fs,
    io::Read,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::{
    common::{folder, kifu},
    interrupted::{is_ignored, is_stopped},
    screen::{Screen, terminal},
};

const ENTER: &str = "\r";
const TAB: &str = "\t";
const ESC: &str = "\x1b";
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const PAGE_UP: &str = "\x1b[5~";
const F1: &str = "\x1bOP";
const F2: &str = "\x1bOQ";
const F3: &str = "\x1bOR";
const F4: &str = "\x1bOS";
const CTRL_Q: &str = "\x11";
const CTRL_Y: &str = "\x19";
const CTRL_Z: &str = "\x1a";

/// Where the last of some characters of a line of the screen is, as columns and lines from 0.
fn locate(contents: &str, text: &str) -> (u16, u16) {
    let found = contents.lines().enumerate().find_map(|(row, line)| {
        let at = line.find(text)?;
        Some((line[..at].chars().count() as u16, row as u16))
    });
    found.unwrap_or_else(|| panic!("no `{text}` in\n{contents}"))
}

/// Types lines, each after the answer to the one before.
fn type_moves(screen: &mut Screen, moves: &str, first_ply: u32) {
    for (ply, mv) in (first_ply..).zip(moves.split(' ')) {
        screen.send(&format!("{mv}{ENTER}"));
        let shown = if mv == "swap" { "Black swap" } else { mv };
        screen.wait_for(&format!("ply {ply}: "));
        screen.wait_for(shown);
    }
}

#[test]
fn all_five_games_are_played_on_the_screen() {
    for (arguments, moves, text) in [
        (
            "bargo --size 2",
            "b2/e button a1/e pass pass",
            "The game is over.",
        ),
        (
            "sygo --size 3",
            "b2 a1 b1 a2 b3 c3 pass pass",
            "The game is over.",
        ),
        ("ugo --size 3", "b2 a1 button pass pass", "B+0.5"),
        ("bamogo --size 2", "Ra1,Gb1 Ra2,Bb2", "Black has won"),
        (
            "margo --size 2",
            "a1 swap c3 c1 a3 a1 c1 a1 c3 c1 a3 c1 a1 c1 c3 a3",
            "The game is over.",
        ),
    ] {
        let folder = folder(&[]);
        let mut screen = Screen::start(folder.path(), &format!("play --game {arguments} a.sgf"));
        screen.wait_for("a move or a command");
        type_moves(&mut screen, moves, 1);
        screen.wait_for(text);
        screen.wait_for("game over>");
        screen.send(CTRL_Q);
        assert!(screen.end().success());
        assert!(screen.is_restored());
        let checked = kifu(&folder, &["validate", "--strict", "a.sgf"]).output();
        assert!(checked.unwrap().status.success(), "{arguments}");
    }
}

#[test]
fn points_are_chosen_with_keys() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 5 --ascii");
    screen.wait_for("Enter: c3");
    screen.send(ENTER);
    let shown = screen.wait_for("the game is saved in GAME-");
    assert!(shown.contains(".(X)."), "{shown}");
    screen.send(UP);
    screen.wait_for("Enter: c4");
    screen.send(TAB);
    screen.wait_for("Enter: c4");
    screen.send(DOWN);
    screen.wait_for("Enter: c3 (not legal)");
    screen.send(ENTER);
    let shown = screen.wait_for("error[ugo::occupied] ply 2 c3");
    assert!(
        shown.contains("help: place it on an empty point"),
        "{shown}"
    );
    screen.send(&format!("{LEFT}{ENTER}"));
    screen.wait_for("ply 2: White b3");
    screen.send(CTRL_Z);
    screen.wait_for("the ply is undone");
    screen.send(CTRL_Y);
    screen.wait_for("the ply is made again");
    screen.send(PAGE_UP);
    screen.wait_for("ply 2, White>");
    screen.send(&format!("{RIGHT}{RIGHT}{ENTER}"));
    screen.wait_for("variation 2 begins");
    screen.send("but");
    screen.wait_for("Tab: button");
    screen.send(&format!("{TAB}{ENTER}"));
    screen.wait_for("ply 3: Black button");
    screen.send(&format!("comment a ] b{ENTER}"));
    screen.wait_for("comment: a ] b");
    screen.send(&format!("quit{ENTER}"));
    assert!(screen.end().success());
    let name = fs::read_dir(folder.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let text = fs::read_to_string(name.path()).unwrap();
    assert!(
        text.ends_with(";B[c3]\n(;W[b3])\n(;W[d3]\n;B[button]C[a \\] b]))\n"),
        "{text}"
    );
}

#[test]
fn walls_colors_and_several_stones_are_chosen() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game bargo --size 3 --ascii a.sgf");
    screen.wait_for("Enter: c3/e; Tab: another wall");
    screen.send(TAB);
    screen.wait_for("Enter: c3/ne");
    screen.send(ENTER);
    screen.wait_for("ply 1: Black c3/ne");
    drop(screen);

    let mut screen = Screen::start(folder.path(), "play --game sygo --size 5 --ascii b.sgf");
    screen.wait_for("a move or a command");
    type_moves(&mut screen, "c3 a1 e5 a5", 1);
    screen.send(&format!("{UP} "));
    screen.wait_for("chosen: c4");
    screen.send(&format!("{RIGHT}{RIGHT} "));
    let shown = screen.wait_for("chosen: c4 e4");
    assert_eq!(shown.matches('O').count(), 5, "{shown}");
    screen.send(&format!("{LEFT} "));
    screen.wait_for("error[sygo::group-grew-twice]");
    screen.send(&format!("{RIGHT}{ENTER}"));
    screen.wait_for("ply 5: White c4,e4");
    drop(screen);

    let mut screen = Screen::start_with(
        folder.path(),
        "play --game bamogo --line random --seed 1 --ascii c.sgf",
        (80, 24),
        &[],
    );
    screen.wait_for(", then the other stone");
    screen.send(TAB);
    screen.send(ENTER);
    screen.wait_for("chosen: ");
    screen.send(&format!("{UP}{ENTER}"));
    screen.wait_for("ply 1: Black ");
    screen.send(&format!("{UP}{UP}{DOWN}{DOWN}"));
    screen.wait_for("White to move");
    drop(screen);

    let mut screen = Screen::start(folder.path(), "play --game margo --size 3 --ascii d.sgf");
    screen.wait_for("a move or a command");
    type_moves(&mut screen, "a1 c1 a3 c3", 1);
    screen.send(&format!("b2{ENTER}"));
    screen.wait_for("ply 5: White b2");
    screen.send(F4);
    let shown = screen.wait_for("level 2");
    assert!(shown.contains("Level by level"), "{shown}");
}

#[test]
fn points_edges_and_labels_are_clicked() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game bargo --size 3 --ascii a.sgf");
    screen.wait_for("Enter: c3/e");
    let (x, y) = screen.cursor();
    // The cell to the right, its lower left edge, and the cell again.
    screen.click(x + 4, y);
    screen.wait_for("Enter: d3/");
    screen.click(x + 3, y + 1);
    screen.wait_for("Enter: d3/sw");
    screen.click(x + 4, y);
    screen.wait_for("ply 1: Black d3/sw");
    let contents = screen.contents();
    let (x, y) = locate(&contents, "^Z undo");
    screen.click(x, y);
    screen.wait_for("the ply is undone");
    drop(screen);

    let mut screen = Screen::start(folder.path(), "play --game sygo --size 5 --ascii b.sgf");
    screen.wait_for("Enter: c3");
    let (x, y) = screen.cursor();
    screen.click(x + 2, y - 1);
    screen.wait_for("chosen: d4");
    let contents = screen.contents();
    let (x, y) = locate(&contents, "Enter play");
    screen.click(x, y);
    screen.wait_for("ply 1: White d4");
}

#[test]
fn what_is_legal_and_the_score_are_shown_on_demand() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2];W[a1])")]);
    let mut screen = Screen::start(folder.path(), "play a.sgf --ascii");
    screen.wait_for("gone on with at ply 2");
    screen.send(F2);
    let shown = screen.wait_for("a stone may be played");
    assert!(shown.contains("3 + + + 3"), "{shown}");
    screen.send(F3);
    let shown = screen.wait_for("provisional score");
    assert!(shown.contains("territory of Black"), "{shown}");
    screen.send(ESC);
    screen.wait_for("a move or a command");
    screen.send("?");
    screen.wait_for("the game is saved after every ply");
}

/// Whatever ends the program, the terminal is as it was.
#[test]
fn the_terminal_is_left_as_it_was() {
    let signals = [("TERM", 15), ("HUP", 1), ("INT", 2)];
    let signals = signals
        .into_iter()
        .filter(|(_, number)| !is_ignored(*number));
    for (name, number) in signals {
        let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
        for command in ["play a.sgf", "view a.sgf"] {
            let mut screen = Screen::start(folder.path(), command);
            screen.wait_for("Ugo 3");
            assert!(!screen.is_restored());
            screen.signal(name);
            let status = screen.end();
            assert_eq!(status.signal(), Some(number), "{name}");
            assert!(screen.is_restored(), "{name} {command}");
            let kept = match command {
                "play a.sgf" => "kifu: interrupted: the game is saved in a.sgf",
                _ => "kifu: interrupted: no file was changed",
            };
            assert!(screen.printed().contains(kept), "{name} {command}");
        }
    }
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    for command in ["play a.sgf", "view a.sgf"] {
        let mut screen = Screen::start(folder.path(), command);
        screen.wait_for("Ugo 3");
        screen.send("\x03");
        assert!(screen.end().success());
        assert!(screen.is_restored(), "{command}");
    }
}

/// An opponent may think for hours.
#[test]
fn the_game_can_be_left_while_the_opponent_thinks() {
    if is_ignored(2) {
        return;
    }
    let folder = folder(&[]);
    let play = "play a.sgf --game ugo --size 9 --opponent mcts:1000000 --seed 1";
    for key in ["\x03", "\x11"] {
        let _ = std::fs::remove_file(folder.path().join("a.sgf"));
        let mut screen = Screen::start(folder.path(), play);
        screen.wait_for("a move or a command");
        screen.send("c3\r");
        let shown = screen.wait_for("the opponent is thinking; Ctrl-C leaves the game");
        assert!(shown.contains("Black c3"), "{shown}");
        screen.send(key);
        assert_eq!(screen.end().signal(), Some(2));
        assert!(screen.is_restored());
        let kept = "kifu: interrupted: the game is saved in a.sgf";
        assert!(screen.printed().contains(kept));
    }
    // What is typed meanwhile is not lost.
    let quick = play.replace("a.sgf", "b.sgf").replace("1000000", "3000");
    let mut screen = Screen::start(folder.path(), &quick);
    screen.wait_for("a move or a command");
    screen.send("c3\r");
    screen.send("pas");
    screen.wait_for("ply 3, Black> pas");
}

#[test]
fn records_are_not_read_from_the_terminal_that_shows_them() {
    let mut screen = Screen::start(folder(&[]).path(), "view -");
    assert_eq!(screen.end().code(), Some(2));
    let refusal = "cannot read records from the terminal";
    assert!(screen.printed().contains(refusal));
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    for command in ["play a.sgf", "view a.sgf"] {
        let wanted = [("KIFU_TEST_PANIC", "1")];
        let mut screen = Screen::start_with(folder.path(), command, (80, 24), &wanted);
        screen.wait_for("Ugo 3");
        assert!(!screen.is_restored());
        screen.send("\x1b[24~");
        assert_eq!(screen.end().code(), Some(101), "{command}");
        assert!(screen.is_restored(), "{command}");
        let printed = screen.printed();
        // The message stands on the screen that is left.
        let left = printed.rfind("\x1b[?1049l");
        assert!(
            left.is_some() && left < printed.find("a test wants it"),
            "{command}"
        );
        // Behind it stands where to report it.
        let told = printed.find("Please report it");
        assert!(printed.find("a test wants it") < told, "{command}");
    }
}

/// Ctrl-Z in `view`, and the signal in both, leave the screen for the shell until the program is continued.
#[test]
fn a_stopped_program_gives_the_terminal_back_and_goes_on() {
    if is_ignored(20) {
        return;
    }
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    for (command, key) in [
        ("play a.sgf", None),
        ("view a.sgf", None),
        ("view a.sgf", Some(CTRL_Z)),
    ] {
        let mut screen = Screen::start(folder.path(), command);
        screen.wait_for("Ugo 3");
        for _ in 0..2 {
            match key {
                Some(key) => screen.send(key),
                None => screen.signal("TSTP"),
            }
            screen.wait_until("the terminal as it was", |_| screen.is_restored());
            // Before it has stopped, it cannot be continued.
            screen.wait_until("the program to stop", |_| is_stopped(screen.child.id()));
            screen.signal("CONT");
            screen.wait_for("Ugo 3");
            screen.wait_until("the screen again", |shown| {
                !screen.is_restored() && shown.contains("3 \u{b7}")
            });
        }
        let (key, shown) = if command.starts_with("play") {
            ("a1\r", "ply 2: White a1")
        } else {
            ("m", "no ply is played")
        };
        screen.send(key);
        screen.wait_for(shown);
        screen.send("\x03");
        assert!(screen.end().success());
        assert!(screen.is_restored(), "{command}");
    }
}

/// A shell takes the terminal back when the whole job has stopped, not only the program.
#[test]
fn a_script_is_stopped_together_with_the_program() {
    if is_ignored(20) {
        return;
    }
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    let mut command = Command::new("sh");
    command
        .args(["-c", "\"$KIFU\" view a.sgf; echo \"end $?\""])
        .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
        .env("TERM", "xterm-256color")
        .process_group(0);
    let mut screen = Screen::start_command(folder.path(), command, (80, 24));
    screen.wait_for("Ugo 3");
    let job = format!("-{}", screen.child.id());
    for _ in 0..2 {
        screen.send(CTRL_Z);
        screen.wait_until("the terminal as it was", |_| screen.is_restored());
        screen.wait_until("the job to stop", |_| is_stopped(screen.child.id()));
        // The program may stop a little later than its script.
        screen.wait_until("the screen again", |_| {
            let mut kill = Command::new("kill");
            let sent = kill.args(["-s", "CONT", "--", &job]).status();
            sent.unwrap().success() && !screen.is_restored()
        });
    }
    screen.wait_for("Ugo 3");
    screen.send("q");
    screen.wait_for("end 0");
    assert!(screen.end().success());
}

/// Where no shell could continue the program, it goes on at once.
#[cfg(target_os = "linux")]
#[allow(clippy::print_stdout)] // The test says that it is skipped.
#[test]
fn nothing_stops_a_program_without_a_shell() {
    let tried = Command::new("setsid").arg("true").status();
    if is_ignored(20) || !tried.is_ok_and(|tried| tried.success()) {
        println!("skipped: there is no setsid, or SIGTSTP is ignored");
        return;
    }
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    for key in [None, Some(CTRL_Z)] {
        let mut command = Command::new("setsid");
        command.args([env!("CARGO_BIN_EXE_kifu"), "view", "a.sgf"]);
        command.env("TERM", "xterm-256color");
        let mut screen = Screen::start_command(folder.path(), command, (80, 24));
        screen.wait_for("Ugo 3");
        for _ in 0..2 {
            let before = screen.printed().matches("Ugo 3").count();
            match key {
                Some(key) => screen.send(key),
                None => screen.signal("TSTP"),
            }
            screen.wait_until("the screen again", |_| {
                let drawn = screen.printed().matches("Ugo 3").count();
                drawn > before && !screen.is_restored()
            });
        }
        screen.send("m");
        screen.wait_for("no ply is played");
        screen.send("\x03");
        assert!(screen.end().success());
        assert!(screen.is_restored());
    }
}

/// A terminal that is closed without a signal, as where SIGHUP is ignored.
#[test]
fn a_terminal_that_is_gone_ends_the_program() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    let (mut master, slave) = terminal(80, 24);
    let stream = || Stdio::from(slave.try_clone().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(["play", "a.sgf"])
        .env("TERM", "xterm")
        .stdin(stream())
        .stdout(stream())
        .stderr(stream())
        .spawn()
        .unwrap();
    drop(slave);
    let (mut printed, mut buffer) = (Vec::new(), [0; 1024]);
    while !String::from_utf8_lossy(&printed).contains("quit") {
        let length = master.read(&mut buffer).unwrap();
        printed.extend_from_slice(&buffer[..length]);
    }
    drop(master);
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        let is_late = begun.elapsed() > Duration::from_secs(30);
        if is_late {
            child.kill().unwrap();
        }
        assert!(!is_late);
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 19 --ascii a.sgf");
    // It is drawn from above.
    let shown = screen.wait_for("^Q quit");
    // Everything fits into 80 columns and 24 lines.
    for text in ["19 . .", " 1 . .", "Ugo 19", "Enter: j10", "ply 1, Black>"] {
        assert!(shown.contains(text), "{shown}");
    }
    screen.resize(40, 14);
    screen.wait_for("10 . .");
    for _ in 0..9 {
        screen.send(UP);
    }
    screen.wait_until("upper part of the board", |contents| {
        contents.contains("19 . .") && !contents.contains("10 . .")
    });
    screen.resize(12, 3);
    screen.resize(1, 1);
    screen.resize(100, 40);
    screen.wait_for("^Q quit");
    // Buffers of that size would take 200 GB.
    let printed = screen.printed().len();
    screen.claim_size(65_535, 65_535);
    screen.wait_until("a larger screen", |_| screen.printed().len() > printed);
    screen.resize(100, 40);
    screen.wait_for("^Q quit");
    screen.send(&format!("d4{ENTER}"));
    screen.wait_for("ply 1: Black d4");
    // What a smaller terminal has lost is drawn again, also if the program has seen only the same size.
    screen.signal("STOP");
    screen.resize(2, 2);
    screen.resize(100, 40);
    assert!(!screen.contents().contains("19 . ."));
    screen.signal("CONT");
    screen.wait_for("19 . .");
    screen.wait_for("^Q quit");
}

/// As that of a serial line.
#[test]
fn a_terminal_without_a_size_is_one_of_80_columns_and_24_lines() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 19 --ascii a.sgf");
    screen.wait_for("^Q quit");
    let printed = screen.printed().len();
    screen.resize(40, 14);
    screen.wait_until("a cleared screen", |_| {
        screen.printed()[printed..].contains("\x1b[2J")
    });
    let printed = screen.printed().len();
    screen.claim_size(0, 0);
    screen.wait_until("a cursor on line 24", |_| {
        screen.printed()[printed..].contains("\x1b[24;")
    });
}

/// What is typed at a terminal ends with one Ctrl-D: a terminal gives more to whoever asks again.
#[test]
fn input_that_is_typed_ends_once() {
    let game = "(;GM[ugo]SZ[5]RE[?];B[c3])\n";
    let folder = folder(&[("game.sgf", game)]);
    for (command, input) in [
        ("validate -", game),
        ("validate --files-from -", "game.sgf\n"),
        ("batch -", game),
        ("fmt -", game),
        ("score -", game),
        ("stats -", game),
        ("dedupe -", game),
        ("query --game ugo -", game),
        ("replay -", game),
        ("convert --to json -", game),
        ("convert --from moves --game ugo -", "c3 d3\n"),
    ] {
        let mut screen = Screen::start(folder.path(), command);
        screen.send(&format!("{input}\x04"));
        assert_eq!(screen.end().code(), Some(0), "{command}");
    }
}

/// What does not fit into one read is not forgotten until more comes.
#[test]
fn a_burst_of_events_is_handled_to_its_end() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 9 --ascii a.sgf");
    screen.wait_for("^Q quit");
    let motion = "\x1b[<35;10;10M".repeat(300);
    screen.send(&format!("{motion}d4{ENTER}"));
    screen.wait_for("ply 1: Black d4");
}

/// An escape sequence that stays incomplete, as when a byte is lost on a line, holds back no key.
#[test]
fn incomplete_sequences_hold_back_no_key() {
    const GIVEN_UP: Duration = Duration::from_millis(400);
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])\n(;GM[ugo])")]);
    for beginning in ["\x1b[3", "\x1b[<", "\x1b[?", "\x1b[<0;1", "\x1bO"] {
        let mut screen = Screen::start(folder.path(), "view a.sgf");
        screen.wait_for("2 of 2 records");
        screen.send(beginning);
        sleep(GIVEN_UP);
        screen.send("#2");
        screen.wait_for("1 of 2 records");
        // At once, too.
        screen.send(&format!("{beginning}{CTRL_Q}"));
        assert_eq!(screen.end().code(), Some(0), "{beginning:?}");
    }
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 5 new.sgf");
    screen.wait_for("a move or a command");
    // A paste without an end: Escape shows what has come.
    screen.send("\x1b[200~c3");
    sleep(GIVEN_UP);
    screen.send(ESC);
    screen.wait_for("> c3");
    screen.send(ENTER);
    screen.wait_for("ply 1: Black c3");
    screen.send("\x1b[200~d3");
    sleep(GIVEN_UP);
    screen.send(CTRL_Q);
    assert_eq!(screen.end().code(), Some(0));
}

/// Keys that wait are handled together, however many of them the terminal has given already.
#[test]
fn the_screen_is_drawn_once_for_several_waiting_keys() {
    const KEYS: usize = 300;
    let records = "(;GM[ugo]SZ[5];B[c3])\n".repeat(KEYS + 1);
    let folder = folder(&[("a.sgf", &records)]);
    let mut screen = Screen::start(folder.path(), "view a.sgf");
    screen.wait_for("301 of 301 records");
    let drawn = |screen: &Screen| screen.printed().matches("\x1b[?25").count();
    let before = drawn(&screen);
    screen.send(&DOWN.repeat(KEYS));
    screen.wait_for("#301");
    let drawn = drawn(&screen) - before;
    assert!((1..KEYS / 4).contains(&drawn), "{drawn}");
    screen.send(CTRL_Q);
    assert!(screen.end().success());
}

#[test]
fn what_is_pasted_is_one_line_and_of_a_long_one_the_end_is_shown() {
    const PASTED: &str = "\x1b[200~one\r\ntwo\rthree\n\n\x1b[201~";
    let folder = folder(&[(
        "a.sgf",
        "(;GM[ugo]SZ[5]RE[?]PB[one two three];B[c3])\n(;GM[ugo])",
    )]);
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 5 new.sgf");
    screen.wait_for("a move or a command");
    screen.send(&format!("comment {PASTED}{ENTER}"));
    screen.wait_for("comment: one two three");
    screen.send(&("x".repeat(5_000) + "END"));
    let shown = screen.wait_for("xEND");
    assert!(shown.contains("> \u{2026}xxx"), "{shown}");
    screen.send(ESC);
    screen.wait_for("a move or a command");
    screen.send(CTRL_Q);
    assert!(screen.end().success());
    let mut screen = Screen::start(folder.path(), "view a.sgf");
    screen.wait_for("2 of 2 records");
    screen.send(PASTED);
    let shown = screen.wait_for("1 of 2 records");
    assert!(shown.contains("search: one two three"), "{shown}");
    screen.send(CTRL_Q);
    assert!(screen.end().success());
}

#[test]
fn colors_are_used_where_they_are_wanted() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    for (command, environment, is_colored) in [
        ("view a.sgf", None, true),
        ("view a.sgf --color never", None, false),
        ("view a.sgf", Some(("NO_COLOR", "1")), false),
        ("view a.sgf --color always", Some(("NO_COLOR", "1")), true),
    ] {
        let environment: Vec<_> = environment.into_iter().collect();
        let screen = Screen::start_with(folder.path(), command, (80, 24), &environment);
        screen.wait_for("ply 0");
        let printed = screen.printed();
        assert_eq!(printed.contains("48;5;179"), is_colored, "{command}");
    }
}

#[test]
fn a_terminal_is_needed() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    for command in ["play", "view"] {
        let output = kifu(&folder, &[command, "a.sgf"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("needs a terminal"), "{told}");
    }
    let mut screen = Screen::start_with(folder.path(), "play a.sgf", (80, 24), &[("TERM", "dumb")]);
    assert_eq!(screen.end().code(), Some(2));
}

#[test]
fn records_are_listed_searched_and_read() {
    let folder = folder(&[
        (
            "games/ann.sgf",
            "(;GM[ugo]SZ[3]PB[Ann]PW[Bolaños];B[b2];W[a1])",
        ),
        (
            "games/two.sgf",
            "(;GM[sygo]SZ[3]PB[Cid]PW[Dan];W[b2]C[the center](;B[a1])(;B[c3];W[a2]))(;GM[ugo]SZ[3];B[b2];W[b2];B[a1])",
        ),
        ("broken.sgf", "(;GM[chess]SZ[8])"),
    ]);
    let mut screen = Screen::start(folder.path(), "view broken.sgf games --ascii");
    let shown = screen.wait_for("4 of 4 records");
    for line in ["broken.sgf #1", "games/ann.sgf #1  Ann", "games/two.sgf #2"] {
        assert!(shown.contains(line), "{shown}");
    }
    screen.send("- BOLANOS");
    screen.wait_for("1 of 4 records");
    screen.send(ESC);
    screen.wait_for("4 of 4 records");
    screen.send("CID");
    screen.wait_for("1 of 4 records");
    screen.send(ENTER);
    screen.wait_for("Sygo 3 | games/two.sgf #1");
    screen.send(RIGHT);
    let shown = screen.wait_for("the center");
    assert!(shown.contains("2. B c3"), "{shown}");
    screen.send(RIGHT);
    screen.wait_for("ply 2: Black a1");
    screen.send(DOWN);
    screen.wait_for("ply 2: Black c3 in variation 2");
    screen.send(&format!("1{ENTER}"));
    screen.wait_for("ply 1: White b2");
    screen.send("l");
    screen.send(ESC);
    screen.wait_for("4 of 4 records");
    // An illegal record opens at its first error.
    screen.send("#2");
    screen.wait_for("1 of 4 records");
    screen.send(ENTER);
    let shown = screen.wait_for("finding 1 of");
    assert!(shown.contains("error[ugo::occupied] ply 2 b2"), "{shown}");
    assert!(shown.contains(".(X)."), "{shown}");
    screen.send(RIGHT);
    screen.wait_for("what follows an illegal ply is not");
    screen.send("n");
    screen.wait_for("the illegal ply 2");
    screen.send("l");
    screen.wait_for("search: #2");
    screen.send(ESC);
    screen.wait_for("4 of 4 records");
    screen.send("broken");
    screen.wait_for("1 of 4 records");
    screen.send(ENTER);
    screen.wait_for("error[record::game]");
    screen.send("\x03");
    assert!(screen.end().success());
}

#[test]
fn hostile_records_do_no_harm() {
    let long = "x".repeat(1_000_000);
    let text = [
        "(;GM[ugo]SZ[3]PB[\x1b\\]2;owned\x07\u{202e}Ann]RE[\x1b[31m];B[b2]C[\x1b[2J",
        &long,
        "\u{200b}];W[b2\x1b[0m])",
    ]
    .concat();
    let folder = folder(&[("a.sgf", &text)]);
    for command in ["view a.sgf", "play a.sgf"] {
        let mut screen = Screen::start(folder.path(), command);
        screen.wait_for("Ugo 3");
        screen.send(&format!("{LEFT}{RIGHT}{RIGHT}"));
        screen.send("\x03");
        assert!(screen.end().success());
        let printed = screen.printed();
        for sequence in ["\x1b]2;", "\u{202e}", "\u{200b}"] {
            assert!(!printed.contains(sequence), "{command}");
        }
        assert!(screen.is_restored());
    }
}

#[test]
fn what_is_typed_on_a_page_is_not_lost() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game ugo --size 5 --ascii a.sgf");
    screen.wait_for("a move or a command");
    screen.send(F1);
    screen.wait_for("Esc: close");
    screen.send(&format!("d3{ENTER}"));
    screen.wait_for("ply 1: Black d3");
    screen.send(F3);
    screen.wait_for("Esc: close");
    // The arrows do not close it.
    screen.send(&format!("{RIGHT}{DOWN}"));
    screen.send(&format!("undo{ENTER}"));
    screen.wait_for("the ply is undone");
    screen.send(F1);
    screen.wait_for("Esc: close");
    screen.send("?");
    screen.wait_for("a move or a command");
    // `q` is enough.
    screen.send(&format!("q{ENTER}"));
    assert!(screen.end().success());
    // Pages fit into narrow screens.
    let mut screen = Screen::start_with(
        folder.path(),
        "play --game bargo --size 3 --ascii b.sgf",
        (40, 30),
        &[],
    );
    screen.wait_for("a move or a command");
    screen.send(F1);
    // A page may arrive in parts.
    screen.wait_until("the help as a whole", |shown| {
        ["quit; the game is", "saved after every ply"]
            .iter()
            .all(|text| shown.contains(text))
    });
}

#[test]
fn the_end_is_told_without_words_for_files() {
    let folder = folder(&[(
        "a.sgf",
        "(;GM[ugo]SZ[3];B[b2];W[a1];B[button];W[pass];B[pass])",
    )]);
    let mut screen = Screen::start(folder.path(), "play a.sgf --ascii");
    screen.wait_for("game over>");
    screen.send(ENTER);
    let shown = screen.wait_for("nothing can be played");
    assert!(!shown.contains("error["), "{shown}");
    screen.send(&format!("foo{ENTER}"));
    let shown = screen.wait_for("`foo` is not a move");
    assert!(!shown.contains("error["), "{shown}");
    screen.send(&format!("undo{ENTER}"));
    screen.wait_for("`delete` removes this ply");
}

/// A refusal is read without scrolling, and the way out is there.
#[test]
fn a_small_screen_shows_what_matters() {
    for (game, mv, error) in [
        ("bargo --size 3", "c3/e", "error[bargo::occupied]"),
        ("ugo --size 19", "d4", "error[ugo::occupied]"),
        ("sygo --size 19", "d4", "error[sygo::occupied]"),
        ("margo --size 3", "a1", "error[margo::occupied]"),
        ("bamogo --size 8", "Ra1,Gb1", "error[bamogo::occupied]"),
    ] {
        let folder = folder(&[]);
        let command = format!("play --game {game} --ascii a.sgf");
        let mut screen = Screen::start_with(folder.path(), &command, (40, 12), &[]);
        screen.wait_until("the keys and what Enter plays", |shown| {
            let labels = ["a move or a command", "F1 help", "^Q quit", "Enter:"];
            labels.iter().all(|label| shown.contains(label))
        });
        screen.send(&format!("{mv}{ENTER}"));
        screen.wait_for("ply 2, ");
        screen.send(&format!("{mv}{ENTER}"));
        screen.wait_for(error);
    }
    let record = "(;GM[ugo]SZ[19];B[b2];W[b2])";
    let folder = folder(&[("a.sgf", record)]);
    let screen = Screen::start_with(folder.path(), "view a.sgf --ascii", (40, 12), &[]);
    screen.wait_until("the error and the keys", |shown| {
        shown.contains("error[ugo::occupied]") && shown.contains("? help q quit")
    });
}

/// Answers stand where they are seen, below the board as beside it.
#[test]
fn answers_are_in_sight_on_a_small_screen() {
    let folder = folder(&[]);
    let mut screen = Screen::start_with(
        folder.path(),
        "play --game bargo --size 3 --ascii a.sgf",
        (40, 12),
        &[],
    );
    screen.wait_for("a move or a command");
    for (typed, answer) in [
        ("c3/e", "ply 1: Black c3/e"),
        ("variations", "nothing follows here"),
        ("legal d4", "legal at d4:"),
        ("comment -", "the comment is removed"),
    ] {
        screen.send(&format!("{typed}{ENTER}"));
        screen.wait_for(answer);
    }
    // A page has a heading that fits.
    screen.send(F3);
    let shown = screen.wait_for("Esc: close");
    assert!(!shown.contains("arrows: scroll, a"), "{shown}");
    drop(screen);
    let mut screen = Screen::start_with(
        folder.path(),
        "play --game margo --size 3 --ascii --black Ann b.sgf",
        (40, 12),
        &[],
    );
    screen.wait_for("a move or a command");
    screen.send(&format!("a1{ENTER}"));
    screen.wait_for("ply 2, ");
    screen.send(&format!("swap{ENTER}"));
    screen.wait_for("exchanged their");
}

#[test]
fn wide_characters_are_shown() {
    let name = "\u{738b}\u{69d8}";
    let record = format!("(;FF[4]CA[UTF-8]GM[sygo]SZ[5]PW[{name}]C[M\u{fc}tze \u{56f2}\u{7881}])");
    let folder = folder(&[("a.sgf", &record)]);
    let mut screen = Screen::start(folder.path(), "play a.sgf");
    let shown = screen.wait_for("M\u{fc}tze \u{56f2}\u{7881}");
    assert!(
        shown.contains(&format!("Black - {name} (W) | a.sgf")),
        "{shown}"
    );
    screen.send(&format!("comment {name}x"));
    screen.wait_for(&format!("{name}x"));
    // The cursor stands behind what is typed.
    let typed = "ply 1, Black> comment ".len() as u16;
    assert_eq!(screen.cursor(), (typed + 5, 22));
    drop(screen);
    let screen = Screen::start(folder.path(), "view a.sgf");
    screen.wait_for(&format!("White: {name}"));
    drop(screen);
    let screen = Screen::start(folder.path(), "play a.sgf --ascii");
    let shown = screen.wait_for("Mutze");
    assert!(shown.is_ascii(), "{shown}");
}

/// What stands beside the board has its width from the first screen on, and pages open from each other.
#[test]
fn the_first_screen_and_pages_are_as_the_later_ones() {
    let record = "(;GM[ugo]SZ[5];B[c3];W[button];B[pass];W[pass])";
    let folder = folder(&[("a.sgf", record), ("b.sgf", "(;GM[sygo]SZ[5])")]);
    let mut screen = Screen::start(folder.path(), "play a.sgf");
    let shown = screen.wait_for("a command, such as `undo`");
    assert!(
        !shown.lines().any(|line| line.ends_with('\u{b7}')),
        "{shown}"
    );
    // The columns of the score stand below each other.
    let column = |text: &str| {
        let line = shown.lines().find(|line| line.contains(text));
        line.map(|line| line.chars().count())
    };
    assert_eq!(column("Black   White"), column("territory "), "{shown}");
    screen.send(F3);
    screen.wait_for("Score    Esc");
    screen.send(F1);
    screen.wait_for("Help    Esc");
    screen.send(F1);
    screen.wait_for("game over>");
    screen.send(&format!("score{ENTER}"));
    screen.wait_for("Score    Esc");
    drop(screen);
    let mut screen = Screen::start(folder.path(), "play b.sgf");
    screen.wait_for("a move or a command");
    screen.send(F2);
    screen.wait_for("of at most one stone (F2 hides them)");
    drop(screen);
    let mut screen = Screen::start(folder.path(), "play --game bamogo --size 3 c.sgf");
    screen.wait_for("a move or a command");
    type_moves(&mut screen, "Ra1,Gb1 Gc1,Rc2 Ra3,Gb3", 1);
    screen.send(&format!("{F2}{DOWN} "));
    screen.wait_for("may be switched with: ");
}

#[test]
fn what_is_offered_is_no_piece_and_hides_nothing() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game bargo --size 3 --ascii a.sgf");
    screen.wait_for("Enter: c3/e");
    screen.send(&format!("c3/e{ENTER}"));
    screen.wait_for("ply 1: Black c3/e");
    screen.send(DOWN);
    screen.wait_until("the last ply and what is offered", |shown| {
        shown.contains("(X)") && shown.contains(".   o|")
    });
    screen.send(F2);
    let shown = screen.wait_for("a piece, with at least");
    // It stays with the next answer.
    screen.send(&format!("d4/ne{ENTER}"));
    screen.wait_for("ply 2: White d4/ne");
    assert!(
        screen
            .wait_for("a piece, with at")
            .contains(" legal moves "),
        "{shown}"
    );
    // A word that is not legal yet is explained.
    screen.send(&format!("pa{TAB}"));
    screen.wait_for("error[bargo::");
    drop(screen);

    let mut screen = Screen::start(folder.path(), "play --game ugo --size 5 --ascii b.sgf");
    screen.wait_for("Enter: c3");
    screen.send(TAB);
    screen.wait_for("there is nothing else to choose at c3");
    screen.send(&format!("comment once{ENTER}"));
    screen.wait_for("comment: once");
    screen.send(&format!("comment{ENTER}"));
    screen.wait_for("a move or a command");
    assert_eq!(screen.contents().matches("once").count(), 1);
    drop(screen);

    // Enter plays the stones that are put, wherever the cursor is.
    let mut screen = Screen::start(folder.path(), "play --game sygo --size 5 --ascii c.sgf");
    screen.wait_for("Enter: c3");
    screen.send(&format!(" {DOWN}"));
    screen.wait_for("chosen: c3; Enter: c3; Space: another stone");
    screen.send(ENTER);
    screen.wait_for("ply 1: White c3");
}

#[test]
fn what_cannot_be_read_or_written_is_told_at_once() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3];B[b2])")]);
    let mut screen = Screen::start(folder.path(), "view nosuch.sgf");
    assert_eq!(screen.end().code(), Some(2));
    assert!(
        screen
            .printed()
            .contains("nosuch.sgf: there is no such file"),
        "{}",
        screen.printed()
    );
    assert!(screen.is_restored());
    let output = kifu(&folder, &["play", "--plain", "--game", "ugo", "none/a.sgf"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("none/a.sgf: there is no such folder"),
        "{told}"
    );
    let output = kifu(&folder, &["view", "a.sgf"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("`kifu replay`") && !told.contains("--plain"),
        "{told}"
    );
    let mut screen = Screen::start(folder.path(), "play --game ugo b.sgf");
    screen.wait_for("a move or a command");
    screen.send(&format!("save a.sgf{ENTER}"));
    let shown = screen.wait_for("not saved: a.sgf: there is");
    assert!(!shown.contains("os error"), "{shown}");
    drop(screen);
    // The list of one record is none.
    let mut screen = Screen::start(folder.path(), "view a.sgf");
    screen.wait_for("Ugo 3");
    screen.send("l");
    screen.wait_for("this is the only record");
    screen.send("?");
    screen.wait_for("Esc: close");
    screen.send("q");
    screen.wait_for("Ugo 3");
    screen.send("q");
    assert!(screen.end().success());
}

#[test]
fn large_boards_keep_their_coordinates() {
    let folder = folder(&[]);
    let mut screen = Screen::start(folder.path(), "play --game margo --size 19 --ascii a.sgf");
    let goes_on = |shown: &str| {
        ["  >", "  v"].into_iter().all(|sign| {
            let is_sign =
                |line: &str| line.trim_end().ends_with(sign) || line.contains(&format!("{sign} "));
            shown.lines().any(is_sign)
        })
    };
    let shown = screen.wait_until("where the board goes on", |shown| {
        shown.contains("Enter: s19") && goes_on(shown)
    });
    let letters = shown.lines().nth(1);
    assert!(
        letters.is_some_and(|line| line.contains("   q   s   u ")),
        "{shown}"
    );
    for _ in 0..9 {
        screen.send(&format!("{DOWN}{RIGHT}"));
    }
    screen.wait_until("the corner", |shown| {
        let letters = shown.lines().nth(1);
        letters.is_some_and(|line| line.contains(" ak")) && shown.contains("\n  3 ")
    });
}
