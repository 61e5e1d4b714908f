// SPDX-License-Identifier: GPL-2.0-only
/* Records that are no samples -> the lines that perf script shows of them: who, when, what. */
#include "ui/record-line.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "session/cursor.h"
#include "symbol/machine.h"
#include "ui/put.h"

/* Bits of misc that linux/perf_event.h names for each type apart. */
#define MISC_SWITCH_PREEMPT (1 << 14)

/* In the order in which the kernel writes them. */
static const char *const namespaces[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };

static void print_mmap(struct buf *out, struct cursor *c, const struct session_record *record)
{
	const struct mmap_body *mmap = &record->other->mmap;

	(void)c;
	buf__printf(out, " %d/%d: [%#llx(%#llx) @ %#llx]: %c %s", mmap->pid, mmap->tid, mmap->start,
		    mmap->len, mmap->pgoff, mmap->exec ? 'x' : 'r', mmap->path);
}

static void print_mmap2(struct buf *out, struct cursor *c, const struct session_record *record)
{
	const struct mmap_body *mmap = &record->other->mmap;
	u32 major, minor, prot, flags;
	u64 inode, generation;

	cursor__bytes(c, 32);
	major = cursor__u32(c);
	minor = cursor__u32(c);
	inode = cursor__u64(c);
	generation = cursor__u64(c);
	prot = cursor__u32(c);
	flags = cursor__u32(c);
	buf__printf(out, " %d/%d: [%#llx(%#llx) @ %#llx ", mmap->pid, mmap->tid, mmap->start,
		    mmap->len, mmap->pgoff);
	if (mmap->build_id) {
		buf__puts(out, "<");
		for (u8 i = 0; i < mmap->build_id_size; i++)
			buf__printf(out, "%02x", mmap->build_id[i]);
		buf__puts(out, ">");
	} else {
		buf__printf(out, "%02x:%02x %llu %llu", major, minor, inode, generation);
	}
	buf__printf(out, "]: %c%c%c%c %s", prot & PROT_READ ? 'r' : '-',
		    prot & PROT_WRITE ? 'w' : '-', prot & PROT_EXEC ? 'x' : '-',
		    flags & MAP_SHARED ? 's' : 'p', mmap->path);
}

static void print_comm(struct buf *out, struct cursor *c, const struct session_record *record)
{
	const struct comm_body *comm = &record->other->comm;

	(void)c;
	buf__printf(out, "%s: %s:%d/%d", comm->exec ? " exec" : "", comm->comm, comm->pid,
		    comm->tid);
}

static void print_task(struct buf *out, struct cursor *c, const struct session_record *record)
{
	const struct task_body *task = &record->other->task;

	(void)c;
	buf__printf(out, "(%d:%d):(%d:%d)", task->pid, task->tid, task->ppid, task->ptid);
}

static const char *direction(const struct session_record *record)
{
	u16 misc = record->header->misc;

	if (!(misc & PERF_RECORD_MISC_SWITCH_OUT))
		return "IN         ";
	return misc & MISC_SWITCH_PREEMPT ? "OUT preempt" : "OUT        ";
}

static void print_switch(struct buf *out, struct cursor *c, const struct session_record *record)
{
	(void)c;
	buf__printf(out, " %s", direction(record));
}

static void print_switch_cpu_wide(struct buf *out, struct cursor *c,
				  const struct session_record *record)
{
	bool leaves = record->header->misc & PERF_RECORD_MISC_SWITCH_OUT;
	u32 pid = cursor__u32(c);

	buf__printf(out, " %s  %s pid/tid: %5d/%-5d", direction(record), leaves ? "next" : "prev",
		    (s32)pid, (s32)cursor__u32(c));
}

static void print_namespaces(struct buf *out, struct cursor *c, const struct session_record *record)
{
	u32 pid = cursor__u32(c), tid = cursor__u32(c);
	u64 nr = cursor__u64(c);

	(void)record;
	if (nr > c->left / 16)
		nr = c->left / 16;
	buf__printf(out, " %d/%d - nr_namespaces: %llu\n\t\t[", (s32)pid, (s32)tid, nr);
	for (u64 i = 0; i < nr; i++) {
		u64 device = cursor__u64(c), inode = cursor__u64(c);

		if (i && i % 4 == 0)
			buf__puts(out, "\n\t\t ");
		buf__printf(out, "%llu/%s: %llu/%#llx%s", i,
			    i < ARRAY_SIZE(namespaces) ? namespaces[i] : "unknown", device, inode,
			    i + 1 == nr ? "]" : ", ");
	}
}

