/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_MIX_H
#define PERF_HIST_MIX_H

#include "types.h"

/* Mixes one more word into a hash; the tables here use its upper half. */
static inline u64 mix__u64(u64 hash, u64 word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 29;
}

#endif
