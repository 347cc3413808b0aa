"""How fast the package is beside the command, and how large its tables are.

    python bindings/python/benches/speed.py kifu --megabytes 400

`kifu` is the program, built with the same profile as the wheel. Each measurement is the median of five runs, in alternation
with the program; start-up, which is the time for one record, is subtracted. Random games of Ugo are made once.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pyarrow.parquet

import kifu


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def peak() -> int:
    """The largest memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    texts = kifu.random("ugo", size=19, count=2_000)
    count = options.megabytes * 1_000_000 // sum(map(len, texts)) * len(texts)
    # All records are equally likely; repeating them changes nothing for a verifier.
    data = [texts[number % len(texts)].encode() for number in range(count)]
    size = sum(map(len, data)) / 1e6
    print(f"{count:,} records, {size:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        path, single = Path(folder, "games.sgf"), Path(folder, "one.sgf")
        path.write_bytes(b"".join(data))
        single.write_bytes(data[0])
        table = pyarrow.table({"record": pyarrow.array(data, pyarrow.binary())})

        def batch(path: Path) -> None:
            arguments = [options.program, "batch", "--jobs", str(options.jobs), str(path)]
            subprocess.run(arguments, capture_output=True, check=False)

        def many() -> None:
            for _ in kifu.validate_many(data, jobs=options.jobs):
                pass

        def arrow() -> None:
            for _ in pyarrow.RecordBatchReader.from_stream(kifu.validate_arrow(table, jobs=options.jobs)):
                pass

        before = peak()
        start = min(timed(lambda: batch(single)) for _ in range(3))
        found: dict[str, list[float]] = {"batch": [], "validate_many": [], "validate_arrow": []}
        for _ in range(options.rounds):
            found["batch"].append(timed(lambda: batch(path)) - start)
            found["validate_many"].append(timed(many))
            found["validate_arrow"].append(timed(arrow))
        for name, times in found.items():
            ratios = [one / other for one, other in zip(found["batch"], times)]
            median = statistics.median(times)
            shares = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            print(f"{name:14} {median:7.2f} s {size / median:7.1f} MB/s  {statistics.median(ratios):.2f} of batch ({shares})")
        print(f"memory: {before} MiB before, at most {peak()} MiB")
        plies = pyarrow.table(kifu.plies_arrow(table.slice(0, 8_000)))
        plies = plies.slice(0, 1_000_000)
        target = Path(folder, "plies.parquet")
        for compression in ("snappy", "zstd"):
            pyarrow.parquet.write_table(plies, target, compression=compression)
            print(f"{len(plies):,} plies, {compression}: {target.stat().st_size / len(plies):.1f} bytes a ply")


if __name__ == "__main__":
    main()
