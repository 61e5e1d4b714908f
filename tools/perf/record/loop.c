// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: the loop. A round reads every ring once (those of attached events first, all
 * together) and ends with FINISHED_ROUND: whatever is written before the end of one round is
 * then older than all that comes after the next, because a round begins after the last one ended.
 */
#include "recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include <perf/evlist.h>
#include <perf/ring.h>

#include "clock.h"
#include "data/writer.h"
#include "late-cpu.h"
#include "options.h"
#include "record.h"
#include "rings.h"

/* How often rings that nobody wakes us for are looked at: adapted to how fast they fill. */
#define MIN_WAIT_MS 1
#define MAX_WAIT_MS 100

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* History is one round: with the provider's side-band, which gives names to tasks that ended. */
static int write_attached(struct record_loop *loop, struct err *err)
{
	struct recorder *recorder = loop->recorder;
	u64 since_ns = recorder->since_ns;
	int ret = 0;

	for (size_t i = 0; i < recorder->nr_attached && !ret; i++) {
		struct record_attached *attached = &recorder->attached[i];

		if (loop->first && attached->sideband.nr) {
			ret = record_attached__write_names(attached, recorder->sideband_ns,
							   &recorder->output, err);
			if (!ret)
				ret = record_attached__write_sideband(attached,
								      recorder->sideband_ns,
								      &recorder->output, err);
		}
		if (!ret)
			ret = record_attached__write(attached, since_ns, &recorder->output, err);
	}
	return ret;
}

/* Side-band rings of providers are read in the first round only: they stand at the end. */
static size_t rings_of_round(const struct record_loop *loop)
{
	const struct recorder *recorder = loop->recorder;
	size_t nr = recorder->nr_rings;

	if (!loop->first)
		for (size_t i = 0; i < recorder->nr_attached; i++)
			nr -= recorder->attached[i].sideband.nr;
	return nr;
}

/* Sooner when a ring filled by a quarter, later when it hardly filled at all. */
static void adapt_wait(struct record_loop *loop, size_t nr)
{
	const struct recorder *recorder = loop->recorder;
	size_t at = 0;
	int wait_ms = MAX_WAIT_MS;

	for (size_t i = 0; i < recorder->nr_attached; i++) {
		const struct record_attached *attached = &recorder->attached[i];

		for (size_t n = 0; n < attached->samples.nr && at < nr; n++, at++) {
			u64 position = perf_ring__position(recorder->rings[at]);
			u64 fresh = position - loop->positions[at];
			u64 limit = attached->attach.ring_bytes / 8;
			int fit = loop->wait_ms;

			loop->positions[at] = position;
			if (fresh > limit)
				fit = loop->wait_ms * limit / fresh;
			else if (fresh < limit / 4)
				fit = loop->wait_ms * 2;
			if (fit < wait_ms)
				wait_ms = fit;
		}
	}
	loop->wait_ms = wait_ms < MIN_WAIT_MS ? MIN_WAIT_MS : wait_ms;
}

/* Rings of CPUs that came online after the start. */
static int drain_late(struct recorder *recorder, struct err *err)
{
	int ret = 0;

	for (struct late_cpu *late = recorder->late; late && !ret; late = late->next) {
		ret = record_rings__drain(&late->tracking, &recorder->output, err);
		if (!ret)
			ret = record_rings__drain(&late->set, &recorder->output, err);
	}
	return ret;
}

static int read_round(struct record_loop *loop, struct err *err)
{
	struct recorder *recorder = loop->recorder;
	size_t nr = rings_of_round(loop);
	int ret;

	if (nr) {
		ret = perf_rings__read(recorder->rings, nr);
		if (ret)
			return err__set(err, ret, "reading the rings: %s", strerror(-ret));
		ret = write_attached(loop, err);
		if (ret)
			return ret;
		if (!loop->first)
			adapt_wait(loop, nr);
		loop->first = false;
	}
	ret = record_rings__drain(&recorder->tracking, &recorder->output, err);
	if (!ret)
		ret = record_rings__drain(&recorder->set, &recorder->output, err);
	if (!ret)
		ret = drain_late(recorder, err);
	if (!ret && recorder->output.dirty)
		recorder->result->nr_wakeups++;
	if (!ret)
		ret = record_output__end_round(&recorder->output, err);
	return ret;
}

static void take_signals(struct record_loop *loop)
{
	struct recorder *recorder = loop->recorder;
	struct signalfd_siginfo info;

	while (read(recorder->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGINT || info.ssi_signo == SIGTERM) {
			recorder->result->signal = info.ssi_signo;
			loop->stop = true;
		}
	}
	if (recorder->child_runs &&
	    child__wait(&recorder->child, false, &recorder->child_status) == 1) {
		recorder->child_runs = false;
		loop->stop = true;
	}
}

/* A ring whose task ended is read to its end and wakes no more. */
static void take_event(struct record_loop *loop, const struct epoll_event *event)
{
	struct recorder *recorder = loop->recorder;

	if (!(event->events & (EPOLLHUP | EPOLLERR)) || event->data.fd == recorder->signal_fd)
		return;
	for (size_t i = 0; i < recorder->nr_attached; i++)
		if (recorder->attached[i].attach.connection == event->data.fd)
			return;
	if (!epoll_ctl(recorder->epoll_fd, EPOLL_CTL_DEL, event->data.fd, NULL))
		loop->nr_watched--;
}

