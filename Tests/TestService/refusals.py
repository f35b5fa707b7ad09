"""Refusals by Twitter's code or by the name of a problem, in every shape of body that has been met."""

import html
import json
from http import HTTPStatus

import problems

# Code: the HTTP status that comes with it, and the words.
CODES = {
    3: (400, "Invalid coordinates."), 17: (404, "No user matches for specified terms."),
    25: (403, "Query parameters are missing."), 32: (401, "Could not authenticate you."),
    34: (404, "Sorry, that page does not exist."), 38: (403, "status parameter is missing."),
    44: (400, "attachment_url parameter is invalid."), 50: (404, "User not found."),
    63: (403, "User has been suspended."),
    64: (403, "Your account is suspended and is not permitted to access this feature."),
    68: (410, "The Twitter REST API v1 is no longer active. Please migrate to API v1.1."),
    87: (403, "Client is not permitted to perform this action."), 88: (429, "Rate limit exceeded."),
    89: (401, "Invalid or expired token."), 92: (403, "SSL is required."),
    93: (403, "This application is not allowed to access or delete your direct messages."),
    99: (403, "Unable to verify your credentials."), 130: (503, "Over capacity"), 131: (500, "Internal error"),
    135: (401, "Could not authenticate you. Timestamp out of bounds."),
    139: (403, "You have already favorited this status."),
    144: (404, "No status found with that ID."), 161: (403, "You are unable to follow more people at this time."),
    179: (403, "Sorry, you are not authorized to see this status."),
    185: (403, "User is over daily status update limit."), 186: (403, "Tweet needs to be a bit shorter."),
    187: (403, "Status is a duplicate."), 195: (403, "Missing or invalid url parameter."),
    215: (400, "Bad Authentication data."), 220: (403, "Your credentials do not allow access to this resource."),
    226: (
        403, "This request looks like it might be automated. To protect our users from spam and other malicious "
        "activity, we can't complete this action right now.",
    ),
    231: (401, "User must verify login."), 251: (410, "This endpoint has been retired and should not be used."),
    261: (403, "Application cannot perform write actions."), 324: (400, "Failed to process media."),
    326: (403, "To protect our users from spam and other malicious activity, this account is temporarily locked."),
    327: (403, "You have already retweeted this Tweet."),
    385: (403, "You attempted to reply to a tweet that is deleted or not visible to you."),
    386: (403, "The Tweet exceeds the number of allowed attachment types."), 407: (400, "The given URL is invalid."),
    415: (403, "Callback URL not approved for this client application."),
    416: (401, "Invalid / suspended application"),
    417: (401, "Desktop applications only support the oauth_callback value 'oob'"),
    421: (404, "This Tweet is no longer available."), 422: (404, "This Tweet violated the rules."),
    425: (403, "This action has been disabled."),
    433: (403, "The original Tweet author restricted who can reply to this Tweet."),
    453: (
        403, "You currently have access to a subset of Twitter API v2 endpoints and limited v1.1 endpoints (e.g. media "
        "post, oauth) only. If you need access to this endpoint, you may need a different access level.",
    ),
}

JSON, XML, HTML = "application/json;charset=utf-8", "application/xml;charset=utf-8", "text/html;charset=utf-8"


def refusal(wanted, path):
    """The status, content type and body of a fault with `code`, `problem`, `shape` or `words`."""
    if "problem" in wanted:
        problem = problems.named(
            wanted["problem"], wanted.get("status"), wanted.get("words"), wanted.get("shape") == "problem in errors")
        return problem.status, "application/problem+json", _json(problem.as_json())
    code = wanted.get("code")
    status, words = CODES[code] if code is not None else (wanted["status"], None)
    status = wanted.get("status", status)
    words = wanted.get("words") or words or HTTPStatus(status).phrase
    content_type, body = SHAPES[wanted.get("shape", "errors")](status, code, words, path)
    return status, content_type, body


def _json(value):
    return json.dumps(value, ensure_ascii=False).encode()


def _error(code, words):
    return {"message": words} if code is None else {"code": code, "message": words}


def _page(status, code, words, path):
    words = html.escape(words)
    return HTML, f"<!doctype html><html><title>{words}</title><body><h1>{words}</h1></body></html>".encode()


def _hash(status, code, words, path):
    words = html.escape(words)
    return XML, f'<?xml version="1.0"?><hash><request>{path}</request><error>{words}</error></hash>'.encode()


def _xml(status, code, words, path):
    return XML, f'<?xml version="1.0"?><errors><error code="{code}">{html.escape(words)}</error></errors>'.encode()


def _problem(status, code, words, path):
    problem = {"title": HTTPStatus(status).phrase, "detail": words, "type": "about:blank", "status": status}
    return "application/problem+json", _json(problem)


def _problem_in_errors(status, code, words, path):
    problem = problems.Problem(status, words, HTTPStatus(status).phrase, None, [_error(code, words)])
    return "application/problem+json", _json(problem.as_json())


# What a refusal looks like: functions of status, code, words and path.
SHAPES = {
    "errors": lambda status, code, words, path: (JSON, _json({"errors": [_error(code, words)]})),
    "errors as a string": lambda status, code, words, path: (JSON, _json({"errors": words})),
    "error": lambda status, code, words, path: (JSON, _json({"error": words, "request": path})),
    "error with code": lambda status, code, words, path: (JSON, _json({"error": words, "code": code})),
    "code and message": lambda status, code, words, path: (JSON, _json({"code": code, "message": words})),
    "hash": _hash, "xml": _xml, "html": _page, "problem": _problem, "problem in errors": _problem_in_errors,
    "text": lambda status, code, words, path: ("text/plain;charset=utf-8", words.encode()),
    "latin-1": lambda status, code, words, path: ("text/plain", ("é " + words).encode("latin-1", "replace")),
    "empty": lambda status, code, words, path: (HTML, b""),
}
