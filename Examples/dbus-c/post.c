/* Posts one text over D-Bus, with GIO alone: the body goes out and the answer comes in through descriptors.
 *
 *     apt install libglib2.0-dev
 *     gcc -o ~/bin/post post.c $(pkg-config --cflags --libs gio-unix-2.0)
 *     acctstore grant ~/bin/post 1 --write
 *     ~/bin/post '{"text": "Hello"}'
 *
 * Without the grant you are asked at the first run, and the answer is remembered:
 *
 *     ~/bin/post wants to post as @alice (1, twitter).
 */
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SERVICE "twitter"
#define API "https://api.x.com/"
/* Somebody may be asked meanwhile, so wait longer than the usual 25 seconds; in milliseconds. */
#define PATIENCE 150000

/* Calls a method; NULL and an error where it fails. The bus starts the agent where none runs. */
static GVariant *call(GDBusConnection *bus, const char *method, GVariant *arguments, const char *answer,
                      GUnixFDList *sent, GUnixFDList **received, GError **error)
{
    return g_dbus_connection_call_with_unix_fd_list_sync(
        bus, "org.acctstore.Agent1", "/org/acctstore/Agent1", "org.acctstore.Agent1", method, arguments,
        G_VARIANT_TYPE(answer), G_DBUS_CALL_FLAGS_NONE, PATIENCE, sent, received, NULL, error);
}

/* Asks for the use of the default account, else the only one. FALSE without an error: the person said no. */
static gboolean request_access(GDBusConnection *bus, GError **error)
{
    const char *permissions[] = {"write", NULL};
    GVariant *answer = call(bus, "RequestAccess", g_variant_new("(s^asa{sv})", SERVICE, permissions, NULL), "(b)",
                            NULL, NULL, error);
    gboolean granted = FALSE;

    if (answer == NULL)
        return FALSE;
    g_variant_get(answer, "(b)", &granted);
    g_variant_unref(answer);
    return granted;
}

/* The id of the account that was asked for: the default one, else the only one. More may have been granted before. NULL
 * where there is none. Free it. */
static char *chosen_account(GDBusConnection *bus, GError **error)
{
    GVariant *answer = call(bus, "ListAccounts", g_variant_new("(sa{sv})", SERVICE, NULL), "(aa{sv})", NULL, NULL,
                            error);
    GVariantIter *accounts;
    GVariant *account;
    gboolean is_default = FALSE;
    char *id = NULL;

    if (answer == NULL)
        return NULL;
    g_variant_get(answer, "(aa{sv})", &accounts);
    while (!is_default && (account = g_variant_iter_next_value(accounts)) != NULL) {
        g_variant_lookup(account, "default", "b", &is_default);
        if (is_default || id == NULL) {
            g_free(id);
            g_variant_lookup(account, "id", "s", &id);
        }
        g_variant_unref(account);
    }
    g_variant_iter_free(accounts);
    g_variant_unref(answer);
    return id;
}

/* An open file that holds the text, to be read from its start; -1 where none is to be had. */
static int file_of(const char *text, GError **error)
{
    char *path = NULL;
    int file = g_file_open_tmp(NULL, &path, error);

    if (file < 0)
        return -1;
    g_unlink(path);
    g_free(path);
    if (write(file, text, strlen(text)) != (ssize_t) strlen(text) || lseek(file, 0, SEEK_SET) != 0) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "the text cannot be kept");
        close(file);
        return -1;
    }
    return file;
}

/* Has the text sent as the account, and prints what the service answers. FALSE where it did not take it. */
static gboolean post(GDBusConnection *bus, const char *account, const char *text, GError **error)
{
    GUnixFDList *sent = g_unix_fd_list_new(), *received = NULL;
    GVariantBuilder headers;
    GVariant *answer = NULL;
    guint32 status = 0;
    int body = file_of(text, error), handle = -1;

    if (body >= 0) {
        handle = g_unix_fd_list_append(sent, body, error); /* a copy of its own */
        close(body);
    }
    if (handle >= 0) {
        g_variant_builder_init(&headers, G_VARIANT_TYPE("a(ss)"));
        g_variant_builder_add(&headers, "(ss)", "Content-Type", "application/json");
        answer = call(bus, "Perform",
                      g_variant_new("(sssa(ss)a(ss)ha{sv})", account, "POST", API "2/tweets", NULL, &headers, handle,
                                    NULL),
                      "(ua(ss)h)", sent, &received, error);
    }
    if (answer != NULL) {
        char buffer[4096];
        ssize_t count;
        int stream;

        g_variant_get(answer, "(ua(ss)h)", &status, NULL, &handle);
        stream = g_unix_fd_list_get(received, handle, error);
        /* To its end; an answer that was cut short ends with ECONNRESET. */
        while (stream >= 0 && (count = read(stream, buffer, sizeof buffer)) > 0)
            fwrite(buffer, 1, (size_t) count, stdout);
        putchar('\n');
        if (stream >= 0)
            close(stream);
        g_variant_unref(answer);
    }
    g_clear_object(&received);
    g_object_unref(sent);
    return status >= 200 && status < 300;
}

int main(int argc, char **argv)
{
    GError *error = NULL;
    GDBusConnection *bus;
    char *account = NULL;
    gboolean done = FALSE;

    if (argc != 2) {
        fprintf(stderr, "usage: %s JSON\n", argv[0]);
        return 64;
    }
    bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
    if (bus != NULL && request_access(bus, &error))
        account = chosen_account(bus, &error);
    if (account != NULL)
        done = post(bus, account, argv[1], &error);
    else if (error == NULL)
        fputs("access was not granted\n", stderr);
    if (error != NULL) {
        /* The first line says what happened, a second one how to go on. */
        g_dbus_error_strip_remote_error(error);
        fprintf(stderr, "error: %s\n", error->message);
        g_error_free(error);
    }
    g_free(account);
    g_clear_object(&bus);
    return done ? 0 : 1;
}
