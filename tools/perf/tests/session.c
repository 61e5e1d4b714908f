// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/session: rows of records in the order of the source to the order in which they are
 * handed out, and what is counted; the source is in memory.
 */
#include "suites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "session/session.h"
#include "symbol/machine.h"

/* A source of at most a few records: 's' TIME a sample, 'r' a round's end, ... */
struct input {
	char kind;
	u64 time_ns;
	u64 id; /* 0: 11 */
};

struct memory_source {
	const struct input *input;
	size_t nr, at;
	const struct data_event *events;
	size_t nr_events;
	u64 record[16];
	struct perf_event_header header;
	int fault;
};

static const u64 ids_a[] = { 11, 12 }, ids_b[] = { 21 };

static int next(void *ctx, struct data_record *record, struct err *err)
{
	struct memory_source *source = ctx;
	const struct input *in = &source->input[source->at];
	u32 bytes = 0;

	if (source->at++ == source->nr)
		return source->fault ? err__set(err, source->fault, "offset 0x99: broken") : 0;
	memset(source->record, 0, sizeof(source->record));
	switch (in->kind) {
	case 's': /* IDENTIFIER, TID, TIME */
	case 't': /* cut inside its time */
		source->header = (struct perf_event_header){ .type = PERF_RECORD_SAMPLE };
		source->record[1] = in->id ? in->id : 11;
		source->record[3] = in->time_ns;
		bytes = in->kind == 's' ? 32 : 24;
		break;
	case 'l': /* id, lost, trailer of TID, TIME, IDENTIFIER */
		source->header = (struct perf_event_header){ .type = PERF_RECORD_LOST };
		source->record[2] = 5;
		source->record[4] = in->time_ns;
		source->record[5] = 11;
		bytes = 48;
		break;
	case 'c': /* pid, tid, comm, trailer */
		source->header = (struct perf_event_header){ .type = PERF_RECORD_COMM };
		source->record[1] = 7 | 7ULL << 32;
		memcpy(&source->record[2], "name", 5);
		source->record[4] = in->time_ns;
		source->record[5] = 11;
		bytes = 48;
		break;
	case 'C': /* a comm without its NUL */
		source->header = (struct perf_event_header){ .type = PERF_RECORD_COMM };
		memset(&source->record[2], 'x', 8);
		source->record[4] = in->time_ns;
		source->record[5] = 11;
		bytes = 48;
		break;
	case 'r':
		source->header = (struct perf_event_header){ .type = 68 };
		bytes = 8;
		break;
	}
	source->header.size = bytes;
	memcpy(source->record, &source->header, 8);
	*record = (struct data_record){ .header = &source->header,
					.bytes = source->record,
					.size = bytes,
					.offset = source->at * 0x100 };
	return 1;
}

static size_t nr_events(void *ctx)
{
	return ((struct memory_source *)ctx)->nr_events;
}

static const struct data_event *event(void *ctx, size_t i)
{
	return &((struct memory_source *)ctx)->events[i];
}

struct row {
	struct test_row row;
	struct input input[12];
	const char *want; /* each sample's event and time, each lost or comm record */
	u64 late, unknown, faulty, lost;
	const char *first; /* part of the first fault's text */
	int fault;	   /* what the source ends with */
};

