"""The Spark job gives the verdicts that kifu itself gives.

Runs where PySpark, pandas, PyArrow and Java are installed, and says what is missing where not:

    pytest -rs test_kifu_pipe.py

KIFU names the program, else it is the one built last, else the one on the path. KIFU_SPARK_RECORDS is
the number of records.
"""

import gzip
import io
import json
import os
import random
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target"
BUILT = [path for path in TARGET.glob("*/kifu") if path.is_file()]
NEWEST = max(BUILT, key=lambda path: path.stat().st_mtime, default=shutil.which("kifu"))
KIFU = os.environ.get("KIFU") or (str(NEWEST) if NEWEST else None)
RECORDS = int(os.environ.get("KIFU_SPARK_RECORDS", "2000"))

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("pyarrow", reason="PyArrow is not installed")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("there is no Java", allow_module_level=True)
if not KIFU:
    pytest.skip("there is no kifu: build it, or set KIFU", allow_module_level=True)

# The workers run in the same Python as the test.
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

from kifu_pipe import judge, read  # noqa: E402


@pytest.fixture(scope="module")
def spark():
    session = (
        pyspark.sql.SparkSession.builder.master("local[2]")
        .appName("kifu")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def random_records(count):
    """Random games, every fifth of them spoilt in some way."""
    command = [KIFU, "random", "--game", "ugo", "--size", "9", "--count", str(count), "--seed", "1"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    records = ["(;" + rest.strip() for rest in text.split("\n(;")]
    records[0] = records[0][2:]
    chance = random.Random(1)
    spoilers = [
        lambda record: record.replace(";W[", ";B[", 1),
        lambda record: record.replace("SZ[9]", "SZ[7]"),
        lambda record: record[: len(record) // 2],
        lambda record: record.replace("RE[", "RE[B+", 1),
        lambda record: record.replace("GN[", "PB[碁 \\] ü\t\x1b]GN[", 1),
    ]
    return [
        chance.choice(spoilers)(record) if number % 5 == 0 else record
        for number, record in enumerate(records)
    ]


def essence(verdict):
    """What of a verdict does not depend on where the record stands."""
    findings = [(found["code"], found.get("ply"), found["message"]) for found in verdict["findings"]]
    keys = ["game", "ruleset", "size", "plies", "status", "finished", "result", "score"]
    return [verdict.get(key) for key in keys] + [findings]


def test_the_verdicts_are_those_of_kifu(spark, tmp_path):
    records = random_records(RECORDS)
    folder = tmp_path / "records"
    folder.mkdir()
    # A file each: a record that is cut off would swallow the next one.
    (tmp_path / "list").write_text("".join(f"{folder}/{number}.sgf\n" for number in range(RECORDS)))
    for number, record in enumerate(records):
        (folder / f"{number}.sgf").write_text(record, newline="")
    command = [KIFU, "batch", "--format", "jsonl", "--files-from", str(tmp_path / "list")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    expected = [essence(json.loads(line)) for line in run.stdout.splitlines()]
    assert len(expected) == RECORDS
    assert {verdict[4] for verdict in expected} == {"valid", "invalid", "malformed"}

    lines = (json.dumps({"id": number, "record": record}) for number, record in enumerate(records))
    (tmp_path / "records.json").write_text("\n".join(lines))
    frame = read(spark, str(tmp_path / "records.json"), "json").repartition(7)
    begun = time.monotonic()
    rows = judge(frame, kifu=KIFU).collect()
    seconds = time.monotonic() - begun
    print(f"{RECORDS} records in {seconds:.1f} s on {spark.sparkContext.master}")
    rows.sort(key=lambda row: row["id"])
    assert [row["id"] for row in rows] == list(range(RECORDS))
    assert [essence(json.loads(row["verdict"])) for row in rows] == expected
    assert {(row["entry"], row["index"]) for row in rows} == {(None, 1)}
    for row in rows:
        verdict = json.loads(row["verdict"])
        errors = [found for found in verdict["findings"] if found["severity"] == "error"]
        code, ply = (errors[0]["code"], errors[0].get("ply")) if errors else (None, None)
        assert (row["status"], row["plies"], row["result"]) == (
            verdict["status"],
            verdict["plies"],
            verdict["result"]["computed"],
        )
        assert (row["code"], row["ply"]) == (code, ply)


GOOD = b"(;GM[ugo]SZ[5]RE[?];B[c3])"
BAD = b"(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])"


def table(spark, rows):
    return spark.createDataFrame(rows, "id string, record binary").coalesce(1)


def found(verdicts):
    rows = [(row["id"], row["entry"], row["index"], row["status"], row["code"]) for row in verdicts.collect()]
    return sorted(rows, key=str)


def test_every_row_has_a_verdict(spark):
    records = [
        ("a", None),
        ("b", ""),
        ("c", "(;GM[ugo]RE[?])(;GM[ugo]RE[?];B[d4];W[d4])"),
        ("d", "(;GM[ugo]CA[latin1]PB[\u00e9\u7881]RE[?];B[d4])"),
    ]
    frame = spark.createDataFrame(records, "name string, text string").coalesce(1)
    assert found(judge(frame, "name", "text", kifu=KIFU)) == [
        ("a", None, 0, "unreadable", None),
        ("b", None, 1, "malformed", "syntax::no-record"),
        ("c", None, 1, "valid", None),
        ("c", None, 2, "invalid", "ugo::occupied"),
        ("d", None, 1, "valid", None),
    ]
    with pytest.raises(TypeError, match="expected binary or string"):
        judge(frame.selectExpr("name id", "1 record"))


def test_rows_are_bytes_of_any_encoding_and_archives(spark):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("b/good.sgf", GOOD)
        archive.writestr("bad.sgf", BAD)
        archive.writestr("readme.txt", "no record")
    rows = [
        ("latin1", b"(;GM[ugo]CA[latin1]PB[\xe9]RE[?];B[d4])"),
        ("unknown", b"(;GM[ugo]PB[\xe9]RE[?];B[d4])"),
        ("noise", bytes(range(256)) * 10),
        ("twice.sgf.gz", gzip.compress(GOOD + BAD)),
        ("archive.zip", packed.getvalue()),
        ("cut.zip", packed.getvalue()[:-30]),
        ("not.zip", GOOD),
        ("/a/folder.d/x", GOOD),
    ]
    assert found(judge(table(spark, rows), kifu=KIFU)) == [
        ("/a/folder.d/x", None, 1, "valid", None),
        ("archive.zip", "b/good.sgf", 1, "valid", None),
        ("archive.zip", "bad.sgf", 1, "invalid", "ugo::occupied"),
        ("cut.zip", None, 0, "unreadable", "archive::format"),
        ("latin1", None, 1, "valid", None),
        ("noise", None, 1, "malformed", "syntax::no-record"),
        ("not.zip", None, 0, "unreadable", "archive::format"),
        ("twice.sgf.gz", None, 1, "valid", None),
        ("twice.sgf.gz", None, 2, "invalid", "ugo::occupied"),
        ("unknown", None, 1, "valid", None),
    ]


def test_a_row_that_stops_the_program_costs_no_other_its_verdict(spark, tmp_path):
    """A program that hangs on one row, dies from another, and is stopped by a third."""
    program = tmp_path / "kifu"
    program.write_text(
        f"""#!/bin/sh
grep -lq HANG * && exec sleep 1000
grep -lq KILL * && kill -9 $$
grep -lq STOP * && kill -STOP $$
exec {KIFU} "$@"
"""
    )
    program.chmod(0o755)
    rows = [(str(number), GOOD) for number in range(20)]
    rows += [(word, f"(;GM[ugo]C[{word}])".encode()) for word in ["HANG", "KILL", "STOP"]]
    begun = time.monotonic()
    verdicts = judge(table(spark, rows), kifu=str(program), deadline=2).collect()
    assert time.monotonic() - begun < 120
    messages = {row["id"]: row["message"] for row in verdicts if row["status"] == "unreadable"}
    assert messages == {
        "HANG": "there is no verdict after 2 seconds",
        "KILL": "kifu was killed by signal 9",
        "STOP": "there is no verdict after 2 seconds",
    }
    assert sorted(row["id"] for row in verdicts if row["status"] == "valid") == sorted(id for id, _ in rows[:20])


def test_options_reach_kifu_and_its_complaints_reach_the_user(spark):
    frame = spark.createDataFrame([(1, "(;GM[ugo]SZ[5]RE[?];B[c3];W[button])")], "id long, record string")
    strict = judge(frame, kifu=KIFU, arguments=["--ruleset", "ugo-no-button"]).collect()
    assert [(row["code"], row["ply"]) for row in strict] == [("ugo::button-taken", 2)]
    with pytest.raises(Exception, match="there is no ruleset `none`"):
        judge(frame, kifu=KIFU, arguments=["--ruleset", "none"]).collect()
    with pytest.raises(Exception, match="cannot be run"):
        judge(frame, kifu="/nowhere/kifu").collect()


def test_a_folder_of_files_is_a_table(spark, tmp_path):
    folder = HERE.parents[1] / "records" / "ugo"
    verdicts = judge(read(spark, str(folder), "files"), kifu=KIFU)
    found = {row["id"].rsplit("/", 1)[-1]: row["status"] for row in verdicts.collect()}
    assert found["engine-9x9.sgf"] == "valid"
    assert found["ugo-occupied.sgf"] == "invalid"
    assert len(found) == len(list(folder.rglob("*.sgf")))
    # Whatever kifu reads in a folder is read.
    names = ["a.SGF", "b.kifu", "c.sgf.gz", "d.gz", "e.tar", "f.tar.xz", "g.zip", "h.tgz", "sub/i.sgf"]
    others = ["j.txt", "k.txt.gz", "sgf"]
    for name in names + others:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(GOOD)
    files = read(spark, tmp_path.as_uri(), "files").collect()
    assert sorted(row["id"].removeprefix(f"{tmp_path.as_uri().replace('///', '/')}/") for row in files) == names


def test_an_empty_table_has_no_verdicts(spark):
    frame = spark.createDataFrame([], "id long, record string")
    assert judge(frame, kifu=KIFU).collect() == []
