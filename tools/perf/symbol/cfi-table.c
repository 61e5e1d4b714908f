// SPDX-License-Identifier: GPL-2.0-only
/*
 * .eh_frame or .debug_frame -> the entry of an address, which the program of cfi-program.c is run for.
 * Lengths and offsets may be anything: each is checked against what is left, and the section is
 * gone through forward and once.
 */
#include "symbol/cfi-table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "symbol/cfi-program.h"
#include "symbol/dwarf-bytes.h"

/* Encodings of addresses (DW_EH_PE_* of the Linux Standard Base). */
#define PE_FORMAT   0x0f
#define PE_HOW	    0x70
#define PE_INDIRECT 0x80
#define PE_OMIT	    0xff
#define PE_PCREL    0x10

struct cfi_range {
	u64 start;
	u32 bytes;
	u32 entry; /* offset in the section */
};

/* What entries have in common. */
struct common {
	u64 offset; /* all ones: none was read */
	bool usable;
	bool sized; /* augmentation data tell their length */
	u8 encoding;
	struct cfi_program program;
};

/* One entry: its length and link are read. */
struct entry {
	struct dwarf_bytes body;
	u64 offset;
	u64 common; /* offset of the one that it refers to; all ones: it is one itself */
};

/* false: what is left is no entry. */
static bool next_entry(const struct cfi_section *section, struct dwarf_bytes *at,
		       struct entry *entry)
{
	u64 link, id_at, len;
	u8 bytes = 4;

	do {
		entry->offset = at->at - section->bytes;
		len = dwarf_bytes__uint(at, 4);
	} while (!len && dwarf_bytes__left(at));
	if (len == UINT32_MAX) {
		len = dwarf_bytes__uint(at, 8);
		bytes = section->eh ? 4 : 8;
	}
	entry->body = dwarf_bytes__take(at, len);
	id_at = entry->body.at - section->bytes;
	link = dwarf_bytes__uint(&entry->body, bytes);
	if (at->bad || entry->body.bad)
		return false;
	if (section->eh)
		entry->common = link ? id_at - link : ~0ULL;
	else
		entry->common = link == (bytes == 4 ? UINT32_MAX : ~0ULL) ? ~0ULL : link;
	return true;
}

/* From @offset on, which lies in the section. */
static struct dwarf_bytes bytes_from(const struct cfi_section *section, u64 offset)
{
	return (struct dwarf_bytes){ .at = section->bytes + offset,
				     .end = section->bytes + section->size,
				     .swapped = section->swapped };
}

static u64 read_address(const struct cfi_section *section, struct dwarf_bytes *at, u8 encoding)
{
	u64 base = section->addr + (at->at - section->bytes), value;

	switch (encoding & PE_FORMAT) {
	case 0x0: /* as wide as an address */
		value = dwarf_bytes__uint(at, section->address_bytes);
		break;
	case 0x1:
		value = dwarf_bytes__uleb128(at);
		break;
	case 0x2:
	case 0x3:
	case 0x4:
		value = dwarf_bytes__uint(at, 1 << ((encoding & PE_FORMAT) - 1));
		break;
	case 0x9:
		value = dwarf_bytes__sleb128(at);
		break;
	case 0xa:
	case 0xb:
	case 0xc:
		value = dwarf_bytes__sint(at, 1 << ((encoding & PE_FORMAT) - 9));
		break;
	default:
		at->bad = true;
		return 0;
	}
	if ((encoding & PE_HOW) == PE_PCREL)
		value += base;
	else if (encoding & PE_HOW || encoding & PE_INDIRECT)
		at->bad = true;
	return section->address_bytes == 4 ? (u32)value : value;
}

/* false: there is something whose size is not known. */
static bool read_augmentation(const struct cfi_section *section, struct common *common,
			      struct dwarf_bytes *at, const char *letters)
{
	struct dwarf_bytes data;
	u8 encoding;

	if (*letters != 'z')
		return !*letters;
	common->sized = true;
	data = dwarf_bytes__take(at, dwarf_bytes__uleb128(at));
	while (*++letters && !data.bad)
		switch (*letters) {
		case 'R':
			common->encoding = dwarf_bytes__u8(&data);
			break;
		case 'L':
			dwarf_bytes__u8(&data);
			break;
		case 'P':
			encoding = dwarf_bytes__u8(&data);
			/* Where the pointer leads to does not matter. */
			if (encoding != PE_OMIT)
				read_address(section, &data, encoding & PE_FORMAT);
			break;
		case 'S':
			common->program.signal = true;
			break;
		case 'B': /* how return addresses are signed on arm64 */
		case 'G':
			break;
		default:
			return true;
		}
	return true;
}

