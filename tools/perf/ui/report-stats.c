// SPDX-License-Identifier: GPL-2.0-only
/* Numbers of records -> the text of report --stats. */
#include "ui/report-stats.h"

#include "session/record.h"
#include "session/session.h"

static void print_type(FILE *out, u32 type, u64 nr, u64 total)
{
	const char *name = record__type_name(type);
	char number[16];

	snprintf(number, sizeof(number), "TYPE_%u", type);
	fprintf(out, "%16s events: %10llu  (%4.1f%%)\n", name ? name : number, nr,
		100.0 * nr / total);
}

void report_stats__print(FILE *out, const struct session_stats *stats)
{
	fprintf(out, "\nAggregated stats:\n%16s events: %10llu\n", "TOTAL", stats->records);
	for (u32 type = 0; type < SESSION_TYPES; type++)
		if (stats->types[type])
			print_type(out, type, stats->types[type], stats->records);
	for (u32 i = 0; i < SESSION_OTHERS && stats->others[i].nr; i++)
		print_type(out, stats->others[i].type, stats->others[i].nr, stats->records);
}

void report_stats__print_event(FILE *out, const char *name, u64 samples)
{
	fprintf(out, "%s stats:\n%16s events: %10llu\n", name, "SAMPLE", samples);
}
