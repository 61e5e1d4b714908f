// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: in goes a path, out come events, info and records one by one. What stands
 * before the records is file-header.c's work; in pipe mode it comes as records, which are taken
 * in here. Every size is checked before it is used.
 */
#include "reader.h"

#include <byteswap.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attr-decode.h"
#include "feature.h"
#include "feature-read.h"
#include "file-header.h"
#include "reader-state.h"

#define PAYLOAD_MAX (256u << 20)

/* Byte order and form by the first 16 bytes, which are left in reader->header. */
static int read_magic(struct data_reader *reader, struct err *err)
{
	struct data_file_header *header = &reader->header;
	int ret = window__read(&reader->window, header, DATA_PIPE_BYTES);

	if (ret == -ENODATA)
		return err__set(err, -EINVAL, "no perf.data: it is too short");
	if (ret)
		return err__set(err, ret, "can not be read: %s", strerror(-ret));
	reader->swapped = header->magic == bswap_64(DATA_MAGIC_V2) ||
			  header->magic == bswap_64(DATA_MAGIC_V1);
	if (!reader->swapped && header->magic != DATA_MAGIC_V2 && header->magic != DATA_MAGIC_V1)
		return err__set(err, -EINVAL, "no perf.data: it does not begin with PERFILE2");
	reader->is_pipe = decode__swap64(header->size, reader->swapped) == DATA_PIPE_BYTES;
	if (!reader->is_pipe && !reader->window.seekable)
		return err__set(err, -ESPIPE,
				"this is a file and not the pipe form: it can not come from a "
				"pipe");
	return 0;
}

