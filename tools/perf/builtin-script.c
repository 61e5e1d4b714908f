// SPDX-License-Identifier: GPL-2.0-only
/* perf script: options -> session over a file -> a line for each sample -> exit status. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "builtin.h"
#include "data/reader.h"
#include "file.h"
#include "session/event-name.h"
#include "session/session.h"
#include "session/time-span.h"
#include "session/trace.h"
#include "symbol/machine.h"
#include "ui/error.h"
#include "ui/frame-cache.h"
#include "ui/sample-line.h"
#include "ui/script-fields.h"
#include "ui/session-summary.h"

/* Output is written in pieces of this size. */
#define OUT_BYTES (256 << 10)

struct options {
	const char *input;
	struct script_fields fields;
	bool nanoseconds;
	bool header, header_only;
	bool no_callchain;
	struct time_span span;
};

struct script {
	const struct options *opts;
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct trace *trace;
	size_t nr; /* events that are set up */
	u32 *fields;
	char **names;
	struct frame_cache *frames;
	struct sample_view view;
	struct buf out;
	struct err err;
};

enum { OPT_NS = 256, OPT_HEADER, OPT_HEADER_ONLY, OPT_TIME };

static const struct argp_option options[] = {
	{ "input", 'i', "FILE", 0, "Read FILE instead of perf.data; - is standard input", 0 },
	{ "fields", 'F', "[KIND:]FIELDS", 0,
	  "Print these: comm,pid,tid,cpu,time,period,event,trace,addr,ip,sym,symoff,dso,weight,"
	  "data_src,phys_addr,data_page_size,code_page_size; +FIELD and -FIELD change the default; "
	  "KIND is hw, sw, trace, cache, raw, break or other",
	  0 },
	{ "hide-call-graph", 'G', NULL, 0, "Print a sample's address instead of its call chain",
	  0 },
	{ "ns", OPT_NS, NULL, 0, "Print times with nanoseconds", 0 },
	{ "header", OPT_HEADER, NULL, 0, "Print what the file says about itself first", 0 },
	{ "header-only", OPT_HEADER_ONLY, NULL, 0, "Print only that", 0 },
	{ "time", OPT_TIME, "BEGIN,END", 0,
	  "Print samples of that time, in seconds; either may be left out", 0 },
	{ 0 },
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;
	struct err err = { 0 };

	switch (key) {
	case 'i':
		opts->input = arg;
		return 0;
	case 'F':
		if (!script_fields__parse(&opts->fields, arg, &err))
			return 0;
		ui__print_command_err(stderr, "perf script", arg, &err);
		exit(EXIT_USAGE);
	case 'G':
		opts->no_callchain = true;
		return 0;
	case OPT_NS:
		opts->nanoseconds = true;
		return 0;
	case OPT_HEADER:
		opts->header = true;
		return 0;
	case OPT_HEADER_ONLY:
		opts->header_only = true;
		return 0;
	case OPT_TIME:
		if (time_span__parse(&opts->span, arg))
			argp_error(state, "'%s' is no BEGIN,END in seconds", arg);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int setup_event(struct script *script, size_t i)
{
	const struct data_event *event = session__events(script->session)->list[i].event;
	const struct perf_event_attr *attr = data_event__attr(event);
	enum script_kind kind = script_kind__of(attr, script->trace);
	u32 missing;
	int len;

	script->names[i] = event_name__get(event, script->trace);
	if (!script->names[i])
		return err__set(&script->err, -ENOMEM, "out of memory");
	len = strlen(script->names[i]);
	if (len > script->view.name_width)
		script->view.name_width = len;
	if (!script_fields__get(&script->opts->fields, attr, kind, &script->fields[i], &missing))
		return 0;
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
	for (size_t i = 0; i < nr && !ret; i++)
		ret = setup_event(script, i);
	script->view.machine = script->machine;
	script->view.frames = script->frames;
	script->view.max_stack = UINT32_MAX;
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
	ret = file__write_all(STDOUT_FILENO, out->data, out->len);
	buf__reset(out);
	return ret ? err__set(&script->err, ret, "writing: %s", strerror(-ret)) : 0;
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct script *script = ctx;
	u64 time_ns = record->sample->time_ns;
	int ret = 0;

	if (script->nr != session__events(script->session)->nr)
		ret = setup_events(script);
	if (ret)
		return ret;
	if (time_ns != SAMPLE_NO_TIME &&
	    (time_ns < script->opts->span.begin_ns || time_ns > script->opts->span.end_ns))
		return 0;
	if (!script->fields[record->event->index])
		return 0;
	ret = sample_view__print(&script->view, &script->out, record);
	if (ret)
		return err__set(&script->err, ret, "out of memory");
	return script->out.len < OUT_BYTES ? 0 : write_out(script);
}

/* Where the kernel is decides how its addresses are shown. */
static int on_mmap(void *ctx, const struct session_record *record)
{
	struct script *script = ctx;

	if ((record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
		frame_cache__reset(script->frames);
	return 0;
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

static int run(struct script *script)
{
	struct session_source source = session_source__of_reader(script->reader);
	struct session_handlers handlers = { .ctx = script, .sample = on_sample, .mmap = on_mmap };
	int ret = 0;

	script->machine = machine__new();
	script->frames = frame_cache__new();
	if (script->machine && script->frames)
		script->session = session__new(&source, script->machine, &handlers);
	if (!script->session)
		return err__set(&script->err, -ENOMEM, "out of memory");
	if (script->opts->header || script->opts->header_only)
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
	write_out(script);
	if (script->err.code) {
		ui__print_command_err(stderr, "perf script", NULL, &script->err);
		return EXIT_INPUT;
	}
	if (!script->session)
		return ret ? EXIT_INPUT : 0;
	stats = session__stats(script->session);
	ui__print_session_summary(stderr, "perf script", stats, data_reader__notes(script->reader));
	return ret || stats->first.code ? EXIT_INPUT : 0;
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
	data_reader__delete(script->reader);
	buf__exit(&script->out);
}

int cmd_script(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.doc = "Prints the samples of a recording, a line each.",
	};
	struct options opts = { .input = "perf.data", .span.end_ns = ~0ULL };
	struct script script = { .opts = &opts };
	int ret;

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	ret = data_reader__new(&script.reader, opts.input, &script.err);
	if (ret) {
		ui__print_command_err(stderr, "perf script", NULL, &script.err);
		return EXIT_INPUT;
	}
	ret = run(&script);
	ret = finish(&script, ret);
	script__exit(&script);
	return ret;
}
