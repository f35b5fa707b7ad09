"""D-Bus on a bare socket: a client that also sends what no library would, and adds little to what it measures."""

import array
import os
import socket
import struct

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY = 1
SIZES = {"y": 1, "b": 4, "n": 2, "q": 2, "i": 4, "u": 4, "x": 8, "t": 8, "d": 8, "h": 4, "s": 4, "o": 4, "g": 1,
         "a": 4, "(": 8, "{": 8, "v": 1}
FORMATS = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I"}
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE, DESCRIPTORS = range(1, 10)
AGENT = "org.acctstore.Agent1"
OBJECT = "/org/acctstore/Agent1"


class Gone(Exception):
    """The bus closed the connection."""


def split(signature):
    """The complete types of a signature, one after another."""
    types, start = [], 0
    while start < len(signature):
        end = start
        while signature[end] == "a":
            end += 1
        depth = 0
        while True:
            depth += (signature[end] in "({") - (signature[end] in ")}")
            end += 1
            if depth == 0:
                break
        types.append(signature[start:end])
        start = end
    return types


def pad(out, size):
    out += bytes(-len(out) % size)


def write(out, kind, value):
    """Appends a value of one complete type. `v` takes a pair: signature and value."""
    pad(out, SIZES[kind[0]])
    if kind[0] in FORMATS:
        out += struct.pack("<" + FORMATS[kind[0]], value)
    elif kind in ("s", "o"):
        text = value if isinstance(value, bytes) else value.encode()
        out += struct.pack("<I", len(text)) + text + b"\0"
    elif kind == "g":
        out += bytes([len(value)]) + value.encode() + b"\0"
    elif kind == "v":
        write(out, "g", value[0])
        write(out, value[0], value[1])
    elif kind == "ay":
        out += struct.pack("<I", len(value)) + bytes(value)
    elif kind[0] == "a":
        place = len(out)
        out += bytes(4)
        pad(out, SIZES[kind[1]])
        start = len(out)
        for element in value.items() if isinstance(value, dict) else value:
            write(out, kind[1:], element)
        struct.pack_into("<I", out, place, len(out) - start)
    else:
        for member, part in zip(split(kind[1:-1]), value):
            write(out, member, part)


def read(data, place, kind):
    """The value of one complete type, and the place behind it."""
    place += -place % SIZES[kind[0]]
    if kind[0] in FORMATS:
        value, = struct.unpack_from("<" + FORMATS[kind[0]], data, place)
        return value, place + SIZES[kind[0]]
    if kind in ("s", "o"):
        length, = struct.unpack_from("<I", data, place)
        return bytes(data[place + 4:place + 4 + length]).decode(), place + 5 + length
    if kind == "g":
        return bytes(data[place + 1:place + 1 + data[place]]).decode(), place + 2 + data[place]
    if kind == "v":
        inner, place = read(data, place, "g")
        return read(data, place, inner)
    if kind[0] == "a":
        length, = struct.unpack_from("<I", data, place)
        place += 4
        place += -place % SIZES[kind[1]]
        if kind == "ay":
            return bytes(data[place:place + length]), place + length
        end, values = place + length, []
        while place < end:
            value, place = read(data, place, kind[1:])
            values.append(value)
        return (dict(values) if kind[1] == "{" else values), place
    values = []
    for member in split(kind[1:-1]):
        value, place = read(data, place, member)
        values.append(value)
    return tuple(values), place


class Message:
    """What came: its type, header fields, arguments and descriptors."""

    def __init__(self, kind, fields, body, descriptors):
        self.kind, self.fields, self.descriptors = kind, fields, descriptors
        self.error = fields.get(ERROR_NAME)
        self._body = body

    @property
    def arguments(self):
        return read(self._body, 0, f"({self.fields.get(SIGNATURE, '')})")[0]


