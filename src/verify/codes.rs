//! The codes of findings: what each kind is called, how severe it is, and the rule
//! in one sentence.

use std::fmt::{self, Display, Formatter};

use crate::games::Rule;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Display for Code {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Code {
    /// The code with this id.
    pub fn from_id(id: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.id() == id)
    }

    /// The part of the id before the `::`: `syntax`, `ugo` and so on.
    pub fn group(self) -> &'static str {
        self.id().split_once("::").map_or("", |(group, _)| group)
    }
}

macro_rules! codes {
    ($($severity:ident $variant:ident $id:literal $rule:literal $message:literal $help:literal;)*) => {
        /// A kind of finding. Its id, `group::name`, is never given another meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $id, "`: ", $rule)] $variant,)*
        }

        impl Code {
            /// All codes, group by group.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The id, `group::name`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$variant => $id,)* }
            }

            /// How serious findings of this kind are.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// The rule in one sentence.
            pub fn rule(self) -> &'static str {
                match self { $(Code::$variant => $rule,)* }
            }

            pub(super) fn message(self) -> &'static str {
                match self { $(Code::$variant => $message,)* }
            }

            pub(super) fn help(self) -> &'static str {
                match self { $(Code::$variant => $help,)* }
            }
        }
    };
}

codes! {
    Error SyntaxNoRecord "syntax::no-record"
        "A file holds at least one record, which begins with `(;`."
        "there is no record in this text: nothing begins with `(;`"
        "a record looks like this: `(;GM[ugo]SZ[9];B[d4];W[e5])`";
    Error SyntaxUnclosed "syntax::unclosed"
        "A record ends with the `)` that matches its first `(`."
        "the record that begins here is never closed: {reason}"
        "{fix}";
    Error SyntaxUnclosedValue "syntax::unclosed-value"
        "A value ends with a `]` that no backslash escapes."
        "this value is never closed: the text ends inside it"
        "close the value with `]`";
    Error SyntaxUnexpected "syntax::unexpected"
        "Outside values there are only parentheses, semicolons, and names directly followed by values."
        "found {found}, expected {expected}"
        "{fix}";
    Error SyntaxEmptyTree "syntax::empty-tree"
        "A game and every variation holds at least one node."
        "there is no node between these parentheses: expected `;` after `(`"
        "remove the parentheses, or put a node between them: `(;B[d4])`";
    Error LimitRecordSize "limit::record-size"
        "A record has at most 64 MiB."
        "the record is larger than the limit: 64 MiB, if `--max-record` does not say otherwise"
        "split it, or check whether a bracket or a parenthesis is missing";
    Error LimitNodes "limit::nodes"
        "A record has at most 1,000,000 nodes."
        "the record has more nodes than the limit, 1,000,000 if `--max-nodes` does not say otherwise: here begins one too many"
        "split the record";
    Error LimitPlies "limit::plies"
        "A line of play has at most 100,000 plies."
        "this line has more plies than the limit, 100,000 if `--max-plies` does not say otherwise: here is one too many"
        "split the record";
    Warning RecordEncoding "record::encoding"
        "A file is UTF-8, or declares its encoding by a byte order mark or its first `CA`."
        "{reason}"
        "{fix}";
    Warning RecordTextOutside "record::text-outside"
        "A file holds nothing but records."
        "found {found} outside of any record"
        "remove it, or put it into a comment: `C[…]`";
    Warning RecordFormat "record::format"
        "The file format is FF[4], with names in capital letters and square sizes as one number."
        "{reason}"
        "{fix}";
    Error RecordGame "record::game"
        "The root names one of the five games in `GM`."
        "{reason}"
        "{fix}";
    Error RecordSize "record::size"
        "`SZ` is a size within the limits of the game and the ruleset."
        "{reason}"
        "{fix}";
    Error RecordRuleset "record::ruleset"
        "`RU` is the name of a ruleset of the game."
        "{reason}"
        "{fix}";
    Error RecordKomi "record::komi"
        "`KM` is a whole number of at most 10,000 points in Bargo and Ugo, and 0 in the other games."
        "{reason}"
        "{fix}";
    Error RecordResultSyntax "record::result-syntax"
        "`RE` is a result such as `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?`."
        "{reason}"
        "write `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?`";
    Error RecordSetup "record::setup"
        "The setup is a position that the game can have, given before the first move."
        "{reason}"
        "{fix}";
    Warning RecordSizeAssumed "record::size-assumed"
        "A record states its board size in `SZ`."
        "the record has no `SZ`: the size {size} of the ruleset `{ruleset}` is assumed"
        "add `SZ[{size}]` to the root";
    Warning RecordDuplicateProperty "record::duplicate-property"
        "A property of the root has one value."
        "`{name}` stands here again; only its first value counts"
        "remove this value";
    Warning RecordMisplaced "record::misplaced"
        "Properties of the whole game are in the root."
        "`{name}` belongs into the root; here it is ignored"
        "move it to the first node of the record";
    Warning RecordUnknownProperty "record::unknown-property"
        "All properties are those of the format."
        "`{name}` is not a property of this format; it is kept as it is"
        "put remarks into `C[…]`";
    Warning RecordMarkup "record::markup"
        "Marks are on points of the board."
        "`{found}` in `{name}` is not {expected}"
        "";
    Error RecordTwoMoves "record::two-moves"
        "A node holds at most one move."
        "this node holds more than one move"
        "begin a new node before it: `;{found}`";
    Error RecordLateSetup "record::late-setup"
        "The setup comes before the first move."
        "`{name}` sets up a position in or after the first move"
        "begin a new record with this position, or a variation before the first move";
    Error RecordAfterEnd "record::after-end"
        "Nothing is played after the end of the game."
        "{player} plays {move}, but the game was over {earlier}: {end}"
        "remove what follows the end, or put it into a comment";
    Error RecordTurnOrder "record::turn-order"
        "The players take turns."
        "{player} plays {move}, but {opponent} is to move"
        "{fix}";
    Error RecordNotation "record::notation"
        "A move is written as the game writes its moves."
        "{found} is not a move of {game}"
        "{expected}";
    Error RecordResult "record::result"
        "The result is the one that follows from the final position."
        "{reason}"
        "{fix}";
    Warning RecordUnfinished "record::unfinished"
        "A record without the end of its game says in `RE` how it ended, or `?`."
        "{reason}"
        "add what was played, or say how the game ended: `RE[B+R]`, `RE[W+T]`, `RE[Void]` or `RE[?]`";
    Warning RecordMoveNumber "record::move-number"
        "`MN` is the number of its node's ply."
        "`MN[{found}]` stands at ply {ply}"
        "write `MN[{ply}]`, or leave it out";
    Warning RecordIdleSwitch "record::idle-switch"
        "A switch usually changes something."
        "the stones on {point} and {points} have one color: switching them changes nothing"
        "it is legal; check that it is what was played";
    Error BargoOffBoard "bargo::off-board"
        "A piece is placed on a cell of the board."
        "there is no cell {point} on {board}"
        "{extent}";
    Error BargoOccupied "bargo::occupied"
        "A piece is placed on an empty cell."
        "{point} is not empty: {occupant} is there"
        "a piece is placed on an empty cell";
    Error BargoDoubleWall "bargo::double-wall"
        "No edge carries two walls: neither an outer edge nor one on which the neighbor has its wall can take another."
        "the {edge} edge of {point} already carries {bearer}"
        "{fix}";
    Error BargoNoLiberty "bargo::no-liberty"
        "After the removals the new piece's group has a liberty: an empty cell that no wall cuts off from it."
        "{player}'s piece on {point} would have no liberty{group}"
        "its group needs an empty neighbor with no wall between, or must take the last liberty of an enemy group beside it";
    Error BargoWallFacesEnemy "bargo::wall-faces-enemy"
        "After the removals no enemy piece stands across the new wall."
        "the wall on the {edge} edge of {point} faces {opponent}'s piece on {points}"
        "turn the wall away, or capture that piece with this ply";
    Error BargoRepetition "bargo::repetition"
        "A placement does not bring back a position that stood at the end of one of the mover's own turns; walls are not compared, the button is."
        "{move} brings back the position {player} has seen {earlier}"
        "{player} must change something else first; walls make no difference, but a taken button does";
    Error BargoButtonTaken "bargo::button-taken"
        "The button can be taken once, in rulesets that have one."
        "{player} cannot take the button: {button}"
        "pass with `pass`, or place a piece";
    Error BargoPassBeforeButton "bargo::pass-before-button"
        "Nobody may pass while the button is there to take."
        "{player} passes, but nobody has taken the button"
        "take it with `button`, or place a piece; afterwards passing is free";
    Error SygoOffBoard "sygo::off-board"
        "Stones are placed on points of the board."
        "there is no point {point} on {board}"
        "{extent}";
    Error SygoOccupied "sygo::occupied"
        "A stone is placed on a point that is empty at that moment."
        "{point} is not empty: {occupant} is there"
        "a stone is placed on an empty point";
    Error SygoStoneAfterPlacement "sygo::stone-after-placement"
        "A turn that begins with a placement, a stone that touches no friendly stone, is over with it."
        "{point} follows {points}, which touches no stone of {player} and so is a placement that ends the turn"
        "either one new group, or growing groups that were there before the turn";
    Error SygoGroupGrewTwice "sygo::group-grew-twice"
        "A group grows by at most one stone in a turn."
        "{point} touches {points}: a group there has already grown this turn"
        "each group there was before the turn may get one stone; new stones of different groups may touch";
    Error SygoCaptorsGrowAgain "sygo::captors-grow-again"
        "A group that captured in this turn, captured stones included, does not grow any more in it."
        "{point} touches {points}: a group there has captured in this turn"
        "grow that group in a later turn, or grow it before the capture";
    Error SygoPlacementAfterGrowth "sygo::placement-after-growth"
        "After growth only Black may place one more stone, as the last of the turn, while nobody has grown in an earlier turn."
        "{point} touches no stone of {player}, but this turn has begun with growth{balance}"
        "either grow groups or place one new stone";
    Error SygoNoLiberty "sygo::no-liberty"
        "At the end of the turn every group of the mover has a liberty."
        "after this turn {player}'s group of {points} has no liberty"
        "the turn must leave it an empty neighbor";
    Error UgoButtonTaken "ugo::button-taken"
        "The button can be taken once, in rulesets that have one."
        "{player} cannot take the button: {button}"
        "pass with `pass`, or place a stone or a king";
    Error UgoPassBeforeButton "ugo::pass-before-button"
        "Nobody may pass while the button is there to take."
        "{player} passes, but nobody has taken the button"
        "take it with `button`, or place a stone or a king; afterwards passing is free";
    Error UgoOffBoard "ugo::off-board"
        "Stones and kings are placed on points of the board."
        "there is no point {point} on {board}"
        "{extent}";
    Error UgoOccupied "ugo::occupied"
        "Stones and kings are placed on empty points."
        "{point} is not empty: {occupant} is there"
        "place it on an empty point";
    Error UgoStoneTakesLastLiberty "ugo::stone-takes-last-liberty"
        "A stone takes no group's last liberty, neither the enemy's nor one's own."
        "the stone on {point} would leave {points} without a liberty"
        "only a king may take a last liberty, and only an enemy group's";
    Error UgoKingCapturesNothing "ugo::king-captures-nothing"
        "A king takes the last liberty of at least one enemy group."
        "the king on {point} takes no enemy group's last liberty"
        "a king must capture; what captures nothing is a stone's move";
    Error BamogoPass "bamogo::pass"
        "Passing is not possible."
        "{player} passes, which is not possible in Bamogo"
        "place two stones (`Rd4,Gd5`) or switch two (`d4<>d5`)";
    Error BamogoLineEmpty "bamogo::line-empty"
        "Stones are placed while there are pairs in the line."
        "{player} places two stones, but no pair is left"
        "from now on stones can only be switched: `d4<>d5`";
    Error BamogoWrongPair "bamogo::wrong-pair"
        "The two stones placed are those of the front pair of the line; without a line they are of two different colors of the ruleset."
        "{colors} cannot be placed now: {front}"
        "place two stones of the colors that are next";
    Error BamogoOffBoard "bamogo::off-board"
        "Stones are placed and switched on spaces of the board."
        "there is no space {point} on {board}"
        "{extent}";
    Error BamogoOccupied "bamogo::occupied"
        "Stones are placed on two empty spaces."
        "{point} is not empty: {occupant} is there"
        "place the stones on two empty spaces";
    Error BamogoNotAdjacent "bamogo::not-adjacent"
        "The two spaces are adjacent; only where no two empty spaces are, any two will do for a placement."
        "{point} and {points} are not next to each other"
        "spaces are next to each other left, right, up or down; {exception}";
    Error BamogoSwitchEmpty "bamogo::switch-empty"
        "A switch exchanges two stones."
        "there is no stone on {point} to switch"
        "both spaces of a switch hold stones";
    Error BamogoSwitchUndo "bamogo::switch-undo"
        "The switch that the other player has just made is not undone."
        "{move} undoes the switch that {opponent} has just made"
        "make another turn first";
    Error MargoPass "margo::pass"
        "Passing is not possible."
        "{player} passes, which is not possible in Margo"
        "place a marble; the game ends when the player to move cannot";
    Error MargoSwap "margo::swap"
        "Black may swap as ply 2 of a game from the empty board, in rulesets that have the swap."
        "{player} cannot swap now: {why}"
        "place a marble";
    Error MargoOffBoard "margo::off-board"
        "A marble is placed on a point of the doubled grid, on a level that exists there."
        "there is no {place} on {board}"
        "{extent}";
    Error MargoOccupied "margo::occupied"
        "A marble is placed where no marble lies."
        "{place} is not free: {occupant} is there"
        "{room}";
    Error MargoUnsupported "margo::unsupported"
        "A marble above the board rests on four others, and lies on the lowest free level."
        "{place} is unsupported: {missing}"
        "fill the four places below first";
    Error MargoNoFreedom "margo::no-freedom"
        "After the captures the placed marble's group has a freedom: an empty hole beside one of its marbles on the board that is not buried."
        "{player}'s marble on {point} would have no freedom{group}"
        "its group needs an empty hole beside it, or must capture";
    Error MargoRepetition "margo::repetition"
        "A placement does not bring back the position after the mover's own previous turn, or, by the ruleset, any that stood with the same player to move."
        "{move} brings back the position that stood {earlier}"
        "{player} must place a marble elsewhere first";
    Error ArchiveUnreadable "archive::unreadable"
        "Every path and entry can be read."
        "{reason}"
        "";
    Error ArchiveFormat "archive::format"
        "An archive is complete and in a known format."
        "{reason}"
        "";
    Error ArchiveEntryName "archive::entry-name"
        "The names of entries stay inside the archive."
        "{reason}"
        "";
    Error ArchiveLinkLoop "archive::link-loop"
        "Folders do not contain themselves."
        "{reason}"
        "";
    Error ArchiveBomb "archive::bomb"
        "Decompressed data stays within the limit."
        "{reason}"
        "";
    Error ArchiveEmpty "archive::empty"
        "A folder or an archive holds at least one record."
        "there is no record in it: {reason}"
        "name a file to read it whatever its name ends in";
}

