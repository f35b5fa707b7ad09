"""POST /2/tweets and DELETE /2/tweets/:id."""

import json

from counting import LIMIT, weighted_length
from problems import INVALID, Problem, named, not_found
from wire import Answer

# The keys of a post, each with the type of its value; for an object, with the keys within.
KEYS = {
    "text": str, "community_id": str, "card_uri": str, "made_with_ai": bool, "paid_partnership": bool,
    "reply": {"in_reply_to_tweet_id": str, "exclude_reply_user_ids": list, "auto_populate_reply_metadata": bool},
    "media": {"media_ids": list, "tagged_user_ids": list}, "quote_tweet_id": str, "reply_settings": str,
    "poll": {"options": list, "duration_minutes": int, "reply_settings": str}, "geo": {"place_id": str},
    "edit_options": {"previous_post_id": str}, "nullcast": bool, "for_super_followers_only": bool,
    "direct_message_deep_link": str,
}


def create(state, call, token):
    wanted = _body(call)
    text, user = wanted.get("text", ""), state.users[token.user]
    if not text and "media" not in wanted:
        raise _refused("$.text", "Invalid text value: a post needs text or media.")
    if weighted_length(text) > LIMIT:
        raise Problem(403, "Your Tweet text is too long. For more information on how Twitter counts, see the manual.")
    last = state.last_post(user)
    if last is not None and last.text == text:
        raise named("duplicate")
    answered = _answered(state, user, wanted)
    post = state.add_post(user, text, token.app, answered)
    data = {"id": str(post.id), "text": text, "edit_history_tweet_ids": [str(post.id)]}
    return Answer.of_json({"data": data}, 201)


def delete(state, token, number):
    post = state.post(int(number))
    if post is None:
        missing = not_found("tweet", "id", number)
        raise Problem(404, missing["detail"], missing["title"], "resource-not-found")
    if post.user != token.user:
        raise Problem(403, "You are not authorized to delete this Tweet.")
    post.deleted = True
    return Answer.of_json({"data": {"deleted": True}})


def _answered(state, user, wanted):
    if "reply" not in wanted:
        return None
    number = wanted["reply"].get("in_reply_to_tweet_id", "")
    if not number.isdecimal():
        raise _refused("$.reply.in_reply_to_tweet_id", f"does not match the regex pattern ^[0-9]{{1,19}}$: [{number}]")
    post = state.post(int(number))
    if post is None:
        raise Problem(403, "You attempted to reply to a Tweet that is deleted or not visible to you.")
    if state.options.summoned and post.user != user.screen_name and f"@{user.screen_name}" not in post.text:
        raise Problem(
            403, "Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged "
            "by the author of the post you are replying to.")
    return post.id


def _body(call):
    if not (call.header("content-type") or "").lower().startswith("application/json"):
        raise Problem(415, "The Content-Type of this request must be application/json.", "Unsupported Media Type")
    try:
        wanted = json.loads(call.body)
    except ValueError:
        raise _refused("$", "The body of this request is not valid JSON.") from None
    _check(wanted, KEYS, "$")
    return wanted


def _check(value, keys, path):
    if not isinstance(value, dict):
        raise _refused(path, f"{path}: an object expected")
    for key, inner in value.items():
        if key not in keys:
            words = "is not defined in the schema and the schema does not allow additional properties"
            raise _refused(f"{path}.{key}", f"[{path}.{key}: {words}]")
        if isinstance(keys[key], dict):
            _check(inner, keys[key], f"{path}.{key}")
        elif not isinstance(inner, keys[key]):
            raise _refused(f"{path}.{key}", f"[{path}.{key}: {keys[key].__name__} expected]")


def _refused(path, message):
    return Problem(400, INVALID, "Invalid Request", "invalid-request", [{"parameters": {path: []}, "message": message}])
