// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: what a round read of a persistent event's rings goes to the file, ring by ring and
 * oldest first: samples without their READ value and not older than wanted, and before them
 * what was lost since the round before.
 */
#include "attach.h"

#include <errno.h>
#include <string.h>

#include <perf/event.h>
#include <perf/ring.h>

#include "buf.h"
#include "clock.h"
#include "output.h"

static int tell_lost(const struct attached_rings *rings, struct attached_ring *ring, u64 lost,
		     u64 time_ns, struct buf *out)
{
	if (!lost)
		return 0;
	return sample_cut__append_lost(&rings->cut, ring->id, lost, time_ns, out);
}

struct writing {
	struct attached_rings *rings;
	u64 since_ns;
	u64 now_ns; /* no sample is newer; ~0: not known */
	u64 *nr_older, *nr_bad;
	struct buf out; /* the ring's records for the file */
	u64 first_ns;	/* of the first of them; 0: none */
};

/* Appends the sample as the ring's own, whatever id and time it carries. */
static int append_sample(struct writing *writing, const struct attached_ring *ring,
			 const struct perf_event_header *record, u64 time_ns)
{
	const struct sample_cut *cut = &writing->rings->cut;
	size_t at = writing->out.len;
	struct sample_facts facts;
	int ret = sample_cut__apply(cut, record, &facts, &writing->out);

	if (!ret)
		sample_cut__set(cut, (struct perf_event_header *)(writing->out.data + at), ring->id,
				time_ns);
	return ret;
}

/* One record: counted, and appended unless it is too old. What does not parse is left out. */
static int take_record(struct writing *writing, struct attached_ring *ring,
		       const struct perf_event_header *record)
{
	const struct sample_cut *cut = &writing->rings->cut;
	struct sample_facts facts = { 0 };
	int ret = 0;

	if (record->type == PERF_RECORD_SAMPLE) {
		if (sample_cut__apply(cut, record, &facts, NULL)) {
			(*writing->nr_bad)++;
			return 0;
		}
		loss__take(&ring->loss, facts.count, facts.period, record->size);
		facts.time_ns = ring_clock__time(&ring->clock, &facts,
						 facts.id && facts.id != ring->id, writing->now_ns);
		if (facts.time_ns < writing->since_ns) {
			(*writing->nr_older)++;
			return 0;
		}
		ret = append_sample(writing, ring, record, facts.time_ns);
	} else {
		facts.time_ns = sample_cut__trailer_time(cut, record);
		if (facts.time_ns < writing->since_ns)
			return 0;
		ret = buf__append(&writing->out, record, record->size);
	}
	if (!writing->first_ns)
		writing->first_ns = facts.time_ns;
	return ret;
}

static int write_ring(struct writing *writing, struct attached_ring *ring,
		      struct record_output *output, struct err *err)
{
	const union perf_event *event;
	struct buf head = { 0 };
	struct iovec piece;
	int ret = 0;
	u64 lost;

	buf__reset(&writing->out);
	writing->first_ns = 0;
	while (!ret && (event = perf_ring__next(ring->ring)))
		ret = take_record(writing, ring, &event->header);
	/* Nothing was ever written to it: the event's count is still to begin. */
	if (!perf_ring__position(ring->ring))
		loss__begin(&ring->loss);
	lost = loss__due(&ring->loss, writing->rings->exact, perf_ring__lost_bytes(ring->ring));
	if (!ret)
		ret = tell_lost(writing->rings, ring, lost, writing->first_ns, &head);
	if (ret) {
		err__set(err, ret, "%s", strerror(-ret));
	} else if (head.len) {
		piece = (struct iovec){ head.data, head.len };
		ret = record_output__write(output, &piece, 1, err);
	}
	if (!ret && writing->out.len) {
		piece = (struct iovec){ writing->out.data, writing->out.len };
		ret = record_output__write(output, &piece, 1, err);
	}
	buf__exit(&head);
	return ret;
}

int record_attached__write(struct record_attached *attached, u64 since_ns,
			   struct record_output *output, struct err *err)
{
	struct writing writing = { .rings = &attached->samples,
				   .since_ns = since_ns,
				   .now_ns = ~0ULL,
				   .nr_older = &attached->nr_older,
				   .nr_bad = &attached->nr_bad };
	int ret = 0;

	/* Only clocks that can be read at no cost. */
	if (attached->clockid != RECORD_CLOCK_PERF)
		ret = record_clock__now(attached->clockid, &writing.now_ns, err);
	for (size_t i = 0; i < attached->samples.nr && !ret; i++)
		ret = write_ring(&writing, &attached->samples.rings[i], output, err);
	buf__exit(&writing.out);
	return ret;
}

/* Side-band records are written whole; the recorder's own begin at @until_ns. */
static int write_sideband_ring(const struct attached_rings *rings, struct attached_ring *ring,
			       u64 until_ns, struct buf *out)
{
	const union perf_event *event;
	int ret = 0;

	while (!ret && (event = perf_ring__next(ring->ring))) {
		if (event->header.type == PERF_RECORD_SAMPLE ||
		    sample_cut__trailer_time(&rings->cut, &event->header) >= until_ns)
			continue;
		ret = buf__append(out, event, event->header.size);
	}
	return ret;
}

int record_attached__write_sideband(struct record_attached *attached, u64 until_ns,
				    struct record_output *output, struct err *err)
{
	struct attached_rings *rings = &attached->sideband;
	struct buf out = { 0 };
	int ret = 0;

	for (size_t i = 0; i < rings->nr && !ret; i++) {
		struct iovec piece;

		buf__reset(&out);
		ret = write_sideband_ring(rings, &rings->rings[i], until_ns, &out);
		piece = (struct iovec){ out.data, out.len };
		if (ret)
			err__set(err, ret, "%s", strerror(-ret));
		else if (out.len)
			ret = record_output__write(output, &piece, 1, err);
	}
	buf__exit(&out);
	return ret;
}

int record_attached__write_missing(struct record_attached *attached, u64 now_ns,
				   struct record_output *output, struct err *err)
{
	struct attached_rings *rings = &attached->samples;
	struct buf out = { 0 };
	struct iovec piece;
	int ret = 0;

	for (size_t i = 0; i < rings->nr && !ret; i++) {
		struct attached_ring *ring = &rings->rings[i];

		ret = tell_lost(rings, ring, loss__rest(&ring->loss, rings->exact), now_ns, &out);
	}
	piece = (struct iovec){ out.data, out.len };
	if (ret)
		err__set(err, ret, "%s", strerror(-ret));
	else if (out.len)
		ret = record_output__write(output, &piece, 1, err);
	buf__exit(&out);
	return ret;
}
