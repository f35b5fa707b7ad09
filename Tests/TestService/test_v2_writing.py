import json
import unittest

from oauthlib.oauth1 import Client

from harness import ALICE, BOB, ServerTest

JSON = {"Content-Type": "application/json"}


class Writing(ServerTest):
    def post(self, body, who=ALICE, headers=JSON):
        client = Client("demo-ck", client_secret="demo-cs", **who)
        _, signed, _ = client.sign(f"http://{self.address}/2/tweets", "POST", None, headers)
        return self.send("POST", "/2/tweets", body if isinstance(body, str) else json.dumps(body), signed)

    def test_a_post_is_201_with_its_id(self):
        reply = self.post({"text": "R&D <3"})
        data = reply.json["data"]
        self.assertEqual((reply.status, data["text"], data["edit_history_tweet_ids"]), (201, "R&D <3", [data["id"]]))
        self.assertEqual(self.control("GET", "posts")[0]["text"], "R&D <3")

    def test_a_reply(self):
        first = self.post({"text": "one"}).json["data"]["id"]
        self.assertEqual(self.post({"text": "two", "reply": {"in_reply_to_tweet_id": first}}, BOB).status, 201)
        self.assertEqual(self.control("GET", "posts")[1]["reply_to"], first)
        lost = self.post({"text": "three", "reply": {"in_reply_to_tweet_id": "99"}})
        self.assertEqual((lost.status, lost.json["title"]), (403, "Forbidden"))
        self.control("POST", "options", {"summoned": True})
        self.assertIn("not allowed", self.post({"text": "4", "reply": {"in_reply_to_tweet_id": first}}, BOB).text)

    def test_what_is_not_in_the_schema_is_refused(self):
        for body in ({"text": "x", "status": "x"}, {"text": "x", "reply": {"id": "1"}}, {"text": 5}, [], "{", {},
                     {"text": "x", "reply": {"in_reply_to_tweet_id": "x"}}):
            reply = self.post(body)
            self.assertEqual((reply.status, reply.json["title"]), (400, "Invalid Request"), body)
        self.assertEqual(self.post({"text": "x"}, headers={"Content-Type": "text/plain"}).status, 415)
        self.assertEqual(self.control("GET", "posts"), [])

    def test_duplicates_and_long_posts_are_403(self):
        self.post({"text": "same"})
        again = self.post({"text": "same"})
        self.assertEqual((again.status, again.json["type"]), (403, "about:blank"))
        self.assertIn("duplicate", again.json["detail"])
        self.assertEqual(self.post({"text": "a" * 281}).status, 403)

    def test_delete(self):
        target = "/2/tweets/" + self.post({"text": "one"}).json["data"]["id"]
        self.assertEqual(self.signed("DELETE", target, **BOB).status, 403)
        self.assertEqual(self.signed("DELETE", target, **ALICE).json, {"data": {"deleted": True}})
        again = self.signed("DELETE", target, **ALICE)
        self.assertEqual((again.status, again.json["title"]), (404, "Not Found Error"))

    def test_an_app_alone_writes_nothing(self):
        reply = self.post({"text": "x"}, {})
        self.assertEqual((reply.status, reply.json["title"]), (403, "Unsupported Authentication"))
        self.assertEqual(self.signed("DELETE", "/2/tweets/1").status, 403)


if __name__ == "__main__":
    unittest.main()
