"""Bodies too big or too deep to be given in a fault, and what is done to bodies on their way out."""

import zlib

PIECE = 1 << 20
GZIP = 16 + zlib.MAX_WBITS


def made(wanted):
    """The pieces of a body of JSON: {"nested": depth}, or {"long": bytes} for an array of one long text."""
    (kind, size), = wanted.items()
    if kind == "nested":
        yield b"[" * size + b"]" * size
    elif kind == "nested objects":
        yield b'{"errors":' * size + b"1" + b"}" * size
    elif kind == "long":
        yield from _long(size)
    else:
        raise ValueError(f"no such body: {kind}")


def _long(size):
    left = size - len('[""]')
    yield b'["'
    piece = b"a" * PIECE
    while left > 0:
        yield piece[:left]
        left -= PIECE
    yield b'"]'


def joined(pieces, gzip):
    """The whole body, compressed on the way where that is wanted: a bomb takes no more room than its gzip."""
    if not gzip:
        return b"".join(pieces)
    packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    packed = [packer.compress(piece) for piece in pieces]
    return b"".join([*packed, packer.flush()])
