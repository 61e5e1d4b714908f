// SPDX-License-Identifier: GPL-2.0-only
/* Asking a holder: connection, request and answer, with every fault told for people. */
#include "persistent/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "persistent/keeping.h"
#include "persistent/rundir.h"

#define TIMEOUT_S 20

/* Where nobody listens: is the history still there? */
static int nobody(const struct rundir *dir, int code, struct err *err)
{
	if (code == -EACCES)
		return err__set(err, code,
				"%s: permission denied; persistent events are for root only",
				dir->path);
	if (code != -ENOENT && code != -ECONNREFUSED)
		return err__set(err, code, "the holder in %s does not answer: %s", dir->path,
				strerror(-code));
	err__set(err, -ECONNREFUSED, "no holder runs in %s", dir->path);
	if (keeping__lives(dir))
		err__set_hint(err,
			      "a keeper still has its events: 'perf persistent serve --run-dir %s' "
			      "takes them over, 'perf persistent stop' ends them",
			      dir->path);
	else
		err__set_hint(err, "'perf persistent serve' starts one");
	return -ECONNREFUSED;
}

/* The directory may be missing altogether: then nobody holds there. */
static int open_rundir(struct rundir *dir, const char *path, struct err *err)
{
	int ret = rundir__open(dir, path, false, err);

	if (ret != -ENOENT)
		return ret;
	err__set(err, -ECONNREFUSED, "no holder runs in %s", path);
	err__set_hint(err, "'perf persistent serve' starts one");
	return -ECONNREFUSED;
}

int ask__connect(const char *path, struct err *err)
{
	const char *slash = strrchr(path, '/');
	_cleanup_free_ char *parent =
		slash ? strndup(path, slash - path + (slash == path)) : strdup(".");
	const char *name = slash ? slash + 1 : path;
	struct rundir dir;
	int fd;

	if (!parent)
		return err__set(err, -ENOMEM, "out of memory");
	fd = open_rundir(&dir, parent, err);
	if (fd)
		return fd;
	fd = socket__connect(dir.fd, name, TIMEOUT_S);
	if (fd < 0)
		nobody(&dir, fd, err);
	rundir__exit(&dir, false);
	return fd;
}

int ask__request(int fd, const struct buf *request, struct err *err)
{
	int ret = socket__send(fd, request, NULL, 0, 0);

	if (!ret || ret == -EPIPE || ret == -ECONNRESET)
		return 0;
	return err__set(err, ret, "the holder can not be asked: %s", strerror(-ret));
}

/* An end of the connection can hide an answer that came before it. */
static int receive(int fd, struct socket_message *message)
{
	int ret = socket__receive(fd, message, 0);

	return ret == -ECONNRESET ? socket__receive(fd, message, 0) : ret;
}

int ask__answer(int fd, struct socket_message *message, struct wire *body, struct err *err)
{
	int type, ret = receive(fd, message);

	if (ret == -EMFILE)
		return err__set(err, ret,
				"too few file descriptors for the rings of all CPUs; raise the "
				"limit "
				"of open files (ulimit -n)");
	if (ret == -EAGAIN)
		return err__set(err, -ETIMEDOUT, "the holder does not answer");
	if (ret <= 0)
		return err__set(err, ret ? ret : -ECONNRESET, "the holder ended the connection");
	type = message__open(message->data, message->len, body);
	if (type == MESSAGE_ERROR) {
		struct err said;

		ret = message__get_err(body, &said);
		if (!ret)
			ret = err__copy(err, &said);
		else
			err__set(err, ret, "the holder's error can not be read");
		socket_message__close_fds(message);
		return ret;
	}
	if (type < 0) {
		socket_message__close_fds(message);
		return err__set(err, type, "%s",
				type == -EPROTONOSUPPORT
					? "holder and client are of different versions of perf"
					: "the holder's answer can not be read");
	}
	return type;
}
