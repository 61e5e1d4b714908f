/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_NAME_OPTIONS_H
#define PERF_NAME_OPTIONS_H

#include <argp.h>

/*
 * A child of a command's argp: where names of functions come from and how they are shown. Its input is a
 * struct symbol_options, which then borrows from argv.
 */
extern const struct argp name_options_argp;

#endif
