//! `kifu legal`: what is no move is never legal.

use kifu::games::Game;
use serde_json::Value;

use crate::common::{folder, run};

#[test]
fn nonsense_is_not_a_legal_move() {
    let nonsense = [
        "(;",
        "a1(;",
        "Kzz(;1",
        "resign(;",
        "])(;GM[sygo]",
        "(\\;",
        "\\",
        "]",
        "a1]",
        "a1;",
        "(;(;",
    ];
    for game in Game::ALL {
        let record = format!("(;GM[{}]RE[?])", game.name());
        let folder = folder(&[("game.sgf", record.as_str())]);
        for mv in nonsense {
            let arguments = [
                "legal", "game.sgf", "--at", "0", "--format", "json", "--why", mv,
            ];
            let (code, out, err) = run(&folder, &arguments, "");
            assert_eq!((code, err.as_str()), (1, ""), "{game:?} {mv}");
            let answer: Value = serde_json::from_str(&out).expect("an object");
            let finding = &answer["why"]["findings"][0]["code"];
            assert_eq!(finding, "record::notation", "{game:?} {mv}: {out}");
        }
    }
}
