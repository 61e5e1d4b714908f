# SPDX-License-Identifier: GPL-2.0-only
"""The series: what each step adds to the tree, and where. Read by apply-hooks and make-patches."""
import os
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))

LINUX = '6.12'

# how: 'before', 'after' or 'instead' of anchor, which stands once in where: a function's name,
# 'struct NAME', or None for the whole file.
Hook = namedtuple('Hook', 'path where how anchor new')
Step = namedtuple('Step', 'subject text hooks files')


def read(path):
    with open(os.path.join(HERE, path), encoding='utf-8') as file:
        return file.read()


CORE = 'kernel/events/core.c'
RING = 'kernel/events/ring_buffer.c'
INTERNAL = 'kernel/events/internal.h'
PERF_H = 'include/linux/perf_event.h'
UAPI = 'include/uapi/linux/perf_event.h'
TOOLS_UAPI = 'tools/include/uapi/linux/perf_event.h'
PARAMETERS = 'Documentation/admin-guide/kernel-parameters.txt'

RINGS = Step(
    'perf/core: Let kernel counters have a ring buffer',
    """An event that the kernel creates has nobody to mmap() it, so it has no ring
buffer either. Give those who create one a way to attach a buffer, to let
other events join it as readers, and to install an event again after its CPU
was offline.

A buffer can name the one event that writes to it. What any other event on
it would output, or write to the user page, is dropped; for buffers that
user space mapped nothing changes.
""",
    [
        Hook(INTERNAL, 'struct perf_buffer', 'after',
             '\tstruct list_head\t\tevent_list;\n',
             '\n\t/* the only event that may write; NULL: all that are attached */\n'
             '\tstruct perf_event\t\t*owner;\n'),
        Hook(INTERNAL, None, 'before', '#endif /* _KERNEL_EVENTS_INTERNAL_H */',
             """static inline bool rb_may_write(struct perf_buffer *rb, struct perf_event *event)
{
	return likely(!rb->owner) || rb->owner == event;
}

int perf_event_kernel_rb(struct perf_event *event, int nr_pages);
int perf_event_kernel_reinstall(struct perf_event *event);
void perf_event_attach_rb(struct perf_event *event, struct perf_buffer *rb);

"""),
        Hook(RING, '__perf_output_begin', 'instead',
             '\tif (unlikely(!rb))\n\t\tgoto out;\n',
             '\tif (unlikely(!rb) || !rb_may_write(rb, event))\n\t\tgoto out;\n'),
        Hook(CORE, 'perf_event_update_userpage', 'instead',
             '\tif (!rb)\n\t\tgoto unlock;\n',
             '\tif (!rb || !rb_may_write(rb, event))\n\t\tgoto unlock;\n'),
        Hook(CORE, None, 'after', 'EXPORT_SYMBOL_GPL(perf_event_create_kernel_counter);\n',
             """
/**
 * perf_event_kernel_rb - give a kernel counter a buffer that only it writes to
 * @event: a disabled one on a CPU, without a buffer
 * @nr_pages: pages of data, a power of two
 *
 * The event and the buffer are held as by a mapping that is never undone, so
 * that the last munmap() of a reader detaches nothing; ring_buffer_put() frees.
 *
 * Return: 0 or a negative error code.
 */
int perf_event_kernel_rb(struct perf_event *event, int nr_pages)
{
	struct perf_event_context *ctx;
	struct perf_buffer *rb;
	int ret = 0;

	rb = rb_alloc(nr_pages, event->attr.watermark ? event->attr.wakeup_watermark : 0,
		      event->cpu, 0 /* overwrite */);
	if (!rb)
		return -ENOMEM;
	rb->owner = event;
	atomic_set(&rb->mmap_count, 1);

	ctx = perf_event_ctx_lock(event);
	/* what perf_event_create_kernel_counter() leaves out */
	perf_event__header_size(event);
	perf_event__id_header_size(event);
	if (event->attr.use_clockid)
		ret = perf_event_set_clock(event, event->attr.clockid);
	if (!ret) {
		mutex_lock(&event->mmap_mutex);
		atomic_set(&event->mmap_count, 1);
		ring_buffer_attach(event, rb);
		perf_event_update_time(event);
		perf_event_init_userpage(event);
		perf_event_update_userpage(event);
		mutex_unlock(&event->mmap_mutex);
	}
	perf_event_ctx_unlock(event, ctx);
	if (ret)
		ring_buffer_put(rb);
	return ret;
}

/**
 * perf_event_kernel_reinstall - install a kernel counter that its CPU lost
 * @event: counter on a CPU
 *
 * Return: 0 if it is installed now, -ENODEV if its CPU is offline.
 */
int perf_event_kernel_reinstall(struct perf_event *event)
{
	struct perf_event_context *ctx = event->ctx;
	struct perf_cpu_context *cpuctx = container_of(ctx, struct perf_cpu_context, ctx);
	int ret = 0;

	mutex_lock(&ctx->mutex);
	if (!cpuctx->online) {
		ret = -ENODEV;
	} else if (!(event->attach_state & PERF_ATTACH_CONTEXT)) {
		event->state = PERF_EVENT_STATE_INACTIVE;
		perf_install_in_context(ctx, event, event->cpu);
	}
	mutex_unlock(&ctx->mutex);
	return ret;
}

/**
 * perf_event_attach_rb - let an event join a buffer of perf_event_kernel_rb()
 * @event: its mmap_mutex is held, or nobody else knows it
 * @rb: the caller's reference goes to the event; NULL to leave
 */
void perf_event_attach_rb(struct perf_event *event, struct perf_buffer *rb)
{
	if (rb)
		atomic_set(&event->mmap_count, 1);
	ring_buffer_attach(event, rb);
}
"""),
    ], [])

