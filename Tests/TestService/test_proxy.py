import base64
import http.client
import ssl
import unittest

from harness import ServerTest

PUBLIC = "/1.1/statuses/public_timeline.json"


class Proxies(ServerTest):
    def proxy(self, **wanted):
        return self.control("POST", "proxy", wanted)["port"]

    def tunnelled(self, port, host, authority, headers=None):
        context = ssl.create_default_context(cadata=authority)
        connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=context)
        self.addCleanup(connection.close)
        connection.set_tunnel(host, 443, headers or {})
        connection.request("GET", PUBLIC)
        return connection.getresponse().status

    def plain(self, port, url, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.addCleanup(connection.close)
        connection.request("GET", url, headers=headers or {})
        return connection.getresponse()

    def test_tls_goes_through_to_where_the_route_leads(self):
        opened = self.control("POST", "tls", {})
        port = self.proxy(routes={"api.service.example:443": opened["port"]})
        self.assertEqual(self.tunnelled(port, "api.service.example", opened["authority"]), 200)
        passed, = self.control("GET", "proxy")
        self.assertEqual((passed["method"], passed["target"]), ("CONNECT", "api.service.example:443"))
        self.assertIn(["Host", "api.service.example"], self.log()[-1]["headers"])

    def test_plain_requests_arrive_by_path_and_without_the_password(self):
        port = self.proxy(user="me", password="p:w", routes={"service.example:80": int(self.address.split(":")[1])})
        url = "http://service.example" + PUBLIC + "?count=1"
        self.assertEqual(self.plain(port, url).status, 407)
        password = {"Proxy-Authorization": "Basic " + base64.b64encode(b"me:p:w").decode()}
        self.assertEqual(self.plain(port, url, password).status, 200)
        entry, = self.log()
        self.assertEqual((entry["path"], entry["query"]), (PUBLIC, "count=1"))
        self.assertNotIn("proxy-authorization", [name.lower() for name, _ in entry["headers"]])
        self.assertEqual([passed["status"] for passed in self.control("GET", "proxy")], [407, 200])

    def test_it_reaches_nothing_but_the_loopback(self):
        self.assertEqual(self.plain(self.proxy(), "http://service.example/").status, 502)
        self.assertEqual(self.plain(self.proxy(), f"http://{self.address}{PUBLIC}").status, 200)
        self.assertEqual(self.plain(self.proxy(status=503), f"http://{self.address}{PUBLIC}").status, 503)


if __name__ == "__main__":
    unittest.main()
