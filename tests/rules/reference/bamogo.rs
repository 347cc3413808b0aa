//! Bamogo, literally (rules/bamogo.md).

use super::square::{self, Colors, Point, Size};
use super::{ReferenceGame, Rules, Setup, before_reading, clean, other, setup_piece};
use std::collections::BTreeSet;

/// A game of Bamogo. Black connects top and bottom, White left and right.
#[derive(Clone)]
pub(crate) struct Bamogo {
    rules: Rules,
    size: Size,
    board: Colors,
    to_move: char,
    /// The line, front first, if it is known.
    line: Option<Vec<[char; 2]>>,
    /// The number of pairs left.
    pairs: usize,
    /// The two spaces switched in the turn just before, if it was a switch.
    switched: Option<BTreeSet<Point>>,
    over: Option<String>,
}

enum Ply {
    Pass,
    Place([(char, Point); 2]),
    Switch(Point, Point),
}

/// A space has exactly one column letter.
fn read_space(text: &str) -> Option<Point> {
    let letters = text.bytes().filter(u8::is_ascii_lowercase).count();
    if letters == 1 {
        square::read(text)
    } else {
        None
    }
}

/// A stone has exactly one color letter before its space.
fn read_stone(text: &str) -> Option<(char, Point)> {
    let color = text.chars().next().filter(char::is_ascii_lowercase)?;
    Some((color.to_ascii_uppercase(), read_space(&text[1..])?))
}

fn read(text: &str) -> Option<Ply> {
    if text == "pass" {
        return Some(Ply::Pass);
    }
    if let Some((one, two)) = text.split_once("<>") {
        return Some(Ply::Switch(read_space(one)?, read_space(two)?));
    }
    let (one, two) = text.split_once(',')?;
    Some(Ply::Place([read_stone(one)?, read_stone(two)?]))
}

fn read_pair(text: &str) -> Option<[char; 2]> {
    let letters: Vec<char> = text.chars().map(|c| c.to_ascii_uppercase()).collect();
    match letters[..] {
        // Each pair holds two stones of different colors.
        [one, two] if one != two && one.is_ascii_uppercase() && two.is_ascii_uppercase() => {
            Some([one, two])
        }
        _ => None,
    }
}

impl Bamogo {
    pub(crate) fn new(
        rules: &Rules,
        columns: i64,
        rows: i64,
        setup: Option<&Setup>,
    ) -> Result<Self, String> {
        let given = setup.cloned().unwrap_or_default();
        let mut board = Colors::new();
        for text in &given.pieces {
            let (color, piece) = setup_piece(text)?;
            match read_space(&piece) {
                Some(space)
                    if square::on_board(space, columns, rows) && !board.contains_key(&space) =>
                {
                    board.insert(space, color);
                }
                _ => return Err(format!("record::setup: {text}")),
            }
        }
        let line = match &given.line {
            None => None,
            Some(pairs) => {
                let pairs: Option<Vec<[char; 2]>> = pairs.iter().map(|p| read_pair(p)).collect();
                Some(pairs.ok_or("record::setup: the line")?)
            }
        };
        let empty = usize::try_from(columns * rows).expect("small") - board.len();
        let mut game = Self {
            rules: rules.clone(),
            size: (columns, rows),
            board,
            to_move: given.to_move.unwrap_or('B'),
            pairs: line.as_ref().map_or(empty / 2, Vec::len),
            line,
            switched: None,
            over: None,
        };
        // A setup that already holds a connection is record::setup.
        if game.connected('B') || game.connected('W') {
            return Err("record::setup: a connection".to_string());
        }
        // No legal ply at the start: a draw.
        if !game.any_legal() {
            game.over = Some("0".to_string());
        }
        Ok(game)
    }

    /// A chain of stones of one color from that player's one side to the other.
    fn connected(&self, player: char) -> bool {
        let (columns, rows) = self.size;
        let (from, to): (Vec<Point>, Vec<Point>) = if player == 'B' {
            (1..=columns).map(|c| ((c, 1), (c, rows))).unzip()
        } else {
            (1..=rows).map(|r| ((1, r), (columns, r))).unzip()
        };
        let colors: BTreeSet<char> = self.board.values().copied().collect();
        colors.into_iter().any(|color| {
            square::groups(&self.board, color).iter().any(|chain| {
                from.iter().any(|side| chain.contains(side))
                    && to.iter().any(|side| chain.contains(side))
            })
        })
    }

    fn empty_spaces(&self) -> Vec<Point> {
        let mut spaces = square::all_points(self.size.0, self.size.1);
        spaces.retain(|space| !self.board.contains_key(space));
        spaces
    }

    fn adjacent_empty_spaces_exist(&self) -> bool {
        let empty = self.empty_spaces();
        empty
            .iter()
            .any(|&one| empty.iter().any(|&two| square::adjacent(one, two)))
    }

