"""What several tests use."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kifu

ROOT = Path(__file__).resolve().parents[3]
GAMES = {"bargo": 4, "sygo": 5, "ugo": 5, "bamogo": 5, "margo": 4}


# A job in the background of a script ignores Ctrl-C, and so would every program that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def command(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Runs the command that the wheel brings."""
    program = [sys.executable, "-m", "kifu", *map(str, arguments)]
    return subprocess.run(program, capture_output=True, check=False, **options)  # type: ignore[call-overload, no-any-return]


def spoilt(text: str, rng: random.Random) -> str:
    """A record with something wrong in it, perhaps: a character more, less, or another one."""
    at = rng.randrange(len(text))
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + rng.choice("abcdefgh12345;[]()BW\\é") + text[at:]
    if kind == 2:
        return text[:at] + rng.choice("abcdefgh12345;[]()BW") + text[at + 1 :]
    return text[:at]


def mixed_records(count: int, seed: int = 1) -> list[str]:
    """Records of all games, about half of them spoilt."""
    rng = random.Random(seed)
    each = -(-count // len(GAMES))
    of_games = [kifu.random(game, size=size, seed=seed, count=each) for game, size in GAMES.items()]
    texts = [text for texts in zip(*of_games) for text in texts][:count]
    return [spoilt(text, rng) if rng.random() < 0.5 else text for text in texts]


@pytest.fixture(scope="session")
def records() -> list[str]:
    return mixed_records(int(os.environ.get("KIFU_PYTHON_RECORDS", "1000")))
