/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_ELF_FILE_H
#define PERF_SYMBOL_ELF_FILE_H

#include "symbol/symbols.h"

/* A loaded segment: where bytes of the file come to stand. */
struct elf_segment {
	u64 offset, vaddr;
	u64 size;	 /* in the file */
	u64 memory_size; /* zeros behind it included */
};

/* What resolving needs of an ELF file; zeroed is empty. */
struct elf_file {
	struct symbols symbols; /* by virtual address as linked */
	struct elf_segment *segments;
	size_t nr_segments;
	bool has_symtab;  /* all symbols, not only those for the dynamic linker */
	char *debug_link; /* the file's name that has the rest; NULL: it names none */
	u32 debug_link_crc;
};

/*
 * Reads symbols (.symtab, or where there is none .dynsym and MiniDebugInfo) and segments of the ELF file
 * at @path.
 * 0, or -errno: -ENOEXEC no ELF file, -EISDIR and -ENXIO no regular one.
 */
int elf_file__read(struct elf_file *file, const char *path);

/* The same for a file of @size bytes that is open. */
int elf_file__read_fd(struct elf_file *file, int fd, u64 size);

/* Of the file that is open only its segments. 0 or -errno. */
int elf_file__read_segments(struct elf_file *file, int fd);

/* The same for an ELF image of @size bytes in memory, which must outlive the call. */
int elf_file__read_memory(struct elf_file *file, char *image, size_t size);

/* The linked address of the byte at @offset; where no segment has it, @offset. */
u64 elf_file__vaddr(const struct elf_file *file, u64 offset);

void elf_file__exit(struct elf_file *file);

#endif
