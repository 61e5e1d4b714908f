// SPDX-License-Identifier: GPL-2.0-only
/* perf report: options -> session over a file -> rows -> text -> exit status. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "data/reader.h"
#include "input-owner.h"
#include "report-options.h"
#include "session/session.h"
#include "symbol/machine.h"
#include "ui/error.h"
#include "ui/progress.h"
#include "ui/report-json.h"
#include "ui/report-stats.h"
#include "ui/report-tasks.h"
#include "ui/safe-text.h"
#include "ui/session-summary.h"

struct report {
	struct report_options *opts;
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct collect *collect;
	struct hits *hits; /* for functions that the view may show */
	bool view;	   /* on a terminal */
	int signal;	   /* that ended the view; 0: none */
	bool stopped;	   /* by Ctrl-C, before the file's end */
	FILE *out;	   /* standard output, safe for a terminal */
	struct progress progress;
	struct err err;
};

static volatile sig_atomic_t done;

static void on_signal(int number)
{
	(void)number;
	done = 1;
}

/* Branches that are no call chains are what people want to see of a file that has them. */
static bool has_branches(const struct session_events *events)
{
	for (size_t i = 0; i < events->nr; i++) {
		const struct sample_layout *layout = &events->list[i].layout;

		if (layout->sample_type & PERF_SAMPLE_BRANCH_STACK &&
		    !(layout->branch_type & PERF_SAMPLE_BRANCH_CALL_STACK))
			return true;
	}
	return false;
}

static int setup(struct report *report)
{
	const struct session_events *events = session__events(report->session);
	struct report_options *opts = report->opts;
	struct hist_spec_options *spec = &opts->collect.spec;

	/* Samples are what statistics count. */
	if (!opts->stats && (opts->branches || (spec->mode == HIST_MODE_NORMAL &&
						!opts->no_branches && has_branches(events))))
		spec->mode = HIST_MODE_BRANCH;
	return collect__setup(report->collect, events);
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct report *report = ctx;
	int ret = 0;

	if (done)
		return -EINTR;
	progress__step(&report->progress, record->offset);

	if (collect__nr_events(report->collect) != session__events(report->session)->nr)
		ret = setup(report);
	return ret ? ret : collect__sample(report->collect, record);
}

static int on_other(void *ctx, const struct session_record *record)
{
	struct report *report = ctx;

	return collect__other(report->collect, record, data_reader__swapped(report->reader));
}

static int on_mmap(void *ctx, const struct session_record *record)
{
	collect__mmap(((struct report *)ctx)->collect, record);
	return 0;
}

static int print_header(struct report *report)
{
	char *text = data_reader__header_text(report->reader);

	if (!text)
		return err__set(&report->err, -ENOMEM, "out of memory");
	fputs(text, report->out);
	free(text);
	return 0;
}

/* "anon group { cpu-clock, page-faults }"; the caller frees. NULL: out of memory. */
static char *group_name(const struct report *report, size_t first, size_t nr)
{
	const struct data_info *info = data_reader__info(report->reader);
	struct buf name = { 0 };

	for (size_t g = 0; g < info->nr_groups; g++)
		if (info->groups[g].leader == first && *info->groups[g].name != '{')
			buf__puts(&name, info->groups[g].name);
	buf__puts(&name, name.len ? "" : "anon group");
	for (size_t i = 0; i < nr; i++)
		buf__printf(&name, "%s%s", i ? ", " : " { ",
			    collect__event_name(report->collect, first + i));
	buf__puts(&name, " }");
	if (buf__error(&name)) {
		buf__exit(&name);
		return NULL;
	}
	return name.data;
}

/* The section of an event, or of all of its group. Without samples it is not worth one. */
static int print_event(struct report *report, size_t i)
{
	const struct report_style *style = &report->opts->style;
	const struct hists *hists = collect__hists(report->collect, i);
	size_t nr = collect__nr_joined(report->collect, i);
	u64 samples = 0;
	char *name;
	int ret;

	for (const struct hists *at = hists; at; at = at->member)
		samples += at->samples;
	if (!samples)
		return 0;
	if (nr == 1)
		return report_stdio__print_event(report->out, style,
						 collect__event_name(report->collect, i), hists);
	name = group_name(report, i, nr);
	ret = name ? report_stdio__print_event(report->out, style, name, hists) : -ENOMEM;
	free(name);
	return ret;
}

