// SPDX-License-Identifier: GPL-2.0-only
/* Records that only perf script -D shows -> what follows their type's name. */
#include "ui/dump-user.h"

#include <stdlib.h>

#include "buf.h"
#include "cpulist.h"
#include "session/cursor.h"

static void print_id_index(struct buf *out, struct cursor *c)
{
	u64 nr = cursor__u64(c);

	buf__printf(out, " nr: %llu\n", nr);
	while (nr-- && c->left >= 32) {
		u64 id = cursor__u64(c), index = cursor__u64(c);
		s64 cpu = cursor__u64(c), tid = cursor__u64(c);

		buf__printf(out, " ... id: %llu  idx: %llu  cpu: %lld  tid: %lld\n", id, index, cpu,
			    tid);
	}
}

static void print_thread_map(struct buf *out, struct cursor *c)
{
	u64 nr = cursor__u64(c);

	buf__printf(out, " nr: %llu thread%s", nr, nr > 1 ? "s" : "");
	for (u64 i = 0; i < nr && c->left >= 24; i++) {
		buf__printf(out, "%s%d", i ? ", " : ": ", (s32)cursor__u64(c));
		cursor__bytes(c, 16);
	}
	buf__puts(out, "\n");
}

/* CPUs of a mask of words of @word bytes, each a number of the file's order. */
static int take_mask(struct cursor *c, int *cpus)
{
	u16 words = cursor__u16(c), word = cursor__u16(c);
	int nr = 0;

	if (word == 8)
		cursor__bytes(c, 4);
	else if (word != 4)
		return 0;
	for (u32 i = 0; i < words && c->left >= word; i++) {
		u64 bits = word == 8 ? cursor__u64(c) : cursor__u32(c);

		for (; bits && (i + 1) * word * 8 <= CPULIST_MAX; bits &= bits - 1)
			cpus[nr++] = i * word * 8 + __builtin_ctzll(bits);
	}
	return nr;
}

static int take_cpus(struct cursor *c, int *cpus)
{
	u16 type = cursor__u16(c), nr = 0, first, last;

	switch (type) {
	case 0: /* a list */
		for (u16 left = cursor__u16(c); left && c->left >= 2; left--)
			cpus[nr++] = (__s16)cursor__u16(c);
		return nr;
	case 1:
		return take_mask(c, cpus);
	case 2: /* from one to another */
		cursor__bytes(c, 2);
		first = cursor__u16(c);
		last = cursor__u16(c);
		for (u32 cpu = first; cpu <= last && !c->failed; cpu++)
			cpus[nr++] = cpu;
		return nr;
	}
	return 0;
}

static void print_cpu_map(struct buf *out, struct cursor *c)
{
	int *cpus = malloc((CPULIST_MAX + 1) * sizeof(*cpus));
	int nr = cpus ? take_cpus(c, cpus) : 0;
	char *text = nr && cpus[0] >= 0 ? cpulist__text(cpus, nr) : NULL;

	/* -1: of no CPU in particular. */
	buf__printf(out, ": %s\n", text ? text : nr && cpus[0] < 0 ? "-1" : "");
	free(text);
	free(cpus);
}

static void print_event_update(struct buf *out, struct cursor *c)
{
	u64 type = cursor__u64(c), id = cursor__u64(c), bits;
	const char *text;
	double scale;

	buf__printf(out, "\n... id:    %llu\n", id);
	switch (type) {
	case 0:
	case 2:
		text = cursor__string(c);
		buf__printf(out, "... %s  %s\n", type ? "name:" : "unit:", text ? text : "");
		break;
	case 1:
		bits = cursor__u64(c);
		memcpy(&scale, &bits, sizeof(scale));
		buf__printf(out, "... scale: %f\n", scale);
		break;
	}
}

