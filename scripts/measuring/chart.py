"""Draws curves over logarithmic axes, in SVG that is read on white and on black."""

from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT, LEFT, TOP, GAP = 250, 210, 54, 64, 48
FOOT = 74
# Told apart by their marks and strokes too, not by colour alone.
STROKES = (("#2f81f7", "", "circle"), ("#2f81f7", "5 4", "circle"), ("#d2691e", "", "square"))
GREY = "#7d8590"


@dataclass
class Line:
    name: str
    # (x, y) of each, above zero.
    points: list


@dataclass
class Panel:
    title: str
    lines: list


def picture(title, panels):
    """The text of the file: the panels side by side, with the same axes."""
    points = [point for panel in panels for line in panel.lines for point in line.points]
    (left, right), (bottom, top) = (_decades(values) for values in zip(*points))
    width = LEFT + len(panels) * (WIDTH + GAP)
    height = TOP + HEIGHT + FOOT
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label={quoteattr(title)} font-family="system-ui,sans-serif" font-size="12" fill="{GREY}">',
        f"<title>{escape(title)}</title>",
        f'<text x="{LEFT}" y="22" font-size="15" font-weight="600">{escape(title)}</text>',
    ]
    for number, panel in enumerate(panels):
        text.append(f'<g transform="translate({LEFT + number * (WIDTH + GAP)} {TOP})">')
        text += _axes(panel.title, left, right, bottom, top)
        for line in panel.lines:
            text += _curve(line, _style(line.name, panels), left, right, bottom, top)
        text.append("</g>")
    return "\n".join([*text, *_legend(panels, height - 18), "</svg>", ""])


def _decades(values):
    """The powers of ten that hold them all."""
    low, high = floor(log10(min(values)) + 1e-9), ceil(log10(max(values)) - 1e-9)
    return low, max(high, low + 1)


def _place(value, low, high, length):
    return (log10(value) - low) / (high - low) * length


def _axes(title, left, right, bottom, top):
    yield f'<text x="0" y="-12" font-weight="600">{escape(title)}</text>'
    for power in range(left, right + 1):
        x = _place(10 ** power, left, right, WIDTH)
        yield f'<path d="M{x:.1f} 0V{HEIGHT}" stroke="{GREY}" stroke-opacity=".3"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT + 18}" text-anchor="middle">{10 ** power:,}</text>'
    for power in range(bottom, top + 1):
        y = HEIGHT - _place(10.0 ** power, bottom, top, HEIGHT)
        yield f'<path d="M0 {y:.1f}H{WIDTH}" stroke="{GREY}" stroke-opacity=".3"/>'
        yield f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{10 ** power:,}</text>'


def _curve(line, style, left, right, bottom, top):
    color, dashes, mark = style
    spots = [(_place(x, left, right, WIDTH), HEIGHT - _place(y, bottom, top, HEIGHT)) for x, y in line.points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    yield f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>'
    for (x, y), (_, value) in zip(spots, line.points):
        yield _mark(mark, x, y, color, f"{line.name}: {value:.1f} ms")


def _mark(kind, x, y, color, title=""):
    title = f"<title>{escape(title)}</title>" if title else ""
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{color}">{title}</circle>'
    return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{color}">{title}</rect>'


def _names(panels):
    return list(dict.fromkeys(line.name for panel in panels for line in panel.lines))


def _style(name, panels):
    return STROKES[_names(panels).index(name)]


def _legend(panels, y):
    x = LEFT
    for name in _names(panels):
        color, dashes, mark = _style(name, panels)
        yield f'<path d="M{x} {y - 4}h28" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        yield _mark(mark, x + 14, y - 4, color)
        yield f'<text x="{x + 36}" y="{y}">{escape(name)}</text>'
        x += 60 + 7 * len(name)
