// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers derived from counts: rates, CPUs utilized, instructions per cycle, miss ratios.
 * Pure: the counts of one place go in, one number with its unit comes out.
 */
#include "metric.h"

#include <stdio.h>
#include <string.h>

#include "util/event.h"

static enum metric_kind kind_of_cache(u64 config)
{
	u64 cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;
	bool miss = result == PERF_COUNT_HW_CACHE_RESULT_MISS;

	if (op != PERF_COUNT_HW_CACHE_OP_READ)
		return METRIC_NONE;
	switch (cache) {
	case PERF_COUNT_HW_CACHE_L1D:
		return miss ? METRIC_L1D_MISSES : METRIC_L1D_LOADS;
	case PERF_COUNT_HW_CACHE_L1I:
		return miss ? METRIC_L1I_MISSES : METRIC_L1I_LOADS;
	case PERF_COUNT_HW_CACHE_LL:
		return miss ? METRIC_LL_MISSES : METRIC_LL_LOADS;
	case PERF_COUNT_HW_CACHE_DTLB:
		return miss ? METRIC_DTLB_MISSES : METRIC_DTLB_LOADS;
	case PERF_COUNT_HW_CACHE_ITLB:
		return miss ? METRIC_ITLB_MISSES : METRIC_ITLB_LOADS;
	}
	return METRIC_NONE;
}

static enum metric_kind kind_of_hardware(u64 config)
{
	static const enum metric_kind kinds[] = {
		[PERF_COUNT_HW_CPU_CYCLES] = METRIC_CYCLES,
		[PERF_COUNT_HW_INSTRUCTIONS] = METRIC_INSTRUCTIONS,
		[PERF_COUNT_HW_CACHE_REFERENCES] = METRIC_CACHE_REFS,
		[PERF_COUNT_HW_CACHE_MISSES] = METRIC_CACHE_MISSES,
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = METRIC_BRANCHES,
		[PERF_COUNT_HW_BRANCH_MISSES] = METRIC_BRANCH_MISSES,
		[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = METRIC_STALLED_FRONT,
		[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = METRIC_STALLED_BACK,
	};

	config &= 0xffffffff; /* the upper half names the PMU where there are several */
	return config < ARRAY_SIZE(kinds) ? kinds[config] : METRIC_NONE;
}

enum metric_kind metric__kind(const struct event *event)
{
	const struct perf_event_attr *attr = event__attr(event);

	if (event->tool)
		return METRIC_NONE;
	if (attr->type == PERF_TYPE_SOFTWARE &&
	    (attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK))
		return METRIC_CLOCK;
	if (attr->type == PERF_TYPE_HARDWARE)
		return kind_of_hardware(attr->config);
	if (attr->type == PERF_TYPE_HW_CACHE)
		return kind_of_cache(attr->config & 0xffffffff);
	return METRIC_NONE;
}

/* A share of another count, in percent. */
static const struct ratio {
	enum metric_kind part, whole;
	const char *unit;
} ratios[] = {
	{ METRIC_BRANCH_MISSES, METRIC_BRANCHES, "of all branches" },
	{ METRIC_CACHE_MISSES, METRIC_CACHE_REFS, "of all cache refs" },
	{ METRIC_L1D_MISSES, METRIC_L1D_LOADS, "of all L1-dcache accesses" },
	{ METRIC_L1I_MISSES, METRIC_L1I_LOADS, "of all L1-icache accesses" },
	{ METRIC_LL_MISSES, METRIC_LL_LOADS, "of all LL-cache accesses" },
	{ METRIC_DTLB_MISSES, METRIC_DTLB_LOADS, "of all dTLB cache accesses" },
	{ METRIC_ITLB_MISSES, METRIC_ITLB_LOADS, "of all iTLB cache accesses" },
	{ METRIC_STALLED_FRONT, METRIC_CYCLES, "frontend cycles idle" },
	{ METRIC_STALLED_BACK, METRIC_CYCLES, "backend cycles idle" },
};

static bool set(struct metric *metric, double value, int decimals, const char *unit)
{
	metric->value = value;
	metric->decimals = decimals;
	metric->percent = false;
	snprintf(metric->unit, sizeof(metric->unit), "%s", unit);
	return true;
}

static bool derive_rate(double value, double clock_ns, struct metric *metric)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	double rate = value / clock_ns * 1e9;
	size_t i = 0;

	while (rate >= 1000 && i + 1 < ARRAY_SIZE(units)) {
		rate /= 1000;
		i++;
	}
	return set(metric, rate, 3, units[i]);
}

bool metric__derive(const struct event *event, double value, const struct metric_inputs *inputs,
		    struct metric *metric)
{
	enum metric_kind kind = metric__kind(event);
	const double *known = inputs->value;

	if (kind == METRIC_CLOCK)
		return inputs->wall_ns > 0 &&
		       set(metric, value / inputs->wall_ns, 3, "CPUs utilized");
	if (kind == METRIC_INSTRUCTIONS && inputs->known[METRIC_CYCLES] && known[METRIC_CYCLES])
		return set(metric, value / known[METRIC_CYCLES], 2, "insn per cycle");
	for (size_t i = 0; i < ARRAY_SIZE(ratios); i++) {
		if (ratios[i].part != kind || !inputs->known[ratios[i].whole] ||
		    known[ratios[i].whole] <= 0)
			continue;
		set(metric, 100 * value / known[ratios[i].whole], 2, ratios[i].unit);
		metric->percent = true;
		return true;
	}
	if (!inputs->known[METRIC_CLOCK] || known[METRIC_CLOCK] <= 0)
		return false;
	if (kind == METRIC_CYCLES)
		return set(metric, value / known[METRIC_CLOCK], 3, "GHz");
	return derive_rate(value, known[METRIC_CLOCK], metric);
}

bool metric__stalled(const struct event *event, double value, const struct metric_inputs *inputs,
		     struct metric *metric)
{
	double front =
		inputs->known[METRIC_STALLED_FRONT] ? inputs->value[METRIC_STALLED_FRONT] : 0;
	double back = inputs->known[METRIC_STALLED_BACK] ? inputs->value[METRIC_STALLED_BACK] : 0;
	double more = front > back ? front : back;

	return metric__kind(event) == METRIC_INSTRUCTIONS && value > 0 && more > 0 &&
	       set(metric, more / value, 2, "stalled cycles per insn");
}
