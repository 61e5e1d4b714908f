// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: opens ordinary events on their CPUs and tasks. A table says what may be given up when
 * the kernel refuses an attr, newest first, pinned bits never. What still fails is told
 * together with what would help.
 */
#include "open.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include "cpulist.h"
#include "open-error.h"
#include "options.h"
#include "target.h"
#include "util/event.h"

int record_set__init(struct record_set *set)
{
	memset(set, 0, sizeof(*set));
	set->evlist = perf_evlist__new();
	return set->evlist ? 0 : -ENOMEM;
}

void record_set__exit(struct record_set *set)
{
	perf_evlist__delete(set->evlist);
	free(set->evsels);
	memset(set, 0, sizeof(*set));
}

/* A PMU that counts for whole packages names one CPU for each. */
static int set_own_cpus(struct perf_evsel *evsel, const struct event *event)
{
	struct perf_cpu_map *cpus;

	if (!event->cpus)
		return 0;
	cpus = perf_cpu_map__new(event->cpus);
	if (!cpus)
		return -ENOMEM;
	perf_evsel__set_cpus(evsel, cpus);
	perf_cpu_map__put(cpus);
	return 0;
}

int record_set__add(struct record_set *set, struct event *event, size_t leader)
{
	struct record_evsel *more = reallocarray(set->evsels, set->nr + 1, sizeof(*more));
	struct perf_evsel *evsel;

	if (!more)
		return -ENOMEM;
	set->evsels = more;
	evsel = perf_evsel__new(event__attr(event));
	if (!evsel)
		return -ENOMEM;
	if (set_own_cpus(evsel, event)) {
		perf_evsel__delete(evsel);
		return -ENOMEM;
	}
	perf_evlist__add(set->evlist, evsel);
	if (leader < set->nr)
		perf_evsel__set_leader(evsel, set->evsels[leader].evsel);
	set->evsels[set->nr++] = (struct record_evsel){ .event = event, .evsel = evsel };
	return 0;
}

/* Makes libperf's maps of the lists. -1 alone means "any CPU" and "every task". */
static int set_maps(struct record_set *set, const struct record_target *target)
{
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads = NULL;
	char *text;
	int ret = -ENOMEM;

	if (target->cpus[0] < 0) {
		cpus = perf_cpu_map__new_any_cpu();
	} else {
		text = cpulist__text(target->cpus, target->nr_cpus);
		if (!text)
			return -ENOMEM;
		cpus = perf_cpu_map__new(text);
		free(text);
	}
	if (cpus && target->tasks)
		threads = perf_thread_map__new_array(target->nr_tids, target->tids);
	if (cpus && (threads || !target->tasks)) {
		perf_evlist__set_maps(set->evlist, cpus, threads);
		ret = 0;
	}
	perf_cpu_map__put(cpus);
	perf_thread_map__put(threads);
	return ret;
}

/* One thing that may be given up, in the order in which it is tried. */
struct fallback {
	int code;
	enum { GIVE_UP_LOST, GIVE_UP_GUEST, GIVE_UP_PRECISE, GIVE_UP_KERNEL, GIVE_UP_CYCLES } what;
};

static const struct fallback fallbacks[] = {
	/* :P asks for the highest level there is. */
	{ -EOPNOTSUPP, GIVE_UP_PRECISE },
	{ -EINVAL, GIVE_UP_PRECISE },
	{ -ENOENT, GIVE_UP_PRECISE },
	/* Kernels before 6.0 do not count lost samples. */
	{ -EINVAL, GIVE_UP_LOST },
	/* Some PMUs can not tell guests. */
	{ -EINVAL, GIVE_UP_GUEST },
	{ -EOPNOTSUPP, GIVE_UP_GUEST },
	/* perf_event_paranoid 2 lets users look at user space only. */
	{ -EACCES, GIVE_UP_KERNEL },
	/* Without a hardware PMU the default event is the timer's. */
	{ -ENOENT, GIVE_UP_CYCLES },
	{ -ENODEV, GIVE_UP_CYCLES },
	{ -EOPNOTSUPP, GIVE_UP_CYCLES },
};

static bool may_clear_flag(const struct event *event, enum attr_flag flag)
{
	return !event__is_pinned(event, ATTR_WORD_FLAGS, attr_flag__mask(flag));
}

static bool rename_event(struct event *event, const char *name, const char *suffix)
{
	char *text;

	if (asprintf(&text, "%s%s", name, suffix) < 0)
		return false;
	free(event->name);
	event->name = text;
	return true;
}

static bool exclude_kernel(struct record_evsel *re, struct perf_event_attr *attr)
{
	if (open_error__paranoid() < 2 || attr->exclude_kernel ||
	    !may_clear_flag(re->event, ATTR_EXCLUDE_KERNEL) || attr->type == PERF_TYPE_TRACEPOINT)
		return false;
	attr->exclude_kernel = 1;
	attr->exclude_hv = 1;
	if (attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_DUMMY)
		return true;
	return rename_event(re->event, re->event->name, strchr(re->event->name, ':') ? "u" : ":u");
}

