// SPDX-License-Identifier: GPL-2.0-only
/* perf script: options -> session over a file -> a line for each sample -> exit status. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "builtin.h"
#include "data/format.h"
#include "data/reader.h"
#include "file.h"
#include "input-owner.h"
#include "script-options.h"
#include "session/event-name.h"
#include "session/session.h"
#include "session/trace.h"
#include "symbol/machine.h"
#include "ui/cgroup-names.h"
#include "ui/error.h"
#include "ui/folded.h"
#include "ui/frame-cache.h"
#include "ui/line-columns.h"
#include "ui/record-dump.h"
#include "ui/record-line.h"
#include "ui/sample-insn.h"
#include "ui/safe-text.h"
#include "ui/sample-json.h"
#include "ui/session-summary.h"

/* Output is written in pieces of this size. */
#define OUT_BYTES (128 << 10)

/* Who reads our output should not keep us waiting: what a pipe is made to hold, where it may be. */
#define PIPE_BYTES (1 << 20)

/* What these hold is shown, as if it stood in their place. */
#define TYPE_COMPRESSED	 81
#define TYPE_COMPRESSED2 83

struct script {
	const struct script_options *opts;
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct trace *trace;
	size_t nr;	/* events that are set up */
	u32 nr_renamed; /* names that are in use since */
	u64 *fields;
	char **names;
	struct frame_cache *frames;
	struct task_texts *tasks;
	struct cgroup_names *cgroups;
	struct insn_cache *insns;
	struct folded *folded; /* NULL: lines or JSON are printed */
	struct sample_filter filter;
	const void *dumped; /* the sample that came last; it may come for several events */
	struct sample_view view;
	bool terminal; /* standard output is one */
	struct buf out;
	struct err err;
};

/* What some fields need beside the samples. */
static int setup_fields(struct script *script, u64 fields)
{
	const struct data_info *info = data_reader__info(script->reader);

	if (fields & FIELD_TOD && !info->wall_clock_ns)
		return err__set(&script->err, -ENODATA,
				"the file does not say the date of its clock (record -k does), so "
				"tod "
				"can not be printed");
	script->view.tod_ns = info->wall_clock_ns - info->clockid_ns;
	if (fields & FIELDS_OF_CODE && !script->insns)
		return insn_cache__new(&script->insns, &script->err);
	return 0;
}

static int setup_event(struct script *script, size_t i)
{
	const struct data_event *event = session__events(script->session)->list[i].event;
	const struct perf_event_attr *attr = data_event__attr(event);
	enum script_kind kind = script_kind__of(attr, script->trace);
	u64 missing;
	int len;

	script->names[i] = event_name__get(event, script->trace);
	if (!script->names[i])
		return err__set(&script->err, -ENOMEM, "out of memory");
	len = strlen(script->names[i]);
	if (len > script->view.name_width)
		script->view.name_width = len;
	if (!script_fields__get(&script->opts->fields, attr, kind, &script->fields[i], &missing))
		return setup_fields(script, script->fields[i]);
	/* A dummy, which is there for other records, has no samples to miss anything in. */
	if (attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_DUMMY)
		return 0;
	err__set(&script->err, -ENODATA,
		 "samples of '%s' were recorded without %s, so %s can not be printed",
		 script->names[i], sample_field__name(missing), sample_field__name(missing));
	return -ENODATA;
}

static void forget_names(struct script *script)
{
	for (size_t i = 0; i < script->nr; i++)
		free(script->names[i]);
	script->nr = 0;
	script->view.name_width = 0;
}

