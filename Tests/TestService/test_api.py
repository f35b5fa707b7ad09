import unittest

from counting import weighted_length
from harness import ALICE, BOB, ServerTest

UPDATE = "/1.1/statuses/update.json"


class Posts(ServerTest):
    def post(self, text, *more, who=ALICE):
        return self.signed("POST", UPDATE, [("status", text), *more], **who)

    def test_a_post_comes_back_whole(self):
        tweet = self.post("R&D <3 &lt;").json
        self.assertGreater(tweet["id"], 1 << 53)
        self.assertEqual(tweet["id_str"], str(tweet["id"]))
        self.assertEqual(tweet["text"], "R&amp;D &lt;3 &amp;lt;")
        self.assertEqual(tweet["user"]["screen_name"], "alice")
        self.assertRegex(tweet["created_at"], r"\A\w{3} \w{3} \d\d \d\d:\d\d:\d\d \+0000 \d{4}\Z")
        self.assertEqual(self.control("GET", "posts")[0]["text"], "R&D <3 &lt;")

    def test_duplicates_and_long_posts_are_403(self):
        self.post("same")
        again = self.post("same")
        self.assertEqual((again.status, again.code), (403, 187))
        self.assertEqual(self.post("same", who=BOB).status, 200)
        self.assertEqual(self.post("a" * 281).code, 186)
        self.assertEqual(self.post("漢" * 141).code, 186)
        self.assertEqual(self.post("漢" * 140).status, 200)
        self.assertEqual(self.post("").code, 38)

    def test_a_reply_needs_the_mention(self):
        first = self.post("hello").json
        reply = ("in_reply_to_status_id", first["id_str"])
        self.assertIsNone(self.post("who?", reply, who=BOB).json["in_reply_to_status_id"])
        tweet = self.post("@alice hi", reply, who=BOB).json
        self.assertEqual(tweet["in_reply_to_status_id_str"], first["id_str"])
        self.assertEqual(tweet["in_reply_to_screen_name"], "alice")
        automatic = self.post("me too", reply, ("auto_populate_reply_metadata", "true"), who=BOB).json
        self.assertEqual(automatic["in_reply_to_status_id"], first["id"])

    def test_show_and_destroy(self):
        number = self.post("one").json["id_str"]
        self.assertEqual(self.signed("GET", f"/1.1/statuses/show/{number}.json", **BOB).json["text"], "one")
        self.assertEqual(self.signed("POST", f"/1.1/statuses/destroy/{number}.json", [], **BOB).status, 403)
        self.assertEqual(self.signed("POST", f"/1.1/statuses/destroy/{number}.json", [], **ALICE).status, 200)
        gone = self.signed("GET", f"/1.1/statuses/show.json?id={number}", **BOB)
        self.assertEqual((gone.status, gone.code), (404, 144))

    def test_a_text_that_reads_as_a_command_becomes_a_message_unless_that_is_off(self):
        self.post("dm bob hi")
        self.assertEqual(self.control("GET", "messages"), [{"from": "alice", "to": "bob", "text": "hi"}])
        self.post("dm bob hi", ("enable_dmcommands", "false"))
        self.assertEqual([post["text"] for post in self.control("GET", "posts")], ["dm bob hi"])

    def test_an_unknown_path_is_34_and_the_upload_base_is_there(self):
        self.assertEqual(self.signed("GET", "/1.1/nothing.json", **ALICE).code, 34)
        self.assertIn("media_id_string", self.signed("POST", "/upload/1.1/media/upload.json", [], **ALICE).json)


class Counting(unittest.TestCase):
    def test_known_lengths(self):
        family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
        for text, length in (
            ("cafe\u0301", 4), ("漢", 2), (family, 2), ("1\ufe0f\u20e3", 2), ("\U0001f3f3\ufe0f\u200d\U0001f308", 2),
            ("see https://example.test/" + "a" * 100, 27), ("\U0001f1eb\U0001f1f7", 2), ("“quoted”", 8),
        ):
            self.assertEqual(weighted_length(text), length, text)


if __name__ == "__main__":
    unittest.main()
