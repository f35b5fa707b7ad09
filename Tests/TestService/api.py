"""The calls of API v1.1, at /1.1/ as Twitter has them and at /api/ as GNU social does."""

import re

import selection
from callers import caller
from counting import LIMIT, weighted_length
from gnusocial import spoken, taken
from login import refusal
from search import Search
from state import FIRST_ID
from statuses import Statuses
from wire import Answer

VERSIONS = r"(?:/upload)?(?:/1\.1|/api(?:/1\.1)?)"
ACCESS = ("x-access-level", "read-write")
DIRECT_MESSAGE = re.compile(r"(?:d|dm|m)\s+@?(\w+)\s+(.+)", re.IGNORECASE | re.DOTALL)
PEOPLE, APPS, ALL = "people", "apps", "all"  # who may: with a token; or with the app's key alone; or without any


class Api:
    def __init__(self, state, judge):
        self.state = state
        self.judge = judge

    def route(self, call):
        """Who may call, the function for this call and its arguments; None where there is no such call."""
        for method, pattern, who, function in self.ROUTES:
            match = re.fullmatch(VERSIONS + pattern, call.path)
            if match and method == call.method:
                return who, function, match.groups()
        return None

    def answer(self, call, who, function, arguments):
        by = caller(call, self.state, self.judge)
        refused = self._refusal(by, who)
        if refused is not None:
            return spoken(refused, call, self.state.options), by.verdict
        with self.state.lock:
            answer = function(self, call, by.token, *arguments)
        answer.headers.append(ACCESS)
        return spoken(answer, call, self.state.options), None if by.is_nobody else by.verdict

    def unknown(self, call):
        if self.state.options.is_gnusocial:
            return Answer.of_html("<!doctype html><title>404</title><h1>Page not found</h1>", 404)
        return Answer.of_error(404, 34, "Sorry, that page does not exist.")

    def _refusal(self, by, who):
        options = self.state.options
        if by.is_refused:
            return refusal(by.verdict)
        if by.is_nobody and not (who == ALL or (who == APPS and (options.unsigned or options.is_gnusocial))):
            return Answer.of_error(400, 215, "Bad Authentication data.")
        if by.is_app and who == PEOPLE:
            return Answer.of_error(403, 220, "Your credentials do not allow access to this resource.")
        return None

    def update(self, call, token):
        user = self.state.users[token.user]
        text = taken(call.parameter("status") or "", self.state.options)
        if not text:
            return Answer.of_error(403, 38, "status parameter is missing.")
        message = DIRECT_MESSAGE.match(text)
        if message and call.parameter("enable_dmcommands") != "false":
            self.state.messages.append({"from": user.screen_name, "to": message[1], "text": message[2]})
            return Answer.of_json({"message": message[2], "recipient_screen_name": message[1]})
        if self._is_too_long(text):
            return Answer.of_error(403, 186, "Tweet needs to be a bit shorter.")
        last = self.state.last_post(user)
        if last is not None and last.text == text:
            return Answer.of_error(403, 187, "Status is a duplicate.")
        return self._one(call, self.state.add_post(user, text, token.app, self._reply_to(call, text)))

    def _is_too_long(self, text):
        options = self.state.options
        return 0 < options.text_limit < len(text) if options.is_gnusocial else weighted_length(text) > LIMIT

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
        return self._one(call, post) if post else no_status()

    def destroy(self, call, token, number):
        post = self.state.post(int(number))
        if post is None:
            return no_status()
        if post.user != token.user:
            return Answer.of_error(403, 183, "You may not delete another user's status.")
        post.deleted = True
        return self._one(call, post)

    def home_timeline(self, call, token):
        return self._page(call, selection.home(self.state, self.state.users[token.user]))

    def mentions_timeline(self, call, token):
        return self._page(call, selection.mentions(self.state, self.state.users[token.user]))

    def public_timeline(self, call, token):
        return self._page(call, selection.newest_first(self.state))

    def user_timeline(self, call, token):
        name, number = call.parameter("screen_name"), call.parameter("user_id")
        users = self.state.users
        user = self.state.user(name) or next((one for one in users.values() if one.id == number), None)
        if user is None and (name or number or token is None):
            return Answer.of_error(404, 34, "Sorry, that page does not exist.")
        return self._page(call, selection.by(self.state, user or users[token.user]))

    def _page(self, call, posts):
        shape = Statuses(self.state, call)
        page = selection.page(self.state, call, posts, usual=20, most=200)
        return Answer.of_json([shape.in_list(post) for post in page])

    def search(self, call, token):
        return Search(self.state, call).answer()

    def verify_credentials(self, call, token):
        return Answer.of_json(Statuses(self.state, call).user(token.user))

    def site(self, call, token):
        """GNU social's settings, as far as a client asks for them; numbers come as texts."""
        return Answer.of_json({"site": {"name": "Test", "textlimit": str(self.state.options.text_limit)}})

    def invalidate_token(self, call, token):
        token.revoked = True
        return Answer.of_json({"access_token": token.token})

    def upload(self, call, token):
        """Takes anything; the id is as good as any other, since no post is looked at for its media."""
        number = FIRST_ID + len(call.body)
        answer = {"media_id": number, "media_id_string": str(number), "size": len(call.body)}
        return Answer.of_json({**answer, "expires_after_secs": 86400})

    def _one(self, call, post):
        return Answer.of_json(Statuses(self.state, call).status(post))

    ROUTES = (
        ("POST", r"/statuses/update\.json", PEOPLE, update),
        ("GET", r"/statuses/show\.json", APPS, show),
        ("GET", r"/statuses/show/(\d+)\.json", APPS, show),
        ("POST", r"/statuses/destroy/(\d+)\.json", PEOPLE, destroy),
        ("GET", r"/statuses/home_timeline\.json", PEOPLE, home_timeline),
        ("GET", r"/statuses/mentions(?:_timeline)?\.json", PEOPLE, mentions_timeline),
        ("GET", r"/statuses/user_timeline\.json", APPS, user_timeline),
        ("GET", r"/statuses/public_timeline\.json", ALL, public_timeline),
        ("GET", r"/search/tweets\.json", APPS, search),
        ("GET", r"/search\.json", APPS, search),
        ("GET", r"/account/verify_credentials\.json", PEOPLE, verify_credentials),
        ("GET", r"/statusnet/config\.json", ALL, site),
        ("POST", r"/oauth/invalidate_token\.json", PEOPLE, invalidate_token),
        ("POST", r"/media/upload\.json", PEOPLE, upload),
    )


def no_status():
    return Answer.of_error(404, 144, "No status found with that ID.")
