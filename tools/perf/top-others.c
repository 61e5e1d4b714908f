// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of other perfs' top that have nothing to do here, or that are refused: a sentence says why, and
 * what there is in their place. Scripts keep working, or fail with words that help.
 */
#include "top-others.h"

#include "other-options.h"

#define NO_SOURCE "source lines are not shown while samples come; perf annotate shows them"
#define NO_SWITCH "counting is not switched by events; p freezes what is shown"
#define NO_BRANCH "branches are not sampled here; perf report shows those of a recording"

static const struct argp_option others[] = {
	OTHER_OPTION("all-cgroups", 0, NULL, "rows do not tell control groups apart here"),
	OTHER_OPTION("asm-raw", 0, NULL, NULL),
	OTHER_OPTION("branch-any", 'b', NULL, NO_BRANCH),
	OTHER_OPTION("branch-filter", 'j', "MASK", NO_BRANCH),
	OTHER_OPTION("cgroup", 'G', "NAME",
		     "control groups are not chosen here; -p, -t and -u choose tasks, -C CPUs"),
	OTHER_OPTION("demangle-kernel", 0, NULL, "the kernel's names are not mangled"),
	OTHER_OPTION("dump-symtab", 'D', NULL,
		     "symbol tables are not printed; nm prints those of files, "
		     "/proc/kallsyms is the kernel's"),
	OTHER_OPTION("group", 0, NULL, "events are shown one at a time; Tab shows the next one"),
	OTHER_OPTION("group-sort-idx", 0, "N",
		     "events are shown one at a time; Tab shows the next one"),
	OTHER_OPTION("ignore-vmlinux", 0, NULL, NULL),
	OTHER_OPTION("namespaces", 0, NULL, "rows do not tell namespaces apart here"),
	OTHER_OPTION("no-bpf-event", 0, NULL, NULL),
	OTHER_OPTION("no-source", 0, NULL, NULL),
	OTHER_OPTION("num-thread-synthesize", 0, "N", NULL),
	OTHER_OPTION("objdump", 0, "PATH",
		     "instructions are decoded by libcapstone, without a program"),
	OTHER_OPTION("overwrite", 0, NULL,
		     "rings of its own are read before they are full; "
		     "those of persistent events are always written over"),
	OTHER_OPTION("prefix", 0, "PREFIX", NO_SOURCE),
	OTHER_OPTION("prefix-strip", 0, "N", NO_SOURCE),
	OTHER_OPTION("proc-map-timeout", 0, "MS", NULL),
	OTHER_OPTION("show-on-off-events", 0, NULL, NO_SWITCH),
	OTHER_OPTION("source", 0, NULL, NO_SOURCE),
	OTHER_OPTION("stitch-lbr", 0, NULL,
		     "call chains of branch records are shown as they were recorded"),
	OTHER_OPTION("switch-off", 0, "EVENT", NO_SWITCH),
	OTHER_OPTION("switch-on", 0, "EVENT", NO_SWITCH),
	OTHER_OPTION("sym-annotate", 0, "SYMBOL",
		     "a shows the instructions of the row at the cursor"),
	{ 0 },
};

const struct argp top_others_argp = { .options = others, .parser = other_options__parse };
