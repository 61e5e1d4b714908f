/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_OPTIONS_H
#define PERF_UI_TUI_OPTIONS_H

#include "ui/tui/live.h"

struct annotator;
struct report_style;

/* What a terminal view is asked for. All borrowed. */
struct tui_options {
	const struct report_style *style;
	const char *header; /* what 'i' shows; NULL: there is none */
	const char *notice; /* a line that stands there until a key is pressed; may be NULL */
	const struct annotator *annotator; /* NULL: functions can not be looked into */
	enum live_mode mode;		   /* live views only, like the next one */
	u32 delay_ms;
};

#endif
