// SPDX-License-Identifier: GPL-2.0-only
/*
 * Strength in numbers: what terms of one strength set goes in, one word after the other;
 * assigned, checked and OR-ed words of the event come out.
 */
#include "resolve-words.h"

#include <errno.h>

static struct word_set *get(struct word_sets *sets, unsigned int word)
{
	struct word_set *set;

	for (set = sets->first; set; set = set->next)
		if (set->word == word)
			return set;
	set = arena__alloc(sets->arena, sizeof(*set));
	if (!set)
		return NULL;
	set->word = word;
	set->next = sets->first;
	sets->first = set;
	return set;
}

int word_sets__assign(struct word_sets *sets, unsigned int word, u64 mask, u64 bits)
{
	struct word_set *set = get(sets, word);

	if (!set)
		return -ENOMEM;
	set->assign_bits = (set->assign_bits & ~mask) | (bits & mask);
	set->assign_mask |= mask;
	return 0;
}

int word_sets__or(struct word_sets *sets, unsigned int word, u64 bits)
{
	struct word_set *set = get(sets, word);

	if (!set)
		return -ENOMEM;
	set->or_bits |= bits;
	return 0;
}

int word_sets__format(struct word_sets *sets, unsigned int word, struct word_setter setter,
		      const char **other)
{
	struct word_set *set = get(sets, word);
	struct word_setter *s;

	if (!set)
		return -ENOMEM;
	if (set->format_mask & setter.mask & (set->format_bits ^ setter.bits)) {
		for (s = set->setters; s; s = s->next)
			if (s->mask & setter.mask & (s->bits ^ setter.bits))
				break;
		*other = s ? s->name : setter.name;
		return -EEXIST;
	}
	s = arena__alloc(sets->arena, sizeof(*s));
	if (!s)
		return -ENOMEM;
	*s = setter;
	s->next = set->setters;
	set->setters = s;
	set->format_mask |= setter.mask;
	set->format_bits |= setter.bits;
	return 0;
}

/* What is only OR-ed keeps what a weaker term or the base set. */
static u64 set_mask(const struct word_set *set)
{
	return set->assign_mask | set->format_mask | set->or_bits;
}

static u64 set_bits(const struct word_set *set)
{
	return set->assign_bits | set->format_bits | set->or_bits;
}

bool word_sets__changes(const struct word_sets *sets, const struct event *event)
{
	for (const struct word_set *set = sets->first; set; set = set->next) {
		u64 now = set->word < event->nr_words ? event->words[set->word] : 0;

		if ((now ^ set_bits(set)) & set_mask(set))
			return true;
	}
	return false;
}

int word_sets__apply(const struct word_sets *sets, struct event *event)
{
	for (const struct word_set *set = sets->first; set; set = set->next) {
		int ret = event__pin(event, set->word, set_mask(set), set_bits(set));

		if (ret)
			return ret;
	}
	return 0;
}
