import base64
import hashlib
import unittest
from urllib.parse import parse_qs, urlencode, urlsplit

from harness import ServerTest
from state import DEFAULTS
from wire import FORM

CALLBACK = "http://127.0.0.1:9/callback"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


class Flow(ServerTest):
    def question(self, client="demo-id", redirect=CALLBACK, **more):
        pairs = {
            "response_type": "code", "client_id": client, "redirect_uri": redirect, "scope": "read write", "state": "xyz",
            "code_challenge": CHALLENGE, "code_challenge_method": "S256", **more,
        }
        return "/oauth2/authorize?" + urlencode({name: value for name, value in pairs.items() if value is not None})

    def allow(self, target, **more):
        pairs = {"url": f"http://{self.address}{target}", "user": "alice", **more}
        location = self.send("POST", "/_test/visit", urlencode(pairs), {"Content-Type": FORM}).json["location"]
        return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}

    def post(self, path, secret="demo-cse", client="demo-id", **pairs):
        headers = {"Content-Type": FORM}
        if secret is None:
            pairs["client_id"] = client
        else:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{client}:{secret}".encode()).decode()
        return self.send("POST", path, urlencode(pairs), headers)

    def exchange(self, code, verifier=VERIFIER, redirect=CALLBACK, **more):
        return self.post(
            "/oauth2/token", grant_type="authorization_code", code=code, redirect_uri=redirect, code_verifier=verifier,
            **more)

    def refresh(self, token, **more):
        return self.post("/oauth2/token", grant_type="refresh_token", refresh_token=token, **more)

    def tokens(self):
        return self.exchange(self.allow(self.question())["code"]).json

    def me(self, token, path="/2/users/me"):
        return self.send("GET", path, headers={"Authorization": "Bearer " + token})


class Registered(Flow):
    def register(self, **pairs):
        return self.send("POST", "/api/v1/apps", urlencode(pairs), {"Content-Type": FORM})

    def test_an_app_registers_itself_for_its_own_addresses(self):
        app = self.register(client_name="mine", redirect_uris=CALLBACK + "\nurn:ietf:wg:oauth:2.0:oob", scopes="read").json
        self.assertEqual((app["scopes"], app["redirect_uris"][0]), (["read"], CALLBACK))
        code = self.allow(self.question(app["client_id"]))["code"]
        form = dict(client_id=app["client_id"], client_secret=app["client_secret"])
        got = self.post("/oauth2/token", None, grant_type="authorization_code", code=code, redirect_uri=CALLBACK,
                        code_verifier=VERIFIER, client=form["client_id"], client_secret=form["client_secret"])
        self.assertEqual(got.status, 200)
        elsewhere = self.send("GET", self.question(app["client_id"], "http://127.0.0.1:10/callback"))
        self.assertEqual(elsewhere.status, 400)

    def test_one_without_an_address_is_refused(self):
        self.assertEqual(self.register(client_name="mine").status, 422)


class OfAnApp(Flow):
    def ask(self, **more):
        return self.post("/oauth2/token", grant_type="client_credentials", **more)

    def test_a_token_of_its_own_reads_what_needs_no_person(self):
        got = self.ask(scope="read")
        self.assertEqual((got.status, got.json["scope"]), (200, "read"))
        self.assertNotIn("refresh_token", got.json)
        token = got.json["access_token"]
        self.assertEqual(self.me(token, "/2/tweets/search/recent?query=a").status, 200)
        self.assertEqual(self.me(token).status, 403)
        self.assertEqual(self.me(token + "x", "/2/tweets/search/recent?query=a").status, 401)

    def test_the_key_and_secret_of_a_signing_app_serve_too(self):
        key, app = next(iter(DEFAULTS["apps"].items()))
        self.assertEqual(self.ask(client=key, secret=app["secret"]).status, 200)
        self.assertEqual(self.ask(client=key, secret="wrong").json["error"], "invalid_client")

    def test_none_is_given_for_no_secret_nor_where_it_is_not_wanted(self):
        for secret, client in (("wrong", "demo-id"), (None, "demo-public"), (None, "demo-id")):
            got = self.ask(secret=secret, client=client)
            self.assertEqual((got.status, got.json["error"]), (401, "invalid_client"))
        self.assertEqual(self.ask(scope="forbidden").json["error"], "invalid_scope")
        self.control("POST", "options", {"gives_app_tokens": False})
        self.assertEqual(self.ask().json["error"], "unauthorized_client")


