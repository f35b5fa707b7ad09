"""A forwarding HTTP proxy for tests: CONNECT and plain requests, with a password if one is wanted.

It connects to the loopback alone: to where `routes` say that a "host:port" is, or to a port of 127.0.0.1 that is asked
for as such. Anything else is answered with 502, as by a proxy that finds no such host.
"""

import base64
import socket
import socketserver
import threading
from urllib.parse import urlsplit

PIECE = 1 << 16
LONGEST_HEAD = 1 << 16


class Proxy(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, routes, user=None, password=None, status=None):
        """`status`: answered to every request in place of doing anything."""
        super().__init__(("127.0.0.1", 0), Passing)
        self.routes = routes
        self.status = status
        credentials = f"{user}:{password}".encode()
        self.expected = None if user is None else "Basic " + base64.b64encode(credentials).decode()
        self.log = []  # of {"method", "target", "headers", "status"}

    def port_of(self, host, port):
        if f"{host}:{port}" in self.routes:
            return self.routes[f"{host}:{port}"]
        return port if host == "127.0.0.1" else None

    def handle_error(self, request, client_address):
        """Either side may hang up at any time."""


class Passing(socketserver.BaseRequestHandler):
    def handle(self):
        head, rest = self._read_head()
        lines = head.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split(" ", 2)
        headers = [line.split(": ", 1) for line in lines[1:] if ": " in line]
        status, port = self._decision(method, target, headers)
        entry = {"method": method, "target": target, "headers": headers, "status": status}
        self.server.log.append(entry)
        if status != 200:
            self._refuse(status)
            return
        with socket.create_connection(("127.0.0.1", port)) as service:
            if method == "CONNECT":
                self.request.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                service.sendall(rest)
            else:
                service.sendall(_forwarded(lines, method, target) + rest)
            _join(self.request, service)

    def _read_head(self):
        data = b""
        while b"\r\n\r\n" not in data and len(data) < LONGEST_HEAD:
            piece = self.request.recv(PIECE)
            if not piece:
                break
            data += piece
        head, _, rest = data.partition(b"\r\n\r\n")
        return head, rest

    def _decision(self, method, target, headers):
        """The status to answer, and the port to go to."""
        given = next((value for name, value in headers if name.lower() == "proxy-authorization"), None)
        if self.server.status is not None:
            return self.server.status, None
        if self.server.expected not in (None, given):
            return 407, None
        url = urlsplit("//" + target if method == "CONNECT" else target)
        port = self.server.port_of(url.hostname, url.port or (443 if url.scheme == "https" else 80))
        return (502, None) if port is None else (200, port)

    def _refuse(self, status):
        more = 'Proxy-Authenticate: Basic realm="test"\r\n' if status == 407 else ""
        head = f"HTTP/1.1 {status} Refused by the proxy\r\n{more}Content-Length: 0\r\nConnection: close\r\n\r\n"
        self.request.sendall(head.encode())


def _forwarded(lines, method, target):
    """The head as the service gets it: by path, without what was for the proxy, and for one request."""
    url = urlsplit(target)
    path = (url.path or "/") + ("?" + url.query if url.query else "")
    kept = [line for line in lines[1:] if not line.lower().startswith(("proxy-", "connection:"))]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *kept, "Connection: close", "", ""]).encode("latin-1")


def _join(one, other):
    """Passes bytes both ways until both sides have ended."""
    back = threading.Thread(target=_pass, args=(other, one), daemon=True)
    back.start()
    _pass(one, other)
    back.join()


def _pass(source, target):
    try:
        while piece := source.recv(PIECE):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # the other side is gone
