// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: feature sections as the lines that people and scripts know from the header's
 * text. In goes a bounded walk over one section, out come lines that begin with "# ".
 */
#include "feature-print.h"

#include <stdlib.h>
#include <time.h>

#include "attr-decode.h"
#include "attr-text.h"

#define NS_PER_S 1000000000ull

static void print_string(struct buf *out, struct feature_in *in, const char *what)
{
	const char *text = decode__string(in);

	buf__printf(out, "# %s : %s\n", what, text ? text : "");
}

#define PRINT_STRING(name, what)             \
	FEATURE_PRINT(name)                  \
	{                                    \
		(void)events;                \
		print_string(out, in, what); \
	}
PRINT_STRING(hostname, "hostname")
PRINT_STRING(osrelease, "os release")
PRINT_STRING(version, "perf version")
PRINT_STRING(arch, "arch")
PRINT_STRING(cpudesc, "cpudesc")
PRINT_STRING(cpuid, "cpuid")

FEATURE_PRINT(nrcpus)
{
	u32 avail = decode__u32(in), online = decode__u32(in);

	(void)events;
	buf__printf(out, "# nrcpus online : %u\n# nrcpus avail : %u\n", online, avail);
}

FEATURE_PRINT(total_mem)
{
	(void)events;
	buf__printf(out, "# total memory : %llu kB\n", decode__u64(in));
}

/* Quotes are escaped, though nothing is quoted: so the line has always been. */
FEATURE_PRINT(cmdline)
{
	u32 nr = decode__count(in, sizeof(u32));

	(void)events;
	buf__puts(out, "# cmdline : ");
	for (u32 i = 0; i < nr; i++) {
		const char *text = decode__string(in);

		for (; text && *text; text++)
			buf__printf(out, "%s%c", *text == '\'' ? "\\" : "", *text);
		buf__puts(out, " ");
	}
	buf__puts(out, "\n");
}

static void print_event(struct buf *out, struct feature_in *in, u32 attr_size)
{
	const void *attr = decode__bytes(in, attr_size);
	u32 nr_ids = decode__count(in, sizeof(u64));
	const char *name = decode__string(in);
	struct data_event event = { 0 };

	if (!name || attr_decode(&event, attr, attr_size, in->swapped))
		return;
	buf__printf(out, "# event : name = %s, ", name);
	for (u32 i = 0; i < nr_ids; i++)
		buf__printf(out, "%s %llu", i ? "," : ", id = {", decode__u64(in));
	if (nr_ids)
		buf__puts(out, " }");
	attr_text__append(out, &event, " = ");
	buf__puts(out, "\n");
	data_event__exit(&event);
}

FEATURE_PRINT(event_desc)
{
	u32 nr = decode__u32(in), attr_size = decode__u32(in);

	(void)events;
	for (u32 i = 0; i < nr && !in->bad; i++)
		print_event(out, in, attr_size);
}

/* These sections have no content: that they are there is what they say. */
#define PRINT_FLAG(name, line)                  \
	FEATURE_PRINT(name)                     \
	{                                       \
		(void)in;                       \
		(void)events;                   \
		buf__puts(out, "# " line "\n"); \
	}
PRINT_FLAG(branch_stack, "contains samples with branch stack")
PRINT_FLAG(auxtrace, "contains AUX area data (e.g. instruction trace)")
PRINT_FLAG(stat, "contains stat data")

FEATURE_PRINT(pmu_mappings)
{
	u32 nr = decode__count(in, 2 * sizeof(u32));

	(void)events;
	buf__printf(out, "# pmu mappings: %s", nr ? "" : "not available");
	for (u32 i = 0; i < nr && !in->bad; i++) {
		u32 type = decode__u32(in);
		const char *name = decode__string(in);

		if (name)
			buf__printf(out, "%s%s = %u", i ? ", " : "", name, type);
	}
	buf__puts(out, "\n");
}

static const char *event_name(const struct feature_events *events, u64 i)
{
	return i < events->nr && events->events[i].name ? events->events[i].name : "unknown";
}

FEATURE_PRINT(group_desc)
{
	u32 nr = decode__count(in, 3 * sizeof(u32));

	for (u32 i = 0; i < nr && !in->bad; i++) {
		const char *name = decode__string(in);
		u32 leader = decode__u32(in), members = decode__u32(in);

		if (in->bad)
			return;
		/* A name that is in braces is that of a group without one. */
		buf__printf(out, "# group: %s{", *name == '{' ? "" : name);
		for (u64 m = 0; m < members && m < events->nr; m++)
			buf__printf(out, "%s%s", m ? "," : "", event_name(events, leader + m));
		buf__puts(out, "}\n");
	}
}

