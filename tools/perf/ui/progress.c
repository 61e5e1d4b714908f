// SPDX-License-Identifier: GPL-2.0-only
/* Samples as they are read -> percent, samples a second and the time left, a few times a second. */
#include "ui/progress.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_SEC   1000000000ULL
#define FIRST_NS     (NS_PER_SEC / 2) /* what is read sooner needs no line */
#define BETWEEN_NS   (NS_PER_SEC / 5)
#define STEP_SAMPLES 1024

static u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_SEC + now.tv_nsec;
}

void progress__init(struct progress *progress, const char *path)
{
	struct stat st;

	*progress = (struct progress){ .enabled = isatty(STDERR_FILENO) };
	if (!progress->enabled)
		return;
	progress->begin_ns = now_ns();
	progress->last_ns = progress->begin_ns + FIRST_NS - BETWEEN_NS;
	if (!stat(path, &st) && S_ISREG(st.st_mode))
		progress->total_bytes = st.st_size;
}

static void show(struct progress *progress, u64 offset, u64 now)
{
	double seconds = (double)(now - progress->begin_ns) / NS_PER_SEC;
	double part = progress->total_bytes ? (double)offset / progress->total_bytes : 0;

	fprintf(stderr, "\r\033[K");
	if (part > 0 && part <= 1)
		fprintf(stderr, "%5.1f%%  ", 100 * part);
	fprintf(stderr, "%.0f samples/s", progress->nr / seconds);
	if (part > 0 && part <= 1)
		fprintf(stderr, "  %.0f s left", seconds / part - seconds);
	fflush(stderr);
	progress->shown = true;
	progress->last_ns = now;
}

void progress__step(struct progress *progress, u64 offset)
{
	u64 now;

	if (!progress->enabled || ++progress->nr % STEP_SAMPLES)
		return;
	now = now_ns();
	if (now >= progress->last_ns + BETWEEN_NS)
		show(progress, offset, now);
}

void progress__end(struct progress *progress)
{
	if (progress->shown)
		fprintf(stderr, "\r\033[K");
	*progress = (struct progress){ 0 };
}
