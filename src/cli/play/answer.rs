//! What the program answers to a command.

use crate::games::Point;

/// What is shown in answer to a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    /// The lines of the answer.
    pub(super) lines: Vec<String>,
    /// The points that a refused move concerns.
    pub(super) points: Vec<Point>,
    /// Whether something was refused.
    pub(super) is_refused: bool,
    /// What else is to be done.
    pub(super) request: Option<Request>,
}

/// What a command asks of those who show the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Show the board.
    Board,
    /// Show the board level by level.
    Levels,
    /// Show the board with the owners of its regions.
    Territory,
    /// Show what is legal.
    Legal,
    /// End.
    Quit,
}

impl Answer {
    /// Some lines.
    pub(super) fn of(lines: impl IntoIterator<Item = String>) -> Answer {
        Answer {
            lines: lines.into_iter().collect(),
            ..Answer::default()
        }
    }

    /// One line.
    pub(super) fn line(line: impl Into<String>) -> Answer {
        Answer::of([line.into()])
    }

    /// One line that says why nothing was done.
    pub(super) fn refused(line: impl Into<String>) -> Answer {
        Answer {
            is_refused: true,
            ..Answer::line(line)
        }
    }

    /// Something that is to be done.
    pub(super) fn request(request: Request) -> Answer {
        Answer {
            request: Some(request),
            ..Answer::default()
        }
    }

    /// The same with further lines.
    #[must_use]
    pub(super) fn and(mut self, lines: impl IntoIterator<Item = String>) -> Answer {
        self.lines.extend(lines);
        self
    }
}
