// SPDX-License-Identifier: GPL-2.0-only
/*
 * Event names that every kernel knows: text goes in, type and config come out. Tables only;
 * which PMU an event opens on is for resolve to say.
 */
#include "event-names.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct fixed_name {
	const char *name;
	u32 type;
	u32 config;
	enum event_tool tool;
};

#define HW(name_, config_)                                                            \
	{                                                                             \
		(name_), PERF_TYPE_HARDWARE, PERF_COUNT_HW_##config_, EVENT_TOOL_NONE \
	}
#define SW(name_, config_)                                                            \
	{                                                                             \
		(name_), PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##config_, EVENT_TOOL_NONE \
	}
#define TOOL(name_, tool_)                                                           \
	{                                                                            \
		(name_), PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, EVENT_TOOL_##tool_ \
	}

static const struct fixed_name fixed_names[] = {
	HW("cpu-cycles", CPU_CYCLES),
	HW("cycles", CPU_CYCLES),
	HW("instructions", INSTRUCTIONS),
	HW("cache-references", CACHE_REFERENCES),
	HW("cache-misses", CACHE_MISSES),
	HW("branch-instructions", BRANCH_INSTRUCTIONS),
	HW("branches", BRANCH_INSTRUCTIONS),
	HW("branch-misses", BRANCH_MISSES),
	HW("bus-cycles", BUS_CYCLES),
	HW("ref-cycles", REF_CPU_CYCLES),
	HW("stalled-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HW("idle-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HW("stalled-cycles-backend", STALLED_CYCLES_BACKEND),
	HW("idle-cycles-backend", STALLED_CYCLES_BACKEND),
	SW("cpu-clock", CPU_CLOCK),
	SW("task-clock", TASK_CLOCK),
	SW("page-faults", PAGE_FAULTS),
	SW("faults", PAGE_FAULTS),
	SW("minor-faults", PAGE_FAULTS_MIN),
	SW("major-faults", PAGE_FAULTS_MAJ),
	SW("context-switches", CONTEXT_SWITCHES),
	SW("cs", CONTEXT_SWITCHES),
	SW("cpu-migrations", CPU_MIGRATIONS),
	SW("migrations", CPU_MIGRATIONS),
	SW("alignment-faults", ALIGNMENT_FAULTS),
	SW("emulation-faults", EMULATION_FAULTS),
	SW("dummy", DUMMY),
	SW("bpf-output", BPF_OUTPUT),
	SW("cgroup-switches", CGROUP_SWITCHES),
	TOOL("duration_time", DURATION_TIME),
	TOOL("user_time", USER_TIME),
	TOOL("system_time", SYSTEM_TIME),
};

struct part_name {
	const char *name;
	unsigned int value;
};

static const struct part_name cache_types[] = {
	{ "L1-dcache", PERF_COUNT_HW_CACHE_L1D }, { "l1-d", PERF_COUNT_HW_CACHE_L1D },
	{ "l1d", PERF_COUNT_HW_CACHE_L1D },	  { "L1-data", PERF_COUNT_HW_CACHE_L1D },
	{ "L1-icache", PERF_COUNT_HW_CACHE_L1I }, { "l1-i", PERF_COUNT_HW_CACHE_L1I },
	{ "l1i", PERF_COUNT_HW_CACHE_L1I },	  { "L1-instruction", PERF_COUNT_HW_CACHE_L1I },
	{ "LLC", PERF_COUNT_HW_CACHE_LL },	  { "L2", PERF_COUNT_HW_CACHE_LL },
	{ "dTLB", PERF_COUNT_HW_CACHE_DTLB },	  { "d-tlb", PERF_COUNT_HW_CACHE_DTLB },
	{ "Data-TLB", PERF_COUNT_HW_CACHE_DTLB }, { "iTLB", PERF_COUNT_HW_CACHE_ITLB },
	{ "i-tlb", PERF_COUNT_HW_CACHE_ITLB },	  { "Instruction-TLB", PERF_COUNT_HW_CACHE_ITLB },
	{ "branch", PERF_COUNT_HW_CACHE_BPU },	  { "branches", PERF_COUNT_HW_CACHE_BPU },
	{ "bpu", PERF_COUNT_HW_CACHE_BPU },	  { "btb", PERF_COUNT_HW_CACHE_BPU },
	{ "bpc", PERF_COUNT_HW_CACHE_BPU },	  { "node", PERF_COUNT_HW_CACHE_NODE },
};

static const struct part_name cache_ops[] = {
	{ "load", PERF_COUNT_HW_CACHE_OP_READ },
	{ "loads", PERF_COUNT_HW_CACHE_OP_READ },
	{ "read", PERF_COUNT_HW_CACHE_OP_READ },
	{ "store", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "stores", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "write", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "prefetch", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ "prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ "speculative-read", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ "speculative-load", PERF_COUNT_HW_CACHE_OP_PREFETCH },
};

static const struct part_name cache_results[] = {
	{ "refs", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "Reference", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "ops", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "access", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "misses", PERF_COUNT_HW_CACHE_RESULT_MISS },
	{ "miss", PERF_COUNT_HW_CACHE_RESULT_MISS },
};

#define READ	 (1u << PERF_COUNT_HW_CACHE_OP_READ)
#define WRITE	 (1u << PERF_COUNT_HW_CACHE_OP_WRITE)
#define PREFETCH (1u << PERF_COUNT_HW_CACHE_OP_PREFETCH)

/* Which operations each cache has: nothing writes instructions, nobody prefetches branches. */
static const unsigned int cache_has[PERF_COUNT_HW_CACHE_MAX] = {
	[PERF_COUNT_HW_CACHE_L1D] = READ | WRITE | PREFETCH,
	[PERF_COUNT_HW_CACHE_L1I] = READ | PREFETCH,
	[PERF_COUNT_HW_CACHE_LL] = READ | WRITE | PREFETCH,
	[PERF_COUNT_HW_CACHE_DTLB] = READ | WRITE | PREFETCH,
	[PERF_COUNT_HW_CACHE_ITLB] = READ,
	[PERF_COUNT_HW_CACHE_BPU] = READ,
	[PERF_COUNT_HW_CACHE_NODE] = READ | WRITE | PREFETCH,
};

/*
 * Takes the longest of @parts that *text begins with and that ends where the text or a part
 * of it ends; moves *text past it. Returns its value or -1.
 */
static int take(const char **text, const struct part_name *parts, size_t nr)
{
	size_t longest = 0;
	int value = -1;

	for (size_t i = 0; i < nr; i++) {
		size_t len = strlen(parts[i].name);

		if (len <= longest || strncmp(*text, parts[i].name, len) ||
		    ((*text)[len] && (*text)[len] != '-'))
			continue;
		longest = len;
		value = parts[i].value;
	}
	*text += longest;
	return value;
}

static int find_cache(const char *text, struct event_name *found)
{
	int type = take(&text, cache_types, ARRAY_SIZE(cache_types)), op = -1, result = -1;

	if (type < 0)
		return -ENOENT;
	/* The first word of a kind counts; a second one is let pass, as perf always did. */
	for (int i = 0; i < 2 && *text == '-'; i++) {
		const char *part = text + 1;
		int as_op = take(&part, cache_ops, ARRAY_SIZE(cache_ops));
		int as_result =
			as_op < 0 ? take(&part, cache_results, ARRAY_SIZE(cache_results)) : -1;

		if (as_op < 0 && as_result < 0)
			return -ENOENT;
		op = op < 0 ? as_op : op;
		result = result < 0 ? as_result : result;
		text = part;
	}
	if (*text)
		return -ENOENT;
	if (op < 0)
		op = PERF_COUNT_HW_CACHE_OP_READ;
	if (result < 0)
		result = PERF_COUNT_HW_CACHE_RESULT_ACCESS;
	if (!(cache_has[type] & (1u << op)))
		return -EINVAL;
	*found = (struct event_name){ .type = PERF_TYPE_HW_CACHE,
				      .config = type | op << 8 | result << 16 };
	return 0;
}

static int find_raw(const char *name, struct event_name *found)
{
	size_t digits = 0, significant = 0;
	u64 config = 0;

	if (name[0] != 'r')
		return -ENOENT;
	for (const char *p = name + 1; *p; p++) {
		unsigned char c = *p;

		if (!isxdigit(c))
			return -ENOENT;
		config = config << 4 | (isdigit(c) ? c - '0' : (c | 32) - 'a' + 10);
		significant += significant || c != '0';
		digits++;
	}
	if (!digits)
		return -ENOENT;
	if (significant > 16)
		return -ERANGE;
	*found = (struct event_name){ .type = PERF_TYPE_RAW, .config = config };
	return 0;
}

int event_name__find(const char *name, struct event_name *found)
{
	int ret;

	for (size_t i = 0; i < ARRAY_SIZE(fixed_names); i++) {
		const struct fixed_name *f = &fixed_names[i];

		if (strcmp(f->name, name))
			continue;
		*found = (struct event_name){ .type = f->type,
					      .config = f->config,
					      .tool = f->tool };
		return 0;
	}
	ret = find_cache(name, found);
	return ret == -ENOENT ? find_raw(name, found) : ret;
}

/* With its operations in their usual spelling. */
static void each_of_cache(const struct part_name *type, void (*fn)(void *arg, const char *name),
			  void *arg)
{
	static const char *const ops[] = { "load", "store", "prefetch" };
	char name[64];

	fn(arg, type->name);
	for (unsigned int op = 0; op < ARRAY_SIZE(ops); op++) {
		if (!(cache_has[type->value] & (1u << op)))
			continue;
		snprintf(name, sizeof(name), "%s-%s%ss", type->name, ops[op],
			 op == PERF_COUNT_HW_CACHE_OP_PREFETCH ? "e" : "");
		fn(arg, name);
		snprintf(name, sizeof(name), "%s-%s-misses", type->name, ops[op]);
		fn(arg, name);
	}
}

void event_name__each(void (*fn)(void *arg, const char *name), void *arg)
{
	for (size_t i = 0; i < ARRAY_SIZE(fixed_names); i++)
		fn(arg, fixed_names[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(cache_types); i++)
		each_of_cache(&cache_types[i], fn, arg);
}

struct branch_name {
	const char *name;
	u64 bits;
};

#define BRANCH(name_, bit_)                        \
	{                                          \
		(name_), PERF_SAMPLE_BRANCH_##bit_ \
	}

static const struct branch_name branch_names[] = {
	BRANCH("u", USER),
	BRANCH("k", KERNEL),
	BRANCH("hv", HV),
	BRANCH("any", ANY),
	BRANCH("any_call", ANY_CALL),
	BRANCH("any_ret", ANY_RETURN),
	BRANCH("ind_call", IND_CALL),
	BRANCH("ind_jmp", IND_JUMP),
	BRANCH("call", CALL),
	BRANCH("cond", COND),
	BRANCH("abort_tx", ABORT_TX),
	BRANCH("in_tx", IN_TX),
	BRANCH("no_tx", NO_TX),
	BRANCH("no_flags", NO_FLAGS),
	BRANCH("no_cycles", NO_CYCLES),
	BRANCH("save_type", TYPE_SAVE),
	BRANCH("stack", CALL_STACK),
	BRANCH("hw_index", HW_INDEX),
};

#define BRANCH_LEVELS (PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_KERNEL | PERF_SAMPLE_BRANCH_HV)

int branch_type__parse(const char *text, u64 *value, int *at)
{
	const char *p = text;
	u64 bits = 0;

	for (;;) {
		size_t len = strcspn(p, ",|"), i;

		for (i = 0; i < ARRAY_SIZE(branch_names); i++)
			if (strlen(branch_names[i].name) == len &&
			    !strncmp(branch_names[i].name, p, len))
				break;
		if (i == ARRAY_SIZE(branch_names)) {
			*at = p - text;
			return -EINVAL;
		}
		bits |= branch_names[i].bits;
		if (!p[len])
			break;
		p += len + 1;
	}
	/* Levels alone mean every branch in them. */
	if (!(bits & ~(u64)BRANCH_LEVELS))
		bits |= PERF_SAMPLE_BRANCH_ANY;
	*value = bits;
	return 0;
}
