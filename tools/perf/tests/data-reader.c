// SPDX-License-Identifier: GPL-2.0-only
/*
 * data/reader: real files of many recorders by the counts of their records, and hostile ones, built
 * in memory by rows: one field of a small good file is changed, in either byte order.
 */
#include <byteswap.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "config.h"
#include "data-fixture.h"
#include "data/format.h"
#include "data/reader.h"
#include "suites.h"
#include "tree.h"

/* Where what lies in the good file that the rows change. */
enum {
	AT_IDS = DATA_HEADER_BYTES,
	AT_ATTR = AT_IDS + 16,
	AT_DATA = AT_ATTR + 144,
	AT_LOST = AT_DATA,
	AT_SAMPLE = AT_LOST + 24,
	AT_ROUND = AT_SAMPLE + 24,
	AT_TABLE = AT_ROUND + 8,
	AT_HOSTNAME = AT_TABLE + 3 * 16,
	AT_NRCPUS = AT_HOSTNAME + 4 + 64,
	AT_EVENTS = AT_NRCPUS + 8,
	AT_END = AT_EVENTS + 8 + 128 + 4 + 4 + 64 + 16,
};

/* Numbers in the byte order of the file to be made. */
struct maker {
	struct buf buf;
	bool swapped;
};

static void put16(struct maker *maker, u16 value)
{
	value = maker->swapped ? bswap_16(value) : value;
	buf__append(&maker->buf, &value, sizeof(value));
}

static void put32(struct maker *maker, u32 value)
{
	value = maker->swapped ? bswap_32(value) : value;
	buf__append(&maker->buf, &value, sizeof(value));
}

static void put64(struct maker *maker, u64 value)
{
	value = maker->swapped ? bswap_64(value) : value;
	buf__append(&maker->buf, &value, sizeof(value));
}

static void put_record(struct maker *maker, u32 type, u16 misc, u16 size)
{
	put32(maker, type);
	put16(maker, misc);
	put16(maker, size);
	for (u16 i = 8; i < size; i += 8)
		put64(maker, 0x1111 * i);
}

static void put_text(struct maker *maker, const char *text)
{
	put32(maker, 64);
	buf__append(&maker->buf, text, strlen(text));
	buf__append_zeros(&maker->buf, 64 - strlen(text));
}

/* A bit-field is numbered from the other end in the other byte order. */
static u64 flag_word(const struct maker *maker, unsigned int flag, unsigned int precise)
{
	if (maker->swapped)
		return 1ull << (63 - flag) | (u64)precise << (63 - 16);
	return 1ull << flag | (u64)precise << 15;
}

#define FLAG_COMM 9

static void put_attr(struct maker *maker)
{
	put32(maker, PERF_TYPE_SOFTWARE);
	put32(maker, 128);
	put64(maker, 0x123456789abcdef0); /* config */
	put64(maker, 4000);
	put64(maker, PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TIME);
	put64(maker, 0);
	put64(maker, flag_word(maker, FLAG_COMM, 1));
	put32(maker, 7); /* wakeup_events */
	put32(maker, 3); /* bp_type */
	put64(maker, 0x1000);
	put64(maker, 4);
	put64(maker, 0);
	put64(maker, 0);
	put32(maker, 8192);
	put32(maker, 1); /* clockid */
	put64(maker, 0);
	put32(maker, 0);
	put16(maker, 127); /* sample_max_stack */
	put16(maker, 0);
	put32(maker, 0);
	put32(maker, 0);
	put64(maker, 0);
}

