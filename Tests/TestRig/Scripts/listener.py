#!/usr/bin/python3
"""A program that wants to hear of changes: lists all accounts, prints `ready`, then each signal and its service."""

from gi.repository import Gio, GLib

AGENT = "org.acctstore.Agent1"
connection = Gio.bus_get_sync(Gio.BusType.SESSION)
connection.signal_subscribe(
    AGENT, AGENT, None, None, None, Gio.DBusSignalFlags.NONE,
    lambda connection, sender, path, interface, signal, arguments: print(signal, *arguments.unpack(), flush=True))
options = {"watch": GLib.Variant("b", True), "interactive": GLib.Variant("b", False)}
connection.call_sync(
    AGENT, "/org/acctstore/Agent1", AGENT, "ListAccounts", GLib.Variant("(sa{sv})", ("", options)), None,
    Gio.DBusCallFlags.NONE, 60000, None)
print("ready", flush=True)
GLib.MainLoop().run()
