import gzip
import http.client
import time
import unittest

from harness import ALICE, ServerTest

ME = "/1.1/account/verify_credentials.json"


class Bodies(ServerTest):
    def raw(self, **wanted):
        self.assertEqual(self.control("POST", "fault", wanted), {})
        return self.send_raw("GET", ME)

    def head_and_body(self, **wanted):
        head, _, body = self.raw(**wanted).partition(b"\r\n\r\n")
        return head.decode(), body

    def test_deep(self):
        self.assertEqual(self.head_and_body(make={"nested": 10000})[1], b"[" * 10000 + b"]" * 10000)
        self.assertIn(b'{"errors":' * 3, self.head_and_body(make={"nested objects": 10000})[1])

    def test_long(self):
        head, body = self.head_and_body(make={"long": 3000000})
        self.assertEqual(len(body), 3000000)
        self.assertTrue(body.startswith(b'["aaa') and body.endswith(b'a"]'))
        self.assertIn("content-length: 3000000", head)

    def test_a_bomb_is_small_until_it_is_opened(self):
        head, body = self.head_and_body(make={"long": 50000000}, gzip=True)
        self.assertIn("content-encoding: gzip", head)
        self.assertLess(len(body), 100000)
        self.assertEqual(len(gzip.decompress(body)), 50000000)

    def test_the_real_answer_compressed(self):
        self.control("POST", "fault", {"gzip": True, "headers": {"x-more": "1"}})
        reply = self.signed("GET", ME, decode=gzip.decompress, **ALICE)
        self.assertEqual(reply.json["screen_name"], "alice")
        self.assertEqual(reply.headers["x-more"], "1")

    def test_cut_and_the_head_agrees(self):
        head, body = self.head_and_body(status=200, body='{"id":1}', cut=3)
        self.assertEqual(body, b'{"i')
        self.assertIn("content-length: 3", head)

    def test_a_length_that_is_wrong_both_ways(self):
        head, body = self.head_and_body(status=200, body="12345", length=-2)
        self.assertEqual(("content-length: 3" in head, body), (True, b"12345"))
        head, body = self.head_and_body(status=200, body="12345", length=2)
        self.assertEqual(("content-length: 7" in head, body), (True, b"12345"))
        self.control("POST", "fault", {"status": 200, "body": "12345", "length": 2})
        self.assertRaises(http.client.IncompleteRead, self.send, "GET", ME)

    def test_hold_keeps_the_connection(self):
        started = time.monotonic()
        self.raw(status=200, body="x", length=1, hold=0.2)
        self.assertGreaterEqual(time.monotonic() - started, 0.2)


if __name__ == "__main__":
    unittest.main()