/* Looks at the events that are known by now; in pipe mode they come among the records. */
static int setup_events(struct script *script)
{
	const struct data_info *info = data_reader__info(script->reader);
	size_t nr = session__events(script->session)->nr;
	int ret = 0;

	if (!script->trace && info->tracing_data)
		ret = trace__new(&script->trace, info->tracing_data, info->tracing_data_size,
				 script->machine, &script->err);
	if (ret)
		return ret;
	forget_names(script);
	free(script->fields);
	free(script->names);
	script->fields = calloc(nr + 1, sizeof(*script->fields));
	script->names = calloc(nr + 1, sizeof(*script->names));
	if (!script->fields || !script->names)
		return err__set(&script->err, -ENOMEM, "out of memory");
	script->nr = nr;
	script->nr_renamed = data_reader__nr_renamed(script->reader);
	for (size_t i = 0; i < nr && !ret; i++)
		ret = setup_event(script, i);
	script->view.machine = script->machine;
	script->view.frames = script->frames;
	script->view.tasks = script->tasks;
	script->view.cgroups = script->cgroups;
	script->view.insns = script->insns;
	script->view.max_blocks = script->opts->max_blocks;
	script->view.max_stack = script->opts->max_stack;
	script->view.stop = script->opts->stop;
	script->view.inlines = script->opts->inlines;
	script->view.full_source_path = script->opts->full_source_path;
	script->view.clock = script->opts->clock;
	script->view.trace = script->trace;
	script->view.fields = script->fields;
	script->view.names = script->names;
	script->view.nanoseconds = script->opts->nanoseconds;
	script->view.no_callchain = script->opts->no_callchain;
	return ret;
}

static int write_out(struct script *script)
{
	struct buf *out = &script->out;
	int ret;

	if (buf__error(out))
		return err__set(&script->err, -ENOMEM, "out of memory");
	if (script->terminal)
		safe_text__filter(out->data, out->len);
	ret = file__write_all(STDOUT_FILENO, out->data, out->len);
	buf__reset(out);
	return ret ? err__set(&script->err, ret, "writing: %s", strerror(-ret)) : 0;
}

/* Only lines have fields. */
static bool has_fields(const struct script *script, const struct session_event *event)
{
	return script->opts->form != SCRIPT_LINES || script->fields[event->index];
}

static int print_sample(struct script *script, const struct session_record *record)
{
	switch (script->opts->form) {
	case SCRIPT_JSON:
		return sample_json__print(&script->view, &script->out, record);
	case SCRIPT_FOLDED:
		return folded__add(script->folded, script->machine, record);
	case SCRIPT_LINES:
		break;
	}
	return sample_view__print(&script->view, &script->out, record);
}

static int end_line(struct script *script, int ret)
{
	if (ret)
		return err__set(&script->err, ret, "out of memory");
	return script->out.len < OUT_BYTES ? 0 : write_out(script);
}

/* A stream is counted from its first record on. */
static struct session_record as_dumped(const struct script *script,
				       const struct session_record *record)
{
	struct session_record shown = *record;

	if (data_reader__is_pipe(script->reader))
		shown.offset -= DATA_PIPE_BYTES;
	return shown;
}

static int on_raw(void *ctx, const struct session_record *record)
{
	struct script *script = ctx;
	struct session_record shown = as_dumped(script, record);
	const char *name = data_reader__is_pipe(script->reader) ? "pipe" : script->opts->input;

	script->dumped = NULL;
	if (record->header->type == TYPE_COMPRESSED || record->header->type == TYPE_COMPRESSED2)
		return 0;
	return end_line(script, record_dump__bytes(&script->out, name, &shown));
}

static int dump_sample(struct script *script, const struct session_record *record)
{
	struct session_record shown = as_dumped(script, record);
	int ret = 0;

	if (script->dumped != record->header)
		ret = record_dump__sample(&script->out, &shown);
	script->dumped = record->header;
	return ret ? ret : record_dump__owner(&script->out, script->machine, record);
}

