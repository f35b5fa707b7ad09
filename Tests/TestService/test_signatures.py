import unittest
from email.utils import parsedate_to_datetime

from oauthlib.oauth1 import Client

from harness import ALICE, BOB, ServerTest

ME = "/1.1/account/verify_credentials.json"
UPDATE = "/1.1/statuses/update.json"


class Signatures(ServerTest):
    def test_a_right_signature_is_taken(self):
        self.assertEqual(self.signed("GET", ME, **ALICE).json["screen_name"], "alice")
        self.assertEqual(self.signed("GET", ME, **BOB).json["screen_name"], "bob")

    def test_a_signature_by_a_newer_method_is_taken(self):
        for method in ("HMAC-SHA256", "HMAC-SHA512", "PLAINTEXT"):
            self.assertEqual(self.signed("GET", ME, signature_method=method, **ALICE).status, 200, method)

    def test_the_form_is_part_of_the_signature(self):
        text = "Hi (all)! it's *50%* ~ok\nline2 & more + é€"
        self.assertEqual(self.signed("POST", UPDATE, [("status", text)], **ALICE).status, 200)
        self.assertEqual(self.control("GET", "posts")[0]["text"], text)

    def test_a_json_body_is_not(self):
        headers = {"Content-Type": "application/json"}
        client = Client("demo-ck", client_secret="demo-cs", **ALICE)
        url, headers, _ = client.sign(f"http://{self.address}{UPDATE}?status=hi", "POST", None, headers)
        self.assertEqual(self.send("POST", UPDATE + "?status=hi", '{"a":1}', headers).status, 200)

    def test_wrong_secrets_and_unknown_keys_are_refused(self):
        wrong_secret = self.signed("GET", ME, secret="other", **ALICE)
        self.assertEqual((wrong_secret.status, wrong_secret.code), (401, 32))
        self.assertIn("api_error_code=32", wrong_secret.headers["www-authenticate"])
        self.assertEqual(self.signed("GET", ME, key="other", **ALICE).status, 401)
        unknown = self.signed("GET", ME, resource_owner_key="x", resource_owner_secret="y")
        self.assertEqual((unknown.status, unknown.code), (401, 89))

    def test_a_changed_parameter_is_found_out(self):
        client = Client("demo-ck", client_secret="demo-cs", **ALICE)
        _, headers, _ = client.sign(f"http://{self.address}{UPDATE}?status=one", "POST")
        self.assertEqual(self.send("POST", UPDATE + "?status=two", None, headers).code, 32)
        self.assertEqual(self.control("GET", "posts"), [])

    def test_an_unsigned_request_is_bad_data(self):
        reply = self.send("GET", ME)
        self.assertEqual((reply.status, reply.code), (400, 215))

    def test_the_same_nonce_twice_is_refused(self):
        again = dict(nonce="abc123", **ALICE)
        self.assertEqual(self.signed("GET", ME, **again).status, 200)
        self.assertEqual(self.signed("GET", ME, **again).status, 401)

    def test_a_clock_that_is_off_gives_135_and_shows_in_date(self):
        self.control("POST", "clock", {"offset": 600})
        reply = self.signed("GET", ME, **ALICE)
        self.assertEqual((reply.status, reply.code), (401, 135))
        ours = str(int(parsedate_to_datetime(reply.headers["date"]).timestamp()))
        self.assertEqual(self.signed("GET", ME, timestamp=ours, **ALICE).status, 200)
        self.control("POST", "clock", {"offset": 0})
        right = self.signed("GET", ME, **ALICE)
        self.assertEqual(right.status, 200)
        self.assertNotEqual(reply.headers["date"], right.headers["date"])

    def test_the_log_tells_what_was_sent_and_the_verdict(self):
        self.signed("POST", UPDATE + "?trim_user=1", [("status", "a b")], **ALICE)
        self.signed("GET", ME, secret="other", **ALICE)
        first, second = self.log()
        self.assertEqual((first["method"], first["path"], first["query"]), ("POST", UPDATE, "trim_user=1"))
        self.assertIn(["status", "a b"], first["form"])
        self.assertTrue(first["verdict"]["valid"])
        self.assertEqual((second["verdict"]["signature"], second["status"]), (False, 401))


if __name__ == "__main__":
    unittest.main()
