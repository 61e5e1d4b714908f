// SPDX-License-Identifier: GPL-2.0-only
/* Built without libiberty: names are shown as the linker sees them. */
#include "symbol/demangle.h"

char *demangle(const char *name, bool params)
{
	(void)name;
	(void)params;
	return NULL;
}
