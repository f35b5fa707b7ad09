#ifndef ACCTSTORE_CLIBSECRET_H
#define ACCTSTORE_CLIBSECRET_H

/* Items are named by their object paths from one call to the next, which libsecret calls unstable in name: these
   functions are exported and unchanged since its first release. */
#define SECRET_API_SUBJECT_TO_CHANGE

#include <libsecret/secret.h>

#endif
