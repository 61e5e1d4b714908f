/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_EVENT_H
#define PERF_UTIL_EVENT_H

#include "attr.h"

/* One event as a string and sysfs describe it: what resolve hands to the commands. */

enum event_call_graph {
	EVENT_CALL_GRAPH_UNSET,
	EVENT_CALL_GRAPH_NO,
	EVENT_CALL_GRAPH_FP,
	EVENT_CALL_GRAPH_DWARF,
	EVENT_CALL_GRAPH_LBR,
};

/* Terms that ask a command for something rather than set bits. -1: not said. */
struct event_terms {
	enum event_call_graph call_graph;
	u32 stack_size; /* bytes; 0: not said */
	int inherit;
	int overwrite;
	int time;
	bool percore;
	bool precise_max;    /* :P, the highest precise_ip that can be opened */
	int max_precise;     /* of :P, what the PMU says its highest is; -1: nothing */
	bool sample_read;    /* :S, the leader samples and reads its group */
	bool weak_group;     /* :W, dissolve the group when it can not be opened */
	bool bpf_counters;   /* :b */
	bool retire_latency; /* :R */
	bool aux_output;
	u64 max_events;	     /* nr=; 0: no bound */
	u32 aux_sample_size; /* bytes */
	char *aux_action;
	char *metric_id;
	char **driver_config; /* @name=value texts without the @, NULL-terminated, or NULL */
};

enum event_tool {
	EVENT_TOOL_NONE, /* an event of the kernel */
	EVENT_TOOL_DURATION_TIME,
	EVENT_TOOL_USER_TIME,
	EVENT_TOOL_SYSTEM_TIME,
};

struct event {
	/* The attr as words, nr_words of them (at least sizeof(struct perf_event_attr) / 8),
	 * and the bits of each that a description or the user set: no default changes those. */
	u64 *words;
	u64 *pinned;
	unsigned int nr_words;

	char *name;   /* as typed, or what name= gave */
	char *unit;   /* NULL: none */
	double scale; /* 1.0 unless sysfs says otherwise */
	bool per_pkg;
	bool snapshot;
	bool is_core_pmu;

	char *pmu;	 /* the PMU's name; NULL where the string names none and none is meant */
	char *pmu_event; /* the sysfs event's name ("mce_record"); NULL: described by terms */
	char *source;	 /* directory in which that PMU was found; NULL without a PMU */
	char *cpus;	 /* text of the PMU's cpumask or cpus file; NULL: any CPU */

	bool persistent; /* sets its PMU's format term named "persistent" */
	char *holder;	 /* socket path of the holder that provides it; NULL: the kernel */

	char *tp_system; /* tracepoints only */
	char *tp_name;

	enum event_tool tool;

	unsigned int leader; /* index of the group's leader in the list; its own when alone */
	char *group_name;    /* NULL: none; on the leader only */

	struct event_terms terms;

	/* One line that the user should see though the event is good; NULL: none. */
	char *warning;
};

struct event_list {
	struct event **events;
	size_t nr;
};

/* A new event of all zero words, or NULL. The caller deletes it. */
struct event *event__new(void);
struct event *event__clone(const struct event *event);
void event__delete(struct event *event);

/* Room for word @word: 0, -EINVAL past ATTR_WORD_MAX, -ENOMEM. attr.size grows with it. */
int event__reserve_word(struct event *event, unsigned int word);

/* Assigns the bits of @mask from @value and pins them. 0 or what reserve_word() gives. */
int event__pin(struct event *event, unsigned int word, u64 mask, u64 value);

/* Assigns only those bits of @mask that nothing pinned: how a command fills in its defaults. */
void event__default(struct event *event, unsigned int word, u64 mask, u64 value);
void event__default_flag(struct event *event, enum attr_flag flag, bool on);

bool event__flag(const struct event *event, enum attr_flag flag);
bool event__is_pinned(const struct event *event, unsigned int word, u64 mask); /* any bit of it */

/* The words as the struct the tool was built with; later words stand behind it. */
struct perf_event_attr *event__attr(const struct event *event);

/* Events stay owned by the list; exit deletes them. Append takes ownership even when it fails. */
int event_list__append(struct event_list *list, struct event *event);
void event_list__exit(struct event_list *list);

#endif
