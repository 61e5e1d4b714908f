// SPDX-License-Identifier: GPL-2.0-only
/* Symbol tables in text: kallsyms, or after a byte with its lowest bit set a perf-PID.map. */
#include <stdlib.h>
#include <string.h>

#include "symbol/kallsyms.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void check(const struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->nr; i++) {
		const struct symbol *symbol = &symbols->list[i], *found;

		if (symbol->end < symbol->start || (i && symbol[-1].start >= symbol->start) ||
		    !*symbol->name)
			abort();
		found = symbols__find(symbols, symbol->start);
		if (symbol->end > symbol->start && found != symbol)
			abort();
		if (i < 8)
			symbols__address_of(symbols, symbol->name);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct symbols symbols = { 0 };
	char *text;

	if (!len)
		return 0;
	text = malloc(len);
	if (!text)
		abort();
	memcpy(text, bytes + 1, len - 1);
	text[len - 1] = 0;
	if (bytes[0] & 1 ? perf_map__parse(&symbols, text, len - 1)
			 : kallsyms__parse(&symbols, text, len - 1))
		abort();
	check(&symbols);
	symbols__exit(&symbols);
	return 0;
}
