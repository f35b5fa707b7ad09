"""Posts and people in the shapes of v1.1: Twitter's, with its four ways to give a text, and GNU social's."""

import html
import time

import markup
from index import Index
from markup import Token
from seed import BROKEN

# A text is cut to so many code points for clients that do not ask for all of it.
CLASSIC = 140
SELF_LINK = "https://t.co/"
SELF_LINK_LENGTH = 23


class Statuses:
    """Makes JSON of posts for one request, which decides over texts and the addresses of pictures."""

    def __init__(self, state, call):
        self.state = state
        self.known = Index(state)
        self.options = state.options
        self.base = call.base
        self.text_as = self.options.text or ("full_text" if call.parameter("tweet_mode") == "extended" else "cut")
        self.trims_user = call.parameter("trim_user") in ("true", "t", "1")

    def in_list(self, post):
        """The post as an element of a list, where it may be broken."""
        return self.status(post) if post.broken is None else BROKEN[post.broken]

    def status(self, post, inner=True):
        """`inner`: whether the post that this one repeats or quotes is given too."""
        status = {
            "created_at": twitter_date(post.created), **self._ids("id", post.id), **self._text(post),
            "source": self._source(post), **self._answered(post), "user": self._author(post), "geo": None,
            "favorited": False, **(self._of_gnusocial(post) if self.options.is_gnusocial else self._of_twitter(post)),
        }
        for key, number in (("retweeted_status", post.repost_of), ("quoted_status", post.quote_of)):
            other = self.known.posts.get(number)
            if inner and other is not None:
                status[key] = self.status(other, inner=False)
        return status

    def user(self, name):
        user = self.state.users[name]
        return {
            **self._ids("id", int(user.id)), "name": user.name, "screen_name": user.screen_name, "location": "",
            "description": user.description, "url": None, "protected": False, "verified": False, "followers_count": 0,
            "friends_count": 0, "listed_count": 0, "favourites_count": 0, "statuses_count": self.known.posts_of[name],
            "created_at": twitter_date(0), "lang": None,
            "profile_image_url_https": picture(user, self.base), "profile_image_url": picture(user, self.base),
        }

    def _of_twitter(self, post):
        counts = {
            "retweet_count": post.counts.get("reposts", self.known.reposts_of[post.id]),
            "favorite_count": post.counts.get("likes", 0), "reply_count": post.counts.get("replies", "missing"),
        }
        return {
            "coordinates": None, "place": None, "contributors": None, "is_quote_status": post.quote_of is not None,
            "retweeted": False, "lang": "en", **{key: count for key, count in counts.items() if count != "missing"},
        }

    def _of_gnusocial(self, post):
        return {
            "uri": f"tag:example.test,{post.id}", "repeated": False, "statusnet_conversation_id": post.id,
            "statusnet_html": html.escape(post.text), "source_link": None,
        }

    def _author(self, post):
        return self._ids("id", int(self.state.users[post.user].id)) if self.trims_user else self.user(post.user)

    def _text(self, post):
        if self.options.is_gnusocial:
            return {"text": self.known.text(post), "truncated": False}
        whole = self._pieces(post)
        if post.repost_of is not None:
            repeated = markup.cut(whole, CLASSIC - 1, [Token("…")]) if markup.length(whole) > CLASSIC else whole
            key = "full_text" if self.text_as == "full_text" else "text"
            text = self._rendered(repeated, post)
            return {key: text.text, "truncated": False, "entities": entities_of(text)}
        full = self._rendered(whole, post)
        match self.text_as:
            case "full_text":
                return {"full_text": full.text, "truncated": False, **self._range(full), **self._entities(full, post)}
            case "whole":
                return {"text": full.text, "truncated": False, **self._entities(full, post)}
        if markup.length(whole) <= CLASSIC:
            return {"text": full.text, "truncated": False, **self._entities(full, post)}
        short = self._rendered(self._shortened(whole, post), post)
        cut = {"text": short.text, "truncated": True, "entities": entities_of(short)}
        if self.text_as == "extended_tweet":
            extended = {"full_text": full.text, **self._range(full), **self._entities(full, post)}
            cut["extended_tweet"] = extended
        return cut

    def _pieces(self, post):
        return pieces(self.known, self.options, post, self.base)

    def _rendered(self, found, post):
        return markup.rendered(found, wrong=post.indices)

    def _shortened(self, whole, post):
        page = markup.shortened(f"https://twitter.example.test/i/web/status/{post.id}")
        return markup.cut(whole, CLASSIC - SELF_LINK_LENGTH - 2, [Token("… "), Token(page.short, "url", page)])

    def _range(self, full):
        return {"display_text_range": [0, len(full.text)]}

    def _entities(self, text, post):
        entities = {"entities": entities_of(text)}
        media = [self._medium(entity, number) for entity in text.of("media") for number in enumerate(entity.about.all)]
        if media:
            entities["entities"]["media"] = media[:1]
            entities["extended_entities"] = {"media": media}
        return entities

    def _medium(self, entity, numbered):
        number, medium = numbered
        about = entity.about
        return {
            **self._ids("id", about.post.id + number + 1), "indices": entity.indices, "media_url": medium["url"],
            "media_url_https": medium["url"], "url": about.link.short, "display_url": about.link.shown,
            "expanded_url": about.link.whole, "type": medium["kind"], "ext_alt_text": medium["alt"],
        }

    def _answered(self, post):
        answered = self.known.posts.get(post.reply_to)
        user = self.state.users[answered.user] if answered else None
        return {
            **self._ids("in_reply_to_status_id", answered and answered.id),
            **self._ids("in_reply_to_user_id", user and int(user.id)),
            "in_reply_to_screen_name": answered and answered.user,
        }

    def _ids(self, name, number):
        if self.options.is_gnusocial or not self.options.id_str:
            return {name: number}
        return {name: number, name + "_str": None if number is None else str(number)}

    def _source(self, post):
        if post.app is None:
            return "web"
        app = self.state.apps.get(post.app) or self.state.oauth2.clients[post.app]
        return f'<a href="https://example.test" rel="nofollow">{html.escape(app.name)}</a>'


