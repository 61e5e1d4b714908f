// SPDX-License-Identifier: GPL-2.0-only
/* Built without libdebuginfod's header: no server is asked. */
#include "symbol/debuginfod.h"

#include <errno.h>

int debuginfod__check(struct err *err)
{
	return err__set(err, -ENOSYS, "this perf was built without libdebuginfod");
}

struct debuginfod *debuginfod__new(void)
{
	return NULL;
}

void debuginfod__delete(struct debuginfod *servers)
{
	(void)servers;
}

int debuginfod__open(struct debuginfod *servers, bool debug, const u8 *id, u8 size, u64 *size_bytes)
{
	(void)servers;
	(void)debug;
	(void)id;
	(void)size;
	(void)size_bytes;
	return -ENOSYS;
}
