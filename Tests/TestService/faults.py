"""Trouble on demand: what a test asks to go wrong with the next requests.

A fault is a JSON object. Which requests: `method` (any if absent), `path` (with `*`; any if absent), `times` (1; 0 for
ever), `skip` (so many pass first). What happens, each on its own or together:

    status, body or body_base64            this answer in place of the real one
    headers       an object or pairs: of that answer, or else added to the real one
    code or problem, shape, words          a refusal as refusals.py has it, in place of the real answer
    make          in place of it too: a body as bodies.py makes it
    redirect      the same with a Location; the status is 302 unless given
    process       true: the request is carried out all the same before that answer is given
    rate_limit    headers as limits.py says; with nothing else it comes with code 88
    gzip          true: the body is compressed, and says so
    cut           the body ends after so many bytes, and the head says that this is all
    length        Content-Length says so many bytes more than there are, or fewer where it is negative
    swallow       true: the request is carried out, and the connection closed without an answer
    drop          the connection is closed after so many bytes of the answer, its head included; with 0 the
                  request is not carried out
    drop_body     the same, counted from the first byte of the body
    delay         seconds before the first byte of the answer
    drip          bytes a second at which the body is sent, in pieces of at least one byte
    hold          seconds for which the connection stays open after the last byte, before it is closed
    raw           this text as the whole answer, head and all
"""

import base64
import fnmatch
import threading

from bodies import joined, made
from limits import limit_headers
from refusals import refusal
from wire import Answer

REFUSAL = {"code", "problem", "shape"}
ANSWER = {"status", "body", "body_base64", "redirect", "make", "rate_limit"} | REFUSAL
KNOWN = ANSWER | {
    "method", "path", "times", "skip", "headers", "words", "process", "gzip", "cut", "length", "swallow", "drop",
    "drop_body", "delay", "drip", "hold", "raw",
}


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
        self.hold = wanted.get("hold")
        self.tells_length_wrongly = wanted.get("length", 0) != 0
        self.raw = wanted["raw"].encode() if "raw" in wanted else None
        self.answer("", 0)  # what is wrong with the fault is told to the test that adds it

    @property
    def replaces(self):
        """Whether it is answered in place of the real answer."""
        return bool(ANSWER & set(self.wanted))

    @property
    def carries_out(self):
        """Whether the request still has its effect."""
        if self.wanted.get("swallow") or self.wanted.get("process"):
            return True
        return not self.replaces and self.raw is None and self.drop != 0

    @property
    def is_unanswered(self):
        return self.drop == 0 or self.raw is not None

    def answer(self, path, now):
        """What is answered in place of the real answer; None where it is the real one."""
        if not self.replaces:
            return None
        wanted = self.wanted
        status, body = wanted.get("status", 302 if "redirect" in wanted else 200), wanted.get("body", "").encode()
        headers = self._headers()
        if "body_base64" in wanted:
            body = base64.b64decode(wanted["body_base64"])
        if "redirect" in wanted:
            headers.append(("location", wanted["redirect"]))
        if "make" in wanted:
            headers.append(("content-type", "application/json;charset=utf-8"))
        if "rate_limit" in wanted:
            headers += limit_headers(wanted["rate_limit"], now)
        if REFUSAL & set(wanted) or set(wanted) & ANSWER == {"rate_limit"}:
            status, content_type, body = refusal(wanted if REFUSAL & set(wanted) else {"code": 88}, path)
            headers.append(("content-type", content_type))
        return Answer(status, body, headers)

    def _headers(self):
        headers = self.wanted.get("headers", {})
        return list(headers.items()) if isinstance(headers, dict) else [tuple(pair) for pair in headers]

    def dressed(self, answer):
        """The answer as it goes out, with the body made, compressed or cut, and the length told wrongly."""
        wanted = self.wanted
        pieces = made(wanted["make"]) if "make" in wanted else [answer.body]
        body = joined(pieces, wanted.get("gzip"))[:wanted.get("cut")]
        headers = list(answer.headers) if self.replaces else answer.headers + self._headers()
        if wanted.get("gzip"):
            headers.append(("content-encoding", "gzip"))
        if self.tells_length_wrongly:
            headers.append(("content-length", str(len(body) + wanted["length"])))
        return Answer(answer.status, body, headers)

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
