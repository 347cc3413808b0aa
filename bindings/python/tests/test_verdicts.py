"""Verdicts, findings, and how they reach Python."""

from __future__ import annotations

import errno
import io
import json
import threading
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, command

import kifu

ILLEGAL = "(;GM[ugo]SZ[5]PB[Ann]EV[Open]RE[B+3];B[c3];W[c3])"


def lines_of(path: Path, *options: str) -> list[dict[str, object]]:
    output = command("validate", "--format", "jsonl", *options, path).stdout
    return [json.loads(line) for line in output.splitlines()]


def test_a_verdict_tells_what_is_wrong_and_where() -> None:
    (verdict,) = kifu.validate(ILLEGAL)
    assert (verdict.status, verdict.is_valid, verdict.plies) == ("invalid", False, 1)
    assert (verdict.game, verdict.ruleset, verdict.size) == ("ugo", "ugo", "5")
    assert (verdict.finished, verdict.result, verdict.winner) == (False, None, None)
    assert verdict.recorded == "B+3"
    assert verdict.score == {"B": 25.0, "W": 0.0}
    assert verdict.players == {"B": "Ann", "W": None}
    assert (verdict.event, verdict.round, verdict.date) == ("Open", None, None)
    (error,) = verdict.errors
    assert verdict.findings[0].code == error.code == "ugo::occupied"
    assert (error.severity, error.ply, error.point, error.points) == ("error", 2, "c3", ["c3"])
    assert error.message == "c3 is not empty: Black's stone is there"
    assert error.help == "place it on an empty point"
    assert (error.line, error.column, error.offset, error.length) == (1, 44, 43, 5)
    assert ILLEGAL[error.offset : error.offset + error.length] == "W[c3]"
    assert error.position == verdict.position
    assert "Stones and kings" in error.explain()
    assert str(error) == str(verdict)
    assert repr(verdict) == "<kifu.Verdict: invalid, ugo 5, 1 plies, ugo::occupied>"


def test_verdicts_are_those_of_the_command(tmp_path: Path, records: list[str]) -> None:
    for number, text in enumerate(records):
        (tmp_path / f"{number:06}.sgf").write_text(text, encoding="utf-8", newline="")
    expected = lines_of(tmp_path)
    assert {line["status"] for line in expected} == {"valid", "invalid", "malformed"}
    by_source: dict[object, list[dict[str, object]]] = {}
    for line in expected:
        by_source.setdefault(line["source"], []).append(line)
    from_files = [verdict.to_dict() for verdict in kifu.validate_files(tmp_path)]
    assert from_files == expected
    data = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    many = kifu.validate_many(data, jobs=2)
    for of_source, one, verdicts in zip(by_source.values(), data, many):
        own = [{**line, "source": "-"} for line in of_source]
        assert [verdict.to_dict() for verdict in verdicts] == own
        assert [verdict.to_dict() for verdict in kifu.validate(one)] == own
    assert next(many, None) is None


def test_samples_with_all_variations_are_those_of_the_command() -> None:
    folder = ROOT / "records"
    verdicts = kifu.validate_files(folder, variations="all", ignore=["record::unfinished"])
    expected = lines_of(folder, "--variations", "all", "--ignore", "record::unfinished")
    assert [verdict.to_dict() for verdict in verdicts] == expected


def test_a_record_of_a_collection_is_told_by_itself() -> None:
    text = "(;GM[ugo]SZ[5]RE[?];B[c3])\n\noutside (;GM[ugo]SZ[5]\n;B[c3]\n;W[c3])\n(;GM[margo]SZ[4];W[c3])"
    first, second, third = kifu.validate(text)
    assert [verdict.index for verdict in (first, second, third)] == [1, 2, 3]
    warning, error = second.findings
    assert (warning.code, warning.line, warning.column) == ("record::text-outside", 3, 1)
    assert (error.code, error.line, error.column) == ("ugo::occupied", 5, 2)
    assert second.record is not None and second.record.text.strip().startswith("outside (;GM")
    assert third.position is not None and third.position.plies == 1


