#!/usr/bin/python3
"""Unlocks, makes or protects a collection of gnome-keyring with no prompt. The password comes from stdin.

    keyring.py unlock COLLECTION-PATH
    keyring.py create LABEL            prints the path of the new collection
    keyring.py protect COLLECTION-PATH gives the password to a collection that has none
"""

import sys

import dbus

SERVICE = "org.freedesktop.secrets"
INTERNAL = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"

verb, name = sys.argv[1:]
service = dbus.SessionBus().get_object(SERVICE, "/org/freedesktop/secrets")
empty = dbus.String("", variant_level=1)
_, session = service.OpenSession("plain", empty, dbus_interface="org.freedesktop.Secret.Service")
password = sys.stdin.buffer.read()


def encoded(text):
    return dbus.Struct((session, dbus.ByteArray(b""), dbus.ByteArray(text), "text/plain"), signature="oayays")


secret = encoded(password)
internal = dbus.Interface(service, INTERNAL)
if verb == "unlock":
    internal.UnlockWithMasterPassword(dbus.ObjectPath(name), secret)
elif verb == "protect":
    # Of many items both take long: they are read, and written, one by one.
    internal.UnlockWithMasterPassword(dbus.ObjectPath(name), encoded(b""), timeout=600)
    internal.ChangeWithMasterPassword(dbus.ObjectPath(name), encoded(b""), secret, timeout=600)
else:
    label = {"org.freedesktop.Secret.Collection.Label": dbus.String(name, variant_level=1)}
    print(internal.CreateWithMasterPassword(dbus.Dictionary(label, signature="sv"), secret))
