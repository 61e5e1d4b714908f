// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording without a file: the stages of record.c, whose output goes to memory, one round at a time.
 * What a reader that puts records in order must know, namely when a round ended, is part of it.
 */
#include "live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/mmap.h>
#include <perf/open.h>

#include "buf.h"
#include "clock.h"
#include "cpulist.h"
#include "data/event-attr.h"
#include "data/feature-write.h"
#include "data/info.h"
#include "data/tracing-data.h"
#include "header.h"
#include "late-cpu.h"
#include "online.h"
#include "options.h"
#include "record.h"
#include "recorder.h"
#include "round.h"

/* How long news may wait, and how often a removed event or an ended task is looked for. */
#define MAX_WAIT_MS 100

/* What one round leaves is certain to be in order at the end of the next one. */
#define ROUNDS_TO_END 2

/* How long a provider may take to let its event run on a CPU that came online, and how often it is asked. */
#define EXTEND_NS 20000000000ULL
#define ASK_NS	  1000000000ULL

/* A file's record of attrs and ids; here it only says that these are others. */
#define TYPE_HEADER_ATTR 64

struct record_live {
	struct recorder recorder;
	struct record_result result;
	struct record_loop loop;
	bool has_loop;
	struct record_header header;
	struct data_info info;
	struct buf tracing;
	struct record_round records;
	unsigned int rounds_due;
	bool synthesized; /* what setup put into records was handed out */
	bool over;
	bool stop; /* by another thread; read when woken */
	int wake_fd;
	s64 clock_offset_ns;
	struct online online;
	bool more_ids;	     /* which nobody was told of */
	u64 extend_until_ns; /* CLOCK_MONOTONIC: how long attached events may get more rings */
	u64 extend_ns;	     /* when that is looked at again */
};

static int keep(void *ctx, const void *records, size_t len)
{
	return record_round__append(&((struct record_live *)ctx)->records, records, len);
}

/* Formats of the tracepoints, as a file would bring them along. */
static int read_formats(struct record_live *live)
{
	struct data_writer_info info = { .has_tracepoints = live->header.nr_tracepoints > 0,
					 .tracepoints =
						 (const char *const *)live->header.tracepoints };
	struct feature_source source = { .info = &info };
	int ret = tracing_data__write(&live->tracing, &source);

	if (ret)
		return ret == -ENODATA ? 0 : ret;
	live->info.tracing_data = live->tracing.data;
	live->info.tracing_data_size = live->tracing.len;
	return 0;
}

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static int measure_clock(struct record_live *live, struct err *err)
{
	u64 samples_ns;
	int ret = record_clock__now(live->recorder.clockid, &samples_ns, err);

	if (ret)
		return ret;
	live->clock_offset_ns = samples_ns - now_ns();
	return 0;
}

static int watch_wake(struct record_live *live, struct err *err)
{
	struct epoll_event event = { .events = EPOLLIN };

	live->wake_fd = event.data.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (live->wake_fd < 0 ||
	    epoll_ctl(live->recorder.epoll_fd, EPOLL_CTL_ADD, live->wake_fd, &event))
		return err__set(err, -errno, "waiting for events: %s", strerror(errno));
	return 0;
}

/* Is it one of those that -C names? */
static bool is_chosen(const struct record_live *live, int cpu)
{
	const char *list = live->recorder.opts->cpu_list;
	int *cpus, nr = list ? cpulist__parse(list, &cpus, NULL) : -1;
	bool chosen = !list;

	for (int i = 0; i < nr; i++)
		chosen |= cpus[i] == cpu;
	if (nr >= 0)
		free(cpus);
	return chosen;
}

/* Persistent events get their rings there from who provides them, which takes a moment. */
int record_live__add_cpu(struct record_live *live, int cpu, struct err *err)
{
	struct recorder *recorder = &live->recorder;
	int ret = late_cpu__add(recorder, &live->header, cpu, err);

	if (ret)
		return ret;
	if (recorder->nr_attached)
		live->extend_until_ns = now_ns() + EXTEND_NS;
	live->more_ids = true;
	return 0;
}

/* Rings that attached events got meanwhile are read from now on. 0 or -errno. */
static int take_more_rings(struct record_live *live)
{
	struct recorder *recorder = &live->recorder;
	int ret = recorder__list_rings(recorder);

	if (!ret)
		ret = record_loop__relist(&live->loop);
	for (size_t i = 0; i < recorder->nr_attached && !ret; i++)
		ret = record_header__add_rings(&live->header, recorder, &recorder->attached[i]);
	live->more_ids = true;
	return ret;
}

