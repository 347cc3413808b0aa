//! The codes of findings: what each kind is called, how severe it is, and the rule
//! in one sentence.

use std::fmt::{self, Display, Formatter};

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
    ($($severity:ident $variant:ident $id:literal $rule:literal;)*) => {
        /// A kind of finding. Its id, `group::name`, is never given another meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $id, "`; [`Code::rule`] states the rule.")] $variant,)*
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
        }
    };
}

codes! {
    Error SyntaxNoRecord "syntax::no-record"
        "A file holds at least one record, which begins with `(;`.";
    Error SyntaxUnclosed "syntax::unclosed"
        "A record ends with the `)` that matches its first `(`.";
    Error SyntaxUnclosedValue "syntax::unclosed-value"
        "A value ends with a `]` that no backslash escapes.";
    Error SyntaxUnexpected "syntax::unexpected"
        "Outside values there are only parentheses, semicolons, and names directly followed by values.";
    Error SyntaxEmptyTree "syntax::empty-tree"
        "A game and every variation holds at least one node.";
    Error LimitRecordSize "limit::record-size"
        "A record has at most 64 MiB.";
    Error LimitNodes "limit::nodes"
        "A record has at most 1,000,000 nodes.";
    Error LimitPlies "limit::plies"
        "A line of play has at most 100,000 plies.";
    Error LimitValues "limit::values"
        "A record has at most 2,000,000 values.";
    Error LimitStones "limit::stones"
        "A turn, a `LINE` and a setup property have at most 10,000 stones, pairs or values.";
    Error LimitSetup "limit::setup"
        "A record sets up at most 20,000,000 points.";
    Warning RecordEncoding "record::encoding"
        "A file is UTF-8, or declares its encoding by a byte order mark or its first `CA`.";
    Warning RecordTextOutside "record::text-outside"
        "A file holds nothing but records.";
    Warning RecordFormat "record::format"
        "The file format is FF[4], with names in capital letters and square sizes as one number.";
    Error RecordGame "record::game"
        "The root names one of the five games in `GM`.";
    Error RecordSize "record::size"
        "`SZ` is a size within the limits of the game and the ruleset.";
    Error RecordRuleset "record::ruleset"
        "`RU` is the name of a ruleset of the game.";
    Error RecordKomi "record::komi"
        "`KM` is a whole number of at most 10,000 points in Bargo and Ugo, and 0 in the other games.";
    Error RecordResultSyntax "record::result-syntax"
        "`RE` is a result such as `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?`.";
    Error RecordSetup "record::setup"
        "The setup is a position that the game can have, given before the first move.";
    Warning RecordSizeAssumed "record::size-assumed"
        "A record states its board size in `SZ`.";
    Warning RecordDuplicateProperty "record::duplicate-property"
        "A property of the root has one value.";
    Warning RecordMisplaced "record::misplaced"
        "Properties of the whole game are in the root.";
    Warning RecordUnknownProperty "record::unknown-property"
        "All properties are those of the format.";
    Warning RecordMarkup "record::markup"
        "Marks are on points of the board.";
    Error RecordTwoMoves "record::two-moves"
        "A node holds at most one move.";
    Error RecordLateSetup "record::late-setup"
        "The setup comes before the first move.";
    Error RecordAfterEnd "record::after-end"
        "Nothing is played after the end of the game.";
    Error RecordTurnOrder "record::turn-order"
        "The players take turns.";
    Error RecordNotation "record::notation"
        "A move is written as the game writes its moves.";
    Error RecordResult "record::result"
        "The result is the one that follows from the final position.";
    Warning RecordUnfinished "record::unfinished"
        "A record without the end of its game says in `RE` how it ended, or `?`.";
    Warning RecordMoveNumber "record::move-number"
        "`MN` is the number of its node's ply.";
    Warning RecordIdleSwitch "record::idle-switch"
        "A switch usually changes something.";
    Error BargoOffBoard "bargo::off-board"
        "A piece is placed on a cell of the board.";
    Error BargoOccupied "bargo::occupied"
        "A piece is placed on an empty cell.";
    Error BargoDoubleWall "bargo::double-wall"
        "No edge carries two walls: neither an outer edge nor one on which the neighbor has its wall can take another.";
    Error BargoNoLiberty "bargo::no-liberty"
        "After the removals the new piece's group has a liberty: an empty cell that no wall cuts off from it.";
    Error BargoWallFacesEnemy "bargo::wall-faces-enemy"
        "After the removals no enemy piece stands across the new wall.";
    Error BargoRepetition "bargo::repetition"
        "A placement does not bring back a position that stood at the end of one of the mover's own turns; walls are not compared, the button is.";
    Error BargoButtonTaken "bargo::button-taken"
        "The button can be taken once, in rulesets that have one.";
    Error BargoPassBeforeButton "bargo::pass-before-button"
        "Nobody may pass while the button is there to take.";
    Error SygoOffBoard "sygo::off-board"
        "Stones are placed on points of the board.";
    Error SygoOccupied "sygo::occupied"
        "A stone is placed on a point that is empty at that moment.";
    Error SygoStoneAfterPlacement "sygo::stone-after-placement"
        "A turn that begins with a placement, a stone that touches no friendly stone, is over with it.";
    Error SygoGroupGrewTwice "sygo::group-grew-twice"
        "A group grows by at most one stone in a turn.";
    Error SygoCaptorsGrowAgain "sygo::captors-grow-again"
        "A group that captured in this turn, captured stones included, does not grow any more in it.";
    Error SygoPlacementAfterGrowth "sygo::placement-after-growth"
        "After growth only Black may place one more stone, as the last of the turn, while nobody has grown in an earlier turn.";
    Error SygoNoLiberty "sygo::no-liberty"
        "At the end of the turn every group of the mover has a liberty.";
    Error UgoButtonTaken "ugo::button-taken"
        "The button can be taken once, in rulesets that have one.";
    Error UgoPassBeforeButton "ugo::pass-before-button"
        "Nobody may pass while the button is there to take.";
    Error UgoOffBoard "ugo::off-board"
        "Stones and kings are placed on points of the board.";
    Error UgoOccupied "ugo::occupied"
        "Stones and kings are placed on empty points.";
    Error UgoStoneTakesLastLiberty "ugo::stone-takes-last-liberty"
        "A stone takes no group's last liberty, neither the enemy's nor one's own.";
    Error UgoKingCapturesNothing "ugo::king-captures-nothing"
        "A king takes the last liberty of at least one enemy group.";
    Error BamogoPass "bamogo::pass"
        "Passing is not possible.";
    Error BamogoLineEmpty "bamogo::line-empty"
        "Stones are placed while there are pairs in the line.";
    Error BamogoWrongPair "bamogo::wrong-pair"
        "The two stones placed are those of the front pair of the line; without a line they are of two different colors of the ruleset.";
    Error BamogoOffBoard "bamogo::off-board"
        "Stones are placed and switched on spaces of the board.";
    Error BamogoOccupied "bamogo::occupied"
        "Stones are placed on two empty spaces.";
    Error BamogoNotAdjacent "bamogo::not-adjacent"
        "The two spaces are adjacent; only where no two empty spaces are, any two will do for a placement.";
    Error BamogoSwitchEmpty "bamogo::switch-empty"
        "A switch exchanges two stones.";
    Error BamogoSwitchUndo "bamogo::switch-undo"
        "The switch that the other player has just made is not undone.";
    Error MargoPass "margo::pass"
        "Passing is possible only in rulesets that have it.";
    Error MargoSwap "margo::swap"
        "Black may swap as ply 2 of a game from the empty board, in rulesets that have the swap.";
    Error MargoOffBoard "margo::off-board"
        "A marble is placed on a point of the doubled grid, on a level that exists there.";
    Error MargoOccupied "margo::occupied"
        "A marble is placed where no marble lies.";
    Error MargoUnsupported "margo::unsupported"
        "A marble above the board rests on four others, and lies on the lowest free level.";
    Error MargoTooHigh "margo::too-high"
        "A marble is placed on a level up to the highest of the ruleset, if it states one.";
    Error MargoNoFreedom "margo::no-freedom"
        "After the captures the placed marble's group has a freedom: an empty hole beside one of its marbles on the board that is not buried.";
    Error MargoRepetition "margo::repetition"
        "A placement does not bring back the position after the mover's own previous turn, or, by the ruleset, any earlier one, perhaps only if it stood with the same player to move.";
    Error ArchiveUnreadable "archive::unreadable"
        "Every path and entry can be read.";
    Error ArchiveFormat "archive::format"
        "An archive is complete and in a known format.";
    Error ArchiveEntryName "archive::entry-name"
        "The names of entries stay inside the archive.";
    Error ArchiveLinkLoop "archive::link-loop"
        "Folders do not contain themselves.";
    Error ArchiveBomb "archive::bomb"
        "Decompressed data stays within the limit.";
    Error ArchiveEmpty "archive::empty"
        "A folder or an archive holds at least one record.";
}

#[cfg(test)]
mod tests {
    use super::*;

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
