// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address -> place. User addresses are found by file and offset in it, so that neither a new
 * mapping nor another process makes an answer wrong; only what was never met goes the long way
 * through the symbols.
 */
#include "hist/places.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "arena.h"
#include "hist/mix.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

struct key {
	const void *space; /* dso; NULL for all that no map shows */
	u64 addr;
	u32 kind; /* cpumode, and whether unnamed places keep their address */
};

struct slot {
	struct key key;
	union {
		const struct place *place; /* NULL: free */
		const struct place_list *list;
	};
};

/* Open addressing. */
struct slots {
	struct slot *list;
	size_t nr, cap;
};

struct places {
	struct machine *machine;
	struct arena arena;
	struct slots user, kernel; /* by address */
	struct slots inlines;	   /* likewise: lists */
	struct slots unique;	   /* by symbol, or by dso and address */
};

struct places *places__new(struct machine *machine)
{
	struct places *places = calloc(1, sizeof(*places));

	if (places)
		places->machine = machine;
	return places;
}

void places__delete(struct places *places)
{
	if (!places)
		return;
	arena__exit(&places->arena);
	free(places->user.list);
	free(places->kernel.list);
	free(places->inlines.list);
	free(places->unique.list);
	free(places);
}

static struct slot *find_slot(const struct slots *slots, const struct key *key)
{
	size_t mask = slots->cap - 1;
	u64 hash = mix__u64(mix__u64(key->kind, (uintptr_t)key->space), key->addr);

	for (size_t at = hash >> 20 & mask;; at = (at + 1) & mask) {
		struct slot *slot = &slots->list[at];

		if (!slot->place || (slot->key.addr == key->addr && slot->key.space == key->space &&
				     slot->key.kind == key->kind))
			return slot;
	}
}

static int make_room(struct slots *slots)
{
	struct slots larger = { .nr = slots->nr, .cap = slots->cap ? slots->cap * 2 : 1024 };

	if (slots->nr * 2 < slots->cap)
		return 0;
	larger.list = calloc(larger.cap, sizeof(*larger.list));
	if (!larger.list)
		return -ENOMEM;
	for (size_t i = 0; i < slots->cap; i++)
		if (slots->list[i].place)
			*find_slot(&larger, &slots->list[i].key) = slots->list[i];
	free(slots->list);
	*slots = larger;
	return 0;
}

static char level(u8 cpumode)
{
	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL:
		return 'k';
	case PERF_RECORD_MISC_GUEST_KERNEL:
		return 'g';
	case PERF_RECORD_MISC_GUEST_USER:
		return 'u';
	case PERF_RECORD_MISC_HYPERVISOR:
		return 'H';
	}
	return '.';
}

static const struct place *unique_place(struct places *places, const struct place *want)
{
	struct key key = { .space = want->symbol };
	struct place *place;
	struct slot *slot;

	if (!want->symbol)
		key = (struct key){ .space = want->dso, .addr = want->addr, .kind = want->level };
	if (make_room(&places->unique))
		return NULL;
	slot = find_slot(&places->unique, &key);
	if (slot->place)
		return slot->place;
	place = arena__alloc(&places->arena, sizeof(*place));
	if (!place)
		return NULL;
	*place = *want;
	*slot = (struct slot){ .key = key, .place = place };
	places->unique.nr++;
	return place;
}

const struct place *places__adopt(struct places *to, const struct place *place)
{
	return unique_place(to, place);
}

static const struct place *resolve(struct places *places, struct thread *thread, u8 cpumode, u64 ip,
				   u64 unnamed)
{
	struct place place = { .addr = unnamed, .level = level(cpumode) };
	struct location location;

	machine__resolve(places->machine, thread, cpumode, ip, &location);
	place.dso = location.dso;
	place.symbol = location.symbol;
	return unique_place(places, &place);
}

const struct place *places__find(struct places *places, struct thread *thread, u8 cpumode, u64 ip,
				 bool as_recorded)
{
	bool user = cpumode == PERF_RECORD_MISC_USER;
	struct slots *slots = user ? &places->user : &places->kernel;
	const struct map *map = user ? maps__find(thread->maps, ip) : NULL;
	struct key key = { .addr = ip, .kind = cpumode | as_recorded << 8 };
	u64 unnamed = ip;
	struct slot *slot;

	if (map) {
		key.space = map->dso;
		if (!map->identity)
			key.addr = ip - map->start + map->pgoff;
		if (!as_recorded)
			unnamed = key.addr;
	}
	if (make_room(slots))
		return NULL;
	slot = find_slot(slots, &key);
	if (!slot->place) {
		const struct place *place = resolve(places, thread, cpumode, ip, unnamed);

		if (!place)
			return NULL;
		*slot = (struct slot){ .key = key, .place = place };
		slots->nr++;
	}
	return slot->place;
}

static const struct place_list *resolve_inlines(struct places *places, struct thread *thread,
						u64 ip)
{
	const struct inline_frame *frames;
	struct place_list *list;
	struct location location;
	size_t nr;

	machine__resolve(places->machine, thread, PERF_RECORD_MISC_USER, ip, &location);
	nr = machine__inlines(places->machine, &location, &frames);
	list = arena__alloc(&places->arena, sizeof(*list) + (nr + !nr) * sizeof(list->places[0]));
	if (!list)
		return NULL;
	list->nr = nr + !nr;
	for (size_t i = 0; i < list->nr; i++) {
		struct place place = { .dso = location.dso,
				       .symbol = nr ? frames[i].symbol : location.symbol,
				       .addr = ip,
				       .level = level(PERF_RECORD_MISC_USER) };

		list->places[i] = unique_place(places, &place);
		if (!list->places[i])
			return NULL;
	}
	return list;
}

const struct place_list *places__find_inlines(struct places *places, struct thread *thread, u64 ip)
{
	const struct map *map = maps__find(thread->maps, ip);
	struct key key = { .addr = ip };
	struct slot *slot;

	if (map) {
		key.space = map->dso;
		if (!map->identity)
			key.addr = ip - map->start + map->pgoff;
	}
	if (make_room(&places->inlines))
		return NULL;
	slot = find_slot(&places->inlines, &key);
	if (!slot->list) {
		const struct place_list *list = resolve_inlines(places, thread, ip);

		if (!list)
			return NULL;
		*slot = (struct slot){ .key = key, .list = list };
		places->inlines.nr++;
	}
	return slot->list;
}

void places__forget_kernel(struct places *places)
{
	free(places->kernel.list);
	places->kernel = (struct slots){ 0 };
}
