// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, writing: in go events, records and what the recorder knows; out comes a file that is
 * valid at any time.
 *
 * What the distribution's perf 6.1 makes of a recording that was killed, tried on such files:
 * - data.size 0 (what its own recorder leaves), features or not: a warning, and with a
 *   tracepoint among the events nothing at all, though every sample is there;
 * - data.size right but no features: "incompatible file format" with a tracepoint, else nameless
 *   events; it needs tracing data and event_desc;
 * - data.size right and the table of features right behind the data, where it looks for it: it
 *   reads everything that data.size covers, without a word. It ignores what comes behind.
 *
 * But right behind the data is where the next records go. So the content of the features that
 * are known from the start stands before the data, and only the table (16 bytes a feature) is
 * written anew at every checkpoint. Before each table stands a record of a type that every reader
 * passes over, of 8 bytes, the last of the data. A checkpoint is four writes, and the recorder
 * may be killed between any two:
 * 1. new records behind the table, as they come (the header does not cover them yet);
 * 2. behind these a new marker and a new table;
 * 3. the old marker grows over the old table, which becomes its body (perf takes a last record that
 *    is longer than the data for the end of the file);
 * 4. the header's data.size, up to the new marker.
 * A full disk must not keep the last checkpoint from being written: so space is allocated ahead
 * of the records, and what is left of it in the end is given back.
 */
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "attr-encode.h"
#include "event-update.h"
#include "feature.h"
#include "feature-write.h"
#include "file.h"
#include "format.h"
#include "pipe-writer.h"

#define CHECKPOINT_BYTES (1u << 20)
#define CHECKPOINT_NS	 100000000ull

/* Allocated behind the records: room for the last table, and what to go on by. */
#define RESERVED_BYTES (64u << 10)
#define ALLOCATE_BYTES (1u << 20)

struct data_writer {
	int fd;
	bool pipe;
	u64 bytes; /* of records that the caller wrote */

	/* The rest is for files only. */
	struct data_file_header header;
	struct data_section sections[DATA_NR_FEATURES]; /* by feature bit */
	u64 end;					/* where the next record goes */
	u64 marker;	   /* offset of the record before the current table */
	u64 allocated_end; /* up to here the disk has room for us; 0: unknown */
	u64 checked_end;   /* end as of the last checkpoint */
	u64 checked_at_ns; /* when that was */
};

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static void set_feature(struct data_writer *writer, unsigned int bit, u64 offset, u64 size)
{
	writer->header.features[bit / 64] |= 1ull << bit % 64;
	writer->sections[bit] = (struct data_section){ offset, size };
}

static int append_table(const struct data_writer *writer, struct buf *out)
{
	for (unsigned int bit = 0; bit < DATA_NR_FEATURES; bit++)
		if (writer->header.features[bit / 64] >> bit % 64 & 1)
			buf__append(out, &writer->sections[bit], sizeof(struct data_section));
	return buf__error(out);
}

/*
 * Adds the content of all features of one kind, as if @out began at file offset @base. What the
 * machine does not tell is left out.
 */
static int append_features(struct data_writer *writer, const struct feature_source *source,
			   bool late, struct buf *out, u64 base)
{
	for (size_t i = 0; i < nr_features; i++) {
		const struct feature *feature = &features[i];
		size_t start = out->len;
		int ret;

		if (!feature->write || feature->late != late)
			continue;
		ret = feature->write(out, source);
		if (buf__error(out))
			return buf__error(out);
		if (ret) {
			out->len = start;
			continue;
		}
		set_feature(writer, feature->bit, base + start, out->len - start);
		buf__append_zeros(out, ALIGN_UP(out->len, 8) - out->len);
	}
	return buf__error(out);
}

/* The header's attrs: all of the size of the largest, each with the place of its ids. */
static int append_attrs(struct data_writer *writer, const struct data_writer_info *info,
			struct buf *out)
{
	u32 attr_size = attr_encode__largest(info);
	u64 ids = out->len;

	for (size_t i = 0; i < info->nr_events; i++)
		buf__append(out, info->events[i].ids, info->events[i].nr_ids * sizeof(u64));
	writer->header.attr_size = attr_size + sizeof(struct data_section);
	writer->header.attrs.offset = out->len;
	writer->header.attrs.size = info->nr_events * writer->header.attr_size;
	for (size_t i = 0; i < info->nr_events; i++) {
		const struct data_event *event = &info->events[i];
		struct data_section section = { ids, event->nr_ids * sizeof(u64) };

		attr_encode__append(out, event, attr_size);
		buf__append(out, &section, sizeof(section));
		ids += section.size;
	}
	return buf__error(out);
}

static size_t nr_table_entries(const struct data_writer *writer)
{
	size_t nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(writer->header.features); i++)
		nr += __builtin_popcountll(writer->header.features[i]);
	return nr;
}

