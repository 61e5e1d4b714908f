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
		struct hists_copy how = { &snapshot->texts, &snapshot->arena, &clones, 8 };

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
		hists__sort(&event->hists);
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

/* Copies of all events' raw rows, with less weight. */
static int age(struct collect *collect, unsigned int eighths, struct texts *texts,
	       struct hists *aged)
{
	int ret = 0;

	for (size_t i = 0; i < collect__nr_events(collect) && !ret; i++) {
		const struct hists *raw = collect__raw(collect, i);
		const struct hists_copy how = { .texts = texts,
						.eighths = eighths,
						.least = raw->period_shown / UNSEEN };

		aged[i].spec = raw->spec;
		ret = hists__copy(&aged[i], raw, &how);
	}
	return ret;
}

int collect__age(struct collect *collect, unsigned int eighths)
{
	size_t nr = collect__nr_events(collect);
	struct hists *aged = calloc(nr ? nr : 1, sizeof(*aged));
	struct texts *texts = collect__texts(collect), fresh = { 0 };
	int ret = aged ? 0 : -ENOMEM;

	for (size_t i = 0; i < nr && !ret && eighths; i++)
		ret = fold(collect__raw(collect, i), texts);
	if (!ret)
		ret = age(collect, eighths, &fresh, aged);
	/* The old ones go, or without memory the new ones. */
	for (size_t i = 0; i < nr && aged; i++) {
		struct hists *raw = collect__raw(collect, i), old = ret ? aged[i] : *raw;

		if (!ret) {
			*raw = aged[i];
			mark_threads(raw);
		}
		hists__exit(&old);
	}
	free(aged);
	texts__exit(ret ? &fresh : texts);
	if (!ret)
		*texts = fresh;
	return ret;
}
