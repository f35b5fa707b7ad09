/* Calls one function of libacctstore, as its arguments say, and tells what came of it. The status is the code.
 *
 *     caller [OPTION ...] list [SERVICE]
 *     caller [OPTION ...] access SERVICE ACCOUNT|- PERMISSIONS
 *     caller [OPTION ...] sign ACCOUNT METHOD URL [NAME VALUE ...]
 *     caller [OPTION ...] perform ACCOUNT METHOD URL [BYTES|@FILE|-]
 *     caller [OPTION ...] credential ACCOUNT
 *     caller [OPTION ...] repeat ACCOUNT METHOD URL        signs at each line of standard input
 *
 *     --quiet  --terminal  --timeout MILLISECONDS  --cancellable (by SIGUSR1) */
#define _POSIX_C_SOURCE 200809L
#include <acctstore.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static acctstore_options options = ACCTSTORE_OPTIONS_INIT;
static int is_cancellable = 0;

static void *cancel(void *unused) {
    int number;
    sigset_t signals;
    (void)unused;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigwait(&signals, &number);
    acctstore_cancel_trigger(options.cancel);
    return NULL;
}

/* Makes calls that SIGUSR1 ends. */
static pthread_t begin_cancellable(void) {
    pthread_t thread;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    options.cancel = acctstore_cancel_new();
    pthread_create(&thread, NULL, cancel, NULL);
    return thread;
}

/* Tells an error, and frees it. */
static int tell(int code, acctstore_error *error) {
    if (code == ACCTSTORE_OK && error == NULL) {
        return code;
    }
    if (error == NULL || error->code != code) {
        printf("the code %d and the error do not agree\n", code);
        return 99;
    }
    printf("error %d %s\n%s\n%s\n", error->code, error->name, error->message,
           error->next_step != NULL ? error->next_step : "-");
    acctstore_error_free(error);
    return code;
}

static const char *text_or_none(const char *text) { return text != NULL ? text : "-"; }

static int list(acctstore *store, char **words) {
    acctstore_accounts *accounts = NULL;
    acctstore_error *error = NULL;
    size_t index;
    int code = acctstore_list(store, words[0], &options, &accounts, &error);
    if (code == ACCTSTORE_OK) {
        printf("%lu accounts\n", (unsigned long)accounts->count);
        for (index = 0; index < accounts->count; index++) {
            const acctstore_account *account = accounts->items[index];
            printf("%u %s %s %s %s %s %s %d %d %d\n", account->number, account->id, account->service, account->app,
                   text_or_none(account->username), text_or_none(account->user_id),
                   text_or_none(account->description), account->is_default, account->needs_login,
                   account->asks_always);
        }
    }
    acctstore_accounts_free(accounts);
    return tell(code, error);
}

static int request_access(acctstore *store, char **words) {
    acctstore_error *error = NULL;
    int granted = 7;
    const char *account = strcmp(words[1], "-") == 0 ? NULL : words[1];
    int code = acctstore_request_access(store, words[0], account, (unsigned int)atoi(words[2]), &options, &granted,
                                        &error);
    printf("granted %d\n", granted);
    return tell(code, error);
}

static void print_fields(const acctstore_field *fields, size_t count) {
    size_t index;
    for (index = 0; index < count; index++) {
        printf("%s: %s\n", fields[index].name, fields[index].value);
    }
}

static int sign(acctstore *store, char **words) {
    acctstore_signed_request *signed_request = NULL;
    acctstore_error *error = NULL;
    acctstore_request request = ACCTSTORE_REQUEST_INIT;
    acctstore_field parameters[16];
    const char *account = words[0];
    int code;
    request.method = words[1];
    request.url = words[2];
    request.parameters = parameters;
    for (words += 3; words[0] != NULL && words[1] != NULL && request.parameter_count < 16; words += 2) {
        parameters[request.parameter_count].name = words[0];
        parameters[request.parameter_count].value = words[1];
        request.parameter_count++;
    }
    code = acctstore_sign(store, account, &request, &options, &signed_request, &error);
    if (code == ACCTSTORE_OK) {
        printf("%s %s\n", signed_request->method, signed_request->url);
        print_fields(signed_request->headers, signed_request->header_count);
        printf("%lu bytes\n", (unsigned long)signed_request->body_length);
        fwrite(signed_request->body, 1, signed_request->body_length, stdout);
    }
    acctstore_signed_request_free(signed_request);
    return tell(code, error);
}

