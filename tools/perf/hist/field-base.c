// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sums, and the keys that are asked for most: from a sample to a row's key, how rows compare, and
 * the text. To the eye of the user sums go down, names go up.
 */
#include <linux/perf_event.h>
#include <string.h>

#include "hist/field-table.h"
#include "hist/sample.h"
#include "session/session.h"
#include "session/trace.h"
#include "symbol/machine.h"

#define SUM_FIELD(name)                                                                            \
	static int compare_##name(const struct hist_entry *a, const struct hist_entry *b, int key) \
	{                                                                                          \
		(void)key;                                                                         \
		return hist_key__compare_u64(b->name, a->name);                                    \
	}                                                                                          \
	static u64 rank_##name(const struct hist_entry *entry)                                     \
	{                                                                                          \
		return ~entry->name;                                                               \
	}
SUM_FIELD(period)
SUM_FIELD(period_kernel)
SUM_FIELD(period_user)
SUM_FIELD(samples)

static u64 rank_children(const struct hist_entry *entry)
{
	return ~entry->children;
}

/* Of two that have the same, the one with more to show below comes first. */
static int compare_children(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	(void)key;
	if (a->children != b->children)
		return hist_key__compare_u64(b->children, a->children);
	return hist_key__compare_u64(b->depth, a->depth);
}

static int print_percent(struct buf *out, u64 value, const struct hist_style *style)
{
	double percent = style->total ? 100.0 * value / style->total : 0.0;
	u64 hundredths = percent < 1e6 ? percent * 100 : 0;
	double rest = percent * 100 - hundredths;
	char text[24];
	size_t at = sizeof(text);

	/* Where it is close to half of the last digit, and for what is no percent, the exact way. */
	if (!(percent < 1e6) || (rest > 0.49 && rest < 0.51))
		return buf__printf(out, "%.2f%%", percent);
	hundredths += rest > 0.5;
	text[--at] = '%';
	for (int digits = 0; digits < 3 || hundredths; digits++, hundredths /= 10) {
		if (digits == 2)
			text[--at] = '.';
		text[--at] = '0' + hundredths % 10;
	}
	return buf__append(out, text + at, sizeof(text) - at);
}

#define PERCENT_PRINT(name)                                                               \
	static int print_##name(struct buf *out, const struct hist_entry *entry, int key, \
				const struct hist_style *style)                           \
	{                                                                                 \
		(void)key;                                                                \
		return print_percent(out, entry->name, style);                            \
	}
PERCENT_PRINT(period)
PERCENT_PRINT(children)
PERCENT_PRINT(period_kernel)
PERCENT_PRINT(period_user)

static int print_samples(struct buf *out, const struct hist_entry *entry, int key,
			 const struct hist_style *style)
{
	(void)key, (void)style;
	return buf__printf(out, "%llu", entry->samples);
}

static int print_period_sum(struct buf *out, const struct hist_entry *entry, int key,
			    const struct hist_style *style)
{
	(void)key, (void)style;
	return buf__printf(out, "%llu", entry->period);
}

HIST_COMPARE(hist_key__compare_number)
{
	return hist_key__compare_u64(a->keys[key], b->keys[key]);
}

HIST_COMPARE(hist_key__compare_text)
{
	return strcmp(hist_key__pointer(a, key), hist_key__pointer(b, key));
}

int hist_key__measure_text(const struct hist_entry *entry, int key)
{
	return strlen(hist_key__pointer(entry, key));
}

HIST_PRINT(hist_key__print_text)
{
	(void)style;
	return buf__puts(out, hist_key__pointer(entry, key));
}

static u64 key_comm(struct hist_sample *s, const struct hist_field *field)
{
	(void)field;
	return (uintptr_t)texts__get(s->texts, s->thread->comm, sizeof(s->thread->comm));
}

static u64 key_pid(struct hist_sample *s, const struct hist_field *field)
{
	(void)field;
	return (uintptr_t)s->thread;
}

static int compare_pid(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	const struct thread *ta = hist_key__pointer(a, key), *tb = hist_key__pointer(b, key);

	return ta->tid < tb->tid ? -1 : ta->tid > tb->tid;
}

static int print_pid(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	const struct thread *thread = hist_key__pointer(entry, key);

	(void)style;
	return buf__printf(out, "%7d:%s", thread->tid, thread->comm);
}

static u64 key_dso(struct hist_sample *s, const struct hist_field *field)
{
	(void)field;
	return (uintptr_t)s->place->dso;
}

const char *hist_dso__name(const struct dso *dso, bool whole)
{
	const char *base;

	if (!dso)
		return "[unknown]";
	base = whole ? NULL : strrchr(dso->name, '/');
	return base ? base + 1 : dso->name;
}

HIST_COMPARE(hist_key__compare_dso)
{
	const struct dso *da = hist_key__pointer(a, key), *db = hist_key__pointer(b, key);
	int ret = strcmp(hist_dso__name(da, false), hist_dso__name(db, false));

	return ret || !da || !db ? ret : strcmp(da->path, db->path);
}

HIST_PRINT(hist_key__print_dso)
{
	return buf__puts(out, hist_dso__name(hist_key__pointer(entry, key), style->verbose));
}

