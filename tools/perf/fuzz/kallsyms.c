// SPDX-License-Identifier: GPL-2.0-only
/* Symbol tables in text: kallsyms, or after a byte with its lowest bit set a perf-PID.map. */
#include <stdlib.h>
#include <string.h>

#include "symbol/kallsyms.h"
#include "symbol/perf-map.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void check_map(const uint8_t *bytes, size_t len)
{
	struct symbols symbols = { 0 };
	char *text = malloc(len + 1);

	if (!text)
		abort();
	memcpy(text, bytes, len);
	text[len] = 0;
	if (perf_map__parse(&symbols, text, len))
		abort();
	for (size_t i = 0; i < symbols.nr; i++) {
		const struct symbol *symbol = &symbols.list[i];

		if (symbol->end <= symbol->start || (i && symbol[-1].start >= symbol->start) ||
		    !*symbol->name || symbols__find(&symbols, symbol->start) != symbol)
			abort();
	}
	symbols__exit(&symbols);
}

/* Walks from the first symbol to the next ones through their ends. */
static void check_kallsyms(const uint8_t *bytes, size_t len)
{
	struct kallsyms *kallsyms = kallsyms__new();
	size_t half = len / 2;
	u64 addr = 0;

	if (!kallsyms || kallsyms__parse(kallsyms, (const char *)bytes, half) ||
	    kallsyms__parse(kallsyms, (const char *)bytes + half, len - half) ||
	    kallsyms__finish(kallsyms))
		abort();
	for (int i = 0; i < 64; i++) {
		const struct symbol *symbol = kallsyms__find(kallsyms, addr);

		if (symbol && (symbol->start > addr || symbol->end <= addr || !*symbol->name))
			abort();
		if (symbol && !kallsyms__address_of(kallsyms, symbol->name))
			abort();
		addr = symbol ? symbol->end : addr * 2 + 1;
	}
	kallsyms__delete(kallsyms);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	if (len && bytes[0] & 1)
		check_map(bytes + 1, len - 1);
	else if (len)
		check_kallsyms(bytes + 1, len - 1);
	return 0;
}
