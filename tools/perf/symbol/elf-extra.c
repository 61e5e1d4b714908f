// SPDX-License-Identifier: GPL-2.0-only
/* Sections that GNU tools leave in a stripped ELF file: where its symbols went, and a few of them. */
#include "symbol/elf-extra.h"

#include <byteswap.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "symbol/unxz.h"

/* It holds symbols only. */
#define MAX_MINI_BYTES (64U << 20)

/* The bytes of the section of that name; NULL: there is none, or it does not lie in the file. */
static Elf_Data *find_data(Elf *elf, const char *wanted, u64 file_bytes)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings))
		return NULL;
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr shdr;
		const char *name;

		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_PROGBITS ||
		    shdr.sh_offset > file_bytes || shdr.sh_size > file_bytes - shdr.sh_offset)
			continue;
		name = elf_strptr(elf, strings, shdr.sh_name);
		if (name && !strcmp(name, wanted))
			return elf_rawdata(scn, NULL);
	}
	return NULL;
}

char *elf_extra__mini(Elf *elf, u64 file_bytes, size_t *size)
{
	Elf_Data *data = find_data(elf, ".gnu_debugdata", file_bytes);
	char *image;

	if (!data || !data->d_buf || unxz(data->d_buf, data->d_size, MAX_MINI_BYTES, &image, size))
		return NULL;
	return image;
}

char *elf_extra__debug_link(Elf *elf, u64 file_bytes, u32 *crc)
{
	Elf_Data *data = find_data(elf, ".gnu_debuglink", file_bytes);
	const char *ident = elf_getident(elf, NULL);
	bool big = ident && ident[EI_DATA] == ELFDATA2MSB;
	size_t len, at;

	if (!data || !data->d_buf)
		return NULL;
	len = strnlen(data->d_buf, data->d_size);
	at = ALIGN_UP(len + 1, sizeof(*crc));
	if (at > data->d_size || data->d_size - at < sizeof(*crc))
		return NULL;
	memcpy(crc, (const char *)data->d_buf + at, sizeof(*crc));
	if (big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		*crc = bswap_32(*crc);
	return strndup(data->d_buf, len);
}
