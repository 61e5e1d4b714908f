// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf stat: events are counted over a command, tasks or CPUs, once, repeatedly or in
 * intervals, and printed as text, CSV or JSON.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "builtin.h"
#include "cleanup.h"
#include "cpulist.h"
#include "file.h"
#include "proc.h"
#include "stat/cgroup.h"
#include "stat/run.h"
#include "stat/total.h"
#include "stat-options.h"
#include "ui/error.h"
#include "ui/stat.h"
#include "util/event.h"
#include "util/parse-events.h"
#include "util/pfm.h"
#include "util/pmus.h"

/* Everything below works on this; exit frees all of it. */
struct stat_command {
	const struct stat_options *opts;
	struct pmus *pmus;
	struct event_list events;
	struct stat_run run;
	struct tid_list tids;
	int *cpus;
	char *cgroup_text;
	const char **cgroups;
	int *cgroup_fds;
	struct ui_stat ui;
	struct stat_total total; /* over intervals or runs */
	u64 user_ns, system_ns;
	int intervals;
};

static void stat_command__exit(struct stat_command *command)
{
	stat_run__exit(&command->run);
	event_list__exit(&command->events);
	pmus__delete(command->pmus);
	stat_total__exit(&command->total);
	for (size_t i = 0; i < command->run.nr_cgroups; i++)
		if (command->cgroup_fds[i] >= 0)
			close(command->cgroup_fds[i]);
	free(command->cgroup_fds);
	free(command->cgroups);
	free(command->cgroup_text);
	free(command->cpus);
	free(command->tids.tids);
}

static const char *const default_events[] = {
	"context-switches,cpu-migrations,page-faults,cycles,instructions,branches,branch-misses",
	"L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses",
	("L1-icache-loads,L1-icache-load-misses,"
	 "dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses"),
	"L1-dcache-prefetches,L1-dcache-prefetch-misses",
};

/* @kind is 'e' or 'p', as in options.events. */
static int parse_one(struct stat_command *command, char kind, const char *text)
{
	struct err err = { 0 };
	int ret = kind == 'p' ? pfm_events__parse(&command->events, text, &err)
			      : parse_events__to_count(&command->events, text,
						       pmus__lookup(command->pmus), &err);

	if (!ret)
		return 0;
	ui__print_command_err(stderr, "perf stat", text, &err);
	return EXIT_USAGE;
}

static int parse_all_events(struct stat_command *command)
{
	const struct stat_options *opts = command->opts;
	int ret = 0;

	command->pmus = pmus__new(NULL);
	if (!command->pmus)
		return EXIT_ERROR;
	if (opts->null_run)
		return 0;
	/* Each faulty string has its error before anything is opened. */
	for (size_t at = 0; at < opts->events.len; at += strlen(opts->events.data + at) + 1)
		ret = parse_one(command, opts->events.data[at], opts->events.data + at + 1) ?: ret;
	if (ret || opts->events.len)
		return ret;
	ret = parse_one(command, 'e', stat_options__system_wide(opts) ? "cpu-clock" : "task-clock");
	for (size_t i = 0; !ret && i < ARRAY_SIZE(default_events) && i <= (size_t)opts->detailed;
	     i++)
		ret = parse_one(command, 'e', default_events[i]);
	return ret;
}

