#ifndef ACCTSTORE_CLIBSECRET_H
#define ACCTSTORE_CLIBSECRET_H

#include <libsecret/secret.h>

#endif