/* Marker, table and @late at the end of the file; nothing refers to them yet. */
static int write_table(struct data_writer *writer, u16 final, const struct buf *late)
{
	struct perf_event_header marker = { .type = DATA_RECORD_EVENT_TYPE,
					    .misc = nr_table_entries(writer) | final,
					    .size = sizeof(marker) };
	struct buf out = { 0 };
	int ret;

	buf__append(&out, &marker, sizeof(marker));
	ret = append_table(writer, &out);
	if (!ret && late)
		ret = buf__append(&out, late->data, late->len);
	if (!ret)
		ret = file__pwrite_all(writer->fd, out.data, out.len, writer->end);
	if (!ret) {
		writer->marker = writer->end;
		writer->end += out.len;
	}
	buf__exit(&out);
	return ret;
}

/* Lets the marker at @marker reach up to @end, so that its table becomes its body. */
static int cover_table(struct data_writer *writer, u64 marker, u64 end)
{
	u16 size = end - marker;

	return file__pwrite_all(writer->fd, &size, sizeof(size),
				marker + offsetof(struct perf_event_header, size));
}

static int write_header(struct data_writer *writer, u64 data_end)
{
	writer->header.data.size = data_end - writer->header.data.offset;
	return file__pwrite_all(writer->fd, &writer->header, sizeof(writer->header), 0);
}

static int checkpoint(struct data_writer *writer, u16 final, const struct buf *late)
{
	u64 marker = writer->marker, table_end = writer->checked_end;
	int ret = write_table(writer, final, late);

	if (ret)
		return ret;
	ret = cover_table(writer, marker, table_end);
	if (!ret)
		ret = write_header(writer, writer->marker + sizeof(struct perf_event_header));
	writer->checked_end = writer->end;
	writer->checked_at_ns = now_ns();
	return ret;
}

int data_writer__checkpoint(struct data_writer *writer)
{
	if (writer->pipe || writer->end == writer->checked_end)
		return 0;
	return checkpoint(writer, 0, NULL);
}

/* What stands on the disk before the first record. */
static int start_file(struct data_writer *writer, const struct data_writer_info *info)
{
	struct feature_source source = { .info = info };
	struct buf out = { 0 };
	int ret;

	writer->header.magic = DATA_MAGIC_V2;
	writer->header.size = sizeof(writer->header);
	buf__append_zeros(&out, sizeof(writer->header));
	ret = append_attrs(writer, info, &out);
	if (!ret)
		ret = append_features(writer, &source, false, &out, 0);
	writer->header.data.offset = out.len;
	if (!ret)
		ret = event_update__append(&out, info);
	if (!ret)
		ret = file__pwrite_all(writer->fd, out.data, out.len, 0);
	writer->end = out.len;
	buf__exit(&out);
	if (!ret)
		ret = write_table(writer, 0, NULL);
	if (!ret)
		ret = write_header(writer, writer->marker + sizeof(struct perf_event_header));
	writer->checked_end = writer->end;
	writer->checked_at_ns = now_ns();
	return ret;
}

/* An older recording is kept as PATH.old. What is no regular file is written to as it is. */
static int open_file(struct data_writer *writer, const char *path, struct err *err)
{
	int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
	struct stat st;
	char *old;

	if (!stat(path, &st)) {
		writer->pipe = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode);
		if (S_ISREG(st.st_mode) && st.st_size) {
			if (asprintf(&old, "%s.old", path) < 0)
				return err__set(err, -ENOMEM, "out of memory");
			if (rename(path, old))
				err__set(err, -errno, "can not rename '%s' to '%s': %s", path, old,
					 strerror(errno));
			free(old);
			if (err && err->code)
				return err->code;
		}
	}
	writer->fd = open(path, flags, 0600);
	if (writer->fd < 0)
		return err__set(err, -errno, "can not create '%s': %s", path, strerror(errno));
	return 0;
}

int data_writer__new(struct data_writer **writer_, const char *path,
		     const struct data_writer_info *info, struct err *err)
{
	struct data_writer *writer = calloc(1, sizeof(*writer));
	struct err local = { 0 };
	int ret;

	*writer_ = NULL;
	if (!writer)
		return err__set(err, -ENOMEM, "out of memory");
	if (!strcmp(path, "-")) {
		writer->fd = STDOUT_FILENO;
		writer->pipe = true;
	} else {
		ret = open_file(writer, path, &local);
		if (ret) {
			free(writer);
			return err__copy(err, &local);
		}
	}
	ret = writer->pipe ? pipe_writer__start(writer->fd, info) : start_file(writer, info);
	if (ret) {
		data_writer__delete(writer);
		return err__set(err, ret, "can not write to '%s': %s", path, strerror(-ret));
	}
	*writer_ = writer;
	return 0;
}

/* How many bytes of @records are whole records; 0 bytes more than @len are looked at. */
static size_t whole_records(const void *records, size_t len)
{
	const char *bytes = records;
	struct perf_event_header header;
	size_t pos = 0;

	while (len - pos >= sizeof(header)) {
		memcpy(&header, bytes + pos, sizeof(header));
		if (header.size < sizeof(header) || header.size > len - pos)
			break;
		pos += header.size;
	}
	return pos;
}

