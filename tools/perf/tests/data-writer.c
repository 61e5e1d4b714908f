// SPDX-License-Identifier: GPL-2.0-only
/*
 * data/writer: what is written reads back the same, in a file and through a pipe; the file is
 * valid at any time; faults of the disk come back; the distribution's perf reads it all.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "data-fixture.h"
#include "data/format.h"
#include "data/reader.h"
#include "data/writer.h"
#include "file.h"
#include "suites.h"
#include "tree.h"
#include "util/tracefs.h"
#include "version.h"

#define FIRST_NS 5000000000ull
#define SAMPLES	 100

static const struct data_build_id build_ids[] = {
	{ .path = "/usr/lib/libx.so", .id = { 1, 2, 3 }, .size = 20, .misc = 2, .pid = -1 },
	{ .path = "/lib/modules/x.ko", .id = { 9, 8, 7 }, .size = 16, .misc = 1, .pid = -1 },
};

static void join(char path[128], const struct test_tree *tree, const char *name)
{
	snprintf(path, 128, "%s/%s", tree->path, name);
}

/* A whole recording at @path. */
static void write_recording(struct test *t, const char *path, const struct data_fixture *fixture)
{
	u64 last_ns = FIRST_NS + (SAMPLES - 1) * DATA_FIXTURE_STEP_NS;
	struct data_writer *writer;
	struct buf records = { 0 };
	struct err err = { 0 };

	if (data_writer__new(&writer, path, &fixture->info, &err)) {
		T_FAIL(t, "%s", err.text);
		return;
	}
	data_fixture__append(fixture, &records, FIRST_NS, SAMPLES);
	T_EQ(t, data_writer__write(writer, records.data, records.len), 0);
	T_EQ(t, data_writer__bytes(writer), records.len);
	T_EQ(t,
	     data_writer__finish(writer, build_ids, ARRAY_SIZE(build_ids), FIRST_NS, last_ns, &err),
	     0);
	data_writer__delete(writer);
	buf__exit(&records);
}

/* The same to standard output, which is the file at @path meanwhile. */
static void write_pipe(struct test *t, const char *path, const struct data_fixture *fixture)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int out;

	fflush(stdout);
	out = dup(STDOUT_FILENO);
	dup2(file, STDOUT_FILENO);
	write_recording(t, "-", fixture);
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(file);
	close(out);
}

static int count_lines(const struct buf *text)
{
	int lines = 0;

	for (const char *c = text->data; c && *c; c++)
		lines += *c == '\n';
	return lines;
}

static int collect_build_id(void *arg, const struct data_build_id *id)
{
	struct buf *text = arg;

	return buf__printf(text, "%s %u %u %d %02x%02x\n", id->path, id->size, id->misc, id->pid,
			   id->id[0], id->id[1]);
}

static void check_events(struct test *t, const struct data_reader *reader,
			 const struct data_fixture *fixture)
{
	T_EQ(t, data_reader__nr_events(reader), fixture->info.nr_events);
	for (size_t i = 0; i < data_reader__nr_events(reader); i++) {
		const struct data_event *event = data_reader__event(reader, i);
		const struct data_event *want = &fixture->events[i];

		T_STR(t, event->name, want->name);
		T_EQ(t, event->nr_ids, want->nr_ids);
		T_OK(t, !memcmp(event->ids, want->ids, want->nr_ids * sizeof(u64)));
		T_OK(t, event->attr_size >= want->attr_size);
		T_OK(t, !memcmp(event->words, want->words, want->attr_size));
	}
}

