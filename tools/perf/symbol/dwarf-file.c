// SPDX-License-Identifier: GPL-2.0-only
/*
 * ELF file with DWARF -> lines and inlined functions of an address, through libdw. The units are
 * indexed by address when the file is opened, and a unit's functions when it is met first: what
 * is asked later only searches. Offsets in the file may be anything: walks go forward only and
 * have a bounded depth.
 */
#include "symbol/dwarf-file.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbol/dwarf-sections.h"

#define MAX_DEPTH 256

/* What an ordinary file has of its lines and address ranges comes to less than its sections. */
#define MAX_TIMES  4
#define MORE_STEPS (1U << 16)

struct range {
	u64 low, high;
	Dwarf_Off die;
	u32 unit;
};

/* Sorted by their begin; max_high is the largest end of all up to each. */
struct ranges {
	struct range *list;
	u64 *max_high;
	size_t nr, cap;
};

struct unit {
	Dwarf_Off die;
	u64 bytes;
	struct ranges functions;
	bool indexed;
	bool no_lines;	  /* running its line program would take too long, */
	bool lines_asked; /* which is found out at the first question */
};

struct dwarf_file {
	int fd;
	Elf *elf;
	Dwarf *dwarf;
	struct dwarf_sections sections;
	u64 ranges_left; /* address ranges that it may still have, */
	u64 lines_left;	 /* and bytes of line programs that may still be run */
	bool sealed;
	struct unit *units;
	size_t nr_units, cap_units;
	struct ranges ranges; /* of units */
};

static bool ranges__add(struct ranges *ranges, const struct range *range)
{
	if (range->low >= range->high)
		return true;
	if (ranges->nr == ranges->cap) {
		size_t cap = ranges->cap ? ranges->cap * 2 : 64;
		struct range *list = reallocarray(ranges->list, cap, sizeof(*list));

		if (!list)
			return false;
		ranges->list = list;
		ranges->cap = cap;
	}
	ranges->list[ranges->nr++] = *range;
	return true;
}

static int compare_ranges(const void *pa, const void *pb)
{
	const struct range *a = pa, *b = pb;

	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	/* The wider one first: a search finds the narrowest. */
	return a->high > b->high ? -1 : a->high < b->high;
}

static void ranges__sort(struct ranges *ranges)
{
	u64 max = 0;

	ranges->max_high = calloc(ranges->nr ? ranges->nr : 1, sizeof(u64));
	if (!ranges->max_high) {
		ranges->nr = 0;
		return;
	}
	if (ranges->nr)
		qsort(ranges->list, ranges->nr, sizeof(ranges->list[0]), compare_ranges);
	for (size_t i = 0; i < ranges->nr; i++) {
		if (ranges->list[i].high > max)
			max = ranges->list[i].high;
		ranges->max_high[i] = max;
	}
}

static const struct range *ranges__find(const struct ranges *ranges, u64 addr)
{
	size_t low = 0, high = ranges->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ranges->list[mid].low <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low && ranges->max_high[low - 1] > addr; low--)
		if (ranges->list[low - 1].high > addr)
			return &ranges->list[low - 1];
	return NULL;
}

static void ranges__exit(struct ranges *ranges)
{
	free(ranges->list);
	free(ranges->max_high);
}

/* All address ranges of a DIE, of which many may name the same list; false: out of memory, or there are
 * too many. */
static bool add_ranges(struct dwarf_file *file, struct ranges *ranges, Dwarf_Die *die, u32 unit)
{
	struct range range = { .die = dwarf_dieoffset(die), .unit = unit };
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		range.low = low;
		range.high = high;
		if (!file->ranges_left || !ranges__add(ranges, &range))
			return false;
		file->ranges_left--;
	}
	return true;
}

/* A unit whose rest is in another file, which its path names. */
static bool is_split(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_dwo_name) || dwarf_hasattr(die, DW_AT_GNU_dwo_name);
}

static bool add_unit(struct dwarf_file *file, Dwarf_Die *die, u64 bytes)
{
	if (file->nr_units == file->cap_units) {
		size_t cap = file->cap_units ? file->cap_units * 2 : 64;
		struct unit *units = reallocarray(file->units, cap, sizeof(*units));

		if (!units)
			return false;
		file->units = units;
		file->cap_units = cap;
	}
	file->units[file->nr_units] = (struct unit){ .die = dwarf_dieoffset(die), .bytes = bytes };
	return add_ranges(file, &file->ranges, die, file->nr_units++);
}

