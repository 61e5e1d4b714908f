// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tracing data -> formats, through libtraceevent; raw data of a sample -> text, by what was compiled
 * of its format, or by the library. The library reads where fields and their lengths say, so
 * each event is handed to it in a buffer with zeros behind it that is larger than any place a
 * field can name.
 */
#include "session/trace.h"

#include <byteswap.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/event-utils.h>
#include <traceevent/trace-seq.h>

#include "session/cursor.h"
#include "session/trace-event.h"
#include "session/trace-tep.h"
#include "symbol/machine.h"

/* A record has at most 64 KiB; a dynamic field has 16 bits each for its place and its length,
 * and its place may count from the end of the field. */
#define RAW_MAX	     65536
#define BUFFER_BYTES (4 * RAW_MAX)

/* common_type has 16 bits. */
#define EVENT_ID_MAX 65535
/* A kernel has some thousands; the library sorts them in one by one. */
#define EVENTS_MAX 20000

struct trace {
	struct tep_handle *tep;
	struct trace_seq seq;
	bool has_seq;
	struct machine *machine;
	bool swapped;
	bool native;	   /* numbers of the file are like our own */
	bool only_library; /* compiled formats are left aside */
	u32 nr_parsed;
	struct trace_event **events; /* by id, made when they are met */
	pthread_mutex_t lock;	     /* for the library, the buffer, and making events */
	u8 *buffer;		     /* BUFFER_BYTES; zero but for what the last event left */
	u32 buffer_used;
};

/* Sizes are u64 before texts, u32 before tables of the file's end. */
static const char *take_text(struct cursor *c, u64 size)
{
	return cursor__bytes(c, size);
}

