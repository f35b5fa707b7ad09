#!/usr/bin/python3
"""Asks a service who an account is: signed through libacctstore, by ctypes alone, sent by this program itself.

    acctstore grant ~/bin/whoami.py 1 --read
    ~/bin/whoami.py

Without the grant you are asked at the first run, and the answer is remembered:

    ~/bin/whoami.py wants to read as @alice (1, twitter).
"""

import ctypes
import json
import sys
import urllib.request

SERVICE = b"twitter"
API = b"https://api.x.com/"
READ = 1  # ACCTSTORE_READ


# The structures of acctstore.h, as far as they are used here.
class Error(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int), ("name", ctypes.c_char_p), ("message", ctypes.c_char_p), ("next_step", ctypes.c_char_p)]


class Account(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_char_p), ("service", ctypes.c_char_p), ("app", ctypes.c_char_p), ("username", ctypes.c_char_p),
        ("user_id", ctypes.c_char_p), ("description", ctypes.c_char_p), ("number", ctypes.c_uint)]


class Accounts(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("items", ctypes.POINTER(ctypes.POINTER(Account)))]


class Field(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Request(ctypes.Structure):
    # A caller's structure begins with its size, and what is zero is as usual.
    _fields_ = [
        ("size", ctypes.c_size_t), ("method", ctypes.c_char_p), ("url", ctypes.c_char_p),
        ("parameters", ctypes.POINTER(Field)), ("parameter_count", ctypes.c_size_t),
        ("headers", ctypes.POINTER(Field)), ("header_count", ctypes.c_size_t),
        ("body_kind", ctypes.c_int), ("body_descriptor", ctypes.c_int),
        ("body", ctypes.c_void_p), ("body_length", ctypes.c_size_t)]


class SignedRequest(ctypes.Structure):
    _fields_ = [
        ("method", ctypes.c_char_p), ("url", ctypes.c_char_p), ("header_count", ctypes.c_size_t),
        ("headers", ctypes.POINTER(Field))]


class Failure(Exception):
    """What the library tells, in words for the person."""


library = ctypes.CDLL("libacctstore.so.1")
for name in ("acctstore_close", "acctstore_error_free", "acctstore_accounts_free", "acctstore_signed_request_free"):
    getattr(library, name).argtypes = [ctypes.c_void_p]
    getattr(library, name).restype = None


def call(name, *arguments):
    """Calls a function whose last argument is the error; raises what it tells."""
    error = ctypes.POINTER(Error)()
    if getattr(library, name)(*arguments, ctypes.byref(error)) == 0:
        return
    lines = [error.contents.message, error.contents.next_step]
    library.acctstore_error_free(error)
    raise Failure("\n".join(line.decode() for line in lines if line))


def who(store, account):
    """What the service answers to the question who the account is."""
    fields = (Field * 1)(Field(b"user.fields", b"name"))
    request = Request(ctypes.sizeof(Request), b"GET", API + b"2/users/me", fields, 1)
    signed = ctypes.POINTER(SignedRequest)()
    call("acctstore_sign", store, account.id, ctypes.byref(request), None, ctypes.byref(signed))
    try:
        # A request that is signed is good for one use, within minutes, and exactly as it is.
        headers = signed.contents.headers[:signed.contents.header_count]
        to_send = urllib.request.Request(
            signed.contents.url.decode(), headers={field.name.decode(): field.value.decode() for field in headers})
    finally:
        library.acctstore_signed_request_free(signed)
    with urllib.request.urlopen(to_send, timeout=30) as answer:
        return json.load(answer)["data"]


def main():
    store = ctypes.c_void_p()
    call("acctstore_open", None, ctypes.byref(store))
    try:
        granted = ctypes.c_int()
        call("acctstore_request_access", store, SERVICE, None, READ, None, ctypes.byref(granted))
        if not granted.value:
            raise Failure("access was not granted")
        accounts = ctypes.POINTER(Accounts)()
        call("acctstore_list", store, SERVICE, None, ctypes.byref(accounts))
        try:
            for item in accounts.contents.items[:accounts.contents.count]:
                person = who(store, item.contents)
                print(f"{item.contents.number}  @{person['username']}  {person['name']}")
        finally:
            library.acctstore_accounts_free(accounts)
    finally:
        library.acctstore_close(store)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"error: {failure}")
