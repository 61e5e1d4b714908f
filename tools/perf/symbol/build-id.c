// SPDX-License-Identifier: GPL-2.0-only
/*
 * ELF file or sysfs notes -> build-id. Program headers are asked first, for they are what a
 * running process maps; section headers serve files that have no others (kernel modules).
 * libelf reads with pread and checks offsets against the file, so that a file that shrinks
 * meanwhile is an error and no signal.
 */
#include "symbol/build-id.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>

#include "cleanup.h"
#include "file.h"

/* Notes are a few hundred bytes; larger ones are no place to look for 20. */
#define NOTES_MAX 65536

int build_id__find(const void *notes, size_t len, size_t align, u8 id[BUILD_ID_SIZE], u8 *size)
{
	const char *at = notes, *end = at + len;

	while ((size_t)(end - at) >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr note;
		size_t name_bytes, desc_bytes;

		memcpy(&note, at, sizeof(note));
		at += sizeof(note);
		name_bytes = ALIGN_UP((size_t)note.n_namesz, 4);
		if (align == 8)
			name_bytes = ALIGN_UP(sizeof(note) + note.n_namesz, 8) - sizeof(note);
		desc_bytes = ALIGN_UP((size_t)note.n_descsz, align);
		if (name_bytes > (size_t)(end - at) ||
		    note.n_descsz > (size_t)(end - at) - name_bytes)
			break;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(at, "GNU", 4) &&
		    note.n_descsz && note.n_descsz <= BUILD_ID_SIZE) {
			memset(id, 0, BUILD_ID_SIZE);
			memcpy(id, at + name_bytes, note.n_descsz);
			*size = note.n_descsz;
			return 0;
		}
		if (desc_bytes > (size_t)(end - at) - name_bytes)
			break;
		at += name_bytes + desc_bytes;
	}
	return -ENODATA;
}

/* Where notes stand in the file. */
struct notes_place {
	u64 offset, bytes, align;
};

/* libelf turns the notes' headers into native order. */
static int find_at(Elf *elf, struct notes_place at, u8 id[BUILD_ID_SIZE], u8 *size)
{
	Elf_Data *data;

	if (!at.bytes || at.bytes > NOTES_MAX || at.offset > INT64_MAX)
		return -ENODATA;
	data = elf_getdata_rawchunk(elf, at.offset, at.bytes,
				    at.align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
	if (!data || !data->d_buf)
		return -ENODATA;
	return build_id__find(data->d_buf, data->d_size, at.align == 8 ? 8 : 4, id, size);
}

static int find_in_segments(Elf *elf, u8 id[BUILD_ID_SIZE], u8 *size)
{
	size_t nr;

	if (elf_getphdrnum(elf, &nr) || nr > UINT16_MAX)
		return -ENODATA;
	for (size_t i = 0; i < nr; i++) {
		struct notes_place at;
		GElf_Phdr phdr;

		if (!gelf_getphdr(elf, i, &phdr))
			return -ENODATA;
		at = (struct notes_place){ phdr.p_offset, phdr.p_filesz, phdr.p_align };
		if (phdr.p_type == PT_NOTE && !find_at(elf, at, id, size))
			return 0;
	}
	return -ENODATA;
}

static int find_in_sections(Elf *elf, u8 id[BUILD_ID_SIZE], u8 *size)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		struct notes_place at;
		GElf_Shdr shdr;

		if (!gelf_getshdr(scn, &shdr))
			return -ENODATA;
		at = (struct notes_place){ shdr.sh_offset, shdr.sh_size, shdr.sh_addralign };
		if (shdr.sh_type == SHT_NOTE && !find_at(elf, at, id, size))
			return 0;
	}
	return -ENODATA;
}

int build_id__read_fd(int fd, u8 id[BUILD_ID_SIZE], u8 *size)
{
	Elf *elf;
	int ret;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF) {
		elf_end(elf);
		return -ENOEXEC;
	}
	ret = find_in_segments(elf, id, size);
	if (ret)
		ret = find_in_sections(elf, id, size);
	elf_end(elf);
	return ret;
}

int build_id__read(const char *path, u8 id[BUILD_ID_SIZE], u8 *size)
{
	u64 size_bytes;
	_cleanup_close_ int fd = file__open(AT_FDCWD, path, &size_bytes);

	return fd < 0 ? fd : build_id__read_fd(fd, id, size);
}

int build_id__read_notes(const char *path, u8 id[BUILD_ID_SIZE], u8 *size)
{
	_cleanup_free_ char *notes = NULL;
	ssize_t len = file__read(AT_FDCWD, path, NOTES_MAX, &notes);

	if (len < 0)
		return len;
	return build_id__find(notes, len, 4, id, size);
}

int build_id__read_kernel(u8 id[BUILD_ID_SIZE], u8 *size)
{
	return build_id__read_notes("/sys/kernel/notes", id, size);
}
