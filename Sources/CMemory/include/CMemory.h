#ifndef ACCTSTORE_CMEMORY_H
#define ACCTSTORE_CMEMORY_H

/* What Swift cannot import, for targets that must not bring GLib along, as CShims does. */

/* memfd_create(2) needs _GNU_SOURCE. An empty file in memory that can be sealed, with close-on-exec, or -1 with
   errno. It can never be executed: where vm.memfd_noexec=2 any other is refused. CShims has the same for files that are
   not sealed, since neither of the two stands on the other. */
int acctstore_sealable_file(const char *name);

/* fcntl(2) is variadic, and the seals need _GNU_SOURCE. Forbids for ever to write to the file, to change its length, and
   to take or add a seal. Returns 0 or -1 with errno. */
int acctstore_seal(int descriptor);

#endif
