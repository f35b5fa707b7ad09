#!/usr/bin/python3
"""under_unit.py UNIT: becomes the program of a systemd unit, under the settings that the unit has for it.

What the service manager would do before it starts the program, read from the unit itself and done the way systemd does
it (src/shared/seccomp-util.c), on a machine that has no service manager of the user. A setting that is not known here
is an error: it would go untested.
"""

import ctypes
import errno
import os
import resource
import shlex
import socket
import subprocess
import sys

# <seccomp.h>, <linux/prctl.h>, <linux/keyctl.h>, <sched.h>, <sys/stat.h>
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
DIFFERS, EQUAL, ABOVE, MASKED = 1, 4, 6, 7
PR_SET_NO_NEW_PRIVS = 38
KEYCTL_JOIN_SESSION_KEYRING = 1
PROT_EXEC, PROT_WRITE, SHM_EXEC = 4, 2, 0o100000
SET_ID = 0o6000
NAMESPACES = (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x00000080)
PERSONALITY_ASKS = 0xFFFFFFFF
# What says nothing about what the program may do.
IGNORED = {"Type", "BusName", "Restart", "TimeoutStopSec", "Slice"}

seccomp = ctypes.CDLL("libseccomp.so.2", use_errno=True)
libc = ctypes.CDLL(None, use_errno=True)


class Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


seccomp.seccomp_init.restype = ctypes.c_void_p
seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
seccomp.seccomp_attr_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32]
seccomp.seccomp_rule_add_array.argtypes = [
    ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Comparison)]


def number(name):
    return seccomp.seccomp_syscall_resolve_name(name.encode())


class Filter:
    """A seccomp filter; several hold together."""

    def __init__(self, default=ALLOW):
        self._context = seccomp.seccomp_init(default)
        # Without it libseccomp would set no_new_privs, which is for the unit to say.
        self._check(seccomp.seccomp_attr_set(self._context, 3, 0))

    def add(self, action, name, *comparisons):
        if number(name) < 0:  # Not on this architecture.
            return
        array = (Comparison * len(comparisons))(*(Comparison(*each) for each in comparisons))
        self._check(seccomp.seccomp_rule_add_array(self._context, action, number(name), len(comparisons), array))

    def load(self):
        self._check(seccomp.seccomp_load(self._context))

    @staticmethod
    def _check(result):
        if result < 0:
            sys.exit(f"under_unit.py: libseccomp: {os.strerror(-result)}")


