"""python3 -m measuring FOLDER-WITH-THE-PROGRAMS BENCH-READING BENCH-VAULT BENCH-SIGNING PEER: prints the table."""

import sys

from machine import Trouble
from measuring import bus, curve, library, programs, reading, vault
from measuring.table import print_table


def main():
    folder, reader, keeper, *signers = sys.argv[1:]
    try:
        rows = [*programs.rows(folder), *bus.rows(folder), *curve.rows(folder)]
    except Trouble:
        return 1
    print_table([
        *rows, *reading.reading_rows(reader), *vault.rows(keeper), *library.signing_rows(signers), *library.size_rows(folder),
    ])
    return 0


if __name__ == "__main__":
    sys.exit(main())