class Bus:
    def __init__(self, address=None, timeout=60):
        address = address or os.environ["DBUS_SESSION_BUS_ADDRESS"]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(address.split("path=")[1].split(",")[0])
        self._in, self._descriptors, self._serial = bytearray(), [], 0
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self._line()
        self.socket.sendall(b"NEGOTIATE_UNIX_FD\r\n")
        self._line()
        self.socket.sendall(b"BEGIN\r\n")
        self.name = self.ask_bus("Hello").arguments[0]

    def _line(self):
        while b"\r\n" not in self._in:
            self._receive()
        line, _, rest = bytes(self._in).partition(b"\r\n")
        self._in = bytearray(rest)
        return line

    def _receive(self):
        try:
            data, ancillary, _, _ = self.socket.recvmsg(1 << 16, 1 << 12)
        except ConnectionError as error:
            raise Gone from error
        if not data:
            raise Gone
        for level, kind, content in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                self._descriptors += array.array("i", content[:len(content) // 4 * 4])
        self._in += data

    # What is sent

    def build(self, member, signature="", arguments=(), *, interface=AGENT, path=OBJECT, destination=AGENT,
              kind=CALL, flags=0, descriptors=0, claimed=None, fields=()):
        """A whole message with the next serial; `claimed` is the signature it says instead of the true one, `fields` are more of its header."""
        body = bytearray()
        for part, value in zip(split(signature), arguments):
            write(body, part, value)
        self._serial += 1
        fields = [(PATH, ("o", path)), (MEMBER, ("s", member)), (DESTINATION, ("s", destination)), *fields]
        if interface is not None:
            fields.append((INTERFACE, ("s", interface)))
        if claimed or signature:
            fields.append((SIGNATURE, ("g", claimed or signature)))
        if descriptors:
            fields.append((DESCRIPTORS, ("u", descriptors)))
        out = bytearray(struct.pack("<cBBBII", b"l", kind, flags, 1, len(body), self._serial))
        write(out, "a(yv)", fields)
        pad(out, 8)
        return out + body

    def send(self, data, descriptors=()):
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        try:
            sent = self.socket.sendmsg([data], rights)
            self.socket.sendall(memoryview(data)[sent:])
        except ConnectionError as error:
            raise Gone from error

    def start(self, member, signature="", arguments=(), descriptors=(), **more):
        """Sends a call without waiting for its answer; answers the serial."""
        self.send(self.build(member, signature, arguments, descriptors=len(descriptors), **more), descriptors)
        return self._serial

    # What comes

    def next(self):
        """The next message."""
        while (message := self._message()) is None:
            self._receive()
        return message

    def answers(self):
        """The answers that have come; waits for a message."""
        messages = [self.next()]
        while (message := self._message()) is not None:
            messages.append(message)
        return [message for message in messages if REPLY_SERIAL in message.fields]

    def _message(self):
        """Takes a message from what was received; None while there is no whole one."""
        if len(self._in) < 16:
            return None
        _, kind, _, _, body, _, fields = struct.unpack_from("<cBBBIII", self._in, 0)
        head = (16 + fields + 7) // 8 * 8
        if len(self._in) < head + body:
            return None
        fields = dict(read(self._in, 12, "a(yv)")[0])
        message = Message(kind, fields, bytes(self._in[head:head + body]), self._taken(fields.get(DESCRIPTORS, 0)))
        del self._in[:head + body]
        return message

    def _taken(self, count):
        taken, self._descriptors = self._descriptors[:count], self._descriptors[count:]
        return taken

    def answer(self, serial):
        """Waits for the answer to a call; whatever else comes before it is dropped."""
        while True:
            message = self.next()
            if message.fields.get(REPLY_SERIAL) == serial:
                return message

    def call(self, member, signature="", arguments=(), descriptors=(), **more):
        return self.answer(self.start(member, signature, arguments, descriptors, **more))

    def ask_bus(self, member, signature="", arguments=()):
        name = "org.freedesktop.DBus"
        return self.call(member, signature, arguments, interface=name, path="/org/freedesktop/DBus", destination=name)

    def ping(self):
        return self.call("Ping", interface="org.freedesktop.DBus.Peer")

    def close(self):
        self.socket.close()
        for descriptor in self._descriptors:
            os.close(descriptor)
