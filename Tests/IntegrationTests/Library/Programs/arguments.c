/* Calls every function with what may not be passed: each is an error, none a crash. Needs neither bus nor agent, unless
 * it is given an address to sign and the UUID of an account. */
#include <acctstore.h>
#include <string.h>

#include "check.h"

static const char *const uuid = "00000000-0000-4000-8000-000000000000";
static acctstore_error *error;

/* The code of the last call agrees with its error, and its words hold `word`. */
static void is_refused(int code, const char *word) {
    if (code != ACCTSTORE_INVALID_ARGUMENT || error == NULL || error->code != code ||
        strstr(error->message, word) == NULL) {
        printf("%s: %d %s\n", word, code, error != NULL ? error->message : "no error");
        exit(1);
    }
    CHECK(strcmp(error->name, "org.acctstore.Error.InvalidArgument") == 0);
    acctstore_error_free(error);
    error = NULL;
}

static void without_a_store(void) {
    acctstore_accounts *accounts = (acctstore_accounts *)&error;
    acctstore_signed_request *signed_request = (acctstore_signed_request *)&error;
    acctstore_response *response = (acctstore_response *)&error;
    acctstore_request request = ACCTSTORE_REQUEST_INIT;
    int granted = 7, descriptor = 7;

    request.method = "GET";
    request.url = "https://api.example/1.1/x.json";
    is_refused(acctstore_open(NULL, NULL, &error), "store is NULL");
    is_refused(acctstore_list(NULL, NULL, NULL, &accounts, &error), "store is NULL");
    CHECK(accounts == NULL);
    is_refused(acctstore_list(NULL, NULL, NULL, NULL, &error), "accounts is NULL");
    is_refused(acctstore_request_access(NULL, "twitter", NULL, ACCTSTORE_READ, NULL, &granted, &error), "store is NULL");
    CHECK(granted == 0);
    is_refused(acctstore_sign(NULL, uuid, &request, NULL, &signed_request, &error), "store is NULL");
    CHECK(signed_request == NULL);
    is_refused(acctstore_sign(NULL, uuid, &request, NULL, NULL, &error), "signed_request is NULL");
    is_refused(acctstore_perform(NULL, uuid, &request, NULL, &response, &error), "store is NULL");
    CHECK(response == NULL);
    is_refused(acctstore_perform(NULL, uuid, &request, NULL, NULL, &error), "response is NULL");
    is_refused(acctstore_get_credential(NULL, uuid, NULL, &descriptor, &error), "store is NULL");
    CHECK(descriptor == -1);
    is_refused(acctstore_get_credential(NULL, uuid, NULL, NULL, &error), "descriptor is NULL");

    /* Nobody has to look at an error. */
    CHECK(acctstore_open(NULL, NULL, NULL) == ACCTSTORE_INVALID_ARGUMENT);
    CHECK(acctstore_list(NULL, NULL, NULL, NULL, NULL) == ACCTSTORE_INVALID_ARGUMENT);
}

static void nothing_to_free(void) {
    acctstore_close(NULL);
    acctstore_error_free(NULL);
    acctstore_accounts_free(NULL);
    acctstore_signed_request_free(NULL);
    acctstore_response_free(NULL);
    acctstore_cancel_trigger(NULL);
    acctstore_cancel_free(NULL);
    CHECK(acctstore_response_take_body(NULL) == -1);
}

static void options(void) {
    acctstore *store = NULL;
    acctstore_options options = ACCTSTORE_OPTIONS_INIT;
    struct {
        acctstore_options known;
        char later[16];
    } larger;

    options.size = 0;
    is_refused(acctstore_open(&options, &store, &error), "the size is 0");
    options.size = 1u << 30;
    is_refused(acctstore_open(&options, &store, &error), "the size is");
    options.size = sizeof options;
    options.flags = 1u << 31;
    is_refused(acctstore_open(&options, &store, &error), "flags");
    options.flags = ACCTSTORE_ON_TERMINAL;
    options.terminal = 987;
    is_refused(acctstore_open(&options, &store, &error), "987");
    options.flags = 0;
    options.timeout_ms = -1;
    is_refused(acctstore_open(&options, &store, &error), "negative");

    /* What a later release adds must be asked for to be refused. */
    memset(&larger, 0, sizeof larger);
    larger.known.size = sizeof larger;
    larger.known.timeout_ms = -1;
    is_refused(acctstore_open(&larger.known, &store, &error), "negative");
    larger.later[9] = 1;
    is_refused(acctstore_open(&larger.known, &store, &error), "does not know");
}

