// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a record of a ring-stress scenario must look like: each word of it, and its place after
 * the one before. Also the reader that does not look again, to show that the checks find
 * what it gets wrong.
 */
#include "ring-stress.h"

#include <errno.h>
#include <perf/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cleanup.h"

/* Words that the functions called by the producer may have below its array. */
#define MAX_STACK_BEGIN 2048

/* The words of a sample that every source has, after the header. */
struct sample {
	u64 identifier, ip;
	u32 pid, tid;
	u64 time;
	u32 cpu, reserved;
	u64 period, count, id;
};

/* What sample_id_all puts at the end of other records. */
struct trailer {
	u32 pid, tid;
	u64 time;
	u32 cpu, reserved;
	u64 identifier;
};

/* raw_syscalls:sys_enter, with the size before it and the filling behind it. */
struct raw {
	u32 size;
	u8 data[68];
};

struct sys_enter {
	u16 common_type;
	u8 common_flags, common_preempt_count;
	s32 common_pid;
	s64 nr;
	u64 args[6];
};

void check__init(struct check *check, const struct stress *stress)
{
	memset(check, 0, sizeof(*check));
	check->stress = stress;
}

void check__may_skip(struct check *check)
{
	unsigned int i;

	check->gap = 0;
	for (i = 0; i < check->stress->nr_sources; i++) {
		check->sources[i].count.known = false;
		check->sources[i].comm.known = false;
		check->sources[i].mmap.known = false;
		check->sources[i].time = 0;
	}
}

static const char *wrong(struct check *check, const char *what, u64 got, u64 want)
{
	snprintf(check->why, sizeof(check->why), "%s is %#llx, not %#llx", what, got, want);
	return check->why;
}

/* @number must be the next one, unless there may be a gap, which is counted. */
static const char *check_sequence(struct check *check, struct sequence *sequence, const char *what,
				  u64 number, bool counts)
{
	u64 last = sequence->last;

	if (sequence->known && number != last + 1)
		return wrong(check, what, number, last + 1);
	if (counts && !sequence->seen)
		check->first_count = number;
	if (counts && !sequence->known && sequence->seen && number > last) {
		check->gap = number - last - 1;
		check->lost += check->gap;
	}
	sequence->known = sequence->seen = true;
	sequence->last = number;
	return NULL;
}

static int find_source(const struct stress *stress, u64 id)
{
	unsigned int i;

	for (i = 0; i < stress->nr_sources; i++)
		if (stress->sources[i].id == id)
			return (int)i;
	return -1;
}

static const char *check_time(struct check *check, int nr, u64 time)
{
	if (time < check->sources[nr].time)
		return wrong(check, "time", time, check->sources[nr].time);
	check->sources[nr].time = time;
	return NULL;
}

static const char *check_raw(struct check *check, const struct raw *raw, u64 count)
{
	struct sys_enter enter;
	u64 seq = count - 1;
	unsigned int i;

	memcpy(&enter, raw->data, sizeof(enter));
	if (raw->size != sizeof(raw->data))
		return wrong(check, "raw size", raw->size, sizeof(raw->data));
	if (enter.nr != SYS_getpid)
		return wrong(check, "system call", (u64)enter.nr, SYS_getpid);
	if (enter.common_pid != check->stress->producer)
		return wrong(check, "common_pid", (u64)enter.common_pid,
			     (u64)check->stress->producer);
	if (enter.args[0] != seq)
		return wrong(check, "sequence number", enter.args[0], seq);
	for (i = 1; i < 6; i++)
		if (enter.args[i] != stress__mix(seq, i))
			return wrong(check, "payload", enter.args[i], stress__mix(seq, i));
	return NULL;
}

/* The producer's array begins somewhere in the piece and reaches beyond its end. */
static const char *check_stack_words(struct check *check, const u64 *words, u64 nr, s64 seq)
{
	u64 begin = 0, i;

	while (begin + STACK_FIRST < nr &&
	       (words[begin] != STACK_MAGIC ||
		words[begin + STACK_FIRST] != stress__mix(0, STACK_FIRST)))
		begin++;
	if (begin > MAX_STACK_BEGIN || begin + STACK_FIRST >= nr)
		return wrong(check, "begin of the stack's pattern", begin, nr);
	for (i = 1; begin + i < nr && i < STACK_WORDS; i++) {
		u64 want = stress__mix(0, (unsigned int)i);

		if (i % STACK_SEQ == 1) {
			if (seq < 0)
				continue; /* an interrupt comes while the producer counts up */
			want = (u64)seq;
		}
		if (words[begin + i] != want)
			return wrong(check, "stack word", words[begin + i], want);
	}
	return NULL;
}

