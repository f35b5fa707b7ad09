#!/usr/bin/python3
"""A program that has requests signed, over and over.

bus_sign.py judge ACCOUNT URL COUNT        signs, computes every signature again by oauthlib, prints each nonce
bus_sign.py time ACCOUNT URL COUNT         prints the milliseconds of every signature and of a Ping before it
bus_sign.py first ACCOUNT URL              prints the milliseconds of its first signature; stays until its stdin ends
bus_sign.py many ACCOUNT URL COUNT         signs so many, 32 at a time
bus_sign.py flood ACCOUNT URL CONNECTIONS OUTSTANDING
                                           keeps so many requests outstanding on each connection until its stdin ends;
                                           prints "flooding" when all are on their way, then the answers by kind, and
                                           the seconds that they took
"""

import os
import selectors
import sys
import time
from collections import Counter

from bus_wire import Bus

SECRETS = ("demo-cs", "alice-ts")


def sign(bus, account, url, text):
    return bus.start("Sign", "sssa(ss)a{sv}", (account, "POST", url, [("status", text)], []))


def judge(account, url, count):
    from oauthlib.oauth1.rfc5849 import signature
    bus = Bus()
    for number in range(int(count)):
        text = f"{os.getpid()} says & means {number}"
        answer = bus.answer(sign(bus, account, url, text))
        if answer.error:
            sys.exit(f"{answer.error}: {answer.arguments}")
        signed_url, headers, body = answer.arguments
        everything = dict(signature.collect_parameters(
            headers=dict(headers), body=body.decode(), exclude_oauth_signature=False))
        given = everything.pop("oauth_signature")
        base = signature.signature_base_string(
            "POST", signature.base_string_uri(url), signature.normalize_parameters(list(everything.items())))
        if (signed_url, everything["status"]) != (url, text) or given != signature.sign_hmac_sha1(base, *SECRETS):
            sys.exit(f"not what was asked for, or a wrong signature: {answer.arguments}")
        print(everything["oauth_nonce"])


def timed(account, url, count):
    bus = Bus()
    for number in range(int(count)):
        start = time.perf_counter_ns()
        bus.ping()
        middle = time.perf_counter_ns()
        answer = bus.answer(sign(bus, account, url, f"measured {number}"))
        end = time.perf_counter_ns()
        if answer.error:
            sys.exit(f"{answer.error}: {answer.arguments}")
        print((end - middle) / 1e6, (middle - start) / 1e6)


def first(account, url):
    bus = Bus()
    start = time.perf_counter_ns()
    answer = bus.answer(sign(bus, account, url, "first"))
    print((time.perf_counter_ns() - start) / 1e6, flush=True)
    if answer.error:
        sys.exit(f"{answer.error}: {answer.arguments}")
    sys.stdin.read()


def many(account, url, count):
    bus, begun, ended = Bus(), 0, 0
    while ended < int(count):
        while begun < min(ended + 32, int(count)):
            sign(bus, account, url, "many")
            begun += 1
        for answer in bus.answers():
            if answer.error:
                sys.exit(f"{answer.error}: {answer.arguments}")
            ended += 1


def flood(account, url, connections, outstanding):
    selector, kinds = selectors.DefaultSelector(), Counter()
    selector.register(sys.stdin, selectors.EVENT_READ)
    for _ in range(int(connections)):
        bus = Bus()
        selector.register(bus.socket, selectors.EVENT_READ, bus)
        for number in range(int(outstanding)):
            sign(bus, account, url, "flood")
    print("flooding", flush=True)
    start = time.monotonic()
    while True:
        for key, _ in selector.select():
            if key.data is None:
                kinds["seconds"] = time.monotonic() - start
                print(*(f"{kind} {count}" for kind, count in kinds.items()), sep="\n")
                return
            for message in key.data.answers():
                kinds[message.error or "signed"] += 1
                sign(key.data, account, url, "flood")


if __name__ == "__main__":
    {"judge": judge, "time": timed, "first": first, "many": many, "flood": flood}[sys.argv[1]](*sys.argv[2:])
