// SPDX-License-Identifier: GPL-2.0-only
/*
 * Raw rows -> as many or fewer raw rows in memory of their own: for who looks at them while counting
 * goes on, and to be rid of what old rows needed.
 */
#include "hist/copy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/mix.h"
#include "hist/places.h"
#include "hist/points.h"
#include "symbol/dso.h"
#include "symbol/threads.h"

struct clone {
	const void *original;
	const void *copy;
};

struct copying {
	struct hists *to;
	const struct hists *from;
	const struct hists_copy *how;
	u32 *nodes; /* of the copy, by their number in the original; 0: not copied yet */
	u32 root;
	u32 *path; /* scratch */
	size_t path_cap;
};

static struct clone *find_clone(const struct clones *clones, const void *original)
{
	size_t mask = clones->cap - 1, at = mix__u64(0, (uintptr_t)original) >> 20 & mask;

	while (clones->list[at].original && clones->list[at].original != original)
		at = (at + 1) & mask;
	return &clones->list[at];
}

static int make_room(struct clones *clones)
{
	struct clones larger = { .nr = clones->nr, .cap = clones->cap ? clones->cap * 2 : 1024 };

	if (clones->nr * 2 < clones->cap)
		return 0;
	larger.list = calloc(larger.cap, sizeof(*larger.list));
	if (!larger.list)
		return -ENOMEM;
	for (size_t i = 0; i < clones->cap; i++)
		if (clones->list[i].original)
			*find_clone(&larger, clones->list[i].original) = clones->list[i];
	free(clones->list);
	*clones = larger;
	return 0;
}

void clones__exit(struct clones *clones)
{
	free(clones->list);
	*clones = (struct clones){ 0 };
}

void held_dsos__exit(struct held_dsos *held)
{
	for (size_t i = 0; i < held->nr; i++)
		dso__put(held->list[i]);
	free(held->list);
	*held = (struct held_dsos){ 0 };
}

/* What was copied from @original before, or else an empty place for that; NULL: out of memory. */
static struct clone *get_clone(const struct hists_copy *how, const void *original)
{
	return make_room(how->clones) ? NULL : find_clone(how->clones, original);
}

static void set_clone(const struct hists_copy *how, struct clone *clone, const void *original,
		      const void *copy)
{
	*clone = (struct clone){ original, copy };
	how->clones->nr++;
}

static int hold_dso(const struct hists_copy *how, struct dso *dso)
{
	struct held_dsos *held = how->held;
	struct clone *clone = get_clone(how, dso);

	if (!clone)
		return -ENOMEM;
	if (clone->original)
		return 0;
	if (held->nr == held->cap) {
		size_t cap = held->cap ? held->cap * 2 : 64;
		struct dso **list = reallocarray(held->list, cap, sizeof(*list));

		if (!list)
			return -ENOMEM;
		held->list = list;
		held->cap = cap;
	}
	set_clone(how, clone, dso, dso);
	held->list[held->nr++] = dso__get(dso);
	return 0;
}

/* Rows name it: it stays as long as they do. 0 or -ENOMEM. */
static int take_dso(const struct hists_copy *how, const struct dso *const_dso)
{
	struct dso *dso = (struct dso *)const_dso;

	if (!dso)
		return 0;
	if (how->arena)
		return hold_dso(how, dso);
	if (how->places)
		dso->in_use = true;
	return 0;
}

/* The copy of @bytes at @original, made when it is new; NULL: out of memory. */
static void *clone_once(const struct hists_copy *how, const void *original, size_t bytes,
			const struct dso *dso)
{
	struct clone *clone = get_clone(how, original);
	void *copy;

	if (!clone || clone->original)
		return clone ? (void *)clone->copy : NULL;
	copy = arena__alloc(how->arena, bytes);
	if (!copy)
		return NULL;
	memcpy(copy, original, bytes);
	set_clone(how, clone, original, copy);
	return take_dso(how, dso) ? NULL : copy;
}

static const struct place *copy_place(const struct hists_copy *how, const struct place *place)
{
	if (!place)
		return NULL;
	if (how->arena)
		return clone_once(how, place, sizeof(*place), place->dso);
	if (!how->places)
		return place;
	return take_dso(how, place->dso) ? NULL : places__adopt(how->places, place);
}

static const struct point *copy_point(const struct hists_copy *how, const struct point *point)
{
	if (!point)
		return NULL;
	if (how->arena)
		return clone_once(how, point, sizeof(*point), point->dso);
	if (!how->points)
		return point;
	return take_dso(how, point->dso) ? NULL : points__adopt(how->points, point);
}

static struct thread *copy_thread(const struct hists_copy *how, struct thread *thread)
{
	struct thread *copy;

	if (!how->arena || !thread)
		return thread;
	copy = clone_once(how, thread, sizeof(*thread), NULL);
	if (copy)
		copy->maps = NULL;
	return copy;
}

static u64 copy_key(const struct copying *c, const struct hist_field *field, u64 key)
{
	void *pointer = (void *)(uintptr_t)key;

	switch (hist_field__key_kind(field)) {
	case HIST_KEY_TEXT:
		return pointer ? (uintptr_t)texts__get(c->how->texts, pointer, strlen(pointer)) : 0;
	case HIST_KEY_THREAD:
		return (uintptr_t)copy_thread(c->how, pointer);
	case HIST_KEY_PLACE:
		return (uintptr_t)copy_place(c->how, pointer);
	case HIST_KEY_POINT:
		return (uintptr_t)copy_point(c->how, pointer);
	case HIST_KEY_DSO:
		return take_dso(c->how, pointer) ? 0 : key;
	case HIST_KEY_NUMBER:
	case HIST_KEY_NONE:
		break;
	}
	return key;
}

