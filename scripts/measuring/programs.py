"""Whole programs, from their start to their end, beside secret-tool on the same keyring."""

from machine import Machine
from measuring.driving import ACCOUNT, Driver, Turn
from measuring.table import Row

ROUNDS, WARM_UP = 60, 5


def rows(programs):
    with Machine("acctstore-bench", programs, activates_agent=True) as machine:
        driver = Driver(machine)
        for tokens in machine.service.ready_tokens.values():
            machine.folder.write("home/tokens", tokens + "\n")
            driver.typed("acctstore add local --token-stdin < tokens")
        lookup = Turn(["secret-tool", "lookup", *ACCOUNT, "number", "2"])
        sign = Turn([
            "acctstore", "sign", "-a", "2", "POST", f"{machine.service.base}1.1/statuses/update.json", "-d",
            "status=measured"])
        running = driver.measure({
            "version": Turn(["acctstore", "--version"]),
            # It takes a question for help as a mistake.
            "help": Turn(["secret-tool", "--help"], status=2),
            "list": Turn(["acctstore", "list"]),
            "search": Turn(["secret-tool", "search", "--all", *ACCOUNT]),
            "sign": sign,
            "lookup": lookup,
            "post": Turn(["acctstore", "post", "-a", "2", "measured for the time of round {n}"]),
        }, ROUNDS, WARM_UP)
        stop = ["acctstore", "agent", "stop"]
        started = driver.measure(
            {"sign": Turn(sign.command, before=stop), "lookup": Turn(lookup.command, before=stop)}, ROUNDS, WARM_UP)
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
