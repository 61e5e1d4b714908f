/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SCRIPT_OPTIONS_H
#define PERF_SCRIPT_OPTIONS_H

#include "session/since.h"
#include "symbol/options.h"
#include "ui/sample-filter.h"
#include "ui/sample-line.h"
#include "ui/script-fields.h"

enum script_form {
	SCRIPT_LINES,
	SCRIPT_JSON,
	SCRIPT_FOLDED,
};

struct script_options {
	const char *input;
	enum script_form form;
	struct script_fields fields;
	struct sample_filter filter;
	struct since since; /* zeroed: all */
	struct symbol_options symbols;
	u32 records; /* enum record_kind: shown as well */
	u32 max_stack;
	u32 max_blocks;	   /* 0: all */
	const char **stop; /* NULL-terminated; allocated, as is .stop_text */
	char *stop_text;
	enum sample_clock clock;
	bool nanoseconds;
	bool no_callchain;
	bool inlines;
	bool full_source_path;
	bool dump; /* the bytes of all records as well */
	bool force;
	bool header, header_only;
};

/* Parses the command line; faults are told and end the process with the usage status. 0 or
 * -errno. */
int script_options__parse(struct script_options *opts, int argc, char **argv);
void script_options__exit(struct script_options *opts);

#endif
