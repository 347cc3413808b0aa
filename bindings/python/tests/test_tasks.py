"""What `help(kifu)` promises, done as it says: illegal games of an archive, the position before a fault, a game of Margo."""

from __future__ import annotations

import inspect
import random
import textwrap
import zipfile
from pathlib import Path

import pytest

import kifu


def test_the_illegal_games_of_an_archive_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = kifu.random("ugo", size=7, count=6)
    for number in (1, 4):
        plies = games[number].split(";")
        games[number] = ";".join([*plies[:5], plies[3], *plies[5:]])
    games.append("(;GM[ugo]")
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile("games.zip", "w") as archive:
        for number, text in enumerate(games):
            archive.writestr(f"{number}.sgf", text)
    text = inspect.getdoc(kifu) or ""
    begin = text.index("    for number, verdict in enumerate")
    example = textwrap.dedent(text[begin : text.index("\n\n", begin)])
    exec(compile("import kifu, pathlib\n" + example, "help(kifu)", "exec"), {})
    drawn = sorted(tmp_path.glob("*.svg"))
    assert [path.name for path in drawn] == ["1.svg", "4.svg"]
    assert all("is illegal" in path.read_text(encoding="utf-8") for path in drawn)


@pytest.mark.parametrize("ruleset", ["margo", "margo-2012", "margo-3"])
def test_a_game_of_margo_is_played_to_its_end(ruleset: str) -> None:
    rng = random.Random(1)
    game = kifu.Position(size=3, ruleset=ruleset)
    while not game.finished:
        moves = game.legal_moves()
        assert all(game.is_legal(move) for move in moves)
        game.play(rng.choice(moves))
    assert game.outcome is not None and game.legal_moves() == []
    assert str(game).splitlines()[0].split() == ["a", "b", "c", "d", "e"]