static bool is_set_up(const struct script *script)
{
	return script->nr == session__events(script->session)->nr &&
	       script->nr_renamed == data_reader__nr_renamed(script->reader);
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct script *script = ctx;
	int ret = 0;

	if (!is_set_up(script))
		ret = setup_events(script);
	if (!ret && script->opts->dump)
		ret = end_line(script, dump_sample(script, record));
	if (ret)
		return ret;
	if (!has_fields(script, record->event) ||
	    !sample_filter__shows(&script->filter, script->machine, record))
		return 0;
	return end_line(script, print_sample(script, record));
}

static bool is_in_time(const struct script *script, u64 time_ns)
{
	return !time_ns || time_ns == SAMPLE_NO_TIME ||
	       time_spans__has(&script->filter.spans, time_ns);
}

/* Records that are shown among the samples. */
static int dump_other(struct script *script, const struct session_record *record)
{
	struct session_record shown = as_dumped(script, record);

	return end_line(script, record_dump__other(&script->out, &shown));
}

static int on_other(void *ctx, const struct session_record *record)
{
	struct script *script = ctx;
	int ret = 0;

	if (record->header->type == PERF_RECORD_CGROUP)
		ret = cgroup_names__add(script->cgroups, record,
					data_reader__swapped(script->reader));
	if (ret)
		return err__set(&script->err, ret, "out of memory");
	if (script->opts->dump)
		ret = dump_other(script, record);
	if (ret)
		return ret;
	/* As the distribution's --show-lost-events; -D has shown it. */
	if (record->header->type == PERF_RECORD_LOST_SAMPLES)
		return 0;
	if (!(record_kind__of(record->header->type) & script->opts->records) ||
	    script->opts->form != SCRIPT_LINES || !is_in_time(script, record->sample->time_ns))
		return 0;
	if (!is_set_up(script))
		ret = setup_events(script);
	if (ret)
		return ret;
	return end_line(script, record_line__print(&script->view, &script->out, record));
}