INTERNAL_DECLS = """#ifdef CONFIG_PERF_EVENTS_PERSISTENT
#define PERF_PERSISTENT_RING_BYTES	SZ_512K

/* An event that reads what another one writes. */
static inline bool is_persistent_reader(struct perf_event *event)
{
	return event->persistent;
}

struct pmu *perf_persistent_pmu(void);
int perf_persistent_check_ioctl(struct perf_event *event, unsigned int cmd);
int perf_persistent_mmap(struct perf_event *event, struct vm_area_struct *vma,
			 unsigned long nr_pages);
__poll_t perf_persistent_poll(struct perf_event *event);
void perf_persistent_detach(struct perf_event *event);

int perf_persistent_add(const char *name, const struct perf_event_attr *attr,
			unsigned long bytes, u64 *id);
int perf_persistent_remove(const char *name, u64 id);
#else
static inline bool is_persistent_reader(struct perf_event *event)
{
	return false;
}

static inline struct pmu *perf_persistent_pmu(void)
{
	return NULL;
}

static inline int perf_persistent_check_ioctl(struct perf_event *event, unsigned int cmd)
{
	return 0;
}

static inline int perf_persistent_mmap(struct perf_event *event, struct vm_area_struct *vma,
				       unsigned long nr_pages)
{
	return 0;
}

static inline __poll_t perf_persistent_poll(struct perf_event *event)
{
	return 0;
}

static inline void perf_persistent_detach(struct perf_event *event)
{
}
#endif

"""


def uapi(path):
    return Hook(path, 'struct perf_event_attr', 'instead',
                '\t\t\t\t__reserved_1   : 26;\n',
                '\t\t\t\t__reserved_1   : 25,\n'
                '\t\t\t\tpersistent     :  1; /* attach to one that runs */\n')


