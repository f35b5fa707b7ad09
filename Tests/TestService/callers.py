"""Who makes a request: a person, an app without a person, or nobody."""

from dataclasses import dataclass

from oauth_provider import Verdict
from state import AccessToken


@dataclass
class Caller:
    """`token` is a person's; None for an app alone, for nobody and for a signature that does not hold."""

    verdict: Verdict
    token: AccessToken = None
    is_nobody: bool = False

    @property
    def is_app(self):
        return self.verdict.valid and self.token is None

    @property
    def is_refused(self):
        return not self.verdict.valid and not self.is_nobody


def caller(call, state, judge):
    given = call.header("authorization")
    if (given or "").lower().startswith("bearer "):
        verdict = judge.bearer(call)
        return Caller(verdict, verdict.bearer if verdict.bearer and verdict.bearer.user else None)
    signature = given or call.query + "&" + call.body.decode("ascii", "replace")
    if "oauth_consumer_key" in signature and "oauth_token=" not in signature:
        return Caller(judge.app_only(call))
    verdict = judge.resource(call)
    token = state.access_tokens[verdict.token] if verdict.valid else None
    return Caller(verdict, token, is_nobody=given is None and not verdict.is_signed)
