#!/usr/bin/python3
"""Unlocks or makes a collection of gnome-keyring with no prompt. The password comes from stdin.

    keyring.py unlock COLLECTION-PATH
    keyring.py create LABEL            prints the path of the new collection
"""

import sys

import dbus

SERVICE = "org.freedesktop.secrets"
INTERNAL = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"

verb, name = sys.argv[1:]
service = dbus.SessionBus().get_object(SERVICE, "/org/freedesktop/secrets")
empty = dbus.String("", variant_level=1)
_, session = service.OpenSession("plain", empty, dbus_interface="org.freedesktop.Secret.Service")
password = dbus.ByteArray(sys.stdin.buffer.read())
secret = dbus.Struct((session, dbus.ByteArray(b""), password, "text/plain"), signature="oayays")
internal = dbus.Interface(service, INTERNAL)
if verb == "unlock":
    internal.UnlockWithMasterPassword(dbus.ObjectPath(name), secret)
else:
    label = {"org.freedesktop.Secret.Collection.Label": dbus.String(name, variant_level=1)}
    print(internal.CreateWithMasterPassword(dbus.Dictionary(label, signature="sv"), secret))
