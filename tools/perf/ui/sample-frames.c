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

#define SYMBOL_FIELDS (FIELD_SYM | FIELD_SYMOFF | FIELD_DSO)

/* In a file, what is shown of a call chain is the place in it. */
static bool shows_place(const struct map *map)
{
	return !map->identity && map->dso->kind != DSO_KERNEL && map->dso->kind != DSO_MODULE;
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
		buf__puts(l->out, location->dso ? location->dso->name : "[unknown]");
		put__char(l->out, ')');
	}
}

static void append_srcline(const struct sample_line *l, const struct location *location)
{
	struct srcline line;
	bool known;

	if (!location->map)
		return;
	known = machine__srcline(l->view->machine, location, &line);
	put__bytes(l->out, "\n  ", 3);
	srcline__append(l->out, location, known ? &line : NULL, SRCLINE_PLACE);
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
static bool find_key(const struct sample_line *l, u8 cpumode, const struct map *map, u64 ip,
		     struct frame_key *key)
{
	*key = (struct frame_key){ .addr = ip, .fields = l->fields & SYMBOL_FIELDS };
	if (!l->view->frames)
		return false;
	if (cpumode == PERF_RECORD_MISC_KERNEL)
		return true;
	if (cpumode != PERF_RECORD_MISC_USER || !map)
		return false;
	key->dso = map->dso;
	if (!map->identity)
		key->addr = ip - map->start + map->pgoff;
	return true;
}

static const struct map *user_map(const struct sample_line *l, u8 cpumode, u64 ip)
{
	return cpumode == PERF_RECORD_MISC_USER && l->thread ? maps__find(l->thread->maps, ip)
							     : NULL;
}

/* What follows the address, from memory or made anew. true: the call chain ends here. */
static bool append_known(const struct sample_line *l, u8 cpumode, const struct map *map, u64 ip)
{
	struct location location;
	struct frame_text text;
	struct frame_key key;
	bool kept = find_key(l, cpumode, map, ip, &key);
	size_t begin = l->out->len;

	if (kept && frame_cache__find(l->view->frames, &key, &text)) {
		put__bytes(l->out, text.text, text.len);
		return text.stop;
	}
	machine__resolve(l->view->machine, l->thread, cpumode, ip, &location);
	append_symbol(l, &location);
	text.stop = is_stop(l, &location);
	if (kept && !buf__error(l->out)) {
		text.text = l->out->data + begin;
		text.len = l->out->len - begin;
		frame_cache__put(l->view->frames, &key, &text);
	}
	return text.stop;
}

/* The slow way: with source lines or inlined functions. */
static bool append_looked_up(const struct sample_line *l, u8 cpumode, u64 ip, u64 shown)
{
	const struct inline_frame *inlined = NULL;
	struct location location;
	size_t nr = 0;

	machine__resolve(l->view->machine, l->thread, cpumode, ip, &location);
	if (l->view->inlines)
		nr = machine__inlines(l->view->machine, &location, &inlined);
	for (size_t i = 0; i + 1 < nr; i++) {
		put__char(l->out, '\t');
		put__hex(l->out, shown, 16);
		put__char(l->out, ' ');
		buf__puts(l->out, inlined[i].symbol->name);
		buf__puts(l->out, " (inlined)\n");
	}
	put__char(l->out, '\t');
	put__hex(l->out, shown, 16);
	append_symbol(l, &location);
	if (l->fields & FIELD_SRCLINE)
		append_srcline(l, &location);
	return is_stop(l, &location);
}

static bool print_frame(const struct sample_line *l, u8 cpumode, u64 ip)
{
	const struct map *map = user_map(l, cpumode, ip);
	u64 shown = map && shows_place(map) ? ip - map->start + map->pgoff : ip;
	bool stop;

	if (l->fields & FIELD_SRCLINE || l->view->inlines) {
		stop = append_looked_up(l, cpumode, ip, shown);
	} else {
		put__char(l->out, '\t');
		put__hex(l->out, shown, 16);
		stop = append_known(l, cpumode, map, ip);
	}
	put__char(l->out, '\n');
	return stop;
}

static void print_callchain(const struct sample_line *l)
{
	struct callchain_walk walk = callchain_walk__begin(&l->sample->callchain);
	u32 nr = 0;
	u64 ip;

	put__char(l->out, '\n');
	if (!callchain__is_sound(&l->sample->callchain))
		return;
	while (nr++ < l->view->max_stack && callchain_walk__next(&walk, &ip))
		if (print_frame(l, walk.cpumode, ip))
			return;
}

void sample_line__print_ip(const struct sample_line *l)
{
	u8 cpumode = sample_line__cpumode(l);
	struct location location;

	if (sample_line__has_chain(l))
		return print_callchain(l);
	put__char(l->out, ' ');
	put__hex(l->out, l->sample->ip, 16);
	append_known(l, cpumode, user_map(l, cpumode, l->sample->ip), l->sample->ip);
	if (!(l->fields & FIELD_SRCLINE))
		return;
	machine__resolve(l->view->machine, l->thread, cpumode, l->sample->ip, &location);
	append_srcline(l, &location);
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
