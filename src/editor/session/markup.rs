//! Marks that are put on points of the board.

use super::Session;
use crate::{
    editor::{
        history::{Edit, EditKind, TreeChange},
        tree::GameProperty,
    },
    games::Point,
    record::escape,
};

/// The properties of which a point has one at most.
const MARKS: [&str; 6] = ["TR", "SQ", "CR", "MA", "SL", "LB"];

impl Session {
    /// Marks a point at the cursor with `TR`, `SQ`, `CR`, `MA` or `SL`, or with `LB` and a label, in place of the mark that
    /// it has; the same mark again removes it. Other letters remove it too.
    ///
    /// ```
    /// use kifu::editor::{NewGame, Session};
    /// use kifu::games::{Game, Point};
    /// use kifu::ruleset;
    ///
    /// let mut session = Session::new(&NewGame::of(ruleset::default_for(Game::Ugo))).unwrap();
    /// session.mark(Point::new(3, 3), "TR", "");
    /// session.mark(Point::new(3, 3), "LB", "A");
    /// assert!(session.to_text()?.contains("LB[c3:A]"));
    /// session.mark(Point::new(3, 3), "LB", "A");
    /// assert!(!session.to_text()?.contains("LB"));
    /// # Ok::<(), kifu::editor::UnwritableTree>(())
    /// ```
    pub fn mark(&mut self, point: Point, letters: &str, label: &str) {
        let point = point.to_string();
        let value = match letters {
            "LB" => format!("{point}:{}", escape(label).replace(':', "\\:")),
            _ => point.clone(),
        };
        let mut properties = self.tree.node(self.cursor).properties.clone();
        let mut had = None;
        for property in &mut properties {
            if !MARKS.contains(&property.letters.as_str()) {
                continue;
            }
            let own = &property.letters;
            property.values.retain(|text| {
                let of_point = text.split(':').next() == Some(point.as_str());
                if of_point {
                    had = Some((own.clone(), text.clone()));
                }
                !of_point
            });
        }
        properties.retain(|property| !property.values.is_empty());
        let is_same = had.as_ref() == Some(&(letters.to_owned(), value.clone()));
        if !is_same && MARKS.contains(&letters) {
            let mut own = properties.iter_mut();
            match own.find(|property| property.letters == letters) {
                Some(property) => property.values.push(value),
                None => properties.push(GameProperty {
                    letters: letters.to_owned(),
                    values: vec![value],
                }),
            }
        } else if had.is_none() {
            return;
        }
        let mut edit = Edit::new(EditKind::Markup, self.cursor);
        edit.change(
            &mut self.tree,
            TreeChange::Properties(self.cursor, properties),
        );
        self.history.push(edit, &mut self.tree);
        self.edits += 1;
    }
}
