"""The exceptions of kifu."""

from __future__ import annotations

from typing import Any


class Error(ValueError):
    """The base of the exceptions of kifu, which is a ValueError.

    message: what is wrong, in one sentence.
    code: the code of the finding, such as 'ugo::occupied', or None; `kifu.explain(code)` tells about the rule.
    help: what would be right, or None.
    points: the points concerned.
    line, column: the place in the text, from 1, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        help: str | None = None,
        points: list[str] | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.help = help
        self.points = [] if points is None else points
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = "" if self.line is None else f"{self.line}:{self.column}: "
        code = "" if self.code is None else f"{self.code}: "
        help = "" if self.help is None else f" ({self.help})"
        return f"{place}{code}{self.message}{help}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.message, self.__dict__)


class IllegalMove(Error):
    """A move that the rules forbid in this position. The position is unchanged."""


class RecordError(Error):
    """A record that cannot be used: malformed, with a wrong setup, or not to be converted."""


class RulesetError(Error):
    """A text that is no ruleset, or a name that no ruleset has."""


class LossWarning(UserWarning):
    """Something of a record is not carried over to another notation."""


def _again(kind: type[Error], message: str, state: dict[str, Any]) -> Error:
    error = kind(message)
    error.__dict__.update(state)
    return error
