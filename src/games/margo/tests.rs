//! The same games on the fast and on the naive board, and on bitboards of all sizes.

use super::{
    fast::{Bitboard64, Bitboard128, Bitboard384, FastMarbles},
    marbles::Marbles,
    naive::NaiveMarbles,
    pyramid::{Pyramid, Slot},
    rules::MargoGame,
};
use crate::games::{
    Color, MargoRepetition, MargoRules, Move, Piece, Players, Point, Setup, Size,
    game_state::{GameState, ScoredGame},
    history::hash_of,
};

type Small = FastMarbles<Bitboard64, 9>;
type Medium = FastMarbles<Bitboard128, 12>;
type Large = FastMarbles<Bitboard384, 21>;
type SmallOfFour = FastMarbles<Bitboard64, 9, 4>;
type MediumOfFour = FastMarbles<Bitboard128, 12, 4>;
type LargeOfFour = FastMarbles<Bitboard384, 21, 4>;

/// A reproducible sequence of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 += 1;
        (hash_of(self.0) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// All mixtures of the options, apart from the goal.
fn all_rules() -> impl Iterator<Item = MargoRules> {
    (0..16u8).map(|options| MargoRules {
        players: Players::Two,
        repetition: match options {
            ..8 if options & 1 == 0 => MargoRepetition::PreviousTurn,
            ..8 => MargoRepetition::Situational,
            _ if options & 1 == 0 => MargoRepetition::Positional,
            _ => MargoRepetition::Never,
        },
        pass: options & 0b1010 == 0b1010,
        max_height: (options & 0b1100 == 0b1100).then_some(1 + options % 3),
        swap: true,
        revealed_captures: options & 2 != 0,
        buried_stay: options & 4 != 0,
        first_capture: false,
    })
}

/// Supported marbles of all players, wherever they come to lie.
fn random_setup(rules: &MargoRules, side: u8, random: &mut Random) -> Setup {
    let max_height = rules.max_height.unwrap_or(u8::MAX);
    let colors = rules.players.colors();
    let pyramid = Pyramid::new(side);
    let mut marbles = Vec::<Slot>::new();
    let mut setup = Setup::default();
    let span = 2 * usize::from(side);
    for _ in 0..random.below(span * span) {
        let point = Point::new(random.below(span) as u16, random.below(span) as u16);
        let empty = pyramid.slots_at(point).find(|slot| !marbles.contains(slot));
        let is_supported = |slot: &Slot| slot.below().all(|below| marbles.contains(&below));
        if let Some(slot) = empty.filter(is_supported)
            && slot.level < max_height
        {
            marbles.push(slot);
            let color = colors[random.below(colors.len())];
            setup
                .pieces
                .push(Piece::Marble(color, slot.level + 1, point));
        }
    }
    random.shuffle(&mut setup.pieces);
    setup
}

/// A move that is often illegal.
fn random_move(side: u8, random: &mut Random) -> Move {
    let span = 2 * usize::from(side) + 2;
    match random.below(12) {
        0 => Move::Swap,
        1 => Move::Pass,
        _ => Move::Marble {
            level: (random.below(3) == 0).then(|| random.below(usize::from(side) + 2) as u8),
            point: Point::new(random.below(span) as u16, random.below(span) as u16),
        },
    }
}

/// Plays a game on both boards, refused moves included. Everything that the rules say of it must
/// be equal after every ply. Legal moves are compared in one of `step` plies. Returns how
/// many plies captured.
fn play_on_both<F: Marbles>(
    rules: &MargoRules,
    side: u8,
    seed: u64,
    plies: usize,
    step: usize,
) -> usize {
    let mut random = Random(seed << 32 | u64::from(side) << 24);
    let setup = match seed % 3 {
        0 => random_setup(rules, side, &mut random),
        _ => Setup::default(),
    };
    let is_fresh = setup == Setup::default();
    let size = Size::square(side);
    let mut color = Color::White;
    let mut fast = MargoGame::<F>::new(rules, size, &setup, is_fresh, color).unwrap();
    let mut naive = MargoGame::<NaiveMarbles>::new(rules, size, &setup, is_fresh, color).unwrap();
    let mut captures = 0;
    for ply in 0..plies {
        let context = format!("side {side}, seed {seed}, ply {ply}, {rules:?}");
        assert_eq!(fast.pieces(), naive.pieces(), "{context}");
        assert_eq!(fast.tally(true), naive.tally(true), "{context}");
        let end = naive.no_moves_result(color);
        assert_eq!(fast.no_moves_result(color), end, "{context}");
        if ply % step == 0 {
            let mut moves = [Vec::new(), Vec::new()];
            fast.legal_moves(color, &mut moves[0]);
            naive.legal_moves(color, &mut moves[1]);
            assert_eq!(moves[0], moves[1], "{context}");
            assert_eq!(moves[0].is_empty(), end.is_some(), "{context}");
        }
        // Random moves first, then every point of the board, so that one is legal.
        let mut moves: Vec<Move> = (0..4).map(|_| random_move(side, &mut random)).collect();
        let span = 2 * u16::from(side);
        let points = (1..span).flat_map(|row| (1..span).map(move |column| Point::new(column, row)));
        let placement = |point| Move::Marble { level: None, point };
        moves.extend(points.map(placement));
        random.shuffle(&mut moves[4..]);
        let mut effect = None;
        for mv in moves {
            let before = naive.pieces();
            let result = naive.play(color, &mv);
            assert_eq!(fast.play(color, &mv), result, "{context}, {mv:?}");
            if let Ok(played) = result {
                effect = Some(played);
                if mv != Move::Swap {
                    color = rules.players.next(color);
                }
                break;
            }
            assert_eq!(naive.pieces(), before, "{context}, {mv:?}");
        }
        let Some(effect) = effect else {
            assert!(end.is_some() || rules.pass, "{context}");
            break;
        };
        captures += usize::from(effect.captured);
        if effect.ended.is_some() {
            break;
        }
    }
    captures
}

#[test]
fn small_boards_agree_with_the_naive_one() {
    for rules in all_rules() {
        let mut captures = 0;
        for side in 2..=7 {
            for seed in 0..if side < 6 { 6 } else { 2 } {
                let step = if side < 6 { 1 } else { 8 };
                captures += play_on_both::<Small>(&rules, side, seed, 250, step);
            }
        }
        // Random passes end games early.
        let least = if rules.pass { 20 } else { 100 };
        assert!(captures > least, "{captures} captures, {rules:?}");
        let first_capture = MargoRules {
            first_capture: true,
            ..rules
        };
        for seed in 0..3 {
            play_on_both::<Small>(&first_capture, 4, seed, 250, 1);
        }
    }
}

#[test]
fn medium_and_large_boards_agree_with_the_naive_one() {
    for (rules, seed) in all_rules().zip(0..) {
        play_on_both::<Medium>(&rules, 8, seed, 150, 50);
        play_on_both::<Medium>(&rules, 10, seed, 150, 50);
        play_on_both::<Large>(&rules, 5, seed, 100, 4);
        play_on_both::<Large>(&rules, 12, seed, 120, 60);
    }
    for (rules, seed) in all_rules().zip(0..).skip(6) {
        play_on_both::<Large>(&rules, 19, seed, 120, 120);
    }
}

#[test]
fn games_of_three_and_four_agree_with_the_naive_board() {
    for players in [Players::Three, Players::Four] {
        for (rules, number) in all_rules().zip(0..) {
            let rules = MargoRules { players, ..rules };
            let mut captures = 0;
            for side in 2..=7 {
                for seed in 0..if side < 6 { 2 } else { 1 } {
                    let step = if side < 6 { 1 } else { 8 };
                    captures += play_on_both::<SmallOfFour>(&rules, side, seed, 250, step);
                }
            }
            assert!(captures > 10, "{captures} captures, {rules:?}");
            let first_capture = MargoRules {
                first_capture: true,
                ..rules
            };
            play_on_both::<SmallOfFour>(&first_capture, 4, number, 250, 1);
            if number % 4 == 1 {
                play_on_both::<MediumOfFour>(&first_capture, 8, number, 150, 50);
                play_on_both::<LargeOfFour>(&first_capture, 5, number, 100, 4);
            }
        }
    }
}
