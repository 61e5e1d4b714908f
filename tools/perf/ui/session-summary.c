// SPDX-License-Identifier: GPL-2.0-only
/* The end of every command that reads: losses and faults, once each. */
#include "ui/session-summary.h"

#include <stdlib.h>
#include <string.h>

#include "session/record.h"
#include "session/session.h"
#include "symbol/machine.h"
#include "ui/error.h"

static void print_unknown_type(FILE *out, const char *command, u32 type, u64 nr)
{
	if (nr && !record__type_name(type))
		fprintf(out, "%s: records of type %u are unknown and left out\n", command, type);
}

static void print_unknown_types(FILE *out, const char *command, const struct session_stats *stats)
{
	for (u32 type = 0; type < SESSION_TYPES; type++)
		print_unknown_type(out, command, type, stats->types[type]);
	for (u32 i = 0; i < SESSION_OTHERS; i++)
		print_unknown_type(out, command, stats->others[i].type, stats->others[i].nr);
}

static void print_lost(FILE *out, const char *command, const struct session_stats *stats)
{
	if (stats->lost_events)
		fprintf(out,
			"%s: %llu records were lost, at %llu places: the rings were too small or "
			"read too late (perf record -m makes them larger)\n",
			command, stats->lost_events, stats->lost_chunks);
	if (stats->lost_samples)
		fprintf(out, "%s: %llu samples were lost by the hardware or the kernel\n", command,
			stats->lost_samples);
}

void ui__print_notes(FILE *out, const char *command, const char *notes)
{
	while (*notes) {
		size_t len = strcspn(notes, "\n");

		fprintf(out, "%s: %.*s\n", command, (int)len, notes);
		notes += len + (notes[len] == '\n');
	}
}

void ui__print_session_summary(FILE *out, const char *command, const struct session_stats *stats,
			       const char *notes)
{
	u64 left_out = stats->faulty + stats->unknown_ids;

	ui__print_notes(out, command, notes);
	print_unknown_types(out, command, stats);
	print_lost(out, command, stats);
	if (stats->guests)
		fprintf(out,
			"%s: %llu samples were taken in guests, of which nothing is known: they "
			"are "
			"not shown\n",
			command, stats->guests);
	if (stats->late)
		fprintf(out, "%s: %llu records came too late to be put in order of time\n", command,
			stats->late);
	if (stats->first.code)
		ui__print_command_err(out, command, NULL, &stats->first);
	if (left_out)
		fprintf(out, "%s: %llu records in all could not be read and were left out\n",
			command, left_out);
}

void ui__print_missing_files(FILE *out, const char *command, const struct machine *machine)
{
	char *lines = machine && machine__options(machine)->full_names
			      ? machine__missing_files(machine)
			      : NULL;

	if (lines)
		ui__print_notes(out, command, lines);
	free(lines);
}
