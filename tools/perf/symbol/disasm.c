// SPDX-License-Identifier: GPL-2.0-only
/*
 * Machine code -> text, through libcapstone, loaded on first use. Its AT&T syntax is brought near to
 * what objdump writes: no size suffix where a register tells the size, no blank after commas,
 * numbers in hex.
 */
#include "symbol/disasm.h"

#include <capstone/capstone.h>
#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbol/code.h"

#define LIBRARY "libcapstone.so.4"

struct disasm {
	void *library;
	cs_err (*open)(cs_arch arch, cs_mode mode, csh *handle);
	cs_err (*close)(csh *handle);
	cs_err (*option)(csh handle, cs_opt_type type, size_t value);
	cs_insn *(*malloc)(csh handle);
	void (*free)(cs_insn *insn, size_t count);
	bool (*iterate)(csh handle, const uint8_t **code, size_t *size, uint64_t *address,
			cs_insn *insn);
	const char *(*insn_name)(csh handle, unsigned int id);
	bool (*in_group)(csh handle, const cs_insn *insn, unsigned int group);
	csh handle;
	cs_insn *insn;
	bool is_x86, intel;
};

static int load(struct disasm *d, struct err *err)
{
	d->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!d->library)
		goto missing;
	d->open = (cs_err(*)(cs_arch, cs_mode, csh *))dlsym(d->library, "cs_open");
	d->close = (cs_err(*)(csh *))dlsym(d->library, "cs_close");
	d->option = (cs_err(*)(csh, cs_opt_type, size_t))dlsym(d->library, "cs_option");
	d->malloc = (cs_insn * (*)(csh)) dlsym(d->library, "cs_malloc");
	d->free = (void (*)(cs_insn *, size_t))dlsym(d->library, "cs_free");
	d->iterate = (bool (*)(csh, const uint8_t **, size_t *, uint64_t *,
			       cs_insn *))dlsym(d->library, "cs_disasm_iter");
	d->insn_name = (const char *(*)(csh, unsigned int))dlsym(d->library, "cs_insn_name");
	d->in_group =
		(bool (*)(csh, const cs_insn *, unsigned int))dlsym(d->library, "cs_insn_group");
	if (d->open && d->close && d->option && d->malloc && d->free && d->iterate &&
	    d->insn_name && d->in_group)
		return 0;
missing:
	err__set(err, -ENOSYS, "libcapstone, which disassembles, can not be loaded");
	err__set_hint(err, "Debian: apt-get install libcapstone4");
	return -ENOSYS;
}