def test_a_text_is_unicode_and_bytes_are_decoded() -> None:
    text = "(;GM[ugo]CA[latin1]SZ[5]RE[?]PB[é];B[c3])"
    assert kifu.validate(text)[0].players["B"] == "é"
    assert kifu.validate(text)[0].findings == []
    assert kifu.validate(text.encode("latin1"))[0].players["B"] == "é"
    assert kifu.validate("\ufeff" + text)[0].findings == []
    for value in (bytearray(text.encode("latin1")), memoryview(text.encode("latin1"))):
        assert kifu.validate(value)[0].to_dict() == kifu.validate(text.encode("latin1"))[0].to_dict()


def test_bytes_may_be_an_archive(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.sgf", ILLEGAL)
        archive.writestr("b.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")
    verdicts = kifu.validate(data.getvalue())
    assert [(verdict.source, verdict.status) for verdict in verdicts] == [
        ("-/a.sgf", "invalid"),
        ("-/b.sgf", "valid"),
    ]
    path = tmp_path / "games.zip"
    path.write_bytes(data.getvalue()[:-30])
    (verdict,) = kifu.validate(path)
    assert verdict.status == "unreadable" and verdict.errors[0].code.startswith("archive::")
    assert (verdict.record, verdict.position, verdict.game) == (None, None, None)
    with pytest.raises(kifu.RecordError):
        kifu.read(path)


def test_another_ruleset_replaces_that_of_the_record() -> None:
    text = "(;GM[margo]SZ[4]RE[?];W[c3];B[swap])"
    assert kifu.validate(text)[0].is_valid
    rules = "name: mine\ngame: margo\nswap: false\n"
    for ruleset in (rules, kifu.Ruleset(rules)):
        (verdict,) = kifu.validate(text, ruleset)
        assert (verdict.ruleset, verdict.errors[0].code) == ("mine", "margo::swap")
        assert verdict.position is not None and verdict.position.ruleset == "mine"


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="expected str, bytes, a pathlib.Path or a kifu.Record, not int"):
        kifu.validate(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="variations is"):
        kifu.validate("", variations="both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='there is no code "x"'):
        kifu.validate("", ignore=["x"])
    with pytest.raises(kifu.RulesetError, match="there is no ruleset"):
        kifu.validate("", ruleset="chess")
    with pytest.raises(FileNotFoundError) as raised:
        kifu.validate(Path("missing.sgf"))
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, "missing.sgf")
    with pytest.raises(TypeError, match="for one use validate"):
        kifu.validate_many(ILLEGAL)
    with pytest.raises(ValueError, match="shard"):
        kifu.validate_files(".", shard="3/2")
    assert kifu.validate("")[0].errors[0].code == "syntax::no-record"
    with pytest.raises(kifu.Error, match='there is no code "x"'):
        kifu.validate("", ignore="x")
    with pytest.raises(TypeError):
        kifu.validate("", ignore=[1])  # type: ignore[list-item]
    assert kifu.validate(ILLEGAL, ignore="ugo::occupied")[0].errors == []
    for jobs in (0, -1, 2**70):
        with pytest.raises(kifu.Error, match=f"at least 1, not {jobs}"):
            kifu.validate_many([], jobs=jobs)
    with pytest.raises(TypeError):
        kifu.validate_many([], jobs="2")  # type: ignore[arg-type]
    for call in (
        lambda: kifu.random("ugo", seed=-1),
        lambda: kifu.random("ugo", count=2**70),
        lambda: kifu.random("ugo", komi=2**40),
        lambda: kifu.perft(kifu.Position("ugo", 3), -1),
        lambda: kifu.Position("ugo", -1),
        lambda: kifu.Position("ugo", (5, 2**70)),
        lambda: kifu.read(ILLEGAL)[0].svg(2**70),
        lambda: kifu.read(ILLEGAL)[0].svg(size=-5),
    ):
        with pytest.raises(kifu.Error):
            call()


