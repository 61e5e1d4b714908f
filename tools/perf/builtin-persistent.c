// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf persistent serve|add|remove|list|stop: options into one call of persistent/, its faults and
 * its list out to people.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "builtin.h"
#include "cleanup.h"
#include "file.h"
#include "persistent/control.h"
#include "persistent/define.h"
#include "persistent/serve.h"
#include "ui/error.h"
#include "util/pmus.h"

#define COMMAND	 "perf persistent"
#define FILE_MAX (1 << 20)

struct options {
	const char *run_dir;
	u64 ring_bytes; /* 0: the holder's default */
	bool daemon;
	struct definitions definitions;
	const char *name; /* of remove */
	bool takes_definitions, takes_name;
};

enum { KEY_RUN_DIR = 256, KEY_DAEMON, KEY_FILE };

/* A fault that was told; argp's own faults exit with the same status. */
static int usage_error(const char *input, const struct err *err)
{
	ui__print_command_err(stderr, COMMAND, input, err);
	return EXIT_USAGE;
}

static void read_file(struct options *opts, const char *path)
{
	_cleanup_free_ char *text = NULL;
	struct err err = { 0 };
	ssize_t got = file__read(AT_FDCWD, path, FILE_MAX, &text);

	if (got < 0)
		err__set(&err, got, "%s: %s", path, strerror(-got));
	else if (strlen(text) != (size_t)got)
		err__set(&err, -EINVAL, "%s: a NUL byte in it; this is no text", path);
	if (err.code || definitions__parse(&opts->definitions, text, path, &err))
		exit(usage_error(NULL, &err));
}

