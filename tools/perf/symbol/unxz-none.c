// SPDX-License-Identifier: GPL-2.0-only
/* Built without liblzma: what is compressed with it is not read. */
#include "symbol/unxz.h"

#include <errno.h>

int unxz(const void *from, size_t size, size_t max, char **to, size_t *to_size)
{
	(void)from;
	(void)size;
	(void)max;
	(void)to;
	(void)to_size;
	return -ENOTSUP;
}
