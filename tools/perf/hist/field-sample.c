// SPDX-License-Identifier: GPL-2.0-only
/* Fields that are numbers of a sample, or texts made of one: weights, sizes, times, addresses. */
#include <linux/perf_event.h>
#include <string.h>

#include "data/info.h"
#include "hist/cgroups.h"
#include "hist/field-table.h"
#include "hist/sample.h"
#include "session/session.h"
#include "session/trace.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

#define NS_PER_SEC 1000000000ULL
#define NS_PER_US  1000ULL

#define KEY(name)  static u64 name(struct hist_sample *s, const struct hist_field *field)

static u64 text_key(struct hist_sample *s)
{
	return (uintptr_t)texts__get(s->texts, s->text->len ? s->text->data : "", s->text->len);
}

KEY(key_socket)
{
	u32 cpu = s->record->sample->cpu;

	(void)field;
	return s->info && cpu < s->info->nr_sockets ? s->info->sockets[cpu] : (u64)-1;
}

static HIST_PRINT(print_socket)
{
	(void)style;
	return buf__printf(out, "   %.3d", (s32)entry->keys[key]);
}

static void locate(struct hist_sample *s, struct location *location, struct srcline *line)
{
	machine__resolve(s->machine, s->thread,
			 s->record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
			 s->record->sample->ip, location);
	machine__srcline(s->machine, location, line);
	buf__reset(s->text);
}

KEY(key_srcline)
{
	struct location location;
	struct srcline line;

	(void)field;
	locate(s, &location, &line);
	srcline__append(s->text, &location, &line, SRCLINE_SYMBOL | s->srcline_style);
	return text_key(s);
}

KEY(key_srcfile)
{
	struct location location;
	struct srcline line;

	(void)field;
	locate(s, &location, &line);
	if (line.file) {
		const char *base = s->srcline_style & SRCLINE_FULL ? NULL : strrchr(line.file, '/');

		buf__puts(s->text, base ? base + 1 : line.file);
	}
	return text_key(s);
}

KEY(key_weight)
{
	(void)field;
	return s->record->sample->weight;
}

KEY(key_latency)
{
	(void)field;
	return s->record->sample->weight2;
}

/* These two are of all samples of a row together. */
static HIST_PRINT(print_weights)
{
	(void)style;
	return buf__printf(out, "%llu", entry->keys[key] * entry->samples);
}

KEY(key_transaction)
{
	(void)field;
	return s->record->sample->transaction;
}

static HIST_PRINT(print_transaction)
{
	static const char *const names[] = { "EL",    "TX",  "SYNC",	  "ASYNC",
					     "RETRY", "CON", "CAP-WRITE", "CAP-READ" };
	u64 flags = entry->keys[key], code = flags >> PERF_TXN_ABORT_SHIFT;

	(void)style;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (flags & 1ULL << i)
			buf__printf(out, "%s ", names[i]);
	if (flags && !(flags & (PERF_TXN_SYNC | PERF_TXN_ASYNC)))
		buf__puts(out, "NEITHER ");
	return code ? buf__printf(out, ":%llx", code) : buf__error(out);
}

void hist_sample__print_trace(struct trace *trace, struct buf *out,
			      const struct perf_sample *sample, bool fields)
{
	if (!trace || !sample->raw)
		return;
	if (fields)
		trace__print_fields(trace, out, sample->raw, sample->raw_size);
	else
		trace__print(trace, out, sample->raw, sample->raw_size,
			     sample->cpu == SAMPLE_NO_CPU ? 0 : sample->cpu);
}

KEY(key_trace)
{
	(void)field;
	buf__reset(s->text);
	hist_sample__print_trace(s->trace, s->text, s->record->sample, s->raw_trace);
	return text_key(s);
}

KEY(key_symbol_size)
{
	const struct symbol *symbol = s->place->symbol;

	(void)field;
	return symbol ? symbol->end - symbol->start : 0;
}

/* The size of the mapping. */
KEY(key_dso_size)
{
	u8 cpumode = s->record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	const struct map *map = cpumode == PERF_RECORD_MISC_USER
					? maps__find(s->thread->maps, s->record->sample->ip)
					: NULL;

	(void)field;
	return map ? map->end - map->start : 0;
}

static HIST_PRINT(print_size)
{
	(void)style;
	return entry->keys[key] ? buf__printf(out, "%llu", entry->keys[key])
				: buf__puts(out, "unknown");
}

KEY(key_cgroup)
{
	const char *name = hist_cgroups__name(s->cgroups, s->record->sample->cgroup);

	(void)field;
	if (!name)
		name = s->record->sample->cgroup ? "unknown" : "N/A";
	return (uintptr_t)texts__get(s->texts, name, strlen(name));
}

KEY(key_place)
{
	(void)field;
	return (uintptr_t)s->place;
}

