// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: names of tasks that began before the provider's side-band does, or that it has
 * forgotten: the holder's file becomes COMM records with the time from which each name holds.
 */
#include "attach.h"

#include <errno.h>
#include <string.h>

#include <perf/event.h>

#include "buf.h"
#include "output.h"
#include "persistent/task-names.h"
#include "util/event.h"

static int append_name(const struct attached_rings *rings, const struct task_name *name,
		       struct buf *out)
{
	struct perf_record_comm comm = { .header.type = PERF_RECORD_COMM,
					 .pid = name->pid,
					 .tid = name->tid };
	u64 pid_tid = (u32)name->pid | (u64)(u32)name->tid << 32;

	memcpy(comm.comm, name->comm, sizeof(comm.comm));
	comm.header.size = sizeof(comm) + rings->cut.trailer_bytes;
	buf__append(out, &comm, sizeof(comm));
	/* The trailer's TID is a pair of u32: in memory the pid comes first. */
	return sample_cut__append_trailer(&rings->cut, rings->rings[0].id, pid_tid, name->time_ns,
					  out);
}

int record_attached__write_names(struct record_attached *attached, u64 until_ns,
				 struct record_output *output, struct err *err)
{
	const struct attached_rings *rings = &attached->sideband;
	struct buf out = { 0 };
	struct task_names names;
	struct iovec piece;
	int ret;

	/* Without the file only those names are missing. */
	if (!attached->event->holder || task_names__read_of(&names, attached->event->holder))
		return 0;
	for (size_t i = 0; i < names.nr; i++)
		if (names.list[i].time_ns < until_ns)
			append_name(rings, &names.list[i], &out);
	task_names__exit(&names);
	ret = buf__error(&out);
	piece = (struct iovec){ out.data, out.len };
	if (ret)
		err__set(err, ret, "%s", strerror(-ret));
	else if (out.len)
		ret = record_output__write(output, &piece, 1, err);
	buf__exit(&out);
	return ret;
}
