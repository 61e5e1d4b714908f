/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_GROUP_H
#define PERF_UTIL_RESOLVE_GROUP_H

#include "event.h"
#include "syntax.h"

/*
 * Makes groups of the events that a pair of braces gave, list->events from @first on: events of
 * several PMUs can not share a group, so they are sorted into one per PMU; software events and
 * tracepoints go with the first. Sets the leaders, and on them the group's name and those of
 * @mods that are the leader's alone. 0 or -ENOMEM.
 */
int event_group__form(struct event_list *list, size_t first, const char *name,
		      const struct modifiers *mods);

#endif