def settings(unit):
    """The lines of [Service], in their order."""
    section, lines = None, []
    with open(unit, encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.startswith("["):
                section = line
            elif section == "[Service]" and line and line[0] not in "#;":
                name, _, value = line.partition("=")
                lines.append((name, value))
    return lines


def calls_of(group, known={}):
    """The names in a group of system calls, as this machine's systemd has it."""
    if not known:
        current = None
        listed = subprocess.run(
            ["systemd-analyze", "syscall-filter"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in listed.stdout.splitlines():
            word = line.strip()
            if line.startswith("@"):
                current = known[word] = []
            elif word and not word.startswith("#") and current is not None:
                current.append(word)
    names = set()
    for word in known[group]:
        names |= calls_of(word) if word.startswith("@") else {word}
    return names


def allowed_calls(value, allowed):
    taken = value.startswith("~")
    for word in value.lstrip("~").split():
        names = calls_of(word) if word.startswith("@") else {word}
        allowed = allowed - names if taken else allowed | names
    return allowed


def call_filter(names, error):
    made = Filter(ERRNO | error)
    # systemd adds @default to every list of what is allowed.
    for name in sorted(names | calls_of("@default")):
        made.add(ALLOW, name)
    return made


def family_filter(families):
    made, allowed = Filter(), {getattr(socket, name) for name in families.split()}
    refusal = ERRNO | errno.EAFNOSUPPORT
    for family in range(max(allowed) + 1):
        if family not in allowed:
            made.add(refusal, "socket", (0, EQUAL, family, 0))
    # An argument is compared as 64 bits, and a family is 32.
    made.add(refusal, "socket", (0, ABOVE, max(allowed), 0))
    return made


def executable_memory_filter():
    made = Filter()
    made.add(ERRNO | errno.EPERM, "mmap", (2, MASKED, PROT_EXEC | PROT_WRITE, PROT_EXEC | PROT_WRITE))
    for name in ("mprotect", "pkey_mprotect"):
        made.add(ERRNO | errno.EPERM, name, (2, MASKED, PROT_EXEC, PROT_EXEC))
    made.add(ERRNO | errno.EPERM, "shmat", (2, MASKED, SHM_EXEC, SHM_EXEC))
    return made


def namespace_filter():
    made = Filter()
    for flag in NAMESPACES:
        made.add(ERRNO | errno.EPERM, "unshare", (0, MASKED, flag, flag))
        made.add(ERRNO | errno.EPERM, "clone", (0, MASKED, flag, flag))
        made.add(ERRNO | errno.EPERM, "setns", (1, MASKED, flag, flag))
    made.add(ERRNO | errno.EPERM, "setns", (1, EQUAL, 0, 0))
    # Its flags lie in memory, where no filter sees them: programs fall back to clone.
    made.add(ERRNO | errno.ENOSYS, "clone3")
    return made


def set_id_filter():
    made = Filter()
    for bit in (0o4000, 0o2000):
        for name, place in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("mkdir", 1), ("mkdirat", 2),
                            ("mknod", 1), ("mknodat", 2), ("creat", 1)):
            made.add(ERRNO | errno.EPERM, name, (place, MASKED, bit, bit))
        made.add(ERRNO | errno.EPERM, "open", (1, MASKED, os.O_CREAT, os.O_CREAT), (2, MASKED, bit, bit))
        made.add(ERRNO | errno.EPERM, "openat", (2, MASKED, os.O_CREAT, os.O_CREAT), (3, MASKED, bit, bit))
    made.add(ERRNO | errno.ENOSYS, "openat2")
    return made


def realtime_filter():
    made = Filter()
    for policy in (os.SCHED_FIFO, os.SCHED_RR, 6):
        made.add(ERRNO | errno.EPERM, "sched_setscheduler", (1, EQUAL, policy, 0))
    made.add(ERRNO | errno.EPERM, "sched_setattr")
    return made


def personality_filter():
    made = Filter()
    current = libc.personality(ctypes.c_ulong(PERSONALITY_ASKS))
    made.add(ERRNO | errno.EPERM, "personality", (0, DIFFERS, current, 0))
    return made


SWITCHES = {
    "MemoryDenyWriteExecute": executable_memory_filter, "RestrictNamespaces": namespace_filter,
    "RestrictSUIDSGID": set_id_filter, "RestrictRealtime": realtime_filter, "LockPersonality": personality_filter,
}


def main():
    filters, calls, error, command = [], set(), errno.EPERM, None
    for name, value in settings(sys.argv[1]):
        if name == "ExecStart":
            command = shlex.split(value)
        elif name == "SystemCallFilter":
            calls = allowed_calls(value, calls)
        elif name == "SystemCallErrorNumber":
            error = getattr(errno, value)
        elif name == "RestrictAddressFamilies":
            filters.append(family_filter(value))
        elif name == "LimitCORE":
            resource.setrlimit(resource.RLIMIT_CORE, (int(value), int(value)))
        elif name == "LimitMEMLOCK":
            allowed = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
            # What it may not have it gets as near as it may.
            limit = int(value) if allowed == resource.RLIM_INFINITY else min(int(value), allowed)
            resource.setrlimit(resource.RLIMIT_MEMLOCK, (limit, limit))
        elif name == "KeyringMode" and value == "private":
            if libc.syscall(number("keyctl"), KEYCTL_JOIN_SESSION_KEYRING, None) < 0 and ctypes.get_errno() != errno.ENOSYS:
                sys.exit("under_unit.py: no session keyring is to be had")
        elif name == "UMask":
            os.umask(int(value, 8))
        elif name in SWITCHES and value == "true":
            filters.append(SWITCHES[name]())
        elif name == "NoNewPrivileges" and value == "true":
            libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        elif name == "SystemCallArchitectures" and value == "native":
            pass  # So is every filter of libseccomp: a call of another architecture ends the process.
        elif name not in IGNORED:
            sys.exit(f"under_unit.py: does not know {name}={value}")
    # The one that may forbid to load further ones comes last.
    for each in [*filters, call_filter(calls, error)]:
        each.load()
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
