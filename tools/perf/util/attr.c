// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is wrong with an attr whose size the kernel refuses: its words and how many the kernel
 * knows go in, the word at fault comes out. Pure.
 */
#include "attr.h"

#include <errno.h>

#include "err.h"

int attr__explain_too_big(const u64 *words, unsigned int nr_words, int known_bytes,
			  const char *name, struct err *err)
{
	unsigned int word = known_bytes > 0 ? known_bytes / sizeof(u64) : nr_words;

	while (word < nr_words && !words[word])
		word++;
	if (word >= nr_words)
		return err__set(err, -E2BIG, "%s: the kernel does not know an attr of %zu bytes",
				name, nr_words * sizeof(u64));
	err__set(err, -E2BIG,
		 "%s: word %u of its attr is too new for this kernel, which knows %d bytes", name,
		 word, known_bytes);
	err__set_hint(err, "leave out the term that sets attr%u, or boot a newer kernel", word);
	return -E2BIG;
}
