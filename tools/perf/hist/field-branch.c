// SPDX-License-Identifier: GPL-2.0-only
/* Fields of a branch: where it went from and to, and the flags that the hardware gave it. */
#include <linux/perf_event.h>

#include "hist/field-table.h"
#include "hist/sample.h"
#include "session/session.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

/* struct perf_branch_entry's flags */
#define MISPREDICTED  1ULL
#define PREDICTED     2ULL
#define IN_TX	      4ULL
#define ABORT	      8ULL
#define CYCLES(flags) ((flags) >> 4 & 0xffff)

#define KEY(name)     static u64 name(struct hist_sample *s, const struct hist_field *field)

KEY(key_from)
{
	(void)field;
	return (uintptr_t)s->branch->from;
}

KEY(key_to)
{
	(void)field;
	return (uintptr_t)s->branch->to;
}

KEY(key_dso_from)
{
	(void)field;
	return (uintptr_t)s->branch->from->dso;
}

KEY(key_dso_to)
{
	(void)field;
	return (uintptr_t)s->branch->to->dso;
}

/* A place stands for a symbol, whichever address in it was met. */
static u64 place_of(struct hist_sample *s, const struct point *point)
{
	return (uintptr_t)places__find(s->places, s->thread, points__cpumode(point), point->addr,
				       false);
}

KEY(key_symbol_from)
{
	(void)field;
	return place_of(s, s->branch->from);
}

KEY(key_symbol_to)
{
	(void)field;
	return place_of(s, s->branch->to);
}

static HIST_PRINT(print_symbol)
{
	const struct place *place = hist_key__pointer(entry, key);

	(void)style;
	return hist_place__print(out, place->level, place->symbol ? place->symbol->name : NULL,
				 place->addr);
}

static HIST_PRINT(print_point)
{
	const struct point *point = hist_key__pointer(entry, key);

	(void)style;
	hist_place__print(out, point->level, point->symbol ? point->symbol->name : NULL,
			  point->mapped);
	return point->symbol && point->offset ? buf__printf(out, "+%#llx", point->offset)
					      : buf__error(out);
}

static u64 line_of(struct hist_sample *s, const struct point *point)
{
	struct location location;
	struct srcline line;

	machine__resolve(s->machine, s->thread, points__cpumode(point), point->addr, &location);
	machine__srcline(s->machine, &location, &line);
	buf__reset(s->text);
	srcline__append(s->text, &location, &line, SRCLINE_SYMBOL | s->srcline_style);
	return (uintptr_t)texts__get(s->texts, s->text->len ? s->text->data : "", s->text->len);
}

KEY(key_line_from)
{
	(void)field;
	return line_of(s, s->branch->from);
}

KEY(key_line_to)
{
	(void)field;
	return line_of(s, s->branch->to);
}

KEY(key_mispredict)
{
	(void)field;
	return s->branch->flags & (MISPREDICTED | PREDICTED);
}

static HIST_PRINT(print_mispredict)
{
	u64 flags = entry->keys[key];

	(void)style;
	return buf__puts(out, flags & PREDICTED ? "N" : flags & MISPREDICTED ? "Y" : "N/A");
}

KEY(key_abort)
{
	(void)field;
	return !!(s->branch->flags & ABORT);
}

static HIST_PRINT(print_abort)
{
	(void)style;
	return buf__puts(out, entry->keys[key] ? "A" : ".");
}

KEY(key_in_tx)
{
	(void)field;
	return !!(s->branch->flags & IN_TX);
}

static HIST_PRINT(print_in_tx)
{
	(void)style;
	return buf__puts(out, entry->keys[key] ? "T" : ".");
}

KEY(key_cycles)
{
	(void)field;
	return CYCLES(s->branch->flags);
}

static HIST_PRINT(print_cycles)
{
	(void)style;
	return entry->keys[key] ? buf__printf(out, "%llu", entry->keys[key]) : buf__puts(out, "-");
}

#define BRANCH HIST_OTHER
#define SHORT  PERF_SAMPLE_BRANCH_STACK, .group = HIST_BRANCH
#define NEEDS  SHORT, .pads = true

static const struct hist_field fields[] = {
	{ BRANCH, "dso_from", NULL, "Source Shared Object", NEEDS, HIST_DSO_KEY,
	  .key = key_dso_from },
	{ BRANCH, "dso_to", NULL, "Target Shared Object", NEEDS, HIST_DSO_KEY, .key = key_dso_to },
	{ BRANCH, "symbol_from", NULL, "Source Symbol", NEEDS, HIST_PLACE, .key = key_symbol_from,
	  .print = print_symbol },
	{ BRANCH, "symbol_to", NULL, "Target Symbol", NEEDS, HIST_PLACE, .key = key_symbol_to,
	  .print = print_symbol },
	{ BRANCH, "mispredict", NULL, "Branch Mispredicted", NEEDS, HIST_NUMBER,
	  .key = key_mispredict, .print = print_mispredict },
	{ BRANCH, "abort", NULL, "Transaction abort", NEEDS, HIST_NUMBER, .key = key_abort,
	  .print = print_abort },
	{ BRANCH, "in_tx", NULL, "Branch in transaction", NEEDS, HIST_NUMBER, .key = key_in_tx,
	  .print = print_in_tx },
	{ BRANCH, "cycles", NULL, "Basic Block Cycles", NEEDS, HIST_NUMBER, .key = key_cycles,
	  .print = print_cycles },
	{ BRANCH, "srcline_from", NULL, "From Source:Line", NEEDS, HIST_TEXT,
	  .key = key_line_from },
	{ BRANCH, "srcline_to", NULL, "To Source:Line", NEEDS, HIST_TEXT, .key = key_line_to },
	{ BRANCH, "addr_from", NULL, "Source Address", SHORT, HIST_POINT, .key = key_from,
	  .print = print_point },
	{ BRANCH, "addr_to", NULL, "Target Address", SHORT, HIST_POINT, .key = key_to,
	  .print = print_point },
};
const struct hist_fields hist_branch_fields = { fields, ARRAY_SIZE(fields) };
