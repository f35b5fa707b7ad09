import unittest

import markup
from harness import ALICE, ServerTest

HOME = "/1.1/statuses/home_timeline.json"
LINK = "https://example.test/a?b=1&c=2"
LONG = "R&D " + "a" * 150 + " " + LINK


class Shapes(ServerTest):
    def seed(self, *posts):
        return self.control("POST", "seed", {"posts": posts})["ids"]

    def options(self, **wanted):
        self.assertEqual(self.control("POST", "options", wanted), {})

    def home(self, query="?tweet_mode=extended"):
        return self.signed("GET", HOME + query, **ALICE).json

    def test_the_text_by_tweet_mode(self):
        self.seed({"text": LONG}, {"text": "short"})
        short, long = self.home("")
        self.assertEqual((short["text"], short["truncated"]), ("short", False))
        self.assertTrue(long["truncated"])
        self.assertLessEqual(len(long["text"].replace("&amp;", "&")), 140)
        self.assertIn("… https://t.co/", long["text"])
        whole = self.home()[1]
        self.assertTrue(whole["full_text"].startswith("R&amp;D aaa"))
        self.assertFalse(whole["truncated"] or "text" in whole)

    def test_the_text_as_an_option_wants_it(self):
        self.seed({"text": LONG})
        self.options(text="extended_tweet")
        status = self.home()[0]
        self.assertTrue(status["truncated"])
        self.assertIn("a" * 150, status["extended_tweet"]["full_text"])
        self.assertEqual(len(status["extended_tweet"]["entities"]["urls"]), 1)
        self.options(text="whole")
        self.assertIn("a" * 150, self.home("")[0]["text"])
        self.options(text="cut")
        self.assertTrue(self.home()[0]["truncated"])

    def test_entities_count_code_points_of_the_escaped_text(self):
        self.seed({"text": f"<😀> @bob #tag {LINK}."})
        status = self.home()[0]
        text, entities = status["full_text"], status["entities"]
        at = [(kind, text[slice(*entity["indices"])]) for kind in entities for entity in entities[kind]]
        link = entities["urls"][0]
        self.assertEqual(at, [("hashtags", "#tag"), ("user_mentions", "@bob"), ("urls", link["url"])])
        self.assertEqual((link["expanded_url"], text[-1]), (LINK, "."))
        self.assertTrue(text.startswith("&lt;😀&gt; @bob"))
        self.options(wrap_links=False)
        self.assertIn("b=1&amp;c=2", self.home()[0]["full_text"])

    def test_wrong_indices_of_every_kind(self):
        for kind in markup.WRONG:
            self.control("POST", "reset")
            self.seed({"text": f"see {LINK}", "indices": kind})
            self.assertNotEqual(self.home()[0]["entities"]["urls"][0]["indices"], [4, 27], kind)

    def test_a_repost_ends_in_an_ellipsis_and_has_the_whole_inside(self):
        self.seed({"user": "carol", "repost_of": {"text": LONG}})
        status = self.home()[0]
        self.assertEqual((status["full_text"][:9], status["full_text"][-1]), ("RT @bob: ", "…"))
        self.assertFalse(status["truncated"])
        self.assertIn("a" * 150, status["retweeted_status"]["full_text"])
        self.assertEqual(status["retweeted_status"]["retweet_count"], 1)

    def test_counts_as_given(self):
        for count in ("100+", 100, None):
            self.seed({"counts": {"reposts": count, "likes": 3, "replies": 1}})
            status = self.home()[0]
            self.assertEqual((status["retweet_count"], status["favorite_count"], status["reply_count"]), (count, 3, 1))
        self.seed({"counts": {"reposts": "missing"}})
        self.assertNotIn("retweet_count", self.home()[0])

    def test_media_stand_behind_one_link(self):
        self.seed({"text": "look", "media": [{"alt": "a cat"}, {"kind": "video", "url": "https://example.test/v"}]})
        status = self.home()[0]
        first, second = status["extended_entities"]["media"]
        self.assertEqual((first["type"], first["ext_alt_text"], second["type"]), ("photo", "a cat", "video"))
        self.assertEqual(status["full_text"][slice(*first["indices"])], first["url"])
        self.assertEqual(second["media_url_https"], "https://example.test/v")

    def test_replies_name_the_other(self):
        self.seed({"user": "carol", "text": "yes", "reply_to": {"text": "well?"}})
        status = self.home()[0]
        self.assertEqual(status["in_reply_to_screen_name"], "bob")
        self.assertEqual(status["in_reply_to_status_id_str"], self.home()[1]["id_str"])

    def test_a_broken_post_stands_between_the_others(self):
        self.seed({"text": "one"}, {"broken": "null"}, {"broken": "string"}, {"broken": "wrong types"}, {"text": "two"})
        page = self.home()
        self.assertEqual(page[3], None)
        self.assertEqual(page[2], "Over capacity")
        self.assertEqual((page[0]["full_text"], page[4]["full_text"]), ("two", "one"))

    def test_ids_as_numbers_alone(self):
        self.seed({"text": "x"})
        self.options(id_str=False)
        status = self.home()[0]
        self.assertNotIn("id_str", status)
        self.assertNotIn("id_str", status["user"])

    def test_gnu_social(self):
        self.seed({"text": f"R&D {LINK}", "id": 1}, {"text": "two", "id": 2})
        self.options(shape="gnusocial")
        statuses = self.send("GET", "/api/statuses/public_timeline.json").json
        self.assertEqual((statuses[1]["id"], statuses[1]["text"]), (1, f"R&D {LINK}"))
        self.assertFalse({"id_str", "entities", "retweet_count"} & set(statuses[0]))
        self.assertEqual(len(self.send("GET", "/api/search.json?q=two").json), 1)
        missing = self.send("GET", "/api/statuses/show/99.json")
        self.assertEqual((missing.status, missing.json["error"]), (404, "No such notice."))
        self.assertEqual(self.signed("GET", "/api/account/verify_credentials.json", **ALICE).json["id"], 1001)
        self.assertIn("<h1>", self.send("GET", "/api/nothing").text)

    def test_search_as_v1_had_it(self):
        self.seed({"text": "R&D", "created": 1288151799})
        self.options(search="results")
        answer = self.signed("GET", "/1.1/search/tweets.json?q=r%26d", **ALICE).json
        result = answer["results"][0]
        self.assertEqual((result["from_user"], result["text"]), ("bob", "R&amp;D"))
        self.assertEqual(result["created_at"], "Wed, 27 Oct 2010 03:56:39 +0000")
        self.assertTrue(result["source"].startswith("&lt;a href=&quot;"))
        self.assertEqual(answer["query"], "r%26d")
        self.options(search="array")
        self.assertEqual(len(self.signed("GET", "/1.1/search/tweets.json?q=r", **ALICE).json), 1)


if __name__ == "__main__":
    unittest.main()
