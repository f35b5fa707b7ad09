#define _GNU_SOURCE
#include "CShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

enum { extra_number = 3 };

/* Without a conversation, and without an extra descriptor, where they are negative. */
static int spawn(
    const char *program, char *const arguments[], char *const environment[], int conversation, int extra, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);

    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    if (conversation >= 0) {
        posix_spawn_file_actions_adddup2(&actions, conversation, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, conversation, STDOUT_FILENO);
    } else {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (extra >= 0) {
        posix_spawn_file_actions_adddup2(&actions, extra, extra_number);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, extra >= 0 ? extra_number + 1 : extra_number);
    posix_spawn_file_actions_addchdir_np(&actions, "/");
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    error = posix_spawn(pid, program, &actions, &attributes, arguments, environment);

    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int acctstore_spawn_detached(
    const char *program, char *const arguments[], char *const environment[], int status_descriptor, pid_t *pid) {
    return spawn(program, arguments, environment, -1, status_descriptor, pid);
}

int acctstore_spawn_apart(
    const char *program, char *const arguments[], char *const environment[], pid_t *pid) {
    return spawn(program, arguments, environment, -1, -1, pid);
}

int acctstore_spawn_dialog(
    const char *program, char *const arguments[], char *const environment[], int conversation, int terminal,
    pid_t *pid) {
    return spawn(program, arguments, environment, conversation, terminal, pid);
}

void acctstore_close_from(int lowest) {
    closefrom(lowest);
}
