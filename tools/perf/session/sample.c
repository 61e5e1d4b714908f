// SPDX-License-Identifier: GPL-2.0-only
/*
 * A record's bytes and the layout of its event -> struct perf_sample. The order of the fields is
 * that of PERF_RECORD_SAMPLE in linux/perf_event.h. Nothing is copied: arrays stay where they
 * are and are read element by element, so that either byte order costs no second buffer.
 */
#include "session/sample.h"

#include <errno.h>

#include "session/cursor.h"

/* Newer than the uapi headers that the tool may be built with. */
#define BRANCH_COUNTERS (1ULL << 19)
#define FORMAT_LOST	(1ULL << 4)

static struct u64_array cursor__u64s(struct cursor *c, u64 nr)
{
	struct u64_array array = { .nr = nr, .swapped = c->swapped };

	array.bytes = cursor__array(c, nr, sizeof(u64));
	if (!array.bytes)
		array.nr = 0;
	return array;
}

/* One function a field. Each reads just its own bytes. */
typedef void field_fn(struct cursor *c, const struct sample_layout *l, struct perf_sample *s);

#define U64_FIELD(name)                                                           \
	static void field_##name(struct cursor *c, const struct sample_layout *l, \
				 struct perf_sample *s)                           \
	{                                                                         \
		(void)l;                                                          \
		s->name = cursor__u64(c);                                         \
	}
U64_FIELD(ip)
U64_FIELD(time_ns)
U64_FIELD(addr)
U64_FIELD(id)
U64_FIELD(stream_id)
U64_FIELD(period)
U64_FIELD(data_src)
U64_FIELD(transaction)
U64_FIELD(phys_addr)
U64_FIELD(cgroup)
U64_FIELD(data_page_size)
U64_FIELD(code_page_size)

static void field_tid(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	(void)l;
	s->pid = cursor__u32(c);
	s->tid = cursor__u32(c);
}

static void field_cpu(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	(void)l;
	s->cpu = cursor__u32(c);
	cursor__u32(c);
}

static unsigned int value_words(u64 read_format)
{
	return 1 + !!(read_format & PERF_FORMAT_ID) + !!(read_format & FORMAT_LOST);
}

