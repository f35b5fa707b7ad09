"""python3 -m demonstration FOLDER-WITH-THE-PROGRAMS: status 0 only if every step did what it should."""

import sys

from demonstration.page import Page
from demonstration.story import Story
from machine import Machine, Trouble


def main():
    page = Page()
    try:
        with Machine("acctstore-demo", sys.argv[1]) as machine:
            Story(machine, page).tell()
    except Trouble:
        page.verdict(False, "The demo broke off: a step did not do what it should.")
        return 1
    except KeyboardInterrupt:
        page.verdict(False, "Interrupted. Nothing is left behind.")
        return 130
    page.verdict(True, "Every step did what it should, and nothing is left behind.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
