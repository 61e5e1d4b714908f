// SPDX-License-Identifier: GPL-2.0-only
/*
 * pairs [-n PAIRS] [-s] LABEL COMMAND OTHER: runs two commands alternately, the one that is
 * measured and the one it is compared with, and prints the medians of their wall time and of their
 * largest resident set, and the ratios. A small launcher: what it uses itself sets no floor. So it
 * splits a command into words at its blanks; -s hands it to a shell, whose own start then counts.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PAIRS = 1001, MAX_WORDS = 64 };

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

struct command {
	const char *label;
	char text[8192];
	char *argv[MAX_WORDS + 1];
};

static int command__init(struct command *command, const char *text, bool shell)
{
	static char sh[] = "/bin/sh", dash_c[] = "-c";
	int nr = 0;

	command->label = text;
	if (strlen(text) >= sizeof(command->text))
		return -1;
	strcpy(command->text, text);
	if (shell) {
		command->argv[0] = sh;
		command->argv[1] = dash_c;
		command->argv[2] = command->text;
		return 0;
	}
	for (char *word = strtok(command->text, " "); word; word = strtok(NULL, " ")) {
		if (nr == MAX_WORDS)
			return -1;
		command->argv[nr++] = word;
	}
	return nr ? 0 : -1;
}

/* What the command prints goes nowhere. */
static int run(const struct command *command, double *ms, double *kib)
{
	posix_spawn_file_actions_t files;
	double begin = now_ms();
	struct rusage usage;
	extern char **environ;
	int status, ret;
	pid_t pid;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
	ret = posix_spawn(&pid, command->argv[0], &files, NULL, command->argv, environ);
	posix_spawn_file_actions_destroy(&files);
	if (ret) {
		fprintf(stderr, "pairs: %s: %s\n", command->label, strerror(ret));
		return -1;
	}
	if (wait4(pid, &status, 0, &usage) < 0)
		return -1;
	*ms = now_ms() - begin;
	*kib = usage.ru_maxrss;
	if (status) {
		fprintf(stderr, "pairs: '%s' failed with status %#x\n", command->label, status);
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
	fprintf(stderr, "usage: pairs [-n PAIRS] [-s] LABEL COMMAND OTHER-COMMAND\n");
	return 2;
}

static double ratio(double *ours, double *theirs, int pairs, double medians[2])
{
	medians[0] = median(ours, pairs);
	medians[1] = median(theirs, pairs);
	return medians[0] / medians[1];
}

int main(int argc, char **argv)
{
	static struct series ours, theirs;
	static struct command commands[2];
	double ms[2], kib[2], ms_ratio, kib_ratio;
	bool shell = false;
	int pairs = 11, opt;

	while ((opt = getopt(argc, argv, "n:s")) != -1) {
		if (opt == 'n')
			pairs = atoi(optarg);
		else if (opt == 's')
			shell = true;
		else
			return usage();
	}
	if (argc - optind != 3 || pairs < 1 || pairs > MAX_PAIRS)
		return usage();
	if (command__init(&commands[0], argv[optind + 1], shell) ||
	    command__init(&commands[1], argv[optind + 2], shell))
		return usage();
	/* Once each to warm the caches, uncounted. */
	if (run(&commands[0], &ms[0], &kib[0]) || run(&commands[1], &ms[1], &kib[1]))
		return 1;
	for (int i = 0; i < pairs; i++)
		if (run(&commands[0], &ours.ms[i], &ours.kib[i]) ||
		    run(&commands[1], &theirs.ms[i], &theirs.kib[i]))
			return 1;
	ms_ratio = ratio(ours.ms, theirs.ms, pairs, ms);
	kib_ratio = ratio(ours.kib, theirs.kib, pairs, kib);
	printf("%-44s %9.2f %9.2f %7.3f %9.0f %9.0f %7.3f\n", argv[optind], ms[0], ms[1], ms_ratio,
	       kib[0], kib[1], kib_ratio);
	return 0;
}
