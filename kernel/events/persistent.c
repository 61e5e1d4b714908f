// SPDX-License-Identifier: GPL-2.0-only
/*
 * Persistent events: perf events of the kernel's own, one on each CPU, that
 * write to buffers which belong to no process. Whoever opens an event with
 * attr.persistent set and the attr of a running one gets an event of its own
 * on the no-op PMU below, attached to the running event's buffer.
 *
 * Locks: persistent_add_mutex serialises everything that creates, installs and
 * removes; event_mutex, ctx->mutex and mmap_mutex nest inside. persistent_lock
 * protects the list and what it leads to for those who look a buffer up; it is
 * a leaf, as it is taken with mmap_lock, mmap_mutex and pmus_srcu held.
 */
#define pr_fmt(fmt) "perf: persistent: " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/ctype.h>
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/poll.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "internal.h"
#include "persistent.h"

#undef MODULE_PARAM_PREFIX
#define MODULE_PARAM_PREFIX "perf_persistent."

/* What belongs to the reader that asks and is never taken from the event. */
#define READER_READ_FORMAT	(PERF_FORMAT_TOTAL_TIME_ENABLED | \
				 PERF_FORMAT_TOTAL_TIME_RUNNING | \
				 PERF_FORMAT_ID | PERF_FORMAT_LOST)

static unsigned int max_mb;
module_param(max_mb, uint, 0644);
MODULE_PARM_DESC(max_mb, "bound on the memory of all rings (0: a 64th of RAM)");

/* creating, installing and removing: see above */
static DEFINE_MUTEX(persistent_add_mutex);
/* the list, and what is found by it: a leaf */
DEFINE_MUTEX(persistent_lock);
LIST_HEAD(persistent_events);

static atomic_long_t persistent_pages;
static u64 persistent_next_id = 1;
static struct pmu persistent_pmu;

/* -------------------------------------------------------------------------- */
/* Rings									*/

static unsigned long max_pages(void)
{
	unsigned int mb = READ_ONCE(max_mb);

	return mb ? (unsigned long)mb << (20 - PAGE_SHIFT) : totalram_pages() / 64;
}

static int charge(unsigned long nr_pages)
{
	if (atomic_long_add_return(nr_pages, &persistent_pages) <= max_pages())
		return 0;
	atomic_long_sub(nr_pages, &persistent_pages);
	return -ENOSPC;
}

static void ring_put(struct persistent_ring *ring)
{
	if (!refcount_dec_and_test(&ring->refs))
		return;
	atomic_long_sub(ring->nr_pages + 1, &persistent_pages);
	kfree(ring);
}

/* A new event on @cpu, disabled, with a buffer that only it writes to. */
static struct persistent_ring *ring_new(const struct perf_event_attr *asked, int cpu,
					unsigned long nr_pages)
{
	struct perf_event_attr attr = *asked;
	struct persistent_ring *ring;
	struct perf_event *event;
	int ret;

	ret = charge(nr_pages + 1);
	if (ret)
		return ERR_PTR(ret);
	ring = kzalloc(sizeof(*ring), GFP_KERNEL);
	if (!ring) {
		ret = -ENOMEM;
		goto err_charge;
	}
	event = perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
	if (IS_ERR(event)) {
		ret = PTR_ERR(event);
		goto err_ring;
	}
	ret = perf_event_kernel_rb(event, nr_pages);
	if (ret)
		goto err_event;
	refcount_set(&ring->refs, 1);
	ring->nr_pages = nr_pages;
	ring->id = event->id;
	ring->pmu = event->pmu;
	RCU_INIT_POINTER(ring->event, event);
	return ring;

err_event:
	perf_event_release_kernel(event);
err_ring:
	kfree(ring);
err_charge:
	atomic_long_sub(nr_pages + 1, &persistent_pages);
	return ERR_PTR(ret);
}

static struct perf_event *ring_event(struct persistent_ring *ring)
{
	return rcu_dereference_protected(ring->event, lockdep_is_held(&persistent_add_mutex));
}

