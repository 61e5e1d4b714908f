// SPDX-License-Identifier: GPL-2.0-only
/*
 * The two passes behind one call: an event string goes in, parsed to a tree and resolved, and
 * its events come out at the end of the list, all of them or none.
 */
#include "parse-events.h"

#include <errno.h>

#include "resolve.h"
#include "syntax.h"

/* Moves the events of @from to the end of @to; what does not fit is deleted with @from. */
static int move_events(struct event_list *to, struct event_list *from, struct err *err)
{
	size_t base = to->nr;

	for (size_t i = 0; i < from->nr; i++) {
		struct event *event = from->events[i];
		int ret;

		from->events[i] = NULL;
		event->leader += base;
		ret = event_list__append(to, event);
		if (!ret)
			continue;
		while (to->nr > base)
			event__delete(to->events[--to->nr]);
		return err__set(err, ret, "out of memory");
	}
	return 0;
}

static int parse(struct event_list *list, const char *string, const struct resolve_for *what,
		 struct err *err)
{
	struct event_list events = { 0 };
	struct arena arena = { 0 };
	struct syntax syntax;
	int ret;

	ret = syntax__parse_events(&syntax, &arena, string, err);
	if (!ret)
		ret = resolve__events(&events, &syntax, what, err);
	if (!ret)
		ret = move_events(list, &events, err);
	event_list__exit(&events);
	arena__exit(&arena);
	return ret;
}

int parse_events(struct event_list *list, const char *string, const struct event_lookup *lookup,
		 struct err *err)
{
	return parse(list, string, &(struct resolve_for){ .lookup = lookup }, err);
}

int parse_events__to_count(struct event_list *list, const char *string,
			   const struct event_lookup *lookup, struct err *err)
{
	return parse(list, string, &(struct resolve_for){ .lookup = lookup, .counting = true },
		     err);
}