static void make_good(struct maker *maker)
{
	put64(maker, DATA_MAGIC_V2);
	put64(maker, DATA_HEADER_BYTES);
	put64(maker, 144);
	put64(maker, AT_ATTR);
	put64(maker, 144);
	put64(maker, AT_DATA);
	put64(maker, AT_TABLE - AT_DATA);
	put64(maker, 0);
	put64(maker, 0);
	put64(maker, 1ull << DATA_HOSTNAME | 1ull << DATA_NRCPUS | 1ull << DATA_EVENT_DESC);
	for (int i = 0; i < 3; i++)
		put64(maker, 0);
	put64(maker, 71);
	put64(maker, 72);
	put_attr(maker);
	put64(maker, AT_IDS);
	put64(maker, 16);
	put_record(maker, PERF_RECORD_LOST, 0, 24);
	put_record(maker, PERF_RECORD_SAMPLE, 2, 24);
	put_record(maker, DATA_RECORD_FINISHED_ROUND, 0, 8);
	put64(maker, AT_HOSTNAME);
	put64(maker, 68);
	put64(maker, AT_NRCPUS);
	put64(maker, 8);
	put64(maker, AT_EVENTS);
	put64(maker, AT_END - AT_EVENTS);
	put_text(maker, "host");
	put32(maker, 8);
	put32(maker, 6);
	put32(maker, 1);
	put32(maker, 128);
	put_attr(maker);
	put32(maker, 2);
	put_text(maker, "an-event");
	put64(maker, 71);
	put64(maker, 72);
}

