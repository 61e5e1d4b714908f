/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_RECORD_H
#define PERF_SESSION_RECORD_H

#include <linux/perf_event.h>

#include "types.h"

/* Bodies of records that are no samples, taken apart (linux/perf_event.h names them). Strings
 * and ids point into the record. */

struct mmap_body { /* MMAP, MMAP2 */
	s32 pid, tid;
	u64 start, len, pgoff;
	u32 prot;
	bool shared;
	u64 inode; /* 0: not recorded */
	bool exec;
	const u8 *build_id; /* NULL: the record has device and inode instead */
	u8 build_id_size;
	const char *path;
};

struct comm_body { /* COMM */
	s32 pid, tid;
	bool exec;
	const char *comm;
};

struct task_body { /* FORK, EXIT */
	s32 pid, ppid, tid, ptid;
	bool synthesized;
};

struct lost_body { /* LOST, LOST_SAMPLES */
	u64 id;	   /* of the event; SAMPLE_NO_ID: of all */
	u64 lost;  /* records or samples */
};

union record_body {
	struct mmap_body mmap;
	struct comm_body comm;
	struct task_body task;
	struct lost_body lost;
};

/* Can record__decode() take this type apart? */
bool record__is_known(u32 type);

/*
 * Takes apart @len bytes of a body without its sample_id trailer. 0; -EINVAL: it is too short or
 * its string has no end.
 */
int record__decode(union record_body *body, const struct perf_event_header *header,
		   const void *bytes, size_t len, bool swapped);

/* Was it recorded in a guest, of whose tasks and files nothing is known? */
static inline bool record__is_guest(const struct perf_event_header *header)
{
	u16 mode = header->misc & PERF_RECORD_MISC_CPUMODE_MASK;

	return mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
}

/* "SAMPLE", "MMAP2", ... or NULL for a type that is not known. */
const char *record__type_name(u32 type);

#endif
