// SPDX-License-Identifier: GPL-2.0-only
/* Recording without end: the kernel's list of CPUs -> which came and which went since the last look. */
#include "online.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>

#include "cleanup.h"
#include "cpulist.h"
#include "file.h"

/* That a CPU was away for less is not noticed. */
#define LOOK_NS	   100000000ULL
#define PATH	   "/sys/devices/system/cpu/online"
#define TEXT_BYTES 65536

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static bool has(const int *cpus, int nr, int cpu)
{
	for (int i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/* What changed from what was told to @cpus. 0 or -ENOMEM. */
static int tell(struct online *online, const int *cpus, int nr,
		void (*change)(void *ctx, int cpu, bool came), void *ctx)
{
	int *told = malloc((nr + 1) * sizeof(*told)), nr_told = 0;

	if (!told)
		return -ENOMEM;
	for (int i = 0; i < online->nr; i++)
		if (!has(cpus, nr, online->cpus[i]))
			change(ctx, online->cpus[i], false);
	for (int i = 0; i < nr; i++) {
		bool known = !online->cpus || has(online->cpus, online->nr, cpus[i]);

		if (!known && !has(online->seen, online->nr_seen, cpus[i]))
			continue;
		told[nr_told++] = cpus[i];
		if (!known)
			change(ctx, cpus[i], true);
	}
	free(online->cpus);
	online->cpus = told;
	online->nr = nr_told;
	return 0;
}

void online__poll(struct online *online, void (*change)(void *ctx, int cpu, bool came), void *ctx)
{
	_cleanup_free_ char *text = NULL;
	u64 now = now_ns();
	int *cpus, nr;

	if (now < online->next_ns)
		return;
	online->next_ns = now + LOOK_NS;
	if (file__read(AT_FDCWD, online->path ? online->path : PATH, TEXT_BYTES, &text) < 0)
		return;
	nr = cpulist__parse(text, &cpus, NULL);
	if (nr < 0)
		return;
	if (tell(online, cpus, nr, change, ctx)) {
		free(cpus);
		return;
	}
	free(online->seen);
	online->seen = cpus;
	online->nr_seen = nr;
}

void online__exit(struct online *online)
{
	free(online->cpus);
	free(online->seen);
	*online = (struct online){ 0 };
}
