/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <sys/types.h>

#include "err.h"

/*
 * A command that is started in two steps, so that its pid is known before it runs: prepare starts a
 * process that waits, go lets it exec. Zeroed is none.
 */
struct child {
	pid_t pid;    /* 0: none */
	int go_fd;    /* writing end of what it waits on; -1 once it was let go */
	int error_fd; /* gives the errno of an exec that failed */
	void *stack;  /* its own, until the exec */
};

/*
 * 0 or -errno. The process ends by itself when the caller dies before it said go. @argv stays as it
 * is until then.
 */
int child__prepare(struct child *child, char *const argv[], struct err *err);

/* Returns when the exec has happened: 0, or the -errno of the exec, with @err naming the command. */
int child__go(struct child *child, const char *name, struct err *err);

/*
 * Has it ended? With @block waits for that (a signal without SA_RESTART gives -EINTR). 1 and its
 * wait status, 0 when it still runs, -errno.
 */
int child__wait(struct child *child, bool block, int *status);

/* What a shell makes of a wait status: the exit code, or 128 and the signal's number. */
int child__exit_code(int status);

/*
 * Ends and waits for what was prepared but never became the command, and closes the pipes; leaves a
 * running command alone.
 */
void child__exit(struct child *child);

#endif