/* One field of the good file changed. */
static const struct hostile_row {
	struct test_row row;
	size_t offset;
	unsigned int width; /* 0: nothing is changed */
	u64 value;
	int ret;	  /* of reading: 0, or the fault */
	unsigned int nr;  /* records before it */
	const char *text; /* in the fault or the notes */
	size_t cut;	  /* bytes that are left of the file; 0: all */
} hostile[] = {
	{ TEST_ROW("good"), 0, 0, 0, 0, 3, "\n", 0 },
	{ TEST_ROW("no magic"), 0, 1, 'Q', -EINVAL, 0, "does not begin with PERFILE2", 0 },
	{ TEST_ROW("empty"), 0, 0, 0, -EINVAL, 0, "too short", 1 },
	{ TEST_ROW("ends in header"), 0, 0, 0, -EINVAL, 0, "within its header", 50 },
	{ TEST_ROW("header size"), 8, 8, 20, -EINVAL, 0, "header has 20 bytes", 0 },
	{ TEST_ROW("attr size 0"), 16, 8, 0, -EINVAL, 0, "attrs have 0 bytes", 0 },
	{ TEST_ROW("attr size small"), 16, 8, 72, -EINVAL, 0, "attrs have 72 bytes", 0 },
	{ TEST_ROW("attr size huge"), 16, 8, UINT64_MAX, -EINVAL, 0, "(offset 16)", 0 },
	{ TEST_ROW("attrs past end"), 24, 8, 1 << 20, -EINVAL, 0, "past the end", 0 },
	{ TEST_ROW("attrs overflow"), 32, 8, UINT64_MAX - 10, -EINVAL, 0, "past the end", 0 },
	{ TEST_ROW("half an attr"), 32, 8, 100, 0, 3, "middle of one", 0 },
	{ TEST_ROW("data past end"), 40, 8, 1 << 20, -EINVAL, 0, "past the end", 0 },
	{ TEST_ROW("data overflow"), 48, 8, UINT64_MAX - 10, -EINVAL, 0, "past the end", 0 },
	{ TEST_ROW("data size 0"), 48, 8, 0, 0, 3, "did not finish", AT_TABLE },
	{ TEST_ROW("data longer"), 48, 8, 1 << 20, -EBADMSG, 3,
	  "the file ends at offset 0x140, 1048520 bytes of records too early", AT_TABLE },
	{ TEST_ROW("cut off after a record"), 0, 0, 0, -EBADMSG, 1,
	  "the file ends at offset 0x120, 32 bytes of records too early", AT_SAMPLE },
	{ TEST_ROW("cut off in a header"), 0, 0, 0, -EBADMSG, 1,
	  "4 bytes at offset 0x120 are no record", AT_SAMPLE + 4 },
	{ TEST_ROW("data shorter"), 48, 8, 24 + 24, 0, 2, "past the end", 0 },
	{ TEST_ROW("data ends within"), 48, 8, 30, -EBADMSG, 1, "6 bytes at offset 0x120", 0 },
	{ TEST_ROW("data ends in record"), 48, 8, 40, -EBADMSG, 1, "type 9 at offset 0x120: longer",
	  0 },
	{ TEST_ROW("cut off in a record"), 0, 0, 0, -EBADMSG, 1,
	  "type 9 at offset 0x120: longer than what is left", AT_SAMPLE + 12 },
	{ TEST_ROW("unknown feature"), 72 + 8, 8, 1ull << 1, 0, 3, "feature 65 is unknown", 0 },
	{ TEST_ROW("features past end"), 72 + 24, 8, UINT64_MAX, 0, 3, "of features",
	  AT_END - 200 },
	{ TEST_ROW("ids past end"), AT_ATTR + 128, 8, 1 << 30, 0, 3, "section of ids", 0 },
	{ TEST_ROW("ids overflow"), AT_ATTR + 136, 8, UINT64_MAX, 0, 3, "section of ids", 0 },
	{ TEST_ROW("record size 0"), AT_SAMPLE + 6, 2, 0, -EBADMSG, 1,
	  "type 9 at offset 0x120: too short (its size is 0)", 0 },
	{ TEST_ROW("record size 7"), AT_SAMPLE + 6, 2, 7, -EBADMSG, 1, "its size is 7", 0 },
	{ TEST_ROW("record too long"), AT_SAMPLE + 6, 2, 40, -EBADMSG, 1,
	  "type 9 at offset 0x120: longer than what is left", 0 },
	{ TEST_ROW("payload past end"), AT_LOST, 4, DATA_RECORD_AUXTRACE, -ENODATA, 1,
	  "type 71 at offset 0x108: the 34952 bytes that follow it", 0 },
	{ TEST_ROW("no zstd"), AT_LOST, 4, DATA_RECORD_COMPRESSED, -EBADMSG, 1,
	  "compressed record at offset 0x108", 0 },
	{ TEST_ROW("zstd size"), AT_LOST, 4, DATA_RECORD_COMPRESSED2, -EBADMSG, 0,
	  "more compressed bytes", 0 },
	{ TEST_ROW("hostname past end"), AT_TABLE, 8, 1 << 20, 0, 3, "section HOSTNAME", 0 },
	{ TEST_ROW("hostname's size"), AT_TABLE + 8, 8, UINT64_MAX, 0, 3, "section HOSTNAME", 0 },
	{ TEST_ROW("hostname's length"), AT_HOSTNAME, 4, UINT32_MAX, 0, 3,
	  "HOSTNAME makes no sense", 0 },
	{ TEST_ROW("nrcpus too short"), AT_TABLE + 16 + 8, 8, 4, 0, 3, "NRCPUS makes no sense", 0 },
	{ TEST_ROW("nr of events"), AT_EVENTS, 4, UINT32_MAX, 0, 3, "EVENT_DESC makes no sense",
	  0 },
	{ TEST_ROW("event's attr size"), AT_EVENTS + 4, 4, UINT32_MAX, 0, 3,
	  "EVENT_DESC makes no sense", 0 },
	{ TEST_ROW("event's ids"), AT_EVENTS + 8 + 128, 4, 0x40000000, 0, 3,
	  "EVENT_DESC makes no sense", 0 },
	{ TEST_ROW("event's name"), AT_EVENTS + 8 + 128 + 4, 4, 4, 0, 3,
	  "EVENT_DESC makes no sense", 0 },
};

static void patch(struct maker *maker, size_t offset, unsigned int width, u64 value)
{
	u64 swapped = bswap_64(value);

	if (maker->swapped)
		memcpy(maker->buf.data + offset, (char *)&swapped + 8 - width, width);
	else
		memcpy(maker->buf.data + offset, &value, width);
}

