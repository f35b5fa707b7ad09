import http.client
import ssl
import unittest

from harness import ServerTest


class TLS(ServerTest):
    def get(self, kind, trusted=True):
        opened = self.control("POST", "tls", {"certificate": kind})
        context = ssl.create_default_context(cadata=opened["authority"] if trusted else None)
        connection = http.client.HTTPSConnection("127.0.0.1", opened["port"], timeout=10, context=context)
        self.addCleanup(connection.close)
        connection.request("GET", "/1.1/statuses/public_timeline.json")
        return connection.getresponse().status

    def refusal(self, kind):
        with self.assertRaises(ssl.SSLCertVerificationError) as refused:
            self.get(kind)
        return refused.exception.verify_message

    def test_a_good_certificate_is_taken_by_who_trusts_the_authority(self):
        self.assertEqual(self.get("good"), 200)
        self.assertEqual(self.log()[-1]["path"], "/1.1/statuses/public_timeline.json")
        self.assertRaises(ssl.SSLCertVerificationError, self.get, "good", trusted=False)

    def test_each_wrong_one_is_refused_for_its_own_reason(self):
        self.assertIn("expired", self.refusal("expired"))
        self.assertIn("not yet valid", self.refusal("not yet valid"))
        self.assertIn("IP address mismatch", self.refusal("wrong host"))
        self.assertIn("self-signed", self.refusal("self-signed"))
        self.assertEqual(self.log(), [])

    def test_a_mistyped_kind_is_refused(self):
        self.assertIn("KeyError", self.control("POST", "tls", {"certificate": "bad"})["error"])


if __name__ == "__main__":
    unittest.main()