class Codes(Flow):
    def test_a_code_gives_a_token_that_works(self):
        answer = self.allow(self.question())
        self.assertEqual(answer["state"], "xyz")
        got = self.exchange(answer["code"])
        self.assertEqual(got.status, 200)
        self.assertEqual((got.json["token_type"], got.json["expires_in"], got.json["scope"]), ("Bearer", 7200, "read write"))
        self.assertEqual(self.me(got.json["access_token"]).json["data"]["username"], "alice")
        old = self.me(got.json["access_token"], "/1.1/account/verify_credentials.json")
        self.assertEqual(old.json["screen_name"], "alice")

    def test_a_code_serves_once_and_a_second_use_ends_what_the_first_gave(self):
        code = self.allow(self.question())["code"]
        got = self.exchange(code).json
        again = self.exchange(code)
        self.assertEqual((again.status, again.json["error"]), (400, "invalid_grant"))
        self.assertEqual(self.me(got["access_token"]).status, 401)

    def test_a_code_dies_after_thirty_seconds(self):
        code = self.allow(self.question())["code"]
        self.control("POST", "clock", {"offset": 31})
        self.assertEqual(self.exchange(code).json["error"], "invalid_grant")

    def test_verifier_redirect_client_and_secret_must_fit(self):
        for wrong in ({"verifier": "x" * 43}, {"redirect": CALLBACK + "2"}):
            self.assertEqual(self.exchange(self.allow(self.question())["code"], **wrong).status, 400)
        for wrong in ({"secret": "no"}, {"client": "nobody"}, {"secret": None}):
            reply = self.exchange(self.allow(self.question())["code"], **wrong)
            self.assertEqual((reply.status, reply.json["error"]), (401, "invalid_client"))

    def test_a_public_app_has_its_id_alone(self):
        code = self.allow(self.question(client="demo-public"))["code"]
        self.assertEqual(self.exchange(code, secret=None, client="demo-public").status, 200)

    def test_a_question_without_a_challenge_is_sent_back(self):
        reply = self.send("GET", self.question(code_challenge=None, code_challenge_method=None))
        self.assertEqual(reply.status, 302)
        self.assertIn("error=invalid_request", reply.headers["location"])
        self.assertEqual(self.send("GET", self.question(client="nobody")).status, 400)
        self.assertEqual(self.send("GET", self.question(redirect="https://evil.example/")).status, 400)

    def test_the_page_asks_for_the_password_and_shows_the_code_out_of_band(self):
        target = self.question(redirect="urn:ietf:wg:oauth:2.0:oob")
        self.assertIn("Authorize Demo", self.send("GET", target).text)
        self.assertEqual(self.send("POST", target, "username=alice&password=no", {"Content-Type": FORM}).status, 401)
        page = self.send("POST", target, "username=alice&password=wonderland", {"Content-Type": FORM}).text
        code = page.split("<code>")[1].split("</code>")[0]
        self.assertEqual(self.exchange(code, redirect="urn:ietf:wg:oauth:2.0:oob").status, 200)

    def test_a_no_comes_back_with_the_state(self):
        answer = self.allow(self.question(), deny="1")
        self.assertEqual((answer["error"], answer["state"]), ("access_denied", "xyz"))

    def test_it_can_allow_less_say_no_life_and_give_nothing_to_renew(self):
        self.control("POST", "options", {"allows": "read", "expires_in": None, "gives_refresh": False})
        got = self.tokens()
        self.assertEqual(set(got), {"access_token", "token_type", "scope"})
        self.assertEqual(got["scope"], "read")