ATTACH = Step(
    'perf/core: Let an open attach to a persistent event',
    """Add attr.persistent, the highest flag bit, which is furthest from being taken
for something else. An event opened with it is a reader of an event that the
kernel owns: it has a descriptor, a poll position, a count and an enable state
of its own, and shares nothing but the buffer, which it cannot write to.

This adds the places in core.c that have to know; without
CONFIG_PERF_EVENTS_PERSISTENT, which comes later, the bit is refused as before.
""",
    [
        uapi(UAPI),
        uapi(TOOLS_UAPI),
        Hook(PERF_H, 'struct perf_event', 'after',
             '\t__u32\t\t\t\torig_type;\n',
             '\n#ifdef CONFIG_PERF_EVENTS_PERSISTENT\n'
             '\t/* set once, before rb, where rb is another event\'s */\n'
             '\tstruct persistent_user\t\t*persistent;\n'
             '#endif\n'),
        Hook(INTERNAL, None, 'before', '#endif /* _KERNEL_EVENTS_INTERNAL_H */', INTERNAL_DECLS),
        Hook(INTERNAL, None, 'after', '#include <linux/refcount.h>\n',
             '#include <linux/poll.h>\n#include <linux/sizes.h>\n'),
        Hook(CORE, 'perf_copy_attr', 'before',
             '\tif (attr->sample_type & ~(PERF_SAMPLE_MAX-1))\n',
             '\tif (attr->persistent && !IS_ENABLED(CONFIG_PERF_EVENTS_PERSISTENT))\n'
             '\t\treturn -EINVAL;\n\n'),
        Hook(CORE, 'perf_init_event', 'before', "\t/* Try parent's PMU first: */\n",
             """	if (event->attr.persistent) {
		pmu = perf_persistent_pmu();
		ret = perf_try_init_event(pmu, event);
		if (ret)
			pmu = ERR_PTR(ret);
		goto unlock;
	}

"""),
        Hook(CORE, 'perf_event_open', 'before',
             '\t\t/*\n\t\t * Do not allow a recursive hierarchy (this new sibling\n',
             """		/* A reader counts what another event does. */
		if (group_leader->attr.persistent)
			goto err_locked;

"""),
        Hook(CORE, 'perf_ioctl', 'before', '\tctx = perf_event_ctx_lock(event);\n',
             """	ret = perf_persistent_check_ioctl(event, cmd);
	if (ret)
		return ret;

"""),
        Hook(CORE, 'perf_mmap', 'before',
             '\tif (event->rb) {\n\t\tif (data_page_nr(event->rb) != nr_pages) {\n',
             """	ret = perf_persistent_mmap(event, vma, nr_pages);
	if (ret)
		goto unlock;

"""),
        Hook(CORE, 'perf_poll', 'instead',
             '\tif (rb)\n\t\tevents = atomic_xchg(&rb->poll, 0);\n',
             """	if (is_persistent_reader(event))
		events = perf_persistent_poll(event);
	else if (rb)
		events = atomic_xchg(&rb->poll, 0);
"""),
        Hook(CORE, 'perf_fasync', 'before', '\tinode_lock(inode);\n',
             """	/* Signals go to the event that writes. */
	if (on && is_persistent_reader(event))
		return -EOPNOTSUPP;

"""),
        Hook(CORE, 'perf_event_set_output', 'after', 'set:\n',
             """	/* The buffer of a persistent event has its one writer. */
	ret = -EACCES;
	if (is_persistent_reader(event) || (output_event && is_persistent_reader(output_event)))
		goto unlock;
	ret = -EINVAL;

"""),
        Hook(CORE, 'perf_event_set_bpf_prog', 'before', '\tctx = perf_event_ctx_lock(event);\n',
             """	ret = perf_persistent_check_ioctl(event, PERF_EVENT_IOC_SET_BPF);
	if (ret)
		return ret;

"""),
        Hook(CORE, '__free_event', 'before', '\tif (event->destroy)\n',
             """	if (is_persistent_reader(event))
		perf_persistent_detach(event);

"""),
    ], [])

IOC_UAPI = """/*
 * Starts events of the kernel's own with the attr of this one, on all CPUs; needs
 * CAP_SYS_ADMIN. They run until they are removed by the id.
 */
struct perf_event_persistent {
	char	name[64];	/* ends in a NUL; as sysfs shows it */
	__u64	size;		/* bytes of each CPU's buffer, 0: the default */
	__u64	id;		/* returned */
};

#define PERF_EVENT_IOC_PERSISTENT		_IOWR('$', 12, struct perf_event_persistent)

"""

DESCRIBE = Step(
    'perf: Name the fields of an attr in one table',
    """A reader of a persistent event has to open it with the event's attr and
decodes what it finds by it, so sysfs has to tell all of it: as format files
that name bits of the attr's u64 words, and as the values of an event.

The same table decides whether two events record the same, and whether an
open asks for an event, so that these cannot differ.
""",
    [
        Hook('kernel/events/Makefile', None, 'after',
             'obj-y := core.o ring_buffer.o callchain.o\n',
             '\nobj-$(CONFIG_PERF_EVENTS_PERSISTENT) += persistent-attr.o\n'),
    ],
    [('kernel/events/persistent.h', 'events/persistent.h'),
     ('kernel/events/persistent-attr.c', 'events/persistent-attr.c')])

PARAMETER_TEXT = """	perf_persistent=
			[PERF] Perf events that run from early boot on.
			Format: [<name>=]<event>[,freq=<n>|,period=<n>][,size=<n>[KMG]][;...]
			<event> is a tracepoint, <system>:<name>, or the name of
			a hardware or software event; size is of each CPU's ring.
			See Documentation/admin-guide/perf/persistent.rst.

	perf_persistent.max_mb=
			[PERF] Bound on the memory of the rings of all persistent
			events, in MiB.
			Default: 0, a 64th of RAM.

"""