/* @at is behind the source's other fields; the record ends where the stack does. */
static const char *check_stack(struct check *check, const struct source *source, const u8 *at,
			       const u8 *end, s64 seq)
{
	const u64 *words = (const u64 *)(const void *)at;
	u64 left = (u64)(end - at) / sizeof(u64), nr, used;

	if (!source->stack_bytes)
		return left ? wrong(check, "rest of the record", left, 0) : NULL;
	if (!left)
		return wrong(check, "stack's size field", 0, 1);
	nr = words[0] / sizeof(u64);
	if (!nr) /* no user's stack there */
		return left == 1 ? NULL : wrong(check, "rest of the record", left, 1);
	if (nr > left || left != nr + 2)
		return wrong(check, "size of the stack", nr, left - 2);
	used = words[1 + nr];
	if (used > nr * sizeof(u64))
		return wrong(check, "size of the copied stack", used, nr * sizeof(u64));
	/* Little can be copied while fork() or a fault has a page of the stack in its hands. */
	if (seq < 0 && used <= MAX_STACK_BEGIN * sizeof(u64))
		return NULL;
	return check_stack_words(check, words + 1, used / sizeof(u64), seq);
}

/* Nanoseconds that the producer ran: no step is known, but it does not go back. */
static const char *check_clock(struct check *check, int nr, u64 count)
{
	struct sequence *sequence = &check->sources[nr].count;

	if (sequence->known && count < sequence->last)
		return wrong(check, "count", count, sequence->last);
	*sequence = (struct sequence){ true, true, count };
	return NULL;
}

/* What all samples of @source have in common. */
static const char *check_fields(struct check *check, int nr, const struct sample *sample)
{
	const struct stress *stress = check->stress;
	const struct source *source = &stress->sources[nr];

	if (sample->id != source->id)
		return wrong(check, "id of the count", sample->id, source->id);
	if (sample->pid != (u32)stress->producer || sample->tid != sample->pid)
		return wrong(check, "pid", sample->pid, (u64)stress->producer);
	if (sample->cpu != (u32)stress->cpu || sample->reserved)
		return wrong(check, "cpu", sample->cpu, (u64)stress->cpu);
	if (sample->period < source->period ||
	    (source->kind == TRACEPOINT && sample->period != source->period))
		return wrong(check, "period", sample->period, source->period);
	return check_time(check, nr, sample->time);
}

static const char *check_sample(struct check *check, const struct perf_event_header *header)
{
	const u8 *at = (const u8 *)(header + 1), *end = (const u8 *)header + header->size;
	const struct sample *sample = (const void *)at;
	const struct source *source;
	const char *why;
	int nr;

	if (header->size < sizeof(*header) + sizeof(*sample))
		return wrong(check, "size of a sample", header->size, sizeof(*sample));
	nr = find_source(check->stress, sample->identifier);
	if (nr < 0)
		return wrong(check, "identifier", sample->identifier, check->stress->sources[0].id);
	source = &check->stress->sources[nr];
	why = check_fields(check, nr, sample);
	if (why)
		return why;
	at += sizeof(*sample);
	if (source->kind == CLOCK) {
		why = check_clock(check, nr, sample->count);
		return why ? why : check_stack(check, source, at, end, -1);
	}
	if (source->kind != TRACEPOINT || end - at < (ptrdiff_t)sizeof(struct raw))
		return wrong(check, "size of a sample", header->size, sizeof(struct raw));
	why = check_raw(check, (const struct raw *)at, sample->count);
	if (!why)
		why = check_stack(check, source, at + sizeof(struct raw), end,
				  (s64)sample->count - 1);
	if (!why)
		why = check_sequence(check, &check->sources[nr].count, "event count", sample->count,
				     nr == 0);
	return why;
}

static const char *check_comm(struct check *check, int nr, const struct perf_event_header *header)
{
	const struct perf_record_comm *comm = (const void *)header;
	char text[16] = "";
	u64 seq;

	if (header->size != sizeof(*header) + 8 + 16 + sizeof(struct trailer))
		return wrong(check, "size of a comm record", header->size, 16);
	memcpy(text, comm->comm, 15);
	if (sscanf(text, "s%14llx", &seq) != 1)
		return wrong(check, "first letter of the comm", (u8)text[0], 's');
	return check_sequence(check, &check->sources[nr].comm, "sequence of comm", seq, false);
}

