// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a persistent event is made of: an event string is resolved, refused if it can not run
 * without an owner, and completed by the defaults of persistent events.
 */
#include "persistent/describe.h"

#include <errno.h>
#include <fcntl.h>
#include <perf/open.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "file.h"
#include "util/attr.h"
#include "util/parse-events.h"
#include "util/pmus.h"

#define SAMPLE_TYPE                                                                     \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ)
#define SIDEBAND_SAMPLE_TYPE \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU)
#define DEFAULT_FREQ 4000
#define MAX_RATE     "/proc/sys/kernel/perf_event_max_sample_rate"

void description__exit(struct description *description)
{
	event_info__exit(&description->info);
	free(description->cpus);
	*description = (struct description){ 0 };
}

/* The bits that are set in @mask take their value from @value, unless something pinned them. */
static void apply_defaults(struct event *event, const struct perf_event_attr *mask,
			   const struct perf_event_attr *value)
{
	u64 masks[sizeof(*mask) / sizeof(u64)], values[sizeof(*mask) / sizeof(u64)];

	memcpy(masks, mask, sizeof(masks));
	memcpy(values, value, sizeof(values));
	for (unsigned int word = 0; word < ARRAY_SIZE(masks); word++)
		if (masks[word])
			event__default(event, word, masks[word], values[word]);
}

/* What the ring and everybody who reads it needs, for samples as for side-band. */
static void default_ring(struct event *event, u64 ring_bytes)
{
	struct perf_event_attr mask = { .wakeup_watermark = ~0U, .clockid = ~0 };
	struct perf_event_attr value = { .wakeup_watermark = ring_bytes,
					 .clockid = CLOCK_MONOTONIC };

	apply_defaults(event, &mask, &value);
	event__default_flag(event, ATTR_DISABLED, true);
	event__default_flag(event, ATTR_WATERMARK, true);
	event__default_flag(event, ATTR_SAMPLE_ID_ALL, true);
	event__default_flag(event, ATTR_USE_CLOCKID, true);
	event__default_flag(event, ATTR_WRITE_BACKWARD, true);
}

/* Every tracepoint hit is a sample; others are sampled at record's frequency. */
static void default_period(struct event *event)
{
	struct perf_event_attr mask = { .sample_period = ~0ULL }, value = { 0 };
	u64 max_rate;

	if (event__is_pinned(event, ATTR_WORD_PERIOD, ~0ULL))
		return;
	value.sample_period = 1;
	if (event__attr(event)->type != PERF_TYPE_TRACEPOINT &&
	    event__attr(event)->type != PERF_TYPE_BREAKPOINT &&
	    !event__is_pinned(event, ATTR_WORD_FLAGS, attr_flag__mask(ATTR_FREQ))) {
		value.sample_freq = DEFAULT_FREQ;
		if (!file__read_u64(AT_FDCWD, MAX_RATE, &max_rate) && max_rate &&
		    max_rate < DEFAULT_FREQ)
			value.sample_freq = max_rate;
		event__default_flag(event, ATTR_FREQ, true);
	}
	apply_defaults(event, &mask, &value);
}

/* Of these the kernel writes one event's id and time into the samples of another that sees the same
 * (see struct persistent_fd): the time that the event itself has run, in READ, tells when it was. */
static bool shares_samples(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && attr->config != PERF_COUNT_SW_CPU_CLOCK &&
	       attr->config != PERF_COUNT_SW_TASK_CLOCK && attr->config != PERF_COUNT_SW_DUMMY &&
	       attr->config != PERF_COUNT_SW_BPF_OUTPUT;
}

static void default_samples(struct event *event)
{
	struct perf_event_attr mask = { .sample_type = ~0ULL, .read_format = ~0ULL };
	struct perf_event_attr value = { .sample_type = SAMPLE_TYPE,
					 .read_format = PERF_FORMAT_ID | PERF_FORMAT_LOST };

	if (event__attr(event)->type == PERF_TYPE_TRACEPOINT)
		value.sample_type |= PERF_SAMPLE_RAW;
	if (shares_samples(event__attr(event)))
		value.read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED;
	if (event->terms.call_graph == EVENT_CALL_GRAPH_FP)
		value.sample_type |= PERF_SAMPLE_CALLCHAIN;
	apply_defaults(event, &mask, &value);
}

