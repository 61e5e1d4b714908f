// SPDX-License-Identifier: GPL-2.0-only
/*
 * A row's tree of call chains -> text. Steps that follow each other without a branch stand
 * below each other; what is too small is left out.
 */
#include "ui/report-chain.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hist/hists.h"
#include "hist/places.h"
#include "symbol/symbols.h"

#define MARGIN	     "            "
#define BAR	     "|          "
#define NO_BAR	     "           "
#define SINGLE_BEGIN "---"

struct drawing {
	struct buf *out;
	const struct chain_style *style;
	const struct hists *hists;
	const struct chain_node *nodes;
	u64 min_hit;	   /* graph, flat and folded */
	struct buf prefix; /* of every line */
};

/* The kept children of a node, the largest first; freed by the caller. */
struct branches {
	u32 *list;
	size_t nr;
	u64 total; /* of all children, kept or not */
};

static const char *place_name(const struct place *place, char hex[24])
{
	if (place->symbol)
		return place->symbol->name;
	snprintf(hex, 24, "%#llx", place->addr);
	return hex;
}

static void put_name(struct drawing *d, u32 node)
{
	const struct place *place = d->nodes[node].place;
	char hex[24];

	buf__puts(d->out, place_name(place, hex));
	if (place->line)
		buf__printf(d->out, " %s", place->line);
	if (place->symbol && place->symbol->inlined)
		buf__puts(d->out, " (inlined)");
}

static int compare(const void *pa, const void *pb, void *arg)
{
	const struct drawing *d = arg;
	const struct chain_node *a = &d->nodes[*(const u32 *)pa], *b = &d->nodes[*(const u32 *)pb];
	bool flat = d->style->mode == CHAIN_FLAT || d->style->mode == CHAIN_FOLDED;
	u64 va = flat ? a->hit : a->total, vb = flat ? b->hit : b->total;
	char hex_a[24], hex_b[24];

	if (va != vb)
		return va < vb ? 1 : -1;
	return strcmp(place_name(a->place, hex_a), place_name(b->place, hex_b));
}

static int get_branches(struct drawing *d, u32 node, struct branches *b)
{
	u64 min = d->min_hit;
	size_t nr = 0;

	*b = (struct branches){ 0 };
	for (u32 child = d->nodes[node].child; child; child = d->nodes[child].next, nr++)
		b->total += d->nodes[child].total;
	if (!nr)
		return 0;
	if (d->style->mode == CHAIN_FRACTAL)
		min = ceil(b->total * d->style->min_percent / 100);
	b->list = calloc(nr, sizeof(*b->list));
	if (!b->list)
		return -ENOMEM;
	for (u32 child = d->nodes[node].child; child; child = d->nodes[child].next)
		if (d->nodes[child].total >= min)
			b->list[b->nr++] = child;
	qsort_r(b->list, b->nr, sizeof(*b->list), compare, d);
	return 0;
}

/* The only step after @node, when nothing ends or branches off there; else 0. */
static u32 straight_on(const struct drawing *d, u32 node)
{
	u32 child = d->nodes[node].child;

	return child && !d->nodes[node].hit && !d->nodes[child].next ? child : 0;
}

static void put_value(struct drawing *d, u64 value, u64 total)
{
	if (d->style->by_period)
		buf__printf(d->out, "%llu", value);
	else
		buf__printf(d->out, "%.2f%%", total ? 100.0 * value / total : 0.0);
}

static void put_prefix(struct drawing *d)
{
	buf__append(d->out, d->prefix.data, d->prefix.len);
}

static int draw_branches(struct drawing *d, u32 node, u64 total);

/* One branch and all that is behind it. */
static int draw_branch(struct drawing *d, u32 node, u64 total, bool last)
{
	size_t len = d->prefix.len;
	u32 next;
	int ret;

	put_prefix(d);
	buf__puts(d->out, last ? " --" : "|--");
	put_value(d, d->nodes[node].total, total);
	buf__puts(d->out, "--");
	put_name(d, node);
	buf__puts(d->out, "\n");
	buf__puts(&d->prefix, last ? NO_BAR : BAR);
	for (; (next = straight_on(d, node)); node = next) {
		put_prefix(d);
		put_name(d, next);
		buf__puts(d->out, "\n");
	}
	ret = draw_branches(d, node, total);
	d->prefix.len = len;
	return ret;
}

/* @total: what percents are of; fractal ones are of the branches themselves. */
static int draw_list(struct drawing *d, const struct branches *b, u64 total)
{
	bool fractal = d->style->mode == CHAIN_FRACTAL;
	u64 rest = total;
	int ret = 0;

	for (size_t i = 0; i < b->nr; i++)
		rest -= d->nodes[b->list[i]].total;
	for (size_t i = 0; i < b->nr && !ret; i++) {
		if (i && i == d->style->print_limit)
			break;
		put_prefix(d);
		buf__puts(d->out, BAR "\n");
		ret = draw_branch(d, b->list[i], total, i + 1 == b->nr && !(fractal && rest));
	}
	if (fractal && rest && rest != total) {
		put_prefix(d);
		buf__puts(d->out, " --");
		put_value(d, rest, total);
		buf__puts(d->out, "--[...]\n");
	}
	return ret;
}

static int draw_branches(struct drawing *d, u32 node, u64 total)
{
	struct branches b;
	int ret = get_branches(d, node, &b);

	if (!ret)
		ret = draw_list(d, &b, d->style->mode == CHAIN_FRACTAL ? b.total : total);
	free(b.list);
	return ret;
}

