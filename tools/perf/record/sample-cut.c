// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: one sample of a persistent event, by the attr that its provider told. In goes the
 * record as it stands in the ring, out comes the same without its READ value, and its time,
 * period and count. Pure.
 */
#include "sample-cut.h"

#include <errno.h>
#include <string.h>

#include <perf/event.h>

#include "synthesize.h"

void sample_cut__init(struct sample_cut *cut, const struct perf_event_attr *attr)
{
	cut->sample_type = attr->sample_type;
	cut->read_format = attr->read_format;
	cut->trailer_bytes = attr->sample_id_all ? synthesize__trailer_bytes(attr->sample_type) : 0;
}

/* What stands before READ: a u64 each, in this order. */
static const u64 fields[] = {
	PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,	  PERF_SAMPLE_TID,
	PERF_SAMPLE_TIME,	PERF_SAMPLE_ADDR, PERF_SAMPLE_ID,
	PERF_SAMPLE_STREAM_ID,	PERF_SAMPLE_CPU,  PERF_SAMPLE_PERIOD,
};

/* u64s of a READ value whose group has @nr members. */
static u64 read_words(u64 format, u64 nr)
{
	u64 times = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		    !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	u64 each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);

	return format & PERF_FORMAT_GROUP ? 1 + times + nr * each : each + times;
}

/* A READ value: a group gives its size, the times, and then the first member's value; a single
 * event its value and then the times. */
static void read_facts(const struct sample_cut *cut, const u64 *read, struct sample_facts *facts)
{
	bool group = cut->read_format & PERF_FORMAT_GROUP;

	facts->count = read[group ? read_words(cut->read_format, 0) : 0];
	if (cut->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		facts->enabled_ns = read[1];
}

int sample_cut__apply(const struct sample_cut *cut, const struct perf_event_header *sample,
		      struct sample_facts *facts, struct buf *out)
{
	const u64 *words = (const u64 *)sample;
	u64 nr_words = sample->size / sizeof(u64), at = 1, cut_words = 0;
	struct perf_event_header header = *sample;

	*facts = (struct sample_facts){ .period = 1 };
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (!(cut->sample_type & fields[i]))
			continue;
		if (at >= nr_words)
			return -EBADMSG;
		if (fields[i] == PERF_SAMPLE_TIME)
			facts->time_ns = words[at];
		if (fields[i] == PERF_SAMPLE_PERIOD)
			facts->period = words[at];
		if (fields[i] == PERF_SAMPLE_IDENTIFIER || fields[i] == PERF_SAMPLE_ID)
			facts->id = words[at];
		at++;
	}
	if (cut->sample_type & PERF_SAMPLE_READ) {
		bool group = cut->read_format & PERF_FORMAT_GROUP;

		if (at >= nr_words || (group && words[at] > nr_words))
			return -EBADMSG;
		cut_words = read_words(cut->read_format, group ? words[at] : 0);
		if (cut_words > nr_words - at)
			return -EBADMSG;
		read_facts(cut, words + at, facts);
	}
	if (!out)
		return 0;
	header.size -= cut_words * sizeof(u64);
	buf__append(out, &header, sizeof(header));
	buf__append(out, words + 1, (at - 1) * sizeof(u64));
	return buf__append(out, words + at + cut_words,
			   sample->size - (at + cut_words) * sizeof(u64));
}

void sample_cut__set(const struct sample_cut *cut, struct perf_event_header *sample, u64 id,
		     u64 time_ns)
{
	u64 *words = (u64 *)sample;
	size_t at = 1;

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (!(cut->sample_type & fields[i]))
			continue;
		if (fields[i] == PERF_SAMPLE_TIME)
			words[at] = time_ns;
		else if (fields[i] &
			 (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID))
			words[at] = id;
		at++;
	}
}

u64 sample_cut__trailer_time(const struct sample_cut *cut, const struct perf_event_header *record)
{
	size_t at = record->size - cut->trailer_bytes;
	u64 time_ns;

	if (!cut->trailer_bytes || !(cut->sample_type & PERF_SAMPLE_TIME) ||
	    record->size < sizeof(*record) + cut->trailer_bytes)
		return 0;
	at += cut->sample_type & PERF_SAMPLE_TID ? sizeof(u64) : 0;
	memcpy(&time_ns, (const char *)record + at, sizeof(time_ns));
	return time_ns;
}

int sample_cut__append_trailer(const struct sample_cut *cut, u64 id, u64 pid_tid, u64 time_ns,
			       struct buf *out)
{
	u64 trailer[6], nr = 0;

	if (!cut->trailer_bytes)
		return buf__error(out);
	if (cut->sample_type & PERF_SAMPLE_TID)
		trailer[nr++] = pid_tid;
	if (cut->sample_type & PERF_SAMPLE_TIME)
		trailer[nr++] = time_ns;
	if (cut->sample_type & PERF_SAMPLE_ID)
		trailer[nr++] = id;
	if (cut->sample_type & PERF_SAMPLE_STREAM_ID)
		trailer[nr++] = id;
	if (cut->sample_type & PERF_SAMPLE_CPU)
		trailer[nr++] = 0;
	if (cut->sample_type & PERF_SAMPLE_IDENTIFIER)
		trailer[nr++] = id;
	return buf__append(out, trailer, nr * sizeof(u64));
}

int sample_cut__append_lost(const struct sample_cut *cut, u64 id, u64 lost, u64 time_ns,
			    struct buf *out)
{
	struct perf_record_lost record = { .header.type = PERF_RECORD_LOST,
					   .id = id,
					   .lost = lost };

	record.header.size = sizeof(record) + cut->trailer_bytes;
	buf__append(out, &record, sizeof(record));
	return sample_cut__append_trailer(cut, id, 0, time_ns, out);
}
