#define _GNU_SOURCE
#include "CMemory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

/* Of Linux 6.3, which the C library's headers may be older than. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int acctstore_sealable_file(const char *name) {
    const unsigned int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int file = memfd_create(name, flags | MFD_NOEXEC_SEAL);
    return file < 0 && errno == EINVAL ? memfd_create(name, flags) : file;
}

int acctstore_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}