PERSISTENT = Step(
    'perf: Add persistent events',
    """Some events matter most when nobody was there to ask for them: machine checks,
for one. Let the kernel own such events, from boot on or from when they are
added until they are removed, with one buffer per CPU that any number of
readers attach to and find the history in.

Readers are on a no-op PMU, so what they do with their descriptors never gets
to the event that runs. Removing one tells them by POLLHUP; what they have
mapped stays until they go and counts against perf_persistent.max_mb as long.
""",
    [
        Hook('init/Kconfig', None, 'before', 'config DEBUG_PERF_USE_VMALLOC\n',
             read('../events/Kconfig.persistent')),
        Hook('kernel/events/Makefile', None, 'instead',
             'obj-$(CONFIG_PERF_EVENTS_PERSISTENT) += persistent-attr.o\n',
             'obj-$(CONFIG_PERF_EVENTS_PERSISTENT) += persistent.o persistent-attr.o '
             'persistent-text.o\n'),
        Hook(PARAMETERS, None, 'before', '\tpirq=\t\t[SMP,APIC] Manual mp-table setup\n', PARAMETER_TEXT),
    ],
    [('kernel/events/persistent.c', 'events/persistent.c'),
     ('kernel/events/persistent-text.c', 'events/persistent-text.c')])

IOCTL = Step(
    'perf: Let an ioctl make an event persistent',
    """Whoever has worked out an event, with all that its attr can say, wants to
keep that one, not to describe it once more. PERF_EVENT_IOC_PERSISTENT starts
events of the kernel's own with the attr of an open event; the descriptor
stays what it was, as its release would end its event whoever else used it.
""",
    [
        Hook(UAPI, None, 'before', 'enum perf_event_ioc_flags {\n', IOC_UAPI),
        Hook(TOOLS_UAPI, None, 'before', 'enum perf_event_ioc_flags {\n', IOC_UAPI),
        Hook(INTERNAL, None, 'after',
             'int perf_persistent_remove(const char *name, u64 id);\n',
             'int perf_persistent_copy_attr(struct perf_event *event, '
             'struct perf_event_attr *attr);\n'
             'long perf_persistent_ioctl(struct perf_event *event, void __user *arg);\n'),
        Hook(INTERNAL, None, 'before', """static inline void perf_persistent_detach(struct perf_event *event)
{
""", """static inline long perf_persistent_ioctl(struct perf_event *event, void __user *arg)
{
	return -ENOTTY;
}

"""),
        Hook('kernel/events/Makefile', None, 'instead',
             'persistent-text.o\n', 'persistent-text.o \\\n\t\t\t\t\t persistent-ioctl.o\n'),
        # Its events take ctx->mutex themselves.
        Hook(CORE, 'perf_ioctl', 'before',
             '\tctx = perf_event_ctx_lock(event);\n',
             """	if (cmd == PERF_EVENT_IOC_PERSISTENT)
		return perf_persistent_ioctl(event, (void __user *)arg);

"""),
        Hook(CORE, None, 'after', """void perf_event_attach_rb(struct perf_event *event, struct perf_buffer *rb)
{
	if (rb)
		atomic_set(&event->mmap_count, 1);
	ring_buffer_attach(event, rb);
}
""", """
#ifdef CONFIG_PERF_EVENTS_PERSISTENT
/* What an attr alone does not say, or says in a way that others cannot repeat. */
static bool has_more_than_attr(struct perf_event *event)
{
	if (event->attach_state & PERF_ATTACH_TASK || event->cpu < 0 || event->parent ||
	    is_cgroup_event(event) || is_persistent_reader(event))
		return true;
	if (event->group_leader != event || event->nr_siblings || has_aux(event) ||
	    event->prog || event->addr_filter_ranges)
		return true;
#ifdef CONFIG_EVENT_TRACING
	/* k/uprobes that are made by an attr with pointers to the caller's memory */
	if (perf_event_is_tracing(event) && event->attr.type != PERF_TYPE_TRACEPOINT)
		return true;
	if (event->filter)
		return true;
#endif
	return false;
}

/**
 * perf_persistent_copy_attr - get the attr to run an event persistently
 * @event: an open event
 * @attr: where it goes
 *
 * Return: 0, or -EINVAL for events of a task or cgroup, in a group, with AUX
 * data, a filter or a BPF program, and for readers of persistent events.
 */
int perf_persistent_copy_attr(struct perf_event *event, struct perf_event_attr *attr)
{
	struct perf_event_context *ctx = perf_event_ctx_lock(event);
	int ret = has_more_than_attr(event) ? -EINVAL : 0;

	*attr = event->attr;
	attr->type = event->orig_type;
	/* perf_init_event() took it out of the config */
	if ((attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE) &&
	    event->pmu->type != PERF_TYPE_RAW &&
	    (event->pmu->capabilities & PERF_PMU_CAP_EXTENDED_HW_TYPE))
		attr->config |= (u64)event->pmu->type << PERF_PMU_TYPE_SHIFT;
	perf_event_ctx_unlock(event, ctx);
	return ret;
}
#endif
"""),
    ],
    [('kernel/events/persistent-ioctl.c', 'events/persistent-ioctl.c')])

