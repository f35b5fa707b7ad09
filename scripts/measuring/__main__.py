"""python3 -m measuring FOLDER-WITH-THE-PROGRAMS PEER: prints the table."""

import sys

from machine import Trouble
from measuring import library, programs
from measuring.table import print_table


def main():
    folder, peer = sys.argv[1:]
    try:
        rows = programs.rows(folder)
    except Trouble:
        return 1
    print_table([*rows, *library.signing_rows(folder, peer), *library.size_rows(folder)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
