/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_FEATURE_WRITE_H
#define PERF_DATA_FEATURE_WRITE_H

#include "buf.h"
#include "info.h"

/* What the sections are made of. build_ids and times are there when the recording ends. */
struct feature_source {
	const struct data_writer_info *info;
	const struct data_build_id *build_ids;
	size_t nr_build_ids;
	u64 first_ns, last_ns;
};

/*
 * Each appends one section's content. 0, -ENODATA when there is nothing to say, or -ENOMEM.
 */
int feature_write__build_id(struct buf *out, const struct feature_source *source);
int feature_write__hostname(struct buf *out, const struct feature_source *source);
int feature_write__osrelease(struct buf *out, const struct feature_source *source);
int feature_write__version(struct buf *out, const struct feature_source *source);
int feature_write__arch(struct buf *out, const struct feature_source *source);
int feature_write__cmdline(struct buf *out, const struct feature_source *source);
int feature_write__event_desc(struct buf *out, const struct feature_source *source);
int feature_write__group_desc(struct buf *out, const struct feature_source *source);
int feature_write__sample_time(struct buf *out, const struct feature_source *source);
int feature_write__clockid(struct buf *out, const struct feature_source *source);
int feature_write__clock_data(struct buf *out, const struct feature_source *source);

/* One build-id record, also used in pipe mode. 0 or -ENOMEM; -EINVAL when the path is too long. */
int feature_write__build_id_record(struct buf *out, const struct data_build_id *id);

#endif
