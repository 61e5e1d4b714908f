// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Starts a command in two steps. Two pipes tie it to the caller: one that it waits on before
 * the exec, one that the exec closes or that carries the exec's errno.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void __attribute__((noreturn)) run(int go_fd, int error_fd, char *const argv[])
{
	char go;
	sigset_t none;
	ssize_t got;
	int error;

	do
		got = read(go_fd, &go, 1);
	while (got < 0 && errno == EINTR);
	if (got != 1)
		_exit(0);
	/* What the caller ignores or blocks is not the command's business. */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	execvp(argv[0], argv);
	error = errno;
	if (write(error_fd, &error, sizeof(error)) != sizeof(error))
		_exit(127);
	_exit(127);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int child__prepare(struct child *child, char *const argv[], struct err *err)
{
	int go[2] = { -1, -1 }, error[2] = { -1, -1 }, ret;

	*child = (struct child){ .go_fd = -1, .error_fd = -1 };
	if (pipe2(go, O_CLOEXEC) || pipe2(error, O_CLOEXEC))
		goto err;
	child->pid = fork();
	if (child->pid < 0)
		goto err;
	if (!child->pid) {
		close(go[1]);
		close(error[0]);
		run(go[0], error[1], argv);
	}
	close(go[0]);
	close(error[1]);
	child->go_fd = go[1];
	child->error_fd = error[0];
	return 0;
err:
	ret = -errno;
	child->pid = 0;
	close_fd(&go[0]);
	close_fd(&go[1]);
	close_fd(&error[0]);
	close_fd(&error[1]);
	err__set(err, ret, "starting %s: %s", argv[0], strerror(-ret));
	if (ret == -EMFILE)
		err__set_hint(err, "no file descriptor is left: raise ulimit -n");
	return ret;
}

int child__go(struct child *child, const char *name, struct err *err)
{
	int error = 0;
	ssize_t got;

	if (write(child->go_fd, "", 1) != 1)
		return err__set(err, -errno, "starting %s: %s", name, strerror(errno));
	close_fd(&child->go_fd);
	do
		got = read(child->error_fd, &error, sizeof(error));
	while (got < 0 && errno == EINTR);
	close_fd(&child->error_fd);
	if (got != sizeof(error))
		return 0;
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
	return 1;
}

int child__exit_code(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void child__exit(struct child *child)
{
	bool waiting = child->pid > 0 && child->go_fd >= 0;

	close_fd(&child->go_fd);
	close_fd(&child->error_fd);
	if (waiting) {
		waitpid(child->pid, NULL, 0);
		child->pid = 0;
	}
}