static void take_argument(struct options *opts, char *arg, struct argp_state *state)
{
	struct err err = { 0 };

	if (opts->takes_definitions) {
		if (definitions__add(&opts->definitions, arg, &err))
			exit(usage_error(arg, &err));
	} else if (opts->takes_name && !opts->name) {
		opts->name = arg;
	} else {
		argp_error(state, "unexpected argument '%s'", arg);
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;
	struct err err = { 0 };

	switch (key) {
	case KEY_RUN_DIR:
		opts->run_dir = arg;
		return 0;
	case KEY_DAEMON:
		opts->daemon = true;
		return 0;
	case KEY_FILE:
		read_file(opts, arg);
		return 0;
	case 'm':
		if (ring_bytes__parse(arg, &opts->ring_bytes, &err))
			exit(usage_error(NULL, &err));
		return 0;
	case ARGP_KEY_ARG:
		take_argument(opts, arg, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

#define OPTION_RUN_DIR                                                                        \
	{                                                                                     \
		"run-dir", KEY_RUN_DIR, "DIR", 0, "Run directory (" PERSISTENT_RUN_DIR ")", 0 \
	}
#define OPTION_SIZE                                                                           \
	{                                                                                     \
		"mmap-size", 'm', "SIZE", 0, "Ring of each CPU: pages, or with B, K, M, G", 0 \
	}

/* The event strings of a failed add get the caret. */
static int report(const struct err *err, const char *event)
{
	ui__print_command_err(stderr, COMMAND, err->column ? event : NULL, err);
	return err->column ? EXIT_USAGE : EXIT_ERROR;
}

/* An absolute path, because a daemon leaves its working directory. NULL: out of memory. */
static char *absolute(const char *path)
{
	_cleanup_free_ char *cwd = NULL;
	char *joined;

	if (*path == '/')
		return strdup(path);
	cwd = getcwd(NULL, 0);
	return cwd && asprintf(&joined, "%s/%s", cwd, path) >= 0 ? joined : NULL;
}

static void note_stderr(void *ctx, const char *text)
{
	(void)ctx;
	fprintf(stderr, COMMAND ": %s\n", text);
}

static void note_syslog(void *ctx, const char *text)
{
	(void)ctx;
	syslog(LOG_DAEMON | LOG_NOTICE, "perf persistent: %s", text);
}

/* A definition that a predecessor's event already is needs nothing more. */
static int add_one(struct holder *holder, const struct definition *definition, u64 ring_bytes,
		   struct err *err)
{
	struct rings *rings = holder->taken_over ? holder__find(holder, definition->name) : NULL;

	if (rings && !strcmp(rings->info.event, definition->event))
		return 0;
	return holder__add(holder, definition->name, definition->event, ring_bytes, err);
}

/* All or nothing: what was added goes again when one can not be. */
static int add_all(struct holder *holder, const struct options *opts, struct err *err)
{
	size_t before = holder->nr;

	for (size_t i = 0; i < opts->definitions.nr; i++) {
		const struct definition *definition = &opts->definitions.list[i];

		if (!add_one(holder, definition, opts->ring_bytes, err))
			continue;
		while (holder->nr > before)
			holder__remove(holder, holder->events[holder->nr - 1]->info.name, NULL);
		return report(err, definition->event);
	}
	return 0;
}

static int start(struct holder **started, struct server **server, const char *run_dir,
		 const struct options *opts)
{
	struct holder *holder;
	struct err err = { 0 };
	int status;

	if (holder__new(&holder, run_dir, PERSISTENT_RING_BYTES, &err))
		return report(&err, NULL);
	if (opts->ring_bytes)
		holder->ring_bytes = opts->ring_bytes;
	status = add_all(holder, opts, &err);
	if (!status && server__new(server, holder, &err))
		status = report(&err, NULL);
	if (!status) {
		*started = holder;
		return 0;
	}
	/* A predecessor's events are left as they were found. */
	if (!holder->taken_over)
		holder__stop(holder);
	holder__delete(holder);
	return status;
}

static int stop_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Whoever asks for persistent/NAME/ gets the kernel's, so that two of one name are no accident. */
static void note_kernel_pmu(struct holder *holder)
{
	if (!access("/sys/bus/event_source/devices/persistent/type", F_OK))
		holder__note(holder, "this kernel has persistent events of its own, and readers "
				     "look there first");
}

static int serve_until_stopped(const struct options *opts, const char *run_dir, int ready_fd)
{
	_cleanup_close_ int stop_fd = stop_signals();
	struct holder *holder;
	struct server *server;
	struct err err = { 0 };
	int status = start(&holder, &server, run_dir, opts);

	if (status)
		return status;
	holder->log.note = ready_fd >= 0 ? note_syslog : note_stderr;
	note_kernel_pmu(holder);
	if (ready_fd < 0)
		printf("%zu persistent events in %s\n", holder->nr, run_dir), fflush(stdout);
	else if (file__write_all(ready_fd, "", 1))
		holder__note(holder, "nobody waited for the start");
	if (ready_fd >= 0) {
		int null = open("/dev/null", O_RDWR | O_CLOEXEC);

		close(ready_fd);
		for (int fd = 0; null >= 0 && fd < 3; fd++)
			dup2(null, fd);
		if (null > 2)
			close(null);
	}
	if (server__run(server, stop_fd, &err)) {
		status = EXIT_ERROR;
		holder__note(holder, "%s", err.text);
	}
	server__delete(server);
	holder__delete(holder);
	return status;
}

/* The parent's status: 0 when the child says that events are recorded, or what it ended with. */
static int wait_for_daemon(pid_t pid, int fd)
{
	int status;
	char ready;

	if (!file__read_all(fd, &ready, 1))
		return 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_ERROR;
	if (WIFSIGNALED(status))
		fprintf(stderr, COMMAND ": the holder died of %s\n", strsignal(WTERMSIG(status)));
	return WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : EXIT_ERROR;
}

static int daemonize(const struct options *opts, const char *run_dir)
{
	_cleanup_close_ int in = -1;
	int pipe_fds[2];
	pid_t pid;

	if (pipe2(pipe_fds, O_CLOEXEC) || (pid = fork()) < 0) {
		fprintf(stderr, COMMAND ": %s\n", strerror(errno));
		return EXIT_ERROR;
	}
	if (pid) {
		in = pipe_fds[0];
		close(pipe_fds[1]);
		return wait_for_daemon(pid, in);
	}
	/* Descriptors of the caller would be kept open for as long as events run. */
	if (dup2(pipe_fds[1], 3) < 0)
		return EXIT_ERROR;
	fcntl(3, F_SETFD, FD_CLOEXEC);
	close_range(4, ~0U, 0);
	setsid();
	if (chdir("/"))
		return EXIT_ERROR;
	return serve_until_stopped(opts, run_dir, 3);
}

static int cmd_serve(int argc, char **argv)
{
	static const struct argp_option options[] = {
		OPTION_RUN_DIR,
		OPTION_SIZE,
		{ "daemon", KEY_DAEMON, NULL, 0, "Return once events are recorded", 0 },
		{ "file", KEY_FILE, "FILE", 0, "Read lines NAME = EVENT", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[NAME=EVENT]...",
		.doc = "Records each EVENT on all CPUs until it is removed or the holder is "
		       "stopped.",
	};
	struct options opts = { .run_dir = PERSISTENT_RUN_DIR, .takes_definitions = true };
	_cleanup_free_ char *run_dir = NULL;
	int status = EXIT_ERROR;

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	run_dir = absolute(opts.run_dir);
	if (run_dir)
		status = opts.daemon ? daemonize(&opts, run_dir)
				     : serve_until_stopped(&opts, run_dir, -1);
	definitions__exit(&opts.definitions);
	return status;
}

static int cmd_add(int argc, char **argv)
{
	static const struct argp_option options[] = { OPTION_RUN_DIR, OPTION_SIZE, { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "NAME=EVENT...",
		.doc = "Adds events to the holder that serves the run directory.",
	};
	struct options opts = { .run_dir = PERSISTENT_RUN_DIR, .takes_definitions = true };
	int status = 0;

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	if (!opts.definitions.nr) {
		fprintf(stderr, COMMAND " add: what should be added? NAME=EVENT\n");
		return EXIT_USAGE;
	}
	for (size_t i = 0; !status && i < opts.definitions.nr; i++) {
		struct definition *definition = &opts.definitions.list[i];
		struct add_request request = { .name = definition->name,
					       .event = definition->event,
					       .ring_bytes = opts.ring_bytes };
		struct err err = { 0 };

		if (control__add(opts.run_dir, &request, &err))
			status = report(&err, definition->event);
	}
	definitions__exit(&opts.definitions);
	return status;
}

static int cmd_remove(int argc, char **argv)
{
	static const struct argp_option options[] = { OPTION_RUN_DIR, { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "NAME",
		.doc = "Ends an event; who records it is told.",
	};
	struct options opts = { .run_dir = PERSISTENT_RUN_DIR, .takes_name = true };
	struct err err = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	if (!opts.name) {
		fprintf(stderr,
			COMMAND " remove: which event? 'perf persistent list' shows them\n");
		return EXIT_USAGE;
	}
	return control__remove(opts.run_dir, opts.name, &err) ? report(&err, NULL) : 0;
}

static void format_size(char *text, size_t size, u64 bytes)
{
	if (bytes >= 1 << 20)
		snprintf(text, size, "%lluM", bytes >> 20);
	else
		snprintf(text, size, "%lluK", bytes >> 10);
}

static void format_age(char *text, size_t size, u64 age_ns)
{
	u64 s = age_ns / 1000000000ULL;

	if (s < 60)
		snprintf(text, size, "%llus", s);
	else if (s < 3600)
		snprintf(text, size, "%llum%02llus", s / 60, s % 60);
	else if (s < 86400)
		snprintf(text, size, "%lluh%02llum", s / 3600, s / 60 % 60);
	else
		snprintf(text, size, "%llud%02lluh", s / 86400, s / 3600 % 24);
}

static void print_header(bool *printed)
{
	if (!*printed)
		printf("%-20s %-8s %6s  %-19s %8s %12s %8s %7s  %s\n", "NAME", "CPUS", "RING",
		       "SINCE", "AGE", "EVENTS", "LOST", "READERS", "EVENT");
	*printed = true;
}

static void print_status(void *arg, const struct event_status *status)
{
	char size[32], age[32], since[32], lost[32] = "?";
	struct timespec now;
	struct tm tm;
	time_t begin;

	print_header(arg);
	format_size(size, sizeof(size), status->ring_bytes);
	format_age(age, sizeof(age), status->age_ns);
	/* Whole nanoseconds, so that every list shows the same second. */
	clock_gettime(CLOCK_REALTIME, &now);
	begin = (now.tv_sec * 1000000000ULL + now.tv_nsec - status->age_ns) / 1000000000ULL;
	if (!localtime_r(&begin, &tm) || !strftime(since, sizeof(since), "%F %T", &tm))
		snprintf(since, sizeof(since), "?");
	if (status->lost != ~0ULL)
		snprintf(lost, sizeof(lost), "%llu", status->lost);
	printf("%-20s %-8s %6s  %-19s %8s %12llu %8s %7llu  %s\n", status->name, status->cpus, size,
	       since, age, status->count, lost, status->readers, status->event);
}

static int cmd_list_events(int argc, char **argv)
{
	static const struct argp_option options[] = { OPTION_RUN_DIR, { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.doc = "Shows the events of the holder that serves the run directory.",
	};
	struct options opts = { .run_dir = PERSISTENT_RUN_DIR };
	struct err err = { 0 };
	bool printed = false;

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	if (control__list(opts.run_dir, print_status, &printed, &err))
		return report(&err, NULL);
	print_header(&printed);
	return 0;
}

static int cmd_stop(int argc, char **argv)
{
	static const struct argp_option options[] = { OPTION_RUN_DIR, { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.doc = "Ends the holder, its keeper and all their events.",
	};
	struct options opts = { .run_dir = PERSISTENT_RUN_DIR };
	struct err err = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	return control__stop(opts.run_dir, &err) ? report(&err, NULL) : 0;
}

static int usage(FILE *out)
{
	fprintf(out,
		"Usage: perf persistent serve [--run-dir DIR] [-m SIZE] [--daemon] [--file FILE] "
		"[NAME=EVENT]...\n"
		"   or: perf persistent add [--run-dir DIR] [-m SIZE] NAME=EVENT...\n"
		"   or: perf persistent remove [--run-dir DIR] NAME\n"
		"   or: perf persistent list [--run-dir DIR]\n"
		"   or: perf persistent stop [--run-dir DIR]\n");
	return out == stdout ? 0 : EXIT_USAGE;
}

int cmd_persistent(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} verbs[] = {
		{ "serve", cmd_serve },	     { "add", cmd_add },   { "remove", cmd_remove },
		{ "list", cmd_list_events }, { "stop", cmd_stop },
	};
	char name[64];

	if (argc < 2)
		return usage(stderr);
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-?"))
		return usage(stdout);
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		if (strcmp(argv[1], verbs[i].name))
			continue;
		snprintf(name, sizeof(name), COMMAND " %s", verbs[i].name);
		argv[1] = name;
		return verbs[i].run(argc - 1, argv + 1);
	}
	fprintf(stderr, COMMAND ": '%s' is none of serve, add, remove, list, stop\n", argv[1]);
	return EXIT_USAGE;
}
