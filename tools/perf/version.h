/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_VERSION_H
#define PERF_VERSION_H

/* Also written into the header of every perf.data. */
#define PERF_VERSION "0.1.0"

#endif