static void check_info(struct test *t, const struct data_reader *reader, bool pipe)
{
	const struct data_info *info = data_reader__info(reader);
	struct buf text = { 0 };

	T_STR(t, info->version, PERF_VERSION);
	T_OK(t, info->hostname && info->osrelease && info->arch);
	T_OK(t, info->nr_cpus_online > 0 && info->total_mem_kib > 0);
	T_OK(t, info->cmdline && info->cmdline[0] && info->cmdline[1] && info->cmdline[2]);
	T_STR(t, info->cmdline[1], "record");
	T_STR(t, info->cmdline[2], "-a");
	T_OK(t, info->has_clock);
	T_EQ(t, info->clockid, CLOCK_MONOTONIC);
	T_OK(t, info->wall_clock_ns > info->clockid_ns);
	if (!pipe) {
		T_EQ(t, info->first_ns, FIRST_NS);
		T_EQ(t, info->last_ns, FIRST_NS + (SAMPLES - 1) * DATA_FIXTURE_STEP_NS);
	}
	T_EQ(t, data_reader__each_build_id(reader, collect_build_id, &text), 0);
	T_STR(t, text.data, "/usr/lib/libx.so 20 2 -1 0102\n/lib/modules/x.ko 16 1 -1 0908\n");
	buf__exit(&text);
}

/* Every record comes back as it was written; what the writer added is passed over. */
static void check_records(struct test *t, struct data_reader *reader,
			  const struct data_fixture *fixture)
{
	struct buf want = { 0 }, got = { 0 };
	struct data_record record;
	struct err err = { 0 };
	int ret;

	while ((ret = data_reader__next(reader, &record, &err)) > 0)
		if (record.header->type < PERF_RECORD_MAX)
			buf__append(&got, record.bytes, record.size);
	T_EQ(t, ret, 0);
	data_fixture__append(fixture, &want, FIRST_NS, SAMPLES);
	T_EQ(t, got.len, want.len);
	T_OK(t, got.len == want.len && !memcmp(got.data, want.data, want.len));
	buf__exit(&want);
	buf__exit(&got);
}

static void check_recording(struct test *t, const char *path, const struct data_fixture *fixture,
			    bool pipe)
{
	struct data_reader *reader;
	struct err err = { 0 };

	if (data_reader__new(&reader, path, &err)) {
		T_FAIL(t, "%s", err.text);
		return;
	}
	T_EQ(t, data_reader__is_pipe(reader), pipe);
	check_records(t, reader, fixture);
	check_events(t, reader, fixture);
	check_info(t, reader, pipe);
	T_STR(t, data_reader__notes(reader), "");
	data_reader__delete(reader);
}

static void test_file(struct test *t)
{
	struct data_fixture fixture;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "perf.data");
	write_recording(t, path, &fixture);
	check_recording(t, path, &fixture, false);
	test_tree__exit(&tree);
}

static void test_pipe(struct test *t)
{
	struct data_fixture fixture;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "pipe.data");
	write_pipe(t, path, &fixture);
	check_recording(t, path, &fixture, true);
	test_tree__exit(&tree);
}

/* Attrs of 64, 128 and 152 bytes in one file: the largest decides, the others are padded. */
static void test_attr_sizes(struct test *t)
{
	struct data_fixture fixture;
	struct data_reader *reader = NULL;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	fixture.events[1].attr_size = 152;
	data_event__attr(&fixture.events[1])->size = 152;
	fixture.words[1][18] = 0x1234;
	fixture.events[2].attr_size = 64;
	data_event__attr(&fixture.events[2])->size = 64;
	join(path, &tree, "perf.data");
	write_recording(t, path, &fixture);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (reader) {
		check_events(t, reader, &fixture);
		T_EQ(t, data_reader__event(reader, 0)->attr_size, 152);
		T_EQ(t, data_reader__event(reader, 1)->words[18], 0x1234);
	}
	data_reader__delete(reader);
	write_pipe(t, path, &fixture);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (reader) {
		check_records(t, reader, &fixture);
		check_events(t, reader, &fixture);
		T_EQ(t, data_reader__event(reader, 2)->attr_size, 64);
	}
	data_reader__delete(reader);
	test_tree__exit(&tree);
}

