/* What the test programs share. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)

/* Ends the program, unless what should hold does. */
static void check(int holds, const char *what, const char *file, int line) {
    if (!holds) {
        printf("%s:%d: %s\n", file, line, what);
        fflush(stdout);
        _Exit(1);
    }
}

#endif
