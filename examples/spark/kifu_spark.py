"""Judges the game records of a Spark data frame, or of files, with the Python package kifu on the workers.

    from kifu_spark import judge
    verdicts = judge(frame, keep=["id"])        # needs the column `record`
    verdicts = judge_parquet(spark, ["records.parquet"], keep=["id"])       # the same, faster
    verdicts.groupBy("status").count().show()

As a program:

    spark-submit kifu_spark.py --input records.parquet --output verdicts
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator

import pyarrow
import pyarrow.parquet
from pyspark import cloudpickle
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructField, StructType

import kifu

# The workers get the functions of this file with their task and need not have it themselves.
if __name__ != "__main__":
    cloudpickle.register_pickle_by_value(sys.modules[__name__])

# Bytes of files that one task reads, at most.
PART = 64 * 1024 * 1024
# Rows of Parquet that a worker decodes at once.
ROWS = 2_000

# The columns of verdicts. The number of the row means nothing where rows are distributed.
_EMPTY = pyarrow.table({"record": pyarrow.array([], pyarrow.string())})
COLUMNS = [field for field in from_arrow_schema(pyarrow.schema(kifu.validate_arrow(_EMPTY))) if field.name != "row"]


def judge(frame: DataFrame, record: str = "record", keep: Iterable[str] = ("id",), partitions: int | None = None, **options: object) -> DataFrame:
    """A data frame with a row for each record in the rows of `frame`: its columns `keep`, and those of `kifu.validate_arrow`.

    The column `record` is a string, or binary: then a row holds a file in any encoding, also an archive. `partitions`
    distributes the rows anew, against skew, which copies them all; by default only where there are fewer partitions than
    processors. `options` are those of `kifu.validate`: ruleset, variations, ignore.
    """
    keep = list(keep)
    rows = frame.select(*keep, record)
    processors = frame.sparkSession.sparkContext.defaultParallelism
    if partitions is None and rows.rdd.getNumPartitions() < processors:
        partitions = 4 * processors
    if partitions is not None:
        rows = rows.repartition(partitions)
    schema = StructType([*(rows.schema[name] for name in keep), *COLUMNS])
    return rows.mapInArrow(lambda batches: _verdicts(batches, record, keep, options), schema)


def _verdicts(batches: Iterable[pyarrow.RecordBatch], record: str, keep: list[str], options: dict[str, object]) -> Iterator[pyarrow.RecordBatch]:
    # Spark runs a task on each processor.
    stream = kifu.validate_arrow(batches, record, keep=keep, jobs=1, **options)  # type: ignore[arg-type]
    for batch in pyarrow.RecordBatchReader.from_stream(stream):
        yield batch.select([*keep, *(column.name for column in COLUMNS)])


def judge_parquet(
    spark: SparkSession, paths: list[str], record: str = "record", keep: Iterable[str] = ("id",), part: int | None = None, **options: object
) -> DataFrame:
    """What `judge` returns, for Parquet files, and folders of them, which all workers see at the same paths.

    The workers read them by themselves, so that no record passes through the JVM. Each task reads whole row groups of about
    `part` bytes. A file that cannot be read is a row with the status `unreadable`, whose `source` is its path; its other row
    groups may be judged all the same.
    """
    keep = list(keep)
    # Wrong options are an error of the caller, and not of a file.
    kifu.validate_arrow(_EMPTY, **options)  # type: ignore[arg-type]
    files = [(file, os.path.getsize(file)) for path in paths for file in _parquet_files(path)]
    if part is None:
        part = max(PART // 4, min(PART, sum(size for _, size in files) // (8 * spark.sparkContext.defaultParallelism)))
    ranges = [(file, begin, begin + part) for file, size in files for begin in range(0, size, part)]
    kept = _kept([file for file, _ in files], record, keep)
    types = to_arrow_schema(kept)

    def verdicts(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for number in batch["part"].to_pylist():
                try:
                    yield from _verdicts(_rows(*ranges[number], record, types), record, keep, options)
                except (OSError, ValueError, KeyError, pyarrow.ArrowException) as error:
                    yield _unreadable(ranges[number][0], str(error), types)

    # As many partitions as parts, so that a part that takes long keeps no other waiting.
    parts = spark.range(0, len(ranges), 1, max(1, len(ranges))).withColumnRenamed("id", "part")
    return parts.mapInArrow(verdicts, StructType([*kept, *COLUMNS]))


def _parquet_files(path: str) -> list[str]:
    """The file, or those of a folder that Spark would read, in a fixed order."""
    if not os.path.isdir(path):
        return [path]
    names = sorted(name for name in os.listdir(path) if name[0] not in "._")
    return [file for name in names for file in _parquet_files(os.path.join(path, name))]


def _kept(files: list[str], record: str, keep: list[str]) -> StructType:
    """The columns that are kept, as the first file has them that can be read."""
    wrong: Exception = ValueError("there are no Parquet files")
    for file in files:
        try:
            schema = pyarrow.parquet.read_schema(file)
        except (OSError, ValueError) as error:
            wrong = error
            continue
        missing = [name for name in [record, *keep] if name not in schema.names]
        if missing:
            raise ValueError(f"{file} has no column {missing[0]!r}; there are {', '.join(schema.names)}")
        return from_arrow_schema(pyarrow.schema([schema.field(name) for name in keep]))
    raise wrong


def _rows(file: str, begin: int, end: int, record: str, types: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """The rows of the row groups that begin in a part of a file."""
    with pyarrow.parquet.ParquetFile(file) as source:
        groups = []
        for group in range(source.num_row_groups):
            column = source.metadata.row_group(group).column(0)
            pages = [column.data_page_offset, column.dictionary_page_offset]
            if begin <= min(offset for offset in pages if offset) < end:
                groups.append(group)
        schema = types.append(source.schema_arrow.field(record))
        # The columns are known also where there is no row.
        yield pyarrow.RecordBatch.from_pylist([], schema)
        for batch in source.iter_batches(ROWS, groups, schema.names, use_threads=False):
            columns = [batch[field.name].cast(field.type) for field in schema]
            yield pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def _unreadable(file: str, message: str, types: pyarrow.Schema) -> pyarrow.RecordBatch:
    """The row of a file that cannot be read."""
    schema = pyarrow.schema([*types, *to_arrow_schema(StructType(COLUMNS))])
    finding = {"code": "archive::unreadable", "severity": "error", "message": message, "line": 1, "column": 1, "offset": 0, "length": 0}
    row = {"source": file, "index": 0, "status": "unreadable", "plies": 0, "finished": False, "errors": 1, "warnings": 0}
    row |= {"code": finding["code"], "message": message, "findings": [finding]}
    return pyarrow.RecordBatch.from_pylist([row], schema)


def judge_files(spark: SparkSession, paths: list[str], part: int = PART, **options: object) -> DataFrame:
    """A data frame with a row for each record of files, folders and archives, which all workers see at the same paths.

    Each task reads a part of them of about `part` bytes, also of one large file or archive. What cannot be read is a row
    with the status `unreadable`.
    """
    size = sum(_size(path) for path in paths)
    count = max(1, -(-size // part))
    schema = StructType(list[StructField](COLUMNS))

    def verdicts(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for number in batch["part"].to_pylist():
                stream = kifu.validate_files(paths, shard=f"{number}/{count}", jobs=1, **options)  # type: ignore[arg-type]
                for found in pyarrow.RecordBatchReader.from_stream(stream):
                    yield found.drop_columns(["row"])

    # As many partitions as parts, so that a part that takes long keeps no other waiting.
    parts = spark.range(1, count + 1, 1, count).withColumnRenamed("id", "part")
    return parts.mapInArrow(verdicts, schema)


def _size(path: str) -> int:
    if not os.path.isdir(path):
        return os.path.getsize(path) if os.path.exists(path) else 0
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)


def read(spark: SparkSession, path: str, form: str) -> DataFrame:
    """A data frame of records: a table with the columns `id` and `record`, or lines of a text, each a record."""
    if form == "text":
        return spark.read.text(path).select(F.monotonically_increasing_id().alias("id"), F.col("value").alias("record"))
    return spark.read.format(form).load(path)


def summary(verdicts: DataFrame) -> DataFrame:
    """How many records of each game have each status, and which rules are broken how often."""
    counted = verdicts.groupBy("game", "status").agg(F.count("*").alias("records"), F.sum("plies").alias("plies"))
    broken = verdicts.select(F.explode("findings").alias("finding")).where("finding.severity = 'error'")
    broken = broken.groupBy(F.col("finding.code").alias("code")).agg(F.count("*").alias("findings"))
    return counted.unionByName(broken, allowMissingColumns=True).orderBy("code", "game", "status")


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge game records with kifu.")
    parser.add_argument("--input", required=True, help="a table, or files: a folder, an archive or a collection")
    parser.add_argument("--format", default="parquet", choices=["parquet", "json", "text", "files"])
    parser.add_argument("--output", required=True, help="the folder for `verdicts`, as Parquet, and `summary`, as JSON")
    parser.add_argument("--record", default="record", help="the column of records")
    parser.add_argument("--keep", action="append", help="a column to keep; repeatable [default: id]")
    parser.add_argument("--partitions", type=int, help="distribute the rows over so many partitions")
    parser.add_argument("--ruleset", help="verify records of this ruleset's game by it")
    options = parser.parse_args()
    ruleset = None if options.ruleset is None else kifu.Ruleset(options.ruleset)
    spark = SparkSession.builder.appName("kifu").getOrCreate()
    if options.format == "files":
        verdicts = judge_files(spark, [options.input], ruleset=ruleset)
    elif options.format == "parquet" and options.partitions is None and os.path.exists(options.input):
        verdicts = judge_parquet(spark, [options.input], options.record, options.keep or ["id"], ruleset=ruleset)
    else:
        frame = read(spark, options.input, options.format)
        verdicts = judge(frame, options.record, options.keep or ["id"], options.partitions, ruleset=ruleset)
    target = os.path.join(options.output, "verdicts")
    verdicts.write.mode("overwrite").parquet(target)
    found = spark.read.parquet(target)
    counts = summary(found)
    counts.coalesce(1).write.mode("overwrite").json(os.path.join(options.output, "summary"))
    counts.show(1_000, truncate=False)
    statuses = {row["status"] for row in found.select("status").distinct().collect()}
    spark.stop()
    sys.exit(2 if "unreadable" in statuses else 1 if statuses - {"valid", None} else 0)


if __name__ == "__main__":
    main()
