// SPDX-License-Identifier: GPL-2.0-only
/* perf help [CMD]: the overview, or CMD's man page, or its --help where no page is installed. */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "cleanup.h"
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

/*
 * The man page that was installed together with this program: PREFIX/share/man beside
 * PREFIX/bin/perf. Another perf's page, which man would find by name, tells about other options.
 */
static char *find_page(const char *command)
{
	_cleanup_free_ char *program = realpath("/proc/self/exe", NULL);
	char *page;

	if (!program ||
	    asprintf(&page, "%s/../share/man/man1/perf-%s.1", dirname(program), command) < 0)
		return NULL;
	if (!access(page, R_OK))
		return page;
	free(page);
	return NULL;
}

/* 0 when man has shown the page. */
static int show_page(const char *page)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		return -errno;
	if (!pid) {
		execlp("man", "man", page, (char *)NULL);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) < 0)
		return -errno;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -ENOENT;
}

int cmd_help(int argc, char **argv)
{
	char *help[] = { NULL, (char *)"--help", NULL };
	const struct command *command;
	_cleanup_free_ char *page = NULL;

	if (argc < 2)
		return help__overview(stdout);
	if (!strcmp(argv[1], "--help"))
		return puts("usage: perf help [COMMAND]"), 0;
	if (argv[1][0] == '-') {
		fprintf(stderr, "perf help: unknown option '%s'\n", argv[1]);
		return EXIT_USAGE;
	}
	command = command__find(argv[1]);
	if (!command)
		return command__unknown(argv[1]);
	page = find_page(command->name);
	if (page && !show_page(page))
		return 0;
	return command__run(command, 2, help);
}
