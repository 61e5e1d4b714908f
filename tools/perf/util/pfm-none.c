// SPDX-License-Identifier: GPL-2.0-only
/* Built without libpfm4: vendors' event names are not known. */
#include "pfm.h"

#include <errno.h>

int pfm__encode(const char *name, struct perf_event_attr *attr, struct err *err)
{
	(void)attr;
	err__set(err, -ENOSYS, "'%s': this perf was built without libpfm4", name);
	err__set_hint(err, "install libpfm4-dev and build again");
	return -ENOSYS;
}
