"""The steps, each checked."""

import re

from machine import Trouble

NIGHTLY = """\
#!/bin/bash
# Posts by itself. It gets a signed request, never a token, and sends it with curl.
set -eu
request=$(acctstore sign -a 2 POST {base}1.1/statuses/update.json \\
    -d status="$1" --format curl)
printf '%s\\n' "$request" | curl --silent --show-error --fail --output /dev/null --config -
"""


class Story:
    def __init__(self, machine, page):
        self._machine = machine
        self._service = machine.service
        self._page = page
        self._terminal = machine.open_terminal(on_screen=page.screen)

    def tell(self):
        for step in (
            self._introduce, self._set_app, self._add_by_xauth, self._add_by_pin, self._add_ready_tokens, self._list,
            self._post, self._grant, self._run_granted_script, self._run_other_script,
        ):
            step()

    def _introduce(self):
        self._page.heading("A machine of its own")
        self._page.note(
            "A session bus, a gnome-keyring, a home and a Twitter-like service on the loopback, for this run alone. "
            "What follows is typed into a shell at a terminal; below each command is what it wrote. The service is "
            "described by one file:")
        self._run("cat ~/.config/acctstore/services/local.conf")

    def _set_app(self):
        self._page.heading("1. The app: your registration at the service")
        self._page.note("The consumer secret is asked for without being shown, and goes to the keyring.")
        self._run(
            f"acctstore app set local --key {self._service.consumer_key}",
            answers=[("Consumer secret", ""), (": ", self._service.consumer_secret + "\n")])

    def _add_by_xauth(self):
        self._page.heading("2. Three accounts")
        self._page.note("By name and password (xAuth). The password is exchanged for a token and not kept.")
        done = self._run(
            "acctstore add local --xauth --user alice",
            answers=[("Password of @alice at local: ", self._service.passwords["alice"] + "\n")])
        self._expect(done.text.rstrip().endswith("\n1"), "it is account 1")

    def _add_by_pin(self):
        self._page.lines([""])
        self._page.note("By PIN: the address can be opened in any browser, on any machine.")
        done = self._run("acctstore add local --pin", answers=[("PIN: ", self._visit), ("yes, no: ", "yes\n")])
        self._expect(done.text.rstrip().endswith("\n2"), "it is account 2")

    def _visit(self, screen):
        """What the person does with the browser; the PIN that they type then."""
        address = re.search(r"^\s*(http\S+)\s*$", screen, re.MULTILINE)
        self._expect(address is not None, "the address stands on a line of its own")
        pin = self._service.allow_in_browser(address.group(1), "alice_work")
        self._page.aside("in the browser: signs in as alice_work, presses Authorize app, reads the PIN")
        return pin + "\n"

    def _add_ready_tokens(self):
        self._machine.folder.write("home/bob.tokens", self._service.ready_tokens["bob"] + "\n")
        self._page.lines([""])
        self._page.note("From tokens that another tool left in a file.")
        done = self._run("acctstore add local --token-stdin < bob.tokens && rm bob.tokens")
        self._expect(done.text.rstrip().endswith("\n3"), "it is account 3")

    def _list(self):
        self._page.heading("3. The accounts")
        done = self._run("acctstore list")
        accounts = [line.split()[:3] for line in done.text.splitlines()]
        self._expect(
            accounts == [["1", "@alice", "local"], ["2", "@alice_work", "local"], ["3", "@bob", "local"]],
            "three accounts are listed")

    def _post(self):
        self._page.heading("4. A post from account 2")
        text = "Hello from my own keyring!"
        done = self._run(f'acctstore post -a 2 "{text}"')
        post = self._arrived(text)
        self._expect(post["id"] in done.text.split(), "it prints the id that the service gave")

    def _grant(self):
        script = self._machine.folder.write(
            "home/bin/nightly", NIGHTLY.format(base=self._service.base), mode=0o755)
        self._page.heading("5. A script that may use account 2")
        self._run("cat bin/nightly")
        self._run("acctstore grant ~/bin/nightly 2")
        done = self._run("acctstore grant")
        self._expect(str(script) in done.text, "the grant is listed")

    def _run_granted_script(self):
        self._page.lines([""])
        self._page.note("It runs without a terminal, as from a timer:")
        self._run('setsid --wait ~/bin/nightly "The nightly build is done." < /dev/null')
        self._arrived("The nightly build is done.")

    def _run_other_script(self):
        script = self._machine.folder.write(
            "home/bin/stranger", NIGHTLY.format(base=self._service.base), mode=0o755)
        posts = len(self._service.posts())
        self._page.heading("6. A script without a grant")
        self._page.note("The same lines in another file. It is refused, and told the very command that would grant it:")
        done = self._run('setsid --wait ~/bin/stranger "Let me in." < /dev/null', status=77)
        self._run("echo $?")
        self._expect(f"acctstore grant {script} 2" in done.text, "the command that would grant it is named")
        self._expect(len(self._service.posts()) == posts, "nothing arrived at the service")

    def _run(self, command, answers=(), status=0):
        done = self._terminal.run(command, answers)
        self._expect(done.status == status, f"the status is {status}, and was {done.status}: {command}")
        return done

    def _arrived(self, text):
        """The newest post, which is alice_work's and says this; every signature so far held."""
        post = self._service.posts()[-1]
        self._page.lines(["", f"At the service:  @{post['user']}  {post['text']}"])
        self._expect((post["user"], post["text"]) == ("alice_work", text), "the post arrived, by the right account")
        self._expect(all(valid for _, _, valid in self._service.verdicts()), "the service found every signature good")
        return post

    def _expect(self, is_so, what):
        if not is_so:
            raise Trouble(f"this should be so: {what}")
