#!/usr/bin/python3
"""Becomes a KeePassXC with one open database behind the Secret Service, whose password is the first line of stdin.

The one argument is the folder for the database; one that is there is opened again, or left closed with `locked` as a
second argument. Settings are written where XDG_CONFIG_HOME says.
"""

import base64
import os
import re
import subprocess
import sys
import uuid

SETTINGS = """\
[General]
ConfigVersion=2
UpdateCheckMessageShown=true
MinimizeAfterUnlock=false

[FdoSecrets]
Enabled=true
ShowNotification=false
ConfirmAccessItem=false
ConfirmDeleteItem=false

[GUI]
CheckForUpdates=false

[Security]
LockDatabaseIdle=false
"""


def command_line(arguments, password, output=None):
    answers = f"{password}\n{password}\n".encode()
    subprocess.run(["keepassxc-cli", *arguments], input=answers, stdout=output, stderr=subprocess.PIPE, check=True)


def exposed(text):
    """The export of a database, with its root group given to the Secret Service."""
    head, root, rest = text.partition("<Root>")
    group = uuid.UUID(bytes=base64.b64decode(re.search(r"<UUID>(.*?)</UUID>", rest).group(1)))
    item = f"<Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{{{group}}}</Value></Item>"
    head, found = re.subn(r"<CustomData/>|<CustomData>(.*?)</CustomData>",
                          lambda data: f"<CustomData>{data.group(1) or ''}{item}</CustomData>", head, count=1, flags=re.S)
    if not found:
        head = head.replace("</Meta>", f"<CustomData>{item}</CustomData></Meta>")
    return head + root + rest


def make(database, password):
    command_line(["db-create", "-q", "-p", database], password)
    export = database + ".xml"
    with open(export, "wb") as file:
        command_line(["export", "-q", database], password, file)
    with open(export, encoding="utf-8") as file:
        text = exposed(file.read())
    with open(export, "w", encoding="utf-8") as file:
        file.write(text)
    os.remove(database)
    command_line(["import", "-q", "-p", export, database], password)
    os.remove(export)


def main():
    database = os.path.join(sys.argv[1], "accounts.kdbx")
    password = sys.stdin.readline().rstrip("\n")
    settings = os.path.join(os.environ["XDG_CONFIG_HOME"], "keepassxc")
    os.makedirs(settings, exist_ok=True)
    with open(os.path.join(settings, "keepassxc.ini"), "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    if not os.path.exists(database):
        make(database, password)
    if "locked" in sys.argv[2:]:
        os.execvp("keepassxc", ["keepassxc", database])
    reader, writer = os.pipe()
    os.write(writer, (password + "\n").encode())
    os.close(writer)
    os.dup2(reader, 0)
    os.execvp("keepassxc", ["keepassxc", "--pw-stdin", database])


main()
