// SPDX-License-Identifier: GPL-2.0-only
/* A parsed format -> what printing its events needs: the compiled one, or why the library may do
 * it, and how long the raw data has to be. */
#include "session/trace-event.h"

#include <errno.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

/* Fields with a place or length that makes no sense ask for more bytes than there can be. */
static u32 min_bytes(const struct tep_event *event)
{
	const struct tep_format_field *lists[] = { event->format.common_fields,
						   event->format.fields };
	u32 max = 0;

	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		for (const struct tep_format_field *f = lists[i]; f; f = f->next) {
			u64 end = (u64)f->offset + f->size;

			if (f->offset < 0 || f->size < 0 || end > UINT32_MAX)
				return UINT32_MAX;
			if (end > max)
				max = end;
		}
	}
	return max;
}

struct trace_event *trace_event__new(struct tep_event *tep_event, bool native)
{
	struct trace_event *event = calloc(1, sizeof(*event));
	int ret = -ENOMEM;

	if (!event)
		return NULL;
	event->event = tep_event;
	event->min_bytes = min_bytes(tep_event);
	if (!trace_guard__init(&event->guard, &event->arena, tep_event))
		ret = native ? print_program__new(&event->program, tep_event) : 0;
	if (!ret || ret == -ENOTSUP)
		return event;
	trace_event__delete(event);
	return NULL;
}

void trace_event__delete(struct trace_event *event)
{
	if (!event)
		return;
	print_program__delete(event->program);
	arena__exit(&event->arena);
	free(event);
}
