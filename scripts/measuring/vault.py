"""The vault: what it costs to open, to list and to look up in."""

import subprocess

from measuring.table import Row

# Milliseconds.
UNLOCK_BESIDE_SCRYPT = 20
LIST = 50
# One account's look-up among 10,000 beside one among 10: flat, but for the caches of the processor.
FLAT = 2


def rows(bench):
    printed = subprocess.run([bench], check=True, stdout=subprocess.PIPE, text=True).stdout
    times = {name: int(value) / 1_000_000 for name, value in map(str.split, printed.splitlines())}
    beside = max(times["unlock"] - times["scrypt"], 0)
    few, many = times["lookup-10"], times["lookup-10000"]
    return [
        Row("unlock a vault of 1,000 accounts, without its scrypt", f"{beside:.1f} ms", f"{UNLOCK_BESIDE_SCRYPT} ms",
            beside / UNLOCK_BESIDE_SCRYPT, 1),
        Row("list 1,000 accounts of an open vault", f"{times['list']:.2f} ms", f"{LIST} ms", times["list"] / LIST, 1),
        Row("look one account of a vault up, of 10,000 beside of 10", f"{many * 1000:.1f} us", f"{few * 1000:.1f} us",
            many / few, FLAT),
    ]
