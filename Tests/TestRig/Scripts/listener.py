#!/usr/bin/python3
"""A program that wants to hear of changes: lists all accounts, prints `ready`, then each signal and its service.

It lists again whenever its access changed, before it prints that."""

from gi.repository import Gio, GLib

AGENT = "org.acctstore.Agent1"
connection = Gio.bus_get_sync(Gio.BusType.SESSION)
options = {"watch": GLib.Variant("b", True), "interactive": GLib.Variant("b", False)}


def list_accounts():
    connection.call_sync(
        AGENT, "/org/acctstore/Agent1", AGENT, "ListAccounts", GLib.Variant("(sa{sv})", ("", options)), None,
        Gio.DBusCallFlags.NONE, 60000, None)


def take(connection, sender, path, interface, signal, arguments):
    if signal == "AccessChanged":
        list_accounts()
    print(signal, *arguments.unpack(), flush=True)


connection.signal_subscribe(AGENT, AGENT, None, None, None, Gio.DBusSignalFlags.NONE, take)
list_accounts()
print("ready", flush=True)
GLib.MainLoop().run()
