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

#define INSN_MAX    15 /* bytes, on x86 */
#define CACHE_INSNS 4096

#if defined(__x86_64__) || defined(__i386__)
#define OWN_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE EM_AARCH64
#else
#define OWN_MACHINE EM_NONE
#endif

struct insn {
	const struct dso *dso; /* NULL: free */
	u64 addr;
	u8 len;
	u8 bytes[INSN_MAX];
};

struct insn_cache {
	struct disasm *disasm; /* for .machine */
	u16 machine;
	bool is_32bit;
	struct insn insns[CACHE_INSNS];
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

	for (size_t len = INSN_MAX; ret && len; len--)
		ret = code__read(code, dso, addr, len, &err);
	return ret;
}

static void read_insn(struct insn_cache *cache, struct insn *insn, struct dso *dso, u64 addr)
{
	struct disasm_insn decoded = { 0 };
	struct code code;

	*insn = (struct insn){ .dso = dso, .addr = addr };
	if (read_code(&code, dso, dso__linked(dso, addr)))
		return;
	if (use_machine(cache, &code))
		disasm__decode(cache->disasm, &code, addr, 0, &decoded);
	if (decoded.size <= code.len) {
		insn->len = decoded.size;
		memcpy(insn->bytes, code.bytes, decoded.size);
	}
	code__exit(&code);
}

/* NULL: no program was hit. */
static const struct insn *find_insn(const struct sample_line *l)
{
	struct insn_cache *cache = l->view->insns;
	const struct map *map = NULL;
	struct insn *insn;
	u64 addr;

	if (sample_line__cpumode(l) == PERF_RECORD_MISC_USER && l->thread && cache)
		map = maps__find(l->thread->maps, l->sample->ip);
	if (!map || map->dso->kind != DSO_FILE)
		return NULL;
	addr = l->sample->ip - map->start + map->pgoff;
	insn = &cache->insns[(addr ^ addr >> 12) % CACHE_INSNS];
	if (insn->dso != map->dso || insn->addr != addr)
		read_insn(cache, insn, map->dso, addr);
	return insn;
}

void sample_line__print_insn(const struct sample_line *l)
{
	const struct insn *insn = find_insn(l);

	if (!insn || !insn->len)
		return;
	buf__puts(l->out, " insn:");
	for (u8 i = 0; i < insn->len; i++)
		buf__printf(l->out, " %02x", insn->bytes[i]);
}

void sample_line__print_insnlen(const struct sample_line *l)
{
	const struct insn *insn = find_insn(l);

	buf__printf(l->out, " ilen: %d", insn ? insn->len : 0);
}
