// SPDX-License-Identifier: GPL-2.0-only
/* perf version [--build-options]: the version, and which optional libraries were found. */
#include <argp.h>
#include <stdbool.h>
#include <stdio.h>

#include "builtin.h"
#include "config.h"
#include "version.h"

static const struct {
	const char *name;
	const char *macro;
	bool on;
} features[] = {
	{ "libtraceevent", "HAVE_LIBTRACEEVENT", HAVE_LIBTRACEEVENT },
	{ "libelf", "HAVE_LIBELF", HAVE_LIBELF },
	{ "libdw", "HAVE_LIBDW", HAVE_LIBDW },
	{ "libiberty", "HAVE_LIBIBERTY", HAVE_LIBIBERTY },
	{ "lzma", "HAVE_LIBLZMA", HAVE_LIBLZMA },
	{ "zstd", "HAVE_LIBZSTD", HAVE_LIBZSTD },
	{ "zlib", "HAVE_ZLIB", HAVE_ZLIB },
	{ "debuginfod", "HAVE_DEBUGINFOD", HAVE_DEBUGINFOD },
	{ "libcapstone", "HAVE_CAPSTONE", HAVE_CAPSTONE },
	{ "libpfm4", "HAVE_LIBPFM", HAVE_LIBPFM },
	{ "ncurses", "HAVE_LIBNCURSES", HAVE_LIBNCURSES },
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != 'b')
		return ARGP_ERR_UNKNOWN;
	*(bool *)state->input = true;
	return 0;
}

int cmd_version(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "build-options", 'b', NULL, 0, "Show which libraries were built in", 0 },
		{ 0 },
	};
	static const struct argp argp = { .options = options, .parser = parse_option };
	bool build_options = false;

	if (argp_parse(&argp, argc, argv, 0, NULL, &build_options))
		return EXIT_USAGE;
	printf("perf version %s\n", PERF_VERSION);
	for (size_t i = 0; build_options && i < sizeof(features) / sizeof(features[0]); i++)
		printf("%22s: [ %s ]  # %s\n", features[i].name, features[i].on ? "on " : "OFF",
		       features[i].macro);
	return 0;
}
