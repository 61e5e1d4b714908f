/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_CODE_VIEW_H
#define PERF_UI_TUI_CODE_VIEW_H

#include "err.h"
#include "hist/hits.h"

struct annotation;
struct stage;
struct symbol;

struct annotated {
	struct annotation *annotation;
	struct hit_count total; /* of the function */
};

/* Where a view gets annotated functions from. */
struct annotator {
	void *ctx;
	/* 0 and *result, whose annotation the caller deletes; -errno with @err. */
	int (*annotate)(void *ctx, const struct symbol *symbol, size_t event,
			struct annotated *result, struct err *err);
};

/* Shows a function until it is left. 0 or -errno with @err. */
int code_view__show(struct stage *stage, const struct annotator *annotator,
		    const struct symbol *symbol, size_t event, struct err *err);

#endif
