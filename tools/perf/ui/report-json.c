// SPDX-License-Identifier: GPL-2.0-only
/* Rows and their call chains -> one JSON object, whose numbers are as exact as those of the rows. */
#include "ui/report-json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/hists.h"
#include "hist/places.h"
#include "json.h"
#include "symbol/symbols.h"

struct printing {
	FILE *out;
	const struct hists *hists;
	struct hist_style style;
	struct buf text;
};

/* The text of a row's field without the blanks that align it. NULL: out of memory. */
static const char *field_text(struct printing *p, const struct hist_entry *entry,
			      const struct hist_column *column)
{
	const char *text;

	buf__reset(&p->text);
	column->field->print(&p->text, entry, column->key, &p->style);
	if (buf__error(&p->text))
		return NULL;
	if (!p->text.len)
		return "";
	while (p->text.len && p->text.data[p->text.len - 1] == ' ')
		p->text.data[--p->text.len] = 0;
	text = p->text.data;
	return text + strspn(text, " ");
}

static bool is_hidden(const struct printing *p, const struct hist_field *field)
{
	return field->group == HIST_TRACEPOINT && field->tracepoint != p->hists->tracepoint;
}

/* The sums come as numbers, whether or not they are columns; what rows are made of as texts. */
static int print_row(struct printing *p, const struct hist_entry *entry)
{
	const struct hist_spec *spec = p->hists->spec;

	fprintf(p->out, "{\"samples\":%llu,\"period\":%llu", entry->samples, entry->period);
	if (spec->children)
		fprintf(p->out, ",\"children\":%llu", entry->children);
	for (size_t i = 0; i < spec->nr_columns; i++) {
		const struct hist_column *column = &spec->columns[i];
		const char *text;

		if (!column->field->key || is_hidden(p, column->field))
			continue;
		text = field_text(p, entry, column);
		if (!text)
			return -ENOMEM;
		fputc(',', p->out);
		json__print_string(p->out, column->field->name);
		fputc(':', p->out);
		json__print_string(p->out, text);
	}
	fputc('}', p->out);
	return 0;
}

static void print_frame(struct printing *p, const struct place *place)
{
	char hex[24], *marked;

	if (place->symbol && place->symbol->inlined &&
	    asprintf(&marked, "%s (inlined)", place->symbol->name) > 0) {
		json__print_string(p->out, marked);
		free(marked);
		return;
	}
	if (place->symbol)
		return json__print_string(p->out, place->symbol->name);
	snprintf(hex, sizeof(hex), "%#llx", place->addr);
	json__print_string(p->out, hex);
}

/* What stands below the callers: the row's command, or all that it is made of without a chain. */
static int print_root(struct printing *p, const struct hist_entry *entry, bool has_chain)
{
	const struct hist_spec *spec = p->hists->spec;
	bool any = false;

	for (size_t i = 0; i < spec->nr_columns; i++) {
		const struct hist_column *column = &spec->columns[i];
		const char *text;

		if (!column->field->key || is_hidden(p, column->field) ||
		    (has_chain && column->field->id != HIST_COMM))
			continue;
		text = field_text(p, entry, column);
		if (!text)
			return -ENOMEM;
		fputs(any ? "," : "", p->out);
		json__print_string(p->out, text);
		any = true;
	}
	return any;
}

/* The steps from the root to @node. */
static int print_stack(struct printing *p, const struct hist_entry *entry, u32 node, bool first)
{
	const struct chain_node *nodes = p->hists->chains.nodes;
	size_t depth = 0;
	u32 *path;
	int any;

	for (u32 at = node; at && nodes[at].place; at = nodes[at].parent)
		depth++;
	path = calloc(depth + 1, sizeof(*path));
	if (!path)
		return -ENOMEM;
	for (u32 at = node, i = depth; i--; at = nodes[at].parent)
		path[i] = at;
	fprintf(p->out, "%s\n{\"period\":%llu,\"frames\":[", first ? "" : ",",
		node ? nodes[node].hit : entry->period);
	any = print_root(p, entry, node);
	for (size_t i = 0; i < depth && any >= 0; i++) {
		fputs(any || i ? "," : "", p->out);
		print_frame(p, nodes[path[i]].place);
	}
	fputs("]}", p->out);
	free(path);
	return any < 0 ? any : 0;
}

/* Every place below @root where chains end. */
static int print_tree(struct printing *p, const struct hist_entry *entry, bool *first)
{
	const struct chain_node *nodes = p->hists->chains.nodes;
	u32 at = entry->tree;
	int ret = 0;

	while (at && !ret) {
		if (at != entry->tree && nodes[at].hit) {
			ret = print_stack(p, entry, at, *first);
			*first = false;
		}
		if (nodes[at].child) {
			at = nodes[at].child;
			continue;
		}
		while (at != entry->tree && !nodes[at].next)
			at = nodes[at].parent;
		at = at == entry->tree ? 0 : nodes[at].next;
	}
	return ret;
}

static int print_stacks(struct printing *p)
{
	bool first = true;
	int ret = 0;

	fputs("],\"stacks\":[", p->out);
	for (size_t i = 0; i < p->hists->nr && !ret; i++) {
		const struct hist_entry *entry = p->hists->list[i];

		if (!entry->period)
			continue;
		if (entry->tree && p->hists->chains.nodes[entry->tree].child) {
			ret = print_tree(p, entry, &first);
			continue;
		}
		ret = print_stack(p, entry, 0, first);
		first = false;
	}
	fputs("]}", p->out);
	return ret;
}

static int print_event(FILE *out, const struct report_json_event *event)
{
	struct printing p = { .out = out,
			      .hists = event->hists,
			      .style = { .total = event->hists->period } };
	int ret = 0;

	fputs("{\"name\":", out);
	json__print_string(out, event->name);
	fprintf(out, ",\"samples\":%llu,\"period\":%llu,\"rows\":[", event->hists->samples,
		event->hists->period);
	for (size_t i = 0; i < event->hists->nr && !ret; i++) {
		fputs(i ? ",\n" : "\n", out);
		ret = print_row(&p, event->hists->list[i]);
	}
	if (!ret)
		ret = print_stacks(&p);
	buf__exit(&p.text);
	return ret;
}

int report_json__print(FILE *out, const struct report_json *report)
{
	int ret = 0;

	fputs("{\"version\":1,\"input\":", out);
	json__print_string(out, report->input);
	fprintf(out, ",\"lost_samples\":%llu,\"damaged\":%s,\"events\":[", report->lost_samples,
		report->damaged ? "true" : "false");
	for (size_t i = 0, nr = 0; i < report->nr && !ret; i++) {
		if (!report->events[i].hists->samples)
			continue;
		fputs(nr++ ? ",\n" : "\n", out);
		ret = print_event(out, &report->events[i]);
	}
	fputs("]}\n", out);
	return ret ? ret : ferror(out) ? -EIO : 0;
}
