import unittest

from harness import ALICE, BOB, ServerTest

HOME = "/1.1/statuses/home_timeline.json"
APP = {}  # signed with the app's key alone


class Timelines(ServerTest):
    def seed(self, *posts, **more):
        return self.control("POST", "seed", {"posts": posts, **more})["ids"]

    def options(self, **wanted):
        self.assertEqual(self.control("POST", "options", wanted), {})

    def read(self, target, who=ALICE):
        return self.signed("GET", target, **who).json

    def texts(self, target, who=ALICE):
        return [status["text"] for status in self.read(target, who)]

    def test_newest_first_by_count(self):
        self.seed({"text": "post {n}", "count": 30})
        self.assertEqual(self.texts(HOME + "?count=2"), ["post 30", "post 29"])
        self.assertEqual(len(self.read(HOME)), 20)
        self.assertEqual(len(self.read(HOME + "?count=999")), 30)

    def test_max_id_is_inclusive_and_since_id_is_not(self):
        ids = self.seed({"text": "post {n}", "count": 5})
        self.assertEqual(self.texts(f"{HOME}?max_id={ids[2]}"), ["post 3", "post 2", "post 1"])
        self.assertEqual(self.texts(f"{HOME}?since_id={ids[2]}"), ["post 5", "post 4"])
        self.assertEqual(self.texts(f"{HOME}?since_id={ids[0]}&max_id={ids[2]}&count=1"), ["post 3"])

    def test_who_is_named_and_who_wrote(self):
        self.seed({"text": "hi @Alice"}, {"text": "hi @alice_work"}, {"text": "mine", "user": "alice"})
        self.assertEqual(self.texts("/1.1/statuses/mentions_timeline.json"), ["hi @Alice"])
        self.assertEqual(self.texts("/1.1/statuses/user_timeline.json"), ["mine"])
        self.assertEqual(len(self.read("/1.1/statuses/user_timeline.json?screen_name=BOB", APP)), 2)
        self.assertEqual(len(self.read("/1.1/statuses/user_timeline.json?user_id=1003")), 2)
        missing = self.signed("GET", "/1.1/statuses/user_timeline.json?screen_name=x", **ALICE)
        self.assertEqual((missing.status, missing.code), (404, 34))

    def test_a_search_knows_words_and_authors_and_keeps_the_query_as_it_came(self):
        self.seed({"text": "red apples"}, {"text": "Green apples"}, {"text": "red", "user": "carol"})
        target = "/1.1/search/tweets.json?q="
        self.assertEqual([status["text"] for status in self.read(target + "APPLES%20red")["statuses"]], ["red apples"])
        self.assertEqual(len(self.read(target + "from%3Acarol", APP)["statuses"]), 1)
        self.assertEqual(len(self.read(target + "%22red%20apples%22")["statuses"]), 1)
        self.assertEqual(len(self.read(target + "apples%20-red")["statuses"]), 1)
        self.assertEqual(self.log()[0]["query"], "q=APPLES%20red")

    def test_who_may_read(self):
        self.seed({"text": "one"})
        public, user = "/1.1/statuses/public_timeline.json", "/1.1/statuses/user_timeline.json?screen_name=bob"
        self.assertEqual(len(self.send("GET", public).json), 1)
        self.assertIsNone(self.log()[-1]["verdict"])
        self.assertEqual(self.send("GET", user).code, 215)
        self.assertEqual(self.signed("GET", HOME, **APP).code, 220)
        self.assertEqual(self.signed("GET", user, **APP).status, 200)
        self.assertEqual(self.signed("GET", public, secret="other", **ALICE).code, 32)
        self.options(unsigned=True)
        self.assertEqual(self.send("GET", user).status, 200)
        self.assertEqual(self.send("GET", HOME).code, 215)

    def test_the_options_of_paging(self):
        self.seed({"text": "post {n}", "count": 5})
        self.options(page_limit=2, busy=True)
        self.assertEqual(self.texts(HOME), ["post 5", "post 4"])
        self.assertEqual(self.texts(HOME)[1], "post 5")
        self.options(stuck=True, busy=False)
        self.assertEqual(self.read(HOME), self.read(HOME + "?max_id=1"))
        self.control("POST", "reset")
        self.assertEqual(self.read(HOME), [])

    def test_a_mistyped_option_or_seed_is_refused(self):
        self.assertIn("TypeError", self.control("POST", "options", {"shapes": "x"})["error"])
        self.assertIn("no such option", self.control("POST", "options", {"shape": "x"})["error"])
        self.assertIn("no such part", self.control("POST", "seed", {"posts": [{"texts": "x"}]})["error"])
        self.assertIn("not a way", self.control("POST", "seed", {"posts": [{"broken": "x"}]})["error"])

    def test_a_seed_makes_the_same_posts_each_time(self):
        seed = {"user": "carol", "text": "post {n}", "count": 3}
        first, read = self.seed(seed), self.read(HOME)
        self.control("POST", "reset")
        self.assertEqual((self.seed(seed), self.read(HOME)), (first, read))
        self.assertGreater(int(first[0]), 1 << 53)

    def test_users_and_ids_can_be_given(self):
        self.seed({"user": "eve", "id": 5}, {"user": "eve", "id": "267081518403440641"}, users=[
            {"screen_name": "eve", "name": "E \u202e", "id": "9", "picture": "http://127.0.0.1:1/x.png"}
        ])
        newest, oldest = self.read(HOME)
        self.assertEqual((newest["id_str"], oldest["id"]), ("267081518403440641", 5))
        self.assertEqual(newest["user"]["name"], "E \u202e")
        self.assertEqual(newest["user"]["profile_image_url_https"], "http://127.0.0.1:1/x.png")
        posted = self.signed("POST", "/1.1/statuses/update.json", [("status", "new")], **BOB)
        self.assertGreater(posted.json["id"], newest["id"])


if __name__ == "__main__":
    unittest.main()
