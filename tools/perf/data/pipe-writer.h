/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_PIPE_WRITER_H
#define PERF_DATA_PIPE_WRITER_H

#include "info.h"

struct feature_source;

/* The pipe form: header, attrs, features and tracing data as records to @fd. 0 or -errno. */
int pipe_writer__start(int fd, const struct data_writer_info *info);

/* What is known only at the end: build-ids. 0 or -errno. */
int pipe_writer__finish(int fd, const struct feature_source *source);

#endif
