"""The calls of API v1.1 that need a token."""

import html
import re
import time

from counting import LIMIT, weighted_length
from login import refusal
from state import FIRST_ID
from wire import Answer

ACCESS = ("x-access-level", "read-write")
DIRECT_MESSAGE = re.compile(r"(?:d|dm|m)\s+@?(\w+)\s+(.+)", re.IGNORECASE | re.DOTALL)


class Api:
    def __init__(self, state, judge):
        self.state = state
        self.judge = judge

    def route(self, call):
        """The function for this call, or None where there is no such call."""
        for method, pattern, function in self.ROUTES:
            match = re.fullmatch(pattern, call.path)
            if match and method == call.method:
                return function, match.groups()
        return None

    def answer(self, call, function, arguments):
        verdict = self.judge.resource(call)
        if not verdict.valid:
            return refusal(verdict), verdict
        token = self.state.access_tokens[verdict.token]
        with self.state.lock:
            answer = function(self, call, token, *arguments)
        answer.headers.append(ACCESS)
        return answer, verdict

    def update(self, call, token):
        user = self.state.users[token.user]
        text = call.parameter("status")
        if not text:
            return Answer.of_error(403, 38, "status parameter is missing.")
        message = DIRECT_MESSAGE.match(text)
        if message and call.parameter("enable_dmcommands") != "false":
            self.state.messages.append({"from": user.screen_name, "to": message[1], "text": message[2]})
            return Answer.of_json({"message": message[2], "recipient_screen_name": message[1]})
        if weighted_length(text) > LIMIT:
            return Answer.of_error(403, 186, "Tweet needs to be a bit shorter.")
        last = self.state.last_post(user)
        if last is not None and last.text == text:
            return Answer.of_error(403, 187, "Status is a duplicate.")
        return Answer.of_json(self._tweet(self.state.add_post(user, text, token.app, self._reply_to(call, text))))

    def _reply_to(self, call, text):
        """Ignored unless the author is mentioned, or the client asks for the mention to be added."""
        given = call.parameter("in_reply_to_status_id") or ""
        answered = self.state.post(int(given)) if given.isdigit() else None
        if answered is None:
            return None
        mentioned = re.search(rf"@{answered.user}\b", text, re.IGNORECASE)
        return answered.id if mentioned or call.parameter("auto_populate_reply_metadata") == "true" else None

    def show(self, call, token, number=None):
        number = number or call.parameter("id") or ""
        post = self.state.post(int(number)) if number.isdigit() else None
        return Answer.of_json(self._tweet(post)) if post else no_status()

    def destroy(self, call, token, number):
        post = self.state.post(int(number))
        if post is None:
            return no_status()
        if post.user != token.user:
            return Answer.of_error(403, 183, "You may not delete another user's status.")
        post.deleted = True
        return Answer.of_json(self._tweet(post))

    def verify_credentials(self, call, token):
        return Answer.of_json(self._user(token.user))

    def invalidate_token(self, call, token):
        token.revoked = True
        return Answer.of_json({"access_token": token.token})

    def upload(self, call, token):
        """Takes anything; the id is as good as any other, since no post is looked at for its media."""
        number = FIRST_ID + len(call.body)
        answer = {"media_id": number, "media_id_string": str(number), "size": len(call.body)}
        return Answer.of_json({**answer, "expires_after_secs": 86400})

    def _user(self, name):
        user = self.state.users[name]
        mine = sum(1 for post in self.state.posts if post.user == name and not post.deleted)
        return {
            "id": int(user.id), "id_str": user.id, "name": user.name, "screen_name": user.screen_name,
            "location": "", "description": "", "url": None, "protected": False, "verified": False,
            "followers_count": 0, "friends_count": 0, "listed_count": 0, "favourites_count": 0,
            "statuses_count": mine, "created_at": twitter_date(0), "lang": None,
            "profile_image_url_https": "https://abs.example.test/default_profile_normal.png",
        }

    def _tweet(self, post):
        answered = next((other for other in self.state.posts if other.id == post.reply_to), None)
        answered_user = self.state.users[answered.user] if answered else None
        app = html.escape(self.state.apps[post.app].name)
        return {
            "created_at": twitter_date(post.created), "id": post.id, "id_str": str(post.id),
            "text": html.escape(post.text, quote=False), "truncated": False,
            "entities": {"hashtags": [], "symbols": [], "user_mentions": [], "urls": []},
            "source": f'<a href="https://example.test" rel="nofollow">{app}</a>',
            "in_reply_to_status_id": answered.id if answered else None,
            "in_reply_to_status_id_str": str(answered.id) if answered else None,
            "in_reply_to_user_id": int(answered_user.id) if answered else None,
            "in_reply_to_user_id_str": answered_user.id if answered else None,
            "in_reply_to_screen_name": answered.user if answered else None,
            "user": self._user(post.user), "geo": None, "coordinates": None, "place": None, "contributors": None,
            "is_quote_status": False, "retweet_count": 0, "favorite_count": 0, "favorited": False,
            "retweeted": False, "lang": "en",
        }

    ROUTES = (
        ("POST", r"/1\.1/statuses/update\.json", update),
        ("GET", r"/1\.1/statuses/show\.json", show),
        ("GET", r"/1\.1/statuses/show/(\d+)\.json", show),
        ("POST", r"/1\.1/statuses/destroy/(\d+)\.json", destroy),
        ("GET", r"/1\.1/account/verify_credentials\.json", verify_credentials),
        ("POST", r"/1\.1/oauth/invalidate_token\.json", invalidate_token),
        ("POST", r"/upload/1\.1/media/upload\.json", upload),
    )


def no_status():
    return Answer.of_error(404, 144, "No status found with that ID.")


def twitter_date(seconds):
    """`Fri Dec 05 15:55:44 +0000 2014`: Python keeps to the C locale for dates unless told otherwise."""
    return time.strftime("%a %b %d %H:%M:%S +0000 %Y", time.gmtime(seconds))
