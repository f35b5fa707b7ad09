#!/usr/bin/python3
"""Measures how long programs run, in turns. On the measured machine this is the program that asks: it has the grant.

Reads {"rounds", "warm_up", "turns": [{"name", "command", "status", "before"}]} as JSON from stdin; `status` is what the
command must end with, or null: then what fails has no time; `before` is run first and not measured; {n} in a command is the
number of the round. Prints the milliseconds of every round by name.
"""

import json
import os
import sys
import time

NULL = os.open(os.devnull, os.O_RDWR)
STREAMS = [(os.POSIX_SPAWN_DUP2, NULL, stream) for stream in (0, 1, 2)]


def run(command, wanted=0):
    """Milliseconds from the start of a program until its end was seen."""
    start = time.perf_counter_ns()
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=STREAMS)
    _, status = os.waitpid(pid, 0)
    end = time.perf_counter_ns()
    if wanted is not None and os.waitstatus_to_exitcode(status) != wanted:
        sys.exit(f"status {os.waitstatus_to_exitcode(status)}: {' '.join(command)}")
    return (end - start) / 1e6 if wanted is not None or status == 0 else None


def main():
    order = json.load(sys.stdin)
    times = {turn["name"]: [] for turn in order["turns"]}
    for number in range(order["warm_up"] + order["rounds"]):
        for turn in order["turns"]:
            if turn["before"]:
                run(turn["before"])
            taken = run([word.replace("{n}", str(number)) for word in turn["command"]], turn["status"])
            if number >= order["warm_up"]:
                times[turn["name"]].append(taken)
    json.dump(times, sys.stdout)


if __name__ == "__main__":
    main()
