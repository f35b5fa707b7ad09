"""Which posts a timeline or a search has, newest first."""

import re
import shlex

from problems import invalid

TOKEN = r"t[0-9a-f]{1,16}"


def home(state, user):
    """Everybody follows everybody."""
    return newest_first(state)


def mentions(state, user):
    named = re.compile(rf"(?<!\w)@{re.escape(user.screen_name)}\b", re.IGNORECASE)
    return [
        post for post in newest_first(state)
        if post.repost_of is None and post.user != user.screen_name and named.search(post.text)
    ]


def by(state, user):
    return [post for post in newest_first(state) if post.user == user.screen_name]


def matching(state, query):
    """Posts with all words of the query, in any case. `from:NAME` and "quoted words" are understood, as is -word."""
    try:
        words = shlex.split(query)
    except ValueError:
        words = query.split()
    return [post for post in newest_first(state) if all(_fits(post, word) for word in words)]


def newest_first(state):
    return sorted((post for post in state.posts if not post.deleted), key=lambda post: post.id, reverse=True)


def _fits(post, word):
    if word.startswith("from:"):
        return post.user.lower() == word[len("from:"):].lower()
    if word.startswith("-") and len(word) > 1:
        return not _fits(post, word[1:])
    return word.lower() in post.text.lower()


def page(state, call, posts, usual, most):
    """The part of `posts` that v1.1's count, max_id and since_id ask for; max_id is the greatest id that may come."""
    count, greatest, least = (_number(call, name) for name in ("count", "max_id", "since_id"))
    if not state.options.stuck:
        posts = [
            post for post in posts
            if (greatest is None or post.id <= greatest) and (least is None or post.id > least)
        ]
    return limited(state, posts, min(usual if count is None else max(count, 1), most))


def limited(state, posts, count):
    found = posts[:min(count, state.options.page_limit or count)]
    if state.options.busy:
        state.add_post(state.users["bob"], f"news {len(state.posts)}", None, None)
    return found


def _number(call, name):
    """Twitter passes over what is no number."""
    given = call.parameter(name) or ""
    return int(given) if given.isdecimal() and given.isascii() else None


def page_by_token(state, wanted, posts, count):
    """A page of v2 and its `meta`. A token holds the greatest id that may come, so that new posts move nothing."""
    token = wanted.values.get("pagination_token") or wanted.values.get("next_token")
    if token is not None and not re.fullmatch(TOKEN, token):
        raise invalid("pagination_token", token, f"The `pagination_token` query parameter value [{token}] is not valid")
    greatest = int(token[1:], 16) if token else None
    least, before = wanted.id("since_id"), wanted.id("until_id")
    if not state.options.stuck:
        posts = [
            post for post in posts
            if (greatest is None or post.id <= greatest) and (least is None or post.id > least)
            and (before is None or post.id < before)
        ]
    found = limited(state, posts, count)
    meta = {"result_count": len(found)}
    if found:
        meta |= {"newest_id": str(found[0].id), "oldest_id": str(found[-1].id)}
    if len(posts) > len(found) or (state.options.stuck and found):
        meta["next_token"] = f"t{posts[len(found) % len(posts)].id:x}"
    return found, meta