static void check_hostile(struct test *t, const struct hostile_row *row, bool swapped)
{
	struct maker maker = { .swapped = swapped };
	struct data_counts counts;
	char path[64];

	make_good(&maker);
	T_EQ(t, maker.buf.len, AT_END);
	patch(&maker, row->offset, row->width, row->value);
	data_fixture__as_file(t, maker.buf.data, row->cut ? row->cut : maker.buf.len, path);
	data_fixture__count(path, &counts);
	T_EQ(t, counts.ret, row->ret);
	T_EQ(t, counts.nr, row->nr);
	if (!strstr(counts.text, row->text) || (row->text[0] == '\n' && counts.text[1]))
		T_FAIL(t, "'%s' is not in '%s' (swapped %d)", row->text, counts.text, swapped);
	buf__exit(&maker.buf);
}

static bool skips_zstd(struct test *t, bool compressed)
{
	if (HAVE_LIBZSTD || !compressed)
		return false;
	test__skip(t, "built without libzstd");
	return true;
}

static void run_hostile(struct test *t, const void *row)
{
	if (skips_zstd(t, !strcmp(((const struct hostile_row *)row)->row.name, "no zstd")))
		return;
	check_hostile(t, row, false);
	check_hostile(t, row, true);
}

/* The good file in the other byte order, field by field. */
static void test_swapped(struct test *t)
{
	struct maker maker = { .swapped = true };
	struct data_reader *reader = NULL;
	const struct perf_event_attr *attr;
	struct data_record record;
	u64 body;
	char path[64];

	make_good(&maker);
	data_fixture__as_file(t, maker.buf.data, maker.buf.len, path);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (!reader)
		return;
	T_OK(t, data_reader__swapped(reader));
	T_EQ(t, data_reader__nr_events(reader), 1);
	attr = data_event__attr(data_reader__event(reader, 0));
	T_EQ(t, attr->type, PERF_TYPE_SOFTWARE);
	T_EQ(t, attr->size, 128);
	T_EQ(t, attr->config, 0x123456789abcdef0);
	T_OK(t, attr->comm && !attr->mmap && !attr->disabled && !attr->sample_id_all);
	T_EQ(t, attr->precise_ip, 1);
	T_EQ(t, attr->wakeup_events, 7);
	T_EQ(t, attr->bp_type, 3);
	T_EQ(t, attr->sample_stack_user, 8192);
	T_EQ(t, attr->clockid, 1);
	T_EQ(t, attr->sample_max_stack, 127);
	T_EQ(t, data_reader__event(reader, 0)->ids[1], 72);
	T_STR(t, data_reader__event(reader, 0)->name, "an-event");
	T_STR(t, data_reader__info(reader)->hostname, "host");
	T_EQ(t, data_reader__info(reader)->nr_cpus_online, 6);
	T_EQ(t, data_reader__next(reader, &record, NULL), 1);
	T_EQ(t, record.header->type, PERF_RECORD_LOST);
	T_EQ(t, record.header->size, 24);
	T_EQ(t, record.offset, AT_LOST);
	memcpy(&body, (const char *)record.bytes + 8, sizeof(body));
	T_EQ(t, bswap_64(body), 0x1111 * 8); /* the body is left as it is */
	T_EQ(t, data_reader__next(reader, &record, NULL), 1);
	T_EQ(t, record.header->misc, 2);
	data_reader__delete(reader);
	buf__exit(&maker.buf);
}

/* Version 1: another magic, a shorter header without features. */
static void test_version_1(struct test *t)
{
	struct maker maker = { .swapped = false };
	struct data_counts counts;
	char path[64];

	make_good(&maker);
	patch(&maker, 0, 8, DATA_MAGIC_V1);
	patch(&maker, 8, 8, 72);
	data_fixture__as_file(t, maker.buf.data, maker.buf.len, path);
	data_fixture__count(path, &counts);
	T_EQ(t, counts.ret, 0);
	T_EQ(t, counts.nr, 3);
	buf__exit(&maker.buf);
}

