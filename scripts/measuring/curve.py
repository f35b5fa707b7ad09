"""From one account to ten thousand in gnome-keyring: listing, looking one up and adding one, beside secret-tool."""

import sys
from math import inf
from pathlib import Path

from machine import Machine
from measuring.chart import Line, Panel, picture
from measuring.driving import ACCOUNT, Driver, Turn
from measuring.fill import login_keyring
from measuring.table import Row

# How often each is measured at each size, and before that run unmeasured: gnome-keyring looks through all of its items for
# each of them, so that to list ten thousand takes secret-tool minutes.
ROUNDS = {1: (15, 2), 10: (15, 2), 100: (15, 2), 1000: (3, 1), 3000: (1, 1), 10_000: (1, 0)}
SIZES = tuple(ROUNDS)
PICTURE = Path(__file__).resolve().parents[2] / "docs/many-accounts.svg"
OURS, FIRST, BESIDE = "acctstore", "acctstore, starting its agent", "secret-tool"


def rows(programs):
    """Draws the curves, too."""
    times = {}
    for size in SIZES:
        print(f"a keyring of {size:,} accounts", file=sys.stderr)
        times[size] = _times(programs, size)
    draw(times)
    return table(times)


def draw(times):
    PICTURE.write_text(picture(
        "Milliseconds by the number of accounts in gnome-keyring", [
            _panel("list all", times, ("list", "first-list", "search")),
            _panel("look one up", times, ("sign", "first-sign", "lookup")),
            _panel("add one", times, ("add", None, "store")),
        ]), encoding="utf-8")


def table(times):
    most = times[SIZES[-1]]
    return [
        _row("list of {}, beside secret-tool search --all", most, "list", "search"),
        _row("list of {} that starts the agent, beside secret-tool search --all", most, "first-list", "search"),
        _row("sign with one of {}, beside secret-tool lookup", most, "sign", "lookup"),
        _row("add one to {}, beside secret-tool store of the same two items", most, "add", "store"),
    ]


def _times(programs, size):
    """The median milliseconds of each at a keyring of so many accounts."""
    with Machine(
            "acctstore-bench", programs, activates_agent=True,
            keyring=lambda base: login_keyring(size, base)) as machine:
        # The driver removes what it added.
        machine.folder.write("home/.config/acctstore/acctstore.conf", "[access]\nmanage-without-terminal=true\n")
        machine.folder.write("home/tokens", machine.service.ready_tokens["alice"] + "\n")
        driver = Driver(machine)
        stop = ["acctstore", "agent", "stop"]
        sign = [
            "acctstore", "sign", "-a", str(size), "POST", f"{machine.service.base}1.1/statuses/update.json", "-d",
            "status=measured"]
        listing = ["acctstore", "list"]
        other = ["kind", "measured"]
        # What acctstore keeps of an account are two items, its record and the count of the numbers that were given: two
        # are stored, the second and later times one of them over what is there.
        storing = "".join(
            f"secret-tool store --label=measured {words} < tokens; " for words in ("kind count", " ".join(other)))
        return driver.measure({
            # So that the list after it is not the first.
            "warm": Turn(listing),
            "list": Turn(listing),
            "sign": Turn(sign),
            "lookup": Turn(["secret-tool", "lookup", *ACCOUNT, "number", str(size)]),
            # Both read what they keep from stdin, which a shell has to give them.
            "add": Turn(["sh", "-c", "acctstore add local --token-stdin < tokens"], status=None),
            "remove": Turn(["acctstore", "remove", "--yes", "@alice"], status=None),
            "store": Turn(["sh", "-c", storing]),
            "clear": Turn(["secret-tool", "clear", *other]),
            "first-list": Turn(listing, before=stop),
            "first-sign": Turn(sign, before=stop),
            # Last, since it leaves gnome-keyring at work with what it no longer waits for.
            "search": Turn(["secret-tool", "search", "--all", *ACCOUNT], status=None),
        }, *ROUNDS[size])


def _panel(title, times, names):
    lines = [
        # Where secret-tool gives up, its line ends.
        Line(name, [(size, times[size][measured]) for size in SIZES if times[size][measured] is not None])
        for name, measured in zip((OURS, FIRST, BESIDE), names) if measured]
    return Panel(title, lines)


def _row(what, times, ours, beside):
    """Who gives up is infinitely slow."""
    taken = [inf if times[name] is None else times[name] for name in (ours, beside)]
    ratio = inf if taken[0] == inf else taken[0] / taken[1]
    return Row(what.format(f"{SIZES[-1]:,} accounts"), *map(_words, taken), ratio, 1)


def _words(milliseconds):
    return "gives up" if milliseconds == inf else f"{milliseconds:.0f} ms"
