"""`python -m kifu` is the command `kifu`."""

from ._cli import main

if __name__ == "__main__":
    main()
