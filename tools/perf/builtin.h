/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_BUILTIN_H
#define PERF_BUILTIN_H

/* The commands. Each takes its own argv (argv[0] is "perf" and its name) and returns the exit status. */
int cmd_annotate(int argc, char **argv);
int cmd_evlist(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_persistent(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_script(int argc, char **argv);
int cmd_stat(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_version(int argc, char **argv);

/* Exit statuses that people's scripts know. */
enum {
	EXIT_ERROR = 1,	   /* failed, no command, unknown command */
	EXIT_SIGNAL = 128, /* and the number of the signal that ended it */
	EXIT_USAGE = 129,  /* a bad option or event */
	EXIT_INPUT = 255,  /* input that can not be read */
};

#endif
