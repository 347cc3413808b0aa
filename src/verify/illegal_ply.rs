//! The diagnostic of an illegal ply: from the broken rule and the position to typed facts.

use super::diagnostics::{
    AllowedPairs, BamogoDiagnostic, BargoDiagnostic, BoardName, Diagnostic, EarlierPosition,
    MarblePlace, MargoDiagnostic, Occupant, PlacementRefusal, PlayDiagnostic, SwapRefusal,
    SygoDiagnostic, UgoDiagnostic, end_in_words,
};
use crate::games::{
    Color, Direction, Game, Move, Piece, Point, Position, Rule, Rules, StoneColor, Violation,
};

/// An illegal ply and what a diagnostic needs to know about it.
pub(super) struct IllegalPly<'a> {
    pub(super) violation: &'a Violation,
    pub(super) player: Color,
    /// The move; `None` if the text is no move.
    pub(super) mv: Option<&'a Move>,
    /// The move as written.
    pub(super) written: &'a str,
    /// The point concerned, as written.
    pub(super) point: Option<&'a str>,
    /// The position before the ply.
    pub(super) position: &'a Position,
}

impl<'a> IllegalPly<'a> {
    /// The diagnostic for the broken rule.
    #[expect(clippy::too_many_lines, reason = "one arm per rule")]
    pub(super) fn diagnostic(&self) -> Box<dyn Diagnostic + 'a> {
        let IllegalPly {
            player,
            written: mv,
            position,
            ..
        } = *self;
        let violation = self.violation;
        let concerned = &violation.concerned[..];
        let point = self.point.unwrap_or_default();
        match violation.rule {
            Rule::AfterEnd => Box::new(PlayDiagnostic::AfterEnd {
                player,
                mv,
                ended: EarlierPosition::after(position.plies()),
                end: end_in_words(position),
            }),
            Rule::TurnOrder => Box::new(PlayDiagnostic::TurnOrder {
                player,
                to_move: position.to_move(),
                mv,
                is_first: position.plies() == 0,
            }),
            Rule::Notation if matches!(self.mv, Some(Move::Resign)) => {
                Box::new(PlayDiagnostic::NoResignation)
            }
            Rule::Notation => Box::new(PlayDiagnostic::Notation {
                written: mv,
                game: position.game(),
            }),
            Rule::BargoOffBoard => Box::new(BargoDiagnostic::OffBoard {
                point,
                board: self.board(),
            }),
            Rule::BargoOccupied => Box::new(BargoDiagnostic::Occupied {
                point,
                occupant: self.occupant(),
            }),
            Rule::BargoDoubleWall => Box::new(BargoDiagnostic::DoubleWall {
                point,
                edge: self.edge(),
                neighbor: concerned.first().copied(),
            }),
            Rule::BargoNoLiberty => Box::new(BargoDiagnostic::NoLiberty {
                player,
                point,
                group: self.rest_of_group(),
            }),
            Rule::BargoWallFacesEnemy => Box::new(BargoDiagnostic::WallFacesEnemy {
                point,
                edge: self.edge(),
                opponent: player.other(),
                enemies: concerned,
            }),
            Rule::BargoRepetition => Box::new(BargoDiagnostic::Repetition {
                player,
                mv,
                earlier: self.repeated(),
            }),
            Rule::BargoButtonTaken => Box::new(BargoDiagnostic::ButtonTaken {
                player,
                taken_by: position.button(),
            }),
            Rule::BargoPassBeforeButton => Box::new(BargoDiagnostic::PassBeforeButton { player }),
            Rule::SygoOffBoard => Box::new(SygoDiagnostic::OffBoard {
                point,
                board: self.board(),
            }),
            Rule::SygoOccupied => Box::new(SygoDiagnostic::Occupied {
                point,
                occupant: self.occupant(),
            }),
            Rule::SygoStoneAfterPlacement => Box::new(SygoDiagnostic::StoneAfterPlacement {
                player,
                point,
                placed: concerned,
            }),
            Rule::SygoGroupGrewTwice => Box::new(SygoDiagnostic::GroupGrewTwice {
                point,
                neighbors: concerned,
            }),
            Rule::SygoCaptorsGrowAgain => Box::new(SygoDiagnostic::CaptorsGrowAgain {
                point,
                neighbors: concerned,
            }),
            Rule::SygoPlacementAfterGrowth => Box::new(SygoDiagnostic::PlacementAfterGrowth {
                player,
                point,
                refusal: self.placement_refusal(),
            }),
            Rule::SygoNoLiberty => Box::new(SygoDiagnostic::NoLiberty {
                player,
                group: concerned,
            }),
            Rule::UgoButtonTaken => Box::new(UgoDiagnostic::ButtonTaken {
                player,
                taken_by: position.button(),
            }),
            Rule::UgoPassBeforeButton => Box::new(UgoDiagnostic::PassBeforeButton { player }),
            Rule::UgoOffBoard => Box::new(UgoDiagnostic::OffBoard {
                point,
                board: self.board(),
            }),
            Rule::UgoOccupied => Box::new(UgoDiagnostic::Occupied {
                point,
                occupant: self.occupant(),
            }),
            Rule::UgoStoneTakesLastLiberty => Box::new(UgoDiagnostic::StoneTakesLastLiberty {
                point,
                group: concerned,
            }),
            Rule::UgoKingCapturesNothing => Box::new(UgoDiagnostic::KingCapturesNothing { point }),
            Rule::BamogoPass => Box::new(BamogoDiagnostic::Pass { player }),
            Rule::BamogoLineEmpty => Box::new(BamogoDiagnostic::LineEmpty { player }),
            Rule::BamogoWrongPair => Box::new(BamogoDiagnostic::WrongPair {
                colors: self.stone_colors(),
                allowed: self.allowed_pairs(),
            }),
            Rule::BamogoOffBoard => Box::new(BamogoDiagnostic::OffBoard {
                point,
                board: self.board(),
            }),
            Rule::BamogoOccupied => Box::new(BamogoDiagnostic::Occupied {
                point,
                occupant: self.occupant(),
            }),
            Rule::BamogoNotAdjacent => Box::new(BamogoDiagnostic::NotAdjacent {
                point,
                others: concerned,
                is_switch: matches!(self.mv, Some(Move::Switch(..))),
            }),
            Rule::BamogoSwitchEmpty => Box::new(BamogoDiagnostic::SwitchEmpty { point }),
            Rule::BamogoSwitchUndo => Box::new(BamogoDiagnostic::SwitchUndo {
                mv,
                opponent: player.other(),
            }),
            Rule::MargoPass => Box::new(MargoDiagnostic::Pass { player }),
            Rule::MargoSwap => Box::new(MargoDiagnostic::Swap {
                player,
                refusal: self.swap_refusal(),
            }),
            Rule::MargoOffBoard => Box::new(MargoDiagnostic::OffBoard {
                place: self.place(),
                board: self.board(),
            }),
            Rule::MargoOccupied => Box::new(MargoDiagnostic::Occupied {
                place: self.place(),
                occupant: self.occupant(),
                next_level: violation.point.and_then(|point| self.next_level(point)),
                point: violation.point,
            }),
            Rule::MargoUnsupported => Box::new(MargoDiagnostic::Unsupported {
                place: self.place(),
                missing: concerned,
            }),
            Rule::MargoTooHigh => Box::new(MargoDiagnostic::TooHigh {
                place: self.place(),
                max_height: self.position.max_height(),
            }),
            Rule::MargoNoFreedom => Box::new(MargoDiagnostic::NoFreedom {
                player,
                point,
                group: self.rest_of_group(),
            }),
            Rule::MargoRepetition => Box::new(MargoDiagnostic::Repetition {
                player,
                mv,
                earlier: self.repeated(),
            }),
        }
    }

    fn board(&self) -> BoardName {
        BoardName {
            game: self.position.game(),
            size: self.position.size(),
        }
    }

    /// The edge of the wall; only placements break the rules about walls.
    fn edge(&self) -> Direction {
        match self.mv {
            Some(Move::Walled(_, edge)) => *edge,
            _ => Direction::E,
        }
    }

    /// The other pieces of the group concerned.
    fn rest_of_group(&self) -> Vec<Point> {
        let group = self.violation.concerned.iter().copied();
        group
            .filter(|&point| Some(point) != self.violation.point)
            .collect()
    }

    fn repeated(&self) -> EarlierPosition {
        EarlierPosition::after(self.violation.repeats.unwrap_or_default())
    }

    /// The place of a marble as written.
    fn place(&self) -> MarblePlace<'a> {
        let digits = || {
            let written = self.written.trim_start();
            written.split(|c: char| !c.is_ascii_digit()).next()
        };
        MarblePlace {
            level: match self.mv {
                Some(Move::Marble { level: Some(_), .. }) => digits(),
                _ => None,
            },
            point: self.point.unwrap_or_default(),
        }
    }

    /// What is on the point concerned.
    fn occupant(&self) -> Occupant {
        let stated = match self.mv {
            Some(Move::Marble { level, .. }) => *level,
            _ => None,
        };
        let pieces = self.position.pieces().into_iter();
        let mut there = pieces.filter(|piece| {
            Some(piece.point()) == self.violation.point
                && match piece {
                    Piece::Marble(_, level, _) => stated.is_none_or(|stated| stated == *level),
                    _ => true,
                }
        });
        there
            .next_back()
            .map_or(Occupant::SameTurn, Occupant::Piece)
    }

    fn placement_refusal(&self) -> PlacementRefusal {
        match self.position.rules() {
            Rules::Sygo(rules) if !rules.balance_turn => PlacementRefusal::NoBalanceTurn,
            _ if self.player == Color::White => PlacementRefusal::WhiteMoves,
            _ if self.position.grown() == Some(true) => PlacementRefusal::GrownEarlier,
            _ => PlacementRefusal::NotLastStone,
        }
    }

    /// The colors of a Bamogo placement.
    fn stone_colors(&self) -> Vec<StoneColor> {
        match self.mv {
            Some(Move::Pair([(first, _), (second, _)])) => vec![*first, *second],
            _ => Vec::new(),
        }
    }

    fn allowed_pairs(&self) -> AllowedPairs {
        match (self.position.line(), self.position.rules()) {
            (Some([front, ..]), _) => AllowedPairs::Front(*front),
            (_, Rules::Bamogo(rules)) => AllowedPairs::DifferentOf(rules.colors.clone()),
            _ => AllowedPairs::DifferentOf(Vec::new()),
        }
    }

    fn swap_refusal(&self) -> SwapRefusal {
        match self.position.rules() {
            Rules::Margo(rules) if !rules.swap => SwapRefusal::NoSwapInRuleset,
            _ if self.position.plies() != 1 => SwapRefusal::NotPlyTwo,
            _ if self.player == Color::White => SwapRefusal::NotBlack,
            _ if self.position.pieces().is_empty() => SwapRefusal::AfterPass,
            _ => SwapRefusal::GivenPosition,
        }
    }

    /// The lowest level at a point above the marbles there, if the ruleset has it.
    fn next_level(&self, point: Point) -> Option<u8> {
        let pieces = self.position.pieces().into_iter();
        let held = pieces.filter(|piece| piece.point() == point).count();
        let levels = Game::Margo.levels(self.position.size(), point);
        let next = levels.get(held).copied();
        next.filter(|&level| level <= self.position.max_height())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{Setup, Size},
        ruleset,
    };

    #[test]
    fn rules_and_their_diagnostics_share_an_id() {
        for &rule in Rule::ALL {
            let (group, _) = rule.id().split_once("::").unwrap();
            let game = Game::from_name(group).unwrap_or(Game::Ugo);
            let ruleset = ruleset::default_for(game);
            let position = Position::new(&ruleset.rules, ruleset.size, None).unwrap();
            let ply = IllegalPly {
                violation: &Violation::of(rule),
                player: Color::Black,
                mv: None,
                written: "x",
                point: None,
                position: &position,
            };
            let diagnostic = ply.diagnostic();
            assert_eq!(diagnostic.code().id(), rule.id());
            assert!(!diagnostic.message().is_empty(), "{}", rule.id());
            assert!(!diagnostic.help().is_empty(), "{}", rule.id());
        }
    }

    #[test]
    fn a_level_above_those_of_the_ruleset_is_not_promised() {
        let ruleset = ruleset::default_for(Game::Margo);
        let center = Point::new(3, 3);
        let setup = Setup {
            pieces: vec![Piece::Marble(Color::White, 1, center)],
            ..Setup::default()
        };
        for (max_height, expected) in [
            (
                None,
                "level 3 at c3 is free once the four places below it are filled",
            ),
            (
                Some(3),
                "level 3 at c3 is free once the four places below it are filled",
            ),
            (Some(2), "there is no higher level at c3"),
        ] {
            let Rules::Margo(mut rules) = ruleset.rules.clone() else {
                panic!("it is Margo");
            };
            rules.max_height = max_height;
            let rules = Rules::Margo(rules);
            let position = Position::new(&rules, Size::square(3), Some(&setup)).unwrap();
            let ply = IllegalPly {
                violation: &Violation::at(Rule::MargoOccupied, center),
                player: Color::Black,
                mv: None,
                written: "c3",
                point: None,
                position: &position,
            };
            assert_eq!(ply.diagnostic().help(), expected);
        }
    }
}
