/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _KERNEL_EVENTS_PERSISTENT_H
#define _KERNEL_EVENTS_PERSISTENT_H

#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/refcount.h>

#include "internal.h"

#define PERF_PERSISTENT_NAME_MAX	63

/*
 * One CPU's buffer of a persistent event, and what writes to it. Its memory is
 * charged until the last reader goes, which may be long after the removal.
 */
struct persistent_ring {
	refcount_t			refs;
	bool				removed;
	unsigned long			nr_pages;	/* of data */
	u64				id;		/* as the samples carry it */
	u64				final_count;	/* once event is NULL */
	struct pmu			*pmu;		/* of the event */
	struct perf_event __rcu		*event;
};

/* perf_event::persistent: an event that reads a ring which it does not own. */
struct persistent_user {
	struct persistent_ring		*ring;
	atomic64_t			seen_head;	/* by poll() */
};

struct persistent_event {
	struct list_head		list;
	u64				id;
	char				name[PERF_PERSISTENT_NAME_MAX + 1];
	struct perf_event_attr		attr;		/* as its init left it */
	unsigned long			nr_pages;
	bool				in_sysfs;
	struct perf_pmu_events_attr	sysfs;
	struct persistent_ring		*rings[];	/* nr_cpu_ids */
};

/* How the attrs of two events are compared. */
enum persistent_match {
	PERSISTENT_SAME,	/* they record the same */
	PERSISTENT_ASKED,	/* what the second one sets is as in the first one */
};

/* persistent-attr.c */
bool persistent_attr_match(const struct perf_event_attr *attr,
			   const struct perf_event_attr *other,
			   enum persistent_match how);
ssize_t persistent_attr_emit(const struct perf_event_attr *attr, char *page);
extern const struct attribute_group persistent_format_group;
void persistent_attr_init(void);

/* persistent.c; the list is read with persistent_lock held */
extern struct mutex persistent_lock;
extern struct list_head persistent_events;
struct persistent_ring *persistent_ring_get(struct persistent_event *pe, int cpu,
					    struct perf_buffer **rb);
void persistent_attach(struct perf_event *event, struct persistent_user *user,
		       struct persistent_ring *ring, struct perf_buffer *rb);

/* persistent-text.c */
extern const struct attribute_group persistent_control_group;
void persistent_text_init(void);

#endif /* _KERNEL_EVENTS_PERSISTENT_H */
