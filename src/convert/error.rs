//! Why text cannot be imported, and why a record cannot be exported.

use std::borrow::Cow;

use crate::{games::Game, record::MAX_PLIES};

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
    #[error("schema {} is not supported", shortened(.0.into()))]
    UnknownSchema(String),
    /// JSON: a key that the schema does not have.
    #[error("{path}: unknown key `{}`", shortened(key.into()))]
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
        "node {node}: `{}` is not a property name: letters, at least one of them a capital", shortened(name.into())
    )]
    PropertyName {
        /// The index of the node.
        node: usize,
        /// The name.
        name: String,
    },
    /// A property without a value.
    #[error("node {node}: `{}` has no value", shortened(name.into()))]
    NoValue {
        /// The index of the node.
        node: usize,
        /// The name of the property.
        name: String,
    },
    /// Two spellings of a value contradict each other.
    #[error("node {node}: `text` and `raw` of `{}` are not the same; omit `raw` for a new text", shortened(name.into()))]
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
    /// abstractplay: text before the first object.
    #[error(
        "this is not an archive: an array of objects is expected, each with `header` as its first key"
    )]
    ArchivedStart,
    /// abstractplay: an object that begins with another key.
    #[error("here or behind this object is one whose first key is not `header`")]
    ArchivedKeyOrder,
    /// abstractplay: an object has not the shape of a game.
    #[error("this is not a game of the archive: {0}")]
    ArchivedShape(String),
    /// abstractplay: a variant that is not a size of the board, or a second one.
    #[error("the variant `{}` is not known", shortened(.0.into()))]
    ArchivedVariant(String),
    /// abstractplay: not two players.
    #[error("two players are expected, not {0}")]
    ArchivedPlayers(usize),
    /// abstractplay: more moves in a round than players.
    #[error("round {0} has more than two moves")]
    ArchivedRound(usize),
    /// abstractplay: moves in another order.
    #[error("the moves of round {0} are not in the order of the players")]
    ArchivedSequence(usize),
    /// abstractplay: a word that is not a move.
    #[error(
        "round {0}: `{word}` is not a move; a move is a level and a point, such as `1a1`", word = shortened(.1.into())
    )]
    ArchivedMove(usize, String),
    /// abstractplay: a move after a resignation, for instance.
    #[error("round {0}: there is a move after the end of the game")]
    ArchivedAfterEnd(usize),
    /// abstractplay: a swap without a first move.
    #[error("`pied` says that the second player swapped, but there is no first move")]
    ArchivedSwap,
    /// abstractplay: the result is not the one that the last word says.
    #[error("the game ends by `{word}`, but the results are {} and {}", results[0], results[1])]
    ArchivedResults {
        /// The last word.
        word: &'static str,
        /// The results in the order of the players.
        results: [i64; 2],
    },
    /// abstractplay: a score that is no number of pieces.
    #[error("the score `{}` is not a number of pieces", shortened(.0.into()))]
    ArchivedScore(String),
    /// abstractplay: the result is not the one of the scores.
    #[error("the result is not that of the scores, {white} for White and {black} for Black")]
    ArchivedScores {
        /// The score of the first player.
        white: u32,
        /// The score of the second player.
        black: u32,
    },
    /// abstractplay: a game that ends without a reason.
    #[error("the moves end with ply {0}, but the game is not over, and nobody has resigned")]
    ArchivedUnfinished(u32),
    /// moves, abstractplay-margo: nothing but a heading and comments.
    #[error("there is no game here, neither moves nor a result")]
    NoGame,
    /// moves: two headings with a line between them, of which the later one states something again.
    #[error(
        "the heading states this again: above the line between them there is a heading without a game, or both are of one game, which has one heading"
    )]
    HeadingAgain,
    /// The game is not known.
    #[error(
        "the game is not known: the option `--game` must name it, or in a move list a line such as `Game: ugo`"
    )]
    UnknownGame,
    /// moves: something that is no part of a move list.
    #[error(
        "`{}` is not understood: expected is a move{}, a number, a player or a result", shortened(text.into()), example(*game)
    )]
    NotUnderstood {
        /// What is not understood.
        text: String,
        /// The game.
        game: Game,
    },
    /// moves: a size that is none.
    #[error("this is not a size, such as `9` or `9x7`")]
    HeadingSize,
    /// moves: a result that is none.
    #[error("this is not a result, such as `B+3.5` or `White resigned`")]
    HeadingResult,
    /// moves: something is stated twice, and not the same.
    #[error("this contradicts what has been stated before")]
    Contradiction,
    /// moves: words after the result.
    #[error("the game is over with the result before this")]
    AfterResult,
    /// moves: a player without a move.
    #[error("the move of this player is missing")]
    MissingPlayersMove,
    /// moves: `wins` without a player.
    #[error("it is not said who wins")]
    WhoWins,
    /// moves: a resignation that leaves no winner.
    #[error(
        "{player} cannot resign: only Black and White can, in games of two players; `Result: B+R` states who has won otherwise"
    )]
    Resignation {
        /// The player.
        player: &'static str,
    },
    /// moves: a move of another player than the one to move.
    #[error("ply {ply} is {player}'s")]
    OtherPlayersTurn {
        /// The number of the ply.
        ply: u32,
        /// The player to move.
        player: &'static str,
    },
    /// go-sgf: a malformed record.
    #[error("the record is malformed: {0}")]
    MalformedGo(String),
    /// go-sgf: a node with several moves.
    #[error("this node has several moves; each needs a node of its own, which begins with `;`")]
    SeveralGoMoves,
    /// go-sgf: a node with a move and stones that are set up.
    #[error(
        "this node has a move and a setup; each needs a node of its own, which begins with `;`"
    )]
    GoMoveAndSetup,
    /// go-sgf: a record with more nodes than are read.
    #[error("the record has more than {0} nodes, the most of a record of Go that is read")]
    ManyGoNodes(u32),
    /// go-sgf: a record with more values than are read.
    #[error("the record has more than {0} values, the most of a record of Go that is read")]
    ManyGoValues(u32),
    /// go-sgf: a record that is longer than is read.
    #[error("the record is larger than {0} bytes, the most of a record of Go that is read")]
    LargeGoRecord(usize),
    /// go-sgf: the record of another game.
    #[error("this is not a record of Go, which says `GM[1]`")]
    NotGo,
    /// go-sgf: a game that is not played with the stones of Go.
    #[error("only Ugo and Sygo can be read from Go records")]
    NotPlayedAsGo,
    /// go-sgf: a property of a move that is no move of Go.
    #[error("this is not a move on the board")]
    GoMove,
    /// go-sgf: the property with the original move has none.
    #[error("`KIFU` does not have a move of this game")]
    OriginalMove,
    /// go-sgf: the position before the first move is wrong.
    #[error("the game cannot begin like this: {0}")]
    GoStart(String),
    /// go-sgf: no ply leads to a position.
    #[error("no legal ply leads to this position")]
    NoTurn,
    /// go-sgf: more orders than are tried.
    #[error("there are too many orders of these stones to try them all")]
    TooManyOrders,
    /// go-sgf: the turns of Sygo in a record have more orders of their stones than are tried in all.
    #[error("there are too many orders of the stones in the turns of this record to try them all")]
    TooManyOrdersInAll,
    /// go-sgf: variations that begin with setups.
    #[error("there are too many variations that begin with a setup")]
    ManyStarts,
    /// go-sgf: variations inside variations.
    #[error("the variations are nested too deeply")]
    DeepVariations,
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
    /// moves: the number of a round before a later move of it.
    #[error(
        "round {0} has begun already: there is a move too many before it, or `{0}...` is meant"
    )]
    RoundNumber(u32),
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

