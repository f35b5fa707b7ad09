#!/usr/bin/python3
"""A stand-in for the Secret Service that misbehaves as asked.

The one argument is a JSON object: `alias` (exported, not-exported, none), `locked` (of the collection), `prompt`
(complete, dismiss, never, vanish), `fail` (method to D-Bus error), `hang` (methods that never answer), `label` and
`lockedLabel` (of the collection), `keepsAttributes` (that are not given any more), `pretends` (that a locked item has an empty
secret and can be changed), `refusesUnknown` (InvalidArgs for the secrets of items of which one is gone), `adds` (attributes
of its own to each item, and refuses whoever names one), `locksLater` (than its prompt ends), `findsHidden` (an item that is no
object), `guards` (each item by a question, while the collection is open), `withholds` (the secrets of open items).
Prints `ready`, then `call METHOD` for each method called. Secrets travel in plain sessions only.
"""

import json
import sys

from gi.repository import Gio, GLib

ROOT = "/org/freedesktop/secrets"
COLLECTION = ROOT + "/collection/fake"
ALIAS = ROOT + "/aliases/default"
PROMPT = ROOT + "/prompt/1"
NONE = "/"
SECRET = "org.freedesktop.Secret."

INTERFACES = Gio.DBusNodeInfo.new_for_xml("""
<node>
<interface name="org.freedesktop.Secret.Service">
  <method name="OpenSession">
    <arg type="s" direction="in"/><arg type="v" direction="in"/>
    <arg type="v" direction="out"/><arg type="o" direction="out"/>
  </method>
  <method name="CreateCollection">
    <arg type="a{sv}" direction="in"/><arg type="s" direction="in"/>
    <arg type="o" direction="out"/><arg type="o" direction="out"/>
  </method>
  <method name="SearchItems">
    <arg type="a{ss}" direction="in"/><arg type="ao" direction="out"/><arg type="ao" direction="out"/>
  </method>
  <method name="Unlock">
    <arg type="ao" direction="in"/><arg type="ao" direction="out"/><arg type="o" direction="out"/>
  </method>
  <method name="Lock">
    <arg type="ao" direction="in"/><arg type="ao" direction="out"/><arg type="o" direction="out"/>
  </method>
  <method name="GetSecrets">
    <arg type="ao" direction="in"/><arg type="o" direction="in"/><arg type="a{o(oayays)}" direction="out"/>
  </method>
  <method name="ReadAlias"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
  <method name="SetAlias"><arg type="s" direction="in"/><arg type="o" direction="in"/></method>
  <property name="Collections" type="ao" access="read"/>
</interface>
<interface name="org.freedesktop.Secret.Collection">
  <method name="Delete"><arg type="o" direction="out"/></method>
  <method name="SearchItems"><arg type="a{ss}" direction="in"/><arg type="ao" direction="out"/></method>
  <method name="CreateItem">
    <arg type="a{sv}" direction="in"/><arg type="(oayays)" direction="in"/><arg type="b" direction="in"/>
    <arg type="o" direction="out"/><arg type="o" direction="out"/>
  </method>
  <property name="Items" type="ao" access="read"/>
  <property name="Label" type="s" access="readwrite"/>
  <property name="Locked" type="b" access="read"/>
  <property name="Created" type="t" access="read"/>
  <property name="Modified" type="t" access="read"/>
</interface>
<interface name="org.freedesktop.Secret.Item">
  <method name="Delete"><arg type="o" direction="out"/></method>
  <method name="GetSecret"><arg type="o" direction="in"/><arg type="(oayays)" direction="out"/></method>
  <method name="SetSecret"><arg type="(oayays)" direction="in"/></method>
  <property name="Locked" type="b" access="read"/>
  <property name="Attributes" type="a{ss}" access="readwrite"/>
  <property name="Label" type="s" access="readwrite"/>
  <property name="Created" type="t" access="read"/>
  <property name="Modified" type="t" access="read"/>
</interface>
<interface name="org.freedesktop.Secret.Session"><method name="Close"/></interface>
<interface name="org.freedesktop.Secret.Prompt">
  <method name="Prompt"><arg type="s" direction="in"/></method>
  <method name="Dismiss"/>
  <signal name="Completed"><arg type="b"/><arg type="v"/></signal>
</interface>
</node>
""")


