//! The table of codes: what each finding is called, how severe it is, the rule
//! in one sentence, and the words in which it is told.
//!
//! The words hold places in braces that are filled with the facts of the case:
//! `{point}`, `{player}` and so on. Messages, help lines and the documentation all
//! come from here.

use std::fmt::{self, Display, Formatter};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much a finding matters.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the record is valid all the same.
    Warning,
    /// The record is not valid.
    Error,
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `group::name`. Never given to another meaning.
    pub id: &'static str,
    /// How severe findings of this kind are.
    pub severity: Severity,
    /// The rule in one sentence.
    pub rule: &'static str,
    /// What is wrong, with places for the facts.
    pub(super) message: &'static str,
    /// What would be right, with places for the facts; may be empty.
    pub(super) help: &'static str,
}

impl Code {
    /// The code with this id.
    pub fn from_id(id: &str) -> Option<&'static Code> {
        CODES.iter().find(|code| code.id == id)
    }
}

/// The code with an id that is in the table.
///
/// # Panics
///
/// If it is not: ids in the program are literals or rules, and tests try them all.
pub(crate) fn code(id: &str) -> &'static Code {
    Code::from_id(id).expect("every id used is in the table")
}

macro_rules! codes {
    ($($severity:ident $id:literal $rule:literal $message:literal $help:literal;)*) => {
        /// All codes, group by group.
        pub const CODES: &[Code] = &[$(Code {
            id: $id,
            severity: Severity::$severity,
            rule: $rule,
            message: $message,
            help: $help,
        }),*];
    };
}