/// An example of a move.
fn example(game: Game) -> &'static str {
    match game {
        Game::Bargo => " such as `c4/ne`",
        Game::Sygo => " such as `d4` or `d4,e6`",
        Game::Ugo => " such as `d4` or `Kd4`",
        Game::Bamogo => " such as `Rd4,Gd5` or `d4<>d5`",
        Game::Margo => " such as `c5` or `2d6`",
    }
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
    /// abstractplay: a game without a result.
    #[error("the game has no result: the archive contains finished games only")]
    Unfinished,
    /// abstractplay: a game that is not over, with a result that no word at the end tells.
    #[error(
        "the game is not over, and its result is not one that the archive can tell then: a resignation, a loss on time, a draw or `Void`"
    )]
    Undecided,
    /// abstractplay: names and other texts that are larger than any game that is read.
    #[error("its names and other texts take more than {0} MiB")]
    LongTexts(usize),
    /// The moves would be read back differently.
    #[error("the moves would be read back differently from {0}")]
    NotReadBack(&'static str),
}

/// A name, or its beginning if it is very long.
pub(super) fn shortened(mut name: Cow<str>) -> Cow<str> {
    /// The longest name that is shown as a whole, in bytes.
    const MAX_NAME: usize = 100;
    if name.len() > MAX_NAME {
        let end = name.floor_char_boundary(MAX_NAME);
        name = Cow::Owned(format!("{}…", &name[..end]));
    }
    name
}
