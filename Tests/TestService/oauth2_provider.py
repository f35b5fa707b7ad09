"""OAuth 2.0, judged by oauthlib: its endpoints and grants are used as they are.

Only what it wants of every provider is here, and the grant of RFC 8628, which it does not have.
"""

import json
from base64 import b64decode
from urllib.parse import unquote_plus, urlsplit

from oauthlib.common import Request, safe_string_equals
from oauthlib.oauth2 import AuthorizationCodeGrant, AuthorizationEndpoint, BearerToken, ClientCredentialsGrant
from oauthlib.oauth2 import RefreshTokenGrant, RequestValidator, ResourceEndpoint, RevocationEndpoint, TokenEndpoint
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc6749.grant_types.base import GrantTypeBase

from oauth2_state import Bearer, Client, Family, Refresh

OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"
APP_GRANT = "client_credentials"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Pending(errors.OAuth2Error):
    error = "authorization_pending"


class SlowDown(errors.OAuth2Error):
    error = "slow_down"


class ExpiredToken(errors.OAuth2Error):
    error = "expired_token"


class Validator(RequestValidator):
    """Answers oauthlib's questions from the server's state."""

    def __init__(self, state):
        super().__init__()
        self.state = state
        self.known = state.oauth2

    # Who asks

    def client_authentication_required(self, request, *arguments, **named):
        return self._named(request) is None or self._named(request).secret is not None

    def authenticate_client(self, request, *arguments, **named):
        client = self._named(request)
        if client is None or client.secret is None or not safe_string_equals(self._secret(request), client.secret):
            return False
        request.client = client
        request.client_id = client.client_id
        return True

    def authenticate_client_id(self, client_id, request, *arguments, **named):
        client = self.known.clients.get(client_id)
        if client is None or client.secret is not None:
            return False
        request.client = client
        return True

    def _named(self, request):
        name = _basic(request)[0] or request.client_id
        signing = self.state.apps.get(name) if request.grant_type == APP_GRANT else None
        if signing is not None:  # as at X: for an app itself, the key and secret of OAuth 1.0a
            return Client(name, signing.secret, signing.name)
        return self.known.clients.get(name)

    def _secret(self, request):
        return _basic(request)[1] or request.client_secret or ""

    # The question and the code

    def validate_client_id(self, client_id, request, *arguments, **named):
        request.client = self.known.clients.get(client_id)
        return request.client is not None

    def validate_redirect_uri(self, client_id, redirect_uri, request, *arguments, **named):
        allowed = self.known.clients[client_id].callbacks
        if isinstance(allowed, list):
            return redirect_uri in allowed
        return redirect_uri == OUT_OF_BAND or urlsplit(redirect_uri).hostname in ("127.0.0.1", "::1", "localhost")

    def get_default_redirect_uri(self, client_id, request, *arguments, **named):
        return None

    def is_pkce_required(self, client_id, request):
        return True

    def get_default_scopes(self, client_id, request, *arguments, **named):
        return ["read"]

    def validate_scopes(self, client_id, scopes, client, request, *arguments, **named):
        return "forbidden" not in scopes

    def validate_response_type(self, client_id, response_type, client, request, *arguments, **named):
        return response_type == "code"

    def validate_grant_type(self, client_id, grant_type, client, request, *arguments, **named):
        return grant_type != APP_GRANT or self.state.options.gives_app_tokens

    def save_authorization_code(self, client_id, code, request, *arguments, **named):
        issued = self.known.issue_code(
            client=client_id, user=request.user, redirect_uri=request.redirect_uri,
            scopes=request.scopes, challenge=request.code_challenge, method=request.code_challenge_method,
            made=self.state.now())
        code["code"] = issued.code

    def validate_code(self, client_id, code, client, request, *arguments, **named):
        known = self.known.codes.get(code)
        if known is None or known.client != client_id:
            return False
        if known.family is not None:
            known.family.revoked = True  # RFC 6749, section 4.1.2
            return False
        if self.state.now() - known.made > self.state.options.code_life:
            return False
        request.user, request.scopes, request.family, request.spent = known.user, known.scopes, None, None
        return True

    def get_code_challenge(self, code, request):
        return self.known.codes[code].challenge

    def get_code_challenge_method(self, code, request):
        return self.known.codes[code].method

    def confirm_redirect_uri(self, client_id, code, redirect_uri, client, request, *arguments, **named):
        return self.known.codes[code].redirect_uri == redirect_uri

    def invalidate_authorization_code(self, client_id, code, request, *arguments, **named):
        self.known.codes[code].family = request.family

    # Tokens

    def validate_refresh_token(self, refresh_token, client, request, *arguments, **named):
        known = self.known.refreshes.get(refresh_token)
        if known is None or known.family.client != client.client_id:
            return False
        if known.used:
            known.family.revoked = True  # somebody else has it too
        if known.family.revoked:
            return False
        request.user, request.family, request.spent = known.family.user, known.family, known
        return True

    def get_original_scopes(self, refresh_token, request, *arguments, **named):
        return self.known.refreshes[refresh_token].scopes

    def rotate_refresh_token(self, request):
        return self.state.options.rotates

    def save_bearer_token(self, token, request, *arguments, **named):
        if request.grant_type == APP_GRANT:
            request.user, request.family, request.spent = None, None, None
        if request.family is None:
            request.family = Family(request.client.client_id, request.user)
        life = token.get("expires_in")
        bearer = Bearer(
            token["access_token"], request.user, request.client.client_id, request.scopes, request.family,
            None if life is None else self.state.now() + life)
        self.known.bearers[bearer.token] = bearer
        if request.spent is not None and self.state.options.rotates:
            request.spent.used = True
        refresh = token.get("refresh_token")
        if refresh is not None and refresh not in self.known.refreshes:
            self.known.refreshes[refresh] = Refresh(refresh, request.family, request.scopes)

    def validate_bearer_token(self, token, scopes, request):
        known = self.known.bearers.get(token)
        if known is None or known.revoked or (known.expires is not None and known.expires <= self.state.now()):
            return False
        request.bearer = known
        return True

    def revoke_token(self, token, token_type_hint, request, *arguments, **named):
        self.known.revoke(token)


