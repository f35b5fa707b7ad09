"""What ends a run."""


class Trouble(Exception):
    """A part of the machine, or a program on it, did not do what it should."""
