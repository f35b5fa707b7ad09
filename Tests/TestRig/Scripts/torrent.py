#!/usr/bin/python3
"""A service that takes and gives bodies of any length in little memory, on the loopback.

Prints `ready PORT`, then a line for each thing that happens: `begun METHOD PATH`, `taken COUNT`, `given COUNT`, `gone`.

    POST /take             reads the whole body and answers with its length and SHA-256
    POST /take/COUNT       closes the connection after so many bytes of the body
    GET  /give/COUNT       so many zeros; with ?cut=N the connection is closed after N of them, with ?slowly=1 a megabyte
                           a second
    anything /echo         answers with the request's own head, each header field as it came
"""

import hashlib
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PIECE = 1 << 16


def say(*words):
    print(*words, flush=True)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def serve(self):
        say("begun", self.command, self.path)
        try:
            self.answer(urlsplit(self.path))
        except OSError:
            self.close_connection = True
            say("gone")

    do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = do_PATCH = serve

    def answer(self, url):
        words = url.path.strip("/").split("/")
        if words[0] == "take":
            self.take(int(words[1]) if len(words) > 1 else None)
        elif words[0] == "give":
            query = parse_qs(url.query)
            self.give(int(words[1]), int(query.get("cut", ["-1"])[0]), "slowly" in query)
        elif words[0] == "echo":
            for _ in self.pieces():
                pass
            self.json({"line": self.requestline, "headers": [list(pair) for pair in self.headers.items()]})
        else:
            self.json({"id": 1, "id_str": "1", "screen_name": "alice"})

    def take(self, limit):
        count, digest = 0, hashlib.sha256()
        for piece in self.pieces():
            count += len(piece)
            digest.update(piece)
            if limit is not None and count >= limit:
                self.close_connection = True
                self.connection.close()
                say("taken", count)
                return
        say("taken", count)
        self.json({"size": count, "sha256": digest.hexdigest()})

    def pieces(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
                while size:
                    piece = self.some(min(size, PIECE))
                    size -= len(piece)
                    yield piece
                self.rfile.readline()
            self.rfile.readline()
        else:
            left = int(self.headers.get("Content-Length") or 0)
            while left:
                piece = self.some(min(left, PIECE))
                left -= len(piece)
                yield piece

    def some(self, count):
        piece = self.rfile.read(count)
        if not piece:
            raise ConnectionResetError("the request ended before its end")
        return piece

    def give(self, count, cut, slowly):
        self.send_response(200)
        self.send_header("Content-Length", str(count))
        self.send_header("X-Twice", "one")
        self.send_header("X-Twice", "two")
        self.end_headers()
        given = 0
        while given < count:
            if 0 <= cut <= given:
                self.close_connection = True
                break
            self.wfile.write(bytes(min(PIECE, count - given)))
            given += PIECE
            if slowly:
                time.sleep(PIECE / (1 << 20))
        say("given", min(given, count))

    def json(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Twice", "one")
        self.send_header("X-Twice", "two")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        """Silent: what happens is said in one line."""


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    say("ready", server.server_address[1])
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
