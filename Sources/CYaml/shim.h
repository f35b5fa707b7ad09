#ifndef ACCTSTORE_CYAML_H
#define ACCTSTORE_CYAML_H

#include <yaml.h>

#endif
