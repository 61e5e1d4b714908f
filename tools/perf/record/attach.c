// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: getting at a persistent event: what can not be asked of it is refused, then its
 * provider is asked (a holder by its socket, the kernel by its PMU) and the rings are mapped.
 * No ioctl is ever made on a descriptor that somebody else opened.
 */
#include "attach.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/open.h>
#include <perf/ring.h>

#include "attach-kernel.h"
#include "clock.h"
#include "cpulist.h"
#include "options.h"
#include "target.h"
#include "util/event.h"
#include "util/lookup.h"
#include "util/pmu.h"

static int refuse(const struct event *event, const char *what, struct err *err)
{
	err__set(err, -EINVAL, "%s runs already and is shared: %s can not change it", event->name,
		 what);
	err__set_hint(err,
		      "the event keeps what it was added with; -C selects rings, --since history");
	return -EINVAL;
}

static const char *refused_option(const struct record_opts *opts)
{
	if (opts->has_freq)
		return "-F";
	if (opts->has_period)
		return "-c";
	if (opts->call_graph > EVENT_CALL_GRAPH_NO)
		return "-g";
	if (opts->pids)
		return "-p";
	if (opts->tids)
		return "-t";
	if (opts->uid)
		return "-u";
	if (opts->per_thread)
		return "--per-thread";
	return NULL;
}

static const char *refused_term(const struct event_terms *terms)
{
	if (terms->call_graph != EVENT_CALL_GRAPH_UNSET)
		return "the term call-graph";
	if (terms->inherit >= 0)
		return "the term inherit";
	if (terms->overwrite >= 0)
		return "the term overwrite";
	if (terms->time >= 0)
		return "the term time";
	if (terms->precise_max)
		return "the modifier P";
	if (terms->sample_read)
		return "the modifier S";
	if (terms->weak_group)
		return "the modifier W";
	if (terms->max_events)
		return "the term nr";
	return NULL;
}

/* How a bit that was set by a modifier or term is called. */
static const struct {
	unsigned int word;
	u64 mask;
	const char *name;
} bit_names[] = {
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUDE_USER, "exclude_user" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUDE_KERNEL, "exclude_kernel" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUDE_HV, "exclude_hv" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUDE_IDLE, "exclude_idle" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUDE_HOST, "exclude_host" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUDE_GUEST, "exclude_guest" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_PINNED, "pinned" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_EXCLUSIVE, "exclusive" },
	{ ATTR_WORD_FLAGS, 3ULL << ATTR_PRECISE_IP, "precise_ip" },
	{ ATTR_WORD_PERIOD, ~0ULL, "sample_period" },
	{ ATTR_WORD_FLAGS, 1ULL << ATTR_FREQ, "freq" },
	{ ATTR_WORD_SAMPLE_TYPE, ~0ULL, "sample_type" },
	{ ATTR_WORD_AUX, 0xffffULL << 32, "sample_max_stack" },
};

static int refuse_bits(const struct event *event, unsigned int word, u64 bits, struct err *err)
{
	char what[64];

	for (size_t i = 0; i < ARRAY_SIZE(bit_names); i++)
		if (bit_names[i].word == word && bit_names[i].mask & bits)
			return refuse(event, bit_names[i].name, err);
	snprintf(what, sizeof(what), "bit %d of attr%u", __builtin_ctzll(bits), word);
	return refuse(event, what, err);
}

int record_attached__check(const struct event *event, const struct record_opts *opts,
			   const struct event_lookup *lookup, struct err *err)
{
	const char *what = refused_option(opts) ?: refused_term(&event->terms);
	const struct pmu_format *format = NULL;
	const struct pmu *pmu;

	if (what)
		return refuse(event, what, err);
	/*
	 * The kernel's PMU tells every word of the attr, and an open names its event by them; that
	 * nothing else was typed beside its name is known from when it was resolved.
	 */
	if (!event->holder)
		return 0;
	if (event->pmu && !lookup->find_pmu(lookup->ctx, event->pmu, &pmu, err))
		lookup->find_format(lookup->ctx, pmu, "persistent", &format, err);
	/* Its type, its number and the flag say which event is meant; the rest says how it should be. */
	for (unsigned int word = ATTR_WORD_PERIOD; word < event->nr_words; word++) {
		u64 bits = event->pinned[word];

		if (format && format->word == word)
			bits &= ~format->mask;
		if (bits)
			return refuse_bits(event, word, bits, err);
	}
	return 0;
}

