"""`python -m puzzlewright` is the command `puzzlewright`."""

import sys

from puzzlewright.cli import main

if __name__ == "__main__":
    sys.exit(main())
