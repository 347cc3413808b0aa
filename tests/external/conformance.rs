//! The runner of the conformance kit, in Python: an implementation of Ugo passes, and no mistake in it goes unnoticed.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

pub(crate) const TESTS: &[(&str, fn())] = &[
    (
        "the_toy_implementation_conforms",
        the_toy_implementation_conforms,
    ),
    (
        "the_runner_finds_every_mistake",
        the_runner_finds_every_mistake,
    ),
    ("a_switch_is_no_capture", a_switch_is_no_capture),
];

/// Deliberate mistakes: the name, a text of the toy implementation, and what replaces it.
const MISTAKES: [(&str, &str, &str); 16] = [
    (
        "a stone may take its own group's last liberty",
        "affected = ENEMY[color] if is_king else \"BW\"",
        "affected = ENEMY[color]",
    ),
    (
        "a stone may take an enemy group's last liberty",
        "affected = ENEMY[color] if is_king else \"BW\"",
        "affected = ENEMY[color] if is_king else color",
    ),
    (
        "a king may capture nothing",
        "if is_king and takes <= 0:",
        "if False:",
    ),
    (
        "kings are removed like stones",
        "if not self.board[point][1]:",
        "if True:",
    ),
    (
        "the mover's own stones are never removed",
        "            self.remove_stones(color)\n",
        "",
    ),
    (
        "the mover's own stones are removed first",
        "            self.remove_stones(ENEMY[color])\n            self.remove_stones(color)\n",
        "            self.remove_stones(color)\n            self.remove_stones(ENEMY[color])\n",
    ),
    (
        "players pass before the button is taken",
        "if self.has_button and not self.button:",
        "if False:",
    ),
    (
        "the button is taken twice",
        "if not self.has_button or self.button:",
        "if not self.has_button:",
    ),
    (
        "there always is a button",
        "self.has_button, self.komi = rules[\"button\"], komi",
        "self.has_button, self.komi = True, komi",
    ),
    (
        "passes are counted that are not in a row",
        "            self.passes = 0\n        self.to_move",
        "        self.to_move",
    ),
    ("komi is ignored", "\"W\": self.komi}", "\"W\": 0}"),
    (
        "an enclosed king counts for its owner",
        "color if self.has_liberty(group) else ENEMY[color]",
        "color",
    ),
    (
        "a region that touches both colors counts for somebody",
        "if len(around) == 1:",
        "if around:",
    ),
    (
        "diagonals connect",
        "(column, row - 1), (column, row + 1)]",
        "(column, row - 1), (column, row + 1), (column - 1, row - 1)]",
    ),
    (
        "every K is a king",
        "(k(?=[a-z]))?([a-z]+)([0-9]+)",
        "(k(?=[a-z0-9]))?([a-z]*)([0-9]+)",
    ),
    (
        "the game goes on after a resignation",
        "self.result = ENEMY[color] + \"+R\"",
        "pass",
    ),
];

/// Why there is no Python.
pub(crate) fn is_there() -> Result<(), String> {
    let found = Command::new("python3").arg("--version").output();
    match found {
        Ok(found) if found.status.success() => Ok(()),
        _ => Err("Python 3 is not installed".to_owned()),
    }
}

/// Runs the runner on an implementation: its exit status and what it prints.
fn run(implementation: &Path) -> (Option<i32>, String) {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let output = Command::new("python3")
        .arg("-B")
        .arg(kit.join("runner.py"))
        .args([implementation.as_os_str(), "ugo".as_ref()])
        .output()
        .expect("Python runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), printed + &errors)
}

fn toy() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/toy_ugo.py");
    fs::read_to_string(path).expect("the toy implementation is there")
}

fn run_text(text: &str) -> (Option<i32>, String) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("implementation.py");
    fs::write(&path, text).expect("the implementation is written");
    run(&path)
}

fn the_toy_implementation_conforms() {
    let (status, printed) = run_text(&toy());
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.ends_with(" rows compared, 0 differences\n"),
        "{printed}"
    );
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/runner.py");
    let runner = fs::read_to_string(runner).expect("the runner is there");
    assert!(runner.lines().count() < 100);
}

fn the_runner_finds_every_mistake() {
    let toy = toy();
    for (name, right, wrong) in MISTAKES {
        assert_eq!(toy.matches(right).count(), 1, "{name}");
        let (status, printed) = run_text(&toy.replace(right, wrong));
        assert_eq!(status, Some(1), "not found: {name}");
        // By a difference, not because the program fails.
        assert!(printed.contains(": expected "), "{name}: {printed}");
        assert!(!printed.contains("Traceback"), "{name}: {printed}");
    }
}

/// A game of one move, with the pieces before and after it, and how many captures the runner counts.
const ONE_MOVE: &str = r#"
import runpy, sys
Runner = runpy.run_path(sys.argv[1])["Runner"]

class Game:
    to_move = "B"
    def __init__(self, move, before, after):
        self.move, self.pieces, self.after = move, before, after
    def legal_moves(self):
        return [self.move]
    def copy(self):
        return Game(self.move, self.pieces, self.after)
    def play(self, color, move):
        self.pieces = self.after
    def state(self):
        return {"pieces": {"AG": self.pieces}, "result": None}

for move, before, after in (
    ("a1<>b1", ["Ga1", "Rb1"], ["Gb1", "Ra1"]),
    ("Rc1,Gc2", ["Ga1"], ["Gc2", "Rc1"]),
    ("c3", ["a1"], ["a1", "c3"]),
):
    counts = dict.fromkeys(("leaves", "captures", "passes", "ends"), 0)
    Runner(Game, "bamogo").count(Game(move, before, after), 1, counts)
    print(counts["leaves"], counts["captures"])
"#;

fn a_switch_is_no_capture() {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/runner.py");
    let output = Command::new("python3")
        .args(["-B", "-c", ONE_MOVE])
        .arg(runner)
        .output()
        .expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.stdout, b"1 0\n1 1\n1 0\n", "{errors}");
}