/* Words past 128 bytes that are all zero are not written: perf 6.1 refuses such a file. */
static void test_attr_trimmed(struct test *t)
{
	struct data_fixture fixture;
	struct data_reader *reader = NULL;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	for (size_t i = 0; i < DATA_FIXTURE_EVENTS; i++) {
		fixture.events[i].attr_size = 144;
		data_event__attr(&fixture.events[i])->size = 144;
	}
	join(path, &tree, "perf.data");
	write_recording(t, path, &fixture);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (reader) {
		T_EQ(t, data_reader__event(reader, 0)->attr_size, 128);
		T_EQ(t, data_event__attr(data_reader__event(reader, 0))->size, 128);
	}
	data_reader__delete(reader);
	test_tree__exit(&tree);
}

static void test_unit_and_scale(struct test *t)
{
	struct data_fixture fixture;
	struct data_reader *reader = NULL;
	struct test_tree tree;
	char path[128], unit[] = "msec";

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	fixture.events[0].unit = unit;
	fixture.events[0].scale = 1e-6;
	join(path, &tree, "perf.data");
	write_recording(t, path, &fixture);
	T_EQ(t, data_reader__new(&reader, path, NULL), 0);
	if (reader) {
		check_records(t, reader, &fixture);
		T_STR(t, data_reader__event(reader, 0)->unit, "msec");
		T_OK(t, data_reader__event(reader, 0)->scale == 1e-6);
		T_OK(t, data_reader__event(reader, 1)->scale == 1);
	}
	data_reader__delete(reader);
	test_tree__exit(&tree);
}

static void test_old_file_is_kept(struct test *t)
{
	struct data_fixture fixture;
	struct buf old = { 0 };
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	test_tree__write(t, &tree, "perf.data", "precious");
	join(path, &tree, "perf.data");
	write_recording(t, path, &fixture);
	join(path, &tree, "perf.data.old");
	if (data_fixture__load(t, path, &old))
		T_STR(t, old.data, "precious");
	buf__exit(&old);
	test_tree__exit(&tree);
}

/* After every write, with and without a checkpoint, the file on the disk reads whole. */
static void test_valid_at_any_time(struct test *t)
{
	struct data_fixture fixture;
	struct data_writer *writer;
	struct data_counts counts;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "perf.data");
	T_EQ(t, data_writer__new(&writer, path, &fixture.info, NULL), 0);
	data_fixture__count(path, &counts);
	T_EQ(t, counts.ret, 0);
	T_EQ(t, counts.samples, 0);
	T_OK(t, strstr(counts.text, "did not finish"));
	for (size_t i = 0; i < 50; i++) {
		struct buf records = { 0 };

		data_fixture__append(&fixture, &records, FIRST_NS + i, 10);
		T_EQ(t, data_writer__write(writer, records.data, records.len), 0);
		if (i % 7 == 3)
			T_EQ(t, data_writer__checkpoint(writer), 0);
		data_fixture__count(path, &counts);
		T_EQ(t, counts.ret, 0);
		T_EQ(t, counts.samples, 10 * (i + 1));
		T_OK(t, strstr(counts.text, "did not finish"));
		buf__exit(&records);
	}
	data_writer__delete(writer);
	test_tree__exit(&tree);
}

/* Writes until it is killed. */
static void endless(const char *path, const struct data_fixture *fixture)
{
	struct data_writer *writer;
	struct buf records = { 0 };

	if (data_writer__new(&writer, path, &fixture->info, NULL))
		_exit(1);
	data_fixture__append(fixture, &records, FIRST_NS, 3000);
	while (!data_writer__write(writer, records.data, records.len))
		;
	_exit(2);
}

/* Killed in the middle of its writes, many times: what was written reads to its last record, in
 * order, and there is no fault. */
static void test_killed(struct test *t)
{
	struct rlimit limit = { 256 << 20, 256 << 20 };
	struct data_fixture fixture;
	struct data_counts counts;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "perf.data");
	for (int i = 0; i < 12; i++) {
		struct stat st;
		pid_t pid = fork();

		if (!pid) {
			setrlimit(RLIMIT_FSIZE, &limit);
			endless(path, &fixture);
		}
		usleep(3000 + 1700 * i);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		if (stat(path, &st) || !st.st_size)
			continue;
		data_fixture__count(path, &counts);
		T_EQ(t, counts.ret, 0);
		/* Less than a hundredth of the file are tables. */
		if (counts.bytes + 20000 < (u64)st.st_size * 97 / 100)
			T_FAIL(t, "%llu bytes of records in %llu: %s", counts.bytes,
			       (u64)st.st_size, counts.text);
	}
	test_tree__exit(&tree);
}

