// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: header, attrs, ids and feature sections of a file, version 1 and 2. In goes
 * an open file, out come events, info and notes. Offsets and sizes are checked against the file.
 */
#include "file-header.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attr-decode.h"
#include "cleanup.h"
#include "feature.h"
#include "file.h"
#include "reader-state.h"

#define HEADER_V1_BYTES 72 /* of old files without features */
#define SECTION_MAX	(256u << 20)
#define IDS_MAX		(8u << 20)
#define EVENT_TYPE_NAME 64

static bool fits(const struct data_reader *reader, const struct data_section *section)
{
	return section->offset <= reader->file_size &&
	       section->size <= reader->file_size - section->offset;
}

static bool check_fits(struct data_reader *reader, const struct data_section *section,
		       const char *what)
{
	if (fits(reader, section))
		return true;
	reader_state__damage(reader,
			     "the section %s (offset %#llx, %llu bytes) lies past the end of the "
			     "file",
			     what, section->offset, section->size);
	return false;
}

/* The bytes of a section, which the caller frees. NULL: does not fit (a note) or out of memory. */
static void *load(struct data_reader *reader, const struct data_section *section, const char *what)
{
	void *bytes;

	if (!check_fits(reader, section, what))
		return NULL;
	if (section->size > SECTION_MAX) {
		reader_state__damage(reader, "the section %s is too large: %llu bytes", what,
				     section->size);
		return NULL;
	}
	bytes = malloc(section->size ? section->size : 1);
	if (bytes && file__pread_all(reader->fd, bytes, section->size, section->offset)) {
		reader_state__damage(reader, "the section %s can not be read", what);
		free(bytes);
		return NULL;
	}
	return bytes;
}

static void swap_section(struct data_section *section, bool swapped)
{
	section->offset = decode__swap64(section->offset, swapped);
	section->size = decode__swap64(section->size, swapped);
}

/*
 * The bits are an array of unsigned long: what a 32-bit machine of the other byte order wrote
 * has the halves of each u64 exchanged. Every recorder writes its host's name, so that tells.
 */
static void swap_features(struct data_file_header *header)
{
	for (size_t i = 0; i < ARRAY_SIZE(header->features); i++)
		header->features[i] = decode__swap64(header->features[i], true);
	if (header->features[0] >> DATA_HOSTNAME & 1)
		return;
	if (!(header->features[0] >> (DATA_HOSTNAME + 32) & 1))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(header->features); i++)
		header->features[i] = header->features[i] >> 32 | header->features[i] << 32;
}

static void swap_header(struct data_file_header *header)
{
	header->size = decode__swap64(header->size, true);
	header->attr_size = decode__swap64(header->attr_size, true);
	swap_section(&header->attrs, true);
	swap_section(&header->data, true);
	swap_section(&header->event_types, true);
	swap_features(header);
}

static int check_header(struct data_reader *reader, struct err *err)
{
	const struct data_file_header *header = &reader->header;

	if (header->size < HEADER_V1_BYTES || header->size > 4096)
		return err__set(err, -EINVAL, "no perf.data: its header has %llu bytes (offset 8)",
				header->size);
	if (header->attr_size < 64 + sizeof(struct data_section) ||
	    header->attr_size > DATA_RECORD_MAX)
		return err__set(err, -EINVAL, "no perf.data: its attrs have %llu bytes (offset 16)",
				header->attr_size);
	if (!fits(reader, &header->attrs))
		return err__set(err, -EINVAL,
				"damaged: the attrs (offset %#llx, %llu bytes) lie past the end of "
				"the file",
				header->attrs.offset, header->attrs.size);
	if (header->data.offset > reader->file_size ||
	    header->data.size > UINT64_MAX - header->data.offset)
		return err__set(err, -EINVAL,
				"damaged: the data (offset %#llx, %llu bytes) lie past the end of "
				"the file",
				header->data.offset, header->data.size);
	return 0;
}

static int read_ids(struct data_reader *reader, struct data_event *event,
		    const struct data_section *section)
{
	_cleanup_free_ void *bytes = NULL;
	size_t nr = section->size / sizeof(u64);

	if (section->size)
		bytes = load(reader, section, "of ids");
	if (!bytes)
		nr = 0;
	if (nr > IDS_MAX - reader->nr_ids) {
		reader_state__damage(reader, "too many ids");
		nr = 0;
	}
	reader->nr_ids += nr;
	return attr_decode__ids(event, bytes, nr, reader->swapped);
}

