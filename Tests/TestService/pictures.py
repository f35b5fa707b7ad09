"""Pictures at /pictures/NAME.png: small ones, each name its own colours, and by some names trouble.

    huge      few bytes, but more points than anybody should unpack
    slow      comes a few bytes a second
    long      fifty megabytes of something else
    text      a text that says it is a picture
    cut       ends in the middle
    redirect  is elsewhere: at /pictures/moved.png
"""

import hashlib
import re
import struct
import zlib

from faults import Fault
from wire import Answer

PATH = re.compile(r"/pictures/([^/]+)\.png")
GREY, COLOUR = 0, 2
HUGE = 30000

TROUBLE = {
    "slow": {"drip": 20}, "long": {"make": {"long": 50_000_000}}, "cut": {"cut": 60},
    "text": {"status": 200, "body": "<script>no picture</script>", "headers": {"content-type": "image/png"}},
    "redirect": {"redirect": "/pictures/moved.png"},
}


def answer(call):
    """A picture, or None where the call is for something else."""
    match = PATH.fullmatch(call.path)
    if match is None or call.method != "GET":
        return None
    body = huge() if match[1] == "huge" else picture(match[1])
    return Answer(200, body, [("content-type", "image/png"), ("cache-control", "max-age=86400")])


def trouble(call):
    """The fault that belongs to a name, or None."""
    match = PATH.fullmatch(call.path)
    wanted = TROUBLE.get(match[1]) if match else None
    return None if wanted is None else Fault(wanted)


def picture(name):
    """Squares in two colours that follow from the name; square for a person's, broader for others."""
    width, height = (48, 48) if name.endswith("_normal") else (64, 48)
    seed = hashlib.sha256(name.encode()).digest()
    colours = seed[:3], seed[3:6]
    rows = (
        b"\0" + b"".join(colours[seed[6 + (x // 8 + y // 8 * 5) % 26] & 1] for x in range(width)) for y in range(height)
    )
    return _png(width, height, 8, COLOUR, rows)


def huge():
    row = bytes(1 + HUGE // 8)
    return _png(HUGE, HUGE, 1, GREY, (row for _ in range(HUGE)))


def _png(width, height, depth, colour, rows):
    packer = zlib.compressobj()
    data = b"".join([*map(packer.compress, rows), packer.flush()])
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
