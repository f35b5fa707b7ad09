"""The text of a post as Twitter sends it: links shortened, `& < >` escaped, and entities that say where things are.

Indices count code points of the text as it is sent, escapes and all.
"""

import hashlib
import html
import re
from dataclasses import dataclass, field

ENTITY = re.compile(r"(?P<url>https?://\S*[^\s.,;:!?)'\"])|(?<!\w)@(?P<mention>\w{1,15})\b|(?<!\w)#(?P<tag>\w+)")
SHOWN_LENGTH = 26

# Ways to be wrong about the place of an entity, each from the first and the last index and the length of the text.
WRONG = {
    "beyond": lambda first, last, length: [length + 10, length + 33],
    "half beyond": lambda first, last, length: [first, length + 500],
    "reversed": lambda first, last, length: [last, first],
    "negative": lambda first, last, length: [-last, -first],
    "huge": lambda first, last, length: [1 << 62, (1 << 64) + 1],
    "shifted": lambda first, last, length: [first + 1, last + 1],
    "overlapping": lambda first, last, length: [0, length],
    "one": lambda first, last, length: [first],
    "null": lambda first, last, length: None,
    "words": lambda first, last, length: ["first", "last"],
}


@dataclass
class Token:
    """A piece of a text: `kind` is plain, url, media, mention or tag; `about` what the entity tells of it."""

    text: str
    kind: str = "plain"
    about: object = None


@dataclass
class Entity:
    kind: str
    about: object
    text: str
    indices: object


@dataclass
class Link:
    """A shortened link."""

    short: str
    whole: str
    shown: str


@dataclass
class Markup:
    text: str
    entities: list = field(default_factory=list)

    def of(self, kind):
        return [entity for entity in self.entities if entity.kind == kind]


def tokens(text, wrap_links=True):
    """The pieces of what an author wrote."""
    found, at = [], 0
    for match in ENTITY.finditer(text):
        kind = match.lastgroup
        if kind == "url" and not wrap_links:
            continue
        found.append(Token(text[at:match.start()]))
        link = shortened(match["url"]) if kind == "url" else None
        found.append(Token(link.short if link else match.group(), kind, link or match[kind]))
        at = match.end()
    return [*found, Token(text[at:])]


def cut(pieces, length, end):
    """The first `length` code points, whole links only, and `end` after them."""
    kept, left = [], length
    for piece in pieces:
        if len(piece.text) > left:
            if piece.kind == "plain":
                kept.append(Token(piece.text[:left]))
            break
        kept.append(piece)
        left -= len(piece.text)
    return [*kept, *end]


def length(pieces):
    return sum(len(piece.text) for piece in pieces)


def rendered(pieces, escaped=True, wrong=None):
    text, entities = "", []
    for piece in pieces:
        first = len(text)
        text += html.escape(piece.text, quote=False) if escaped else piece.text
        if piece.kind != "plain":
            entities.append(Entity(piece.kind, piece.about, piece.text, [first, len(text)]))
    if wrong is not None:
        for entity in entities:
            entity.indices = WRONG[wrong](*entity.indices, len(text))
    return Markup(text, entities)


def shortened(url, shown=None):
    """The same short link for the same address, always."""
    code = hashlib.sha256(url.encode()).hexdigest()[:10]
    bare = re.sub(r"\Ahttps?://(www\.)?", "", url)
    cut_short = bare if len(bare) <= SHOWN_LENGTH else bare[:SHOWN_LENGTH] + "…"
    return Link("https://t.co/" + code, url, shown or cut_short)