/* A directory's file with the header. */
static int open_in_dir(struct data_reader *reader, struct err *err)
{
	reader->dirfd = reader->fd;
	reader->fd = openat(reader->dirfd, "data", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (reader->fd < 0 || fstat(reader->fd, &reader->st) || !S_ISREG(reader->st.st_mode))
		return err__set(err, -EISDIR,
				"this directory is no perf.data: it has no file "
				"'data'");
	return 0;
}

static int open_input(struct data_reader *reader, const char *path, struct err *err)
{
	int ret;

	reader->fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (reader->fd < 0)
		return err__set(err, -errno, "can not open: %s", strerror(errno));
	if (fstat(reader->fd, &reader->st))
		return err__set(err, -errno, "can not open: %s", strerror(errno));
	ret = S_ISDIR(reader->st.st_mode) ? open_in_dir(reader, err) : 0;
	if (ret)
		return ret;
	reader->file_size = S_ISREG(reader->st.st_mode) ? (u64)reader->st.st_size : UINT64_MAX;
	if (window__init(&reader->window, reader->fd, S_ISREG(reader->st.st_mode)))
		return err__set(err, -ENOMEM, "out of memory");
	return 0;
}

int data_reader__new(struct data_reader **reader_, const char *path, struct err *err)
{
	struct data_reader *reader = calloc(1, sizeof(*reader));
	int ret;

	*reader_ = NULL;
	if (!reader)
		return err__set(err, -ENOMEM, "out of memory");
	reader->fd = reader->dirfd = -1;
	ret = open_input(reader, path, err);
	if (!ret)
		ret = read_magic(reader, err);
	if (!ret && !reader->is_pipe)
		ret = file_header__read(reader, err);
	if (ret) {
		err__set_file(err, "%s", path);
		data_reader__delete(reader);
		return ret;
	}
	*reader_ = reader;
	return 0;
}

void data_reader__delete(struct data_reader *reader)
{
	if (!reader)
		return;
	for (size_t i = 0; i < reader->nr_events; i++)
		data_event__exit(&reader->events[i]);
	free(reader->events);
	for (size_t i = 0; i < ARRAY_SIZE(reader->features); i++)
		buf__exit(&reader->features[i]);
	data_info__exit(&reader->info);
	window__exit(&reader->window);
	inflate__exit(&reader->inflate);
	buf__exit(&reader->payload);
	buf__exit(&reader->notes);
	free(reader->aligned);
	if (reader->fd > STDIN_FILENO)
		close(reader->fd);
	if (reader->dirfd >= 0)
		close(reader->dirfd);
	free(reader);
}

static int fault(struct data_reader *reader, struct err *err, const char *what)
{
	return err__set(err, -EBADMSG, "record of type %u at offset %#llx: %s (its size is %u)",
			reader->last.type, reader->window.offset, what, reader->last.size);
}

/* Reads the header of the record at @bytes into reader->last. */
static void peek(struct data_reader *reader, const u8 *bytes)
{
	struct perf_event_header *header = &reader->last;

	memcpy(header, bytes, sizeof(*header));
	header->type = decode__swap32(header->type, reader->swapped);
	header->misc = decode__swap16(header->misc, reader->swapped);
	header->size = decode__swap16(header->size, reader->swapped);
}

/* In pipe mode an attr is as long as it says, and ids fill the record. */
static int take_attr(struct data_reader *reader, const u8 *body, size_t len)
{
	struct data_event *event;
	u32 size = 0;
	size_t nr_ids;

	if (len >= 8)
		memcpy(&size, body + 4, sizeof(size));
	size = decode__swap32(size, reader->swapped);
	if (!size)
		size = 64; /* the first version did not tell */
	if (size < 64 || size > len) {
		reader_state__damage(reader, "an attr of %u bytes does not fit into its record",
				     size);
		return 0;
	}
	reader_state__note_attr_bytes(reader, size);
	event = reader_state__add_event(reader);
	nr_ids = (len - size) / sizeof(u64);
	if (!event || attr_decode(event, body, size, reader->swapped) ||
	    attr_decode__ids(event, body + size, nr_ids, reader->swapped))
		return -ENOMEM;
	return reader_state__name_event(reader, event);
}

static int take_feature(struct data_reader *reader, const u8 *body, size_t len)
{
	u64 bit;

	if (len < sizeof(bit))
		return 0;
	memcpy(&bit, body, sizeof(bit));
	bit = decode__swap64(bit, reader->swapped);
	if (bit > DATA_PMU_CAPS + 1 || !bit) {
		reader_state__note(reader, "feature %llu is unknown and left out", bit);
		return 0;
	}
	if (bit == DATA_PMU_CAPS + 1) /* says that there are no more */
		return 0;
	return reader_state__take_feature(reader, bit, body + sizeof(bit), len - sizeof(bit));
}

static int replace(char **to, const char *text, size_t max)
{
	char *copy = strndup(text, max);

	if (!copy)
		return -ENOMEM;
	free(*to);
	*to = copy;
	return 0;
}

/* Unit, scale or name of an event. */
static int take_update(struct data_reader *reader, const u8 *body, size_t len)
{
	struct feature_in in = { .data = body, .size = len, .swapped = reader->swapped };
	u64 kind = decode__u64(&in), id = decode__u64(&in), scale;
	struct data_event *event = in.bad ? NULL : reader_state__find_event(reader, id);
	const char *text = (const char *)body + in.pos;
	size_t left = decode__left(&in);

	if (!event)
		return 0;
	if (kind == DATA_UPDATE_UNIT)
		return replace(&event->unit, text, left);
	if (kind == DATA_UPDATE_NAME) {
		reader->nr_renamed++;
		return replace(&event->name, text, left);
	}
	if (kind == DATA_UPDATE_SCALE && left >= sizeof(scale)) {
		scale = decode__u64(&in);
		memcpy(&event->scale, &scale, sizeof(scale));
	}
	return 0;
}

/* simpleperf's records of tracing data hold it themselves; perf's are followed by it. Returns how
 * many bytes of tracing data begin at @body + 4, 0 when they follow. */
static u32 tracing_data_inside(const struct data_reader *reader, const u8 *body, size_t len)
{
	struct feature_in in = { .data = body, .size = len, .swapped = reader->swapped };
	u32 size = decode__u32(&in);

	/* Behind perf's size there are 4 bytes of padding. */
	return size > sizeof(u32) && size <= decode__left(&in) ? size : 0;
}

/* What a record says about the file and not about what was recorded. */
static int take_in(struct data_reader *reader, const u8 *bytes, size_t size)
{
	const u8 *body = bytes + sizeof(struct perf_event_header);
	size_t len = size - sizeof(struct perf_event_header);

	if (reader->last.type == DATA_RECORD_EVENT_UPDATE)
		return take_update(reader, body, len);
	if (reader->last.type == DATA_RECORD_TRACING_DATA && tracing_data_inside(reader, body, len))
		return reader_state__take_feature(reader, DATA_TRACING_DATA, body + sizeof(u32),
						  tracing_data_inside(reader, body, len));
	if (!reader->is_pipe)
		return 0;
	if (reader->last.type == DATA_RECORD_HEADER_ATTR)
		return take_attr(reader, body, len);
	if (reader->last.type == DATA_RECORD_HEADER_FEATURE)
		return take_feature(reader, body, len);
	if (reader->last.type == DATA_RECORD_BUILD_ID) {
		reader->has_feature[DATA_BUILD_ID] = true;
		return buf__append(&reader->features[DATA_BUILD_ID], bytes, size);
	}
	return 0;
}

/* How many bytes follow the record. */
static u64 payload_size(const struct data_reader *reader, const u8 *bytes, size_t size)
{
	struct feature_in in = { .data = bytes + sizeof(struct perf_event_header),
				 .size = size - sizeof(struct perf_event_header),
				 .swapped = reader->swapped };

	if (reader->last.type == DATA_RECORD_TRACING_DATA)
		return tracing_data_inside(reader, in.data, in.size) ? 0 : decode__u32(&in);
	if (reader->last.type == DATA_RECORD_AUXTRACE)
		return decode__u64(&in);
	return 0;
}

/* Moves a record that was handed out to where nothing moves it and where it is aligned. */
static int keep_record(struct data_reader *reader, struct data_record *record)
{
	if (!reader->aligned)
		reader->aligned = malloc(DATA_RECORD_MAX + 1);
	if (!reader->aligned)
		return -ENOMEM;
	if (record->bytes != reader->aligned)
		memcpy(reader->aligned, record->bytes, record->size);
	record->bytes = reader->aligned;
	record->header = record->bytes;
	record->block = NULL;
	return 0;
}

/* Hands out the record of reader->last at @bytes, copied to where it is aligned if need be. */
static int hand_out(struct data_reader *reader, u8 *bytes, struct data_record *record,
		    struct err *err)
{
	size_t size = reader->last.size;

	if (take_in(reader, bytes, size))
		return err__set(err, -ENOMEM, "out of memory");
	memcpy(bytes, &reader->last, sizeof(reader->last));
	record->bytes = bytes;
	record->header = record->bytes;
	record->size = size;
	if ((uintptr_t)bytes % 8 && keep_record(reader, record))
		return err__set(err, -ENOMEM, "out of memory");
	return 1;
}

/* Tracing data is wanted by everyone, so it is loaded right away; the record, which the window
 * may move meanwhile, is kept. */
static int take_tracing_data(struct data_reader *reader, struct data_record *record,
			     struct err *err)
{
	const void *payload;
	int ret = keep_record(reader, record);

	if (ret)
		return err__set(err, ret, "out of memory");
	ret = data_reader__payload(reader, &payload, err);
	if (ret)
		return ret;
	ret = reader_state__take_feature(reader, DATA_TRACING_DATA, payload, record->payload_size);
	return ret ? err__set(err, ret, "out of memory") : 1;
}

static bool is_compressed(const struct data_reader *reader)
{
	return reader->last.type == DATA_RECORD_COMPRESSED ||
	       reader->last.type == DATA_RECORD_COMPRESSED2;
}

/* The next record of what compressed records hold. 0: more must be fed. */
static int next_inflated(struct data_reader *reader, struct data_record *record, struct err *err)
{
	struct inflate *inflate = &reader->inflate;
	long got = inflate__need(inflate, sizeof(reader->last));
	u8 *bytes = inflate__bytes(inflate);

	if (got == sizeof(reader->last)) {
		peek(reader, bytes);
		if (reader->last.size < sizeof(reader->last))
			return fault(reader, err, "too short, in compressed data");
		got = inflate__need(inflate, reader->last.size);
		bytes = inflate__bytes(inflate);
	}
	if (got < 0)
		return err__set(err, got, "the compressed record at offset %#llx is damaged",
				reader->inflated_from);
	if (got < (long)sizeof(reader->last) || got < reader->last.size)
		return 0;
	if (is_compressed(reader) || payload_size(reader, bytes, got))
		return fault(reader, err, "can not be inside of compressed data");
	inflate__advance(inflate, reader->last.size);
	record->offset = reader->inflated_from;
	record->payload_size = 0;
	record->block = NULL;
	return hand_out(reader, bytes, record, err);
}

static int feed(struct data_reader *reader, const u8 *bytes, struct err *err)
{
	struct feature_in in = { .data = bytes + sizeof(reader->last),
				 .size = reader->last.size - sizeof(reader->last),
				 .swapped = reader->swapped };
	u64 size = in.size;
	int ret;

	reader->inflated_from = reader->window.offset;
	if (reader->last.type == DATA_RECORD_COMPRESSED2) {
		size = decode__u64(&in);
		if (in.bad || size > decode__left(&in))
			return fault(reader, err, "more compressed bytes than it has");
	}
	ret = inflate__feed(&reader->inflate, in.data + in.pos, size);
	if (ret == -EOPNOTSUPP)
		return err__set(err, ret,
				"the records from offset %#llx on are compressed, and this perf "
				"was "
				"built without libzstd",
				reader->window.offset);
	return ret ? err__set(err, ret, "out of memory") : 0;
}

/* The same, where the recorder was not there to write the rest. */
static int at_unfinished_end(struct data_reader *reader, long left)
{
	if (left)
		reader_state__note(reader, "the last record, at offset %#llx, is incomplete",
				   reader->window.offset);
	if (reader->inflate.out_end != reader->inflate.out_pos)
		reader_state__note(reader, "the compressed records end in the middle of a record");
	return 0;
}

/* The end of the data, after its last whole record; @left bytes are no whole one. 0, or a fault. */
static int at_end(struct data_reader *reader, long left, struct err *err)
{
	const struct window *window = &reader->window;

	if (reader->unfinished)
		return at_unfinished_end(reader, left);
	if (left && left < (long)sizeof(reader->last))
		return err__set(err, -EBADMSG, "%ld bytes at offset %#llx are no record", left,
				window->offset);
	if (left)
		return fault(reader, err, "longer than what is left");
	if (window->seekable && window->limit != UINT64_MAX && window->offset < window->limit)
		return err__set(err, -EBADMSG,
				"the file ends at offset %#llx, %llu bytes of records too early",
				window->offset, window->limit - window->offset);
	if (reader->inflate.out_end != reader->inflate.out_pos)
		return err__set(err, -EBADMSG,
				"the compressed record at offset %#llx ends in the middle of a "
				"record, and there is no other one",
				reader->inflated_from);
	return 0;
}

static bool is_marker(const struct data_reader *reader)
{
	return reader->last.type == DATA_RECORD_EVENT_TYPE && reader->last.misc;
}

static size_t marked_table_bytes(const struct data_reader *reader)
{
	return (reader->last.misc & DATA_TABLE_ENTRIES) * sizeof(struct data_section);
}

/* From here on the header of an unfinished file is no longer believed: see writer.c. */
static void resume(struct data_reader *reader)
{
	reader_state__note(reader, "the recorder did not finish the file: records are read to its "
				   "end");
	reader->unfinished = true;
	reader->resumed = true;
	reader->window.limit = UINT64_MAX;
}

/*
 * The marker before a table. As the last record of the data it says, unless it is final, that more
 * records stand behind the table if the file goes on there. A recorder killed within a
 * checkpoint leaves one that reaches beyond the data already, or a new one that the header does
 * not cover yet.
 */
static int pass_marker(struct data_reader *reader)
{
	struct window *window = &reader->window;
	bool last = window->offset + sizeof(reader->last) == window->limit;
	bool final = reader->last.misc & DATA_TABLE_FINAL;
	u64 table_end = window->offset + sizeof(reader->last) + marked_table_bytes(reader);

	if (!last && !reader->resumed)
		return 0;
	if (reader->last.size != sizeof(reader->last)) {
		if (last)
			resume(reader);
		return 0;
	}
	if (reader->resumed && final) {
		window->limit = window->offset + sizeof(reader->last);
		return 0;
	}
	if (!reader->resumed && final)
		return 0;
	if (!reader->resumed && table_end >= reader->file_size) {
		reader_state__note(reader, "the recorder did not finish the file");
		return 0;
	}
	if (!reader->resumed)
		resume(reader);
	return marked_table_bytes(reader);
}

/* One record of the file itself; what a compressed one holds comes after it. 0: there is none. */
static int next_plain(struct data_reader *reader, struct data_record *record, struct err *err)
{
	struct window *window = &reader->window;
	long got = window__need(window, sizeof(reader->last));
	u64 behind = 0;
	u8 *bytes = window__bytes(window);
	int ret;

	if (got == sizeof(reader->last)) {
		peek(reader, bytes);
		if (reader->last.size < sizeof(reader->last))
			return fault(reader, err, "too short");
		if (is_marker(reader))
			behind = pass_marker(reader);
		got = window__need(window, reader->last.size);
		bytes = window__bytes(window);
	}
	if (got < 0)
		return err__set(err, got, "can not read at offset %#llx: %s", window->offset,
				strerror(-got));
	if (got < (long)sizeof(reader->last) || got < reader->last.size)
		return at_end(reader, got, err);
	if (is_compressed(reader)) {
		ret = feed(reader, bytes, err);
		if (ret)
			return ret;
	}
	record->offset = reader->last_offset = window->offset;
	record->block = window->block;
	record->payload_size = payload_size(reader, bytes, got);
	window__advance(window, reader->last.size);
	ret = hand_out(reader, bytes, record, err);
	reader->payload_left = record->payload_size + behind;
	if (ret == 1 && reader->last.type == DATA_RECORD_TRACING_DATA && reader->payload_left)
		ret = take_tracing_data(reader, record, err);
	return ret;
}

bool data_reader__span(const struct data_reader *reader, struct data_span *span)
{
	const struct window *window = &reader->window;

	*span = (struct data_span){ .bytes = window->buf + window->start,
				    .size = window->end - window->start,
				    .offset = window->offset,
				    .block = window->block };
	return !reader->swapped && !reader->inflate.stream && !reader->payload_left &&
	       !reader->done && (uintptr_t)span->bytes % 8 == 0;
}

void data_reader__skip(struct data_reader *reader, size_t size)
{
	window__advance(&reader->window, size);
}

/* Most records are the kernel's, in our byte order, whole and aligned: nothing is to be done. */
static bool next_ready(struct data_reader *reader, struct data_record *record)
{
	const struct perf_event_header *header;
	struct data_span span;

	if (!data_reader__span(reader, &span) || span.size < sizeof(*header))
		return false;
	header = (const void *)span.bytes;
	if (header->type >= DATA_RECORD_HEADER_ATTR || header->size < sizeof(*header) ||
	    header->size > span.size)
		return false;
	*record = (struct data_record){ .header = header,
					.bytes = span.bytes,
					.size = header->size,
					.offset = span.offset,
					.block = span.block };
	window__advance(&reader->window, header->size);
	return true;
}

/* What follows the last record and nobody took. 0, or a fault. */
static int skip_payload(struct data_reader *reader, struct err *err)
{
	u64 size = reader->payload_left;
	int ret = size ? window__skip(&reader->window, size) : 0;

	reader->payload_left = 0;
	if (ret == -ENODATA && reader->unfinished) {
		reader->done = true;
		reader_state__note(reader, "what follows the record at offset %#llx is incomplete",
				   reader->last_offset);
		return 0;
	}
	if (!ret)
		return 0;
	return err__set(err, ret,
			"record of type %u at offset %#llx: the %llu bytes that follow it are "
			"incomplete",
			reader->last.type, reader->last_offset, size);
}

/* Goes on with the next file of a directory, all of whose bytes are records. False: there is none. */
static bool next_part(struct data_reader *reader)
{
	char name[32];
	struct stat st;
	int fd;

	if (reader->dirfd < 0 || reader->is_pipe)
		return false;
	snprintf(name, sizeof(name), "data.%u", reader->part);
	fd = openat(reader->dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return false;
	}
	close(reader->fd);
	reader->fd = reader->window.fd = fd;
	reader->part++;
	reader->file_size = st.st_size;
	reader->resumed = reader->done = false;
	/* Each has been compressed apart. */
	inflate__exit(&reader->inflate);
	window__seek(&reader->window, 0, UINT64_MAX);
	return true;
}

/* In a directory an offset alone does not tell where. */
static int name_part(const struct data_reader *reader, int fault_, struct err *err)
{
	char text[sizeof(err->text)];

	if (!reader->part)
		return fault_;
	snprintf(text, sizeof(text), "%s", err->text);
	return err__set(err, fault_, "data.%u: %s", reader->part - 1, text);
}

static int next_in_part(struct data_reader *reader, struct data_record *record, struct err *err)
{
	int ret = skip_payload(reader, err);

	if (!ret)
		ret = next_inflated(reader, record, err);
	if (!ret && !reader->done)
		ret = next_plain(reader, record, err);
	return ret;
}

int data_reader__next(struct data_reader *reader, struct data_record *record, struct err *err)
{
	int ret;

	if (reader->done)
		return 0;
	if (next_ready(reader, record))
		return 1;
	do {
		ret = next_in_part(reader, record, err);
	} while (!ret && next_part(reader));
	if (ret <= 0)
		reader->done = true;
	return ret < 0 ? name_part(reader, ret, err) : ret;
}

int data_reader__payload(struct data_reader *reader, const void **payload, struct err *err)
{
	u64 size = reader->payload_left;
	int ret = 0;

	if (size > PAYLOAD_MAX)
		return err__set(err, -EFBIG,
				"record of type %u at offset %#llx: %llu bytes follow it",
				reader->last.type, reader->last_offset, size);
	if (size) {
		buf__reset(&reader->payload);
		if (!buf__reserve(&reader->payload, size))
			return err__set(err, -ENOMEM, "out of memory");
		ret = window__read(&reader->window, reader->payload.data, size);
		reader->payload.len = size;
		reader->payload_left = 0;
	}
	*payload = reader->payload.data;
	if (ret)
		return err__set(err, ret,
				"record of type %u at offset %#llx: the %llu bytes that follow it "
				"are incomplete",
				reader->last.type, reader->last_offset, size);
	return 0;
}

void data_reader__trim(struct data_reader *reader)
{
	window__trim(&reader->window);
}

bool data_reader__is_dir(const struct data_reader *reader)
{
	return reader->dirfd >= 0;
}

bool data_reader__is_pipe(const struct data_reader *reader)
{
	return reader->is_pipe;
}

bool data_reader__swapped(const struct data_reader *reader)
{
	return reader->swapped;
}

size_t data_reader__nr_events(const struct data_reader *reader)
{
	return reader->nr_events;
}

const struct data_event *data_reader__event(const struct data_reader *reader, size_t i)
{
	return &reader->events[i];
}

u32 data_reader__nr_renamed(const struct data_reader *reader)
{
	return reader->nr_renamed;
}

const struct data_info *data_reader__info(const struct data_reader *reader)
{
	return &reader->info;
}

int data_reader__each_build_id(const struct data_reader *reader,
			       int (*fn)(void *arg, const struct data_build_id *id), void *arg)
{
	struct feature_in in = reader_state__feature(reader, DATA_BUILD_ID);
	struct data_build_id id;
	int ret = 0;

	while (!ret && feature_read__build_id(&in, &id))
		ret = fn(arg, &id);
	return ret;
}

bool data_reader__is_damaged(const struct data_reader *reader)
{
	return reader->damaged;
}

const char *data_reader__notes(const struct data_reader *reader)
{
	return reader->notes.data ? reader->notes.data : "";
}
