#define _GNU_SOURCE
#include "CShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { status_number = 3, connection_number = 4, terminal_number = 3, usual_files = 1024 };

/* Without the descriptors that are negative. */
static int spawn(
    const char *program, char *const arguments[], char *const environment[], int status_descriptor, int connection,
    pid_t *pid) {
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
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (status_descriptor >= 0) {
        posix_spawn_file_actions_adddup2(&actions, status_descriptor, status_number);
    }
    if (connection >= 0) {
        posix_spawn_file_actions_adddup2(&actions, connection, connection_number);
    }
    int last = connection >= 0 ? connection_number : status_descriptor >= 0 ? status_number : STDERR_FILENO;
    posix_spawn_file_actions_addclosefrom_np(&actions, last + 1);
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
    const char *program, char *const arguments[], char *const environment[], int status_descriptor, int connection,
    pid_t *pid) {
    return spawn(program, arguments, environment, status_descriptor, connection, pid);
}

int acctstore_spawn_apart(
    const char *program, char *const arguments[], char *const environment[], pid_t *pid) {
    return spawn(program, arguments, environment, -1, -1, pid);
}

/* In the child, which has one thread: nothing but calls that are safe after fork(2) in a process with many. */
static void become_dialog(
    const char *program, char *const arguments[], char *const environment[], int conversation, int terminal,
    pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_WRONLY);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent || setsid() < 0 || chdir("/") != 0 || null < 0 ||
        dup2(conversation, STDIN_FILENO) < 0 || dup2(conversation, STDOUT_FILENO) < 0 ||
        dup2(null, STDERR_FILENO) < 0 || (terminal >= 0 && dup2(terminal, terminal_number) < 0)) {
        return;
    }
    /* Where the number is the terminal's own already, dup2 left it to be closed. */
    if (terminal == terminal_number && fcntl(terminal_number, F_SETFD, 0) < 0) {
        return;
    }
    closefrom(terminal >= 0 ? terminal_number + 1 : terminal_number);
    /* Now that numbers below it are free. */
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > usual_files) {
        files.rlim_cur = usual_files;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    execve(program, arguments, environment);
}

int acctstore_spawn_dialog(
    const char *program, char *const arguments[], char *const environment[], int conversation, int terminal,
    pid_t *pid) {
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        become_dialog(program, arguments, environment, conversation, terminal, parent);
        _exit(127);
    }
    *pid = child;
    return child < 0 ? errno : 0;
}

void acctstore_close_from(int lowest) {
    closefrom(lowest);
}
