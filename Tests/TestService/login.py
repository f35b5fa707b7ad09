"""The three-legged log-in, its page, and xAuth."""

import html
from urllib.parse import urlencode

from wire import Answer

REALM = ("www-authenticate", 'OAuth realm="https://api.x.com", api_error_code=32')


class Login:
    FOLDER = ""  # where the log-in lies

    def __init__(self, state, judge):
        self.state = state
        self.judge = judge

    def answer(self, call):
        """The answer and the verdict; None for what is no step of a log-in."""
        match (call.method, call.path.removeprefix(self.FOLDER)):
            case ("POST", "/oauth/request_token"):
                return self.request_token(call)
            case ("POST", "/oauth/access_token"):
                return self.access_token(call)
            case ("GET", "/oauth/authorize"):
                return self.page(call), None
            case ("POST", "/oauth/authorize"):
                return self.decide(call), None
        return None

    def request_token(self, call):
        verdict = self.judge.request_token(call)
        if not verdict.valid:
            return refusal(verdict), verdict
        app = self.state.apps[verdict.client_key]
        callback = verdict.callback or "oob"
        if app.callbacks == "oob" and callback != "oob":
            return Answer.of_error(401, 417, "Desktop applications only support the oauth_callback value 'oob'"), verdict
        if isinstance(app.callbacks, list) and callback != "oob" and callback not in app.callbacks:
            return Answer.of_error(403, 415, "Callback URL not approved for this client application."), verdict
        token = self.state.issue_request_token(app.key, callback)
        pairs = [("oauth_token", token.token), ("oauth_token_secret", token.secret)]
        return Answer.of_form([*pairs, ("oauth_callback_confirmed", "true")]), verdict

    def access_token(self, call):
        if call.parameter("x_auth_mode") is not None:
            return self.xauth(call)
        verdict = self.judge.access_token(call)
        if verdict.valid:
            spent = self.state.request_tokens[verdict.token]
            spent.spent = True
            return self._tokens(self.state.users[spent.user], spent.app), verdict
        if verdict.failed("timestamp"):
            return refusal(verdict), verdict
        if verdict.parts.get("signature") and verdict.failed("verifier"):
            words = "Error processing your OAuth request: Invalid oauth_verifier parameter"
            return Answer.of_html(words, 401), verdict
        return Answer.of_html("Failed to validate oauth signature and token", 401), verdict

    def xauth(self, call):
        verdict = self.judge.app_only(call)
        if not verdict.valid and not verdict.failed("timestamp"):
            return Answer.of_html("Failed to validate oauth signature and token", 401), verdict
        if not verdict.valid:
            return refusal(verdict), verdict
        app = self.state.apps[verdict.client_key]
        if not app.xauth or call.parameter("x_auth_mode") != "client_auth":
            words = "Client is not permitted to perform this action"
            return Answer.of_xml(f'<errors><error code="87">{words}</error></errors>', 403), verdict
        user = self.state.user(call.parameter("x_auth_username"))
        if user is None or call.parameter("x_auth_password") != user.password:
            return Answer.of_html("Failed to validate oauth signature and token", 401), verdict
        if user.login_verification:
            return Answer.of_error(401, 231, "User must verify login"), verdict
        return self._tokens(user, app.key, [("x_auth_expires", "0")]), verdict

    def _tokens(self, user, app, more=()):
        token = self.state.issue_access_token(user, app)
        pairs = [("oauth_token", token.token), ("oauth_token_secret", token.secret)]
        return Answer.of_form([*pairs, ("user_id", user.id), ("screen_name", user.screen_name), *more])

    def page(self, call):
        token = self._open_token(call)
        if token is None:
            return Answer.of_html("<h1>This page is no longer valid.</h1>", 403)
        app = html.escape(self.state.apps[token.app].name)
        page = PAGE.format(app=app, folder=self.FOLDER, token=html.escape(token.token, quote=True))
        return Answer.of_html(page)

    def decide(self, call):
        """The form of the page: a name and a password, and one of two buttons."""
        token = self._open_token(call)
        if token is None:
            return Answer.of_html("<h1>This page is no longer valid.</h1>", 403)
        if call.parameter("cancel") is not None:
            return self._back(token, [("denied", token.token)], "<h1>You have denied access.</h1>")
        user = self.state.user(call.parameter("username"))
        if user is None or user.password != call.parameter("password"):
            return Answer.of_html("<h1>Wrong name or password.</h1>", 401)
        pin = self.state.approve(token, user)
        shown = f"<h1>Enter this PIN to finish</h1><p><kbd><code>{pin}</code></kbd></p>"
        return self._back(token, [("oauth_token", token.token), ("oauth_verifier", pin)], shown)

    def _back(self, token, pairs, words):
        if token.callback == "oob":
            return Answer.of_html(words)
        return Answer(302, b"", [("location", callback_url(token, pairs))])

    def _open_token(self, call):
        token = self.state.request_tokens.get(call.parameter("oauth_token"))
        return None if token is None or token.spent else token


def callback_url(token, pairs):
    return token.callback + ("&" if "?" in token.callback else "?") + urlencode(pairs)


def refusal(verdict):
    """Twitter's answer to a request whose OAuth part did not hold."""
    if not verdict.is_signed:
        return Answer.of_error(400, 215, "Bad Authentication data.")
    if verdict.failed("timestamp"):
        return Answer.of_error(401, 135, "Could not authenticate you. Timestamp out of bounds.")
    if verdict.failed("resource_owner"):
        return Answer.of_error(401, 89, "Invalid or expired token.")
    return Answer.of_error(401, 32, "Could not authenticate you.", [REALM])


PAGE = """<!doctype html>
<title>Authorize {app}</title>
<h1>Authorize {app} to use your account?</h1>
<form method="post" action="{folder}/oauth/authorize">
<input type="hidden" name="oauth_token" value="{token}">
<label>Name <input name="username"></label>
<label>Password <input name="password" type="password"></label>
<button name="allow" value="1">Authorize app</button>
<button name="cancel" value="1">Cancel</button>
</form>
"""
