"""What one request needs to know of all posts, gone through once."""

from collections import Counter


class Index:
    def __init__(self, state):
        self.posts = {post.id: post for post in state.posts}  # deleted ones too: answers to them stay
        there = [post for post in state.posts if not post.deleted]
        self.posts_of = Counter(post.user for post in there)
        self.reposts_of = Counter(post.repost_of for post in there)
        self.replies_to = Counter(post.reply_to for post in there)
        self.quotes_of = Counter(post.quote_of for post in there)

    def text(self, post):
        """As it was written; a repost's is the other's."""
        repeated = self.posts.get(post.repost_of)
        return post.text if repeated is None else f"RT @{repeated.user}: {repeated.text}"
