// SPDX-License-Identifier: GPL-2.0-only
/* A catalog of events as text for people, as bare names, and as JSON. */
#include "ui/list.h"

#include "json.h"
#include "list/catalog.h"

static const struct kind_text {
	const char *text;
	const char *json;
} kinds[LIST_NR] = {
	[LIST_HARDWARE] = { "Hardware event", "hardware" },
	[LIST_SOFTWARE] = { "Software event", "software" },
	[LIST_TOOL] = { "Tool event", "tool" },
	[LIST_CACHE] = { "Hardware cache event", "cache" },
	[LIST_PMU] = { "Kernel PMU event", "pmu" },
	[LIST_PERSISTENT] = { "Persistent event", "persistent" },
	[LIST_RAW] = { "Raw hardware event descriptor", "raw" },
	[LIST_BREAKPOINT] = { "Hardware breakpoint", "breakpoint" },
	[LIST_TRACEPOINT] = { "Tracepoint event", "tracepoint" },
};

#define BOLD  "\033[1m"
#define RESET "\033[0m"

static void print_age(FILE *out, u64 ns)
{
	u64 s = ns / 1000000000ULL;

	if (s < 60)
		fprintf(out, "%llu s", s);
	else if (s < 3600)
		fprintf(out, "%llu min %llu s", s / 60, s % 60);
	else if (s < 86400)
		fprintf(out, "%llu h %llu min", s / 3600, s / 60 % 60);
	else
		fprintf(out, "%llu d %llu h", s / 86400, s / 3600 % 24);
}

static void print_persistent(FILE *out, const struct list_entry *entry)
{
	fprintf(out, "        by %s", entry->provider);
	if (entry->ring_bytes)
		fprintf(out, ", ring %llu KiB a CPU", entry->ring_bytes / 1024);
	if (entry->has_status) {
		fprintf(out, ", %llu reader%s, runs since ", entry->readers,
			entry->readers == 1 ? "" : "s");
		print_age(out, entry->age_ns);
	}
	fputc('\n', out);
}

static void print_details(FILE *out, const struct list_entry *entry)
{
	if (entry->encoding)
		fprintf(out, "        %s\n", entry->encoding);
	if (entry->unit || entry->scale != 1) {
		fprintf(out, "        counts in units of %g%s%s\n", entry->scale,
			entry->unit ? " " : "", entry->unit ? entry->unit : "");
	}
	if (entry->file)
		fprintf(out, "        %s\n", entry->file);
}

static void print_entry(const struct ui_list *ui, const struct list_entry *entry)
{
	int width = fprintf(ui->out, "  %s%s%s", ui->colour ? BOLD : "", entry->name,
			    ui->colour ? RESET : "");

	if (ui->colour)
		width -= sizeof(BOLD) + sizeof(RESET) - 2;
	if (entry->aliases)
		width += fprintf(ui->out, " OR %s", entry->aliases);
	fprintf(ui->out, "%*s [%s]\n", width < 52 ? 52 - width : 0, "", kinds[entry->kind].text);
	if (entry->source)
		fprintf(ui->out, "        of %s\n", entry->source);
	if (entry->provider)
		print_persistent(ui->out, entry);
	if (ui->details)
		print_details(ui->out, entry);
}

void ui_list__print_text(const struct ui_list *ui, const struct catalog *catalog)
{
	for (int kind = 0; kind < LIST_NR; kind++)
		for (size_t i = 0; i < catalog->nr; i++)
			if ((int)catalog->entries[i].kind == kind)
				print_entry(ui, &catalog->entries[i]);
}

void ui_list__print_raw(const struct ui_list *ui, const struct catalog *catalog)
{
	for (int kind = 0; kind < LIST_NR; kind++)
		for (size_t i = 0; i < catalog->nr; i++)
			if ((int)catalog->entries[i].kind == kind && kind != LIST_RAW &&
			    kind != LIST_BREAKPOINT)
				fprintf(ui->out, "%s ", catalog->entries[i].name);
	fputc('\n', ui->out);
}

static void print_member(FILE *out, const char *key, const char *value)
{
	if (!value)
		return;
	fprintf(out, ",\n\t\t\"%s\": ", key);
	json__print_string(out, value);
}

static void print_json_entry(FILE *out, const struct list_entry *entry)
{
	fputs("\t{\n\t\t\"EventName\": ", out);
	json__print_string(out, entry->name);
	print_member(out, "EventAlias", entry->aliases);
	print_member(out, "EventType", kinds[entry->kind].text);
	print_member(out, "Kind", kinds[entry->kind].json);
	print_member(out, "Source", entry->source);
	print_member(out, "Encoding", entry->encoding);
	print_member(out, "File", entry->file);
	print_member(out, "Unit", entry->unit);
	if (entry->unit || entry->scale != 1)
		fprintf(out, ",\n\t\t\"ScaleFactor\": %.17g", entry->scale);
	print_member(out, "Provider", entry->provider);
	if (entry->ring_bytes)
		fprintf(out, ",\n\t\t\"RingBytes\": %llu", entry->ring_bytes);
	if (entry->has_status)
		fprintf(out, ",\n\t\t\"Readers\": %llu,\n\t\t\"AgeNs\": %llu", entry->readers,
			entry->age_ns);
	fputs("\n\t}", out);
}

void ui_list__print_json(const struct ui_list *ui, const struct catalog *catalog)
{
	const char *between = "";

	fputs("[\n", ui->out);
	for (int kind = 0; kind < LIST_NR; kind++) {
		for (size_t i = 0; i < catalog->nr; i++) {
			if ((int)catalog->entries[i].kind != kind)
				continue;
			fputs(between, ui->out);
			print_json_entry(ui->out, &catalog->entries[i]);
			between = ",\n";
		}
	}
	fputs("\n]\n", ui->out);
}
