#define _GNU_SOURCE
#include "CShims.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int acctstore_pidfd_open(pid_t pid, unsigned int flags) {
    return (int)syscall(SYS_pidfd_open, pid, flags);
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
    return memfd_create(name, MFD_CLOEXEC);
}

int acctstore_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

void acctstore_limit_heaps(int count) {
    mallopt(M_ARENA_MAX, count);
}