static const char *check_mmap2(struct check *check, int nr, const struct perf_event_header *header)
{
	const struct perf_record_mmap2 *mmap2 = (const void *)header;
	u64 page_bytes = (u64)sysconf(_SC_PAGESIZE);
	const char *name = check->stress->mmap_name;
	size_t len = ALIGN_UP(strlen(name) + 1, 8);
	size_t at = offsetof(struct perf_record_mmap2, filename);

	if (header->size != at + len + sizeof(struct trailer))
		return wrong(check, "size of a mmap2 record", header->size, at + len);
	if (memcmp(mmap2->filename, name, strlen(name) + 1))
		return wrong(check, "name in a mmap2 record", 0, 1);
	if (mmap2->start != MMAP_ADDRESS || mmap2->len != page_bytes)
		return wrong(check, "address of a mmap2 record", mmap2->start, MMAP_ADDRESS);
	return check_sequence(check, &check->sources[nr].mmap, "sequence of mmap",
			      mmap2->pgoff / page_bytes, true);
}

/* Also of an exit: the producer's own, when the run ends. */
static const char *check_fork(struct check *check, const struct perf_event_header *header)
{
	const struct perf_record_fork *task = (const void *)header;
	u32 pid = header->type == PERF_RECORD_FORK ? task->ppid : task->pid;

	if (header->size != sizeof(*task) + sizeof(struct trailer))
		return wrong(check, "size of a task record", header->size, sizeof(*task));
	if (pid != (u32)check->stress->producer)
		return wrong(check, "task", pid, (u64)check->stress->producer);
	return NULL;
}

/* Records that are no samples end in the same fields, from which their event is known. */
static const char *check_other(struct check *check, const struct perf_event_header *header)
{
	const struct trailer *trailer;
	const char *why;
	int nr;

	if (header->size < sizeof(*header) + sizeof(*trailer))
		return wrong(check, "size of a record", header->size, sizeof(*trailer));
	trailer = (const void *)((const u8 *)header + header->size - sizeof(*trailer));
	nr = find_source(check->stress, trailer->identifier);
	if (nr < 0)
		return wrong(check, "identifier", trailer->identifier, 0);
	if (trailer->cpu != (u32)check->stress->cpu || trailer->reserved)
		return wrong(check, "cpu", trailer->cpu, (u64)check->stress->cpu);
	if (trailer->pid != (u32)check->stress->producer)
		return wrong(check, "pid", trailer->pid, (u64)check->stress->producer);
	why = check_time(check, nr, trailer->time);
	if (why)
		return why;
	switch (header->type) {
	case PERF_RECORD_COMM:
		return check_comm(check, nr, header);
	case PERF_RECORD_MMAP2:
		return check_mmap2(check, nr, header);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return check_fork(check, header);
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
		return NULL;
	default:
		return wrong(check, "type", header->type, PERF_RECORD_SAMPLE);
	}
}

const char *check__record(struct check *check, const struct perf_event_header *header)
{
	if (header->type == PERF_RECORD_SAMPLE)
		return check_sample(check, header);
	return check_other(check, header);
}

/* Walks a copy as if it could not be torn: 1 when it is, or -errno. */
static int naive_check(const struct stress *stress, const u8 *copy, u64 bytes)
{
	const struct perf_event_header *header;
	_cleanup_free_ u32 *offsets = NULL;
	struct check check;
	size_t nr = 0;
	u64 at = 0;

	offsets = calloc(bytes / 8 + 1, sizeof(*offsets));
	if (!offsets)
		return -ENOMEM;
	while (bytes - at >= sizeof(*header)) {
		header = (const void *)(copy + at);
		if (header->size < sizeof(*header) || header->size % 8)
			return 1;
		if (header->size > bytes - at)
			break;
		offsets[nr++] = (u32)at;
		at += header->size;
	}
	check__init(&check, stress);
	while (nr)
		if (check__record(&check, (const void *)(copy + offsets[--nr])))
			return 1;
	return 0;
}

int naive__snapshot(const struct stress *stress, const struct perf_event_mmap_page *page)
{
	const u8 *data = (const u8 *)page + sysconf(_SC_PAGESIZE);
	u64 size = stress->scenario->ring_bytes, head, bytes, at, first;
	_cleanup_free_ u8 *copy = malloc(size);

	if (!copy)
		return -ENOMEM;
	head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	bytes = -head < size ? -head : size;
	at = head & (size - 1);
	first = size - at < bytes ? size - at : bytes;
	memcpy(copy, data + at, first);
	memcpy(copy + first, data, bytes - first);
	return naive_check(stress, copy, bytes);
}
