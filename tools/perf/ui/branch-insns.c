// SPDX-License-Identifier: GPL-2.0-only
/*
 * The branches of a sample -> the instructions between them: from where one went to where the next, newer
 * one came from, and behind the newest one up to the sampled address. What the file has at these addresses
 * may be other code than what ran: then it does not end where the branch was.
 */
#include "ui/branch-insns.h"

#include "symbol/machine.h"
#include "symbol/srcline.h"
#include "ui/put.h"
#include "ui/sample-insn.h"
#include "ui/sample-values.h"

/* Longer blocks are none: records were lost in between. */
#define BLOCK_BYTES  16384
#define TAIL_BYTES   128
#define MAX_BRANCHES 64 /* more than hardware keeps; bounds what one sample prints */
#define BYTES_WIDTH  24 /* of an instruction that ends a block */

struct printing {
	const struct sample_line *l;
	bool lengths;
	const struct symbol *symbol; /* whose label is printed */
	u64 cycles;		     /* so far */
};

struct branch {
	u64 from, to, flags;
};

static struct branch branch_at(const struct sample_line *l, u64 i)
{
	const struct u64_array *branches = &l->sample->branches;

	return (struct branch){ u64_array__at(branches, 3 * i), u64_array__at(branches, 3 * i + 1),
				u64_array__at(branches, 3 * i + 2) };
}

/* "\tmain+4:\tmain.c:12", where another function begins than that of the lines before. */
static void print_label(struct printing *p, u64 addr)
{
	const struct sample_line *l = p->l;
	struct location location;
	struct srcline line;

	sample_line__locate(l, addr, &location);
	if (!location.symbol || location.symbol == p->symbol)
		return;
	p->symbol = location.symbol;
	buf__printf(l->out, location.offset ? "\t%s+%llu:" : "\t%s:", location.symbol->name,
		    location.offset);
	if (l->fields & FIELD_SRCLINE) {
		put__char(l->out, '\t');
		srcline__append(l->out, &location,
				machine__srcline(l->view->machine, &location, &line) ? &line : NULL,
				SRCLINE_PLACE | (l->view->full_source_path ? SRCLINE_FULL : 0));
	}
	put__char(l->out, '\n');
}

static void print_bytes(const struct printing *p, u64 addr, const struct insn *insn, size_t width)
{
	struct buf *out = p->l->out;
	size_t begin;

	buf__printf(out, "\t%016llx\tinsn: ", addr);
	begin = out->len;
	for (u8 i = 0; i < insn->len; i++)
		buf__printf(out, "%02x ", insn->bytes[i]);
	if (out->len - begin < width)
		put__text(out, "", width - (out->len - begin));
	if (p->lengths)
		buf__printf(out, "\tilen: %d", insn->len);
}

/* The flags of struct perf_branch_entry (linux/perf_event.h); @nr instructions ran since the one before. */
static void print_flags(struct printing *p, u64 flags, u64 nr)
{
	struct buf *out = p->l->out;
	u64 cycles = flags >> 4 & 0xffff;

	buf__printf(out, "\t#%s%s%s%s", flags & 2 ? " PRED" : "", flags & 1 ? " MISPRED" : "",
		    flags & 4 ? " INTX" : "", flags & 8 ? " ABORT" : "");
	if (!cycles)
		return;
	p->cycles += cycles;
	buf__printf(out, " %llu cycles [%llu]", cycles, p->cycles);
	if (nr)
		buf__printf(out, " %.2f IPC", (double)nr / cycles);
}

/* The instruction that @branch was; false: it is not known. */
static bool print_branch(struct printing *p, const struct branch *branch, u64 nr)
{
	const struct insn *insn = insn_cache__find(p->l, branch->from);

	if (!insn)
		return false;
	print_label(p, branch->from);
	print_bytes(p, branch->from, insn, BYTES_WIDTH);
	print_flags(p, branch->flags, nr);
	put__char(p->l->out, '\n');
	return true;
}

static void print_plain(struct printing *p, u64 addr, const struct insn *insn)
{
	print_label(p, addr);
	print_bytes(p, addr, insn, 0);
	put__char(p->l->out, '\n');
}

/* From @start to the instruction that @branch was. */
static void print_block(struct printing *p, u64 start, const struct branch *branch)
{
	u64 nr = 0, end = branch->from, last;

	if (start > end || end - start >= BLOCK_BYTES || !insn_cache__find(p->l, start))
		return;
	last = end + INSN_MAX_BYTES;
	for (u64 addr = start; addr < last; nr++) {
		const struct insn *insn = insn_cache__find(p->l, addr);

		if (addr == end) {
			if (print_branch(p, branch, nr + 1))
				return;
			break;
		}
		if (!insn || addr + insn->len > last) {
			buf__printf(p->l->out, "\t%016llx\t<bad>\n", addr);
			break;
		}
		print_plain(p, addr, insn);
		addr += insn->len;
	}
	buf__puts(p->l->out, "\tmismatch of LBR data and executable\n");
}

/* Behind the newest branch, unless that ended a transaction. A sampled address that does not come behind it is reached by others. */
static void print_tail(struct printing *p, u64 start)
{
	u64 end = p->l->sample->ip;

	if (end < start || end - start >= BLOCK_BYTES)
		end = start + TAIL_BYTES;
	for (u64 addr = start; addr <= end;) {
		const struct insn *insn = insn_cache__find(p->l, addr);

		if (!insn)
			return;
		print_plain(p, addr, insn);
		if (addr != end && insn->is_branch) {
			buf__puts(p->l->out, "\t... not reaching sample ...\n");
			return;
		}
		addr += insn->len;
	}
}

static void print_all(const struct sample_line *l, bool lengths)
{
	struct printing p = { .l = l, .lengths = lengths };
	u64 nr = l->sample->branches.nr / 3;
	struct branch branch;

	if (!nr)
		return;
	if (l->view->max_blocks && nr > l->view->max_blocks + 1ULL)
		nr = l->view->max_blocks + 1ULL;
	if (nr > MAX_BRANCHES)
		nr = MAX_BRANCHES;
	put__char(l->out, '\n');
	branch = branch_at(l, nr - 1);
	print_branch(&p, &branch, 0);
	for (u64 i = nr - 1; i--;) {
		u64 start = branch.to;

		branch = branch_at(l, i);
		print_block(&p, start, &branch);
	}
	if (!(branch.flags & 8))
		print_tail(&p, branch.to);
}

void sample_line__print_branch_insns(const struct sample_line *l)
{
	if (!(l->fields & FIELD_BRSTACKINSNLEN))
		print_all(l, false);
}

void sample_line__print_branch_insnlens(const struct sample_line *l)
{
	print_all(l, true);
}
