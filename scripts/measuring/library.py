"""The signing library beside other people's, and the programs' sizes."""

import subprocess
import tempfile
from pathlib import Path
from statistics import median

from measuring.table import Row

MEGABYTE = 1_000_000
TURNS = 7


def signing_rows(signers):
    rates = _rates(signers)
    ours, hmac = rates["signatures"], rates["one-shot-hmac"]
    headers, gomodule = rates["headers"], rates["gomodule-headers"]
    return [
        Row("HMAC-SHA1 signature, beside one-shot HMAC()", f"{ours:,}/s", f"{hmac:,}/s", hmac / ours, 3),
        Row("signed header, beside gomodule/oauth1", f"{headers:,}/s", f"{gomodule:,}/s", gomodule / headers, 1),
    ]


def size_rows(programs):
    return [_size_row(Path(programs) / name, limit) for name, limit in (("acctstore", 15), ("acctstore-agent", 25))]


def _rates(measured):
    """The median of what the programs printed, a name and a rate on each line, when they ran in turns."""
    rates = {}
    for program in [Path(program).resolve() for program in measured] * TURNS:
        printed = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
        for name, rate in map(str.split, printed.splitlines()):
            rates.setdefault(name, []).append(int(rate))
    return {name: int(median(values)) for name, values in rates.items()}


def _size_row(program, limit):
    with tempfile.TemporaryDirectory() as folder:
        stripped = Path(folder) / program.name
        subprocess.run(["strip", "-o", stripped, program], check=True)
        size = stripped.stat().st_size / MEGABYTE
    return Row(f"size of {program.name}, stripped", f"{size:.1f} MB", f"{limit} MB", size / limit, 1)
