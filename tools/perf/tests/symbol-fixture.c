// SPDX-License-Identifier: GPL-2.0-only
/* Small libraries, taken in when the tests are compiled: those need no files. */
#include "symbol-fixture.h"

#define FIXTURE(name, file)                                            \
	__asm__(".pushsection .rodata\n"                               \
		".global " name "\n"                                   \
		".hidden " name "\n" name ":\n"                        \
		".incbin \"tools/perf/tests/data/symbols/" file "\"\n" \
		".L" name "_end:\n"                                    \
		".balign 8\n"                                          \
		".global " name "_bytes\n"                             \
		".hidden " name "_bytes\n" name "_bytes:\n"            \
		".quad .L" name "_end - " name "\n"                    \
		".popsection\n")

FIXTURE("symbol_fixture", "inlines.so");
FIXTURE("symbol_stripped", "stripped.so");
