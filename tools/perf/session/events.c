// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which event does a record belong to, and when was it: the two things that must be known before
 * it can be decoded and put in order. Both stand at places that the attrs fix.
 */
#include "session/events.h"

#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct session_id {
	u64 id;
	u32 event;
	u64 last; /* its counter, as the last sample read it */
};

static int compare_ids(const void *pa, const void *pb)
{
	const struct session_id *a = pa, *b = pb;

	return a->id < b->id ? -1 : a->id > b->id;
}

/* What was read for it before, by the list of then. */
static u64 last_of(const struct session_id *ids, size_t nr, u64 id)
{
	const struct session_id key = { .id = id };
	const struct session_id *found =
		nr ? bsearch(&key, ids, nr, sizeof(key), compare_ids) : NULL;

	return found ? found->last : 0;
}

static int collect_ids(struct session_events *events)
{
	struct session_id *old = events->ids;
	size_t nr = 0, nr_old = events->nr_ids;

	for (size_t i = 0; i < events->nr; i++)
		nr += events->list[i].event->nr_ids;
	events->ids = calloc(nr ? nr : 1, sizeof(*events->ids));
	events->nr_ids = 0;
	if (!events->ids) {
		free(old);
		return -ENOMEM;
	}
	for (size_t i = 0; i < events->nr; i++)
		for (size_t k = 0; k < events->list[i].event->nr_ids; k++)
			events->ids[events->nr_ids++] =
				(struct session_id){ .id = events->list[i].event->ids[k],
						     .event = i };
	for (size_t i = 0; i < events->nr_ids; i++)
		events->ids[i].last = last_of(old, nr_old, events->ids[i].id);
	free(old);
	qsort(events->ids, events->nr_ids, sizeof(*events->ids), compare_ids);
	return 0;
}

/* The place of the id must be known before the event is: it has to be the same in all. */
static void find_id_words(struct session_events *events)
{
	for (size_t i = 0; i < events->nr; i++) {
		const struct sample_layout *layout = &events->list[i].layout;
		int word = sample_layout__id_word(layout);
		int from_end = sample_layout__id_word_from_end(layout);

		if (!i) {
			events->id_word = word;
			events->id_word_from_end = from_end;
			events->apart = true;
		} else if (events->id_word != word || events->id_word_from_end != from_end) {
			events->apart = false;
		}
	}
	if (!events->apart)
		events->id_word = events->id_word_from_end = -1;
}

int session_events__update(struct session_events *events, const struct session_source *source)
{
	size_t nr = source->nr_events(source->ctx);
	struct session_event *list = reallocarray(events->list, nr ? nr : 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	events->list = list;
	events->nr = nr;
	for (size_t i = 0; i < nr; i++) {
		struct session_event *event = &list[i];

		event->event = source->event(source->ctx, i);
		event->index = i;
		sample_layout__init(&event->layout, data_event__attr(event->event),
				    source->swapped);
		event->time_word = sample_layout__time_word(&event->layout);
		event->time_word_from_end = sample_layout__time_word_from_end(&event->layout);
	}
	find_id_words(events);
	return collect_ids(events);
}

void session_events__exit(struct session_events *events)
{
	free(events->list);
	free(events->ids);
	*events = (struct session_events){ 0 };
}

/* The word at a place of the body; false: the body is too short. */
static bool read_word(const void *body, size_t len, int word, bool from_end, bool swapped,
		      u64 *value)
{
	size_t nr = len / sizeof(u64);

	if (word < 0 || (from_end ? (size_t)word > nr : (size_t)word >= nr))
		return false;
	memcpy(value,
	       from_end ? (const u8 *)body + len - word * sizeof(u64)
			: (const u8 *)body + word * sizeof(u64),
	       sizeof(*value));
	if (swapped)
		*value = bswap_64(*value);
	return true;
}

const struct session_event *session_events__find(const struct session_events *events, u32 type,
						 const void *body, size_t len, u64 *id)
{
	bool sample = type == PERF_RECORD_SAMPLE;
	struct session_id key, *found;

	*id = SAMPLE_NO_ID;
	if (events->nr <= 1)
		return events->nr ? &events->list[0] : NULL;
	if (!read_word(body, len, sample ? events->id_word : events->id_word_from_end, !sample,
		       events->list[0].layout.swapped, &key.id) ||
	    !key.id)
		return &events->list[0];
	found = bsearch(&key, events->ids, events->nr_ids, sizeof(key), compare_ids);
	if (found)
		return &events->list[found->event];
	*id = key.id;
	return NULL;
}

const struct session_event *session_events__of_id(const struct session_events *events, u64 id,
						  u64 **last)
{
	struct session_id key = { .id = id };
	struct session_id *found =
		bsearch(&key, events->ids, events->nr_ids, sizeof(key), compare_ids);

	if (!found)
		return NULL;
	*last = &found->last;
	return &events->list[found->event];
}

u64 session_event__time_ns(const struct session_event *event, u32 type, const void *body,
			   size_t len)
{
	bool sample = type == PERF_RECORD_SAMPLE;
	u64 time_ns;

	if (!read_word(body, len, sample ? event->time_word : event->time_word_from_end, !sample,
		       event->layout.swapped, &time_ns))
		return SAMPLE_NO_TIME;
	return time_ns;
}
