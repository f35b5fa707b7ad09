"""Posts, people and media in the shapes of v2: only the fields and expansions that a request asked for."""

import time

import markup
from counting import LIMIT, weighted_length
from index import Index
from markup import Token
from seed import BROKEN
from statuses import CLASSIC, SELF_LINK_LENGTH, Media, picture, pieces


class Objects:
    """Collects, while it makes posts, what belongs into `includes`."""

    def __init__(self, state, call, wanted):
        self.state = state
        self.known = Index(state)
        self.base = call.base
        self.wanted = wanted
        self._tweets, self._users, self._media = {}, {}, {}

    def tweet(self, post):
        if post.broken is not None:
            return BROKEN[post.broken]
        self._expand(post)
        return self._tweet(post)

    def user(self, name):
        user = self.state.users[name]
        metrics = {"followers_count": 0, "following_count": 0, "tweet_count": self.known.posts_of[name]}
        whole = {
            "id": user.id, "name": user.name, "username": user.screen_name, "created_at": iso_date(0),
            "description": user.description, "location": "", "profile_image_url": picture(user, self.base),
            "protected": False, "public_metrics": metrics, "url": "", "verified": False,
        }
        return _only(whole, self.wanted.user_fields)

    def includes(self):
        """None where nothing was asked for or found."""
        found = {
            "tweets": [self._tweet(post) for post in self._tweets.values()],
            "users": [self.user(name) for name in self._users],
            "media": [_only(medium, self.wanted.media_fields) for medium in self._media.values()],
        }
        return {name: values for name, values in found.items() if values} or None

    def _tweet(self, post):
        fields = self.wanted.tweet_fields
        answered = self.known.posts.get(post.reply_to)
        text, note = self._texts(post)
        whole = {
            "id": str(post.id), "text": text.text, "edit_history_tweet_ids": [str(post.id)], "lang": "en",
            "source": "Demo", "author_id": self.state.users[post.user].id, "created_at": iso_date(post.created),
            "conversation_id": str(self._conversation(post)), "possibly_sensitive": False,
            "public_metrics": self._metrics(post), "reply_settings": "everyone",
            "entities": self._entities(text), "note_tweet": note,
            "in_reply_to_user_id": self.state.users[answered.user].id if answered else None,
            "referenced_tweets": [{"type": kind, "id": str(number)} for kind, number in _references(post)] or None,
            "attachments": {"media_keys": list(self._media_of(post))} if post.media else None,
        }
        return {name: value for name, value in _only(whole, fields).items() if value is not None}

    def _texts(self, post):
        """The text, and for a long post its beginning and the note with the whole."""
        found = pieces(self.known, self.state.options, post, self.base)
        if post.repost_of is not None and markup.length(found) > CLASSIC:
            found = markup.cut(found, CLASSIC - 1, [Token("…")])
        whole = markup.rendered(found, wrong=post.indices)
        if post.repost_of is not None or weighted_length(post.text) <= LIMIT:
            return whole, None
        page = markup.shortened(f"https://twitter.example.test/i/web/status/{post.id}")
        beginning = markup.cut(found, LIMIT - SELF_LINK_LENGTH - 2, [Token("… "), Token(page.short, "url", page)])
        entities = self._entities(whole)
        note = {"text": whole.text, **({"entities": entities} if entities else {})}
        return markup.rendered(beginning, wrong=post.indices), note

    def _entities(self, text):
        def each(kind, about):
            return [{**_place(entity.indices), **about(entity)} for entity in text.of(kind)]

        found = {
            "urls": each("url", _link) + each("media", _media_link),
            "hashtags": each("tag", lambda entity: {"tag": entity.about}),
            "mentions": each("mention", self._mention),
        }
        return {name: values for name, values in found.items() if values} or None

    def _mention(self, entity):
        user = self.state.user(entity.about)
        return {"username": entity.about, **({"id": user.id} if user else {})}

    def _metrics(self, post):
        known, given = self.known, post.counts
        metrics = {
            "retweet_count": given.get("reposts", known.reposts_of[post.id]),
            "reply_count": given.get("replies", known.replies_to[post.id]), "like_count": given.get("likes", 0),
            "quote_count": known.quotes_of[post.id], "bookmark_count": 0, "impression_count": 0,
        }
        return {name: count for name, count in metrics.items() if count != "missing"}

    def _conversation(self, post):
        answered = self.known.posts.get(post.reply_to)
        return post.id if answered is None else self._conversation(answered)

    def _media_of(self, post):
        """By media key."""
        found = {}
        for number, medium in enumerate(Media(post, self.base).all, 1):
            key = f"{3 if medium['kind'] == 'photo' else 7}_{post.id + number}"
            address = "url" if medium["kind"] == "photo" else "preview_image_url"
            found[key] = {"media_key": key, "type": medium["kind"], address: medium["url"], "width": 64, "height": 48}
            if medium["alt"] is not None:
                found[key]["alt_text"] = medium["alt"]
        return found

    def _expand(self, post):
        wanted, users = self.wanted.expansions, self._users
        others = [self.known.posts[number] for _, number in _references(post) if number in self.known.posts]
        if "author_id" in wanted:
            users[post.user] = True
        if "in_reply_to_user_id" in wanted and post.reply_to in self.known.posts:
            users[self.known.posts[post.reply_to].user] = True
        if "attachments.media_keys" in wanted and post.media:
            self._media.update(self._media_of(post))
        if "entities.mentions.username" in wanted:
            users.update({user.screen_name: True for user in self._mentioned(post)})
        for other in others:
            if other.deleted:
                continue
            if wanted & {"referenced_tweets.id", "referenced_tweets.id.author_id"}:
                self._tweets[other.id] = other
            if "referenced_tweets.id.author_id" in wanted:
                users[other.user] = True

    def _mentioned(self, post):
        named = (piece.about for piece in markup.tokens(post.text) if piece.kind == "mention")
        return [user for name in named if (user := self.state.user(name))]


def _references(post):
    found = (("retweeted", post.repost_of), ("quoted", post.quote_of), ("replied_to", post.reply_to))
    return [(kind, number) for kind, number in found if number is not None]


def _place(indices):
    """Wrong indices may be no pair at all."""
    first, last = (*(indices or ()), None, None)[:2]
    return {"start": first, "end": last}


def _link(entity):
    return {"url": entity.text, "expanded_url": entity.about.whole, "display_url": entity.about.shown}


def _media_link(entity):
    link = entity.about.link
    key = f"3_{entity.about.post.id + 1}"
    return {"url": link.short, "expanded_url": link.whole, "display_url": link.shown, "media_key": key}


def _only(whole, fields):
    return {name: value for name, value in whole.items() if name in fields}


def iso_date(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))
