// SPDX-License-Identifier: GPL-2.0-only
/* Fields of perf script that only some recordings have: registers, branches, memory accesses. */
#include "ui/sample-values.h"

#include <ctype.h>
#include <stdio.h>

#include "symbol/machine.h"
#include "ui/data-source.h"
#include "ui/put.h"

/* As long as the longest text so far. */
void sample_line__print_data_src(const struct sample_line *l)
{
	size_t begin, len;

	put__hex(l->out, l->sample->data_src, 16);
	put__char(l->out, ' ');
	begin = l->out->len;
	data_source__append(l->out, l->sample->data_src);
	len = l->out->len - begin;
	if (len > l->view->source_width)
		l->view->source_width = len;
	put__text(l->out, "", l->view->source_width - len);
}

void sample_line__print_weight(const struct sample_line *l)
{
	put__dec(l->out, l->sample->weight, 16);
}

void sample_line__print_ins_lat(const struct sample_line *l)
{
	put__dec(l->out, l->sample->weight2, 16);
}

void sample_line__print_retire_lat(const struct sample_line *l)
{
	put__dec(l->out, l->sample->weight3, 16);
}

void sample_line__print_phys_addr(const struct sample_line *l)
{
	put__hex(l->out, l->sample->phys_addr, 16);
}

/* By the bits of the mask of registers: asm/perf_regs.h of the recorded machine. */
const char *register__name(unsigned int bit, char text[16])
{
#if defined(__x86_64__) || defined(__i386__)
	static const char *const names[] = {
		"AX", "BX", "CX", "DX", "SI", "DI", "BP",  "SP",  "IP",	 "FLAGS", "CS",	 "SS",
		"DS", "ES", "FS", "GS", "R8", "R9", "R10", "R11", "R12", "R13",	  "R14", "R15"
	};

	if (bit < ARRAY_SIZE(names))
		return names[bit];
	if (bit >= 32 && bit < 64) {
		snprintf(text, 16, "XMM%u", (bit - 32) / 2);
		return text;
	}
#elif defined(__aarch64__)
	if (bit < 29) {
		snprintf(text, 16, "x%u", bit);
		return text;
	}
	if (bit < 33)
		return (const char *const[]){ "x29", "lr", "sp", "pc" }[bit - 29];
#endif
	snprintf(text, 16, "unknown");
	return text;
}

static void print_registers(const struct sample_line *l, u64 abi, const struct u64_array *values,
			    u64 mask)
{
	char text[16];
	u64 i = 0;

	if (!abi)
		return;
	buf__printf(l->out, " ABI:%llu ", abi);
	for (; mask && i < values->nr; mask &= mask - 1)
		buf__printf(l->out, "%5s:0x%llx ", register__name(__builtin_ctzll(mask), text),
			    u64_array__at(values, i++));
}

void sample_line__print_iregs(const struct sample_line *l)
{
	print_registers(l, l->sample->regs_intr_abi, &l->sample->regs_intr,
			l->attr->sample_regs_intr);
}

void sample_line__print_uregs(const struct sample_line *l)
{
	print_registers(l, l->sample->regs_user_abi, &l->sample->regs_user,
			l->attr->sample_regs_user);
}

/* Types of branches and what an architecture adds to them, enum perf_branch_type (linux/perf_event.h). */
static const char *branch_type(u64 flags)
{
	static const char *const types[16] = { "",	 "COND",      "UNCOND",	  "IND",
					       "CALL",	 "IND_CALL",  "RET",	  "SYSCALL",
					       "SYSRET", "COND_CALL", "COND_RET", "ERET",
					       "IRQ",	 "SERROR",    "NO_TX",	  "" };
	static const char *const new_types[8] = { "FAULT_ALGN", "FAULT_DATA", "FAULT_INST",
						  "ARCH_1",	"ARCH_2",     "ARCH_3",
						  "ARCH_4",	"ARCH_5" };
	u64 type = flags >> 20 & 0xf;

	return type == 15 ? new_types[flags >> 26 & 7] : types[type];
}

/* The flags of struct perf_branch_entry (linux/perf_event.h). */
static void print_branch_flags(const struct sample_line *l, u64 flags)
{
	char outcome = flags & 1 ? 'M' : flags & 2 ? 'P' : '-';

	buf__printf(l->out, "/%c/%c/%c/%u/%s ", outcome, flags & 4 ? 'X' : '-',
		    flags & 8 ? 'A' : '-', (unsigned int)(flags >> 4 & 0xffff), branch_type(flags));
}

static void print_branch_address(const struct sample_line *l, u64 addr)
{
	buf__printf(l->out, "0x%llx", addr);
	if (!(l->fields & FIELD_DSO))
		return;
	buf__puts(l->out, "(");
}

