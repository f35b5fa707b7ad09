/* acctstore.h: use a person's accounts without ever holding their tokens.
 *
 * Accounts (of Twitter-like services) are kept by the system's account store. A program asks for the use of one, the
 * person answers once, and the program gets signed requests, or has requests sent. All of it goes through the agent
 * on the session bus; this library links GIO and reads no keyring. libacctstore(3) is the manual.
 *
 * RESULTS. Functions that can fail return ACCTSTORE_OK (0) or another acctstore_code, and take `error`, which may be
 * NULL: it is set to NULL on success, else to an error that the caller frees with acctstore_error_free. Results are set
 * to NULL (descriptors to -1, answers to 0) on failure.
 *
 * OWNERSHIP. What is passed in stays the caller's and is not used after the function has returned; descriptors are
 * duplicated. What is given out belongs to the caller, who frees it as a whole with the function that its type names;
 * all pointers in it live as long as it does, also after acctstore_close, and must not be freed one by one. NULL may be
 * freed. Descriptors that are given out have close-on-exec set.
 *
 * GROWTH. Structures that the library makes may get fields at their end: never copy one by value or allocate one.
 * Structures that the caller makes begin with their size; begin with their ..._INIT, or with zeros and the size. In those,
 * zero means the usual everywhere, and so does a field behind their end.
 *
 * TEXT is UTF-8 that ends with NUL. A pointer described as "or NULL" is NULL where there is nothing to tell.
 *
 * THREADS. Every function may be called from any thread, and a handle used by many at once. Only acctstore_close and
 * the ..._free functions need care: nobody may begin another call with what they are given; calls that have begun end as
 * if nothing had happened. Calls block the calling thread alone, need no main loop, and can be made from one.
 * The library's own threads take no signals, and the library changes neither signals nor the locale, prints nothing and
 * exits never. It stays loaded after dlclose. No function may be called from a signal handler.
 *
 * FORK. After a fork without exec the library is unusable in the child: every call returns ACCTSTORE_FORKED at once. A
 * child that was forked before the first call may use it.
 */
#ifndef ACCTSTORE_H
#define ACCTSTORE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The release that this header belongs to, for #if. acctstore_version() tells that of the library. */
#define ACCTSTORE_VERSION_MAJOR 0
#define ACCTSTORE_VERSION_MINOR 1
#define ACCTSTORE_VERSION_PATCH 0
#define ACCTSTORE_VERSION "0.1.0"
#define ACCTSTORE_MAKE_VERSION(major, minor, patch) (((major) << 16) | ((minor) << 8) | (patch))
#define ACCTSTORE_VERSION_NUMBER \
    ACCTSTORE_MAKE_VERSION(ACCTSTORE_VERSION_MAJOR, ACCTSTORE_VERSION_MINOR, ACCTSTORE_VERSION_PATCH)

/* The release of the library, "0.1.0". Static: never freed. Does not need anything else, and cannot fail. */
const char *acctstore_version(void);

/* ---- Errors ---- */

/* Each is the D-Bus error org.acctstore.Error.* of the same name; the last two are of this library alone. A code of a
 * later agent that is not known here is ACCTSTORE_FAILED, and acctstore_error.name tells it. */
typedef enum acctstore_code {
    ACCTSTORE_OK = 0,
    ACCTSTORE_FAILED = 1,               /* none of the others */
    ACCTSTORE_INVALID_ARGUMENT = 2,     /* the call cannot be meant so; NULL where it may not be */
    ACCTSTORE_NOT_SIGNABLE = 3,         /* the header would be the secret itself: use acctstore_perform */
    ACCTSTORE_URL_NOT_ALLOWED = 4,      /* not below a base URL of the account's service, or not to be signed */
    ACCTSTORE_INPUT_REFUSED = 5,        /* what was given to send was refused */
    ACCTSTORE_NO_SUCH_ACCOUNT = 6,
    ACCTSTORE_UNAVAILABLE = 7,          /* no bus, no agent, no keyring, no network: nothing was done */
    ACCTSTORE_FILE_ERROR = 8,           /* a file of the store cannot be read or written */
    ACCTSTORE_TRY_LATER = 9,            /* too many requests */
    ACCTSTORE_SERVICE_REFUSED = 10,     /* the service answered with what is no answer */
    ACCTSTORE_ACCESS_DENIED = 11,       /* the person said no, or could not be asked */
    ACCTSTORE_NOT_CONFIGURED = 12,      /* nothing describes the service, or its app is not kept */
    ACCTSTORE_LOCKED = 13,              /* the keyring is locked and could not be opened */
    ACCTSTORE_CANCELLED = 14,           /* by acctstore_cancel_trigger, or the person dismissed the keyring's question */
    ACCTSTORE_CREDENTIAL_REJECTED = 15, /* the account needs a new log-in */
    ACCTSTORE_OUTCOME_UNKNOWN = 16,     /* a request that writes may have been done: look before it is sent again */
    ACCTSTORE_TIMED_OUT = 17,           /* acctstore_options.timeout_ms was over */
    ACCTSTORE_FORKED = 18               /* this process is a fork of the one that used the library */
} acctstore_code;

