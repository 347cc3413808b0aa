"""Makes a data set of random games: records, verdicts and plies as Parquet.

    python examples/tables/dataset.py games            1,000 games in the folder `games`
    python examples/tables/dataset.py games --count 100000

Some games are spoilt, so that there is something to find. The same arguments give the same data.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet

import kifu

# The games, the boards and the komi.
KINDS = [("ugo", 9, 0), ("ugo", 9, 5), ("ugo", 9, 10), ("bargo", 4, 0), ("sygo", 7, None), ("bamogo", 7, None), ("margo", 5, None)]
PLAYERS = ["Ann", "Ben", "Cho", "Dee"]
BATCH = 1_000


def spoilt(text: str, number: int) -> str:
    """One of ten records with a ply played twice, or with another result."""
    plies = text.split(";")
    if number % 10 == 3 and len(plies) > 5:
        return ";".join([*plies[:5], plies[3], *plies[5:]])
    if number % 10 == 7:
        return text.replace("RE[B", "RE[W", 1)
    return text


def batches(count: int, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """Batches of records, each with an id."""
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        texts = []
        made = {
            kind: iter(kifu.random(kind[0], size=kind[1], komi=kind[2], seed=1 + first, count=BATCH // len(KINDS) + 1))
            for kind in KINDS
        }
        for number in numbers:
            text = next(made[KINDS[number % len(KINDS)]])
            black, white = PLAYERS[number % 4], PLAYERS[(number + 1 + number // 4 % 3) % 4]
            texts.append(spoilt(text.replace("GN[", f"PB[{black}]PW[{white}]GN[", 1), number))
        yield pyarrow.record_batch({"id": list(numbers), "record": texts}, schema=schema)


def write(folder: Path, count: int) -> None:
    """Writes `records.parquet`, `verdicts.parquet` and `plies.parquet`."""
    folder.mkdir(parents=True, exist_ok=True)
    schema = pyarrow.schema({"id": pyarrow.int64(), "record": pyarrow.string()})
    records = folder / "records.parquet"
    with pyarrow.parquet.ParquetWriter(records, schema, compression="zstd") as writer:
        for batch in batches(count, schema):
            writer.write_batch(batch)
    for name, table in [("verdicts", kifu.validate_arrow), ("plies", kifu.plies_arrow)]:
        # The records are read part by part, and the result is written as it comes.
        with pyarrow.parquet.ParquetFile(records) as file:
            stream = table(file.iter_batches(BATCH), keep=["id"])
            reader = pyarrow.RecordBatchReader.from_stream(stream)
            with pyarrow.parquet.ParquetWriter(folder / f"{name}.parquet", reader.schema, compression="zstd") as writer:
                for batch in reader:
                    writer.write_batch(batch)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a data set of random games.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1_000, help="number of games [default: 1000]")
    options = parser.parse_args()
    write(options.folder, options.count)


if __name__ == "__main__":
    main()
