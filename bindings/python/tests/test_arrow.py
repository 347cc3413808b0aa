"""Tables in, tables out."""

from __future__ import annotations

import gc
import io
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import kifu

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

LEGAL = "(;GM[ugo]SZ[5]RE[?]PB[Ann];B[c3];W[d3])"
ILLEGAL = "(;GM[ugo]SZ[5]KM[7];B[c3];W[c3])"


def rows(stream: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pa.table(stream).to_pylist()
    return found


def in_json(row: dict[str, Any]) -> dict[str, Any]:
    """A row as the object of `Verdict.to_dict`, without the source."""
    scores = {"B": row["score_black"], "W": row["score_white"], "G": row["score_grey"], "Y": row["score_yellow"]}
    names = {"B": row["black"], "W": row["white"], "G": row["grey"], "Y": row["yellow"]}
    found = {
        **{key: row[key] for key in ("index", "status", "game", "ruleset", "size", "plies", "finished")},
        **{key: row[key] for key in ("event", "round", "date")},
        "result": {"recorded": row["recorded"], "computed": row["computed"]},
        "score": {color: score for color, score in scores.items() if score is not None},
        "players": {color: name for color, name in names.items() if name is not None},
        "findings": [{key: value for key, value in finding.items() if value is not None} for finding in row["findings"]],
    }
    return found


def of_verdict(verdict: kifu.Verdict) -> dict[str, Any]:
    found = verdict.to_dict()
    del found["schema"], found["source"]
    found["score"] = {color: float(score) for color, score in found.get("score", {}).items()}
    found["players"] = {color: name for color, name in found["players"].items() if name is not None}
    return found


def test_rows_are_the_verdicts(records: list[str]) -> None:
    table = pa.table({"id": [f"r{number}" for number in range(len(records))], "record": records})
    found = rows(kifu.validate_arrow(table, keep=["id"], jobs=2))
    expected = [(number, verdict) for number, text in enumerate(records) for verdict in kifu.validate(text)]
    assert [(row["row"], row["id"]) for row in found] == [(number, f"r{number}") for number, _ in expected]
    assert [in_json(row) for row in found] == [of_verdict(verdict) for _, verdict in expected]
    for row, (_, verdict) in zip(found, expected):
        first = verdict.errors[0] if verdict.errors else None
        assert (row["code"], row["message"]) == ((first.code, first.message) if first else (None, None))
        assert (row["errors"], row["warnings"]) == (len(verdict.errors), len(verdict.warnings))
        assert row["winner"] == verdict.winner and row["source"] is None


def test_rows_hold_none_one_or_several_records() -> None:
    texts = [LEGAL + ILLEGAL, None, "no record", LEGAL]
    found = rows(kifu.validate_arrow(pa.table({"record": texts})))
    assert [(row["row"], row["index"], row["status"], row["code"]) for row in found] == [
        (0, 1, "valid", None),
        (0, 2, "invalid", "ugo::occupied"),
        (1, None, None, None),
        (2, 1, "malformed", "syntax::no-record"),
        (3, 1, "valid", None),
    ]
    assert all(value is None for key, value in found[2].items() if key != "row")
    assert [row["komi"] for row in found] == [0, 7, None, None, 0]


def test_columns_of_all_kinds_are_read() -> None:
    data = [LEGAL, None, ILLEGAL]
    expected = rows(kifu.validate_arrow(pa.table({"record": data})))
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())):
        column = pa.array(data).cast(kind) if not pa.types.is_dictionary(kind) else pa.array(data).dictionary_encode()
        assert rows(kifu.validate_arrow(pa.table({"record": column}))) == expected
    encoded = [text and text.encode() for text in data]
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        assert rows(kifu.validate_arrow(pa.table({"record": pa.array(encoded, kind)}))) == expected
    assert rows(kifu.validate_arrow(pa.table({"record": pa.nulls(2)})))[1]["status"] is None


def test_texts_that_are_no_unicode_are_read_as_bytes() -> None:
    binary = pa.array(["(;GM[ugo]SZ[5]RE[?]PB[é];B[c3])".encode("latin1")], pa.binary())
    invalid = pa.Array.from_buffers(pa.string(), 1, binary.buffers())
    (row,) = rows(kifu.validate_arrow(pa.table({"record": invalid})))
    assert row["black"] == "é" and row["findings"][0]["code"] == "record::encoding"


