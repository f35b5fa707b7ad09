"""What v2 says when it refuses: problem details, alone or behind a list of errors.

A Problem is raised where it is found, and becomes the answer in v2.py.
"""

from wire import Answer

TYPES = "https://api.twitter.com/2/problems/"
INVALID = "One or more parameters to your request was invalid."


class Problem(Exception):
    """`title` is what the status means where none is given, `kind` the last part of its type."""

    def __init__(self, status, detail, title=None, kind=None, errors=None, more=None):
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.title = title or {401: "Unauthorized", 403: "Forbidden", 404: "Not Found"}.get(status, "Error")
        self.type = TYPES + kind if kind else "about:blank"
        self.errors = errors
        self.more = more or {}

    def as_json(self):
        """With `errors` the status stays away, as at X."""
        problem = {"title": self.title, "detail": self.detail, "type": self.type, **self.more}
        return {"errors": self.errors, **problem} if self.errors else {**problem, "status": self.status}

    def answer(self):
        return Answer.of_json(self.as_json(), self.status, type="application/problem+json")


def unauthorized():
    return Problem(401, "Unauthorized")


def unsupported(kinds):
    """For an app that signs alone where a person is needed."""
    problem = named("unsupported-authentication")
    problem.detail += f"  Supported authentication types are [{kinds}]."
    return problem


def invalid(parameter, value, message):
    errors = [{"parameters": {parameter: [value]}, "message": message}]
    return Problem(400, INVALID, "Invalid Request", "invalid-request", errors)


def not_found(resource, parameter, value):
    """An element of `errors` in an answer of 200; `resource` is tweet or user."""
    return {
        "value": value, "detail": f"Could not find {resource} with {parameter}: [{value}].", "title": "Not Found Error",
        "resource_type": resource, "parameter": parameter, "resource_id": value, "type": TYPES + "resource-not-found",
    }


# Refusals by a name of their own, for faults.py too: status, title, detail, and more keys.
NAMED = {
    "usage-capped": (
        429, "UsageCapExceeded", "Usage cap exceeded: Monthly product cap",
        {"period": "Monthly", "scope": "Product", "account_id": "1577", "product_name": "standard-basic"},
    ),
    "client-forbidden": (
        403, "Client Forbidden",
        "When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter "
        "developer App that is attached to a Project. You can create a project via the developer portal.",
        {"reason": "client-not-enrolled", "required_enrollment": "Appropriate Level of API Access"},
    ),
    "credits-depleted": (
        402, "CreditsDepleted", "Your enrolled account does not have any credits to fulfill this request.",
        {"account_id": "1577"},
    ),
    "not-authorized-for-resource": (
        403, "Authorization Error", "Sorry, you are not authorized to see the Tweet with id: [1].",
        {"resource_type": "tweet", "resource_id": "1", "parameter": "id", "value": "1", "section": "data"},
    ),
    "not-authorized-for-field": (
        403, "Field Authorization Error", "Sorry, you are not authorized to access this field.", {},
    ),
    "disallowed-resource": (403, "Disallowed Resource", "This post holds a link that is not allowed.", {}),
    "resource-not-found": (404, "Not Found Error", "Could not find tweet with id: [1].", {"resource_type": "tweet"}),
    "resource-unavailable": (404, "Resource Unavailable Error", "The author of this post is suspended.", {}),
    "invalid-request": (400, "Invalid Request", INVALID, {}),
    "unsupported-authentication": (
        403, "Unsupported Authentication",
        "Authenticating with OAuth 1.0a Application-Only is forbidden for this endpoint.", {},
    ),
    "internal-error": (500, "Internal Error", "Something is broken.", {}),
}
# The same under about:blank.
BLANK = {
    "rate-limit-exceeded": (429, "Too Many Requests", "Too Many Requests", {}),
    "service-unavailable": (503, "Service Unavailable", "Service Unavailable", {}),
    "unauthorized": (401, "Unauthorized", "Unauthorized", {}),
    "forbidden": (403, "Forbidden", "You are not permitted to perform this action.", {}),
    "duplicate": (403, "Forbidden", "You are not allowed to create a Tweet with duplicate content.", {}),
    "suspended": (
        403, "Forbidden", "Your account is suspended and is not permitted to access this feature.", {},
    ),
    "locked": (
        403, "Forbidden",
        "To protect our users from spam and other malicious activity, this account is temporarily locked.", {},
    ),
    "oauth1-permissions": (
        403, "Forbidden",
        "Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.", {},
    ),
}


def named(name, status=None, detail=None, in_errors=False):
    """A problem of these tables; `in_errors` puts its words into a list of errors too."""
    usual, title, words, more = NAMED.get(name) or BLANK[name]
    errors = [{"message": detail or words}] if in_errors else None
    return Problem(status or usual, detail or words, title, name if name in NAMED else None, errors, more)