/* Free with acctstore_error_free. */
typedef struct acctstore_error {
    int code;              /* an acctstore_code, never ACCTSTORE_OK */
    const char *name;      /* "org.acctstore.Error.NoSuchAccount" */
    const char *message;   /* what happened, and to which account: one line, for the person, never a secret */
    const char *next_step; /* how to go on, often a command that works when pasted; or NULL */
} acctstore_error;

void acctstore_error_free(acctstore_error *error);

/* ---- Options of a call ---- */

/* Ends calls from another thread. */
typedef struct acctstore_cancel acctstore_cancel;

/* Never NULL. Free with acctstore_cancel_free, at any time: calls that use it go on. */
acctstore_cancel *acctstore_cancel_new(void);

/* Ends every call that was given `cancel`, and every later one: with ACCTSTORE_CANCELLED, or ACCTSTORE_OUTCOME_UNKNOWN
 * for a request that writes and may have been done. They return at once, and a question to the person goes away. It
 * cannot be taken back; make another one. */
void acctstore_cancel_trigger(acctstore_cancel *cancel);

void acctstore_cancel_free(acctstore_cancel *cancel);

/* acctstore_options.flags */
#define ACCTSTORE_NO_QUESTIONS 1u /* the person is not asked: what would need it is ACCTSTORE_ACCESS_DENIED */
#define ACCTSTORE_ON_TERMINAL 2u  /* the person may be asked on acctstore_options.terminal */

typedef struct acctstore_options {
    size_t size;              /* sizeof(acctstore_options) */
    unsigned int flags;       /* ACCTSTORE_NO_QUESTIONS, ACCTSTORE_ON_TERMINAL */
    int terminal;             /* with ACCTSTORE_ON_TERMINAL: the program's controlling terminal, open for reading and
                                 writing (open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) */
    int timeout_ms;           /* milliseconds until the call is given up; 0: 150 s where the person may be asked or a
                                 service is spoken with, else 30 s */
    acctstore_cancel *cancel; /* or NULL */
} acctstore_options;

#define ACCTSTORE_OPTIONS_INIT {sizeof(acctstore_options), 0u, 0, 0, NULL}

/* ---- The store ---- */

/* A connection to the account store. */
typedef struct acctstore acctstore;

/* Connects to the session bus and makes sure that there is an agent; the bus starts one. Asks nobody for anything.
 *
 * options: or NULL. Only timeout_ms and cancel matter here.
 * store:   the new handle. Free with acctstore_close. It stays usable when the agent or the bus is started again.
 *
 * ACCTSTORE_UNAVAILABLE where there is no bus or no agent. */
int acctstore_open(const acctstore_options *options, acctstore **store, acctstore_error **error);

void acctstore_close(acctstore *store);

/* ---- Accounts ---- */

typedef struct acctstore_account {
    const char *id;          /* its UUID, the same for ever: what other functions take */
    const char *service;     /* "twitter", "mastodon/social.example" */
    const char *app;         /* the registration that it logged in with, usually "default" */
    const char *username;    /* without @; or NULL */
    const char *user_id;     /* the service's own; or NULL */
    const char *description; /* the person's words; or NULL */
    unsigned int number;     /* 1 and up, as `acctstore list` shows it; never given again */
    int is_default;          /* 1 or 0 */
    int needs_login;         /* 1: the service no longer takes its token */
    int asks_always;         /* 1: the person is asked at every use */
} acctstore_account;

/* Free with acctstore_accounts_free. */
typedef struct acctstore_accounts {
    size_t count;
    const acctstore_account *const *items; /* `count` pointers, by number */
} acctstore_accounts;

/* The accounts that this program may use: none where nothing was granted, which is no error.
 *
 * service: or NULL for all.
 * options: or NULL. */
int acctstore_list(acctstore *store, const char *service, const acctstore_options *options,
                   acctstore_accounts **accounts, acctstore_error **error);

void acctstore_accounts_free(acctstore_accounts *accounts);

/* acctstore_request_access, permissions */
#define ACCTSTORE_READ 1u   /* GET and HEAD */
#define ACCTSTORE_WRITE 2u  /* every other request */
#define ACCTSTORE_REVEAL 4u /* the token itself */

/* acctstore_request_access, account */
#define ACCTSTORE_EVERY_ACCOUNT "*"

