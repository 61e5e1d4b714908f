// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, writing: the content of those feature sections that tell about the recording
 * (events, command line, clock, build-ids). What tells about the machine is in machine.c. In
 * goes what the recorder knows, out come the bytes of one section.
 */
#include "feature-write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "attr-encode.h"
#include "encode.h"
#include "format.h"
#include "version.h"

#define BUILD_ID_BYTES 24 /* 20 of id, one of size, padding */

int feature_write__build_id_record(struct buf *out, const struct data_build_id *id)
{
	size_t len = strlen(id->path);
	size_t padded = ALIGN_UP(len + 1, DATA_STRING_ALIGN);
	struct perf_event_header header = {
		.type = DATA_RECORD_BUILD_ID,
		.misc = id->misc | DATA_BUILD_ID_HAS_SIZE,
		.size = sizeof(header) + sizeof(u32) + BUILD_ID_BYTES + padded,
	};
	u8 bytes[BUILD_ID_BYTES] = { 0 };

	if (padded > 32768 || id->size > sizeof(id->id))
		return -EINVAL;
	memcpy(bytes, id->id, id->size);
	bytes[sizeof(id->id)] = id->size;
	buf__append(out, &header, sizeof(header));
	buf__append(out, &id->pid, sizeof(id->pid));
	buf__append(out, bytes, sizeof(bytes));
	buf__append(out, id->path, len);
	return buf__append_zeros(out, padded - len);
}

int feature_write__build_id(struct buf *out, const struct feature_source *source)
{
	if (!source->nr_build_ids)
		return -ENODATA;
	/* A path that fits no record is left out: the others are worth having. */
	for (size_t i = 0; i < source->nr_build_ids; i++)
		feature_write__build_id_record(out, &source->build_ids[i]);
	return buf__error(out);
}

static int write_uname(struct buf *out, size_t field)
{
	struct utsname name;

	if (uname(&name))
		return -ENODATA;
	return encode__string(out, (const char *)&name + field);
}

int feature_write__hostname(struct buf *out, const struct feature_source *source)
{
	(void)source;
	return write_uname(out, offsetof(struct utsname, nodename));
}

int feature_write__osrelease(struct buf *out, const struct feature_source *source)
{
	(void)source;
	return write_uname(out, offsetof(struct utsname, release));
}

int feature_write__version(struct buf *out, const struct feature_source *source)
{
	(void)source;
	return encode__string(out, PERF_VERSION);
}

int feature_write__arch(struct buf *out, const struct feature_source *source)
{
	(void)source;
	return write_uname(out, offsetof(struct utsname, machine));
}

/* The list begins with the path of the program itself. */
int feature_write__cmdline(struct buf *out, const struct feature_source *source)
{
	const char *const *argv = source->info->argv;
	char path[4096];
	ssize_t len;
	u32 nr = 1;

	if (!argv)
		return -ENODATA;
	len = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[len > 0 ? len : 0] = 0;
	while (argv[nr - 1])
		nr++;
	encode__u32(out, nr);
	encode__string(out, len > 0 ? path : "perf");
	while (*argv)
		encode__string(out, *argv++);
	return buf__error(out);
}

int feature_write__event_desc(struct buf *out, const struct feature_source *source)
{
	const struct data_writer_info *info = source->info;
	u32 attr_size = attr_encode__largest(info);

	if (!info->nr_events)
		return -ENODATA;
	encode__u32(out, info->nr_events);
	encode__u32(out, attr_size);
	for (size_t i = 0; i < info->nr_events; i++) {
		const struct data_event *event = &info->events[i];

		attr_encode__append(out, event, attr_size);
		encode__u32(out, event->nr_ids);
		encode__string(out, event->name ? event->name : "unknown");
		buf__append(out, event->ids, event->nr_ids * sizeof(u64));
	}
	return buf__error(out);
}

static u32 count_members(const struct data_writer_info *info, size_t leader)
{
	u32 nr = 0;

	for (size_t i = 0; i < info->nr_events; i++)
		nr += info->leaders[i] == leader;
	return nr;
}

/* Only groups of two and more are groups. */
int feature_write__group_desc(struct buf *out, const struct feature_source *source)
{
	const struct data_writer_info *info = source->info;
	size_t at = out->len;
	u32 nr = 0;

	if (!info->leaders)
		return -ENODATA;
	encode__u32(out, 0);
	for (size_t i = 0; i < info->nr_events; i++) {
		u32 members = count_members(info, i);

		if (members < 2)
			continue;
		/* Readers know a group without a name by this text. */
		encode__string(out, info->group_names && info->group_names[i] ? info->group_names[i]
									      : "{anon_group}");
		encode__u32(out, i);
		encode__u32(out, members);
		nr++;
	}
	encode__set_u32(out, at, nr);
	return nr ? buf__error(out) : -ENODATA;
}

int feature_write__sample_time(struct buf *out, const struct feature_source *source)
{
	if (!source->first_ns && !source->last_ns)
		return -ENODATA;
	encode__u64(out, source->first_ns);
	return encode__u64(out, source->last_ns);
}

static u64 timespec_ns(const struct timespec *ts)
{
	return ts->tv_sec * 1000000000ull + ts->tv_nsec;
}

int feature_write__clockid(struct buf *out, const struct feature_source *source)
{
	struct timespec resolution;

	if (source->info->clockid < 0 || clock_getres(source->info->clockid, &resolution))
		return -ENODATA;
	return encode__u64(out, timespec_ns(&resolution));
}

/*
 * The same moment in wall time and in the events' clock: the wall clock is read between two
 * readings of the other, and the middle of the closest of a few tries is taken.
 */
int feature_write__clock_data(struct buf *out, const struct feature_source *source)
{
	u64 best = UINT64_MAX, wall_ns = 0, clock_ns = 0;

	if (source->info->clockid < 0)
		return -ENODATA;
	for (int i = 0; i < 5; i++) {
		struct timespec before, wall, after;

		if (clock_gettime(source->info->clockid, &before) ||
		    clock_gettime(CLOCK_REALTIME, &wall) ||
		    clock_gettime(source->info->clockid, &after))
			return -ENODATA;
		if (timespec_ns(&after) - timespec_ns(&before) >= best)
			continue;
		best = timespec_ns(&after) - timespec_ns(&before);
		clock_ns = timespec_ns(&before) + best / 2;
		wall_ns = timespec_ns(&wall);
	}
	encode__u32(out, 1);
	encode__u32(out, source->info->clockid);
	encode__u64(out, wall_ns);
	return encode__u64(out, clock_ns);
}
