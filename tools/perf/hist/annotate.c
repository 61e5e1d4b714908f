// SPDX-License-Identifier: GPL-2.0-only
/*
 * A function and its hits -> lines: instructions, each with what was counted there, and before
 * them the source lines that they were made from. Source is shown as it advances: what lies between
 * the farthest line shown and the next, as far as CONTEXT_LINES; a line that comes again stands alone.
 */
#include "hist/annotate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "file.h"
#include "symbol/code.h"
#include "symbol/disasm.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

#define CONTEXT_LINES  5
#define MAX_CODE_BYTES (4U << 20)
#define MAX_FILE_BYTES (16U << 20)

/* A source file, cut into lines. */
struct source_file {
	const char *name; /* the debug information's own string: equal names are equal addresses */
	char *text;	  /* NULL: it can not be read */
	char **lines;
	u32 nr, shown; /* the farthest line that was shown */
};

struct annotation_store {
	struct arena arena;
	struct source_file *files;
	size_t nr_files;
	size_t cap; /* of the lines */
};

struct annotating {
	struct annotation *to;
	struct machine *machine;
	const struct hits *hits;
	const struct annotate_options *options;
	struct srcline last;
	struct code code;
	struct disasm *disasm;
};

static struct annotated_line *add_line(struct annotation *to)
{
	if (to->nr == to->store->cap) {
		size_t cap = to->store->cap ? to->store->cap * 2 : 256;
		struct annotated_line *lines = reallocarray(to->lines, cap, sizeof(*lines));

		if (!lines)
			return NULL;
		to->lines = lines;
		to->store->cap = cap;
	}
	to->lines[to->nr] = (struct annotated_line){ 0 };
	return &to->lines[to->nr++];
}

static int cut_lines(struct source_file *file)
{
	char *rest = file->text, *line;
	u32 cap = 0;

	while ((line = strsep(&rest, "\n"))) {
		if (file->nr == cap) {
			char **lines =
				reallocarray(file->lines, cap = cap * 2 + 256, sizeof(*lines));

			if (!lines)
				return -ENOMEM;
			file->lines = lines;
		}
		file->lines[file->nr++] = line;
	}
	return 0;
}

/* NULL: out of memory. */
static struct source_file *get_file(struct annotation_store *store, const char *name)
{
	struct source_file *files, *file;

	for (size_t i = 0; i < store->nr_files; i++)
		if (!strcmp(store->files[i].name, name))
			return &store->files[i];
	files = reallocarray(store->files, store->nr_files + 1, sizeof(*files));
	if (!files)
		return NULL;
	store->files = files;
	file = &files[store->nr_files++];
	*file = (struct source_file){ .name = name };
	if (file__read(AT_FDCWD, name, MAX_FILE_BYTES, &file->text) < 0)
		file->text = NULL;
	return file->text && cut_lines(file) ? NULL : file;
}

/* The lines up to @at that have not been shown yet. 0 or -ENOMEM. */
static int add_source(struct annotating *a, const struct srcline *at)
{
	struct source_file *file = get_file(a->to->store, at->file);
	u32 first = at->line;

	if (!file)
		return -ENOMEM;
	if (!at->line || at->line > file->nr)
		return 0;
	if (at->line > file->shown) {
		first = file->shown + 1;
		if (at->line > CONTEXT_LINES && first < at->line - CONTEXT_LINES)
			first = at->line - CONTEXT_LINES;
		file->shown = at->line;
	}
	for (u32 i = first; i <= at->line; i++) {
		struct annotated_line *line = add_line(a->to);

		if (!line)
			return -ENOMEM;
		line->kind = ANNOTATED_SOURCE;
		line->line = i;
		line->file = file->name;
		line->text = file->lines[i - 1];
	}
	return 0;
}

static const struct symbol *symbol_at(struct annotating *a, u64 addr, u64 *offset)
{
	const struct hit_symbol *function = a->to->function;
	const struct symbol *symbol;
	u64 at, linked;

	if (addr >= function->symbol->start && addr < function->symbol->end) {
		*offset = addr - function->symbol->start;
		return function->symbol;
	}
	if (function->dso->kind == DSO_KERNEL || function->dso->kind == DSO_MODULE)
		return machine__kernel_symbol(a->machine, addr, offset);
	if (!code__file_offset(function->dso, addr, &at))
		return NULL;
	symbol = dso__find_symbol((struct dso *)function->dso, at, &linked);
	if (symbol)
		*offset = linked - symbol->start;
	return symbol;
}