/* Software events and tracepoints with a period of 1 write a sample for every count. */
static bool counts_samples(const struct perf_event_attr *attr)
{
	if (attr->freq || attr->sample_period != 1 || !(attr->sample_type & PERF_SAMPLE_READ))
		return false;
	if (attr->type == PERF_TYPE_SOFTWARE)
		return attr->config != PERF_COUNT_SW_CPU_CLOCK &&
		       attr->config != PERF_COUNT_SW_TASK_CLOCK;
	return attr->type == PERF_TYPE_TRACEPOINT || attr->type == PERF_TYPE_BREAKPOINT;
}

/* Takes the provider's attr for decoding, and a copy of it for the file. */
static int take_attr(struct attached_rings *rings, const u64 *words, unsigned int nr_words)
{
	const struct perf_event_attr *attr = (const struct perf_event_attr *)words;

	if (nr_words < sizeof(*attr) / sizeof(u64))
		return -EBADMSG;
	sample_cut__init(&rings->cut, attr);
	rings->exact = counts_samples(attr);
	rings->words = malloc(nr_words * sizeof(u64));
	if (!rings->words)
		return -ENOMEM;
	memcpy(rings->words, words, nr_words * sizeof(u64));
	rings->nr_words = nr_words;
	rings->words[ATTR_WORD_SAMPLE_TYPE] &= ~(u64)PERF_SAMPLE_READ;
	return 0;
}

