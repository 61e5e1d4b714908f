// SPDX-License-Identifier: GPL-2.0-only
/* Built without libdw: no lines and no inlined functions are known. */
#include <unistd.h>

#include "symbol/dwarf-file.h"

struct dwarf_file *dwarf_file__new(int fd, bool sealed)
{
	(void)sealed;
	close(fd);
	return NULL;
}

void dwarf_file__delete(struct dwarf_file *file)
{
	(void)file;
}

bool dwarf_file__line(struct dwarf_file *file, u64 addr, struct srcline *line)
{
	(void)file;
	(void)addr;
	(void)line;
	return false;
}

size_t dwarf_file__frames(struct dwarf_file *file, u64 addr, struct dwarf_frame *frames, size_t max)
{
	(void)file;
	(void)addr;
	(void)frames;
	(void)max;
	return 0;
}