    /// The board after the ply, or the first violated rule.
    fn judge(&self, ply: &Ply) -> Result<Colors, &'static str> {
        let on_board = |space| square::on_board(space, self.size.0, self.size.1);
        let mut after = self.board.clone();
        match *ply {
            // bamogo::pass
            Ply::Pass => Err("bamogo::pass"),
            Ply::Place([(color, one), (second, two)]) => {
                // bamogo::line-empty
                if self.pairs == 0 {
                    return Err("bamogo::line-empty");
                }
                // bamogo::wrong-pair
                let right = match &self.line {
                    Some(line) => line[0] == [color, second] || line[0] == [second, color],
                    None => {
                        color != second
                            && self.rules.colors.contains(&color)
                            && self.rules.colors.contains(&second)
                    }
                };
                if !right {
                    return Err("bamogo::wrong-pair");
                }
                // bamogo::off-board
                if !on_board(one) || !on_board(two) {
                    return Err("bamogo::off-board");
                }
                // bamogo::occupied
                if after.contains_key(&one) || after.contains_key(&two) || one == two {
                    return Err("bamogo::occupied");
                }
                // bamogo::not-adjacent
                if !square::adjacent(one, two) && self.adjacent_empty_spaces_exist() {
                    return Err("bamogo::not-adjacent");
                }
                after.insert(one, color);
                after.insert(two, second);
                Ok(after)
            }
            Ply::Switch(one, two) => {
                // bamogo::off-board
                if !on_board(one) || !on_board(two) {
                    return Err("bamogo::off-board");
                }
                // bamogo::not-adjacent
                if !square::adjacent(one, two) {
                    return Err("bamogo::not-adjacent");
                }
                // bamogo::switch-empty
                let (Some(&first), Some(&second)) = (after.get(&one), after.get(&two)) else {
                    return Err("bamogo::switch-empty");
                };
                // bamogo::switch-undo
                if self.switched == Some(BTreeSet::from([one, two])) {
                    return Err("bamogo::switch-undo");
                }
                after.insert(one, second);
                after.insert(two, first);
                Ok(after)
            }
        }
    }

    /// Every color that the ruleset or the line knows.
    fn colors(&self) -> BTreeSet<char> {
        let mut colors: BTreeSet<char> = self.rules.colors.iter().copied().collect();
        colors.extend(self.line.iter().flatten().flatten());
        colors
    }

    fn any_legal(&self) -> bool {
        let spaces = square::all_points(self.size.0, self.size.1);
        let any_switch = spaces.iter().any(|&one| {
            square::steps(one)
                .into_iter()
                .any(|two| self.judge(&Ply::Switch(one, two)).is_ok())
        });
        let colors = self.colors();
        let empty = self.empty_spaces();
        any_switch
            || empty.iter().any(|&one| {
                empty.iter().any(|&two| {
                    colors.iter().any(|&color| {
                        colors.iter().any(|&second| {
                            let stones = [(color, one), (second, two)];
                            self.judge(&Ply::Place(stones)).is_ok()
                        })
                    })
                })
            })
    }

    fn place_texts(&self, one: &str, two: &str) -> Vec<String> {
        let mut texts = Vec::new();
        for color in self.colors() {
            for second in self.colors() {
                texts.push(format!("{color}{one},{second}{two}"));
            }
        }
        texts
    }
}

