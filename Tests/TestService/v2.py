"""The calls of X's API v2, below /2/, signed with OAuth 1.0a by a person or by an app alone."""

import re

import selection
import v2_writing
from callers import caller
from problems import Problem, invalid, not_found, unauthorized, unsupported
from v2_fields import OF_TWEETS, OF_USERS, PAGING, Wanted
from v2_objects import Objects
from wire import Answer

HEADERS = (("x-access-level", "read-write"), ("api-version", "2.167"))
LIMITED = (("x-rate-limit-limit", "900"), ("x-rate-limit-remaining", "899"))
WINDOW = 900  # seconds
PEOPLE, APPS = "people", "apps"  # who may: with a token; or with the app's key alone
KINDS = "OAuth 1.0a User Context, OAuth 2.0 User Context"


class V2:
    def __init__(self, state, judge):
        self.state = state
        self.judge = judge

    def route(self, call):
        """Who may call, the function for this call and its arguments; None where there is no such call."""
        for method, pattern, who, function in self.ROUTES:
            match = re.fullmatch("/2" + pattern, call.path)
            if match and method == call.method:
                return who, function, match.groups()
        return None

    def answer(self, call, who, function, arguments):
        by = caller(call, self.state, self.judge)
        try:
            if not by.verdict.valid:
                raise unauthorized()
            if by.is_app and who == PEOPLE:
                raise unsupported(KINDS)
            with self.state.lock:
                answer = function(self, call, by.token, *arguments)
        except Problem as problem:
            answer = problem.answer()
        reset = ("x-rate-limit-reset", str(int(self.state.now()) + WINDOW))
        answer.headers += [*HEADERS, *LIMITED, reset] if by.verdict.valid else by.verdict.challenge
        return answer, by.verdict

    def create(self, call, token):
        return v2_writing.create(self.state, call, token)

    def delete(self, call, token, number):
        return v2_writing.delete(self.state, token, number)

    def tweet(self, call, token, number):
        objects = Objects(self.state, call, Wanted(call, OF_TWEETS))
        post = self.state.post(int(number))
        data = None if post is None else objects.tweet(post)
        return _answer(data, objects, [] if post else [not_found("tweet", "id", number)])

    def tweets(self, call, token):
        wanted = Wanted(call, OF_TWEETS, {"ids"})
        numbers = wanted.list_of("ids")
        if not 1 <= len(numbers) <= 100 or not all(number.isdecimal() for number in numbers):
            words = "The number of values in the `ids` query parameter list is not between 1 and 100"
            raise invalid("ids", ",".join(numbers), words)
        objects = Objects(self.state, call, wanted)
        found = [post for number in numbers if (post := self.state.post(int(number)))]
        there = {str(post.id) for post in found}
        errors = [not_found("tweet", "ids", number) for number in numbers if number not in there]
        return _answer([objects.tweet(post) for post in found] or None, objects, errors)

    def me(self, call, token):
        objects = Objects(self.state, call, Wanted(call, OF_USERS))
        return _answer(objects.user(token.user), objects)

    def by_name(self, call, token, name):
        objects = Objects(self.state, call, Wanted(call, OF_USERS))
        user = self.state.user(name)
        if user is None:
            return _answer(None, objects, [not_found("user", "username", name)])
        return _answer(objects.user(user.screen_name), objects)

    def home(self, call, token, number):
        mine = self.state.users[token.user]
        if number != mine.id:
            words = f"The `id` query parameter value [{number}] must be the same as the authenticating user [{mine.id}]"
            raise invalid("id", number, words)
        return self._page(call, selection.home(self.state, mine), usual=100, least=1, others={"exclude"})

    def by_user(self, call, token, number):
        return self._of_user(call, number, selection.by, {"exclude"})

    def mentions(self, call, token, number):
        return self._of_user(call, number, selection.mentions, set())

    def _of_user(self, call, number, select, others):
        user = next((user for user in self.state.users.values() if user.id == number), None)
        if user is None:
            return Answer.of_json({"errors": [not_found("user", "id", number)]})
        return self._page(call, select(self.state, user), usual=10, least=5, others=others)

    def search(self, call, token):
        others = {"query", "next_token", "sort_order"}
        query = Wanted(call, OF_TWEETS, PAGING | others).values.get("query", "")
        if not 1 <= len(query) <= 4096:
            raise invalid("query", query, "The `query` query parameter value is not between 1 and 4096 letters")
        # Since May 2026 a search finds no reposts.
        found = [post for post in selection.matching(self.state, query) if post.repost_of is None]
        return self._page(call, found, usual=10, least=10, others=others)

    def _page(self, call, posts, usual, least, others):
        wanted = Wanted(call, OF_TWEETS, PAGING | others)
        objects = Objects(self.state, call, wanted)
        page, meta = selection.page_by_token(self.state, wanted, posts, wanted.number("max_results", usual, least, 100))
        data = [objects.tweet(post) for post in page]
        return _answer(data or ([] if self.state.options.empty_data else None), objects, meta=meta)

    ROUTES = (
        ("POST", r"/tweets", PEOPLE, create),
        ("DELETE", r"/tweets/(\d{1,19})", PEOPLE, delete),
        ("GET", r"/tweets/(\d{1,19})", APPS, tweet),
        ("GET", r"/tweets", APPS, tweets),
        ("GET", r"/users/me", PEOPLE, me),
        ("GET", r"/users/by/username/(\w{1,15})", APPS, by_name),
        ("GET", r"/users/(\d{1,19})/timelines/reverse_chronological", PEOPLE, home),
        ("GET", r"/users/(\d{1,19})/tweets", APPS, by_user),
        ("GET", r"/users/(\d{1,19})/mentions", APPS, mentions),
        ("GET", r"/tweets/search/recent", APPS, search),
    )


def _answer(data, objects, errors=(), meta=None):
    """With the parts that there are: an answer of 200 may have errors alone."""
    parts = {"data": data, "includes": objects.includes(), "errors": list(errors) or None, "meta": meta}
    return Answer.of_json({name: part for name, part in parts.items() if part is not None})
