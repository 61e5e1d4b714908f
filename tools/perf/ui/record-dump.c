// SPDX-License-Identifier: GPL-2.0-only
/* Records as they stand in the file -> their bytes, and what is in them, for perf script -D. */
#include "ui/record-dump.h"

#include <ctype.h>
#include <errno.h>

#include "session/cursor.h"
#include "symbol/machine.h"
#include "ui/dump-user.h"
#include "ui/put.h"
#include "ui/record-line.h"
#include "ui/sample-values.h"

#define TYPE_USER_FIRST 64
#define BYTES_A_LINE	16

static void put_byte(struct buf *out, u8 byte)
{
	static const char digits[] = "0123456789abcdef";
	const char text[3] = { digits[byte >> 4], digits[byte & 15], ' ' };

	put__bytes(out, text, sizeof(text));
}

static void put_bytes(struct buf *out, const u8 *bytes, size_t size)
{
	for (size_t at = 0; at < size; at += BYTES_A_LINE) {
		size_t nr = size - at < BYTES_A_LINE ? size - at : BYTES_A_LINE;

		buf__printf(out, ".  %04zx:  ", at);
		for (size_t i = 0; i < nr; i++)
			put_byte(out, bytes[at + i]);
		put__text(out, "", 3 * (BYTES_A_LINE - nr) + 1);
		for (size_t i = 0; i < nr; i++)
			put__char(out, isprint(bytes[at + i]) ? bytes[at + i] : '.');
		put__text(out, "", BYTES_A_LINE - nr);
		put__char(out, '\n');
	}
}

/* CPU and time as far as records have them; @event: NULL: none is known yet. */
static void begin(struct buf *out, const struct session_record *record,
		  const struct perf_sample *sample)
{
	const struct session_event *event = record->event;
	const char *name = record__type_name(record->header->type);

	put__char(out, '\n');
	if (!event ||
	    (record->header->type != PERF_RECORD_SAMPLE && !event->layout.sample_id_all)) {
		buf__puts(out, "-1 -1 ");
	} else {
		if (event->layout.sample_type & PERF_SAMPLE_CPU)
			buf__printf(out, "%u ", sample->cpu);
		if (event->layout.sample_type & PERF_SAMPLE_TIME)
			buf__printf(out, "%llu ", sample->time_ns);
	}
	buf__printf(out, "%#llx [%#x]: PERF_RECORD_", record->offset, record->header->size);
	if (name)
		buf__puts(out, name);
	else
		buf__printf(out, "%u", record->header->type);
}

int record_dump__bytes(struct buf *out, const char *name, const struct session_record *record)
{
	static const struct perf_sample none;
	const struct perf_event_header *header = record->header;

	buf__printf(out, "\n%#llx@%s [%#x]: event: %u\n.\n. ... raw event: size %u bytes\n",
		    record->offset, name, header->size, header->type, header->size);
	put_bytes(out, (const u8 *)header, header->size);
	if (header->type < TYPE_USER_FIRST)
		return buf__error(out);
	begin(out, record, &none);
	dump_user__print(out, record);
	return buf__error(out);
}

int record_dump__other(struct buf *out, const struct session_record *record)
{
	begin(out, record, record->sample);
	if (!dump_kernel__print(out, record))
		record_line__print_body(out, record);
	return buf__error(out);
}

static void print_chain(struct buf *out, const struct perf_sample *sample)
{
	buf__printf(out, "... FP chain: nr:%llu\n", sample->callchain.nr);
	for (u64 i = 0; i < sample->callchain.nr; i++)
		buf__printf(out, "..... %2llu: %016llx\n", i, u64_array__at(&sample->callchain, i));
}

static void print_registers(struct buf *out, const char *which, u64 abi,
			    const struct u64_array *values, u64 mask)
{
	char text[16];

	if (!abi)
		return;
	buf__printf(out, "... %s regs: mask %#llx ABI %s\n", which, mask,
		    abi == PERF_SAMPLE_REGS_ABI_64   ? "64-bit"
		    : abi == PERF_SAMPLE_REGS_ABI_32 ? "32-bit"
						     : "unknown");
	for (u64 i = 0; mask && i < values->nr; mask &= mask - 1)
		buf__printf(out, ".... %-5s 0x%016llx\n",
			    register__name(__builtin_ctzll(mask), text),
			    u64_array__at(values, i++));
}

