#!/usr/bin/python3
"""Posts what comes on standard input: acctstore signs and sends it, the answer comes back through a descriptor.

    apt install python3-gi
    acctstore grant ~/bin/post.py 1 --write
    echo "Hello" | ~/bin/post.py

Without the grant you are asked at the first run, and the answer is remembered:

    ~/bin/post.py wants to post as @alice (1, twitter).
"""

import json
import os
import sys
import tempfile

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

SERVICE = "twitter"
API = "https://api.x.com/"
# Somebody may be asked meanwhile, so wait longer than the usual 25 seconds; in milliseconds.
PATIENCE = 150_000


def call(bus, method, arguments, descriptors=None):
    """Calls a method of acctstore; answers what it gives, and the list of the descriptors that came along."""
    answer, received = bus.call_with_unix_fd_list_sync(
        "org.acctstore.Agent1", "/org/acctstore/Agent1", "org.acctstore.Agent1", method, arguments,
        None, Gio.DBusCallFlags.NONE, PATIENCE, descriptors, None)
    return answer.unpack(), received


def post(bus, account, text):
    """Posts a text and answers the id of the post."""
    # The body travels as an open file, here one without a name. Its position is where reading begins.
    with tempfile.TemporaryFile() as body:
        body.write(json.dumps({"text": text}).encode())
        body.seek(0)
        descriptors = Gio.UnixFDList()
        handle = descriptors.append(body.fileno())  # a copy of its own
        (status, _, answer), received = call(
            bus, "Perform",
            GLib.Variant(
                "(sssa(ss)a(ss)ha{sv})",
                (account, "POST", API + "2/tweets", [], [("Content-Type", "application/json")], handle, {})),
            descriptors)
    # What the service answers is read to its end, with the connection kept until then: an answer that was cut short, or
    # whose program has left the bus, ends with an OSError.
    with os.fdopen(received.get(answer), "rb") as stream:
        answer = stream.read()
    if status != 201:
        sys.exit(f"error: the service answered {status}: {answer.decode(errors='replace')}")
    return json.loads(answer)["data"]["id"]


def main():
    text = sys.stdin.read().strip()
    # GIO closes the connection once nothing holds it.
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    # Asked for is the default account, else the only one. A no is an answer, not an error.
    (granted,), _ = call(bus, "RequestAccess", GLib.Variant("(sasa{sv})", (SERVICE, ["write"], {})))
    if not granted:
        sys.exit("access was not granted")
    (accounts,), _ = call(bus, "ListAccounts", GLib.Variant("(sa{sv})", (SERVICE, {})))
    # More may have been granted before: post as the one that was asked for, and as nobody else.
    account = next((each for each in accounts if each.get("default")), accounts[0])
    print(post(bus, account["id"], text))


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:
        name = Gio.DBusError.get_remote_error(error)
        message = error.message.removeprefix(f"GDBus.Error:{name}: ")
        # A post of which nobody knows whether it was posted is never sent again by a program.
        again = " (look before you send it again)" if name == "org.acctstore.Error.OutcomeUnknown" else ""
        sys.exit(f"error: {message}{again}")
