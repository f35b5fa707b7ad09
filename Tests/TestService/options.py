"""How the service behaves where services differ, or misbehave: what POST /_test/options takes.

Every field may be given alone; the others stay as they are. POST /_test/reset puts all of them back.
"""

import dataclasses
from dataclasses import dataclass

TEXTS = (None, "full_text", "whole", "cut", "extended_tweet")
SEARCHES = ("statuses", "results", "array")


@dataclass(frozen=True)
class Options:
    # "gnusocial": ids without id_str, text not escaped, no entities, search as a plain array, errors as
    # {"error", "request"}, reading without a signature. "twitter": as Twitter has it.
    shape: str = "twitter"
    # How v1.1 gives the text of a post: by the request's tweet_mode (null), or always as "full_text", as the "whole"
    # in text, "cut" in text, or cut there and whole in "extended_tweet".
    text: str = None
    # What v1.1 answers to a search: "statuses" in an object, v1's "results" with keys and dates of their own, or an
    # "array".
    search: str = "statuses"
    # False: v1.1 sends ids as numbers alone.
    id_str: bool = True
    # Whether single posts, searches and the posts of a person can be read without a signature, besides the public ones.
    unsigned: bool = False
    # Links are shortened to https://t.co/ and listed among the entities.
    wrap_links: bool = True
    # An empty page of v2 has "data": [] instead of no data.
    empty_data: bool = False
    # A page has at most so many posts, whatever the request asks.
    page_limit: int = None
    # After each page of v1.1 or v2 a new post arrives, as on a busy day.
    busy: bool = False
    # Every page is the first one, whatever the request asks: a client that trusts paging alone never ends.
    stuck: bool = False
    # The longest post in GNU social's shape, which its settings tell too; 0 is none.
    text_limit: int = 1000
    # v2 lets a person reply only to authors who named this person.
    summoned: bool = False
    # OAuth 2.0: seconds that an access token lives; null: the answer does not say, and it lives for ever.
    expires_in: float = 7200
    # Seconds that a code lives.
    code_life: float = 30
    # Whether a refresh token is given, and whether it can be used once alone, a new one coming with each answer.
    gives_refresh: bool = True
    rotates: bool = True
    # Whether an app gets a token for itself.
    gives_app_tokens: bool = True
    # The scopes that a person allows, with blanks between; null: all that is asked for.
    allows: str = None
    # Seconds that a device's code lives, and between two questions about it.
    device_life: float = 600
    device_interval: float = 1

    @property
    def is_gnusocial(self):
        return self.shape == "gnusocial"

    def changed(self, wanted):
        options = dataclasses.replace(self, **wanted)
        if options.shape not in ("twitter", "gnusocial") or options.text not in TEXTS or options.search not in SEARCHES:
            raise ValueError(f"no such option: {wanted}")
        return options
