// SPDX-License-Identifier: GPL-2.0-only
/*
 * ELF file -> symbols and segments, through libelf, which reads with pread: a file that shrinks
 * meanwhile is an error and no signal. Sizes are checked against the file before anything is
 * allocated, because a section header may claim anything.
 */
#include "symbol/elf-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "file.h"
#include "symbol/elf-extra.h"
#include "symbol/elf-plt.h"

static int read_segments(struct elf_file *file, Elf *elf)
{
	size_t nr;

	if (elf_getphdrnum(elf, &nr) || nr > UINT16_MAX)
		return 0;
	file->segments = calloc(nr ? nr : 1, sizeof(*file->segments));
	if (!file->segments)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		GElf_Phdr phdr;

		if (!gelf_getphdr(elf, i, &phdr))
			break;
		if (phdr.p_type == PT_LOAD)
			file->segments[file->nr_segments++] =
				(struct elf_segment){ phdr.p_offset, phdr.p_vaddr, phdr.p_filesz,
						      phdr.p_memsz };
	}
	return 0;
}

/* The section of that type; its header is checked to lie inside the file. */
static Elf_Scn *find_section(Elf *elf, u32 type, GElf_Shdr *shdr, u64 file_bytes)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, shdr))
			return NULL;
		if (shdr->sh_type == type && shdr->sh_offset <= file_bytes &&
		    shdr->sh_size <= file_bytes - shdr->sh_offset)
			return scn;
	}
	return NULL;
}

/* A copy of the names, which ends with a NUL whatever the file says. */
static char *copy_names(Elf *elf, u32 index, u64 file_bytes, size_t *len)
{
	Elf_Scn *scn = elf_getscn(elf, index);
	GElf_Shdr shdr;
	Elf_Data *data;
	char *names;

	if (!scn || !gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_STRTAB ||
	    shdr.sh_size > file_bytes)
		return NULL;
	data = elf_getdata(scn, NULL);
	if (!data || !data->d_buf)
		return NULL;
	names = malloc(data->d_size + 1);
	if (!names)
		return NULL;
	memcpy(names, data->d_buf, data->d_size);
	names[data->d_size] = 0;
	*len = data->d_size;
	return names;
}

static bool in_code(Elf *elf, const GElf_Sym *sym)
{
	Elf_Scn *scn = sym->st_shndx < SHN_LORESERVE ? elf_getscn(elf, sym->st_shndx) : NULL;
	GElf_Shdr shdr;

	return scn && gelf_getshdr(scn, &shdr) && shdr.sh_flags & SHF_EXECINSTR;
}

/* Functions, data, and labels in code. */
static bool wanted(Elf *elf, const GElf_Sym *sym)
{
	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS)
		return false;
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT:
		return true;
	case STT_NOTYPE:
		return GELF_ST_VISIBILITY(sym->st_other) != STV_HIDDEN &&
		       GELF_ST_VISIBILITY(sym->st_other) != STV_INTERNAL && in_code(elf, sym);
	}
	return false;
}

/* Where the section of a symbol stands, when the symbol's value counts from there. */
static u64 section_address(Elf *elf, const GElf_Sym *sym)
{
	Elf_Scn *scn = sym->st_shndx < SHN_LORESERVE ? elf_getscn(elf, sym->st_shndx) : NULL;
	GElf_Shdr shdr;

	return scn && gelf_getshdr(scn, &shdr) ? shdr.sh_addr : 0;
}

static int add_symbols(struct symbols *symbols, Elf *elf, Elf_Data *data, size_t names_len)
{
	size_t nr = data->d_size / gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
	GElf_Ehdr ehdr;
	bool relocatable = gelf_getehdr(elf, &ehdr) && ehdr.e_type == ET_REL;

	for (size_t i = 0; i < nr && i <= INT32_MAX; i++) {
		struct symbol symbol = { 0 };
		GElf_Sym sym;
		int ret;

		if (!gelf_getsym(data, i, &sym))
			break;
		if (sym.st_name >= names_len || !symbols->pool[sym.st_name] || !wanted(elf, &sym))
			continue;
		symbol.name = symbols->pool + sym.st_name;
		symbol.start = sym.st_value + (relocatable ? section_address(elf, &sym) : 0);
		symbol.end = symbol.start + sym.st_size;
		if (symbol.end < symbol.start)
			continue;
		symbol.weak = GELF_ST_BIND(sym.st_info) == STB_WEAK;
		symbol.local = GELF_ST_BIND(sym.st_info) == STB_LOCAL;
		ret = symbols__add(symbols, &symbol);
		if (ret)
			return ret;
	}
	return 0;
}

