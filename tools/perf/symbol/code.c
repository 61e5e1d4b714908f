// SPDX-License-Identifier: GPL-2.0-only
/*
 * A function's linked address -> its bytes, out of the ELF file that was mapped, our own vdso or the
 * running kernel's memory image. A file that is not the recorded one gives none: its bytes would
 * be somebody else's.
 */
#include "symbol/code.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbol/dso.h"

#define KCORE "/proc/kcore"

/* What is opened for the kernel and its modules. */
static const char *kernel_path(const struct dso *dso)
{
	return dso->options && dso->options->vmlinux ? dso->options->vmlinux : KCORE;
}

static bool has_bytes(const GElf_Phdr *phdr, u64 offset, size_t len)
{
	if (!len)
		return offset < phdr->p_memsz;
	return offset <= phdr->p_filesz && len <= phdr->p_filesz - offset;
}

/* The segment that has @len bytes at the linked address; 0: its zeros at the end count too. */
static bool find_segment(Elf *elf, u64 addr, size_t len, GElf_Phdr *phdr)
{
	size_t nr;

	if (elf_getphdrnum(elf, &nr))
		return false;
	for (size_t i = 0; i < nr; i++)
		if (gelf_getphdr(elf, i, phdr) && phdr->p_type == PT_LOAD &&
		    addr >= phdr->p_vaddr && has_bytes(phdr, addr - phdr->p_vaddr, len))
			return true;
	return false;
}

struct opened {
	int fd;
	Elf *elf;
	const char *path;
};

static void close_file(struct opened *file)
{
	elf_end(file->elf);
	if (file->fd >= 0)
		close(file->fd);
}

static int open_file(struct opened *file, const struct dso *dso, struct err *err)
{
	bool kernel = dso->kind == DSO_KERNEL || dso->kind == DSO_MODULE;
	u64 size_bytes;

	*file = (struct opened){ .fd = -1, .path = kernel ? kernel_path(dso) : dso->path };
	if (dso->kind == DSO_PERF_MAP || dso->kind == DSO_NAME_ONLY)
		return err__set(err, -ENOENT, "'%s' is no file that has the code", dso->name);
	file->fd = kernel ? open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
			  : dso__open(dso, &size_bytes);
	if (file->fd == -ESTALE)
		return err__set(err, -ESTALE, "'%s' is not the file that was recorded", file->path);
	if (file->fd < 0)
		return err__set(err, kernel ? -errno : file->fd, "'%s': %s", file->path,
				strerror(kernel ? errno : -file->fd));
	elf_version(EV_CURRENT);
	file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF)
		return err__set(err, -ENOEXEC, "'%s' is no ELF file", file->path);
	return 0;
}

static int read_segment(struct code *code, const struct opened *file, u64 addr, struct err *err)
{
	GElf_Phdr phdr;
	GElf_Ehdr ehdr;

	if (!gelf_getehdr(file->elf, &ehdr) || !find_segment(file->elf, addr, code->len, &phdr))
		return err__set(err, -ENODATA, "'%s' has no code at %#llx", file->path, addr);
	code->machine = ehdr.e_machine;
	code->is_32bit = ehdr.e_ident[EI_CLASS] == ELFCLASS32;
	code->big_endian = ehdr.e_ident[EI_DATA] == ELFDATA2MSB;
	if (pread(file->fd, code->bytes, code->len, phdr.p_offset + (addr - phdr.p_vaddr)) !=
	    (ssize_t)code->len)
		return err__set(err, -EIO, "'%s' can not be read at %#llx", file->path, addr);
	return 0;
}

int code__read(struct code *code, const struct dso *dso, u64 addr, size_t len, struct err *err)
{
	struct opened file;
	int ret;

	*code = (struct code){ .bytes = calloc(1, len ? len : 1), .len = len };
	if (!code->bytes)
		return err__set(err, -ENOMEM, "out of memory");
	ret = open_file(&file, dso, err);
	if (!ret)
		ret = read_segment(code, &file, addr, err);
	close_file(&file);
	if (ret)
		code__exit(code);
	return ret;
}

void code__exit(struct code *code)
{
	free(code->bytes);
	*code = (struct code){ 0 };
}

bool code__file_offset(const struct dso *dso, u64 addr, u64 *offset)
{
	struct err err = { 0 };
	struct opened file;
	GElf_Phdr phdr;
	bool found = !open_file(&file, dso, &err) && find_segment(file.elf, addr, 0, &phdr);

	if (found)
		*offset = addr - phdr.p_vaddr + phdr.p_offset;
	close_file(&file);
	return found;
}
