#!/usr/bin/python3
"""A double of org.gnome.keyring.SystemPrompter, the password dialog of a desktop.

Each argument answers one prompt: "password PW", "dismiss", "hang", "die", "sleep SECONDS password PW".
Without an answer left, prompts are dismissed. Prints `ready`, then `prompt` for each prompt.
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
import gi

gi.require_version("Gcr", "3")
from gi.repository import Gcr, GLib  # noqa: E402: the version comes first

INTERFACE = "org.gnome.keyring.internal.Prompter"
CALLBACK = INTERFACE + ".Callback"


def ignore(*_):
    """The daemon's answers to us change nothing."""


class Prompter(dbus.service.Object):
    def __init__(self, bus, answers):
        super().__init__(bus, "/org/gnome/keyring/Prompter")
        self.bus = bus
        self.answers = answers
        self.exchanges = {}

    def _callback(self, caller):
        sender, path = caller
        return dbus.Interface(self.bus.get_object(sender, path, introspect=False), CALLBACK)

    def _ready(self, caller, reply, exchange):
        properties = {"password-strength": dbus.Int32(1)} if exchange else {}
        self._callback(caller).PromptReady(
            reply, dbus.Dictionary(properties, signature="sv"), exchange, reply_handler=ignore, error_handler=ignore)
        return False

    @dbus.service.method(INTERFACE, in_signature="o", out_signature="", sender_keyword="sender")
    def BeginPrompting(self, path, sender=None):
        caller = (sender, path)
        self.exchanges[caller] = Gcr.SecretExchange.new(None)
        GLib.idle_add(self._ready, caller, "", "")

    @dbus.service.method(INTERFACE, in_signature="osa{sv}s", out_signature="", sender_keyword="sender")
    def PerformPrompt(self, path, kind, properties, exchange, sender=None):
        print("prompt", flush=True)
        caller = (sender, path)
        self.exchanges[caller].receive(exchange)
        answer = self.answers.pop(0) if self.answers else "dismiss"
        delay = 0
        if answer.startswith("sleep "):
            _, seconds, answer = answer.split(" ", 2)
            delay = int(float(seconds) * 1000)
        GLib.timeout_add(delay, self._give, caller, answer)

    def _give(self, caller, answer):
        verb, _, password = answer.partition(" ")
        exchange = self.exchanges.get(caller)
        if verb == "die":
            os._exit(0)
        if verb == "password":
            self._ready(caller, "yes", exchange.send(password, -1))
        elif verb == "dismiss":
            self._ready(caller, "no", exchange.send(None, -1))
        return False

    @dbus.service.method(INTERFACE, in_signature="o", out_signature="", sender_keyword="sender")
    def StopPrompting(self, path, sender=None):
        caller = (sender, path)
        if self.exchanges.pop(caller, None):
            self._callback(caller).PromptDone(reply_handler=ignore, error_handler=ignore)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.gnome.keyring.SystemPrompter", bus)
prompter = Prompter(bus, sys.argv[1:])
print("ready", flush=True)
GLib.MainLoop().run()
