#!/usr/bin/python3
"""Opens the wallet of a running kwalletd5 as its PAM module does at log-in, and makes it where there is none.

The password is the first line of stdin; the hash that is sent is the one that the wallet's own dialog makes of it.
"""

import hashlib
import os
import sys

import dbus

FOLDER = os.path.join(os.environ["XDG_DATA_HOME"], "kwalletd")
# kwallet.h: PBKDF2_SHA512_SALTSIZE and _KEYSIZE, PBKDF2_SHA512_ITERATIONS.
SIZE, ITERATIONS = 56, 50_000


def salt():
    path = os.path.join(FOLDER, "kdewallet.salt")
    if not os.path.exists(path):
        os.makedirs(FOLDER, exist_ok=True)
        with open(path, "wb") as file:
            file.write(os.urandom(SIZE))
    with open(path, "rb") as file:
        return file.read()


def main():
    password = sys.stdin.readline().rstrip("\n").encode()
    key = hashlib.pbkdf2_hmac("sha512", password, salt(), ITERATIONS, SIZE)
    wallet = dbus.SessionBus().get_object("org.kde.kwalletd5", "/modules/kwalletd5")
    dbus.Interface(wallet, "org.kde.KWallet").pamOpen("kdewallet", dbus.ByteArray(key), 0)


main()
