// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf script on arbitrary bytes, all but its command line: read, put in order, decoded, printed
 * with every field, as JSON, folded, and record by record. No file of this machine is read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "buf.h"
#include "file.h"
#include "session/event-name.h"
#include "session/session.h"
#include "session/trace.h"
#include "symbol/machine.h"
#include "symbol/options.h"
#include "ui/folded.h"
#include "ui/frame-cache.h"
#include "ui/line-columns.h"
#include "ui/record-line.h"
#include "ui/sample-json.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

struct target {
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct trace *trace;
	struct folded *folded;
	struct sample_view view;
	u64 *fields;
	char **names;
	size_t nr;
	struct buf out;
	u64 printed;
};

static void free_names(struct target *target)
{
	for (size_t i = 0; i < target->nr; i++)
		free(target->names[i]);
	free(target->names);
	free(target->fields);
}

/* Every field that samples of the event have. */
static u64 all_fields(const struct perf_event_attr *attr)
{
	u64 fields = 0;

	for (u64 field = 1; sample_field__name(field); field <<= 1)
		if (sample_field__has(field, attr) && !(field & (FIELD_SRCLINE | FIELDS_OF_CODE)))
			fields |= field;
	return fields;
}

static void set_up(struct target *target)
{
	const struct session_events *events = session__events(target->session);
	const struct data_info *info = data_reader__info(target->reader);
	struct err err = { 0 };

	if (!target->trace && info->tracing_data)
		trace__new(&target->trace, info->tracing_data, info->tracing_data_size,
			   target->machine, &err);
	free_names(target);
	target->nr = events->nr;
	target->fields = calloc(events->nr + 1, sizeof(*target->fields));
	target->names = calloc(events->nr + 1, sizeof(*target->names));
	if (!target->fields || !target->names)
		abort();
	for (size_t i = 0; i < events->nr; i++) {
		target->names[i] = event_name__get(events->list[i].event, target->trace);
		target->fields[i] = all_fields(data_event__attr(events->list[i].event));
	}
	target->view.trace = target->trace;
	target->view.fields = target->fields;
	target->view.names = target->names;
}

static int end_record(struct target *target)
{
	target->printed += target->out.len;
	buf__reset(&target->out);
	/* A small file can be long in print; the rest of it tells nothing new. */
	return target->printed > 4 << 20;
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct target *target = ctx;

	if (target->nr != session__events(target->session)->nr)
		set_up(target);
	sample_view__print(&target->view, &target->out, record);
	sample_json__print(&target->view, &target->out, record);
	folded__add(target->folded, target->machine, record);
	return end_record(target);
}

static int on_other(void *ctx, const struct session_record *record)
{
	struct target *target = ctx;

	if (target->nr != session__events(target->session)->nr)
		set_up(target);
	if (record_kind__of(record->header->type))
		record_line__print(&target->view, &target->out, record);
	return end_record(target);
}

static void run(struct target *target)
{
	static const struct symbol_options options = { .symfs = "/nonexistent",
						       .kallsyms = "/dev/null" };
	struct session_source source = session_source__of_reader(target->reader);
	struct session_handlers handlers = { .ctx = target,
					     .sample = on_sample,
					     .mmap = on_other,
					     .comm = on_other,
					     .task = on_other,
					     .lost = on_other,
					     .other = on_other };

	target->machine = machine__new();
	target->folded = folded__new();
	target->view = (struct sample_view){ .machine = target->machine,
					     .frames = frame_cache__new(),
					     .tasks = task_texts__new(),
					     .max_stack = UINT32_MAX };
	if (target->machine)
		target->session = session__new(&source, target->machine, &handlers);
	if (!target->session || !target->folded || !target->view.frames || !target->view.tasks)
		abort();
	machine__set_options(target->machine, &options);
	/* Reading this kernel's symbols would take longer than all the rest. */
	machine__set_kernel_is_running(target->machine, false);
	if (!session__prepare(target->session)) {
		set_up(target);
		session__run(target->session);
	}
	folded__print(target->folded, &target->out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct target target = { 0 };
	struct err err = { 0 };
	int fd = memfd_create("perf.data", 0);
	char path[64];

	if (fd < 0 || file__write_all(fd, bytes, len))
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!data_reader__new(&target.reader, path, &err)) {
		run(&target);
		free_names(&target);
		trace__delete(target.trace);
		session__delete(target.session);
		folded__delete(target.folded);
		frame_cache__delete(target.view.frames);
		task_texts__delete(target.view.tasks);
		machine__delete(target.machine);
		data_reader__delete(target.reader);
		buf__exit(&target.out);
	}
	close(fd);
	return 0;
}
