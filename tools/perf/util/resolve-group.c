// SPDX-License-Identifier: GPL-2.0-only
/* Groups: events in the order in which they were typed go in, one group per PMU comes out. */
#include "resolve-group.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"

/* Events that every group can hold: the kernel counts them itself. */
static bool joins_any(const struct event *event)
{
	u32 type = event__attr(event)->type;

	return event->tool || type == PERF_TYPE_SOFTWARE || type == PERF_TYPE_TRACEPOINT ||
	       type == PERF_TYPE_BREAKPOINT;
}

static bool same_pmu(const struct event *a, const struct event *b)
{
	if (!a->pmu || !b->pmu)
		return a->pmu == b->pmu;
	return !strcmp(a->pmu, b->pmu);
}

/*
 * Numbers each event with its group; group 0 is that of the leader, or of the first event that
 * has a PMU when the leader goes with any. Returns how many groups there are.
 */
static size_t number_groups(struct event *const *events, size_t nr, size_t *group,
			    const struct event **of_group)
{
	size_t nr_groups = 0;

	for (size_t i = 0; i < nr; i++) {
		size_t g = 0;

		if (!joins_any(events[i])) {
			while (g < nr_groups && !same_pmu(of_group[g], events[i]))
				g++;
			if (g == nr_groups)
				of_group[nr_groups++] = events[i];
		}
		group[i] = g;
	}
	return nr_groups ? nr_groups : 1;
}

static int mark_leader(struct event *event, const char *name, const struct modifiers *mods)
{
	u64 pinned = attr_flag__mask(ATTR_PINNED), exclusive = attr_flag__mask(ATTR_EXCLUSIVE);
	int ret = 0;

	if (mods->pinned)
		ret = event__pin(event, ATTR_WORD_FLAGS, pinned, pinned);
	if (!ret && mods->exclusive)
		ret = event__pin(event, ATTR_WORD_FLAGS, exclusive, exclusive);
	if (!ret && name) {
		event->group_name = strdup(name);
		ret = event->group_name ? 0 : -ENOMEM;
	}
	return ret;
}

int event_group__form(struct event_list *list, size_t first, const char *name,
		      const struct modifiers *mods)
{
	size_t nr = list->nr - first, at = first, nr_groups;
	_cleanup_free_ size_t *group = calloc(nr, sizeof(*group));
	_cleanup_free_ const struct event **of_group = calloc(nr, sizeof(*of_group));
	_cleanup_free_ struct event **sorted = calloc(nr, sizeof(*sorted));

	if (!group || !of_group || !sorted)
		return -ENOMEM;
	memcpy(sorted, list->events + first, nr * sizeof(*sorted));
	nr_groups = number_groups(sorted, nr, group, of_group);
	for (size_t g = 0; g < nr_groups; g++) {
		size_t leader = at;
		int ret;

		for (size_t i = 0; i < nr; i++) {
			if (group[i] != g)
				continue;
			list->events[at++] = sorted[i];
			sorted[i]->leader = leader;
		}
		ret = mark_leader(list->events[leader], name, mods);
		if (ret)
			return ret;
	}
	return 0;
}
