// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collecting without end: raw rows are copied for who shows them and weigh less from then on. Now and
 * then they are made anew, which leaves out rows, chains and texts that nothing is left of.
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
					  .held = &snapshot->held };

		event->name = collect__event_name(collect, i);
		event->raw.spec = event->hists.spec = collect__spec(collect);
		ret = hists__copy(&event->raw, collect__rows(collect, i), &how);
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

/* What new rows are made of. */
struct renewal {
	struct collect *collect;
	bool empty; /* nothing is taken over */
	struct texts texts;
	struct places *places; /* NULL: the collection's stay */
	struct points *points;
	struct hists *rows; /* by event */
	size_t nr;
};

static int prepare(struct renewal *renewal, bool tidy)
{
	renewal->nr = collect__nr_events(renewal->collect);
	renewal->rows = calloc(renewal->nr ? renewal->nr : 1, sizeof(*renewal->rows));
	if (tidy) {
		renewal->places = collect__new_places(renewal->collect);
		renewal->points = collect__new_points(renewal->collect);
	}
	return renewal->rows && (!tidy || (renewal->places && renewal->points)) ? 0 : -ENOMEM;
}

/*
 * Copies of all events' raw rows. Where there are more than anybody looks at, the small ones' chains
 * become shorter.
 */
static int copy(struct renewal *renewal)
{
	int ret = 0;

	for (size_t i = 0; i < renewal->nr && !ret; i++) {
		const struct hists *raw = collect__rows(renewal->collect, i);
		const struct hists_copy how = {
			.texts = &renewal->texts,
			.places = renewal->places,
			.points = renewal->points,
			.empty = renewal->empty,
			.fold_below = raw->nr > MANY_ROWS ? raw->period_shown / MANY_ROWS : 0,
		};

		renewal->rows[i].spec = raw->spec;
		ret = hists__copy(&renewal->rows[i], raw, &how);
	}
	return ret;
}

/* The collection gets the new ones; what is left in @renewal are the old ones. */
static void change_over(struct renewal *renewal)
{
	struct texts *texts = collect__texts(renewal->collect), old_texts = *texts;

	for (size_t i = 0; i < renewal->nr; i++) {
		struct hists *raw = collect__raw(renewal->collect, i), old = *raw;

		*raw = renewal->rows[i];
		renewal->rows[i] = old;
	}
	*texts = renewal->texts;
	renewal->texts = old_texts;
	if (renewal->places)
		collect__swap_places(renewal->collect, &renewal->places, &renewal->points);
}

/* Makes rows anew, without those that nothing is left of. 0 or -ENOMEM. */
static int renew(struct collect *collect, bool empty, bool tidy)
{
	struct renewal renewal = { .collect = collect, .empty = empty };
	int ret = prepare(&renewal, tidy);

	if (!ret)
		ret = copy(&renewal);
	if (!ret)
		change_over(&renewal);
	/* The old ones go, or without memory the new ones. */
	for (size_t i = 0; i < renewal.nr && renewal.rows; i++)
		hists__exit(&renewal.rows[i]);
	free(renewal.rows);
	texts__exit(&renewal.texts);
	places__delete(renewal.places);
	points__delete(renewal.points);
	return ret;
}

/* Are rows to be made anew, because they are many, or many of them are empty? */
static bool has_waste(const struct collect *collect)
{
	for (size_t i = 0; i < collect__nr_events(collect); i++) {
		const struct hists *raw = collect__rows(collect, i);
		size_t nr_empty = 0;

		for (size_t n = 0; n < raw->nr; n++)
			nr_empty += !raw->list[n]->period && !raw->list[n]->samples;
		if (raw->nr > MANY_ROWS || nr_empty > raw->nr / 2)
			return true;
	}
	return false;
}

int collect__age(struct collect *collect, unsigned int eighths, bool tidy)
{
	int ret = 0;

	if (!eighths || tidy || has_waste(collect))
		ret = renew(collect, !eighths, tidy);
	if (ret)
		return ret;
	for (size_t i = 0; i < collect__nr_events(collect); i++) {
		struct hists *rows = collect__aged(collect, i);

		hists__age(rows, eighths, rows->period_shown / UNSEEN);
		mark_threads(rows);
	}
	return 0;
}
