// SPDX-License-Identifier: GPL-2.0-only
/* A key of a row -> a number made of what it says, not of where it stands. */
#include "ui/tui/ident.h"

#include <string.h>

#include "hist/field.h"
#include "hist/mix.h"
#include "hist/places.h"
#include "hist/points.h"
#include "str.h"
#include "symbol/dso.h"
#include "symbol/threads.h"

/* A file that was met again after it had gone is the same one. */
static u64 ident_of_dso(const struct dso *dso)
{
	return dso ? str__hash(dso->path, strlen(dso->path)) : 0;
}

u64 ident__place(const struct place *place)
{
	u64 id = mix__u64(place->level, ident_of_dso(place->dso));

	return mix__u64(id, place->symbol ? place->symbol->start : ~place->addr);
}

static u64 ident_of_point(const struct point *point)
{
	u64 id = mix__u64(point->level, ident_of_dso(point->dso));

	return mix__u64(mix__u64(id, point->addr), point->offset);
}

u64 ident__key(const struct hist_field *field, u64 key)
{
	const void *pointer = (const void *)(uintptr_t)key;
	enum hist_key_kind kind = hist_field__key_kind(field);

	if (!pointer || kind == HIST_KEY_NUMBER || kind == HIST_KEY_NONE)
		return key;
	switch (kind) {
	case HIST_KEY_TEXT:
		return str__hash(pointer, strlen(pointer));
	case HIST_KEY_THREAD:
		return ((const struct thread *)pointer)->tid;
	case HIST_KEY_DSO:
		return ident_of_dso(pointer);
	case HIST_KEY_PLACE:
		return ident__place(pointer);
	case HIST_KEY_POINT:
		return ident_of_point(pointer);
	default:
		return key;
	}
}
