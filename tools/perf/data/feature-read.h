/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_FEATURE_READ_H
#define PERF_DATA_FEATURE_READ_H

#include "decode.h"
#include "info.h"

/* Each takes one section into @info. 0, -ENOMEM, or -EINVAL for lengths that do not fit. */
int feature_read__hostname(struct feature_in *in, struct data_info *info);
int feature_read__osrelease(struct feature_in *in, struct data_info *info);
int feature_read__version(struct feature_in *in, struct data_info *info);
int feature_read__arch(struct feature_in *in, struct data_info *info);
int feature_read__nrcpus(struct feature_in *in, struct data_info *info);
int feature_read__cpudesc(struct feature_in *in, struct data_info *info);
int feature_read__cpuid(struct feature_in *in, struct data_info *info);
int feature_read__total_mem(struct feature_in *in, struct data_info *info);
int feature_read__cmdline(struct feature_in *in, struct data_info *info);
int feature_read__group_desc(struct feature_in *in, struct data_info *info);
int feature_read__cpu_topology(struct feature_in *in, struct data_info *info);
int feature_read__sample_time(struct feature_in *in, struct data_info *info);
int feature_read__clock_data(struct feature_in *in, struct data_info *info);
int feature_read__tracing_data(struct feature_in *in, struct data_info *info);

/* The next build-id record of a section; false at the end or where the bytes make no sense. What
 * @id points to is borrowed from the section. */
bool feature_read__build_id(struct feature_in *in, struct data_build_id *id);

/* Frees all strings of @info and zeroes it. */
void data_info__exit(struct data_info *info);

#endif
