//! Completion of a move that is typed.

use crate::games::{Game, Move, Piece, Point, Position};

/// The legal moves whose spelling begins with a text, in the order of the board. Case and white space do not count. Of a
/// turn of Sygo these are the next stones.
///
/// ```
/// use kifu::editor::completions;
/// use kifu::games::{Game, Position, Rules, Size};
///
/// let position = Position::new(&Rules::default_for(Game::Ugo), Size::square(3), None)?;
/// assert_eq!(completions(&position, "B"), ["button", "b1", "b2", "b3"]);
/// # Ok::<(), kifu::games::SetupFault>(())
/// ```
pub fn completions(position: &Position, typed: &str) -> Vec<String> {
    let typed: String = typed
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let typed = typed.to_ascii_lowercase();
    if position.is_game_over() {
        return Vec::new();
    }
    let mut names = match (position.game(), typed.rsplit_once(',')) {
        (Game::Sygo, Some((stones, _))) => next_stones(position, stones),
        (game, _) => {
            let mut names: Vec<String> = Vec::new();
            for mv in position.legal_moves() {
                names.push(mv.to_string());
                if let Move::Pair([first, second]) = mv
                    && game == Game::Bamogo
                {
                    names.push(format!("{},{}", stone(second), stone(first)));
                }
            }
            names
        }
    };
    if position.is_legal(&Move::Resign) {
        names.push(Move::Resign.to_string());
    }
    names.retain(|name| name.to_ascii_lowercase().starts_with(&typed));
    names
}

fn stone((color, point): (crate::games::StoneColor, Point)) -> String {
    Piece::Neutral(color, point).to_string()
}

/// The turns of these stones and one more.
fn next_stones(position: &Position, stones: &str) -> Vec<String> {
    let Ok(mv) = Move::parse(Game::Sygo, stones) else {
        return Vec::new();
    };
    let placed = mv.points();
    let size = position.size();
    let mut names = Vec::new();
    for row in 1..=u16::from(size.rows) {
        for column in 1..=u16::from(size.columns) {
            let mut turn = placed.clone();
            turn.push(Point::new(column, row));
            if position.pieces_during_turn(&turn).is_ok() {
                names.push(Move::Stones(turn).canonical().to_string());
            }
        }
    }
    names
}
