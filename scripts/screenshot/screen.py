"""What tmux says is on a screen, taken apart: `tmux capture-pane -e` marks changes of style by SGR (ECMA-48)."""

import re
import unicodedata
from collections import namedtuple

# A text in one style that begins at a column. Colours are numbers from 0 to 15, or None for those of the terminal.
Run = namedtuple("Run", "column width text color bold dim italic underline")
PLAIN = Run(0, 0, "", None, False, False, False, False)
SGR = re.compile(r"\x1b\[([\d;]*)m")
ESCAPE = re.compile(r"\x1b(?:\[[\d;?]*[A-Za-ln-z]|[()].|\][^\x07\x1b]*(?:\x07|\x1b\\))")


def rows(captured):
    """A list of runs for each row; those at the end that are empty are left out."""
    style, found = PLAIN, []
    for line in ESCAPE.sub("", captured).split("\n"):
        row, style = _row(line, style)
        found.append(row)
    while found and not found[-1]:
        found.pop()
    return found


def _row(line, style):
    runs, column = [], 0
    for index, piece in enumerate(SGR.split(line)):
        if index % 2:
            style = _styled(style, piece)
        elif piece:
            width = sum(map(_width, piece))
            if piece.strip():
                runs.append(style._replace(column=column, width=width, text=piece))
            column += width
    return runs, style


def _styled(style, codes):
    for code in (int(code or 0) for code in codes.split(";")):
        if code == 0:
            style = PLAIN
        elif code == 1:
            style = style._replace(bold=True)
        elif code == 2:
            style = style._replace(dim=True)
        elif code == 3:
            style = style._replace(italic=True)
        elif code == 4:
            style = style._replace(underline=True)
        elif code == 22:
            style = style._replace(bold=False, dim=False)
        elif code == 23:
            style = style._replace(italic=False)
        elif code == 24:
            style = style._replace(underline=False)
        elif 30 <= code <= 37:
            style = style._replace(color=code - 30)
        elif 90 <= code <= 97:
            style = style._replace(color=code - 82)
        elif code == 49:
            continue  # The background is always the terminal's own.
        elif code == 39:
            style = style._replace(color=None)
        else:
            raise ValueError(f"a style that no picture shows: {codes}")
    return style


def _width(character):
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
