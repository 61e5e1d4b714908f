// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: the header's text, section by section from the table of features. In goes a
 * reader, out comes what 'perf script --header-only' prints for the file.
 */
#include <string.h>
#include <time.h>

#include "feature.h"
#include "feature-print.h"
#include "reader.h"
#include "reader-state.h"

static void append_feature(struct buf *out, const struct data_reader *reader,
			   const struct feature *feature)
{
	struct feature_events events = { reader->events, reader->nr_events };
	struct feature_in in = reader_state__feature(reader, feature->bit);

	if (feature->long_text)
		buf__printf(out, "# %s info available, use -I to display\n", feature->name);
	else if (feature->print)
		feature->print(out, &in, &events);
}

static void append_missing(struct buf *out, const struct data_reader *reader)
{
	bool any = false;

	for (size_t i = 0; i < nr_features; i++) {
		if (reader->has_feature[features[i].bit])
			continue;
		buf__printf(out, "%s%s ", any ? "" : "# missing features: ", features[i].name);
		any = true;
	}
	if (any)
		buf__puts(out, "\n");
}

char *data_reader__header_text(const struct data_reader *reader)
{
	const struct data_file_header *header = &reader->header;
	bool v2 = decode__swap64(header->magic, reader->swapped) == DATA_MAGIC_V2;
	u64 data_end = header->data.offset + header->data.size;
	time_t captured = reader->st.st_mtime;
	struct buf out = { 0 };
	char date[64];

	buf__puts(&out, "# ========\n");
	if (ctime_r(&captured, date))
		buf__printf(&out, "# captured on    : %s", date);
	buf__printf(&out, "# header version : %d\n", v2 ? 1 : 0);
	buf__printf(&out, "# data offset    : %llu\n", header->data.offset);
	buf__printf(&out, "# data size      : %llu\n", header->data.size);
	buf__printf(&out, "# feat offset    : %llu\n", data_end);
	for (size_t i = 0; i < nr_features; i++)
		if (reader->has_feature[features[i].bit])
			append_feature(&out, reader, &features[i]);
	if (!reader->is_pipe)
		append_missing(&out, reader);
	buf__puts(&out, "# ========\n#\n");
	return buf__take(&out);
}
