"""Apps that register themselves, as at Mastodon: POST /api/v1/apps makes a client of OAuth 2.0."""

import secrets

from oauth2_state import Client
from wire import Answer

ADDRESS = "/api/v1/apps"


class Registration:
    def __init__(self, state):
        self.state = state

    def answer(self, call):
        """The answer, without a verdict; None for another call."""
        return (self._register(call), None) if (call.method, call.path) == ("POST", ADDRESS) else None

    def _register(self, call):
        name, addresses = call.parameter("client_name"), (call.parameter("redirect_uris") or "").split()
        if not name or not addresses:
            return Answer.of_json({"error": "Validation failed: Redirect URI can't be blank"}, 422)
        client = Client(secrets.token_urlsafe(12), secrets.token_urlsafe(18), name, addresses)
        with self.state.lock:
            self.state.oauth2.clients[client.client_id] = client
        return Answer.of_json({
            "id": str(len(self.state.oauth2.clients)), "name": name, "website": None,
            "scopes": (call.parameter("scopes") or "read").split(), "redirect_uri": "\n".join(addresses),
            "redirect_uris": addresses, "client_id": client.client_id, "client_secret": client.secret,
            "client_secret_expires_at": 0, "vapid_key": "",
        })
