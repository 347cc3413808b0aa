"""Records, positions and rulesets."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
from pathlib import Path

import pytest
from conftest import GAMES, ROOT, command

import kifu


def test_a_record_has_a_tree_and_positions() -> None:
    text = "(;GM[ugo]SZ[5]RE[?]PB[Ann];B[C3](;W[d3]C[x\\]y];B[c3])(;W[Kd3]))"
    (record,) = kifu.read(text)
    assert record.text == str(record) == text
    assert (record.game, record.size, record.ruleset) == ("ugo", "5", "ugo")
    assert record.properties == {"GM": ["ugo"], "SZ": ["5"], "RE": ["?"], "PB": ["Ann"]}
    assert record.moves == [("B", "c3"), ("W", "d3"), ("B", "c3")]
    first = record.root.children[0]
    assert [child.move for child in first.children] == [("W", "d3"), ("W", "Kd3")]
    assert first.children[0].comment == "x]y" and first.children[0].parent == first
    assert [node.index for node in record.main_line] == [0, 1, 2, 3]
    positions = list(record.positions())
    assert [position.plies for position in positions] == [0, 1, 2]
    assert positions[1] == record.position(1) == record.position(-2)
    assert record.position("start") == kifu.Position("ugo", 5)
    assert record.position().pieces == {"AB": ["c3"], "AW": ["d3"]}
    with pytest.raises(ValueError, match="the last legal ply is 2"):
        record.position(3)
    assert record.validate().errors[0].code == "ugo::occupied"
    assert len(record.validate(variations="all").errors) == 2
    assert record.svg("start") == kifu.replay_svg(text, at=0) == kifu.replay_svg(record, at="start")
    assert record.html().startswith("<!DOCTYPE html>")
    with pytest.raises(kifu.RecordError):
        list(kifu.read("(;GM[chess])")[0].positions())


def test_images_are_those_of_the_command(tmp_path: Path) -> None:
    path = sorted((ROOT / "records" / "margo").glob("*.sgf"))[0]
    target = tmp_path / "end.svg"
    done = command("replay", path, "--format", "svg", "--at", "end", "--theme", "paper", "--output", target)
    assert done.returncode == 0, done.stderr
    svg = target if target.is_file() else next(target.glob("*.svg"))
    assert kifu.read(path)[0].svg(theme="paper") == svg.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_random_games_can_be_played_again(game: str) -> None:
    (text,) = kifu.random(game, size=GAMES[game], seed=3)
    (record,) = kifu.read(text)
    position = kifu.Position(game, GAMES[game])
    for number, (color, move) in enumerate(record.moves):
        assert position.to_move == color and not position.finished
        assert position.is_legal(move)
        if "," not in move and move != "resign":
            assert move in position.legal_moves()
        position.play(move)
        assert position.plies == number + 1
    (verdict,) = kifu.validate(text)
    assert position == verdict.position and hash(position) == hash(verdict.position)
    assert (position.outcome, position.winner) == (verdict.result, verdict.winner)
    assert position.score() == verdict.score
    assert verdict.result is None or not position.legal_moves()
    assert position.svg().startswith("<svg") and position._repr_svg_() == position.svg()


def test_random_games_are_those_of_the_command() -> None:
    output = command("random", "--game", "sygo", "--size", "5", "--count", "3", "--seed", "9").stdout
    texts = kifu.random("sygo", size=5, count=3, seed=9)
    assert "".join(texts) == output.decode()
    assert kifu.random("ugo", size=5) == kifu.random("ugo", size=5, seed=1)
    assert kifu.random("ugo", size=5, seed=None) != kifu.random("ugo", size=5, seed=None)
    limited = kifu.random("ugo", size=5, max_plies=3)
    assert len(kifu.read(limited[0])[0].moves) == 3


def test_an_illegal_move_is_explained() -> None:
    position = kifu.Position("margo", 4)
    position.play("c3")
    before = position.copy()
    with pytest.raises(kifu.IllegalMove) as raised:
        position.play("c3")
    error = raised.value
    assert (error.code, error.points) == ("margo::occupied", ["c3"])
    assert error.message and error.help and error.code and error.code in str(error)
    assert isinstance(error, ValueError)
    assert position == before and position.plies == 1
    with pytest.raises(kifu.IllegalMove) as raised:
        position.play("hello")
    assert raised.value.code == "record::notation"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.points) == (kifu.IllegalMove, error.code, error.points)


def test_captures_are_returned() -> None:
    position = kifu.Position("sygo", 5, setup={"AB": ["a2"], "AW": ["a1"], "PL": "B"})
    assert position.play("b1") == ["a1"]
    assert position.pieces == {"AB": ["a1", "a2", "b1"], "AW": []}


def test_positions_have_copies_equality_and_setups() -> None:
    position = kifu.Position("ugo", (5, 7))
    assert position.size == "5:7" == kifu.Position("ugo", "5:7").size
    for move in ("c3", "d3", "button"):
        position.play(move)
    assert position.button == "B" and position.score() is not None
    twins = [copy.copy(position), copy.deepcopy(position), position.copy()]
    assert all(twin == position and twin is not position for twin in twins)
    twins[0].play("a1")
    assert twins[0] != position and len({*twins, position}) == 2
    again = kifu.Position("ugo", position.size, setup=position.setup)
    assert again == position and again.fingerprint == position.fingerprint
    assert str(position).splitlines()[0].split() == ["a", "b", "c", "d", "e"]
    assert repr(kifu.Position("ugo", 5)) == "<kifu.Position: ugo 5, 0 plies, Black to move>"
    with pytest.raises(kifu.RecordError) as raised:
        kifu.Position("ugo", 5, setup={"AB": ["z9"]})
    assert raised.value.code == "record::setup"
    with pytest.raises(kifu.Error, match="AX.* is no setup property; there are AB, "):
        kifu.Position("ugo", 5, setup={"AX": ["a1"]})
    with pytest.raises(kifu.RecordError):
        kifu.Position("ugo", 5, setup={"AG": ["a1"]})
    with pytest.raises(kifu.Error, match="PB.* is no setup property"):
        kifu.Position("ugo", 5, setup={"PB": ["Ann"]})
    with pytest.raises(ValueError, match="has no board of size 99"):
        kifu.Position("ugo", 99)
    with pytest.raises(ValueError, match="there is no game"):
        kifu.Position("chess")
    with pytest.raises(TypeError, match="a game or a ruleset"):
        kifu.Position()
    with pytest.raises(ValueError, match="is a ruleset of margo"):
        kifu.Position("ugo", ruleset="margo-2012")


def test_the_end_of_a_game() -> None:
    position = kifu.Position("ugo", 5)
    for move in ("c3", "button", "pass", "pass"):
        position.play(move)
    assert position.finished and position.legal_moves() == []
    assert (position.outcome, position.winner, position.margin) == ("B+24.5", "B", 24.5)
    with pytest.raises(kifu.IllegalMove) as raised:
        position.play("a1")
    assert raised.value.code == "record::after-end"
    four = kifu.Position(ruleset="margo-4")
    colors = []
    for move in ("a1", "c1", "e1", "g1"):
        colors.append(four.to_move)
        four.play(move)
    assert sorted(colors) == ["B", "G", "W", "Y"]
    assert kifu.Position("bamogo", 5).score() is None


def test_rulesets() -> None:
    margo = kifu.Ruleset("margo")
    assert margo.game == "margo" and "margo" in kifu.Ruleset.names()
    assert kifu.Ruleset(margo.yaml) == margo == pickle.loads(pickle.dumps(margo))
    assert hash(kifu.Ruleset(margo)) == hash(margo) and margo != kifu.Ruleset("margo-2012")
    with pytest.raises(kifu.RulesetError) as raised:
        kifu.Ruleset("game: margo\nswop: true\n")
    assert (raised.value.line, raised.value.column) == (2, 1) and "swop" in str(raised.value)
    assert kifu.Ruleset(ROOT / "rulesets" / "ugo.yaml").name == "ugo"


def test_perft_is_that_of_the_command() -> None:
    counts = kifu.perft(kifu.Position("ugo", 3), 2, divide=True)
    output = command("perft", "--game", "ugo", "--size", "3", "--depth", "2", "--divide", "--format", "json")
    assert counts == json.loads(output.stdout) and counts["leaves"] == 91
    turns = kifu.Position("sygo", 3).turns()
    assert len(list(turns)) == kifu.perft(kifu.Position("sygo", 3), 1)["leaves"]


def test_formatting_and_conversion_are_those_of_the_command(tmp_path: Path) -> None:
    text = "  (;SZ[5]GM[Ugo]FF[4]RE[?] ;B[C3]C[first]\n;W[D3])\n\n(;SZ[3]GM[margo];W[a1])"
    path = tmp_path / "a.sgf"
    path.write_text(text)
    for options in ([], ["--compact"]):
        expected = command("fmt", *options, path).stdout.decode()
        assert kifu.fmt(text, compact=bool(options)) == expected == kifu.fmt(path, compact=bool(options))
    for notation in ("json", "csv", "txt"):
        expected = command("convert", "--quiet", "--to", notation, path).stdout.decode()
        with pytest.warns(kifu.LossWarning) if notation != "json" else contextlib.nullcontext() as warned:
            assert kifu.convert(path, to=notation) == expected
        for warning in warned or ():
            assert warning.filename == __file__ and str(warning.message).startswith(f"{path}:")
    moves = kifu.convert("1. c3 d3", from_="moves", game="ugo", size=5)
    assert kifu.read(moves)[0].moves == [("B", "c3"), ("W", "d3")]
    with pytest.raises(kifu.RecordError) as raised:
        kifu.fmt("(;GM[ugo]")
    assert raised.value.code == "syntax::unclosed"
    with pytest.raises(kifu.RecordError):
        kifu.convert(path, to="txt", lossless=True)
    with pytest.raises(ValueError, match="there is no notation"):
        kifu.convert(text, to="word")


def test_scores_are_those_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[ugo]SZ[5]RE[?];B[c3];W[d3];B[b2])")
    for at in ("end", 1):
        expected = json.loads(command("score", "--format", "json", "--at", str(at), path).stdout)
        assert kifu.score(path, at=at) == expected


def test_codes_are_explained() -> None:
    assert "ugo::occupied: " in kifu.explain()
    assert kifu.explain("ugo::occupied")
    with pytest.raises(ValueError):
        kifu.explain("ugo::none")
