#!/usr/bin/python3
"""As much of logind as sleep takes: `Inhibit`, and the signal `PrepareForSleep`.

Prints `ready`, then `delay` for each delay lock taken and `released` for each one that was let go.
Reads `sleep` and `awake` from stdin, and tells everybody.
"""

import os
import sys

from gi.repository import Gio, GLib

PATH = "/org/freedesktop/login1"
MANAGER = "org.freedesktop.login1.Manager"
INTERFACE = Gio.DBusNodeInfo.new_for_xml("""
<node><interface name="org.freedesktop.login1.Manager">
  <method name="Inhibit">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="h" direction="out"/>
  </method>
  <signal name="PrepareForSleep"><arg type="b"/></signal>
</interface></node>
""").interfaces[0]


def say(word):
    print(word, flush=True)


def released(descriptor, condition):
    say("released")
    os.close(descriptor)
    return False


def call(connection, sender, path, interface, method, parameters, invocation):
    what, who, why, mode = parameters.unpack()
    if (what, mode) != ("sleep", "delay"):
        invocation.return_dbus_error("org.freedesktop.DBus.Error.InvalidArgs", "a delay of sleep is all there is")
        return
    reading, writing = os.pipe()
    GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, reading, GLib.IO_HUP, released)
    descriptors = Gio.UnixFDList.new_from_array([writing])
    say("delay")
    invocation.return_value_with_unix_fd_list(GLib.Variant("(h)", (0,)), descriptors)


def told(descriptor, condition):
    for word in os.read(descriptor, 4096).decode().split():
        connection.emit_signal(None, PATH, MANAGER, "PrepareForSleep", GLib.Variant("(b)", (word == "sleep",)))
    return True


connection = Gio.bus_get_sync(Gio.BusType.SYSTEM)
connection.register_object(PATH, INTERFACE, call, None, None)
Gio.bus_own_name_on_connection(
    connection, "org.freedesktop.login1", Gio.BusNameOwnerFlags.NONE, lambda *_: say("ready"), None)
GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, sys.stdin.fileno(), GLib.IO_IN, told)
GLib.MainLoop().run()
