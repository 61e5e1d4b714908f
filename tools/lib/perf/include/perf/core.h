/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_CORE_H
#define __LIBPERF_CORE_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LIBPERF_API
#define LIBPERF_API __attribute__((visibility("default")))
#endif

enum libperf_print_level {
	LIBPERF_ERR,
	LIBPERF_WARN,
	LIBPERF_INFO,
	LIBPERF_DEBUG,
	LIBPERF_DEBUG2,
	LIBPERF_DEBUG3,
};

typedef int (*libperf_print_fn_t)(enum libperf_print_level level, const char *fmt, va_list ap);

/* Sends the library's messages to @fn; NULL silences it, as it is before the first call. */
LIBPERF_API void libperf_init(libperf_print_fn_t fn);

#ifdef __cplusplus
}
#endif

#endif
