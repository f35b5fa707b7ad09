"""Who the machine belongs to."""

import os

# Debian's `nobody`.
NOBODY = 65534


class Person:
    """uid 65534 where this runs as root, else whoever runs this."""

    def __init__(self):
        self.changes = os.getuid() == 0
        self.uid = NOBODY if self.changes else os.getuid()
        self.gid = NOBODY if self.changes else os.getgid()

    def own(self, path):
        os.chown(path, self.uid, self.gid)

    @property
    def start_options(self):
        """What makes subprocess.Popen start a program as this person."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.changes else {}
