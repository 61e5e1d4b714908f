// SPDX-License-Identifier: GPL-2.0-only
/* perf evlist: options -> the events of a file -> a line each, with -v every part of the attr. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "builtin.h"
#include "data/attr-text.h"
#include "data/reader.h"
#include "input-owner.h"
#include "session/event-name.h"
#include "session/trace.h"
#include "ui/error.h"
#include "ui/safe-text.h"
#include "ui/session-summary.h"

#define TYPE_FIRST_USER 64

struct options {
	const char *input;
	bool verbose, groups, frequencies, force;
};

static const struct argp_option options[] = {
	{ "input", 'i', "FILE", 0, "Read FILE instead of perf.data; - is standard input", 0 },
	{ "verbose", 'v', NULL, 0, "Show every part of the attr that is not zero", 0 },
	{ "freq", 'F', NULL, 0, "Show how often each is sampled", 0 },
	{ "force", 'f', NULL, 0, "Read a file of another user", 0 },
	{ "group", 'g', NULL, 0, "Show groups as {LEADER,MEMBER...}", 0 },
	{ 0 },
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	switch (key) {
	case 'i':
		opts->input = arg;
		return 0;
	case 'v':
		opts->verbose = true;
		return 0;
	case 'F':
		opts->frequencies = true;
		return 0;
	case 'f':
		opts->force = true;
		return 0;
	case 'g':
		opts->groups = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* In pipe mode events come as records, all before the first of the kernel's. */
static int read_events(struct data_reader *reader, struct err *err)
{
	struct data_record record;
	int ret;

	if (!data_reader__is_pipe(reader))
		return 0;
	while ((ret = data_reader__next(reader, &record, err)) > 0)
		if (record.header->type < TYPE_FIRST_USER)
			return 0;
	return ret;
}

static void append_name(struct buf *out, const struct data_reader *reader, size_t i,
			const struct trace *trace)
{
	char *name = event_name__get(data_reader__event(reader, i), trace);

	if (name)
		buf__puts(out, name);
	else
		out->error = -ENOMEM;
	free(name);
}

/* The group that event @i leads and that lies inside the file's events, or NULL. */
static const struct data_group *group_of(const struct data_reader *reader, size_t i)
{
	const struct data_info *info = data_reader__info(reader);

	for (size_t g = 0; g < info->nr_groups; g++) {
		const struct data_group *group = &info->groups[g];

		if (group->leader == i && group->nr > 1 &&
		    group->nr <= data_reader__nr_events(reader) - i)
			return group;
	}
	return NULL;
}

static size_t append_group(struct buf *out, const struct data_reader *reader, size_t i,
			   const struct trace *trace)
{
	const struct data_group *group = group_of(reader, i);
	size_t nr = group ? group->nr : 1;

	if (group)
		buf__printf(out, "%s{", *group->name == '{' ? "" : group->name);
	for (size_t k = 0; k < nr; k++) {
		buf__puts(out, k ? "," : "");
		append_name(out, reader, i + k, trace);
	}
	buf__puts(out, group ? "}\n" : "\n");
	return nr;
}

static void append_event(struct buf *out, const struct data_reader *reader, size_t i,
			 const struct trace *trace)
{
	struct buf attr = { 0 };

	append_name(out, reader, i, trace);
	attr_text__append(&attr, data_reader__event(reader, i), ": ");
	/* Every part comes with a comma before it; the first one follows a colon. */
	if (buf__error(&attr))
		out->error = buf__error(&attr);
	else if (attr.len)
		buf__printf(out, ":%s", attr.data + 1);
	buf__puts(out, "\n");
	buf__exit(&attr);
}

static void append_frequency(struct buf *out, const struct perf_event_attr *attr)
{
	buf__printf(out, ": sample_%s=%llu", attr->freq ? "freq" : "period", attr->sample_freq);
}

static int print_events(const struct options *opts, const struct data_reader *reader,
			struct err *err)
{
	const struct data_info *info = data_reader__info(reader);
	struct trace *trace = NULL;
	struct buf out = { 0 };
	int ret = 0;

	if (info->tracing_data)
		ret = trace__new(&trace, info->tracing_data, info->tracing_data_size, NULL, err);
	for (size_t i = 0; i < data_reader__nr_events(reader);) {
		if (opts->groups) {
			i += append_group(&out, reader, i, trace);
			continue;
		}
		if (opts->verbose) {
			append_event(&out, reader, i++, trace);
			continue;
		}
		append_name(&out, reader, i, trace);
		if (opts->frequencies)
			append_frequency(&out, data_event__attr(data_reader__event(reader, i)));
		buf__puts(&out, "\n");
		i++;
	}
	if (isatty(STDOUT_FILENO))
		safe_text__filter(out.data, out.len);
	if (buf__error(&out))
		ret = err__set(err, -ENOMEM, "out of memory");
	else if ((out.len && fwrite(out.data, 1, out.len, stdout) != out.len) || fflush(stdout))
		ret = err__set(err, -errno, "writing: %s", strerror(errno));
	buf__exit(&out);
	trace__delete(trace);
	return ret;
}

int cmd_evlist(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.doc = "Lists the events of a recording.",
	};
	struct options opts = { .input = "perf.data" };
	struct data_reader *reader = NULL;
	struct err err = { 0 };
	int ret, printed = 0;

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	ret = opts.force ? 0 : input_owner__check(opts.input, &err);
	if (!ret)
		ret = data_reader__new(&reader, opts.input, &err);
	if (!ret) {
		ret = read_events(reader, &err);
		printed = print_events(&opts, reader, ret ? NULL : &err);
	}
	if (reader)
		ui__print_notes(stderr, "perf evlist", data_reader__notes(reader));
	if (ret || printed)
		ui__print_command_err(stderr, "perf evlist", NULL, &err);
	if (reader && data_reader__is_damaged(reader))
		ret = -EBADMSG;
	data_reader__delete(reader);
	return ret || printed ? EXIT_INPUT : 0;
}