def test_rows_may_be_archives_and_one_bad_row_costs_no_other() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.sgf", LEGAL)
        archive.writestr("b.sgf", ILLEGAL)
    good = data.getvalue()
    table = pa.table({"record": pa.array([good, good[:-30], LEGAL.encode()], pa.binary())})
    found = rows(kifu.validate_arrow(table))
    assert [(row["row"], row["source"], row["index"], row["status"]) for row in found] == [
        (0, "a.sgf", 1, "valid"),
        (0, "b.sgf", 1, "invalid"),
        (1, None, 0, "unreadable"),
        (2, None, 1, "valid"),
    ]
    assert found[2]["code"].startswith("archive::")


def test_inputs_of_all_kinds_are_read() -> None:
    table = pa.table({"record": [LEGAL, ILLEGAL] * 10})
    expected = rows(kifu.validate_arrow(table))
    batches = table.to_batches(max_chunksize=3)
    inputs = [batches, iter(batches), pa.RecordBatchReader.from_batches(table.schema, batches), table.combine_chunks().to_batches()[0]]
    for given in inputs:
        assert rows(kifu.validate_arrow(given)) == expected
    again = kifu.validate_arrow(table)
    assert rows(again) == rows(again) == expected
    once = kifu.validate_arrow(iter(batches))
    rows(once)
    with pytest.raises(ValueError, match="have been read already"):
        rows(once)
    assert rows(kifu.validate_arrow([])) == []
    assert rows(kifu.validate_arrow(table.slice(0, 0), keep=["record"])) == []


def test_wrong_tables_are_named() -> None:
    table = pa.table({"id": [1], "record": [LEGAL]})
    for arguments, options, message in [
        ((table, "sgf"), {}, 'there is no column "sgf"; there are id, record'),
        ((table, "id"), {}, 'the column "id" holds Int64, expected texts or bytes'),
        ((table,), {"keep": ["status"]}, 'the column "status" cannot be kept'),
        ((table,), {"keep": ["x"]}, 'there is no column "x" to keep'),
    ]:
        with pytest.raises(ValueError) as raised:
            kifu.validate_arrow(*arguments, **options)  # type: ignore[arg-type]
        assert message in str(raised.value)
    with pytest.raises(TypeError, match="expected an Arrow table"):
        kifu.plies_arrow(1)  # type: ignore[arg-type]

    def failing() -> Iterator[Any]:
        yield table
        raise KeyError("the source has failed")

    with pytest.raises(Exception, match="the source has failed"):
        rows(kifu.validate_arrow(failing()))


def test_the_order_does_not_depend_on_jobs_or_batches() -> None:
    texts = [f"(;GM[ugo]SZ[5]RE[?]PB[{number}];B[c3])" for number in range(20_000)]
    table = pa.table({"record": texts})
    expected = [str(number) for number in range(20_000)]
    for jobs, size in [(1, 20_000), (2, 7), (2, 20_000)]:
        stream = kifu.validate_arrow(table.to_batches(max_chunksize=size), jobs=jobs)
        assert pa.table(stream)["black"].to_pylist() == expected


def test_plies_are_the_legal_plies(records: list[str]) -> None:
    table = pa.table({"record": records[:200], "id": range(200)})
    found = rows(kifu.plies_arrow(table, keep=["id"]))
    expected = []
    for number, text in enumerate(records[:200]):
        for verdict in kifu.validate(text):
            if verdict.record is None or verdict.position is None:
                continue
            for ply, position in enumerate(verdict.record.positions()):
                signed = position.fingerprint - (1 << 64 if position.fingerprint >> 63 else 0)
                if ply:
                    expected.append((number, verdict.index, ply, signed))
    assert [(row["id"], row["index"], row["ply"], row["position_hash"]) for row in found] == expected
    assert all(row["row"] == row["id"] for row in found)
    ugo = rows(kifu.plies_arrow(pa.table({"record": [LEGAL + ILLEGAL]})))
    assert [(row["index"], row["ply"], row["color"], row["move"], row["captured"]) for row in ugo] == [
        (1, 1, "B", "c3", False),
        (1, 2, "W", "d3", False),
        (2, 1, "B", "c3", False),
    ]
    sygo = "(;GM[sygo]SZ[5]AB[a2]AW[a1]PL[B];B[b1])"
    assert rows(kifu.plies_arrow(pa.table({"record": [sygo]})))[0]["captured"] is True