/* Does a description that pinned bits leave what a persistent event can not do without? */
static int check_pinned(const struct event *event, struct err *err)
{
	static const struct {
		u64 bit;
		const char *name;
	} needed[] = {
		{ PERF_SAMPLE_IDENTIFIER, "IDENTIFIER" },
		{ PERF_SAMPLE_TIME, "TIME" },
		{ PERF_SAMPLE_TID, "TID" },
		{ PERF_SAMPLE_CPU, "CPU" },
		{ PERF_SAMPLE_IP, "IP" },
	};
	const struct perf_event_attr *attr = event__attr(event);

	for (size_t i = 0; i < ARRAY_SIZE(needed); i++)
		if (!(attr->sample_type & needed[i].bit))
			return err__set(err, -EINVAL,
					"the event's description fixes sample_type (word 3) "
					"without "
					"%s, which a persistent event needs",
					needed[i].name);
	if (!attr->write_backward || !attr->use_clockid || attr->clockid != CLOCK_MONOTONIC ||
	    !attr->disabled || !attr->sample_id_all)
		return err__set(err, -EINVAL,
				"the event's description fixes a flag (word 5) or the clock (word "
				"11) "
				"otherwise than a persistent event needs: disabled, sample_id_all, "
				"write_backward and use_clockid set, clockid CLOCK_MONOTONIC");
	if (attr->sample_type & PERF_SAMPLE_READ &&
	    (!(attr->read_format & PERF_FORMAT_ID) || attr->read_format & PERF_FORMAT_GROUP))
		return err__set(err, -EINVAL,
				"the event's description fixes read_format (word 4), which a "
				"persistent event needs with ID and without GROUP");
	return 0;
}

/* What has an owner or needs more than one event can not be persistent. */
static int check_event(const struct event_list *list, struct err *err)
{
	const struct event *event = list->nr ? list->events[0] : NULL;
	const struct event_terms *terms = &event->terms;

	if (list->nr != 1)
		return err__set(err, -EINVAL, "a persistent event is one event; this names %zu",
				list->nr);
	if (event->persistent)
		return err__set(err, -EINVAL, "this event is persistent already");
	if (event->tool != EVENT_TOOL_NONE)
		return err__set(err, -EINVAL, "'%s' is counted by a command, not by the kernel",
				event->name);
	if (terms->call_graph == EVENT_CALL_GRAPH_DWARF ||
	    terms->call_graph == EVENT_CALL_GRAPH_LBR)
		return err__set(err, -EINVAL,
				"call chains of a persistent event are call-graph=fp");
	if (terms->sample_read || terms->aux_output || terms->bpf_counters ||
	    terms->aux_sample_size || terms->aux_action)
		return err__set(err, -EINVAL,
				"an event that belongs to a group, to AUX data or to BPF can not "
				"be "
				"persistent");
	if (terms->inherit == 1 || event__flag(event, ATTR_INHERIT) ||
	    event__flag(event, ATTR_ENABLE_ON_EXEC))
		return err__set(err, -EINVAL,
				"an event that follows a process (inherit, enable_on_exec) is not "
				"system-wide");
	return 0;
}

/* Moves what the event says into the description. */
static int take_event(struct description *description, struct event *event)
{
	struct event_info *info = &description->info;

	info->words = event->words;
	info->nr_words = event->nr_words;
	info->tp_system = event->tp_system;
	info->tp_name = event->tp_name;
	description->cpus = event->cpus;
	info->clockid = CLOCK_MONOTONIC;
	event->words = NULL;
	event->tp_system = event->tp_name = event->cpus = NULL;
	return 0;
}

static int complete(struct description *description, struct event *event, u64 ring_bytes,
		    struct err *err)
{
	int ret;

	default_ring(event, ring_bytes);
	default_period(event);
	default_samples(event);
	description->lost_optional =
		!event__is_pinned(event, ATTR_WORD_READ_FORMAT, PERF_FORMAT_LOST);
	ret = check_pinned(event, err);
	return ret ? ret : take_event(description, event);
}