class DeviceGrant(GrantTypeBase):
    """RFC 8628, section 3.4 and 3.5."""

    def __init__(self, validator, **named):
        super().__init__(validator, **named)
        self.state = validator.state

    def create_token_response(self, request, token_handler):
        headers = self._get_default_headers()
        try:
            self.validate_token_request(request)
        except errors.OAuth2Error as error:
            headers.update(error.headers)
            return headers, error.json, error.status_code
        token = token_handler.create_token(request, refresh_token=True)
        for modifier in self._token_modifiers:
            token = modifier(token, token_handler, request)
        self.request_validator.save_token(token, request)
        return headers, json.dumps(token), 200

    def validate_token_request(self, request):
        _check_client(self.request_validator, request)
        device = self.state.oauth2.devices.get(request.device_code)
        if device is None or device.client != request.client.client_id:
            raise errors.InvalidGrantError(request=request)
        now, last, device.asked = self.state.now(), device.asked, self.state.now()
        if device.expires <= now:
            raise ExpiredToken(request=request)
        if device.denied:
            raise errors.AccessDeniedError(request=request)
        if last is not None and now - last < device.interval * 0.9:
            device.interval += 5
            raise SlowDown(request=request)
        if device.user is None:
            raise Pending(request=request)
        request.user, request.scopes, request.family, request.spent = device.user, device.scopes, None, None
        del self.state.oauth2.devices[device.device_code]


class Judge2:
    """One method for each endpoint; each gives status, headers and body, and never raises."""

    def __init__(self, state):
        self.state = state
        self.validator = Validator(state)
        bearer = BearerToken(self.validator, expires_in=lambda request: state.options.expires_in or 0)
        code, refresh = AuthorizationCodeGrant(self.validator), RefreshTokenGrant(self.validator)
        device = DeviceGrant(self.validator)
        for grant in (code, refresh, device):
            grant.register_token_modifier(self._as_wanted)
        app = ClientCredentialsGrant(self.validator)
        app.register_token_modifier(self._living_as_wanted)
        self._authorization = AuthorizationEndpoint("code", bearer, {"code": code})
        self._token = TokenEndpoint(
            "authorization_code", bearer,
            {"authorization_code": code, "refresh_token": refresh, APP_GRANT: app, DEVICE_GRANT: device})
        self._revocation = RevocationEndpoint(self.validator)
        self._resource = ResourceEndpoint("Bearer", {"Bearer": bearer})

    def _as_wanted(self, token, handler, request):
        options = self.state.options
        self._living_as_wanted(token)
        if not options.gives_refresh:
            token.pop("refresh_token", None)
        if options.allows is not None:
            request.scopes = [scope for scope in request.scopes if scope in options.allows.split()]
            token["scope"] = " ".join(request.scopes)
        return token

    def _living_as_wanted(self, token):
        if self.state.options.expires_in is None:
            del token["expires_in"]
        return token

    def question(self, url):
        """What is asked for; raises oauthlib's errors."""
        return self._authorization.validate_authorization_request(url)

    def answer(self, url, user):
        """The address that the browser is sent to with a code."""
        scopes, about = self.question(url)
        headers, _, _ = self._authorization.create_authorization_response(
            url, scopes=scopes, credentials={"user": user})
        return headers["Location"]

    def token(self, call):
        with self.state.lock:
            return self._token.create_token_response(*_for_oauthlib(call))

    def revoke(self, call):
        with self.state.lock:
            return self._revocation.create_revocation_response(*_for_oauthlib(call))

    def device_client(self, call):
        """The app that asks for a code, or None."""
        request = Request(*_for_oauthlib(call))
        try:
            _check_client(self.validator, request)
        except errors.InvalidClientError:
            return None
        return request.client

    def resource(self, call):
        valid, request = self._resource.verify_request(*_for_oauthlib(call), scopes=[])
        return Verdict2(request.bearer if valid else None)


class Verdict2:
    """Whether a request came with a token that is good."""

    is_signed = True
    challenge = [("www-authenticate", 'Bearer realm="x", error="invalid_token"')]  # RFC 6750, section 3

    def __init__(self, bearer):
        self.bearer = bearer
        self.valid = bearer is not None
        self.token = bearer.token if bearer else None

    def failed(self, part):
        return part == "resource_owner" and not self.valid

    def as_json(self):
        return {
            "valid": self.valid, "problem": None, "token": self.token,
            "consumer_key": self.bearer.app if self.bearer else None,
        }


def _check_client(validator, request):
    if validator.client_authentication_required(request):
        known = validator.authenticate_client(request)
    else:
        known = validator.authenticate_client_id(request.client_id, request)
    if not known:
        raise errors.InvalidClientError(request=request)


def _basic(request):
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None, None
    id, _, secret = b64decode(text).decode().partition(":")
    return unquote_plus(id), unquote_plus(secret)


def _for_oauthlib(call):
    headers = {name.title(): value for name, value in call.headers}
    return call.url, call.method, call.body.decode("ascii", "replace") if call.is_form else "", headers
