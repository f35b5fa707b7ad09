"""Whole programs, from their start to their end, beside secret-tool on the same keyring."""

import json
from pathlib import Path
from statistics import median

from machine import Machine, Trouble
from measuring.table import Row

ROUNDS, WARM_UP = 60, 5
DRIVER = Path(__file__).with_name("driver.py")
ACCOUNT = ["xdg:schema", "org.acctstore.Account"]


def rows(programs):
    with Machine("acctstore-bench", programs, activates_agent=True) as machine:
        terminal = machine.open_terminal()
        _set_up(machine, terminal)
        lookup = ["secret-tool", "lookup", *ACCOUNT, "number", "2"]
        sign = [
            "acctstore", "sign", "-a", "2", "POST", f"{machine.service.base}1.1/statuses/update.json", "-d",
            "status=measured"]
        running = _measure(machine, terminal, {
            "version": ["acctstore", "--version"],
            "help": ["secret-tool", "--help"],
            "list": ["acctstore", "list"],
            "search": ["secret-tool", "search", "--all", *ACCOUNT],
            "sign": sign,
            "lookup": lookup,
            "post": ["acctstore", "post", "-a", "2", "measured for the time of round {n}"],
        })
        started = _measure(machine, terminal, {"sign": sign, "lookup": lookup}, before=["acctstore", "agent", "stop"])
    return [
        _row("acctstore --version, beside secret-tool --help", running["version"], running["help"], 2),
        _row("list of 3 accounts, beside secret-tool search --all", running["list"], running["search"], 1),
        _row("sign, agent running, beside secret-tool lookup", running["sign"], running["lookup"], 0.5),
        # The test service answers at once.
        Row("post, agent running", f"{running['post']:.1f} ms", "20 ms", running["post"] / 20, 1),
        _row("sign that starts the agent, beside secret-tool lookup", started["sign"], started["lookup"], 2),
    ]


def _row(what, ours, beside, mark):
    return Row(what, f"{ours:.1f} ms", f"{beside:.1f} ms", ours / beside, mark)


def _set_up(machine, terminal):
    """Three accounts, and a grant on all of them for the driver."""
    machine.folder.write("home/bin/driver", DRIVER.read_text(encoding="utf-8"), mode=0o755)
    _typed(terminal, f"echo {machine.service.consumer_secret} | "
           f"acctstore app set local --key {machine.service.consumer_key} --secret-stdin")
    for tokens in machine.service.ready_tokens.values():
        machine.folder.write("home/tokens", tokens + "\n")
        _typed(terminal, "acctstore add local --token-stdin < tokens")
    _typed(terminal, "acctstore grant ~/bin/driver 'local:*'")


def _measure(machine, terminal, commands, before=None):
    """The median milliseconds of each command; the driver runs as a program without a terminal."""
    turns = [
        # secret-tool takes a question for help as a mistake.
        {"name": name, "command": command, "status": 2 if name == "help" else 0, "before": before}
        for name, command in commands.items()
    ]
    machine.folder.write("home/order", json.dumps({"rounds": ROUNDS, "warm_up": WARM_UP, "turns": turns}))
    _typed(terminal, "setsid --wait ~/bin/driver < order > times")
    times = json.loads((machine.home / "times").read_text(encoding="utf-8"))
    return {name: median(values) for name, values in times.items()}


def _typed(terminal, command):
    done = terminal.run(command)
    if done.status != 0:
        raise Trouble(f"status {done.status}: {command}\n{done.text}")
