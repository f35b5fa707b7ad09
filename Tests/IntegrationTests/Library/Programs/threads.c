/* Threads that share one handle: threads ACCOUNT URL THREADS SIGNATURES. Prints every signature's header. */
#include <acctstore.h>
#include <pthread.h>
#include <string.h>

#include "check.h"

static acctstore *store;
static const char *account;
static acctstore_request request = ACCTSTORE_REQUEST_INIT;
static int signatures;

/* Odd threads make calls that may be given up, which take connections of their own. */
static void *work(void *number) {
    acctstore_options options = ACCTSTORE_OPTIONS_INIT;
    int done;
    if ((size_t)number % 2 == 1) {
        options.timeout_ms = 120000;
        options.cancel = acctstore_cancel_new();
    }
    for (done = 0; done < signatures; done++) {
        acctstore_signed_request *signed_request = NULL;
        acctstore_accounts *accounts = NULL;
        CHECK(acctstore_sign(store, account, &request, &options, &signed_request, NULL) == ACCTSTORE_OK);
        CHECK(signed_request->header_count == 1);
        printf("%s\n", signed_request->headers[0].value);
        acctstore_signed_request_free(signed_request);
        CHECK(acctstore_list(store, NULL, &options, &accounts, NULL) == ACCTSTORE_OK);
        CHECK(accounts->count == 1 && strcmp(accounts->items[0]->id, account) == 0);
        acctstore_accounts_free(accounts);
    }
    acctstore_cancel_free(options.cancel);
    return NULL;
}

int main(int count, char **words) {
    pthread_t threads[64];
    size_t number, all;
    CHECK(count == 5);
    account = words[1];
    request.method = "GET";
    request.url = words[2];
    all = (size_t)atoi(words[3]);
    signatures = atoi(words[4]);
    CHECK(all <= 64);
    CHECK(acctstore_open(NULL, &store, NULL) == ACCTSTORE_OK);
    for (number = 0; number < all; number++) {
        CHECK(pthread_create(&threads[number], NULL, work, (void *)number) == 0);
    }
    for (number = 0; number < all; number++) {
        pthread_join(threads[number], NULL);
    }
    acctstore_close(store);
    return 0;
}