static void index_units(struct dwarf_file *file)
{
	Dwarf_Off at = 0, next;
	size_t header_bytes;
	Dwarf_Die die;

	while (!dwarf_nextcu(file->dwarf, at, &next, &header_bytes, NULL, NULL, NULL) &&
	       next > at) {
		if (dwarf_offdie(file->dwarf, at + header_bytes, &die) &&
		    !(file->sealed && is_split(&die)) && !add_unit(file, &die, next - at))
			break;
		at = next;
	}
	ranges__sort(&file->ranges);
}

struct dwarf_file *dwarf_file__new(int fd, bool sealed)
{
	struct dwarf_file *file = calloc(1, sizeof(*file));
	struct stat st;

	if (!file) {
		close(fd);
		return NULL;
	}
	file->fd = fd;
	file->sealed = sealed;
	elf_version(EV_CURRENT);
	file->elf = elf_begin(fd, ELF_C_READ, NULL);
	if (file->elf && elf_kind(file->elf) == ELF_K_ELF && !fstat(fd, &st) &&
	    dwarf_sections__init(&file->sections, file->elf, st.st_size))
		file->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
	if (!file->dwarf) {
		dwarf_file__delete(file);
		return NULL;
	}
	file->ranges_left = file->sections.total_bytes;
	file->lines_left = MAX_TIMES * file->sections.lines.bytes + MORE_STEPS;
	/* libdw's own mark for an alternate file that was looked for and not found. */
	if (sealed)
		dwarf_setalt(file->dwarf, (Dwarf *)-1);
	index_units(file);
	if (file->ranges.nr)
		return file;
	dwarf_file__delete(file);
	return NULL;
}

void dwarf_file__delete(struct dwarf_file *file)
{
	if (!file)
		return;
	for (size_t i = 0; i < file->nr_units; i++)
		ranges__exit(&file->units[i].functions);
	ranges__exit(&file->ranges);
	free(file->units);
	dwarf_end(file->dwarf);
	elf_end(file->elf);
	dwarf_sections__exit(&file->sections);
	close(file->fd);
	free(file);
}

/* The next DIE beside @die; only forward, so that a walk ends. */
static bool next_sibling(Dwarf_Die *die)
{
	Dwarf_Off before = dwarf_dieoffset(die);
	Dwarf_Die next;

	if (dwarf_siblingof(die, &next) || dwarf_dieoffset(&next) <= before)
		return false;
	*die = next;
	return true;
}

static bool holds_functions(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_module:
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
		return true;
	}
	return false;
}

/*
 * Functions stand in namespaces, types and other functions as well. *left: a DIE has at least a byte,
 * so that a walk that meets more of them than the unit has bytes goes over some again and again.
 */
static void index_functions(struct dwarf_file *file, struct unit *unit, Dwarf_Die *parent,
			    u64 *left, int depth)
{
	Dwarf_Die die;

	if (depth == MAX_DEPTH || dwarf_child(parent, &die))
		return;
	do {
		int tag = dwarf_tag(&die);

		if (!*left ||
		    (tag == DW_TAG_subprogram && !add_ranges(file, &unit->functions, &die, 0)))
			return;
		--*left;
		if (holds_functions(tag) && dwarf_haschildren(&die))
			index_functions(file, unit, &die, left, depth + 1);
	} while (next_sibling(&die));
}

/* The unit at @addr, with its functions indexed when @functions. NULL: none is known. */
static struct unit *find_unit(struct dwarf_file *file, u64 addr, bool functions, Dwarf_Die *die)
{
	const struct range *range = ranges__find(&file->ranges, addr);
	struct unit *unit = range ? &file->units[range->unit] : NULL;

	if (!unit || !dwarf_offdie(file->dwarf, unit->die, die))
		return NULL;
	if (functions && !unit->indexed) {
		u64 left = unit->bytes;

		unit->indexed = true;
		index_functions(file, unit, die, &left, 0);
		ranges__sort(&unit->functions);
	}
	return unit;
}

static u64 number_of(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	if (!dwarf_attr(die, name, &attr) || dwarf_formudata(&attr, &value))
		return 0;
	return value;
}

