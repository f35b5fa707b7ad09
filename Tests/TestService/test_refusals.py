import json
import unittest

from harness import ServerTest
from limits import FORMS
from problems import BLANK, NAMED
from refusals import CODES, SHAPES

PATH = "/1.1/statuses/show/1.json"


class Refusals(ServerTest):
    def refused(self, **wanted):
        self.assertEqual(self.control("POST", "fault", wanted), {})
        return self.send("GET", PATH)

    def test_every_code_in_every_shape_has_its_status_and_words(self):
        for code, (status, words) in CODES.items():
            for shape in set(SHAPES) - {"latin-1"}:
                reply = self.refused(code=code, shape=shape)
                self.assertEqual(reply.status, status, (code, shape))
                text = reply.text.replace("&#x27;", "'")
                self.assertEqual(shape != "empty", words in text, (code, shape))

    def test_the_shapes(self):
        errors = {"errors": [{"code": 88, "message": "Rate limit exceeded."}]}
        self.assertEqual(self.refused(code=88).json, errors)
        self.assertEqual(self.refused(code=187, shape="errors as a string").json, {"errors": "Status is a duplicate."})
        self.assertEqual(self.refused(code=34, shape="error").json["request"], PATH)
        self.assertIn("<hash><request>", self.refused(code=87, shape="hash").text)
        self.assertIn('<error code="87">', self.refused(code=87, shape="xml").text)
        both = self.refused(code=64, shape="problem in errors").json
        self.assertEqual((both["errors"][0]["code"], both["title"]), (64, "Forbidden"))

    def test_a_status_without_a_code(self):
        reply = self.refused(status=422, shape="problem")
        self.assertEqual((reply.status, reply.json["title"]), (422, "Unprocessable Entity"))
        self.assertEqual(self.refused(status=429, shape="text", words="slow down").text, "slow down")
        self.assertEqual(self.refused(status=410, shape="errors").json, {"errors": [{"message": "Gone"}]})

    def test_every_problem_in_both_forms(self):
        for name in [*NAMED, *BLANK]:
            alone = self.refused(problem=name).json
            self.assertEqual(alone["type"] == "about:blank", name in BLANK)
            self.assertEqual(list(self.refused(problem=name, shape="problem in errors").json)[0], "errors")
        self.assertEqual(self.refused(problem="usage-capped").status, 429)
        self.assertEqual(self.refused(problem="usage-capped", status=403).status, 403)

    def test_rate_limits_tell_when_they_end_in_every_form(self):
        self.control("POST", "clock", {"offset": 1000000000})
        for form in FORMS:
            reply = self.refused(rate_limit={"reset": -840, "form": form, "limit": 900, "remaining": 0})
            self.assertEqual((reply.status, reply.code), (429, 88))
            self.assertEqual(reply.headers["x-rate-limit-remaining"], "0")
        now = self.service.state.now()
        reply = self.refused(rate_limit={"reset": 300, "retry_after": 7, "prefix": "X-RateLimit-"})
        self.assertAlmostEqual(int(reply.headers["x-ratelimit-reset"]), now + 300, delta=5)
        self.assertEqual(reply.headers["retry-after"], "7")
        bare = self.refused(status=429, body="x", rate_limit={})
        self.assertFalse([name for name in bare.headers if "limit" in name])
        self.assertIn("GMT", self.refused(rate_limit={"reset": 5, "retry_after": "date"}).headers["retry-after"])

    def test_a_mistyped_refusal_is_told_to_who_adds_it(self):
        for wanted in ({"code": 1}, {"problem": "x"}, {"code": 88, "shape": "x"}, {"rate_limit": {"rest": 1}}):
            self.assertIn("error", self.control("POST", "fault", wanted), wanted)

    def test_words_that_are_no_utf_8(self):
        self.control("POST", "fault", {"code": 88, "shape": "latin-1"})
        self.assertIn(b"\xe9 Rate limit", self.send_raw("GET", PATH))

    def test_the_problems_are_json(self):
        self.assertEqual(json.loads(self.refused(problem="locked").text)["status"], 403)


if __name__ == "__main__":
    unittest.main()
