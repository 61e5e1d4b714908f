// SPDX-License-Identifier: GPL-2.0-only
/*
 * ELF file -> rules to step from a frame to its caller's: out of .eh_frame, or of .debug_frame where
 * that has nothing. What comes out for an address is kept, so that stepping is mostly one
 * look-up in a hash table.
 */
#include "symbol/cfi.h"

#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbol/cfi-rule.h"
#include "symbol/cfi-table.h"

#define MAX_RULES 65536

/* No file has as much call frame information. */
#define MAX_INFLATED_BYTES (256U << 20)

struct slot {
	u64 addr;
	u32 rule; /* 0: free; else its number + 1, or NO_RULE */
};

#define NO_RULE (~0U)

struct cfi_file {
	int fd; /* -1: in memory */
	Elf *elf;
	struct cfi_table eh_frame, debug_frame;
	bool debug_frame_asked;
	struct slot *slots; /* open addressing */
	size_t nr_slots, used;
	struct cfi_rule *rules;
	size_t nr, cap;
};

static Elf_Scn *find_section(Elf *elf, const char *wanted, GElf_Shdr *shdr)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings))
		return NULL;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, shdr))
			return NULL;
		name = elf_strptr(elf, strings, shdr->sh_name);
		if (name && !strcmp(name, wanted) && shdr->sh_type != SHT_NOBITS)
			return scn;
	}
	return NULL;
}

/* As bytes; inflated, unless that would be out of proportion. */
static Elf_Data *get_data(Elf_Scn *scn, const GElf_Shdr *shdr)
{
	GElf_Chdr chdr;

	if (shdr->sh_flags & SHF_COMPRESSED &&
	    (!gelf_getchdr(scn, &chdr) || chdr.ch_size > MAX_INFLATED_BYTES ||
	     elf_compress(scn, 0, 0) < 0))
		return NULL;
	return elf_rawdata(scn, NULL);
}

/* Leaves the table empty when there is no such section. */
static void read_table(struct cfi_file *file, const char *name, struct cfi_table *table)
{
	const char *ident = elf_getident(file->elf, NULL);
	struct cfi_section section = { .eh = !strcmp(name, ".eh_frame") };
	bool big = ident && ident[EI_DATA] == ELFDATA2MSB;
	GElf_Shdr shdr;
	Elf_Scn *scn = find_section(file->elf, name, &shdr);
	Elf_Data *data = scn ? get_data(scn, &shdr) : NULL;
	GElf_Ehdr ehdr;

	if (!data || !data->d_buf || !gelf_getehdr(file->elf, &ehdr))
		return;
	section.bytes = data->d_buf;
	section.size = data->d_size;
	section.addr = shdr.sh_addr;
	section.swapped = big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	section.address_bytes = ehdr.e_ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
	section.ra_is_kept = ehdr.e_machine == EM_AARCH64;
	cfi_table__init(table, &section);
}

static struct cfi_file *open_elf(struct cfi_file *file)
{
	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF) {
		cfi_file__delete(file);
		return NULL;
	}
	read_table(file, ".eh_frame", &file->eh_frame);
	return file;
}

/* Most files do without it. */
static const struct cfi_table *get_debug_frame(struct cfi_file *file)
{
	if (!file->debug_frame_asked)
		read_table(file, ".debug_frame", &file->debug_frame);
	file->debug_frame_asked = true;
	return &file->debug_frame;
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
	cfi_table__exit(&file->eh_frame);
	cfi_table__exit(&file->debug_frame);
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
	if (!cfi_table__find(&file->eh_frame, addr, &file->rules[file->nr]) &&
	    !cfi_table__find(get_debug_frame(file), addr, &file->rules[file->nr]))
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
