"""A TCP server on the loopback that does to its connections, byte for byte, what it is told.

    wire_server.py JSON     {"connections": [[step, …], …], "certificate": PEM, "key": PEM, "tls_version": "TLSv1",
                             "offers_http2": true}

The first connection gets the first list of steps, and so on; further ones get the last list. Steps, one key each:

    read: "head"      reads up to the empty line
    read: "request"   reads the head and the body that it tells of, by length or in chunks
    read: N           reads N bytes more
    send: TEXT        writes the text as Latin-1
    fill: [TEXT, N]   writes the text N times
    drip: [TEXT, S]   writes it byte by byte, with S seconds before each, until the peer is gone
    await: WORD       waits until WORD is a line on stdin
    tunnel: PORT      passes bytes both ways to that port of the loopback until one side ends
    linger: true      waits until the peer has closed
    reset: true       closes at once, with a TCP reset

Each connection is told of when it is accepted (`accepted N`) and when a head or request was read (`read N`). At its end each connection is closed and told of in one line of JSON on stdout, with what was received. Prints
`ready PORT` first; ends when stdin is closed.
"""

import base64
import json
import os
import socket
import ssl
import struct
import sys
import threading

words = set()
changed = threading.Condition()
print_lock = threading.Lock()


def say(line):
    with print_lock:
        print(line, flush=True)


class Ended(Exception):
    """The peer closed the connection before it sent what was waited for."""


class Connection:
    def __init__(self, number, stream):
        self.number = number
        self.stream = stream
        self.received = bytearray()
        self.ended_by_peer = False

    def take(self):
        data = self.stream.recv(65536)
        if not data:
            self.ended_by_peer = True
            raise Ended
        self.received += data

    def read(self, what):
        if isinstance(what, int):
            wanted = len(self.received) + what
            while len(self.received) < wanted:
                self.take()
            return
        while b"\r\n\r\n" not in self.received:
            self.take()
        if what == "request":
            self.read_body()
        say(f"read {self.number}")

    def read_body(self):
        head, _, _ = bytes(self.received).partition(b"\r\n\r\n")
        lines = [line.lower() for line in head.split(b"\r\n")]
        if b"transfer-encoding: chunked" in lines:
            while not self.received.endswith(b"\r\n0\r\n\r\n"):
                self.take()
        lengths = [int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")]
        while lengths and len(self.received) < len(head) + 4 + lengths[0]:
            self.take()

    def send(self, text):
        self.stream.sendall(text.encode("latin-1"))

    def fill(self, wanted):
        for _ in range(wanted[1]):
            self.send(wanted[0])

    def drip(self, wanted):
        self.stream.settimeout(wanted[1])
        for character in wanted[0]:
            try:
                self.take()
            except TimeoutError:
                pass
            self.send(character)

    def await_word(self, word):
        with changed:
            changed.wait_for(lambda: word in words)

    def tunnel(self, port):
        other = socket.create_connection(("127.0.0.1", port))
        back = threading.Thread(target=pump, args=(other, self.stream))
        back.start()
        pump(self.stream, other)
        back.join()

    def linger(self, _):
        while True:
            self.take()

    def reset(self, _):
        self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def run(self, steps):
        does = {
            "read": self.read, "send": self.send, "fill": self.fill, "drip": self.drip, "await": self.await_word,
            "tunnel": self.tunnel, "linger": self.linger, "reset": self.reset,
        }
        try:
            for step in steps:
                for name, value in step.items():
                    does[name](value)
        except (OSError, Ended):
            self.ended_by_peer = True
        self.stream.close()
        say(json.dumps({
            "number": self.number, "count": len(self.received), "ended_by_peer": self.ended_by_peer,
            "received": base64.b64encode(self.received[:1 << 20]).decode(),
        }))


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(number, stream, tls, steps):
    if tls is not None:
        try:
            stream = tls.wrap_socket(stream, server_side=True)
        except OSError:
            steps = []
    Connection(number, stream).run(steps)


def tls_context(wanted):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(wanted["certificate"], wanted["key"])
    if wanted.get("tls_version"):
        context.minimum_version = context.maximum_version = ssl.TLSVersion[wanted["tls_version"]]
        context.set_ciphers("ALL:@SECLEVEL=0")
    if wanted.get("offers_http2"):
        context.set_alpn_protocols(["h2", "http/1.1"])
    return context


def listen_to_stdin():
    for line in sys.stdin:
        with changed:
            words.add(line.strip())
            changed.notify_all()
    os._exit(0)


def main():
    wanted = json.loads(sys.argv[1])
    tls = tls_context(wanted) if wanted.get("certificate") else None
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    threading.Thread(target=listen_to_stdin, daemon=True).start()
    say(f"ready {listener.getsockname()[1]}")
    number = 0
    while True:
        stream, _ = listener.accept()
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        say(f"accepted {number}")
        steps = wanted["connections"][min(number, len(wanted["connections"]) - 1)]
        threading.Thread(target=serve, args=(number, stream, tls, steps), daemon=True).start()
        number += 1


if __name__ == "__main__":
    main()
