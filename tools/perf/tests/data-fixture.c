// SPDX-License-Identifier: GPL-2.0-only
/* Recordings in memory for the suites of perf.data, and ways to look at files. */
#include "data-fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "data/reader.h"
#include "file.h"

#define PERF "/usr/bin/perf"
#define SAMPLE_TYPE                                                                     \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

void data_fixture__init(struct data_fixture *fixture)
{
	static const u64 configs[] = { PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_PAGE_FAULTS,
				       PERF_COUNT_SW_DUMMY };
	static char names[][16] = { "cpu-clock", "page-faults", "dummy" };

	memset(fixture, 0, sizeof(*fixture));
	for (size_t i = 0; i < DATA_FIXTURE_EVENTS; i++) {
		struct perf_event_attr *attr = (struct perf_event_attr *)fixture->words[i];
		struct data_event *event = &fixture->events[i];

		attr->type = PERF_TYPE_SOFTWARE;
		attr->size = 128;
		attr->config = configs[i];
		attr->sample_period = 1000;
		attr->sample_type = SAMPLE_TYPE;
		attr->read_format = PERF_FORMAT_ID;
		attr->sample_id_all = 1;
		attr->use_clockid = 1;
		attr->clockid = CLOCK_MONOTONIC;
		attr->comm = i == 2;
		attr->exclude_guest = i != 2;
		fixture->ids[i][0] = 100 + 2 * i;
		fixture->ids[i][1] = 101 + 2 * i;
		fixture->leaders[i] = i == 2 ? 2 : 0;
		event->words = fixture->words[i];
		event->attr_size = 128;
		event->ids = fixture->ids[i];
		event->nr_ids = 2;
		event->name = names[i];
		event->scale = 1;
	}
	fixture->argv[0] = "record";
	fixture->argv[1] = "-a";
	fixture->info = (struct data_writer_info){
		.events = fixture->events,
		.nr_events = DATA_FIXTURE_EVENTS,
		.leaders = fixture->leaders,
		.argv = fixture->argv,
		.clockid = CLOCK_MONOTONIC,
	};
}

struct sample_record {
	struct perf_event_header header;
	u64 id, ip;
	u32 pid, tid;
	u64 time;
	u32 cpu, reserved;
	u64 period;
};

struct comm_record {
	struct perf_event_header header;
	u32 pid, tid;
	char comm[16];
	u32 id_pid, id_tid;
	u64 time;
	u32 cpu, reserved;
	u64 id;
};

struct mmap_record {
	struct perf_event_header header;
	u32 pid, tid;
	u64 start, len, offset;
	char name[24];
	u32 id_pid, id_tid;
	u64 time;
	u32 cpu, reserved;
	u64 id;
};

/* Without the kernel's map the distribution's report has much to say. */
static void append_kernel_map(const struct data_fixture *fixture, struct buf *records, u64 time_ns)
{
	struct mmap_record map = {
		.header = { PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL, sizeof(map) },
		.pid = -1,
		.start = 0xffffffff81000000,
		.len = 0x1000000,
		.offset = 0xffffffff81000000,
		.name = "[kernel.kallsyms]_text",
		.time = time_ns,
		.id = fixture->ids[2][0],
	};

	buf__append(records, &map, sizeof(map));
}

void data_fixture__append(const struct data_fixture *fixture, struct buf *records, u64 first_ns,
			  size_t nr)
{
	struct comm_record comm = {
		.header = { PERF_RECORD_COMM, PERF_RECORD_MISC_USER, sizeof(comm) },
		.pid = 4242,
		.tid = 4242,
		.comm = DATA_FIXTURE_COMM,
		.time = first_ns,
		.id = fixture->ids[2][0],
	};

	append_kernel_map(fixture, records, first_ns);
	buf__append(records, &comm, sizeof(comm));
	for (size_t i = 0; i < nr; i++) {
		struct sample_record sample = {
			.header = { PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sizeof(sample) },
			.id = fixture->ids[0][i % 2],
			.ip = 0x1000 + i,
			.pid = 4242,
			.tid = 4242,
			.time = first_ns + i * DATA_FIXTURE_STEP_NS,
			.cpu = i % 2,
			.period = 1000,
		};

		buf__append(records, &sample, sizeof(sample));
	}
}

bool data_fixture__load(struct test *t, const char *path, struct buf *bytes)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(AT_FDCWD, path, 64 << 20, &text);

	if (len < 0) {
		T_FAIL(t, "%s: %s", path, strerror(-len));
		return false;
	}
	return buf__append(bytes, text, len) == 0;
}

void data_fixture__as_file(struct test *t, const void *bytes, size_t len, char path[64])
{
	int fd = memfd_create("perf.data", 0);

	if (fd < 0 || file__write_all(fd, bytes, len))
		T_FAIL(t, "memfd: %s", strerror(errno));
	snprintf(path, 64, "/proc/self/fd/%d", fd);
}

void data_fixture__count(const char *path, struct data_counts *counts)
{
	struct data_reader *reader;
	struct data_record record;
	struct err err = { 0 };

	memset(counts, 0, sizeof(*counts));
	counts->ret = data_reader__new(&reader, path, &err);
	if (counts->ret) {
		snprintf(counts->text, sizeof(counts->text), "%s", err.text);
		return;
	}
	while ((counts->ret = data_reader__next(reader, &record, &err)) > 0) {
		counts->nr++;
		if (record.header->type < PERF_RECORD_MAX)
			counts->bytes += record.size;
		counts->samples += record.header->type == PERF_RECORD_SAMPLE;
		counts->by_type[record.header->type < 127 ? record.header->type : 127]++;
	}
	snprintf(counts->text, sizeof(counts->text), "%s\n%.400s", err.text,
		 data_reader__notes(reader));
	data_reader__delete(reader);
}

/* Everything that comes out of @file. */
static void drain(FILE *file, struct buf *to)
{
	char bytes[4096];
	size_t got;

	while ((got = fread(bytes, 1, sizeof(bytes), file)) > 0)
		buf__append(to, bytes, got);
	buf__append(to, "", 0);
}

bool data_fixture__perf(struct test *t, const char *args, struct buf *out, struct buf *err)
{
	_cleanup_fclose_ FILE *said = tmpfile();
	_cleanup_free_ char *command = NULL;
	FILE *pipe;

	if (access(PERF, X_OK)) {
		test__skip(t, "there is no " PERF);
		return false;
	}
	if (!said ||
	    asprintf(&command, PERF " %s 2>/proc/self/fd/%d </dev/null", args, fileno(said)) < 0) {
		T_FAIL(t, "no temporary file");
		return false;
	}
	pipe = popen(command, "r");
	if (!pipe) {
		T_FAIL(t, "%s: %s", command, strerror(errno));
		return false;
	}
	drain(pipe, out);
	pclose(pipe);
	rewind(said);
	drain(said, err);
	return true;
}
