# The same scripts for everybody: people, packagers, the checks.

PREFIX ?= /usr/local
DESTDIR ?=

bindir = $(PREFIX)/bin
libexecdir = $(PREFIX)/libexec
datadir = $(PREFIX)/share
mandir = $(datadir)/man
unitdir = $(PREFIX)/lib/systemd/user
# Where each shell looks for completions of programs.
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d

built = .build/release
pages = acctstore.1 acctstore.conf.5 acctstore-service.5 org.acctstore.Agent1.5 acctstore.7 acctstore-agent.8

.PHONY: build install uninstall demo check bench screenshots clean

build:
	scripts/build

# Installs what `make build` made, so that `sudo make install` compiles nothing as root.
install:
	@test -x $(built)/acctstore || { echo "error: nothing is built yet; run: make build" >&2; exit 1; }
	install -D -m 755 $(built)/acctstore $(DESTDIR)$(bindir)/acctstore
	install -D -m 755 $(built)/acctstore-agent $(DESTDIR)$(libexecdir)/acctstore/acctstore-agent
	install -d -m 755 $(DESTDIR)$(datadir)/dbus-1/services $(DESTDIR)$(unitdir) $(DESTDIR)$(datadir)/dbus-1/interfaces
	sed 's|@libexecdir@|$(libexecdir)|g' data/org.acctstore.Agent1.service.in > $(DESTDIR)$(datadir)/dbus-1/services/org.acctstore.Agent1.service
	sed 's|@libexecdir@|$(libexecdir)|g' data/acctstore-agent.service.in > $(DESTDIR)$(unitdir)/acctstore-agent.service
	chmod 644 $(DESTDIR)$(datadir)/dbus-1/services/org.acctstore.Agent1.service $(DESTDIR)$(unitdir)/acctstore-agent.service
	install -D -m 644 data/org.acctstore.Agent1.xml $(DESTDIR)$(datadir)/dbus-1/interfaces/org.acctstore.Agent1.xml
	for page in $(pages); do install -D -m 644 man/$$page $(DESTDIR)$(mandir)/man$${page##*.}/$$page || exit 1; done
	install -d -m 755 $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	$(built)/acctstore completion bash > $(DESTDIR)$(bashdir)/acctstore
	$(built)/acctstore completion zsh > $(DESTDIR)$(zshdir)/_acctstore
	$(built)/acctstore completion fish > $(DESTDIR)$(fishdir)/acctstore.fish
	chmod 644 $(DESTDIR)$(bashdir)/acctstore $(DESTDIR)$(zshdir)/_acctstore $(DESTDIR)$(fishdir)/acctstore.fish

uninstall:
	rm -f $(DESTDIR)$(bindir)/acctstore $(DESTDIR)$(libexecdir)/acctstore/acctstore-agent
	rm -f $(DESTDIR)$(datadir)/dbus-1/services/org.acctstore.Agent1.service $(DESTDIR)$(unitdir)/acctstore-agent.service
	rm -f $(DESTDIR)$(datadir)/dbus-1/interfaces/org.acctstore.Agent1.xml
	for page in $(pages); do rm -f $(DESTDIR)$(mandir)/man$${page##*.}/$$page; done
	rm -f $(DESTDIR)$(bashdir)/acctstore $(DESTDIR)$(zshdir)/_acctstore $(DESTDIR)$(fishdir)/acctstore.fish
	-rmdir $(DESTDIR)$(libexecdir)/acctstore

demo:
	scripts/demo

check:
	scripts/check

bench:
	scripts/bench

screenshots:
	scripts/screenshots

clean:
	rm -rf .build