/* Everything that was accepted is there when the disk is full, and the header covers it. */
static void fill_disk(struct test *t, const char *path, const struct data_fixture *fixture)
{
	struct data_writer *writer;
	struct data_counts counts;
	struct buf records = { 0 };
	struct err err = { 0 };
	u64 bytes;
	int ret;

	if (data_writer__new(&writer, path, &fixture->info, &err)) {
		T_FAIL(t, "%s", err.text);
		return;
	}
	data_fixture__append(fixture, &records, FIRST_NS, 777);
	do {
		ret = data_writer__write(writer, records.data, records.len);
	} while (!ret);
	T_EQ(t, ret, -ENOSPC);
	bytes = data_writer__bytes(writer);
	T_OK(t, bytes > 1500000);
	T_EQ(t, data_writer__finish(writer, build_ids, 2, FIRST_NS, FIRST_NS + 1, &err), 0);
	data_writer__delete(writer);
	data_fixture__count(path, &counts);
	T_EQ(t, counts.ret, 0);
	T_STR(t, counts.text, "\n");
	T_EQ(t, counts.bytes, bytes);
	buf__exit(&records);
}

static void test_full_disk(struct test *t)
{
	struct data_fixture fixture;
	struct test_tree tree;
	char path[128];

	if (geteuid() || unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) {
		test__skip(t, "needs root and a mount namespace");
		return;
	}
	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	if (mount("nodev", tree.path, "tmpfs", 0, "size=2m")) {
		T_FAIL(t, "tmpfs: %s", strerror(errno));
	} else {
		struct buf out = { 0 }, said = { 0 };
		char args[256];

		join(path, &tree, "perf.data");
		fill_disk(t, path, &fixture);
		snprintf(args, sizeof(args), "script -F time -i %s", path);
		if (data_fixture__perf(t, args, &out, &said)) {
			T_STR(t, said.data, "");
			T_OK(t, count_lines(&out) > 25000);
		}
		buf__exit(&out);
		buf__exit(&said);
		umount(tree.path);
	}
	test_tree__exit(&tree);
}

static void test_dev_full(struct test *t)
{
	struct data_fixture fixture;
	struct data_writer *writer;
	struct err err = { 0 };

	data_fixture__init(&fixture);
	T_EQ(t, data_writer__new(&writer, "/dev/full", &fixture.info, &err), -ENOSPC);
	T_OK(t, !writer);
	T_OK(t, strstr(err.text, "/dev/full") && strstr(err.text, strerror(ENOSPC)));
}

static void test_no_directory(struct test *t)
{
	struct data_fixture fixture;
	struct data_writer *writer;
	struct err err = { 0 };

	data_fixture__init(&fixture);
	T_EQ(t, data_writer__new(&writer, "/nowhere/perf.data", &fixture.info, &err), -ENOENT);
	T_OK(t, strstr(err.text, "/nowhere/perf.data"));
}

static void test_broken_pipe(struct test *t)
{
	struct data_fixture fixture;
	struct data_writer *writer;
	struct buf records = { 0 };
	int ends[2], out, ret;

	fflush(stdout);
	out = dup(STDOUT_FILENO);
	if (pipe(ends)) {
		T_FAIL(t, "pipe: %s", strerror(errno));
		return;
	}
	signal(SIGPIPE, SIG_IGN);
	data_fixture__init(&fixture);
	data_fixture__append(&fixture, &records, FIRST_NS, 10);
	dup2(ends[1], STDOUT_FILENO);
	ret = data_writer__new(&writer, "-", &fixture.info, NULL);
	close(ends[0]);
	if (!ret)
		ret = data_writer__write(writer, records.data, records.len);
	data_writer__delete(writer);
	dup2(out, STDOUT_FILENO);
	T_EQ(t, ret, -EPIPE);
	buf__exit(&records);
}

