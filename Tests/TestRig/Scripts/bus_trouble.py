#!/usr/bin/python3
"""bus_trouble.py ACCOUNT BASE [PART…]: sends the agent what no library would send, and looks at what comes back.

ACCOUNT may be used by this program; BASE is its service's. Prints every case that was answered otherwise than it should
be, and nothing else.
"""

import os
import socket
import sys
import tempfile
import time
import uuid

from bus_wire import AGENT, ERROR, ERROR_NAME, NO_REPLY, REPLY_SERIAL, RETURN, SIGNAL, Bus, Gone

OURS = "org.acctstore.Error."
INVALID = OURS + "InvalidArgument"
# What GDBus answers before the agent sees anything.
TYPES, UNKNOWN = "org.freedesktop.DBus.Error.InvalidArgs", "org.freedesktop.DBus.Error.UnknownMethod"
INTERFACE = "org.freedesktop.DBus.Error.UnknownInterface"
PROPERTIES = "org.freedesktop.DBus.Properties"
SIGN, PERFORM = "sssa(ss)a{sv}", "sssa(ss)a(ss)ha{sv}"
SMALL_TIME = [("timeout", ("u", 1))]


class Trouble:
    def __init__(self, account, base):
        self.account, self.url = account, base + "1.1/statuses/update.json"
        self.bus = Bus()
        self.agent = self.owner()

    def owner(self):
        return self.bus.ask_bus("GetConnectionUnixProcessID", "s", (AGENT,)).arguments[0]

    def sign(self, options=(), parameters=(), **more):
        return self.bus.call(
            "Sign", SIGN, (more.pop("account", self.account), "POST", more.pop("url", self.url), parameters, options),
            **more)

    def perform(self, body, options=SMALL_TIME, url=None):
        try:
            return self.bus.call(
                "Perform", PERFORM, (self.account, "POST", url or self.url, [], [], 0, options), [body])
        finally:
            os.close(body)

    def expect(self, case, answer, *wanted):
        got = answer.error if answer.kind == ERROR else "an answer"
        if got not in wanted:
            print(f"{case}: {got} {str(answer.arguments)[:300]}, not {' or '.join(map(str, wanted))}")
        for descriptor in answer.descriptors:
            os.close(descriptor)

    # Calls

    def names(self):
        call = self.bus.call
        self.expect("unknown method", call("Steal", "s", ("x",)), UNKNOWN)
        self.expect("unknown interface", call("Sign", interface="org.acctstore.Agent2"), INTERFACE, UNKNOWN)
        self.expect("no interface, ambiguous", call("Sign", interface=None), UNKNOWN, TYPES, INTERFACE)
        self.expect("unknown object", call("Ping", path="/org/acctstore"), UNKNOWN)
        get = {"interface": PROPERTIES}
        self.expect("unknown property", call("Get", "ss", (AGENT, "Token"), **get), TYPES)
        self.expect("property elsewhere", call("Get", "ss", ("org.acctstore.Nothing", "Version"), **get), TYPES)
        self.expect("property read", call("Get", "ss", (AGENT, "Version"), **get), "an answer")
        self.expect(
            "property set", call("Set", "ssv", (AGENT, "Version", ("s", "x")), **get), TYPES,
            "org.freedesktop.DBus.Error.PropertyReadOnly")

    def types(self):
        call = self.bus.call
        for signature, arguments in (
                ("", ()), ("s", (self.account,)), ("ay", (b"x" * 100,)), ("v", (("s", "x"),)),
                ("sssa(ss)a{ss}", (self.account, "GET", self.url, [], [("a", "b")])),
                ("sssa{ss}a{sv}", (self.account, "GET", self.url, [("a", "b")], [])),
                ("(sssa(ss)a{sv})", ((self.account, "GET", self.url, [], []),))):
            self.expect(f"Sign of type {signature}", call("Sign", signature, arguments), TYPES)
        for name, value in (
                ("interactive", ("s", "no")), ("interactive", ("v", ("b", 0))), ("timeout", ("s", "1")),
                ("timeout", ("i", -1)), ("terminal", ("u", 0)), ("terminal", ("h", 0)), ("terminal", ("h", 9)),
                ("trace", ("h", 0xFFFFFFFF)), ("timeout", ("a(ss)", [("a", "b")]))):
            self.expect(f"option {name} of type {value}", self.sign([(name, value)]), INVALID)
        deep = ("s", "x")
        for _ in range(50):
            deep = ("v", deep)
        self.expect("fifty variants in one another", self.sign([("unknown", deep)]), "an answer")
        self.expect("unknown options", self.sign([(f"o{n}", ("s", "x")) for n in range(1000)]), "an answer")

    def values(self):
        for account in ("", "1", "@alice", "x" * 10_000, "\r\n", self.account + "\n", self.account + " "):
            self.expect(f"account {account[:20]!r}", self.sign(account=account), INVALID)
        self.expect("unknown account", self.sign(account=str(uuid.UUID(int=7))), OURS + "NoSuchAccount")
        for url in ("", "nonsense", "http://", "http://[::1", self.url + "\n", "x" * 100_000):
            self.expect(f"URL {url[:20]!r}", self.sign(url=url), INVALID, OURS + "URLNotAllowed")
        many = [(f"p{n}", f"v{n}\r\n") for n in range(1000)]
        answer = self.sign(parameters=many)
        body = answer.arguments[2].decode() if answer.kind == RETURN else ""
        if body.count("&") != 999 or "p999=v999%0D%0A" not in body:
            print(f"a thousand parameters: {answer.error} {body[:100]}")

    def sizes(self):
        megabytes = 60
        for case, answer in (
                ("URL", lambda: self.sign(url="x" * (megabytes << 20))),
                ("account", lambda: self.sign(account="x" * (megabytes << 20))),
                ("parameter", lambda: self.sign(parameters=[("status", "x" * (megabytes << 20))])),
                ("parameters", lambda: self.sign(parameters=[("a", "b")] * (8 << 16))),
                ("option", lambda: self.sign([("o", ("ay", bytes(megabytes << 20)))])),
                ("options", lambda: self.sign([(f"{n}", ("y", 1)) for n in range(8 << 16)]))):
            start = time.monotonic()
            self.expect(f"a huge {case}", answer(), INVALID)
            if time.monotonic() - start > 60:
                print(f"a huge {case}: took {time.monotonic() - start:.0f} s")
        self.expect("afterwards", self.sign(), "an answer")

    # Descriptors

    def descriptors(self):
        folder = tempfile.mkdtemp()
        os.mkfifo(folder + "/fifo")
        reader, writer = os.pipe()
        ours, theirs = socket.socketpair()
        datagram = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        given_up = (OURS + "Cancelled", OURS + "OutcomeUnknown")
        try:
            for case, body, *wanted in (
                    ("a folder", os.open(folder, os.O_RDONLY), INVALID),
                    ("one for a path", os.open(folder, os.O_PATH), INVALID),
                    ("nothing, open for writing", os.open("/dev/null", os.O_WRONLY), "an answer"),
                    # What never has anything to read is waited for, as long as the caller says.
                    ("an unconnected socket", os.dup(datagram.fileno()), *given_up),
                    ("a socket where nobody writes", os.dup(theirs.fileno()), *given_up),
                    ("a pipe where nobody writes", os.dup(reader), *given_up),
                    ("the wrong end of a pipe", os.dup(writer), *given_up),
                    ("a fifo that nobody opens", os.open(folder + "/fifo", os.O_RDWR), *given_up),
                    ("without end", os.open("/dev/zero", os.O_RDONLY), *given_up)):
                self.expect(f"a body that is {case}", self.perform(body), *wanted)
        finally:
            for descriptor in (reader, writer):
                os.close(descriptor)
            for each in (ours, theirs, datagram):
                each.close()
        self.expect("a body that was not sent", self.bus.call(
            "Perform", PERFORM, (self.account, "POST", self.url, [], [], 0, SMALL_TIME)), INVALID)
        spare = [os.open("/dev/null", os.O_RDONLY) for _ in range(10)]
        self.expect("descriptors that nothing names", self.bus.call(
            "Sign", SIGN, (self.account, "POST", self.url, [], []), spare), "an answer")
        self.expect("one descriptor named twice", self.bus.call(
            "Sign", SIGN, (self.account, "POST", self.url, [], [("terminal", ("h", 0)), ("trace", ("h", 0))]), spare[:1]),
            INVALID)
        for descriptor in spare:
            os.close(descriptor)

    # Messages

    def messages(self):
        bus = "org.freedesktop.DBus"
        for signal, body in (("NameLost", (AGENT,)), ("NameOwnerChanged", (AGENT, "", ""))):
            self.bus.send(self.bus.build(
                signal, "s" * len(body), body, interface=bus, path="/org/freedesktop/DBus", kind=SIGNAL,
                destination=AGENT))
        for kind in (RETURN, ERROR):
            self.bus.send(self.bus.build("Sign", "s", ("nobody asked",), kind=kind, fields=[
                (ERROR_NAME, ("s", "org.acctstore.Error.Failed")), (REPLY_SERIAL, ("u", 1))]))
        self.expect("after signals in the bus's name and answers to nothing", self.sign(), "an answer")
        for _ in range(20):
            self.bus.start("Sign", SIGN, (self.account, "POST", self.url, [], []), flags=NO_REPLY)
        self.expect("every flag", self.sign(flags=0xF4), "an answer")
        for case, message in (
                ("a false signature", lambda each: each.build("Sign", "s", ("x",), claimed="sssa(ss)a{sv}")),
                ("a signature that is none", lambda each: each.build("Sign", "s", ("x",), claimed="a{")),
                ("a path that is none", lambda each: each.build("Sign", path="org//x")),
                ("no UTF-8", lambda each: each.build("Sign", "s", (b"\xff\xfe",))),
                ("NUL in a text", lambda each: each.build("Sign", "s", ("a\0b",))),
                ("a length beyond the message", lambda each: each.build("Sign", "s", ("x",))[:-4] + b"\xff" * 4),
                ("noise", lambda each: os.urandom(4096))):
            each = Bus()
            try:
                each.send(message(each))
                each.socket.settimeout(0.2)
                each.next()
            except (Gone, TimeoutError):
                pass
            each.close()
            self.expect(f"after {case}", self.sign(), "an answer")

    def run(self, parts):
        for part in parts or ("names", "types", "values", "sizes", "descriptors", "messages"):
            getattr(self, part)()
        if self.owner() != self.agent:
            print("the agent is another one")


if __name__ == "__main__":
    Trouble(*sys.argv[1:3]).run(sys.argv[3:])