static void print_read(struct buf *out, const struct perf_sample *sample,
		       const struct sample_layout *layout)
{
	bool group = layout->read_format & PERF_FORMAT_GROUP;

	buf__puts(out, "... sample_read:\n");
	if (layout->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		buf__printf(out, "...... time enabled %016llx\n", sample->read.time_enabled);
	if (layout->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		buf__printf(out, "...... time running %016llx\n", sample->read.time_running);
	if (group)
		buf__printf(out, ".... group nr %llu\n", sample->read.nr);
	for (u64 i = 0; i < sample->read.nr; i++) {
		struct sample_value value = sample__value(sample, layout, i);

		buf__printf(out, "..... id %016llx, value %016llx", value.id, value.value);
		if (layout->read_format & PERF_FORMAT_LOST)
			buf__printf(out, ", lost %llu", value.lost);
		put__char(out, '\n');
	}
}

static void print_page_size(struct buf *out, const char *what, u64 bytes)
{
	char text[24];

	buf__printf(out, " .. %s page size: %s\n", what, page_size__text(bytes, text));
}

/* What memory samples tell besides their address. */
static void print_memory(struct buf *out, const struct perf_sample *sample, u64 type)
{
	if (type & PERF_SAMPLE_WEIGHT_TYPE)
		buf__printf(out, "... weight: %llu", sample->weight);
	if (type & PERF_SAMPLE_WEIGHT_STRUCT)
		buf__printf(out, ",0x%x,0x%x", sample->weight2, sample->weight3);
	if (type & PERF_SAMPLE_WEIGHT_TYPE)
		put__char(out, '\n');
	if (type & PERF_SAMPLE_DATA_SRC)
		buf__printf(out, " . data_src: 0x%llx\n", sample->data_src);
	if (type & PERF_SAMPLE_PHYS_ADDR)
		buf__printf(out, " .. phys_addr: 0x%llx\n", sample->phys_addr);
	if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
		print_page_size(out, "data", sample->data_page_size);
	if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
		print_page_size(out, "code", sample->code_page_size);
	if (type & PERF_SAMPLE_TRANSACTION)
		buf__printf(out, "... transaction: %llx\n", sample->transaction);
}

static void print_parts(struct buf *out, const struct session_record *record,
			const struct perf_sample *sample)
{
	const struct sample_layout *layout = &record->event->layout;
	u64 type = layout->sample_type;

	if (type & PERF_SAMPLE_CALLCHAIN)
		print_chain(out, sample);
	if (type & PERF_SAMPLE_REGS_USER)
		print_registers(out, "user", sample->regs_user_abi, &sample->regs_user,
				layout->regs_user);
	if (type & PERF_SAMPLE_REGS_INTR)
		print_registers(out, "intr", sample->regs_intr_abi, &sample->regs_intr,
				layout->regs_intr);
	if (type & PERF_SAMPLE_STACK_USER && sample->stack_user)
		buf__printf(out, "... ustack: size %llu, offset 0x%zx\n",
			    sample->stack_user_dynamic,
			    (size_t)((const char *)sample->stack_user -
				     (const char *)record->body));
	print_memory(out, sample, type);
	if (type & PERF_SAMPLE_READ)
		print_read(out, sample, layout);
}

/* What was handed out has been changed: chains are unwound, counters are told apart. */
int record_dump__sample(struct buf *out, const struct session_record *record)
{
	const struct sample_layout *layout = &record->event->layout;
	struct perf_sample sample;

	if (sample__decode(&sample, layout, record->body, record->body_bytes, NULL))
		return 0;
	if (!(layout->sample_type & PERF_SAMPLE_PERIOD))
		sample.period = data_event__attr(record->event->event)->sample_period;
	begin(out, record, &sample);
	buf__printf(out, "(IP, 0x%x): %d/%d: %#llx period: %llu addr: %#llx\n",
		    record->header->misc, (s32)sample.pid, (s32)sample.tid, sample.ip,
		    sample.period, sample.addr);
	print_parts(out, record, &sample);
	return buf__error(out);
}

int record_dump__owner(struct buf *out, struct machine *machine,
		       const struct session_record *record)
{
	const struct perf_sample *sample = record->sample;
	struct thread *thread = machine__thread(machine, sample->pid, sample->tid);
	struct location location;

	if (!thread)
		return -ENOMEM;
	machine__resolve(machine, thread, record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
			 sample->ip, &location);
	return buf__printf(out, " ... thread: %s:%d\n ...... dso: %s\n", thread->comm,
			   (s32)sample->tid, location.dso ? location.dso->name : "<not found>");
}
