"""OAuth 2.0 as a person and an app see it: the page, the token's address, codes for devices, and revocation."""

import html

from oauthlib.oauth2.rfc6749 import errors

from oauth2_provider import OUT_OF_BAND
from wire import Answer

ADDRESS = "/oauth2/"


class Login2:
    def __init__(self, state, judge):
        self.state = state
        self.judge = judge

    def answer(self, call):
        """The answer, without a verdict; None for what is no step of a log-in."""
        step = self.ROUTES.get((call.method, call.path))
        return None if step is None else (step(self, call), None)

    def page(self, call):
        try:
            _, about = self.judge.question(call.url)
        except errors.FatalClientError as error:
            return Answer.of_html(f"<h1>{html.escape(error.description or error.error)}</h1>", 400)
        except errors.OAuth2Error as error:
            return Answer(302, b"", [("location", error.in_uri(error.redirect_uri))])
        app = html.escape(self.state.oauth2.clients[about["client_id"]].name)
        return Answer.of_html(PAGE.format(app=app, action=html.escape(call.path + "?" + call.query, quote=True)))

    def decide(self, call):
        """The form of the page: a name and a password, and one of two buttons."""
        user = self.state.user(call.parameter("username"))
        denies = call.parameter("cancel") is not None
        if not denies and (user is None or user.password != call.parameter("password")):
            return Answer.of_html("<h1>Wrong name or password.</h1>", 401)
        location = self.visit(call.url, None if denies else user)
        if location.startswith(OUT_OF_BAND):
            code = location.partition("code=")[2].partition("&")[0]
            words = f"<p><kbd><code>{code}</code></kbd></p>" if code else "<h1>You have denied access.</h1>"
            return Answer.of_html(words)
        return Answer(302, b"", [("location", location)])

    def visit(self, url, user, issuer=None):
        """Where the browser ends; `user` is None for a no."""
        _, about = self.judge.question(url)
        with self.state.lock:
            if user is None:
                error = errors.AccessDeniedError("The person said no.", state=about["state"])
                location = error.in_uri(about["redirect_uri"])
            else:
                location = self.judge.answer(url, user.screen_name)
        return location + (f"&iss={issuer}" if issuer else "")

    def token(self, call):
        return _answer(*self.judge.token(call))

    def revoke(self, call):
        return _answer(*self.judge.revoke(call))

    def device(self, call):
        client = self.judge.device_client(call)
        if client is None:
            return Answer.of_json({"error": "invalid_client"}, 401)
        options = self.state.options
        with self.state.lock:
            device = self.state.oauth2.issue_device_code(
                client.client_id, (call.parameter("scope") or "read").split(), self.state.now() + options.device_life,
                options.device_interval)
        page = call.base + ADDRESS + "activate"
        return Answer.of_json({
            "device_code": device.device_code, "user_code": device.user_code, "verification_uri": page,
            "verification_uri_complete": f"{page}?user_code={device.user_code}", "expires_in": options.device_life,
            "interval": options.device_interval,
        })

    def activate_page(self, call):
        code = html.escape(call.parameter("user_code") or "", quote=True)
        return Answer.of_html(ACTIVATION.format(code=code, action=ADDRESS + "activate"))

    def activate(self, call):
        device = self.state.oauth2.device(call.parameter("user_code"))
        user = self.state.user(call.parameter("username"))
        if device is None or user is None or user.password != call.parameter("password"):
            return Answer.of_html("<h1>Wrong code, name or password.</h1>", 401)
        device.user, device.denied = user.screen_name, call.parameter("cancel") is not None
        return Answer.of_html("<h1>Your device goes on by itself.</h1>")

    ROUTES = {
        ("GET", ADDRESS + "authorize"): page, ("POST", ADDRESS + "authorize"): decide,
        ("POST", ADDRESS + "token"): token, ("POST", ADDRESS + "revoke"): revoke,
        ("POST", ADDRESS + "device"): device, ("GET", ADDRESS + "activate"): activate_page,
        ("POST", ADDRESS + "activate"): activate,
    }


def _answer(headers, body, status):
    names = {name.lower() for name in headers}
    kind = [] if "content-type" in names else [("content-type", "application/json")]
    return Answer(status, (body or "").encode(), [*headers.items(), *kind])


FIELDS = """
<label>Name <input name="username"></label>
<label>Password <input name="password" type="password"></label>
<button name="allow" value="1">Authorize app</button>
<button name="cancel" value="1">Cancel</button>
</form>
"""
PAGE = """<!doctype html>
<title>Authorize {app}</title>
<h1>Authorize {app} to use your account?</h1>
<form method="post" action="{action}">""" + FIELDS
ACTIVATION = """<!doctype html>
<title>Connect a device</title>
<h1>Which code does your device show?</h1>
<form method="post" action="{action}">
<label>Code <input name="user_code" value="{code}"></label>""" + FIELDS
