#ifndef ACCTSTORE_CLIBSOUP_H
#define ACCTSTORE_CLIBSOUP_H

#include <libsoup/soup.h>

#endif
