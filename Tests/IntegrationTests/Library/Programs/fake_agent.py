"""An agent that answers Sign with the error that the URL's last part names: fake_agent.py. Ends with its bus."""

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

AGENT = "org.acctstore.Agent1"


class Refusal(dbus.DBusException):
    include_traceback = False


class Agent(dbus.service.Object):
    @dbus.service.method(AGENT, in_signature="sssa(ss)a{sv}", out_signature="sa(ss)ay")
    def Sign(self, account, method, url, parameters, options):
        name = url.rsplit("/", 1)[1]
        raise Refusal(f"what happened: {name}\nacctstore list", name=f"org.acctstore.Error.{name}")

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        # Of a release that this library has never heard of.
        return dbus.Struct(("99.0.0", "99"), signature="ss", variant_level=1)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(AGENT, bus)
Agent(bus, "/org/acctstore/Agent1")
print("ready", flush=True)
GLib.MainLoop().run()
