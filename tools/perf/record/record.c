// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: the stages in order. Events and options go in; each stage makes what the next needs:
 * attach, targets, attrs, open, map, file, what runs already, start, loop, finish.
 */
#include "record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <perf/evlist.h>
#include <perf/evsel.h>

#include "clock.h"
#include "data/writer.h"
#include "defaults.h"
#include "header.h"
#include "late-cpu.h"
#include "options.h"
#include "recorder.h"
#include "synthesize.h"
#include "util/event.h"

static int no_memory(struct err *err)
{
	return err__set(err, -ENOMEM, "out of memory");
}

/* Signals come through a descriptor from here on, so that none is lost between looking and waiting. */
static int block_signals(struct recorder *recorder, struct err *err)
{
	sigset_t set;

	sigemptyset(&set);
	if (!recorder->opts->no_signals) {
		sigaddset(&set, SIGINT);
		sigaddset(&set, SIGTERM);
	}
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGPIPE);
	if (sigprocmask(SIG_BLOCK, &set, &recorder->old_signals))
		return err__set(err, -errno, "signals: %s", strerror(errno));
	recorder->signals_blocked = true;
	sigdelset(&set, SIGPIPE);
	recorder->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	recorder->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (recorder->signal_fd < 0 || recorder->epoll_fd < 0)
		return err__set(err, -errno, "signals: %s", strerror(errno));
	return 0;
}

static bool attached_before(const struct recorder *recorder, const struct event *event)
{
	for (size_t i = 0; i < recorder->nr_attached; i++) {
		const struct event *other = recorder->attached[i].event;

		if (event__attr(other)->type == event__attr(event)->type &&
		    event__attr(other)->config == event__attr(event)->config &&
		    !strcmp(other->holder ?: "", event->holder ?: ""))
			return true;
	}
	return false;
}

/* The side-band rings of a holder serve all of its events. */
static bool has_sideband(const struct recorder *recorder, const struct event *event)
{
	for (size_t i = 0; i < recorder->nr_attached; i++)
		if (recorder->attached[i].sideband.nr &&
		    !strcmp(recorder->attached[i].event->holder ?: "", event->holder ?: ""))
			return true;
	return false;
}

/* All events of a recording carry times of one clock, that of the persistent ones if there are any. */
static int join_clock(struct recorder *recorder, const struct record_attached *attached, bool first,
		      struct err *err)
{
	const struct record_opts *opts = recorder->opts;
	int wanted = first && opts->has_clockid ? opts->clockid : recorder->clockid;

	if ((first && !opts->has_clockid) || attached->clockid == wanted) {
		recorder->clockid = attached->clockid;
		return 0;
	}
	err__set(err, -EINVAL, "%s has the clock %s, which can not be joined with %s of %s",
		 attached->event->name, record_clock__name(attached->clockid),
		 record_clock__name(wanted), first ? "-k" : recorder->attached[0].event->name);
	err__set_hint(err, "%s", first ? "leave out -k" : "record them separately");
	return -EINVAL;
}

static int attach_event(struct recorder *recorder, struct event *event, struct err *err)
{
	struct record_attached *attached = &recorder->attached[recorder->nr_attached];
	bool sideband = recorder->opts->since && !has_sideband(recorder, event);
	int ret;

	if (attached_before(recorder, event)) {
		record_notes__add(recorder->notes, "%s was given twice and is recorded once",
				  event->name);
		return 0;
	}
	if (!event->holder) {
		struct record_place place = { .persistent = true, .leader = event };

		ret = record_defaults__apply(event, recorder->opts, &place, err);
		if (ret)
			return ret;
	}
	ret = record_attached__init(attached, event, recorder->opts, sideband, err);
	if (ret)
		return ret;
	recorder->nr_attached++;
	return join_clock(recorder, attached, recorder->nr_attached == 1, err);
}

static bool in_group(const struct event_list *list, size_t i)
{
	for (size_t n = 0; n < list->nr; n++)
		if (n != i && list->events[n]->leader == list->events[i]->leader)
			return true;
	return false;
}

static int check_persistent(const struct recorder *recorder, size_t i,
			    const struct event_lookup *lookup, struct err *err)
{
	const struct event *event = recorder->list->events[i];

	if (!event->persistent)
		return 0;
	if (in_group(recorder->list, i))
		return err__set(err, -EINVAL, "%s runs already and is shared: no group can hold it",
				event->name);
	return record_attached__check(event, recorder->opts, lookup, err);
}

