"""Signatures, judged by oauthlib.

The endpoints are oauthlib's own. Only what it wants of every provider is here (who has which secret), and what
a test server must have otherwise: no rule for the length or the letters of keys, no TLS, our own clock.
"""

from oauthlib.common import safe_string_equals
from oauthlib.oauth1 import AccessTokenEndpoint, RequestTokenEndpoint, RequestValidator, ResourceEndpoint
from oauthlib.oauth1 import SignatureOnlyEndpoint
from oauthlib.oauth1.rfc5849 import errors

TIMESTAMP_WINDOW = 300  # seconds either side
UNKNOWN = "unknown"


class Validator(RequestValidator):
    """Answers oauthlib's questions from the server's state."""

    def __init__(self, state):
        super().__init__()
        self.state = state

    enforce_ssl = False
    timestamp_lifetime = 1 << 40  # the window is looked at below, by the server's own clock
    allowed_signature_methods = (
        "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT",
    )
    dummy_client = dummy_request_token = dummy_access_token = UNKNOWN

    def _is_visible_ascii(self, value):
        return bool(value) and value.isascii() and value.isprintable()

    check_client_key = check_request_token = check_access_token = check_nonce = check_verifier = _is_visible_ascii

    def get_client_secret(self, client_key, request):
        app = self.state.apps.get(client_key)
        return app.secret if app else UNKNOWN

    def get_rsa_key(self, client_key, request):
        app = self.state.apps.get(client_key)
        return app.rsa_public_key if app else None

    def get_request_token_secret(self, client_key, token, request):
        known = self.state.request_tokens.get(token)
        return known.secret if known else UNKNOWN

    def get_access_token_secret(self, client_key, token, request):
        known = self.state.access_tokens.get(token)
        return known.secret if known else UNKNOWN

    def get_default_realms(self, client_key, request):
        return []

    def get_realms(self, token, request):
        return []

    def validate_client_key(self, client_key, request):
        return client_key in self.state.apps

    def validate_request_token(self, client_key, token, request):
        known = self.state.request_tokens.get(token)
        return known is not None and known.app == client_key and not known.spent

    def validate_access_token(self, client_key, token, request):
        known = self.state.access_tokens.get(token)
        return known is not None and known.app == client_key and not known.revoked

    def validate_verifier(self, client_key, token, verifier, request):
        known = self.state.request_tokens.get(token)
        return known is not None and known.verifier is not None and safe_string_equals(known.verifier, verifier)

    def validate_redirect_uri(self, client_key, redirect_uri, request):
        return True  # the login pages answer a wrong callback with an error of its own

    def validate_requested_realms(self, client_key, realms, request):
        return True

    def validate_realms(self, client_key, token, request, uri=None, realms=None):
        return True

    def validate_timestamp_and_nonce(
        self, client_key, timestamp, nonce, request, request_token=None, access_token=None
    ):
        in_window = abs(self.state.now() - int(timestamp)) <= TIMESTAMP_WINDOW
        seen = (client_key, request_token or access_token, timestamp, nonce)
        with self.state.lock:
            fresh = seen not in self.state.nonces
            self.state.nonces.add(seen)
        request.validator_log["timestamp"] = in_window
        request.validator_log["nonce"] = fresh
        return in_window and fresh


class Verdict:
    """What oauthlib said of one request, in parts: `valid`, and which check failed."""

    challenge = []

    def __init__(self, valid, request, problem=None):
        self.valid = bool(valid)
        self.problem = problem
        self.client_key = request.oauth_params.get("oauth_consumer_key") if request else None
        self.token = request.oauth_params.get("oauth_token") if request else None
        self.callback = request.redirect_uri if request else None
        self.parts = dict(request.validator_log) if request else {}

    @property
    def is_signed(self):
        return self.client_key is not None

    def failed(self, part):
        return self.parts.get(part) is False

    def as_json(self):
        return {
            "valid": self.valid, "problem": self.problem, "consumer_key": self.client_key, "token": self.token,
            **self.parts,
        }


class Judge:
    """One method for each kind of signed request; each gives a Verdict and never raises."""

    def __init__(self, state, bearer=None):
        """`bearer` judges requests that come with a token of OAuth 2.0."""
        self.bearer = bearer
        validator = Validator(state)
        self._request_token = RequestTokenEndpoint(validator)
        self._access_token = AccessTokenEndpoint(validator)
        self._resource = ResourceEndpoint(validator)
        self._signature_only = SignatureOnlyEndpoint(validator)

    def request_token(self, call):
        return self._judge(call, self._request_token, self._request_token.validate_request_token_request)

    def access_token(self, call):
        return self._judge(call, self._access_token, self._access_token.validate_access_token_request)

    def resource(self, call):
        return self._judge_whole(call, self._resource, self._resource.validate_protected_resource_request)

    def app_only(self, call):
        """A request signed with the app's secret alone, as xAuth is."""
        return self._judge_whole(call, self._signature_only, self._signature_only.validate_request)

    def _judge(self, call, endpoint, validate):
        try:
            request = endpoint._create_request(*_for_oauthlib(call))
        except (errors.OAuth1Error, ValueError) as error:
            return Verdict(False, None, _words(error))
        try:
            valid, request = validate(request)
            return Verdict(valid, request)
        except (errors.OAuth1Error, ValueError) as error:
            return Verdict(False, request, _words(error))

    def _judge_whole(self, call, endpoint, validate):
        """oauthlib's shorter endpoints swallow the reason of a refusal; it is asked for again here."""
        def first_checks(request):
            endpoint._check_mandatory_parameters(request)
            return validate(*_for_oauthlib(call))

        return self._judge(call, endpoint, first_checks)


def _for_oauthlib(call):
    headers = {}
    for name, value in call.headers:
        headers[name] = headers[name] + ", " + value if name in headers else value
    return call.url, call.method, call.body.decode("ascii", "replace") if call.is_form else "", headers


def _words(error):
    return getattr(error, "description", None) or str(error) or type(error).__name__