SHARE = Step(
    'perf: Let equal events share a persistent buffer',
    """With perf_persistent.share a system-wide event that would record what a
persistent one records gets that one's buffer at its first mapping: the
history of before it was opened, and no second copy of every record.

Everything that cannot work on a shared buffer either comes first, and the
event keeps a buffer of its own, or is refused with -EACCES.
""",
    [
        Hook('kernel/events/Makefile', None, 'instead',
             'persistent-ioctl.o\n', 'persistent-ioctl.o persistent-share.o\n'),
        Hook(PERF_H, 'struct perf_event', 'after',
             '\tstruct persistent_user\t\t*persistent;\n',
             '\t/* what others cannot have was asked of it; under mmap_mutex */\n'
             '\tbool\t\t\t\tkeeps_own_rb;\n'),
        Hook(INTERNAL, None, 'after',
             'long perf_persistent_ioctl(struct perf_event *event, void __user *arg);\n',
             """int perf_persistent_keep_own(struct perf_event *event);
int perf_persistent_keep_own_for(struct perf_event *event, unsigned int cmd);
void perf_persistent_share(struct perf_event *event, struct vm_area_struct *vma,
			   unsigned long nr_pages);
"""),
        Hook(INTERNAL, None, 'before', """static inline void perf_persistent_detach(struct perf_event *event)
{
""", """static inline int perf_persistent_keep_own(struct perf_event *event)
{
	return 0;
}

static inline int perf_persistent_keep_own_for(struct perf_event *event, unsigned int cmd)
{
	return 0;
}

static inline void perf_persistent_share(struct perf_event *event, struct vm_area_struct *vma,
					 unsigned long nr_pages)
{
}

"""),
        Hook(PARAMETERS, None, 'before', '\tpirq=\t\t[SMP,APIC] Manual mp-table setup\n',
             """	perf_persistent.share=
			[PERF] Give an event that records what a persistent one
			does that one's ring at its first read-only mapping.
			Format: <bool>
			Default: off.

"""),
        Hook(CORE, 'perf_ioctl', 'before', '\tctx = perf_event_ctx_lock(event);\n',
             """	ret = perf_persistent_keep_own_for(event, cmd);
	if (ret)
		return ret;

"""),
        Hook(CORE, 'perf_event_set_bpf_prog', 'before', '\tctx = perf_event_ctx_lock(event);\n',
             """	ret = perf_persistent_keep_own(event);
	if (ret)
		return ret;

"""),
        Hook(CORE, 'perf_read', 'before', '\tctx = perf_event_ctx_lock(event);\n',
             """	if (event->attr.read_format & PERF_FORMAT_ID)
		perf_persistent_keep_own_for(event, PERF_EVENT_IOC_ID);

"""),
        Hook(CORE, 'perf_fasync', 'before', '\tinode_lock(inode);\n',
             """	if (on && perf_persistent_keep_own(event))
		return -EOPNOTSUPP;

"""),
        Hook(CORE, 'perf_mmap', 'before',
             '\tret = perf_persistent_mmap(event, vma, nr_pages);\n',
             '\tperf_persistent_share(event, vma, nr_pages);\n'),
    ],
    [('kernel/events/persistent-share.c', 'events/persistent-share.c')])

DOCUMENT = Step(
    'Documentation: perf: Describe persistent events',
    """What they are, how they are read, added and removed, and what their lifetime
and locking rules are.
""",
    [
        Hook('Documentation/admin-guide/perf/index.rst', None, 'after', '   :maxdepth: 1\n\n',
             '   persistent\n'),
    ],
    [('Documentation/admin-guide/perf/persistent.rst', 'Documentation/persistent.rst')])

STEPS = [RINGS, ATTACH, DESCRIBE, PERSISTENT, IOCTL, SHARE, DOCUMENT]
