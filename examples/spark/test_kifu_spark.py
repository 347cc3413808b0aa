"""The job with the package on the workers: the same verdicts as without Spark, whatever fails."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
kifu = pytest.importorskip("kifu")

HERE = Path(__file__).parent
SIZES = {"bargo": 4, "sygo": 5, "ugo": 5, "bamogo": 5, "margo": 4}


def records(count):
    """Records of all games; every fifth is cut, every seventh repeats a ply."""
    each = -(-count // len(SIZES))
    games = [kifu.random(game, size=size, count=each) for game, size in SIZES.items()]
    texts = [text for texts in zip(*games) for text in texts][:count]
    for number in range(0, count, 5):
        texts[number] = texts[number][: len(texts[number]) // 2]
    for number in range(0, count, 7):
        plies = texts[number].split(";")
        texts[number] = ";".join([*plies[:5], *plies[3:4], *plies[5:]])
    return texts


def expected(texts):
    return [
        (number, verdict.index, verdict.status, verdict.plies, verdict.result, [finding.code for finding in verdict.findings])
        for number, text in enumerate(texts)
        for verdict in kifu.validate(text)
    ]


def found(rows, key="id"):
    told = [
        (row[key], row["index"], row["status"], row["plies"], row["computed"], [finding["code"] for finding in row["findings"]])
        for row in rows
    ]
    return sorted(told)


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    sys.path.insert(0, str(HERE))
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()


def test_verdicts_are_those_without_spark(spark):
    from kifu_spark import judge, summary

    texts = records(int(os.environ.get("KIFU_SPARK_RECORDS", "2000")))
    frame = spark.createDataFrame(list(enumerate(texts)), "id long, record string")
    verdicts = judge(frame).cache()
    assert found(verdicts.collect()) == expected(texts)
    counts = {(row["game"], row["status"]): row["records"] for row in summary(verdicts).collect() if row["status"]}
    assert sum(counts.values()) == verdicts.count()
    # Other partitions, the same rows.
    assert found(judge(frame, partitions=3).collect()) == expected(texts)


def test_null_stays_null_and_a_bad_row_costs_no_other(spark):
    from kifu_spark import judge

    rows = [("a", b"(;GM[ugo]SZ[5]RE[?];B[c3])"), ("b", None), ("c", b"PK\x03\x04 no archive"), ("d", b"")]
    verdicts = judge(spark.createDataFrame(rows, "id string, record binary")).orderBy("id").collect()
    assert [row["status"] for row in verdicts] == ["valid", None, "unreadable", "malformed"]


def test_parquet_is_read_by_the_workers(spark, tmp_path):
    import pyarrow
    import pyarrow.parquet
    from kifu_spark import judge, judge_parquet

    texts = records(600)
    table = pyarrow.table({"id": range(len(texts)), "more": [None] * len(texts), "record": texts})
    for number in range(3):
        part = table.slice(number * 200, 200)
        pyarrow.parquet.write_table(part, tmp_path / f"{number}.parquet", row_group_size=30)
    (tmp_path / "_SUCCESS").touch()
    verdicts = judge_parquet(spark, [str(tmp_path)], part=10_000)
    assert verdicts.rdd.getNumPartitions() > 10
    assert found(verdicts.collect()) == expected(texts)
    assert verdicts.schema == judge(spark.read.parquet(str(tmp_path))).schema
    assert found(judge_parquet(spark, [str(tmp_path)]).collect()) == expected(texts)
    with pytest.raises(ValueError, match="no column 'sgf'"):
        judge_parquet(spark, [str(tmp_path)], record="sgf")
    with pytest.raises(kifu.RulesetError):
        judge_parquet(spark, [str(tmp_path)], ruleset="chess")


def test_a_bad_parquet_file_costs_a_row(spark, tmp_path):
    import pyarrow
    import pyarrow.parquet
    from kifu_spark import judge_parquet

    texts = records(40)
    for name in ("a", "b"):
        pyarrow.parquet.write_table(pyarrow.table({"id": range(40), "record": texts}), tmp_path / f"{name}.parquet")
    data = bytearray((tmp_path / "a.parquet").read_bytes())
    (tmp_path / "a.parquet").write_bytes(data[: len(data) // 2])
    (tmp_path / "c.parquet").write_bytes(b"no Parquet")
    pyarrow.parquet.write_table(pyarrow.table({"id": ["x"], "record": texts[:1]}), tmp_path / "d.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"id": [1], "text": texts[:1]}), tmp_path / "e.parquet")
    rows = judge_parquet(spark, [str(tmp_path)]).collect()
    bad = [row for row in rows if row["status"] == "unreadable"]
    assert [Path(row["source"]).name for row in bad] == ["a.parquet", "c.parquet", "d.parquet", "e.parquet"]
    assert all(row["id"] is None and row["code"] == "archive::unreadable" and row["message"] for row in bad)
    assert found([row for row in rows if row["status"] != "unreadable"]) == expected(texts)


def test_files_are_read_by_parts(spark, tmp_path):
    from kifu_spark import judge_files

    texts = records(300)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number, text in enumerate(texts):
            archive.writestr(f"{number:04}.sgf", text)
    (tmp_path / "b.sgf").write_text("\n".join(texts[1::5]))
    (tmp_path / "c.zip").write_bytes((tmp_path / "a.zip").read_bytes()[:-40])
    verdicts = judge_files(spark, [str(tmp_path)], part=20_000)
    assert verdicts.rdd.getNumPartitions() > 3
    rows = sorted((row["source"], row["index"], row["status"], row["code"]) for row in verdicts.collect())
    alone = kifu.validate_files(tmp_path)
    assert rows == sorted(
        (one.source, one.index, one.status, one.errors[0].code if one.errors else None) for one in alone
    )
    assert "unreadable" in [status for _, _, status, _ in rows]


def test_the_program_writes_verdicts_and_a_summary(spark, tmp_path):
    texts = records(100)
    source, output = tmp_path / "records.parquet", tmp_path / "out"
    spark.createDataFrame(list(enumerate(texts)), "id long, record string").write.parquet(str(source))
    program = [sys.executable, str(HERE / "kifu_spark.py"), "--input", str(source), "--output", str(output)]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert found(spark.read.parquet(str(output / "verdicts")).collect()) == expected(texts)
    (part,) = (output / "summary").glob("*.json")
    lines = [json.loads(line) for line in part.read_text().splitlines()]
    assert sum(line.get("records", 0) for line in lines) == len(expected(texts))


# Kills the executor that runs the first task, once.
KILLING = """
import json, os, signal, sys
from pyspark.sql import SparkSession
sys.path.insert(0, {here!r})
from kifu_spark import judge, judge_parquet

