// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/session: more records than may wait in memory, in orders that no round's end helps
 * with. Each must come out once, by its time, and of equal times the first one first.
 */
#include "suites.h"

#include <string.h>

#include "session/ordered.h"
#include "session/session.h"

#define RECORD_BYTES 1024

/* IDENTIFIER, TID, TIME, RAW */
struct order_record {
	struct perf_event_header header;
	u64 id, tid, time_ns;
	u32 raw_bytes, nr;
	u8 raw[RECORD_BYTES - 40];
};

struct order_source {
	u64 nr, at;
	u64 (*time_ns)(u64 nr, u64 i);
	const struct data_event *event;
	struct data_blocks blocks; /* as a reader would have them */
	struct data_block *block;
	size_t used;
	struct order_record record;
	u64 got, last_ns, last_nr, sum;
	bool copied;
	bool bad;
};

struct row {
	struct test_row row;
	u64 nr;
	u64 (*time_ns)(u64 nr, u64 i);
	bool copied; /* the source's records lie in no block */
};

static u64 reversed(u64 nr, u64 i)
{
	return nr - i;
}

static u64 two_rings(u64 nr, u64 i)
{
	return 1 + i % (nr / 2);
}

static u64 shuffled(u64 nr, u64 i)
{
	(void)nr;
	return 1 + (i * 2654435761ULL >> 7) % 1000;
}

static u64 one_far_ahead(u64 nr, u64 i)
{
	(void)nr;
	return i % 700 ? i + 1 : 1 + (1ULL << 40) + i;
}

static const struct row rows[] = {
	{ TEST_ROW("few"), 100, reversed },
	{ TEST_ROW("reversed"), 70000, reversed },
	{ TEST_ROW("one ring after the other"), 110000, two_rings },
	{ TEST_ROW("shuffled, many of each time"), 70000, shuffled },
	{ TEST_ROW("in no block"), 70000, shuffled, .copied = true },
	{ TEST_ROW("some of another age in each block"), 70000, one_far_ahead },
};

static struct order_record *next_place(struct order_source *source)
{
	if (source->copied)
		return &source->record;
	if (!source->block || source->used + RECORD_BYTES > DATA_BLOCK_ROOM) {
		source->block = data_blocks__get(&source->blocks, source->block);
		source->used = 0;
	}
	if (!source->block)
		return NULL;
	source->used += RECORD_BYTES;
	return (void *)(source->block->bytes + source->used - RECORD_BYTES);
}

static int next(void *ctx, struct data_record *record, struct err *err)
{
	struct order_source *source = ctx;
	struct order_record *to;

	if (source->at == source->nr)
		return 0;
	to = next_place(source);
	if (!to)
		return err__set(err, -1, "out of memory");
	memset(to, 0, sizeof(*to));
	to->header.type = PERF_RECORD_SAMPLE;
	to->header.size = sizeof(*to);
	to->id = 11;
	to->time_ns = source->time_ns(source->nr, source->at);
	to->raw_bytes = sizeof(to->raw) + 4;
	to->nr = source->at;
	*record = (struct data_record){ .header = &to->header,
					.bytes = to,
					.size = sizeof(*to),
					.offset = source->at++,
					.block = source->copied ? NULL : source->block };
	return 1;
}

static size_t nr_events(void *ctx)
{
	(void)ctx;
	return 1;
}

static const struct data_event *event(void *ctx, size_t i)
{
	(void)i;
	return ((struct order_source *)ctx)->event;
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct order_source *source = ctx;
	u64 time_ns = record->sample->time_ns, nr = record->offset;
	u32 in_raw;

	memcpy(&in_raw, record->sample->raw, sizeof(in_raw));
	if (in_raw != nr || time_ns != source->time_ns(source->nr, nr))
		source->bad = true;
	if (source->got &&
	    (time_ns < source->last_ns || (time_ns == source->last_ns && nr < source->last_nr)))
		source->bad = true;
	source->last_ns = time_ns;
	source->last_nr = nr;
	source->sum += nr;
	source->got++;
	return 0;
}

static void run(struct test *t, const void *p)
{
	const struct row *row = p;
	struct perf_event_attr attr = {
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_RAW,
	};
	const struct data_event data_event = { .words = (u64 *)&attr };
	struct order_source order = {
		.nr = row->nr, .time_ns = row->time_ns, .event = &data_event, .copied = row->copied
	};
	struct session_source source = {
		.ctx = &order, .next = next, .nr_events = nr_events, .event = event
	};
	struct session_handlers handlers = { .ctx = &order, .sample = on_sample };
	struct session *session = session__new(&source, NULL, &handlers);

	if (!session)
		return T_FAIL(t, "out of memory");
	T_EQ(t, session__run(session), 0);
	T_EQ(t, order.got, row->nr);
	T_EQ(t, order.sum, row->nr * (row->nr - 1) / 2);
	T_OK(t, !order.bad);
	T_EQ(t, session__stats(session)->late, 0);
	session__delete(session);
	/* The blocks in which records wait, those on their way, and the one being filled. */
	if (!row->copied) {
		size_t nr = 0;

		for (struct data_block *b = order.blocks.list; b; b = b->next)
			nr++;
		T_OK(t, nr <= 30);
	}
	/* Nothing is kept any more. */
	data_blocks__trim(&order.blocks, 0, order.block);
	T_OK(t, order.blocks.list == order.block && (!order.block || !order.block->next));
	data_blocks__exit(&order.blocks);
}

struct test_suite suite_session_order = {
	.name = "session-order",
	.desc = "More records than may wait in memory, in order of time",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
};
