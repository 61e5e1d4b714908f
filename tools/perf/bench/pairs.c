// SPDX-License-Identifier: GPL-2.0-only
/*
 * pairs [-n PAIRS] LABEL COMMAND OTHER: runs two shell commands alternately, the one that is
 * measured and the one it is compared with, and prints the medians of their wall time and of their
 * largest resident set, and the ratios. A small launcher: what it uses itself sets no floor.
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PAIRS = 1001 };

struct series {
	double ms[MAX_PAIRS];
	double kib[MAX_PAIRS];
};

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e3 + ts.tv_nsec / 1e6;
}

static int run(const char *command, double *ms, double *kib)
{
	char *argv[] = { (char *)"/bin/sh", (char *)"-c", NULL, NULL };
	double begin = now_ms();
	struct rusage usage;
	extern char **environ;
	char text[8192];
	pid_t pid;
	int status;

	snprintf(text, sizeof(text), "exec %s >/dev/null 2>&1", command);
	argv[2] = text;
	if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environ))
		return -1;
	if (wait4(pid, &status, 0, &usage) < 0)
		return -1;
	*ms = now_ms() - begin;
	*kib = usage.ru_maxrss;
	if (status) {
		fprintf(stderr, "pairs: '%s' failed with status %#x\n", command, status);
		return -1;
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, int nr)
{
	qsort(values, nr, sizeof(*values), compare);
	return nr % 2 ? values[nr / 2] : (values[nr / 2 - 1] + values[nr / 2]) / 2;
}

static int usage(void)
{
	fprintf(stderr, "usage: pairs [-n PAIRS] LABEL COMMAND OTHER-COMMAND\n");
	return 2;
}

int main(int argc, char **argv)
{
	static struct series ours, theirs;
	double ms[2], kib[2];
	int pairs = 11, opt;

	while ((opt = getopt(argc, argv, "n:")) != -1) {
		if (opt != 'n')
			return usage();
		pairs = atoi(optarg);
	}
	if (argc - optind != 3 || pairs < 1 || pairs > MAX_PAIRS)
		return usage();
	/* Once each to warm the caches, uncounted. */
	if (run(argv[optind + 1], &ms[0], &kib[0]) || run(argv[optind + 2], &ms[1], &kib[1]))
		return 1;
	for (int i = 0; i < pairs; i++)
		if (run(argv[optind + 1], &ours.ms[i], &ours.kib[i]) ||
		    run(argv[optind + 2], &theirs.ms[i], &theirs.kib[i]))
			return 1;
	ms[0] = median(ours.ms, pairs);
	ms[1] = median(theirs.ms, pairs);
	kib[0] = median(ours.kib, pairs);
	kib[1] = median(theirs.kib, pairs);
	printf("%-44s %9.2f %9.2f %7.3f %9.0f %9.0f %7.3f\n", argv[optind], ms[0], ms[1],
	       ms[0] / ms[1], kib[0], kib[1], kib[0] / kib[1]);
	return 0;
}
