//! Errors of YAML syntax in plain words.

/// Fragments of the YAML library's messages, and what they mean to the author of a ruleset. The first
/// fragment that a message contains decides.
const EXPLANATIONS: [(&str, &str); 29] = [
    (
        "found a tab character",
        "the line is indented with a tab; YAML allows spaces only",
    ),
    (
        "cannot start any token",
        "a value cannot begin with this character; put the value in quotation marks",
    ),
    (
        "mapping values are not allowed",
        "a colon is out of place: the line is indented too far, or a text that contains a colon is not in quotation marks",
    ),
    (
        "unexpected ':'",
        "a colon is out of place: a text that contains a colon is not in quotation marks",
    ),
    (
        "could not find expected ':'",
        "a key has no colon; write it as in `komi: 0`",
    ),
    (
        "did not find expected key",
        "the line is not indented like the lines above, or text follows a complete value",
    ),
    (
        "',' or ']'",
        "a list is not closed: a comma or `]` is missing",
    ),
    (
        "',' or '}'",
        "a mapping in braces is not closed: a comma or `}` is missing",
    ),
    ("unexpected end of stream", "a quotation mark is not closed"),
    (
        "unexpected document indicator",
        "a quotation mark is not closed",
    ),
    (
        "quoted scalar",
        "an escape sequence in double quotation marks is invalid; write a backslash as `\\\\`",
    ),
    (
        "block sequence entries are not allowed",
        "a list cannot begin here; write it in brackets, as in `colors: [R, G]`",
    ),
    ("mapping keys are not allowed", "a key cannot begin here"),
    (
        "expected '-' indicator",
        "an entry of a list does not begin with `-`, or is not indented like those above",
    ),
    (
        "unknown anchor",
        "this alias refers to an anchor that does not exist; put a text that begins with `*` in quotation marks",
    ),
    (
        "an anchor",
        "an anchor has no name; put a text that begins with `&` in quotation marks",
    ),
    (
        "an alias",
        "an alias has no name; put a text that begins with `*` in quotation marks",
    ),
    (
        "directive",
        "a line that begins with `%` is a YAML directive; this one is invalid",
    ),
    (
        "incompatible YAML document",
        "the version of YAML that the file names is not supported",
    ),
    (
        "a tag",
        "a tag is invalid; put a text that begins with `!` in quotation marks",
    ),
    (
        "tag handle",
        "a tag is invalid; put a text that begins with `!` in quotation marks",
    ),
    (
        "block scalar",
        "a block of text that begins with `|` or `>` is invalid",
    ),
    ("node content", "a value is missing"),
    (
        "<document start>",
        "text follows the end of the YAML document",
    ),
    (
        "control characters",
        "YAML does not allow this control character",
    ),
    (
        "invalid Unicode character",
        "YAML does not allow this character",
    ),
    ("recursion limit", TOO_DEEP),
    ("repetition limit", "aliases are used too often"),
    (
        "while scanning a simple key",
        "a key has no colon; write it as in `komi: 0`",
    ),
];

pub(super) const TOO_DEEP: &str = "lists or mappings are nested too deeply";

const TAB: &str = "a tab is out of place; YAML allows only spaces before a key or a value";
const OTHER: &str = "the file is not valid YAML";

/// What breaks the syntax, given the YAML library's message, and where.
pub(super) fn explain_syntax_error(
    text: &str,
    message: &str,
    (line, column): (usize, usize),
) -> (&'static str, (usize, usize)) {
    let known = EXPLANATIONS
        .iter()
        .find(|(fragment, _)| message.contains(fragment));
    let sentence = known.map_or(OTHER, |&(_, sentence)| sentence);
    if message.contains("control characters") || message.contains("invalid Unicode") {
        // The library reports these as byte offsets, without a line.
        let position = forbidden_character(text).unwrap_or((line, column));
        return (sentence, position);
    }
    let culprit = text
        .lines()
        .nth(line.saturating_sub(1))
        .and_then(|line| line.chars().nth(column.saturating_sub(1)));
    if message.contains("cannot start any token") && culprit == Some('\t') {
        return (TAB, (line, column));
    }
    (sentence, (line, column))
}

/// Line and column of the first character that YAML does not allow.
fn forbidden_character(text: &str) -> Option<(usize, usize)> {
    let is_forbidden = |(index, c): (usize, char)| {
        let allowed_control = matches!(c, '\t' | '\n' | '\r' | '\u{85}');
        (c.is_control() && !allowed_control)
            || matches!(c, '\u{FFFE}' | '\u{FFFF}')
            || (c == '\u{FEFF}' && index > 0)
    };
    let (index, _) = text.char_indices().find(|&pair| is_forbidden(pair))?;
    let before = &text[..index];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Some((
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    ))
}
