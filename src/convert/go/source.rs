//! What a record of Go says, in terms of Ugo and Sygo.

use std::collections::{BTreeMap, BTreeSet, HashMap, hash_map::Entry};

use super::{
    board::{GoBoard, point_of},
    originals::{self, Edits, notes_of, originals},
    point_mask::PointMask,
    writer::ORIGINAL,
};
use crate::{
    convert::{
        error::ImportError,
        tree::{TreeProperty, TreeValue, text_length},
    },
    games::{Color, Game, Point, Position, Size},
    record::{
        Name, NodeId, PointSet, Property, Purpose, Record, read_number, read_size, split_composed,
    },
    ruleset,
};

/// The side of the board without `SZ`, as FF[4] says.
const GO_SIDE: u8 = 19;

/// A record of Go that is a game of Ugo or Sygo.
pub(super) struct GoSource<'t, 'i> {
    pub(super) record: &'t Record<'i>,
    pub(super) game: Game,
    size: Size,
    /// Whether this program has written the record.
    pub(super) is_own: bool,
    pub(super) edits: Edits,
    /// What is not carried over, and how often.
    pub(super) lost: BTreeMap<String, usize>,
}

impl<'t, 'i> GoSource<'t, 'i> {
    /// A record, of this game unless it names one, of which some is read as a Go program shows it.
    pub(super) fn new(
        record: &'t Record<'i>,
        game: Option<Game>,
        edits: Edits,
    ) -> Result<GoSource<'t, 'i>, ImportError> {
        let properties = record.properties(NodeId::ROOT);
        let value = |name: Name| {
            let mut named = properties.iter().filter(|property| property.name == name);
            let property = named.next()?;
            Some(record.raw(*record.values(property).first()?))
        };
        if value(Name::GM).is_some_and(|written| written.trim() != "1") {
            return Err(ImportError::NotGo);
        }
        let originals = originals(record, NodeId::ROOT);
        let is_own = notes_of(record, NodeId::ROOT).next().is_some();
        let original = |name: &str| {
            let mut all = originals.iter().flatten();
            let property = all.find(|property| property.name == name)?;
            Some(property.values.first()?.text().to_owned())
        };
        let named = original("GM").and_then(|name| Game::from_name(name.trim()));
        let ruleset = value(Name::RU).and_then(|name| ruleset::by_name(name.trim()));
        let game = match (named, game) {
            (Some(named), Some(game)) if named != game => return Err(ImportError::Contradiction),
            (Some(game), _) | (None, Some(game)) => game,
            (None, None) => ruleset.ok_or(ImportError::UnknownGame)?.game(),
        };
        if !matches!(game, Game::Ugo | Game::Sygo) {
            return Err(ImportError::NotPlayedAsGo);
        }
        let size = match value(Name::SZ) {
            None => Some(Size::square(GO_SIDE)),
            Some(text) => read_size(text).and_then(|written| written.size),
        };
        Ok(GoSource {
            record,
            game,
            size: size.ok_or(ImportError::HeadingSize)?,
            is_own,
            edits,
            lost: BTreeMap::new(),
        })
    }

    /// The properties that this program has translated in a node, as they were, without those that have been edited;
    /// `None` if the node does not tell them.
    pub(super) fn known(&self, node: NodeId) -> Option<Vec<TreeProperty>> {
        let mut originals = originals(self.record, node).filter(|_| self.is_own)?;
        originals.retain(|original| !self.is_edited(node, &original.name));
        Some(originals)
    }

    /// Counts the originals of a node that are not carried over.
    pub(super) fn lose_originals(&mut self, node: NodeId) {
        if !self.is_own {
            return;
        }
        let originals = originals(self.record, node);
        let count = notes_of(self.record, node).count();
        for _ in usize::from(originals.is_some())..count {
            self.lose(ORIGINAL);
        }
        for original in originals.into_iter().flatten() {
            if self.is_edited(node, &original.name) {
                self.lose_original(&original.name);
            }
        }
    }