static bool read_common_body(const struct cfi_section *section, struct common *common,
			     struct dwarf_bytes *at)
{
	u8 version = dwarf_bytes__u8(at);
	const char *letters = (const char *)at->at;
	size_t len = strnlen(letters, dwarf_bytes__left(at));
	struct cfi_program *program = &common->program;

	if ((version != 1 && version != 3 && version != 4) || len == dwarf_bytes__left(at))
		return false;
	at->at += len + 1;
	if (version == 4 && (dwarf_bytes__u8(at) != section->address_bytes || dwarf_bytes__u8(at)))
		return false;
	program->code_align = dwarf_bytes__uleb128(at);
	program->data_align = dwarf_bytes__sleb128(at);
	program->ra = version == 1 ? dwarf_bytes__u8(at) : dwarf_bytes__uleb128(at);
	if (!read_augmentation(section, common, at, letters))
		return false;
	program->first = *at;
	return !at->bad;
}

/* Mostly the one that was read last. */
static const struct common *get_common(const struct cfi_section *section, struct common *common,
				       u64 offset)
{
	struct dwarf_bytes at;
	struct entry entry;

	if (common->offset == offset)
		return common->usable ? common : NULL;
	*common = (struct common){ .offset = offset };
	if (offset >= section->size)
		return NULL;
	at = bytes_from(section, offset);
	common->program.address_bytes = section->address_bytes;
	common->program.ra_is_kept = section->ra_is_kept;
	common->usable = next_entry(section, &at, &entry) && entry.common == ~0ULL &&
			 entry.offset == offset && read_common_body(section, common, &entry.body);
	return common->usable ? common : NULL;
}

/* Where the entry begins and how many bytes of code it is for; what is left is its program. */
static bool read_range(const struct cfi_section *section, const struct common *common,
		       struct dwarf_bytes *at, u64 *start, u64 *bytes)
{
	*start = read_address(section, at, common->encoding);
	*bytes = read_address(section, at, common->encoding & PE_FORMAT);
	if (common->sized)
		dwarf_bytes__take(at, dwarf_bytes__uleb128(at));
	return !at->bad && *bytes;
}

static int add_range(struct cfi_table *table, const struct cfi_range *range)
{
	if (table->nr == table->cap) {
		size_t cap = table->cap ? table->cap * 2 : 256;
		struct cfi_range *ranges = reallocarray(table->ranges, cap, sizeof(*ranges));

		if (!ranges)
			return -ENOMEM;
		table->ranges = ranges;
		table->cap = cap;
	}
	table->ranges[table->nr++] = *range;
	return 0;
}

static int compare(const void *pa, const void *pb)
{
	const struct cfi_range *a = pa, *b = pb;

	return a->start < b->start ? -1 : a->start > b->start;
}

static void sort(struct cfi_table *table)
{
	size_t sorted = 1;

	while (sorted < table->nr && table->ranges[sorted - 1].start <= table->ranges[sorted].start)
		sorted++;
	if (sorted < table->nr)
		qsort(table->ranges, table->nr, sizeof(*table->ranges), compare);
}

int cfi_table__init(struct cfi_table *table, const struct cfi_section *section)
{
	struct common common = { .offset = ~0ULL };
	struct dwarf_bytes at;
	struct entry entry;
	int ret = 0;

	*table = (struct cfi_table){ .section = *section };
	if (!section->size || section->size > UINT32_MAX)
		return 0;
	at = bytes_from(section, 0);
	while (!ret && dwarf_bytes__left(&at) && next_entry(section, &at, &entry)) {
		const struct common *with;
		u64 start, bytes;

		if (entry.common == ~0ULL)
			continue;
		with = get_common(section, &common, entry.common);
		if (!with || !read_range(section, with, &entry.body, &start, &bytes))
			continue;
		if (bytes > UINT32_MAX)
			bytes = UINT32_MAX;
		ret = add_range(table, &(struct cfi_range){ start, bytes, entry.offset });
	}
	sort(table);
	return ret;
}

void cfi_table__exit(struct cfi_table *table)
{
	free(table->ranges);
	*table = (struct cfi_table){ 0 };
}

bool cfi_table__find(const struct cfi_table *table, u64 addr, struct cfi_rule *rule)
{
	const struct cfi_section *section = &table->section;
	struct common read = { .offset = ~0ULL };
	size_t low = 0, high = table->nr;
	const struct common *common;
	struct dwarf_bytes at;
	struct entry entry;
	u64 start, bytes;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (table->ranges[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || addr - table->ranges[low - 1].start >= table->ranges[low - 1].bytes)
		return false;
	at = bytes_from(section, table->ranges[low - 1].entry);
	if (!next_entry(section, &at, &entry))
		return false;
	common = get_common(section, &read, entry.common);
	if (!common || !read_range(section, common, &entry.body, &start, &bytes))
		return false;
	read.program.rest = entry.body;
	return cfi_program__run(&read.program, start, addr, rule);
}
