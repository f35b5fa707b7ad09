import http.client
import os
import subprocess
import sys
import time
import unittest

from harness import ALICE, ServerTest

UPDATE = "/1.1/statuses/update.json"
ME = "/1.1/account/verify_credentials.json"


class Trouble(ServerTest):
    def fault(self, **wanted):
        self.assertEqual(self.control("POST", "fault", wanted), {})

    def post(self, text="hi"):
        return self.signed("POST", UPDATE, [("status", text)], **ALICE)

    def posts(self):
        return [post["text"] for post in self.control("GET", "posts")]

    def test_an_answer_in_place_of_the_real_one(self):
        self.fault(path=UPDATE, status=503, body="<h1>Over capacity</h1>", headers={"content-type": "text/html"})
        reply = self.post()
        self.assertEqual((reply.status, reply.text), (503, "<h1>Over capacity</h1>"))
        self.assertEqual(self.posts(), [])
        self.assertEqual(self.post().status, 200)

    def test_times_skip_and_path(self):
        self.fault(path="/1.1/statuses/*", times=2, skip=1, status=500)
        self.assertEqual([self.post(str(n)).status for n in range(4)], [200, 500, 500, 200])
        self.fault(times=0, status=418)
        self.assertEqual([self.signed("GET", ME, **ALICE).status for _ in range(3)], [418] * 3)
        self.control("DELETE", "fault")
        self.assertEqual(self.signed("GET", ME, **ALICE).status, 200)

    def test_a_refusal_that_posted_all_the_same(self):
        self.fault(status=403, process=True)
        self.assertEqual(self.post().status, 403)
        self.assertEqual(self.posts(), ["hi"])

    def test_swallow_posts_and_drop_0_does_not(self):
        hang_up = (http.client.RemoteDisconnected, ConnectionResetError)
        self.fault(swallow=True)
        self.assertRaises(hang_up, self.post, "kept")
        self.fault(drop=0)
        self.assertRaises(hang_up, self.post, "lost")
        self.assertEqual(self.posts(), ["kept"])

    def test_an_answer_cut_short(self):
        self.fault(drop_body=10)
        with self.assertRaises(http.client.IncompleteRead) as cut:
            self.post()
        self.assertEqual(len(cut.exception.partial), 10)
        self.assertEqual(self.posts(), ["hi"])
        self.fault(drop=5)
        with self.assertRaises(http.client.BadStatusLine):
            self.post("ho")

    def test_delay_and_drip_take_their_time(self):
        self.fault(status=200, body="x" * 20, drip=100, delay=0.1)
        started = time.monotonic()
        self.assertEqual(self.post().text, "x" * 20)
        self.assertGreaterEqual(time.monotonic() - started, 0.3)

    def test_redirect_and_raw(self):
        self.fault(redirect="http://127.0.0.1:1/", status=307)
        reply = self.post()
        self.assertEqual((reply.status, reply.headers["location"]), (307, "http://127.0.0.1:1/"))
        self.fault(raw="HTTP/1.1 200 OK\r\n\r\nas it is")
        self.assertEqual(self.post().text, "as it is")

    def test_a_mistyped_fault_is_refused(self):
        self.assertIn("no such part", self.control("POST", "fault", {"statsu": 500})["error"])


class Process(unittest.TestCase):
    SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "server.py")

    def start(self, *options, **streams):
        server = subprocess.Popen(
            [sys.executable, self.SCRIPT, *options], stdout=subprocess.PIPE, text=True, **streams
        )
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        self.assertRegex(server.stdout.readline(), r"\Aready \d+\n\Z")
        return server

    def test_it_ends_on_sigterm(self):
        server = self.start(stdin=subprocess.DEVNULL)
        server.terminate()
        self.assertEqual(server.wait(10), 0)

    def test_it_ends_with_its_stdin(self):
        server = self.start("--exit-with-stdin", stdin=subprocess.PIPE)
        server.stdin.close()
        self.assertEqual(server.wait(10), 0)


if __name__ == "__main__":
    unittest.main()
