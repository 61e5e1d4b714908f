// SPDX-License-Identifier: GPL-2.0-only
/* Bodies of side-band records -> plain structs; sizes and strings are checked against the record. */
#include "session/record.h"

#include <errno.h>
#include <sys/mman.h>

#include "session/cursor.h"
#include "session/sample.h"

/* linux/perf_event.h names bit 13 for each type apart; for FORK it is perf's own: the task ran
 * before the recording. */
#define MISC_FORK_SYNTHESIZED (1 << 13)

typedef void body_fn(struct cursor *c, const struct perf_event_header *header,
		     union record_body *body);

static void decode_path(struct cursor *c, union record_body *body)
{
	body->mmap.path = cursor__string(c);
}

static void decode_mmap(struct cursor *c, const struct perf_event_header *header,
			union record_body *body)
{
	struct mmap_body *mmap = &body->mmap;

	mmap->pid = cursor__u32(c);
	mmap->tid = cursor__u32(c);
	mmap->start = cursor__u64(c);
	mmap->len = cursor__u64(c);
	mmap->pgoff = cursor__u64(c);
	mmap->exec = !(header->misc & PERF_RECORD_MISC_MMAP_DATA);
	mmap->prot = mmap->exec ? PROT_EXEC : PROT_READ;
	decode_path(c, body);
}

static void decode_mmap2(struct cursor *c, const struct perf_event_header *header,
			 union record_body *body)
{
	struct mmap_body *mmap = &body->mmap;
	struct cursor inode;
	const u8 *id;

	mmap->pid = cursor__u32(c);
	mmap->tid = cursor__u32(c);
	mmap->start = cursor__u64(c);
	mmap->len = cursor__u64(c);
	mmap->pgoff = cursor__u64(c);
	id = cursor__bytes(c, 24);
	if (id && header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID && id[0] && id[0] <= 20) {
		mmap->build_id_size = id[0];
		mmap->build_id = id + 4;
	} else if (id) {
		inode = (struct cursor){ .at = id + 8, .left = 8, .swapped = c->swapped };
		mmap->inode = cursor__u64(&inode);
	}
	mmap->prot = cursor__u32(c);
	mmap->shared = cursor__u32(c) & MAP_SHARED;
	mmap->exec = mmap->prot & PROT_EXEC;
	decode_path(c, body);
}

static void decode_comm(struct cursor *c, const struct perf_event_header *header,
			union record_body *body)
{
	body->comm.pid = cursor__u32(c);
	body->comm.tid = cursor__u32(c);
	body->comm.exec = header->misc & PERF_RECORD_MISC_COMM_EXEC;
	body->comm.comm = cursor__string(c);
}

static void decode_task(struct cursor *c, const struct perf_event_header *header,
			union record_body *body)
{
	body->task.pid = cursor__u32(c);
	body->task.ppid = cursor__u32(c);
	body->task.tid = cursor__u32(c);
	body->task.ptid = cursor__u32(c);
	cursor__u64(c);
	body->task.synthesized =
		header->type == PERF_RECORD_FORK && header->misc & MISC_FORK_SYNTHESIZED;
}

static void decode_lost(struct cursor *c, const struct perf_event_header *header,
			union record_body *body)
{
	(void)header;
	body->lost.id = cursor__u64(c);
	body->lost.lost = cursor__u64(c);
}

static void decode_lost_samples(struct cursor *c, const struct perf_event_header *header,
				union record_body *body)
{
	(void)header;
	body->lost.id = SAMPLE_NO_ID;
	body->lost.lost = cursor__u64(c);
}

static body_fn *const decoders[] = {
	[PERF_RECORD_MMAP] = decode_mmap,
	[PERF_RECORD_LOST] = decode_lost,
	[PERF_RECORD_COMM] = decode_comm,
	[PERF_RECORD_EXIT] = decode_task,
	[PERF_RECORD_FORK] = decode_task,
	[PERF_RECORD_MMAP2] = decode_mmap2,
	[PERF_RECORD_LOST_SAMPLES] = decode_lost_samples,
};

bool record__is_known(u32 type)
{
	return type < ARRAY_SIZE(decoders) && decoders[type];
}

int record__decode(union record_body *body, const struct perf_event_header *header,
		   const void *bytes, size_t len, bool swapped)
{
	struct cursor c = { .at = bytes, .left = len, .swapped = swapped };

	memset(body, 0, sizeof(*body));
	if (record__is_known(header->type))
		decoders[header->type](&c, header, body);
	return c.failed ? -EINVAL : 0;
}

static const char *const kernel_names[] = {
	[1] = "MMAP",
	[2] = "LOST",
	[3] = "COMM",
	[4] = "EXIT",
	[5] = "THROTTLE",
	[6] = "UNTHROTTLE",
	[7] = "FORK",
	[8] = "READ",
	[9] = "SAMPLE",
	[10] = "MMAP2",
	[11] = "AUX",
	[12] = "ITRACE_START",
	[13] = "LOST_SAMPLES",
	[14] = "SWITCH",
	[15] = "SWITCH_CPU_WIDE",
	[16] = "NAMESPACES",
	[17] = "KSYMBOL",
	[18] = "BPF_EVENT",
	[19] = "CGROUP",
	[20] = "TEXT_POKE",
	[21] = "AUX_OUTPUT_HW_ID",
	[22] = "CALLCHAIN_DEFERRED",
};

static const char *const user_names[] = {
	[64 - 64] = "ATTR",	     [65 - 64] = "EVENT_TYPE",	   [66 - 64] = "TRACING_DATA",
	[67 - 64] = "BUILD_ID",	     [68 - 64] = "FINISHED_ROUND", [69 - 64] = "ID_INDEX",
	[70 - 64] = "AUXTRACE_INFO", [71 - 64] = "AUXTRACE",	   [72 - 64] = "AUXTRACE_ERROR",
	[73 - 64] = "THREAD_MAP",    [74 - 64] = "CPU_MAP",	   [75 - 64] = "STAT_CONFIG",
	[76 - 64] = "STAT",	     [77 - 64] = "STAT_ROUND",	   [78 - 64] = "EVENT_UPDATE",
	[79 - 64] = "TIME_CONV",     [80 - 64] = "FEATURE",	   [81 - 64] = "COMPRESSED",
	[82 - 64] = "FINISHED_INIT", [83 - 64] = "COMPRESSED2",
};

const char *record__type_name(u32 type)
{
	if (type >= 64 && type - 64 < ARRAY_SIZE(user_names))
		return user_names[type - 64];
	return type < ARRAY_SIZE(kernel_names) ? kernel_names[type] : NULL;
}