class Renewal(Flow):
    def test_a_refresh_token_serves_once_and_its_reuse_ends_the_family(self):
        first = self.tokens()
        second = self.refresh(first["refresh_token"]).json
        self.assertNotEqual(first["refresh_token"], second["refresh_token"])
        self.assertEqual(self.me(second["access_token"]).status, 200)
        again = self.refresh(first["refresh_token"])
        self.assertEqual((again.status, again.json["error"]), (400, "invalid_grant"))
        self.assertEqual(self.me(second["access_token"]).status, 401)
        self.assertEqual(self.refresh(second["refresh_token"]).status, 400)

    def test_without_rotation_it_serves_again(self):
        self.control("POST", "options", {"rotates": False})
        first = self.tokens()
        for _ in range(2):
            got = self.refresh(first["refresh_token"]).json
            self.assertEqual(got["refresh_token"], first["refresh_token"])

    def test_it_is_bound_to_its_app(self):
        token = self.tokens()["refresh_token"]
        self.assertEqual(self.refresh(token, secret="no").status, 401)
        other = self.refresh(token, secret=None, client="demo-public")
        self.assertEqual((other.status, other.json["error"]), (400, "invalid_grant"))
        self.assertEqual(self.refresh(token).status, 200)

    def test_an_expired_token_is_refused_and_can_be_renewed(self):
        first = self.tokens()
        self.control("POST", "expire")
        self.assertEqual(self.me(first["access_token"]).status, 401)
        self.assertEqual(self.me(self.refresh(first["refresh_token"]).json["access_token"]).status, 200)
        listed = self.control("GET", "bearers")
        self.assertEqual([one["used"] for one in listed["refresh"]], [True, False])


class Revocation(Flow):
    def test_a_refresh_token_takes_its_family_along(self):
        got = self.tokens()
        self.assertEqual(self.post("/oauth2/revoke", token=got["refresh_token"]).status, 200)
        self.assertEqual(self.me(got["access_token"]).status, 401)
        self.assertEqual(self.refresh(got["refresh_token"]).status, 400)

    def test_an_unknown_token_is_gone_and_an_unknown_app_refused(self):
        self.assertEqual(self.post("/oauth2/revoke", token="nothing").status, 200)
        self.assertEqual(self.post("/oauth2/revoke", token="nothing", secret="no").status, 401)


class Devices(Flow):
    def begin(self):
        return self.post("/oauth2/device", scope="read write").json

    def ask(self, begun):
        return self.post(
            "/oauth2/token", grant_type="urn:ietf:params:oauth:grant-type:device_code", device_code=begun["device_code"])

    def activate(self, begun, **more):
        pairs = urlencode({"user_code": begun["user_code"], "user": "alice", **more})
        self.send("POST", "/_test/activate", pairs, {"Content-Type": FORM})

    def test_the_token_comes_when_the_person_has_typed_the_code(self):
        begun = self.begin()
        self.assertRegex(begun["user_code"], r"\A[B-Z]{4}-[B-Z]{4}\Z")
        self.assertEqual(self.ask(begun).json["error"], "authorization_pending")
        self.assertEqual(self.ask(begun).json["error"], "slow_down")
        self.activate(begun)
        self.control("POST", "clock", {"offset": 60})
        got = self.ask(begun)
        self.assertEqual(self.me(got.json["access_token"]).json["data"]["username"], "alice")
        self.assertEqual(self.ask(begun).json["error"], "invalid_grant")

    def test_a_no_and_an_old_code_are_told(self):
        begun = self.begin()
        self.activate(begun, deny="1")
        self.assertEqual(self.ask(begun).json["error"], "access_denied")
        begun = self.begin()
        self.control("POST", "clock", {"offset": 601})
        self.assertEqual(self.ask(begun).json["error"], "expired_token")

    def test_the_page_takes_the_code(self):
        begun = self.begin()
        self.assertIn(begun["user_code"], self.send("GET", begun["verification_uri_complete"].partition(self.address)[2]).text)
        form = urlencode({"user_code": begun["user_code"].lower(), "username": "alice", "password": "wonderland"})
        self.assertEqual(self.send("POST", "/oauth2/activate", form, {"Content-Type": FORM}).status, 200)
        self.assertEqual(self.ask(begun).status, 200)


class Apps(Flow):
    CONFIG = {**DEFAULTS, "clients": {"demo-id": {"secret": "demo-cse", "callbacks": [CALLBACK]}}}

    def test_a_registered_callback_is_taken_exactly(self):
        self.assertEqual(self.send("GET", self.question()).status, 200)
        self.assertEqual(self.send("GET", self.question(redirect=CALLBACK + "/")).status, 400)

    def test_the_challenge_is_that_of_rfc_7636(self):
        digest = hashlib.sha256(VERIFIER.encode()).digest()
        self.assertEqual(base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), CHALLENGE)


if __name__ == "__main__":
    unittest.main()
