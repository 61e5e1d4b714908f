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
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cleanup.h"
#include "cpulist.h"
#include "options.h"
#include "proc.h"

static int add_user(struct tid_list *tids, const char *user, struct err *err)
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
		ret = tid_list__add_process(tids, atoi(entry->d_name));
		if (ret == -ESRCH)
			ret = 0;
	}
	closedir(proc);
	if (ret)
		return err__set(err, ret, "threads of user '%s': %s", user, strerror(-ret));
	if (!tids->nr)
		return err__set(err, -ESRCH, "user '%s' runs no process", user);
	return 0;
}

/* The tasks that options name; *tids stays empty where none does. */
static int set_tids(struct tid_list *tids, const struct record_opts *opts, struct err *err)
{
	int ret = 0;

	if (opts->pids)
		ret = tid_list__parse(tids, opts->pids, true, err);
	if (!ret && opts->tids)
		ret = tid_list__parse(tids, opts->tids, false, err);
	if (!ret && opts->uid)
		ret = add_user(tids, opts->uid, err);
	return ret;
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
	nr = cpulist__online(opts->cpu_list, &target->cpus, err);
	if (nr < 0)
		return nr;
	target->nr_cpus = nr;
	target->takes_cpus = opts->system_wide || opts->cpu_list;
	return 0;
}

int record_target__init(struct record_target *target, const struct record_opts *opts, pid_t command,
			struct err *err)
{
	struct tid_list tids = { 0 };
	int ret;

	memset(target, 0, sizeof(*target));
	ret = set_tids(&tids, opts, err);
	target->tasks = true;
	target->processes = opts->pids || opts->uid;
	if (!ret && !tids.nr && !opts->system_wide && !opts->cpu_list && command) {
		target->processes = target->command = true;
		ret = tid_list__add(&tids, command);
	} else if (!ret && !tids.nr) {
		target->tasks = false;
		ret = tid_list__add(&tids, -1);
	}
	target->tids = tids.tids;
	target->nr_tids = tids.nr;
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
