// SPDX-License-Identifier: GPL-2.0-only
/*
 * Addresses in the lines of perf script: of the sample, of its data and of its call chain, with
 * symbol, file and source line. What follows an address is made once and then kept.
 */
#include "ui/sample-frames.h"

#include <string.h>

#include "session/callchain.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"
#include "ui/frame-cache.h"
#include "ui/put.h"

#define SYMBOL_FIELDS (FIELD_SYM | FIELD_SYMOFF | FIELD_DSO | FIELD_DSOFF)

/* In a key, beside the fields: with inlined functions, and a line of its own. */
#define WITH_INLINES (1U << 31)
#define IN_CHAIN     (1U << 30)

/* The fields that decide the text of a frame, as a word of less bits. */
static u32 frame_fields(u64 fields)
{
	return (fields & (SYMBOL_FIELDS | FIELD_SRCLINE)) / FIELD_SYM;
}

/* An address that is being printed. */
struct frame {
	const struct map *map;
	u64 ip, shown;
	u8 cpumode;
	u32 scope; /* see find_scope() */
	bool in_chain;
	bool inlines; /* with the functions that are inlined there */
};

/* In a file, what is shown of a call chain is the place in it. */
static bool shows_place(const struct map *map)
{
	return !map->identity && map->dso->kind != DSO_KERNEL && map->dso->kind != DSO_MODULE;
}

/* The distribution's perf has the whole path of a module whose build-id the file's header tells. */
static const char *dso_text(const struct dso *dso)
{
	if (!dso)
		return "[unknown]";
	return dso->listed ? dso->path : dso->name;
}

/* The address as the dso counts it. */
static void append_place(struct buf *out, const struct location *location)
{
	const struct map *map = location->map;

	put__bytes(out, "+0x", 3);
	put__hex(out, map->identity ? location->ip : location->ip - map->start + map->pgoff, 0);
}

/* " symbol+0x1 (dso)", as far as asked for. */
static void append_symbol(const struct sample_line *l, const struct location *location)
{
	if (l->fields & FIELD_SYM) {
		put__char(l->out, ' ');
		buf__puts(l->out, location->symbol ? location->symbol->name : "[unknown]");
		if (location->symbol && l->fields & FIELD_SYMOFF) {
			put__bytes(l->out, "+0x", 3);
			put__hex(l->out, location->offset, 0);
		}
	}
	if (l->fields & FIELD_DSO) {
		put__bytes(l->out, " (", 2);
		buf__puts(l->out, dso_text(location->dso));
		if (l->fields & FIELD_DSOFF && location->map)
			append_place(l->out, location);
		put__char(l->out, ')');
	}
}

/* "\n  file.c:12". */
static void append_line(const struct sample_line *l, const struct location *location,
			const struct srcline *line)
{
	put__bytes(l->out, "\n  ", 3);
	srcline__append(l->out, location, line,
			SRCLINE_PLACE | (l->view->full_source_path ? SRCLINE_FULL : 0));
}

static void append_srcline(const struct sample_line *l, const struct location *location)
{
	struct srcline line;

	machine__srcline(l->view->machine, location, &line);
	if (!srcline__is_unknown(location, &line))
		append_line(l, location, &line);
}

/* Does the call chain end here? */
static bool is_stop(const struct sample_line *l, const struct location *location)
{
	const char *const *stop = l->view->stop;

	for (; stop && *stop && location->symbol; stop++)
		if (!strcmp(*stop, location->symbol->name))
			return true;
	return false;
}

/* What decides the text that follows an address; false: it has to be looked up each time. */
static bool find_key(const struct sample_line *l, const struct frame *frame, struct frame_key *key)
{
	const struct map *map = frame->map;

	*key = (struct frame_key){ .addr = frame->ip, .fields = frame_fields(l->fields) };
	if (!l->view->frames || l->fields & FIELD_SRCLINE)
		return false;
	if (frame->cpumode == PERF_RECORD_MISC_KERNEL)
		return true;
	if (frame->cpumode != PERF_RECORD_MISC_USER || !map)
		return false;
	key->dso = map->dso;
	if (!map->identity)
		key->addr = frame->ip - map->start + map->pgoff;
	if (!frame->inlines)
		return true;
	/* The text has the address in it. */
	key->fields |= WITH_INLINES;
	return frame->shown == key->addr;
}

static const struct map *user_map(const struct sample_line *l, u8 cpumode, u64 ip)
{
	return cpumode == PERF_RECORD_MISC_USER && l->thread ? maps__find(l->thread->maps, ip)
							     : NULL;
}

/*
 * The functions at an address that was unwound, one a line, without the first one's address and
 * the last one's line feed. false: nothing is known to be inlined there.
 */
static bool append_inlines(const struct sample_line *l, struct location *location, u64 shown,
			   bool *stop)
{
	const struct inline_frame *frames;
	size_t nr = machine__inlines(l->view->machine, location, &frames);
	struct sample_line without_dso = *l;

	without_dso.fields &= ~FIELD_DSO;
	for (size_t i = 0; i < nr && !*stop; i++) {
		bool inlined = frames[i].symbol->inlined;

		if (i) {
			put__bytes(l->out, "\n\t", 2);
			put__hex(l->out, shown, 16);
		}
		location->symbol = frames[i].symbol;
		append_symbol(inlined ? &without_dso : l, location);
		if (l->fields & FIELD_SRCLINE)
			append_line(l, location, &frames[i].line);
		if (inlined)
			buf__puts(l->out, " (inlined)");
		*stop = is_stop(l, location);
	}
	return nr;
}

