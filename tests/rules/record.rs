//! The three rules before all rules, and resignation, in all five games.

use super::play::play;

/// The root of a game and its first plies: one legal, and one that is legal after it.
const GAMES: [(&str, [&str; 2]); 5] = [
    ("GM[bargo]SZ[3]", ["B[c3/e]", "W[a1/e]"]),
    ("GM[sygo]SZ[5]", ["W[c3]", "B[a1]"]),
    ("GM[ugo]SZ[5]", ["B[c3]", "W[a1]"]),
    ("GM[bamogo]SZ[5]", ["B[Rc3,Gc4]", "W[Ra1,Gb1]"]),
    ("GM[margo]SZ[5]", ["W[c3]", "B[a1]"]),
];

/// The same ply by the other player.
fn by_the_other(ply: &str) -> String {
    let (color, rest) = ply.split_at(1);
    format!("{}{rest}", if color == "B" { "W" } else { "B" })
}

#[test]
fn the_players_take_turns() {
    for (root, [first, second]) in GAMES {
        play(root, "", &format!(";{first};{second}")).legal();
        let out_of_turn = play(root, "", &format!(";{}", by_the_other(first)));
        out_of_turn.breaks_rule("record::turn-order", 1);
        let twice = play(root, "", &format!(";{first};{}", by_the_other(second)));
        twice.breaks_rule("record::turn-order", 2);
        // A setup may say who begins.
        let color = by_the_other(first);
        let root = format!("{root}PL[{}]", &color[..1]);
        play(&root, "", &format!(";{color};{}", by_the_other(second))).legal();
        play(&root, "", &format!(";{first}")).breaks_rule("record::turn-order", 1);
    }
}

#[test]
fn what_is_no_move_of_the_game() {
    for (root, [first, _]) in GAMES {
        let texts: &[&str] = match root {
            "GM[bargo]SZ[3]" => &["c3", "c3/n", "c3/", "swap", "c3/ee", "c03/e", "c3/e,c4/e"],
            "GM[sygo]SZ[5]" => &["c3/e", "c3,", ",c3", "c3,pass", "button", "c3;c4", "c03"],
            "GM[ugo]SZ[5]" => &["c3K", "c3,c4", "swap", "c", "3", "c-3", "Rc3,Gc4"],
            "GM[bamogo]SZ[5]" => &[
                "",
                "Rc3",
                "c3,c4",
                "Raa3,Gc4",
                "RGc3,Gc4",
                "c3<c4",
                "c3<>c4<>c5",
            ],
            _ => &["", "button", "01c3", "c3/e", "c3,c5", "-1c3", "c3<>c5"],
        };
        for text in texts {
            play(root, "", &format!(";{}[{text}]", &first[..1])).breaks_rule("record::notation", 1);
        }
    }
}

#[test]
fn the_end_comes_before_the_turn_and_the_turn_before_the_notation() {
    for (root, [first, second]) in GAMES {
        let (own, other) = (&first[..1], &second[..1]);
        // Resigning is a ply of the player to move, and the other player has won.
        let over = format!(";{first};{other}[resign]");
        play(root, "", &over).legal().ends(&format!("{own}+R"));
        play(root, "", &format!(";{own}[RESIGN]"))
            .legal()
            .ends(&format!("{other}+R"));
        play(root, "", &format!(";{other}[resign]")).breaks_rule("record::turn-order", 1);
        // Nobody plays on: whoever it is, whatever it is.
        for ply in [
            first,
            second,
            "B[nonsense]",
            "W[nonsense]",
            "B[resign]",
            "W[resign]",
        ] {
            play(root, "", &format!("{over};{ply}"))
                .breaks_rule("record::after-end", 3)
                .naming(&["2"]);
        }
        // Nonsense out of turn is out of turn.
        play(root, "", &format!(";{other}[nonsense]")).breaks_rule("record::turn-order", 1);
        play(root, "", &format!(";{own}[nonsense]")).breaks_rule("record::notation", 1);
    }
}

#[test]
fn an_empty_value_is_a_pass_where_there_are_passes() {
    play("GM[bargo]RU[bargo-no-button]SZ[3]", "", ";B[];W[]")
        .legal()
        .ends("0");
    play("GM[ugo]RU[ugo-no-button]SZ[3]", "", ";B[];W[]")
        .legal()
        .ends("0");
    play("GM[sygo]SZ[3]", "", ";W[];B[]").legal().ends("0");
    play("GM[bamogo]SZ[3]", "", ";B[]").breaks_rule("record::notation", 1);
    play("GM[margo]SZ[3]", "", ";W[]").breaks_rule("record::notation", 1);
    play("GM[bamogo]SZ[3]", "", ";B[pass]").breaks_rule("bamogo::pass", 1);
    play("GM[margo]SZ[3]", "", ";W[pass]").breaks_rule("margo::pass", 1);
}

#[test]
fn points_are_read_in_either_case_and_far_points_are_off_the_board() {
    play("GM[sygo]SZ[3]", "", ";W[A1];B[c3]").legal();
    play("GM[ugo]SZ[3]", "", ";B[A1];W[C3]").legal();
    play("GM[bargo]SZ[2]", "", ";B[B2/NE];W[a1/E]").legal();
    for (root, ply, code) in [
        (
            "GM[bargo]SZ[30]",
            "B[zz99999999999999999999/e]",
            "bargo::off-board",
        ),
        ("GM[bargo]SZ[30]", "B[bh59/e]", "bargo::off-board"),
        ("GM[sygo]SZ[52]", "W[ba1]", "sygo::off-board"),
        ("GM[sygo]SZ[52]", "W[az53]", "sygo::off-board"),
        ("GM[ugo]SZ[26]", "B[aa26]", "ugo::off-board"),
        ("GM[bamogo]SZ[26]", "B[Rz27,Gz26]", "bamogo::off-board"),
        ("GM[margo]SZ[19]", "W[al37]", "margo::off-board"),
    ] {
        play(root, "", &format!(";{ply}")).breaks_rule(code, 1);
    }
    for (root, ply) in [
        ("GM[bargo]SZ[30]", "B[bg59/w]"),
        ("GM[sygo]SZ[52]", "W[az52]"),
        ("GM[ugo]SZ[26]", "B[z26]"),
        ("GM[bamogo]SZ[26]", "B[Rz25,Gz26]"),
        ("GM[margo]SZ[19]", "W[ak37]"),
    ] {
        play(root, "", &format!(";{ply}")).legal();
    }
}