static int read_attrs(struct data_reader *reader, struct err *err)
{
	const struct data_file_header *header = &reader->header;
	size_t attr_size = header->attr_size - sizeof(struct data_section);
	_cleanup_free_ u8 *attrs = load(reader, &header->attrs, "of attrs");
	u64 nr = header->attrs.size / header->attr_size;

	if (!attrs)
		return err__set(err, -EINVAL, "damaged: the attrs can not be read");
	reader_state__note_attr_bytes(reader, attr_size);
	if (header->attrs.size % header->attr_size)
		reader_state__damage(reader, "the attrs end in the middle of one");
	for (u64 i = 0; i < nr; i++) {
		const u8 *entry = attrs + i * header->attr_size;
		struct data_event *event = reader_state__add_event(reader);
		struct data_section ids;

		memcpy(&ids, entry + attr_size, sizeof(ids));
		swap_section(&ids, reader->swapped);
		if (!event || attr_decode(event, entry, attr_size, reader->swapped) ||
		    read_ids(reader, event, &ids))
			return err__set(err, -ENOMEM, "out of memory");
	}
	return 0;
}

/* Version 1 has the names of tracepoints in a section of its own: u64 id, 64 bytes of name. */
static int read_event_types(struct data_reader *reader)
{
	const struct data_section *section = &reader->header.event_types;
	size_t entry_bytes = sizeof(u64) + EVENT_TYPE_NAME;
	_cleanup_free_ u8 *bytes = NULL;

	if (!section->size)
		return 0;
	bytes = load(reader, section, "of event types");
	for (u64 i = 0; bytes && i < section->size / entry_bytes; i++) {
		const char *name = (const char *)bytes + i * entry_bytes + sizeof(u64);
		u64 id;

		memcpy(&id, bytes + i * entry_bytes, sizeof(id));
		id = decode__swap64(id, reader->swapped);
		for (size_t e = 0; e < reader->nr_events; e++) {
			struct data_event *event = &reader->events[e];

			if (event->name || data_event__attr(event)->config != id ||
			    data_event__attr(event)->type != PERF_TYPE_TRACEPOINT)
				continue;
			event->name = strndup(name, EVENT_TYPE_NAME);
			if (!event->name)
				return -ENOMEM;
		}
	}
	return 0;
}

static int read_features(struct data_reader *reader)
{
	const struct data_file_header *header = &reader->header;
	struct data_section where = { header->data.offset + header->data.size, 0 };
	_cleanup_free_ struct data_section *table = NULL;
	size_t nr = 0, next = 0;

	for (size_t i = 0; i < ARRAY_SIZE(header->features); i++)
		nr += __builtin_popcountll(header->features[i]);
	where.size = nr * sizeof(*table);
	if (!nr || !header->data.size)
		return 0;
	table = load(reader, &where, "of features");
	if (!table)
		return 0;
	for (size_t i = 0; i < nr; i++)
		swap_section(&table[i], reader->swapped);
	for (unsigned int bit = 0; bit < DATA_NR_FEATURES; bit++) {
		const struct feature *feature = feature__find(bit);
		_cleanup_free_ void *bytes = NULL;
		const struct data_section *section;

		if (!(header->features[bit / 64] >> bit % 64 & 1))
			continue;
		section = &table[next++];
		reader->has_feature[bit] = true;
		if (feature && (feature->read || feature->print || feature->keep))
			bytes = load(reader, section, feature->name);
		else
			check_fits(reader, section, feature ? feature->name : "of an unknown one");
		if (feature && !bytes)
			continue;
		if (reader_state__take_feature(reader, bit, bytes, bytes ? section->size : 0))
			return -ENOMEM;
	}
	return 0;
}

int file_header__read(struct data_reader *reader, struct err *err)
{
	struct data_file_header *header = &reader->header;
	size_t len = sizeof(*header);
	u64 data_end;
	int ret;

	if (decode__swap64(header->size, reader->swapped) == HEADER_V1_BYTES)
		len = HEADER_V1_BYTES;
	if (file__pread_all(reader->fd, header, len, 0))
		return err__set(err, -EINVAL, "no perf.data: it ends within its header");
	if (reader->swapped)
		swap_header(header);
	ret = check_header(reader, err);
	if (!ret)
		ret = read_attrs(reader, err);
	if (ret)
		return ret;
	ret = read_event_types(reader);
	if (!ret)
		ret = read_features(reader);
	if (ret)
		return err__set(err, ret, "out of memory");
	data_end = header->data.offset + header->data.size;
	if (!header->data.size) {
		reader_state__note(reader, "the recorder did not finish the file: records are "
					   "read to its end");
		reader->unfinished = true;
		data_end = UINT64_MAX;
	} else if (data_end > reader->file_size) {
		reader_state__damage(reader,
				     "the file is cut off: %llu bytes of its data are missing",
				     data_end - reader->file_size);
	}
	window__seek(&reader->window, header->data.offset, data_end);
	return 0;
}