static bool is_chosen(const int *cpus, int nr, int cpu)
{
	for (int i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/* A mapping keeps its ring, so the descriptors are given back at once. */
static void close_fds(struct persistent_fd *fds, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++) {
		if (fds[i].fd >= 0)
			close(fds[i].fd);
		fds[i].fd = -1;
	}
}

struct ring_source {
	struct persistent_fd *fds;
	unsigned int nr_fds;
	u64 ring_bytes;
	int clockid;
	const int *cpus; /* NULL: all */
	int nr_cpus;
};

static bool is_mapped(const struct attached_rings *rings, u64 id)
{
	for (size_t i = 0; i < rings->nr; i++)
		if (rings->rings[i].id == id)
			return true;
	return false;
}

/* Appends those that are not mapped yet. */
static int map_rings(struct attached_rings *rings, const struct ring_source *source)
{
	struct attached_ring *more =
		reallocarray(rings->rings, rings->nr + source->nr_fds + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	rings->rings = more;
	for (unsigned int i = 0; i < source->nr_fds; i++) {
		struct attached_ring *ring = &rings->rings[rings->nr];
		int ret;

		if (is_mapped(rings, source->fds[i].id) ||
		    (source->cpus && !is_chosen(source->cpus, source->nr_cpus, source->fds[i].cpu)))
			continue;
		memset(ring, 0, sizeof(*ring));
		ret = perf_ring__new(&ring->ring, source->fds[i].fd, source->ring_bytes);
		if (ret)
			return ret;
		ring->cpu = source->fds[i].cpu;
		ring->id = source->fds[i].id;
		ring_clock__init(&ring->clock, source->fds[i].fd, rings->cut.read_format,
				 source->clockid);
		rings->nr++;
	}
	return 0;
}

static int map_all(struct record_attached *attached, const struct record_opts *opts,
		   bool with_sideband, struct err *err)
{
	struct persistent_attach *attach = &attached->attach;
	struct ring_source source = { attach->fds,	 attach->nr_fds, attach->ring_bytes,
				      attached->clockid, NULL,		 0 };
	struct ring_source sideband = { attach->sideband,
					attach->nr_sideband,
					attach->sideband_ring_bytes,
					attached->clockid,
					NULL,
					0 };
	int *cpus = NULL, ret;

	if (opts->cpu_list) {
		source.nr_cpus = cpulist__online(opts->cpu_list, &cpus, err);
		if (source.nr_cpus < 0)
			return source.nr_cpus;
		source.cpus = cpus;
	}
	ret = map_rings(&attached->samples, &source);
	if (!ret && with_sideband)
		ret = map_rings(&attached->sideband, &sideband);
	free(cpus);
	if (ret) {
		err__set(err, ret, "%s: mapping its rings of %llu KiB: %s", attached->event->name,
			 attach->ring_bytes / 1024, strerror(-ret));
		if (ret == -EPERM)
			err__set_hint(err, "locked memory is used up: raise "
					   "/proc/sys/kernel/perf_event_mlock_kb or 'ulimit -l'");
		return ret;
	}
	if (!attached->samples.nr)
		return err__set(err, -ENODEV, "%s: it has no ring on CPUs %s",
				attached->event->name,
				opts->cpu_list ? opts->cpu_list : "that are online");
	return 0;
}

int record_attached__init(struct record_attached *attached, struct event *event,
			  const struct record_opts *opts, bool sideband, struct err *err)
{
	struct persistent_attach *attach = &attached->attach;
	int ret;

	memset(attached, 0, sizeof(*attached));
	attach->connection = -1;
	attached->event = event;
	if (event->holder)
		ret = persistent__attach(attach, event->holder, event->words[ATTR_WORD_CONFIG],
					 err);
	else
		ret = attach_kernel(attach, event, err);
	if (ret) {
		attached->event = NULL;
		memset(attach, 0, sizeof(*attach));
		attach->connection = -1;
		return ret;
	}
	attached->clockid = attach->clockid;
	ret = take_attr(&attached->samples, attach->words, attach->nr_words);
	if (!ret && sideband && attach->nr_sideband)
		ret = take_attr(&attached->sideband, attach->sideband_words,
				attach->sideband_nr_words);
	if (ret)
		err__set(err, ret, "%s: its provider's answer: %s", event->name, strerror(-ret));
	if (!ret)
		ret = map_all(attached, opts, sideband && attach->nr_sideband, err);
	/* By one of its own the kernel tells when it removes the event. */
	close_fds(attach->fds + !event->holder, attach->nr_fds - !event->holder);
	close_fds(attach->sideband, attach->nr_sideband);
	if (ret)
		record_attached__exit(attached);
	return ret;
}

int record_attached__extend(struct record_attached *attached, const struct record_opts *opts,
			    struct err *err)
{
	struct event *event = attached->event;
	size_t nr = attached->samples.nr;
	struct persistent_attach answer;
	int *cpus = NULL, ret;
	struct ring_source source = { .clockid = attached->clockid };

	if (attached->ended)
		return 0;
	ret = event->holder ? persistent__attach(&answer, event->holder,
						 event->words[ATTR_WORD_CONFIG], err)
			    : attach_kernel(&answer, event, err);
	if (ret)
		return ret;
	source.fds = answer.fds;
	source.nr_fds = answer.nr_fds;
	source.ring_bytes = answer.ring_bytes;
	if (opts->cpu_list) {
		ret = source.nr_cpus = cpulist__parse(opts->cpu_list, &cpus, err);
		source.cpus = cpus;
	}
	/* Another size would be another event's. */
	if (ret >= 0 && answer.ring_bytes == attached->attach.ring_bytes)
		ret = map_rings(&attached->samples, &source);
	free(cpus);
	persistent_attach__exit(&answer);
	return ret < 0 ? ret : (int)(attached->samples.nr - nr);
}

static void rings_exit(struct attached_rings *rings)
{
	for (size_t i = 0; i < rings->nr; i++)
		perf_ring__delete(rings->rings[i].ring);
	free(rings->rings);
	free(rings->words);
}

void record_attached__exit(struct record_attached *attached)
{
	if (!attached->event)
		return;
	rings_exit(&attached->samples);
	rings_exit(&attached->sideband);
	persistent_attach__exit(&attached->attach);
	memset(attached, 0, sizeof(*attached));
}

size_t record_attached__rings(const struct record_attached *attached, bool sideband,
			      struct perf_ring **rings)
{
	const struct attached_rings *from = sideband ? &attached->sideband : &attached->samples;

	for (size_t i = 0; i < from->nr; i++)
		rings[i] = from->rings[i].ring;
	return from->nr;
}

static void end(struct record_attached *attached, const struct record_notes *notes)
{
	attached->ended = true;
	record_notes__add(notes, "%s was removed: its rings are finished", attached->event->name);
}

static void poll_kernel(struct record_attached *attached, const struct record_notes *notes)
{
	struct pollfd fd = { .fd = attached->attach.fds[0].fd };

	if (!attached->ended && poll(&fd, 1, 0) == 1 && fd.revents & POLLHUP)
		end(attached, notes);
}

void record_attached__poll(struct record_attached *attached, const struct record_notes *notes)
{
	int ret;

	if (!attached->event->holder)
		poll_kernel(attached, notes);
	if (attached->attach.connection < 0)
		return;
	ret = persistent_attach__check(&attached->attach);
	if (!ret)
		return;
	if (ret > 0) {
		end(attached, notes);
	} else {
		record_notes__add(notes, "%s: its holder died; its rings go on and are read on",
				  attached->event->name);
	}
	if (attached->attach.connection >= 0)
		close(attached->attach.connection);
	attached->attach.connection = -1;
}
