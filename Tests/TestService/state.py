"""Everything the server remembers: apps, people, tokens, posts, the request log and its clock."""

import json
import secrets
import threading
import time
from dataclasses import dataclass, field

from oauth2_state import DEFAULTS as CLIENTS
from oauth2_state import OAuth2State
from options import Options

# Greater than 2^53, so that a client that reads ids as numbers loses digits and is found out.
FIRST_ID = 1050118621198921729
ID_STEP = 4099

DEFAULTS = {
    "apps": {"demo-ck": {"secret": "demo-cs", "name": "Demo", "xauth": True}},
    "users": {
        "alice": {"id": "1001", "password": "wonderland"},
        "alice_work": {"id": "1002", "password": "p%+& ~é/"},
        "bob": {"id": "1003", "password": "builder"},
    },
    "tokens": [
        {"token": "1001-alice", "secret": "alice-ts", "user": "alice", "app": "demo-ck"},
        {"token": "1002-work", "secret": "work-ts", "user": "alice_work", "app": "demo-ck"},
        {"token": "1003-bob", "secret": "bob-ts", "user": "bob", "app": "demo-ck"},
    ],
    "clients": CLIENTS,
}


@dataclass
class App:
    key: str
    secret: str
    name: str
    xauth: bool = False
    callbacks: object = "any"  # "any", "oob" or a list of the exact URLs that are registered
    rsa_public_key: str = None  # PEM, for the RSA methods


@dataclass
class User:
    screen_name: str
    id: str
    password: str
    name: str
    login_verification: bool = False
    description: str = ""
    picture: str = None  # an address; one of this server's own pictures where it is None


@dataclass
class RequestToken:
    token: str
    secret: str
    app: str
    callback: str
    user: str = None
    verifier: str = None
    spent: bool = False


@dataclass
class AccessToken:
    token: str
    secret: str
    user: str
    app: str
    revoked: bool = False


@dataclass
class Post:
    id: int
    user: str
    text: str
    created: float
    app: str  # None for posts planted by a test
    reply_to: int = None
    deleted: bool = False
    repost_of: int = None
    quote_of: int = None
    media: list = field(default_factory=list)  # these four as seed.py says
    counts: dict = field(default_factory=dict)
    indices: str = None
    broken: str = None


@dataclass
class State:
    """One lock guards it all; whoever reads or changes more than one field at once holds it."""

    apps: dict = field(default_factory=dict)
    users: dict = field(default_factory=dict)
    request_tokens: dict = field(default_factory=dict)
    access_tokens: dict = field(default_factory=dict)
    oauth2: OAuth2State = field(default_factory=OAuth2State)
    posts: list = field(default_factory=list)
    messages: list = field(default_factory=list)
    nonces: set = field(default_factory=set)
    log: list = field(default_factory=list)
    last_id: int = 0  # the greatest of the posts
    clock_offset: float = 0
    options: Options = Options()
    lock: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def from_config(cls, config):
        state = cls()
        for key, app in config.get("apps", {}).items():
            state.apps[key] = App(key=key, **{"name": key, **app})
        for name, user in config.get("users", {}).items():
            state.users[name] = User(screen_name=name, **{"name": name.replace("_", " ").title(), **user})
        for token in config.get("tokens", []):
            state.access_tokens[token["token"]] = AccessToken(**token)
        state.oauth2 = OAuth2State.from_config(config.get("clients", {}))
        return state

    @classmethod
    def from_file(cls, path):
        """The file's `apps`, `users`, `tokens` and `clients`; a part that the file leaves out is the default one."""
        if path is None:
            return cls.from_config(DEFAULTS)
        with open(path, encoding="utf-8") as file:
            return cls.from_config({**DEFAULTS, **json.load(file)})

    def now(self):
        """Seconds since 1970 by this server's clock, which a test may set wrong."""
        return time.time() + self.clock_offset

    def user(self, name):
        return next((user for key, user in self.users.items() if key.lower() == (name or "").lower()), None)

    def issue_request_token(self, app, callback):
        with self.lock:
            token = RequestToken("rt-" + secrets.token_urlsafe(12), secrets.token_urlsafe(18), app, callback)
            self.request_tokens[token.token] = token
            return token

    def approve(self, request_token, user, verifier=None):
        """The person says yes: a verifier of seven digits, leading zeros and all; GNU social writes none of them."""
        with self.lock:
            number = secrets.randbelow(10_000_000)
            request_token.user = user.screen_name
            request_token.verifier = verifier or (str(number) if self.options.is_gnusocial else f"{number:07d}")
            return request_token.verifier

    def issue_access_token(self, user, app):
        with self.lock:
            token = AccessToken(f"{user.id}-{secrets.token_hex(12)}", secrets.token_urlsafe(24), user.screen_name, app)
            self.access_tokens[token.token] = token
            return token

    def token_of(self, user, app):
        """One that this person gave this app before, and that still works."""
        mine = (token for token in self.access_tokens.values() if (token.user, token.app) == (user.screen_name, app))
        return next((token for token in mine if not token.revoked), None)

    def next_id(self):
        """Greater than every id so far."""
        return self.last_id + ID_STEP if self.last_id else FIRST_ID

    def keep(self, post):
        self.posts.append(post)
        self.last_id = max(self.last_id, post.id)
        return post

    def add_post(self, user, text, app, reply_to):
        with self.lock:
            return self.keep(Post(self.next_id(), user.screen_name, text, self.now(), app, reply_to))

    def forget(self):
        """As on the first day, but for the people and their tokens."""
        with self.lock:
            self.log.clear()
            self.posts.clear()
            self.messages.clear()
            self.last_id = 0
            self.clock_offset = 0
            self.options = Options()

    def post(self, number):
        return next((post for post in self.posts if post.id == number and not post.deleted), None)

    def last_post(self, user):
        mine = (post for post in reversed(self.posts) if post.user == user.screen_name and not post.deleted)
        return next(mine, None)
