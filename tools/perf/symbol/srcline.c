// SPDX-License-Identifier: GPL-2.0-only
/*
 * Resolved address -> source line and inlined functions. What was found is kept by file and
 * address, because samples hit the same addresses again and again; when too much is kept,
 * all of it is forgotten. Inlined functions become symbols of their own, which stay.
 */
#include "symbol/srcline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "str.h"
#include "symbol/dwarf-file.h"
#include "symbol/machine.h"
#include "symbol/srcline-table.h"

#define MAX_ENTRIES (1U << 20)
#define MAX_KEPT    (4U << 20) /* frames */
#define MAX_FRAMES  64

/* What is known of one address. */
struct entry {
	const struct dso *dso; /* NULL: free */
	u64 addr;
	const struct symbol *symbol; /* that the frames were made for */
	struct srcline line;
	u32 first_frame, nr_frames;
	bool has_frames; /* they were looked for */
};

/* An inlined function in one symbol. */
struct inlined {
	const struct symbol *in;
	struct symbol *symbol; /* NULL: free */
};

struct srcline_table {
	struct entry *entries; /* open addressing */
	size_t nr_entries, nr_buckets;
	struct inline_frame *frames;
	size_t nr_frames, cap_frames;
	struct inlined *inlined; /* likewise */
	size_t nr_inlined, nr_inlined_buckets;
	struct arena names;
};

struct srcline_table *srcline_table__new(void)
{
	return calloc(1, sizeof(struct srcline_table));
}

void srcline_table__delete(struct srcline_table *table)
{
	if (!table)
		return;
	free(table->entries);
	free(table->frames);
	free(table->inlined);
	arena__exit(&table->names);
	free(table);
}

static u64 mix(u64 a, u64 b)
{
	u64 hash = (a ^ (b << 32 | b >> 32)) * 0x9e3779b97f4a7c15ULL;

	return hash ^ hash >> 29;
}

static struct entry *find_entry(struct entry *entries, size_t nr_buckets, const struct dso *dso,
				u64 addr)
{
	size_t at = mix(addr, (uintptr_t)dso) & (nr_buckets - 1);

	while (entries[at].dso && (entries[at].dso != dso || entries[at].addr != addr))
		at = (at + 1) & (nr_buckets - 1);
	return &entries[at];
}

static int grow_entries(struct srcline_table *table)
{
	size_t nr = table->nr_buckets ? table->nr_buckets * 2 : 1024;
	struct entry *entries = calloc(nr, sizeof(*entries));

	if (!entries)
		return -ENOMEM;
	for (size_t i = 0; i < table->nr_buckets; i++) {
		const struct entry *old = &table->entries[i];

		if (old->dso)
			*find_entry(entries, nr, old->dso, old->addr) = *old;
	}
	free(table->entries);
	table->entries = entries;
	table->nr_buckets = nr;
	return 0;
}

static void forget_entries(struct srcline_table *table)
{
	memset(table->entries, 0, table->nr_buckets * sizeof(*table->entries));
	table->nr_entries = 0;
	table->nr_frames = 0;
}

/* The address in the terms of the file that has the debug information. NULL: there is none. */
static struct dwarf_file *find_file(const struct location *location, u64 *addr)
{
	/* The location's owner is the machine that is asked. */
	struct dso *dso = (struct dso *)location->dso;
	const struct map *map = location->map;

	if (!dso || !map || !dso__dwarf(dso))
		return NULL;
	*addr = dso__linked(dso, dso->kind == DSO_MODULE ? location->ip - map->start
							 : map__place(map, location->ip)) +
		dso->dwarf_bias;
	return dso__dwarf(dso);
}

/* The entry of an address, with its line. NULL: nothing can be known of it. */
static struct entry *get_entry(struct machine *machine, const struct location *location,
			       struct dwarf_file **file)
{
	struct srcline_table *table = machine__srclines(machine);
	struct entry *entry;
	u64 addr;

	*file = table ? find_file(location, &addr) : NULL;
	if (!*file)
		return NULL;
	if (table->nr_entries == MAX_ENTRIES || table->nr_frames >= MAX_KEPT)
		forget_entries(table);
	if (table->nr_entries * 2 >= table->nr_buckets && grow_entries(table))
		return NULL;
	entry = find_entry(table->entries, table->nr_buckets, location->dso, addr);
	if (entry->dso)
		return entry;
	entry->dso = location->dso;
	entry->addr = addr;
	table->nr_entries++;
	dwarf_file__line(*file, addr, &entry->line);
	return entry;
}

bool machine__srcline(struct machine *machine, const struct location *location,
		      struct srcline *line)
{
	struct dwarf_file *file;
	const struct entry *entry = get_entry(machine, location, &file);

	*line = entry ? entry->line : (struct srcline){ 0 };
	return line->file;
}

