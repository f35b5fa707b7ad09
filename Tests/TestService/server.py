#!/usr/bin/python3
"""A server on the loopback that speaks API v1.1 of Twitter and v2 of X, for tests and the demo.

Prints `ready PORT` once it listens. Ends on SIGTERM, or with --exit-with-stdin when its stdin is closed. Signatures and
OAuth 2.0 (below /oauth2/) are judged by oauthlib (Debian: python3-oauthlib); control.py has what a test can ask of it.
"""

import argparse
import os
import signal
import ssl
import sys
import threading
from email.utils import formatdate
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pictures
import tls
from api import Api
from control import PREFIX, Control, log_entry
from delivery import deliver
from faults import Faults
from gnusocial_login import GNUSocialLogin
from listeners import Listeners
from login import Login
from oauth2_login import Login2
from oauth2_provider import Judge2
from oauth_provider import Judge
from problems import Problem
from registration import Registration
from state import State
from v2 import V2
from wire import Answer, Call


class Service:
    """The whole server but for the sockets."""

    def __init__(self, state):
        self.state = state
        self.faults = Faults()
        judge2 = Judge2(state)
        judge = Judge(state, judge2.resource)
        self.login2 = Login2(state, judge2)
        self.logins = [Login(state, judge), GNUSocialLogin(state, judge), self.login2, Registration(state)]
        self.api = Api(state, judge)
        self.v2 = V2(state, judge)
        self.listeners = Listeners(lambda context: Server(0, self, context))
        self.control = Control(state, self.faults, self.listeners, self.login2)

    def handle(self, call):
        """The answer to this call, and the fault with which to give it."""
        if call.path.startswith(PREFIX):
            return self.control.answer(call), None
        fault = self.faults.take(call) or pictures.trouble(call)
        answer, verdict = Answer(200), None
        if fault is None or fault.carries_out:
            answer, verdict = self._carry_out(call)
        status = answer.status
        if fault is not None:
            answer = fault.dressed(fault.answer(call.path, self.state.now()) or answer)
            status = None if fault.is_unanswered else answer.status
        with self.state.lock:
            self.state.log.append(log_entry(call, verdict, status))
        return answer, fault

    def _carry_out(self, call):
        for login in self.logins:
            answered = login.answer(call)
            if answered is not None:
                return answered
        picture = pictures.answer(call)
        if picture is not None:
            return picture, None
        for api in (self.v2, self.api):
            route = api.route(call)
            if route is not None:
                return api.answer(call, *route)
        if call.path.startswith("/2/"):
            return Problem(404, "Not Found").answer(), None
        return self.api.unknown(call), None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def serve(self):
        path, _, query = self.path.partition("?")
        scheme = "https" if isinstance(self.connection, ssl.SSLSocket) else "http"
        base = f"{scheme}://{self.headers.get('Host', '')}"
        call = Call(self.command, base, path, query, tuple(self.headers.items()), self._body())
        answer, fault = self.server.service.handle(call)
        try:
            kept = deliver(fault, self._head(answer), b"" if self.command == "HEAD" else answer.body, self._write)
        except OSError:
            kept = False
        if not kept:
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = serve

    def _body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _head(self, answer):
        reason = HTTPStatus(answer.status).phrase if answer.status in list(HTTPStatus) else "Unknown"
        named = {name.lower() for name, _ in answer.headers}
        lines = [("date", formatdate(self.server.service.state.now(), usegmt=True)), *answer.headers]
        if "content-length" not in named:
            lines.append(("content-length", str(len(answer.body))))
        text = "".join(f"{name}: {value}\r\n" for name, value in lines)
        return f"HTTP/1.1 {answer.status} {reason}\r\n{text}\r\n".encode("latin-1", "replace")

    def _write(self, data):
        self.wfile.write(data)

    def log_message(self, format, *arguments):
        """Silent: the log is asked for at /_test/log."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, service, context=None):
        """`context`: of TLS."""
        super().__init__(("127.0.0.1", port), Handler)
        self.service = service
        if context is not None:
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def handle_error(self, request, client_address):
        """A peer that hangs up or refuses our certificate is what many tests are about; the rest is a bug to see."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def end_with_stdin():
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--config", help="JSON with apps, users and tokens, as in state.py")
    parser.add_argument("--certificate", help="PEM; with --key: speak TLS")
    parser.add_argument("--key")
    parser.add_argument("--tls-version", help="this version alone, such as TLSv1")
    parser.add_argument("--exit-with-stdin", action="store_true")
    options = parser.parse_args()

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    context = tls.context(options.certificate, options.key, options.tls_version) if options.certificate else None
    server = Server(options.port, Service(State.from_file(options.config)), context)
    print("ready", server.server_address[1], flush=True)
    if options.exit_with_stdin:
        threading.Thread(target=end_with_stdin, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