int recorder__list_rings(struct recorder *recorder)
{
	struct perf_ring **rings;
	size_t nr = 0;

	for (size_t i = 0; i < recorder->nr_attached; i++)
		nr += recorder->attached[i].samples.nr + recorder->attached[i].sideband.nr;
	rings = reallocarray(recorder->rings, nr + 1, sizeof(struct perf_ring *));
	if (!rings)
		return -ENOMEM;
	recorder->rings = rings;
	recorder->nr_rings = nr;
	nr = 0;
	for (size_t i = 0; i < recorder->nr_attached; i++)
		nr += record_attached__rings(&recorder->attached[i], false, rings + nr);
	for (size_t i = 0; i < recorder->nr_attached; i++)
		nr += record_attached__rings(&recorder->attached[i], true, rings + nr);
	return 0;
}

static int attach(struct recorder *recorder, const struct event_lookup *lookup, struct err *err)
{
	int ret = 0;

	recorder->attached = calloc(recorder->nr_asked + 1, sizeof(*recorder->attached));
	if (!recorder->attached)
		return no_memory(err);
	for (size_t i = 0; i < recorder->nr_asked && !ret; i++)
		ret = check_persistent(recorder, i, lookup, err);
	for (size_t i = 0; i < recorder->nr_asked && !ret; i++)
		if (recorder->list->events[i]->persistent)
			ret = attach_event(recorder, recorder->list->events[i], err);
	if (ret)
		return ret;
	return recorder__list_rings(recorder) ? no_memory(err) : 0;
}

/* One target for the events asked for, and every CPU for the recorder's own side-band. */
static int find_targets(struct recorder *recorder, struct err *err)
{
	struct record_opts all = { .system_wide = true };
	int ret;

	ret = record_target__init(&recorder->target, recorder->opts, recorder->child.pid, err);
	if (!ret)
		ret = record_target__init(&recorder->tracking_target, &all, 0, err);
	return ret;
}

/* An event of the recorder's own for comm, fork, exit and mmap, at the list's end. */
static struct event *add_dummy(struct recorder *recorder)
{
	struct event *event = record_defaults__dummy();

	if (!event)
		return NULL;
	event->leader = recorder->list->nr;
	return event_list__append(recorder->list, event) ? NULL : event;
}

/* Are side-band records taken on every CPU, by events and rings of their own? */
static bool tracks_all(const struct recorder *recorder)
{
	return recorder->nr_attached || recorder->target.takes_cpus || !recorder->target.tasks;
}

/* What the attr of the event at @i depends on. */
static struct record_place place_of(const struct recorder *recorder, size_t i)
{
	const struct record_opts *opts = recorder->opts;
	const struct event_list *list = recorder->list;
	bool dummy = i >= recorder->nr_asked, tasks = recorder->target.tasks;
	struct record_place place = {
		.several = list->nr > 1 || recorder->nr_attached,
		.cpus = opts->sample_cpu || recorder->target.takes_cpus || recorder->nr_attached,
		.inherit = tasks && recorder->target.processes && !opts->per_thread &&
			   !opts->no_inherit,
		.on_exec = recorder->target.command && (!opts->delay_ms || dummy),
		.tracking = dummy || (i == 0 && list->nr == recorder->nr_asked),
		.clockid = recorder->clockid,
		.leader = list->events[list->events[i]->leader],
		.group = in_group(list, i),
	};

	if (dummy && tracks_all(recorder))
		place.inherit = place.on_exec = false;
	return place;
}

/* Fills in the attrs of all ordinary events and puts them where they are opened together. */
static int add_events(struct recorder *recorder, struct err *err)
{
	struct event_list *list = recorder->list;
	size_t *in_set = calloc(list->nr + 1, sizeof(*in_set));
	int ret = in_set ? 0 : no_memory(err);

	for (size_t i = 0; i < list->nr && !ret; i++) {
		bool dummy = i >= recorder->nr_asked;
		struct record_place place = place_of(recorder, i);
		struct event *event = list->events[i];
		struct record_set *set =
			dummy && tracks_all(recorder) ? &recorder->tracking : &recorder->set;

		if (event->persistent)
			continue;
		ret = record_defaults__apply(event, recorder->opts, &place, err);
		if (ret)
			break;
		in_set[i] = set->nr;
		if (record_set__add(set, event, in_set[event->leader])) {
			ret = no_memory(err);
			break;
		}
		if (!dummy && recorder->opts->filters)
			set->evsels[set->nr - 1].filter = recorder->opts->filters[i];
	}
	free(in_set);
	return ret;
}

