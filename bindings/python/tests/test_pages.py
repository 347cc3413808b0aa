"""The pages and the notebook: their examples are run."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT


def blocks(page: str) -> str:
    """The examples of a page in their order, at the lines where they stand."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lines, is_code = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = line == "```python"
            line = ""
        lines.append(line if is_code else "")
    return "\n".join(lines)


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the data set is made by the command of the page."""
    folder = tmp_path_factory.mktemp("tables")
    (line,) = re.findall(r"^\$ python (.*)$", (ROOT / "docs" / "tables.md").read_text(), re.MULTILINE)
    program, target = line.split()
    done = subprocess.run([sys.executable, ROOT / program, target], cwd=folder, capture_output=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("page", ["python.md", "arrow.md"])
def test_the_examples_of_a_page_hold(page: str) -> None:
    if page == "arrow.md":
        pytest.importorskip("polars")
    code = blocks(page)
    assert code.count("assert") >= 2
    exec(compile(code, page, "exec"), {})


def test_the_queries_hold(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("duckdb", "polars", "pyarrow"):
        pytest.importorskip(library)
    monkeypatch.chdir(games)
    code = blocks("tables.md")
    assert code.count("assert") >= 10
    exec(compile(code, "tables.md", "exec"), {})


def test_the_data_set_is_the_same_each_time(games: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write = runpy.run_path(str(ROOT / "examples" / "tables" / "dataset.py"))["write"]
    write(tmp_path, 1_000)
    for name in ("records", "verdicts", "plies"):
        first = parquet.read_table(games / "games" / f"{name}.parquet")
        assert first == parquet.read_table(tmp_path / f"{name}.parquet")


def test_the_notebook_runs(tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(ROOT / "examples" / "tables" / "games.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    images = [data for data in shown if "image/svg+xml" in data]
    pages = [data["text/html"] for data in shown if "<svg" in data.get("text/html", "")]
    assert len(images) == 1 and len(pages) == 2
    assert "ugo::occupied" in pages[1]