/* Instructions per cycle need the lengths of basic blocks, which only branches tell. */
static HIST_PRINT(print_no_ipc)
{
	(void)entry, (void)key, (void)style;
	return buf__puts(out, "-      -            ");
}

KEY(key_time)
{
	u64 time_ns = s->record->sample->time_ns;

	(void)field;
	return s->quantum_ns ? time_ns / s->quantum_ns * s->quantum_ns : time_ns;
}

static HIST_PRINT(print_time)
{
	u64 ns = entry->keys[key];

	if (style->nanoseconds)
		return buf__printf(out, "%llu.%09llu", ns / NS_PER_SEC, ns % NS_PER_SEC);
	return buf__printf(out, "%llu.%06llu", ns / NS_PER_SEC, ns % NS_PER_SEC / NS_PER_US);
}

KEY(key_code_page_size)
{
	(void)field;
	return s->record->sample->code_page_size;
}

HIST_PRINT(hist_key__print_page_size)
{
	u64 bytes = entry->keys[key];

	(void)style;
	if (!bytes)
		return buf__puts(out, "N/A");
	if (bytes >= 1 << 20)
		return buf__printf(out, "%lluM", bytes >> 20);
	return bytes >= 1 << 10 ? buf__printf(out, "%lluK", bytes >> 10)
				: buf__printf(out, "%llu", bytes);
}

KEY(key_addr)
{
	(void)field;
	return s->record->sample->ip;
}

static HIST_PRINT(print_addr)
{
	(void)style;
	return buf__printf(out, "%#llx", entry->keys[key]);
}

#define OTHER HIST_OTHER
#define PADS  .pads = true

static const struct hist_field fields[] = {
	{ OTHER, "socket", NULL, "Socket", PERF_SAMPLE_CPU, PADS, HIST_NUMBER, .key = key_socket,
	  .print = print_socket },
	{ OTHER, "srcline", NULL, "Source:Line", PERF_SAMPLE_IP, HIST_TEXT, .key = key_srcline },
	{ OTHER, "srcfile", NULL, "Source File", PERF_SAMPLE_IP, HIST_TEXT, .key = key_srcfile },
	{ OTHER, "local_weight", NULL, "Local Weight", PERF_SAMPLE_WEIGHT_TYPE, PADS, HIST_NUMBER,
	  .key = key_weight, .print = hist_key__print_number },
	{ OTHER, "weight", NULL, "Weight", PERF_SAMPLE_WEIGHT_TYPE, 12, PADS, HIST_NUMBER,
	  .key = key_weight, .print = print_weights },
	{ OTHER, "transaction", NULL, "Transaction                ", PERF_SAMPLE_TRANSACTION, 32,
	  PADS, HIST_NUMBER, .key = key_transaction, .print = print_transaction },
	{ HIST_TRACE, "trace", NULL, "Trace output", PERF_SAMPLE_RAW, HIST_TEXT, .key = key_trace },
	{ OTHER, "symbol_size", NULL, "Symbol size", PERF_SAMPLE_IP, .right = true, HIST_NUMBER,
	  .key = key_symbol_size, .print = print_size },
	{ OTHER, "dso_size", NULL, "DSO size", PERF_SAMPLE_IP, .right = true, HIST_NUMBER,
	  .key = key_dso_size, .print = print_size },
	{ OTHER, "cgroup", NULL, "Cgroup", PERF_SAMPLE_CGROUP, PADS, HIST_TEXT, .key = key_cgroup },
	{ HIST_IPC, "ipc_null", NULL, "IPC   [IPC Coverage]", PERF_SAMPLE_IP, PADS, HIST_PLACE,
	  .key = key_place, .print = print_no_ipc },
	{ OTHER, "time", NULL, "Time", PERF_SAMPLE_TIME, 12, PADS, HIST_NUMBER, .key = key_time,
	  .print = print_time },
	{ OTHER, "code_page_size", NULL, "Code Page Size", PERF_SAMPLE_CODE_PAGE_SIZE, PADS,
	  HIST_NUMBER, .key = key_code_page_size, .print = hist_key__print_page_size },
	{ OTHER, "local_ins_lat", NULL, "Local INSTR Latency", PERF_SAMPLE_WEIGHT_STRUCT, PADS,
	  HIST_NUMBER, .key = key_latency, .print = hist_key__print_number },
	{ OTHER, "ins_lat", NULL, "INSTR Latency", PERF_SAMPLE_WEIGHT_STRUCT, PADS, HIST_NUMBER,
	  .key = key_latency, .print = print_weights },
	{ OTHER, "addr", NULL, "Address", PERF_SAMPLE_IP, 18, PADS, HIST_NUMBER, .key = key_addr,
	  .print = print_addr },
};
const struct hist_fields hist_more_fields = { fields, ARRAY_SIZE(fields) };
