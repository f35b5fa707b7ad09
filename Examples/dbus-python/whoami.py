#!/usr/bin/python3
"""Asks a service who an account is: signed by acctstore over D-Bus, sent by this program itself.

    apt install python3-gi
    acctstore grant ~/bin/whoami.py 1 --read
    ~/bin/whoami.py

Without the grant you are asked at the first run, and the answer is remembered:

    ~/bin/whoami.py wants to read as @alice (1, twitter).
"""

import json
import sys
import urllib.request

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

SERVICE = "twitter"
API = "https://api.x.com/"
# Somebody may be asked meanwhile, so wait longer than the usual 25 seconds; in milliseconds.
PATIENCE = 150_000


def call(bus, method, arguments):
    """Calls a method of acctstore and answers what it gives; the bus starts the agent where none runs."""
    answer = bus.call_sync(
        "org.acctstore.Agent1", "/org/acctstore/Agent1", "org.acctstore.Agent1", method, arguments,
        None, Gio.DBusCallFlags.NONE, PATIENCE, None)
    return answer.unpack()


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    # A no is an answer, not an error; where nobody can be asked there is an error, which says what to do.
    (granted,) = call(bus, "RequestAccess", GLib.Variant("(sasa{sv})", (SERVICE, ["read"], {})))
    if not granted:
        sys.exit("access was not granted")

    # Only what was granted is listed: to a program without a grant there are no accounts.
    (accounts,) = call(bus, "ListAccounts", GLib.Variant("(sa{sv})", (SERVICE, {})))
    for account in accounts:
        # A request that is signed is good for one use, within minutes, and exactly as it is.
        url, headers, _ = call(
            bus, "Sign",
            GLib.Variant("(sssa(ss)a{sv})", (account["id"], "GET", API + "2/users/me", [("user.fields", "name")], {})))
        request = urllib.request.Request(url, headers=dict(headers))
        with urllib.request.urlopen(request, timeout=30) as answer:
            person = json.load(answer)["data"]
        print(f"{account['number']}  @{person['username']}  {person['name']}")


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:
        # The first line says what happened, a second one how to go on.
        name = Gio.DBusError.get_remote_error(error)
        sys.exit("error: " + error.message.removeprefix(f"GDBus.Error:{name}: "))