/* A 32-bit recorder of the other byte order has the halves of the feature bits exchanged. */
static void test_swapped_32_bit_features(struct test *t)
{
	struct maker maker = { .swapped = true };
	struct data_reader *reader = NULL;
	char path[64];

	make_good(&maker);
	patch(&maker, 72, 8,
	      (1ull << DATA_HOSTNAME | 1ull << DATA_NRCPUS | 1ull << DATA_EVENT_DESC) << 32);
	data_fixture__as_file(t, maker.buf.data, maker.buf.len, path);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (reader)
		T_STR(t, data_reader__info(reader)->hostname, "host");
	data_reader__delete(reader);
	buf__exit(&maker.buf);
}

/* Cut at every length: no crash, and never a record more than before. */
static void test_every_length(struct test *t)
{
	struct maker maker = { .swapped = false };
	size_t before = 0;
	char path[64];

	make_good(&maker);
	for (size_t len = 1; len <= AT_END; len++) {
		struct data_counts counts;

		data_fixture__as_file(t, maker.buf.data, len, path);
		data_fixture__count(path, &counts);
		close(atoi(strrchr(path, '/') + 1));
		T_OK(t, counts.ret <= 0);
		T_OK(t, counts.nr >= before || counts.ret);
		before = counts.nr;
	}
	T_EQ(t, before, 3);
	buf__exit(&maker.buf);
}

/* The file shrinks and grows while it is read. */
static void test_changes_meanwhile(struct test *t)
{
	struct data_fixture fixture;
	struct data_reader *reader = NULL;
	struct maker maker = { .swapped = false };
	struct data_record record;
	struct err err = { 0 };
	char path[64];
	int ret;

	data_fixture__init(&fixture);
	make_good(&maker);
	maker.buf.len = AT_TABLE;
	data_fixture__append(&fixture, &maker.buf, 1, 40000);
	patch(&maker, 48, 8, maker.buf.len - AT_DATA);
	data_fixture__as_file(t, maker.buf.data, maker.buf.len, path);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (!reader)
		return;
	for (int i = 0; i < 100; i++)
		T_EQ(t, data_reader__next(reader, &record, NULL), 1);
	T_EQ(t, truncate(path, AT_DATA + 24), 0);
	while ((ret = data_reader__next(reader, &record, &err)) > 0)
		;
	T_EQ(t, ret, -EBADMSG);
	T_OK(t, strstr(err.text, "offset 0x"));
	data_reader__delete(reader);
	buf__exit(&maker.buf);
}

/* Bytes of real files changed at random, always the same ones: reading ends, whatever it says. */
static void damage(struct test *t, const char *path)
{
	struct buf bytes = { 0 };
	u32 random = 12345;

	if (!data_fixture__load(t, path, &bytes))
		return;
	for (int round = 0; round < 40; round++) {
		struct buf copy = { 0 };
		struct data_counts counts;
		char file[64];

		buf__append(&copy, bytes.data, bytes.len);
		for (int i = 0; i < 4; i++) {
			random = random * 1664525 + 1013904223;
			copy.data[random % (i ? copy.len : 600)] = random >> 24;
		}
		data_fixture__as_file(t, copy.data, copy.len, file);
		data_fixture__count(file, &counts);
		close(atoi(strrchr(file, '/') + 1));
		T_OK(t, counts.ret <= 0);
		buf__exit(&copy);
	}
	buf__exit(&bytes);
}

static void test_damaged(struct test *t)
{
	static const char *const names[] = {
		"lpd-sleep.compressed.data",
		"lpd-sleep.compressed2.data",
		"q-perf.data.lost_samples-4.4.data",
		"q-perf.data.piped.header_feautres_group_desc-6.8.data",
		"sp-perf_with_tracepoint_event.data",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char path[PATH_MAX], name[128];

		snprintf(name, sizeof(name), "perf.data/%s", names[i]);
		if (!test_tree__find_data(path, name)) {
			test__skip(t, "there is no tests/data/%s here", name);
			return;
		}
		damage(t, path);
	}
}

