//! Why text cannot be imported, and why a record cannot be exported.

use crate::record::MAX_PLIES;

/// Why text in another notation is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// JSON: the text ends inside the array.
    #[error("the array is not closed")]
    UnclosedArray,
    /// JSON: text after the array.
    #[error("there is text after the array")]
    TextAfterArray,
    /// JSON: a comma without a value after it.
    #[error("a value is missing after the comma")]
    MissingValue,
    /// JSON: no comma between two values.
    #[error("a comma is missing between two values")]
    MissingComma,
    /// JSON: a value larger than any record.
    #[error("the value that begins here is too large for a record")]
    TooLarge,
    /// JSON: the text ends inside a value.
    #[error("the text ends inside the value that begins here")]
    UnclosedValue,
    /// JSON: a syntax error.
    #[error("this is not valid JSON")]
    InvalidJson,
    /// JSON: the version of the schema is not 1.
    #[error("schema {0} is not supported")]
    UnknownSchema(String),
    /// JSON: a key that the schema does not have.
    #[error("{path}: unknown key `{key}`")]
    UnknownKey {
        /// The object, such as `nodes[2]`.
        path: String,
        /// The key.
        key: String,
    },
    /// JSON: a required key is missing.
    #[error("{path}: the key `{key}` is missing")]
    MissingKey {
        /// The object, such as `nodes[2]`.
        path: String,
        /// The key.
        key: &'static str,
    },
    /// JSON: a value of another type than the schema has.
    #[error("{path} must be {expected}")]
    WrongType {
        /// The value, such as `nodes[2].parent`.
        path: String,
        /// What it must be.
        expected: &'static str,
    },
    /// JSON: the value does not conform to the schema for another reason, such as a key that is repeated.
    #[error("this is not a record object: see `kifu schema record`")]
    NotARecordObject,
    /// JSON: the text around a record contains a record.
    #[error("`{0}` contains a record")]
    RecordOutside(&'static str),
    /// A tree without nodes.
    #[error("the record has no nodes")]
    NoNode,
    /// A node other than the first that has no parent.
    #[error("node {0} has no parent")]
    NoParent(usize),
    /// The first node has a parent.
    #[error("node 0 is the root, and its parent must be null")]
    RootWithParent,
    /// A node before its parent.
    #[error("the parent of node {node} is {parent}, but a node must come after its parent")]
    LaterParent {
        /// The index of the node.
        node: usize,
        /// The index of its parent.
        parent: usize,
    },
    /// A name that no property can have.
    #[error(
        "node {node}: `{name}` is not a property name: letters, at least one of them a capital"
    )]
    PropertyName {
        /// The index of the node.
        node: usize,
        /// The name.
        name: String,
    },
    /// A property without a value.
    #[error("node {node}: `{name}` has no value")]
    NoValue {
        /// The index of the node.
        node: usize,
        /// The name of the property.
        name: String,
    },
    /// Two spellings of a value contradict each other.
    #[error(
        "node {node}: `text` and `raw` of `{name}` are not the same; omit `raw` for a new text"
    )]
    TextAndRaw {
        /// The index of the node.
        node: usize,
        /// The name of the property.
        name: String,
    },
    /// The tree would be written as several records.
    #[error("the text would be read as several records")]
    SeveralRecords,
    /// The tree would be written as a malformed record.
    #[error("the text would be a malformed record: {0}")]
    Malformed(String),
    /// A node would not be read back as it is.
    #[error(
        "node {0} would be read back differently: look for `]` or `\\` at the end of a `raw`, or for names that \
         are not property names"
    )]
    NotReadBack(usize),
    /// A line longer than any game needs.
    #[error("the line is too long")]
    LongLine,
    /// More moves than a record may have.
    #[error("there are more than {max} moves", max = MAX_PLIES)]
    TooManyMoves,
    /// abstractplay-margo: a word after `margo` that is neither a size nor a ruleset.
    #[error("only the size, such as `size-5`, and the name of a ruleset can follow `margo`")]
    HeadingWord,
    /// abstractplay-margo: a word that is not a move.
    #[error("a move is a level and a point, such as `1a1`")]
    LeveledMove,
    /// margo-listing: no heading.
    #[error(
        "the size of the board is not known: a heading such as `Game 1 (7x7)` must come before the moves"
    )]
    UnknownSize,
    /// margo-listing: no count after `=`, or a third one.
    #[error("a number of marbles is expected after `=`, once for each player")]
    MarbleCount,
    /// margo-listing: another number of a move is expected.
    #[error("the number {0} is expected here")]
    MoveNumber(usize),
    /// margo-listing: a number without a move.
    #[error("move {0} is missing")]
    MissingMove(usize),
    /// margo-listing: a word that is not a move.
    #[error("move {0} is neither a point nor `Resign`")]
    InvalidMove(usize),
    /// margo-listing: a `*` after another move than the first.
    #[error("only the first move can be swapped, by a `*` after it")]
    LateSwap,
    /// A count of marbles that cannot be checked.
    #[error(
        "{player}'s count of {count} cannot be checked: play stops after ply {plies}, with {marbles} of {player}'s \
         marbles on the board"
    )]
    UncheckedCount {
        /// The player.
        player: &'static str,
        /// The count as stated.
        count: u32,
        /// Legal plies.
        plies: u32,
        /// The marbles on the board.
        marbles: String,
    },
    /// A wrong count of marbles.
    #[error(
        "{player}'s count is {count}, but {marbles} of {player}'s marbles are on the board in the end"
    )]
    WrongCount {
        /// The player.
        player: &'static str,
        /// The count as stated.
        count: u32,
        /// The marbles on the board.
        marbles: String,
    },
}

/// Why a record cannot be written in another notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A game that Go programs cannot show.
    #[error("{0} cannot be written as Go: go-sgf supports only Ugo and Sygo")]
    NotGo(String),
    /// Too many points in all positions.
    #[error("the record would be too large in Go notation")]
    TooLarge,
    /// A notation of Margo, and another game.
    #[error("{notation} cannot express a game of {game}")]
    OtherGame {
        /// The game.
        game: String,
        /// The name of the notation.
        notation: &'static str,
    },
    /// A list of moves, and a game with a setup.
    #[error("{0} cannot express a game that begins with a setup")]
    Setup(&'static str),
    /// A list of the moves of two players, and a game of more.
    #[error("{0} cannot express a game of more than two players")]
    MorePlayers(&'static str),
    /// The moves would be read back differently.
    #[error("the moves would be read back differently from {0}")]
    NotReadBack(&'static str),
}
