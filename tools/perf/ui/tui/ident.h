/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_IDENT_H
#define PERF_UI_TUI_IDENT_H

#include "types.h"

struct hist_field;
struct place;

/*
 * Numbers by which a view knows things again after a refresh, whose rows point to copies of what the
 * earlier ones pointed to. Equal things have equal numbers.
 */
u64 ident__place(const struct place *place);
u64 ident__key(const struct hist_field *field, u64 key);

#endif
