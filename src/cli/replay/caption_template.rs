//! The captions of figures, with placeholders.

use std::borrow::Cow;

/// The most characters of a template, and of a caption, of which every figure has one.
const MOST: usize = 1_000;

/// The most characters of the value of a placeholder: a name of a record can be as long as the record.
const MOST_OF_VALUE: usize = 200;

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placeholder {
    Figure,
    What,
    First,
    Last,
    Variation,
    Black,
    White,
    Event,
    Date,
    Result,
}

/// The placeholders and their names.
const PLACEHOLDERS: [(&str, Placeholder); 10] = [
    ("figure", Placeholder::Figure),
    ("what", Placeholder::What),
    ("first", Placeholder::First),
    ("last", Placeholder::Last),
    ("variation", Placeholder::Variation),
    ("black", Placeholder::Black),
    ("white", Placeholder::White),
    ("event", Placeholder::Event),
    ("date", Placeholder::Date),
    ("result", Placeholder::Result),
];

/// A text with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CaptionTemplate {
    /// Texts, each with the placeholder behind it.
    parts: Vec<(String, Option<Placeholder>)>,
}

impl CaptionTemplate {
    /// Reads a template. `{{` and `}}` stand for braces.
    pub(super) fn parse(text: &str) -> Result<CaptionTemplate, String> {
        if text.chars().nth(MOST).is_some() {
            return Err(format!("a caption has at most {MOST} characters"));
        }
        let mut parts = Vec::new();
        let mut own = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            own.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(behind) = rest.strip_prefix(brace) {
                own.push_str(brace);
                rest = behind;
                continue;
            }
            let placeholder = rest.split_once('}').filter(|_| brace == "{");
            let Some((name, behind)) = placeholder else {
                return Err(format!(
                    "`{brace}` stands alone; write `{brace}{brace}` for a brace"
                ));
            };
            let known = PLACEHOLDERS.iter().find(|(known, _)| *known == name);
            let Some((_, placeholder)) = known else {
                let names = PLACEHOLDERS.map(|(name, _)| format!("`{{{name}}}`"));
                return Err(format!("expected one of {}", names.join(", ")));
            };
            parts.push((std::mem::take(&mut own), Some(*placeholder)));
            rest = behind;
        }
        own.push_str(rest);
        parts.push((own, None));
        Ok(CaptionTemplate { parts })
    }

    /// The text with the values of the placeholders. A long value is cut, and so is the text.
    pub(super) fn fill<'v>(&self, value: impl Fn(Placeholder) -> Cow<'v, str>) -> String {
        let parts = self.parts.iter().map(|(text, placeholder)| {
            let value = placeholder.map(&value).unwrap_or_default();
            format!("{text}{}", shortened(&value, MOST_OF_VALUE))
        });
        shortened(&parts.collect::<String>(), MOST).into_owned()
    }
}

/// A text of at most this many characters, the last of which is `…` if it is cut.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(text.chars().take(most - 1).chain(['…']).collect()),
    }
}

impl Default for CaptionTemplate {
    fn default() -> CaptionTemplate {
        CaptionTemplate {
            parts: vec![
                ("Figure ".to_owned(), Some(Placeholder::Figure)),
                (". ".to_owned(), Some(Placeholder::What)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> Result<String, String> {
        let value = |placeholder| format!("<{placeholder:?}>").into();
        CaptionTemplate::parse(template).map(|template| template.fill(value))
    }

    #[test]
    fn placeholders_are_replaced() {
        for (template, expected) in [
            ("", ""),
            ("no placeholder", "no placeholder"),
            ("{figure}", "<Figure>"),
            ("No. {figure}: {what}!", "No. <Figure>: <What>!"),
            ("{{{first}}}–{last}", "{<First>}–<Last>"),
            ("{black}{white}", "<Black><White>"),
        ] {
            assert_eq!(filled(template).as_deref(), Ok(expected));
        }
        assert_eq!(
            filled("Figure {figure}. {what}"),
            Ok(CaptionTemplate::default().fill(|p| format!("<{p:?}>").into()))
        );
    }

    #[test]
    fn captions_are_bounded() {
        let name = "é".repeat(1_000_000);
        let fill = |template: &str| {
            let template = CaptionTemplate::parse(template).expect("it is a template");
            template.fill(|_| name.as_str().into())
        };
        assert_eq!(fill("by {black}."), format!("by {}….", "é".repeat(199)));
        let caption = fill(&"{black} ".repeat(120));
        assert_eq!(caption.chars().count(), 1_000);
        assert!(caption.ends_with("éé…"));
        assert!(CaptionTemplate::parse(&"é".repeat(1_000)).is_ok());
        let error = CaptionTemplate::parse(&"é".repeat(1_001)).unwrap_err();
        assert_eq!(error, "a caption has at most 1000 characters");
    }

    #[test]
    fn other_braces_are_errors() {
        for (template, expected) in [
            ("{", "`{` stands alone"),
            ("a } b", "`}` stands alone"),
            ("{figure", "`{` stands alone"),
            ("{}", "expected one of `{figure}`, `{what}`"),
            ("{Figure}", "expected one of"),
        ] {
            let error = filled(template).unwrap_err();
            assert!(error.contains(expected), "{template}: {error}");
        }
    }
}
