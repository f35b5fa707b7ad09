"""python3 -m measuring FOLDER-WITH-THE-PROGRAMS BENCH-SIGNING PEER: prints the table."""

import sys

from machine import Trouble
from measuring import library, programs
from measuring.table import print_table


def main():
    folder, *signers = sys.argv[1:]
    try:
        rows = programs.rows(folder)
    except Trouble:
        return 1
    print_table([*rows, *library.signing_rows(signers), *library.size_rows(folder)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