/* Where the kernel is decides how its addresses are shown. */
static int on_mmap(void *ctx, const struct session_record *record)
{
	struct script *script = ctx;

	if ((record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
		frame_cache__reset(script->frames);
	return on_other(ctx, record);
}

static int print_header(struct script *script)
{
	char *text = data_reader__header_text(script->reader);

	if (!text)
		return err__set(&script->err, -ENOMEM, "out of memory");
	buf__puts(&script->out, text);
	free(text);
	return write_out(script);
}

/* A date in the clock of the recording. 0 or -ENODATA. */
static int clock_of_date(const struct data_info *info, u64 date_ns, u64 *ns)
{
	u64 then_ns = info->clockid_ns, wall_ns = info->wall_clock_ns;

	if (!wall_ns)
		return -ENODATA;
	if (date_ns < wall_ns)
		*ns = wall_ns - date_ns < then_ns ? then_ns - (wall_ns - date_ns) : 0;
	else if (__builtin_add_overflow(then_ns, date_ns - wall_ns, ns))
		*ns = ~0ULL;
	return 0;
}

/* A span of --since ends where the file does, not now. */
static int begin_since(struct script *script, const struct data_info *info)
{
	u64 ns = script->opts->since.ns;

	switch (script->opts->since.kind) {
	case SINCE_TIME:
		break;
	case SINCE_SPAN:
		if (!info->last_ns)
			return err__set(&script->err, -ENODATA,
					"the file does not say when it ends, so --since needs "
					"seconds");
		ns = ns < info->last_ns ? info->last_ns - ns : 0;
		break;
	case SINCE_DATE:
		if (clock_of_date(info, ns, &ns))
			return err__set(&script->err, -ENODATA,
					"the file does not say the date of its clock (record -k "
					"does), "
					"so --since needs seconds");
		break;
	}
	if (ns)
		time_spans__begin_at(&script->filter.spans, ns);
	return 0;
}

/* Parts of a recording are found by what its header says. */
static int resolve_times(struct script *script)
{
	const struct data_info *info = data_reader__info(script->reader);

	script->filter = script->opts->filter;
	if (time_spans__resolve(&script->filter.spans, info->first_ns, info->last_ns))
		return err__set(&script->err, -ENODATA,
				"the file does not say when it begins and ends, so --time needs "
				"seconds");
	return begin_since(script, info);
}

static int run(struct script *script)
{
	struct session_source source = session_source__of_reader(script->reader);
	struct session_handlers handlers = { .ctx = script,
					     .sample = on_sample,
					     .mmap = on_mmap,
					     .comm = on_other,
					     .task = on_other,
					     .lost = on_other,
					     .other = on_other };
	int ret = 0;

	if (script->opts->dump)
		handlers.raw = on_raw;
	script->machine = machine__new();
	script->frames = frame_cache__new();
	script->tasks = task_texts__new();
	script->cgroups = cgroup_names__new();
	if (script->opts->form == SCRIPT_FOLDED)
		script->folded = folded__new();
	if (script->machine && script->frames && script->tasks && script->cgroups &&
	    (script->folded || script->opts->form != SCRIPT_FOLDED))
		script->session = session__new(&source, script->machine, &handlers);
	if (!script->session)
		return err__set(&script->err, -ENOMEM, "out of memory");
	machine__set_options(script->machine, &script->opts->symbols);
	ret = resolve_times(script);
	if (!ret && (script->opts->header || script->opts->header_only))
		ret = print_header(script);
	if (ret || script->opts->header_only)
		return ret;
	ret = session__prepare(script->session);
	if (!ret && !data_reader__is_pipe(script->reader))
		ret = setup_events(script);
	if (!ret)
		ret = session__run(script->session);
	return ret ? ret : write_out(script);
}

/* Says what went wrong and gives the exit status. */
static int finish(struct script *script, int ret)
{
	const struct session_stats *stats;

	/* What was whole before a fault is shown. */
	if (script->folded && folded__print(script->folded, &script->out) && !ret)
		ret = err__set(&script->err, -ENOMEM, "out of memory");
	write_out(script);
	if (script->err.code) {
		ui__print_command_err(stderr, "perf script", NULL, &script->err);
		return EXIT_INPUT;
	}
	if (!script->session || script->opts->header_only) {
		ui__print_notes(stderr, "perf script", data_reader__notes(script->reader));
		return ret || data_reader__is_damaged(script->reader) ? EXIT_INPUT : 0;
	}
	stats = session__stats(script->session);
	ui__print_session_summary(stderr, "perf script", stats, data_reader__notes(script->reader));
	ui__print_missing_files(stderr, "perf script", script->machine);
	if (stats->first.code || data_reader__is_damaged(script->reader))
		return EXIT_INPUT;
	return ret ? EXIT_INPUT : 0;
}

static void script__exit(struct script *script)
{
	forget_names(script);
	free(script->fields);
	free(script->names);
	trace__delete(script->trace);
	session__delete(script->session);
	machine__delete(script->machine);
	frame_cache__delete(script->frames);
	task_texts__delete(script->tasks);
	cgroup_names__delete(script->cgroups);
	insn_cache__delete(script->insns);
	folded__delete(script->folded);
	data_reader__delete(script->reader);
	buf__exit(&script->out);
}

int cmd_script(int argc, char **argv)
{
	struct script_options opts;
	struct script script = { .opts = &opts, .terminal = isatty(STDOUT_FILENO) };
	int ret;

	if (script_options__parse(&opts, argc, argv))
		return EXIT_USAGE;
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, PIPE_BYTES);
	ret = opts.force ? 0 : input_owner__check(opts.input, &script.err);
	if (!ret)
		ret = data_reader__new(&script.reader, opts.input, &script.err);
	if (ret) {
		ui__print_command_err(stderr, "perf script", NULL, &script.err);
		ret = EXIT_INPUT;
	} else {
		ret = run(&script);
		ret = finish(&script, ret);
	}
	script__exit(&script);
	script_options__exit(&opts);
	return ret;
}