static void print_cgroup(struct buf *out, struct cursor *c, const struct session_record *record)
{
	u64 id = cursor__u64(c);
	const char *path = cursor__string(c);

	(void)record;
	buf__printf(out, " cgroup: %llu %s", id, path ? path : "");
}

static void print_lost(struct buf *out, struct cursor *c, const struct session_record *record)
{
	(void)c;
	buf__printf(out, " lost %llu", record->other->lost.lost);
}

static void print_ksymbol(struct buf *out, struct cursor *c, const struct session_record *record)
{
	u64 addr = cursor__u64(c);
	u32 len = cursor__u32(c);
	u16 type = cursor__u16(c), flags = cursor__u16(c);
	const char *name = cursor__string(c);

	(void)record;
	buf__printf(out, " addr %llx len %u type %u flags 0x%x name %s", addr, len, type, flags,
		    name ? name : "");
}

static void print_bpf(struct buf *out, struct cursor *c, const struct session_record *record)
{
	u16 type = cursor__u16(c), flags = cursor__u16(c);

	(void)record;
	buf__printf(out, " type %u, flags %u, id %u", type, flags, cursor__u32(c));
}

static void print_text_poke(struct buf *out, struct cursor *c, const struct session_record *record)
{
	u64 addr = cursor__u64(c);
	u16 old_len = cursor__u16(c), new_len = cursor__u16(c);

	(void)record;
	buf__printf(out, " addr %#llx old len %u new len %u", addr, old_len, new_len);
}

static const struct {
	u32 type;
	u32 kind;
	void (*print)(struct buf *out, struct cursor *c, const struct session_record *record);
} lines[] = {
	{ PERF_RECORD_MMAP, RECORD_MMAPS, print_mmap },
	{ PERF_RECORD_LOST, RECORD_LOST, print_lost },
	{ PERF_RECORD_COMM, RECORD_TASKS, print_comm },
	{ PERF_RECORD_EXIT, RECORD_TASKS, print_task },
	{ PERF_RECORD_FORK, RECORD_TASKS, print_task },
	{ PERF_RECORD_MMAP2, RECORD_MMAPS, print_mmap2 },
	{ PERF_RECORD_LOST_SAMPLES, RECORD_LOST, print_lost },
	{ PERF_RECORD_SWITCH, RECORD_SWITCHES, print_switch },
	{ PERF_RECORD_SWITCH_CPU_WIDE, RECORD_SWITCHES, print_switch_cpu_wide },
	{ PERF_RECORD_NAMESPACES, RECORD_NAMESPACES, print_namespaces },
	{ PERF_RECORD_KSYMBOL, RECORD_BPF, print_ksymbol },
	{ PERF_RECORD_BPF_EVENT, RECORD_BPF, print_bpf },
	{ PERF_RECORD_CGROUP, RECORD_CGROUPS, print_cgroup },
	{ PERF_RECORD_TEXT_POKE, RECORD_TEXT_POKES, print_text_poke },
};

u32 record_kind__of(u32 type)
{
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		if (lines[i].type == type)
			return lines[i].kind;
	return 0;
}

/* Whose record it is: of the task that it tells about, where it does. */
static struct thread *owner(const struct sample_view *view, const struct session_record *record)
{
	const union record_body *body = record->other;
	s32 pid = record->sample->pid, tid = record->sample->tid;
	struct cursor c = { .at = record->body, .left = record->body_bytes };

	if (record->event)
		c.swapped = record->event->layout.swapped;
	switch (record->header->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		pid = body->mmap.pid;
		tid = body->mmap.tid;
		break;
	case PERF_RECORD_COMM:
		pid = body->comm.pid;
		tid = body->comm.tid;
		break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		pid = body->task.pid;
		tid = body->task.tid;
		break;
	case PERF_RECORD_NAMESPACES:
		pid = cursor__u32(&c);
		tid = cursor__u32(&c);
		break;
	}
	/* The kernel's own maps. */
	if (pid == -1)
		pid = tid = 0;
	return machine__thread(view->machine, pid, tid);
}

void record_line__print_body(struct buf *out, const struct session_record *record)
{
	struct cursor c = { .at = record->body, .left = record->body_bytes };

	if (record->event)
		c.swapped = record->event->layout.swapped;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		if (lines[i].type != record->header->type)
			continue;
		lines[i].print(out, &c, record);
		buf__puts(out, "\n");
	}
}

int record_line__print(struct sample_view *view, struct buf *out,
		       const struct session_record *record)
{
	sample_view__print_begin(view, out, record, owner(view, record));
	buf__printf(out, "PERF_RECORD_%s", record__type_name(record->header->type));
	record_line__print_body(out, record);
	return buf__error(out);
}
