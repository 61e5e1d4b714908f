// SPDX-License-Identifier: GPL-2.0-only
/*
 * One event as data: the attr as words of any number with the mask of what is pinned, and
 * the list in which resolve hands events out. No parsing and no I/O.
 */
#include "event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BUILT_IN_WORDS (sizeof(struct perf_event_attr) / sizeof(u64))

/* attr.size is a field of word 0, in whichever half the ABI's byte order puts it. */
static void set_size(struct event *event)
{
	event__attr(event)->size = event->nr_words * sizeof(u64);
}

struct event *event__new(void)
{
	struct event *event = calloc(1, sizeof(*event));

	if (!event)
		return NULL;
	event->scale = 1.0;
	event->terms.inherit = event->terms.overwrite = event->terms.time = -1;
	event->terms.max_precise = -1;
	event->words = calloc(BUILT_IN_WORDS, sizeof(u64));
	event->pinned = calloc(BUILT_IN_WORDS, sizeof(u64));
	if (!event->words || !event->pinned) {
		event__delete(event);
		return NULL;
	}
	event->nr_words = BUILT_IN_WORDS;
	set_size(event);
	return event;
}

static void free_strings(char **strings)
{
	for (char **s = strings; s && *s; s++)
		free(*s);
	free(strings);
}

void event__delete(struct event *event)
{
	if (!event)
		return;
	free(event->words);
	free(event->pinned);
	free(event->name);
	free(event->unit);
	free(event->pmu);
	free(event->pmu_event);
	free(event->source);
	free(event->cpus);
	free(event->holder);
	free(event->tp_system);
	free(event->tp_name);
	free(event->group_name);
	free(event->terms.aux_action);
	free(event->terms.metric_id);
	free_strings(event->terms.driver_config);
	free(event->warning);
	free(event);
}

/* Every owned string, so that a clone misses none. */
static bool dup_string(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return !from || *to;
}

static bool dup_strings(char ***to, char *const *from)
{
	size_t nr = 0;

	*to = NULL;
	if (!from)
		return true;
	while (from[nr])
		nr++;
	*to = calloc(nr + 1, sizeof(**to));
	if (!*to)
		return false;
	for (size_t i = 0; i < nr; i++)
		if (!dup_string(&(*to)[i], from[i]))
			return false;
	return true;
}

static bool dup_words(u64 **to, const u64 *from, unsigned int nr)
{
	*to = malloc(nr * sizeof(u64));
	if (*to)
		memcpy(*to, from, nr * sizeof(u64));
	return *to;
}

struct event *event__clone(const struct event *event)
{
	struct event *clone = malloc(sizeof(*clone));
	bool ok = true;

	if (!clone)
		return NULL;
	*clone = *event;
	ok &= dup_words(&clone->words, event->words, event->nr_words);
	ok &= dup_words(&clone->pinned, event->pinned, event->nr_words);
	ok &= dup_string(&clone->name, event->name);
	ok &= dup_string(&clone->unit, event->unit);
	ok &= dup_string(&clone->pmu, event->pmu);
	ok &= dup_string(&clone->pmu_event, event->pmu_event);
	ok &= dup_string(&clone->source, event->source);
	ok &= dup_string(&clone->cpus, event->cpus);
	ok &= dup_string(&clone->holder, event->holder);
	ok &= dup_string(&clone->tp_system, event->tp_system);
	ok &= dup_string(&clone->tp_name, event->tp_name);
	ok &= dup_string(&clone->group_name, event->group_name);
	ok &= dup_string(&clone->terms.aux_action, event->terms.aux_action);
	ok &= dup_string(&clone->terms.metric_id, event->terms.metric_id);
	ok &= dup_strings(&clone->terms.driver_config, event->terms.driver_config);
	ok &= dup_string(&clone->warning, event->warning);
	if (!ok) {
		event__delete(clone);
		return NULL;
	}
	return clone;
}

static bool grow(u64 **words, unsigned int from, unsigned int to)
{
	u64 *more = realloc(*words, to * sizeof(u64));

	if (!more)
		return false;
	memset(more + from, 0, (to - from) * sizeof(u64));
	*words = more;
	return true;
}

int event__reserve_word(struct event *event, unsigned int word)
{
	if (word > ATTR_WORD_MAX)
		return -EINVAL;
	if (word < event->nr_words)
		return 0;
	if (!grow(&event->words, event->nr_words, word + 1) ||
	    !grow(&event->pinned, event->nr_words, word + 1))
		return -ENOMEM;
	event->nr_words = word + 1;
	set_size(event);
	return 0;
}

int event__pin(struct event *event, unsigned int word, u64 mask, u64 value)
{
	int ret = event__reserve_word(event, word);

	if (ret)
		return ret;
	event->words[word] = (event->words[word] & ~mask) | (value & mask);
	event->pinned[word] |= mask;
	return 0;
}

void event__default(struct event *event, unsigned int word, u64 mask, u64 value)
{
	if (event__reserve_word(event, word))
		return;
	mask &= ~event->pinned[word];
	event->words[word] = (event->words[word] & ~mask) | (value & mask);
}

void event__default_flag(struct event *event, enum attr_flag flag, bool on)
{
	u64 mask = attr_flag__mask(flag);

	event__default(event, ATTR_WORD_FLAGS, mask, on ? mask : 0);
}

bool event__flag(const struct event *event, enum attr_flag flag)
{
	return event->words[ATTR_WORD_FLAGS] & attr_flag__mask(flag);
}

bool event__is_pinned(const struct event *event, unsigned int word, u64 mask)
{
	return word < event->nr_words && (event->pinned[word] & mask);
}

struct perf_event_attr *event__attr(const struct event *event)
{
	return (struct perf_event_attr *)event->words;
}

int event_list__append(struct event_list *list, struct event *event)
{
	/* Room is made in powers of two, so the count itself tells when it is full. */
	if (!(list->nr & (list->nr - 1))) {
		size_t room = list->nr ? list->nr * 2 : 1;
		struct event **events = realloc(list->events, room * sizeof(*events));

		if (!events) {
			event__delete(event);
			return -ENOMEM;
		}
		list->events = events;
	}
	list->events[list->nr++] = event;
	return 0;
}

void event_list__exit(struct event_list *list)
{
	for (size_t i = 0; i < list->nr; i++)
		event__delete(list->events[i]);
	free(list->events);
	*list = (struct event_list){ 0 };
}