/* Many units may name the same lines, or lines that overlap: together they must stay in bounds. */
static bool may_read_lines(struct dwarf_file *file, struct unit *unit, Dwarf_Die *die)
{
	u64 len;

	if (unit->lines_asked)
		return !unit->no_lines;
	unit->lines_asked = true;
	len = dwarf_sections__line_bytes(&file->sections, number_of(die, DW_AT_stmt_list));
	unit->no_lines = !len || len > file->lines_left;
	if (!unit->no_lines)
		file->lines_left -= len;
	return !unit->no_lines;
}

static bool line_in_unit(struct dwarf_file *file, struct unit *unit, Dwarf_Die *die, u64 addr,
			 struct srcline *line)
{
	Dwarf_Line *found = may_read_lines(file, unit, die) ? dwarf_getsrc_die(die, addr) : NULL;
	int number;

	*line = (struct srcline){ 0 };
	if (!found)
		return false;
	line->file = dwarf_linesrc(found, NULL, NULL);
	if (!dwarf_lineno(found, &number) && number > 0)
		line->line = number;
	return line->file;
}

bool dwarf_file__line(struct dwarf_file *file, u64 addr, struct srcline *line)
{
	Dwarf_Die die;

	struct unit *unit = find_unit(file, addr, false, &die);

	return unit && line_in_unit(file, unit, &die, addr, line);
}

static const char *linkage_name(Dwarf_Die *die)
{
	static const unsigned int names[] = { DW_AT_linkage_name, DW_AT_MIPS_linkage_name,
					      DW_AT_name };
	Dwarf_Attribute attr;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (dwarf_attr_integrate(die, names[i], &attr))
			return dwarf_formstring(&attr);
	return NULL;
}

/* Where an inlined function was called. */
static struct srcline call_line(const struct unit *unit, Dwarf_Die *unit_die, Dwarf_Die *inlined)
{
	u64 index = number_of(inlined, DW_AT_call_file);
	struct srcline line = { .line = number_of(inlined, DW_AT_call_line) };
	Dwarf_Files *files;
	size_t nr;

	if (!unit->no_lines && !dwarf_getsrcfiles(unit_die, &files, &nr) && index < nr)
		line.file = dwarf_filesrc(files, index, NULL, NULL);
	return line;
}

static bool has_address(Dwarf_Die *die, u64 addr, u64 *left)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while (*left && (at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		--*left;
		if (addr >= low && addr < high)
			return true;
	}
	return false;
}

/* The child of a function or block that is at @addr. *left: as for index_functions(). */
static bool find_child(Dwarf_Die *parent, u64 addr, Dwarf_Die *child, u64 *left)
{
	if (dwarf_child(parent, child))
		return false;
	do {
		int tag = dwarf_tag(child);

		if (!*left)
			return false;
		--*left;
		if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) &&
		    has_address(child, addr, left))
			return true;
	} while (next_sibling(child));
	return false;
}

/* The function and what is inlined in it at @addr, the outermost first. Returns their number. */
static size_t find_dies(struct dwarf_file *file, struct unit *unit, u64 addr,
			Dwarf_Die dies[MAX_DEPTH])
{
	const struct range *range = ranges__find(&unit->functions, addr);
	u64 left = unit->bytes + MORE_STEPS;
	Dwarf_Die die, child;
	size_t nr = 0;

	if (!range || !dwarf_offdie(file->dwarf, range->die, &die))
		return 0;
	dies[nr++] = die;
	for (int depth = 0; depth < MAX_DEPTH && nr < MAX_DEPTH; depth++) {
		if (!find_child(&die, addr, &child, &left))
			break;
		if (dwarf_tag(&child) == DW_TAG_inlined_subroutine)
			dies[nr++] = child;
		die = child;
	}
	return nr;
}

size_t dwarf_file__frames(struct dwarf_file *file, u64 addr, struct dwarf_frame *frames, size_t max)
{
	Dwarf_Die unit_die, dies[MAX_DEPTH];
	struct unit *unit = find_unit(file, addr, true, &unit_die);
	size_t nr = unit ? find_dies(file, unit, addr, dies) : 0, count = 0;
	struct srcline line;

	if (!nr)
		return 0;
	line_in_unit(file, unit, &unit_die, addr, &line);
	while (nr-- && count < max) {
		frames[count++] =
			(struct dwarf_frame){ .name = linkage_name(&dies[nr]), .line = line };
		if (nr)
			line = call_line(unit, &unit_die, &dies[nr]);
	}
	return count;
}