/* What the event has counted, seen from its CPU with interrupts off. */
static u64 ring_count(struct persistent_ring *ring)
{
	struct perf_event *event;
	u64 count;

	rcu_read_lock();
	event = rcu_dereference(ring->event);
	if (event) {
		if (event->state == PERF_EVENT_STATE_ACTIVE && event->oncpu == smp_processor_id())
			event->pmu->read(event);
		count = local64_read(&event->count);
	} else {
		smp_rmb();	/* pairs with rings_release() */
		count = ring->final_count;
	}
	rcu_read_unlock();
	return count;
}

/**
 * persistent_ring_get - get what an event can be attached to
 * @pe: a persistent event, persistent_lock is held
 * @cpu: a CPU
 * @rb: where the buffer goes
 *
 * Return: the ring with a reference to it and to @rb, NULL if there is none.
 */
struct persistent_ring *persistent_ring_get(struct persistent_event *pe, int cpu,
					    struct perf_buffer **rb)
{
	struct persistent_ring *ring = pe->rings[cpu];

	lockdep_assert_held(&persistent_lock);
	if (!ring)
		return NULL;
	*rb = ring_buffer_get(rcu_dereference_protected(ring->event, true));
	if (!*rb)
		return NULL;
	refcount_inc(&ring->refs);
	return ring;
}

/**
 * persistent_attach - let an event read a ring
 * @event: an event without a buffer; its mmap_mutex is held, or nobody knows it
 * @user: zeroed, owned by the event from here on
 * @ring: from persistent_ring_get(), like @rb: the references go to the event
 * @rb: the buffer
 */
void persistent_attach(struct perf_event *event, struct persistent_user *user,
		       struct persistent_ring *ring, struct perf_buffer *rb)
{
	user->ring = ring;
	/* samples are of the event that writes */
	WRITE_ONCE(event->id, ring->id);
	/* whoever sees the reader sees its ring */
	smp_store_release(&event->persistent, user);
	perf_event_attach_rb(event, rb);
}

/**
 * perf_persistent_detach - end what persistent_attach() began
 * @event: an event that is being freed
 */
void perf_persistent_detach(struct perf_event *event)
{
	struct persistent_user *user = event->persistent;

	/* still there where perf_event_alloc() failed after event_init() */
	if (event->rb)
		perf_event_attach_rb(event, NULL);
	event->persistent = NULL;
	ring_put(user->ring);
	kfree(user);
}

/* -------------------------------------------------------------------------- */
/* Adding and removing								*/

static ssize_t event_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct persistent_event *pe = container_of(attr, struct persistent_event, sysfs.attr);

	return persistent_attr_emit(&pe->attr, page);
}

static void event_publish(struct persistent_event *pe)
{
	struct attribute *attr = &pe->sysfs.attr.attr;

	lockdep_assert_held(&persistent_add_mutex);
	if (pe->in_sysfs || !persistent_pmu.dev)
		return;
	sysfs_attr_init(attr);
	attr->name = pe->name;
	attr->mode = 0444;
	pe->sysfs.attr.show = event_show;
	if (sysfs_add_file_to_group(&persistent_pmu.dev->kobj, attr, "events"))
		pr_err("%s: no file in sysfs\n", pe->name);
	else
		pe->in_sysfs = true;
}

/* Waits until nobody reads the file. */
static void event_withdraw(struct persistent_event *pe)
{
	if (pe->in_sysfs)
		sysfs_remove_file_from_group(&persistent_pmu.dev->kobj, &pe->sysfs.attr.attr,
					     "events");
	pe->in_sysfs = false;
}

/* What readers see at once: the last record was written, poll() says so. */
static void rings_stop(struct persistent_event *pe)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct persistent_ring *ring = pe->rings[cpu];
		struct perf_event *event;

		if (!ring)
			continue;
		event = ring_event(ring);
		perf_event_disable(event);
		ring->final_count = local64_read(&event->count);
		/* after the last record, see perf_persistent_poll() */
		smp_store_release(&ring->removed, true);
		perf_event_wakeup(event);
	}
}

