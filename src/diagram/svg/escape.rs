//! Texts in XML.

/// A text as XML and HTML can contain it, also in an attribute with double quotes. Line breaks and tabs become spaces, other
/// control characters and those that XML forbids in any spelling `�`.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        assert_eq!(escaped("<a&\"b\">]]>"), "&lt;a&amp;&quot;b&quot;&gt;]]&gt;");
        assert_eq!(
            escaped("\u{0}\u{1b}x\u{ffff}\n"),
            "\u{fffd}\u{fffd}x\u{fffd} "
        );
    }
}