static int print_rows(struct report *report)
{
	const struct report_style *style = &report->opts->style;
	u64 lost = session__stats(report->session)->lost_samples;
	int ret = report_stdio__print_title(report->out, style, report->opts->header, lost);

	for (size_t i = 0; i < collect__nr_events(report->collect) && !ret;
	     i += collect__nr_joined(report->collect, i))
		ret = print_event(report, i);
	if (!ret && fflush(report->out))
		ret = -errno;
	return ret ? err__set(&report->err, ret, "writing: %s", strerror(-ret)) : 0;
}

/* On a terminal that can not show a view text is the answer too. */
static int show_rows(struct report *report)
{
	const struct report_options *opts = report->opts;
	struct report_view view = { .style = &opts->style,
				    .collect = report->collect,
				    .reader = report->reader,
				    .machine = report->machine,
				    .hits = report->hits,
				    .stats = session__stats(report->session) };
	int ret;

	if (!report->view || !view.stats->samples)
		return print_rows(report);
	ret = report_view__show(&view, &report->err);
	report->signal = view.signal;
	return ret == -ENOSYS || ret == -EINVAL ? print_rows(report) : ret;
}

/* For other programs, and for browsers. */
static int print_json(struct report *report)
{
	const struct session_stats *stats = session__stats(report->session);
	size_t nr = collect__nr_events(report->collect);
	struct report_json_event *events = calloc(nr + 1, sizeof(*events));
	const struct report_json json = { .input = report->opts->input,
					  .events = events,
					  .nr = nr,
					  .lost_samples = stats->lost_samples,
					  .damaged = stats->first.code };
	int ret;

	if (!events)
		return err__set(&report->err, -ENOMEM, "out of memory");
	for (size_t i = 0; i < nr; i++)
		events[i] = (struct report_json_event){ collect__event_name(report->collect, i),
							collect__hists(report->collect, i) };
	ret = report->opts->html ? report_html__print(report->out, &json)
				 : report_json__print(report->out, &json);
	free(events);
	return ret ? err__set(&report->err, ret, "writing: %s", strerror(-ret)) : 0;
}

static void print_stats(const struct report *report)
{
	report_stats__print(report->out, session__stats(report->session));
	for (size_t i = 0; i < collect__nr_events(report->collect); i++) {
		u64 samples = collect__hists(report->collect, i)->samples;

		if (samples)
			report_stats__print_event(report->out,
						  collect__event_name(report->collect, i), samples);
	}
}

/* What only text can have takes no terminal. */
static bool has_view(const struct report_options *opts)
{
	bool text = opts->style.separator || opts->style.quiet || opts->header || opts->stats;

	return !text && report_view__is_possible(opts->view);
}

/* Ctrl-C ends the reading, and what was read so far is shown; a second one ends all. */
static int run_session(struct report *report)
{
	const struct sigaction stop = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };
	struct sigaction before;
	int ret;

	progress__init(&report->progress, report->opts->input);
	sigaction(SIGINT, &stop, &before);
	ret = session__run(report->session);
	sigaction(SIGINT, &before, NULL);
	data_reader__trim(report->reader);
	progress__end(&report->progress);
	report->stopped = ret == -EINTR && done;
	return report->stopped ? 0 : ret;
}

/* Parts of a recording are found by what its header says. */
static int resolve_times(struct report *report)
{
	const struct data_info *info = data_reader__info(report->reader);

	if (time_spans__resolve(&report->opts->collect.filter.spans, info->first_ns, info->last_ns))
		return err__set(&report->err, -ENODATA,
				"the file does not say when it begins and ends, so --time needs "
				"seconds");
	return 0;
}

static int read_all(struct report *report)
{
	struct session_source source = session_source__of_reader(report->reader);
	struct session_handlers handlers = {
		.ctx = report, .sample = on_sample, .mmap = on_mmap, .other = on_other
	};
	int ret;

	report->view = has_view(report->opts);
	report->opts->collect.groups = !report->view && !report->opts->no_groups &&
				       !report->opts->json && !report->opts->html;
	if (report->view)
		report->hits = report->opts->collect.hits = hits__new();
	report->machine = machine__new();
	if (report->machine)
		machine__set_options(report->machine, &report->opts->symbols);
	if (report->machine)
		report->collect = collect__new(&report->opts->collect,
					       data_reader__info(report->reader), report->machine);
	if (report->collect)
		report->session = session__new(&source, report->machine, &handlers);
	if (!report->session)
		return err__set(&report->err, -ENOMEM, "out of memory");
	ret = session__prepare(report->session);
	if (!ret)
		ret = resolve_times(report);
	if (!ret && !data_reader__is_pipe(report->reader))
		ret = setup(report);
	return ret ? ret : run_session(report);
}