/* Asks providers for rings on the CPUs that came, until they had time enough. 0 or -ENOMEM. */
static int extend(struct record_live *live)
{
	struct recorder *recorder = &live->recorder;
	u64 now = now_ns();
	bool more = false;

	if (now >= live->extend_until_ns || now < live->extend_ns)
		return 0;
	live->extend_ns = now + ASK_NS;
	for (size_t i = 0; i < recorder->nr_attached; i++) {
		struct record_attached *attached = &recorder->attached[i];
		struct err err = { 0 };
		int nr = record_attached__extend(attached, recorder->opts, &err);

		if (nr > 0)
			record_notes__add(recorder->notes, "%s is read on CPU %d, too",
					  attached->event->name,
					  attached->samples.rings[attached->samples.nr - 1].cpu);
		more |= nr > 0;
	}
	return more ? take_more_rings(live) : 0;
}

static void on_cpu(void *ctx, int cpu, bool came)
{
	struct record_live *live = ctx;
	const struct record_notes *notes = live->recorder.notes;
	struct err err = { 0 };

	if (!is_chosen(live, cpu))
		return;
	if (!came)
		record_notes__add(notes, "CPU %d went offline: nothing comes from there", cpu);
	else if (record_live__add_cpu(live, cpu, &err))
		record_notes__add(notes, "CPU %d came online, but is not watched: %s", cpu,
				  err.text);
	else if (live->recorder.set.nr)
		record_notes__add(notes, "CPU %d came online: %s", cpu,
				  live->recorder.target.tasks ? "tasks are not counted there"
							      : "it is watched from now on");
}

static int setup(struct record_live *live, const struct event_lookup *lookup, struct err *err)
{
	struct recorder *recorder = &live->recorder;
	int ret = recorder__init(recorder, err);

	if (!ret)
		ret = watch_wake(live, err);
	if (!ret)
		ret = recorder__setup(recorder, lookup, err);
	if (!ret)
		ret = record_header__init(&live->header, recorder, err);
	if (!ret && read_formats(live))
		ret = err__set(err, -ENOMEM, "out of memory");
	if (!ret)
		ret = measure_clock(live, err);
	if (!ret)
		ret = record_loop__init(&live->loop, recorder, err);
	live->has_loop = !ret;
	live->online.path = live->recorder.opts->online_path;
	online__poll(&live->online, on_cpu, live);
	live->loop.max_wait_ms = MAX_WAIT_MS;
	return ret ? ret : recorder__start(recorder, err);
}

int record_live__new(struct record_live **out, const struct record_opts *opts,
		     struct event_list *list, const struct event_lookup *lookup,
		     const struct record_notes *notes, struct err *err)
{
	struct record_live *live = calloc(1, sizeof(*live));
	int ret;

	if (!live)
		return err__set(err, -ENOMEM, "out of memory");
	live->wake_fd = -1;
	live->recorder.opts = opts;
	live->recorder.notes = notes;
	live->recorder.list = list;
	live->recorder.result = &live->result;
	live->recorder.output.sink = (struct record_sink){ keep, live };
	live->recorder.output.uniform = true;
	ret = setup(live, lookup, err);
	if (!ret) {
		*out = live;
		return 0;
	}
	record_live__delete(live);
	return ret;
}

void record_live__delete(struct record_live *live)
{
	if (!live)
		return;
	if (!live->over)
		recorder__end_child(&live->recorder);
	if (live->has_loop)
		record_loop__exit(&live->loop);
	record_header__exit(&live->header);
	recorder__exit(&live->recorder);
	if (live->wake_fd >= 0)
		close(live->wake_fd);
	buf__exit(&live->tracing);
	record_round__exit(&live->records);
	online__exit(&live->online);
	free(live);
}

static void take_wake(struct record_live *live)
{
	u64 count;

	if (read(live->wake_fd, &count, sizeof(count)) == sizeof(count) &&
	    __atomic_load_n(&live->stop, __ATOMIC_ACQUIRE))
		live->loop.stop = true;
}

/* Rounds without news end too, until all that came is certain to be in order. */
static int end_round(struct record_live *live)
{
	struct perf_event_header round = { .type = PERF_RECORD_FINISHED_ROUND,
					   .size = sizeof(round) };

	if (live->records.nr) {
		live->rounds_due = ROUNDS_TO_END;
		return 0;
	}
	if (!live->rounds_due)
		return 0;
	live->rounds_due--;
	return record_round__append(&live->records, &round, sizeof(round));
}

