/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_MAPS_H
#define PERF_SYMBOL_MAPS_H

#include "types.h"

struct dso;

/* One mapping of an address space. */
struct map {
	u64 start, end; /* [start, end) */
	u64 pgoff;	/* file offset of start */
	struct dso *dso;
	u64 inode;     /* of the file; 0: not recorded */
	bool identity; /* addresses in the dso are those of the process */
	bool shared;   /* MAP_SHARED */
	u8 prot;       /* PROT_READ, ... */
};

/* The place in the dso of an address of the mapping: what dso__find_symbol() asks for. */
static inline u64 map__place(const struct map *map, u64 addr)
{
	return map->identity ? addr : addr - map->start + map->pgoff;
}

/*
 * The mappings of an address space, which its threads share (counted). A fork's copy shares the
 * list until one of the two changes it, because most children exec at once.
 */
struct maps;
struct maps *maps__new(void); /* NULL: out of memory */
struct maps *maps__get(struct maps *maps);
void maps__put(struct maps *maps);
struct maps *maps__fork(struct maps *maps);

/* Puts @map in; what it overlaps is cut or removed. 0 or -ENOMEM. */
int maps__insert(struct maps *maps, const struct map *map);

/* The mapping at @addr or NULL; valid until the next insert. */
const struct map *maps__find(const struct maps *maps, u64 addr);

size_t maps__nr(const struct maps *maps);
const struct map *maps__at(const struct maps *maps, size_t i);

#endif