static void rings_release(struct persistent_event *pe)
{
	struct perf_event *event;
	int cpu;

	for_each_possible_cpu(cpu) {
		struct persistent_ring *ring = pe->rings[cpu];

		if (!ring)
			continue;
		event = ring_event(ring);
		/* It is off, and freed by RCU: ring_count() may be on its way. */
		smp_wmb();	/* final_count comes first */
		RCU_INIT_POINTER(ring->event, NULL);
		perf_event_release_kernel(event);
		ring_put(ring);
	}
}

/* Creates the event where a CPU came up, and installs it again where one came back. */
static int event_sync_cpu(struct persistent_event *pe, int cpu)
{
	struct persistent_ring *ring = pe->rings[cpu];
	int ret;

	lockdep_assert_held(&persistent_add_mutex);
	if (ring) {
		ret = perf_event_kernel_reinstall(ring_event(ring));
		if (!ret)
			perf_event_enable(ring_event(ring));
		return ret;
	}
	ring = ring_new(&pe->attr, cpu, pe->nr_pages);
	if (IS_ERR(ring))
		return PTR_ERR(ring);
	mutex_lock(&persistent_lock);
	pe->rings[cpu] = ring;
	mutex_unlock(&persistent_lock);
	return 0;
}

/* -EEXIST: one that records the same runs. */
static int event_check_new(struct persistent_event *pe, struct perf_event *event)
{
	struct persistent_event *other;
	u64 config = pe->attr.config;

	/*
	 * What its init made of it: cpu-clock has a period now. But type and
	 * config are those that an open names, not what they were turned into.
	 */
	pe->attr = event->attr;
	pe->attr.type = event->orig_type;
	pe->attr.config = config;
	list_for_each_entry(other, &persistent_events, list)
		if (persistent_attr_match(&other->attr, &pe->attr, PERSISTENT_SAME))
			return -EEXIST;
	return 0;
}

static int event_create(struct persistent_event *pe)
{
	bool first = true;
	int cpu, ret;

	for_each_possible_cpu(cpu) {
		ret = event_sync_cpu(pe, cpu);
		if (ret == -ENODEV)	/* offline */
			continue;
		if (!ret && first)
			ret = event_check_new(pe, ring_event(pe->rings[cpu]));
		if (ret)
			return ret;
		first = false;
	}
	if (first)
		return -ENODEV;
	for_each_possible_cpu(cpu)
		if (pe->rings[cpu])
			perf_event_enable(ring_event(pe->rings[cpu]));
	return 0;
}

/* Letters first, so that it differs from an id; what a path and an event string may hold. */
static bool name_is_valid(const char *name)
{
	size_t len = strlen(name), i;

	if (!len || len > PERF_PERSISTENT_NAME_MAX || isdigit(name[0]) || name[0] == '-')
		return false;
	for (i = 0; i < len; i++)
		if (!isascii(name[i]) || !(isalnum(name[i]) || name[i] == '_' || name[i] == '-'))
			return false;
	return true;
}

static int attr_check(const struct perf_event_attr *attr)
{
	if (attr->persistent || attr->exclusive || attr->sigtrap || attr->aux_output ||
	    attr->aux_action || attr->aux_sample_size ||
	    (attr->sample_type & PERF_SAMPLE_AUX) || (attr->read_format & PERF_FORMAT_GROUP))
		return -EINVAL;
	/* its records come from those who own it */
	if (attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_BPF_OUTPUT)
		return -EINVAL;
	if (attr->freq && (!attr->sample_freq ||
			   attr->sample_freq > READ_ONCE(sysctl_perf_event_sample_rate)))
		return -EINVAL;
	return 0;
}

static struct persistent_event *event_new(const char *name, const struct perf_event_attr *attr,
					  unsigned long nr_pages)
{
	struct persistent_event *pe = kzalloc(struct_size(pe, rings, nr_cpu_ids), GFP_KERNEL);

	if (!pe)
		return NULL;
	INIT_LIST_HEAD(&pe->list);
	strscpy(pe->name, name);
	pe->nr_pages = nr_pages;
	pe->attr = *attr;
	pe->attr.size = sizeof(pe->attr);
	pe->attr.disabled = 1;		/* until the buffer is there */
	pe->attr.write_backward = 1;	/* the newest record is always at the head */
	pe->attr.inherit = 0;
	pe->attr.inherit_stat = 0;
	pe->attr.inherit_thread = 0;
	pe->attr.enable_on_exec = 0;
	pe->attr.remove_on_exec = 0;
	return pe;
}