/* A single counter has its value before the times, a group has its counters after them. */
static void field_read(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	bool group = l->read_format & PERF_FORMAT_GROUP;
	unsigned int words = value_words(l->read_format);
	const u8 *first = c->at;
	u64 nr = cursor__u64(c);

	if (l->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		s->read.time_enabled = cursor__u64(c);
	if (l->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		s->read.time_running = cursor__u64(c);
	if (group && nr > c->left / (words * sizeof(u64)))
		c->failed = true;
	if (c->failed)
		return;
	s->read.nr = group ? nr : 1;
	s->read.words = cursor__u64s(c, group ? nr * words : words - 1);
	if (!group)
		s->read.words =
			(struct u64_array){ first, (c->at - first) / sizeof(u64), c->swapped };
}

struct sample_value sample__value(const struct perf_sample *sample,
				  const struct sample_layout *layout, u64 i)
{
	const struct u64_array *words = &sample->read.words;
	bool group = layout->read_format & PERF_FORMAT_GROUP;
	u64 at = i * value_words(layout->read_format);
	struct sample_value value = { .value = u64_array__at(words, at++) };

	if (!group)
		at += !!(layout->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		      !!(layout->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	if (layout->read_format & PERF_FORMAT_ID)
		value.id = u64_array__at(words, at++);
	if (layout->read_format & FORMAT_LOST)
		value.lost = u64_array__at(words, at);
	return value;
}

static void field_callchain(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	(void)l;
	s->callchain = cursor__u64s(c, cursor__u64(c));
}

static void field_raw(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	(void)l;
	s->raw_size = cursor__u32(c);
	s->raw = cursor__bytes(c, s->raw_size);
}

static void field_branches(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	u64 nr = cursor__u64(c);

	if (l->branch_type & PERF_SAMPLE_BRANCH_HW_INDEX)
		s->branch_hw_idx = cursor__u64(c);
	if (nr > c->left / (3 * sizeof(u64))) {
		c->failed = true;
		return;
	}
	s->branches = cursor__u64s(c, nr * 3);
	if (l->branch_type & BRANCH_COUNTERS)
		s->branch_counters = cursor__u64s(c, nr);
}

static void field_regs_user(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	s->regs_user_abi = cursor__u64(c);
	if (s->regs_user_abi)
		s->regs_user = cursor__u64s(c, __builtin_popcountll(l->regs_user));
}

static void field_regs_intr(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	s->regs_intr_abi = cursor__u64(c);
	if (s->regs_intr_abi)
		s->regs_intr = cursor__u64s(c, __builtin_popcountll(l->regs_intr));
}

static void field_stack(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	(void)l;
	s->stack_user_size = cursor__u64(c);
	s->stack_user = c->at;
	if (!s->stack_user_size)
		return;
	s->stack_user = cursor__bytes(c, s->stack_user_size);
	s->stack_user_dynamic = cursor__u64(c);
	if (s->stack_user_dynamic > s->stack_user_size)
		c->failed = true;
}

/* union perf_sample_weight: a u32 and two u16, or one u64. */
static void field_weight(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	u64 weight = cursor__u64(c);

	s->weight = weight;
	if (!(l->sample_type & PERF_SAMPLE_WEIGHT_STRUCT))
		return;
	s->weight = (u32)weight;
	s->weight2 = weight >> 32;
	s->weight3 = weight >> 48;
}

static void field_aux(struct cursor *c, const struct sample_layout *l, struct perf_sample *s)
{
	(void)l;
	s->aux_size = cursor__u64(c);
	s->aux = cursor__bytes(c, s->aux_size);
}

static const struct {
	u64 mask;
	field_fn *decode;
	const char *name;
} fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, field_id, "IDENTIFIER" },
	{ PERF_SAMPLE_IP, field_ip, "IP" },
	{ PERF_SAMPLE_TID, field_tid, "TID" },
	{ PERF_SAMPLE_TIME, field_time_ns, "TIME" },
	{ PERF_SAMPLE_ADDR, field_addr, "ADDR" },
	{ PERF_SAMPLE_ID, field_id, "ID" },
	{ PERF_SAMPLE_STREAM_ID, field_stream_id, "STREAM_ID" },
	{ PERF_SAMPLE_CPU, field_cpu, "CPU" },
	{ PERF_SAMPLE_PERIOD, field_period, "PERIOD" },
	{ PERF_SAMPLE_READ, field_read, "READ" },
	{ PERF_SAMPLE_CALLCHAIN, field_callchain, "CALLCHAIN" },
	{ PERF_SAMPLE_RAW, field_raw, "RAW" },
	{ PERF_SAMPLE_BRANCH_STACK, field_branches, "BRANCH_STACK" },
	{ PERF_SAMPLE_REGS_USER, field_regs_user, "REGS_USER" },
	{ PERF_SAMPLE_STACK_USER, field_stack, "STACK_USER" },
	{ PERF_SAMPLE_WEIGHT_TYPE, field_weight, "WEIGHT" },
	{ PERF_SAMPLE_DATA_SRC, field_data_src, "DATA_SRC" },
	{ PERF_SAMPLE_TRANSACTION, field_transaction, "TRANSACTION" },
	{ PERF_SAMPLE_REGS_INTR, field_regs_intr, "REGS_INTR" },
	{ PERF_SAMPLE_PHYS_ADDR, field_phys_addr, "PHYS_ADDR" },
	{ PERF_SAMPLE_CGROUP, field_cgroup, "CGROUP" },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, field_data_page_size, "DATA_PAGE_SIZE" },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, field_code_page_size, "CODE_PAGE_SIZE" },
	{ PERF_SAMPLE_AUX, field_aux, "AUX" },
};

