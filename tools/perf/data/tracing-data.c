// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, writing: the formats of tracepoints, as the readers' trace event libraries want
 * them. In goes tracefs and a list of "sys:name", out comes one section (version 0.6).
 */
#include "tracing-data.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "encode.h"
#include "feature-write.h"
#include "file.h"
#include "util/tracefs.h"

#define FILE_MAX (64 << 20)

/* A name with its NUL, then a file with its u64 length before it. -ENODATA: not readable. */
static int add_file(struct buf *out, int dir, const char *path)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(dir, path, FILE_MAX, &text);

	if (len < 0)
		return len == -ENOMEM ? -ENOMEM : -ENODATA;
	encode__u64(out, len);
	return buf__append(out, text, len);
}

static int add_page_format(struct buf *out, int dir, const char *name, const char *path)
{
	size_t before;
	int ret;

	buf__append(out, name, strlen(name) + 1);
	before = out->len;
	ret = add_file(out, dir, path);
	if (ret == -ENODATA && out->len == before)
		return encode__u64(out, 0);
	return ret;
}

/* The length of the system's name in "sys:name"; 0 when it is no such text. */
static size_t system_len(const char *tracepoint)
{
	const char *colon = strchr(tracepoint, ':');

	if (!colon || strchr(tracepoint, '/') || tracepoint[0] == '.' || !colon[1])
		return 0;
	return colon - tracepoint;
}

static bool same_system(const char *a, const char *b)
{
	size_t len = system_len(a);

	return len && len == system_len(b) && !strncmp(a, b, len);
}

static bool is_repeated(const char *const *tracepoints, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (!strcmp(tracepoints[i], tracepoints[j]))
			return true;
	return false;
}

/* One system: its name, how many formats, and these. Returns 1 when it has any, else 0. */
static u32 add_system(struct buf *out, int dir, const char *const *tracepoints, size_t first)
{
	size_t start = out->len, len = system_len(tracepoints[first]), at;
	u32 nr = 0;

	buf__append(out, tracepoints[first], len);
	buf__append_zeros(out, 1);
	at = out->len;
	encode__u32(out, 0);
	for (size_t i = first; tracepoints[i]; i++) {
		char path[512];

		if (!same_system(tracepoints[first], tracepoints[i]) || is_repeated(tracepoints, i))
			continue;
		snprintf(path, sizeof(path), "events/%.*s/%s/format", (int)len, tracepoints[i],
			 tracepoints[i] + len + 1);
		nr += add_file(out, dir, path) == 0;
	}
	encode__set_u32(out, at, nr);
	if (!nr && !buf__error(out))
		out->len = start;
	return nr > 0;
}

static void add_systems(struct buf *out, int dir, const char *const *tracepoints)
{
	size_t at = out->len;
	u32 nr = 0;

	encode__u32(out, 0);
	for (size_t i = 0; tracepoints[i]; i++) {
		bool seen = !system_len(tracepoints[i]);

		for (size_t j = 0; j < i && !seen; j++)
			seen = same_system(tracepoints[i], tracepoints[j]);
		if (!seen)
			nr += add_system(out, dir, tracepoints, i);
	}
	encode__set_u32(out, at, nr);
}

/* Text that event formats refer to; an unreadable file is an empty one. */
static void add_text(struct buf *out, int dir, const char *path, bool wide_length)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(dir, path, FILE_MAX, &text);

	if (len < 0)
		len = 0;
	if (wide_length)
		encode__u64(out, len);
	else
		encode__u32(out, len);
	buf__append(out, text, len);
}

static const u8 magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

int tracing_data__write(struct buf *out, const struct feature_source *source)
{
	static const char *const none[] = { NULL };
	const char *const *tracepoints = source->info->tracepoints;
	_cleanup_free_ char *mount = NULL;
	_cleanup_close_ int dir = -1;
	const u8 flags[] = { __BYTE_ORDER == __BIG_ENDIAN, sizeof(long) };
	int ret;

	if (!source->info->has_tracepoints)
		return -ENODATA;
	mount = tracefs__find(NULL);
	if (!mount)
		return -ENODATA;
	dir = open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return -ENODATA;
	buf__append(out, magic, sizeof(magic));
	buf__append(out, "0.6", 4);
	buf__append(out, flags, sizeof(flags));
	encode__u32(out, sysconf(_SC_PAGESIZE));
	ret = add_page_format(out, dir, "header_page", "events/header_page");
	if (!ret)
		ret = add_page_format(out, dir, "header_event", "events/header_event");
	if (ret)
		return ret;
	encode__u32(out, 0); /* formats of ftrace's own events */
	add_systems(out, dir, tracepoints ? tracepoints : none);
	encode__u32(out, 0); /* kallsyms */
	add_text(out, dir, "printk_formats", false);
	add_text(out, dir, "saved_cmdlines", true);
	return buf__error(out);
}