static struct persistent_event *event_find(const char *name, u64 id)
{
	struct persistent_event *pe;

	list_for_each_entry(pe, &persistent_events, list)
		if (name ? !strcmp(pe->name, name) : pe->id == id)
			return pe;
	return NULL;
}

/**
 * perf_persistent_add - start a persistent event on all CPUs
 * @name: what sysfs calls it: letters, digits, _ and -, not a digit or - first
 * @attr: what it records; write_backward is set
 * @bytes: size of the ring on each CPU, a power of two of at least a page;
 *	0 for 512 KiB
 * @id: where a number goes by which it can be removed, may be NULL
 *
 * CPUs that come up later get the event too. May sleep.
 *
 * Return: 0; -EEXIST if the name is taken or an event with that attr runs,
 * whatever its size and wake-ups; -ENOSPC if its rings are over the bound of
 * perf_persistent.max_mb; -EINVAL; what creating the event returned.
 */
int perf_persistent_add(const char *name, const struct perf_event_attr *attr,
			unsigned long bytes, u64 *id)
{
	struct persistent_event *pe;
	int ret;

	bytes = bytes ?: PERF_PERSISTENT_RING_BYTES;
	if (!name_is_valid(name) || !is_power_of_2(bytes) || bytes < PAGE_SIZE ||
	    bytes > SZ_1G || attr_check(attr))
		return -EINVAL;
	pe = event_new(name, attr, bytes >> PAGE_SHIFT);
	if (!pe)
		return -ENOMEM;

	mutex_lock(&persistent_add_mutex);
	ret = event_find(name, 0) ? -EEXIST : event_create(pe);
	if (ret) {
		rings_release(pe);
		goto unlock;
	}
	pe->id = persistent_next_id++;
	if (id)
		*id = pe->id;
	mutex_lock(&persistent_lock);
	list_add_tail(&pe->list, &persistent_events);
	mutex_unlock(&persistent_lock);
	event_publish(pe);
unlock:
	mutex_unlock(&persistent_add_mutex);
	if (ret)
		kfree(pe);
	return ret;
}

/**
 * perf_persistent_remove - end a persistent event
 * @name: its name, or NULL
 * @id: its number, where @name is NULL
 *
 * Readers that are attached poll POLLHUP at once, and what they mapped stays
 * readable until they go. May sleep.
 *
 * Return: 0, or -ENOENT.
 */
int perf_persistent_remove(const char *name, u64 id)
{
	struct persistent_event *pe;

	mutex_lock(&persistent_add_mutex);
	pe = event_find(name, id);
	if (pe) {
		mutex_lock(&persistent_lock);
		list_del(&pe->list);
		mutex_unlock(&persistent_lock);
		event_withdraw(pe);
		rings_stop(pe);
		rings_release(pe);
		kfree(pe);
	}
	mutex_unlock(&persistent_add_mutex);
	return pe ? 0 : -ENOENT;
}

/* -------------------------------------------------------------------------- */
/* The PMU that readers are on							*/

/* The same as opening the running event would need. */
static int check_allowed(const struct perf_event_attr *attr)
{
	int ret = perf_allow_cpu();

	if (!ret && (!attr->exclude_kernel || (attr->sample_type & PERF_SAMPLE_PHYS_ADDR)))
		ret = perf_allow_kernel();
	if (!ret && attr->type == PERF_TYPE_TRACEPOINT)
		ret = perf_allow_tracepoint();
	if (!ret && (attr->sample_type & PERF_SAMPLE_REGS_INTR))
		ret = security_locked_down(LOCKDOWN_PERF);
	return ret;
}

static struct persistent_event *find_asked(const struct perf_event_attr *attr)
{
	struct persistent_event *pe, *found = NULL;