/* Writes as much as can be; *written tells how much that was. */
static int write_some(struct data_writer *writer, const char *bytes, size_t len, size_t *written)
{
	*written = 0;
	while (*written < len) {
		ssize_t n = writer->pipe ? write(writer->fd, bytes + *written, len - *written)
					 : pwrite(writer->fd, bytes + *written, len - *written,
						  writer->end + *written);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -EIO;
		*written += n;
	}
	return 0;
}

static int allocate_to(struct data_writer *writer, u64 end)
{
	u64 from = writer->end > writer->allocated_end ? writer->end : writer->allocated_end;

	if (fallocate(writer->fd, FALLOC_FL_KEEP_SIZE, from, end - from))
		return -errno;
	writer->allocated_end = end;
	return 0;
}

/*
 * How many of @len bytes may be written such that the reserve behind them remains. Where nothing can
 * be allocated ahead (pipes, some file systems) the write itself will tell.
 */
static size_t reserve(struct data_writer *writer, size_t len)
{
	u64 needed = writer->end + len + RESERVED_BYTES;
	int ret;

	if (writer->pipe || needed <= writer->allocated_end)
		return len;
	ret = allocate_to(writer, needed + ALLOCATE_BYTES);
	if (ret == -ENOSPC || ret == -EDQUOT)
		ret = allocate_to(writer, needed);
	if (ret != -ENOSPC && ret != -EDQUOT)
		return len;
	if (writer->allocated_end < writer->end + RESERVED_BYTES)
		return 0;
	return writer->allocated_end - writer->end - RESERVED_BYTES;
}

int data_writer__write(struct data_writer *writer, const void *records, size_t len)
{
	size_t room, written;
	int ret;

	if (whole_records(records, len) != len)
		return -EINVAL;
	room = reserve(writer, len);
	ret = write_some(writer, records, room < len ? whole_records(records, room) : len,
			 &written);
	if (ret && !writer->pipe) {
		written = whole_records(records, written);
		if (ftruncate(writer->fd, writer->end + written) && errno != EINVAL)
			ret = -errno;
	}
	writer->end += written;
	writer->bytes += written;
	if (!ret && room < len)
		ret = -ENOSPC;
	if (ret || writer->pipe)
		return ret;
	if (writer->end - writer->checked_end >= CHECKPOINT_BYTES ||
	    now_ns() - writer->checked_at_ns >= CHECKPOINT_NS)
		return data_writer__checkpoint(writer);
	return 0;
}

u64 data_writer__bytes(const struct data_writer *writer)
{
	return writer->bytes;
}

/* Where what stands behind the final table will begin. */
static u64 late_base(const struct data_writer *writer)
{
	return writer->end + sizeof(struct perf_event_header) +
	       nr_table_entries(writer) * sizeof(struct data_section);
}

/* The final table with the late features behind it. */
static int write_end(struct data_writer *writer, const struct feature_source *source)
{
	struct buf late = { 0 };
	int ret;

	/* Twice: the first round tells how many there are, and so where their content begins. */
	ret = append_features(writer, source, true, &late, 0);
	buf__reset(&late);
	if (!ret)
		ret = append_features(writer, source, true, &late, late_base(writer));
	if (!ret)
		ret = checkpoint(writer, DATA_TABLE_FINAL, &late);
	buf__exit(&late);
	return ret;
}

/* When the disk is full and the build-ids do not fit into the reserve, the file ends without them. */
static int finish_file(struct data_writer *writer, const struct feature_source *source)
{
	struct feature_source small = *source;
	int ret = write_end(writer, source);

	if (ret == -ENOSPC || ret == -EDQUOT) {
		writer->header.features[0] &= ~(1ull << DATA_BUILD_ID);
		small.nr_build_ids = 0;
		if (!write_end(writer, &small))
			ret = source->nr_build_ids ? ret : 0;
	}
	/* Gives back what was allocated ahead, and what was written of a table that did not fit. */
	if (ftruncate(writer->fd, writer->end) && errno != EINVAL && !ret)
		ret = -errno;
	return ret;
}

int data_writer__finish(struct data_writer *writer, const struct data_build_id *build_ids,
			size_t nr_build_ids, u64 first_ns, u64 last_ns, struct err *err)
{
	struct data_writer_info none = { .clockid = -1 };
	struct feature_source source = {
		.info = &none,
		.build_ids = build_ids,
		.nr_build_ids = nr_build_ids,
		.first_ns = first_ns,
		.last_ns = last_ns,
	};
	int ret = writer->pipe ? pipe_writer__finish(writer->fd, &source)
			       : finish_file(writer, &source);

	if (ret)
		return err__set(err, ret, "can not finish the file: %s", strerror(-ret));
	return 0;
}

void data_writer__delete(struct data_writer *writer)
{
	if (!writer)
		return;
	if (writer->fd != STDOUT_FILENO)
		close(writer->fd);
	free(writer);
}
