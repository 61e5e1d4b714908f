// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tracing data -> formats, through libtraceevent; raw data of a sample -> text. The library reads
 * where fields and their lengths say, so each event is handed to it in a buffer with zeros
 * behind it that is larger than any place a field can name.
 */
#include "session/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/event-utils.h>
#include <traceevent/trace-seq.h>

#include "session/cursor.h"
#include "symbol/machine.h"

/* A record has at most 64 KiB; a dynamic field has 16 bits each for its place and its length,
 * and its place may count from the end of the field. */
#define RAW_MAX	     65536
#define BUFFER_BYTES (4 * RAW_MAX)

struct trace {
	struct tep_handle *tep;
	struct trace_seq seq;
	bool has_seq;
	struct machine *machine;
	u8 *buffer; /* BUFFER_BYTES; zero but for what the last event left */
	u32 buffer_used;
};

/* Sizes are u64 before texts, u32 before tables of the file's end. */
static const char *take_text(struct cursor *c, u64 size)
{
	return cursor__bytes(c, size);
}

/* libtraceevent wants texts to end with a NUL. */
static char *copy_text(const char *text, u64 size)
{
	char *copy = malloc(size + 1);

	if (!copy)
		return NULL;
	memcpy(copy, text, size);
	copy[size] = 0;
	return copy;
}

static int take_event(struct trace *trace, struct cursor *c, const char *system)
{
	u64 size = cursor__u64(c);
	const char *text = take_text(c, size);
	char *copy;

	if (!text)
		return -EINVAL;
	copy = copy_text(text, size);
	if (!copy)
		return -ENOMEM;
	/* A format that the library does not understand costs only itself. */
	tep_parse_event(trace->tep, copy, size, system);
	free(copy);
	return 0;
}

static int take_events(struct trace *trace, struct cursor *c)
{
	u32 nr_systems, nr;
	int ret = 0;

	nr = cursor__u32(c);
	for (u32 i = 0; i < nr && !ret; i++)
		ret = take_event(trace, c, "ftrace");
	nr_systems = cursor__u32(c);
	for (u32 i = 0; i < nr_systems && !ret && !c->failed; i++) {
		const char *system = cursor__string(c);

		nr = cursor__u32(c);
		for (u32 k = 0; k < nr && system && !ret; k++)
			ret = take_event(trace, c, system);
	}
	return c->failed ? -EINVAL : ret;
}

/* Tables at the end: kallsyms (the machine knows better) and the texts of trace_printk(). */
static int take_tables(struct trace *trace, struct cursor *c)
{
	const char *text;
	char *copy;
	u32 size;

	cursor__bytes(c, cursor__u32(c));
	size = cursor__u32(c);
	text = take_text(c, size);
	if (!text)
		return -EINVAL;
	if (!size)
		return 0;
	copy = copy_text(text, size);
	if (!copy)
		return -ENOMEM;
	tep_parse_printk_formats(trace->tep, copy);
	free(copy);
	return 0;
}

/* The page header's format and that of events; only the first matters to the library. */
static int take_headers(struct trace *trace, struct cursor *c, u8 long_bytes)
{
	static const char *const names[] = { "header_page", "header_event" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *name = cursor__string(c);
		u64 size = name && !strcmp(name, names[i]) ? cursor__u64(c) : ~0ULL;
		const char *text = take_text(c, size);
		char *copy;

		if (!text)
			return -EINVAL;
		if (i)
			continue;
		copy = copy_text(text, size);
		if (!copy)
			return -ENOMEM;
		tep_parse_header_page(trace->tep, copy, size, long_bytes);
		free(copy);
	}
	return 0;
}

