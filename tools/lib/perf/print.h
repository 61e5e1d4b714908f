/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_PRINT_H
#define LIBPERF_PRINT_H

#include <perf/core.h>

#include "types.h"

/* One message, with its newline, to the function that libperf_init() got. Keeps errno. */
void libperf_print(enum libperf_print_level level, const char *fmt, ...) __printf_like(2, 3);

#endif
