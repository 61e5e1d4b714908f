// SPDX-License-Identifier: GPL-2.0-only
/* Samples -> how often each call chain came, in the lines that flame graphs are drawn from. */
#include "ui/folded.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "session/callchain.h"
#include "str.h"
#include "symbol/machine.h"

struct stack {
	const char *text;
	size_t len;
	u64 count;
};

struct folded {
	struct arena texts;
	struct stack *buckets; /* open addressing; without text: free */
	size_t nr, nr_buckets;
	struct buf line;
	const char **names; /* of one chain, the innermost first */
	size_t nr_names, cap;
};

struct folded *folded__new(void)
{
	return calloc(1, sizeof(struct folded));
}

void folded__delete(struct folded *folded)
{
	if (!folded)
		return;
	arena__exit(&folded->texts);
	buf__exit(&folded->line);
	free(folded->buckets);
	free(folded->names);
	free(folded);
}

static struct stack *find_bucket(const struct folded *folded, const char *text, size_t len)
{
	size_t mask = folded->nr_buckets - 1, at = str__hash(text, len) & mask;

	for (;; at = (at + 1) & mask) {
		struct stack *stack = &folded->buckets[at];

		if (!stack->text || (stack->len == len && !memcmp(stack->text, text, len)))
			return stack;
	}
}

static int grow(struct folded *folded)
{
	struct folded larger = { .nr_buckets = folded->nr_buckets ? folded->nr_buckets * 2 : 1024 };

	larger.buckets = calloc(larger.nr_buckets, sizeof(*larger.buckets));
	if (!larger.buckets)
		return -ENOMEM;
	for (size_t i = 0; i < folded->nr_buckets; i++) {
		const struct stack *stack = &folded->buckets[i];

		if (stack->text)
			*find_bucket(&larger, stack->text, stack->len) = *stack;
	}
	free(folded->buckets);
	folded->buckets = larger.buckets;
	folded->nr_buckets = larger.nr_buckets;
	return 0;
}

static int add_name(struct folded *folded, const char *name)
{
	if (folded->nr_names == folded->cap) {
		size_t cap = folded->cap ? folded->cap * 2 : 128;
		const char **names = reallocarray(folded->names, cap, sizeof(*names));

		if (!names)
			return -ENOMEM;
		folded->names = names;
		folded->cap = cap;
	}
	folded->names[folded->nr_names++] = name;
	return 0;
}

static int add_place(struct folded *folded, struct machine *machine, struct thread *thread,
		     u8 cpumode, u64 ip)
{
	struct location location;

	machine__resolve(machine, thread, cpumode, ip, &location);
	return add_name(folded, location.symbol ? location.symbol->name : "[unknown]");
}

static int take_names(struct folded *folded, struct machine *machine, struct thread *thread,
		      const struct session_record *record)
{
	const struct u64_array *chain = &record->sample->callchain;
	struct callchain_walk walk = callchain_walk__begin(chain);
	int ret = 0;
	u64 ip;

	folded->nr_names = 0;
	if (!chain->nr)
		return add_place(folded, machine, thread,
				 record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
				 record->sample->ip);
	if (!callchain__is_sound(record->sample, UINT32_MAX))
		return 0;
	while (!ret && callchain_walk__next(&walk, &ip))
		ret = add_place(folded, machine, thread, walk.cpumode, ip);
	return ret;
}

/* What separates names and lines can not be in them. */
static void put_name(struct buf *line, const char *name)
{
	size_t begin = line->len;

	if (buf__puts(line, name))
		return;
	for (char *c = line->data + begin; *c; c++) {
		if (*c == ';')
			*c = ':';
		else if ((unsigned char)*c < ' ')
			*c = '?';
	}
}

int folded__add(struct folded *folded, struct machine *machine, const struct session_record *record)
{
	const struct perf_sample *sample = record->sample;
	struct thread *thread = machine__thread(machine, sample->pid, sample->tid);
	struct stack *stack;

	if (!thread || take_names(folded, machine, thread, record))
		return -ENOMEM;
	if (folded->nr * 2 >= folded->nr_buckets && grow(folded))
		return -ENOMEM;
	buf__reset(&folded->line);
	put_name(&folded->line, thread->comm);
	for (size_t i = folded->nr_names; i--;) {
		buf__puts(&folded->line, ";");
		put_name(&folded->line, folded->names[i]);
	}
	if (buf__error(&folded->line))
		return -ENOMEM;
	stack = find_bucket(folded, folded->line.data, folded->line.len);
	if (!stack->text) {
		stack->text = arena__strndup(&folded->texts, folded->line.data, folded->line.len);
		stack->len = folded->line.len;
		folded->nr++;
	}
	stack->count++;
	return stack->text ? 0 : -ENOMEM;
}

static int compare(const void *pa, const void *pb)
{
	const struct stack *a = pa, *b = pb;

	if (!a->text || !b->text)
		return !a->text - !b->text;
	return strcmp(a->text, b->text);
}

int folded__print(struct folded *folded, struct buf *out)
{
	if (!folded->nr)
		return 0;
	qsort(folded->buckets, folded->nr_buckets, sizeof(*folded->buckets), compare);
	for (size_t i = 0; i < folded->nr; i++)
		buf__printf(out, "%s %llu\n", folded->buckets[i].text, folded->buckets[i].count);
	folded->nr = folded->nr_buckets = 0;
	free(folded->buckets);
	folded->buckets = NULL;
	return buf__error(out);
}
