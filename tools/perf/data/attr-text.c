// SPDX-License-Identifier: GPL-2.0-only
/*
 * An attr as text: in goes an event of a file, out come its parts that are not zero, by the names
 * that readers of such texts know. The order and the names are tables.
 */
#include "attr-text.h"

#include <string.h>

#define FLAGS_WORD 5

static const char *const sample_types[] = {
	"IP",
	"TID",
	"TIME",
	"ADDR",
	"READ",
	"CALLCHAIN",
	"ID",
	"CPU",
	"PERIOD",
	"STREAM_ID",
	"RAW",
	"BRANCH_STACK",
	"REGS_USER",
	"STACK_USER",
	"WEIGHT",
	"DATA_SRC",
	"IDENTIFIER",
	"TRANSACTION",
	"REGS_INTR",
	"PHYS_ADDR",
	"AUX",
	"CGROUP",
	"DATA_PAGE_SIZE",
	"CODE_PAGE_SIZE",
	"WEIGHT_STRUCT",
};

/* The order in which they are shown is not that of the bits. */
static const u8 sample_type_order[] = { 0,  1,	2,  3,	4,  5,	6,  7,	8,  9,	10, 11, 12,
					13, 16, 18, 15, 14, 17, 19, 20, 21, 22, 23, 24 };

static const char *const read_formats[] = { "TOTAL_TIME_ENABLED", "TOTAL_TIME_RUNNING", "ID",
					    "GROUP", "LOST" };

static const char *const branch_types[] = {
	"USER",	    "KERNEL",	 "HV",	      "ANY",	  "ANY_CALL",	"ANY_RETURN", "IND_CALL",
	"ABORT_TX", "IN_TX",	 "NO_TX",     "COND",	  "CALL_STACK", "IND_JUMP",   "CALL",
	"NO_FLAGS", "NO_CYCLES", "TYPE_SAVE", "HW_INDEX", "PRIV_SAVE",	"COUNTERS",
};

/* The flag word from bit 0 on; precise_ip has two bits. */
static const struct {
	const char *name;
	unsigned int bits;
} flags[] = {
	{ "disabled", 1 },
	{ "inherit", 1 },
	{ "pinned", 1 },
	{ "exclusive", 1 },
	{ "exclude_user", 1 },
	{ "exclude_kernel", 1 },
	{ "exclude_hv", 1 },
	{ "exclude_idle", 1 },
	{ "mmap", 1 },
	{ "comm", 1 },
	{ "freq", 1 },
	{ "inherit_stat", 1 },
	{ "enable_on_exec", 1 },
	{ "task", 1 },
	{ "watermark", 1 },
	{ "precise_ip", 2 },
	{ "mmap_data", 1 },
	{ "sample_id_all", 1 },
	{ "exclude_host", 1 },
	{ "exclude_guest", 1 },
	{ "exclude_callchain_kernel", 1 },
	{ "exclude_callchain_user", 1 },
	{ "mmap2", 1 },
	{ "comm_exec", 1 },
	{ "use_clockid", 1 },
	{ "context_switch", 1 },
	{ "write_backward", 1 },
	{ "namespaces", 1 },
	{ "ksymbol", 1 },
	{ "bpf_event", 1 },
	{ "aux_output", 1 },
	{ "cgroup", 1 },
	{ "text_poke", 1 },
	{ "build_id", 1 },
	{ "inherit_thread", 1 },
	{ "remove_on_exec", 1 },
	{ "sigtrap", 1 },
};

enum form { DECIMAL, SIGNED, HEX, SAMPLE_TYPE, READ_FORMAT, BRANCH_TYPE, FLAGS };

#define FIELD(field, shown, as)                                                 \
	{                                                                       \
		offsetof(struct perf_event_attr, field),                        \
			sizeof(((struct perf_event_attr *)0)->field), as, shown \
	}

