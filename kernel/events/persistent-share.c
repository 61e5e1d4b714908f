// SPDX-License-Identifier: GPL-2.0-only
/*
 * Persistent events: sharing without a flag. An ordinary event that would
 * record what a persistent one records gets that one's buffer when it is
 * mapped first, instead of a second buffer with the same records. It stays the
 * event that it was: it counts, but what it would write is dropped.
 *
 * The mmap() path takes persistent_lock only. Never ctx->mutex, which is held
 * across faults of read(), nor persistent_add_mutex.
 */
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "internal.h"
#include "persistent.h"

#undef MODULE_PARAM_PREFIX
#define MODULE_PARAM_PREFIX "perf_persistent."

static bool share;
module_param(share, bool, 0644);
MODULE_PARM_DESC(share, "events like a persistent one get its buffer");

/**
 * perf_persistent_keep_own - ask for what a shared buffer cannot give
 * @event: any event; its mmap_mutex is not held
 *
 * Whatever comes first, this or the first mmap(), decides: afterwards @event
 * either has a buffer of its own for good, or shares one and this fails.
 *
 * Return: 0, or -EACCES.
 */
int perf_persistent_keep_own(struct perf_event *event)
{
	int ret = 0;

	/* most events: they never share */
	if (!event->attr.write_backward)
		return 0;
	mutex_lock(&event->mmap_mutex);
	if (is_persistent_reader(event))
		ret = -EACCES;
	else
		event->keeps_own_rb = true;
	mutex_unlock(&event->mmap_mutex);
	return ret;
}

/**
 * perf_persistent_keep_own_for - the same for what an ioctl asks for
 * @event: any event; its mmap_mutex is not held
 * @cmd: ioctl
 *
 * Return: 0, or -EACCES.
 */
int perf_persistent_keep_own_for(struct perf_event *event, unsigned int cmd)
{
	switch (cmd) {
	case PERF_EVENT_IOC_SET_OUTPUT:
	case PERF_EVENT_IOC_SET_FILTER:
	case PERF_EVENT_IOC_SET_BPF:
	case PERF_EVENT_IOC_PAUSE_OUTPUT:
	case PERF_EVENT_IOC_PERIOD:
	case PERF_EVENT_IOC_MODIFY_ATTRIBUTES:
		return perf_persistent_keep_own(event);
	case PERF_EVENT_IOC_ID:
		/* either it never changes, or it did already */
		perf_persistent_keep_own(event);
		return 0;
	default:
		return 0;
	}
}

static bool may_share(struct perf_event *event)
{
	if (event->persistent || event->rb || event->keeps_own_rb)
		return false;
	if (!event->attr.write_backward || event->cpu < 0 || event->parent ||
	    event->attach_state & PERF_ATTACH_TASK || has_aux(event))
		return false;
	if (event->group_leader != event || event->nr_siblings || event->prog || event->fasync)
		return false;
#ifdef CONFIG_EVENT_TRACING
	if (event->filter)
		return false;
#endif
#ifdef CONFIG_CGROUP_PERF
	if (event->cgrp)
		return false;
#endif
	return true;
}

static struct persistent_ring *find_ring(struct perf_event *event, unsigned long nr_pages,
					 struct perf_buffer **rb)
{
	struct perf_event_attr attr = event->attr;
	struct persistent_ring *ring = NULL;
	struct persistent_event *pe;

	attr.type = event->orig_type;
	mutex_lock(&persistent_lock);
	list_for_each_entry(pe, &persistent_events, list) {
		/* config does not say which of several PMUs counts it: init took that off */
		if (pe->nr_pages != nr_pages || !pe->rings[event->cpu] ||
		    pe->rings[event->cpu]->pmu != event->pmu ||
		    !persistent_attr_match(&pe->attr, &attr, PERSISTENT_SAME))
			continue;
		ring = persistent_ring_get(pe, event->cpu, rb);
		break;
	}
	mutex_unlock(&persistent_lock);
	return ring;
}

/**
 * perf_persistent_share - let an event that is being mapped share a buffer
 * @event: any event, its mmap_mutex is held
 * @vma: the mapping
 * @nr_pages: pages of data in it
 *
 * Where it cannot, nothing is changed and the event gets a buffer of its own.
 */
void perf_persistent_share(struct perf_event *event, struct vm_area_struct *vma,
			   unsigned long nr_pages)
{
	struct persistent_user *user;
	struct persistent_ring *ring;
	struct perf_buffer *rb;

	if (!READ_ONCE(share) || vma->vm_flags & VM_WRITE || !may_share(event))
		return;
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return;
	ring = find_ring(event, nr_pages, &rb);
	if (ring)
		persistent_attach(event, user, ring, rb);
	else
		kfree(user);
}
