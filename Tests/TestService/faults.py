"""Trouble on demand: what a test asks to go wrong with the next requests, and how it is brought about.

A fault is a JSON object. Which requests: `method` (any if absent), `path` (with `*`; any if absent), `times` (1; 0 for
ever), `skip` (so many pass first). What happens, each on its own or together:

    status, headers, body or body_base64   this answer in place of the real one; headers are an object or pairs
    redirect      the same with a Location; the status is 302 unless given
    process       true: the request is carried out all the same before that answer is given
    swallow       true: the request is carried out, and the connection closed without an answer
    drop          the connection is closed after so many bytes of the answer, its head included; with 0 the
                  request is not carried out
    drop_body     the same, counted from the first byte of the body
    delay         seconds before the first byte of the answer
    drip          bytes a second at which the body is sent, in pieces of at least one byte
    raw           this text as the whole answer, head and all
"""

import base64
import fnmatch
import threading
import time

from wire import Answer

KNOWN = {
    "method", "path", "times", "skip", "status", "headers", "body", "body_base64", "redirect", "process", "swallow",
    "drop", "drop_body", "delay", "drip", "raw",
}
PIECES_PER_SECOND = 10


class Fault:
    def __init__(self, wanted):
        unknown = set(wanted) - KNOWN
        if unknown:
            raise ValueError("no such part of a fault: " + ", ".join(sorted(unknown)))
        self.wanted = wanted
        self.left = wanted.get("times", 1) or None
        self.skip = wanted.get("skip", 0)
        self.delay = wanted.get("delay", 0)
        self.drip = wanted.get("drip")
        self.drop = 0 if wanted.get("swallow") else wanted.get("drop")
        self.drop_body = wanted.get("drop_body")
        self.raw = wanted["raw"].encode() if "raw" in wanted else None
        self.answer = self._answer()

    def _answer(self):
        """The answer in place of the real one, or None."""
        if not {"status", "body", "body_base64", "redirect"} & set(self.wanted):
            return None
        body = self.wanted.get("body", "").encode()
        if "body_base64" in self.wanted:
            body = base64.b64decode(self.wanted["body_base64"])
        headers = self.wanted.get("headers", {})
        headers = list(headers.items()) if isinstance(headers, dict) else [tuple(pair) for pair in headers]
        if "redirect" in self.wanted:
            headers.append(("location", self.wanted["redirect"]))
        return Answer(self.wanted.get("status", 302 if "redirect" in self.wanted else 200), body, headers)

    @property
    def carries_out(self):
        """Whether the request still has its effect."""
        if self.wanted.get("swallow") or self.wanted.get("process"):
            return True
        return self.answer is None and self.raw is None and self.drop != 0

    def fits(self, call):
        method, path = self.wanted.get("method"), self.wanted.get("path", "*")
        return (method is None or method == call.method) and fnmatch.fnmatchcase(call.path, path)


class Faults:
    """The faults in force, oldest first; the first that fits a request is used for it."""

    def __init__(self):
        self._faults = []
        self._lock = threading.Lock()

    def add(self, wanted):
        fault = Fault(wanted)
        with self._lock:
            self._faults.append(fault)

    def clear(self):
        with self._lock:
            self._faults.clear()

    def take(self, call):
        with self._lock:
            for fault in self._faults:
                if not fault.fits(call):
                    continue
                if fault.skip > 0:
                    fault.skip -= 1
                    continue
                self._count_down(fault)
                return fault
        return None

    def _count_down(self, fault):
        if fault.left is not None:
            fault.left -= 1
            if fault.left == 0:
                self._faults.remove(fault)


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
    _drip(body[:max(0, limit - len(head))], fault.drip, write)
    return limit == len(head) + len(body) and fault.drop is None


def _drip(body, rate, write):
    size = max(1, rate // PIECES_PER_SECOND) if rate else len(body) or 1
    for at in range(0, len(body), size):
        if rate:
            time.sleep(size / rate)
        write(body[at:at + size])
