#define _GNU_SOURCE
#include "CMemory.h"

#include <fcntl.h>
#include <sys/mman.h>

int acctstore_sealable_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int acctstore_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}
