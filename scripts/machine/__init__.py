"""A machine of its own for one run: a home, a session bus, a keyring, a service, and a person at a terminal.

As root everything but the service runs as uid 65534, from copies of the programs: root passes every check of identity
and permissions, so as root they would show nothing.
"""

from machine.machine import Machine
from machine.trouble import Trouble

__all__ = ["Machine", "Trouble"]
