// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Starts a command in two steps. Two pipes tie it to the caller: one that it waits on before
 * the exec, one that the exec closes or that carries the exec's errno.
 *
 * Until its exec the child runs in the caller's memory, on a stack of its own, as posix_spawn's
 * does: a copy would cost both of them more page faults than all the rest of a short command. So
 * it calls nothing that keeps state in memory, and no signal reaches a handler in it.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What execvp puts on the stack: a path, and for a file without #! the arguments once more. */
enum { STACK_BYTES = 64 << 10 };

/* Not for AddressSanitizer, which knows the caller's stack only. */
#define OWN_STACK __attribute__((no_sanitize_address))

/* Both pipes and the command: the first thing on the child's stack. */
struct start {
	int go[2], error[2];
	char *const *argv;
} __attribute__((aligned(16)));

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void release_stack(struct child *child)
{
	free(child->stack);
	child->stack = NULL;
}

/* Handlers are the caller's; its ignored and blocked signals are not the command's business. */
static void OWN_STACK reset_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int OWN_STACK run(void *arg)
{
	struct start *start = arg;
	ssize_t got;
	int error;
	char go;

	close(start->go[1]);
	close(start->error[0]);
	got = read(start->go[0], &go, 1);
	if (got != 1)
		_exit(0);
	reset_signals();
	execvp(start->argv[0], start->argv);
	error = errno;
	if (write(start->error[1], &error, sizeof(error)) != sizeof(error))
		_exit(127);
	_exit(127);
}

/*
 * Valgrind 3.19 runs no child that shares its caller's memory while the caller goes on. It shows
 * in the environment: valgrind preloads libraries of its own.
 */
static bool is_under_valgrind(void)
{
	const char *preload = getenv("LD_PRELOAD");

	return preload && strstr(preload, "/vgpreload_");
}

/* As clone(), for a child with a copy of the memory. */
static pid_t start_copy(struct start *start)
{
	pid_t pid = fork();

	if (!pid)
		run(start);
	return pid;
}

/* 0 or -errno. The caller's errno is its own again: the child waits. */
static int start_child(struct child *child, const struct start *start)
{
	struct start *top;
	sigset_t all, before;
	size_t words = 0, bytes;

	while (start->argv[words])
		words++;
	/* From the heap: unmapping it would interrupt every CPU that ran the child. */
	bytes = (STACK_BYTES + (words + 2) * sizeof(char *)) & ~(size_t)63;
	child->stack = malloc(bytes);
	if (!child->stack)
		return -ENOMEM;
	top = (struct start *)((char *)child->stack + bytes) - 1;
	*top = *start;
	/* With all of them blocked no handler runs in the child; an exec keeps what is pending. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	child->pid =
		is_under_valgrind() ? start_copy(top) : clone(run, top, CLONE_VM | SIGCHLD, top);
	if (child->pid < 0) {
		int error = errno;

		child->pid = 0;
		release_stack(child);
		errno = error;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return child->pid ? 0 : -errno;
}

int child__prepare(struct child *child, char *const argv[], struct err *err)
{
	struct start start = { { -1, -1 }, { -1, -1 }, argv };
	int ret;

	*child = (struct child){ .go_fd = -1, .error_fd = -1 };
	if (pipe2(start.go, O_CLOEXEC) || pipe2(start.error, O_CLOEXEC))
		ret = -errno;
	else
		ret = start_child(child, &start);
	close_fd(&start.go[0]);
	close_fd(&start.error[1]);
	if (!ret) {
		child->go_fd = start.go[1];
		child->error_fd = start.error[0];
		return 0;
	}
	close_fd(&start.go[1]);
	close_fd(&start.error[0]);
	err__set(err, ret, "starting %s: %s", argv[0], strerror(-ret));
	if (ret == -EMFILE)
		err__set_hint(err, "no file descriptor is left: raise ulimit -n");
	return ret;
}

int child__go(struct child *child, const char *name, struct err *err)
{
	int error = 0;
	sigset_t all, before;
	ssize_t got;

	if (write(child->go_fd, "", 1) != 1)
		return err__set(err, -errno, "starting %s: %s", name, strerror(errno));
	close_fd(&child->go_fd);
	/* errno is the child's too until then: nothing may interrupt this. It takes no time. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	got = read(child->error_fd, &error, sizeof(error));
	sigprocmask(SIG_SETMASK, &before, NULL);
	close_fd(&child->error_fd);
	if (got != sizeof(error)) {
		release_stack(child);
		return 0;
	}
	return err__set(err, -error, "running %s: %s", name, strerror(error));
}

int child__wait(struct child *child, bool block, int *status)
{
	pid_t pid = waitpid(child->pid, status, block ? 0 : WNOHANG);

	if (pid < 0)
		return -errno;
	if (!pid)
		return 0;
	child->pid = 0;
	release_stack(child);
	return 1;
}

int child__exit_code(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void child__exit(struct child *child)
{
	close_fd(&child->go_fd);
	close_fd(&child->error_fd);
	/* It has not become the command, nor will it: it ends at once, and its stack is ours. */
	if (child->pid > 0 && child->stack) {
		while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
			;
		child->pid = 0;
		release_stack(child);
	}
}
