// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows by their keys in a hash table, then as a list. Where a text is all that rows differ by they are
 * found by what it says, so that it need not be looked up in a table of its own before.
 */
#include "hist/hists.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "hist/mix.h"
#include "hist/texts.h"

#define MIN_SLOTS 512

struct hist_slot {
	u32 tag; /* of the hash; its lower bits are where the search begins */
	u32 row; /* index + 1; 0: free */
};

/* What is looked for. */
struct wanted {
	u32 tag, chain;
	const u64 *keys; /* NULL: a text */
	const char *text;
	size_t len;
};

static size_t keys_bytes(const struct hists *hists)
{
	return hists->spec->nr_keys * sizeof(u64);
}

/* Do rows differ by a text alone? */
static bool is_by_text(const struct hists *hists)
{
	return hists->spec->nr_keys == 1 && hists->spec->keys[0]->kind == HIST_KEY_TEXT;
}

static bool is_wanted(const struct hists *hists, const struct hist_entry *entry,
		      const struct wanted *want)
{
	const char *text;

	if (entry->chain != want->chain)
		return false;
	if (!want->text)
		return !memcmp(entry->keys, want->keys, keys_bytes(hists));
	text = (const char *)(uintptr_t)entry->keys[0];
	return text == want->text || (!strncmp(text, want->text, want->len) && !text[want->len]);
}

/* The slot of that row, or the free one where it belongs. */
static struct hist_slot *find(const struct hists *hists, const struct wanted *want)
{
	size_t mask = hists->nr_slots - 1;

	for (size_t at = want->tag & mask;; at = (at + 1) & mask) {
		struct hist_slot *slot = &hists->slots[at];

		if (!slot->row)
			return slot;
		if (slot->tag == want->tag && is_wanted(hists, hists->list[slot->row - 1], want))
			return slot;
	}
}

void hists__drop_table(struct hists *hists)
{
	bulk__free(hists->slots, hists->nr_slots * sizeof(*hists->slots));
	hists->slots = NULL;
	hists->nr_slots = 0;
}

static int grow_slots(struct hists *hists)
{
	size_t nr_slots = hists->nr_slots ? hists->nr_slots * 2 : MIN_SLOTS;
	struct hist_slot *slots = bulk__grow(NULL, 0, nr_slots * sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < hists->nr_slots; i++) {
		size_t at = hists->slots[i].tag & (nr_slots - 1);

		if (!hists->slots[i].row)
			continue;
		while (slots[at].row)
			at = (at + 1) & (nr_slots - 1);
		slots[at] = hists->slots[i];
	}
	hists__drop_table(hists);
	hists->slots = slots;
	hists->nr_slots = nr_slots;
	return 0;
}

/* Room for one more; slots are filled up to three quarters. */
static int make_room(struct hists *hists)
{
	if (hists->nr == hists->cap) {
		size_t cap = hists->cap ? hists->cap * 2 : 256;
		struct hist_entry **list;

		if (cap >= UINT32_MAX)
			return -ENOMEM;
		list = bulk__grow(hists->list, hists->cap * sizeof(*list), cap * sizeof(*list));
		if (!list)
			return -ENOMEM;
		hists->list = list;
		hists->cap = cap;
	}
	return hists->nr * 4 < hists->nr_slots * 3 ? 0 : grow_slots(hists);
}

static struct hist_entry *add(struct hists *hists, struct hist_slot *slot,
			      const struct wanted *want)
{
	struct hist_entry *entry = arena__alloc(&hists->arena, sizeof(*entry) + keys_bytes(hists));

	if (!entry)
		return NULL;
	entry->chain = want->chain;
	if (want->keys)
		memcpy(entry->keys, want->keys, keys_bytes(hists));
	hists->list[hists->nr++] = entry;
	*slot = (struct hist_slot){ want->tag, hists->nr };
	return entry;
}

static void want_text(struct wanted *want, const char *text, size_t len)
{
	want->text = text;
	want->len = len;
	want->tag = mix__u64(texts__hash(text, len), want->chain) >> 20;
}

struct hist_entry *hists__get(struct hists *hists, const u64 *keys, u32 chain)
{
	struct wanted want = { .chain = chain, .keys = keys };
	struct hist_slot *slot;
	u64 hash = chain;

	if (make_room(hists))
		return NULL;
	if (is_by_text(hists)) {
		const char *text = (const char *)(uintptr_t)keys[0];

		if (!text)
			return NULL;
		want_text(&want, text, strlen(text));
	} else {
		for (size_t i = 0; i < hists->spec->nr_keys; i++)
			hash = mix__u64(hash, keys[i]);
		want.tag = mix__u64(hash, 0) >> 20;
	}
	slot = find(hists, &want);
	return slot->row ? hists->list[slot->row - 1] : add(hists, slot, &want);
}

struct hist_entry *hists__get_text(struct hists *hists, struct arena *texts, const char *text,
				   size_t len)
{
	struct wanted want = { 0 };
	struct hist_entry *entry;
	struct hist_slot *slot;
	const char *copy;

	/* What stands behind a NUL would never be shown. */
	len = strnlen(text, len);
	if (make_room(hists))
		return NULL;
	want_text(&want, text, len);
	slot = find(hists, &want);
	if (slot->row)
		return hists->list[slot->row - 1];
	copy = arena__strndup(texts, text, len);
	entry = copy ? add(hists, slot, &want) : NULL;
	if (entry)
		entry->keys[0] = (uintptr_t)copy;
	return entry;
}

void hists__exit(struct hists *hists)
{
	arena__exit(&hists->arena);
	chains__exit(&hists->chains);
	hists__drop_table(hists);
	bulk__free(hists->list, hists->cap * sizeof(*hists->list));
	free(hists->nodes);
}