FEATURE_PRINT(sample_time)
{
	u64 first_ns = decode__u64(in), last_ns = decode__u64(in);

	(void)events;
	buf__printf(out, "# time of first sample : %llu.%06llu\n", first_ns / NS_PER_S,
		    first_ns % NS_PER_S / 1000);
	buf__printf(out, "# time of last sample : %llu.%06llu\n", last_ns / NS_PER_S,
		    last_ns % NS_PER_S / 1000);
	buf__printf(out, "# sample duration : %10.3f ms\n", (double)(last_ns - first_ns) / 1e6);
}

FEATURE_PRINT(clockid)
{
	(void)events;
	buf__printf(out, "# clockid frequency: %llu MHz\n", decode__u64(in) * 1000);
}

FEATURE_PRINT(dir_format)
{
	(void)events;
	buf__printf(out, "# directory data version : %llu\n", decode__u64(in));
}

FEATURE_PRINT(compressed)
{
	u32 type, level, ratio;

	(void)events;
	decode__u32(in);
	type = decode__u32(in);
	level = decode__u32(in);
	ratio = decode__u32(in);
	buf__printf(out, "# compressed : %s, level = %u, ratio = %u\n",
		    type == 1 ? "Zstd" : "Unknown", level, ratio);
}

static void print_caps(struct buf *out, struct feature_in *in)
{
	u32 nr = decode__count(in, 2 * sizeof(u32));

	for (u32 i = 0; i < nr; i++) {
		const char *name = decode__string(in), *value = decode__string(in);

		if (value)
			buf__printf(out, "%s%s=%s", i ? ", " : "", name, value);
	}
}

FEATURE_PRINT(cpu_pmu_caps)
{
	(void)events;
	buf__puts(out, "# cpu pmu capabilities: ");
	print_caps(out, in);
	buf__puts(out, "\n");
}

/* The name of the PMU stands behind its capabilities. */
FEATURE_PRINT(pmu_caps)
{
	u32 nr = decode__count(in, 2 * sizeof(u32));

	(void)events;
	for (u32 i = 0; i < nr && !in->bad; i++) {
		struct buf caps = { 0 };
		const char *pmu;

		print_caps(&caps, in);
		pmu = decode__string(in);
		if (pmu)
			buf__printf(out, "# %s pmu capabilities: %s\n", pmu,
				    caps.data ? caps.data : "");
		buf__exit(&caps);
	}
}

FEATURE_PRINT(hybrid_topology)
{
	u32 nr = decode__count(in, 2 * sizeof(u32));

	(void)events;
	buf__puts(out, "# hybrid cpu system:\n");
	for (u32 i = 0; i < nr && !in->bad; i++) {
		const char *pmu = decode__string(in), *cpus = decode__string(in);

		if (cpus)
			buf__printf(out, "# %s cpu list : %s\n", pmu, cpus);
	}
}

static const char *clock_name(u32 clockid)
{
	static const char *const names[] = {
		[CLOCK_REALTIME] = "realtime",
		[CLOCK_MONOTONIC] = "monotonic",
		[CLOCK_MONOTONIC_RAW] = "monotonic_raw",
		[CLOCK_BOOTTIME] = "boottime",
		[CLOCK_TAI] = "tai",
	};

	return clockid < ARRAY_SIZE(names) && names[clockid] ? names[clockid] : "(not found)";
}

FEATURE_PRINT(clock_data)
{
	u32 version = decode__u32(in), clockid = decode__u32(in);
	u64 wall_ns = decode__u64(in), clock_ns = decode__u64(in);
	time_t seconds = wall_ns / NS_PER_S;
	char date[64] = "";
	struct tm tm;

	(void)events;
	if (version != 1 || in->bad)
		return;
	if (localtime_r(&seconds, &tm))
		strftime(date, sizeof(date), "%F %T", &tm);
	buf__printf(out, "# clockid: %s (%u)\n", clock_name(clockid), clockid);
	buf__printf(out, "# reference time: %s.%06llu = %llu.%06llu (TOD) = %llu.%09llu (%s)\n",
		    date, wall_ns % NS_PER_S / 1000, wall_ns / NS_PER_S, wall_ns % NS_PER_S / 1000,
		    clock_ns / NS_PER_S, clock_ns % NS_PER_S, clock_name(clockid));
}