    /// Notes an original that is not carried over.
    pub(super) fn lose_original(&mut self, name: &str) {
        self.lose(&format!("{name} in {ORIGINAL}"));
    }

    /// Whether a property is read as a Go program shows it. A name that is not one of a ruleset replaces none.
    fn is_edited(&self, node: NodeId, name: &str) -> bool {
        let is_ruleset = || self.value(node, Name::RU).is_none() || self.ruleset().is_some();
        self.edits.contain(node, name) && (node != NodeId::ROOT || name != "RU" || is_ruleset())
    }

    /// The ruleset that the root names, if the game has it.
    fn ruleset(&self) -> Option<&'static str> {
        let name = self.value(NodeId::ROOT, Name::RU)?;
        let known = ruleset::by_name(name.trim())?;
        (known.game() == self.game).then_some(&*known.name)
    }

    /// How many moves a node has, legible or not.
    pub(super) fn move_count(&self, node: NodeId) -> usize {
        let properties = self.record.properties(node).iter();
        let moves = properties.filter(|property| property.name.purpose() == Purpose::Move);
        moves
            .map(|property| self.record.values(property).len())
            .sum()
    }

    /// The Go move of a node: a pass has no point.
    pub(super) fn plain_play(&self, node: NodeId) -> Option<(Color, Option<Point>)> {
        let mut properties = self.record.properties(node).iter();
        let property = properties.find(|property| property.name.purpose() == Purpose::Move)?;
        let color = if property.name == Name::B {
            Color::Black
        } else {
            Color::White
        };
        let raw = self
            .record
            .raw(*self.record.values(property).first()?)
            .trim();
        let is_pass =
            raw.is_empty() || raw == "tt" && self.size.columns <= 19 && self.size.rows <= 19;
        if is_pass {
            return Some((color, None));
        }
        Some((color, Some(point_of(raw, self.size.rows)?)))
    }

    pub(super) fn has_setup(&self, node: NodeId) -> bool {
        let mut properties = self.record.properties(node).iter();
        properties.any(|property| matches!(property.name, Name::AB | Name::AW | Name::AE))
    }

    /// The board after the setup of a node.
    pub(super) fn target(&self, node: NodeId, position: &Position) -> GoBoard {
        let mut board = GoBoard::of(position);
        for property in self.record.properties(node) {
            let color = match property.name {
                Name::AB => Some(Color::Black),
                Name::AW => Some(Color::White),
                Name::AE => None,
                _ => continue,
            };
            for &span in self.record.values(property) {
                for point in self.points(self.record.raw(span)) {
                    board.put(point, color);
                }
            }
        }
        board
    }

    /// Whether a label at a point says `K`, or this program's mark of a king.
    pub(super) fn is_marked_king(&self, node: NodeId, point: Point) -> bool {
        self.record.properties(node).iter().any(|property| {
            let values = self.record.values(property).iter();
            let mut values = values.map(|&span| self.record.raw(span));
            match property.name {
                Name::LB => values.any(|raw| {
                    let label = split_composed(raw);
                    label.is_some_and(|(at, text)| {
                        text.eq_ignore_ascii_case("k")
                            && point_of(at, self.size.rows) == Some(point)
                    })
                }),
                Name::MA if self.is_own => values.any(|raw| self.points(raw).contains(&point)),
                _ => false,
            }
        })
    }

    /// The lowest and the highest point of the rectangle that a value names; one point is both.
    pub(super) fn corners(&self, raw: &str) -> Option<(Point, Point)> {
        let rows = self.size.rows;
        let (from, to) = match split_composed(raw) {
            Some((from, to)) => (point_of(from, rows)?, point_of(to, rows)?),
            None => (point_of(raw, rows)?, point_of(raw, rows)?),
        };
        let low = Point::new(from.column.min(to.column), from.row.min(to.row));
        let high = Point::new(from.column.max(to.column), from.row.max(to.row));
        Some((low, high))
    }

    /// The points of a value: one, or those of a rectangle.
    pub(super) fn points(&self, raw: &str) -> Vec<Point> {
        let Some((low, high)) = self.corners(raw) else {
            return Vec::new();
        };
        let columns = low.column..=high.column;
        let rows = low.row..=high.row;
        rows.flat_map(|row| columns.clone().map(move |column| Point::new(column, row)))
            .collect()
    }

    /// The root properties that stand for those of Go.
    pub(super) fn root_properties(&mut self) -> Vec<TreeProperty> {
        let is_head = |property: &TreeProperty| {
            matches!(&*property.name, "FF" | "GM" | "CA" | "AP" | "SZ" | "RU")
        };
        let originals = self.known(NodeId::ROOT);
        let is_own = originals.is_some();
        let is_shown = |name| !is_own || self.edits.contain(NodeId::ROOT, name);
        let (has_size, has_ruleset) = (is_shown("SZ"), is_shown("RU"));
        let mut properties = originals
            .unwrap_or_else(|| vec![property("FF", "4"), property("GM", self.game.name())]);
        properties.retain(is_head);
        for name in [Name::GM, Name::SZ, Name::RU] {
            let shown = self.record.properties(NodeId::ROOT).iter();
            let named = shown.filter(|property| property.name == name);
            let count: usize = named
                .map(|property| self.record.values(property).len())
                .sum();
            if count > 1 {
                self.lose(name.letters());
            }
        }
        if has_size {
            properties.push(property("SZ", &self.size.to_string()));
        }
        if has_ruleset {
            let name = self.value(NodeId::ROOT, Name::RU).unwrap_or_default();
            match self.ruleset() {
                Some(known) => properties.push(property("RU", known)),
                None if !name.is_empty() => self.lose("RU"),
                None => {}
            }
        }
        properties
    }

    fn value(&self, node: NodeId, name: Name) -> Option<&str> {
        let mut properties = self.record.properties(node).iter();
        let property = properties.find(|property| property.name == name)?;
        Some(self.record.raw(*self.record.values(property).first()?))
    }

    /// Whether a node names a player to move who is none of these.
    pub(super) fn names_other_player(&self, node: NodeId, players: &[Color]) -> bool {
        let properties = self.record.properties(node).iter();
        let named = properties.filter(|property| property.name == Name::PL);
        let mut names = named
            .flat_map(|property| self.record.values(property))
            .map(|&span| self.record.raw(span).trim());
        let letters: Vec<String> = players.iter().map(|one| one.letter().into()).collect();
        names.any(|name| !letters.iter().any(|one| name.eq_ignore_ascii_case(one)))
    }

    pub(super) fn lose(&mut self, what: &str) {
        *self.lost.entry(what.to_owned()).or_default() += 1;
    }

    /// The setup of a node before the first move. Kings that it shows are kings still.
    pub(super) fn setup(&mut self, node: NodeId) -> Vec<TreeProperty> {
        let record = self.record;
        let originals = originals(record, node).filter(|_| self.is_own);
        let kings = originals::kings(self.game, &originals.unwrap_or_default());
        let mut setup = Vec::new();
        for property in record.properties(node) {
            let name = property.name.letters();
            let mut values = Vec::new();
            for &span in record.values(property) {
                let raw = record.raw(span).trim();
                let value = match property.name {
                    Name::AB | Name::AW | Name::AE => {
                        let point = point_of(raw, self.size.rows);
                        let king = property.name.owner_of_setup().zip(point);
                        match king.filter(|king| kings.contains(king)) {
                            Some((_, point)) => Some(TreeValue::Plain(format!("K{point}").into())),
                            None => self.point_set(raw),
                        }
                    }
                    Name::PL if !self.is_first(property) => Some(TreeValue::Plain(raw.into())),
                    _ => break,
                };
                match value {
                    Some(value) => values.push(value),
                    None => self.lose(name),
                }
            }
            if !values.is_empty() {
                setup.push(TreeProperty {
                    name: name.to_owned(),
                    values,
                });
            }
        }
        setup
    }

    /// A point, or a rectangle of points, as kifu writes it.
    fn point_set(&self, raw: &str) -> Option<TreeValue> {
        let (low, high) = self.corners(raw)?;
        let text = match split_composed(raw) {
            None => low.to_string(),
            Some(_) => format!("{low}:{high}"),
        };
        Some(TreeValue::Plain(text.into()))
    }

    /// The points of several values without rectangles, each once, as kifu writes them; `None` for each value that has none.
    fn each_point(&self, raws: &[&str]) -> Vec<Option<TreeValue>> {
        let mut mask = PointMask::default();
        let mut values = Vec::new();
        for raw in raws {
            match self.corners(raw.trim()) {
                Some((low, high)) => mask.add(PointSet::Rectangle(low, high)),
                None => values.push(None),
            }
        }
        let points = mask.points();
        values.extend(points.map(|point| Some(TreeValue::Plain(point.to_string().into()))));
        values
    }

    /// Whether `PL` names the player who begins anyway.
    fn is_first(&self, property: &Property) -> bool {
        let values = self.record.values(property);
        let raw = values.first().map(|&span| self.record.raw(span).trim());
        let first = match self.game {
            Game::Sygo => "W",
            _ => "B",
        };
        raw.is_some_and(|raw| raw.eq_ignore_ascii_case(first))
    }

    /// The properties of a node other than its move and its setup. A property that this program has translated is
    /// replaced by the original one.
    pub(super) fn properties(
        &mut self,
        node: NodeId,
        originals: Option<&[TreeProperty]>,
    ) -> NodeProperties {
        let record = self.record;
        let mut translated = Vec::new();
        let originals = originals.unwrap_or_default();
        let names: BTreeSet<&str> = originals.iter().map(|known| &*known.name).collect();
        for property in record.properties(node) {
            let letters = record.letters(property).into_owned();
            if !names.contains(&*letters) {
                translated.extend(self.translated(node, property, letters));
            }
        }
        let is_root = node == NodeId::ROOT;
        // The move, and in the root what `root_properties` gives.
        let is_head = |name: &str| match name {
            "B" | "W" => true,
            "FF" | "GM" | "CA" | "AP" | "SZ" | "RU" => is_root,
            _ => false,
        };
        let originals = originals.iter();
        NodeProperties {
            translated,
            originals: originals
                .filter(|original| !is_head(&original.name))
                .cloned()
                .collect(),
        }
    }

    /// A property with its points as kifu writes them.
    fn translated(
        &mut self,
        node: NodeId,
        property: &Property,
        letters: String,
    ) -> Option<TreeProperty> {
        let record = self.record;
        let is_root = node == NodeId::ROOT;
        let raws: Vec<&str> = {
            let values = record.values(property).iter();
            values.map(|&span| record.raw(span)).collect()
        };
        let rows = self.size.rows;
        let (name, purpose) = (property.name, property.name.purpose());
        let values: Vec<Option<TreeValue>> = match (name, purpose) {
            _ if letters == ORIGINAL && self.is_own => return None,
            (Name::FF | Name::GM | Name::CA | Name::AP | Name::SZ | Name::RU, _) => {
                if !is_root {
                    self.lose(&letters);
                }
                return None;
            }
            (Name::AB | Name::AW | Name::AE | Name::PL, _) | (_, Purpose::Move) => return None,
            (_, Purpose::Setup) => {
                self.lose(&letters);
                return None;
            }
            (_, Purpose::MoveNumber) if self.is_own && !self.edits.contain(node, &letters) => {
                return None;
            }
            (Name::KM, _) if !self.is_komi(raws.first().copied().unwrap_or_default()) => {
                self.lose("KM");
                return None;
            }
            // Where each is a king's mark or another.
            (Name::MA, _)
                if self.is_own && raws.iter().any(|raw| split_composed(raw).is_some()) =>
            {
                self.each_point(&raws)
            }
            (_, Purpose::Points) => raws
                .iter()
                .map(|raw| match raw.trim() {
                    "" => Some(TreeValue::Plain("".into())),
                    raw => self.point_set(raw),
                })
                .collect(),
            (_, Purpose::Labels) => raws
                .iter()
                .map(|raw| {
                    let (at, text) = split_composed(raw)?;
                    Some(TreeValue::of(&format!("{}:{text}", point_of(at, rows)?)))
                })
                .collect(),
            (_, Purpose::Arrows) => raws
                .iter()
                .map(|raw| {
                    let (from, to) = split_composed(raw)?;
                    let (from, to) = (point_of(from, rows)?, point_of(to, rows)?);
                    Some(TreeValue::Plain(format!("{from}:{to}").into()))
                })
                .collect(),
            (_, Purpose::Root) if !is_root => {
                self.lose(&letters);
                return None;
            }
            _ => raws.iter().map(|raw| Some(TreeValue::of(raw))).collect(),
        };
        let count = values.len();
        let kept: Vec<TreeValue> = values.into_iter().flatten().collect();
        if kept.len() < count {
            self.lose(&letters);
        }
        (!kept.is_empty()).then_some(TreeProperty {
            name: letters,
            values: kept,
        })
    }

    /// Whether the game has this komi.
    fn is_komi(&self, raw: &str) -> bool {
        let komi = read_number(raw).and_then(|number| number.as_whole());
        match self.game {
            Game::Ugo => komi.is_some(),
            _ => komi == Some(0),
        }
    }
}