	list_for_each_entry(pe, &persistent_events, list) {
		if (!persistent_attr_match(&pe->attr, attr, PERSISTENT_ASKED))
			continue;
		if (found)
			return ERR_PTR(-EINVAL);
		found = pe;
	}
	return found ?: ERR_PTR(-ENOENT);
}

/* The event's own attr, but for what would make the reader write or be charged. */
static void take_attr(struct perf_event *event, const struct perf_event_attr *from)
{
	struct perf_event_attr attr = *from;

	attr.read_format = event->attr.read_format;
	attr.disabled = event->attr.disabled;
	attr.persistent = 1;
	attr.sample_period = 0;
	attr.freq = 0;
	attr.pinned = 0;
	attr.mmap = 0;
	attr.mmap_data = 0;
	attr.mmap2 = 0;
	attr.build_id = 0;
	attr.comm = 0;
	attr.comm_exec = 0;
	attr.task = 0;
	attr.context_switch = 0;
	attr.namespaces = 0;
	attr.ksymbol = 0;
	attr.bpf_event = 0;
	attr.cgroup = 0;
	attr.text_poke = 0;
	event->attr = attr;
}

static int attach_asked(struct perf_event *event, struct persistent_user *user)
{
	struct persistent_event *pe;
	struct persistent_ring *ring;
	struct perf_buffer *rb;
	int ret;

	mutex_lock(&persistent_lock);
	pe = find_asked(&event->attr);
	ret = PTR_ERR_OR_ZERO(pe) ?: check_allowed(&pe->attr);
	if (ret)
		goto unlock;
	ring = persistent_ring_get(pe, event->cpu, &rb);
	if (!ring) {
		ret = -ENODEV;
		goto unlock;
	}
	take_attr(event, &pe->attr);
	event->hw.sample_period = 0;
unlock:
	mutex_unlock(&persistent_lock);
	if (!ret)
		persistent_attach(event, user, ring, rb);
	return ret;
}

static int persistent_event_init(struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	struct persistent_user *user;
	int ret;

	if (!attr->persistent)
		return -ENOENT;
	/* before the lock: a sibling comes with ctx->mutex held */
	if (event->group_leader != event || event->parent || event->hw.target || event->cpu < 0)
		return -EINVAL;
	if (attr->exclusive || attr->pinned || attr->sigtrap || attr->aux_output ||
	    attr->aux_action || attr->aux_sample_size ||
	    (attr->read_format & ~READER_READ_FORMAT))
		return -EINVAL;
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return -ENOMEM;
	ret = attach_asked(event, user);
	if (ret)
		kfree(user);
	return ret;
}

static void persistent_read(struct perf_event *event)
{
	u64 now = ring_count(event->persistent->ring);
	u64 prev = local64_xchg(&event->hw.prev_count, now);

	local64_add(now - prev, &event->count);
}

static int persistent_add(struct perf_event *event, int flags)
{
	local64_set(&event->hw.prev_count, ring_count(event->persistent->ring));
	return 0;
}

static void persistent_del(struct perf_event *event, int flags)
{
	persistent_read(event);
}

static void persistent_nop(struct perf_event *event, int flags)
{
}

/* Events come and go; sysfs wants the directory. */
static struct attribute *no_attrs[] = { NULL };

static const struct attribute_group persistent_events_group = {
	.name = "events",
	.attrs = no_attrs,
};

static const struct attribute_group *persistent_groups[] = {
	&persistent_format_group,
	&persistent_events_group,
	&persistent_control_group,
	NULL,
};

static struct pmu persistent_pmu = {
	.task_ctx_nr	= perf_invalid_context,
	.capabilities	= PERF_PMU_CAP_NO_NMI | PERF_PMU_CAP_EXTENDED_REGS,
	.event_init	= persistent_event_init,
	.add		= persistent_add,
	.del		= persistent_del,
	.start		= persistent_nop,
	.stop		= persistent_nop,
	.read		= persistent_read,
	.attr_groups	= persistent_groups,
};

/**
 * perf_persistent_pmu - where events with attr.persistent belong, whatever
 *	type they name
 *
 * Return: the PMU.
 */
