/* Makes calls with what was triggered before: cancelled ACCOUNT URL. */
#include <acctstore.h>
#include <string.h>

#include "check.h"

int main(int count, char **words) {
    acctstore *store = NULL;
    acctstore_options options = ACCTSTORE_OPTIONS_INIT;
    acctstore_request request = ACCTSTORE_REQUEST_INIT;
    acctstore_response *response = NULL;
    acctstore_accounts *accounts = NULL;
    CHECK(count == 3);
    options.cancel = acctstore_cancel_new();
    acctstore_cancel_trigger(options.cancel);
    acctstore_cancel_trigger(options.cancel);
    CHECK(acctstore_open(&options, &store, NULL) == ACCTSTORE_CANCELLED);
    CHECK(acctstore_open(NULL, &store, NULL) == ACCTSTORE_OK);
    request.method = "POST";
    request.url = words[2];
    CHECK(acctstore_perform(store, words[1], &request, &options, &response, NULL) == ACCTSTORE_CANCELLED);
    CHECK(acctstore_list(store, NULL, &options, &accounts, NULL) == ACCTSTORE_CANCELLED);
    CHECK(acctstore_list(store, NULL, NULL, &accounts, NULL) == ACCTSTORE_OK);
    acctstore_accounts_free(accounts);
    /* What was given out outlives the handle, and the handle what cancels its calls. */
    acctstore_cancel_free(options.cancel);
    acctstore_close(store);
    puts("nothing was sent");
    return 0;
}