static bool find_arch(const struct code *code, cs_arch *arch, cs_mode *mode)
{
	static const struct {
		u16 machine;
		cs_arch arch;
		cs_mode mode;
	} archs[] = {
		{ EM_X86_64, CS_ARCH_X86, CS_MODE_64 },	   { EM_386, CS_ARCH_X86, CS_MODE_32 },
		{ EM_AARCH64, CS_ARCH_ARM64, 0 },	   { EM_ARM, CS_ARCH_ARM, 0 },
		{ EM_PPC64, CS_ARCH_PPC, CS_MODE_64 },	   { EM_S390, CS_ARCH_SYSZ, 0 },
		{ EM_MIPS, CS_ARCH_MIPS, CS_MODE_MIPS64 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(archs); i++) {
		if (archs[i].machine != code->machine)
			continue;
		*arch = archs[i].arch;
		*mode = archs[i].mode | (code->big_endian ? CS_MODE_BIG_ENDIAN : 0);
		return true;
	}
	return false;
}

int disasm__new(struct disasm **result, const struct code *code, bool intel, struct err *err)
{
	struct disasm *d = calloc(1, sizeof(*d));
	cs_arch arch = CS_ARCH_X86;
	cs_mode mode = CS_MODE_64;
	int ret;

	if (!d)
		return err__set(err, -ENOMEM, "out of memory");
	ret = load(d, err);
	if (!ret && (!find_arch(code, &arch, &mode) || d->open(arch, mode, &d->handle)))
		ret = err__set(err, -ENOTSUP, "libcapstone does not know ELF machine %u",
			       code->machine);
	if (ret)
		goto err;
	d->is_x86 = arch == CS_ARCH_X86;
	d->intel = intel;
	d->option(d->handle, CS_OPT_DETAIL, CS_OPT_ON);
	if (d->is_x86 && !intel)
		d->option(d->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	d->insn = d->malloc(d->handle);
	if (!d->insn) {
		ret = err__set(err, -ENOMEM, "out of memory");
		goto err;
	}
	*result = d;
	return 0;
err:
	disasm__delete(d);
	return ret;
}

void disasm__delete(struct disasm *d)
{
	if (!d)
		return;
	if (d->insn)
		d->free(d->insn, 1);
	if (d->handle)
		d->close(&d->handle);
	if (d->library)
		dlclose(d->library);
	free(d);
}

static bool is_branch(const struct disasm *d)
{
	return d->in_group(d->handle, d->insn, CS_GRP_JUMP) ||
	       d->in_group(d->handle, d->insn, CS_GRP_CALL);
}

/* Is @name the instruction's with a letter behind it for its size? */
static bool is_sized(const char *name, const char *base, size_t base_len)
{
	size_t len = strlen(name);

	return len == base_len + 1 && strchr("bwlq", name[len - 1]) &&
	       !strncmp(name, base, base_len);
}

/* The size is left out where an operand or the instruction itself says it. */
static void put_mnemonic(const struct disasm *d, char *to, size_t size)
{
	const char *mnemonic = d->insn->mnemonic, *last = strrchr(mnemonic, ' ');
	const char *base = d->insn_name(d->handle, d->insn->id);
	const cs_x86 *x86 = &d->insn->detail->x86;
	size_t len = strlen(mnemonic), base_len = base ? strlen(base) : 0;
	bool told;

	/* "lock", "rep" and others stand before it. */
	last = last ? last + 1 : mnemonic;
	told = is_branch(d) || d->in_group(d->handle, d->insn, CS_GRP_RET);

	for (u8 i = 0; d->is_x86 && i < x86->op_count; i++)
		told |= x86->operands[i].type == X86_OP_REG;
	if (d->is_x86 && (!strcmp(base ? base : "", "push") || !strcmp(base ? base : "", "pop")))
		told = true;
	if (d->is_x86 && !d->intel && told && is_sized(last, base, base_len))
		len--;
	/* A blank stands behind a name that is alone, too; objdump has none. */
	if (*d->insn->op_str)
		snprintf(to, size, "%-6.*s ", (int)len, mnemonic);
	else
		snprintf(to, size, "%.*s", (int)len, mnemonic);
}

/* All ones above a negative number's own bits are cut to the operand's size. */
static u64 cut(const struct disasm *d, u64 value)
{
	u8 size = d->insn->detail->x86.op_count ? d->insn->detail->x86.operands[0].size : 8;

	return size && size < 8 ? value & ((1ULL << 8 * size) - 1) : value;
}

/* The operand in memory, or NULL. */
static const x86_op_mem *memory_operand(const struct disasm *d)
{
	const cs_x86 *x86 = &d->insn->detail->x86;

	for (u8 i = 0; d->is_x86 && !d->intel && i < x86->op_count; i++)
		if (x86->operands[i].type == X86_OP_MEM)
			return &x86->operands[i].mem;
	return NULL;
}

/* A displacement that is there, and 0. */
static bool has_zero(const struct disasm *d)
{
	const x86_op_mem *mem = memory_operand(d);

	return mem && !mem->disp && d->insn->detail->x86.encoding.disp_size;
}

/* The library leaves a factor of 1 out. */
static bool lacks_scale(const struct disasm *d, const char *text)
{
	const x86_op_mem *mem = memory_operand(d);
	const char *open = strrchr(text, '('), *comma = open ? strchr(open, ',') : NULL;

	return mem && mem->index != X86_REG_INVALID && comma && !strchr(comma + 1, ',');
}

/* "$8, -8(%rbp)" -> "$0x8,-0x8(%rbp)" */
static void put_operands(const struct disasm *d, char *to, size_t size)
{
	size_t len = 0;
	char before = 0;

	for (const char *at = d->insn->op_str; *at && len + 24 < size;) {
		bool negative = before == '$' && at[0] == '-' && isdigit((u8)at[1]);
		char *end;

		if (at[0] == ' ' && before == ',') {
			at++;
		} else if (negative ||
			   (isdigit((u8)*at) && !isalnum((u8)before) && before != '%')) {
			u64 value = strtoull(at + negative, &end, 0);

			if (end == at + negative)
				break;
			if (before == '(' || before == ')' ||
			    (before == ',' && len && strchr(to, '(') &&
			     !strchr(strrchr(to, '('), ')')))
				len += sprintf(to + len, "%llu", value);
			else
				len += sprintf(to + len, "0x%llx",
					       negative ? cut(d, -value) : value);
			before = '0';
			at = end;
		} else {
			if (*at == '(' && has_zero(d) && !isalnum((u8)before))
				len += sprintf(to + len, "0x0");
			if (*at == ')' && lacks_scale(d, to))
				len += sprintf(to + len, ",1");
			before = to[len++] = *at++;
			to[len] = 0;
		}
	}
	to[len] = 0;
}

static u64 x86_target(const struct disasm *d, bool *is_jump)
{
	const cs_x86 *x86 = &d->insn->detail->x86;

	for (u8 i = 0; i < x86->op_count; i++) {
		const cs_x86_op *op = &x86->operands[i];

		if (op->type == X86_OP_IMM && is_branch(d)) {
			*is_jump = true;
			return op->imm;
		}
		if (op->type == X86_OP_MEM && op->mem.base == X86_REG_RIP)
			return d->insn->address + d->insn->size + op->mem.disp;
	}
	return 0;
}

/* On other machines a branch's last operand is the place. */
static u64 other_target(const struct disasm *d, bool *is_jump)
{
	const char *last = strrchr(d->insn->op_str, '#');
	char *end;
	u64 target;

	if (!is_branch(d) || !last)
		return 0;
	target = strtoull(last + 1, &end, 0);
	*is_jump = end != last + 1 && !*end;
	return *is_jump ? target : 0;
}

/* Puts @text before what stands at @at. */
static void insert(char *at, const char *text, const char *end)
{
	size_t len = strlen(text), rest = strlen(at);

	if (at + len + rest + 1 > end)
		return;
	memmove(at + len, at, rest + 1);
	memcpy(at, text, len);
}

static void take_out(char *text, const char *part)
{
	char *at = strstr(text, part);

	if (at)
		memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
}

/* A string instruction names the segments of its operands, which it can not do without. */
static void name_segments(char *text, const char *end)
{
	static const char *const names[] = { "stos", "scas", "movs", "cmps", "lods" };
	char *name = !strncmp(text, "rep", 3) && strchr(text, ' ') ? strchr(text, ' ') + 1 : text;
	bool is_string = false;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		is_string |= !strncmp(name, names[i], 4);
	if (!is_string || strchr(text, ':') || strstr(text, "%xmm"))
		return;
	/* Where a register says the size, it is left out. */
	if (*name != 'm' && *name != 'c' && name[4] != ' ' && strchr(name, '%') && name == text)
		name[4] = ' ';
	else if (*name != 'm' && *name != 'c' && name[4] != ' ' && strchr(name, '%'))
		memmove(name + 4, name + 5, strlen(name + 5) + 1);
	if (!strncmp(text, "repne ", 6))
		text[4] = 'z';
	if (strstr(text, "(%rdi)"))
		insert(strstr(text, "(%rdi)"), "%es:", end);
	if (strstr(text, "(%rsi)"))
		insert(strstr(text, "(%rsi)"), "%ds:", end);
}

static void write_notrack(char *text, const char *end)
{
	char *blanks = strchr(text, ' ');

	if (blanks)
		memmove(blanks + 1, blanks + strspn(blanks, " "),
			strlen(blanks + strspn(blanks, " ")) + 1);
	insert(text, "notrack ", end);
}

/* What objdump writes another way. */
static void write_as_objdump(const struct disasm *d, char *text, const char *end)
{
	const u8 *bytes = d->insn->bytes, *prefix = bytes;
	size_t nr_data = 0;
	bool segment = false;

	for (; prefix < bytes + d->insn->size && (*prefix == 0x66 || *prefix == 0x2e); prefix++) {
		nr_data += *prefix == 0x66;
		segment |= *prefix == 0x2e;
	}
	if (d->insn->size == 2 && bytes[0] == 0x66 && bytes[1] == 0x90)
		snprintf(text, end - text, "xchg   %%ax,%%ax");
	else if (d->insn->size == 2 && bytes[0] == 0xf3 && bytes[1] == 0xc3)
		snprintf(text, end - text, "repz ret");
	else if (bytes[0] == 0x3e && bytes[1] == 0xff && is_branch(d))
		write_notrack(text, end);
	else if ((d->insn->detail->x86.opcode[0] & 0xfe) == 0xd0)
		take_out(text, "$0x1,");
	if (!strncmp(text, "nopw   %cs:", 11) && segment) {
		snprintf(text, end - text, "cs nopw 0x0(%%rax,%%rax,1)");
		while (nr_data-- > 1)
			insert(text, "data16 ", end);
	}
	name_segments(text, end);
}

void disasm__decode(struct disasm *d, const struct code *code, u64 addr, size_t offset,
		    struct disasm_insn *insn)
{
	const uint8_t *bytes = code->bytes + offset;
	size_t left = code->len - offset, len;
	uint64_t at = addr + offset;

	*insn = (struct disasm_insn){ .addr = at };
	if (!d->iterate(d->handle, &bytes, &left, &at, d->insn))
		return;
	insn->size = d->insn->size;
	insn->target = d->is_x86 ? x86_target(d, &insn->is_jump) : other_target(d, &insn->is_jump);
	put_mnemonic(d, insn->text, sizeof(insn->text));
	len = strlen(insn->text);
	if (insn->is_jump && d->is_x86)
		snprintf(insn->text + len, sizeof(insn->text) - len, "%llx", insn->target);
	else
		put_operands(d, insn->text + len, sizeof(insn->text) - len);
	if (d->is_x86 && !d->intel)
		write_as_objdump(d, insn->text, insn->text + sizeof(insn->text));
}