static bool use_cpu_clock(struct record_evsel *re, struct perf_event_attr *attr,
			  const struct record_opts *opts)
{
	if (!opts->default_event || attr->type == PERF_TYPE_SOFTWARE)
		return false;
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_CPU_CLOCK;
	attr->precise_ip = 0;
	return rename_event(re->event, "cpu-clock", "");
}

/* Did giving this up change the attr, so that another try makes sense? */
static bool give_up(const struct fallback *fallback, struct record_evsel *re,
		    const struct record_opts *opts)
{
	struct perf_event_attr *attr = perf_evsel__attr(re->evsel);

	switch (fallback->what) {
	case GIVE_UP_PRECISE:
		if (!re->event->terms.precise_max || !attr->precise_ip)
			return false;
		attr->precise_ip--;
		return true;
	case GIVE_UP_LOST:
		if (!(attr->read_format & PERF_FORMAT_LOST) ||
		    event__is_pinned(re->event, ATTR_WORD_READ_FORMAT, PERF_FORMAT_LOST))
			return false;
		attr->read_format &= ~(u64)PERF_FORMAT_LOST;
		return true;
	case GIVE_UP_GUEST:
		if (!attr->exclude_guest || !may_clear_flag(re->event, ATTR_EXCLUDE_GUEST))
			return false;
		attr->exclude_guest = 0;
		return true;
	case GIVE_UP_KERNEL:
		return exclude_kernel(re, attr);
	case GIVE_UP_CYCLES:
		return use_cpu_clock(re, attr, opts);
	}
	return false;
}

static bool fall_back(struct record_evsel *re, int code, const struct record_opts *opts)
{
	for (size_t i = 0; i < ARRAY_SIZE(fallbacks); i++)
		if (fallbacks[i].code == code && give_up(&fallbacks[i], re, opts))
			return true;
	return false;
}

/* The soft limit of descriptors up to the hard one. Did it grow? */
static bool raise_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= limit.rlim_max)
		return false;
	limit.rlim_cur = limit.rlim_max;
	return !setrlimit(RLIMIT_NOFILE, &limit);
}

static int open_evsel(struct record_set *set, struct record_evsel *re,
		      const struct record_opts *opts)
{
	int ret;

	for (;;) {
		ret = perf_evlist__open_evsel(set->evlist, re->evsel);
		if (!ret)
			break;
		if (ret == -EMFILE && raise_fd_limit())
			continue;
		if (!fall_back(re, ret, opts))
			return ret;
	}
	return re->filter ? perf_evsel__set_filter(re->evsel, re->filter) : 0;
}

/* :W: a group that can not be opened is dissolved. */
static bool dissolve_group(struct record_set *set, size_t i)
{
	struct perf_evsel *leader = perf_evsel__leader(set->evsels[i].evsel);
	bool weak = false;

	for (size_t n = 0; n < set->nr; n++)
		if (set->evsels[n].evsel == leader)
			weak = set->evsels[n].event->terms.weak_group;
	if (!weak || leader == set->evsels[i].evsel)
		return false;
	for (size_t n = 0; n < set->nr; n++) {
		struct perf_event_attr *attr = perf_evsel__attr(set->evsels[n].evsel);
		struct perf_event_attr *first = perf_evsel__attr(leader);

		if (perf_evsel__leader(set->evsels[n].evsel) != leader)
			continue;
		perf_evsel__close(set->evsels[n].evsel);
		perf_evsel__set_leader(set->evsels[n].evsel, NULL);
		attr->disabled = first->disabled;
		attr->enable_on_exec = first->enable_on_exec;
	}
	return true;
}

int record_set__open(struct record_set *set, const struct record_target *target,
		     const struct record_opts *opts, const struct record_notes *notes,
		     struct err *err)
{
	int ret = set_maps(set, target);

	if (ret)
		return err__set(err, ret, "out of memory");
	for (size_t i = 0; i < set->nr; i++) {
		if (perf_evsel__fd(set->evsels[i].evsel, 0, 0) >= 0)
			continue;
		ret = open_evsel(set, &set->evsels[i], opts);
		if (ret && ret != -EMFILE && dissolve_group(set, i)) {
			record_notes__add(notes, "%s: its group can not be opened and is dissolved",
					  set->evsels[i].event->name);
			i = (size_t)-1;
			continue;
		}
		if (ret)
			return open_error__explain(perf_evsel__attr(set->evsels[i].evsel),
						   set->evsels[i].event->name, ret,
						   set->nr * target->nr_cpus * target->nr_tids,
						   err);
	}
	return 0;
}
