// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rings as a source of records: a round over all of them, handed out record by record as they stand;
 * the round's end, which is part of it, lets the session put them in order.
 */
#include "session/ring-source.h"

#include "record/live.h"

static int next_round(struct ring_source *rings, struct err *err)
{
	const void *records = NULL;
	bool wait = !rings->pause(rings->ctx);
	int ret = record_live__round(rings->live, wait, &records, &rings->left, err);

	rings->records = records;
	return ret;
}

static int next(void *ctx, struct data_record *record, struct err *err)
{
	struct ring_source *rings = ctx;
	const struct perf_event_header *header;

	while (!rings->left) {
		int ret = next_round(rings, err);

		if (ret <= 0)
			return ret;
	}
	header = (const void *)rings->records;
	*record = (struct data_record){ .header = header, .bytes = header, .size = header->size };
	rings->records += header->size;
	rings->left -= header->size;
	return 1;
}

static size_t nr_events(void *ctx)
{
	return record_live__nr_events(((struct ring_source *)ctx)->live);
}

static const struct data_event *event(void *ctx, size_t i)
{
	return record_live__event(((struct ring_source *)ctx)->live, i);
}

static const struct data_info *info(void *ctx)
{
	return record_live__info(((struct ring_source *)ctx)->live);
}

struct session_source session_source__of_rings(struct ring_source *rings)
{
	return (struct session_source){
		.ctx = rings, .next = next, .nr_events = nr_events, .event = event, .info = info
	};
}
