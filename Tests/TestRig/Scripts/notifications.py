#!/usr/bin/python3
"""A double of org.freedesktop.Notifications, the program that shows bubbles on a desktop.

Arguments: the capabilities that it claims; `hang` as the only one: it never answers.
Prints `ready`, then a line of JSON for each notification: number, replaces, title, body.
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


class Notifications(dbus.service.Object):
    def __init__(self, bus, capabilities):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.capabilities = capabilities
        self.last = 0

    @dbus.service.method(NAME, in_signature="", out_signature="as", async_callbacks=("answer", "_fail"))
    def GetCapabilities(self, answer, _fail):
        if self.capabilities != ["hang"]:
            answer(dbus.Array(self.capabilities, signature="s"))

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, title, body, actions, hints, timeout):
        if not replaces:
            self.last += 1
        number = int(replaces) or self.last
        line = {"app": app, "number": number, "replaces": int(replaces), "title": title, "body": body}
        print(json.dumps(line), flush=True)
        return dbus.UInt32(number)


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    name = dbus.service.BusName(NAME, bus, do_not_queue=True)
    keep = Notifications(bus, sys.argv[1:])
    print("ready", flush=True)
    GLib.MainLoop().run()
    return name, keep


main()
