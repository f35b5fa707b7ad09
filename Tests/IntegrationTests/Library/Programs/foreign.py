"""Uses the library from Python, by ctypes alone: foreign.py LIBRARY ACCOUNT URL [loop]

Lists the accounts, signs, sends and asks, and prints what comes of it; with "loop" from within a GLib main loop.
"""

import ctypes
import os
import sys
import threading
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_void_p


class Error(ctypes.Structure):
    _fields_ = [("code", c_int), ("name", c_char_p), ("message", c_char_p), ("next_step", c_char_p)]


class Options(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("flags", c_uint), ("terminal", c_int), ("timeout_ms", c_int), ("cancel", c_void_p)]


class Account(ctypes.Structure):
    _fields_ = [(name, c_char_p) for name in ("id", "service", "app", "username", "user_id", "description")] + [
        ("number", c_uint), ("is_default", c_int), ("needs_login", c_int), ("asks_always", c_int)]


class Accounts(ctypes.Structure):
    _fields_ = [("count", c_size_t), ("items", POINTER(POINTER(Account)))]


class Field(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Request(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("method", c_char_p), ("url", c_char_p), ("parameters", POINTER(Field)),
        ("parameter_count", c_size_t), ("headers", POINTER(Field)), ("header_count", c_size_t), ("body_kind", c_int),
        ("body_descriptor", c_int), ("body", c_char_p), ("body_length", c_size_t)]


class SignedRequest(ctypes.Structure):
    _fields_ = [
        ("method", c_char_p), ("url", c_char_p), ("header_count", c_size_t), ("headers", POINTER(Field)),
        ("body", c_void_p), ("body_length", c_size_t)]


class Response(ctypes.Structure):
    _fields_ = [("status", c_uint), ("header_count", c_size_t), ("headers", POINTER(Field)), ("body", c_int)]


library = ctypes.CDLL(sys.argv[1])
library.acctstore_version.restype = c_char_p
library.acctstore_cancel_new.restype = c_void_p
for name in ("close", "error_free", "accounts_free", "signed_request_free", "response_free", "cancel_free"):
    getattr(library, f"acctstore_{name}").restype = None

account, url = (word.encode() for word in sys.argv[2:4])


def request(method, **fields):
    return Request(size=ctypes.sizeof(Request), method=method, url=url, **fields)


def check(code, error):
    if code != 0:
        sys.exit(f"error {code} {error.contents.name.decode()}: {error.contents.message.decode()}")


def use():
    store, error = c_void_p(), POINTER(Error)()
    check(library.acctstore_open(None, byref(store), byref(error)), error)

    accounts = POINTER(Accounts)()
    check(library.acctstore_list(store, None, None, byref(accounts), byref(error)), error)
    for index in range(accounts.contents.count):
        found = accounts.contents.items[index].contents
        print(found.number, found.id.decode(), found.username.decode())
    library.acctstore_accounts_free(accounts)

    signed, parameter = POINTER(SignedRequest)(), (Field * 1)(Field(b"q", "ü".encode()))
    wanted = request(b"GET", parameters=parameter, parameter_count=1)
    check(library.acctstore_sign(store, account, byref(wanted), None, byref(signed), byref(error)), error)
    print(signed.contents.url.decode(), signed.contents.headers[0].name.decode())
    library.acctstore_signed_request_free(signed)

    response = POINTER(Response)()
    check(library.acctstore_perform(store, account, byref(request(b"GET")), None, byref(response), byref(error)), error)
    with os.fdopen(library.acctstore_response_take_body(response)) as body:
        print(response.contents.status, body.read())
    library.acctstore_response_free(response)

    # Options by value, and an answer that nobody waits for.
    options = Options(size=ctypes.sizeof(Options), cancel=library.acctstore_cancel_new())
    library.acctstore_cancel_trigger(c_void_p(options.cancel))
    granted = c_int(7)
    code = library.acctstore_request_access(store, b"local", None, 1, byref(options), byref(granted), None)
    print("cancelled", code, granted.value)
    library.acctstore_cancel_free(c_void_p(options.cancel))
    library.acctstore_close(store)


if len(sys.argv) > 4:
    from gi.repository import GLib

    loop = GLib.MainLoop()
    GLib.idle_add(lambda: (use(), loop.quit()) and False)
    loop.run()
else:
    threads = [threading.Thread(target=use) for _ in range(2)]
    use()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
