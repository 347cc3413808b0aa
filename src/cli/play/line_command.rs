//! What is typed: a move, or a command.

/// A line that is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineCommand {
    Nothing,
    /// Anything that is no command.
    Move(String),
    Undo,
    Redo,
    /// So many nodes back.
    Back(u32),
    Next(u32),
    Start,
    End,
    Ply(u32),
    /// The nth of the variations that begin here; without a number, the next one.
    Variation(Option<usize>),
    Variations,
    Promote,
    Delete,
    /// Without a text, the comment is shown; `-` removes it.
    Comment(Option<String>),
    /// Adds a line to the comment.
    Append(String),
    /// A detail of the root: the letters of its property, and the text.
    Detail(&'static str, String),
    Legal(Option<String>),
    Board,
    Levels,
    Territory,
    Score,
    Moves,
    Save(Option<String>),
    Help,
    Quit,
    /// A command with an argument that it does not take: what it expects.
    Wrong(&'static str),
}

/// The commands: what is typed, and what it does.
pub(super) const COMMANDS: [(&str, &str); 26] = [
    (
        "undo",
        "take back the last change: a ply, a comment, a removal",
    ),
    ("redo", "make it again"),
    ("back [N]", "one ply back, or N; nothing is removed"),
    ("next [N]", "one ply forward, or N"),
    ("start", "go to the start"),
    ("end", "go to the end of the line"),
    ("ply N", "go to a ply"),
    ("variations", "list the moves that were played here"),
    (
        "variation [N]",
        "go to the next variation, or into the Nth that begins here",
    ),
    ("promote", "make this line the main line"),
    ("delete", "remove this ply with all that follows"),
    (
        "comment [TEXT]",
        "show or write the comment; `comment -` removes it",
    ),
    ("append TEXT", "add a line to the comment"),
    (
        "black NAME",
        "name the player Black; likewise `white`, `grey`, `yellow`, `event`, `round`, `place`",
    ),
    ("white NAME", ""),
    ("grey NAME", ""),
    ("yellow NAME", ""),
    ("event NAME", ""),
    ("round NAME", ""),
    ("place NAME", ""),
    (
        "legal [POINT]",
        "show what is legal, on the whole board or at a point",
    ),
    (
        "board",
        "show the board; `levels` level by level, `territory` with its owners",
    ),
    ("levels", ""),
    ("territory", ""),
    ("score", "show the score with its parts"),
    ("moves", "list the plies so far"),
];

/// Further commands, after [`COMMANDS`].
pub(super) const FILE_COMMANDS: [(&str, &str); 3] = [
    ("save [FILE]", "save now, or under another name from now on"),
    ("help", "show this"),
    ("quit", "end; everything is saved (also `exit`, `q`)"),
];

/// The words that commands begin with.
pub(super) fn command_words() -> impl Iterator<Item = &'static str> {
    let commands = COMMANDS.iter().chain(&FILE_COMMANDS);
    commands.filter_map(|(command, _)| command.split(' ').next())
}

impl LineCommand {
    /// Reads a line. What is no command is taken as a move.
    pub(super) fn read(line: &str) -> LineCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = (!rest.is_empty()).then(|| rest.to_owned());
        let none = |command: LineCommand| match rest {
            "" => command,
            // A move with white space in it, perhaps.
            _ => LineCommand::Move(line.to_owned()),
        };
        let count = |command: fn(u32) -> LineCommand| match (rest, rest.parse()) {
            ("", _) => command(1),
            (_, Ok(number)) => command(number),
            _ => LineCommand::Wrong("expected a number of plies"),
        };
        let detail = |letters| LineCommand::Detail(letters, rest.to_owned());
        match word.to_ascii_lowercase().as_str() {
            "" => LineCommand::Nothing,
            "undo" => none(LineCommand::Undo),
            "redo" => none(LineCommand::Redo),
            "back" => count(LineCommand::Back),
            "next" | "forward" => count(LineCommand::Next),
            "start" => none(LineCommand::Start),
            "end" => none(LineCommand::End),
            "ply" => match rest.parse() {
                Ok(ply) => LineCommand::Ply(ply),
                Err(_) => LineCommand::Wrong("expected the number of a ply, as in `ply 12`"),
            },
            "variation" => match (rest, rest.parse()) {
                ("", _) => LineCommand::Variation(None),
                (_, Ok(number)) if number > 0 => LineCommand::Variation(Some(number)),
                _ => LineCommand::Wrong("expected the number of a variation, from 1"),
            },
            "variations" => none(LineCommand::Variations),
            "promote" => none(LineCommand::Promote),
            "delete" => none(LineCommand::Delete),
            "comment" => LineCommand::Comment(text),
            "append" => match text {
                Some(text) => LineCommand::Append(text),
                None => LineCommand::Wrong("expected a text, as in `append a good reply`"),
            },
            "black" => detail("PB"),
            "white" => detail("PW"),
            "grey" => detail("PG"),
            "yellow" => detail("PY"),
            "event" => detail("EV"),
            "round" => detail("RO"),
            "place" => detail("PC"),
            "legal" => LineCommand::Legal(text),
            "board" => none(LineCommand::Board),
            "levels" => none(LineCommand::Levels),
            "territory" => none(LineCommand::Territory),
            "score" => none(LineCommand::Score),
            "moves" => none(LineCommand::Moves),
            "save" => LineCommand::Save(text),
            "help" | "?" => none(LineCommand::Help),
            "quit" | "exit" | "q" => none(LineCommand::Quit),
            _ => LineCommand::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read_and_all_else_is_a_move() {
        for word in command_words() {
            let read = LineCommand::read(&word.to_ascii_uppercase());
            assert!(!matches!(read, LineCommand::Move(_)), "{word}");
        }
        for mv in ["d4", "pass", "button", "Rd4, Gd5", "undo d4"] {
            assert_eq!(LineCommand::read(mv), LineCommand::Move(mv.to_owned()));
        }
        assert_eq!(LineCommand::read(" back  3 "), LineCommand::Back(3));
        assert_eq!(LineCommand::read("variation"), LineCommand::Variation(None));
        let comment = LineCommand::Comment(Some("a  b".to_owned()));
        assert_eq!(LineCommand::read("comment  a  b"), comment);
        assert!(matches!(LineCommand::read("ply x"), LineCommand::Wrong(_)));
        assert!(matches!(
            LineCommand::read("variation 0"),
            LineCommand::Wrong(_)
        ));
    }
}
