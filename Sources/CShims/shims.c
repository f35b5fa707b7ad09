#define _GNU_SOURCE
#include "CShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of Linux 6.3, which the C library's headers may be older than. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int acctstore_pidfd_open(pid_t pid, unsigned int flags) {
    return (int)syscall(SYS_pidfd_open, pid, flags);
}

int acctstore_parent_namespace(int space) {
    return ioctl(space, NS_GET_PARENT);
}

int acctstore_set_dumpable(int dumpable) {
    return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}

unsigned int acctstore_terminal_device(int descriptor) {
    unsigned int device = 0;
    if (ioctl(descriptor, TIOCGDEV, &device) != 0) {
        return 0;
    }
    return device;
}

int acctstore_memory_file(const char *name) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    return file < 0 && errno == EINVAL ? memfd_create(name, MFD_CLOEXEC) : file;
}

int acctstore_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int acctstore_rename_without_replacing(const char *old_name, const char *new_name) {
    return renameat2(AT_FDCWD, old_name, AT_FDCWD, new_name, RENAME_NOREPLACE);
}

void acctstore_limit_heaps(int count) {
    mallopt(M_ARENA_MAX, count);
}
