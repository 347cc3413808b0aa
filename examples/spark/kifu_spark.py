"""Judges the game records of a Spark data frame with kifu.

Every partition starts one `kifu batch --input jsonl -` and talks to it through a pipe: a line for
each record, a line back for each verdict. Nothing is written to disk, and no partition holds more
than one batch of rows in memory.

    from kifu_spark import judge
    verdicts = judge(frame)            # needs the columns `id` and `record`
    verdicts.groupBy("status").count().show()

As a program:

    spark-submit kifu_spark.py --input records.parquet --output verdicts.parquet
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import threading

from pyspark import cloudpickle
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

# The workers get the functions of this file with their task and need not have it themselves.
if __name__ != "__main__":
    cloudpickle.register_pickle_by_value(sys.modules[__name__])

# What is told of each record, besides its id. `verdict` is the whole object, as text;
# `kifu schema batch-line` says what it holds.
COLUMNS = [
    T.StructField("status", T.StringType(), False),
    T.StructField("game", T.StringType()),
    T.StructField("plies", T.LongType(), False),
    T.StructField("finished", T.BooleanType(), False),
    T.StructField("result", T.StringType()),
    T.StructField("code", T.StringType()),
    T.StructField("ply", T.LongType()),
    T.StructField("verdict", T.StringType(), False),
]


def judge(frame, id_column="id", record_column="record", kifu="kifu", arguments=()):
    """A data frame with a verdict for each row of `frame`.

    `kifu` is the program as the workers find it; `arguments` are more options for it, such as
    ["--ruleset", "margo-2012"]. `code` and `ply` are those of the first error.
    """
    rows = frame.select(F.col(id_column).alias("id"), F.col(record_column).alias("record"))
    schema = T.StructType([rows.schema["id"], *COLUMNS])
    command = [kifu, "batch", "--input", "jsonl", "--jobs", "1", *arguments, "-"]
    return rows.mapInPandas(lambda batches: _answers(batches, command), schema)


def _answers(batches, command):
    """The verdicts on batches of rows, by one process."""
    import pandas

    with tempfile.TemporaryFile() as complaints:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints
        ) as process:
            try:
                for batch in batches:
                    rows = [_row(answer) for answer in _ask(process, batch["record"])]
                    if len(rows) < len(batch):
                        process.wait()
                        complaints.seek(0)
                        reason = complaints.read(10_000).decode("utf-8", "replace")
                        raise RuntimeError(f"{command[0]} has stopped: {reason}")
                    columns = [column.name for column in COLUMNS]
                    answers = pandas.DataFrame(rows, columns=columns, dtype=object)
                    answers.insert(0, "id", batch["id"].to_numpy())
                    yield answers
            finally:
                # Whatever the process still has to say, nobody listens any more.
                process.kill()
                with contextlib.suppress(OSError):
                    process.stdin.close()


def _ask(process, records):
    """The answers to records, one each and in their order, as long as the process gives any."""

    def write():
        try:
            for number, record in enumerate(records):
                # What is no text is refused by kifu, in an answer like any other.
                record = record if isinstance(record, str) else None
                line = json.dumps({"id": number, "record": record})
                process.stdin.write(line.encode("ascii") + b"\n")
            process.stdin.flush()
        except OSError:
            pass  # The process has stopped, which the reader sees too.

    # The pipe holds only so much: who writes all before reading would wait forever.
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    for number in range(len(records)):
        line = process.stdout.readline()
        if not line:
            break
        answer = json.loads(line)
        if answer["status"] != "unreadable" and answer["id"] != number:
            raise RuntimeError(f"answer {answer['id']} came in place of {number}")
        yield answer
    writer.join()


def _row(answer):
    errors = (found for found in answer["findings"] if found["severity"] == "error")
    error = next(errors, {})
    return (
        answer["status"],
        answer["game"],
        answer["plies"],
        answer["finished"],
        answer["result"]["computed"],
        error.get("code"),
        error.get("ply"),
        json.dumps(answer, ensure_ascii=False),
    )


def read(spark, path, form):
    """A data frame of records: a table with the columns `id` and `record`, or a folder of files
    with one record each, which are then known by their names."""
    if form == "text":
        files = spark.read.text(path, wholetext=True, pathGlobFilter="*.sgf", recursiveFileLookup=True)
        return files.select(F.input_file_name().alias("id"), F.col("value").alias("record"))
    return spark.read.format(form).load(path)


def main():
    parser = argparse.ArgumentParser(description="Judge the game records of a table with kifu.")
    parser.add_argument("--input", required=True, help="the table, or a folder of files")
    parser.add_argument("--format", default="parquet", choices=["parquet", "json", "text"])
    parser.add_argument("--output", help="write the verdicts to this folder, as Parquet")
    parser.add_argument("--kifu", default="kifu", help="the program, as the workers find it")
    parser.add_argument("--ruleset", help="judge records of this ruleset's game by it")
    options = parser.parse_args()
    arguments = ["--ruleset", options.ruleset] if options.ruleset else []
    spark = SparkSession.builder.appName("kifu").getOrCreate()
    frame = read(spark, options.input, options.format)
    verdicts = judge(frame, kifu=options.kifu, arguments=arguments)
    if options.output:
        verdicts.write.mode("overwrite").parquet(options.output)
        verdicts = spark.read.parquet(options.output)
    counts = dict(verdicts.groupBy("status").count().collect())
    for status, count in sorted(counts.items()):
        print(f"{count:>12,}  {status}")
    if "unreadable" in counts:
        return 2
    return 0 if set(counts) <= {"valid"} else 1


if __name__ == "__main__":
    sys.exit(main())