/* Asks for the use of an account; the person answers unless it was answered before. Blocks until then.
 *
 * account:     a UUID; ACCTSTORE_EVERY_ACCOUNT for all of the service, later ones too; NULL for the default account, or
 *              the only one.
 * permissions: ACCTSTORE_READ, ACCTSTORE_WRITE, ACCTSTORE_REVEAL, or several of them.
 * options:     or NULL.
 * granted:     1 for a yes, 0 for a no, which is an answer and no error; or NULL. */
int acctstore_request_access(acctstore *store, const char *service, const char *account, unsigned int permissions,
                             const acctstore_options *options, int *granted, acctstore_error **error);

/* ---- Requests ---- */

/* A parameter, or a header field; both text, not encoded. */
typedef struct acctstore_field {
    const char *name;
    const char *value;
} acctstore_field;

/* acctstore_request.body_kind */
#define ACCTSTORE_BODY_NONE 0
#define ACCTSTORE_BODY_BYTES 1      /* `body` and `body_length` */
#define ACCTSTORE_BODY_DESCRIPTOR 2 /* `body_descriptor` */

typedef struct acctstore_request {
    size_t size;                       /* sizeof(acctstore_request) */
    const char *method;                /* "GET"; upper case */
    const char *url;                   /* absolute, below a base URL of the account's service */
    const acctstore_field *parameters; /* go to the query for GET, HEAD, DELETE and where there is a body, else to a
                                          form body */
    size_t parameter_count;
    const acctstore_field *headers; /* of the program's own; for acctstore_perform alone */
    size_t header_count;
    int body_kind;       /* for acctstore_perform alone */
    int body_descriptor; /* a file, pipe or socket, read by the agent from where it stands to its end */
    const void *body;
    size_t body_length; /* bytes */
} acctstore_request;

#define ACCTSTORE_REQUEST_INIT \
    {sizeof(acctstore_request), NULL, NULL, NULL, 0, NULL, 0, ACCTSTORE_BODY_NONE, 0, NULL, 0}

/* Free with acctstore_signed_request_free. */
typedef struct acctstore_signed_request {
    const char *method;
    const char *url; /* exactly what was signed: send it as it is */
    size_t header_count;
    const acctstore_field *headers; /* Authorization, and Content-Type where there is a body */
    const unsigned char *body;      /* the form body; or NULL */
    size_t body_length;             /* bytes */
} acctstore_signed_request;

/* Signs a request, to be sent by the program itself, once and within minutes.
 *
 * account: a UUID.
 * options: or NULL.
 *
 * ACCTSTORE_NOT_SIGNABLE for accounts whose signature would be the secret. */
int acctstore_sign(acctstore *store, const char *account, const acctstore_request *request,
                   const acctstore_options *options, acctstore_signed_request **signed_request,
                   acctstore_error **error);

void acctstore_signed_request_free(acctstore_signed_request *signed_request);

/* Free with acctstore_response_free. */
typedef struct acctstore_response {
    unsigned int status; /* of HTTP; a redirect is an answer too */
    size_t header_count;
    const acctstore_field *headers; /* as they came, repeats and all */
    int body;                       /* read it to its end; one that was cut short ends with ECONNRESET in place of end of
                                       file. -1 after acctstore_response_take_body */
} acctstore_response;

/* Signs a request, has the agent send it, and gives the answer as soon as its head is there: bodies go through
 * descriptors both ways, and are never held in memory as a whole. An error of the service (404) is an answer.
 *
 * account: a UUID.
 * options: or NULL. Once the response is there, they no longer matter. */
int acctstore_perform(acctstore *store, const char *account, const acctstore_request *request,
                      const acctstore_options *options, acctstore_response **response, acctstore_error **error);

/* The descriptor of the body, which from now on the caller closes; -1 where it was taken before. */
int acctstore_response_take_body(acctstore_response *response);

/* Closes the body too, unless it was taken. */
void acctstore_response_free(acctstore_response *response);

/* ---- The token itself ---- */

/* The token, for what can be done in no other way. Takes ACCTSTORE_REVEAL, which is asked for apart.
 *
 * account:    a UUID.
 * options:    or NULL.
 * descriptor: a sealed file in memory, to be read from its beginning and closed by the caller. It holds form-encoded
 *             pairs: oauth_token, oauth_token_secret, consumer_key, consumer_secret, signature_method, service, and
 *             where they are known user_id and screen_name. After a log-in by OAuth 2.0 access_token, token_type, and where
 *             they are known scope and expires stand in place of the first five. */
int acctstore_get_credential(acctstore *store, const char *account, const acctstore_options *options, int *descriptor,
                             acctstore_error **error);

#ifdef __cplusplus
}
#endif

#endif
