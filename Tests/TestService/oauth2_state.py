"""What the server remembers of OAuth 2.0: apps, codes, and families of tokens that follow from one log-in."""

import secrets
from dataclasses import dataclass, field

DEFAULTS = {
    "demo-id": {"secret": "demo-cse", "name": "Demo"},
    "demo-public": {"name": "Demo, public"},
}
USER_CODE = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that no word comes of it (RFC 8628, section 6.1)


@dataclass
class Client:
    client_id: str  # the name under which oauthlib wants it
    secret: str = None  # None: a public app
    name: str = ""
    callbacks: object = "any"  # "any" of the loopback and urn:ietf:wg:oauth:2.0:oob, or a list of exact URLs


@dataclass
class Family:
    """All tokens of one log-in: a refresh token that is used twice ends every one of them."""

    client: str
    user: str
    revoked: bool = False


@dataclass
class Code:
    code: str
    client: str
    user: str
    redirect_uri: str
    scopes: list
    challenge: str
    method: str
    made: float
    family: Family = None  # once it is spent


@dataclass
class Bearer:
    token: str
    user: str  # None: the app's own
    app: str
    scopes: list
    family: Family
    expires: float = None
    ended: bool = False

    @property
    def revoked(self):
        return self.ended or self.family.revoked

    @revoked.setter
    def revoked(self, value):
        self.ended = value


@dataclass
class Refresh:
    token: str
    family: Family
    scopes: list
    used: bool = False


@dataclass
class DeviceCode:
    device_code: str
    user_code: str
    client: str
    scopes: list
    expires: float
    user: str = None
    denied: bool = False
    asked: float = None  # when it was asked for last
    interval: float = 5


@dataclass
class OAuth2State:
    clients: dict = field(default_factory=dict)
    codes: dict = field(default_factory=dict)
    bearers: dict = field(default_factory=dict)
    refreshes: dict = field(default_factory=dict)
    devices: dict = field(default_factory=dict)

    @classmethod
    def from_config(cls, clients):
        return cls({id: Client(id, **{"name": id, **client}) for id, client in clients.items()})

    def issue_code(self, **parts):
        code = Code("code-" + secrets.token_urlsafe(18), **parts)
        self.codes[code.code] = code
        return code

    def issue_device_code(self, client, scopes, expires, interval):
        letters = "".join(secrets.choice(USER_CODE) for _ in range(8))
        device = DeviceCode(
            "device-" + secrets.token_urlsafe(24), f"{letters[:4]}-{letters[4:]}", client, scopes, expires,
            interval=interval)
        self.devices[device.device_code] = device
        return device

    def device(self, user_code):
        return next((one for one in self.devices.values() if one.user_code == (user_code or "").strip().upper()), None)

    def revoke(self, token):
        """A refresh token takes its family with it (RFC 7009, section 2.1)."""
        if token in self.bearers:
            self.bearers[token].revoked = True
        elif token in self.refreshes:
            self.refreshes[token].family.revoked = True

    def as_json(self):
        """Every token so far, oldest first."""
        return {
            "access": [
                {"token": one.token, "user": one.user, "client": one.app, "scope": " ".join(one.scopes),
                 "revoked": one.revoked, "expires": one.expires} for one in self.bearers.values()
            ],
            "refresh": [
                {"token": one.token, "used": one.used, "revoked": one.family.revoked}
                for one in self.refreshes.values()
            ],
        }
