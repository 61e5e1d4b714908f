// SPDX-License-Identifier: GPL-2.0-only
/* .plt and its relocations -> names of the stubs through which a program calls its libraries. */
#include "symbol/elf-plt.h"

#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>

struct plt {
	Elf *elf;
	GElf_Shdr code;	      /* .plt */
	GElf_Shdr relocation; /* .rela.plt or .rel.plt */
	Elf_Data *relocations;
	Elf_Data *dynsym;
	size_t names; /* section of the symbols' names */
};

/* Does the section lie in the file? The library checks offsets, but allocates what is claimed. */
static bool is_inside(const GElf_Shdr *shdr, u64 file_bytes)
{
	return shdr->sh_offset <= file_bytes && shdr->sh_size <= file_bytes - shdr->sh_offset;
}

static bool find_sections(struct plt *plt, u64 file_bytes)
{
	Elf_Scn *scn = NULL, *relocations = NULL, *dynsym;
	bool has_code = false;
	GElf_Shdr shdr;
	size_t strings;

	if (elf_getshdrstrndx(plt->elf, &strings))
		return false;
	while ((scn = elf_nextscn(plt->elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, &shdr) || !is_inside(&shdr, file_bytes))
			continue;
		name = elf_strptr(plt->elf, strings, shdr.sh_name);
		if (!name)
			continue;
		if (!strcmp(name, ".plt") && shdr.sh_type == SHT_PROGBITS) {
			plt->code = shdr;
			has_code = true;
		} else if (!strcmp(name, ".rela.plt") || !strcmp(name, ".rel.plt")) {
			plt->relocation = shdr;
			relocations = scn;
		}
	}
	dynsym = relocations ? elf_getscn(plt->elf, plt->relocation.sh_link) : NULL;
	if (!has_code || !dynsym || !gelf_getshdr(dynsym, &shdr) || shdr.sh_type != SHT_DYNSYM ||
	    !is_inside(&shdr, file_bytes))
		return false;
	plt->names = shdr.sh_link;
	plt->relocations = elf_getdata(relocations, NULL);
	plt->dynsym = elf_getdata(dynsym, NULL);
	return plt->relocations && plt->dynsym;
}

/* The name that relocation @i asks for; "" for one without a symbol (an indirect function). NULL:
 * there is no such relocation. */
static const char *name_of(const struct plt *plt, int i)
{
	GElf_Rela rela;
	GElf_Rel rel;
	GElf_Sym sym;
	const char *name;
	u64 info;

	if (plt->relocation.sh_type == SHT_RELA) {
		if (!gelf_getrela(plt->relocations, i, &rela))
			return NULL;
		info = rela.r_info;
	} else {
		if (plt->relocation.sh_type != SHT_REL || !gelf_getrel(plt->relocations, i, &rel))
			return NULL;
		info = rel.r_info;
	}
	if (GELF_R_SYM(info) > INT32_MAX || !gelf_getsym(plt->dynsym, GELF_R_SYM(info), &sym))
		return NULL;
	name = elf_strptr(plt->elf, plt->names, sym.st_name);
	return name ? name : "";
}

int elf_plt__add(struct symbols *symbols, Elf *elf, u64 file_bytes)
{
	struct plt plt = { .elf = elf };
	u64 entry, nr;

	if (!find_sections(&plt, file_bytes))
		return 0;
	/* The first entry is the lazy binder's, and as large as the others. */
	entry = plt.code.sh_entsize;
	if (entry < 4 || entry > 64)
		return 0;
	nr = plt.code.sh_size / entry;
	for (u64 i = 1; i < nr; i++) {
		const char *name = name_of(&plt, i - 1);
		char text[512];
		struct symbol symbol = { .start = plt.code.sh_addr + i * entry };
		int len, ret;

		if (!name)
			break;
		len = snprintf(text, sizeof(text), "%.500s@plt", name);
		symbol.name = arena__strndup(&symbols->names, text, len);
		symbol.end = symbol.start + entry;
		ret = symbol.name ? symbols__add(symbols, &symbol) : -ENOMEM;
		if (ret)
			return ret;
	}
	return 0;
}