/* What counting needs beside what the strings say; pinned bits stay as they are. */
static void set_defaults(struct stat_command *command)
{
	const struct stat_run *run = &command->run;
	bool on_exec = run->of_command && !run->delay_ms;

	for (size_t i = 0; i < command->events.nr; i++) {
		struct event *event = command->events.events[i];
		bool leads = event->leader == i;
		int inherit = event->terms.inherit;

		if (event->persistent)
			continue;
		event__default(event, ATTR_WORD_READ_FORMAT, ~0ULL,
			       PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
		event__default_flag(event, ATTR_DISABLED, leads);
		event__default_flag(event, ATTR_ENABLE_ON_EXEC, leads && on_exec);
		event__default_flag(event, ATTR_INHERIT,
				    inherit >= 0 ? inherit : !command->opts->no_inherit);
		event__default_flag(event, ATTR_EXCLUDE_GUEST, true);
	}
}

static int set_target(struct stat_command *command, struct err *err)
{
	static const int any_cpu = -1;
	static const pid_t any_task = -1;
	const struct stat_options *opts = command->opts;
	struct counter_target *target = &command->run.target;
	int ret = 0;

	*target = (struct counter_target){ &any_cpu, 1, &any_task, 1, -1 };
	if (stat_options__system_wide(opts)) {
		ret = cpulist__online(opts->cpus, &command->cpus, err);
		if (ret < 0)
			return ret;
		target->cpus = command->cpus;
		target->nr_cpus = ret;
		return 0;
	}
	if (opts->pids)
		ret = tid_list__parse(&command->tids, opts->pids, true, err);
	if (!ret && opts->tids)
		ret = tid_list__parse(&command->tids, opts->tids, false, err);
	if (command->tids.nr) {
		target->threads = command->tids.tids;
		target->nr_threads = command->tids.nr;
	}
	return ret;
}

static int open_cgroups(struct stat_command *command, struct err *err)
{
	size_t nr = 1;
	char *at;

	if (!command->opts->cgroups)
		return 0;
	command->cgroup_text = strdup(command->opts->cgroups);
	if (!command->cgroup_text)
		return err__set(err, -ENOMEM, "out of memory");
	for (at = command->cgroup_text; *at; at++)
		nr += *at == ',';
	command->cgroups = calloc(nr, sizeof(*command->cgroups));
	command->cgroup_fds = malloc(nr * sizeof(int));
	if (!command->cgroups || !command->cgroup_fds)
		return err__set(err, -ENOMEM, "out of memory");
	for (at = command->cgroup_text; at;) {
		char *name = strsep(&at, ",");
		int fd = cgroup__open(name, err);

		if (fd < 0)
			return fd;
		command->cgroups[command->run.nr_cgroups] = name;
		command->cgroup_fds[command->run.nr_cgroups++] = fd;
	}
	command->run.cgroups = command->cgroups;
	command->run.cgroup_fds = command->cgroup_fds;
	return 0;
}

static char *describe_target(const struct stat_options *opts)
{
	struct buf text = { 0 };

	if (opts->argv && !stat_options__system_wide(opts) && !opts->pids && !opts->tids) {
		buf__puts(&text, "'");
		for (char **word = opts->argv; *word; word++)
			buf__printf(&text, "%s%s", word == opts->argv ? "" : " ", *word);
		buf__puts(&text, "'");
	} else if (opts->cpus) {
		buf__printf(&text, "'CPU(s) %s'", opts->cpus);
	} else if (opts->system_wide) {
		buf__puts(&text, "'system wide'");
	} else {
		buf__printf(&text, "%s id '%s'", opts->pids ? "process" : "thread",
			    opts->pids ? opts->pids : opts->tids);
	}
	return buf__take(&text);
}

static int collect(struct stat_command *command, struct stat_run *run,
		   const struct stat_times *times, struct stat_result *result)
{
	struct stat_collect what = {
		.counters = run->counters,
		.nr_counters = run->nr_counters,
		.aggr = command->opts->aggr,
		.no_merge = command->opts->no_merge,
		.times = *times,
	};

	return stat_result__collect(result, &what);
}

static int print_interval(void *arg, struct stat_run *run, const struct stat_times *times,
			  u64 since_start_ns)
{
	struct stat_command *command = arg;
	struct stat_result result = { 0 };
	int ret = collect(command, run, times, &result);

	if (!ret && !command->opts->quiet) {
		command->ui.time_ns = since_start_ns;
		if (command->opts->interval_clear)
			fputs("\033[H\033[2J", command->ui.out);
		if (command->opts->interval_clear || command->intervals++ % 25 == 0)
			ui_stat__print_interval_header(&command->ui, &result);
		ui_stat__print_rows(&command->ui, &result);
		fflush(command->ui.out);
	}
	if (!ret)
		ret = stat_total__add(&command->total, &result);
	stat_result__exit(&result);
	return ret;
}

static void print_total(struct stat_command *command, int runs)
{
	_cleanup_free_ char *target = describe_target(command->opts);
	struct ui_stat_footer footer = {
		.target = target ? target : "",
		.wall_s = &command->total.wall_s,
		.runs = runs,
		.has_rusage = command->run.of_command && runs == 1,
		.user_s = command->user_ns / 1e9,
		.system_s = command->system_ns / 1e9,
	};

	stat_total__finish(&command->total, command->opts->interval_ms ? 1 : runs);
	command->ui.summary = command->opts->interval_ms;
	if (command->opts->interval_ms && command->ui.format == UI_STAT_TEXT)
		command->ui.interval = false;
	ui_stat__print_title(&command->ui, &footer);
	ui_stat__print_rows(&command->ui, &command->total.result);
	ui_stat__print_footer(&command->ui, &footer);
}

static int run_hook(const char *command)
{
	int status = command ? system(command) : 0;

	if (status)
		fprintf(stderr, "perf stat: '%s' failed\n", command);
	return status;
}

/* All runs; the exit status is the last command's. */
static int measure(struct stat_command *command)
{
	const struct stat_options *opts = command->opts;
	struct stat_run *run = &command->run;
	struct err err = { 0 };
	u64 done = 0;

	do {
		struct stat_result result = { 0 };
		int ret;

		if (run_hook(opts->pre))
			return EXIT_ERROR;
		ret = stat_run__once(run, &err);
		if (ret) {
			ui__print_command_err(stderr, "perf stat", NULL, &err);
			return EXIT_INPUT;
		}
		stat_series__add(&command->total.wall_s, run->times.wall_ns / 1e9);
		command->user_ns = run->times.user_ns;
		command->system_ns = run->times.system_ns;
		if (!opts->interval_ms && !collect(command, run, &run->times, &result))
			stat_total__add(&command->total, &result);
		stat_result__exit(&result);
		for (size_t i = 0; i < run->nr_counters; i++)
			counter__close(run->counters[i]);
		done++;
		if (run_hook(opts->post))
			return EXIT_ERROR;
		if (!opts->quiet && opts->repeat == 0 && !opts->interval_ms) {
			print_total(command, 1);
			stat_total__exit(&command->total);
		}
	} while (!run->interrupted && (!opts->repeat || done < opts->repeat));
	if (!opts->quiet && opts->repeat && (!opts->interval_ms || opts->summary))
		print_total(command, done);
	return run->exit_code;
}

static int open_output(struct stat_command *command)
{
	const struct stat_options *opts = command->opts;
	time_t now;

	command->ui = (struct ui_stat){
		.out = stderr,
		.format = opts->json	    ? UI_STAT_JSON
			  : opts->separator ? UI_STAT_CSV
					    : UI_STAT_TEXT,
		.separator = opts->separator,
		.interval = opts->interval_ms,
		.grouping = !opts->no_grouping,
		.repeated = opts->repeat != 1,
	};
	if (command->ui.separator && !strcmp(command->ui.separator, "\\t"))
		command->ui.separator = "\t";
	if (opts->output) {
		command->ui.out = fopen(opts->output, opts->append ? "ae" : "we");
	} else if (opts->log_fd) {
		command->ui.out = fdopen(dup(opts->log_fd), "w");
	}
	if (!command->ui.out) {
		fprintf(stderr, "perf stat: %s: %s\n", opts->output ? opts->output : "--log-fd",
			strerror(errno));
		command->ui.out = stderr;
		return EXIT_ERROR;
	}
	if (opts->output && command->ui.format != UI_STAT_JSON) {
		now = time(NULL);
		fprintf(command->ui.out, "# started on %s\n", ctime(&now));
	}
	return 0;
}

static int close_output(struct stat_command *command, int status)
{
	if (command->ui.out == stderr)
		return status;
	if (!fclose(command->ui.out))
		return status;
	fprintf(stderr, "perf stat: writing the output: %s\n", strerror(errno));
	return EXIT_ERROR;
}

static void block_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static int stat_command__run(struct stat_command *command)
{
	const struct stat_options *opts = command->opts;
	struct stat_run *run = &command->run;
	struct err err = { 0 };
	int status = parse_all_events(command);

	if (status)
		return status;
	set_defaults(command);
	if (set_target(command, &err) || open_cgroups(command, &err)) {
		ui__print_command_err(stderr, "perf stat", NULL, &err);
		return EXIT_USAGE;
	}
	run->events = &command->events;
	run->delay_ms = opts->delay_ms;
	run->interval_ms = opts->interval_ms;
	run->timeout_ms = opts->timeout_ms;
	run->max_intervals = opts->interval_count;
	run->interval = print_interval;
	run->arg = command;
	if (stat_run__init(run))
		return stat_options__refuse("out of memory");
	status = open_output(command);
	if (status)
		return status;
	block_signals();
	return close_output(command, measure(command));
}

/* The C locales' numbers are what a program begins with: nothing is read for them. */
static bool is_c_locale(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_NUMERIC", "LANG" };
	const char *name = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(variables) && (!name || !*name); i++)
		name = getenv(variables[i]);
	return !name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX") ||
	       !strncmp(name, "C.", 2);
}

int cmd_stat(int argc, char **argv)
{
	struct stat_options opts;
	struct stat_command command = { .opts = &opts };
	int status = stat_options__parse(&opts, argc, argv);

	if (!status) {
		if (!opts.json && !opts.separator && !is_c_locale())
			setlocale(LC_NUMERIC, "");
		command.run.argv = opts.argv;
		command.run.of_command =
			opts.argv && !stat_options__system_wide(&opts) && !opts.pids && !opts.tids;
		status = stat_command__run(&command);
	}
	stat_command__exit(&command);
	stat_options__exit(&opts);
	return status;
}
