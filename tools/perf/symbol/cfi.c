// SPDX-License-Identifier: GPL-2.0-only
/*
 * ELF file -> rules to step from a frame to its caller's. libdw finds and runs the call frame
 * programs (.eh_frame, or .debug_frame where that has nothing); what comes out for an address is
 * kept, so that stepping is mostly one look-up in a hash table.
 */
#include "symbol/cfi.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbol/cfi-rule.h"

#define MAX_RULES 65536

struct slot {
	u64 addr;
	u32 rule; /* 0: free; else its number + 1, or NO_RULE */
};

#define NO_RULE (~0U)

struct cfi_file {
	int fd; /* -1: in memory */
	Elf *elf;
	Dwarf_CFI *eh_frame;	/* ours to end */
	Dwarf *dwarf;		/* opened when .eh_frame does not tell something */
	Dwarf_CFI *debug_frame; /* the Dwarf's */
	bool dwarf_asked;
	struct slot *slots; /* open addressing */
	size_t nr_slots, used;
	struct cfi_rule *rules;
	size_t nr, cap;
};

static struct cfi_file *open_elf(struct cfi_file *file)
{
	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF)
		goto err;
	file->eh_frame = dwarf_getcfi_elf(file->elf);
	return file;
err:
	cfi_file__delete(file);
	return NULL;
}

static bool has_section(Elf *elf, const char *wanted)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings))
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr shdr;
		const char *name;

		if (!gelf_getshdr(scn, &shdr))
			return false;
		name = elf_strptr(elf, strings, shdr.sh_name);
		if (name && !strcmp(name, wanted))
			return true;
	}
	return false;
}

/* Opening it reads all debug information, so it is put off until it is needed. */
static Dwarf_CFI *get_debug_frame(struct cfi_file *file)
{
	if (file->dwarf_asked)
		return file->debug_frame;
	file->dwarf_asked = true;
	if (has_section(file->elf, ".debug_frame"))
		file->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
	if (file->dwarf)
		file->debug_frame = dwarf_getcfi(file->dwarf);
	return file->debug_frame;
}

struct cfi_file *cfi_file__new(int fd)
{
	struct cfi_file *file = calloc(1, sizeof(*file));

	if (!file) {
		close(fd);
		return NULL;
	}
	file->fd = fd;
	elf_version(EV_CURRENT);
	file->elf = elf_begin(fd, ELF_C_READ, NULL);
	return open_elf(file);
}

struct cfi_file *cfi_file__new_memory(char *image, size_t size)
{
	struct cfi_file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->fd = -1;
	elf_version(EV_CURRENT);
	file->elf = elf_memory(image, size);
	return open_elf(file);
}

static void forget_rules(struct cfi_file *file)
{
	for (size_t i = 0; i < file->nr; i++)
		cfi_rule__exit(&file->rules[i]);
	for (size_t i = 0; i < file->nr_slots; i++)
		file->slots[i] = (struct slot){ 0 };
	file->nr = file->used = 0;
}

void cfi_file__delete(struct cfi_file *file)
{
	if (!file)
		return;
	forget_rules(file);
	free(file->slots);
	free(file->rules);
	if (file->eh_frame)
		dwarf_cfi_end(file->eh_frame);
	dwarf_end(file->dwarf);
	elf_end(file->elf);
	if (file->fd >= 0)
		close(file->fd);
	free(file);
}

static struct slot *find_slot(struct slot *slots, size_t nr, u64 addr)
{
	size_t at = (addr * 0x9e3779b97f4a7c15ULL) >> 32 & (nr - 1);

	while (slots[at].rule && slots[at].addr != addr)
		at = (at + 1) & (nr - 1);
	return &slots[at];
}

static int grow_slots(struct cfi_file *file)
{
	size_t nr = file->nr_slots ? file->nr_slots * 2 : 256;
	struct slot *slots = calloc(nr, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < file->nr_slots; i++)
		if (file->slots[i].rule)
			*find_slot(slots, nr, file->slots[i].addr) = file->slots[i];
	free(file->slots);
	file->slots = slots;
	file->nr_slots = nr;
	return 0;
}

static bool compute(struct cfi_file *file, u64 addr, struct cfi_rule *rule)
{
	Dwarf_Frame *frame = NULL;
	Dwarf_CFI *more;
	bool ok;

	if (!file->eh_frame || dwarf_cfi_addrframe(file->eh_frame, addr, &frame)) {
		more = get_debug_frame(file);
		if (!more || dwarf_cfi_addrframe(more, addr, &frame))
			return false;
	}
	ok = cfi_rule__init(rule, frame);
	free(frame);
	return ok;
}

/* The rule at @addr; NULL: there is none. */
static const struct cfi_rule *get_rule(struct cfi_file *file, u64 addr)
{
	struct slot *slot;

	if (file->used * 2 >= file->nr_slots && grow_slots(file))
		return NULL;
	slot = find_slot(file->slots, file->nr_slots, addr);
	if (slot->rule)
		return slot->rule == NO_RULE ? NULL : &file->rules[slot->rule - 1];
	if (file->used == MAX_RULES) {
		forget_rules(file);
		slot = find_slot(file->slots, file->nr_slots, addr);
	}
	if (file->nr == file->cap) {
		size_t cap = file->cap ? file->cap * 2 : 64;
		struct cfi_rule *rules = reallocarray(file->rules, cap, sizeof(*rules));

		if (!rules)
			return NULL;
		file->rules = rules;
		file->cap = cap;
	}
	*slot = (struct slot){ addr, NO_RULE };
	file->used++;
	if (!compute(file, addr, &file->rules[file->nr]))
		return NULL;
	slot->rule = ++file->nr;
	return &file->rules[file->nr - 1];
}

enum cfi_result cfi_file__step(struct cfi_file *file, u64 addr, struct cfi_regs *regs,
			       const struct cfi_stack *stack, bool *signal)
{
	const struct cfi_rule *rule = get_rule(file, addr);

	if (!rule)
		return CFI_UNKNOWN;
	*signal = rule->signal;
	return cfi_rule__apply(rule, regs, stack);
}
