"""The test's own side door, below /_test/. Nothing here is logged or signed.

    POST /_test/authorize   oauth_token, user, pin (optional), deny: what the person would do on the page
    POST /_test/visit       url, user, deny, iss (added to the answer): the same for an address of OAuth 2.0; answers
                            {"location"}, where the browser ends
    POST /_test/activate    user_code, user, deny: what the person would do with a device's code
    POST /_test/expire      every access token of OAuth 2.0 ends now; GET /_test/bearers: all of them, and what renews them
    POST /_test/fault       a fault, as faults.py says; DELETE takes all of them back
    POST /_test/clock       {"offset": seconds}: the server's clock, in Date and in the timestamp check
    POST /_test/options     how the service behaves, as options.py says
    POST /_test/seed        posts that were there before, as seed.py says; answers {"ids": […]}
    POST /_test/tls         {"certificate": a kind of tls.py, "version": …}: opens a port that speaks TLS; answers
                            {"port", "authority": PEM, "host": for which its certificate is, beside the loopback}
    POST /_test/proxy       {"routes": {"host:port": port}, "user", "password", "status"}: opens a proxy, as proxy.py
                            says; answers {"port"}. GET: what all proxies were asked for
    POST /_test/revoke      token: as if the person had taken access back on the site
    POST /_test/reset       forgets log, posts, messages, options and faults; the clock is right again
    GET  /_test/log         every request so far: what was sent, the verdict on it, the status answered
    GET  /_test/posts       every post, oldest first; GET /_test/messages: direct messages
"""

import base64
import json

from login import callback_url
from seed import Seed
from wire import Answer

PREFIX = "/_test/"


class Control:
    def __init__(self, state, faults, listeners, login2):
        self.state = state
        self.login2 = login2
        self.faults = faults
        self.listeners = listeners

    def answer(self, call):
        function = self.ROUTES.get((call.method, call.path[len(PREFIX):]))
        if function is None:
            return Answer.of_json({"error": "no such control"}, 404)
        try:
            return Answer.of_json(function(self, call))
        except (KeyError, ValueError, TypeError) as error:
            return Answer.of_json({"error": f"{type(error).__name__}: {error}"}, 400)

    def authorize(self, call):
        token = self.state.request_tokens[call.parameter("oauth_token")]
        if call.parameter("deny") is not None:
            pairs, pin = [("denied", token.token)], None
        else:
            pin = self.state.approve(token, self.state.users[call.parameter("user")], call.parameter("pin"))
            pairs = [("oauth_token", token.token), ("oauth_verifier", pin)]
        return {"pin": pin, "callback": None if token.callback == "oob" else callback_url(token, pairs)}

    def visit(self, call):
        user = None if call.parameter("deny") is not None else self.state.users[call.parameter("user")]
        return {"location": self.login2.visit(call.parameter("url"), user, call.parameter("iss"))}

    def activate(self, call):
        device = self.state.oauth2.device(call.parameter("user_code"))
        if device is None:
            raise KeyError(call.parameter("user_code"))
        device.denied = call.parameter("deny") is not None
        device.user = None if device.denied else call.parameter("user")
        return {}

    def expire(self, call):
        with self.state.lock:
            for bearer in self.state.oauth2.bearers.values():
                bearer.expires = self.state.now()
        return {}

    def bearers(self, call):
        return self.state.oauth2.as_json()

    def add_fault(self, call):
        self.faults.add(json.loads(call.body))
        return {}

    def clear_faults(self, call):
        self.faults.clear()
        return {}

    def set_clock(self, call):
        self.state.clock_offset = float(json.loads(call.body)["offset"])
        return {}

    def set_options(self, call):
        self.state.options = self.state.options.changed(json.loads(call.body))
        return {}

    def seed(self, call):
        return {"ids": Seed(self.state).plant(json.loads(call.body))}

    def open_tls(self, call):
        return self.listeners.tls(**json.loads(call.body))

    def open_proxy(self, call):
        return self.listeners.proxy(**json.loads(call.body))

    def passed(self, call):
        return self.listeners.passed()

    def revoke(self, call):
        token = call.parameter("token")
        (self.state.oauth2.bearers.get(token) or self.state.access_tokens[token]).revoked = True
        return {}

    def reset(self, call):
        self.state.forget()
        self.faults.clear()
        return {}

    def log(self, call):
        return list(self.state.log)

    def posts(self, call):
        return [
            {
                "id": str(post.id), "user": post.user, "text": post.text, "deleted": post.deleted,
                "reply_to": None if post.reply_to is None else str(post.reply_to),
            }
            for post in list(self.state.posts)
        ]

    def messages(self, call):
        return list(self.state.messages)

    ROUTES = {
        ("POST", "authorize"): authorize, ("POST", "visit"): visit, ("POST", "activate"): activate,
        ("POST", "expire"): expire, ("GET", "bearers"): bearers, ("POST", "fault"): add_fault, ("DELETE", "fault"): clear_faults,
        ("POST", "clock"): set_clock, ("POST", "options"): set_options, ("POST", "seed"): seed,
        ("POST", "revoke"): revoke, ("POST", "reset"): reset,
        ("POST", "tls"): open_tls, ("POST", "proxy"): open_proxy, ("GET", "proxy"): passed,
        ("GET", "log"): log, ("GET", "posts"): posts, ("GET", "messages"): messages,
    }


def log_entry(call, verdict, status):
    """One line of the log; `status` is null where no answer was given."""
    return {
        "method": call.method, "path": call.path, "query": call.query, "form": [list(pair) for pair in call.form],
        "headers": [list(pair) for pair in call.headers], "body": call.body.decode("utf-8", "replace"),
        "body_base64": base64.b64encode(call.body).decode(), "status": status,
        "verdict": verdict.as_json() if verdict else None,
    }
