// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of other perfs' top that have nothing to do here, or that are refused: a sentence says why, and
 * what there is in their place. Scripts keep working, or fail with words that help.
 */
#include "top-others.h"

/* Of options without a letter. */
#define FIRST_KEY 2048

#include "types.h"

#define NO_SOURCE "source lines are not shown while samples come; perf annotate shows them"
#define NO_SWITCH "counting is not switched by events; p freezes what is shown"
#define NO_BRANCH "branches are not sampled here; perf report shows those of a recording"

/* What would be the text of their help is why they are refused; without any they are taken, and change
 * nothing. */
#define OTHER(name, letter, arg, why)                                                          \
	{                                                                                      \
		name, (letter) ? (letter) : FIRST_KEY + __LINE__, arg, OPTION_HIDDEN, (why), 0 \
	}

static const struct argp_option others[] = {
	OTHER("all-cgroups", 0, NULL, "rows do not tell control groups apart here"),
	OTHER("asm-raw", 0, NULL, NULL),
	OTHER("branch-any", 'b', NULL, NO_BRANCH),
	OTHER("branch-filter", 'j', "MASK", NO_BRANCH),
	OTHER("cgroup", 'G', "NAME",
	      "control groups are not chosen here; -p, -t and -u choose tasks, -C CPUs"),
	OTHER("demangle-kernel", 0, NULL, "the kernel's names are not mangled"),
	OTHER("dump-symtab", 'D', NULL,
	      "symbol tables are not printed; nm prints those of files, /proc/kallsyms is the "
	      "kernel's"),
	OTHER("group", 0, NULL, "events are shown one at a time; Tab shows the next one"),
	OTHER("group-sort-idx", 0, "N", "events are shown one at a time; Tab shows the next one"),
	OTHER("ignore-vmlinux", 0, NULL, NULL),
	OTHER("namespaces", 0, NULL, "rows do not tell namespaces apart here"),
	OTHER("no-bpf-event", 0, NULL, NULL),
	OTHER("no-source", 0, NULL, NULL),
	OTHER("num-thread-synthesize", 0, "N", NULL),
	OTHER("objdump", 0, "PATH", "instructions are decoded by libcapstone, without a program"),
	OTHER("overwrite", 0, NULL,
	      "rings of its own are read before they are full; those of persistent events are "
	      "always "
	      "written over"),
	OTHER("prefix", 0, "PREFIX", NO_SOURCE),
	OTHER("prefix-strip", 0, "N", NO_SOURCE),
	OTHER("proc-map-timeout", 0, "MS", NULL),
	OTHER("show-on-off-events", 0, NULL, NO_SWITCH),
	OTHER("source", 0, NULL, NO_SOURCE),
	OTHER("stitch-lbr", 0, NULL,
	      "call chains of branch records are shown as they were recorded"),
	OTHER("switch-off", 0, "EVENT", NO_SWITCH),
	OTHER("switch-on", 0, "EVENT", NO_SWITCH),
	OTHER("sym-annotate", 0, "SYMBOL", "a shows the instructions of the row at the cursor"),
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	for (size_t i = 0; others[i].name; i++) {
		if (key != others[i].key)
			continue;
		if (others[i].doc)
			argp_error(state, "--%s: %s", others[i].name, others[i].doc);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp top_others_argp = { .options = others, .parser = parse };
