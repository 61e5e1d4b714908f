// SPDX-License-Identifier: GPL-2.0-only
/* A small library with debug information, taken in when the tests are compiled: they need no files. */
#include "symbol-fixture.h"

__asm__(".pushsection .rodata\n"
	".global symbol_fixture\n"
	".hidden symbol_fixture\n"
	"symbol_fixture:\n"
	".incbin \"tools/perf/tests/data/symbols/inlines.so\"\n"
	".Lsymbol_fixture_end:\n"
	".balign 8\n"
	".global symbol_fixture_bytes\n"
	".hidden symbol_fixture_bytes\n"
	"symbol_fixture_bytes:\n"
	".quad .Lsymbol_fixture_end - symbol_fixture\n"
	".popsection\n");
