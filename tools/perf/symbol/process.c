// SPDX-License-Identifier: GPL-2.0-only
/*
 * Number of a live process -> its files and its number in its own namespaces. What was recorded may come
 * from another boot or machine, so who asks checks first that it is the same process.
 */
#include "symbol/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cleanup.h"
#include "symbol/root.h"

bool process__has(s32 pid, u64 addr, u64 inode)
{
	_cleanup_fclose_ FILE *maps = NULL;
	_cleanup_free_ char *line = NULL;
	size_t size = 0;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = pid > 0 ? fopen(path, "re") : NULL;
	while (maps && getline(&line, &size, maps) > 0) {
		unsigned long long start, end, number;
		char access[5];

		if (sscanf(line, "%llx-%llx %4s %*x %*x:%*x %llu", &start, &end, access, &number) ==
			    4 &&
		    addr >= start && addr < end)
			return access[2] == 'x' && number == inode;
	}
	return false;
}

static bool is_same(s32 pid, const char *namespace)
{
	struct stat own, other;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/ns/%s", namespace);
	if (stat(path, &own))
		return true;
	snprintf(path, sizeof(path), "/proc/%d/ns/%s", pid, namespace);
	return stat(path, &other) || (own.st_ino == other.st_ino && own.st_dev == other.st_dev);
}

bool process__is_apart(s32 pid)
{
	return pid > 0 && (!is_same(pid, "mnt") || !is_same(pid, "pid"));
}

s32 process__own_pid(s32 pid)
{
	_cleanup_fclose_ FILE *status = NULL;
	char path[64], line[512];

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	status = fopen(path, "re");
	while (status && fgets(line, sizeof(line), status)) {
		const char *last;

		if (strncmp(line, "NSpid:", 6) != 0)
			continue;
		last = strrchr(line, '\t');
		return last && atoi(last + 1) > 0 ? atoi(last + 1) : pid;
	}
	return pid;
}

int process__open(s32 pid, const char *path, u64 *size_bytes)
{
	char root[64];

	snprintf(root, sizeof(root), "/proc/%d/root", pid);
	return root__open(root, path, size_bytes);
}
