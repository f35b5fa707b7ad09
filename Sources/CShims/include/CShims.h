#ifndef ACCTSTORE_CSHIMS_H
#define ACCTSTORE_CSHIMS_H

#include <gio/gio.h>
#include <sys/types.h>

/* What Swift cannot import. Every function says which C construct stands in the way. */

/* pidfd_open(2): glibc's <sys/pidfd.h> is not in Swift's Glibc module, and syscall(2) is variadic. */
int acctstore_pidfd_open(pid_t pid, unsigned int flags);

/* ioctl_ns(2), NS_GET_PARENT: a descriptor with close-on-exec of the user namespace above that behind `space`, or -1 with
   errno: EPERM above the own one. */
int acctstore_parent_namespace(int space);

/* prctl(2) is variadic. Returns 0 or -1 with errno. */
int acctstore_set_dumpable(int dumpable);

/* ioctl(2) is variadic and TIOCGDEV a macro over sizeof. The device number of the terminal behind `descriptor` in the
   kernel's encoding, also where it was opened as /dev/tty, or 0 where it has none. */
unsigned int acctstore_terminal_device(int descriptor);

/* memfd_create(2) needs _GNU_SOURCE. A descriptor with close-on-exec, or -1 with errno. The file can
   never be executed: where vm.memfd_noexec=2 any other is refused. CMemory has the same for files that are sealed, since
   neither of the two stands on the other. */
int acctstore_memory_file(const char *name);

/* pipe2(2) needs _GNU_SOURCE, and without it a program started by another thread inherits the ends. Both with
   close-on-exec; returns 0 or -1 with errno. */
int acctstore_pipe(int ends[2]);

/* g_initable_new is variadic, and a GObject class is a C struct of function pointers. A proxy of a class derived from
   `parent`, over `connection`, without properties, signals or activation: for proxy classes of other libraries that
   insist on the process's shared session bus. */
gpointer acctstore_proxy_new(GType parent, GDBusConnection *connection, const char *name, const char *path,
                             const char *interface, GCancellable *cancellable, GError **error);

/* posix_spawn's closefrom, chdir and SETSID are GNU extensions, which Swift's Glibc module leaves out.
   Starts a program in a session of its own, in /, with /dev/null as 0 to 2, `status_descriptor` as 3, `connection` as 4
   where that is not negative, and nothing else open, every signal at its default. Both are above 4 themselves. Returns 0 or
   an error number. */
int acctstore_spawn_detached(
    const char *program, char *const arguments[], char *const environment[], int status_descriptor, int connection,
    pid_t *pid);

/* The same with nothing open but /dev/null as 0 to 2, for a program whose end nobody waits for. */
int acctstore_spawn_apart(
    const char *program, char *const arguments[], char *const environment[], pid_t *pid);

/* posix_spawn cannot ask for PR_SET_PDEATHSIG, and fork(2) cannot be called from Swift.
   Starts a dialog in a session of its own, so that no terminal stops it, in /, with `conversation` as 0 and 1, /dev/null
   as 2, `terminal` as 3 where that is not negative, and nothing else open; it may open as many files as is usual, whatever
   this process may. It gets SIGTERM when the calling thread ends: a dialog that stayed would keep its terminal. Returns 0 or
   an error number; a program that cannot be run ends with 127. */
int acctstore_spawn_dialog(
    const char *program, char *const arguments[], char *const environment[], int conversation, int terminal,
    pid_t *pid);

/* renameat2(2) needs _GNU_SOURCE. Gives a file another name, where nothing has that name (RENAME_NOREPLACE). Returns 0 or -1
   with errno: EINVAL where the file system cannot do that. */
int acctstore_rename_without_replacing(const char *old_name, const char *new_name);

/* mallopt(3) is in <malloc.h>, which Swift's Glibc module leaves out. At most so many heaps for all threads together. */
void acctstore_limit_heaps(int count);

/* closefrom(3) needs _DEFAULT_SOURCE of glibc 2.34. Closes `lowest` and every descriptor above it. */
void acctstore_close_from(int lowest);

#endif
