// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/session/sample: rows of { layout, words of the body } to fields or to the field that
 * does not fit; every row is decoded in native and, word by word swapped, in the other byte order.
 */
#include "suites.h"

#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "session/sample.h"

struct row {
	struct test_row row;
	struct sample_layout layout;
	u64 words[24];
	unsigned int nr_words;
	const char *fault; /* the field in the error; NULL: decodes */
	struct perf_sample want;
	u64 callchain, raw, branches, regs; /* expected sizes */
};

#define WORDS(...) .words = { __VA_ARGS__ }, .nr_words = sizeof((u64[]){ __VA_ARGS__ }) / 8
#define TYPE(bits) .layout = { .sample_type = (bits) }
/* Two u32 as a record has them, seen as a word. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PAIR(a, b) ((u64)(a) | (u64)(b) << 32)
#else
#define PAIR(a, b) ((u64)(b) | (u64)(a) << 32)
#endif
#define NONE .id = SAMPLE_NO_ID, .time_ns = SAMPLE_NO_TIME, .cpu = SAMPLE_NO_CPU

static const struct row rows[] = {
	{ TEST_ROW("nothing"), TYPE(0), .want = { NONE } },
	{ TEST_ROW("scalars in order"),
	  TYPE(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
	       PERF_SAMPLE_ADDR | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD),
	  WORDS(77, 0x400500, PAIR(10, 11), 123456789, 0xadd, 5, PAIR(3, 0), 4000),
	  .want = { .id = 77,
		    .ip = 0x400500,
		    .pid = 10,
		    .tid = 11,
		    .time_ns = 123456789,
		    .addr = 0xadd,
		    .stream_id = 5,
		    .cpu = 3,
		    .period = 4000 } },
	{ TEST_ROW("id after addr"), TYPE(PERF_SAMPLE_IP | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID),
	  WORDS(1, 2, 3),
	  .want = { .ip = 1,
		    .addr = 2,
		    .id = 3,
		    .time_ns = SAMPLE_NO_TIME,
		    .cpu = SAMPLE_NO_CPU } },
	{ TEST_ROW("bytes behind the last field"), TYPE(PERF_SAMPLE_IP), WORDS(1, 2, 3),
	  .want = { .ip = 1, NONE } },
	{ TEST_ROW("truncated ip"), TYPE(PERF_SAMPLE_IP), .fault = "IP" },
	{ TEST_ROW("truncated tid"), TYPE(PERF_SAMPLE_IP | PERF_SAMPLE_TID), WORDS(1),
	  .fault = "TID" },
	{ TEST_ROW("callchain"), TYPE(PERF_SAMPLE_CALLCHAIN), WORDS(2, 7, 8), .want = { NONE },
	  .callchain = 2 },
	{ TEST_ROW("empty callchain"), TYPE(PERF_SAMPLE_CALLCHAIN), WORDS(0), .want = { NONE } },
	{ TEST_ROW("callchain one too long"), TYPE(PERF_SAMPLE_CALLCHAIN), WORDS(3, 7, 8),
	  .fault = "CALLCHAIN" },
	{ TEST_ROW("callchain whose bytes wrap to 0"), TYPE(PERF_SAMPLE_CALLCHAIN),
	  WORDS(1ULL << 61), .fault = "CALLCHAIN" },
	{ TEST_ROW("callchain of ~0"), TYPE(PERF_SAMPLE_CALLCHAIN), WORDS(~0ULL, 1),
	  .fault = "CALLCHAIN" },
	{ TEST_ROW("raw"), TYPE(PERF_SAMPLE_RAW), WORDS(PAIR(12, 1), 2), .want = { NONE },
	  .raw = 12 },
	{ TEST_ROW("raw one too long"), TYPE(PERF_SAMPLE_RAW), WORDS(PAIR(13, 1), 2),
	  .fault = "RAW" },
	{ TEST_ROW("raw of ~0"), TYPE(PERF_SAMPLE_RAW), WORDS(PAIR(~0U, 1), 2), .fault = "RAW" },
	{ TEST_ROW("branches"), TYPE(PERF_SAMPLE_BRANCH_STACK), WORDS(1, 2, 3, 4), .want = { NONE },
	  .branches = 3 },
	{ TEST_ROW("branches with their index"),
	  .layout = { .sample_type = PERF_SAMPLE_BRANCH_STACK,
		      .branch_type = PERF_SAMPLE_BRANCH_HW_INDEX },
	  WORDS(1, 9, 2, 3, 4), .want = { NONE, .branch_hw_idx = 9 }, .branches = 3 },
	{ TEST_ROW("branches whose bytes wrap"), TYPE(PERF_SAMPLE_BRANCH_STACK),
	  WORDS(0x5555555555555556ULL, 1, 2, 3), .fault = "BRANCH_STACK" },
	{ TEST_ROW("branch counters missing"),
	  .layout = { .sample_type = PERF_SAMPLE_BRANCH_STACK, .branch_type = 1 << 19 },
	  WORDS(1, 2, 3, 4), .fault = "BRANCH_STACK" },
	{ TEST_ROW("registers by the mask"),
	  .layout = { .sample_type = PERF_SAMPLE_REGS_USER, .regs_user = 0x15 }, WORDS(2, 1, 2, 3),
	  .want = { NONE, .regs_user_abi = 2 }, .regs = 3 },
	{ TEST_ROW("no registers of abi none"),
	  .layout = { .sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_DATA_SRC,
		      .regs_user = 0x15 },
	  WORDS(0, 6), .want = { NONE, .data_src = 6 } },
	{ TEST_ROW("registers truncated"),
	  .layout = { .sample_type = PERF_SAMPLE_REGS_USER, .regs_user = ~0ULL }, WORDS(2, 1, 2),
	  .fault = "REGS_USER" },
	{ TEST_ROW("user stack"), TYPE(PERF_SAMPLE_STACK_USER), WORDS(8, 5, 4),
	  .want = { NONE, .stack_user_size = 8, .stack_user_dynamic = 4 } },
	{ TEST_ROW("no user stack, no dynamic size"),
	  TYPE(PERF_SAMPLE_STACK_USER | PERF_SAMPLE_DATA_SRC), WORDS(0, 6),
	  .want = { NONE, .data_src = 6 } },
	{ TEST_ROW("user stack larger than the record"), TYPE(PERF_SAMPLE_STACK_USER),
	  WORDS(1 << 20, 5, 4), .fault = "STACK_USER" },
	{ TEST_ROW("dynamic size above the size"), TYPE(PERF_SAMPLE_STACK_USER), WORDS(8, 5, 9),
	  .fault = "STACK_USER" },
	{ TEST_ROW("weight"), TYPE(PERF_SAMPLE_WEIGHT), WORDS(0x0004000300000002ULL),
	  .want = { NONE, .weight = 0x0004000300000002ULL } },
	{ TEST_ROW("weight in three"), TYPE(PERF_SAMPLE_WEIGHT_STRUCT),
	  WORDS(0x0004000300000002ULL), .want = { NONE, .weight = 2, .weight2 = 3, .weight3 = 4 } },
	{ TEST_ROW("everything behind the weight"),
	  TYPE(PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_REGS_INTR |
	       PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP | PERF_SAMPLE_DATA_PAGE_SIZE |
	       PERF_SAMPLE_CODE_PAGE_SIZE | PERF_SAMPLE_AUX),
	  WORDS(1, 2, 0, 3, 4, 4096, 8192, 8, 99),
	  .want = { NONE, .data_src = 1, .transaction = 2, .phys_addr = 3, .cgroup = 4,
		    .data_page_size = 4096, .code_page_size = 8192, .aux_size = 8 } },
	{ TEST_ROW("aux of ~0"), TYPE(PERF_SAMPLE_AUX), WORDS(~0ULL, 1), .fault = "AUX" },
	{ TEST_ROW("read of one"),
	  .layout = { .sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
		      .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_ID },
	  WORDS(1000, 50, 7, 1, 2), .want = { NONE, .read = { .nr = 1, .time_enabled = 50 } },
	  .callchain = 1 },
	{ TEST_ROW("read of a group"),
	  .layout = { .sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
		      .read_format =
			      PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_RUNNING },
	  WORDS(2, 60, 1000, 7, 2000, 8, 1, 2),
	  .want = { NONE, .read = { .nr = 2, .time_running = 60 } }, .callchain = 1 },
	{ TEST_ROW("read group of too many"),
	  .layout = { .sample_type = PERF_SAMPLE_READ,
		      .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID },
	  WORDS(3, 1000, 7, 2000, 8), .fault = "READ" },
	{ TEST_ROW("read group whose bytes wrap"),
	  .layout = { .sample_type = PERF_SAMPLE_READ,
		      .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID },
	  WORDS(1ULL << 60), .fault = "READ" },
	{ TEST_ROW("read of one truncated"),
	  .layout = { .sample_type = PERF_SAMPLE_READ, .read_format = PERF_FORMAT_ID }, WORDS(3),
	  .fault = "READ" },
};

static void check(struct test *t, const struct row *row, const struct perf_sample *got)
{
	const struct perf_sample *want = &row->want;

	T_EQ(t, got->ip, want->ip);
	T_EQ(t, got->pid, want->pid);
	T_EQ(t, got->tid, want->tid);
	T_EQ(t, got->time_ns, want->time_ns);
	T_EQ(t, got->addr, want->addr);
	T_EQ(t, got->id, want->id);
	T_EQ(t, got->stream_id, want->stream_id);
	T_EQ(t, got->cpu, want->cpu);
	T_EQ(t, got->period, want->period);
	T_EQ(t, got->read.nr, want->read.nr);
	T_EQ(t, got->read.time_enabled, want->read.time_enabled);
	T_EQ(t, got->read.time_running, want->read.time_running);
	T_EQ(t, got->branch_hw_idx, want->branch_hw_idx);
	T_EQ(t, got->regs_user_abi, want->regs_user_abi);
	T_EQ(t, got->stack_user_size, want->stack_user_size);
	T_EQ(t, got->stack_user_dynamic, want->stack_user_dynamic);
	T_EQ(t, got->weight, want->weight);
	T_EQ(t, got->weight2, want->weight2);
	T_EQ(t, got->weight3, want->weight3);
	T_EQ(t, got->data_src, want->data_src);
	T_EQ(t, got->transaction, want->transaction);
	T_EQ(t, got->phys_addr, want->phys_addr);
	T_EQ(t, got->cgroup, want->cgroup);
	T_EQ(t, got->data_page_size, want->data_page_size);
	T_EQ(t, got->code_page_size, want->code_page_size);
	T_EQ(t, got->aux_size, want->aux_size);
	T_EQ(t, got->callchain.nr, row->callchain);
	T_EQ(t, got->raw_size, row->raw);
	T_EQ(t, got->branches.nr, row->branches);
	T_EQ(t, got->regs_user.nr, row->regs);
}

/* Which words of a body are pairs of u32 decides how the other byte order looks. */
static bool has_pairs(const struct row *row, unsigned int i)
{
	u64 type = row->layout.sample_type;
	unsigned int at = !!(type & PERF_SAMPLE_IDENTIFIER) + !!(type & PERF_SAMPLE_IP);

	if (type & PERF_SAMPLE_TID && i == at)
		return true;
	at += !!(type & PERF_SAMPLE_TID) + !!(type & PERF_SAMPLE_TIME) +
	      !!(type & PERF_SAMPLE_ADDR) + !!(type & PERF_SAMPLE_ID) +
	      !!(type & PERF_SAMPLE_STREAM_ID);
	return (type & PERF_SAMPLE_CPU && i == at) || (type & PERF_SAMPLE_RAW && i == 0);
}