def killed(batches):
    for batch in batches:
        try:
            os.close(os.open({mark!r}, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            # The parent is the daemon of the workers, whose parent is the executor.
            status = open(f"/proc/{{os.getppid()}}/status").read()
            (executor,) = [int(line.split()[1]) for line in status.splitlines() if line.startswith("PPid:")]
            os.kill(executor, signal.SIGKILL)
        yield batch

spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .config("spark.ui.enabled", "false")
    .config("spark.executor.memory", "1g")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .getOrCreate()
)
frame = spark.read.parquet({source!r}).repartition(8)
if {by_spark}:
    judge(frame.mapInArrow(killed, frame.schema), partitions=8).write.parquet({target!r})
else:
    verdicts = judge_parquet(spark, [{source!r}], part=20_000)
    verdicts.mapInArrow(killed, verdicts.schema).write.parquet({target!r})
spark.stop()
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the executor by /proc")
@pytest.mark.parametrize("by_spark", [True, False], ids=["read by Spark", "read by the workers"])
def test_a_lost_worker_loses_nothing(spark, tmp_path, by_spark):
    texts = records(400)
    source, target, mark = (str(tmp_path / name) for name in ("records", "verdicts", "killed"))
    spark.createDataFrame(list(enumerate(texts)), "id long, record string").write.parquet(source)
    script = tmp_path / "killing.py"
    script.write_text(KILLING.format(here=str(HERE), source=source, target=target, mark=mark, by_spark=by_spark))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    assert Path(mark).exists()
    assert found(spark.read.parquet(target).collect()) == expected(texts)
