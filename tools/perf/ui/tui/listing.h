/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_LISTING_H
#define PERF_UI_TUI_LISTING_H

#include "buf.h"
#include "hist/hits.h"
#include "ui/tui/browser.h"

struct annotation;

/* The lines of an annotated function. */
struct listing {
	struct browser_model model;
	const struct annotation *annotation; /* borrowed */
	size_t event;			     /* whose counts are shown */
	struct hit_count total;		     /* of the function */
	bool no_source;			     /* only instructions */
	struct buf text;		     /* scratch */
};

void listing__init(struct listing *listing, const struct annotation *annotation, size_t event,
		   struct hit_count total);
void listing__exit(struct listing *listing);

/* The line that took the most after the one at *pos (NULL: of all). False: there is no other. */
bool listing__hottest(const struct listing *listing, const struct browser_pos *after,
		      struct browser_pos *pos);

/* Where the jump at *pos goes to. False: it is none, or goes out of the function. */
bool listing__target(const struct listing *listing, const struct browser_pos *at,
		     struct browser_pos *pos);

/* Hides or shows source lines; the cursor stays at its instruction, or goes to the one behind it. */
void listing__toggle_source(struct listing *listing, struct browser *browser);

#endif
