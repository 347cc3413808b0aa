"""Checks the game records of a Spark data frame with the program kifu, for workers that cannot have the Python package.

Every row holds a file as bytes: a record, a collection, or an archive. The rows of a batch are written to a
temporary folder, one `kifu batch` checks them, and every record becomes a row of the result. Whatever is in a row,
it costs no other row its verdict: a program that crashes or takes too long is run again on fewer rows, down to the
one that is to blame, which becomes a row that says so.

    from kifu_pipe import judge
    verdicts = judge(frame)            # needs the columns `id` and `record`
    verdicts.groupBy("status").count().show()

As a program:

    spark-submit kifu_pipe.py --input records.parquet --output verdicts.parquet
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pyspark import cloudpickle
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

# The workers get the functions of this file with their task and need not have it themselves.
if __name__ != "__main__":
    cloudpickle.register_pickle_by_value(sys.modules[__name__])

# What is reported of each record, besides the id of its row. `verdict` is the whole object, as text;
# `kifu schema validate` describes it.
COLUMNS = [
    T.StructField("entry", T.StringType()),
    T.StructField("index", T.LongType(), False),
    T.StructField("status", T.StringType(), False),
    T.StructField("game", T.StringType()),
    T.StructField("plies", T.LongType(), False),
    T.StructField("finished", T.BooleanType(), False),
    T.StructField("result", T.StringType()),
    T.StructField("code", T.StringType()),
    T.StructField("ply", T.LongType()),
    T.StructField("message", T.StringType()),
    T.StructField("verdict", T.StringType()),
]

# The files that kifu reads in a folder.
FILES = r"(?i)\.(sgf|kifu)(\.(gz|zst|bz2|xz))?$|\.(zip|tgz|tzst|tbz2?|txz)$|\.tar(\.(gz|zst|bz2|xz))?$|/[^./]+\.(gz|zst|bz2|xz)$"

# Rows of the result that are kept in memory at once.
MAX_ROWS = 10_000

# Seconds in which a batch of rows must be checked.
DEADLINE = 600


class Failure(Exception):
    """A run of kifu that has not checked all rows."""


def judge(frame, id_column="id", record_column="record", kifu="kifu", arguments=(), deadline=DEADLINE):
    """A data frame with a row for each record in the rows of `frame`.

    The column `record_column` is binary, or a string, which holds records but no archive. `kifu` is the program as
    the workers find it; `arguments` are more options for it, such as ["--ruleset", "margo-2012"]. `code`, `ply`
    and `message` are those of the first error. A batch of rows that takes longer than `deadline` seconds is divided.
    """
    rows = frame.select(F.col(id_column).alias("id"), F.col(record_column).alias("record"))
    kind = rows.schema["record"].dataType
    if not isinstance(kind, (T.BinaryType, T.StringType)):
        raise TypeError(f"the column {record_column} is {kind.simpleString()}, expected binary or string")
    schema = T.StructType([rows.schema["id"], *COLUMNS])
    command = [kifu, "batch", "--format", "jsonl", "--jobs", "1", *arguments]
    if isinstance(kind, T.StringType):
        # A string is Unicode, whatever its `CA` says.
        command += ["--ignore", "record::encoding"]
    return rows.mapInPandas(lambda batches: _answers(batches, command, deadline), schema)


def _answers(batches, command, deadline):
    """The verdicts on batches of rows."""
    import pandas

    names = ["id", *(column.name for column in COLUMNS)]
    _check(command, deadline)
    for batch in batches:
        rows = list(zip(batch["id"], batch["record"]))
        found = []
        for answer in _verdicts(rows, command, deadline):
            found.append(answer)
            if len(found) == MAX_ROWS:
                yield pandas.DataFrame(found, columns=names, dtype=object)
                found = []
        yield pandas.DataFrame(found, columns=names, dtype=object)


def _check(command, deadline):
    """Raises an error if the program or its options are wrong, which is not the fault of a row."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            _run(folder, [(None, b"(;GM[ugo])")], command, deadline)
        except OSError as error:
            raise RuntimeError(f"{command[0]} cannot be run: {error}") from error
        except Failure as error:
            raise RuntimeError(f"{command[0]} does not work: {error}") from error


def _verdicts(rows, command, deadline):
    """The verdicts on rows, each with the id of its row. No row can keep the others from theirs."""
    waiting = [rows] if rows else []
    while waiting:
        rows = waiting.pop()
        with tempfile.TemporaryDirectory() as folder:
            try:
                output = _run(folder, rows, command, deadline)
            except Failure as error:
                if len(rows) == 1:
                    yield _no_verdict(rows[0][0], str(error))
                else:
                    half = len(rows) // 2
                    waiting += [rows[half:], rows[:half]]
                continue
            with open(output, encoding="utf-8") as lines:
                for number, answer in _parsed(lines):
                    yield (rows[number][0], *_columns(answer))
        for row, record in rows:
            if not isinstance(record, (bytes, bytearray, str)):
                yield _no_verdict(row, "the row is null")


