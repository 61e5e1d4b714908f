// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The library's messages: they go to the one function that the program gave, and nowhere
 * else. This is the library's only state.
 */
#include "print.h"

#include <errno.h>

static libperf_print_fn_t print_fn;

void libperf_init(libperf_print_fn_t fn)
{
	__atomic_store_n(&print_fn, fn, __ATOMIC_RELEASE);
}

void libperf_print(enum libperf_print_level level, const char *fmt, ...)
{
	libperf_print_fn_t fn = __atomic_load_n(&print_fn, __ATOMIC_ACQUIRE);
	int saved = errno;
	va_list ap;

	if (!fn)
		return;
	va_start(ap, fmt);
	fn(level, fmt, ap);
	va_end(ap);
	errno = saved;
}