static struct inlined *find_inlined(struct inlined *buckets, size_t nr_buckets,
				    const struct symbol *in, const char *name)
{
	size_t at = mix(str__hash(name, strlen(name)), (uintptr_t)in) & (nr_buckets - 1);

	while (buckets[at].symbol &&
	       (buckets[at].in != in || strcmp(buckets[at].symbol->name, name)))
		at = (at + 1) & (nr_buckets - 1);
	return &buckets[at];
}

static int grow_inlined(struct srcline_table *table)
{
	size_t nr = table->nr_inlined_buckets ? table->nr_inlined_buckets * 2 : 256;
	struct inlined *buckets = calloc(nr, sizeof(*buckets));

	if (!buckets)
		return -ENOMEM;
	for (size_t i = 0; i < table->nr_inlined_buckets; i++) {
		const struct inlined *old = &table->inlined[i];

		if (old->symbol)
			*find_inlined(buckets, nr, old->in, old->symbol->name) = *old;
	}
	free(table->inlined);
	table->inlined = buckets;
	table->nr_inlined_buckets = nr;
	return 0;
}

/* The symbol that stands for the function @name inlined in @in. NULL: out of memory. */
static const struct symbol *get_inlined(struct srcline_table *table, const struct symbol *in,
					const char *name)
{
	struct inlined *bucket;
	struct symbol *symbol;

	if (table->nr_inlined * 2 >= table->nr_inlined_buckets && grow_inlined(table))
		return NULL;
	bucket = find_inlined(table->inlined, table->nr_inlined_buckets, in, name);
	if (bucket->symbol)
		return bucket->symbol;
	symbol = arena__alloc(&table->names, sizeof(*symbol));
	if (!symbol)
		return NULL;
	*symbol = *in;
	symbol->inlined = symbol->shown = true;
	symbol->name = arena__strndup(&table->names, name, strlen(name));
	if (!symbol->name)
		return NULL;
	*bucket = (struct inlined){ in, symbol };
	table->nr_inlined++;
	return symbol;
}

static int add_frame(struct srcline_table *table, const struct inline_frame *frame)
{
	if (table->nr_frames == table->cap_frames) {
		size_t cap = table->cap_frames ? table->cap_frames * 2 : 256;
		struct inline_frame *frames = reallocarray(table->frames, cap, sizeof(*frames));

		if (!frames)
			return -ENOMEM;
		table->frames = frames;
		table->cap_frames = cap;
	}
	table->frames[table->nr_frames++] = *frame;
	return 0;
}

static void find_frames(struct machine *machine, const struct location *location,
			struct dwarf_file *file, struct entry *entry)
{
	struct srcline_table *table = machine__srclines(machine);
	struct dwarf_frame found[MAX_FRAMES];
	size_t nr = dwarf_file__frames(file, entry->addr, found, MAX_FRAMES);

	entry->has_frames = true;
	entry->symbol = location->symbol;
	entry->first_frame = table->nr_frames;
	entry->nr_frames = 0;
	for (size_t i = 0; i < nr; i++) {
		struct inline_frame frame = { location->symbol, found[i].line };
		const char *name = found[i].name;

		if (name)
			name = symbol_options__name(machine__options(machine), &table->names, name);
		if (name && strcmp(name, location->symbol->name))
			frame.symbol = get_inlined(table, location->symbol, name);
		if (!frame.symbol || add_frame(table, &frame))
			return;
		entry->nr_frames++;
	}
}

size_t machine__inlines(struct machine *machine, const struct location *location,
			const struct inline_frame **frames)
{
	struct dwarf_file *file;
	struct entry *entry = location->symbol ? get_entry(machine, location, &file) : NULL;

	if (!entry)
		return 0;
	if (!entry->has_frames || entry->symbol != location->symbol)
		find_frames(machine, location, file, entry);
	*frames = machine__srclines(machine)->frames + entry->first_frame;
	return entry->nr_frames;
}

static const char *last_part(const char *path, int style)
{
	const char *slash = style & SRCLINE_FULL ? NULL : strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Files in brackets are no files that could have lines. */
static bool may_have_lines(const struct location *location)
{
	return !location->map || (location->symbol && *location->dso->name != '[');
}

bool srcline__is_unknown(const struct location *location, const struct srcline *line)
{
	return !(line && line->file) && may_have_lines(location);
}

int srcline__append(struct buf *out, const struct location *location, const struct srcline *line,
		    int style)
{
	if (line && line->file)
		return buf__printf(out, "%s:%u", last_part(line->file, style), line->line);
	if (srcline__is_unknown(location, line))
		return buf__puts(out, "??:0");
	if (style & SRCLINE_SYMBOL && location->symbol)
		return buf__printf(out, "%s+%llu", location->symbol->name, location->offset);
	return buf__printf(out, "%s[%llx]", last_part(location->dso->name, style),
			   map__place(location->map, location->ip));
}