static const struct perf_sample nothing = {
	.id = SAMPLE_NO_ID,
	.time_ns = SAMPLE_NO_TIME,
	.cpu = SAMPLE_NO_CPU,
};

/* The fields that are one u64 each and stand before all that are not. */
#define FIXED_MASK                                                                      \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |  \
	 PERF_SAMPLE_PERIOD)

void sample_layout__init(struct sample_layout *layout, const struct perf_event_attr *attr,
			 bool swapped)
{
	*layout = (struct sample_layout){
		.sample_type = attr->sample_type,
		.read_format = attr->read_format,
		.branch_type = attr->branch_sample_type,
		.regs_user = attr->sample_regs_user,
		.regs_intr = attr->sample_regs_intr,
		.sample_id_all = attr->sample_id_all,
		.swapped = swapped,
		.nr_fixed = __builtin_popcountll(attr->sample_type & FIXED_MASK),
	};
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (attr->sample_type & fields[i].mask & ~FIXED_MASK)
			layout->others[layout->nr_others++] = i;
	layout->plain =
		layout->nr_fixed && !swapped &&
		!(attr->sample_type & ~(FIXED_MASK | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW));
}

/* In our byte order the fixed fields are read without looking at each one's size. What follows: */
static inline const u64 *read_fixed(const u64 *at, const struct sample_layout *layout,
				    struct perf_sample *sample)
{
	u64 type = layout->sample_type;

	if (type & PERF_SAMPLE_IDENTIFIER)
		sample->id = *at++;
	if (type & PERF_SAMPLE_IP)
		sample->ip = *at++;
	if (type & PERF_SAMPLE_TID) {
		sample->pid = ((const u32 *)at)[0];
		sample->tid = ((const u32 *)at++)[1];
	}
	if (type & PERF_SAMPLE_TIME)
		sample->time_ns = *at++;
	if (type & PERF_SAMPLE_ADDR)
		sample->addr = *at++;
	if (type & PERF_SAMPLE_ID)
		sample->id = *at++;
	if (type & PERF_SAMPLE_STREAM_ID)
		sample->stream_id = *at++;
	if (type & PERF_SAMPLE_CPU)
		sample->cpu = *(const u32 *)at++;
	if (type & PERF_SAMPLE_PERIOD)
		sample->period = *at++;
	return at;
}

/* False: they do not fit. */
static inline bool read_plain(const u64 *at, const u8 *end, u64 type, struct perf_sample *sample)
{
	if (type & PERF_SAMPLE_CALLCHAIN) {
		size_t left = (end - (const u8 *)at) / sizeof(*at);

		if (!left || *at > left - 1)
			return false;
		sample->callchain = (struct u64_array){ .bytes = at + 1, .nr = *at };
		at += 1 + *at;
	}
	if (type & PERF_SAMPLE_RAW) {
		size_t left = end - (const u8 *)at;

		if (left < sizeof(u32) || *(const u32 *)at > left - sizeof(u32))
			return false;
		sample->raw_size = *(const u32 *)at;
		sample->raw = (const u32 *)at + 1;
	}
	return true;
}

static int end_inside(struct err *err, size_t field)
{
	return err__set(err, -EINVAL, "the sample ends inside its %s field", fields[field].name);
}

/* 0 or -EINVAL. */
static int decode_quickly(struct perf_sample *sample, const struct sample_layout *layout,
			  struct cursor *c, struct err *err)
{
	read_fixed((const void *)c->at, layout, sample);
	cursor__bytes(c, layout->nr_fixed * sizeof(u64));
	for (size_t i = 0; i < layout->nr_others; i++) {
		fields[layout->others[i]].decode(c, layout, sample);
		if (c->failed)
			return end_inside(err, layout->others[i]);
	}
	return 0;
}

