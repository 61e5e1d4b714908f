// SPDX-License-Identifier: GPL-2.0-only
/* perf help [CMD]: the overview, or CMD's man page, or its --help where no page is installed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "commands.h"

int help__overview(FILE *out)
{
	fprintf(out, "usage: perf [--version] [--help] COMMAND [ARGS]\n\n"
		     "The commands are:\n");
	for (size_t i = 0; i < nr_commands; i++)
		fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
	fprintf(out, "\n'perf help COMMAND' shows the manual of one.\n");
	return 0;
}

/* Is there a man page? `man -w` answers without showing it. */
static int run_man(const char *page, const char *flag, int quiet)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		return -1;
	if (!pid) {
		if (quiet &&
		    (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
			_exit(1);
		if (flag)
			execlp("man", "man", flag, page, (char *)NULL);
		else
			execlp("man", "man", page, (char *)NULL);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

int cmd_help(int argc, char **argv)
{
	const struct command *command;
	char page[64], *help[] = { NULL, (char *)"--help", NULL };

	if (argc < 2)
		return help__overview(stdout);
	if (!strcmp(argv[1], "--help"))
		return puts("usage: perf help [COMMAND]"), 0;
	command = command__find(argv[1]);
	if (!command) {
		fprintf(stderr, "perf help: '%s' is not a perf command\n", argv[1]);
		return EXIT_ERROR;
	}
	snprintf(page, sizeof(page), "perf-%s", command->name);
	if (!run_man(page, "-w", 1))
		return run_man(page, NULL, 0) ? EXIT_ERROR : 0;
	help[0] = argv[1];
	return command->run(2, help);
}
