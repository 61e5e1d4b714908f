// SPDX-License-Identifier: GPL-2.0-only
/* Built without zlib: what gzip packed can not be read. */
#include "symbol/gunzip.h"

#include <errno.h>

int gunzip(const void *from, size_t size, size_t max, char **to, size_t *to_size)
{
	(void)from;
	(void)size;
	(void)max;
	(void)to;
	(void)to_size;
	return -ENOTSUP;
}
