/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_BUILD_ID_H
#define PERF_SYMBOL_BUILD_ID_H

#include "types.h"

/* Bytes that perf.data has room for (linux/perf_event.h, MMAP2 with a build-id). */
#define BUILD_ID_SIZE 20

/*
 * The build-id of an ELF file. 0, and *size bytes of @id are set (the rest is zeros); -ENODATA:
 * it has none, or one that is longer than BUILD_ID_SIZE; -ENOEXEC: no ELF file; or what opening
 * it gives (-EISDIR and -ENXIO for what is no regular file).
 */
int build_id__read(const char *path, u8 id[BUILD_ID_SIZE], u8 *size);

/* The same of a file that is open; its position may change. */
int build_id__read_fd(int fd, u8 id[BUILD_ID_SIZE], u8 *size);

/* The same for a file of raw notes in native order, as sysfs has one for each kernel module. */
int build_id__read_notes(const char *path, u8 id[BUILD_ID_SIZE], u8 *size);

/* The running kernel's. */
int build_id__read_kernel(u8 id[BUILD_ID_SIZE], u8 *size);

/* Finds it in @len bytes of notes in native order that are padded to @align (4 or 8). */
int build_id__find(const void *notes, size_t len, size_t align, u8 id[BUILD_ID_SIZE], u8 *size);

#endif