int description__make(struct description *description, const char *name, const char *string,
		      u64 ring_bytes, struct err *err)
{
	struct pmus *pmus = pmus__new(NULL);
	struct event_list list = { 0 };
	int ret;

	*description = (struct description){ .info.ring_bytes = ring_bytes };
	description->info.name = strdup(name);
	description->info.event = strdup(string);
	ret = pmus && description->info.name && description->info.event
		      ? parse_events(&list, string, pmus__lookup(pmus), err)
		      : err__set(err, -ENOMEM, "out of memory");
	if (!ret)
		ret = check_event(&list, err);
	if (!ret)
		ret = complete(description, list.events[0], ring_bytes, err);
	if (ret)
		description__exit(description);
	event_list__exit(&list);
	pmus__delete(pmus);
	return ret;
}

int description__make_sideband(struct description *description, u64 ring_bytes)
{
	struct perf_event_attr mask = { .type = ~0U, .config = ~0ULL, .sample_type = ~0ULL };
	struct perf_event_attr value = { .type = PERF_TYPE_SOFTWARE,
					 .config = PERF_COUNT_SW_DUMMY,
					 .sample_type = SIDEBAND_SAMPLE_TYPE };
	static const enum attr_flag flags[] = { ATTR_COMM, ATTR_COMM_EXEC, ATTR_TASK, ATTR_MMAP,
						ATTR_MMAP2 };
	struct event *event = event__new();

	*description = (struct description){ .info.ring_bytes = ring_bytes };
	description->info.name = strdup("");
	description->info.event = strdup("");
	if (!event || !description->info.name || !description->info.event) {
		event__delete(event);
		description__exit(description);
		return -ENOMEM;
	}
	apply_defaults(event, &mask, &value);
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		event__default_flag(event, flags[i], true);
	default_ring(event, ring_bytes);
	take_event(description, event);
	event__delete(event);
	return 0;
}

bool description__drop_lost(struct event_info *info)
{
	struct perf_event_attr *attr = (struct perf_event_attr *)info->words;

	if (!(attr->read_format & PERF_FORMAT_LOST))
		return false;
	attr->read_format &= ~(u64)PERF_FORMAT_LOST;
	return true;
}

static int map_error(const char *name, int code, struct err *err)
{
	if (code == -EPERM)
		err__set(err, code, "no memory may be locked for the ring of '%s'", name);
	else
		err__set(err, code, "the ring of '%s' can not be mapped: %s", name,
			 strerror(-code));
	if (code == -EPERM)
		err__set_hint(err, "give smaller rings (-m), or raise "
				   "/proc/sys/kernel/perf_event_mlock_kb");
	if (code == -ENOMEM)
		err__set_hint(err, "give smaller rings (-m): there is one for each CPU");
	return code;
}

int description__open_error(const struct event_info *info, int cpu, bool mapping, int code,
			    struct err *err)
{
	static const struct {
		int code;
		const char *hint;
	} hints[] = {
		{ -ENOENT, "the kernel or this machine (a virtual one?) does not have the event" },
		{ -ENODEV, "the hardware does not offer the event" },
		{ -EOPNOTSUPP, "the event can not sample, or not on this machine" },
		{ -EACCES, "run it as root, or lower /proc/sys/kernel/perf_event_paranoid" },
		{ -EPERM, "a sandbox (seccomp) or lockdown forbids perf_event_open" },
		{ -EBUSY, "another event has the hardware for itself" },
		{ -ENOSPC, "all breakpoints or counters are taken" },
	};
	const char *name = info->name && *info->name ? info->name : "the side-band";

	if (mapping)
		return map_error(name, code, err);
	if (code == -E2BIG)
		return attr__explain_too_big(info->words, info->nr_words, perf_event__attr_bytes(),
					     name, err);
	err__set(err, code, "'%s' can not be opened on CPU %d: %s", name, cpu, strerror(-code));
	if (code == -EINVAL)
		err__set_hint(err,
			      "the kernel refuses '%s' for the whole system: it may belong to "
			      "processes only, or one of its terms has a bad value",
			      info->event);
	for (size_t i = 0; i < ARRAY_SIZE(hints); i++)
		if (hints[i].code == code)
			err__set_hint(err, "%s", hints[i].hint);
	return code;
}
