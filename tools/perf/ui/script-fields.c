// SPDX-License-Identifier: GPL-2.0-only
/* Which fields `perf script` prints: the default for each kind of events, changed by -F, cut
 * down to what the samples of an event have. */
#include "ui/script-fields.h"

#include <errno.h>
#include <string.h>

#include "ui/sample-line.h"

#define ADDRESS_FIELDS (FIELD_IP | FIELD_SYM | FIELD_SYMOFF | FIELD_DSO)
#define COMMON_FIELDS  (FIELD_COMM | FIELD_TID | FIELD_CPU | FIELD_TIME | FIELD_EVENT)
#define SAMPLED_FIELDS (COMMON_FIELDS | FIELD_PERIOD | ADDRESS_FIELDS)
#define MEMORY_FIELDS                                                                          \
	(FIELD_ADDR | FIELD_DATA_SRC | FIELD_WEIGHT | FIELD_PHYS_ADDR | FIELD_DATA_PAGE_SIZE | \
	 FIELD_CODE_PAGE_SIZE)

static const struct {
	const char *name;
	u64 fields;
} kinds[SCRIPT_NR_KINDS] = {
	[SCRIPT_HW] = { "hw", SAMPLED_FIELDS },
	[SCRIPT_SW] = { "sw", SAMPLED_FIELDS },
	[SCRIPT_TRACE] = { "trace", COMMON_FIELDS | FIELD_TRACE },
	[SCRIPT_CACHE] = { "cache", SAMPLED_FIELDS },
	[SCRIPT_RAW] = { "raw", SAMPLED_FIELDS | MEMORY_FIELDS },
	[SCRIPT_BREAK] = { "break", SAMPLED_FIELDS },
	[SCRIPT_SYNTH] = { "synth", SAMPLED_FIELDS },
	[SCRIPT_OTHER] = { "other", SAMPLED_FIELDS },
};

static void change(struct script_choice *choice, char sign, u64 field)
{
	if (sign == '+') {
		choice->add |= field;
		choice->remove &= ~field;
	} else if (sign == '-') {
		choice->remove |= field;
		choice->add &= ~field;
	} else {
		choice->set |= field;
	}
}

/* The kinds that @text begins with ("sw:"), as a mask, all where it names none; *skip is its
 * length. */
static u32 parse_kind(const char *text, size_t *skip)
{
	const char *colon = strchr(text, ':');

	*skip = 0;
	if (!colon)
		return (1U << SCRIPT_NR_KINDS) - 1;
	*skip = colon + 1 - text;
	for (size_t i = 0; i < SCRIPT_NR_KINDS; i++)
		if (strlen(kinds[i].name) == *skip - 1 && !memcmp(kinds[i].name, text, *skip - 1))
			return 1U << i;
	return 0;
}

/* What people know of other perfs, and why it is not here. */
static const char *why_not(const char *name, size_t len)
{
	static const struct {
		const char *name, *why;
	} known[] = {
		{ "metric", "no metrics are made of samples: perf stat has them" },
		{ "srccode", "lines of source are not printed: srcline names them, perf annotate "
			     "shows them" },
		{ "disasm", "instructions are not printed as text: insn has their bytes" },
		{ "brcntr", "counters of branches are not printed" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (strlen(known[i].name) == len && !memcmp(known[i].name, name, len))
			return known[i].why;
	return NULL;
}

static int parse_item(struct script_fields *fields, u32 mask, char sign, u64 field)
{
	if (!field)
		return -EINVAL;
	for (size_t i = 0; i < SCRIPT_NR_KINDS; i++)
		if (mask & 1U << i)
			change(&fields->kinds[i], sign, field);
	return 0;
}

static int refuse(struct err *err, int column, const char *name, size_t len)
{
	const char *why = why_not(name, len);

	if (why)
		return err__set_at(err, -EINVAL, column, "%.*s: %s", (int)len, name, why);
	return err__set_at(err, -EINVAL, column, "no field is called '%.*s'", (int)len, name);
}

int script_fields__parse(struct script_fields *fields, const char *text, struct err *err)
{
	size_t skip;
	u32 mask = parse_kind(text, &skip);
	const char *at = text + skip;
	bool relative = *at == '+' || *at == '-', any = false;

	if (!mask)
		return err__set_at(err, -EINVAL, 1, "no kind of events is called '%.*s'",
				   (int)skip - 1, text);
	for (size_t i = 0; i < SCRIPT_NR_KINDS; i++) {
		if (!relative && mask & 1U << i) {
			fields->kinds[i].replaced = true;
			fields->kinds[i].set = 0;
		}
	}
	while (*at) {
		char sign = *at == '+' || *at == '-' ? *at++ : 0;
		size_t len = strcspn(at, ",");

		/* Commas may stand at the ends and side by side. */
		if (!len && !sign) {
			at++;
			continue;
		}
		any = true;
		if ((bool)sign != relative)
			return err__set_at(err, -EINVAL, at - text + 1,
					   "either all fields have + or -, or none");
		if (parse_item(fields, mask, sign, sample_field__find(at, len)))
			return refuse(err, at - text + 1, at, len);
		at += len + (at[len] == ',');
	}
	if (!any)
		return err__set_at(err, -EINVAL, at - text + 1, "no field is named");
	return 0;
}

enum script_kind script_kind__of(const struct perf_event_attr *attr, bool has_formats)
{
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		return SCRIPT_HW;
	case PERF_TYPE_SOFTWARE:
		return SCRIPT_SW;
	case PERF_TYPE_TRACEPOINT:
		return SCRIPT_TRACE;
	case PERF_TYPE_HW_CACHE:
		return SCRIPT_CACHE;
	case PERF_TYPE_RAW:
		return SCRIPT_RAW;
	case PERF_TYPE_BREAKPOINT:
		return SCRIPT_BREAK;
	}
	/* A PMU may hand out tracepoints under its own number. */
	return has_formats && attr->sample_type & PERF_SAMPLE_RAW ? SCRIPT_TRACE : SCRIPT_OTHER;
}

/* As the distribution's perf has it, this alone changes nothing for who writes none. */
static bool names_only_bpf_output(const struct script_choice *choice,
				  const struct perf_event_attr *attr)
{
	bool writes = attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_BPF_OUTPUT;

	return choice->set == FIELD_BPF_OUTPUT && !writes;
}

int script_fields__get(const struct script_fields *fields, const struct perf_event_attr *attr,
		       enum script_kind kind, u64 *result, u64 *missing)
{
	const struct script_choice *choice = &fields->kinds[kind];
	bool replaced = choice->replaced && !names_only_bpf_output(choice, attr);
	u64 wanted = replaced ? choice->set : kinds[kind].fields;
	u64 by_name = (replaced ? choice->set : 0) | choice->add;

	/* Call chains come with tracepoints only as long as nobody asks for anything. */
	if (!by_name && !replaced && !choice->remove && kind == SCRIPT_TRACE &&
	    attr->sample_type & PERF_SAMPLE_CALLCHAIN)
		wanted |= ADDRESS_FIELDS;
	wanted = (wanted | choice->add) & ~choice->remove;
	if (kind != SCRIPT_TRACE)
		wanted &= ~FIELD_TRACE;
	*result = 0;
	for (u64 field = 1; field && field <= wanted; field <<= 1) {
		if (!(wanted & field))
			continue;
		if (sample_field__has(field, attr)) {
			*result |= field;
		} else if (by_name & field) {
			*missing = field;
			return -ENODATA;
		}
	}
	return 0;
}