class Media:
    """What an author added to a post, behind the one link to all of it that Twitter puts at the text's end."""

    def __init__(self, post, base):
        self.post = post
        self.link = markup.shortened(
            f"https://twitter.example.test/{post.user}/status/{post.id}/photo/1", f"pic.example.test/{post.id}")
        self.all = [
            {"kind": "photo", "url": f"{base}/pictures/{post.id}-{number}.png", "alt": None, **medium}
            for number, medium in enumerate(post.media, 1)
        ]


def pieces(known, options, post, base):
    """All of the text, a repost's with RT before it."""
    found = markup.tokens(known.text(post), options.wrap_links)
    if post.media:
        media = Media(post, base)
        found += [Token(" " if post.text else ""), Token(media.link.short, "media", media)]
    return found


def picture(user, base):
    return user.picture or f"{base}/pictures/{user.screen_name}_normal.png"


def entities_of(text):
    def all_of(kind, name):
        return [{name: entity.about, "indices": entity.indices} for entity in text.of(kind)]

    return {
        "hashtags": all_of("tag", "text"), "symbols": [], "user_mentions": all_of("mention", "screen_name"),
        "urls": [
            {
                "url": entity.text, "expanded_url": entity.about.whole, "display_url": entity.about.shown,
                "indices": entity.indices,
            }
            for entity in text.of("url")
        ],
    }


def twitter_date(seconds):
    """`Fri Dec 05 15:55:44 +0000 2014`: Python keeps to the C locale for dates unless told otherwise."""
    return time.strftime("%a %b %d %H:%M:%S +0000 %Y", time.gmtime(seconds))
