"""The temporary folder that holds all of a machine."""

import os
import shutil
import tempfile
from pathlib import Path

from machine.processes import command_line

class Folder:
    """Belongs to the person; every file and folder in it is theirs alone."""

    def __init__(self, name, person):
        self.path = Path(tempfile.mkdtemp(prefix=f"{name}-"))
        self.person = person
        person.own(self.path)

    def make(self, name):
        """Makes a folder, with those above it, and answers its path."""
        path = self.path
        for part in Path(name).parts:
            path = path / part
            if not path.exists():
                path.mkdir(mode=0o700)
                self.person.own(path)
        return path

    def write(self, name, text, mode=0o600):
        """Makes or replaces a file and answers its path."""
        path = self.make(Path(name).parent) / Path(name).name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        self.person.own(path)
        return path

    def copy_program(self, source):
        """Copies a program to `bin`, where the person may read and run it."""
        path = self.make("bin") / Path(source).name
        shutil.copyfile(source, path)
        path.chmod(0o755)
        self.person.own(path)
        return path

    def remove(self):
        shutil.rmtree(self.path)

    def processes(self):
        """The pids of all whose command line names this folder, which nobody else knows of."""
        wanted = os.fsencode(self.path) + b"/"
        pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
        return [pid for pid in pids if wanted in command_line(pid)]