/* The names of perf report --stats. */
static const char *const type_names[127] = {
	[1] = "MMAP",
	[2] = "LOST",
	[3] = "COMM",
	[4] = "EXIT",
	[5] = "THROTTLE",
	[6] = "UNTHROTTLE",
	[7] = "FORK",
	[8] = "READ",
	[9] = "SAMPLE",
	[10] = "MMAP2",
	[11] = "AUX",
	[12] = "ITRACE_START",
	[13] = "LOST_SAMPLES",
	[14] = "SWITCH",
	[15] = "SWITCH_CPU_WIDE",
	[16] = "NAMESPACES",
	[17] = "KSYMBOL",
	[18] = "BPF_EVENT",
	[64] = "ATTR",
	[65] = "EVENT_TYPE",
	[66] = "TRACING_DATA",
	[67] = "BUILD_ID",
	[68] = "FINISHED_ROUND",
	[69] = "ID_INDEX",
	[70] = "AUXTRACE_INFO",
	[71] = "AUXTRACE",
	[73] = "THREAD_MAP",
	[74] = "CPU_MAP",
	[78] = "EVENT_UPDATE",
	[79] = "TIME_CONV",
	[80] = "FEATURE",
	[81] = "COMPRESSED",
	[82] = "FINISHED_INIT",
	[83] = "COMPRESSED2",
};

/* Simpleperf's own types have no name and stand as a number. */
static size_t type_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(type_names); i++)
		if (type_names[i] && !strcmp(type_names[i], name))
			return i;
	return 127;
}

static void read_stats(struct test *t, const char *path, size_t by_type[128], size_t *total)
{
	struct buf text = { 0 };
	size_t nr;
	char name[32], *save;

	if (!data_fixture__load(t, path, &text))
		return;
	strtok_r(text.data, "\n", &save);
	for (char *line; (line = strtok_r(NULL, "\n", &save));) {
		if (sscanf(line, " %31s events: %zu", name, &nr) != 2)
			break; /* what follows counts by event */
		if (!strcmp(name, "TOTAL"))
			*total = nr;
		else
			by_type[type_of(name)] += nr;
	}
	buf__exit(&text);
}

/* A file that is read to its end, or to a fault that is named. */
static const struct corpus_row {
	struct test_row row;
	int ret;
	const char *text; /* in the fault; NULL: there is none */
} corpus[] = {
	{ TEST_ROW("lpd-sleep.compressed"), 0, NULL },
	{ TEST_ROW("lpd-sleep.compressed2"), 0, NULL },
	{ TEST_ROW("lpd-sleep"), 0, NULL },
	{ TEST_ROW("q-perf.data.ctx_switch_namespaces-4.14"), 0, NULL },
	{ TEST_ROW("q-perf.data.lost_samples-4.4"), 0, NULL },
	{ TEST_ROW("q-perf.data.piped.corrupted.zero_size_sample-3.2"), -EBADMSG,
	  "type 9 at offset 0xbfd0: too short (its size is 0)" },
	{ TEST_ROW("q-perf.data.piped.header_features-4.16"), 0, NULL },
	{ TEST_ROW("q-perf.data.piped.header_feautres_group_desc-6.8"), 0, NULL },
	{ TEST_ROW("q-perf.data.piped.intel_pt-4.14"), 0, NULL },
	{ TEST_ROW("q-perf.data.piped.no_attr_ids-4.14"), 0, NULL },
	{ TEST_ROW("q-perf.data.singleprocess-3.4"), 0, NULL },
	{ TEST_ROW("sp-etm_perf_etm"), 0, "feature 129 is unknown" },
	{ TEST_ROW("sp-etm_perf_with_unformatted_trace"), 0, NULL },
	{ TEST_ROW("sp-lbr_inject_lbr"), -EINVAL, "does not begin with PERFILE2" },
	{ TEST_ROW("sp-perf_g_fp"), 0, NULL },
	{ TEST_ROW("sp-perf_merge2"), 0, NULL },
	{ TEST_ROW("sp-perf_test_max_stack_and_percent_limit"), 0, NULL },
	{ TEST_ROW("sp-perf_with_add_counter"), 0, NULL },
	{ TEST_ROW("sp-perf_with_tracepoint_event"), 0, NULL },
	{ TEST_ROW("sp-perf_with_two_event_types"), 0, NULL },
};

