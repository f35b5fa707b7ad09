"""Headers that tell when to try again, in the forms that services have for them."""

import time
from email.utils import formatdate

FORMS = {
    "epoch": lambda second: str(int(second)),
    "iso": lambda second: time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(second)),
    "milliseconds": lambda second: str(int(second * 1000)),
    "words": lambda second: "soon",
}
KNOWN = {"reset", "form", "limit", "remaining", "retry_after", "prefix"}


def limit_headers(wanted, now):
    """`reset` is in seconds from now by the server's clock; what is null or absent is no header.

    `form` is a word of FORMS; `retry_after` a number of seconds, or "date" for the reset as a date; `prefix` is
    "x-rate-limit-" unless given.
    """
    unknown = set(wanted) - KNOWN
    if unknown:
        raise ValueError("no such part of a rate limit: " + ", ".join(sorted(unknown)))
    prefix, reset, retry = wanted.get("prefix", "x-rate-limit-"), wanted.get("reset"), wanted.get("retry_after")
    found = {prefix + name: wanted.get(name) for name in ("limit", "remaining")}
    if reset is not None:
        found[prefix + "reset"] = FORMS[wanted.get("form", "epoch")](now + reset)
    found["retry-after"] = formatdate(now + reset, usegmt=True) if retry == "date" else retry
    return [(name, str(value)) for name, value in found.items() if value is not None]
