// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf report on arbitrary bytes, all but its command line: read, put in order, added up to rows in one of
 * several ways, which the last byte chooses, and printed as text, as JSON and as a page. No file of this
 * machine is read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "file.h"
#include "hist/collect.h"
#include "session/session.h"
#include "symbol/machine.h"
#include "symbol/options.h"
#include "ui/report-json.h"
#include "ui/report-stdio.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

struct target {
	struct collect_options options;
	struct report_style style;
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct collect *collect;
};

static const struct way {
	const char *sort, *fields;
	enum hist_mode mode;
	enum chain_mode chains;
	enum step_detail steps;
	int chain_order;
	bool children, groups, hierarchy, raw_trace, by_count;
} ways[] = {
	{ .children = true },
	{ .children = true, .chain_order = -1, .groups = true },
	{ .sort = "comm,pid,dso,sym,cpu,socket,parent,period", .chains = CHAIN_FRACTAL },
	{ .sort = "srcline,srcfile,symbol_size,dso_size", .chains = CHAIN_FLAT },
	{ .sort = "sym", .steps = STEP_ADDRESS, .chain_order = -1, .by_count = true },
	{ .sort = "dso,sym", .steps = STEP_LINE, .children = true, .chains = CHAIN_FOLDED },
	{ .sort = "comm,{dso,sym},cpu", .hierarchy = true },
	{ .mode = HIST_MODE_BRANCH },
	{ .sort = "dso_from,symbol_from,dso_to,symbol_to,addr_from,addr_to,mispredict,in_tx,abort,"
		  "cycles",
	  .mode = HIST_MODE_BRANCH },
	{ .mode = HIST_MODE_MEMORY },
	{ .sort = "symbol_daddr,dso_daddr,mem,snoop,tlb,locked,blocked,dcacheline",
	  .mode = HIST_MODE_MEMORY },
	{ .sort = "trace", .groups = true },
	{ .sort = "trace_fields", .raw_trace = true },
	{ .sort = "time,weight,local_weight", .groups = true },
	{ .sort = "cgroup,transaction,addr,phys_daddr,code_page_size" },
	{ .fields = "overhead_children,overhead,overhead_sys,overhead_us,sample,period,sym",
	  .children = true },
};

static void choose(struct target *target, const struct way *way)
{
	target->options = (struct collect_options){
		.spec = { .sort = way->sort,
			  .fields = way->fields,
			  .mode = way->mode,
			  .hierarchy = way->hierarchy,
			  .show_samples = true },
		.quantum_ns = 1000,
		.raw_trace = way->raw_trace,
		.max_stack = 127,
		.steps = way->steps,
		.no_children = !way->children,
		.count_chains = way->by_count,
		.groups = way->groups,
		.chain_order = way->chain_order,
	};
	target->style = (struct report_style){
		.chain = { .mode = way->chains, .min_percent = 0.5, .by_period = way->by_count }
	};
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct target *target = ctx;
	int ret = 0;

	if (collect__nr_events(target->collect) != session__events(target->session)->nr)
		ret = collect__setup(target->collect, session__events(target->session));
	return ret ? ret : collect__sample(target->collect, record);
}

static int on_other(void *ctx, const struct session_record *record)
{
	struct target *target = ctx;

	return collect__other(target->collect, record, data_reader__swapped(target->reader));
}

static int on_mmap(void *ctx, const struct session_record *record)
{
	collect__mmap(((struct target *)ctx)->collect, record);
	return 0;
}

static void print(struct target *target, FILE *out)
{
	size_t nr = collect__nr_events(target->collect);
	struct report_json_event *events = calloc(nr + 1, sizeof(*events));
	const struct report_json json = { .input = "f", .events = events, .nr = nr };

	if (!events)
		abort();
	for (size_t i = 0; i < nr; i++)
		events[i] = (struct report_json_event){ collect__event_name(target->collect, i),
							collect__hists(target->collect, i) };
	report_stdio__print_title(out, &target->style, false, 0);
	for (size_t i = 0; i < nr; i += collect__nr_joined(target->collect, i))
		report_stdio__print_event(out, &target->style, events[i].name, events[i].hists);
	if (!target->options.groups && !target->options.spec.hierarchy) {
		report_json__print(out, &json);
		report_html__print(out, &json);
	}
	free(events);
}

static void run(struct target *target, FILE *out)
{
	static const struct symbol_options options = { .symfs = "/nonexistent",
						       .kallsyms = "/dev/null" };
	struct session_source source = session_source__of_reader(target->reader);
	struct session_handlers handlers = {
		.ctx = target, .sample = on_sample, .mmap = on_mmap, .other = on_other
	};

	target->machine = machine__new();
	if (!target->machine)
		abort();
	machine__set_options(target->machine, &options);
	/* Reading this kernel's symbols would take longer than all the rest. */
	machine__set_kernel_is_running(target->machine, false);
	target->collect =
		collect__new(&target->options, data_reader__info(target->reader), target->machine);
	target->session = session__new(&source, target->machine, &handlers);
	if (!target->collect || !target->session)
		abort();
	if (session__prepare(target->session))
		return;
	if (!data_reader__is_pipe(target->reader) &&
	    collect__setup(target->collect, session__events(target->session)))
		return;
	session__run(target->session);
	if (!collect__err(target->collect)->code && !collect__finish(target->collect))
		print(target, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct target target = { 0 };
	struct err err = { 0 };
	int fd = memfd_create("perf.data", 0);
	FILE *out = fopen("/dev/null", "w");
	char path[64];

	if (fd < 0 || !out || file__write_all(fd, bytes, len))
		abort();
	choose(&target, &ways[len ? bytes[len - 1] % ARRAY_SIZE(ways) : 0]);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!data_reader__new(&target.reader, path, &err)) {
		run(&target, out);
		collect__delete(target.collect);
		session__delete(target.session);
		machine__delete(target.machine);
		data_reader__delete(target.reader);
	}
	fclose(out);
	close(fd);
	return 0;
}
