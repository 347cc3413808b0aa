"""Reads, verifies, scores and draws game records of five abstract games: Bargo, Sygo, Ugo, Bamogo and Margo.

Judge records, from texts, bytes and paths, or from files and archives of any size on all processors:

    kifu.validate(source)                a list of Verdict: status, findings, result, score, …
    kifu.validate_many(sources)          the same for many sources: an iterator of lists
    kifu.validate_files("games.zip")     files, folders and archives: an iterator of Verdict

A verdict has `is_valid`, `errors`, `record`, and `position`: the board before the fault. `print(verdict)` lists what
is wrong, `verdict.svg()` draws the board and marks it. So these are all illegal games of an archive, each with a
picture:

    for number, verdict in enumerate(kifu.validate_files("games.zip")):
        if not verdict.is_valid:
            print(verdict)
            if verdict.position is not None:
                pathlib.Path(f"{number}.svg").write_text(verdict.svg(), encoding="utf-8")

Read records, and look at what is in them:

    record, = kifu.read(source)          one record: moves, players, root, positions(), svg(), html()

Play:

    game = kifu.Position("margo", 5)     a board; ruleset= takes a name, YAML or a Ruleset
    game.play("c3")                      plays for the player to move, game.to_move; raises IllegalMove
    game.legal_moves()                   all legal moves
    print(game)                          the board as text
    game.score(), game.outcome           the score, and the result when the game is over
    game.record()                        the game as a Record: str() of it is a record to write

Tables, by the Arrow C interface, for PyArrow, Polars, DuckDB, pandas and Spark:

    kifu.validate_arrow(table)           a row for each record of a column of records
    kifu.plies_arrow(table)              a row for each ply

Further: `score`, `replay_svg`, `fmt`, `convert`, `perft`, `explain`, `Ruleset`, and kifu.random("ugo"), which plays
random games (`import *` leaves it out, since it has the name of a module). Exceptions are subclasses of `kifu.Error`,
which is a ValueError.

Players are letters: 'B' (Black) and 'W' (White), in some rulesets of Margo also 'G' (Grey) and 'Y' (Yellow). The codes
of findings, such as 'ugo::occupied', never change their meaning; `kifu.explain(code)` tells about one.

The package also brings the command `kifu`: see `kifu --help`.
"""

from ._errors import Error, IllegalMove, LossWarning, RecordError, RulesetError
from ._kifu import (
    ArrowStream,
    Finding,
    Node,
    Position,
    Record,
    Ruleset,
    Verdict,
    convert,
    explain,
    fmt,
    perft,
    plies_arrow,
    read,
    replay_svg,
    score,
    validate,
    validate_arrow,
    validate_files,
    validate_many,
)
from ._kifu import __version__ as __version__
from ._kifu import random as random

__all__ = [
    "validate",
    "validate_many",
    "validate_files",
    "validate_arrow",
    "plies_arrow",
    "read",
    "score",
    "replay_svg",
    "fmt",
    "convert",
    "perft",
    "explain",
    "Verdict",
    "Finding",
    "Record",
    "Node",
    "Position",
    "Ruleset",
    "ArrowStream",
    "Error",
    "IllegalMove",
    "RecordError",
    "RulesetError",
    "LossWarning",
]

# Shown to users as what they import.
for _class in (Error, IllegalMove, RecordError, RulesetError, LossWarning):
    _class.__module__ = "kifu"
del _class