static const struct {
	unsigned int offset, width;
	enum form form;
	const char *name;
} fields[] = {
	FIELD(type, "type", DECIMAL),
	FIELD(size, "size", DECIMAL),
	FIELD(config, "config", HEX),
	FIELD(sample_period, "{ sample_period, sample_freq }", DECIMAL),
	FIELD(sample_type, "sample_type", SAMPLE_TYPE),
	FIELD(read_format, "read_format", READ_FORMAT),
	{ FLAGS_WORD * 8, 8, FLAGS, NULL },
	FIELD(wakeup_events, "{ wakeup_events, wakeup_watermark }", DECIMAL),
	FIELD(bp_type, "bp_type", DECIMAL),
	FIELD(config1, "{ bp_addr, config1 }", HEX),
	FIELD(config2, "{ bp_len, config2 }", HEX),
	FIELD(branch_sample_type, "branch_sample_type", BRANCH_TYPE),
	FIELD(sample_regs_user, "sample_regs_user", HEX),
	FIELD(sample_stack_user, "sample_stack_user", DECIMAL),
	FIELD(clockid, "clockid", SIGNED),
	FIELD(sample_regs_intr, "sample_regs_intr", HEX),
	FIELD(aux_watermark, "aux_watermark", DECIMAL),
	FIELD(sample_max_stack, "sample_max_stack", DECIMAL),
	FIELD(aux_sample_size, "aux_sample_size", DECIMAL),
	FIELD(sig_data, "sig_data", DECIMAL),
};

/* config3 is younger than some of the headers that this is built with. */
#define CONFIG3_WORD 16

static void append_names(struct buf *out, u64 value, const char *const *names, size_t nr)
{
	const char *separator = "";
	u64 known = 0;

	for (size_t i = 0; i < nr; i++) {
		size_t bit = names == sample_types ? sample_type_order[i] : i;

		known |= 1ull << bit;
		if (!(value >> bit & 1))
			continue;
		buf__printf(out, "%s%s", separator, names[bit]);
		separator = "|";
	}
	if (value & ~known)
		buf__printf(out, "%s%#llx", separator, value & ~known);
}

static void append_flags(struct buf *out, const u64 *word, const char *is)
{
	unsigned int bit = 0;

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		unsigned int shift = bit;
#else
		unsigned int shift = 64 - bit - flags[i].bits;
#endif
		u64 value = *word >> shift & ((1u << flags[i].bits) - 1);

		bit += flags[i].bits;
		if (value)
			buf__printf(out, ", %s%s%llu", flags[i].name, is, value);
	}
}

static u64 load(const u8 *bytes, unsigned int width)
{
	u16 u16_value;
	u32 u32_value;
	u64 value;

	switch (width) {
	case sizeof(u16_value):
		memcpy(&u16_value, bytes, width);
		return u16_value;
	case sizeof(u32_value):
		memcpy(&u32_value, bytes, width);
		return u32_value;
	default:
		memcpy(&value, bytes, sizeof(value));
		return value;
	}
}

static void append_value(struct buf *out, enum form form, u64 value)
{
	if (form == HEX)
		buf__printf(out, "%#llx", value);
	else if (form == SIGNED)
		buf__printf(out, "%d", (s32)value);
	else if (form == SAMPLE_TYPE)
		append_names(out, value, sample_types, ARRAY_SIZE(sample_types));
	else if (form == READ_FORMAT)
		append_names(out, value, read_formats, ARRAY_SIZE(read_formats));
	else if (form == BRANCH_TYPE)
		append_names(out, value, branch_types, ARRAY_SIZE(branch_types));
	else
		buf__printf(out, "%llu", value);
}

int attr_text__append(struct buf *out, const struct data_event *event, const char *is)
{
	const u8 *attr = (const u8 *)event->words;

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		u64 value = load(attr + fields[i].offset, fields[i].width);

		if (fields[i].form == FLAGS) {
			append_flags(out, event->words + FLAGS_WORD, is);
		} else if (value) {
			buf__printf(out, ", %s%s", fields[i].name, is);
			append_value(out, fields[i].form, value);
		}
	}
	for (u32 word = CONFIG3_WORD; word < event->attr_size / 8; word++) {
		if (!event->words[word])
			continue;
		if (word == CONFIG3_WORD)
			buf__printf(out, ", config3%s%#llx", is, event->words[word]);
		else
			buf__printf(out, ", attr%u%s%#llx", word, is, event->words[word]);
	}
	return buf__error(out);
}
