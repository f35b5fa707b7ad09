#define _GNU_SOURCE
#include "CShims.h"

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

int acctstore_memfd_create(const char *name, unsigned int flags) {
    return memfd_create(name, flags);
}
