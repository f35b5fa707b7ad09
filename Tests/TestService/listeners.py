"""More ports, opened while the server runs: the same service over TLS, and proxies."""

import threading

from proxy import Proxy
from tls import HOST, Authority


class Listeners:
    def __init__(self, serve):
        """`serve` makes the server of one more port from a TLS context."""
        self._serve = serve
        self._authority = None
        self._proxies = []
        self._started = []

    def tls(self, certificate="good", version=None):
        """Opens a port with a certificate of this kind; answers with the authority that most of them are from."""
        self._authority = self._authority or Authority()
        server = self._serve(self._authority.context(certificate, version))
        return {"port": self._start(server), "authority": self._authority.pem.decode(), "host": HOST}

    def proxy(self, routes=None, user=None, password=None, status=None):
        """Opens a proxy. Its routes lead from "host:port" to a port of the loopback."""
        proxy = Proxy(routes or {}, user, password, status)
        self._proxies.append(proxy)
        return {"port": self._start(proxy)}

    def passed(self):
        """What the proxies were asked for."""
        return [entry for proxy in self._proxies for entry in list(proxy.log)]

    def close(self):
        for server in self._started:
            server.shutdown()
            server.server_close()

    def _start(self, server):
        self._started.append(server)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server.server_address[1]
