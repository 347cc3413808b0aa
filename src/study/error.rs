//! Errors in the filters of a query.

/// An error in the text of a filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// Not a date.
    #[error("a date is a year, a month or a day: `1996`, `1996-05` or `1996-05-06`")]
    Date,
    /// A range of dates that ends before it begins.
    #[error("the first date comes after the last")]
    DateOrder,
    /// Not a range of numbers.
    #[error("expected a number, or `A..B`, `A..`, `..B`")]
    NumberRange,
    /// Not a result.
    #[error(
        "expected `B` or `W` for any win, `draw`, `none`, or a result as in `RE`: `B+3.5`, `W+R`, `B+T`, `W+F`, \
         `B+`, `Void`"
    )]
    Result,
    /// Not a winner.
    #[error("expected `B`, `W`, `G`, `Y`, `draw` or `none`")]
    Winner,
    /// Not a list of moves.
    #[error("an opening is written as moves of one game, such as `c3 d4 e5`")]
    Opening,
    /// A pattern that is not a list of properties.
    #[error("a setup is written like `AB[c3][d4]AW[e5]`")]
    PatternSyntax,
    /// A property that patterns of this game do not have.
    #[error("`{name}` is not a property of a pattern for {game}")]
    PatternProperty {
        /// The name of the property.
        name: String,
        /// The game.
        game: &'static str,
    },
    /// A value that is not a piece of the game.
    #[error("`{name}[{value}]` is not a valid {game} piece")]
    PatternPiece {
        /// The name of the property.
        name: String,
        /// Its value.
        value: String,
        /// The game.
        game: &'static str,
    },
    /// A value that is not a point of the game.
    #[error("`AE[{value}]` is not a valid {game} point")]
    PatternPoint {
        /// The value.
        value: String,
        /// The game.
        game: &'static str,
    },
    /// A value that is not a player.
    #[error("`PL[{0}]` is not a player: `B` or `W`")]
    PatternPlayer(String),
    /// A point that is named twice.
    #[error("{0} is named twice")]
    PatternTwice(String),
}
