"""How GNU social words a refusal: one text, the path, and statuses of its own."""

import html
import json
import re

from wire import Answer

# Twitter's code: GNU social's status and words, where they differ.
OWN = {
    144: (404, "No such notice."),
    186: (413, "Maximum notice size is {limit} characters."),
    187: (400, "Too many duplicate messages too quickly; take a breather and post again in a few minutes."),
    38: (400, "Client must provide a 'status' parameter with a value."),
    215: (401, "Could not authenticate you."),
    89: (401, "Could not authenticate you."),
    183: (403, "You may not delete another user's status."),
}


def taken(text, options):
    """The text of a post as it is kept: GNU social resolves the character references of HTML in it."""
    return re.sub(r"&#?\w+;", lambda match: html.unescape(match[0]), text) if options.is_gnusocial else text


def spoken(answer, call, options):
    """The answer as it is, or as GNU social would have refused."""
    if not options.is_gnusocial or answer.status < 400:
        return answer
    fault = json.loads(answer.body)["errors"][0]
    status, words = OWN.get(fault["code"], (answer.status, fault["message"]))
    words = words.format(limit=options.text_limit) if fault["code"] == 186 else words
    return Answer.of_json({"error": words, "request": call.path}, status)
