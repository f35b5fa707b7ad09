#!/usr/bin/python3
"""bus_keyring.py COUNT: keeps so many more accounts in the keyring, all like the one that is there."""

import json
import sys
import uuid

from bus_wire import ERROR, Bus

SECRETS, ROOT = "org.freedesktop.secrets", "/org/freedesktop/secrets"
SERVICE, ITEM = "org.freedesktop.Secret.Service", "org.freedesktop.Secret.Item"
COLLECTION = "org.freedesktop.Secret.Collection"
DEFAULT = ROOT + "/aliases/default"


def main():
    bus = Bus()

    def ask(path, interface, member, signature="", arguments=()):
        answer = bus.call(member, signature, arguments, interface=interface, path=path, destination=SECRETS)
        if answer.kind == ERROR:
            sys.exit(f"{member}: {answer.error}: {answer.arguments}")
        return answer.arguments

    session = ask(ROOT, SERVICE, "OpenSession", "sv", ("plain", ("s", "")))[1]
    found = ask(ROOT, SERVICE, "SearchItems", "a{ss}", ([("xdg:schema", "org.acctstore.Account")],))[0][0]
    attributes = dict(ask(found, "org.freedesktop.DBus.Properties", "Get", "ss", (ITEM, "Attributes"))[0])
    secret = json.loads(ask(found, ITEM, "GetSecret", "o", (session,))[0][2])
    for number in range(2, 2 + int(sys.argv[1])):
        changed = {
            **attributes, "number": str(number), "id": str(uuid.UUID(int=number)), "user-id": str(2000 + number),
            "username": f"person{number}"}
        content = json.dumps(secret, separators=(",", ":")).encode()
        ask(DEFAULT, COLLECTION, "CreateItem", "a{sv}(oayays)b", (
            [(ITEM + ".Label", ("s", f"person {number}")), (ITEM + ".Attributes", ("a{ss}", sorted(changed.items())))],
            (session, b"", content, "text/plain"), False))


if __name__ == "__main__":
    main()
