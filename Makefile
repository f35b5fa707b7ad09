# The same scripts for everybody: people, packagers, the checks.

PREFIX ?= /usr/local
DESTDIR ?=

bindir = $(PREFIX)/bin
libexecdir = $(PREFIX)/libexec
# Debian has the libraries of each machine in a folder of its own: libdir=/usr/lib/x86_64-linux-gnu
libdir = $(PREFIX)/lib
includedir = $(PREFIX)/include
pkgconfigdir = $(libdir)/pkgconfig
datadir = $(PREFIX)/share
mandir = $(datadir)/man
unitdir = $(PREFIX)/lib/systemd/user
# Where each shell looks for completions of programs.
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d

built = .build/release
version = $(shell sed -n 's/^.define ACCTSTORE_VERSION "\(.*\)"$$/\1/p' Sources/CAcctstore/acctstore.h)
pages = acctstore.1 acctstore.conf.5 acctstore-service.5 acctstore-vault.5 org.acctstore.Agent1.5 acctstore.7 acctstore-agent.8
librarypages = libacctstore.3

.PHONY: build install install-library uninstall demo check check-providers bench screenshots clean

build:
	scripts/build

# Installs what `make build` made, so that `sudo make install` compiles nothing as root.
install: install-library
	@test -x $(built)/acctstore || { echo "error: nothing is built yet; run: make build" >&2; exit 1; }
	install -D -m 755 $(built)/acctstore $(DESTDIR)$(bindir)/acctstore
	install -D -m 755 $(built)/acctstore-agent $(DESTDIR)$(libexecdir)/acctstore/acctstore-agent
	install -D -m 755 $(built)/acctstore-reveal $(DESTDIR)$(libexecdir)/acctstore/acctstore-reveal
	install -d -m 755 $(DESTDIR)$(datadir)/dbus-1/services $(DESTDIR)$(unitdir) $(DESTDIR)$(datadir)/dbus-1/interfaces
	sed 's|@libexecdir@|$(libexecdir)|g' data/org.acctstore.Agent1.service.in > $(DESTDIR)$(datadir)/dbus-1/services/org.acctstore.Agent1.service
	sed 's|@libexecdir@|$(libexecdir)|g' data/acctstore-agent.service.in > $(DESTDIR)$(unitdir)/acctstore-agent.service
	chmod 644 $(DESTDIR)$(datadir)/dbus-1/services/org.acctstore.Agent1.service $(DESTDIR)$(unitdir)/acctstore-agent.service
	install -D -m 644 data/org.acctstore.Agent1.xml $(DESTDIR)$(datadir)/dbus-1/interfaces/org.acctstore.Agent1.xml
	install -d -m 755 $(DESTDIR)$(datadir)/acctstore/services
	install -m 644 share/acctstore/services/*.conf $(DESTDIR)$(datadir)/acctstore/services
	for page in $(pages); do install -D -m 644 man/$$page $(DESTDIR)$(mandir)/man$${page##*.}/$$page || exit 1; done
	install -d -m 755 $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	$(built)/acctstore completion bash > $(DESTDIR)$(bashdir)/acctstore
	$(built)/acctstore completion zsh > $(DESTDIR)$(zshdir)/_acctstore
	$(built)/acctstore completion fish > $(DESTDIR)$(fishdir)/acctstore.fish
	chmod 644 $(DESTDIR)$(bashdir)/acctstore $(DESTDIR)$(zshdir)/_acctstore $(DESTDIR)$(fishdir)/acctstore.fish

# The library alone, for programs in other languages. To let the system find it is the packager's: ldconfig.
install-library:
	@test -f $(built)/libacctstore.so.1 || { echo "error: nothing is built yet; run: make build" >&2; exit 1; }
	install -D -m 644 $(built)/libacctstore.so.1 $(DESTDIR)$(libdir)/libacctstore.so.1
	ln -sf libacctstore.so.1 $(DESTDIR)$(libdir)/libacctstore.so
	install -D -m 644 Sources/CAcctstore/acctstore.h $(DESTDIR)$(includedir)/acctstore.h
	install -d -m 755 $(DESTDIR)$(pkgconfigdir)
	sed 's|@prefix@|$(PREFIX)|; s|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|; s|@version@|$(version)|' data/acctstore.pc.in > $(DESTDIR)$(pkgconfigdir)/acctstore.pc
	chmod 644 $(DESTDIR)$(pkgconfigdir)/acctstore.pc
	for page in $(librarypages); do install -D -m 644 man/$$page $(DESTDIR)$(mandir)/man$${page##*.}/$$page || exit 1; done
	@test -n "$(DESTDIR)" || test "$$(id -u)" != 0 || echo "To let programs find libacctstore, run: ldconfig"

uninstall:
	rm -f $(DESTDIR)$(libdir)/libacctstore.so.1 $(DESTDIR)$(libdir)/libacctstore.so $(DESTDIR)$(includedir)/acctstore.h
	rm -f $(DESTDIR)$(pkgconfigdir)/acctstore.pc
	for page in $(librarypages); do rm -f $(DESTDIR)$(mandir)/man$${page##*.}/$$page; done
	rm -f $(DESTDIR)$(bindir)/acctstore $(DESTDIR)$(libexecdir)/acctstore/acctstore-agent
	rm -f $(DESTDIR)$(libexecdir)/acctstore/acctstore-reveal
	rm -f $(DESTDIR)$(datadir)/dbus-1/services/org.acctstore.Agent1.service $(DESTDIR)$(unitdir)/acctstore-agent.service
	rm -f $(DESTDIR)$(datadir)/dbus-1/interfaces/org.acctstore.Agent1.xml
	for page in $(pages); do rm -f $(DESTDIR)$(mandir)/man$${page##*.}/$$page; done
	rm -f $(DESTDIR)$(bashdir)/acctstore $(DESTDIR)$(zshdir)/_acctstore $(DESTDIR)$(fishdir)/acctstore.fish
	for file in share/acctstore/services/*.conf; do rm -f $(DESTDIR)$(datadir)/acctstore/services/$${file##*/}; done
	-rmdir $(DESTDIR)$(datadir)/acctstore/services $(DESTDIR)$(datadir)/acctstore
	-rmdir $(DESTDIR)$(libexecdir)/acctstore

demo:
	scripts/demo

check:
	scripts/check

check-providers:
	scripts/check-providers

bench:
	scripts/bench

screenshots:
	scripts/screenshots

clean:
	rm -rf .build
