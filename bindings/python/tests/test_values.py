"""Verdicts, findings, records, nodes and positions as values: equality, hashes, copies, pickles, representations."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, mixed_records

import kifu

TEXT = "(;GM[ugo]SZ[5]RE[?];B[c3](;W[d3];B[b2])(;W[c3]))"


def values(verdict: kifu.Verdict) -> list[Any]:
    """A verdict and what it leads to."""
    found: list[Any] = [verdict, *verdict.findings]
    if verdict.record is not None:
        found += [verdict.record, *verdict.record.main_line]
    if verdict.position is not None:
        found += [verdict.position]
    return found


def test_equal_values_are_those_that_say_the_same() -> None:
    (one,) = kifu.validate(TEXT, variations="all")
    (two,) = kifu.validate(TEXT, variations="all")
    assert len(values(one)) == 8
    for first, second in zip(values(one), values(two)):
        assert first is not second and first == second and hash(first) == hash(second)
        assert not first == str(first)
    assert len({*values(one), *values(two)}) == 8
    assert one != kifu.validate(TEXT)[0] and one.record == kifu.validate(TEXT)[0].record
    first, second = kifu.read(TEXT + TEXT)
    assert first.text == second.text and first != second and first.root != second.root
    assert kifu.read(TEXT, ruleset="name: mine\ngame: ugo\n")[0] != first
    nodes = [node for text in mixed_records(50) for record in kifu.read(text) for node in record.main_line]
    assert len({hash(node) for node in nodes}) > 0.9 * len(nodes)


def test_values_are_pickled_and_copied(records: list[str]) -> None:
    legal = kifu.random("ugo", size=5, count=3)
    collection = legal[0] + "outside" + legal[1] + "\n\n" + TEXT + legal[2].replace(";B[", ";B[z9];B[")
    verdicts = [*kifu.validate(collection, variations="all", ignore="record::unfinished"), *kifu.validate(TEXT)]
    verdicts += [verdict for text in records[:50] for verdict in kifu.validate(text.encode())]
    assert any(verdict.findings for verdict in verdicts) and any(verdict.is_valid for verdict in verdicts)
    for verdict in verdicts:
        for value in values(verdict):
            again = pickle.loads(pickle.dumps(value))
            assert again == value and hash(again) == hash(value) and type(again) is type(value)
            assert copy.copy(value) == copy.deepcopy(value) == value
        again = pickle.loads(pickle.dumps(verdict))
        assert again.to_dict() == verdict.to_dict() and again.findings == verdict.findings
        if verdict.position is not None:
            assert pickle.loads(pickle.dumps(verdict.position)).svg() == verdict.position.svg()
    own = kifu.Ruleset("name: mine\ngame: ugo\n")
    with pytest.raises(kifu.Error, match="the ruleset .* of your own"):
        pickle.dumps(kifu.read(TEXT, ruleset=own)[0])
    (unreadable,) = kifu.validate(b"PK\x03\x04")
    unclosed = kifu.validate("(;GM[ugo]SZ[5];B[c3]\n" + TEXT)[0]
    (undecodable,) = kifu.validate(b"(;GM[ugo]SZ[5]CA[UTF-8]PB[\xff];B[c3])")
    for verdict in (unreadable, unclosed, undecodable):
        assert verdict.findings
        with pytest.raises(kifu.Error, match="cannot be pickled"):
            pickle.dumps(verdict)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_knows_how_it_came_about(game: str) -> None:
    for seed in range(5):
        (text,) = kifu.random(game, size=GAMES[game], seed=seed)
        (verdict,) = kifu.validate(text)
        record, end = verdict.record, verdict.position
        assert record is not None and end is not None
        played = kifu.Position(game, GAMES[game])
        for _, move in record.moves:
            played.play(move)
        for position in (played, end, record.position(), list(record.positions())[-1]):
            assert position.moves == record.moves and position == played
            again = position.record()
            (judged,) = kifu.validate(again)
            assert (again.moves, again.recorded) == (record.moves, record.recorded)
            assert judged.findings == [] and judged.position == played
        half = record.position(len(record.moves) // 2)
        assert half.moves == record.moves[: half.plies] and half.record().moves == half.moves
        assert half.svg() == list(record.positions())[half.plies].svg()


def test_the_record_of_a_game_has_its_beginning_and_players() -> None:
    setup = {"AB": ["a1", "b2"], "AW": "d4", "PL": "W"}
    game = kifu.Position("ugo", 5, setup=setup)
    other = game.copy()
    game.play("c3")
    other.play("d3")
    record = game.record(players={"W": "Ben ]"})
    assert record.moves == [("W", "c3")] and other.moves == [("W", "d3")]
    assert record.players == {"B": None, "W": "Ben ]"}
    assert record.properties["AB"] == ["a1", "b2"] and record.properties["PL"] == ["W"]
    assert record.position() == game and record.validate().errors == []
    with pytest.raises(kifu.Error, match='there is no player "G"'):
        game.record(players={"G": "Eve"})
    with pytest.raises(kifu.Error, match='there is no player "Ann"'):
        game.record(players={"Ann": "W"})  # type: ignore[dict-item]
    own = kifu.Position(ruleset="name: mine\ngame: margo\nswap: false\n", size=4)
    own.play("a1")
    assert own.record().ruleset == "mine" and own.record().position() == own
    (verdict,) = kifu.validate(TEXT, variations="all")
    aside = verdict.findings[0].position
    assert aside is not None and aside.plies == 1 and aside.moves is None
    with pytest.raises(kifu.Error, match="are not known"):
        aside.record()


def test_a_finding_off_the_main_line_has_a_picture() -> None:
    (verdict,) = kifu.validate(TEXT, variations="all")
    (finding,) = verdict.findings
    svg = finding.svg(theme="print")
    assert svg is not None and "ply 2 is illegal: c3 is not empty" in svg
    assert svg != verdict.svg(theme="print")
    (malformed,) = kifu.validate("(;GM[ugo]")
    assert [finding.svg() for finding in malformed.findings if finding.position is None][:1] == [None]


def test_iterators_end_early(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.sgf").write_text(TEXT)
    taken = 0

    def sources() -> Iterator[str]:
        nonlocal taken
        for _ in range(10_000):
            taken += 1
            yield TEXT

    with kifu.validate_many(sources(), jobs=1) as many:
        next(many)
    assert next(many, None) is None and taken < 10_000
    assert "closed" in repr(many)
    with kifu.validate_files(tmp_path) as files:
        assert next(files).is_valid
    assert next(files, None) is None
    assert repr(files) == f"<kifu.validate_files iterator: {tmp_path}, closed>"
    files.close()
    assert "left" in repr(kifu.read(TEXT)[0].positions()) and "turns" in repr(kifu.Position("sygo", 3).turns())
    with pytest.raises(KeyError):
        with kifu.validate_files(tmp_path):
            raise KeyError


def test_an_iterator_that_is_its_own_input_says_so() -> None:
    def sources() -> Iterator[str]:
        yield TEXT
        next(many)
        yield TEXT

    many = kifu.validate_many(sources(), jobs=1)
    with pytest.raises(RuntimeError, match="in use already"):
        list(many)
