"""A terminal whose screen can be looked at."""

import subprocess
import time

from machine import Trouble

PROMPT = "$"

class Tmux:
    """Use it in a `with`. The shell in it is that of the machine's person."""

    def __init__(self, machine, columns, lines):
        self._machine = machine
        self._size = ["-x", str(columns), "-y", str(lines)]
        self._socket = str(machine.folder.make("run") / "tmux")

    def __enter__(self):
        # No file of anybody's, and no line at the bottom.
        self._call(
            "-f", "/dev/null", "new-session", "-d", *self._size, "bash", "--norc", "--noprofile", "-i", ";",
            "set", "-g", "status", "off")
        return self

    def __exit__(self, *_):
        self._call("kill-server")

    def run(self, line, text="", within=20):
        """Types a command, and waits until a text shows and the shell asks for the next one: the screen, with styles."""
        self._call("send-keys", "-l", line)
        self._call("send-keys", "Enter")
        return self.wait(text, within)

    def wait(self, text="", within=20):
        """Waits until a text shows and the shell asks for a command."""
        deadline = time.monotonic() + within
        while True:
            screen = self._call("capture-pane", "-p", "-e")
            if text in screen and screen.rstrip().endswith(PROMPT):
                return screen
            if time.monotonic() > deadline:
                raise Trouble(f"waited for “{text}”; the screen: {screen}")
            time.sleep(0.05)

    def _call(self, *arguments):
        done = subprocess.run(
            ["tmux", "-u", "-S", self._socket, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=self._machine.home, env=self._environment, **self._machine.person.start_options)
        if done.returncode != 0:
            raise Trouble(f"tmux {arguments[0]}: {done.stderr}")
        return done.stdout

    @property
    def _environment(self):
        own = {"SHELL": "/bin/bash", "TERM": "xterm", "PS1": f"{PROMPT} ", "PAGER": "cat", "HISTFILE": "", "TZ": "UTC"}
        return {**self._machine.environment, **own}
