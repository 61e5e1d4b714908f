/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_COMMANDS_H
#define PERF_COMMANDS_H

#include <stddef.h>
#include <stdio.h>

struct command {
	const char *name;
	int (*run)(int argc, char **argv); /* returns the exit status */
	const char *summary;
};

extern const struct command commands[];
extern const size_t nr_commands;

/* The command of that name, or NULL. */
const struct command *command__find(const char *name);

/* Runs it as "perf NAME", which argp puts in front of its messages. Returns the exit status. */
int command__run(const struct command *command, int argc, char **argv);

/* Says that there is none of that name, and what to use or which one is near. Returns the exit
 * status. */
int command__unknown(const char *name);

/* What does the work of a command of other perfs that is not offered here; NULL: none is known. */
const char *command__instead_of(const char *name);

/* What `perf --help` shows. Returns 0. */
int help__overview(FILE *out);

#endif
