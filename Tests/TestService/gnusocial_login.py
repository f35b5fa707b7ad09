"""The log-in as GNU social has it, below /api/: no name and no id with the token, and words of its own."""

from login import Login
from state import App
from wire import Answer

ANONYMOUS = "anonymous"


class GNUSocialLogin(Login):
    FOLDER = "/api"

    def request_token(self, call):
        """Whoever has no app of their own is `anonymous`, who is made when first asked for."""
        with self.state.lock:
            self.state.apps.setdefault(ANONYMOUS, App(ANONYMOUS, ANONYMOUS, "Anonymous"))
        answer, verdict = super().request_token(call)
        return (answer if verdict.valid else Answer.of_text("Invalid signature", 401)), verdict

    def access_token(self, call):
        """Without xAuth."""
        verdict = self.judge.access_token(call)
        if not verdict.valid:
            signed = verdict.parts.get("signature") and verdict.failed("verifier")
            wrong = "Invalid request token or verifier.", 400
            return Answer.of_text(*(wrong if signed else ("Invalid signature", 401))), verdict
        spent = self.state.request_tokens[verdict.token]
        spent.spent = True
        user = self.state.users[spent.user]
        token = self.state.token_of(user, spent.app) or self.state.issue_access_token(user, spent.app)
        return Answer.of_form([("oauth_token", token.token), ("oauth_token_secret", token.secret)]), verdict
