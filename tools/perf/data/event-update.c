// SPDX-License-Identifier: GPL-2.0-only
/* perf.data, writing: records of units and scales. In go the events, out come whole records. */
#include "event-update.h"

#include <string.h>

#include "encode.h"
#include "format.h"

static void append(struct buf *out, u64 kind, u64 id, const void *data, size_t len)
{
	size_t padded = ALIGN_UP(len, 8);
	struct perf_event_header header = {
		.type = DATA_RECORD_EVENT_UPDATE,
		.size = sizeof(header) + sizeof(kind) + sizeof(id) + padded,
	};

	buf__append(out, &header, sizeof(header));
	encode__u64(out, kind);
	encode__u64(out, id);
	buf__append(out, data, len);
	buf__append_zeros(out, padded - len);
}

int event_update__append(struct buf *out, const struct data_writer_info *info)
{
	for (size_t i = 0; i < info->nr_events; i++) {
		const struct data_event *event = &info->events[i];

		if (!event->nr_ids)
			continue;
		if (event->unit && *event->unit && strlen(event->unit) < 4096)
			append(out, DATA_UPDATE_UNIT, event->ids[0], event->unit,
			       strlen(event->unit) + 1);
		/* 0 is what a zeroed event has: nobody set it. */
		if (event->scale != 0 && event->scale != 1)
			append(out, DATA_UPDATE_SCALE, event->ids[0], &event->scale,
			       sizeof(event->scale));
	}
	return buf__error(out);
}