def test_a_name_of_a_file_as_text_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    for name in ("missing.sgf", "games"):
        with pytest.warns(UserWarning, match=r"pass pathlib\.Path"):
            assert kifu.validate(name)[0].errors[0].code == "syntax::no-record"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in ("", "no record", ILLEGAL):
            kifu.validate(text)


def test_a_record_keeps_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[ugo]SZ[5]RE[?];B[c3])\n" + ILLEGAL)
    record = kifu.read(path)[1]
    (verdict,) = kifu.validate(record)
    assert (verdict.source, verdict.index, verdict.errors[0].line) == (str(path), 2, 2)
    assert verdict == record.validate() == kifu.validate(path)[1] == next(kifu.validate_many([record]))[0]


def test_a_missing_path_does_not_end_the_others() -> None:
    sources: list[str | Path] = [ILLEGAL, Path("missing.sgf"), ILLEGAL]
    assert [verdict.status for (verdict,) in kifu.validate_many(sources)] == ["invalid", "unreadable", "invalid"]


def test_many_sources_stream_in_order_and_end_with_their_error() -> None:
    taken = 0

    def sources() -> Iterator[str]:
        nonlocal taken
        for number in range(5_000):
            taken += 1
            yield f"(;GM[ugo]SZ[5]RE[?]PB[{number}];B[c3])"
        raise KeyError("the source has failed")

    verdicts = kifu.validate_many(sources(), jobs=2)
    assert next(verdicts)[0].players["B"] == "0"
    assert taken < 5_000
    names = [next(verdicts)[0].players["B"] for _ in range(4_999)]
    assert names == [str(number) for number in range(1, 5_000)]
    with pytest.raises(KeyError, match="the source has failed"):
        next(verdicts)
    assert next(verdicts, None) is None
    with pytest.raises(TypeError):
        list(kifu.validate_many([1]))  # type: ignore[list-item]


def test_other_threads_run_meanwhile() -> None:
    texts = kifu.random("ugo", size=13, count=20)
    ended = threading.Event()
    steps = 0

    def work() -> None:
        kifu.validate("".join(texts * 20))
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.wait(0.001):
        steps += 1
    thread.join()
    assert steps > 3


def test_a_shard_judges_a_part(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / f"{number}.sgf").write_text(ILLEGAL)
    parts = [list(kifu.validate_files(tmp_path, shard=f"{part}/3")) for part in (1, 2, 3)]
    sources = [verdict.source for part in parts for verdict in part]
    assert all(parts) and sources == [verdict.source for verdict in kifu.validate_files(tmp_path)]
    missing = list(kifu.validate_files([tmp_path / "none.sgf"]))
    assert [verdict.status for verdict in missing] == ["unreadable"]


def test_pictures_mark_the_fault() -> None:
    (verdict,) = kifu.validate(ILLEGAL)
    svg = verdict.svg(theme="print", size=300)
    assert svg.startswith("<svg") and "ply 2 is illegal" in svg
    assert 'class="illegal"' in svg
    (off_board,) = kifu.validate("(;GM[sygo]SZ[5];W[c3];B[d3,z9])")
    assert off_board.errors[0].points == ["z9"] and 'class="illegal"' not in off_board.svg()
    html = verdict._repr_html_()
    assert "<svg" in html and "ugo::occupied" in html
    hostile = "(;GM[ugo]SZ[5]PB[<script>alert(1)</script>];B[<b>])"
    assert "<script" not in kifu.validate(hostile)[0]._repr_html_()
    assert "<script" not in kifu.read(hostile)[0]._repr_html_()
    with pytest.raises(TypeError, match="is no option of images"):
        verdict.svg(color="red")  # type: ignore[call-arg]
    with pytest.raises(kifu.RecordError):
        kifu.validate("(;GM[chess])")[0].svg()
