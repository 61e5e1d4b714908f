// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rings as a source of records: a round over all of them, handed out as they stand in blocks, where the
 * session may keep them; the round's end, which is part of it, lets it put them in order.
 */
#include "session/ring-source.h"

#include "record/live.h"
#include "record/round.h"

/* The part in which something is left; NULL: the round is over. */
static const struct round_part *part_left(struct ring_source *rings)
{
	while (rings->round && rings->part < rings->round->nr) {
		const struct round_part *part = &rings->round->parts[rings->part];

		if (rings->at < part->size)
			return part;
		rings->part++;
		rings->at = 0;
	}
	return NULL;
}

static int next_round(struct ring_source *rings, struct err *err)
{
	bool wait = !rings->pause(rings->ctx);

	rings->part = rings->at = 0;
	return record_live__round(rings->live, wait, &rings->round, err);
}

static int next(void *ctx, struct data_record *record, struct err *err)
{
	struct ring_source *rings = ctx;
	const struct perf_event_header *header;
	const struct round_part *part;

	while (!(part = part_left(rings))) {
		int ret = next_round(rings, err);

		if (ret <= 0) {
			rings->round = NULL;
			return ret;
		}
	}
	header = (const void *)(part->bytes + rings->at);
	*record = (struct data_record){
		.header = header, .bytes = header, .size = header->size, .block = part->block
	};
	rings->at += header->size;
	return 1;
}

static bool span(void *ctx, struct data_span *span)
{
	struct ring_source *rings = ctx;
	const struct round_part *part = part_left(rings);

	if (!part)
		return false;
	*span = (struct data_span){ .bytes = part->bytes + rings->at,
				    .size = part->size - rings->at,
				    .block = part->block };
	return true;
}

static void skip(void *ctx, size_t size)
{
	((struct ring_source *)ctx)->at += size;
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
		.ctx = rings,
		.next = next,
		.span = span,
		.skip = skip,
		.nr_events = nr_events,
		.event = event,
		.info = info,
	};
}
