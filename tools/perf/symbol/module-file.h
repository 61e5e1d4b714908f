/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_MODULE_FILE_H
#define PERF_SYMBOL_MODULE_FILE_H

#include "types.h"

/* Which file a kernel module's may be. All borrowed. */
struct module_wanted {
	const char *path;    /* as recorded, or "[name]" */
	const char *symfs;   /* NULL: this machine's files */
	const char *release; /* of the recorded kernel; NULL: not known */
};

/*
 * Where that file is: without a symfs only below the running kernel's /lib/modules/RELEASE, because the
 * recorded path may say anything. The caller frees it. NULL: nowhere.
 */
char *module_file__path(const struct module_wanted *wanted);

/*
 * Makes of a module's file, or of the one with its debug information, one whose addresses count from the
 * begin of the loaded module's code: unpacked, sections with the places that the kernel gives them,
 * debug information relocated. Takes over @fd and returns another, a file in memory; or -errno.
 */
int module_file__prepare(int fd, u64 *size_bytes);

#endif