static u64 key_sym(struct hist_sample *s, const struct hist_field *field)
{
	(void)field;
	return (uintptr_t)s->place;
}

HIST_COMPARE(hist_key__compare_place)
{
	const struct place *pa = hist_key__pointer(a, key), *pb = hist_key__pointer(b, key);
	int ret;

	if (!pa->symbol || !pb->symbol) {
		if (!pa->symbol != !pb->symbol)
			return pa->symbol ? 1 : -1;
		return hist_key__compare_u64(pa->addr, pb->addr);
	}
	ret = strcmp(pa->symbol->name, pb->symbol->name);
	return ret ? ret : hist_key__compare_u64(pa->symbol->start, pb->symbol->start);
}

int hist_place__print(struct buf *out, char level, const char *name, u64 addr)
{
	buf__printf(out, "[%c] ", level);
	return name ? buf__puts(out, name) : buf__printf(out, "%#.16llx", addr);
}

HIST_COMPARE(hist_key__compare_point)
{
	const struct point *pa = hist_key__pointer(a, key), *pb = hist_key__pointer(b, key);

	return hist_key__compare_u64(pa->addr, pb->addr);
}

u64 hist_key__point(struct hist_sample *s, u64 addr)
{
	return (uintptr_t)points__find(s->points, s->thread, addr);
}

/* What knew the symbol's name, as far as that can be told by the file: the kernel's table, a module, a file of
 * programs, something else, or nothing did. */
static char origin(const struct place *place)
{
	if (!place->symbol || !place->dso)
		return '!';
	switch (place->dso->kind) {
	case DSO_KERNEL:
		return 'k';
	case DSO_MODULE:
		return 'K';
	case DSO_FILE:
		return 'd';
	default:
		return 'j';
	}
}

static int print_sym(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	const struct place *place = hist_key__pointer(entry, key);

	if (style->verbose)
		buf__printf(out, "%#-18llx %c ", place->addr, origin(place));
	hist_place__print(out, entry->level, place->symbol ? place->symbol->name : NULL,
			  place->addr);
	return buf__puts(out, place->symbol && place->symbol->inlined ? " (inlined)" : "");
}

static u64 key_cpu(struct hist_sample *s, const struct hist_field *field)
{
	(void)field;
	return s->record->sample->cpu;
}

static int print_cpu(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	(void)style;
	return buf__printf(out, "%.3d", (s32)entry->keys[key]);
}

static u64 key_parent(struct hist_sample *s, const struct hist_field *field)
{
	(void)field;
	return (uintptr_t)(s->parent ? s->parent : "[other]");
}

HIST_PRINT(hist_key__print_number)
{
	(void)style;
	return buf__printf(out, "%llu", entry->keys[key]);
}

#define SUM .group = HIST_SUM, .right = true

static const struct hist_field common_fields[] = {
	{ HIST_PID, "pid", "tid", "    Pid:Command", PERF_SAMPLE_TID, .pads = true,
	  .kind = HIST_KEY_THREAD, .key = key_pid, .compare = compare_pid, .print = print_pid },
	{ HIST_COMM, "comm", NULL, "Command", PERF_SAMPLE_TID, .pads = true, HIST_TEXT,
	  .key = key_comm },
	{ HIST_DSO, "dso", NULL, "Shared Object", PERF_SAMPLE_IP, .pads = true, HIST_DSO_KEY,
	  .key = key_dso },
	{ HIST_SYM, "symbol", NULL, "Symbol", PERF_SAMPLE_IP, HIST_PLACE, .key = key_sym,
	  .print = print_sym },
	{ HIST_PARENT, "parent", NULL, "Parent symbol", PERF_SAMPLE_CALLCHAIN, .pads = true,
	  HIST_TEXT, .key = key_parent },
	{ HIST_CPU, "cpu", NULL, "CPU", PERF_SAMPLE_CPU, .pads = true, HIST_NUMBER, .key = key_cpu,
	  .print = print_cpu },
};
const struct hist_fields hist_common_fields = { common_fields, ARRAY_SIZE(common_fields) };

static const struct hist_field sum_fields[] = {
	{ HIST_OVERHEAD, "overhead", NULL, "Overhead", .width = 8, SUM, .rank = rank_period,
	  .compare = compare_period, .print = print_period },
	{ HIST_KERNEL, "overhead_sys", NULL, "sys", .width = 8, SUM, .rank = rank_period_kernel,
	  .compare = compare_period_kernel, .print = print_period_kernel },
	{ HIST_USER, "overhead_us", NULL, "usr", .width = 8, SUM, .rank = rank_period_user,
	  .compare = compare_period_user, .print = print_period_user },
	{ HIST_CHILDREN, "overhead_children", NULL, "Children", .width = 8, SUM,
	  .rank = rank_children, .compare = compare_children, .print = print_children },
	{ HIST_SAMPLES, "sample", NULL, "Samples", .width = 12, SUM, .rank = rank_samples,
	  .compare = compare_samples, .print = print_samples },
	{ HIST_PERIOD, "period", NULL, "Period", .width = 12, SUM, .rank = rank_period,
	  .compare = compare_period, .print = print_period_sum },
};
const struct hist_fields hist_sum_fields = { sum_fields, ARRAY_SIZE(sum_fields) };