def _run(folder, rows, command, deadline):
    """Runs kifu on rows; returns the file with its output, in which every row that is not null has a line."""
    files = Path(folder, "files")
    files.mkdir()
    names = []
    for number, (row, record) in enumerate(rows):
        if isinstance(record, str):
            record = b"\xef\xbb\xbf" + record.encode("utf-8", "replace")
        if isinstance(record, (bytes, bytearray)):
            # The ending says whether it should be an archive.
            ending = re.search(r"(\.[A-Za-z0-9]{1,8}){1,2}$", str(row))
            names.append(f"{number}{ending[0] if ending else ''}")
            Path(files, names[-1]).write_bytes(record)
    output, errors = Path(folder, "output"), Path(folder, "errors")
    if not names:
        output.touch()
        return output
    Path(folder, "list").write_text("".join(f"{name}\n" for name in names))
    with open(output, "wb") as out, open(errors, "wb") as complaints:
        command = [*command, "--files-from", "../list"]
        process = subprocess.Popen(command, cwd=files, stdin=subprocess.DEVNULL, stdout=out, stderr=complaints)
        try:
            status = process.wait(deadline)
        except subprocess.TimeoutExpired:
            raise Failure(f"there is no verdict after {deadline} seconds") from None
        finally:
            process.kill()
            process.wait()
    if status < 0:
        raise Failure(f"kifu was killed by signal {-status}")
    with open(output, encoding="utf-8", errors="replace") as lines:
        try:
            answered = {number for number, _ in _parsed(lines)}
        except (ValueError, KeyError) as error:
            raise Failure(f"the output of kifu is damaged: {error}") from error
    if status not in (0, 1, 2) or len(answered) < len(names):
        with open(errors, encoding="utf-8", errors="replace") as complaints:
            reason = complaints.read(10_000).strip() or "it said nothing"
        raise Failure(f"kifu has stopped with status {status}: {reason}")
    return output


def _parsed(lines):
    """The number of the row and the object of each line."""
    for line in lines:
        answer = json.loads(line)
        # A line about the whole run has a type.
        if "type" not in answer:
            yield int(re.match(r"\d+", answer["source"])[0]), answer


def _columns(answer):
    errors = (found for found in answer["findings"] if found["severity"] == "error")
    error = next(errors, {})
    return (
        answer["source"].partition("/")[2] or None,
        answer["index"],
        answer["status"],
        answer["game"],
        answer["plies"],
        answer["finished"],
        answer["result"]["computed"],
        error.get("code"),
        error.get("ply"),
        error.get("message"),
        json.dumps(answer, ensure_ascii=False),
    )


def _no_verdict(row, message):
    return (row, None, 0, "unreadable", None, 0, False, None, None, None, message, None)


def read(spark, path, form):
    """A data frame of records: a table with the columns `id` and `record`, or a folder of files, which are then
    known by their names. Spark skips files whose names begin with `_` or `.`."""
    if form == "files":
        files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
        files = files.where(F.col("path").rlike(FILES))
        return files.select(F.col("path").alias("id"), F.col("content").alias("record"))
    return spark.read.format(form).load(path)


def main():
    parser = argparse.ArgumentParser(description="Check the game records of a table with kifu.")
    parser.add_argument("--input", required=True, help="the table, or a folder of files")
    parser.add_argument("--format", default="parquet", choices=["parquet", "json", "files", "text"])
    parser.add_argument("--output", help="write the verdicts to this folder, as Parquet")
    parser.add_argument("--kifu", default="kifu", help="the program, as the workers find it")
    parser.add_argument("--ruleset", help="verify records of this ruleset's game by it")
    parser.add_argument("--deadline", type=float, default=DEADLINE, help="seconds for a batch of rows")
    options = parser.parse_args()
    arguments = ["--ruleset", options.ruleset] if options.ruleset else []
    spark = SparkSession.builder.appName("kifu").getOrCreate()
    # `text` is the old name of `files`.
    frame = read(spark, options.input, "files" if options.format == "text" else options.format)
    verdicts = judge(frame, kifu=options.kifu, arguments=arguments, deadline=options.deadline)
    if options.output:
        verdicts.write.mode("overwrite").parquet(options.output)
        verdicts = spark.read.parquet(options.output)
    counts = dict(verdicts.groupBy("status").count().collect())
    for status, count in sorted(counts.items()):
        print(f"{count:>12,}  {status}")
    if "unreadable" in counts or not counts:
        return 2
    return 0 if set(counts) <= {"valid"} else 1


if __name__ == "__main__":
    sys.exit(main())
