import unittest

from harness import ServerTest

ANONYMOUS = dict(key="anonymous", secret="anonymous")
ME = "/api/account/verify_credentials.json"


class GNUSocial(ServerTest):
    def setUp(self):
        super().setUp()
        self.control("POST", "options", {"shape": "gnusocial"})

    def log_in(self, pin=None):
        started = self.signed("POST", "/api/oauth/request_token", callback_uri="oob", **ANONYMOUS).form
        self.assertEqual(started["oauth_callback_confirmed"], "true")
        more = "&user=alice" + (f"&pin={pin}" if pin else "")
        shown = self.send("POST", f"/_test/authorize?oauth_token={started['oauth_token']}{more}").json["pin"]
        token = dict(resource_owner_key=started["oauth_token"], resource_owner_secret=started["oauth_token_secret"])
        return shown, lambda verifier: self.signed(
            "POST", "/api/oauth/access_token", verifier=verifier, **token, **ANONYMOUS
        )

    def test_nobody_registers_and_the_answer_names_nobody(self):
        pin, finish = self.log_in()
        self.assertRegex(pin, r"\A(?:0|[1-9]\d{0,6})\Z")
        got = finish(pin).form
        self.assertEqual(sorted(got), ["oauth_token", "oauth_token_secret"])
        token = dict(resource_owner_key=got["oauth_token"], resource_owner_secret=got["oauth_token_secret"])
        me = self.signed("GET", ME, **token, **ANONYMOUS).json
        self.assertEqual((me["id"], me["screen_name"]), (1001, "alice"))

    def test_the_same_person_gets_the_same_token(self):
        tokens = set()
        for _ in range(2):
            pin, finish = self.log_in()
            tokens.add(finish(pin).form["oauth_token"])
        self.assertEqual(len(tokens), 1)

    def test_a_wrong_pin_is_a_line_of_text(self):
        _, finish = self.log_in("7")
        wrong = finish("8")
        self.assertEqual((wrong.status, wrong.text), (400, "Invalid request token or verifier."))
        self.assertEqual(wrong.headers.get_content_type(), "text/plain")
        self.assertEqual(finish("7").status, 200)

    def test_the_limit_is_told_and_kept(self):
        self.control("POST", "options", {"text_limit": 10})
        self.assertEqual(self.send("GET", "/api/statusnet/config.json").json["site"]["textlimit"], "10")
        pin, finish = self.log_in()
        got = finish(pin).form
        token = dict(resource_owner_key=got["oauth_token"], resource_owner_secret=got["oauth_token_secret"])
        update = "/api/statuses/update.json?status="
        self.assertEqual(self.signed("POST", update + "1234567890", **token, **ANONYMOUS).status, 200)
        refused = self.signed("POST", update + "12345678901", **token, **ANONYMOUS)
        self.assertEqual(refused.status, 413)
        self.assertEqual(refused.json["error"], "Maximum notice size is 10 characters.")


if __name__ == "__main__":
    unittest.main()
