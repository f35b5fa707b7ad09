#!/usr/bin/python3
"""bus_fuzz.py SEED COUNT ACCOUNT BASE: calls every method of the agent with made-up arguments.

The methods are those that the agent itself tells of. Every call that reaches it has to be answered, and by the same
agent to the end; what is not is printed, and what was answered is counted at the end. The same seed makes the same calls.
"""

import os
import random
import socket
import sys
from collections import Counter
from xml.etree import ElementTree

from bus_wire import AGENT, ERROR, Bus, Gone, split

INTERFACES = (AGENT, "org.acctstore.Manager1")
# Nothing here leads off this machine.
HOSTS = ("127.0.0.1:9", "[::1]:9", "127.0.0.1")
OPTIONS = {
    "interactive": "b", "timeout": "u", "terminal": "h", "trace": "h", "account": "s", "all": "b", "confirmed": "b",
    "merging": "b", "ask": "s", "default": "b", "service": "s", "app": "s", "permissions": "as", "username": "s"}
TYPES = ("y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "as", "ay", "a(ss)", "a{sv}", "v", "(sv)")


class Fuzzer:
    def __init__(self, seed, account, base):
        self.random, self.account, self.base = random.Random(seed), account, base
        self.bus, self.answers = Bus(timeout=90), Counter()
        self.agent = self.owner()
        self.methods = self.told()

    def owner(self):
        return self.bus.ask_bus("GetConnectionUnixProcessID", "s", (AGENT,)).arguments[0]

    def told(self):
        """The interface, name and types of every method that the agent tells of."""
        xml = self.bus.call("Introspect", interface="org.freedesktop.DBus.Introspectable").arguments[0]
        return sorted(
            (interface.get("name"), method.get("name"),
             "".join(arg.get("type") for arg in method.iter("arg") if arg.get("direction") == "in"))
            for interface in ElementTree.fromstring(xml).iter("interface") if interface.get("name") in INTERFACES
            for method in interface.iter("method"))

    # Values

    def text(self):
        choose = self.random.choice
        return choose((
            lambda: "", lambda: self.account, lambda: choose(("1", "2", "@alice", "local:alice", "none", "*", "local:*")),
            lambda: choose(("local", "", "mastodon/127.0.0.1:9", "no/such/service", "-")),
            lambda: choose(("GET", "POST", "DELETE", "get", "G E T", "CONNECT", "read", "write", "reveal")),
            lambda: self.base + choose(("1.1/x.json", "", "oauth/access_token", "1.1/../x", "1.1/%2e%2e/x", "?a=b#c")),
            lambda: f"http://{choose(HOSTS)}/{self.noise(10)}",
            lambda: choose(("exe:/bin/true", "script:/x", "any", "terminal", "unit:x.service", "flatpak:a.b", "exe:")),
            lambda: self.noise(self.random.randrange(30)), lambda: self.noise(1) * self.random.randrange(100_000)))()

    def noise(self, length):
        return "".join(
            self.random.choice("aZ0 %&=+/\\:@#?\"'<>\r\n\t\x01\x1b\x7f\u202e\u00e9\ufeff\U0001f600\u0430") for _ in range(length))

    def value(self, kind, depth=0):
        """A value of one complete type."""
        draw = self.random
        if kind == "s":
            return self.text()
        if kind == "o":
            return draw.choice(("/", "/org/acctstore/Agent1", "/a"))
        if kind == "g":
            return draw.choice(("", "s", "a{sv}", "(ii)"))
        if kind == "b":
            return draw.randrange(2)
        if kind == "h":
            return draw.choice((0, 0, 0, 1, 7, 0xFFFFFFFF))
        if kind == "d":
            return draw.choice((0.0, -1.5, float("inf"), float("nan")))
        if kind in "ynqiuxt":
            bits = {"y": 8, "n": 15, "q": 16, "i": 31, "u": 32, "x": 63, "t": 64}[kind]
            return draw.choice((0, 1, 2, 150, 1 << (bits - 1), (1 << bits) - 1)) % (1 << bits)
        if kind == "v":
            inner = "s" if depth > 20 else draw.choice((*TYPES, "v", "v"))
            return inner, self.value(inner, depth + 1)
        if kind == "ay":
            return draw.randbytes(draw.choice((0, 1, 100, 70_000)))
        if kind == "a{sv}":
            return self.options(depth)
        if kind[0] == "a":
            return [self.value(kind[1:], depth + 1) for _ in range(draw.choice((0, 1, 2, 5, 300)))]
        return tuple(self.value(member, depth + 1) for member in split(kind[1:-1]))

    def options(self, depth):
        chosen = []
        for name in self.random.sample(sorted(OPTIONS), self.random.randrange(5)):
            kind = OPTIONS[name] if self.random.random() < 0.7 else self.random.choice(TYPES)
            chosen.append((name, (kind, self.value(kind, depth + 1))))
        return chosen

    def descriptors(self):
        """Some that a program may have by mistake or on purpose. None of them ever has something to read for long."""
        opened = []
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 5))):
            kind = self.random.randrange(7)
            if kind == 0:
                opened.append(os.open("/", os.O_RDONLY))
            elif kind == 1:
                opened.append(os.open("/dev/zero", os.O_RDONLY))
            elif kind == 2:
                opened.append(os.open("/dev/null", os.O_WRONLY))
            elif kind == 3:
                reader, writer = os.pipe()
                os.close(writer)
                opened.append(reader)
            elif kind == 4:
                opened += os.pipe()
            elif kind == 5:
                opened.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).detach())
            else:
                opened.append(os.open("/dev/null", os.O_RDONLY))
        return opened

    # Calls

    def call(self, number):
        interface, name, types = self.random.choice(self.methods)
        chance = self.random.random()
        if chance < 0.05:
            types = "".join(self.random.choice(TYPES) for _ in range(self.random.randrange(6)))
        elif chance < 0.07:
            name, types = self.random.choice(("", "x" * 255, "sign", "Get.Token")) or "Nothing", ""
        arguments = [self.value(kind) for kind in split(types)]
        if types.endswith("a{sv}"):
            # Whatever waits for something that does not come is given up.
            arguments[-1] = [each for each in arguments[-1] if each[0] != "timeout"] + [("timeout", ("u", 1))]
        descriptors = self.descriptors()
        try:
            answer = self.bus.call(name, types, arguments, descriptors, interface=interface)
        except Gone:
            # The bus takes no such message, and lets nobody go on who sent one.
            self.bus.close()
            self.bus = Bus(timeout=90)
            self.answers["not let through by the bus"] += 1
            return
        except TimeoutError:
            sys.exit(f"call {number}, {interface}.{name}, was not answered: {str(arguments)[:500]}")
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        for descriptor in answer.descriptors:
            os.close(descriptor)
        self.answers[answer.error if answer.kind == ERROR else "an answer"] += 1
        if answer.error in ("org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Failed"):
            print(f"call {number}, {interface}.{name}: {answer.arguments}, for {str(arguments)[:500]}")

    def run(self, count):
        for number in range(count):
            self.call(number)
        if self.owner() != self.agent:
            print("the agent is another one")
        print(*sorted(f"{kind}: {number}" for kind, number in self.answers.items()), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    Fuzzer(int(sys.argv[1]), sys.argv[3], sys.argv[4]).run(int(sys.argv[2]))
