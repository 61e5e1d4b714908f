// SPDX-License-Identifier: GPL-2.0-only
/*
 * The debug sections of an ELF file before libdw looks at them: what nothing here asks for is hidden,
 * because libdw inflates all of a file when it opens it; how much comes out is bounded; and what a
 * string or number could be read past the end of gets zeros behind it.
 */
#include "symbol/dwarf-sections.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "symbol/dwarf-bytes.h"

/* What libdw may read at once behind the end of a section. */
#define PAD_BYTES 64

/* Compilers' debug information becomes a few times as large; what becomes much larger is an attack. */
#define MAX_RATIO	   32
#define MAX_INFLATED_BYTES (64ULL << 20)

static bool is_needed(const char *name)
{
	static const char *const names[] = {
		".debug_abbrev",      ".debug_addr",   ".debug_info",	    ".debug_line",
		".debug_line_str",    ".debug_ranges", ".debug_rnglists",   ".debug_str",
		".debug_str_offsets", ".debug_types",  ".gnu_debugaltlink",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* libdw takes no notice of sections without bytes. */
static void hide(Elf_Scn *scn, GElf_Shdr *shdr)
{
	shdr->sh_type = SHT_NOBITS;
	gelf_update_shdr(scn, shdr);
}

/* Puts a copy with zeros behind it in the section's place: libdw takes what elf_getdata() gives. */
static bool pad(struct dwarf_sections *sections, Elf_Scn *scn, Elf_Data *data)
{
	Elf_Data *translated = elf_getdata(scn, NULL);
	u8 *copy;

	if (!translated || translated->d_size != data->d_size)
		return false;
	if (sections->nr == ARRAY_SIZE(sections->copies) || data->d_size > SIZE_MAX / 2)
		return false;
	copy = malloc(data->d_size + PAD_BYTES);
	if (!copy)
		return false;
	memcpy(copy, data->d_buf, data->d_size);
	memset(copy + data->d_size, 0, PAD_BYTES);
	sections->copies[sections->nr++] = copy;
	data->d_buf = translated->d_buf = copy;
	return true;
}

/* How large the section will be; 0: it says nothing that makes sense. */
static u64 inflated_bytes(Elf_Scn *scn, const GElf_Shdr *shdr)
{
	GElf_Chdr chdr;

	if (!(shdr->sh_flags & SHF_COMPRESSED))
		return shdr->sh_size;
	return gelf_getchdr(scn, &chdr) ? chdr.ch_size : 0;
}

static bool prepare(struct dwarf_sections *sections, Elf_Scn *scn, const GElf_Shdr *shdr,
		    u64 max_bytes)
{
	u64 bytes = inflated_bytes(scn, shdr);
	const u8 *last;
	Elf_Data *data;

	if (!bytes || bytes > max_bytes - sections->total_bytes)
		return false;
	if (shdr->sh_flags & SHF_COMPRESSED && elf_compress(scn, 0, 0) < 0)
		return false;
	data = elf_rawdata(scn, NULL);
	if (!data || !data->d_buf || !data->d_size)
		return false;
	sections->total_bytes += data->d_size;
	last = (const u8 *)data->d_buf + data->d_size - 1;
	return !*last || pad(sections, scn, data);
}

static void keep_lines(struct dwarf_sections *sections, Elf *elf, const Elf_Data *data)
{
	const char *ident = elf_getident(elf, NULL);
	bool big = ident && ident[EI_DATA] == ELFDATA2MSB;

	sections->lines.at = data->d_buf;
	sections->lines.bytes = data->d_size;
	sections->lines.swapped = big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

u64 dwarf_sections__line_bytes(const struct dwarf_sections *sections, u64 offset)
{
	struct dwarf_bytes at = { .swapped = sections->lines.swapped };
	u64 len;

	if (offset >= sections->lines.bytes)
		return 0;
	at.at = sections->lines.at + offset;
	at.end = sections->lines.at + sections->lines.bytes;
	len = dwarf_bytes__uint(&at, 4);
	return len < dwarf_bytes__left(&at) ? len : dwarf_bytes__left(&at);
}

bool dwarf_sections__init(struct dwarf_sections *sections, Elf *elf, u64 file_bytes)
{
	u64 max_bytes = file_bytes < (1ULL << 50) ? file_bytes * MAX_RATIO + MAX_INFLATED_BYTES : 0;
	Elf_Scn *scn = NULL;
	size_t strings;

	*sections = (struct dwarf_sections){ 0 };
	if (elf_getshdrstrndx(elf, &strings))
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr shdr;
		const char *name;
		bool wanted;

		if (!gelf_getshdr(scn, &shdr))
			return false;
		name = elf_strptr(elf, strings, shdr.sh_name);
		if (!name || shdr.sh_type == SHT_NOBITS)
			continue;
		wanted = is_needed(name);
		if (wanted && !prepare(sections, scn, &shdr, max_bytes))
			return false;
		if (!strcmp(name, ".debug_line"))
			keep_lines(sections, elf, elf_rawdata(scn, NULL));
		if (!wanted && (!strncmp(name, ".debug_", 7) || !strncmp(name, ".zdebug_", 8)))
			hide(scn, &shdr);
	}
	return sections->total_bytes;
}

void dwarf_sections__exit(struct dwarf_sections *sections)
{
	for (size_t i = 0; i < sections->nr; i++)
		free(sections->copies[i]);
	*sections = (struct dwarf_sections){ 0 };
}