impl From<Rule> for Code {
    fn from(rule: Rule) -> Code {
        match rule {
            Rule::AfterEnd => Code::RecordAfterEnd,
            Rule::TurnOrder => Code::RecordTurnOrder,
            Rule::Notation => Code::RecordNotation,
            Rule::BargoOffBoard => Code::BargoOffBoard,
            Rule::BargoOccupied => Code::BargoOccupied,
            Rule::BargoDoubleWall => Code::BargoDoubleWall,
            Rule::BargoNoLiberty => Code::BargoNoLiberty,
            Rule::BargoWallFacesEnemy => Code::BargoWallFacesEnemy,
            Rule::BargoRepetition => Code::BargoRepetition,
            Rule::BargoButtonTaken => Code::BargoButtonTaken,
            Rule::BargoPassBeforeButton => Code::BargoPassBeforeButton,
            Rule::UgoButtonTaken => Code::UgoButtonTaken,
            Rule::UgoPassBeforeButton => Code::UgoPassBeforeButton,
            Rule::UgoOffBoard => Code::UgoOffBoard,
            Rule::UgoOccupied => Code::UgoOccupied,
            Rule::UgoStoneTakesLastLiberty => Code::UgoStoneTakesLastLiberty,
            Rule::UgoKingCapturesNothing => Code::UgoKingCapturesNothing,
            Rule::SygoOffBoard => Code::SygoOffBoard,
            Rule::SygoOccupied => Code::SygoOccupied,
            Rule::SygoStoneAfterPlacement => Code::SygoStoneAfterPlacement,
            Rule::SygoGroupGrewTwice => Code::SygoGroupGrewTwice,
            Rule::SygoCaptorsGrowAgain => Code::SygoCaptorsGrowAgain,
            Rule::SygoPlacementAfterGrowth => Code::SygoPlacementAfterGrowth,
            Rule::SygoNoLiberty => Code::SygoNoLiberty,
            Rule::BamogoPass => Code::BamogoPass,
            Rule::BamogoLineEmpty => Code::BamogoLineEmpty,
            Rule::BamogoWrongPair => Code::BamogoWrongPair,
            Rule::BamogoOffBoard => Code::BamogoOffBoard,
            Rule::BamogoOccupied => Code::BamogoOccupied,
            Rule::BamogoNotAdjacent => Code::BamogoNotAdjacent,
            Rule::BamogoSwitchEmpty => Code::BamogoSwitchEmpty,
            Rule::BamogoSwitchUndo => Code::BamogoSwitchUndo,
            Rule::MargoPass => Code::MargoPass,
            Rule::MargoSwap => Code::MargoSwap,
            Rule::MargoOffBoard => Code::MargoOffBoard,
            Rule::MargoOccupied => Code::MargoOccupied,
            Rule::MargoUnsupported => Code::MargoUnsupported,
            Rule::MargoNoFreedom => Code::MargoNoFreedom,
            Rule::MargoRepetition => Code::MargoRepetition,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_their_codes_share_an_id() {
        for &rule in Rule::ALL {
            assert_eq!(Code::from(rule).id(), rule.id());
        }
    }

    #[test]
    fn ids_are_unique_and_name_a_group() {
        for (index, &code) in Code::ALL.iter().enumerate() {
            assert_eq!(Code::from_id(code.id()), Some(code));
            assert!(
                !code.group().is_empty() && code.rule().ends_with('.'),
                "{code}"
            );
            let again = Code::ALL[index + 1..]
                .iter()
                .any(|other| other.id() == code.id());
            assert!(!again, "{code} is there twice");
        }
        assert_eq!(Code::from_id("chess::check"), None);
    }
}
