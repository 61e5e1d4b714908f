// SPDX-License-Identifier: GPL-2.0-only
/* The requests of `perf persistent` to a holder that runs, and to a keeper that has none. */
#include "persistent/control.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "cleanup.h"
#include "persistent/ask.h"
#include "persistent/holder.h"

#define END_MS 10000

static int connect_dir(const char *run_dir, struct err *err)
{
	_cleanup_free_ char *path = NULL;

	if (asprintf(&path, "%s/" RUNDIR_SOCKET, run_dir) < 0) {
		path = NULL;
		return err__set(err, -ENOMEM, "out of memory");
	}
	return ask__connect(path, err);
}

/* Sends, and calls @fn for each line until OK. */
static int request(int fd, const struct buf *message,
		   void (*fn)(void *arg, const struct event_status *status), void *arg,
		   struct err *err)
{
	_cleanup_free_ struct socket_message *answer = malloc(sizeof(*answer));
	int ret = answer ? ask__request(fd, message, err) : err__set(err, -ENOMEM, "out of memory");

	while (!ret) {
		struct event_status status;
		struct wire body;
		int type = ask__answer(fd, answer, &body, err);

		if (type < 0)
			return type;
		socket_message__close_fds(answer);
		if (type == MESSAGE_OK)
			return 0;
		if (type != MESSAGE_STATUS || !fn || message__get_status(&body, &status))
			return err__set(err, -EPROTO, "the holder's answer can not be read");
		fn(arg, &status);
		event_status__exit(&status);
	}
	return ret;
}

static int request_dir(const char *run_dir, const struct buf *message,
		       void (*fn)(void *arg, const struct event_status *status), void *arg,
		       struct err *err)
{
	_cleanup_close_ int fd = connect_dir(run_dir, err);

	return fd < 0 ? fd : request(fd, message, fn, arg, err);
}

int control__add(const char *run_dir, const struct add_request *add, struct err *err)
{
	struct buf message = { 0 };
	int ret;

	message__put_add(&message, add);
	ret = request_dir(run_dir, &message, NULL, NULL, err);
	buf__exit(&message);
	return ret;
}

int control__remove(const char *run_dir, const char *name, struct err *err)
{
	struct buf message = { 0 };
	int ret;

	message__put_name(&message, name);
	ret = request_dir(run_dir, &message, NULL, NULL, err);
	buf__exit(&message);
	return ret;
}

int control__list(const char *run_dir, void (*fn)(void *arg, const struct event_status *status),
		  void *arg, struct err *err)
{
	struct buf message = { 0 };
	int ret;

	message__put_plain(&message, MESSAGE_LIST);
	ret = request_dir(run_dir, &message, fn, arg, err);
	buf__exit(&message);
	return ret;
}

static int stop_holder(int fd, struct err *err)
{
	struct pollfd end = { .fd = -1, .events = POLLIN };
	struct buf message = { 0 };
	uid_t uid;
	pid_t pid;
	int ret;

	if (!socket__peer(fd, &uid, &pid) && pid > 0)
		end.fd = pidfd_open(pid, 0);
	message__put_plain(&message, MESSAGE_STOP);
	ret = request(fd, &message, NULL, NULL, err);
	buf__exit(&message);
	/* Everything has ended by now, but for the process itself. */
	if (!ret && end.fd >= 0)
		poll(&end, 1, END_MS);
	if (end.fd >= 0)
		close(end.fd);
	return ret;
}

/* A holder that was killed: its keeper's events are stopped in its place. */
static int stop_keeper(const char *run_dir, struct err *err)
{
	struct holder *holder;
	int ret = holder__new_taking_over(&holder, run_dir, err);

	if (ret)
		return ret;
	holder__stop(holder);
	holder__delete(holder);
	return 0;
}

int control__stop(const char *run_dir, struct err *err)
{
	_cleanup_close_ int fd = connect_dir(run_dir, err);

	if (fd == -ECONNREFUSED)
		return stop_keeper(run_dir, err);
	return fd < 0 ? fd : stop_holder(fd, err);
}
