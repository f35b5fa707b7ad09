#!/usr/bin/python3
"""What another program of the session may do to the items of the default collection.

    secrets.py set-secret ATTRIBUTE=VALUE FROM TO    replaces a text in the secret, in the item's place
    secrets.py set ATTRIBUTE=VALUE NAME=VALUE        changes an attribute
    secrets.py delete ATTRIBUTE=VALUE
    secrets.py copy ATTRIBUTE=VALUE COLLECTION       makes the same item in another collection

Each means the items that have the attribute. The last word is what was done, once the keyring has answered.
"""

import sys

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

SECRET = "org.freedesktop.Secret."
PROPERTIES = "org.freedesktop.DBus.Properties"

verb, wanted, *words = sys.argv[1:]
bus = dbus.SessionBus(mainloop=DBusGMainLoop())
service = bus.get_object("org.freedesktop.secrets", "/org/freedesktop/secrets")
_, session = service.OpenSession("plain", dbus.String("", variant_level=1), dbus_interface=SECRET + "Service")
default = service.ReadAlias("default", dbus_interface=SECRET + "Service")
collection = bus.get_object("org.freedesktop.secrets", default)
attribute = dict([wanted.split("=", 1)])
paths = collection.SearchItems(attribute, dbus_interface=SECRET + "Collection")


def secret_of(item):
    return bytes(item.GetSecret(session, dbus_interface=SECRET + "Item")[2])


def encoded(secret):
    return dbus.Struct((session, dbus.ByteArray(b""), dbus.ByteArray(secret), "text/plain"), signature="oayays")


def attributes_of(item):
    return dict(item.Get(SECRET + "Item", "Attributes", dbus_interface=PROPERTIES))


def finish(prompt):
    """Runs the question that stands between an answer and what it is about, if there is one, to its end."""
    if prompt == "/":
        return
    loop = GLib.MainLoop()
    question = bus.get_object("org.freedesktop.secrets", prompt)
    question.connect_to_signal("Completed", lambda *_: loop.quit(), dbus_interface=SECRET + "Prompt")
    question.Prompt("", dbus_interface=SECRET + "Prompt")
    loop.run()


for path in paths:
    item = bus.get_object("org.freedesktop.secrets", path)
    if verb == "set-secret":
        old, new = (word.encode() for word in words)
        item.SetSecret(encoded(secret_of(item).replace(old, new)), dbus_interface=SECRET + "Item")
    elif verb == "set":
        # KeePassXC refuses a change that names what it tells of itself.
        kept = {name: value for name, value in attributes_of(item).items() if name not in ("Uuid", "Path")}
        changed = kept | dict([words[0].split("=", 1)])
        item.Set(SECRET + "Item", "Attributes", dbus.Dictionary(changed, signature="ss"), dbus_interface=PROPERTIES)
    elif verb == "delete":
        finish(item.Delete(dbus_interface=SECRET + "Item"))
    elif verb == "copy":
        properties = dbus.Dictionary(
            {SECRET + "Item.Label": "copy",
             SECRET + "Item.Attributes": dbus.Dictionary(attributes_of(item), signature="ss")}, signature="sv")
        bus.get_object("org.freedesktop.secrets", words[0]).CreateItem(
            properties, encoded(secret_of(item)), False, dbus_interface=SECRET + "Collection")
print(verb, len(paths))
