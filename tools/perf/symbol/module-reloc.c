// SPDX-License-Identifier: GPL-2.0-only
/*
 * A relocatable 64-bit ELF image, changed in place: section headers get addresses, and so does what
 * relocations name in debug sections. All of it is checked to lie in the image.
 */
#include "symbol/module-reloc.h"

#include <elf.h>
#include <string.h>

/* Code that the kernel frees after the start, and data, are put where no code is. */
#define ELSEWHERE (1ULL << 40)

struct image {
	char *bytes;
	size_t size;
	Elf64_Ehdr ehdr;
	u64 steps_left; /* relocations; a file has fewer than bytes */
};

static bool lies_in(const struct image *image, u64 offset, u64 bytes)
{
	return offset <= image->size && bytes <= image->size - offset;
}

static bool read_section(const struct image *image, u32 i, Elf64_Shdr *shdr)
{
	if (i >= image->ehdr.e_shnum)
		return false;
	memcpy(shdr, image->bytes + image->ehdr.e_shoff + i * sizeof(*shdr), sizeof(*shdr));
	return true;
}

static void set_address(struct image *image, u32 i, u64 address)
{
	memcpy(image->bytes + image->ehdr.e_shoff + i * sizeof(Elf64_Shdr) +
		       offsetof(Elf64_Shdr, sh_addr),
	       &address, sizeof(address));
}

/* The name of a section, or "". */
static const char *name_of(const struct image *image, const Elf64_Shdr *shdr)
{
	Elf64_Shdr names;
	const char *name;

	if (!read_section(image, image->ehdr.e_shstrndx, &names) ||
	    !lies_in(image, names.sh_offset, names.sh_size) || shdr->sh_name >= names.sh_size)
		return "";
	name = image->bytes + names.sh_offset + shdr->sh_name;
	return memchr(name, 0, names.sh_size - shdr->sh_name) ? name : "";
}

/* Puts a section behind what has come so far. */
static u64 place(u64 *end, const Elf64_Shdr *shdr)
{
	u64 align = shdr->sh_addralign, at = *end;

	if (align > 1 && align <= 1 << 21 && !(align & (align - 1)))
		at = ALIGN_UP(at, align);
	*end = at + (shdr->sh_size < ELSEWHERE ? shdr->sh_size : 0);
	return at;
}

static void lay_out(struct image *image)
{
	u64 code = 0, rest = ELSEWHERE;

	for (u32 i = 1; i < image->ehdr.e_shnum; i++) {
		Elf64_Shdr shdr;
		bool is_code;

		if (!read_section(image, i, &shdr) || !(shdr.sh_flags & SHF_ALLOC))
			continue;
		is_code = shdr.sh_flags & SHF_EXECINSTR &&
			  strncmp(name_of(image, &shdr), ".init", 5) != 0;
		set_address(image, i, place(is_code ? &code : &rest, &shdr));
	}
}

/* How many bytes a relocation of that kind is an address of; 0: it is of another kind. */
static size_t address_bytes(u16 machine, u32 type)
{
	static const struct {
		u16 machine;
		u8 bytes;
		u32 type;
	} kinds[] = {
		{ EM_X86_64, 8, R_X86_64_64 },	    { EM_X86_64, 4, R_X86_64_32 },
		{ EM_AARCH64, 8, R_AARCH64_ABS64 }, { EM_AARCH64, 4, R_AARCH64_ABS32 },
		{ EM_PPC64, 8, R_PPC64_ADDR64 },    { EM_PPC64, 4, R_PPC64_ADDR32 },
		{ EM_S390, 8, R_390_64 },	    { EM_S390, 4, R_390_32 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].machine == machine && kinds[i].type == type)
			return kinds[i].bytes;
	return 0;
}

/* The address of a symbol, or 0. */
static u64 value_of(const struct image *image, const Elf64_Shdr *symtab, u64 i)
{
	Elf64_Shdr section;
	Elf64_Sym sym;

	if (i >= symtab->sh_size / sizeof(sym))
		return 0;
	memcpy(&sym, image->bytes + symtab->sh_offset + i * sizeof(sym), sizeof(sym));
	if (sym.st_shndx == SHN_ABS)
		return sym.st_value;
	return read_section(image, sym.st_shndx, &section) ? section.sh_addr + sym.st_value : 0;
}

static void put(char *at, u64 value, size_t bytes)
{
	u32 low = value;

	memcpy(at, bytes == sizeof(low) ? (const void *)&low : &value, bytes);
}

static void relocate(struct image *image, const Elf64_Shdr *relas, const Elf64_Shdr *target)
{
	u64 nr = relas->sh_size / sizeof(Elf64_Rela);
	Elf64_Shdr symtab;

	if (!read_section(image, relas->sh_link, &symtab) || symtab.sh_type != SHT_SYMTAB ||
	    !lies_in(image, symtab.sh_offset, symtab.sh_size))
		return;
	for (u64 i = 0; i < nr && image->steps_left; i++, image->steps_left--) {
		Elf64_Rela rela;
		size_t bytes;
		u64 value;

		memcpy(&rela, image->bytes + relas->sh_offset + i * sizeof(rela), sizeof(rela));
		bytes = address_bytes(image->ehdr.e_machine, ELF64_R_TYPE(rela.r_info));
		if (!bytes || target->sh_size < bytes || rela.r_offset > target->sh_size - bytes)
			continue;
		value = value_of(image, &symtab, ELF64_R_SYM(rela.r_info)) + rela.r_addend;
		put(image->bytes + target->sh_offset + rela.r_offset, value, bytes);
	}
}

static void relocate_all(struct image *image)
{
	for (u32 i = 1; i < image->ehdr.e_shnum; i++) {
		Elf64_Shdr relas, target;

		if (!read_section(image, i, &relas) || relas.sh_type != SHT_RELA ||
		    !lies_in(image, relas.sh_offset, relas.sh_size) ||
		    !read_section(image, relas.sh_info, &target) ||
		    target.sh_type != SHT_PROGBITS ||
		    target.sh_flags & (SHF_ALLOC | SHF_COMPRESSED) ||
		    !lies_in(image, target.sh_offset, target.sh_size))
			continue;
		if (!strncmp(name_of(image, &target), ".debug_", 7))
			relocate(image, &relas, &target);
	}
}

/* The header, of what is a relocatable file of this machine's size and byte order. */
static bool read_header(struct image *image)
{
	Elf64_Ehdr *ehdr = &image->ehdr;
	const u8 order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB : ELFDATA2LSB;

	if (image->size < sizeof(*ehdr))
		return false;
	memcpy(ehdr, image->bytes, sizeof(*ehdr));
	return !memcmp(ehdr->e_ident, ELFMAG, SELFMAG) && ehdr->e_ident[EI_CLASS] == ELFCLASS64 &&
	       ehdr->e_ident[EI_DATA] == order && ehdr->e_type == ET_REL &&
	       ehdr->e_shentsize == sizeof(Elf64_Shdr) &&
	       lies_in(image, ehdr->e_shoff, (u64)ehdr->e_shnum * sizeof(Elf64_Shdr));
}

void module_reloc__apply(char *bytes, size_t size)
{
	struct image image = { .bytes = bytes, .size = size, .steps_left = size };

	if (!read_header(&image))
		return;
	lay_out(&image);
	relocate_all(&image);
}
