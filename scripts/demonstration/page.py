"""What the reader of the demo sees."""

import os
import sys
import textwrap

BOLD, DIM, CYAN, GREEN, RED = "1", "2", "36", "32", "31"
MARGIN = "    "


class Page:
    """Headings and notes at the left edge, what happens at the terminal indented. Colour on a terminal only."""

    def __init__(self, out=sys.stdout):
        self._out = out
        self._is_colored = out.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self._is_at_line_start = True

    def heading(self, text):
        self._write(f"\n{self._in(BOLD, text)}\n\n")

    def note(self, text):
        self._write(textwrap.fill(" ".join(text.split()), 96) + "\n\n")

    def screen(self, text):
        """A piece of the terminal's screen, as it came; a line may come in several pieces."""
        for line in text.splitlines(keepends=True):
            margin = MARGIN if self._is_at_line_start and line != "\n" else ""
            self._write(margin + (self._in(CYAN, line) if line.startswith("$ ") else line))

    def lines(self, lines):
        """Lines that are no part of the terminal."""
        self._end_line()
        for line in lines:
            self._write(f"{MARGIN}{line}\n" if line else "\n")

    def aside(self, text):
        """What the person does beside the terminal, while a command waits."""
        self._end_line()
        self._write(f"{MARGIN}{self._in(DIM, f'[{text}]')}\n")

    def verdict(self, is_good, text):
        self._end_line()
        self._write(f"\n{self._in(GREEN if is_good else RED, text)}\n")

    def _end_line(self):
        if not self._is_at_line_start:
            self._write("\n")

    def _in(self, code, text):
        if not self._is_colored:
            return text
        body = text.rstrip("\n")
        return f"\x1b[{code}m{body}\x1b[0m{text[len(body):]}"

    def _write(self, text):
        self._out.write(text)
        self._out.flush()
        if text:
            self._is_at_line_start = text.endswith("\n")
