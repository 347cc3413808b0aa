//! Playouts: a game is played to its end by moves that are chosen quickly and at random.

use super::{
    amaf::{PlayedKeys, keys_of_move},
    area::area,
    generator::Generator,
    reward::{Rewards, rewards},
};
use crate::games::{Candidate, Move, Position, Step, Stepwise};

/// Plays playouts. It allocates nothing once it has seen the longest one.
#[derive(Debug)]
pub(super) struct Playouts {
    /// The sites at which something might be played.
    open: Vec<u16>,
    sites: u16,
    /// How many plies are played at most.
    most_plies: u32,
}

impl Playouts {
    /// Playouts from positions of one game.
    pub(super) fn new(position: &Position) -> Playouts {
        let sites = Stepwise::new(position.clone()).sites() as u16;
        Playouts {
            open: Vec::with_capacity(usize::from(sites)),
            sites,
            most_plies: 2 * area(position) as u32 + 20,
        }
    }

    /// Plays from a position on, which is changed, and notes the moves. Returns what the result is worth, and the number
    /// of plies.
    pub(super) fn play(
        &mut self,
        game: &mut Stepwise,
        generator: &mut Generator,
        played: &mut PlayedKeys,
    ) -> (Rewards, u32) {
        self.open_all();
        let mut plies = 0;
        while game.position().outcome().is_none() && plies < self.most_plies {
            if !self.play_ply(game, generator, played) {
                break;
            }
            if game.has_captured() {
                self.open_all();
            }
            plies += 1;
        }
        (rewards(game.position()), plies)
    }

    fn open_all(&mut self) {
        self.open.clear();
        self.open.extend(0..self.sites);
    }

    /// Plays one ply, or the rest of a turn that has begun. Returns whether there was one.
    fn play_ply(
        &mut self,
        game: &mut Stepwise,
        generator: &mut Generator,
        played: &mut PlayedKeys,
    ) -> bool {
        let color = game.to_move();
        let mut left = self.open.len();
        while left > 0 {
            let (index, choice) = generator.below(left);
            let candidate = game.candidate(usize::from(self.open[index]), choice);
            left -= 1;
            match candidate {
                Candidate::Closed => {
                    // The sites from `left` on have been tried.
                    self.open[index] = self.open[left];
                    self.open.swap_remove(left);
                }
                Candidate::Nothing => self.open.swap(index, left),
                Candidate::Move(mv) => {
                    self.open.swap(index, left);
                    if game.try_candidate(&mv) {
                        played.note(color, keys_of_move(&mv));
                        if game.turn().is_empty() {
                            return true;
                        }
                    }
                }
            }
        }
        if game.try_step(&Step::EndTurn)
            || game.try_step(&Step::Move(Move::Button))
            || game.try_step(&Step::Move(Move::Pass))
        {
            return true;
        }
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return false;
        }
        let (index, _) = generator.below(moves.len());
        game.try_step(&Step::Move(moves[index].clone()))
    }
}

/// Plays playouts from a position, and returns the number of their plies: a measure of speed.
pub fn playout_plies(start: &Position, seed: u64, playouts: u32) -> u64 {
    let mut generator = Generator::new(seed, 0);
    let mut engine = Playouts::new(start);
    let mut played = PlayedKeys::new(false);
    let root = Stepwise::new(start.clone());
    let mut game = root.clone();
    let mut plies = 0;
    for _ in 0..playouts {
        game.clone_from(&root);
        played.begin();
        plies += u64::from(engine.play(&mut game, &mut generator, &mut played).1);
    }
    plies
}
