/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_SYMBOL_FIXTURE_H
#define PERF_TESTS_SYMBOL_FIXTURE_H

#include "types.h"

/* tests/data/symbols/inlines.so. */
extern const u8 symbol_fixture[];
extern const size_t symbol_fixture_bytes;

/* tests/data/symbols/stripped.so. */
extern const u8 symbol_stripped[];
extern const size_t symbol_stripped_bytes;

#endif