struct pmu *perf_persistent_pmu(void)
{
	return &persistent_pmu;
}

/* -------------------------------------------------------------------------- */
/* What a reader may do with its descriptor					*/

/**
 * perf_persistent_check_ioctl - refuse what would disturb a running event
 * @event: any event
 * @cmd: ioctl
 *
 * Return: 0 to go on, or -EACCES.
 */
int perf_persistent_check_ioctl(struct perf_event *event, unsigned int cmd)
{
	if (!event->attr.persistent)
		return 0;
	switch (cmd) {
	case PERF_EVENT_IOC_ENABLE:	/* of the reader's own count */
	case PERF_EVENT_IOC_DISABLE:
	case PERF_EVENT_IOC_RESET:
	case PERF_EVENT_IOC_ID:
		return 0;
	default:
		return -EACCES;
	}
}

/**
 * perf_persistent_mmap - refuse a writable mapping of a ring that others read
 * @event: any event, with its mmap_mutex held
 * @vma: the mapping
 * @nr_pages: pages of data in it
 *
 * Return: 0 to go on, or -EACCES.
 */
int perf_persistent_mmap(struct perf_event *event, struct vm_area_struct *vma,
			 unsigned long nr_pages)
{
	if (!event->persistent)
		return 0;
	if (vma->vm_flags & VM_WRITE)
		return -EACCES;
	/* nor by mprotect() later */
	vm_flags_clear(vma, VM_MAYWRITE);
	return 0;
}

/**
 * perf_persistent_poll - poll for one of several readers
 * @event: a reader, with its mmap_mutex held
 *
 * Unlike rb->poll, which the first one to look clears.
 *
 * Return: whether there is something new since the last poll, or the end.
 */
__poll_t perf_persistent_poll(struct perf_event *event)
{
	struct persistent_user *user = event->persistent;
	__poll_t events = 0;
	s64 head;

	/* nothing is written once it is seen as removed */
	if (smp_load_acquire(&user->ring->removed))
		events = EPOLLHUP;
	head = READ_ONCE(event->rb->user_page->data_head);
	if (atomic64_xchg(&user->seen_head, head) != head)
		events |= EPOLLIN | EPOLLRDNORM;
	return events;
}

/* -------------------------------------------------------------------------- */
/* CPUs and boot								*/

static void sync_all(struct work_struct *work)
{
	struct persistent_event *pe;
	int cpu, ret;

	mutex_lock(&persistent_add_mutex);
	list_for_each_entry(pe, &persistent_events, list) {
		for_each_possible_cpu(cpu) {
			ret = event_sync_cpu(pe, cpu);
			if (!ret)
				perf_event_enable(ring_event(pe->rings[cpu]));
			else if (ret != -ENODEV)
				pr_err("%s: cannot be started on CPU %d: %d\n", pe->name, cpu, ret);
		}
	}
	mutex_unlock(&persistent_add_mutex);
}

static DECLARE_WORK(sync_work, sync_all);

/* Not from here: event_mutex, which a tracepoint needs, is taken outside of the hotplug lock. */
static int cpu_came_online(unsigned int cpu)
{
	schedule_work(&sync_work);
	return 0;
}

/* Only the boot CPU is online. */
static int __init persistent_early_init(void)
{
	int ret;

	persistent_attr_init();
	ret = perf_pmu_register(&persistent_pmu, "persistent", -1);
	if (ret)
		return ret;
	persistent_text_init();
	return 0;
}
early_initcall(persistent_early_init);

/* The others are up. */
static int __init persistent_smp_init(void)
{
	int ret;

	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "perf/persistent:online",
					cpu_came_online, NULL);
	sync_all(NULL);
	return ret < 0 ? ret : 0;
}
core_initcall(persistent_smp_init);

/* After perf_event_sysfs_init(). */
static int __init persistent_sysfs_init(void)
{
	struct persistent_event *pe;

	mutex_lock(&persistent_add_mutex);
	list_for_each_entry(pe, &persistent_events, list)
		event_publish(pe);
	mutex_unlock(&persistent_add_mutex);
	return 0;
}
late_initcall(persistent_sysfs_init);
