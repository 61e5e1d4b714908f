/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_TYPES_H
#define BASE_TYPES_H

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kernel's own widths. On every ABI u64 is unsigned long long: print with %llu. */
typedef __u64 u64;
typedef __s64 s64;
typedef __u32 u32;
typedef __s32 s32;
typedef __u16 u16;
typedef __u8 u8;

#define ARRAY_SIZE(a)			(sizeof(a) / sizeof((a)[0]))
#define ALIGN_UP(x, to)			(((x) + (to)-1) / (to) * (to))
#define __printf_like(fmt, args)	__attribute__((format(printf, fmt, args)))
#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

#endif
