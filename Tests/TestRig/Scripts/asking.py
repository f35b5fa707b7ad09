#!/usr/bin/python3
"""A program of somebody else's that uses accounts: it speaks to the agent over plain D-Bus, on one connection.

Each line of standard input is a JSON object; each is answered by one line of JSON.

    {"call": METHOD, "arguments": […]}   of org.acctstore.Agent1, in the D-Bus order and without the options;
                                         Perform's body is a path, {"zeros": count}, {"endless": true} or null
    "interactive": true                  lets the agent ask the person
    "leave": true                        closes the answer's body unread
    {"compare": URL}                     how Python and curl read a URL: scheme, host, port and what goes on the wire

The answer is {"answer": […]}, where a descriptor is {"text", "size", "sha256", "seals"}, or {"error": NAME, "message"}.
"""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import dbus

NAME, PATH = "org.acctstore.Agent1", "/org/acctstore/Agent1"
SIGNATURES = {
    "ListAccounts": "s", "RequestAccess": "sas", "Sign": "sssa(ss)", "Perform": "sssa(ss)a(ss)h",
    "GetCredential": "s",
}
SHOWN = 1 << 16
PIECE = 1 << 16


class Asking:
    def __init__(self):
        self.bus = dbus.SessionBus()

    def call(self, request):
        method, arguments = request["call"], list(request["arguments"])
        if method == "Perform":
            arguments[5] = dbus.types.UnixFd(self.body(arguments[5]))
        options = dbus.Dictionary({"interactive": request.get("interactive", False)}, signature="sv")
        signature = SIGNATURES[method] + "a{sv}"
        values = self.bus.call_blocking(NAME, PATH, NAME, method, signature, [*arguments, options], timeout=150)
        values = [values] if not isinstance(values, tuple) else list(values)
        return [self.plain(value, request.get("leave", False)) for value in values]

    def body(self, wanted):
        """A descriptor with the bytes that are to be sent."""
        if wanted is None:
            return os.open("/dev/null", os.O_RDONLY)
        if isinstance(wanted, str):
            return os.open(wanted, os.O_RDONLY)
        reader, writer = os.pipe()
        threading.Thread(target=fill, args=(writer, wanted.get("zeros")), daemon=True).start()
        return reader

    def plain(self, value, leave):
        if isinstance(value, dbus.types.UnixFd):
            return read(value.take(), leave)
        if isinstance(value, dbus.Array) and value.signature == "y":
            return bytes(value).decode("latin-1")
        return json.loads(json.dumps(value))


def fill(writer, count):
    """Writes so many zeros; without a count for as long as somebody reads."""
    piece = bytes(PIECE)
    try:
        while count is None or count > 0:
            count = None if count is None else count - os.write(writer, piece[:min(count, PIECE)])
            if count is None:
                os.write(writer, piece)
    except BrokenPipeError:
        pass
    os.close(writer)


def read(descriptor, leave):
    try:
        seals = fcntl.fcntl(descriptor, fcntl.F_GET_SEALS)
    except OSError:
        seals = None
    start, size, digest, trouble = b"", 0, hashlib.sha256(), None
    try:
        while not leave and (piece := os.read(descriptor, PIECE)):
            size += len(piece)
            digest.update(piece)
            start += piece[:SHOWN - len(start)]
    except OSError as error:
        trouble = error.strerror
    os.close(descriptor)
    return {
        "text": start.decode("utf-8", "replace"), "size": size, "sha256": digest.hexdigest(), "seals": seals,
        "trouble": trouble,
    }


def compare(url):
    """What Python makes of a URL, and the request line and host that curl makes of it."""
    parts = urlsplit(url)
    told = {"scheme": parts.scheme, "host": parts.hostname, "port": parts.port, "path": parts.path, "query": parts.query}
    curl = subprocess.run(
        ["curl", "--silent", "--globoff", "--max-time", "20", "--verbose", "--output", "/dev/null", url],
        capture_output=True, text=True, errors="replace")
    sent = [line[2:].rstrip("\r") for line in curl.stderr.splitlines() if line.startswith("> ")]
    told["curl"] = sent[0].split(" ")[1] if sent else None
    told["curl_host"] = next((line[6:] for line in sent if line.lower().startswith("host: ")), None)
    return told


def main():
    asking = Asking()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"answer": asking.call(request) if "call" in request else compare(request["compare"])}
        except dbus.DBusException as error:
            answer = {"error": error.get_dbus_name(), "message": error.get_dbus_message()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
