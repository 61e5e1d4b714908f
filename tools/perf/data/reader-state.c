// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: what file headers and pipe records have in common, that is the events, the
 * features and the notes of one reader. In go sections' bytes, out come names and info.
 */
#include "reader-state.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

#define NOTES_MAX	 (64u << 10)
#define ATTR_KNOWN_BYTES 136 /* to config3; what follows is shown by number (attr-text.c) */

static bool has_line(const struct buf *buf, const char *line)
{
	size_t len = strlen(line);

	for (const char *at = buf->data; at && *at; at = strchr(at, '\n') + 1)
		if (!strncmp(at, line, len) && at[len] == '\n')
			return true;
	return false;
}

static __printf_like(2, 0) void add_line(struct data_reader *reader, const char *fmt, va_list ap)
{
	char line[512];

	vsnprintf(line, sizeof(line), fmt, ap);
	for (char *c = line; *c; c++)
		if (*c == '\n')
			*c = ' ';
	if (reader->notes.len < NOTES_MAX && !has_line(&reader->notes, line))
		buf__printf(&reader->notes, "%s\n", line);
}

void reader_state__note(struct data_reader *reader, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_line(reader, fmt, ap);
	va_end(ap);
}

void reader_state__damage(struct data_reader *reader, const char *fmt, ...)
{
	va_list ap;

	reader->damaged = true;
	va_start(ap, fmt);
	add_line(reader, fmt, ap);
	va_end(ap);
}

void reader_state__note_attr_bytes(struct data_reader *reader, size_t bytes)
{
	if (bytes > ATTR_KNOWN_BYTES)
		reader_state__note(reader, "attrs have %zu bytes more than known",
				   bytes - ATTR_KNOWN_BYTES);
}

struct feature_in reader_state__feature(const struct data_reader *reader, unsigned int bit)
{
	const struct buf *content = &reader->features[bit];

	return (struct feature_in){
		.data = (const u8 *)content->data,
		.size = content->len,
		.swapped = reader->swapped,
	};
}

struct data_event *reader_state__add_event(struct data_reader *reader)
{
	if (reader->nr_events == reader->max_events) {
		size_t max = reader->max_events ? reader->max_events * 2 : 16;
		struct data_event *events = reallocarray(reader->events, max, sizeof(*events));

		if (!events)
			return NULL;
		reader->events = events;
		reader->max_events = max;
	}
	memset(&reader->events[reader->nr_events], 0, sizeof(*reader->events));
	return &reader->events[reader->nr_events++];
}

struct data_event *reader_state__find_event(struct data_reader *reader, u64 id)
{
	for (size_t i = 0; i < reader->nr_events; i++)
		for (size_t j = 0; j < reader->events[i].nr_ids; j++)
			if (reader->events[i].ids[j] == id)
				return &reader->events[i];
	return NULL;
}

static int set_name(struct data_event *event, const char *name)
{
	char *copy = strdup(name);

	if (!copy)
		return -ENOMEM;
	free(event->name);
	event->name = copy;
	return 0;
}

/* One entry of event_desc: its name, and the first of its ids. False at the end. */
static bool next_desc(struct feature_in *in, u32 attr_size, const char **name, u32 *nr_ids,
		      u64 *first_id)
{
	decode__bytes(in, attr_size);
	*nr_ids = decode__count(in, sizeof(u64));
	*name = decode__string(in);
	*first_id = *nr_ids ? decode__u64(in) : 0;
	if (*nr_ids)
		decode__bytes(in, (*nr_ids - 1) * sizeof(u64));
	return !in->bad;
}

/* Descriptions belong to the event with their first id; one without ids to the event of the same
 * number. */
static int name_events(struct data_reader *reader, struct feature_in *in)
{
	u32 nr = decode__u32(in), attr_size = decode__u32(in), nr_ids;
	const char *name;
	u64 first_id;

	for (u32 i = 0; i < nr && next_desc(in, attr_size, &name, &nr_ids, &first_id); i++) {
		struct data_event *event = i < reader->nr_events ? &reader->events[i] : NULL;

		if (!nr_ids && event && event->nr_ids)
			continue;
		if (nr_ids && (!event || !event->nr_ids || event->ids[0] != first_id))
			event = reader_state__find_event(reader, first_id);
		if (event && set_name(event, name))
			return -ENOMEM;
	}
	return in->bad ? -EINVAL : 0;
}

int reader_state__name_event(struct data_reader *reader, struct data_event *event)
{
	struct feature_in in = reader_state__feature(reader, DATA_EVENT_DESC);
	u32 nr = decode__u32(&in), attr_size = decode__u32(&in), nr_ids;
	const char *name;
	u64 first_id;

	for (u32 i = 0; i < nr && next_desc(&in, attr_size, &name, &nr_ids, &first_id); i++) {
		bool same = nr_ids ? event->nr_ids && event->ids[0] == first_id
				   : !event->nr_ids && i == (u32)(event - reader->events);

		if (same)
			return set_name(event, name);
	}
	return 0;
}

int reader_state__take_feature(struct data_reader *reader, unsigned int bit, const void *bytes,
			       size_t len)
{
	const struct feature *feature = feature__find(bit);
	struct buf *content;
	struct feature_in in;
	int ret = 0;

	if (bit < DATA_NR_FEATURES)
		reader->has_feature[bit] = true;
	if (!feature) {
		reader_state__note(reader, "feature %u is unknown and left out", bit);
		return 0;
	}
	content = &reader->features[bit];
	buf__reset(content);
	if (buf__append(content, bytes, len))
		return -ENOMEM;
	in = reader_state__feature(reader, bit);
	if (!len)
		return 0;
	if (bit == DATA_EVENT_DESC)
		ret = name_events(reader, &in);
	else if (feature->read)
		ret = feature->read(&in, &reader->info);
	if (ret == -EINVAL) {
		reader_state__damage(reader, "the section %s makes no sense", feature->name);
		ret = 0;
	}
	if (bit == DATA_TRACING_DATA) /* info has it */
		buf__exit(content);
	return ret;
}
