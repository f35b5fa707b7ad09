"""python3 -m screenshot [--check] FOLDER-WITH-THE-PROGRAMS PICTURE: writes a picture of a timeline, or compares it."""

import argparse
import sys
from pathlib import Path

from machine import Machine, Trouble
from screenshot import posts, screen, svg
from screenshot.tmux import Tmux

COLUMNS, LINES = 80, 40
COMMAND = "acctstore timeline --images never"


def main():
    parser = argparse.ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 where the picture is another")
    parser.add_argument("programs", type=Path)
    parser.add_argument("picture", type=Path)
    arguments = parser.parse_args()
    try:
        with Machine("acctstore-screenshot", arguments.programs) as machine:
            drawn = draw(machine)
    except Trouble:
        return 1
    if not arguments.check:
        arguments.picture.parent.mkdir(exist_ok=True)
        arguments.picture.write_text(drawn, encoding="utf-8")
    elif drawn != (arguments.picture.read_text(encoding="utf-8") if arguments.picture.exists() else ""):
        print(f"{arguments.picture} is not what would be drawn now; run: make screenshots", file=sys.stderr)
        return 1
    return 0


def draw(machine):
    prepare(machine)
    with Tmux(machine, COLUMNS, LINES) as tmux:
        tmux.wait()
        tmux.run("clear")
        rows = screen.rows(tmux.run(COMMAND, posts.OLDEST))[:-1]  # The prompt for the next command.
    return svg.picture(rows, COLUMNS, f"A terminal in which {COMMAND} was typed: posts with author, age, text and counts")


def prepare(machine):
    service, terminal = machine.service, machine.open_terminal()
    service.seed(posts.seed())
    secret = machine.folder.write("home/secret", service.consumer_secret)
    tokens = machine.folder.write("home/tokens", service.ready_tokens["alice"])
    for command in (
        f"acctstore app set local --key {service.consumer_key} --secret-stdin < {secret}",
        f"acctstore add local --token-stdin < {tokens}",
    ):
        if terminal.run(command).status != 0:
            raise Trouble(f"{command} failed")


sys.exit(main())
