import unittest

from harness import ALICE, ServerTest

APP = {}  # signed with the app's key alone
HOME = "/2/users/1001/timelines/reverse_chronological"
SEARCH = "/2/tweets/search/recent?query="


class Reading(ServerTest):
    def seed(self, *posts):
        return self.control("POST", "seed", {"posts": posts})["ids"]

    def options(self, **wanted):
        self.assertEqual(self.control("POST", "options", wanted), {})

    def read(self, target, who=ALICE):
        return self.signed("GET", target, **who).json

    def refused(self, target, who=ALICE):
        reply = self.signed("GET", target, **who)
        self.assertIn("application/problem+json", reply.headers["content-type"])
        return reply.status, reply.json["type"].rpartition("/")[2]

    def test_only_what_was_asked_for_is_given(self):
        number = self.seed({"text": "R&D"})[0]
        plain = self.read("/2/tweets/" + number)
        self.assertEqual(plain, {"data": {"id": number, "text": "R&amp;D", "edit_history_tweet_ids": [number]}})
        asked = self.read(f"/2/tweets/{number}?tweet.fields=created_at,public_metrics&expansions=author_id")
        self.assertEqual(asked["data"]["created_at"], "2026-01-01T00:00:00.000Z")
        self.assertEqual(asked["data"]["public_metrics"]["retweet_count"], 0)
        self.assertEqual(asked["includes"]["users"], [{"id": "1003", "name": "Bob", "username": "bob"}])

    def test_references_are_expanded(self):
        self.seed({"user": "carol", "repost_of": {"text": "a" * 200}}, {"text": "yes", "reply_to": {"text": "?"}})
        target = HOME + "?tweet.fields=referenced_tweets,author_id&expansions=referenced_tweets.id.author_id"
        page = self.read(target)
        reply, _, repost, whole = page["data"]
        self.assertEqual((repost["text"][:9], repost["text"][-1]), ("RT @bob: ", "…"))
        self.assertEqual(repost["referenced_tweets"], [{"type": "retweeted", "id": whole["id"]}])
        self.assertEqual(reply["referenced_tweets"][0]["type"], "replied_to")
        self.assertIn("a" * 200, [tweet["text"] for tweet in page["includes"]["tweets"]])
        self.assertEqual([user["username"] for user in page["includes"]["users"]], ["bob"])

    def test_entities_media_and_notes(self):
        self.seed({"text": "<@bob> https://example.test/x", "media": [{"alt": "a cat"}]}, {"text": "b" * 300})
        note, post = self.read(
            HOME + "?tweet.fields=entities,note_tweet,attachments&expansions=attachments.media_keys"
            "&media.fields=url,alt_text")["data"]
        link = post["entities"]["urls"][0]
        self.assertEqual(post["text"][link["start"]:link["end"]], link["url"])
        self.assertEqual(post["entities"]["mentions"][0], {"start": 4, "end": 8, "username": "bob", "id": "1003"})
        self.assertEqual(post["attachments"]["media_keys"], [post["entities"]["urls"][1]["media_key"]])
        self.assertEqual(note["note_tweet"]["text"], "b" * 300)
        self.assertEqual(len(note["text"]), 280)
        media = self.read(HOME + "?expansions=attachments.media_keys&media.fields=alt_text")["includes"]["media"]
        self.assertEqual(media[0]["alt_text"], "a cat")

    def test_paging_by_token(self):
        self.seed({"text": "post {n}", "count": 12})
        target, texts, token = "/2/users/1003/tweets?max_results=5", [], ""
        while token is not None:
            page = self.read(target + (f"&pagination_token={token}" if token else ""))
            texts += [tweet["text"] for tweet in page["data"]]
            self.assertEqual(page["meta"]["result_count"], len(page["data"]))
            self.seed({"text": "later"})
            token = page["meta"].get("next_token")
        self.assertEqual(texts, [f"post {n}" for n in range(12, 0, -1)])
        self.assertEqual(self.refused(target + "&pagination_token=x")[0], 400)
        self.options(stuck=True)
        self.assertEqual(self.read(target)["data"], self.read(target + "&pagination_token=t1")["data"])
        self.assertIn("next_token", self.read(target)["meta"])

    def test_an_empty_page(self):
        self.assertEqual(self.read(HOME), {"meta": {"result_count": 0}})
        self.options(empty_data=True)
        self.assertEqual(self.read(HOME), {"data": [], "meta": {"result_count": 0}})

    def test_a_search_finds_no_reposts(self):
        self.seed({"user": "carol", "text": "apple", "repost_of": {"text": "apple"}})
        self.assertEqual(len(self.read(SEARCH + "apple", APP)["data"]), 1)
        self.assertEqual(self.refused(SEARCH), (400, "invalid-request"))

    def test_mentions(self):
        self.seed({"text": "hi @alice"}, {"text": "hi"})
        self.assertEqual([tweet["text"] for tweet in self.read("/2/users/1001/mentions", APP)["data"]], ["hi @alice"])

    def test_what_is_missing_is_an_answer_of_200_with_errors_alone(self):
        reply = self.signed("GET", "/2/tweets/99", **ALICE)
        self.assertEqual((reply.status, list(reply.json)), (200, ["errors"]))
        self.assertEqual(reply.json["errors"][0]["title"], "Not Found Error")
        number = self.seed({"text": "x"})[0]
        both = self.read(f"/2/tweets?ids={number},99")
        self.assertEqual((both["data"][0]["id"], both["errors"][0]["resource_id"]), (number, "99"))
        self.assertEqual(list(self.read("/2/users/by/username/nobody")), ["errors"])
        self.assertEqual(list(self.read("/2/users/99/tweets")), ["errors"])

    def test_people(self):
        self.assertEqual(self.read("/2/users/me")["data"], {"id": "1001", "name": "Alice", "username": "alice"})
        asked = self.read("/2/users/by/username/BOB?user.fields=description,profile_image_url", APP)["data"]
        self.assertEqual(asked["username"], "bob")
        self.assertTrue(asked["profile_image_url"].endswith("/pictures/bob_normal.png"))

    def test_limits_and_unknown_words_are_problems(self):
        for query in ("max_results=0", "max_results=101", "tweet.fields=x", "x=1", "max_results=5&max_results=5"):
            self.assertEqual(self.refused(f"{HOME}?{query}"), (400, "invalid-request"), query)
        self.assertEqual(self.refused("/2/users/1003/tweets?max_results=4"), (400, "invalid-request"))
        self.assertEqual(self.refused(SEARCH + "x&max_results=9"), (400, "invalid-request"))
        self.assertEqual(self.refused(HOME.replace("1001", "1003")), (400, "invalid-request"))
        self.assertEqual(self.refused("/2/nothing")[0], 404)

    def test_who_may(self):
        for target in (HOME, "/2/users/me"):
            self.assertEqual(self.refused(target, APP), (403, "unsupported-authentication"), target)
        for target in ("/2/tweets/1", "/2/users/1003/tweets", "/2/users/1003/mentions", SEARCH + "x"):
            self.assertEqual(self.signed("GET", target, **APP).status, 200, target)
        unsigned = self.send("GET", "/2/tweets/1")
        self.assertEqual((unsigned.status, unsigned.json["title"]), (401, "Unauthorized"))
        self.assertEqual(self.signed("GET", "/2/users/me", secret="other", **ALICE).status, 401)

    def test_broken_posts_and_wrong_places(self):
        self.seed({"text": "see https://example.test", "indices": "one"}, {"broken": "number"})
        broken, post = self.read(HOME + "?tweet.fields=entities")["data"]
        self.assertEqual(broken, 7)
        self.assertIsNone(post["entities"]["urls"][0]["end"])


if __name__ == "__main__":
    unittest.main()