static int take_all(struct trace *trace, struct cursor *c)
{
	static const char magic[] = "\x17\x08\x44tracing";
	const void *begin = cursor__bytes(c, sizeof(magic) - 1);
	bool big;
	u8 long_bytes;
	int ret;

	if (!begin || memcmp(begin, magic, sizeof(magic) - 1) || !cursor__string(c))
		return -EINVAL;
	big = cursor__u8(c);
	long_bytes = cursor__u8(c);
	c->swapped = big != tep_is_bigendian();
	tep_set_file_bigendian(trace->tep, big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(trace->tep,
				tep_is_bigendian() ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(trace->tep, long_bytes);
	tep_set_page_size(trace->tep, cursor__u32(c));
	ret = take_headers(trace, c, long_bytes);
	if (!ret)
		ret = take_events(trace, c);
	/* Old files end here. */
	if (!ret && c->left)
		ret = take_tables(trace, c);
	return ret;
}

/* "%pS" and friends ask for the function at an address. */
static char *resolve_function(void *priv, unsigned long long *addr, char **module)
{
	struct trace *trace = priv;
	u64 offset;
	const struct symbol *symbol = machine__kernel_symbol(trace->machine, *addr, &offset);

	if (!symbol)
		return NULL;
	*addr -= offset;
	*module = (char *)symbol->module;
	return (char *)symbol->name;
}

int trace__new(struct trace **result, const void *data, size_t size, struct machine *machine,
	       struct err *err)
{
	struct cursor c = { .at = data, .left = size };
	struct trace *trace = calloc(1, sizeof(*trace));
	int ret = -ENOMEM;

	if (!trace)
		return err__set(err, -ENOMEM, "out of memory");
	trace->machine = machine;
	trace->tep = tep_alloc();
	trace->buffer = calloc(1, BUFFER_BYTES);
	if (!trace->tep || !trace->buffer)
		goto err;
	trace_seq_init(&trace->seq);
	trace->has_seq = true;
	tep_set_loglevel(TEP_LOG_NONE);
	ret = take_all(trace, &c);
	if (ret)
		goto err;
	if (machine)
		tep_set_function_resolver(trace->tep, resolve_function, trace);
	*result = trace;
	return 0;
err:
	trace__delete(trace);
	if (ret == -ENOMEM)
		return err__set(err, ret, "out of memory");
	return err__set(err, ret, "tracing data: byte %zu of %zu makes no sense",
			(size_t)(c.at - (const u8 *)data), size);
}

void trace__delete(struct trace *trace)
{
	if (!trace)
		return;
	if (trace->has_seq)
		trace_seq_destroy(&trace->seq);
	tep_free(trace->tep);
	free(trace->buffer);
	free(trace);
}

const char *trace__event_name(const struct trace *trace, u64 id, const char **system)
{
	struct tep_event *event = id <= INT32_MAX ? tep_find_event(trace->tep, id) : NULL;

	if (!event)
		return NULL;
	if (system)
		*system = event->system;
	return event->name;
}

/* Do all fields lie within the bytes? (The library does not look.) */
static bool fits(const struct tep_event *event, u32 size)
{
	const struct tep_format_field *lists[] = { event->format.common_fields,
						   event->format.fields };

	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		for (const struct tep_format_field *f = lists[i]; f; f = f->next) {
			if (f->offset < 0 || f->size < 0 || (u32)f->offset > size ||
			    (u32)f->size > size - f->offset)
				return false;
		}
	}
	return true;
}

/* Puts the event where zeros follow it. */
static void fill_buffer(struct trace *trace, const void *raw, u32 size)
{
	memcpy(trace->buffer, raw, size);
	if (trace->buffer_used > size)
		memset(trace->buffer + size, 0, trace->buffer_used - size);
	trace->buffer_used = size;
}

int trace__event_id(const struct trace *trace, const void *raw, u32 size)
{
	struct tep_record record = { .data = (void *)raw, .size = size };

	/* common_type is the first field, two bytes, in every format. */
	return size < 8 ? -1 : tep_data_type(trace->tep, &record);
}

int trace__print(struct trace *trace, struct buf *out, const void *raw, u32 size, u32 cpu)
{
	struct tep_record record = { .cpu = cpu, .size = size };
	struct tep_event *event;
	int id = trace__event_id(trace, raw, size);

	event = id < 0 ? NULL : tep_find_event(trace->tep, id);
	if (!event)
		return -ENOENT;
	if (size > RAW_MAX || !fits(event, size))
		return -EINVAL;
	fill_buffer(trace, raw, size);
	record.data = trace->buffer;
	trace_seq_reset(&trace->seq);
	tep_print_event(trace->tep, &trace->seq, &record, "%s", TEP_PRINT_INFO);
	return buf__append(out, trace->seq.buffer, trace->seq.len);
}
