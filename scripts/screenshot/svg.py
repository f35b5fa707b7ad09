"""Draws the rows of a screen as a window, in SVG that needs no font but the reader's own."""

from xml.sax.saxutils import escape, quoteattr

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE = 8.4, 19, 14
MARGIN, BAR = 18, 34
BACKGROUND, FOREGROUND, FRAME = "#1d2129", "#d8dee9", "#2b303b"
BUTTONS = ("#e0685f", "#e5b550", "#6fb35f")
# The sixteen colours of terminals.
COLORS = (
    "#2b303b", "#e0685f", "#8fbf6f", "#e5b550", "#6fa3d8", "#b98ac9", "#63bcbc", "#c8cdd6",
    "#7a8291", "#f0857d", "#a9d68a", "#f2cb73", "#8fbcec", "#d0a6de", "#84d6d6", "#ffffff",
)


def picture(rows, columns, title):
    """The text of the file."""
    width = round(columns * CELL_WIDTH + 2 * MARGIN)
    height = len(rows) * CELL_HEIGHT + BAR + 2 * MARGIN - 8
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label={quoteattr(title)}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="9" fill="{BACKGROUND}"/>',
        f'<path d="M0 {BAR}V9a9 9 0 0 1 9-9H{width - 9}a9 9 0 0 1 9 9V{BAR}z" fill="{FRAME}"/>',
    ]
    lines += [f'<circle cx="{20 + 20 * n}" cy="{BAR // 2}" r="6" fill="{color}"/>' for n, color in enumerate(BUTTONS)]
    lines.append(
        f'<g font-family="ui-monospace,\'DejaVu Sans Mono\',Menlo,Consolas,monospace" font-size="{FONT_SIZE}"'
        f' fill="{FOREGROUND}" xml:space="preserve">')
    for number, row in enumerate(rows):
        baseline = BAR + MARGIN + 6 + number * CELL_HEIGHT
        lines += [_text(run, baseline) for run in row]
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _text(run, baseline):
    text = run.text.rstrip(" ")
    indent = len(text) - len(text.lstrip(" "))
    attributes = {"x": f"{MARGIN + (run.column + indent) * CELL_WIDTH:.1f}", "y": baseline}
    # Whatever font the reader has, each run is as long as on the screen.
    attributes["textLength"] = f"{(run.width - indent - len(run.text) + len(text)) * CELL_WIDTH:.1f}"
    if run.color is not None:
        attributes["fill"] = COLORS[run.color]
    if run.bold:
        attributes["font-weight"] = "bold"
    if run.italic:
        attributes["font-style"] = "italic"
    if run.underline:
        attributes["text-decoration"] = "underline"
    if run.dim:
        attributes["opacity"] = "0.65"
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<text{written}>{escape(text.lstrip(' '))}</text>"