/// The properties of a node without its move.
#[derive(Clone, Default)]
pub(super) struct NodeProperties {
    /// Those of Go, translated.
    pub(super) translated: Vec<TreeProperty>,
    /// Those that this program had translated, as they were.
    pub(super) originals: Vec<TreeProperty>,
}

impl NodeProperties {
    /// The length of the names and values, in bytes.
    pub(super) fn length(&self) -> usize {
        text_length(&self.translated) + text_length(&self.originals)
    }

    /// All of them. Those of Go with the same name become one; the others may have been several.
    pub(super) fn all(self) -> Vec<TreeProperty> {
        let mut all = Vec::new();
        merge(&mut all, self.translated);
        all.extend(self.originals);
        all
    }
}

fn property(name: &str, text: &str) -> TreeProperty {
    TreeProperty {
        name: name.to_owned(),
        values: vec![TreeValue::Plain(text.into())],
    }
}

/// Adds properties; those of the same name become one, and comments one text.
pub(super) fn merge(properties: &mut Vec<TreeProperty>, added: Vec<TreeProperty>) {
    /// So many are searched for one by one.
    const FEW: usize = 8;
    let mut places: Option<HashMap<String, usize>> = (added.len() > FEW).then(|| {
        // The first of a name counts.
        let last_first = properties.iter().enumerate().rev();
        last_first
            .map(|(place, property)| (property.name.clone(), place))
            .collect()
    });
    let mut joined = None;
    for property in added {
        let place = match &mut places {
            None => properties
                .iter()
                .position(|known| known.name == property.name),
            Some(places) => match places.entry(property.name.clone()) {
                Entry::Occupied(place) => Some(*place.get()),
                Entry::Vacant(place) => {
                    place.insert(properties.len());
                    None
                }
            },
        };
        let Some(place) = place else {
            properties.push(property);
            continue;
        };
        if property.name == "C" {
            joined = Some(place);
        }
        properties[place].values.extend(property.values);
    }
    if let Some(comment) = joined.map(|place| &mut properties[place]) {
        let texts: Vec<&str> = comment.values.iter().map(TreeValue::text).collect();
        comment.values = vec![TreeValue::Plain(texts.join("\n").into())];
    }
}
