// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, writing to a pipe: what a file has in header and features goes out as records before
 * the first and after the last record of the recording.
 */
#include "pipe-writer.h"

#include <errno.h>
#include <string.h>

#include "attr-encode.h"
#include "encode.h"
#include "event-update.h"
#include "feature.h"
#include "feature-write.h"
#include "file.h"
#include "format.h"

/* Sets the size of the record that began at @start; one too long is taken back. */
static bool end_record(struct buf *out, size_t start)
{
	u16 size;

	if (buf__error(out))
		return false;
	if (out->len - start > DATA_RECORD_MAX) {
		out->len = start;
		return false;
	}
	size = out->len - start;
	memcpy(out->data + start + offsetof(struct perf_event_header, size), &size, sizeof(size));
	return true;
}

static size_t begin_record(struct buf *out, u32 type)
{
	struct perf_event_header header = { .type = type };
	size_t start = out->len;

	buf__append(out, &header, sizeof(header));
	return start;
}

/* An attr is as long as it says itself, so that a reader finds where its ids begin. */
static int add_attr(struct buf *out, const struct data_event *event)
{
	size_t start = begin_record(out, DATA_RECORD_HEADER_ATTR);

	attr_encode__append(out, event, attr_encode__size(event));
	buf__append(out, event->ids, event->nr_ids * sizeof(u64));
	if (!end_record(out, start))
		return buf__error(out) ? buf__error(out) : -E2BIG;
	return 0;
}

/*
 * The content is not padded: a reader tells by the record's size whether cpu_topology ends with
 * dies. So after the last feature the records are no longer aligned, as readers know it.
 */
static void add_feature(struct buf *out, const struct feature *feature,
			const struct feature_source *source)
{
	size_t start = begin_record(out, DATA_RECORD_HEADER_FEATURE);

	encode__u64(out, feature->bit);
	if (feature->write(out, source))
		out->len = start;
	else
		end_record(out, start);
}

static void add_tracing_data(struct buf *out, const struct feature *feature,
			     const struct feature_source *source)
{
	struct {
		struct perf_event_header header;
		u32 size;
		u32 pad;
	} record = { .header = { .type = DATA_RECORD_TRACING_DATA, .size = sizeof(record) } };
	size_t start = out->len, size;

	buf__append(out, &record, sizeof(record));
	if (feature->write(out, source)) {
		out->len = start;
		return;
	}
	size = ALIGN_UP(out->len - start - sizeof(record), 8);
	buf__append_zeros(out, start + sizeof(record) + size - out->len);
	encode__set_u32(out, start + sizeof(record.header), size);
}

int pipe_writer__start(int fd, const struct data_writer_info *info)
{
	const struct feature *tracing_data = feature__find(DATA_TRACING_DATA);
	struct feature_source source = { .info = info };
	struct buf out = { 0 };
	int ret = 0;

	encode__u64(&out, DATA_MAGIC_V2);
	encode__u64(&out, DATA_PIPE_BYTES);
	for (size_t i = 0; i < info->nr_events && !ret; i++)
		ret = add_attr(&out, &info->events[i]);
	for (size_t i = 0; i < nr_features && !ret; i++)
		if (features[i].write && !features[i].late && &features[i] != tracing_data)
			add_feature(&out, &features[i], &source);
	add_tracing_data(&out, tracing_data, &source);
	if (!ret)
		ret = event_update__append(&out, info);
	if (!ret)
		ret = file__write_all(fd, out.data, out.len);
	buf__exit(&out);
	return ret;
}

int pipe_writer__finish(int fd, const struct feature_source *source)
{
	struct buf out = { 0 };
	int ret;

	for (size_t i = 0; i < source->nr_build_ids; i++)
		feature_write__build_id_record(&out, &source->build_ids[i]);
	ret = buf__error(&out);
	if (!ret && out.len)
		ret = file__write_all(fd, out.data, out.len);
	buf__exit(&out);
	return ret;
}