static void decode(struct test *t, const struct row *row, bool swapped)
{
	struct sample_layout layout = row->layout;
	/* Just the bytes and at an odd address, so that a sanitizer sees what is wrong. */
	_cleanup_free_ char *bytes = malloc(row->nr_words * 8 + 1);
	struct perf_sample sample;
	struct err err = { 0 };
	int ret;

	layout.swapped = swapped;
	for (unsigned int i = 0; i < row->nr_words; i++) {
		u64 word = row->words[i];

		if (swapped && has_pairs(row, i))
			word = PAIR(bswap_32((u32)word), bswap_32(word >> 32));
		else if (swapped)
			word = bswap_64(word);
		memcpy(bytes + 1 + i * 8, &word, 8);
	}
	ret = sample__decode(&sample, &layout, bytes + 1, row->nr_words * 8, &err);
	T_EQ(t, ret, row->fault ? -EINVAL : 0);
	if (row->fault)
		T_OK(t, strstr(err.text, row->fault));
	else
		check(t, row, &sample);
	for (u64 i = 0; !ret && i < sample.callchain.nr; i++)
		T_EQ(t, u64_array__at(&sample.callchain, i),
		     row->words[row->nr_words - row->callchain + i]);
	for (u64 i = 0; !ret && i < sample.read.nr; i++) {
		struct sample_value value = sample__value(&sample, &layout, i);

		T_EQ(t, value.value, 1000 * (i + 1));
		T_EQ(t, value.id, 7 + i);
	}
}

