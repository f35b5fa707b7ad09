"""For the server's own tests: a running server, and requests signed by oauthlib's client."""

import http.client
import json
import socket
import threading
import unittest
from urllib.parse import parse_qsl, urlencode

from oauthlib.oauth1 import Client

from server import Server, Service
from state import DEFAULTS, State
from wire import FORM

ALICE = {"resource_owner_key": "1001-alice", "resource_owner_secret": "alice-ts"}
BOB = {"resource_owner_key": "1003-bob", "resource_owner_secret": "bob-ts"}


class Reply:
    def __init__(self, response, decode=bytes):
        self.status = response.status
        self.headers = response.headers
        self.text = decode(response.read()).decode()

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def form(self):
        return dict(parse_qsl(self.text))

    @property
    def code(self):
        return self.json["errors"][0]["code"]


class ServerTest(unittest.TestCase):
    CONFIG = DEFAULTS

    def setUp(self):
        self.service = Service(State.from_config(self.CONFIG))
        self.server = Server(0, self.service)
        self.address = "127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(self.service.listeners.close)

    def send(self, method, target, body=None, headers=None, decode=bytes):
        connection = http.client.HTTPConnection(self.address, timeout=10)
        self.addCleanup(connection.close)
        connection.request(method, target, body, headers or {})
        return Reply(connection.getresponse(), decode)

    def send_raw(self, method, target):
        """All bytes that come back until the server closes the connection."""
        host, port = self.address.split(":")
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            head = f"{method} {target} HTTP/1.1\r\nhost: {self.address}\r\nconnection: close\r\n\r\n"
            connection.sendall(head.encode())
            return b"".join(iter(lambda: connection.recv(1 << 16), b""))

    def signed(self, method, target, pairs=None, key="demo-ck", secret="demo-cs", decode=bytes, **token):
        """Sends a request signed by oauthlib, with `pairs` as its form."""
        body = urlencode(pairs) if pairs is not None else None
        headers = {"Content-Type": FORM} if body is not None else {}
        client = Client(key, client_secret=secret, **token)
        url, headers, body = client.sign("http://%s%s" % (self.address, target), method, body, headers)
        return self.send(method, url[len("http://" + self.address):], body, headers, decode)

    def control(self, method, name, value=None):
        return self.send(method, "/_test/" + name, None if value is None else json.dumps(value)).json

    def log(self):
        return self.control("GET", "log")
