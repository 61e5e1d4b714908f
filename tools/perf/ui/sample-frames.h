/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_FRAMES_H
#define PERF_UI_SAMPLE_FRAMES_H

#include "ui/sample-view.h"

/* The fields that show addresses with their symbols. */
void sample_line__print_ip(const struct sample_line *l);
void sample_line__print_addr(const struct sample_line *l);

#endif