static void print_time_conv(struct buf *out, struct cursor *c)
{
	u64 shift = cursor__u64(c), multiplier = cursor__u64(c), zero = cursor__u64(c);

	u64 cycles, mask;
	u8 cap_zero, cap_short;

	buf__printf(out,
		    "\n... Time Shift      %llu\n... Time Muliplier  %llu\n"
		    "... Time Zero       %llu\n",
		    shift, multiplier, zero);
	/* Newer recordings have more. */
	if (c->left) {
		cycles = cursor__u64(c);
		mask = cursor__u64(c);
		cap_zero = cursor__u8(c);
		cap_short = cursor__u8(c);
		buf__printf(out,
			    "... Time Cycles     %llu\n... Time Mask       %#llx\n"
			    "... Cap Time Zero   %u\n... Cap Time Short  %u\n",
			    cycles, mask, cap_zero, cap_short);
	}
	buf__puts(out, ": unhandled!\n");
}

static void print_auxtrace(struct buf *out, struct cursor *c)
{
	u64 size = cursor__u64(c), offset = cursor__u64(c), reference = cursor__u64(c);
	u32 index = cursor__u32(c), tid = cursor__u32(c), cpu = cursor__u32(c);

	buf__printf(out, " size: %#llx  offset: %#llx  ref: %#llx  idx: %u  tid: %d  cpu: %d\n",
		    size, offset, reference, index, (s32)tid, (s32)cpu);
}

static void print_auxtrace_info(struct buf *out, struct cursor *c)
{
	buf__printf(out, " type: %u\n", cursor__u32(c));
}

static void print_round(struct buf *out, struct cursor *c)
{
	(void)c;
	buf__puts(out, "\n");
}

static void print_unhandled(struct buf *out, struct cursor *c)
{
	(void)c;
	buf__puts(out, ": unhandled!\n");
}

static void print_aux(struct buf *out, struct cursor *c)
{
	u64 offset = cursor__u64(c), size = cursor__u64(c), flags = cursor__u64(c);

	buf__printf(out, " offset: %#llx size: %#llx flags: %#llx [%s%s%s]\n", offset, size, flags,
		    flags & PERF_AUX_FLAG_TRUNCATED ? "T" : "",
		    flags & PERF_AUX_FLAG_OVERWRITE ? "O" : "",
		    flags & PERF_AUX_FLAG_PARTIAL ? "P" : "");
}

static void print_itrace_start(struct buf *out, struct cursor *c)
{
	u32 pid = cursor__u32(c), tid = cursor__u32(c);

	buf__printf(out, " pid: %d tid: %d\n", (s32)pid, (s32)tid);
}

static void print_lost(struct buf *out, struct cursor *c)
{
	u64 id = cursor__u64(c), lost = cursor__u64(c);

	buf__printf(out, ": id:%llu: lost:%llu\n", id, lost);
}

struct printer {
	u32 type;
	void (*print)(struct buf *out, struct cursor *c);
};

static const struct printer user_printers[] = {
	{ 68, print_round },	    { 69, print_id_index },   { 70, print_auxtrace_info },
	{ 71, print_auxtrace },	    { 73, print_thread_map }, { 74, print_cpu_map },
	{ 78, print_event_update }, { 79, print_time_conv },  { 82, print_unhandled },
};

static const struct printer kernel_printers[] = {
	{ PERF_RECORD_LOST, print_lost },
	{ PERF_RECORD_AUX, print_aux },
	{ PERF_RECORD_ITRACE_START, print_itrace_start },
};

static bool print_one_of(const struct printer *list, size_t nr, struct buf *out,
			 const struct session_record *record)
{
	struct cursor c = { .at = record->body, .left = record->body_bytes };

	if (record->event)
		c.swapped = record->event->layout.swapped;
	for (size_t i = 0; i < nr; i++)
		if (list[i].type == record->header->type) {
			list[i].print(out, &c);
			return true;
		}
	return false;
}

void dump_user__print(struct buf *out, const struct session_record *record)
{
	print_one_of(user_printers, ARRAY_SIZE(user_printers), out, record);
}

bool dump_kernel__print(struct buf *out, const struct session_record *record)
{
	if (record->header->type == PERF_RECORD_LOST_SAMPLES && record->other) {
		u64 id = record->sample->id;

		buf__printf(out, ": id:%llu: lost samples :%llu\n", id == SAMPLE_NO_ID ? 0 : id,
			    record->other->lost.lost);
		return true;
	}
	return print_one_of(kernel_printers, ARRAY_SIZE(kernel_printers), out, record);
}
