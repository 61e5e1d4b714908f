// SPDX-License-Identifier: GPL-2.0-only
/*
 * An ELF file of arbitrary bytes: symbols, build-id, debug link, MiniDebugInfo, demangled names, call
 * frame information, lines and inlined functions. Whatever it is, reading ends within its bounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "file.h"
#include "symbol/build-id.h"
#include "symbol/cfi.h"
#include "symbol/demangle.h"
#include "symbol/dwarf-file.h"
#include "symbol/elf-file.h"
#include "symbol/module-file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* Addresses that are asked for of each file. */
#define MAX_ADDRS 64

static void step(struct cfi_file *cfi, u64 addr)
{
	u8 stack_bytes[256];
	struct cfi_stack stack = { stack_bytes, 0x1000, sizeof(stack_bytes), NULL };
	struct cfi_regs regs = { .known = ~0ULL, .sp = 7, .address_bytes = 8 };
	bool signal;

	memset(stack_bytes, 0x10, sizeof(stack_bytes));
	for (int i = 0; i < CFI_REGS; i++)
		regs.value[i] = 0x1000 + i;
	cfi_file__step(cfi, addr, &regs, &stack, &signal);
}

static void look_at(struct dwarf_file *dwarf, u64 addr)
{
	struct dwarf_frame frames[32];
	struct srcline line;
	size_t sum = 0;

	if (dwarf_file__line(dwarf, addr, &line))
		sum += strlen(line.file);
	for (size_t i = dwarf_file__frames(dwarf, addr, frames, 32); i--;)
		sum += frames[i].name ? strlen(frames[i].name) : 0;
	if (sum == 1)
		puts("");
}

static void look_at_symbols(const struct elf_file *elf)
{
	for (size_t i = 0; i < elf->symbols.nr; i++) {
		const struct symbol *symbol = &elf->symbols.list[i];

		if (symbol->end < symbol->start || (i && symbol[-1].start >= symbol->start))
			abort();
		if (i < MAX_ADDRS) {
			free(demangle(symbol->name, i % 2));
			symbols__find(&elf->symbols, symbol->start);
		}
	}
}

/* Takes over @fd. */
static void read_file(int fd, size_t len)
{
	u8 id[BUILD_ID_SIZE], size;
	struct dwarf_file *dwarf;
	struct cfi_file *cfi;
	struct elf_file elf;

	if (!build_id__read_fd(fd, id, &size) && size > BUILD_ID_SIZE)
		abort();
	if (elf_file__read_fd(&elf, fd, len)) {
		close(fd);
		return;
	}
	look_at_symbols(&elf);
	cfi = cfi_file__new(dup(fd));
	dwarf = dwarf_file__new(fd, true);
	for (u64 i = 0; i < MAX_ADDRS; i++) {
		u64 addr = i < elf.symbols.nr ? elf.symbols.list[i].start + 4 : i * 16;

		if (cfi)
			step(cfi, addr);
		if (dwarf)
			look_at(dwarf, addr);
	}
	dwarf_file__delete(dwarf);
	cfi_file__delete(cfi);
	elf_file__exit(&elf);
}

/* As it is, and then as the file of a kernel module. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	int fd = memfd_create("elf", 0), module;
	u64 size_bytes = len;

	if (fd < 0 || file__write_all(fd, bytes, len))
		abort();
	module = module_file__prepare(dup(fd), &size_bytes);
	read_file(fd, len);
	if (module >= 0)
		read_file(module, size_bytes);
	return 0;
}
