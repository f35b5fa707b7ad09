"""A person at a terminal: `bash --norc -i` leading a session in a pty of its own, and what is typed into it."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections import namedtuple

from machine.trouble import Trouble

# What is not on the screen but in front of every prompt: the status of the command before, between two of these.
MARK = "\x1f"
PROMPT = re.compile(f"{MARK}(\\d+){MARK}\\$ ")

Done = namedtuple("Done", "command status text")


class Terminal:
    """Line editing is off, so that the screen is what the programs wrote, byte for byte."""

    def __init__(self, person, folder, environment, on_screen=lambda text: None):
        self._on_screen = on_screen
        self._unread = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        person.own(os.ttyname(slave))
        self._shell = subprocess.Popen(
            ["bash", "--norc", "--noediting", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=folder,
            env={**environment, "TERM": "dumb", "PS1": f"{MARK}$?{MARK}$ ", "HISTFILE": ""},
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            **person.start_options)
        os.close(slave)
        self._read_until(PROMPT, 10)
        # An exclamation mark in a post is no history expansion.
        self._type("set +H\n")
        self._read_until(PROMPT, 10)

    def run(self, command, answers=(), within=120):
        """Types a command and waits for its end.

        answers: pairs of a text to wait for and what to type then; the latter may be a function of what the command
        wrote so far, called before the line of the question is shown. A command that ends before it asks ends the
        waiting.
        """
        os.write(self._master, f"{command}\n".encode())
        self._read_until(re.compile("\r\n"), 10)  # The echo of the command.
        self._on_screen(f"$ {command}\n")
        text = ""
        for wanted, answer in [*answers, (None, None)]:
            question = PROMPT.pattern if wanted is None else f"{PROMPT.pattern}|{re.escape(wanted)}"
            found = self._read_until(re.compile(question), within).replace("\r\n", "\n")
            end = PROMPT.search(found)
            text += PROMPT.sub("", found)
            if end:
                self._on_screen(PROMPT.sub("", found))
                return Done(command, int(end.group(1)), text)
            before, line_end, question = found.rpartition("\n")
            self._on_screen(before + line_end)
            typed = answer(text) if callable(answer) else answer
            self._on_screen(question)
            self._type(typed)

    def close(self):
        """Hangs up, and waits until the shell has gone."""
        os.close(self._master)
        try:
            self._shell.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self._shell.pid, signal.SIGKILL)
            self._shell.wait()

    def _type(self, text):
        os.write(self._master, text.encode())

    def _read_until(self, pattern, within):
        """All up to the end of the first match, which is taken off the screen."""
        deadline = time.monotonic() + within
        while not (match := pattern.search(self._unread)):
            ready, _, _ = select.select([self._master], [], [], max(0, deadline - time.monotonic()))
            try:
                data = os.read(self._master, 65536) if ready else b""
            except OSError:
                data = b""  # The shell has gone.
            if not data:
                raise Trouble(f"waited for “{pattern.pattern}”; the screen: {self._unread}")
            self._unread += self._decoder.decode(data)
        found, self._unread = self._unread[:match.end()], self._unread[match.end():]
        return found
