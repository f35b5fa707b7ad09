import struct
import time
import unittest
import zlib

from harness import ServerTest


def size(body):
    return struct.unpack(">II", body[16:24])


class Pictures(ServerTest):
    def body(self, name):
        head, _, body = self.send_raw("GET", f"/pictures/{name}.png").partition(b"\r\n\r\n")
        self.assertIn(b"content-type: image/png", head)
        return body

    def test_a_small_picture_that_can_be_unpacked_and_is_always_the_same(self):
        body = self.body("bob_normal")
        self.assertEqual((body[:8], size(body)), (b"\x89PNG\r\n\x1a\n", (48, 48)))
        length, = struct.unpack(">I", body[33:37])
        self.assertEqual(len(zlib.decompress(body[41:41 + length])), 48 * (1 + 48 * 3))
        self.assertEqual(body, self.body("bob_normal"))
        self.assertNotEqual(body, self.body("carol_normal"))
        self.assertEqual(size(self.body("photo")), (64, 48))

    def test_a_huge_one_has_few_bytes_and_many_points(self):
        body = self.body("huge")
        self.assertEqual(size(body), (30000, 30000))
        self.assertLess(len(body), 1_000_000)

    def test_what_is_no_picture(self):
        self.assertEqual(self.body("text"), b"<script>no picture</script>")
        self.assertEqual(len(self.body("cut")), 60)
        moved = self.send("GET", "/pictures/redirect.png")
        self.assertEqual((moved.status, moved.headers["location"]), (302, "/pictures/moved.png"))

    def test_a_slow_one_takes_its_time(self):
        started = time.monotonic()
        self.control("POST", "fault", {"path": "/pictures/slow.png", "drip": 200, "cut": 60})
        self.body("slow")
        self.assertGreaterEqual(time.monotonic() - started, 0.3)


if __name__ == "__main__":
    unittest.main()