/* Can the fixed fields be read as they stand? */
static bool has_fixed(const struct sample_layout *layout, const void *body, size_t len)
{
	return layout->nr_fixed && !layout->swapped && len >= layout->nr_fixed * sizeof(u64) &&
	       (uintptr_t)body % sizeof(u64) == 0;
}

int sample__decode(struct perf_sample *sample, const struct sample_layout *layout, const void *body,
		   size_t len, struct err *err)
{
	struct cursor c = { .at = body, .left = len, .swapped = layout->swapped };

	*sample = nothing;
	if (has_fixed(layout, body, len))
		return decode_quickly(sample, layout, &c, err);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (!(layout->sample_type & fields[i].mask))
			continue;
		fields[i].decode(&c, layout, sample);
		if (c.failed)
			return end_inside(err, i);
	}
	return 0;
}

int sample_decoder__next(struct sample_decoder *decoder, const struct sample_layout *layout,
			 const void *body, size_t len)
{
	struct perf_sample *sample = &decoder->sample;
	u64 type = layout->sample_type;

	if (layout->plain && has_fixed(layout, body, len)) {
		if (decoder->cleared_for != type)
			*sample = nothing;
		decoder->cleared_for = type;
		if (read_plain(read_fixed(body, layout, sample), (const u8 *)body + len, type,
			       sample))
			return 0;
	}
	decoder->cleared_for = 0;
	return sample__decode(sample, layout, body, len, NULL);
}

/* The fields of the trailer, in their order. */
static const struct {
	u64 mask;
	field_fn *decode;
} trailer[] = {
	{ PERF_SAMPLE_TID, field_tid }, { PERF_SAMPLE_TIME, field_time_ns },
	{ PERF_SAMPLE_ID, field_id },	{ PERF_SAMPLE_STREAM_ID, field_stream_id },
	{ PERF_SAMPLE_CPU, field_cpu }, { PERF_SAMPLE_IDENTIFIER, field_id },
};

#define TRAILER_MASK                                                                   \
	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER)

int sample__decode_trailer(struct perf_sample *sample, const struct sample_layout *layout,
			   const void *body, size_t len, size_t *bytes)
{
	struct cursor c = { .swapped = layout->swapped };

	*sample = nothing;
	*bytes = 0;
	if (!layout->sample_id_all)
		return 0;
	*bytes = sizeof(u64) * __builtin_popcountll(layout->sample_type & TRAILER_MASK);
	if (*bytes > len)
		return -EINVAL;
	c.at = (const u8 *)body + len - *bytes;
	c.left = *bytes;
	for (size_t i = 0; i < ARRAY_SIZE(trailer); i++)
		if (layout->sample_type & trailer[i].mask)
			trailer[i].decode(&c, layout, sample);
	return 0;
}

int sample_layout__id_word(const struct sample_layout *layout)
{
	u64 before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;

	if (layout->sample_type & PERF_SAMPLE_IDENTIFIER)
		return 0;
	if (!(layout->sample_type & PERF_SAMPLE_ID))
		return -1;
	return __builtin_popcountll(layout->sample_type & before);
}

int sample_layout__id_word_from_end(const struct sample_layout *layout)
{
	u64 after = PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU;

	if (!layout->sample_id_all)
		return -1;
	if (layout->sample_type & PERF_SAMPLE_IDENTIFIER)
		return 1;
	if (!(layout->sample_type & PERF_SAMPLE_ID))
		return -1;
	return 1 + __builtin_popcountll(layout->sample_type & after);
}

int sample_layout__time_word(const struct sample_layout *layout)
{
	u64 before = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID;

	if (!(layout->sample_type & PERF_SAMPLE_TIME))
		return -1;
	return __builtin_popcountll(layout->sample_type & before);
}

int sample_layout__time_word_from_end(const struct sample_layout *layout)
{
	u64 after =
		PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;

	if (!layout->sample_id_all || !(layout->sample_type & PERF_SAMPLE_TIME))
		return -1;
	return 1 + __builtin_popcountll(layout->sample_type & after);
}
