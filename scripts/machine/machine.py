"""Puts a machine together and takes it down again."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from machine import processes
from machine.folder import Folder
from machine.person import Person
from machine.service import TestService
from machine.terminal import Terminal
from machine.trouble import Trouble

BUS_CONFIGURATION = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>{address}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <!-- As a real session bus has them: next to none. With those of a bare configuration secret-tool finds no 200 items. -->
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_replies_per_connection">50000</limit>
</busconfig>
"""
KEYRING_PASSWORD = "keyring password"
KEYRING_SCRIPT = Path(__file__).resolve().parents[2] / "Tests/TestRig/Scripts/keyring.py"


class Machine:
    """Use it in a `with`: however that ends, no process and no file is left.

    name: what the temporary folder is called.
    programs: the folder with the built `acctstore` and `acctstore-agent`.
    activates_agent: whether the bus may start the agent; else `acctstore` starts the one that lies beside it.
    keyring: gives the text of the log-in keyring's file, as one without a password has it, for the base URL of the service;
        the keyring is empty where nothing is said.
    """

    def __init__(self, name, programs, activates_agent=False, keyring=None):
        self.person = Person()
        self._name = name
        self._programs = Path(programs)
        self._activates_agent = activates_agent
        self._keyring = keyring
        self._parts = ExitStack()

    def __enter__(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: sys.exit(128 + number))
        try:
            self._build()
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, kind, error, _):
        if isinstance(error, Trouble):
            print(f"\n{error}\n{self._logs()}", file=sys.stderr)
        self._take_down()

    def open_terminal(self, on_screen=lambda text: None):
        terminal = Terminal(self.person, self.home, self.environment, on_screen)
        self._parts.callback(terminal.close)
        return terminal

    def _build(self):
        self.folder = Folder(self._name, self.person)
        self._parts.callback(self.folder.remove)
        # What nobody waits for: the agent, which `acctstore` or the bus starts.
        self._parts.callback(self._stop_strangers)
        for name in ("acctstore", "acctstore-agent", "acctstore-reveal"):
            self.folder.copy_program(self._programs / name)
        self.home = self.folder.make("home")
        self.environment = self._environment()
        self._start_bus()
        with self._log("service") as log:
            self.service = TestService(log)
        self._parts.callback(self.service.stop)
        if self._keyring is not None:
            self._fill_keyring(self._keyring(self.service.base))
        self._start_keyring(KEYRING_PASSWORD)
        self.folder.write("home/.config/acctstore/services/local.conf", self.service.description)

    def _environment(self):
        return {
            "HOME": str(self.home),
            "PATH": f"{self.folder.path}/bin:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.folder.make("run")),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder.path}/run/bus",
        }

    def _start_bus(self):
        services = self.folder.make("bus-services")
        if self._activates_agent:
            self.folder.write(
                "bus-services/org.acctstore.Agent1.service",
                f"[D-BUS Service]\nName=org.acctstore.Agent1\nExec={self.folder.path}/bin/acctstore-agent\n")
        configuration = self.folder.write("bus.conf", BUS_CONFIGURATION.format(
            address=self.environment["DBUS_SESSION_BUS_ADDRESS"], services=services))
        bus = self._start("bus", [
            "dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address"])
        # It prints its address when it listens.
        if not bus.stdout.readline():
            raise Trouble("the session bus did not start")

    def _fill_keyring(self, text):
        """Has gnome-keyring read the file that is given, and protect what is in it by the password that people have."""
        self.folder.write("home/.local/share/keyrings/login.keyring", text)
        self.folder.write("home/.local/share/keyrings/default", "login")
        script = self.folder.write("home/keyring.py", KEYRING_SCRIPT.read_text(encoding="utf-8"))
        keyring = self._start_keyring("")
        command = ["/usr/bin/python3", script, "protect", "/org/freedesktop/secrets/collection/login"]
        done = subprocess.run(
            command, env=self.environment, input=KEYRING_PASSWORD, text=True, **self.person.start_options)
        processes.stop(keyring)
        if done.returncode != 0:
            raise Trouble("gnome-keyring did not take the accounts")

    def _start_keyring(self, password):
        keyring = self._start("keyring", [
            "gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets",
            f"--control-directory={self.folder.make('run/keyring')}"])
        keyring.stdin.write(password)
        keyring.stdin.close()
        # It reads a keyring of ten thousand accounts before it takes its name.
        waiting = ["gdbus", "wait", "--session", "--timeout", "300", "org.freedesktop.secrets"]
        if subprocess.run(waiting, env=self.environment, **self.person.start_options).returncode != 0:
            raise Trouble("gnome-keyring did not start")
        return keyring

    def _start(self, name, command):
        with self._log(name) as log:
            process = processes.start(
                command, log, env=self.environment, cwd=self.home, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True, **self.person.start_options)
        self._parts.callback(processes.stop, process)
        return process

    def _log(self, name):
        return open(self.folder.path / f"{name}.log", "w", encoding="utf-8")

    def _logs(self):
        """What the parts wrote to stderr."""
        return "".join(
            f"--- {log.name}\n{text}" for log in sorted(self.folder.path.glob("*.log")) if (text := log.read_text()))

    def _stop_strangers(self):
        for pid in self.folder.processes():
            if pid != os.getpid():
                processes.stop_stranger(pid)

    def _take_down(self):
        # Once is enough: the way out is not to be interrupted.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self._parts.close()
