"""The test service, and what a person does there with a browser."""

import json
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

from machine import processes
from machine.trouble import Trouble

SERVER = Path(__file__).resolve().parents[2] / "Tests/TestService/server.py"

# What acctstore is told of it: ~/.config/acctstore/services/local.conf
DESCRIPTION = """\
[service]
title=The service of this run
dialect=twitter-1.1
api={base}
[oauth1]
request-token={base}oauth/request_token
authorize={base}oauth/authorize
access-token={base}oauth/access_token
invalidate-token={base}1.1/oauth/invalidate_token.json
xauth=true
"""

# Straight to the loopback, whatever proxy this machine has.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class TestService:
    """Judges signatures with oauthlib: code that is not ours."""

    # What the server knows from its start.
    consumer_key, consumer_secret = "demo-ck", "demo-cs"
    passwords = {"alice": "wonderland", "alice_work": "p%+& ~é/"}
    ready_tokens = {
        "alice": "oauth_token=1001-alice&oauth_token_secret=alice-ts&user_id=1001&screen_name=alice",
        "alice_work": "oauth_token=1002-work&oauth_token_secret=work-ts&user_id=1002&screen_name=alice_work",
        "bob": "oauth_token=1003-bob&oauth_token_secret=bob-ts&user_id=1003&screen_name=bob",
    }

    def __init__(self, log):
        self.process = processes.start(
            [sys.executable, str(SERVER), "--exit-with-stdin"], log, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        word, port = (self.process.stdout.readline().split() + ["", ""])[:2]
        if word != "ready":
            processes.stop(self.process)
            raise Trouble("the test service did not start")
        self.base = f"http://127.0.0.1:{port}/"
        self.description = DESCRIPTION.format(base=self.base)

    def stop(self):
        processes.stop(self.process)
        self.process.stdin.close()
        self.process.stdout.close()

    def posts(self):
        """Every post so far, oldest first, with `id`, `user` and `text`."""
        return json.loads(self._open("_test/posts"))

    def seed(self, posts):
        """Plants posts, and people, that were there before; Tests/TestService/seed.py says what it takes."""
        self._open("_test/seed", json.dumps(posts).encode())

    def verdicts(self):
        """How the judge found the signature of every request so far: (method, path, whether it holds)."""
        return [
            (entry["method"], entry["path"], entry["verdict"]["valid"])
            for entry in json.loads(self._open("_test/log")) if entry["verdict"]
        ]

    def allow_in_browser(self, address, user):
        """Opens the page of a log-in, signs in, presses the button, and reads the PIN off the next page."""
        if not address.startswith(self.base):
            raise ValueError(f"not an address of the service: {address}")
        token = re.search(r'name="oauth_token" value="([^"]+)"', self._open(address[len(self.base):])).group(1)
        form = {"oauth_token": token, "username": user, "password": self.passwords[user], "allow": "1"}
        page = self._open("oauth/authorize", urllib.parse.urlencode(form).encode())
        return re.search(r"<code>(\d+)</code>", page).group(1)

    def _open(self, path, form=None):
        with _opener.open(self.base + path, form, timeout=10) as answer:
            return answer.read().decode()
