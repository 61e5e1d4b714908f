/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_FEATURE_H
#define PERF_DATA_FEATURE_H

#include "buf.h"
#include "format.h"
#include "info.h"

struct feature_events;
struct feature_in;
struct feature_source;

/*
 * The one table of features: what reader, writer and the header's text know about each bit.
 */
struct feature {
	enum data_feature bit;
	const char *name;
	bool late; /* is only known when the recording ends */

	bool keep; /* its content is wanted, though nothing of it goes to the info */

	/* Appends the section's content. -ENODATA: this machine or recording has none. */
	int (*write)(struct buf *out, const struct feature_source *source);

	/* Takes into @info what the public interface shows. 0, -ENOMEM, or -EINVAL for a section
	 * whose lengths do not fit. */
	int (*read)(struct feature_in *in, struct data_info *info);

	/* Appends its lines of the header's text. */
	void (*print)(struct buf *out, struct feature_in *in, const struct feature_events *events);
	bool long_text; /* of many lines: the header's text only says that it is there */
};

/* Sorted by bit. */
extern const struct feature features[];
extern const size_t nr_features;

/* NULL: unknown. */
const struct feature *feature__find(unsigned int bit);

#endif