class Refusal(Exception):
    """Answered as the D-Bus error of this name."""


class Item:
    def __init__(self, attributes, label, secret):
        self.attributes = attributes
        self.label = label
        self.secret = secret
        self.registration = None


class FakeService:
    def __init__(self, connection, wanted):
        self.connection = connection
        self.alias = wanted.get("alias", "exported")
        self.locked = wanted.get("locked", False)
        self.prompt = wanted.get("prompt", "complete")
        self.fail = wanted.get("fail", {})
        self.hang = wanted.get("hang", [])
        self.label = {False: wanted.get("label", "Fake"), True: wanted.get("lockedLabel", "Fake")}
        self.keeps_attributes = wanted.get("keepsAttributes", False)
        self.pretends = wanted.get("pretends", False)
        self.refuses_unknown = wanted.get("refusesUnknown", False)
        self.adds = wanted.get("adds", {})
        self.locks_later = wanted.get("locksLater", False)
        self.finds_hidden = wanted.get("findsHidden", False)
        self.guards = wanted.get("guards", False)
        self.allowed = set()
        self.withholds = wanted.get("withholds", False)
        self.items = {}
        self.made = 0
        self.prompted = []
        self.export(ROOT, "Service")
        self.export(COLLECTION, "Collection")
        if self.alias == "exported":
            self.export(ALIAS, "Collection")
        if self.prompt != "vanish":
            self.export(PROMPT, "Prompt")

    def export(self, path, interface):
        info = INTERFACES.lookup_interface(SECRET + interface)
        return self.connection.register_object(path, info, self.call, self.get, self.set)

    def call(self, connection, sender, path, interface, method, parameters, invocation):
        print("call", method, flush=True)
        if method in self.hang:
            return
        try:
            if method in self.fail:
                raise Refusal(self.fail[method])
            function = getattr(self, interface.rpartition(".")[2] + "_" + method)
            invocation.return_value(function(path, *parameters.unpack()))
        except Refusal as refusal:
            invocation.return_dbus_error(str(refusal), "as the test wants it")

    def get(self, connection, sender, path, interface, name):
        item = self.items.get(path)
        return {
            "Collections": lambda: GLib.Variant("ao", [COLLECTION]),
            "Items": lambda: GLib.Variant("ao", list(self.items)),
            "Label": lambda: GLib.Variant("s", item.label if item else self.label[self.locked]),
            "Locked": lambda: GLib.Variant("b", self.is_locked(path)),
            "Attributes": lambda: GLib.Variant("a{ss}", item.attributes | self.adds),
            "Created": lambda: GLib.Variant("t", 0),
            "Modified": lambda: GLib.Variant("t", 0),
        }[name]()

    def set(self, connection, sender, path, interface, name, value):
        print("call Set" + name, flush=True)
        if path not in self.items or self.locked:
            return self.pretends
        item, given = self.items[path], value.unpack()
        if name == "Attributes" and self.adds.keys() & given.keys():
            return False
        if name == "Attributes" and self.keeps_attributes:
            given = item.attributes | given
        setattr(item, name.lower(), given)
        return True

    def matching(self, attributes):
        wanted = set(attributes.items())
        return [path for path, item in self.items.items() if wanted <= set(item.attributes.items())]

    def new_path(self, below):
        self.made += 1
        return f"{below}/{self.made}"

    def Service_OpenSession(self, path, algorithm, value):
        if algorithm != "plain":
            raise Refusal("org.freedesktop.DBus.Error.NotSupported")
        session = self.new_path(ROOT + "/session")
        self.export(session, "Session")
        return GLib.Variant("(vo)", (GLib.Variant("s", ""), session))

    def Session_Close(self, path):
        return None

    def Service_CreateCollection(self, path, properties, alias):
        raise Refusal("org.freedesktop.DBus.Error.NotSupported")

    def Service_SearchItems(self, path, attributes):
        found = self.matching(attributes)
        closed = [item for item in found if self.is_locked(item)]
        return GLib.Variant("(aoao)", ([item for item in found if item not in closed], closed))

    def Service_Unlock(self, path, objects):
        if not self.locked and not any(map(self.is_locked, objects)):
            return GLib.Variant("(aoo)", (objects, NONE))
        self.prompted = objects
        return GLib.Variant("(aoo)", ([], PROMPT))

    def Service_Lock(self, path, objects):
        if self.locks_later:
            GLib.timeout_add(300, self.lock)
            return GLib.Variant("(aoo)", ([], PROMPT))
        self.lock()
        return GLib.Variant("(aoo)", (objects, NONE))

    def lock(self):
        self.locked = True
        # As a service may that does not send the new value along.
        changed = GLib.Variant("(sa{sv}as)", (SECRET + "Collection", {}, ["Locked"]))
        self.connection.emit_signal(
            None, COLLECTION, "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)
        return False

    def Service_GetSecrets(self, path, items, session):
        if self.refuses_unknown and not set(items) <= set(self.items):
            raise Refusal("org.freedesktop.DBus.Error.InvalidArgs")
        if self.withholds or self.locked and not self.pretends:
            return GLib.Variant("(a{o(oayays)})", ({},))
        given = [item for item in items if item in self.items and (self.pretends or not self.is_locked(item))]
        known = {item: self.secret(item, session) for item in given}
        return GLib.Variant("(a{o(oayays)})", (known,))

    def Service_ReadAlias(self, path, name):
        return GLib.Variant("(o)", (COLLECTION if name == "default" and self.alias != "none" else NONE,))

    def Service_SetAlias(self, path, name, collection):
        raise Refusal("org.freedesktop.DBus.Error.NotSupported")

    def Collection_Delete(self, path):
        raise Refusal("org.freedesktop.DBus.Error.NotSupported")

    def Collection_SearchItems(self, path, attributes):
        hidden = [COLLECTION + "/hidden"] if self.finds_hidden else []
        return GLib.Variant("(ao)", (self.matching(attributes) + hidden,))

    def Collection_CreateItem(self, path, properties, secret, replace):
        self.refuse_locked()
        attributes = properties.get(SECRET + "Item.Attributes", {})
        item = self.new_path(COLLECTION)
        self.items[item] = Item(attributes, properties.get(SECRET + "Item.Label", ""), secret)
        self.items[item].registration = self.export(item, "Item")
        return GLib.Variant("(oo)", (item, NONE))

    def Item_Delete(self, path):
        self.refuse_locked()
        self.connection.unregister_object(self.items.pop(path).registration)
        return GLib.Variant("(o)", (NONE,))

    def Item_GetSecret(self, path, session):
        self.refuse_locked(path)
        return GLib.Variant("((oayays))", (self.secret(path, session),))

    def Item_SetSecret(self, path, secret):
        if self.locked and self.pretends:
            return
        self.refuse_locked()
        self.items[path].secret = secret

    def Prompt_Prompt(self, path, window):
        if self.prompt != "never":
            GLib.idle_add(self.complete, self.prompt == "dismiss")

    def Prompt_Dismiss(self, path):
        GLib.idle_add(self.complete, True)

    def complete(self, dismissed):
        self.locked = self.locked and dismissed
        self.allowed.update([] if dismissed else self.prompted)
        unlocked = GLib.Variant("ao", [] if dismissed else self.prompted)
        result = GLib.Variant("(bv)", (dismissed, unlocked))
        self.connection.emit_signal(None, PROMPT, SECRET + "Prompt", "Completed", result)
        return False

    def is_locked(self, path):
        return self.locked or self.guards and path in self.items and path not in self.allowed

    def refuse_locked(self, path=COLLECTION):
        if self.is_locked(path):
            raise Refusal("org.freedesktop.Secret.Error.IsLocked")

    def secret(self, item, session):
        _, parameters, value, kind = self.items[item].secret
        return session, parameters, b"" if self.locked else value, kind


def main():
    connection = Gio.bus_get_sync(Gio.BusType.SESSION)
    FakeService(connection, json.loads(sys.argv[1]))
    Gio.bus_own_name_on_connection(
        connection, "org.freedesktop.secrets", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


main()
