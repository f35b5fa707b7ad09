#!/usr/bin/python3
"""bus_visits.py ACCOUNT URL COUNT: comes to the bus so many times, and goes again with requests unanswered.

What it asks for takes the agent through everything that a request may hold: a terminal that is none, a body that never
comes, a signature. Every tenth time it stays for the answer.
"""

import os
import sys

from bus_wire import Bus


def visit(account, url, stays):
    bus = Bus()
    reader, writer = os.pipe()
    bus.start(
        "Perform", "sssa(ss)a(ss)ha{sv}", (account, "POST", url, [], [], 0, [("terminal", ("h", 1))]), [reader, writer])
    os.close(reader)
    bus.start("ListAccounts", "sa{sv}", ("", []))
    serial = bus.start("Sign", "sssa(ss)a{sv}", (account, "POST", url, [("status", "x")], []))
    if stays and (answer := bus.answer(serial)).error:
        sys.exit(f"{answer.error}: {answer.arguments}")
    bus.close()
    os.close(writer)


def main():
    account, url, count = sys.argv[1:]
    for number in range(int(count)):
        visit(account, url, number % 10 == 9)


if __name__ == "__main__":
    main()
