// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of fields: from a sample to a row's key, how rows compare, and the text. To the eye of
 * the user sums go down, names go up.
 */
#include "hist/field.h"

#include <linux/perf_event.h>
#include <string.h>

#include "hist/entry.h"
#include "hist/sample.h"
#include "session/session.h"
#include "session/trace.h"
#include "symbol/machine.h"

static int compare_u64(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

static const void *pointer(const struct hist_entry *entry, int key)
{
	return (const void *)(uintptr_t)entry->keys[key];
}

#define SUM_FIELD(name)                                                                            \
	static int compare_##name(const struct hist_entry *a, const struct hist_entry *b, int key) \
	{                                                                                          \
		(void)key;                                                                         \
		return compare_u64(b->name, a->name);                                              \
	}
SUM_FIELD(period)
SUM_FIELD(period_kernel)
SUM_FIELD(period_user)
SUM_FIELD(samples)

/* Of two that have the same, the one with more to show below comes first. */
static int compare_children(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	(void)key;
	if (a->children != b->children)
		return compare_u64(b->children, a->children);
	return compare_u64(b->depth, a->depth);
}

static int print_percent(struct buf *out, u64 value, const struct hist_style *style)
{
	return buf__printf(out, "%.2f%%", style->total ? 100.0 * value / style->total : 0.0);
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

static int compare_number(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	return compare_u64(a->keys[key], b->keys[key]);
}

static int compare_text(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	return strcmp(pointer(a, key), pointer(b, key));
}

static int print_text(struct buf *out, const struct hist_entry *entry, int key,
		      const struct hist_style *style)
{
	(void)style;
	return buf__puts(out, pointer(entry, key));
}

static u64 key_comm(struct hist_sample *s)
{
	return (uintptr_t)texts__get(s->texts, s->thread->comm, sizeof(s->thread->comm));
}

static u64 key_pid(struct hist_sample *s)
{
	return (uintptr_t)s->thread;
}

static int compare_pid(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	const struct thread *ta = pointer(a, key), *tb = pointer(b, key);

	return ta->tid < tb->tid ? -1 : ta->tid > tb->tid;
}

static int print_pid(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	const struct thread *thread = pointer(entry, key);

	(void)style;
	return buf__printf(out, "%7d:%s", thread->tid, thread->comm);
}

static u64 key_dso(struct hist_sample *s)
{
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

static int compare_dso(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	const struct dso *da = pointer(a, key), *db = pointer(b, key);
	int ret = strcmp(hist_dso__name(da, false), hist_dso__name(db, false));

	return ret || !da || !db ? ret : strcmp(da->path, db->path);
}

static int print_dso(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	return buf__puts(out, hist_dso__name(pointer(entry, key), style->verbose));
}

static u64 key_sym(struct hist_sample *s)
{
	return (uintptr_t)s->place;
}

static int compare_sym(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	const struct place *pa = pointer(a, key), *pb = pointer(b, key);
	int ret;

	if (!pa->symbol || !pb->symbol) {
		if (!pa->symbol != !pb->symbol)
			return pa->symbol ? 1 : -1;
		return compare_u64(pa->addr, pb->addr);
	}
	ret = strcmp(pa->symbol->name, pb->symbol->name);
	return ret ? ret : compare_u64(pa->symbol->start, pb->symbol->start);
}

static int print_sym(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	const struct place *place = pointer(entry, key);

	if (style->verbose)
		buf__printf(out, "%#-18llx %c ", place->addr, place->symbol ? 'v' : '!');
	buf__printf(out, "[%c] ", entry->level);
	if (place->symbol)
		return buf__puts(out, place->symbol->name);
	return buf__printf(out, "%#.16llx", place->addr);
}

static u64 key_cpu(struct hist_sample *s)
{
	return s->record->sample->cpu;
}

static int print_cpu(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	(void)style;
	return buf__printf(out, "%.3d", (s32)entry->keys[key]);
}

static u64 key_parent(struct hist_sample *s)
{
	return (uintptr_t)(s->parent ? s->parent : "[other]");
}

static u64 key_trace(struct hist_sample *s)
{
	const struct perf_sample *sample = s->record->sample;

	buf__reset(s->text);
	if (s->trace && sample->raw)
		trace__print(s->trace, s->text, sample->raw, sample->raw_size,
			     sample->cpu == SAMPLE_NO_CPU ? 0 : sample->cpu);
	return (uintptr_t)texts__get(s->texts, s->text->len ? s->text->data : "", s->text->len);
}

static u64 key_local_weight(struct hist_sample *s)
{
	return s->record->sample->weight;
}

static int print_number(struct buf *out, const struct hist_entry *entry, int key,
			const struct hist_style *style)
{
	(void)style;
	return buf__printf(out, "%llu", entry->keys[key]);
}

#define PERCENT 8
#define COUNT	12

static const struct hist_field fields[] = {
	{ HIST_OVERHEAD, "overhead", NULL, "Overhead", 0, PERCENT, true, false, NULL,
	  compare_period, print_period },
	{ HIST_CHILDREN, "overhead_children", NULL, "Children", 0, PERCENT, true, false, NULL,
	  compare_children, print_children },
	{ HIST_KERNEL, "overhead_sys", NULL, "sys", 0, PERCENT, true, false, NULL,
	  compare_period_kernel, print_period_kernel },
	{ HIST_USER, "overhead_us", NULL, "usr", 0, PERCENT, true, false, NULL, compare_period_user,
	  print_period_user },
	{ HIST_SAMPLES, "sample", NULL, "Samples", 0, COUNT, true, false, NULL, compare_samples,
	  print_samples },
	{ HIST_PERIOD, "period", NULL, "Period", 0, COUNT, true, false, NULL, compare_period,
	  print_period_sum },
	{ HIST_COMM, "comm", NULL, "Command", PERF_SAMPLE_TID, 0, false, true, key_comm,
	  compare_text, print_text },
	{ HIST_PID, "pid", "tid", "    Pid:Command", PERF_SAMPLE_TID, 0, false, true, key_pid,
	  compare_pid, print_pid },
	{ HIST_DSO, "dso", NULL, "Shared Object", PERF_SAMPLE_IP, 0, false, true, key_dso,
	  compare_dso, print_dso },
	{ HIST_SYM, "sym", "symbol", "Symbol", PERF_SAMPLE_IP, 0, false, false, key_sym,
	  compare_sym, print_sym },
	{ HIST_CPU, "cpu", NULL, "CPU", PERF_SAMPLE_CPU, 0, false, true, key_cpu, compare_number,
	  print_cpu },
	{ HIST_PARENT, "parent", NULL, "Parent symbol", PERF_SAMPLE_CALLCHAIN, 0, false, true,
	  key_parent, compare_text, print_text },
	{ HIST_TRACE, "trace", NULL, "Trace output", PERF_SAMPLE_RAW, 0, false, false, key_trace,
	  compare_text, print_text },
	{ HIST_LOCAL_WEIGHT, "local_weight", NULL, "Local Weight", PERF_SAMPLE_WEIGHT_TYPE, 0,
	  false, true, key_local_weight, compare_number, print_number },
};

enum hist_key_kind hist_field__key_kind(const struct hist_field *field)
{
	static const struct {
		int (*compare)(const struct hist_entry *a, const struct hist_entry *b, int key);
		enum hist_key_kind kind;
	} kinds[] = {
		{ compare_number, HIST_KEY_NUMBER }, { compare_text, HIST_KEY_TEXT },
		{ compare_pid, HIST_KEY_THREAD },    { compare_dso, HIST_KEY_DSO },
		{ compare_sym, HIST_KEY_PLACE },
	};

	for (size_t i = 0; field->key && i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].compare == field->compare)
			return kinds[i].kind;
	return HIST_KEY_NONE;
}

const struct hist_field *hist_field__find(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const struct hist_field *field = &fields[i];

		if (strlen(field->name) == len && !strncmp(field->name, name, len))
			return field;
		if (field->alias && strlen(field->alias) == len &&
		    !strncmp(field->alias, name, len))
			return field;
	}
	return NULL;
}

const struct hist_field *hist_field__get(enum hist_field_id id)
{
	return &fields[id];
}

int hist_field__names(struct buf *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		buf__printf(out, "%s%s", i ? " " : "", fields[i].name);
	return buf__error(out);
}
