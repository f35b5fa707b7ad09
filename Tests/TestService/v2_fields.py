"""What a request to v2 may ask for, and what it asked for. X refuses what it does not know, and what comes twice."""

from urllib.parse import parse_qsl

from problems import invalid

TWEET = {
    "attachments", "author_id", "conversation_id", "created_at", "edit_history_tweet_ids", "entities", "id",
    "in_reply_to_user_id", "lang", "note_tweet", "possibly_sensitive", "public_metrics", "referenced_tweets",
    "reply_settings", "source", "text",
}
USER = {
    "created_at", "description", "id", "location", "name", "profile_image_url", "protected", "public_metrics", "url",
    "username", "verified",
}
MEDIA = {"alt_text", "height", "media_key", "preview_image_url", "type", "url", "variants", "width"}
EXPANSIONS = {
    "attachments.media_keys", "author_id", "entities.mentions.username", "in_reply_to_user_id", "referenced_tweets.id",
    "referenced_tweets.id.author_id",
}
OF_TWEETS = {"tweet.fields": TWEET, "user.fields": USER, "media.fields": MEDIA, "expansions": EXPANSIONS}
OF_USERS = {"user.fields": USER, "tweet.fields": TWEET, "expansions": {"pinned_tweet_id"}}
PAGING = {"max_results", "pagination_token", "since_id", "until_id", "start_time", "end_time"}


class Wanted:
    """The parameters of a request. `known` are those with lists of fields, `others` are any others that may come."""

    def __init__(self, call, known, others=()):
        pairs = parse_qsl(call.query, keep_blank_values=True, errors="replace")
        self.values = {}
        for name, value in pairs:
            if name in self.values:
                raise invalid(name, value, f"Duplicate query parameter [{name}].")
            if name not in known and name not in others and not name.startswith("oauth_"):
                names = ",".join(sorted({*known, *others}))
                raise invalid(name, value, f"The query parameter [{name}] is not one of [{names}]")
            self.values[name] = value
        for name, allowed in known.items():
            for value in self.list_of(name):
                if value not in allowed:
                    words = f"The `{name}` query parameter value [{value}] is not one of [{','.join(sorted(allowed))}]"
                    raise invalid(name, value, words)
        self.tweet_fields = {"id", "text", "edit_history_tweet_ids", *self.list_of("tweet.fields")}
        self.user_fields = {"id", "name", "username", *self.list_of("user.fields")}
        self.media_fields = {"media_key", "type", *self.list_of("media.fields")}
        self.expansions = set(self.list_of("expansions"))

    def list_of(self, name):
        return self.values[name].split(",") if name in self.values else []

    def number(self, name, usual, least, most):
        given = self.values.get(name, str(usual))
        if not given.isdecimal() or not least <= int(given) <= most:
            words = f"The `{name}` query parameter value [{given}] is not between {least} and {most}"
            raise invalid(name, given, words)
        return int(given)

    def id(self, name):
        given = self.values.get(name)
        if given is not None and not given.isdecimal():
            raise invalid(name, given, f"The `{name}` query parameter value [{given}] is not valid")
        return None if given is None else int(given)