/* What is no row of whole records is refused, and the file stays as it was. */
static void test_no_whole_records(struct test *t)
{
	struct data_fixture fixture;
	struct data_writer *writer;
	struct data_counts counts;
	struct buf records = { 0 };
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "perf.data");
	data_fixture__append(&fixture, &records, FIRST_NS, 2);
	T_EQ(t, data_writer__new(&writer, path, &fixture.info, NULL), 0);
	T_EQ(t, data_writer__write(writer, records.data, records.len - 1), -EINVAL);
	T_EQ(t, data_writer__write(writer, records.data, 7), -EINVAL);
	T_EQ(t, data_writer__bytes(writer), 0);
	memset(records.data + 6, 0, 2); /* the size of the first */
	T_EQ(t, data_writer__write(writer, records.data, records.len), -EINVAL);
	data_fixture__count(path, &counts);
	T_EQ(t, counts.ret, 0);
	T_EQ(t, counts.samples, 0);
	data_writer__delete(writer);
	buf__exit(&records);
	test_tree__exit(&tree);
}

/* One command of the distribution's perf over a file and its pipe form. */
static const struct perf_row {
	struct test_row row;
	const char *args; /* but for the file */
	const char *want; /* somewhere in what it prints */
	int lines;	  /* at least that many; 0: does not count */
	bool file_only;
} perf_rows[] = {
	{ TEST_ROW("script"), "script -F comm,pid,time,ip,event", "5.000001:   cpu-clock:", SAMPLES,
	  false },
	{ TEST_ROW("script names"), "script -F comm,pid -i %s", DATA_FIXTURE_COMM, SAMPLES, false },
	{ TEST_ROW("evlist"), "evlist -v", "page-faults: type: 1, size: 128, config: 0x2", 3,
	  false },
	{ TEST_ROW("report"), "report --stdio -s comm", "100.00%", 1, false },
	{ TEST_ROW("header"), "report --header-only -I", "# perf version : " PERF_VERSION, 20,
	  true },
	{ TEST_ROW("header events"), "report --header-only", "id = { 102, 103 }, type = 1", 1,
	  true },
	{ TEST_ROW("header groups"), "report --header-only", "# group: {cpu-clock,page-faults}", 1,
	  true },
	{ TEST_ROW("header clock"), "report --header-only", "# clockid: monotonic (1)", 1, true },
	{ TEST_ROW("header times"), "report --header-only", "# time of first sample : 5.000000", 1,
	  true },
	{ TEST_ROW("build-ids"), "buildid-list", "0102030000000000000000000000000000000000", 2,
	  true },
};

static void check_perf(struct test *t, const struct perf_row *row, const char *path)
{
	struct buf out = { 0 }, err = { 0 };
	char args[300];

	snprintf(args, sizeof(args), "%s -i %s", row->args, path);
	if (data_fixture__perf(t, args, &out, &err)) {
		T_STR(t, err.data, "");
		T_OK(t, count_lines(&out) >= row->lines);
		if (!strstr(out.data, row->want))
			T_FAIL(t, "'%s' is not in: %.1500s", row->want, out.data);
	}
	buf__exit(&out);
	buf__exit(&err);
}

static void run_perf_row(struct test *t, const void *row_)
{
	const struct perf_row *row = row_;
	struct data_fixture fixture;
	struct test_tree tree;
	char path[128];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "perf.data");
	write_recording(t, path, &fixture);
	check_perf(t, row, path);
	if (!row->file_only) {
		write_pipe(t, path, &fixture);
		check_perf(t, row, path);
	}
	test_tree__exit(&tree);
}

