// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf test: starts perf-tests, which is built from the same objects and carries the suites, with
 * their tables, so that no other command has to load them.
 */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "cleanup.h"
#include "types.h"

/* Beside this program where it was built, or where it was installed together with it. */
static const char *const places[] = { "perf-tests", "../libexec/perf/perf-tests" };

int cmd_test(int argc, char **argv)
{
	_cleanup_free_ char *program = realpath("/proc/self/exe", NULL);
	const char *folder = program ? dirname(program) : ".";
	char path[PATH_MAX];

	(void)argc;
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, places[i]);
		if (access(path, X_OK))
			continue;
		fflush(NULL);
		execv(path, argv);
		fprintf(stderr, "perf test: %s: %s\n", path, strerror(errno));
		return EXIT_ERROR;
	}
	fprintf(stderr, "perf test: there is no perf-tests in %s or %s/../libexec/perf\n", folder,
		folder);
	return EXIT_ERROR;
}