codes! {
    Error "syntax::no-record"
        "A file holds at least one record, which begins with `(;`."
        "there is no record in this text: nothing begins with `(;`"
        "a record looks like this: `(;GM[ugo]SZ[9];B[d4];W[e5])`";
    Error "syntax::unclosed"
        "A record is closed by the `)` that belongs to its first `(`."
        "the record that begins here is never closed: {reason}"
        "{fix}";
    Error "syntax::unclosed-value"
        "A value is closed by a `]` that no backslash stands before."
        "this value is never closed: the text ends inside it"
        "close the value with `]`";
    Error "syntax::unexpected"
        "Outside values only parentheses, semicolons, and names directly followed by values may stand."
        "found {found}, expected {expected}"
        "{fix}";
    Error "syntax::empty-tree"
        "A game and every variation holds at least one node."
        "there is no node between these parentheses: expected `;` after `(`"
        "remove the parentheses, or put a node between them: `(;B[d4])`";

    Error "limit::record-size"
        "A record has at most 64 MiB."
        "the record is larger than the limit: 64 MiB, if `--max-record` does not say otherwise"
        "split it, or check whether a bracket or a parenthesis is missing";
    Error "limit::nodes"
        "A record has at most 1,000,000 nodes."
        "the record has more nodes than the limit, 1,000,000 if `--max-nodes` does not say otherwise: here begins one too many"
        "split the record";
    Error "limit::plies"
        "A line of play has at most 100,000 plies."
        "this line has more plies than the limit, 100,000 if `--max-plies` does not say otherwise: here is one too many"
        "split the record";

    Warning "record::encoding"
        "A file is UTF-8, or says by a byte order mark or its first `CA` what it is."
        "{reason}"
        "{fix}";
    Warning "record::text-outside"
        "Nothing but records stands in a file."
        "found {found} outside of any record"
        "remove it, or put it into a comment: `C[…]`";
    Warning "record::format"
        "The file format is FF[4], with names in capital letters and square sizes as one number."
        "{reason}"
        "{fix}";

    Error "record::game"
        "The root names one of the five games in `GM`."
        "{reason}"
        "{fix}";
    Error "record::size"
        "`SZ` is a size within the limits of the game and the ruleset."
        "{reason}"
        "{fix}";
    Error "record::ruleset"
        "`RU` is the name of a ruleset of the game."
        "{reason}"
        "{fix}";
    Error "record::komi"
        "`KM` is a whole number of at most 10,000 points in Bargo and Ugo, and 0 in the other games."
        "{reason}"
        "{fix}";
    Error "record::result-syntax"
        "`RE` is a result such as `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?`."
        "{reason}"
        "write `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?`";
    Error "record::setup"
        "The given position is one that the game can have, stated before the first move."
        "{reason}"
        "{fix}";
    Warning "record::size-assumed"
        "A record states its board size in `SZ`."
        "the record has no `SZ`: the size {size} of the ruleset `{ruleset}` is assumed"
        "add `SZ[{size}]` to the root";
    Warning "record::duplicate-property"
        "A property of the root has one value."
        "`{name}` stands here again; only its first value counts"
        "remove this value";
    Warning "record::misplaced"
        "Facts of the whole game stand in the root."
        "`{name}` belongs into the root; here it is ignored"
        "move it to the first node of the record";
    Warning "record::unknown-property"
        "Properties are those of the format."
        "`{name}` is not a property of this format; it is kept as it is"
        "put remarks into `C[…]`";
    Warning "record::markup"
        "Marks stand on points of the board."
        "`{found}` in `{name}` is not {expected}"
        "";

    Error "record::two-moves"
        "A node holds at most one move."
        "this node holds more than one move"
        "begin a new node before it: `;{found}`";
    Error "record::late-setup"
        "The given position is stated before the first move."
        "`{name}` sets up a position in or after the first move"
        "begin a new record with this position, or a variation before the first move";
    Error "record::after-end"
        "Nothing is played after the end of the game."
        "{player} plays {move}, but the game was over {earlier}: {end}"
        "remove what follows the end, or put it into a comment";
    Error "record::turn-order"
        "The players take turns."
        "{player} plays {move}, but {opponent} is to move"
        "{fix}";
    Error "record::notation"
        "A move is written as the game writes its moves."
        "{found} is not a move of {game}"
        "{expected}";
    Error "record::result"
        "The result is the one that follows from the final position."
        "{reason}"
        "{fix}";
    Warning "record::unfinished"
        "A record without the end of its game says in `RE` how it ended, or `?`."
        "{reason}"
        "add what was played, or say how the game ended: `RE[B+R]`, `RE[W+T]`, `RE[Void]` or `RE[?]`";
    Warning "record::move-number"
        "`MN` is the number of the ply it stands at."
        "`MN[{found}]` stands at ply {ply}"
        "write `MN[{ply}]`, or leave it out";
    Warning "record::idle-switch"
        "A switch usually changes something."
        "the stones on {point} and {points} have one color: switching them changes nothing"
        "it is legal; check that it is what was played";

    Error "bargo::off-board"
        "A piece is placed on a cell of the board."
        "there is no cell {point} on {board}"
        "{extent}";
    Error "bargo::occupied"
        "A piece is placed on an empty cell."
        "{point} is not empty: {occupant} stands there"
        "a piece is placed on an empty cell";
    Error "bargo::double-wall"
        "No edge carries two walls: neither an outer edge nor one on which the neighbor has its wall can take another."
        "the {edge} edge of {point} already carries {bearer}"
        "{fix}";
    Error "bargo::no-liberty"
        "After the removals the new piece's group has a liberty: an empty cell that no wall cuts off from it."
        "{player}'s piece on {point} would stand without a liberty{group}"
        "its group needs an empty neighbor with no wall between, or must take the last liberty of an enemy group beside it";
    Error "bargo::wall-faces-enemy"
        "After the removals no enemy piece stands across the new wall."
        "the wall on the {edge} edge of {point} faces {opponent}'s piece on {points}"
        "turn the wall away, or capture that piece with this ply";
    Error "bargo::repetition"
        "A placement does not bring back a position that stood at the end of one of the mover's own turns; walls are not compared, the button is."
        "{move} brings back the position {player} has seen {earlier}"
        "{player} must change something else first; walls make no difference, but a taken button does";
    Error "bargo::button-taken"
        "The button can be taken once, in rulesets that have one."
        "{player} cannot take the button: {button}"
        "pass with `pass`, or place a piece";
    Error "bargo::pass-before-button"
        "Nobody may pass while the button is there to take."
        "{player} passes, but nobody has taken the button"
        "take it with `button`, or place a piece; afterwards passing is free";

    Error "sygo::off-board"
        "Stones are placed on points of the board."
        "there is no point {point} on {board}"
        "{extent}";
    Error "sygo::occupied"
        "A stone is placed on a point that is empty at that moment."
        "{point} is not empty: {occupant} stands there"
        "a stone is placed on an empty point";
    Error "sygo::stone-after-placement"
        "A turn that begins with a placement, a stone that touches no friendly stone, is over with it."
        "{point} follows {points}, which touches no stone of {player} and so is a placement that ends the turn"
        "either one new group, or growing groups that were there before the turn";
    Error "sygo::group-grew-twice"
        "A group grows by at most one stone in a turn."
        "{point} touches {points}: a group there has already grown this turn"
        "each group there was before the turn may get one stone; new stones of different groups may touch";
    Error "sygo::captors-grow-again"
        "A group that captured in this turn, captured stones included, does not grow any more in it."
        "{point} touches {points}: a group there has captured in this turn"
        "grow that group in a later turn, or grow it before the capture";
    Error "sygo::placement-after-growth"
        "After growth only Black may place one more stone, as the last of the turn, while nobody has grown in an earlier turn."
        "{point} touches no stone of {player}, but this turn has begun with growth{balance}"
        "either grow groups or place one new stone";
    Error "sygo::no-liberty"
        "At the end of the turn every group of the mover has a liberty."
        "after this turn {player}'s group of {points} has no liberty"
        "the turn must leave it an empty neighbor";

    Error "ugo::button-taken"
        "The button can be taken once, in rulesets that have one."
        "{player} cannot take the button: {button}"
        "pass with `pass`, or place a stone or a king";
    Error "ugo::pass-before-button"
        "Nobody may pass while the button is there to take."
        "{player} passes, but nobody has taken the button"
        "take it with `button`, or place a stone or a king; afterwards passing is free";
    Error "ugo::off-board"
        "Stones and kings are placed on points of the board."
        "there is no point {point} on {board}"
        "{extent}";
    Error "ugo::occupied"
        "Stones and kings are placed on empty points."
        "{point} is not empty: {occupant} stands there"
        "place it on an empty point";
    Error "ugo::stone-takes-last-liberty"
        "A stone takes no group's last liberty, neither the enemy's nor one's own."
        "the stone on {point} would leave {points} without a liberty"
        "only a king may take a last liberty, and only an enemy group's";
    Error "ugo::king-captures-nothing"
        "A king takes the last liberty of at least one enemy group."
        "the king on {point} takes no enemy group's last liberty"
        "a king must capture; what captures nothing is a stone's move";

    Error "bamogo::pass"
        "Passing is not possible."
        "{player} passes, which is not possible in Bamogo"
        "place two stones (`Rd4,Gd5`) or switch two (`d4<>d5`)";
    Error "bamogo::line-empty"
        "Stones are placed while there are pairs in the line."
        "{player} places two stones, but no pair is left"
        "from now on stones can only be switched: `d4<>d5`";
    Error "bamogo::wrong-pair"
        "The two stones placed are those of the front pair of the line; without a line they are of two different colors of the ruleset."
        "{colors} cannot be placed now: {front}"
        "place two stones of the colors that are next";
    Error "bamogo::off-board"
        "Stones are placed and switched on spaces of the board."
        "there is no space {point} on {board}"
        "{extent}";
    Error "bamogo::occupied"
        "Stones are placed on two empty spaces."
        "{point} is not empty: {occupant} stands there"
        "place the stones on two empty spaces";
    Error "bamogo::not-adjacent"
        "The two spaces are adjacent; only where no two empty spaces are, any two will do for a placement."
        "{point} and {points} are not next to each other"
        "spaces are next to each other left, right, up or down; {exception}";
    Error "bamogo::switch-empty"
        "A switch exchanges two stones."
        "there is no stone on {point} to switch"
        "both spaces of a switch hold stones";
    Error "bamogo::switch-undo"
        "The switch that the other player has just made is not undone."
        "{move} undoes the switch that {opponent} has just made"
        "make another turn first";

    Error "margo::pass"
        "Passing is not possible."
        "{player} passes, which is not possible in Margo"
        "place a marble; the game ends when the player to move cannot";
    Error "margo::swap"
        "Black may swap as ply 2 of a game from the empty board, in rulesets that have the swap."
        "{player} cannot swap now: {why}"
        "place a marble";
    Error "margo::off-board"
        "A marble is placed on a point of the doubled grid, on a level that exists there."
        "there is no {place} on {board}"
        "{extent}";
    Error "margo::occupied"
        "A marble is placed on a free place."
        "{place} is not free: {occupant} lies there"
        "{room}";
    Error "margo::unsupported"
        "A marble above the board rests on four others, and lies on the lowest free level."
        "{place} has nothing to rest on: {missing}"
        "fill the four places below first";
    Error "margo::no-freedom"
        "After the captures the placed marble's group has a freedom: an empty hole beside one of its marbles on the board that is not buried."
        "{player}'s marble on {point} would have no freedom{group}"
        "its group needs an empty hole beside it, or must capture";
    Error "margo::repetition"
        "A placement does not bring back the position after the mover's own previous turn, or, by the ruleset, any that stood with the same player to move."
        "{move} brings back the position that stood {earlier}"
        "{player} must place a marble elsewhere first";

    Error "archive::unreadable"
        "Every path and entry can be read."
        "{reason}"
        "";
    Error "archive::format"
        "An archive is in a format that is known and whole."
        "{reason}"
        "";
    Error "archive::entry-name"
        "The names of entries stay inside the archive."
        "{reason}"
        "";
    Error "archive::link-loop"
        "Folders do not contain themselves."
        "{reason}"
        "";
    Error "archive::bomb"
        "What is compressed does not grow beyond all measure."
        "{reason}"
        "";
    Error "archive::empty"
        "A folder or an archive holds at least one record."
        "there is no record in it: {reason}"
        "name a file to read it whatever its name ends in";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rule;

    #[test]
    fn every_rule_is_in_the_table_and_every_id_once() {
        for rule in Rule::ALL {
            assert!(Code::from_id(rule.id()).is_some(), "{}", rule.id());
        }
        for (index, code) in CODES.iter().enumerate() {
            let again = CODES[index + 1..].iter().any(|other| other.id == code.id);
            assert!(!again, "{} stands twice", code.id);
            assert!(code.rule.ends_with('.') && !code.message.ends_with('.'));
        }
    }

    #[test]
    fn braces_are_closed() {
        for code in CODES {
            for text in [code.message, code.help] {
                assert_eq!(
                    text.matches('{').count(),
                    text.matches('}').count(),
                    "{}",
                    code.id
                );
            }
        }
    }
}
