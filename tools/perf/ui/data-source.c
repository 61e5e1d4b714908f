// SPDX-License-Identifier: GPL-2.0-only
/* The word that says where a memory access was served -> text. Its parts are those of union
 * perf_mem_data_src in linux/perf_event.h; the names are what people's scripts look for. */
#include "ui/data-source.h"

#include "buf.h"

static u64 part(u64 data_src, int shift, int bits)
{
	return data_src >> shift & ((1ULL << bits) - 1);
}

/* The names of the bits from @first on, joined. Returns how many there are with @nr so far. */
static int append_bits(struct buf *out, u64 bits, int first, const char *const *names, int nr)
{
	for (int bit = first; names[bit - first]; bit++) {
		if (!(bits & 1ULL << bit))
			continue;
		if (nr++)
			buf__puts(out, " or ");
		buf__puts(out, names[bit - first]);
	}
	return nr;
}

static void append_op(struct buf *out, u64 op)
{
	static const char *const names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };

	buf__puts(out, "|OP ");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (op & 1 << i) {
			buf__puts(out, names[i]);
			return;
		}
	buf__puts(out, "No");
}

/* Bits 1 and 2 say whether it was found there. */
static void append_outcome(struct buf *out, u64 bits)
{
	if (bits & 2)
		buf__puts(out, " hit");
	if (bits & 4)
		buf__puts(out, " miss");
}

static int append_level_number(struct buf *out, u64 number, int nr)
{
	static const char *const names[16] = {
		[9] = "CXL",  [10] = "I/O",  [11] = "Any cache", [12] = "LFB/MAB",
		[13] = "RAM", [14] = "PMEM", [15] = "N/A"
	};

	if (!number)
		return nr;
	if (nr)
		buf__puts(out, " or ");
	if (names[number])
		buf__puts(out, names[number]);
	else
		buf__printf(out, "L%u", (unsigned int)number);
	return nr + 1;
}

static void append_level(struct buf *out, u64 data_src)
{
	static const char *const none[] = { "N/A", NULL };
	static const char *const names[] = {
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
		"Uncached",
		NULL,
	};
	static const char *const hops[8] = { NULL, "core, same node", "node, same socket",
					     "socket, same board", "board" };
	u64 level = part(data_src, 5, 14), hop = part(data_src, 43, 3);
	bool remote = part(data_src, 37, 1);
	int nr;

	buf__puts(out, "|LVL ");
	if (remote)
		buf__puts(out, "Remote ");
	if (hop)
		buf__printf(out, "%s ", hops[hop] ? hops[hop] : "(null)");
	nr = append_bits(out, level, 0, none, 0);
	nr = append_bits(out, level, 3, names, nr);
	nr = append_level_number(out, part(data_src, 33, 4), nr);
	if (!nr && !remote && !hop)
		buf__puts(out, "N/A");
	append_outcome(out, level);
}

static void append_snoop(struct buf *out, u64 data_src)
{
	static const char *const names[] = { "N/A", "None", "Hit", "Miss", "HitM", NULL };
	static const char *const more[] = { "Fwd", "Peer", NULL };
	int nr;

	buf__puts(out, "|SNP ");
	nr = append_bits(out, part(data_src, 19, 5), 0, names, 0);
	nr = append_bits(out, part(data_src, 38, 2), 0, more, nr);
	if (!nr)
		buf__puts(out, "N/A");
}

static void append_tlb(struct buf *out, u64 tlb)
{
	static const char *const none[] = { "N/A", NULL };
	static const char *const names[] = { "L1", "L2", "Walker", "Fault", NULL };
	int nr;

	buf__puts(out, "|TLB ");
	nr = append_bits(out, tlb, 0, none, 0);
	if (!append_bits(out, tlb, 3, names, nr))
		buf__puts(out, "N/A");
	append_outcome(out, tlb);
}

void data_source__append(struct buf *out, u64 data_src)
{
	u64 lock = part(data_src, 24, 2), blocked = part(data_src, 40, 3);

	append_op(out, part(data_src, 0, 5));
	append_level(out, data_src);
	append_snoop(out, data_src);
	append_tlb(out, part(data_src, 26, 7));
	buf__puts(out, "|LCK ");
	buf__puts(out, lock & 1 ? "N/A" : lock & 2 ? "Yes" : "No");
	buf__puts(out, "|BLK ");
	if (!blocked || blocked & 1)
		buf__puts(out, " N/A");
	else
		buf__printf(out, "%s%s", blocked & 2 ? " Data" : "", blocked & 4 ? " Addr" : "");
}