/* The type of the recorder's own side-band records, for those that are made up from /proc. */
static u64 sideband_type(const struct recorder *recorder)
{
	const struct record_set *set = recorder->tracking.nr ? &recorder->tracking : &recorder->set;
	const struct perf_event_attr *first = perf_evsel__attr(set->evsels[0].evsel);

	return first->sample_id_all ? first->sample_type : 0;
}

static int open_events(struct recorder *recorder, struct err *err)
{
	const struct record_opts *opts = recorder->opts;
	struct record_set *set = &recorder->set, *tracking = &recorder->tracking;
	int ret;

	if ((tracks_all(recorder) || opts->delay_ms) && !add_dummy(recorder))
		return no_memory(err);
	ret = add_events(recorder, err);
	if (!ret && tracking->nr)
		ret = record_set__open(tracking, &recorder->tracking_target, opts, recorder->notes,
				       err);
	if (!ret && set->nr)
		ret = record_set__open(set, &recorder->target, opts, recorder->notes, err);
	if (!ret && tracking->nr)
		ret = record_set__map(tracking, opts, recorder->notes, err);
	if (!ret && set->nr)
		ret = record_set__map(set, opts, recorder->notes, err);
	return ret;
}

/* Records of what runs already. The command's own come when it starts. */
static int synthesize(struct recorder *recorder, struct err *err)
{
	const struct record_target *target = &recorder->target;
	u64 type = sideband_type(recorder);
	int ret = synthesize__kernel(&recorder->output, type, err);

	if (ret)
		return ret;
	if (tracks_all(recorder))
		return synthesize__processes(&recorder->output, type, err);
	for (size_t i = 0; i < target->nr_tids && !ret; i++)
		if (target->tids[i] != recorder->child.pid)
			ret = synthesize__task(&recorder->output, type, target->tids[i], err);
	return ret;
}

/* The recorder's own side-band runs before anything is looked at, so that no task is missed. */
static int prepare(struct recorder *recorder, struct err *err)
{
	const struct record_opts *opts = recorder->opts;
	int ret;

	perf_evlist__enable(recorder->tracking.evlist);
	ret = record_clock__now(recorder->clockid, &recorder->sideband_ns, err);
	if (!ret && !recorder->output.sink.write)
		ret = record_header__open(recorder, err);
	if (!ret)
		ret = synthesize(recorder, err);
	if (ret || !recorder->nr_attached)
		return ret;
	if (opts->since)
		return record_clock__since(opts->since, recorder->clockid, &recorder->since_ns,
					   err);
	ret = record_clock__now(recorder->clockid, &recorder->since_ns, err);
	if (opts->delay_ms > 0)
		recorder->since_ns += opts->delay_ms * 1000000ULL;
	return ret;
}

/* Tasks that inherited the events of others before these were enabled. */
static int synthesize_heirs(struct recorder *recorder, struct err *err)
{
	const struct record_target *target = &recorder->target;
	int ret = 0;

	if (tracks_all(recorder) || recorder->opts->no_inherit)
		return 0;
	for (size_t i = 0; i < target->nr_tids && !ret; i++)
		if (target->tids[i] != recorder->child.pid)
			ret = synthesize__children(&recorder->output, sideband_type(recorder),
						   target->tids[i], err);
	return ret;
}

int recorder__start(struct recorder *recorder, struct err *err)
{
	const struct record_opts *opts = recorder->opts;
	bool on_exec = recorder->target.command;
	int ret;

	if (!opts->delay_ms && !on_exec)
		perf_evlist__enable(recorder->set.evlist);
	/* The dummy behind the events does not wait for them. */
	else if (!on_exec && recorder->set.nr && !recorder->tracking.nr)
		perf_evsel__enable(recorder->set.evsels[recorder->set.nr - 1].evsel);
	ret = synthesize_heirs(recorder, err);
	if (ret || !recorder->child.pid)
		return ret;
	ret = child__go(&recorder->child, opts->command[0], err);
	recorder->child_runs = recorder->started = !ret;
	recorder->result->exec_failed = ret != 0;
	return ret;
}

void recorder__note_left_out(const struct recorder *recorder)
{
	for (size_t i = 0; i < recorder->nr_attached; i++) {
		const struct record_attached *attached = &recorder->attached[i];

		if (attached->nr_older)
			record_notes__add(recorder->notes, "%s: %llu older samples left out%s",
					  attached->event->name, attached->nr_older,
					  recorder->opts->since ? "" : " (--since takes them)");
		if (attached->nr_bad)
			record_notes__add(recorder->notes,
					  "%s: %llu samples left out that are not laid out as its "
					  "provider said",
					  attached->event->name, attached->nr_bad);
	}
}

