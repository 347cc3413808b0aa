"""How fast the Spark job is beside the command: `local[2]`, start of the JVM excluded.

    python bindings/python/benches/spark.py kifu --records 200000

Each measurement is the median of some runs, in alternation with the program.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet

import kifu

sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "spark"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from kifu_spark import judge_parquet
    from pyspark.sql import SparkSession

    made = kifu.random("ugo", size=19, count=2_000)
    texts = [made[number % len(made)] for number in range(options.records)]
    with tempfile.TemporaryDirectory() as folder:
        path, source, target = (Path(folder, name) for name in ("games.sgf", "records.parquet", "verdicts"))
        path.write_text("".join(texts))
        table = pyarrow.table({"id": range(len(texts)), "record": texts})
        pyarrow.parquet.write_table(table, source, row_group_size=10_000)
        session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        spark = session.config("spark.driver.memory", "4g").getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        ratios = []
        # The first run starts the workers.
        for number in range(options.rounds + 1):
            begun = time.perf_counter()
            subprocess.run([options.program, "batch", "--jobs", "2", str(path)], capture_output=True, check=False)
            alone = time.perf_counter() - begun
            begun = time.perf_counter()
            judge_parquet(spark, [str(source)]).write.mode("overwrite").parquet(str(target))
            job = time.perf_counter() - begun
            if number:
                ratios.append(alone / job)
                print(f"batch {alone:.1f} s, Spark {job:.1f} s: {alone / job:.2f}", flush=True)
        same = spark.read.parquet(str(target)).count() == len(texts)
        spark.stop()
    print(f"median {statistics.median(ratios):.2f} of batch; all rows: {same}")


if __name__ == "__main__":
    main()
