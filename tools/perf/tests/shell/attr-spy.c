// SPDX-License-Identifier: GPL-2.0-only
/*
 * attr-spy: a library for LD_PRELOAD that stands before libc's syscall(). Each perf_event_open() of
 * the program goes in; a line "PID CPU GROUP FLAGS RESULT WORD..." (words of the attr in hex,
 * RESULT an errno, 0, or "faked") is appended to the file that ATTR_SPY_OUT names. With ATTR_SPY_FAKE
 * set, what this machine can not open is opened as a dummy event in its place, so that a program
 * takes the same way as on a machine that has the hardware.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel takes an attr of at most a page. */
#define WORDS_MAX 512

struct open_call {
	const struct perf_event_attr *attr;
	long pid, cpu, group, flags;
};

typedef long (*syscall_fn)(long nr, ...);

static long next(long nr, const long *a)
{
	/* Pointers to functions come as pointers to data; a union is how C lets that be. */
	union {
		void *data;
		syscall_fn fn;
	} real = { .data = dlsym(RTLD_NEXT, "syscall") };

	return real.fn(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void write_line(const struct open_call *call, const char *result)
{
	const char *path = getenv("ATTR_SPY_OUT");
	unsigned long long words[WORDS_MAX] = { 0 };
	char line[WORDS_MAX * 20 + 128];
	size_t size = call->attr->size ? call->attr->size : PERF_ATTR_SIZE_VER0;
	int len, fd;

	if (!path)
		return;
	if (size > sizeof(words))
		size = sizeof(words);
	memcpy(words, call->attr, size);
	len = snprintf(line, sizeof(line), "%ld %ld %d %lx %s", call->pid, call->cpu,
		       call->group >= 0, call->flags, result);
	for (size_t i = 0; i < (size + 7) / 8; i++)
		len += snprintf(line + len, sizeof(line) - len, " %llx", words[i]);
	line[len++] = '\n';
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, line, len) != len)
		fprintf(stderr, "attr-spy: %s: %s\n", path, strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* No other errno says that the machine lacks what was asked for. */
static int is_lacking(int error)
{
	return error == ENOENT || error == EINVAL || error == ENODEV || error == EOPNOTSUPP ||
	       error == E2BIG || error == ENXIO;
}

static long open_dummy(const struct open_call *call)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER0,
		.config = PERF_COUNT_SW_DUMMY,
		.read_format = call->attr->read_format & ~(unsigned long long)PERF_FORMAT_GROUP,
		.disabled = 1,
	};
	long args[6] = { (long)&attr, call->pid, call->cpu, -1, 0, 0 };

	return next(SYS_perf_event_open, args);
}

__attribute__((visibility("default"))) long syscall(long nr, ...)
{
	char result[16];
	long a[6], ret;
	va_list ap;
	int error;

	va_start(ap, nr);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	ret = next(nr, a);
	error = errno;
	if (nr == SYS_perf_event_open && a[0]) {
		struct open_call call = { (const void *)a[0], (int)a[1], (int)a[2], (int)a[3],
					  a[4] };

		snprintf(result, sizeof(result), "%d", ret < 0 ? error : 0);
		if (ret < 0 && getenv("ATTR_SPY_FAKE") && is_lacking(error)) {
			ret = open_dummy(&call);
			if (ret >= 0)
				strcpy(result, "faked");
		}
		write_line(&call, result);
	}
	errno = error;
	return ret;
}
