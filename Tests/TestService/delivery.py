"""How an answer is written to the connection: at once, or with the trouble that a fault makes."""

import time

PIECES_PER_SECOND = 10


def deliver(fault, head, body, write):
    """Writes the answer as the fault wants it. False: the connection is to be closed now."""
    if fault is None:
        write(head + body)
        return True
    time.sleep(fault.delay)
    if fault.raw is not None:
        write(fault.raw)
        return False
    limit = len(head) + len(body)
    if fault.drop is not None:
        limit = min(limit, fault.drop)
    if fault.drop_body is not None:
        limit = min(limit, len(head) + fault.drop_body)
    write(head[:limit])
    _drip(memoryview(body)[:max(0, limit - len(head))], fault.drip, write)
    if fault.hold is not None:
        time.sleep(fault.hold)
        return False
    return limit == len(head) + len(body) and fault.drop is None and not fault.tells_length_wrongly


def _drip(body, rate, write):
    size = max(1, rate // PIECES_PER_SECOND) if rate else len(body) or 1
    for at in range(0, len(body), size):
        if rate:
            time.sleep(size / rate)
        write(body[at:at + size])
