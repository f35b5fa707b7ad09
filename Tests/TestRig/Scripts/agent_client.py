"""A program of another's that speaks org.acctstore.Agent1, with nothing of acctstore's in it.

    agent_client.py [--wait] list
    agent_client.py [--wait] sign ACCOUNT URL
    agent_client.py [--wait] post ACCOUNT URL TEXT
    agent_client.py [--wait] credential ACCOUNT
    agent_client.py [--wait] secrets

Prints one line: the answer, or `error NAME: MESSAGE` with status 1. With --wait it says `ready` and begins when a line
comes on standard input.
"""
import os
import sys

import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

AGENT = ("org.acctstore.Agent1", "/org/acctstore/Agent1", "org.acctstore.Agent1")


def call(bus, method, arguments, descriptors=()):
    passed = Gio.UnixFDList.new()
    for descriptor in descriptors:
        passed.append(descriptor)
    answer, got = bus.call_with_unix_fd_list_sync(
        *AGENT, method, arguments, None, Gio.DBusCallFlags.NONE, 60_000, passed, None)
    return answer.unpack(), got.steal_fds() if got else []


def run(bus, word, *rest):
    if word == "list":
        accounts = call(bus, "ListAccounts", GLib.Variant("(sa{sv})", ("", {})))[0][0]
        return " ".join(account["username"] for account in accounts) or "none"
    if word == "sign":
        arguments = GLib.Variant("(sssa(ss)a{sv})", (rest[0], "GET", rest[1], [], {}))
        headers = call(bus, "Sign", arguments)[0][1]
        return " ".join(name for name, _ in headers)
    if word == "post":
        arguments = GLib.Variant(
            "(sssa(ss)a(ss)ha{sv})", (rest[0], "POST", rest[1], [("status", rest[2])], [], 0, {}))
        with open("/dev/null", "rb") as nothing:
            (status, *_), bodies = call(bus, "Perform", arguments, [nothing.fileno()])
        for body in bodies:
            os.close(body)
        return str(status)
    if word == "credential":
        _, descriptors = call(bus, "GetCredential", GLib.Variant("(sa{sv})", (rest[0], {})))
        return os.read(descriptors[0], 4096).decode()
    if word == "secrets":
        bus.call_sync(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.DBus.Peer", "Ping", None, None,
            Gio.DBusCallFlags.NONE, 60_000, None)
        return "reached"
    raise SystemExit(f"unknown word {word}")


def main(words):
    if words[0] == "--wait":
        print("ready", flush=True)
        sys.stdin.readline()
        words = words[1:]
    try:
        print(run(Gio.bus_get_sync(Gio.BusType.SESSION), *words), flush=True)
    except GLib.Error as error:
        # `GDBus.Error:NAME: MESSAGE`
        line = error.message.splitlines()[0].removeprefix("GDBus.Error:")
        print(f"error {line}", flush=True)
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
