// SPDX-License-Identifier: GPL-2.0-only
/* Recording: an errno of perf_event_open() becomes what is wrong and what would help. */
#include "open-error.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <perf/open.h>

#include "cleanup.h"
#include "file.h"
#include "util/attr.h"

#define PARANOID_PATH "/proc/sys/kernel/perf_event_paranoid"

int open_error__paranoid(void)
{
	_cleanup_free_ char *text = NULL;

	return file__read(AT_FDCWD, PARANOID_PATH, 64, &text) < 0 ? 4 : atoi(text);
}

static int explain_access(const char *name, int code, struct err *err)
{
	if (code == -EACCES) {
		err__set(err, code, "%s: no permission; perf_event_paranoid is %d", name,
			 open_error__paranoid());
		err__set_hint(err, "run as root or with CAP_PERFMON, or lower " PARANOID_PATH
				   " (1: the kernel too, 0: whole CPUs, -1: all)");
		return code;
	}
	err__set(err, code, "%s: the system call is not permitted", name);
	err__set_hint(err,
		      "this is no matter of perf_event_paranoid: a seccomp filter, as containers "
		      "have one, blocks perf_event_open, or a capability is missing");
	return code;
}

static int explain_missing(const struct perf_event_attr *attr, const char *name, int code,
			   struct err *err)
{
	if (attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE ||
	    attr->type == PERF_TYPE_RAW) {
		err__set(err, code, "%s: this machine has no hardware PMU that counts it", name);
		err__set_hint(err, "a virtual machine often has none; cpu-clock works everywhere");
		return code;
	}
	err__set(err, code, "%s: the kernel knows no such event (type %u, config %#llx)", name,
		 attr->type, attr->config);
	err__set_hint(err, "see what there is with 'perf list'");
	return code;
}

static int explain_fds(const char *name, size_t nr_fds, struct err *err)
{
	struct rlimit limit = { 0 };

	getrlimit(RLIMIT_NOFILE, &limit);
	if (nr_fds)
		err__set(err, -EMFILE,
			 "%s: too few file descriptors: about %zu are needed (events x CPUs x "
			 "tasks), "
			 "the limit is %llu",
			 name, nr_fds + 32, (unsigned long long)limit.rlim_max);
	else
		err__set(err, -EMFILE, "%s: too few file descriptors: the limit is %llu", name,
			 (unsigned long long)limit.rlim_max);
	err__set_hint(err, "raise it with 'ulimit -n', or record fewer events, CPUs or tasks");
	return -EMFILE;
}

int open_error__explain(const struct perf_event_attr *attr, const char *name, int code,
			size_t nr_fds, struct err *err)
{
	switch (code) {
	case -EMFILE:
		return explain_fds(name, nr_fds, err);
	case -E2BIG:
		return attr__explain_too_big((const u64 *)attr, attr->size / sizeof(u64),
					     perf_event__attr_bytes(), name, err);
	case -EACCES:
	case -EPERM:
		return explain_access(name, code, err);
	case -ENOENT:
	case -ENODEV:
	case -EOPNOTSUPP:
		return explain_missing(attr, name, code, err);
	case -EINVAL:
		err__set(err, code, "%s: the kernel refuses its attr", name);
		err__set_hint(err,
			      "its modifiers, period, clock or call graph do not fit this event");
		return code;
	case -ESRCH:
		return err__set(err, code, "%s: the tasks to record have ended", name);
	case -EBUSY:
		return err__set(err, code, "%s: somebody else has the PMU for himself", name);
	case -ENOSYS:
		return err__set(err, code, "this kernel has no perf events (CONFIG_PERF_EVENTS)");
	}
	return err__set(err, code, "%s: %s", name, strerror(-code));
}