/* libtraceevent wants texts to end with a NUL; there is room for one more character. */
static char *copy_text(const char *text, u64 size)
{
	char *copy = malloc(size + 2);

	if (!copy)
		return NULL;
	memcpy(copy, text, size);
	copy[size] = copy[size + 1] = 0;
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
	if (trace_guard__format(copy, size) && trace->nr_parsed++ < EVENTS_MAX)
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

/* 0xADDRESS : "TEXT" is what the kernel writes; the library reads past the end of shorter lines. */
static bool is_printk_line(const char *line, size_t len)
{
	size_t digits;

	if (len < 8 || memcmp(line, "0x", 2))
		return false;
	digits = strspn(line + 2, "0123456789abcdefABCDEF");
	line += 2 + digits;
	len -= 2 + digits;
	return digits && digits <= 16 && len >= 5 && !memcmp(line, " : \"", 4) &&
	       line[len - 1] == '"';
}

/* Moves the lines that are whole to the front; the others are left out. */
static void drop_bad_lines(char *text)
{
	char *to = text;

	while (*text) {
		size_t len = strcspn(text, "\n");
		bool ends = text[len];

		if (is_printk_line(text, len)) {
			memmove(to, text, len);
			to += len;
			*to++ = '\n';
		}
		text += len + ends;
	}
	*to = 0;
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
	drop_bad_lines(copy);
	if (*copy)
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
	trace->swapped = c->swapped;
	trace->native = !c->swapped && long_bytes == sizeof(u64);
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
	pthread_mutex_init(&trace->lock, NULL);
	trace->tep = tep_alloc();
	trace->buffer = calloc(1, BUFFER_BYTES);
	trace->events = calloc(EVENT_ID_MAX + 1, sizeof(*trace->events));
	if (!trace->tep || !trace->buffer || !trace->events)
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
	for (size_t id = 0; trace->events && id <= EVENT_ID_MAX; id++)
		trace_event__delete(trace->events[id]);
	free(trace->events);
	tep_free(trace->tep);
	pthread_mutex_destroy(&trace->lock);
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
	u16 id;

	/* common_type is the first field, two bytes, in every format. */
	if (size < 8)
		return -1;
	memcpy(&id, raw, sizeof(id));
	return trace->swapped ? bswap_16(id) : id;
}

static const char *find_function(void *ctx, u64 addr, u64 *offset)
{
	const struct trace *trace = ctx;
	const struct symbol *symbol = machine__kernel_symbol(trace->machine, addr, offset);

	return symbol ? symbol->name : NULL;
}

/* Prepares the event; the caller has the lock. NULL: it is not known, or out of memory. */
static struct trace_event *prepare(struct trace *trace, int id)
{
	struct tep_event *tep_event = tep_find_event(trace->tep, id);
	struct trace_event *event;
	u64 offset;

	if (!tep_event)
		return NULL;
	event = trace_event__new(tep_event, trace->native);
	/* Symbols are read at the first question; from then on any thread may ask. */
	if (event && event->program && print_program__needs_functions(event->program) &&
	    trace->machine)
		machine__kernel_symbol(trace->machine, 0, &offset);
	return event;
}

static struct trace_event *get_event(struct trace *trace, int id)
{
	struct trace_event *event = __atomic_load_n(&trace->events[id], __ATOMIC_ACQUIRE);

	if (event)
		return event;
	pthread_mutex_lock(&trace->lock);
	event = trace->events[id];
	if (!event)
		event = prepare(trace, id);
	__atomic_store_n(&trace->events[id], event, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&trace->lock);
	return event;
}

/* Where the library must not follow the format, it prints the fields one by one. */
static int print_by_library(struct trace *trace, const struct trace_event *event, struct buf *out,
			    const struct print_raw *raw, u32 cpu)
{
	struct tep_record record = { .cpu = cpu, .size = raw->size, .data = trace->buffer };
	bool allowed = trace_guard__allows(&event->guard, raw);
	int flags, ret;

	pthread_mutex_lock(&trace->lock);
	flags = event->event->flags;
	if (!allowed)
		event->event->flags |= TEP_EVENT_FL_FAILED;
	fill_buffer(trace, raw->bytes, raw->size);
	trace_seq_reset(&trace->seq);
	tep_print_event(trace->tep, &trace->seq, &record, "%s", TEP_PRINT_INFO);
	event->event->flags = flags;
	ret = buf__append(out, trace->seq.buffer, trace->seq.len);
	pthread_mutex_unlock(&trace->lock);
	return ret;
}

int trace__print(struct trace *trace, struct buf *out, const void *raw, u32 size, u32 cpu)
{
	const struct print_functions functions = { trace->machine ? find_function : NULL, trace };
	const struct print_raw bytes = { raw, size };
	int id = trace__event_id(trace, raw, size), ret = -ENOTSUP;
	const struct trace_event *event = id < 0 ? NULL : get_event(trace, id);

	if (!event)
		return -ENOENT;
	if (size > RAW_MAX || size < event->min_bytes)
		return -EINVAL;
	if (event->program && !trace->only_library)
		ret = print_program__run(event->program, &bytes, &functions, out);
	return ret == -ENOTSUP ? print_by_library(trace, event, out, &bytes, cpu) : ret;
}

bool trace__is_compiled(struct trace *trace, u64 id)
{
	const struct trace_event *event = id <= EVENT_ID_MAX ? get_event(trace, id) : NULL;

	return event && event->program;
}

void trace__use_library(struct trace *trace, bool only_library)
{
	trace->only_library = only_library;
}

struct tep_handle *trace__tep(const struct trace *trace)
{
	return trace->tep;
}

bool trace__swapped(const struct trace *trace)
{
	return trace->swapped;
}

bool trace__field(const struct trace *trace, u64 id, size_t i, struct trace_field_info *info)
{
	struct tep_event *event = id <= INT32_MAX ? tep_find_event(trace->tep, id) : NULL;
	const struct tep_format_field *field = event ? event->format.fields : NULL;

	for (; field && i; i--)
		field = field->next;
	if (!field)
		return false;
	*info = (struct trace_field_info){ .name = field->name,
					   .is_string = field->flags & TEP_FIELD_IS_STRING,
					   .size = field->size };
	return true;
}

/* What a field says of its place is the file's word. */
static bool fits(const struct tep_format_field *field, u32 size)
{
	return field->offset >= 0 && field->size >= 0 && (u32)field->offset <= size &&
	       (u32)field->size <= size - field->offset;
}

/* The library's text of one field, or of all without a name, from a buffer that it can not leave. */
static int print_parts(struct trace *trace, struct buf *out, const void *raw, u32 size,
		       const char *name)
{
	int id = trace__event_id(trace, raw, size), ret = 0;
	struct tep_event *event = id < 0 ? NULL : tep_find_event(trace->tep, id);
	struct tep_format_field *field = NULL;

	if (!event)
		return -ENOENT;
	if (size > RAW_MAX)
		return -EINVAL;
	if (name)
		field = tep_find_field(event, name);
	pthread_mutex_lock(&trace->lock);
	fill_buffer(trace, raw, size);
	trace_seq_reset(&trace->seq);
	if (field && fits(field, size)) {
		tep_print_field(&trace->seq, trace->buffer, field);
	} else if (!name) {
		for (field = event->format.fields; field; field = field->next) {
			trace_seq_printf(&trace->seq, " %s=", field->name);
			if (fits(field, size))
				tep_print_field(&trace->seq, trace->buffer, field);
		}
	}
	ret = buf__append(out, trace->seq.buffer, trace->seq.len);
	pthread_mutex_unlock(&trace->lock);
	return ret;
}

int trace__print_field(struct trace *trace, struct buf *out, const void *raw, u32 size,
		       const char *name)
{
	return print_parts(trace, out, raw, size, name);
}

int trace__print_fields(struct trace *trace, struct buf *out, const void *raw, u32 size)
{
	return print_parts(trace, out, raw, size, NULL);
}
