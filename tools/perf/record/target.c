// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording, first stage: -a, -C, -p, -t, -u, --per-thread and the command become two lists, CPUs
 * and tasks. Threads of a process are those that /proc lists at this moment; later ones are
 * followed by the kernel through attr.inherit.
 */
#include "target.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cleanup.h"
#include "cpulist.h"
#include "file.h"
#include "options.h"

static int add_tid(struct record_target *target, pid_t tid)
{
	pid_t *more;

	for (size_t i = 0; i < target->nr_tids; i++)
		if (target->tids[i] == tid)
			return 0;
	more = reallocarray(target->tids, target->nr_tids + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	target->tids = more;
	more[target->nr_tids++] = tid;
	return 0;
}

static int add_threads(struct record_target *target, pid_t pid)
{
	char path[64];
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while (!ret && (entry = readdir(dir)))
		if (isdigit((unsigned char)entry->d_name[0]))
			ret = add_tid(target, atoi(entry->d_name));
	closedir(dir);
	return ret;
}

/* A comma list of task numbers; each of -p stands for all threads of its process. */
static int add_list(struct record_target *target, const char *list, bool processes, struct err *err)
{
	const char *at = list;

	for (;;) {
		char path[64];
		char *end;
		long n;
		int ret;

		errno = 0;
		n = strtol(at, &end, 10);
		if (end == at || errno || n <= 0 || n > INT_MAX || (*end && *end != ','))
			return err__set(err, -EINVAL, "'%s' is not a list of %s numbers", list,
					processes ? "process" : "thread");
		snprintf(path, sizeof(path), "/proc/%ld", n);
		if (processes)
			ret = add_threads(target, n);
		else
			ret = access(path, F_OK) ? -ESRCH : add_tid(target, n);
		if (ret)
			return err__set(err, ret, "%s %ld: %s", processes ? "process" : "thread", n,
					strerror(-ret));
		if (!*end)
			return 0;
		at = end + 1;
	}
}

static int add_user(struct record_target *target, const char *user, struct err *err)
{
	const struct passwd *pw = getpwnam(user);
	struct dirent *entry;
	int ret = 0;
	char *end;
	uid_t uid;
	DIR *proc;

	uid = pw ? pw->pw_uid : strtoul(user, &end, 10);
	if (!pw && (end == user || *end))
		return err__set(err, -EINVAL, "there is no user '%s'", user);
	proc = opendir("/proc");
	if (!proc)
		return err__set(err, -errno, "/proc: %s", strerror(errno));
	while (!ret && (entry = readdir(proc))) {
		struct stat st;

		if (!isdigit((unsigned char)entry->d_name[0]) ||
		    fstatat(dirfd(proc), entry->d_name, &st, 0) || st.st_uid != uid)
			continue;
		ret = add_threads(target, atoi(entry->d_name));
		if (ret == -ESRCH)
			ret = 0;
	}
	closedir(proc);
	if (ret)
		return err__set(err, ret, "threads of user '%s': %s", user, strerror(-ret));
	if (!target->nr_tids)
		return err__set(err, -ESRCH, "user '%s' runs no process", user);
	return 0;
}

int record_target__cpus(int **cpus, const char *cpu_list, struct err *err)
{
	_cleanup_free_ char *text = NULL;
	_cleanup_free_ int *online = NULL;
	ssize_t len = file__read(AT_FDCWD, "/sys/devices/system/cpu/online", 65536, &text);
	int nr_online, nr, i, n;

	*cpus = NULL;
	if (len < 0)
		return err__set(err, len, "/sys/devices/system/cpu/online: %s", strerror(-len));
	nr_online = cpulist__parse(text, &online, err);
	if (nr_online < 0)
		return nr_online;
	if (!cpu_list) {
		*cpus = online;
		online = NULL;
		return nr_online;
	}
	nr = cpulist__parse(cpu_list, cpus, err);
	if (nr < 0)
		return err__prefix(err, "CPU list '%s'", cpu_list);
	for (i = 0; i < nr; i++) {
		for (n = 0; n < nr_online && online[n] != (*cpus)[i]; n++)
			;
		if (n < nr_online)
			continue;
		err__set(err, -EINVAL, "CPU %d is not online (these are: %s)", (*cpus)[i],
			 strtok(text, "\n"));
		break;
	}
	if (nr && i == nr)
		return nr;
	if (!nr)
		err__set(err, -EINVAL, "the list of CPUs is empty");
	free(*cpus);
	*cpus = NULL;
	return -EINVAL;
}

static int set_cpus(struct record_target *target, const struct record_opts *opts, struct err *err)
{
	int nr;

	if (opts->per_thread) {
		target->cpus = malloc(sizeof(int));
		if (!target->cpus)
			return -ENOMEM;
		target->cpus[0] = -1;
		target->nr_cpus = 1;
		return 0;
	}
	nr = record_target__cpus(&target->cpus, opts->cpu_list, err);
	if (nr < 0)
		return nr;
	target->nr_cpus = nr;
	target->takes_cpus = opts->system_wide || opts->cpu_list;
	return 0;
}

int record_target__init(struct record_target *target, const struct record_opts *opts, pid_t command,
			struct err *err)
{
	int ret = 0;

	memset(target, 0, sizeof(*target));
	target->tasks = true;
	if (opts->pids)
		ret = add_list(target, opts->pids, true, err);
	if (!ret && opts->tids)
		ret = add_list(target, opts->tids, false, err);
	if (!ret && opts->uid)
		ret = add_user(target, opts->uid, err);
	target->processes = opts->pids || opts->uid;
	if (!ret && !target->nr_tids && !opts->system_wide && !opts->cpu_list && command) {
		target->processes = target->command = true;
		ret = add_tid(target, command);
	} else if (!ret && !target->nr_tids) {
		target->tasks = false;
		ret = add_tid(target, -1);
	}
	if (!ret && opts->per_thread && !target->tasks)
		ret = err__set(err, -EINVAL,
			       "--per-thread needs tasks: a command, -p, -t or -u, and no -a or "
			       "-C");
	if (!ret)
		ret = set_cpus(target, opts, err);
	if (ret == -ENOMEM)
		err__set(err, ret, "out of memory");
	if (ret)
		record_target__exit(target);
	return ret;
}

void record_target__exit(struct record_target *target)
{
	free(target->cpus);
	free(target->tids);
	memset(target, 0, sizeof(*target));
}