/* The symbol table's own; nothing where there is none that makes sense. */
static int read_table(struct symbols *symbols, Elf *elf, u64 file_bytes, bool *has_symtab)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = find_section(elf, SHT_SYMTAB, &shdr, file_bytes);
	Elf_Data *data;
	size_t names_len;

	*has_symtab = scn;
	if (!scn)
		scn = find_section(elf, SHT_DYNSYM, &shdr, file_bytes);
	data = scn ? elf_getdata(scn, NULL) : NULL;
	if (!data || !data->d_buf || data->d_type != ELF_T_SYM)
		return 0;
	symbols->pool = copy_names(elf, shdr.sh_link, file_bytes, &names_len);
	return symbols->pool ? add_symbols(symbols, elf, data, names_len) : 0;
}

/* A small ELF file inside the file, with the symbols that a stripped one no longer has. */
static int add_mini_symbols(struct symbols *symbols, Elf *elf, u64 file_bytes)
{
	struct symbols mini = { 0 };
	size_t image_bytes;
	char *image = elf_extra__mini(elf, file_bytes, &image_bytes);
	Elf *inner = image ? elf_memory(image, image_bytes) : NULL;
	bool has_symtab;
	int ret = 0;

	if (inner && elf_kind(inner) == ELF_K_ELF)
		ret = read_table(&mini, inner, image_bytes, &has_symtab);
	for (size_t i = 0; i < mini.nr && !ret; i++) {
		struct symbol symbol = mini.list[i];

		symbol.name = arena__strndup(&symbols->names, symbol.name, strlen(symbol.name));
		ret = symbol.name ? symbols__add(symbols, &symbol) : -ENOMEM;
	}
	symbols__exit(&mini);
	elf_end(inner);
	free(image);
	return ret;
}

static int read_elf(struct elf_file *file, Elf *elf, u64 file_bytes)
{
	int ret;

	if (!elf || elf_kind(elf) != ELF_K_ELF)
		return -ENOEXEC;
	ret = read_segments(file, elf);
	if (!ret)
		ret = read_table(&file->symbols, elf, file_bytes, &file->has_symtab);
	if (!ret && !file->has_symtab)
		ret = add_mini_symbols(&file->symbols, elf, file_bytes);
	if (!ret)
		file->debug_link = elf_extra__debug_link(elf, file_bytes, &file->debug_link_crc);
	if (!ret)
		ret = elf_plt__add(&file->symbols, elf, file_bytes);
	if (!ret)
		ret = symbols__finish(&file->symbols);
	if (ret)
		elf_file__exit(file);
	return ret;
}

int elf_file__read_fd(struct elf_file *file, int fd, u64 size)
{
	Elf *elf;
	int ret;

	*file = (struct elf_file){ 0 };
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	ret = read_elf(file, elf, size);
	elf_end(elf);
	return ret;
}

int elf_file__read_segments(struct elf_file *file, int fd)
{
	Elf *elf;
	int ret;

	*file = (struct elf_file){ 0 };
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	ret = elf ? read_segments(file, elf) : -ENOEXEC;
	elf_end(elf);
	return ret;
}

int elf_file__read(struct elf_file *file, const char *path)
{
	u64 size_bytes;
	_cleanup_close_ int fd = file__open(AT_FDCWD, path, &size_bytes);

	*file = (struct elf_file){ 0 };
	return fd < 0 ? fd : elf_file__read_fd(file, fd, size_bytes);
}

int elf_file__read_memory(struct elf_file *file, char *image, size_t size)
{
	Elf *elf;
	int ret;

	*file = (struct elf_file){ 0 };
	elf_version(EV_CURRENT);
	elf = elf_memory(image, size);
	ret = read_elf(file, elf, size);
	elf_end(elf);
	return ret;
}

/* Pages behind the end of the file's bytes are mapped as if the file went on. */
u64 elf_file__vaddr(const struct elf_file *file, u64 offset)
{
	const struct elf_segment *found = NULL;

	for (size_t i = 0; i < file->nr_segments; i++) {
		const struct elf_segment *segment = &file->segments[i];

		if (offset < segment->offset || offset - segment->offset >= segment->memory_size)
			continue;
		found = segment;
		if (offset - segment->offset < segment->size)
			break;
	}
	return found ? offset - found->offset + found->vaddr : offset;
}

void elf_file__exit(struct elf_file *file)
{
	symbols__exit(&file->symbols);
	free(file->segments);
	free(file->debug_link);
	*file = (struct elf_file){ 0 };
}
