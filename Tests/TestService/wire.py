"""What comes in and what goes out: one HTTP request and one answer, as plain values."""

import json
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Call:
    """A request as it was received. `query` and `body` are kept as sent: signatures are judged over them."""

    method: str
    base: str
    path: str
    query: str
    headers: tuple
    body: bytes

    def header(self, name):
        for key, value in self.headers:
            if key.lower() == name.lower():
                return value
        return None

    @property
    def url(self):
        return self.base + self.path + ("?" + self.query if self.query else "")

    @property
    def is_form(self):
        return (self.header("content-type") or "").lower().startswith(FORM)

    @property
    def form(self):
        return _pairs(self.body.decode("ascii", "replace")) if self.is_form else []

    def parameter(self, name, default=None):
        """The first value of `name`, in the query or in the form."""
        for key, value in _pairs(self.query) + self.form:
            if key == name:
                return value
        return default


@dataclass
class Answer:
    status: int
    body: bytes = b""
    headers: list = field(default_factory=list)

    @classmethod
    def of_json(cls, value, status=200, headers=(), type="application/json"):
        body = json.dumps(value, ensure_ascii=False).encode()
        return cls(status, body, [("content-type", type + ";charset=utf-8"), *headers])

    @classmethod
    def of_html(cls, text, status=200, headers=()):
        return cls(status, text.encode(), [("content-type", "text/html;charset=utf-8"), *headers])

    @classmethod
    def of_text(cls, text, status):
        return cls(status, text.encode(), [("content-type", "text/plain;charset=utf-8")])

    @classmethod
    def of_xml(cls, text, status):
        return cls(status, text.encode(), [("content-type", "application/xml;charset=utf-8")])

    @classmethod
    def of_form(cls, pairs):
        """A form, under the content type that Twitter gives it: text/html."""
        return cls.of_html(urlencode(pairs))

    @classmethod
    def of_error(cls, status, code, message, headers=()):
        return cls.of_json({"errors": [{"code": code, "message": message}]}, status, headers)


def _pairs(text):
    return parse_qsl(text, keep_blank_values=True, errors="replace")
