/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_JSON_H
#define PERF_UI_REPORT_JSON_H

#include <stdio.h>

#include "types.h"

struct hists;

struct report_json_event {
	const char *name;
	const struct hists *hists; /* sorted, call chains from the caller on */
};

/* What is printed. All borrowed. */
struct report_json {
	const char *input;
	const struct report_json_event *events;
	size_t nr;
	u64 lost_samples;
	bool damaged; /* the file was not read to its end */
};

/* One JSON object; perf-report(1) describes it. 0 or -errno. */
int report_json__print(FILE *out, const struct report_json *report);

/* A page that needs nothing beside it: the object, a flame graph and a table. 0 or -errno. */
int report_html__print(FILE *out, const struct report_json *report);

#endif
