/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DEMANGLE_H
#define PERF_SYMBOL_DEMANGLE_H

#include "types.h"

/*
 * What a C++ or Rust name (_Z..., ___Z..., _R...) stands for, with @params the parameters of
 * C++ functions too. The caller frees it. NULL: it is no such name, it would become longer than
 * is sensible, or memory ran out.
 */
char *demangle(const char *name, bool params);

#endif