def test_files_are_a_table(tmp_path: Path) -> None:
    table = pa.table(kifu.validate_files(ROOT / "records"))
    verdicts = list(kifu.validate_files(ROOT / "records"))
    assert table["source"].to_pylist() == [verdict.source for verdict in verdicts]
    assert [in_json(row) for row in table.to_pylist()] == [of_verdict(verdict) for verdict in verdicts]
    assert table["row"].null_count == table.num_rows
    started = kifu.validate_files(ROOT / "records")
    next(started)
    with pytest.raises(TypeError, match="have been taken already"):
        pa.table(started)


def test_other_libraries_read_them_with_their_types(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    texts = polars.DataFrame({"record": [LEGAL, ILLEGAL, None]})
    for name, make in [("verdicts", kifu.validate_arrow), ("plies", kifu.plies_arrow)]:
        stream = make(texts)
        path = tmp_path / f"{name}.parquet"
        pq.write_table(pa.table(stream), path)
        frame = polars.read_parquet(path)
        assert frame.equals(polars.DataFrame(stream))
        described = duckdb.sql(f"DESCRIBE FROM '{path}'").fetchall()
        types = {column: kind for column, kind, *_ in described}
        in_duckdb = duckdb.sql("DESCRIBE FROM stream").fetchall()
        assert {column: kind for column, kind, *_ in in_duckdb} == types
        assert types["row"] == "BIGINT" and types["ply"] == "INTEGER"
        assert duckdb.sql(f"FROM '{path}'").fetchall() == duckdb.sql("FROM stream").fetchall()
        assert len(pandas.DataFrame.from_arrow(stream)) == frame.height
    assert types["position_hash"] == "BIGINT" and types["captured"] == "BOOLEAN"


def test_a_stream_that_is_left_early_frees_its_input() -> None:
    freed = []

    class Source:
        def __init__(self) -> None:
            self.batches = pa.table({"record": [LEGAL] * 100}).to_batches()[0]

        def __iter__(self) -> Iterator[Any]:
            for _ in range(1_000_000):
                yield self.batches

        def __del__(self) -> None:
            freed.append(True)

    reader = pa.RecordBatchReader.from_stream(kifu.validate_arrow(Source()))
    assert reader.read_next_batch().num_rows > 0
    del reader
    # What is dropped without the lock is freed by the next call.
    kifu.explain()
    gc.collect()
    assert freed == [True]


LOOP = "[batch for batch in pa.RecordBatchReader.from_stream({})]"
TABLE = "pa.table({})"


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("reader", [LOOP, TABLE])
@pytest.mark.parametrize(
    "stream",
    [
        "kifu.validate_arrow(batches())",
        "kifu.validate_arrow(batches(interrupted=100))",
        "kifu.plies_arrow(large)",
        "kifu.validate_files([path] * 10_000)",
    ],
)
@pytest.mark.parametrize("delay", [0, 0.1, 0.5])
def test_ctrl_c_interrupts_a_reader(reader: str, stream: str, delay: float, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("".join(kifu.random("ugo", size=9, count=500)))
    code = f"""
import itertools, kifu, pyarrow as pa, signal, sys
# It is ignored in what a shell starts in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)
texts, path = kifu.random("ugo", size=9, count=10), {str(path)!r}

def batches(interrupted=None):
    for number in itertools.count():
        yield pa.record_batch({{"record": texts}})
        if number == interrupted:
            signal.raise_signal(signal.SIGINT)

large = pa.Table.from_batches([next(batches())] * 100_000)
try:
    print("ready", flush=True)
    {reader.format(stream)}
except KeyboardInterrupt:
    sys.exit(7)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        if "interrupted" not in stream:
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=300)
    finally:
        process.kill()
    # A reader that runs no code of Python between two batches may end with an error of its own, which is printed undisturbed.
    if reader == TABLE and process.returncode != 7:
        lines = told.decode().splitlines()
        assert process.returncode == 1 and lines[-1] == "pyarrow.lib.ArrowInvalid: External error: interrupted by Ctrl-C", told
        assert [line for line in lines if not line.startswith(" ")] == ["Traceback (most recent call last):", lines[-1]], told
    else:
        assert (process.returncode, told) == (7, b"")


def test_an_interrupted_input_does_not_end_a_table_early() -> None:
    def batches() -> Iterator[Any]:
        yield pa.record_batch({"record": [LEGAL]})
        raise KeyboardInterrupt

    # The generator cannot go on, whatever the handler of the signal does.
    default = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        with pytest.raises(pa.ArrowInvalid, match="interrupted by Ctrl-C"):
            pa.table(kifu.validate_arrow(batches()))
    finally:
        signal.signal(signal.SIGINT, default)
