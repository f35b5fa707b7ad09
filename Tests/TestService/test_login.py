import unittest

from harness import ServerTest
from state import DEFAULTS

ME = "/1.1/account/verify_credentials.json"


class ThreeLegs(ServerTest):
    def start(self, callback="oob"):
        reply = self.signed("POST", "/oauth/request_token", callback_uri=callback)
        self.assertEqual(reply.form["oauth_callback_confirmed"], "true")
        return reply.form

    def finish(self, started, verifier):
        token = dict(resource_owner_key=started["oauth_token"], resource_owner_secret=started["oauth_token_secret"])
        return self.signed("POST", "/oauth/access_token", verifier=verifier, **token)

    def authorize(self, started, more="user=alice"):
        return self.send("POST", f"/_test/authorize?oauth_token={started['oauth_token']}&{more}").json

    def test_a_pin_gives_a_token_that_works(self):
        started = self.start()
        pin = self.authorize(started)["pin"]
        self.assertRegex(pin, r"\A\d{7}\Z")
        got = self.finish(started, pin).form
        self.assertEqual((got["user_id"], got["screen_name"]), ("1001", "alice"))
        token = dict(resource_owner_key=got["oauth_token"], resource_owner_secret=got["oauth_token_secret"])
        self.assertEqual(self.signed("GET", ME, **token).json["id_str"], "1001")

    def test_leading_zeros_count_and_a_pin_serves_once(self):
        started = self.start()
        self.assertEqual(self.authorize(started, "user=bob&pin=0012345")["pin"], "0012345")
        wrong = self.finish(started, "12345")
        self.assertEqual((wrong.status, wrong.headers.get_content_type()), (401, "text/html"))
        self.assertEqual(wrong.text, "Error processing your OAuth request: Invalid oauth_verifier parameter")
        self.assertEqual(self.finish(started, "0012345").status, 200)
        self.assertEqual(self.finish(started, "0012345").status, 401)

    def test_the_page_shows_the_pin_to_who_knows_the_password(self):
        started = self.start()
        target = f"/oauth/authorize?oauth_token={started['oauth_token']}"
        self.assertIn("Authorize Demo", self.send("GET", target).text)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.assertEqual(self.send("POST", target, "username=alice&password=no", form).status, 401)
        page = self.send("POST", target, "username=alice&password=wonderland", form).text
        pin = page.split("<code>")[1].split("</code>")[0]
        self.assertEqual(self.finish(started, pin).status, 200)

    def test_a_callback_brings_the_verifier_or_the_denial(self):
        started = self.start("http://127.0.0.1:9/cb?x=1")
        answer = self.authorize(started)
        self.assertIn(f"/cb?x=1&oauth_token={started['oauth_token']}&oauth_verifier=", answer["callback"])
        self.assertIn("denied=", self.authorize(started, "deny=1")["callback"])

    def test_a_bad_consumer_is_json_32(self):
        reply = self.signed("POST", "/oauth/request_token", secret="no", callback_uri="oob")
        self.assertEqual((reply.status, reply.code), (401, 32))

    def test_an_invalidated_token_is_89(self):
        started = self.start()
        got = self.finish(started, self.authorize(started)["pin"]).form
        token = dict(resource_owner_key=got["oauth_token"], resource_owner_secret=got["oauth_token_secret"])
        answer = self.signed("POST", "/1.1/oauth/invalidate_token.json", [], **token)
        self.assertEqual(answer.json, {"access_token": got["oauth_token"]})
        self.assertEqual(self.signed("GET", ME, **token).code, 89)


class Callbacks(ServerTest):
    CONFIG = {**DEFAULTS, "apps": {
        "demo-ck": {"secret": "demo-cs", "name": "Demo"},
        "desktop": {"secret": "s", "callbacks": "oob"},
        "web": {"secret": "s", "callbacks": ["http://127.0.0.1:1/cb"]},
    }}

    def test_a_callback_that_the_app_may_not_use_is_refused(self):
        def code(key, callback):
            return self.signed("POST", "/oauth/request_token", key=key, secret="s", callback_uri=callback)
        self.assertEqual(code("desktop", "http://127.0.0.1:1/cb").code, 417)
        self.assertEqual(code("web", "http://127.0.0.1:2/cb").code, 415)
        self.assertEqual(code("web", "http://127.0.0.1:1/cb").status, 200)


class XAuth(ServerTest):
    CONFIG = {
        "apps": {**DEFAULTS["apps"], "plain": {"secret": "s"}},
        "users": {**DEFAULTS["users"], "carol": {"id": "1004", "password": "c", "login_verification": True}},
    }

    def xauth(self, name, password, **app):
        pairs = [("x_auth_username", name), ("x_auth_password", password), ("x_auth_mode", "client_auth")]
        return self.signed("POST", "/oauth/access_token", pairs, **app)

    def test_the_password_is_compared_byte_for_byte(self):
        got = self.xauth("alice_work", "p%+& ~é/").form
        self.assertEqual((got["user_id"], got["screen_name"], got["x_auth_expires"]), ("1002", "alice_work", "0"))
        refused = self.xauth("alice_work", "p%+& ~e/")
        self.assertEqual((refused.status, refused.text), (401, "Failed to validate oauth signature and token"))

    def test_an_app_without_the_right_gets_87_in_xml(self):
        reply = self.xauth("alice", "wonderland", key="plain", secret="s")
        self.assertEqual((reply.status, reply.headers.get_content_type()), (403, "application/xml"))
        self.assertIn('<error code="87">', reply.text)

    def test_a_bad_signature_is_html_and_verification_231(self):
        self.assertEqual(self.xauth("alice", "wonderland", secret="no").headers.get_content_type(), "text/html")
        self.assertEqual(self.xauth("carol", "c").code, 231)


if __name__ == "__main__":
    unittest.main()
