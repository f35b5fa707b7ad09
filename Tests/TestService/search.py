"""What v1.1 answers to a search, and v1 before it, and GNU social."""

import html
from email.utils import formatdate
from urllib.parse import urlencode

import selection
from markup import rendered, tokens
from seed import BROKEN
from statuses import Statuses, picture
from wire import Answer


class Search:
    def __init__(self, state, call):
        self.state = state
        self.call = call
        self.options = state.options
        self.query = call.parameter("q") or ""

    def answer(self):
        if not self.query:
            return Answer.of_error(403, 25, "Query parameters are missing.")
        found = selection.matching(self.state, self.query)
        page = selection.page(self.state, self.call, found, usual=15, most=100)
        if self.options.search == "results":
            return Answer.of_json({"results": [self._result(post) for post in page], **self._of_v1(page)})
        shape = Statuses(self.state, self.call)
        statuses = [shape.in_list(post) for post in page]
        if self.options.search == "array" or self.options.is_gnusocial:
            return Answer.of_json(statuses)
        return Answer.of_json({"statuses": statuses, "search_metadata": self._metadata(page)})

    def _metadata(self, page):
        newest = page[0].id if page else 0
        metadata = {
            "completed_in": 0.017, "max_id": newest, "max_id_str": str(newest), "since_id": 0, "since_id_str": "0",
            "query": urlencode({"q": self.query})[2:], "count": len(page),
        }
        if page:
            metadata["next_results"] = "?" + urlencode({"max_id": page[-1].id - 1, "q": self.query})
        return metadata

    def _result(self, post):
        """The form of search.twitter.com: a person's name and picture beside the text, and the dates of e-mail."""
        if post.broken is not None:
            return BROKEN[post.broken]
        user = self.state.users[post.user]
        text = rendered(tokens(post.text, self.options.wrap_links))
        return {
            "created_at": formatdate(post.created).replace("-0000", "+0000"), "from_user": user.screen_name,
            "from_user_id": int(user.id), "from_user_id_str": user.id, "to_user": None, "to_user_id": None,
            "to_user_id_str": None, "id": post.id, "id_str": str(post.id), "text": text.text, "geo": None,
            "iso_language_code": "en", "metadata": {"result_type": "recent"},
            "profile_image_url": picture(user, self.call.base),
            "source": html.escape('<a href="https://example.test">Demo</a>'),
        }

    def _of_v1(self, page):
        newest = page[0].id if page else 0
        return {
            "max_id": newest, "max_id_str": str(newest), "since_id": 0, "since_id_str": "0", "page": 1,
            "results_per_page": 15, "completed_in": 0.017349, "query": urlencode({"q": self.query})[2:],
        }
