"""The package as a whole: its help, its types, its command."""

from __future__ import annotations

import doctest
import inspect
import os
import pydoc
import signal
import subprocess
import sys
import time
from importlib import metadata, resources
from pathlib import Path

import pytest
from conftest import ROOT, command

import kifu


def public_objects() -> dict[str, object]:
    found: dict[str, object] = {"kifu": kifu}
    for name in [*kifu.__all__, "random"]:
        value = getattr(kifu, name)
        found[name] = value
        if inspect.isclass(value):
            members = vars(value).items()
            found |= {f"{name}.{key}": member for key, member in members if not key.startswith("_")}
    return found


def test_everything_public_is_documented() -> None:
    documented = {name: inspect.getdoc(value) for name, value in public_objects().items()}
    assert len(documented) > 100
    assert [name for name, text in documented.items() if not text] == []


def test_examples_do_what_they_show() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    parser = doctest.DocTestParser()
    count = 0
    for name, value in public_objects().items():
        text = inspect.getdoc(value) or ""
        test = parser.get_doctest(text, {"kifu": kifu}, name, None, None)
        count += len(test.examples)
        runner.run(test)
    assert runner.summarize().failed == 0
    assert count > 30


def test_a_star_imports_nothing_of_the_standard_library() -> None:
    assert set(kifu.__all__).isdisjoint(sys.stdlib_module_names if sys.version_info >= (3, 10) else ["random"])


def test_help_names_everything() -> None:
    text = pydoc.plain(pydoc.render_doc(kifu))
    assert "kifu.random(" in text
    for name in kifu.__all__:
        assert name in text
    assert "kifu.validate_files(" in text
    assert max(map(len, (kifu.__doc__ or "").splitlines())) <= 120
    assert "Arrow C interface" in text


def test_the_package_is_typed_and_has_no_dependencies() -> None:
    assert resources.files("kifu").joinpath("py.typed").is_file()
    assert metadata.requires("kifu") is None
    assert metadata.version("kifu") == kifu.__version__
    imported = "import sys, kifu; print([n for n in sys.modules if n in ('pyarrow', 'numpy', 'pandas')])"
    output = subprocess.run([sys.executable, "-c", imported], capture_output=True, text=True, check=True)
    assert output.stdout == "[]\n"


def test_the_stubs_are_those_of_the_package() -> None:
    stubtest = pytest.importorskip("mypy.stubtest")
    done = subprocess.run([sys.executable, "-m", stubtest.__name__, "kifu"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_pass_the_type_checker(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(
        "import kifu\n"
        "verdict, = kifu.validate('(;GM[ugo])', variations='all')\n"
        "reveal_type(verdict.score)\n"
        "position = kifu.Position('margo', (4, 4), setup={'AB': ['a1']})\n"
        "position.svg(theme='print')\n"
        "position.svg(theme='red')\n"
    )
    folder = Path(__file__).parent
    arguments = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path)]
    done = subprocess.run([*arguments, "use.py"], capture_output=True, text=True, cwd=tmp_path)
    revealed, wrong = done.stdout.splitlines()
    assert 'Literal["W"]' in revealed.replace("'", '"') and "float] | None" in revealed
    assert wrong.startswith("use.py:6:") and "wood" in wrong
    own = subprocess.run([*arguments, str(folder)], capture_output=True, text=True, cwd=folder.parent)
    assert own.returncode == 0, own.stdout


def test_the_command_has_the_exit_statuses_of_kifu(tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "kifu"
    cases: list[tuple[list[str], int]] = [
        (["--version"], 0),
        (["validate", str(ROOT / "records" / "ugo")], 1),
        (["validate", str(tmp_path / "none.sgf")], 2),
        (["nonsense"], 2),
        (["rules"], 0),
    ]
    for arguments, status in cases:
        done = subprocess.run([program, *arguments], capture_output=True)
        assert done.returncode == status, done.stderr
    done = command("validate", "-", input=b"(;GM[ugo]SZ[5];B[c3];W[c3])")
    assert done.returncode == 1 and b"ugo::occupied" in done.stdout
    assert command("--version").stdout.decode().strip() == f"kifu {kifu.__version__}"


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_ends_by_a_signal_and_tells_what_is_kept(number: signal.Signals, tmp_path: Path) -> None:
    source = tmp_path / "pipe"
    os.mkfifo(source)
    arguments = [sys.executable, "-m", "kifu", "fmt", str(source), "--output", str(tmp_path / "out.sgf")]
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    # The command waits for what is in the pipe.
    with open(source, "wb"):
        for _ in range(100):
            time.sleep(0.05)
            if len(list(tmp_path.iterdir())) > 1:
                break
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
    assert process.returncode == -number
    assert b"interrupted" in told and b"Traceback" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_interrupts_long_calls() -> None:
    for call in [
        "kifu.perft(kifu.Position('ugo', 9), 9)",
        "list(kifu.validate_many(text for _ in iter(int, 1)))",
        "kifu.random('ugo', size=19, count=10**9)",
        "[kifu.random('sygo', size=40) for _ in range(10**9)]",
    ]:
        code = (
            "import kifu, sys\ntext = kifu.random('ugo', size=9)[0]\nprint('ready', flush=True)\n"
            f"try:\n    {call}\nexcept KeyboardInterrupt:\n    sys.exit(7)\n"
        )
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 7, call
        process.stdout.close()


def test_the_cache_of_the_command_belongs_to_this_build(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    path = ROOT / "records" / "ugo"
    first = command("batch", "--cache", cache, path)
    assert first.returncode == 1 and any(cache.iterdir())
    assert command("batch", "--cache", cache, path).stdout == first.stdout