/* What follows an address, looked up. true: the call chain ends here. */
static bool append_looked_up(const struct sample_line *l, const struct frame *frame)
{
	struct location location;
	bool stop = false;

	machine__resolve(l->view->machine, l->thread, frame->cpumode, frame->ip, &location);
	if (frame->inlines && append_inlines(l, &location, frame->shown, &stop))
		return stop;
	append_symbol(l, &location);
	if (l->fields & FIELD_SRCLINE)
		append_srcline(l, &location);
	return is_stop(l, &location);
}

/* What follows the address, from memory or made anew. true: the call chain ends here. */
static bool append_known(const struct sample_line *l, const struct frame *frame)
{
	struct frame_text text;
	struct frame_key key;
	bool kept = find_key(l, frame, &key);
	size_t begin = l->out->len;

	if (kept && frame_cache__find(l->view->frames, &key, &text)) {
		put__bytes(l->out, text.text, text.len);
		return text.stop;
	}
	text.stop = append_looked_up(l, frame);
	if (kept && !buf__error(l->out)) {
		text.text = l->out->data + begin;
		text.len = l->out->len - begin;
		frame_cache__put(l->view->frames, &key, &text);
	}
	return text.stop;
}

/* The address and what follows it. true: the call chain ends here. */
static bool append_frame(const struct sample_line *l, struct frame *frame)
{
	bool stop;

	frame->map = user_map(l, frame->cpumode, frame->ip);
	frame->shown = frame->ip;
	if (frame->in_chain && frame->map && shows_place(frame->map))
		frame->shown += frame->map->pgoff - frame->map->start;
	put__char(l->out, frame->in_chain ? '\t' : ' ');
	put__hex(l->out, frame->shown, 16);
	stop = append_known(l, frame);
	if (frame->in_chain)
		put__char(l->out, '\n');
	return stop;
}

/* What decides its line, beside the address; 0: it has to be made each time. */
static u32 find_scope(const struct sample_line *l, const struct frame *frame)
{
	u32 fields = frame_fields(l->fields);
	const void *space = NULL;
	u64 changes = 0;

	if (frame->cpumode == PERF_RECORD_MISC_USER) {
		space = l->thread->maps;
		changes = machine__changes(l->view->machine);
	} else if (frame->cpumode != PERF_RECORD_MISC_KERNEL) {
		return 0;
	}
	fields |= frame->in_chain ? IN_CHAIN : 0;
	fields |= frame->inlines ? WITH_INLINES : 0;
	return l->view->frames ? frame_cache__scope(l->view->frames, space, changes, fields) : 0;
}

/* The same as append_frame(), from memory where it was printed before. */
static bool print_frame(const struct sample_line *l, struct frame *frame)
{
	size_t begin = l->out->len;
	struct frame_text text;
	char *to;

	if (frame->scope &&
	    frame_cache__find_line(l->view->frames, frame->scope, frame->ip, &text)) {
		to = put__reserve(l->out, text.len + DIGITS_SLACK);
		if (to)
			l->out->len = digits__copy(to, text.text, text.len) - l->out->data;
		return text.stop;
	}
	text.stop = append_frame(l, frame);
	if (frame->scope && !buf__error(l->out)) {
		text.text = l->out->data + begin;
		text.len = l->out->len - begin;
		frame_cache__put_line(l->view->frames, frame->scope, frame->ip, &text);
	}
	return text.stop;
}

/* What was unwound counts anew, and is all in which inlined functions are shown: both as the
 * distribution's perf has it. */
static void print_callchain(const struct sample_line *l)
{
	struct callchain_walk walk = callchain_walk__begin(&l->sample->callchain);
	u64 unwound = l->sample->first_unwound;
	struct frame frame = { .in_chain = true };
	u32 nr = 0;

	put__char(l->out, '\n');
	if (!callchain__is_sound(l->sample, l->view->max_stack))
		return;
	for (;;) {
		if (unwound && (nr == l->view->max_stack || walk.at == unwound - 1)) {
			walk.at = unwound - 1; /* at the marker */
			frame.inlines = l->view->inlines;
			frame.cpumode = 0;
			unwound = nr = 0;
		}
		if (nr++ == l->view->max_stack || !callchain_walk__next(&walk, &frame.ip))
			return;
		if (walk.cpumode != frame.cpumode) {
			frame.cpumode = walk.cpumode;
			frame.scope = find_scope(l, &frame);
		}
		if (print_frame(l, &frame))
			return;
	}
}

void sample_line__print_ip(const struct sample_line *l)
{
	struct frame frame = { .ip = l->sample->ip, .cpumode = sample_line__cpumode(l) };

	if (sample_line__has_chain(l))
		return print_callchain(l);
	frame.scope = find_scope(l, &frame);
	print_frame(l, &frame);
}

/* The address of a page fault is one of the program's; others may be anything. */
static bool addr_is_virtual(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && (attr->config == PERF_COUNT_SW_PAGE_FAULTS ||
						    attr->config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
						    attr->config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
}

void sample_line__print_addr(const struct sample_line *l)
{
	struct location location;

	put__hex(l->out, l->sample->addr, 16);
	if (!addr_is_virtual(l->attr))
		return;
	machine__resolve(l->view->machine, l->thread, sample_line__cpumode(l), l->sample->addr,
			 &location);
	if (!location.dso)
		machine__resolve(l->view->machine, l->thread, PERF_RECORD_MISC_USER,
				 l->sample->addr, &location);
	append_symbol(l, &location);
}