/* Leaves nothing unknown between the members, so that samples can be compared by their bytes. */
static void fill_holes(struct u64_array *array)
{
	struct u64_array copy = *array;

	memset(array, 0, sizeof(*array));
	array->bytes = copy.bytes;
	array->nr = copy.nr;
	array->swapped = copy.swapped;
}

static void fill_sample(struct perf_sample *sample)
{
	fill_holes(&sample->read.words);
	fill_holes(&sample->callchain);
	fill_holes(&sample->branches);
	fill_holes(&sample->branch_counters);
	fill_holes(&sample->regs_user);
	fill_holes(&sample->regs_intr);
}

/* So it is after another sample, and once more after one of its kind. */
static void decode_next(struct test *t, const struct sample_layout *layout, const u64 *bytes,
			size_t size, const struct perf_sample *expected)
{
	struct sample_decoder decoder;

	memset(&decoder, 0xff, sizeof(decoder));
	decoder.cleared_for = 0;
	for (int i = 0; i < 2; i++) {
		T_EQ(t, sample_decoder__next(&decoder, layout, bytes, size), 0);
		fill_sample(&decoder.sample);
		T_OK(t, !memcmp(&decoder.sample, expected, sizeof(*expected)));
	}
}

/* What an attr's own layout decodes at an aligned address is the same, field by field. */
static void decode_quickly(struct test *t, const struct row *row)
{
	struct perf_event_attr attr = {
		.sample_type = row->layout.sample_type,
		.read_format = row->layout.read_format,
		.branch_sample_type = row->layout.branch_type,
		.sample_regs_user = row->layout.regs_user,
		.sample_regs_intr = row->layout.regs_intr,
	};
	_cleanup_free_ u64 *bytes = malloc(row->nr_words * 8 + 8);
	struct perf_sample slow, quick;
	struct sample_layout layout;
	struct err err_slow = { 0 }, err_quick = { 0 };
	int ret;

	memcpy(bytes, row->words, row->nr_words * 8);
	sample_layout__init(&layout, &attr, false);
	ret = sample__decode(&slow, &row->layout, bytes, row->nr_words * 8, &err_slow);
	T_EQ(t, sample__decode(&quick, &layout, bytes, row->nr_words * 8, &err_quick), ret);
	T_OK(t, !strcmp(err_slow.text, err_quick.text));
	if (ret) {
		struct sample_decoder decoder = { 0 };

		T_EQ(t, sample_decoder__next(&decoder, &layout, bytes, row->nr_words * 8), ret);
		return;
	}
	fill_sample(&slow);
	fill_sample(&quick);
	T_OK(t, !memcmp(&slow, &quick, sizeof(slow)));
	decode_next(t, &layout, bytes, row->nr_words * 8, &slow);
}

static void run(struct test *t, const void *row)
{
	decode(t, row, false);
	decode(t, row, true);
	decode_quickly(t, row);
}

struct test_suite suite_sample = {
	.name = "sample",
	.desc = "Fields of samples in either byte order, hostile ones among them",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
};
