// SPDX-License-Identifier: LGPL-2.1-or-later
/* The kernel's list format of CPU numbers, both ways. */
#include "cpulist.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cleanup.h"
#include "file.h"

#define ONLINE_CPUS "/sys/devices/system/cpu/online"

static int parse_number(const char **at, const char *text, struct err *err)
{
	const char *p = *at;
	int value = 0;

	if (!isdigit((unsigned char)*p))
		return err__set_at(err, -EINVAL, p - text + 1, "a CPU number is missing");
	for (; isdigit((unsigned char)*p); p++) {
		value = value * 10 + *p - '0';
		if (value >= CPULIST_MAX)
			return err__set_at(err, -ERANGE, p - text + 1, "CPU numbers end at %d",
					   CPULIST_MAX - 1);
	}
	*at = p;
	return value;
}

/* Moves *at past one "N" or "N-M", which are then in *first and *last. */
static int parse_range(const char **at, const char *text, int bounds[2], struct err *err)
{
	int column = *at - text + 1;
	int first = parse_number(at, text, err), last = first;

	if (first < 0)
		return first;
	if (**at == '-') {
		(*at)++;
		last = parse_number(at, text, err);
		if (last < 0)
			return last;
	}
	bounds[0] = first;
	bounds[1] = last;
	if (last < first)
		return err__set_at(err, -EINVAL, column, "the range %d-%d is reversed", first,
				   last);
	return 0;
}

/* Marks all ranges in @seen; NULL: only looks. Returns the highest number, or -1 for none. */
static int parse_ranges(const char **at, const char *text, u8 *seen, struct err *err)
{
	int highest = -1;

	while (**at && !isspace((unsigned char)**at)) {
		int bounds[2], ret = parse_range(at, text, bounds, err);

		if (ret)
			return ret;
		if (seen)
			memset(seen + bounds[0], 1, bounds[1] - bounds[0] + 1);
		highest = bounds[1] > highest ? bounds[1] : highest;
		if (**at != ',')
			break;
		(*at)++;
	}
	return highest;
}

static int collect(const u8 *seen, int nr_seen, int **cpus)
{
	int nr = 0, *list;

	list = calloc(nr_seen ? nr_seen : 1, sizeof(*list));
	if (!list)
		return -ENOMEM;
	for (int i = 0; i < nr_seen; i++)
		if (seen[i])
			list[nr++] = i;
	*cpus = list;
	return nr;
}

int cpulist__parse(const char *text, int **cpus, struct err *err)
{
	_cleanup_free_ u8 *seen = NULL;
	const char *at = text;
	int highest, ret;

	*cpus = NULL;
	highest = parse_ranges(&at, text, NULL, err);
	if (highest < -1)
		return highest;
	at += strspn(at, " \t\n");
	if (*at)
		return err__set_at(err, -EINVAL, at - text + 1, "'%c' can not stand in a CPU list",
				   *at);
	seen = calloc(1, highest + 2);
	if (!seen)
		return err__set(err, -ENOMEM, "out of memory");
	at = text;
	parse_ranges(&at, text, seen, err);
	ret = collect(seen, highest + 1, cpus);
	return ret < 0 ? err__set(err, ret, "out of memory") : ret;
}

static int read_online(int **cpus, struct err *err)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(AT_FDCWD, ONLINE_CPUS, 65536, &text);

	if (len < 0)
		return err__set(err, len, ONLINE_CPUS ": %s", strerror(-len));
	return cpulist__parse(text, cpus, err);
}

/* Both lists ascend. Returns the first of @cpus that is not in @among, or -1. */
static int first_not_among(const int *cpus, int nr, const int *among, int nr_among)
{
	for (int i = 0, at = 0; i < nr; i++) {
		while (at < nr_among && among[at] < cpus[i])
			at++;
		if (at == nr_among || among[at] != cpus[i])
			return cpus[i];
	}
	return -1;
}

int cpulist__online(const char *list, int **cpus, struct err *err)
{
	_cleanup_free_ int *online = NULL, *wanted = NULL;
	_cleanup_free_ char *text = NULL;
	int nr_online, nr, missing;

	*cpus = NULL;
	if (!list)
		return read_online(cpus, err);
	nr_online = read_online(&online, err);
	if (nr_online < 0)
		return nr_online;
	nr = cpulist__parse(list, &wanted, err);
	if (nr < 0) {
		err__prefix(err, "CPU list '%s'", list);
		return nr;
	}
	if (!nr)
		return err__set(err, -EINVAL, "the list of CPUs is empty");
	missing = first_not_among(wanted, nr, online, nr_online);
	if (missing >= 0) {
		text = cpulist__text(online, nr_online);
		return err__set(err, -EINVAL, "CPU %d is not online (these are: %s)", missing,
				text ? text : "?");
	}
	*cpus = wanted;
	wanted = NULL;
	return nr;
}

char *cpulist__text(const int *cpus, int nr)
{
	struct buf buf = { 0 };
	int i, last;

	buf__puts(&buf, "");
	for (i = 0; i < nr; i = last + 1) {
		for (last = i; last + 1 < nr && cpus[last + 1] == cpus[last] + 1; last++)
			;
		buf__printf(&buf, last > i ? "%s%d-%d" : "%s%d", i ? "," : "", cpus[i], cpus[last]);
	}
	return buf__take(&buf);
}
