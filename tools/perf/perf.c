// SPDX-License-Identifier: GPL-2.0-only
/* The command table and nothing else: finds the command, runs it, returns its status. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "commands.h"
#include "str.h"

const struct command commands[] = {
	{ "annotate", cmd_annotate, "Show the instructions of functions with their samples" },
	{ "evlist", cmd_evlist, "List the events of a recording" },
	{ "help", cmd_help, "Show the manual of a command" },
	{ "list", cmd_list, "List the events that can be named here" },
	{ "persistent", cmd_persistent, "Hold events that need no owner" },
	{ "record", cmd_record, "Record events, persistent ones too, into a file" },
	{ "report", cmd_report, "Add up the samples of a recording" },
	{ "script", cmd_script, "Print the samples of a recording, a line each" },
	{ "stat", cmd_stat, "Count events of a command, of tasks or of CPUs" },
	{ "test", cmd_test, "Run the tests that are built in" },
	{ "top", cmd_top, "Show what samples have in common while they come" },
	{ "version", cmd_version, "Show the version and what was built in" },
};
const size_t nr_commands = ARRAY_SIZE(commands);

const struct command *command__find(const char *name)
{
	for (size_t i = 0; i < nr_commands; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

int command__unknown(const char *name)
{
	const char *instead = command__instead_of(name);
	struct str_nearest nearest = { 0 };

	if (instead) {
		fprintf(stderr, "perf: '%s' is out of scope of this perf; use: %s\n", name,
			instead);
		return EXIT_ERROR;
	}
	fprintf(stderr, "perf: '%s' is not a perf command; 'perf --help' lists them.\n", name);
	for (size_t i = 0; i < nr_commands; i++)
		str_nearest__offer(&nearest, name, commands[i].name);
	if (nearest.name)
		fprintf(stderr, "\nDid you mean '%s'?\n", nearest.name);
	return EXIT_ERROR;
}

int command__run(const struct command *command, int argc, char **argv)
{
	char name[32];

	snprintf(name, sizeof(name), "perf %s", command->name);
	argv[0] = name;
	return command->run(argc, argv);
}

/*
 * A standard stream that is closed would give its number to the next file that is opened, and
 * messages would go there. What takes its place fails as the closed one does.
 */
static void fill_standard_fds(void)
{
	static const int modes[] = { O_WRONLY, O_RDONLY, O_RDONLY };

	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) < 0)
			return;
}

/* What stayed in the buffer may still fail to be written: then all is not well. */
static int finish_output(int status)
{
	errno = 0;
	if ((!fflush(stdout) && !ferror(stdout)) || status)
		return status;
	fprintf(stderr, "perf: writing the output: %s\n", strerror(errno ? errno : EIO));
	return EXIT_ERROR;
}

static int run(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2)
		return help__overview(stderr), EXIT_ERROR;
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return help__overview(stdout);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-v"))
		return command__run(command__find("version"), 1, argv);
	if (argv[1][0] == '-') {
		fprintf(stderr, "perf: unknown option '%s'\n", argv[1]);
		help__overview(stderr);
		return EXIT_USAGE;
	}
	command = command__find(argv[1]);
	if (!command)
		return command__unknown(argv[1]);
	return command__run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	argp_err_exit_status = EXIT_USAGE;
	fill_standard_fds();
	return finish_output(run(argc, argv));
}
