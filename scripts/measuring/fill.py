"""A keyring of many accounts, written as gnome-keyring's own file.

Made through the Secret Service it would be written anew for each account: ten thousand times, and each time longer. A
keyring without a password is a readable file; the daemon is started on one, and then told to give it a password, so that
what is measured is an encrypted keyring as people have it.
"""

import json
import uuid

# As in the description of the service, which is compared with them.
PATHS = {
    "request_token": "oauth/request_token", "authorize": "oauth/authorize",
    "access_token": "oauth/access_token", "invalidate_token": "1.1/oauth/invalidate_token.json"}
HEAD = """\
[keyring]
display-name=Login
ctime=0
mtime=0
lock-on-idle=false
lock-after=false
"""


def login_keyring(count, base):
    """The text of `login.keyring` with so many accounts of the service `local`, which is at this base URL."""
    return HEAD + "".join(_item(number, base) for number in range(1, count + 1))


def _attributes(number):
    return {
        "xdg:schema": "org.acctstore.Account", "service": "local", "app": "default", "user-id": str(2000 + number),
        "id": str(uuid.UUID(int=number)), "number": str(number), "username": f"person{number}", "state": "ok"}


def _item(number, base):
    lines = [
        f"\n[{number}]", "item-type=0", f"display-name=@person{number} (local)", f"secret={_secret(number, base)}", "mtime=0",
        "ctime=0"]
    for index, (name, value) in enumerate(_attributes(number).items()):
        lines += [f"\n[{number}:attribute{index}]", f"name={name}", "type=string", f"value={value}"]
    return "\n".join(lines) + "\n"


def _secret(number, base):
    text = {
        "version": 1, "consumer_key": "consumer", "consumer_secret": "consumer secret", "token": f"{2000 + number}-token",
        "token_secret": "token secret", "signature_method": "HMAC-SHA1",
        "urls": {"api": base, **{name: base + path for name, path in PATHS.items()}}}
    return json.dumps(text, separators=(",", ":"))