static const struct row rows[] = {
	{ TEST_ROW("nothing"), { { 0 } }, .want = "" },
	{ TEST_ROW("in order"), { { 's', 1, 0 }, { 's', 2, 0 } }, .want = "a1 a2 " },
	{ TEST_ROW("the end puts in order"),
	  { { 's', 3, 0 }, { 's', 1, 0 }, { 's', 2, 0 } },
	  .want = "a1 a2 a3 " },
	{ TEST_ROW("equal times keep their order"),
	  { { 's', 2, 11 }, { 's', 2, 21 }, { 's', 1, 21 }, { 's', 2, 12 }, { 's', 1, 11 } },
	  .want = "b1 a1 a2 b2 a2 " },
	{ TEST_ROW("not across a round's end"),
	  /* 9 is older than all that comes after the second end: it does not wait for 5. */
	  { { 's', 9, 0 }, { 'r', 0, 0 }, { 's', 12, 0 }, { 'r', 0, 0 }, { 's', 5, 0 } },
	  .want = "a9 a5 a12 ",
	  .late = 1 },
	{ TEST_ROW("across one round's end"),
	  { { 's', 9, 0 }, { 'r', 0, 0 }, { 's', 5, 0 }, { 'r', 0, 0 }, { 's', 12, 0 } },
	  .want = "a5 a9 a12 " },
	{ TEST_ROW("rings one after the other in a round"),
	  { { 's', 1, 0 },
	    { 's', 4, 0 },
	    { 's', 2, 21 },
	    { 's', 3, 21 },
	    { 'r', 0, 0 },
	    { 's', 5, 0 },
	    { 's', 8, 0 },
	    { 's', 6, 21 },
	    { 's', 7, 21 },
	    { 'r', 0, 0 } },
	  .want = "a1 b2 b3 a4 a5 b6 b7 a8 " },
	{ TEST_ROW("by every id"),
	  { { 's', 1, 12 }, { 's', 2, 21 }, { 's', 3, 11 } },
	  .want = "a1 b2 a3 " },
	{ TEST_ROW("unknown id"),
	  { { 's', 1, 11 }, { 's', 2, 99 }, { 's', 3, 98 }, { 's', 4, 21 } },
	  .want = "a1 b4 ",
	  .unknown = 2,
	  .first = "offset 0x200: record type 9 (SAMPLE): no event has its id 99" },
	{ TEST_ROW("without a time at once"),
	  { { 's', 5, 0 }, { 's', 0, 0 }, { 's', 1, 0 } },
	  .want = "a0 a1 a5 " },
	{ TEST_ROW("other records by their trailer's time"),
	  { { 's', 5, 0 }, { 'l', 3, 0 }, { 'c', 4, 0 }, { 's', 1, 0 } },
	  .want = "a1 lost5@3 name@4 a5 ",
	  .lost = 5 },
	{ TEST_ROW("a cut sample is left out"),
	  { { 's', 1, 0 }, { 't', 2, 0 }, { 's', 3, 0 } },
	  .want = "a1 a3 ",
	  .faulty = 1,
	  .first = "offset 0x200: record type 9 (SAMPLE): the sample ends inside its TIME" },
	{ TEST_ROW("a comm without an end is left out"),
	  { { 'C', 1, 0 }, { 's', 3, 0 } },
	  .want = "a3 ",
	  .faulty = 1,
	  .first = "offset 0x100: record type 3 (COMM)" },
	{ TEST_ROW("what came before a fault is handed out"),
	  { { 's', 2, 0 }, { 's', 1, 0 } },
	  .want = "a1 a2 ",
	  .first = "offset 0x99: broken",
	  .fault = -EIO },
};

static int on_sample(void *ctx, const struct session_record *record)
{
	return buf__printf(ctx, "%c%llu ", 'a' + record->event->index,
			   record->sample->time_ns == SAMPLE_NO_TIME ? 0 : record->sample->time_ns);
}

static int on_lost(void *ctx, const struct session_record *record)
{
	return buf__printf(ctx, "lost%llu@%llu ", record->other->lost.lost,
			   record->sample->time_ns);
}

static int on_comm(void *ctx, const struct session_record *record)
{
	return buf__printf(ctx, "%s@%llu ", record->other->comm.comm, record->sample->time_ns);
}

static void check(struct test *t, const struct row *row, struct session *session)
{
	const struct session_stats *stats = session__stats(session);

	T_EQ(t, session__run(session), row->fault);
	T_EQ(t, stats->late, row->late);
	T_EQ(t, stats->unknown_ids, row->unknown);
	T_EQ(t, stats->faulty, row->faulty);
	T_EQ(t, stats->lost_events, row->lost);
	if (row->first)
		T_OK(t, strstr(stats->first.text, row->first));
	else
		T_EQ(t, stats->first.code, 0);
}

static void run(struct test *t, const void *p)
{
	const struct row *row = p;
	struct perf_event_attr attr = {
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.sample_id_all = 1,
	};
	const struct data_event events[] = {
		{ .words = (u64 *)&attr, .ids = (u64 *)ids_a, .nr_ids = 2 },
		{ .words = (u64 *)&attr, .ids = (u64 *)ids_b, .nr_ids = 1 },
	};
	struct memory_source memory = {
		.input = row->input, .events = events, .nr_events = 2, .fault = row->fault
	};
	struct session_source source = {
		.ctx = &memory, .next = next, .nr_events = nr_events, .event = event
	};
	struct buf text = { 0 };
	struct session_handlers handlers = {
		.ctx = &text, .sample = on_sample, .lost = on_lost, .comm = on_comm
	};
	struct machine *machine = machine__new();
	struct session *session = session__new(&source, machine, &handlers);

	while (row->input[memory.nr].kind)
		memory.nr++;
	buf__puts(&text, "");
	if (!machine || !session)
		return T_FAIL(t, "out of memory");
	check(t, row, session);
	T_STR(t, text.data, row->want);
	session__delete(session);
	machine__delete(machine);
	buf__exit(&text);
}

struct test_suite suite_session = {
	.name = "session",
	.desc = "Records in order of time, by event, and faults",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
};
