"""Programs that are measured in turns by a program that has a grant, at a person's machine."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from machine import Trouble

DRIVER = Path(__file__).with_name("driver.py")
ACCOUNT = ["xdg:schema", "org.acctstore.Account"]


@dataclass
class Turn:
    """command: {n} in it is the number of the round. status: what it must end with, None where it may fail, which has no
    time then. before: run first, not measured."""

    command: list
    status: int = 0
    before: list = field(default_factory=list)


class Driver:
    """The driver on a machine with the app of the test service, and a grant on all accounts there."""

    def __init__(self, machine):
        self._machine = machine
        self._terminal = machine.open_terminal()
        machine.folder.write("home/bin/driver", DRIVER.read_text(encoding="utf-8"), mode=0o755)
        self.typed(f"echo {machine.service.consumer_secret} | "
                   f"acctstore app set local --key {machine.service.consumer_key} --secret-stdin")
        self.typed("acctstore grant ~/bin/driver 'local:*'")

    def typed(self, command, **within):
        done = self._terminal.run(command, **within)
        if done.status != 0:
            raise Trouble(f"status {done.status}: {command}\n{done.text}")
        return done.text

    def measure(self, turns, rounds, warm_up):
        """The median milliseconds of each, by name; the driver runs as a program without a terminal."""
        order = {
            "rounds": rounds, "warm_up": warm_up,
            "turns": [{"name": name, **vars(turn)} for name, turn in turns.items()]}
        self._machine.folder.write("home/order", json.dumps(order))
        self.typed("setsid --wait ~/bin/driver < order > times", within=3600)
        times = json.loads((self._machine.home / "times").read_text(encoding="utf-8"))
        return {name: None if None in values else median(values) for name, values in times.items()}