static int copy_out(int descriptor) {
    char bytes[65536];
    ssize_t count;
    while ((count = read(descriptor, bytes, sizeof bytes)) > 0) {
        fwrite(bytes, 1, (size_t)count, stdout);
    }
    return (int)count;
}

static int perform(acctstore *store, char **words) {
    static const acctstore_field header = {"X-Own", "yes"};
    acctstore_response *response = NULL;
    acctstore_error *error = NULL;
    acctstore_request request = ACCTSTORE_REQUEST_INIT;
    int code, file = -1;
    request.method = words[1];
    request.url = words[2];
    request.headers = &header;
    request.header_count = 1;
    if (words[3] != NULL && (words[3][0] == '@' || strcmp(words[3], "-") == 0)) {
        file = words[3][0] == '@' ? open(words[3] + 1, O_RDONLY) : 0;
        request.body_kind = ACCTSTORE_BODY_DESCRIPTOR;
        request.body_descriptor = file;
    } else if (words[3] != NULL) {
        request.body_kind = ACCTSTORE_BODY_BYTES;
        request.body = words[3];
        request.body_length = strlen(words[3]);
    }
    code = acctstore_perform(store, words[0], &request, &options, &response, &error);
    if (file > 0) {
        close(file);
    }
    if (code == ACCTSTORE_OK) {
        int body = acctstore_response_take_body(response);
        printf("status %u\n", response->status);
        print_fields(response->headers, response->header_count);
        printf("\n");
        if (acctstore_response_take_body(response) != -1 || (fcntl(body, F_GETFD) & FD_CLOEXEC) == 0) {
            code = 99;
        }
        if (copy_out(body) < 0) {
            printf("\nthe body was cut short\n");
        }
        close(body);
    }
    acctstore_response_free(response);
    return tell(code, error);
}

static int credential(acctstore *store, char **words) {
    acctstore_error *error = NULL;
    int descriptor = 7;
    int code = acctstore_get_credential(store, words[0], &options, &descriptor, &error);
    if (code == ACCTSTORE_OK) {
        copy_out(descriptor);
        if (write(descriptor, "x", 1) != -1 || (fcntl(descriptor, F_GETFD) & FD_CLOEXEC) == 0) {
            code = 99;
        }
        close(descriptor);
    } else if (descriptor != -1) {
        code = 99;
    }
    return tell(code, error);
}

static int repeat(acctstore *store, char **words) {
    char line[64];
    int code = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        code = sign(store, words);
        printf("line %s", line);
        fflush(stdout);
    }
    return code;
}

static int run(acctstore *store, char **words) {
    static const struct {
        const char *name;
        int (*run)(acctstore *store, char **words);
        int least;
    } operations[] = {{"list", list, 0},       {"access", request_access, 3}, {"sign", sign, 3},
                      {"perform", perform, 3}, {"credential", credential, 1}, {"repeat", repeat, 3}};
    size_t index;
    int count = 0;
    while (words[count] != NULL) {
        count++;
    }
    for (index = 0; index < sizeof operations / sizeof *operations; index++) {
        if (count > operations[index].least && strcmp(words[0], operations[index].name) == 0) {
            return operations[index].run(store, words + 1);
        }
    }
    return 98;
}

int main(int count, char **words) {
    acctstore *store = NULL;
    acctstore_error *error = NULL;
    pthread_t thread = 0;
    int code;
    (void)count;
    for (words++; *words != NULL && strncmp(*words, "--", 2) == 0; words++) {
        if (strcmp(*words, "--quiet") == 0) {
            options.flags |= ACCTSTORE_NO_QUESTIONS;
        } else if (strcmp(*words, "--terminal") == 0) {
            options.flags |= ACCTSTORE_ON_TERMINAL;
            options.terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
        } else if (strcmp(*words, "--timeout") == 0) {
            options.timeout_ms = atoi(*++words);
        } else if (strcmp(*words, "--cancellable") == 0) {
            is_cancellable = 1;
        }
    }
    if (is_cancellable) {
        thread = begin_cancellable();
    }
    code = acctstore_open(NULL, &store, &error);
    if (code != ACCTSTORE_OK) {
        return tell(code, error);
    }
    code = run(store, words);
    if (is_cancellable) {
        pthread_kill(thread, SIGUSR1);
        pthread_join(thread, NULL);
        acctstore_cancel_free(options.cancel);
    }
    if ((options.flags & ACCTSTORE_ON_TERMINAL) != 0) {
        close(options.terminal);
    }
    acctstore_close(store);
    return code;
}
