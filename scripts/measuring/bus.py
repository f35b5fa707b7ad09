"""Signatures over the bus beside a bare Ping of the same agent on the same connection, and what the agent takes."""

import json
import re
import subprocess
from pathlib import Path
from statistics import median, quantiles

from machine import Machine, Trouble
from measuring.table import Row

SCRIPTS = Path(__file__).resolve().parents[2] / "Tests/TestRig/Scripts"
AGENT = "org.acctstore.Agent1"
# How many sign at once, and what each of them signs.
CROWDS = {1: 400, 8: 100, 64: 25}
ACCOUNTS = 1000
FEW, MANY = 10_000, 100_000


def rows(programs):
    with Signers(programs) as signers:
        beside = [row for count, each in CROWDS.items() for row in signers.beside_ping(count, each)]
        return [*beside, signers.hundredth_program(), signers.flatness(), *signers.with_many_accounts()]


class Signers:
    """A machine with programs that use an account over D-Bus, without `acctstore` between."""

    def __init__(self, programs):
        self._machine = Machine("acctstore-bench", programs, activates_agent=True)

    def __enter__(self):
        machine = self._machine.__enter__()
        terminal = machine.open_terminal()
        machine.folder.write("home/tokens", machine.service.ready_tokens["alice"] + "\n")
        for name in ("bus_wire", "bus_sign", "bus_keyring"):
            machine.folder.write(f"home/bin/{name}.py", (SCRIPTS / f"{name}.py").read_text(encoding="utf-8"), mode=0o755)
        for command in (
                f"echo {machine.service.consumer_secret} | "
                f"acctstore app set local --key {machine.service.consumer_key} --secret-stdin",
                "acctstore add local --token-stdin < tokens", "acctstore grant any 1"):
            self._typed(terminal, command)
        self._account = json.loads(self._typed(terminal, "acctstore list --json"))[0]["id"]
        self._url = machine.service.base + "1.1/statuses/update.json"
        self._terminal = terminal
        return self

    def __exit__(self, *trouble):
        self._machine.__exit__(*trouble)

    def beside_ping(self, count, each):
        """The middle and the slowest hundredth of so many programs that sign at once."""
        running = [self._start("bus_sign.py", "time", str(each)) for _ in range(count)]
        pairs = [tuple(map(float, line.split())) for one in running for line in self._ended(one).splitlines()]
        signed, pinged = (quantiles(times, n=100) for times in zip(*pairs))
        if count == 1:
            self._alone = signed[49]
        crowd = "1 program" if count == 1 else f"{count} programs"
        # A Ping is answered by GDBus's own thread, before the agent's sees it: a call that the agent answers at once takes
        # twice as long. In a crowd it is mostly the crowd that both wait for.
        return [
            self._row(f"Sign over the bus, {crowd}, p50, beside Ping", signed[49], pinged[49], 8 if count == 1 else 40),
            self._row(f"Sign over the bus, {crowd}, p99, beside Ping", signed[98], pinged[98], 40),
        ]

    def hundredth_program(self):
        """The first signature of a program that comes as one of the first ten, or as one of the last ten of a hundred."""
        running, times = [], []
        for number in range(100):
            name = f"program-{number}"
            text = (SCRIPTS / "bus_sign.py").read_text(encoding="utf-8")
            self._machine.folder.write(f"home/bin/{name}", text, mode=0o755)
            running.append(self._start(name, "first"))
            times.append(float(running[-1].stdout.readline()))
        for one in running:
            self._ended(one)
        return self._row("first Sign of the 91st to 100th program, beside the 1st to 10th", median(times[-10:]),
                         median(times[:10]), 1.3)

    def flatness(self):
        """What the agent has after a hundred thousand requests, beside ten thousand."""
        self._ended(self._start("bus_sign.py", "many", str(FEW)))
        before = self._megabytes()
        self._ended(self._start("bus_sign.py", "many", str(MANY - FEW)))
        after = self._megabytes()
        return Row(f"agent's memory after {MANY:,} requests, beside {FEW:,}", f"{after:.1f} MB", f"{before:.1f} MB",
                   after / before, 1.05)

    def with_many_accounts(self):
        self._ended(self._start("bus_keyring.py", str(ACCOUNTS - 1), account=False))
        self._typed(self._terminal, "acctstore list > listed")
        listed = (self._machine.home / "listed").read_text(encoding="utf-8").splitlines()
        if len(listed) != ACCOUNTS:
            raise Trouble(f"{len(listed)} accounts are listed")
        times = [float(line.split()[0]) for line in self._ended(self._start("bus_sign.py", "time", "21")).splitlines()]
        taken = self._megabytes()
        return [
            self._row(f"Sign with {ACCOUNTS:,} accounts, p50, beside one account", median(times), self._alone, 4),
            Row(f"agent's memory with {ACCOUNTS:,} accounts", f"{taken:.1f} MB", "40 MB", taken / 40, 1),
        ]

    @staticmethod
    def _row(what, ours, beside, mark):
        return Row(what, f"{ours:.2f} ms", f"{beside:.2f} ms", ours / beside, mark)

    def _megabytes(self):
        """What the agent has resident, which everybody may know."""
        asked = subprocess.run(
            ["gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m",
             "org.freedesktop.DBus.GetConnectionUnixProcessID", AGENT],
            env=self._machine.environment, stdout=subprocess.PIPE, text=True, check=True,
            **self._machine.person.start_options)
        pid = re.search(r"uint32 (\d+)", asked.stdout).group(1)
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) / 1000

    def _start(self, name, *arguments, account=True):
        """A program without a terminal; its stdin stays open until it is waited for."""
        words = [arguments[0], self._account, self._url, *arguments[1:]] if account else arguments
        return subprocess.Popen(
            [self._machine.home / "bin" / name, *words], env=self._machine.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, start_new_session=True, **self._machine.person.start_options)

    @staticmethod
    def _ended(program):
        out = program.communicate()[0]
        if program.returncode != 0:
            raise Trouble(f"a program that signs ended with {program.returncode}: {out}")
        return out

    @staticmethod
    def _typed(terminal, command):
        done = terminal.run(command)
        if done.status != 0:
            raise Trouble(f"status {done.status}: {command}\n{done.text}")
        return done.text
