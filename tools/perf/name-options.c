// SPDX-License-Identifier: GPL-2.0-only
/* Options of the commands that show names of functions -> struct symbol_options. */
#include "name-options.h"

#include "symbol/debuginfod.h"
#include "symbol/options.h"

enum {
	OPT_KALLSYMS = 256,
	OPT_SYMFS,
	OPT_DEBUGINFOD,
	OPT_DEMANGLE,
	OPT_NO_DEMANGLE,
};

static const struct argp_option options[] = {
	{ "vmlinux", 'k', "FILE", 0, "The kernel's ELF file", 0 },
	{ "kallsyms", OPT_KALLSYMS, "FILE", 0, "In place of /proc/kallsyms", 0 },
	{ "symfs", OPT_SYMFS, "DIR", 0, "Look for files below DIR, and nowhere else", 0 },
	{ "debuginfod", OPT_DEBUGINFOD, NULL, 0,
	  "Ask the servers of DEBUGINFOD_URLS for files that are not here", 0 },
	{ "demangle", OPT_DEMANGLE, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "no-demangle", OPT_NO_DEMANGLE, NULL, 0, "Show names as the files have them", 0 },
	{ 0 },
};

static error_t ask_servers(struct symbol_options *symbols, const struct argp_state *state)
{
	struct err err = { 0 };

	if (debuginfod__check(&err))
		argp_error(state, "--debuginfod: %s", err.text);
	symbols->debuginfod = true;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct symbol_options *symbols = state->input;

	switch (key) {
	case 'k':
		symbols->vmlinux = arg;
		return 0;
	case OPT_KALLSYMS:
		symbols->kallsyms = arg;
		return 0;
	case OPT_SYMFS:
		symbols->symfs = arg;
		return 0;
	case OPT_DEBUGINFOD:
		return ask_servers(symbols, state);
	case OPT_DEMANGLE:
	case OPT_NO_DEMANGLE:
		symbols->no_demangle = key == OPT_NO_DEMANGLE;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp name_options_argp = { .options = options, .parser = parse };