static void run_corpus(struct test *t, const void *row_)
{
	const struct corpus_row *row = row_;
	size_t want[128] = { 0 }, total = 0;
	struct data_counts counts;
	char path[PATH_MAX], name[200];

	if (skips_zstd(t, strstr(row->row.name, "sleep.compressed")))
		return;
	snprintf(name, sizeof(name), "perf.data/%s.data", row->row.name);
	if (!test_tree__find_data(path, name)) {
		test__skip(t, "there is no tests/data/%s here", name);
		return;
	}
	data_fixture__count(path, &counts);
	T_EQ(t, counts.ret, row->ret);
	if (row->text && !strstr(counts.text, row->text))
		T_FAIL(t, "'%s' is not in '%s'", row->text, counts.text);
	if (row->ret == -EINVAL)
		return;
	snprintf(name, sizeof(name), "perf.data/expected/%s.data.stats", row->row.name);
	if (!test_tree__find_data(path, name)) {
		T_FAIL(t, "there is no %s", name);
		return;
	}
	read_stats(t, path, want, &total);
	T_EQ(t, counts.nr, total);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		if (counts.by_type[i] != want[i])
			T_FAIL(t, "%zu records of type %zu, not %zu", counts.by_type[i], i,
			       want[i]);
}

/* The header's text is the distribution's, line by line. */
static void test_header_text(struct test *t)
{
	static const char *const names[] = {
		"q-perf.data.lost_samples-4.4.data",
		"q-perf.data.ctx_switch_namespaces-4.14.data",
		"q-perf.data.singleprocess-3.4.data",
		"sp-perf_merge2.data",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct buf out = { 0 }, err = { 0 };
		char path[PATH_MAX], args[PATH_MAX + 64], name[128];
		struct data_reader *reader = NULL;
		_cleanup_free_ char *text = NULL;

		snprintf(name, sizeof(name), "perf.data/%s", names[i]);
		if (!test_tree__find_data(path, name)) {
			test__skip(t, "there is no tests/data/%s here", name);
			return;
		}
		snprintf(args, sizeof(args), "script --header-only -i %s", path);
		T_EQ(t, data_reader__new(&reader, path, NULL), 0);
		text = reader ? data_reader__header_text(reader) : NULL;
		data_reader__delete(reader);
		if (!data_fixture__perf(t, args, &out, &err))
			return;
		T_STR(t, text, out.data);
		buf__exit(&out);
		buf__exit(&err);
	}
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_swapped),
	TEST_FN(test_version_1),
	TEST_FN(test_swapped_32_bit_features),
	TEST_FN(test_every_length),
	TEST_FN(test_changes_meanwhile),
	TEST_FN(test_damaged),
	TEST_FN(test_header_text),
};

struct test_suite suite_data_reader = {
	.name = "data-reader",
	.desc = "Reading perf.data: byte orders, versions, damaged files",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};

struct test_suite suite_data_hostile = {
	.name = "data-hostile",
	.desc = "Reading perf.data: one field that lies",
	.rows = hostile,
	.nr = ARRAY_SIZE(hostile),
	.row_size = sizeof(hostile[0]),
	.run = run_hostile,
};

struct test_suite suite_data_corpus = {
	.name = "data-corpus",
	.desc = "Reading perf.data: real files of many recorders",
	.rows = corpus,
	.nr = ARRAY_SIZE(corpus),
	.row_size = sizeof(corpus[0]),
	.run = run_corpus,
};
