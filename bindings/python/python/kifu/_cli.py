"""The console script `kifu`: the command line within the extension."""

from __future__ import annotations

import signal
import sys

from . import _kifu


def main() -> None:
    """Carries out the command line of this process, and ends it with the exit status of the command."""
    # Signals are for the command, which removes its temporary files and then ends by the signal, as every program.
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.default_int_handler:
            signal.signal(number, signal.SIG_DFL)
    sys.exit(_kifu.main(["kifu", *sys.argv[1:]], _kifu.__file__))


if __name__ == "__main__":
    main()
