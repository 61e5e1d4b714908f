// SPDX-License-Identifier: GPL-2.0-only
/*
 * Persistent events: PERF_EVENT_IOC_PERSISTENT, which starts one with the attr
 * of an event that is open.
 */
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "internal.h"
#include "persistent.h"

/**
 * perf_persistent_ioctl - start a persistent event like this one
 * @event: an open event, without its context's mutex
 * @arg: struct perf_event_persistent
 *
 * Return: 0; -EPERM without CAP_SYS_ADMIN; see perf_persistent_copy_attr() and
 * perf_persistent_add().
 */
long perf_persistent_ioctl(struct perf_event *event, void __user *arg)
{
	struct perf_event_persistent request;
	struct perf_event_attr attr;
	int ret;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	if (copy_from_user(&request, arg, sizeof(request)))
		return -EFAULT;
	if (strnlen(request.name, sizeof(request.name)) == sizeof(request.name) ||
	    request.size > ULONG_MAX)
		return -EINVAL;
	ret = perf_persistent_copy_attr(event, &attr);
	if (ret)
		return ret;
	ret = perf_persistent_add(request.name, &attr, request.size, &request.id);
	if (ret)
		return ret;
	if (copy_to_user(arg, &request, sizeof(request))) {
		perf_persistent_remove(NULL, request.id);
		return -EFAULT;
	}
	return 0;
}
