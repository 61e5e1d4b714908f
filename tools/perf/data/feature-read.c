// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: feature sections into struct data_info. In goes a bounded walk over one
 * section, out come strings and numbers in native order.
 */
#include "feature-read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

/* A section that comes twice (pipe mode allows it) replaces what the first one said. */
static int read_string(struct feature_in *in, char **to)
{
	const char *text = decode__string(in);
	char *copy;

	if (!text)
		return -EINVAL;
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	free(*to);
	*to = copy;
	return 0;
}

int feature_read__hostname(struct feature_in *in, struct data_info *info)
{
	return read_string(in, &info->hostname);
}

int feature_read__osrelease(struct feature_in *in, struct data_info *info)
{
	return read_string(in, &info->osrelease);
}

int feature_read__version(struct feature_in *in, struct data_info *info)
{
	return read_string(in, &info->version);
}

int feature_read__arch(struct feature_in *in, struct data_info *info)
{
	return read_string(in, &info->arch);
}

int feature_read__cpudesc(struct feature_in *in, struct data_info *info)
{
	return read_string(in, &info->cpudesc);
}

int feature_read__cpuid(struct feature_in *in, struct data_info *info)
{
	return read_string(in, &info->cpuid);
}

int feature_read__nrcpus(struct feature_in *in, struct data_info *info)
{
	u32 avail = decode__u32(in), online = decode__u32(in);

	if (in->bad)
		return -EINVAL;
	info->nr_cpus_avail = avail;
	info->nr_cpus_online = online;
	return 0;
}

int feature_read__total_mem(struct feature_in *in, struct data_info *info)
{
	u64 kib = decode__u64(in);

	if (in->bad)
		return -EINVAL;
	info->total_mem_kib = kib;
	return 0;
}

static void free_strings(char **strings)
{
	for (char **s = strings; s && *s; s++)
		free(*s);
	free(strings);
}

int feature_read__cmdline(struct feature_in *in, struct data_info *info)
{
	u32 nr = decode__count(in, sizeof(u32));
	char **list;

	if (in->bad)
		return -EINVAL;
	list = calloc((size_t)nr + 1, sizeof(*list));
	if (!list)
		return -ENOMEM;
	for (u32 i = 0; i < nr; i++) {
		int ret = read_string(in, &list[i]);

		if (ret) {
			free_strings(list);
			return ret;
		}
	}
	free_strings(info->cmdline);
	info->cmdline = list;
	return 0;
}

/* The lists of siblings come first; a pair of core and socket for each CPU follows. */
int feature_read__cpu_topology(struct feature_in *in, struct data_info *info)
{
	u32 nr = 0;
	u32 *sockets;

	for (int list = 0; list < 2; list++)
		for (u32 left = decode__u32(in); left && !in->bad; left--)
			decode__string(in);
	if (decode__left(in) / (2 * sizeof(u32)) >= info->nr_cpus_avail)
		nr = info->nr_cpus_avail;
	sockets = calloc((size_t)nr + 1, sizeof(*sockets));
	if (!sockets)
		return -ENOMEM;
	for (u32 i = 0; i < nr; i++) {
		decode__u32(in);
		sockets[i] = decode__u32(in);
	}
	free(info->sockets);
	info->sockets = sockets;
	info->nr_sockets = nr;
	return in->bad ? -EINVAL : 0;
}

int feature_read__sample_time(struct feature_in *in, struct data_info *info)
{
	u64 first_ns = decode__u64(in), last_ns = decode__u64(in);

	if (in->bad)
		return -EINVAL;
	info->first_ns = first_ns;
	info->last_ns = last_ns;
	return 0;
}

int feature_read__clock_data(struct feature_in *in, struct data_info *info)
{
	u32 version = decode__u32(in), clockid = decode__u32(in);
	u64 wall_ns = decode__u64(in), clock_ns = decode__u64(in);

	if (in->bad || version != 1)
		return -EINVAL;
	info->has_clock = true;
	info->clockid = clockid;
	info->wall_clock_ns = wall_ns;
	info->clockid_ns = clock_ns;
	return 0;
}

static void free_groups(struct data_info *info)
{
	for (size_t i = 0; i < info->nr_groups; i++)
		free(info->groups[i].name);
	free(info->groups);
	info->groups = NULL;
	info->nr_groups = 0;
}

int feature_read__group_desc(struct feature_in *in, struct data_info *info)
{
	u32 nr = decode__count(in, 3 * sizeof(u32));

	free_groups(info);
	info->groups = calloc(nr + 1, sizeof(*info->groups));
	if (!info->groups)
		return -ENOMEM;
	for (u32 i = 0; i < nr && !in->bad; i++) {
		struct data_group *group = &info->groups[i];
		const char *name = decode__string(in);

		group->leader = decode__u32(in);
		group->nr = decode__u32(in);
		if (in->bad)
			break;
		group->name = strdup(name);
		if (!group->name)
			return -ENOMEM;
		info->nr_groups++;
	}
	return in->bad ? -EINVAL : 0;
}

int feature_read__tracing_data(struct feature_in *in, struct data_info *info)
{
	size_t size = decode__left(in);
	void *copy = malloc(size + 1);

	if (!copy)
		return -ENOMEM;
	memcpy(copy, decode__bytes(in, size), size);
	free(info->tracing_data);
	info->tracing_data = copy;
	info->tracing_data_size = size;
	return 0;
}

#define ID_BYTES 24 /* 20 of id, one of size, padding */

/* The size byte counts only where misc says so; without it the whole 20 bytes do. A record of
 * size 0 is padding at the end of the section. */
bool feature_read__build_id(struct feature_in *in, struct data_build_id *id)
{
	size_t start = in->pos;
	u16 misc, size;
	const char *path;
	const u8 *bytes;
	size_t path_max;

	decode__u32(in);
	misc = decode__u16(in);
	size = decode__u16(in);
	id->pid = decode__u32(in);
	bytes = decode__bytes(in, ID_BYTES);
	if (in->bad || size <= in->pos - start)
		return false;
	path_max = size - (in->pos - start);
	path = decode__bytes(in, path_max);
	if (!path || !memchr(path, 0, path_max))
		return false;
	id->path = path;
	id->misc = misc & ~DATA_BUILD_ID_HAS_SIZE;
	id->size = sizeof(id->id);
	if (misc & DATA_BUILD_ID_HAS_SIZE && bytes[sizeof(id->id)] <= sizeof(id->id))
		id->size = bytes[sizeof(id->id)];
	memcpy(id->id, bytes, sizeof(id->id));
	return true;
}

void data_info__exit(struct data_info *info)
{
	free(info->hostname);
	free(info->osrelease);
	free(info->version);
	free(info->arch);
	free(info->cpudesc);
	free(info->cpuid);
	free_strings(info->cmdline);
	free_groups(info);
	free(info->sockets);
	free(info->tracing_data);
	memset(info, 0, sizeof(*info));
}