/* What the distribution's perf makes of a recording whose recorder was killed. */
static void test_perf_reads_killed(struct test *t)
{
	struct buf out = { 0 }, err = { 0 }, records = { 0 };
	struct data_fixture fixture;
	struct data_writer *writer;
	struct test_tree tree;
	char path[128], args[256];

	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	join(path, &tree, "perf.data");
	T_EQ(t, data_writer__new(&writer, path, &fixture.info, NULL), 0);
	for (int i = 0; i < 3; i++) {
		buf__reset(&records);
		data_fixture__append(&fixture, &records, FIRST_NS + i, 10);
		T_EQ(t, data_writer__write(writer, records.data, records.len), 0);
		T_EQ(t, i < 2 ? data_writer__checkpoint(writer) : 0, 0);
	}
	/* The last ten were not covered by a checkpoint. */
	snprintf(args, sizeof(args), "script -F comm,time -i %s", path);
	if (data_fixture__perf(t, args, &out, &err)) {
		T_STR(t, err.data, "");
		T_EQ(t, count_lines(&out), 20);
	}
	data_writer__delete(writer);
	buf__exit(&out);
	buf__exit(&err);
	buf__exit(&records);
	test_tree__exit(&tree);
}

/* The formats of tracepoints come from tracefs; without them the distribution's perf refuses. */
static void test_tracing_data(struct test *t)
{
	static const char *const tracepoints[] = { "sched:sched_process_exit",
						   "sched:sched_process_exit", NULL };
	char name[] = "sched:sched_process_exit", path[128], args[256];
	_cleanup_free_ char *tracefs = tracefs__find(NULL);
	struct buf out = { 0 }, err = { 0 };
	struct data_reader *reader = NULL;
	struct data_fixture fixture;
	struct test_tree tree;
	u64 id;

	snprintf(args, sizeof(args), "%s/events/sched/sched_process_exit/id",
		 tracefs ? tracefs : "/nowhere");
	if (file__read_u64(AT_FDCWD, args, &id)) {
		test__skip(t, "tracefs can not be read");
		return;
	}
	if (!test_tree__init(t, &tree))
		return;
	data_fixture__init(&fixture);
	fixture.events[1].name = name;
	data_event__attr(&fixture.events[1])->type = PERF_TYPE_TRACEPOINT;
	data_event__attr(&fixture.events[1])->config = id;
	fixture.info.has_tracepoints = true;
	fixture.info.tracepoints = tracepoints;
	join(path, &tree, "perf.data");
	for (int pipe = 0; pipe < 2; pipe++) {
		if (pipe)
			write_pipe(t, path, &fixture);
		else
			write_recording(t, path, &fixture);
		check_recording(t, path, &fixture, pipe);
		T_EQ(t, data_reader__new(&reader, path, NULL), 0);
		if (reader)
			check_records(t, reader, &fixture);
		T_OK(t, reader && data_reader__info(reader)->tracing_data_size > 1000);
		data_reader__delete(reader);
		snprintf(args, sizeof(args), "script -F time,event -i %s", path);
		if (data_fixture__perf(t, args, &out, &err)) {
			T_STR(t, err.data, "");
			T_EQ(t, count_lines(&out), SAMPLES);
		}
		buf__exit(&out);
		buf__exit(&err);
	}
	test_tree__exit(&tree);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_file),
	TEST_FN(test_pipe),
	TEST_FN(test_attr_sizes),
	TEST_FN(test_attr_trimmed),
	TEST_FN(test_unit_and_scale),
	TEST_FN(test_old_file_is_kept),
	TEST_FN(test_valid_at_any_time),
	TEST_FN(test_killed),
	TEST_FN(test_full_disk),
	TEST_FN(test_dev_full),
	TEST_FN(test_no_directory),
	TEST_FN(test_broken_pipe),
	TEST_FN(test_no_whole_records),
	TEST_FN(test_perf_reads_killed),
	TEST_FN(test_tracing_data),
};

struct test_suite suite_data_writer = {
	.name = "data-writer",
	.desc = "Writing perf.data: files and pipes, killed recorders, full disks",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};

struct test_suite suite_data_perf = {
	.name = "data-perf",
	.desc = "What we write, as the distribution's perf reads it",
	.rows = perf_rows,
	.nr = ARRAY_SIZE(perf_rows),
	.row_size = sizeof(perf_rows[0]),
	.run = run_perf_row,
};
