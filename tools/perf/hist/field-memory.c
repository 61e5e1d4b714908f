// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fields of an access of memory: the data that was accessed, and what the hardware says about how
 * (linux/perf_event.h: union perf_mem_data_src). A row's key is the part of that word it shows.
 */
#include <linux/perf_event.h>
#include <string.h>

#include "hist/field-table.h"
#include "hist/sample.h"
#include "session/session.h"
#include "symbol/machine.h"

#define KEY(name) static u64 name(struct hist_sample *s, const struct hist_field *field)

/* Parts of the word: first bit and width. */
#define PART(word, shift, bits) ((word) >> (shift) & ((1ULL << (bits)) - 1))
#define LVL(word)		PART(word, PERF_MEM_LVL_SHIFT, 14)
#define SNOOP(word)		PART(word, PERF_MEM_SNOOP_SHIFT, 5)
#define LOCK(word)		PART(word, PERF_MEM_LOCK_SHIFT, 2)
#define TLB(word)		PART(word, PERF_MEM_TLB_SHIFT, 7)
#define LVL_NUM(word)		PART(word, 33, 4)
#define REMOTE(word)		PART(word, 37, 1)
#define SNOOPX(word)		PART(word, 38, 2)
#define BLK(word)		PART(word, 40, 3)
#define HOPS(word)		PART(word, 43, 3)

#define UNNAMED_WIDTH		22

/* Names joined by " or ". */
struct words {
	struct buf *out;
	bool any;
};

static void put_word(struct words *words, const char *text)
{
	buf__printf(words->out, "%s%s", words->any ? " or " : "", text);
	words->any = true;
}

/* A name for each bit of @bits from bit 0 on; NULL: it has none. */
static void put_bits(struct words *words, u64 bits, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (bits & 1ULL << i && names[i])
			put_word(words, names[i]);
}

static int put_outcome(struct words *words, bool hit, bool miss)
{
	if (!words->any)
		buf__puts(words->out, "N/A");
	return buf__printf(words->out, "%s%s", hit ? " hit" : "", miss ? " miss" : "");
}

static u64 source_of(const struct hist_sample *s)
{
	return s->record->sample->data_src;
}

KEY(key_mem)
{
	u64 word = source_of(s);

	(void)field;
	return LVL(word) << PERF_MEM_LVL_SHIFT | LVL_NUM(word) << 33 | REMOTE(word) << 37 |
	       HOPS(word) << 43;
}

static HIST_PRINT(print_mem)
{
	static const char *const levels[] = { NULL,
					      NULL,
					      NULL,
					      "L1",
					      "LFB/MAB",
					      "L2",
					      "L3",
					      "Local RAM",
					      "Remote RAM (1 hop)",
					      "Remote RAM (2 hops)",
					      "Remote Cache (1 hop)",
					      "Remote Cache (2 hops)",
					      "I/O",
					      "Uncached" };
	static const char *const numbers[16] = {
		NULL, "L1",  "L2",  "L3",	 "L4",	    "L5",  "L6",   "L7",
		"L8", "CXL", "I/O", "Any cache", "LFB/MAB", "RAM", "PMEM", NULL,
	};
	static const char *const hops[8] = { "", "core, same node ", "node, same socket ",
					     "socket, same board ", "board " };
	struct words words = { .out = out };
	u64 word = entry->keys[key], lvl = LVL(word);

	(void)style;
	if (REMOTE(word))
		buf__puts(out, "Remote ");
	buf__puts(out, hops[HOPS(word)] ? hops[HOPS(word)] : "");
	put_bits(&words, lvl, levels, ARRAY_SIZE(levels));
	if (LVL_NUM(word))
		put_word(&words, numbers[LVL_NUM(word)] ? numbers[LVL_NUM(word)] : "N/A");
	return put_outcome(&words, lvl & PERF_MEM_LVL_HIT, lvl & PERF_MEM_LVL_MISS);
}

KEY(key_snoop)
{
	u64 word = source_of(s);

	(void)field;
	return SNOOP(word) | SNOOPX(word) << 5;
}

static HIST_PRINT(print_snoop)
{
	static const char *const names[] = { NULL, "None", "Hit", "Miss", "HitM", "Fwd", "Peer" };
	struct words words = { .out = out };

	(void)style;
	put_bits(&words, entry->keys[key], names, ARRAY_SIZE(names));
	return put_outcome(&words, false, false);
}

KEY(key_locked)
{
	(void)field;
	return LOCK(source_of(s));
}

static HIST_PRINT(print_locked)
{
	u64 lock = entry->keys[key];

	(void)style;
	return buf__puts(out, lock & PERF_MEM_LOCK_NA	    ? "N/A"
			      : lock & PERF_MEM_LOCK_LOCKED ? "Yes"
							    : "No");
}

KEY(key_tlb)
{
	(void)field;
	return TLB(source_of(s));
}

static HIST_PRINT(print_tlb)
{
	static const char *const names[] = { NULL, NULL, NULL, "L1", "L2", "Walker", "Fault" };
	struct words words = { .out = out };
	u64 tlb = entry->keys[key];

	(void)style;
	put_bits(&words, tlb, names, ARRAY_SIZE(names));
	return put_outcome(&words, tlb & PERF_MEM_TLB_HIT, tlb & PERF_MEM_TLB_MISS);
}

