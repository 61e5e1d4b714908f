/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_VALUES_H
#define PERF_UI_SAMPLE_VALUES_H

#include "ui/sample-frames.h"

/* The fields that only some recordings have: registers, branches, memory, weights. */
void sample_line__print_data_src(const struct sample_line *l);
void sample_line__print_weight(const struct sample_line *l);
void sample_line__print_ins_lat(const struct sample_line *l);
void sample_line__print_retire_lat(const struct sample_line *l);
void sample_line__print_iregs(const struct sample_line *l);
void sample_line__print_uregs(const struct sample_line *l);
void sample_line__print_brstack(const struct sample_line *l);
void sample_line__print_brstacksym(const struct sample_line *l);
void sample_line__print_brstackoff(const struct sample_line *l);
void sample_line__print_bpf_output(const struct sample_line *l);
void sample_line__print_phys_addr(const struct sample_line *l);
void sample_line__print_data_page_size(const struct sample_line *l);
void sample_line__print_code_page_size(const struct sample_line *l);

/* Where an address of a branch is, which may be in the kernel or in the program. */
struct location;
void sample_line__locate(const struct sample_line *l, u64 addr, struct location *location);

/* A register by its bit in a sample's mask; @text is room for a name that is made up. */
const char *register__name(unsigned int bit, char text[16]);

/* "4K", "2M", or "N/A" where it is not known. Returns @text. */
const char *page_size__text(u64 bytes, char text[24]);

#endif
