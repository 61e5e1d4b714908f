// SPDX-License-Identifier: GPL-2.0-only
/*
 * Listing a directory of sysfs or tracefs: sorted names of its files or folders. Nothing that
 * stands in it is opened or read.
 */
#include "names.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool name__is_plain(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < len; i++)
		if (name[i] == '/' || iscntrl((unsigned char)name[i]))
			return false;
	return len && len <= NAME_MAX && name[0] != '.';
}

char *names__path(const char *fmt, ...)
{
	char *path;
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vasprintf(&path, fmt, ap);
	va_end(ap);
	return len < 0 ? NULL : path;
}

static bool is_wanted(DIR *dir, const struct dirent *entry, enum names_of of)
{
	struct stat st;

	if (!name__is_plain(entry->d_name))
		return false;
	if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
		return entry->d_type == (of == NAMES_OF_DIRS ? DT_DIR : DT_REG);
	if (fstatat(dirfd(dir), entry->d_name, &st, 0))
		return false;
	return of == NAMES_OF_DIRS ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode);
}

static int append(struct names *names, const char *name)
{
	if (names->nr == NAMES_MAX)
		return -E2BIG;
	if (!(names->nr & (names->nr - 1))) { /* full at each power of two */
		size_t room = names->nr ? names->nr * 2 : 1;
		char **list = reallocarray(names->list, room, sizeof(*list));

		if (!list)
			return -ENOMEM;
		names->list = list;
	}
	names->list[names->nr] = strdup(name);
	return names->list[names->nr] ? (names->nr++, 0) : -ENOMEM;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int names__read(struct names *names, const char *path, enum names_of of)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int ret = 0;

	*names = (struct names){ 0 };
	if (!dir)
		return -errno;
	while (!ret && (errno = 0, entry = readdir(dir)))
		if (is_wanted(dir, entry, of))
			ret = append(names, entry->d_name);
	if (!ret && errno)
		ret = -errno;
	closedir(dir);
	if (ret)
		names__exit(names);
	else if (names->nr)
		qsort(names->list, names->nr, sizeof(*names->list), compare);
	return ret;
}

void names__exit(struct names *names)
{
	for (size_t i = 0; i < names->nr; i++)
		free(names->list[i]);
	free(names->list);
	*names = (struct names){ 0 };
}

bool names__has(const struct names *names, const char *name)
{
	return names->nr && bsearch(&name, names->list, names->nr, sizeof(name), compare);
}

int names__each(const struct names *names, int (*fn)(void *arg, const char *name), void *arg)
{
	int ret = 0;

	for (size_t i = 0; i < names->nr && !ret; i++)
		ret = fn(arg, names->list[i]);
	return ret;
}