void sample_line__locate(const struct sample_line *l, u64 addr, struct location *location)
{
	machine__resolve(l->view->machine, l->thread, sample_line__cpumode(l), addr, location);
	if (!location->dso)
		machine__resolve(l->view->machine, l->thread, PERF_RECORD_MISC_USER, addr,
				 location);
	if (!location->dso)
		machine__resolve(l->view->machine, l->thread, PERF_RECORD_MISC_KERNEL, addr,
				 location);
}

static void print_branch_dso(const struct sample_line *l, u64 addr)
{
	struct location location;

	if (!(l->fields & FIELD_DSO))
		return;
	sample_line__locate(l, addr, &location);
	buf__printf(l->out, "%s)", location.dso ? location.dso->name : "[unknown]");
}

/* In files the place in them, but where that is not what their symbols go by the address. */
static u64 branch_offset(const struct sample_line *l, u64 addr)
{
	struct location location;

	sample_line__locate(l, addr, &location);
	if (!location.map || location.map->identity ||
	    (location.dso->kind == DSO_FILE && dso__has_symbols(location.dso)))
		return addr;
	return addr - location.map->start + location.map->pgoff;
}

static void print_branches(const struct sample_line *l, bool offsets)
{
	const struct u64_array *branches = &l->sample->branches;

	for (u64 i = 0; i + 2 < branches->nr; i += 3) {
		for (int way = 0; way < 2; way++) {
			u64 addr = u64_array__at(branches, i + way);

			put__char(l->out, way ? '/' : ' ');
			print_branch_address(l, offsets ? branch_offset(l, addr) : addr);
			print_branch_dso(l, addr);
		}
		print_branch_flags(l, u64_array__at(branches, i + 2));
	}
}

void sample_line__print_brstack(const struct sample_line *l)
{
	print_branches(l, false);
}

void sample_line__print_brstackoff(const struct sample_line *l)
{
	print_branches(l, true);
}

static void print_branch_symbol(const struct sample_line *l, u64 addr)
{
	struct location location;

	sample_line__locate(l, addr, &location);
	buf__puts(l->out, location.symbol ? location.symbol->name : "[unknown]");
	if (location.symbol)
		buf__printf(l->out, "+0x%llx", location.offset);
	if (l->fields & FIELD_DSO)
		buf__printf(l->out, "(%s)", location.dso ? location.dso->name : "[unknown]");
}

void sample_line__print_brstacksym(const struct sample_line *l)
{
	const struct u64_array *branches = &l->sample->branches;

	for (u64 i = 0; i + 2 < branches->nr; i += 3) {
		print_branch_symbol(l, u64_array__at(branches, i));
		put__char(l->out, '/');
		print_branch_symbol(l, u64_array__at(branches, i + 1));
		print_branch_flags(l, u64_array__at(branches, i + 2));
	}
}

/* What a BPF program wrote, if this is its event: a dump, 8 bytes a line. */
void sample_line__print_bpf_output(const struct sample_line *l)
{
	const u8 *bytes = l->sample->raw;

	if (l->attr->type != PERF_TYPE_SOFTWARE || l->attr->config != PERF_COUNT_SW_BPF_OUTPUT)
		return;
	for (u32 at = 0; at < l->sample->raw_size; at += 8) {
		buf__printf(l->out, at ? "%17s" : "\n%17s", at ? "" : "BPF output:");
		buf__printf(l->out, " %04x:", at);
		for (u32 i = at; i < at + 8; i++)
			if (i < l->sample->raw_size)
				buf__printf(l->out, " %02x", bytes[i]);
			else
				buf__puts(l->out, "   ");
		buf__puts(l->out, "  ");
		for (u32 i = at; i < at + 8 && i < l->sample->raw_size; i++)
			put__char(l->out, isprint(bytes[i]) ? bytes[i] : '.');
		put__char(l->out, '\n');
	}
}

const char *page_size__text(u64 bytes, char text[24])
{
	static const char units[] = "BKMGTPE";
	int unit = 0;

	for (; bytes >= 1024 && units[unit + 1]; unit++)
		bytes /= 1024;
	if (bytes)
		snprintf(text, 24, "%llu%c", bytes, units[unit]);
	else
		snprintf(text, 24, "N/A");
	return text;
}

static void print_page_size(const struct sample_line *l, u64 bytes)
{
	char text[24];

	buf__printf(l->out, " %s", page_size__text(bytes, text));
}

void sample_line__print_data_page_size(const struct sample_line *l)
{
	print_page_size(l, l->sample->data_page_size);
}

void sample_line__print_code_page_size(const struct sample_line *l)
{
	print_page_size(l, l->sample->code_page_size);
}
