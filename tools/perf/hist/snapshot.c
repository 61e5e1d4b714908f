// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collecting without end: raw rows are copied for who shows them, and made anew with less weight, which
 * leaves out rows, chains and texts that nothing is left of.
 */
#include "hist/snapshot.h"

#include <errno.h>
#include <stdlib.h>

#include "hist/collect.h"
#include "hist/expand.h"
#include "hist/levels.h"
#include "hist/places.h"
#include "hist/points.h"
#include "symbol/threads.h"

#define MANY_ROWS 4096

/* A row of that part of all is far below what is shown. */
#define UNSEEN 65536

struct snapshot *snapshot__take(struct collect *collect)
{
	struct snapshot *snapshot = calloc(1, sizeof(*snapshot));
	size_t nr = collect__nr_events(collect);
	struct clones clones = { 0 };
	int ret = 0;

	if (!snapshot)
		return NULL;
	snapshot->chains = collect__has_chains(collect);
	snapshot->from_caller = collect__from_caller(collect);
	snapshot->events = calloc(nr ? nr : 1, sizeof(*snapshot->events));
	for (size_t i = 0; i < nr && !ret && snapshot->events; i++) {
		struct snapshot_event *event = &snapshot->events[snapshot->nr++];
		struct hists_copy how = { .texts = &snapshot->texts,
					  .arena = &snapshot->arena,
					  .clones = &clones,
					  .held = &snapshot->held,
					  .eighths = 8 };

		event->name = collect__event_name(collect, i);
		event->raw.spec = event->hists.spec = collect__spec(collect);
		ret = hists__copy(&event->raw, collect__raw(collect, i), &how);
		event->hists.tracepoint = event->raw.tracepoint;
	}
	clones__exit(&clones);
	if (!ret && snapshot->events)
		return snapshot;
	snapshot__delete(snapshot);
	return NULL;
}

int snapshot__finish(struct snapshot *snapshot)
{
	for (size_t i = 0; i < snapshot->nr; i++) {
		struct snapshot_event *event = &snapshot->events[i];

		if (!snapshot->chains && !event->raw.spec->children) {
			event->hists = event->raw;
			event->raw = (struct hists){ .spec = event->hists.spec };
		} else if (hists__expand(&event->hists, &event->raw, snapshot->chains,
					 snapshot->from_caller)) {
			return -ENOMEM;
		}
		if (hists__sort(&event->hists))
			return -ENOMEM;
		if (event->hists.spec->nr_levels && hists__make_levels(&event->hists))
			return -ENOMEM;
	}
	return 0;
}

void snapshot__delete(struct snapshot *snapshot)
{
	if (!snapshot)
		return;
	for (size_t i = 0; i < snapshot->nr; i++) {
		hists__exit(&snapshot->events[i].raw);
		hists__exit(&snapshot->events[i].hists);
	}
	free(snapshot->events);
	held_dsos__exit(&snapshot->held);
	texts__exit(&snapshot->texts);
	arena__exit(&snapshot->arena);
	free(snapshot);
}

/* Rows that stay need their thread. */
static void mark_threads(const struct hists *hists)
{
	for (size_t k = 0; k < hists->spec->nr_keys; k++) {
		if (hist_field__key_kind(hists->spec->keys[k]) != HIST_KEY_THREAD)
			continue;
		for (size_t i = 0; i < hists->nr; i++)
			((struct thread *)(uintptr_t)hists->list[i]->keys[k])->in_use = true;
	}
}

/* Where there are more rows than anybody looks at, the small ones' chains become shorter. 0 or -ENOMEM. */
static int fold(struct hists *raw, struct texts *texts)
{
	struct hists_copy how = { .texts = texts,
				  .eighths = 8,
				  .fold_below = raw->period_shown / MANY_ROWS };
	struct hists folded = { .spec = raw->spec };
	int ret;

	if (raw->nr <= MANY_ROWS)
		return 0;
	ret = hists__copy(&folded, raw, &how);
	if (ret) {
		hists__exit(&folded);
		return ret;
	}
	hists__exit(raw);
	*raw = folded;
	return 0;
}

/* What rows that weigh less are made of. */
struct aging {
	struct collect *collect;
	unsigned int eighths;
	struct texts texts;
	struct places *places; /* NULL: the collection's stay */
	struct points *points;
	struct hists *rows; /* by event */
	size_t nr;
};

static int prepare(struct aging *aging, bool tidy)
{
	aging->nr = collect__nr_events(aging->collect);
	aging->rows = calloc(aging->nr ? aging->nr : 1, sizeof(*aging->rows));
	if (tidy) {
		aging->places = collect__new_places(aging->collect);
		aging->points = collect__new_points(aging->collect);
	}
	return aging->rows && (!tidy || (aging->places && aging->points)) ? 0 : -ENOMEM;
}

/* Copies of all events' raw rows. */
static int age(struct aging *aging)
{
	int ret = 0;

	for (size_t i = 0; i < aging->nr && !ret; i++) {
		const struct hists *raw = collect__raw(aging->collect, i);
		const struct hists_copy how = { .texts = &aging->texts,
						.places = aging->places,
						.points = aging->points,
						.eighths = aging->eighths,
						.least = raw->period_shown / UNSEEN };

		aging->rows[i].spec = raw->spec;
		ret = hists__copy(&aging->rows[i], raw, &how);
	}
	return ret;
}

/* The collection gets the new ones; what is left in @aging are the old ones. */
static void change_over(struct aging *aging)
{
	struct texts *texts = collect__texts(aging->collect), old_texts = *texts;

	for (size_t i = 0; i < aging->nr; i++) {
		struct hists *raw = collect__raw(aging->collect, i), old = *raw;

		*raw = aging->rows[i];
		mark_threads(raw);
		aging->rows[i] = old;
	}
	*texts = aging->texts;
	aging->texts = old_texts;
	if (aging->places)
		collect__swap_places(aging->collect, &aging->places, &aging->points);
}

int collect__age(struct collect *collect, unsigned int eighths, bool tidy)
{
	struct aging aging = { .collect = collect, .eighths = eighths };
	int ret = prepare(&aging, tidy);

	for (size_t i = 0; i < aging.nr && !ret && eighths; i++)
		ret = fold(collect__raw(collect, i), collect__texts(collect));
	if (!ret)
		ret = age(&aging);
	if (!ret)
		change_over(&aging);
	/* The old ones go, or without memory the new ones. */
	for (size_t i = 0; i < aging.nr && aging.rows; i++)
		hists__exit(&aging.rows[i]);
	free(aging.rows);
	texts__exit(&aging.texts);
	places__delete(aging.places);
	points__delete(aging.points);
	return ret;
}
