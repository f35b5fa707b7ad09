"""Runs mastodon-mock on a free port of 127.0.0.1, prints the port, and ends when standard input does.

    mastodon.py     alice, with the token alice-token, follows bob, whose token is bob-token
"""

import sys

from mastodon_mock.config import DatabaseConfig, MastodonMockConfig, SeedAccount, SeedConfig, SeedFollow
from mastodon_mock.testing.server import MockServer

people = [
    SeedAccount(username="alice", display_name="Alice", note="<p>tea</p>", access_token="alice-token"),
    SeedAccount(username="bob", access_token="bob-token"),
]
seed = SeedConfig(accounts=people, follows=[SeedFollow(follower="alice", following="bob")], statuses=[])
with MockServer(config=MastodonMockConfig(database=DatabaseConfig(path=":memory:"), seed=seed)) as server:
    print(server.port, flush=True)
    sys.stdin.read()