impl ReferenceGame for Bamogo {
    fn play(&mut self, color: char, text: &str) -> Result<(), &'static str> {
        before_reading(self.finished(), self.to_move, color)?;
        let text = clean(text);
        if text == "resign" {
            self.over = Some(format!("{}+R", other(color)));
            self.to_move = other(self.to_move);
            return Ok(());
        }
        let ply = read(&text).ok_or("record::notation")?;
        self.board = self.judge(&ply)?;
        self.switched = None;
        match ply {
            Ply::Pass => {}
            Ply::Place(_) => {
                self.pairs -= 1;
                if let Some(line) = &mut self.line {
                    line.remove(0);
                }
            }
            Ply::Switch(one, two) => self.switched = Some(BTreeSet::from([one, two])),
        }
        self.to_move = other(self.to_move);
        // End: whoever's connection alone exists wins, whoever moved; of both the mover's.
        self.over = match (self.connected('B'), self.connected('W')) {
            (true, true) => Some(format!("{color}+")),
            (true, false) => Some("B+".to_string()),
            (false, true) => Some("W+".to_string()),
            (false, false) if !self.any_legal() => Some("0".to_string()),
            (false, false) => None,
        };
        Ok(())
    }

    fn to_move(&self) -> char {
        self.to_move
    }

    fn pieces(&self) -> Vec<String> {
        let stone = |(&space, &color): (&Point, &char)| format!("{color} {}", square::name(space));
        let mut pieces: Vec<String> = self.board.iter().map(stone).collect();
        pieces.sort();
        pieces
    }

    fn finished(&self) -> bool {
        self.over.is_some()
    }

    fn result(&self) -> Option<String> {
        self.over.clone()
    }

    fn score(&self) -> Option<(i64, i64)> {
        None
    }

    fn candidates(&self) -> Vec<String> {
        let (columns, rows) = self.size;
        let mut texts = Vec::new();
        let spaces = square::all_points(columns, rows);
        let any_two = !self.adjacent_empty_spaces_exist();
        for &one in &spaces {
            for &two in spaces.iter().filter(|&&two| one <= two) {
                let (a, b) = (square::name(one), square::name(two));
                let empty = !self.board.contains_key(&one) && !self.board.contains_key(&two);
                let sample = (one.0 + 2 * one.1 + 3 * two.0 + 5 * two.1) % 7 == 0;
                if square::adjacent(one, two) {
                    texts.extend(self.place_texts(&a, &b));
                    texts.push(format!("{a}<>{b}"));
                    if sample {
                        texts.push(format!("{b}<>{a}"));
                    }
                } else if (any_two && empty) || sample {
                    texts.extend(self.place_texts(&a, &b));
                    texts.push(format!("{a}<>{b}"));
                }
            }
        }
        for off in square::outside(self.size) {
            texts.extend(self.place_texts("a1", &off));
            texts.push(format!("{off}<>a1"));
            texts.push(format!("a1<>{off}"));
        }
        let words = [
            "pass",
            "button",
            "swap",
            "",
            "a1",
            "Ra1",
            "Xa1,Ya2",
            "Ra1,Ga2,Ba3",
            "RRa1,Ga2",
            "a1,a2",
            "a1<>a2<>a3",
            "a1<>",
            "Ra1<>Ga2",
            "Ra01,Ga2",
            "a01<>a2",
        ];
        texts.extend(words.map(String::from));
        texts
    }

    fn boxed_clone(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ReferenceGame, Setup, new, ruleset};

    fn set(
        size: u32,
        pieces: &[&str],
        line: Option<&[&str]>,
    ) -> Result<Box<dyn ReferenceGame>, String> {
        let own = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let setup = Setup {
            pieces: own(pieces),
            line: line.map(own),
            ..Setup::default()
        };
        new(&ruleset("bamogo"), size, size, Some(&setup))
    }

    #[test]
    fn order_of_the_rules() {
        let mut game = set(3, &["R b2"], Some(&["RG", "XY"])).unwrap();
        for (text, rule) in [
            ("", "record::notation"),
            ("Raa1,Gb1", "record::notation"),
            ("pass", "bamogo::pass"),
            ("Ra1,Bz9", "bamogo::wrong-pair"),
            ("Rb2,Gd9", "bamogo::off-board"),
            ("Rb2,Gc3", "bamogo::occupied"),
            ("Ra1,Ga1", "bamogo::occupied"),
            ("Ra1,Gc1", "bamogo::not-adjacent"),
            ("b2<>b2", "bamogo::not-adjacent"),
            ("b2<>b3", "bamogo::switch-empty"),
        ] {
            assert_eq!(game.play('B', text), Err(rule), "{text}");
        }
        assert_eq!(game.play('B', "ga1, rb1"), Ok(()));
        assert_eq!(game.play('W', "yc1,xc2"), Ok(()));
        assert_eq!(game.play('B', "Ra3,Gb3"), Err("bamogo::line-empty"));
        assert_eq!(game.play('B', "b1<>b2"), Ok(()));
        assert_eq!(game.play('W', "b2<>b1"), Err("bamogo::switch-undo"));
        assert_eq!(game.play('W', "c1<>c2"), Ok(()));
        assert_eq!(game.play('B', "b2<>b1"), Ok(()));
    }

    #[test]
    fn connections() {
        assert!(set(2, &["R a1", "R b1"], None).is_err());
        // White completes Black's connection: Black wins.
        let mut game = set(2, &["R a1"], None).unwrap();
        assert_eq!(game.play('B', "Gb1,Bb2"), Ok(()));
        assert_eq!(game.play('W', "a1<>b1"), Ok(()));
        assert_eq!(game.result(), None);
        let mut game = set(2, &["R a1"], None).unwrap();
        assert_eq!(game.play('B', "Ga2,Rb2"), Ok(()));
        assert_eq!(game.play('W', "b2<>a2"), Ok(()));
        assert_eq!(game.result().unwrap(), "B+");
    }

    #[test]
    fn any_two_spaces_and_a_draw() {
        // a1 and b2 are empty and not adjacent.
        let mut game = set(2, &["R a2", "G b1"], None).unwrap();
        assert_eq!(game.play('B', "Ba1,Xb2"), Err("bamogo::wrong-pair"));
        assert_eq!(game.play('B', "Ba1,Rb2"), Ok(()));
        assert_eq!(game.result().unwrap(), "W+");
        // No pairs and no two stones side by side.
        let game = set(2, &["R a2", "G b1"], Some(&[])).unwrap();
        assert_eq!(game.result().unwrap(), "0");
    }
}
