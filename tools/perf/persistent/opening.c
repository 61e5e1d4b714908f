// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opens a described event on the CPUs that are online: the first mapping here, the second in the
 * keeper, so that a ring can not be lost between two owners.
 */
#include "persistent/opening.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include "cleanup.h"
#include "cpulist.h"
#include "file.h"

#define SPARE_FDS    64 /* beside those of rings: sockets, files, readers */
#define FDS_PER_RING 2	/* its event and the guard of watch.c */

static u64 fd_limit(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_NOFILE, &limit) ? ~0ULL : limit.rlim_cur;
}

void opening__raise_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int too_few_fds(const struct opening *opening, size_t more, struct err *err)
{
	err__set(err, -EMFILE,
		 "too few file descriptors: the rings need %zu and %d for the rest, the limit is "
		 "%llu",
		 (opening->nr_rings + more) * FDS_PER_RING, SPARE_FDS, fd_limit());
	err__set_hint(err, "raise the limit of open files (ulimit -n, LimitNOFILE=) of the holder");
	return -EMFILE;
}

int opening__online(const char *path, int **cpus, struct err *err)
{
	_cleanup_free_ char *text = NULL;
	ssize_t got = file__read(AT_FDCWD, path, 65536, &text);

	if (got < 0)
		return err__set(err, got, "%s: %s", path, strerror(-got));
	return cpulist__parse(text, cpus, err);
}

/* The CPUs that are online and that the event can be opened on; how many, or an error. */
static int usable_cpus(const char *path, const char *own, int **cpus, struct err *err)
{
	_cleanup_free_ int *owns = NULL;
	int nr = opening__online(path, cpus, err), nr_own, kept = 0;

	if (nr < 0 || !own)
		return nr;
	nr_own = cpulist__parse(own, &owns, err);
	if (nr_own < 0)
		return nr_own;
	for (int i = 0; i < nr; i++)
		for (int j = 0; j < nr_own; j++)
			if ((*cpus)[i] == owns[j])
				(*cpus)[kept++] = owns[j];
	return kept;
}

/* Opens and maps on every CPU of @cpus; a CPU that went offline meanwhile is left out. */
static int open_on_cpus(const struct opening *opening, struct rings *rings, const int *cpus, int nr,
			struct err *err)
{
	/* A table that is full to the last place would leave none for sockets and files. */
	if ((opening->nr_rings + nr) * FDS_PER_RING + SPARE_FDS > fd_limit())
		return too_few_fds(opening, nr, err);
	for (int i = 0; i < nr; i++) {
		bool mapping;
		int ret = rings__open_cpu(rings, cpus[i], &mapping);

		if (ret == -EMFILE)
			return too_few_fds(opening, nr, err);
		if (ret == -ENODEV && rings->nr)
			continue;
		if (ret)
			return description__open_error(&rings->info, cpus[i], mapping, ret, err);
	}
	if (!rings->nr)
		return err__set(err, -ENODEV, "no CPU that is online has the event");
	return 0;
}

static int keep(const struct opening *opening, struct rings *rings, struct err *err)
{
	int ret;

	rings->info.nr_rings = rings->nr;
	rings->info.next_id = opening->next_id;
	ret = keeping__keep(opening->keeping, rings);
	if (ret == -EMFILE)
		return too_few_fds(opening, rings->nr, err);
	if (ret)
		return err__set(err, ret, "the keeper (pid %d) can not keep the rings: %s",
				opening->keeping->pid, strerror(-ret));
	return 0;
}

static int open_all(const struct opening *opening, struct rings *rings,
		    struct description *description, struct err *err)
{
	_cleanup_free_ int *cpus = NULL;
	int nr = usable_cpus(opening->online_path, description->cpus, &cpus, err), ret;

	if (nr < 0)
		return nr;
	rings->info = description->info;
	description->info = (struct event_info){ 0 };
	ret = open_on_cpus(opening, rings, cpus, nr, err);
	if (ret == -EINVAL && !rings->nr && description->lost_optional &&
	    description__drop_lost(&rings->info))
		ret = open_on_cpus(opening, rings, cpus, nr, err);
	return ret;
}

int opening__rings(const struct opening *opening, struct description *description, u64 id,
		   struct rings **opened, struct err *err)
{
	struct rings *rings = rings__new();
	int ret = rings ? open_all(opening, rings, description, err)
			: err__set(err, -ENOMEM, "out of memory");

	if (!ret) {
		rings->info.id = id;
		rings->info.since_ns = rings__now_ns();
		ret = keep(opening, rings, err);
	}
	if (ret) {
		rings__delete(rings);
		return ret;
	}
	*opened = rings;
	return 0;
}

int opening__cpu(const struct opening *opening, struct rings *rings, int cpu, struct err *err)
{
	unsigned int before = rings->nr;
	int ret = open_on_cpus(opening, rings, &cpu, 1, err);

	if (!ret && rings->nr == before)
		ret = err__set(err, -ENODEV, "CPU %d went offline again", cpu);
	if (ret)
		return ret;
	/* The new one is the last; an old one's event died with its CPU. */
	for (unsigned int i = 0; i + 1 < rings->nr; i++)
		if (rings->rings[i].info.cpu == cpu)
			rings__drop(rings, i--);
	ret = keep(opening, rings, err);
	rings__enable(rings);
	return ret;
}
