"""One row for each thing that is measured, with its mark."""

from dataclasses import dataclass


@dataclass
class Row:
    what: str
    ours: str
    beside: str
    # Ours in parts of the other's, and how much that may be.
    ratio: float
    mark: float

    @property
    def holds(self):
        return self.ratio <= self.mark


def print_table(rows):
    cells = [["what", "acctstore", "beside", "ratio", "mark", ""]]
    for row in rows:
        verdict = "holds" if row.holds else "MISSED"
        cells.append([row.what, row.ours, row.beside, f"{row.ratio:.2f}", f"<= {row.mark:g}", verdict])
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    for number, line in enumerate(cells):
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
    missed = [row.what for row in rows if not row.holds]
    print("\nEvery mark holds." if not missed else f"\nMissed: {'; '.join(missed)}.")