static int wait_ms(const struct record_loop *loop)
{
	int ms = loop->recorder->nr_rings ? loop->wait_ms : loop->max_wait_ms;

	if (loop->enable_at_ns) {
		u64 now = now_ns();
		u64 left = loop->enable_at_ns > now ? (loop->enable_at_ns - now) / 1000000 + 1 : 0;

		if (ms < 0 || left < (u64)ms)
			ms = left;
	}
	return ms;
}

int record_loop__wait(struct record_loop *loop, struct err *err)
{
	struct recorder *recorder = loop->recorder;
	struct epoll_event events[64];
	int ms = wait_ms(loop), nr;

	if (ms != 0 && recorder->output.writer && !recorder->output.dirty)
		data_writer__checkpoint(recorder->output.writer);
	nr = epoll_wait(recorder->epoll_fd, events, ARRAY_SIZE(events), ms);
	if (nr < 0 && errno != EINTR)
		return err__set(err, -errno, "waiting: %s", strerror(errno));
	for (int i = 0; i < nr; i++)
		take_event(loop, &events[i]);
	take_signals(loop);
	if (loop->enable_at_ns && now_ns() >= loop->enable_at_ns) {
		perf_evlist__enable(recorder->set.evlist);
		loop->enable_at_ns = 0;
	}
	return 0;
}

/* Looks at the providers. Without a command the recording ends when nothing can come any more. */
static void check_sources(struct record_loop *loop)
{
	struct recorder *recorder = loop->recorder;
	bool left = recorder->set.nr > 0 && (!recorder->target.tasks || loop->nr_watched > 0);

	for (size_t i = 0; i < recorder->nr_attached; i++) {
		record_attached__poll(&recorder->attached[i], recorder->notes);
		record_attached__rejoin(&recorder->attached[i], recorder->notes);
		left |= !recorder->attached[i].ended;
	}
	if (!left && !recorder->child_runs)
		loop->stop = true;
}

int record_loop__round(struct record_loop *loop, struct err *err)
{
	int ret = read_round(loop, err);

	if (!ret)
		check_sources(loop);
	return ret;
}

static int watch(struct record_loop *loop, struct err *err)
{
	struct recorder *recorder = loop->recorder;
	struct epoll_event event = { .events = EPOLLIN, .data.fd = recorder->signal_fd };
	size_t nr_tracking = 0;
	int ret = 0;

	if (epoll_ctl(recorder->epoll_fd, EPOLL_CTL_ADD, recorder->signal_fd, &event))
		ret = -errno;
	for (size_t i = 0; i < recorder->nr_attached && !ret; i++) {
		event.data.fd = recorder->attached[i].attach.connection;
		if (event.data.fd >= 0 &&
		    epoll_ctl(recorder->epoll_fd, EPOLL_CTL_ADD, event.data.fd, &event))
			ret = -errno;
	}
	if (!ret)
		ret = record_rings__watch(&recorder->tracking, recorder->epoll_fd, &nr_tracking);
	if (!ret)
		ret = record_rings__watch(&recorder->set, recorder->epoll_fd, &loop->nr_watched);
	return ret ? err__set(err, ret, "waiting for events: %s", strerror(-ret)) : 0;
}

/* The last round, and what the counts say is missing after it. */
int record_loop__read_last(struct record_loop *loop, struct err *err)
{
	struct recorder *recorder = loop->recorder;
	u64 now = 0;
	int ret;

	perf_evlist__disable(recorder->set.evlist);
	perf_evlist__disable(recorder->tracking.evlist);
	for (struct late_cpu *late = recorder->late; late; late = late->next) {
		perf_evlist__disable(late->set.evlist);
		perf_evlist__disable(late->tracking.evlist);
	}
	ret = read_round(loop, err);
	if (!ret && recorder->nr_attached)
		ret = record_clock__now(recorder->clockid, &now, err);
	for (size_t i = 0; i < recorder->nr_attached && !ret; i++)
		ret = record_attached__write_missing(&recorder->attached[i], now, &recorder->output,
						     err);
	return ret ? ret : record_output__end_round(&recorder->output, err);
}

int record_loop__init(struct record_loop *loop, struct recorder *recorder, struct err *err)
{
	*loop = (struct record_loop){
		.recorder = recorder, .wait_ms = MIN_WAIT_MS, .max_wait_ms = -1, .first = true
	};
	loop->positions = calloc(recorder->nr_rings + 1, sizeof(u64));
	if (!loop->positions)
		return err__set(err, -ENOMEM, "out of memory");
	if (recorder->opts->delay_ms > 0)
		loop->enable_at_ns = now_ns() + recorder->opts->delay_ms * 1000000ULL;
	return watch(loop, err);
}

int record_loop__relist(struct record_loop *loop)
{
	const struct recorder *recorder = loop->recorder;
	u64 *positions = reallocarray(loop->positions, recorder->nr_rings + 1, sizeof(*positions));

	if (!positions)
		return -ENOMEM;
	loop->positions = positions;
	for (size_t i = 0; i < recorder->nr_rings; i++)
		positions[i] = perf_ring__position(recorder->rings[i]);
	return 0;
}

void record_loop__exit(struct record_loop *loop)
{
	free(loop->positions);
}