static void with_a_store(const char *url, const char *account) {
    acctstore *store = NULL;
    acctstore_signed_request *signed_request = NULL;
    acctstore_response *response = NULL;
    acctstore_request request = ACCTSTORE_REQUEST_INIT;
    acctstore_field field = {"name", NULL};
    char too_long[2048];

    CHECK(acctstore_open(NULL, &store, NULL) == ACCTSTORE_OK);
    is_refused(acctstore_list(store, "no service!", NULL, (acctstore_accounts **)&response, &error), "no service!");
    is_refused(acctstore_request_access(store, NULL, NULL, ACCTSTORE_READ, NULL, NULL, &error), "service is NULL");
    is_refused(acctstore_request_access(store, "local", NULL, 0, NULL, NULL, &error), "permissions");
    is_refused(acctstore_request_access(store, "local", NULL, 8, NULL, NULL, &error), "permissions");
    is_refused(acctstore_request_access(store, "local", "@alice", 1, NULL, NULL, &error), "UUID");

    is_refused(acctstore_sign(store, account, NULL, NULL, &signed_request, &error), "request is NULL");
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "method is NULL");
    request.method = "GET";
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "url is NULL");
    request.url = url;
    is_refused(acctstore_sign(store, NULL, &request, NULL, &signed_request, &error), "account is NULL");
    is_refused(acctstore_sign(store, "1", &request, NULL, &signed_request, &error), "UUID");
    request.size -= 1;
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "size");
    request.size++;
    request.parameter_count = 1;
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "parameters is NULL");
    request.parameters = &field;
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "value");
    field.value = "\xff\xfe";
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "UTF-8");
    request.parameter_count = 0;
    request.headers = &field;
    request.header_count = 1;
    field.value = "x";
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "acctstore_perform");
    request.header_count = 0;
    request.body_kind = ACCTSTORE_BODY_BYTES;
    is_refused(acctstore_sign(store, account, &request, NULL, &signed_request, &error), "acctstore_perform");
    request.body_length = 1;
    is_refused(acctstore_perform(store, account, &request, NULL, &response, &error), "body is NULL");
    request.body_kind = ACCTSTORE_BODY_DESCRIPTOR;
    request.body_descriptor = 987;
    is_refused(acctstore_perform(store, account, &request, NULL, &response, &error), "987");
    request.body_kind = 3;
    is_refused(acctstore_perform(store, account, &request, NULL, &response, &error), "kind");

    /* What is behind the end is as usual. */
    request.size = offsetof(acctstore_request, headers);
    CHECK(acctstore_sign(store, account, &request, NULL, &signed_request, NULL) == ACCTSTORE_OK);
    acctstore_signed_request_free(signed_request);
    signed_request = NULL;
    request.size = sizeof request;

    /* The agent's own refusals come through too. */
    request.body_kind = ACCTSTORE_BODY_NONE;
    memset(too_long, 'M', sizeof too_long - 1);
    too_long[sizeof too_long - 1] = '\0';
    request.method = too_long;
    CHECK(acctstore_sign(store, account, &request, NULL, &signed_request, NULL) != ACCTSTORE_OK);
    CHECK(signed_request == NULL);
    acctstore_close(store);
}

int main(int count, char **words) {
    CHECK(strcmp(acctstore_version(), ACCTSTORE_VERSION) == 0);
    CHECK(acctstore_version() == acctstore_version());
    without_a_store();
    nothing_to_free();
    options();
    if (count == 3) {
        with_a_store(words[1], words[2]);
    }
    puts("all refused");
    return 0;
}