/* Side-band alone: samples make no thread known. */
static int read_tasks(struct report *report)
{
	struct session_source source = session_source__of_reader(report->reader);
	struct session_handlers handlers = { .ctx = report };

	report->machine = machine__new();
	if (report->machine)
		report->session = session__new(&source, report->machine, &handlers);
	if (!report->session || !machine__thread(report->machine, 0, 0))
		return err__set(&report->err, -ENOMEM, "out of memory");
	if (!report->opts->mmaps)
		machine__leave_out_maps(report->machine);
	session__set_max_stack(report->session, 0);
	return run_session(report);
}

static int run_tasks(struct report *report)
{
	int ret = read_tasks(report), shown;

	if (report->err.code)
		return ret;
	shown = report_tasks__print(report->out, report->machine, report->opts->mmaps);
	return shown ? err__set(&report->err, shown, "out of memory") : ret;
}

/* What was whole before a fault is shown too. */
static int run(struct report *report)
{
	const struct report_options *opts = report->opts;
	int ret, shown = 0;

	if (opts->header || opts->header_only)
		shown = print_header(report);
	if (shown || opts->header_only)
		return shown;
	if (opts->tasks || opts->mmaps)
		return run_tasks(report);
	ret = read_all(report);
	if (!report->collect || collect__err(report->collect)->code || !report->session)
		return ret;
	if (!opts->stats && data_reader__nr_renamed(report->reader))
		shown = collect__rename(report->collect, session__events(report->session));
	if (!shown)
		shown = collect__finish(report->collect);
	if (!shown && opts->stats)
		print_stats(report);
	else if (!shown && (opts->json || opts->html))
		shown = print_json(report);
	else if (!shown)
		shown = show_rows(report);
	return shown ? shown : ret;
}

/* Says what went wrong and gives the exit status. */
static int finish(struct report *report, int ret)
{
	const struct err *err = report->collect ? collect__err(report->collect) : NULL;
	const struct session_stats *stats;
	bool usage = err && err->code == -EINVAL;

	if (!err || !err->code)
		err = &report->err;
	if (fflush(report->out) && !err->code)
		ret = err__set(&report->err, -errno, "writing: %s", strerror(errno));
	if (err->code) {
		ui__print_command_err(stderr, "perf report",
				      usage ? report->opts->collect.spec.sort : NULL, err);
		return usage ? EXIT_USAGE : EXIT_INPUT;
	}
	if (!report->session && !report->reader)
		return ret ? EXIT_INPUT : 0;
	if (!report->session) {
		ui__print_notes(stderr, "perf report", data_reader__notes(report->reader));
		return ret || data_reader__is_damaged(report->reader) ? EXIT_INPUT : 0;
	}
	if (!session__stats(report->session)->samples && !report->opts->stats &&
	    !report->opts->tasks && !report->opts->mmaps)
		fprintf(stderr, "perf report: '%s' has no samples\n", report->opts->input);
	if (report->stopped)
		fprintf(stderr, "perf report: stopped: this is what was read so far\n");
	stats = session__stats(report->session);
	ui__print_session_summary(stderr, "perf report", stats, data_reader__notes(report->reader));
	ui__print_missing_files(stderr, "perf report", report->machine);
	if (report->signal)
		return EXIT_SIGNAL + report->signal;
	if (report->stopped)
		return EXIT_SIGNAL + SIGINT;
	if (stats->first.code || data_reader__is_damaged(report->reader))
		return EXIT_INPUT;
	return ret ? EXIT_INPUT : 0;
}

static void report__exit(struct report *report)
{
	safe_text__close(report->out);
	collect__delete(report->collect);
	hits__delete(report->hits);
	session__delete(report->session);
	machine__delete(report->machine);
	data_reader__delete(report->reader);
}

int cmd_report(int argc, char **argv)
{
	struct report_options opts;
	struct report report = { .opts = &opts, .out = stdout };
	int ret = report_options__parse(&opts, argc, argv);

	if (ret)
		goto out;
	report.out = safe_text__open();
	if (!report.out) {
		report.out = stdout;
		ret = err__set(&report.err, -ENOMEM, "out of memory");
	} else {
		ret = opts.force ? 0 : input_owner__check(opts.input, &report.err);
	}
	if (!ret)
		ret = data_reader__new(&report.reader, opts.input, &report.err);
	if (!ret)
		ret = run(&report);
	ret = finish(&report, ret);
out:
	report__exit(&report);
	report_options__exit(&opts);
	return ret;
}