/* "je     1170 <work+0x37>", "mov    %rax,0x2eba(%rip)        # 4020 <sink>" */
static const char *make_text(struct annotating *a, const struct disasm_insn *insn)
{
	const struct symbol *symbol;
	char *text, *copy;
	u64 offset = 0;
	int len;

	if (!insn->target)
		return arena__strndup(&a->to->store->arena, insn->text, strlen(insn->text));
	symbol = symbol_at(a, insn->target, &offset);
	if (symbol && offset)
		len = asprintf(&text, "%s%s%.0llx <%s+%#llx>", insn->text,
			       insn->is_jump ? "" : "        # ", insn->is_jump ? 0 : insn->target,
			       symbol->name, offset);
	else if (symbol)
		len = asprintf(&text, "%s%s%.0llx <%s>", insn->text,
			       insn->is_jump ? "" : "        # ", insn->is_jump ? 0 : insn->target,
			       symbol->name);
	else
		len = asprintf(&text, "%s%s%.0llx", insn->text, insn->is_jump ? "" : "        # ",
			       insn->is_jump ? 0 : insn->target);
	if (len < 0)
		return NULL;
	copy = arena__strndup(&a->to->store->arena, text, len);
	free(text);
	return copy;
}

/* Bytes that are no instruction are shown as such, one at a time. */
static void decode(struct annotating *a, size_t offset, struct disasm_insn *insn)
{
	disasm__decode(a->disasm, &a->code, a->to->start, offset, insn);
	if (insn->size)
		return;
	insn->size = 1;
	snprintf(insn->text, sizeof(insn->text), ".byte  0x%x", a->code.bytes[offset]);
}

/* Samples that hit inside of an instruction count for it. */
static int add_counts(struct annotating *a, struct annotated_line *line, size_t offset, u8 size)
{
	const struct symbol *symbol = a->to->function->symbol;

	line->count =
		arena__alloc(&a->to->store->arena, (a->to->nr_events + 1) * sizeof(*line->count));
	if (!line->count)
		return -ENOMEM;
	for (size_t i = 0; i < a->to->nr_events; i++) {
		for (u8 k = 0; k < size; k++) {
			struct hit_count count = hits__count(a->hits, symbol, offset + k, i);

			line->count[i].samples += count.samples;
			line->count[i].period += count.period;
		}
	}
	return 0;
}

static void find_line(struct annotating *a, size_t offset, struct srcline *line)
{
	const struct hit_symbol *function = a->to->function;
	const struct location location = { .ip = function->start + offset,
					   .map = function->map,
					   .dso = function->dso,
					   .symbol = function->symbol,
					   .offset = offset };

	*line = (struct srcline){ 0 };
	if (function->map)
		machine__srcline(a->machine, &location, line);
}

static int add_insn(struct annotating *a, size_t offset, u8 *size)
{
	struct annotated_line *line;
	struct disasm_insn insn;
	struct srcline at;

	find_line(a, offset, &at);
	if (!a->options->no_source && at.file && at.line &&
	    (at.line != a->last.line || !a->last.file || strcmp(at.file, a->last.file))) {
		if (add_source(a, &at))
			return -ENOMEM;
		a->last = at;
	}
	line = add_line(a->to);
	if (!line)
		return -ENOMEM;
	decode(a, offset, &insn);
	line->addr = insn.addr;
	line->target = insn.is_jump ? insn.target : 0;
	line->target_inside = insn.is_jump && insn.target - a->to->start < a->code.len;
	line->line = at.line;
	line->file = at.file;
	line->text = make_text(a, &insn);
	*size = insn.size;
	return line->text ? add_counts(a, line, offset, insn.size) : -ENOMEM;
}

static int add_all(struct annotating *a, struct err *err)
{
	for (size_t offset = 0; offset < a->code.len;) {
		u8 size = 1;

		if (add_insn(a, offset, &size))
			return err__set(err, -ENOMEM, "out of memory");
		offset += size;
	}
	return 0;
}

int annotation__new(struct annotation **result, struct machine *machine, const struct hits *hits,
		    const struct hit_symbol *function, const struct annotate_options *options,
		    struct err *err)
{
	const struct symbol *symbol = function->symbol;
	u64 len = symbol->end - symbol->start;
	struct annotation *to = calloc(1, sizeof(*to));
	struct annotating a = { .to = to, .machine = machine, .hits = hits, .options = options };
	int ret;

	if (to)
		to->store = calloc(1, sizeof(*to->store));
	if (!to || !to->store) {
		free(to);
		return err__set(err, -ENOMEM, "out of memory");
	}
	to->function = function;
	to->nr_events = hits__nr_events(hits);
	to->start = symbol->start;
	if (!len || len > MAX_CODE_BYTES)
		ret = err__set(err, -EFBIG, "'%s' is %llu bytes long", symbol->name, len);
	else
		ret = code__read(&a.code, function->dso, symbol->start, len, err);
	if (!ret)
		ret = disasm__new(&a.disasm, &a.code, options->intel, err);
	if (!ret)
		ret = add_all(&a, err);
	disasm__delete(a.disasm);
	code__exit(&a.code);
	if (!ret)
		*result = to;
	else
		annotation__delete(to);
	return ret;
}

void annotation__delete(struct annotation *annotation)
{
	struct annotation_store *store = annotation ? annotation->store : NULL;

	if (!annotation)
		return;
	for (size_t i = 0; i < store->nr_files; i++) {
		free(store->files[i].text);
		free(store->files[i].lines);
	}
	free(store->files);
	arena__exit(&store->arena);
	free(store);
	free(annotation->lines);
	free(annotation);
}
