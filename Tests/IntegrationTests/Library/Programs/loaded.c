/* Loads the library by name, uses it, and lets it go, three times: loaded PATH. Prints how long the first load took. */
#define _POSIX_C_SOURCE 200809L
#include <acctstore.h>
#include <dlfcn.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int count, char **words) {
    int round;
    CHECK(count == 2);
    for (round = 0; round < 3; round++) {
        int (*open_store)(const acctstore_options *, acctstore **, acctstore_error **);
        int (*list)(acctstore *, const char *, const acctstore_options *, acctstore_accounts **, acctstore_error **);
        void (*free_accounts)(acctstore_accounts *);
        void (*close_store)(acctstore *);
        acctstore *store = NULL;
        acctstore_accounts *accounts = NULL;
        double start = milliseconds();
        void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) {
            puts(dlerror());
            return 1;
        }
        if (round == 0) {
            printf("loaded in %.2f ms\n", milliseconds() - start);
        }
        *(void **)&open_store = dlsym(library, "acctstore_open");
        *(void **)&list = dlsym(library, "acctstore_list");
        *(void **)&free_accounts = dlsym(library, "acctstore_accounts_free");
        *(void **)&close_store = dlsym(library, "acctstore_close");
        /* CShims has functions of such names, which are nobody's business. */
        CHECK(dlsym(library, "acctstore_pipe") == NULL);
        CHECK(open_store(NULL, &store, NULL) == 0);
        CHECK(list(store, NULL, NULL, &accounts, NULL) == 0);
        free_accounts(accounts);
        close_store(store);
        CHECK(dlclose(library) == 0);
        /* Time for a thread of the library to run code that is no longer there. */
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    }
    puts("let go");
    return 0;
}
