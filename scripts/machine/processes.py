"""Processes that are started here, and ended by their pid alone."""

import os
import signal
import subprocess
import time

PATIENCE = 5


def start(command, log, **options):
    """Starts a program that outlives Ctrl-C at our terminal, so that it can be ended in order. It writes to `log`."""
    return subprocess.Popen(command, stderr=log, start_new_session=True, **options)


def stop(process):
    """Ends a child of ours."""
    process.terminate()
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def stop_stranger(pid):
    """Ends a process that is no child of ours."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + PATIENCE
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return
        while time.monotonic() < deadline:
            if not command_line(pid):
                return
            time.sleep(0.02)


def command_line(pid):
    """Its arguments, each with a NUL behind it; empty once it has ended, also where nobody has collected it."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""