static int copy_keys(const struct copying *c, const u64 *from, u64 *to)
{
	const struct hist_spec *spec = c->from->spec;

	for (size_t i = 0; i < spec->nr_keys; i++) {
		to[i] = copy_key(c, spec->keys[i], from[i]);
		if (!to[i] && from[i])
			return -ENOMEM;
	}
	return 0;
}

static int push_path(struct copying *c, size_t nr, u32 node)
{
	if (nr == c->path_cap) {
		size_t cap = c->path_cap ? c->path_cap * 2 : 256;
		u32 *path = reallocarray(c->path, cap, sizeof(*path));

		if (!path)
			return -ENOMEM;
		c->path = path;
		c->path_cap = cap;
	}
	c->path[nr] = node;
	return 0;
}

/* The chain that ends at node @end, step by step from the last one that was copied before. In *copy its
 * node. */
static int copy_chain(struct copying *c, u32 end, u32 *copy)
{
	const struct chain_node *nodes = c->from->chains.nodes;
	size_t nr = 0;
	u32 at = end;

	for (; nodes[at].place && !c->nodes[at]; at = nodes[at].parent)
		if (push_path(c, nr++, at))
			return -ENOMEM;
	*copy = nodes[at].place ? c->nodes[at] : c->root;
	while (nr) {
		const struct place *place = copy_place(c->how, nodes[c->path[--nr]].place);

		*copy = place ? chains__step(&c->to->chains, *copy, place) : 0;
		if (!*copy)
			return -ENOMEM;
		c->nodes[c->path[nr]] = *copy;
	}
	return 0;
}

/* The node half way up to the root; 0: there is none in between. */
static u32 fold(const struct chains *chains, u32 end)
{
	const struct chain_node *nodes = chains->nodes;
	u32 depth = 0, at = end;

	for (; nodes[at].place; at = nodes[at].parent)
		depth++;
	for (at = end, depth = (depth + 1) / 2; depth; depth--)
		at = nodes[at].parent;
	return nodes[at].place ? at : 0;
}

static int copy_row(struct copying *c, const struct hist_entry *from)
{
	u64 keys[HIST_MAX_COLUMNS];
	struct hist_entry *to;
	u32 chain = 0, end = from->chain;

	if (!from->samples && !from->period)
		return 0;
	if (end && from->period < c->how->fold_below)
		end = fold(&c->from->chains, end);
	if (copy_keys(c, from->keys, keys) || (end && copy_chain(c, end, &chain)))
		return -ENOMEM;
	to = hists__get(c->to, keys, chain);
	if (!to)
		return -ENOMEM;
	to->level = from->level;
	to->hidden = from->hidden;
	to->samples += from->samples;
	to->period += from->period;
	to->period_kernel += from->period_kernel;
	to->period_user += from->period_user;
	c->to->samples_shown += from->hidden ? 0 : from->samples;
	c->to->period_shown += from->hidden ? 0 : from->period;
	return 0;
}

int hists__copy(struct hists *to, const struct hists *from, const struct hists_copy *how)
{
	struct copying c = { .to = to, .from = from, .how = how };
	int ret = 0;

	to->tracepoint = from->tracepoint;
	c.root = chains__new_root(&to->chains);
	c.nodes = calloc(from->chains.nr ? from->chains.nr : 1, sizeof(*c.nodes));
	if (!c.nodes || !c.root)
		ret = -ENOMEM;
	for (size_t i = 0; i < from->nr && !ret && !how->empty; i++)
		ret = copy_row(&c, from->list[i]);
	/* What filters kept from becoming rows counts on. */
	if (!how->empty) {
		to->samples = to->samples_shown + from->samples - from->samples_shown;
		to->period = to->period_shown + from->period - from->period_shown;
	}
	free(c.nodes);
	free(c.path);
	return ret;
}

/* A sum without its @less eighths, and without the rest that is none. */
static void lessen(u64 *sum, unsigned int less)
{
	*sum -= *sum / 8 * less + (*sum % 8 * less + 7) / 8;
}

void hists__age(struct hists *hists, unsigned int eighths, u64 least)
{
	unsigned int less = 8 - eighths;
	u64 hidden_samples = hists->samples - hists->samples_shown;
	u64 hidden_period = hists->period - hists->period_shown;

	if (!less)
		return;
	hists->samples_shown = hists->period_shown = 0;
	for (size_t i = 0; i < hists->nr; i++) {
		struct hist_entry *entry = hists->list[i];

		lessen(&entry->samples, less);
		lessen(&entry->period, less);
		lessen(&entry->period_kernel, less);
		lessen(&entry->period_user, less);
		if (!entry->samples && !entry->chain && entry->period < least)
			entry->period = entry->period_kernel = entry->period_user = 0;
		hists->samples_shown += entry->hidden ? 0 : entry->samples;
		hists->period_shown += entry->hidden ? 0 : entry->period;
	}
	lessen(&hidden_samples, less);
	lessen(&hidden_period, less);
	hists->samples = hists->samples_shown + hidden_samples;
	hists->period = hists->period_shown + hidden_period;
}