/* A single chain that the whole row has begins without a percent. */
static int draw_single(struct drawing *d, u32 node, u64 total)
{
	u32 lines = 0;
	bool skip = d->style->skip_first;

	for (;;) {
		u32 next = straight_on(d, node);

		if (!skip) {
			buf__printf(d->out, lines ? "%s   " : "%s|\n" MARGIN SINGLE_BEGIN, MARGIN);
			put_name(d, node);
			buf__puts(d->out, "\n");
			if (++lines == d->style->print_limit)
				break;
		}
		skip = false;
		if (!next)
			break;
		node = next;
	}
	buf__puts(&d->prefix, lines ? MARGIN "   " : MARGIN);
	while (straight_on(d, node))
		node = straight_on(d, node);
	return draw_branches(d, node, total);
}

static int draw_tree(struct drawing *d, u32 root, u64 row_period, u64 total)
{
	struct branches b;
	int ret = get_branches(d, root, &b);

	if (!ret && b.nr == 1 && d->nodes[b.list[0]].total == row_period) {
		ret = draw_single(d, b.list[0], total);
	} else if (!ret) {
		buf__puts(&d->prefix, MARGIN);
		ret = draw_list(d, &b, d->style->mode == CHAIN_FRACTAL ? row_period : total);
	}
	free(b.list);
	return ret;
}

/* Every node below @at where chains end often enough. */
static int collect_ends(struct drawing *d, u32 root, struct branches *b)
{
	size_t cap = 0;
	u32 at = root;

	while (at) {
		if (at != root && d->nodes[at].hit && d->nodes[at].hit >= d->min_hit) {
			if (b->nr == cap) {
				u32 *list = reallocarray(b->list, cap = cap * 2 + 8, sizeof(*list));

				if (!list)
					return -ENOMEM;
				b->list = list;
			}
			b->list[b->nr++] = at;
		}
		if (d->nodes[at].child) {
			at = d->nodes[at].child;
			continue;
		}
		while (at != root && !d->nodes[at].next)
			at = d->nodes[at].parent;
		at = at == root ? 0 : d->nodes[at].next;
	}
	return 0;
}

/* The steps to @node, from the root on. */
static int draw_path(struct drawing *d, u32 node)
{
	bool folded = d->style->mode == CHAIN_FOLDED;
	size_t depth = 0;
	u32 *path;

	for (u32 at = node; d->nodes[at].place; at = d->nodes[at].parent)
		depth++;
	path = calloc(depth ? depth : 1, sizeof(*path));
	if (!path)
		return -ENOMEM;
	for (u32 at = node, i = depth; i--; at = d->nodes[at].parent)
		path[i] = at;
	for (size_t i = 0; i < depth; i++) {
		if (!folded)
			buf__puts(d->out, MARGIN "    ");
		else if (i)
			buf__puts(d->out, ";");
		put_name(d, path[i]);
		if (!folded)
			buf__puts(d->out, "\n");
	}
	free(path);
	return 0;
}

static int draw_flat(struct drawing *d, u32 root, u64 total)
{
	bool folded = d->style->mode == CHAIN_FOLDED;
	struct branches b = { 0 };
	int ret = collect_ends(d, root, &b);

	if (b.nr)
		qsort_r(b.list, b.nr, sizeof(*b.list), compare, d);
	for (size_t i = 0; i < b.nr && !ret; i++) {
		if (i && i == d->style->print_limit)
			break;
		buf__puts(d->out, folded ? "" : NO_BAR);
		/* As a chain of its own it counts what goes on behind it as well. */
		put_value(d, folded ? d->nodes[b.list[i]].hit : d->nodes[b.list[i]].total, total);
		buf__puts(d->out, folded ? " " : "\n");
		ret = draw_path(d, b.list[i]);
		buf__puts(d->out, "\n");
	}
	free(b.list);
	return ret;
}

/* What all chains of a row have together; those of no steps count where periods are counted. */
static u64 row_total(const struct hists *hists, const struct hist_entry *entry)
{
	const struct chain_node *nodes = hists->chains.nodes;
	u64 total = 0;

	if (!hists->by_count)
		return hists->spec->children ? entry->children : entry->period;
	for (u32 at = nodes[entry->tree].child; at; at = nodes[at].next)
		total += nodes[at].total;
	return total;
}

int report_chain__print(struct buf *out, const struct chain_style *style, const struct hists *hists,
			const struct hist_entry *entry)
{
	u64 total = hists__chains_total(hists);
	struct drawing d = { .out = out,
			     .style = style,
			     .hists = hists,
			     .nodes = hists->chains.nodes,
			     .min_hit = hists__chains_min(hists, style->min_percent) };
	size_t len = out->len;
	int ret = 0;

	if (!entry->tree || style->mode == CHAIN_NONE)
		return 0;
	if (style->mode == CHAIN_FLAT || style->mode == CHAIN_FOLDED)
		ret = draw_flat(&d, entry->tree, total);
	else
		ret = draw_tree(&d, entry->tree, row_total(hists, entry), total);
	if (out->len > len && (style->mode == CHAIN_GRAPH || style->mode == CHAIN_FRACTAL))
		buf__puts(out, "\n");
	buf__exit(&d.prefix);
	return ret ? ret : buf__error(out);
}
