/* Forks before and after the first use: forked ACCOUNT URL. */
#define _POSIX_C_SOURCE 200809L
#include <acctstore.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static acctstore_request request = ACCTSTORE_REQUEST_INIT;

static int sign(acctstore *store, const char *account) {
    acctstore_signed_request *signed_request = NULL;
    int code = acctstore_sign(store, account, &request, NULL, &signed_request, NULL);
    acctstore_signed_request_free(signed_request);
    return code;
}

/* A child that hangs is killed by the alarm. */
static void wait_for(pid_t child) {
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

static void use(const char *account) {
    acctstore *store = NULL;
    CHECK(acctstore_open(NULL, &store, NULL) == ACCTSTORE_OK);
    CHECK(sign(store, account) == ACCTSTORE_OK);
    acctstore_close(store);
}

static void be_refused(acctstore *store, acctstore_cancel *cancel, const char *account) {
    acctstore_options options = ACCTSTORE_OPTIONS_INIT;
    acctstore_accounts *accounts = NULL;
    acctstore_response *response = NULL;
    acctstore *another = NULL;
    acctstore_error *error = NULL;
    int descriptor = 7;
    options.cancel = cancel;
    CHECK(sign(store, account) == ACCTSTORE_FORKED);
    CHECK(acctstore_list(store, NULL, &options, &accounts, NULL) == ACCTSTORE_FORKED);
    CHECK(acctstore_request_access(store, "local", account, 1, NULL, NULL, NULL) == ACCTSTORE_FORKED);
    CHECK(acctstore_perform(store, account, &request, NULL, &response, NULL) == ACCTSTORE_FORKED);
    CHECK(acctstore_get_credential(store, account, NULL, &descriptor, NULL) == ACCTSTORE_FORKED);
    CHECK(acctstore_open(NULL, &another, &error) == ACCTSTORE_FORKED);
    CHECK(error != NULL && strstr(error->message, "fork") != NULL && error->next_step != NULL);
    CHECK(accounts == NULL && response == NULL && another == NULL && descriptor == -1);
    acctstore_error_free(error);
    acctstore_cancel_trigger(cancel);
    acctstore_cancel_free(cancel);
    acctstore_close(store);
}

int main(int count, char **words) {
    acctstore *store = NULL;
    acctstore_cancel *cancel;
    pid_t child;
    CHECK(count == 3);
    request.method = "GET";
    request.url = words[2];

    child = fork();
    if (child == 0) {
        alarm(60);
        use(words[1]);
        return 0;
    }
    wait_for(child);

    cancel = acctstore_cancel_new();
    child = fork();
    if (child == 0) {
        alarm(60);
        CHECK(acctstore_open(NULL, &store, NULL) == ACCTSTORE_FORKED && store == NULL);
        acctstore_cancel_trigger(cancel);
        acctstore_cancel_free(cancel);
        return 0;
    }
    wait_for(child);
    CHECK(acctstore_open(NULL, &store, NULL) == ACCTSTORE_OK);
    CHECK(sign(store, words[1]) == ACCTSTORE_OK);
    child = fork();
    if (child == 0) {
        alarm(60);
        be_refused(store, cancel, words[1]);
        return 0;
    }
    wait_for(child);
    /* What the child did changes nothing here. */
    CHECK(sign(store, words[1]) == ACCTSTORE_OK);
    acctstore_cancel_free(cancel);
    acctstore_close(store);
    puts("forked");
    return 0;
}
