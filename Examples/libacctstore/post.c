/* Posts one text, with libacctstore.
 *
 *     sudo ldconfig              (once after `make install`, so that programs find the library)
 *     gcc -o ~/bin/post post.c $(pkg-config --cflags --libs acctstore)
 *     acctstore grant ~/bin/post 1 --write
 *     ~/bin/post '{"text": "Hello"}'
 *
 * Without the grant you are asked at the first run, and the answer is remembered:
 *
 *     ~/bin/post wants to post as @alice (1, twitter).
 */
#include <acctstore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SERVICE "twitter"
#define API "https://api.x.com/"

/* The default account, else the only one: the one that was asked for. More may have been granted before. */
static const char *chosen(const acctstore_accounts *accounts)
{
    for (size_t i = 0; i < accounts->count; i++)
        if (accounts->items[i]->is_default)
            return accounts->items[i]->id;
    return accounts->count > 0 ? accounts->items[0]->id : NULL;
}

/* Has the text sent as the account and prints what the service answers. */
static int post(acctstore *store, const char *account, const char *json, acctstore_error **error)
{
    const acctstore_field type = {"Content-Type", "application/json"};
    acctstore_request request = ACCTSTORE_REQUEST_INIT;
    acctstore_response *response;
    char buffer[4096];
    ssize_t count;
    int code;

    request.method = "POST";
    request.url = API "2/tweets";
    request.headers = &type;
    request.header_count = 1;
    request.body_kind = ACCTSTORE_BODY_BYTES;
    request.body = json;
    request.body_length = strlen(json);

    code = acctstore_perform(store, account, &request, NULL, &response, error);
    if (code != ACCTSTORE_OK)
        return code;
    /* To its end; an answer that was cut short ends with ECONNRESET. */
    while ((count = read(response->body, buffer, sizeof buffer)) > 0)
        fwrite(buffer, 1, (size_t) count, stdout);
    putchar('\n');
    /* What the service refuses is an answer, and no error of the library. */
    code = response->status < 300 ? ACCTSTORE_OK : ACCTSTORE_SERVICE_REFUSED;
    acctstore_response_free(response);
    return code;
}

int main(int argc, char **argv)
{
    acctstore *store = NULL;
    acctstore_accounts *accounts = NULL;
    acctstore_error *error = NULL;
    int code, granted = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: %s JSON\n", argv[0]);
        return 64;
    }
    /* Each step is taken only where the one before went well; what was not made is NULL, and may be freed. */
    code = acctstore_open(NULL, &store, &error);
    if (code == ACCTSTORE_OK)
        code = acctstore_request_access(store, SERVICE, NULL, ACCTSTORE_WRITE, NULL, &granted, &error);
    if (code == ACCTSTORE_OK && granted)
        code = acctstore_list(store, SERVICE, NULL, &accounts, &error);
    if (code == ACCTSTORE_OK && accounts != NULL && chosen(accounts) != NULL)
        code = post(store, chosen(accounts), argv[1], &error);
    else if (code == ACCTSTORE_OK)
        fputs("access was not granted\n", stderr);

    if (error != NULL) {
        fprintf(stderr, "error: %s\n", error->message);
        if (error->next_step != NULL)
            fprintf(stderr, "next: %s\n", error->next_step);
    }
    acctstore_error_free(error);
    acctstore_accounts_free(accounts);
    acctstore_close(store);
    return code == ACCTSTORE_OK && granted ? 0 : 1;
}
