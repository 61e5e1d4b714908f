// SPDX-License-Identifier: GPL-2.0-only
/* perf_event_attr -> the name that people use for such an event (linux/perf_event.h has the
 * numbers), for files that name none. */
#include "session/event-name.h"

#include <string.h>

#include "data/event-attr.h"
#include "session/trace.h"

static const char *const hardware[] = {
	[PERF_COUNT_HW_CPU_CYCLES] = "cycles",
	[PERF_COUNT_HW_INSTRUCTIONS] = "instructions",
	[PERF_COUNT_HW_CACHE_REFERENCES] = "cache-references",
	[PERF_COUNT_HW_CACHE_MISSES] = "cache-misses",
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = "branches",
	[PERF_COUNT_HW_BRANCH_MISSES] = "branch-misses",
	[PERF_COUNT_HW_BUS_CYCLES] = "bus-cycles",
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = "stalled-cycles-frontend",
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = "stalled-cycles-backend",
	[PERF_COUNT_HW_REF_CPU_CYCLES] = "ref-cycles",
};

static const char *const software[] = {
	[PERF_COUNT_SW_CPU_CLOCK] = "cpu-clock",
	[PERF_COUNT_SW_TASK_CLOCK] = "task-clock",
	[PERF_COUNT_SW_PAGE_FAULTS] = "page-faults",
	[PERF_COUNT_SW_CONTEXT_SWITCHES] = "context-switches",
	[PERF_COUNT_SW_CPU_MIGRATIONS] = "cpu-migrations",
	[PERF_COUNT_SW_PAGE_FAULTS_MIN] = "minor-faults",
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ] = "major-faults",
	[PERF_COUNT_SW_ALIGNMENT_FAULTS] = "alignment-faults",
	[PERF_COUNT_SW_EMULATION_FAULTS] = "emulation-faults",
	[PERF_COUNT_SW_DUMMY] = "dummy",
	[PERF_COUNT_SW_BPF_OUTPUT] = "bpf-output",
	[PERF_COUNT_SW_CGROUP_SWITCHES] = "cgroup-switches",
};

static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB",
				      "iTLB",	   "branch",	"node" };
static const char *const cache_ops[] = { "load", "store", "prefetch" };

/* 'u', 'k', 'h' where some are excluded, 'p' for precision, 'H' and 'G' where they are not as
 * the rest makes one expect. */
static int put_modifiers(struct buf *out, const struct perf_event_attr *attr)
{
	char text[16];
	size_t len = 0;
	bool guest_is_out = false;

	text[len++] = ':';
	if (attr->exclude_kernel || attr->exclude_user || attr->exclude_hv) {
		if (!attr->exclude_kernel)
			text[len++] = 'k';
		if (!attr->exclude_user)
			text[len++] = 'u';
		if (!attr->exclude_hv)
			text[len++] = 'h';
		guest_is_out = true;
	}
	for (unsigned int i = 0; i < attr->precise_ip; i++, guest_is_out = true)
		text[len++] = 'p';
	if (attr->exclude_host || (bool)attr->exclude_guest == guest_is_out) {
		if (!attr->exclude_host)
			text[len++] = 'H';
		if (!attr->exclude_guest)
			text[len++] = 'G';
	}
	text[len] = 0;
	return len > 1 ? buf__puts(out, text) : buf__error(out);
}

static int put_cache(struct buf *out, u64 config)
{
	u64 cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16;

	if (cache >= ARRAY_SIZE(caches) || op >= ARRAY_SIZE(cache_ops) || result > 1)
		return buf__printf(out, "cache 0x%llx", config);
	if (result)
		return buf__printf(out, "%s-%s-misses", caches[cache], cache_ops[op]);
	return buf__printf(out, "%s-%s%s", caches[cache], cache_ops[op], op == 2 ? "es" : "s");
}

static int put_tracepoint(struct buf *out, u64 config, const struct trace *trace)
{
	const char *system = NULL;
	const char *name = trace ? trace__event_name(trace, config, &system) : NULL;

	if (name)
		return buf__printf(out, "%s:%s", system, name);
	return buf__puts(out, "unknown tracepoint");
}

static int put_table(struct buf *out, const char *const *names, size_t nr, u64 config)
{
	if (config < nr && names[config])
		return buf__puts(out, names[config]);
	return buf__printf(out, "event 0x%llx", config);
}

int event_name__of_attr(struct buf *out, const struct perf_event_attr *attr,
			const struct trace *trace)
{
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		put_table(out, hardware, ARRAY_SIZE(hardware), attr->config & 0xffffffff);
		break;
	case PERF_TYPE_SOFTWARE:
		put_table(out, software, ARRAY_SIZE(software), attr->config);
		break;
	case PERF_TYPE_HW_CACHE:
		put_cache(out, attr->config & 0xffffffff);
		break;
	case PERF_TYPE_RAW:
		buf__printf(out, "raw 0x%llx", attr->config);
		break;
	case PERF_TYPE_TRACEPOINT:
		return put_tracepoint(out, attr->config, trace);
	case PERF_TYPE_BREAKPOINT:
		buf__printf(out, "mem:0x%llx:%s%s%s", attr->bp_addr, attr->bp_type & 1 ? "r" : "",
			    attr->bp_type & 2 ? "w" : "", attr->bp_type & 4 ? "x" : "");
		break;
	default:
		return buf__printf(out, "unknown attr type: %u", attr->type);
	}
	return put_modifiers(out, attr);
}

char *event_name__get(const struct data_event *event, const struct trace *trace)
{
	struct buf name = { 0 };

	if (event->name && *event->name)
		return strdup(event->name);
	event_name__of_attr(&name, data_event__attr(event), trace);
	return buf__take(&name);
}
