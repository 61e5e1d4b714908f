// SPDX-License-Identifier: GPL-2.0-only
/* perf top: options -> events -> a reader of their rings -> a view or pages of text -> exit status. */
#include <errno.h>
#include <malloc.h>
#include <regex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/core.h>

#include "builtin.h"
#include "top-live.h"
#include "top-options.h"
#include "top-pages.h"
#include "ui/error.h"
#include "ui/tui/code-view.h"
#include "ui/tui/tui.h"
#include "util/event.h"
#include "util/pmus.h"

#define COMMAND		"perf top"
#define OWN_BLOCK_BYTES (128 << 10)
#define DEFAULT_PARENT	"^sys_|^do_page_fault"

struct top {
	struct top_options opts;
	struct event_list list;
	const char **filters;
	regex_t parent, ignored; /* of --ignore-callees */
	bool has_parent, has_ignored;
	struct top_live *live;
	bool view;  /* on a terminal, which messages must not write over */
	int signal; /* that ended the view; 0: none */
	struct err err;
};

static void note(void *arg, const char *text)
{
	const struct top *top = arg;

	if (!top->view)
		fprintf(stderr, COMMAND ": %s\n", text);
}

/* What there is to know about the events before they are shown. */
static void note_events(const struct top *top)
{
	for (size_t i = 0; i < top->list.nr; i++)
		if (top->list.events[i]->warning)
			note((void *)top, top->list.events[i]->warning);
}

static int set_priority(const struct top *top)
{
	struct sched_param param = { .sched_priority = top->opts.priority };

	if (!top->opts.priority || !sched_setscheduler(0, SCHED_FIFO, &param))
		return 0;
	fprintf(stderr, COMMAND ": -r %d: %s\n", top->opts.priority, strerror(errno));
	return EXIT_ERROR;
}

static bool has_view(struct top *top)
{
	struct err err = { 0 };
	int ret = top->opts.stdio || top->opts.refreshes ? -ENOTTY : tui__check(&err);

	if (ret && (top->opts.tui || ret != -ENOTTY))
		fprintf(stderr, COMMAND ": %s: using --stdio\n", err.text);
	return !ret;
}

static int show_view(struct top *top)
{
	const struct annotator annotator = top_live__annotator(top->live);
	const struct tui_options options = { .style = &top->opts.style,
					     .annotator = &annotator,
					     .mode = top->opts.mode,
					     .delay_ms = top->opts.delay_ms };
	struct live_source source = top_live__source(top->live);
	struct tui_end end = { 0 };
	int ret = tui__show_live(&options, &source, &end, &top->err);

	top->signal = end.signal;
	return ret;
}

static int show(struct top *top)
{
	int ret = top->view ? show_view(top)
			    : top_pages__show(top->live, &top->opts.style, top->opts.refreshes,
					      &top->err);
	int fault;

	top_live__stop(top->live);
	fault = top_live__join(top->live, ret ? NULL : &top->err);
	/* Nobody reads any more: that is how pages end, too. */
	return ret && ret != -EPIPE ? ret : fault;
}

static int run(struct top *top, const struct event_lookup *lookup)
{
	struct top_options *opts = &top->opts;
	const struct top_live_options live = {
		.record = &opts->sampling.record,
		.collect = &opts->collect,
		.symbols = &opts->symbols,
		.annotate = &opts->annotate,
		.list = &top->list,
		.lookup = lookup,
		.hide_kernel = opts->hide_kernel,
		.hide_user = opts->hide_user,
		.mode = opts->mode,
		.delay_ms = opts->delay_ms,
		.note = note,
		.arg = top,
	};
	bool asked_cycles = !opts->sampling.nr_requests;
	int ret;

	opts->sampling.record.filters = top->filters;
	top->view = has_view(top);
	opts->sampling.record.no_signals = top->view;
	if (top->view)
		tui__block_signals();
	ret = top_live__new(&top->live, &live, &top->err);
	if (!ret && asked_cycles && !strncmp(top->list.events[0]->name, "cpu-clock", 9))
		note(top, "cycles can not be counted here: the timer (cpu-clock) is sampled");
	return ret ? ret : show(top);
}

/* Says what went wrong and gives the exit status. */
static int finish(struct top *top, int ret)
{
	int child = top->live ? top_live__child_exit(top->live) : -1;

	if (ret && top->err.code) {
		ui__print_command_err(stderr, COMMAND, NULL, &top->err);
		return ret == -EINVAL || ret == -ERANGE ? EXIT_USAGE : EXIT_INPUT;
	}
	if (ret)
		return EXIT_INPUT;
	return child > 0 ? child : 0;
}

static int compile_one(regex_t *regex, const char *text, bool *done)
{
	*done = !regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	if (*done)
		return 0;
	fprintf(stderr, COMMAND ": '%s' is no regular expression\n", text);
	return EXIT_USAGE;
}

static int compile(struct top *top)
{
	const char *ignored = top->opts.ignore_callees;
	int ret = compile_one(&top->parent, DEFAULT_PARENT, &top->has_parent);

	if (!ret && ignored)
		ret = compile_one(&top->ignored, ignored, &top->has_ignored);
	top->opts.collect.parent = &top->parent;
	top->opts.collect.ignore_callees = top->has_ignored ? &top->ignored : NULL;
	return ret;
}

/* Without the file that was asked for the kernel would have no names at all. */
static int check_file(const char *option, const char *path)
{
	if (!path || !access(path, R_OK))
		return 0;
	fprintf(stderr, COMMAND ": %s %s: %s\n", option, path, strerror(errno));
	return EXIT_INPUT;
}

static void top__exit(struct top *top)
{
	top_live__delete(top->live);
	event_list__exit(&top->list);
	free(top->filters);
	if (top->has_parent)
		regfree(&top->parent);
	if (top->has_ignored)
		regfree(&top->ignored);
	top_options__exit(&top->opts);
}

/* What a refresh needed goes back at once: blocks as large as its tables stay apart from all others,
 * whatever sizes they have from one refresh to the next. */
static void bound_memory(void)
{
	mallopt(M_MMAP_THRESHOLD, OWN_BLOCK_BYTES);
	mallopt(M_TRIM_THRESHOLD, OWN_BLOCK_BYTES);
}

int cmd_top(int argc, char **argv)
{
	struct top top = { 0 };
	struct pmus *pmus = NULL;
	int ret = top_options__parse(&top.opts, argc, argv);

	if (ret)
		return ret;
	bound_memory();
	ret = compile(&top);
	if (!ret)
		ret = check_file("-k", top.opts.symbols.vmlinux);
	if (!ret)
		ret = check_file("--kallsyms", top.opts.symbols.kallsyms);
	if (!ret)
		ret = set_priority(&top);
	if (!ret) {
		pmus = pmus__new(NULL);
		ret = pmus ? 0 : EXIT_ERROR;
	}
	if (!ret)
		ret = sampling_options__events(&top.opts.sampling, pmus__lookup(pmus), &top.list,
					       &top.filters);
	if (!ret) {
		note_events(&top);
		ret = finish(&top, run(&top, pmus__lookup(pmus)));
	}
	top__exit(&top);
	pmus__delete(pmus);
	return ret;
}
