// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address of a call chain -> the step that it is where steps are told apart by line or by address: a place
 * of its own, that knows the function's. What is shown behind the function is worked out at once, as lines
 * are answers that the machine keeps.
 */
#include "hist/steps.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "arena.h"
#include "buf.h"
#include "hist/mix.h"
#include "hist/texts.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

struct steps {
	struct machine *machine;
	struct places *places;
	enum step_detail detail;
	int style; /* enum srcline_style */
	struct arena arena;
	struct texts lines;
	struct buf text; /* scratch */
	struct step {
		struct place place; /* .of NULL: free */
		u64 key;	    /* what tells it apart from others of its function */
	} * *buckets;		    /* open addressing */
	size_t nr, nr_buckets;
};

struct steps *steps__new(struct machine *machine, struct places *places, enum step_detail detail,
			 bool full_source_path)
{
	struct steps *steps = calloc(1, sizeof(*steps));

	if (!steps)
		return NULL;
	steps->machine = machine;
	steps->places = places;
	steps->detail = detail;
	steps->style = SRCLINE_PLACE | (full_source_path ? SRCLINE_FULL : 0);
	return steps;
}

void steps__delete(struct steps *steps)
{
	if (!steps)
		return;
	arena__exit(&steps->arena);
	texts__exit(&steps->lines);
	buf__exit(&steps->text);
	free(steps->buckets);
	free(steps);
}

static struct step **find_bucket(struct step **buckets, size_t nr, const struct place *of, u64 key)
{
	size_t at = mix__u64(mix__u64(0, (uintptr_t)of), key) >> 20 & (nr - 1);

	while (buckets[at] && (buckets[at]->place.of != of || buckets[at]->key != key))
		at = (at + 1) & (nr - 1);
	return &buckets[at];
}

static int make_room(struct steps *steps)
{
	size_t nr = steps->nr_buckets ? steps->nr_buckets * 2 : 1024;
	struct step **buckets;

	if (steps->nr * 2 < steps->nr_buckets)
		return 0;
	buckets = calloc(nr, sizeof(*buckets));
	if (!buckets)
		return -ENOMEM;
	for (size_t i = 0; i < steps->nr_buckets; i++) {
		struct step *step = steps->buckets[i];

		if (step)
			*find_bucket(buckets, nr, step->place.of, step->key) = step;
	}
	free(steps->buckets);
	steps->buckets = buckets;
	steps->nr_buckets = nr;
	return 0;
}

static const struct place *get_step(struct steps *steps, const struct place *of, u64 key,
				    const char *line)
{
	struct step **bucket;

	if (make_room(steps))
		return NULL;
	bucket = find_bucket(steps->buckets, steps->nr_buckets, of, key);
	if (*bucket)
		return &(*bucket)->place;
	*bucket = arena__alloc(&steps->arena, sizeof(**bucket));
	if (!*bucket)
		return NULL;
	steps->nr++;
	(*bucket)->place = *of;
	(*bucket)->place.of = of;
	(*bucket)->place.line = line;
	(*bucket)->key = key;
	return &(*bucket)->place;
}

/* "file.c:12"; "??:0" where a program's file does not know; of the kernel, "+12". NULL: nothing is shown, or
 * with *failed out of memory. */
static const char *line_of(struct steps *steps, const struct location *location,
			   const struct srcline *line, bool *failed)
{
	struct buf *text = &steps->text;
	const char *result;

	buf__reset(text);
	if (line)
		srcline__append(text, location, line, steps->style);
	else if (location->dso && dso__has_symbols(location->dso))
		buf__puts(text, "??:0");
	else if (steps->detail == STEP_ADDRESS)
		buf__printf(text, "+%llu", location->offset);
	*failed = buf__error(text);
	if (*failed || !text->len)
		return NULL;
	result = texts__get(&steps->lines, text->data, text->len);
	*failed = !result;
	return result;
}

static const struct place *step_at(struct steps *steps, const struct place *of,
				   const struct location *location, const struct srcline *line)
{
	bool failed;
	const char *text = line_of(steps, location, line, &failed);

	if (failed)
		return NULL;
	if (steps->detail == STEP_ADDRESS)
		return get_step(steps, of, location->offset, text);
	return text ? get_step(steps, of, (uintptr_t)text, text) : of;
}

const struct place *steps__find(struct steps *steps, struct thread *thread, u8 cpumode, u64 ip)
{
	const struct place *of = places__find(steps->places, thread, cpumode, ip, true);
	struct location location;
	struct srcline line;
	bool known;

	if (!of || !of->symbol)
		return of;
	machine__resolve(steps->machine, thread, cpumode, ip, &location);
	known = machine__srcline(steps->machine, &location, &line);
	return step_at(steps, of, &location, known ? &line : NULL);
}

const struct place *steps__find_inline(struct steps *steps, struct thread *thread, u64 ip,
				       const struct place_list *list, size_t i)
{
	const struct inline_frame *frames;
	struct location location;
	size_t nr;

	if (list->nr == 1)
		return steps__find(steps, thread, PERF_RECORD_MISC_USER, ip);
	machine__resolve(steps->machine, thread, PERF_RECORD_MISC_USER, ip, &location);
	nr = machine__inlines(steps->machine, &location, &frames);
	return i < nr ? step_at(steps, list->places[i], &location, &frames[i].line)
		      : list->places[i];
}
