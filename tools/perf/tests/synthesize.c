// SPDX-License-Identifier: GPL-2.0-only
/* tools/perf/record/synthesize: this very process through a file and back. */
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <perf/event.h>

#include "data/reader.h"
#include "data/writer.h"
#include "record/output.h"
#include "record/synthesize.h"

#define TYPE (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER)

struct seen {
	unsigned int comms, forks, own_maps, kernel_maps, records;
	bool named, timed;
};

static void look(struct seen *seen, const struct data_record *record, const char *exe)
{
	const struct perf_record_mmap2 *map = record->bytes;
	const struct perf_record_comm *comm = record->bytes;
	u64 time_ns;

	seen->records++;
	/* TID, TIME, IDENTIFIER at the end: a time of 0 lets readers take it at once. */
	memcpy(&time_ns, (const char *)record->bytes + record->size - 2 * sizeof(u64),
	       sizeof(time_ns));
	seen->timed |= time_ns != 0;
	switch (record->header->type) {
	case PERF_RECORD_COMM:
		seen->comms++;
		seen->named |= comm->pid == (u32)getpid() && !strcmp(comm->comm, "a name (x) of15");
		break;
	case PERF_RECORD_FORK:
		seen->forks++;
		break;
	case PERF_RECORD_MMAP2:
		seen->own_maps += !strcmp(map->filename, exe) && map->start && map->len;
		break;
	case PERF_RECORD_MMAP:
		seen->kernel_maps++;
		break;
	}
}

static void test_self(struct test *t)
{
	u64 words[sizeof(struct perf_event_attr) / 8] = { 0 }, id = 1;
	struct data_event event = { .words = words,
				    .attr_size = sizeof(words),
				    .ids = &id,
				    .nr_ids = 1,
				    .name = (char *)"dummy",
				    .scale = 1 };
	struct data_writer_info info = { .events = &event, .nr_events = 1, .clockid = -1 };
	struct perf_event_attr *attr = data_event__attr(&event);
	char path[] = "/tmp/perf-test-XXXXXX", exe[PATH_MAX] = "";
	struct record_output output = { 0 };
	struct data_reader *reader = NULL;
	struct data_record record;
	struct err err = { 0 };
	struct seen seen = { 0 };
	int fd = mkstemp(path);

	T_OK(t, fd >= 0 && readlink("/proc/self/exe", exe, sizeof(exe) - 1) > 0);
	close(fd);
	unlink(path);
	*attr = (struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE,
					  .size = sizeof(words),
					  .config = PERF_COUNT_SW_DUMMY,
					  .sample_type = TYPE,
					  .sample_id_all = 1 };
	prctl(PR_SET_NAME, "a name (x) of15");
	T_EQ(t, record_output__add_layout(&output, id, TYPE), 0);
	T_EQ(t, record_output__open(&output, path, &info, &err), 0);
	T_EQ(t, synthesize__kernel(&output, TYPE, &err), 0);
	T_EQ(t, synthesize__task(&output, TYPE, getpid(), &err), 0);
	/* A task that is not there is left out. */
	T_EQ(t, synthesize__task(&output, TYPE, INT_MAX, &err), 0);
	T_EQ(t, record_output__finish(&output, false, &err), 0);
	record_output__exit(&output);
	T_EQ(t, data_reader__new(&reader, path, &err), 0);
	while (reader && data_reader__next(reader, &record, &err) > 0)
		if (record.header->type == PERF_RECORD_COMM ||
		    record.header->type == PERF_RECORD_FORK ||
		    record.header->type == PERF_RECORD_MMAP ||
		    record.header->type == PERF_RECORD_MMAP2)
			look(&seen, &record, exe);
	data_reader__delete(reader);
	unlink(path);
	T_EQ(t, err.code, 0);
	T_EQ(t, seen.comms, 1);
	T_EQ(t, seen.forks, 1);
	T_OK(t, seen.named && !seen.timed);
	T_OK(t, seen.own_maps >= 1);
}

static void test_trailer(struct test *t)
{
	T_EQ(t, synthesize__trailer_bytes(0), 0);
	T_EQ(t, synthesize__trailer_bytes(PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_RAW), 0);
	T_EQ(t, synthesize__trailer_bytes(TYPE), 24);
	T_EQ(t, synthesize__trailer_bytes(~0ULL), 48);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_trailer),
	TEST_FN(test_self),
};

struct test_suite suite_synthesize = {
	.name = "synthesize",
	.desc = "What ran before a recording, as records",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