KEY(key_blocked)
{
	(void)field;
	return BLK(source_of(s));
}

static HIST_PRINT(print_blocked)
{
	u64 blk = entry->keys[key];

	(void)style;
	if (blk & 1 || !blk)
		return buf__puts(out, " N/A");
	return buf__printf(out, "%s%s", blk & 2 ? " Data" : "", blk & 4 ? " Addr" : "");
}

KEY(key_daddr)
{
	(void)field;
	return hist_key__point(s, s->record->sample->addr);
}

KEY(key_iaddr)
{
	(void)field;
	return hist_key__point(s, s->record->sample->ip);
}

static int print_point(struct buf *out, const struct point *point, char level, bool offset)
{
	hist_place__print(out, level, point->symbol ? point->symbol->name : NULL, point->addr);
	if (!point->symbol || !offset)
		return buf__error(out);
	return point->offset < 0 ? buf__printf(out, "-%#llx", -(u64)point->offset)
				 : buf__printf(out, "+0x%llx", (u64)point->offset);
}

static HIST_PRINT(print_daddr)
{
	(void)style;
	return print_point(out, hist_key__pointer(entry, key), entry->level, true);
}

static HIST_PRINT(print_iaddr)
{
	(void)style;
	return print_point(out, hist_key__pointer(entry, key), entry->level, false);
}

/* Columns are as wide as if each name had a long offset behind it. */
static int measure_point(const struct hist_entry *entry, int key)
{
	const struct point *point = hist_key__pointer(entry, key);

	return point->symbol ? (int)strlen(point->symbol->name) + UNNAMED_WIDTH : 0;
}

static int measure_line(const struct hist_entry *entry, int key)
{
	return measure_point(entry, key) + 1;
}

static int measure_none(const struct hist_entry *entry, int key)
{
	(void)entry, (void)key;
	return 0;
}

KEY(key_dso_daddr)
{
	const struct point *point = points__find(s->points, s->thread, s->record->sample->addr);

	(void)field;
	return point ? (uintptr_t)point->dso : 0;
}

KEY(key_line)
{
	(void)field;
	return (uintptr_t)points__find_line(s->points, s->thread, s->record->sample->addr);
}

static HIST_PRINT(print_line)
{
	const struct point *point = hist_key__pointer(entry, key);

	(void)style;
	return print_point(out, point, point->dso ? entry->level : 'X', true);
}

KEY(key_phys)
{
	(void)field;
	return s->record->sample->phys_addr;
}

static HIST_PRINT(print_phys)
{
	(void)style;
	return hist_place__print(out, entry->level, NULL, entry->keys[key]);
}

KEY(key_page_size)
{
	(void)field;
	return s->record->sample->data_page_size;
}

#define MEMORY	     HIST_OTHER
#define SOURCE	     PERF_SAMPLE_DATA_SRC
#define OF_MEMORY    .group = HIST_MEMORY, .pads = true
#define NUMBER(k, p) OF_MEMORY, HIST_NUMBER, .key = k, .print = p
#define SHORT(k, p)  .group = HIST_MEMORY, HIST_NUMBER, .key = k, .print = p
#define POINT(k, p)  OF_MEMORY, HIST_POINT, .key = k, .print = p
#define FIXED	     .measure = measure_none

static const struct hist_field fields[] = {
	{ MEMORY, "symbol_daddr", NULL, "Data Symbol", PERF_SAMPLE_ADDR, UNNAMED_WIDTH,
	  POINT(key_daddr, print_daddr), .measure = measure_point },
	{ MEMORY, "dso_daddr", NULL, "Data Object", PERF_SAMPLE_ADDR, 16, OF_MEMORY, HIST_DSO_KEY,
	  .key = key_dso_daddr },
	{ MEMORY, "locked", NULL, "Locked", SOURCE, 6, SHORT(key_locked, print_locked) },
	{ MEMORY, "tlb", NULL, "TLB access", SOURCE, 22, NUMBER(key_tlb, print_tlb) },
	{ MEMORY, "mem", NULL, "Memory access", SOURCE, 24, FIXED, NUMBER(key_mem, print_mem) },
	{ MEMORY, "snoop", NULL, "Snoop", SOURCE, 12, FIXED, NUMBER(key_snoop, print_snoop) },
	{ MEMORY, "dcacheline", NULL, "Data Cacheline", PERF_SAMPLE_ADDR, UNNAMED_WIDTH + 1,
	  POINT(key_line, print_line), .measure = measure_line },
	{ MEMORY, "symbol_iaddr", NULL, "Code Symbol", PERF_SAMPLE_IP, UNNAMED_WIDTH,
	  POINT(key_iaddr, print_iaddr), .measure = measure_point },
	{ MEMORY, "phys_daddr", NULL, "Data Physical Address", PERF_SAMPLE_PHYS_ADDR, 22,
	  NUMBER(key_phys, print_phys) },
	{ MEMORY, "data_page_size", NULL, "Data Page Size", PERF_SAMPLE_DATA_PAGE_SIZE, 22,
	  NUMBER(key_page_size, hist_key__print_page_size) },
	{ MEMORY, "blocked", NULL, "Blocked", SOURCE, 10, SHORT(key_blocked, print_blocked) },
};
const struct hist_fields hist_memory_fields = { fields, ARRAY_SIZE(fields) };