/* Whatever happened, what was recorded becomes a complete file. */
static int finish(struct recorder *recorder, int ret, struct err *err)
{
	struct record_result *result = recorder->result;
	struct err late = { 0 };
	int code;

	if (!recorder->output.writer)
		return ret;
	if (result->exec_failed) {
		if (strcmp(recorder->opts->output, "-"))
			unlink(recorder->opts->output);
		return ret;
	}
	code = record_output__finish(&recorder->output, recorder->opts->no_buildid, &late);
	result->written = !code;
	result->bytes = data_writer__bytes(recorder->output.writer);
	result->nr_samples = recorder->output.counts.nr_samples;
	result->nr_lost = recorder->output.counts.nr_lost;
	recorder__note_left_out(recorder);
	if (code && !ret)
		return err__copy(err, &late);
	return ret;
}

void recorder__end_child(struct recorder *recorder)
{
	if (recorder->child_runs) {
		kill(recorder->child.pid, SIGTERM);
		if (child__wait(&recorder->child, true, &recorder->child_status) == 1)
			recorder->child_runs = false;
	}
	if (recorder->opts->command && recorder->started)
		recorder->result->child_exit = child__exit_code(recorder->child_status);
	child__exit(&recorder->child);
}

void recorder__exit(struct recorder *recorder)
{
	record_output__exit(&recorder->output);
	late_cpu__delete_all(recorder->late);
	record_set__exit(&recorder->set);
	record_set__exit(&recorder->tracking);
	for (size_t i = 0; i < recorder->nr_attached; i++)
		record_attached__exit(&recorder->attached[i]);
	free(recorder->attached);
	free(recorder->rings);
	record_target__exit(&recorder->target);
	record_target__exit(&recorder->tracking_target);
	if (recorder->epoll_fd >= 0)
		close(recorder->epoll_fd);
	if (recorder->signal_fd >= 0)
		close(recorder->signal_fd);
	if (recorder->signals_blocked)
		sigprocmask(SIG_SETMASK, &recorder->old_signals, NULL);
}

int recorder__init(struct recorder *recorder, struct err *err)
{
	const struct record_opts *opts = recorder->opts;
	int ret = 0;

	recorder->nr_asked = recorder->list->nr;
	recorder->clockid = opts->has_clockid ? opts->clockid : RECORD_CLOCK_PERF;
	recorder->epoll_fd = recorder->signal_fd = -1;
	*recorder->result = (struct record_result){ .child_exit = -1 };
	if (record_set__init(&recorder->set) || record_set__init(&recorder->tracking))
		ret = no_memory(err);
	/* Before signals are blocked, which the command would inherit. */
	if (!ret && opts->command)
		ret = child__prepare(&recorder->child, opts->command, err);
	return ret ? ret : block_signals(recorder, err);
}

int recorder__setup(struct recorder *recorder, const struct event_lookup *lookup, struct err *err)
{
	int ret = attach(recorder, lookup, err);

	if (!ret)
		ret = find_targets(recorder, err);
	if (!ret)
		ret = open_events(recorder, err);
	return ret ? ret : prepare(recorder, err);
}

static int run_loop(struct recorder *recorder, struct err *err)
{
	struct record_loop loop;
	int ret = record_loop__init(&loop, recorder, err);

	while (!ret && !loop.stop) {
		ret = record_loop__round(&loop, err);
		if (!ret && !loop.stop)
			ret = record_loop__wait(&loop, err);
	}
	if (!ret)
		ret = record_loop__read_last(&loop, err);
	record_loop__exit(&loop);
	return ret;
}

int record__run(const struct record_opts *opts, struct event_list *list,
		const struct event_lookup *lookup, const struct record_notes *notes,
		struct record_result *result, struct err *err)
{
	struct recorder recorder = { .opts = opts, .notes = notes, .list = list, .result = result };
	int ret = recorder__init(&recorder, err);

	if (!ret)
		ret = recorder__setup(&recorder, lookup, err);
	if (!ret)
		ret = recorder__start(&recorder, err);
	if (!ret)
		ret = run_loop(&recorder, err);
	ret = finish(&recorder, ret, err);
	recorder__end_child(&recorder);
	recorder__exit(&recorder);
	return ret;
}
