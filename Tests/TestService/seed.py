"""Posts that were there before the test began: what POST /_test/seed takes. The same seed makes the same posts.

    {"users": [{"screen_name", "name", "id", "description", "picture", "password"}, …], "posts": [post, …]}

Only the `screen_name` of a user must be given; authors that nobody knows are made up. Posts stand oldest first. A post:

    user, text      the author ("bob" if absent) and the text as the author wrote it
    id, created     a number (each greater than the last, if absent), and seconds since 1970
    repost_of, reply_to, quote_of    the id of a post, or a post of its own that is planted before
    media           [{"kind": "photo", "video" or "animated_gif", "url", "alt"}, …]
    counts          {"replies", "reposts", "likes"}: a number, "100+", null, or "missing" to leave the field out
    indices         entities say where they are wrongly: a word of markup.WRONG
    broken          what stands in lists in place of the post: a word of BROKEN
    count           so many of it, with {n} in the text for 1, 2, …; ids go up by one step each
"""

import hashlib

from state import Post, User

# The first of January 2026, and a minute from one post to the next.
FIRST_SECOND = 1767225600
SECONDS_BETWEEN = 60
# A person's id is made of the name, and is greater than 2^53 as those of posts are.
FIRST_USER = 10**16

BROKEN = {
    "null": None, "number": 7, "string": "Over capacity", "array": [], "empty": {},
    "no id": {"text": "no id", "full_text": "no id", "user": {"screen_name": "bob"}},
    "wrong types": {"id": True, "id_str": [], "text": 5, "full_text": {}, "user": "bob", "created_at": 0},
    "null fields": {"id": None, "id_str": None, "text": None, "full_text": None, "user": None, "created_at": None},
}
KNOWN = {
    "user", "text", "id", "created", "repost_of", "reply_to", "quote_of", "media", "counts", "indices", "broken",
    "count",
}


class Seed:
    def __init__(self, state):
        self.state = state

    def plant(self, wanted):
        """Plants all of it, and gives the ids of the posts in their order."""
        with self.state.lock:
            for user in wanted.get("users", []):
                self._add_user(**user)
            return [str(post.id) for entry in wanted.get("posts", []) for post in self._plant(entry)]

    def _plant(self, entry):
        unknown = set(entry) - KNOWN
        if unknown:
            raise ValueError("no such part of a post: " + ", ".join(sorted(unknown)))
        number = entry.get("id")
        for n in range(1, entry.get("count", 1) + 1):
            yield self._plant_one({**entry, "text": entry.get("text", "").replace("{n}", str(n)), "id": number})
            number = number and int(number) + 1

    def _plant_one(self, entry):
        others = {key: self._other(entry.get(key)) for key in ("repost_of", "reply_to", "quote_of")}
        if entry.get("broken", "null") not in BROKEN:
            raise ValueError(f"not a way to be broken: {entry['broken']}")
        post = Post(
            id=int(entry["id"] or self.state.next_id()), user=self._author(entry.get("user", "bob")), app=None,
            text=entry["text"],
            created=entry.get("created", FIRST_SECOND + SECONDS_BETWEEN * len(self.state.posts)),
            media=entry.get("media", []), counts=entry.get("counts", {}), indices=entry.get("indices"),
            broken=entry.get("broken"), **others,
        )
        return self.state.keep(post)

    def _other(self, post):
        if isinstance(post, dict):
            return list(self._plant(post))[-1].id
        return None if post is None else int(post)

    def _author(self, name):
        user = self.state.user(name) or self._add_user(name)
        return user.screen_name

    def _add_user(self, screen_name, **more):
        name = screen_name.replace("_", " ").title()
        number = FIRST_USER + int.from_bytes(hashlib.sha256(screen_name.encode()).digest()[:6], "big")
        made_up = {"id": str(number), "password": "", "name": name}
        user = User(screen_name=screen_name, **{**made_up, **more})
        self.state.users[screen_name] = user
        return user
