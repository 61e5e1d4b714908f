// SPDX-License-Identifier: GPL-2.0-only
/* Commands that people know from other perfs and that this one leaves to others: each with what to use. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "commands.h"
#include "types.h"

static const struct {
	const char *name, *instead;
} others[] = {
	{ "archive", "copy the files that 'perf report' names together with perf.data" },
	{ "bench", "'make bench' measures this perf" },
	{ "buildid-cache", "debuginfod-find, or --symfs DIR of report and script" },
	{ "buildid-list", "'perf script --show-mmap-events' shows what was mapped" },
	{ "c2c", "'perf report --mem-mode -s dcacheline,symbol_daddr,snoop'" },
	{ "config", "options on the command line; no file is read" },
	{ "daemon", "'perf persistent' holds events that need no owner" },
	{ "data", "'perf script -j' prints JSON lines for other programs" },
	{ "diff", "compare two outputs of 'perf report --json'" },
	{ "ftrace", "trace-cmd" },
	{ "inject", "'perf script' and 'perf report' read the recording as it is" },
	{ "iostat", "'perf stat' with the events of the uncore PMUs" },
	{ "kallsyms", "grep a name in /proc/kallsyms" },
	{ "kmem", "'perf record -e \"kmem:*\"' and 'perf report -s call_site'" },
	{ "kvm", "'perf record -e \"kvm:*\"' and 'perf report -s exit_reason'" },
	{ "kwork", "'perf record -e \"irq:*\"' and 'perf script'" },
	{ "lock", "'perf record -e \"lock:*\" -g' and 'perf report'" },
	{ "mem", "'perf record -d -W' and 'perf report --mem-mode'" },
	{ "probe", "write to /sys/kernel/tracing/uprobe_events or kprobe_events" },
	{ "sched", "'perf record -e \"sched:*\"' and 'perf script' or 'perf report -s prev_comm'" },
	{ "timechart", "'perf script' feeds speedscope, the Firefox profiler and Trace Compass" },
	{ "trace", "'perf record -e \"raw_syscalls:*\"' and 'perf script', or strace" },
};

const char *command__instead_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(others[i].name, name))
			return others[i].instead;
	return NULL;
}
