// SPDX-License-Identifier: GPL-2.0-only
/* Sends long text through the user's pager when it goes to a terminal. */
#include "ui/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *pager_command(void)
{
	const char *command = getenv("PERF_PAGER");

	if (!command)
		command = getenv("PAGER");
	if (!command)
		command = "less -FRX";
	return *command && strcmp(command, "cat") ? command : NULL;
}

struct ui_pager ui_pager__start(bool wanted)
{
	struct ui_pager pager = { .out = stdout };
	const char *command = wanted && isatty(STDOUT_FILENO) ? pager_command() : NULL;
	FILE *pipe = command ? popen(command, "w") : NULL;

	if (pipe) {
		signal(SIGPIPE, SIG_IGN);
		pager.out = pipe;
		pager.runs = true;
	}
	return pager;
}

int ui_pager__finish(struct ui_pager *pager)
{
	int ret = fflush(pager->out) || ferror(pager->out) ? -errno : 0;

	if (pager->runs)
		pclose(pager->out);
	pager->out = NULL;
	return ret == -EPIPE ? 0 : ret;
}
