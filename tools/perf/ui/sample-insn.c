// SPDX-License-Identifier: GPL-2.0-only
/* The instruction that a sample hit: address -> file -> bytes -> how many of them belong to it. The
 * kernel's own memory is not read. */
#include "ui/sample-insn.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "symbol/code.h"
#include "symbol/disasm.h"
#include "symbol/machine.h"

#define CACHE_INSNS 4096

#if defined(__x86_64__) || defined(__i386__)
#define OWN_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE EM_AARCH64
#else
#define OWN_MACHINE EM_NONE
#endif

struct cached {
	const struct dso *dso; /* NULL: free */
	u64 addr;
	struct insn insn;
};

struct insn_cache {
	struct disasm *disasm; /* for .machine */
	u16 machine;
	bool is_32bit;
	struct cached insns[CACHE_INSNS];
};

int insn_cache__new(struct insn_cache **result, struct err *err)
{
	struct insn_cache *cache = calloc(1, sizeof(*cache));
	struct code code = { .machine = OWN_MACHINE };
	int ret;

	if (!cache)
		return err__set(err, -ENOMEM, "out of memory");
	ret = disasm__new(&cache->disasm, &code, false, err);
	if (ret) {
		free(cache);
		return ret;
	}
	cache->machine = code.machine;
	*result = cache;
	return 0;
}

void insn_cache__delete(struct insn_cache *cache)
{
	if (!cache)
		return;
	disasm__delete(cache->disasm);
	free(cache);
}

/* Code of another machine than before asks for another decoder; false: there is none. */
static bool use_machine(struct insn_cache *cache, const struct code *code)
{
	struct err err = { 0 };

	if (cache->disasm && cache->machine == code->machine && cache->is_32bit == code->is_32bit)
		return true;
	disasm__delete(cache->disasm);
	cache->disasm = NULL;
	cache->machine = code->machine;
	cache->is_32bit = code->is_32bit;
	return !disasm__new(&cache->disasm, code, false, &err);
}

/* A function may end less than an instruction's most bytes before its segment does. */
static int read_code(struct code *code, const struct dso *dso, u64 addr)
{
	struct err err = { 0 };
	int ret = -EINVAL;

	for (size_t len = INSN_MAX_BYTES; ret && len; len--)
		ret = code__read(code, dso, addr, len, &err);
	return ret;
}

/* Jumps, calls and returns. */
static bool is_branch(const struct disasm_insn *decoded)
{
	return decoded->is_jump || !strncmp(decoded->text, "ret", 3) ||
	       !strncmp(decoded->text, "repz ret", 8);
}

static void read_insn(struct insn_cache *cache, struct cached *cached, struct dso *dso, u64 addr)
{
	struct disasm_insn decoded = { 0 };
	struct code code;

	*cached = (struct cached){ .dso = dso, .addr = addr };
	if (read_code(&code, dso, dso__linked(dso, addr)))
		return;
	if (use_machine(cache, &code))
		disasm__decode(cache->disasm, &code, addr, 0, &decoded);
	if (decoded.size <= code.len && decoded.size <= INSN_MAX_BYTES) {
		cached->insn.len = decoded.size;
		cached->insn.is_branch = is_branch(&decoded);
		memcpy(cached->insn.bytes, code.bytes, decoded.size);
	}
	code__exit(&code);
}

const struct insn *insn_cache__find(const struct sample_line *l, u64 addr)
{
	struct insn_cache *cache = l->view->insns;
	const struct map *map = NULL;
	struct cached *cached;
	u64 at;

	if (l->thread && cache)
		map = maps__find(l->thread->maps, addr);
	if (!map || map->dso->kind != DSO_FILE)
		return NULL;
	at = addr - map->start + map->pgoff;
	cached = &cache->insns[(at ^ at >> 12) % CACHE_INSNS];
	if (cached->dso != map->dso || cached->addr != at)
		read_insn(cache, cached, map->dso, at);
	return cached->insn.len ? &cached->insn : NULL;
}

/* NULL: no program was hit. */
static const struct insn *find_sampled(const struct sample_line *l)
{
	bool user = sample_line__cpumode(l) == PERF_RECORD_MISC_USER;

	return user ? insn_cache__find(l, l->sample->ip) : NULL;
}

void sample_line__print_insn(const struct sample_line *l)
{
	const struct insn *insn = find_sampled(l);

	if (!insn)
		return;
	buf__puts(l->out, " insn:");
	for (u8 i = 0; i < insn->len; i++)
		buf__printf(l->out, " %02x", insn->bytes[i]);
}

void sample_line__print_insnlen(const struct sample_line *l)
{
	const struct insn *insn = find_sampled(l);

	buf__printf(l->out, " ilen: %d", insn ? insn->len : 0);
}