/* A command that had to be ended tells nothing. */
static void end_child(struct record_live *live)
{
	bool ran = live->recorder.child_runs;

	recorder__end_child(&live->recorder);
	if (ran)
		live->result.child_exit = -1;
}

/* Whoever reads the records looks at the events' ids again before what follows. */
static int tell_ids(struct record_live *live)
{
	const struct perf_event_header changed = { .type = TYPE_HEADER_ATTR,
						   .size = sizeof(changed) };

	if (!live->more_ids)
		return 0;
	live->more_ids = false;
	return record_round__append(&live->records, &changed, sizeof(changed));
}

static int look_for_cpus(struct record_live *live, struct err *err)
{
	int ret = 0;

	if (!live->loop.stop) {
		online__poll(&live->online, on_cpu, live);
		ret = extend(live);
	}
	if (!ret)
		ret = tell_ids(live);
	return ret ? err__set(err, ret, "out of memory") : 0;
}

static int read_round(struct record_live *live, bool wait, struct err *err)
{
	int ret = 0;

	record_round__reset(&live->records);
	if (wait && !live->loop.stop)
		ret = record_loop__wait(&live->loop, err);
	take_wake(live);
	if (!ret)
		ret = look_for_cpus(live, err);
	if (ret)
		return ret;
	if (live->loop.stop) {
		live->over = true;
		ret = record_loop__read_last(&live->loop, err);
		end_child(live);
		return ret;
	}
	ret = record_loop__round(&live->loop, err);
	if (!ret && end_round(live))
		ret = err__set(err, -ENOMEM, "out of memory");
	return ret;
}

int record_live__round(struct record_live *live, bool wait, const struct record_round **round,
		       struct err *err)
{
	int ret = 0;

	*round = &live->records;
	if (live->over)
		return 0;
	/* What setup wrote comes first. */
	if (live->synthesized)
		ret = read_round(live, wait, err);
	live->synthesized = true;
	if (ret)
		return ret;
	return 1;
}

void record_live__wake(struct record_live *live, bool stop)
{
	u64 one = 1;

	if (stop)
		__atomic_store_n(&live->stop, true, __ATOMIC_RELEASE);
	/* A counter that is full wakes as well. */
	if (write(live->wake_fd, &one, sizeof(one)) < 0)
		return;
}

size_t record_live__nr_events(const struct record_live *live)
{
	return live->header.nr;
}

size_t record_live__nr_asked(const struct record_live *live)
{
	size_t nr = live->recorder.nr_asked;

	/* A persistent event that was given twice is there once. */
	for (size_t i = 0, attached = 0; i < live->recorder.nr_asked; i++)
		if (live->recorder.list->events[i]->persistent &&
		    ++attached > live->recorder.nr_attached)
			nr--;
	return nr;
}

const struct data_event *record_live__event(const struct record_live *live, size_t i)
{
	return &live->header.events[i];
}

const char *const *record_live__tracepoints(const struct record_live *live)
{
	return (const char *const *)live->header.tracepoints;
}

const struct data_info *record_live__info(const struct record_live *live)
{
	return &live->info;
}

static const struct record_attached *find_attached(const struct record_live *live, size_t i)
{
	const struct data_event *event = &live->header.events[i];

	for (size_t n = 0; n < live->recorder.nr_attached; n++) {
		const struct record_attached *attached = &live->recorder.attached[n];

		if (attached->samples.nr && event->nr_ids &&
		    attached->samples.rings[0].id == event->ids[0])
			return attached;
	}
	return NULL;
}

void record_live__status(const struct record_live *live, size_t i,
			 struct record_live_status *status)
{
	const struct record_attached *attached = find_attached(live, i);
	struct perf_mmap *map;

	*status = (struct record_live_status){ 0 };
	if (attached) {
		*status = (struct record_live_status){ .persistent = true,
						       .ended = attached->ended,
						       .nr_rings = attached->samples.nr,
						       .ring_bytes = attached->attach.ring_bytes,
						       .nr_older = attached->nr_older };
		return;
	}
	perf_evlist__for_each_mmap (live->recorder.set.evlist, map, false) {
		status->nr_rings++;
		status->ring_bytes = perf_mmap__data_bytes(map);
	}
	for (const struct late_cpu *late = live->recorder.late; late; late = late->next)
		perf_evlist__for_each_mmap (late->set.evlist, map, false)
			status->nr_rings++;
}

s64 record_live__clock_offset_ns(const struct record_live *live)
{
	return live->clock_offset_ns;
}

int record_live__child_exit(const struct record_live *live)
{
	return live->result.child_exit;
}
