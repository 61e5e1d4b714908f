// SPDX-License-Identifier: GPL-2.0-only
/*
 * Linker name -> name as in the source, through libiberty, which knows C++ and both of Rust's
 * schemes. A few bytes of a name can stand for gigabytes of text, so the text is taken piece by
 * piece, and one that grows too long is given up from within: libiberty holds no memory then.
 */
#include "symbol/demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <string.h>

#include "buf.h"

/* The longest names of real programs have some ten thousand bytes. */
#define MAX_MANGLED   65536
#define MAX_DEMANGLED 262144

struct output {
	struct buf text;
	jmp_buf give_up;
};

static void take(const char *piece, size_t len, void *arg)
{
	struct output *output = arg;

	if (len > MAX_DEMANGLED - output->text.len || buf__append(&output->text, piece, len))
		longjmp(output->give_up, 1);
}

static bool is_mangled(const char *name)
{
	return !strncmp(name, "_Z", 2) || !strncmp(name, "_R", 2) || !strncmp(name, "___Z", 4);
}

/* Local variables would not outlive the jump, so there are none. */
static bool run(struct output *output, const char *name, int flags)
{
	if (setjmp(output->give_up))
		return false;
	if (rust_demangle_callback(name, flags, take, output))
		return true;
	/* What Rust's schemes began to say is no part of what C++ says. */
	buf__reset(&output->text);
	return cplus_demangle_v3_callback(name, flags, take, output);
}

char *demangle(const char *name, bool params)
{
	struct output output = { 0 };

	if (!is_mangled(name) || strlen(name) > MAX_MANGLED)
		return NULL;
	if (run(&output, name, params ? DMGL_PARAMS | DMGL_ANSI : DMGL_NO_OPTS))
		return buf__take(&output.text);
	buf__exit(&output.text);
	return NULL;
}
