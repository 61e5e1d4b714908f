// SPDX-License-Identifier: GPL-2.0-only
/*
 * Persistent events without a kernel: names and definitions, the protocol against hostile bytes,
 * what is published, sockets in long directories.
 */
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "persistent/connection.h"
#include "persistent/define.h"
#include "persistent/describe.h"
#include "persistent/task-names.h"
#include "persistent/publish.h"
#include "persistent/rundir.h"
#include "persistent/socket.h"
#include "tree.h"
#include "util/attr.h"

static const struct {
	const char *text;
	int ret;
	const char *name, *event; /* of the definition */
	int column;
} definitions_cases[] = {
	{ "a=b", 0, "a", "b", 0 },
	{ "exits=sched:sched_process_exit", 0, "exits", "sched:sched_process_exit", 0 },
	{ " _x-1 = cpu/event=1,umask=2/u ", 0, "_x-1", "cpu/event=1,umask=2/u", 0 },
	{ "a==", 0, "a", "=", 0 },
	{ "a", -EINVAL, NULL, NULL, 0 },
	{ "=b", -EINVAL, NULL, NULL, 0 },
	{ "a=", -EINVAL, NULL, NULL, 3 },
	{ "a= ", -EINVAL, NULL, NULL, 3 },
	{ "1a=b", -EINVAL, NULL, NULL, 1 },
	{ "-a=b", -EINVAL, NULL, NULL, 1 },
	{ "a.b=c", -EINVAL, NULL, NULL, 2 },
	{ "a/../b=c", -EINVAL, NULL, NULL, 2 },
	{ "\xc3\xa4=c", -EINVAL, NULL, NULL, 1 },
	{ "persistent=c", -EINVAL, NULL, NULL, 0 },
	{ "config=c", -EINVAL, NULL, NULL, 0 },
	{ "period=c", -EINVAL, NULL, NULL, 0 },
	{ "cycles=c", -EINVAL, NULL, NULL, 0 },
	{ "L1-dcache-loads=c", -EINVAL, NULL, NULL, 0 },
	{ "LLC=c", -EINVAL, NULL, NULL, 0 },
	{ "attr5=c", -EINVAL, NULL, NULL, 0 },
	{ "rface=c", -EINVAL, NULL, NULL, 0 },
	/* Near misses of what is refused. */
	{ "attr=c", 0, "attr", "c", 0 },
	{ "r=c", 0, "r", "c", 0 },
	{ "rg=c", 0, "rg", "c", 0 },
	{ "LLCs=c", 0, "LLCs", "c", 0 },
	{ "page-faults=page-faults", 0, "page-faults", "page-faults", 0 },
};

static void test_definitions(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(definitions_cases); i++) {
		struct definitions definitions = { 0 };
		struct err err = { 0 };
		int ret = definitions__add(&definitions, definitions_cases[i].text, &err);

		if (ret != definitions_cases[i].ret)
			T_FAIL(t, "'%s' gives %d: %s", definitions_cases[i].text, ret, err.text);
		T_EQ(t, err.column, definitions_cases[i].column);
		T_EQ(t, definitions.nr, !ret);
		if (!ret) {
			T_STR(t, definitions.list[0].name, definitions_cases[i].name);
			T_STR(t, definitions.list[0].event, definitions_cases[i].event);
		} else {
			T_OK(t, *err.text);
		}
		definitions__exit(&definitions);
	}
}

static void test_name_length(struct test *t)
{
	char name[PERSISTENT_NAME_MAX + 2];

	memset(name, 'n', sizeof(name));
	name[PERSISTENT_NAME_MAX] = 0;
	T_EQ(t, definition__check_name(name, NULL), 0);
	name[PERSISTENT_NAME_MAX] = 'n';
	name[PERSISTENT_NAME_MAX + 1] = 0;
	T_EQ(t, definition__check_name(name, NULL), -EINVAL);
}

static void test_definition_file(struct test *t)
{
	static const char good[] =
		"# what runs from boot\n\n a = b:c # and why\n\tx=y#z\r\n#q=r\nlast=one";
	struct definitions definitions = { 0 };
	struct err err = { 0 };

	T_EQ(t, definitions__parse(&definitions, good, "file", &err), 0);
	T_EQ(t, definitions.nr, 3);
	if (definitions.nr == 3) {
		T_STR(t, definitions.list[0].event, "b:c");
		T_STR(t, definitions.list[1].event, "y#z");
		T_STR(t, definitions.list[2].name, "last");
	}
	T_EQ(t, definitions__parse(&definitions, "\n\na=again\n", "file", &err), -EEXIST);
	T_STR(t, err.file, "file:3");
	T_EQ(t, definitions__parse(&definitions, "nothing", "file", &err), -EINVAL);
	T_STR(t, err.file, "file:1");
	definitions__exit(&definitions);
}

static void test_ring_sizes(struct test *t)
{
	u64 page = sysconf(_SC_PAGESIZE);
	const struct {
		const char *text;
		int ret;
		u64 bytes;
	} cases[] = {
		{ "1", 0, page },      { "128", 0, 128 * page },
		{ "1B", 0, page },     { "512K", 0, 512 << 10 },
		{ "3m", 0, 4 << 20 },  { "1G", 0, 1 << 30 },
		{ "0", -ERANGE, 0 },   { "3", -EINVAL, 0 },
		{ "2G", -ERANGE, 0 },  { "-1", -EINVAL, 0 },
		{ "", -EINVAL, 0 },    { "1T", -EINVAL, 0 },
		{ "1KB", -EINVAL, 0 }, { "99999999999999999999", -ERANGE, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		u64 bytes = 0;
		int ret = ring_bytes__parse(cases[i].text, &bytes, NULL);

		if (ret != cases[i].ret || bytes != cases[i].bytes)
			T_FAIL(t, "'%s' gives %d, %llu", cases[i].text, ret, bytes);
	}
}

#define SAMPLES                                                                         \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ)

/* Events that every kernel has, to what the kernel is asked for. */
static const struct {
	const char *string;
	u64 period;
	bool freq;
	u64 sample_type;
} describe_cases[] = {
	{ "page-faults", 4000, true, SAMPLES },
	{ "page-faults/period=7/", 7, false, SAMPLES },
	{ "cpu-clock/freq=99/", 99, true, SAMPLES },
	{ "cs/call-graph=fp,period=1/", 1, false, SAMPLES | PERF_SAMPLE_CALLCHAIN },
	{ "mem:0x1000:w", 1, false, SAMPLES },
};

static void test_describe(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(describe_cases); i++) {
		const char *string = describe_cases[i].string;
		struct description d;
		const struct perf_event_attr *attr;
		struct err err = { 0 };
		u64 times;

		if (description__make(&d, "n", string, 8192, &err)) {
			T_FAIL(t, "'%s': %s", string, err.text);
			continue;
		}
		attr = (struct perf_event_attr *)d.info.words;
		test__note(t, "%s", string);
		T_EQ(t, attr->sample_type, describe_cases[i].sample_type);
		T_EQ(t, attr->freq, describe_cases[i].freq);
		/* The sysctl of the highest rate may be below the default. */
		if (!attr->freq || attr->sample_freq > describe_cases[i].period)
			T_EQ(t, attr->sample_period, describe_cases[i].period);
		/* Where another event's time can be in a sample, its own time run is, too. */
		times = attr->type == PERF_TYPE_SOFTWARE && attr->config != PERF_COUNT_SW_CPU_CLOCK
				? PERF_FORMAT_TOTAL_TIME_ENABLED
				: 0;
		T_EQ(t, attr->read_format, times | PERF_FORMAT_ID | PERF_FORMAT_LOST);
		T_OK(t, attr->write_backward && attr->disabled && attr->sample_id_all);
		T_OK(t, attr->use_clockid && attr->watermark && !attr->inherit && !attr->mmap);
		T_EQ(t, attr->clockid, CLOCK_MONOTONIC);
		T_EQ(t, attr->wakeup_watermark, 8192);
		T_OK(t, d.lost_optional && description__drop_lost(&d.info));
		T_EQ(t, attr->read_format, times | PERF_FORMAT_ID);
		description__exit(&d);
	}
}

/* What has an owner, is more than one event, or fixes what can not be otherwise. */
static const struct {
	const char *string;
	const char *why; /* a part of the text */
} refused_cases[] = {
	{ "page-faults,cs", "names 2" },
	{ "{page-faults,cs}", "names 2" },
	{ "duration_time", "by a command" },
	{ "cs/inherit/", "follows a process" },
	{ "cs/call-graph=dwarf/", "call-graph=fp" },
	{ "software/config=3,attr3:16=0/", "IDENTIFIER" },
	{ "software/config=3,attr5:27=0/", "write_backward" },
	{ "software/config=3,attr4:2=0/", "read_format" },
	{ "no-such-event-at-all", "no-such-event-at-all" },
};

static void test_refused_events(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(refused_cases); i++) {
		struct description d;
		struct err err = { 0 };

		if (!description__make(&d, "n", refused_cases[i].string, 8192, &err)) {
			T_FAIL(t, "'%s' is taken", refused_cases[i].string);
			description__exit(&d);
		} else if (!strstr(err.text, refused_cases[i].why)) {
			T_FAIL(t, "'%s' gives: %s", refused_cases[i].string, err.text);
		}
	}
}

/* Each fault of opening has a text, and names the word that is too new. */
static void test_open_errors(struct test *t)
{
	u64 words[sizeof(struct perf_event_attr) / sizeof(u64) + 3] = { 0 };
	struct event_info info = { .words = words,
				   .nr_words = ARRAY_SIZE(words),
				   .name = (char *)"n",
				   .event = (char *)"e" };
	struct err err;
	char want[32];

	words[ARRAY_SIZE(words) - 2] = 1;
	T_EQ(t, description__open_error(&info, 0, false, -E2BIG, &err), -E2BIG);
	snprintf(want, sizeof(want), "word %zu ", ARRAY_SIZE(words) - 2);
	T_OK(t, strstr(err.text, want));
	T_EQ(t, description__open_error(&info, 3, false, -EACCES, &err), -EACCES);
	T_OK(t, strstr(err.text, "CPU 3") && strstr(err.hint, "paranoid"));
	T_EQ(t, description__open_error(&info, 3, true, -EPERM, &err), -EPERM);
	T_OK(t, strstr(err.hint, "perf_event_mlock_kb"));
}

/* The word to name is the first that is set past what the kernel knows, wherever that ends. */
static void test_too_new_word(struct test *t)
{
	static const u64 words[20] = { [0] = 1, [16] = 5, [18] = 1 };
	struct err err = { 0 };

	T_EQ(t, attr__explain_too_big(words, 20, 128, "e", &err), -E2BIG);
	T_OK(t, strstr(err.text, "word 16 ") && strstr(err.hint, "attr16"));
	T_EQ(t, attr__explain_too_big(words, 20, 136, "e", &err), -E2BIG);
	T_OK(t, strstr(err.text, "word 18 ") && strstr(err.text, "136 bytes"));
	err = (struct err){ 0 };
	T_EQ(t, attr__explain_too_big(words, 20, -EACCES, "e", &err), -E2BIG);
	T_OK(t, strstr(err.text, "160 bytes") && !err.hint[0]);
}

/* An attr of one word more than this tool knows, to see that none is lost. */
#define WORDS (sizeof(struct perf_event_attr) / sizeof(u64) + 1)

static void put_event(struct buf *out)
{
	u64 words[WORDS];
	struct event_info info = { .id = 7,
				   .next_id = 9,
				   .words = words,
				   .nr_words = WORDS,
				   .name = (char *)"n",
				   .event = (char *)"e",
				   .clockid = -1,
				   .tp_system = (char *)"s",
				   .since_ns = 5,
				   .ring_bytes = 4096,
				   .nr_rings = 2 };

	for (size_t i = 0; i < WORDS; i++)
		words[i] = i * 3;
	message__put_event(out, &info);
}

static void test_event_message(struct test *t)
{
	struct event_info info;
	struct buf buf = { 0 };
	struct wire body;

	put_event(&buf);
	T_EQ(t, message__open(buf.data, buf.len, &body), MESSAGE_EVENT);
	T_EQ(t, message__get_event(&body, &info), 0);
	T_EQ(t, info.id, 7);
	T_EQ(t, info.next_id, 9);
	T_EQ(t, info.nr_words, WORDS);
	T_EQ(t, info.words[WORDS - 1], (WORDS - 1) * 3);
	T_STR(t, info.name, "n");
	T_STR(t, info.event, "e");
	T_STR(t, info.tp_system, "s");
	T_OK(t, !info.tp_name);
	T_EQ(t, info.clockid, -1);
	T_EQ(t, info.since_ns, 5);
	T_EQ(t, info.ring_bytes, 4096);
	T_EQ(t, info.nr_rings, 2);
	event_info__exit(&info);
	buf__exit(&buf);
}

static void test_err_message(struct test *t)
{
	struct err err, got;
	struct buf buf = { 0 };
	struct wire body;

	err__set_at(&err, -ENOENT, 5, "no such event");
	err__set_hint(&err, "look again");
	err__set_file(&err, "/sys/x");
	message__put_err(&buf, &err);
	T_EQ(t, message__open(buf.data, buf.len, &body), MESSAGE_ERROR);
	T_EQ(t, message__get_err(&body, &got), 0);
	T_EQ(t, got.code, -ENOENT);
	T_EQ(t, got.column, 5);
	T_STR(t, got.text, "no such event");
	T_STR(t, got.hint, "look again");
	T_STR(t, got.file, "/sys/x");
	buf__exit(&buf);
}

/* Decodes any message as whatever it says it is. */
static int decode_any(const void *data, size_t len)
{
	struct add_request request;
	struct event_status status;
	struct event_info info;
	struct fd_info fds[PROTOCOL_FDS_MAX];
	struct err err;
	struct wire body;
	char *name;
	u64 id;
	int ret, type = message__open(data, len, &body);

	switch (type) {
	case MESSAGE_ATTACH:
	case MESSAGE_FORGET:
		return message__get_id(&body, &id);
	case MESSAGE_ADD:
		ret = message__get_add(&body, &request);
		if (!ret)
			add_request__exit(&request);
		return ret;
	case MESSAGE_REMOVE:
		ret = message__get_name(&body, &name);
		free(name);
		return ret;
	case MESSAGE_ERROR:
		return message__get_err(&body, &err);
	case MESSAGE_EVENT:
		ret = message__get_event(&body, &info);
		if (!ret)
			event_info__exit(&info);
		return ret;
	case MESSAGE_FDS:
		ret = message__get_fds(&body, fds);
		return ret < 0 ? ret : 0;
	case MESSAGE_STATUS:
		ret = message__get_status(&body, &status);
		if (!ret)
			event_status__exit(&status);
		return ret;
	}
	return type < 0 ? type : message__get_none(&body);
}

static void put_sample(struct buf *out, enum message_type type)
{
	const struct add_request request = { .name = (char *)"n", .event = (char *)"e:f" };
	const struct event_status status = { .name = (char *)"n",
					     .event = (char *)"e",
					     .cpus = (char *)"0-3" };
	const struct fd_info fds[] = { { 0, 11 }, { 1, 12 } };
	const struct err err = { .code = -EINVAL, .text = "text" };

	switch (type) {
	case MESSAGE_ATTACH:
	case MESSAGE_FORGET:
		return message__put_id(out, type, 3);
	case MESSAGE_ADD:
		return message__put_add(out, &request);
	case MESSAGE_REMOVE:
		return message__put_name(out, "n");
	case MESSAGE_ERROR:
		return message__put_err(out, &err);
	case MESSAGE_EVENT:
		return put_event(out);
	case MESSAGE_FDS:
		return message__put_fds(out, fds, 2);
	case MESSAGE_STATUS:
		return message__put_status(out, &status);
	default:
		return message__put_plain(out, type);
	}
}

/* Every message is whole or refused: cut anywhere, with a byte more, of another version. */
static void test_cut_messages(struct test *t)
{
	for (int type = MESSAGE_ATTACH; type <= MESSAGE_QUIT; type++) {
		struct buf buf = { 0 };

		put_sample(&buf, type);
		T_OK(t, buf.len < PROTOCOL_MESSAGE_MAX);
		T_EQ(t, decode_any(buf.data, buf.len), 0);
		for (size_t len = 0; len < buf.len; len++) {
			/* A copy of just that size, so that a sanitizer sees a byte too much. */
			_cleanup_free_ char *cut = malloc(len + !len);

			memcpy(cut, buf.data, len);
			if (decode_any(cut, len) != -EPROTO)
				T_FAIL(t, "type %d cut to %zu bytes is taken", type, len);
		}
		buf__append(&buf, "x", 1);
		T_EQ(t, decode_any(buf.data, buf.len), -EPROTO);
		buf.data[8]++;
		T_EQ(t, decode_any(buf.data, buf.len), -EPROTONOSUPPORT);
		buf__exit(&buf);
	}
}

/* Bytes changed at random, always the same ones: refused or taken, but never out of bounds. */
static void test_garbled_messages(struct test *t)
{
	unsigned int seed = 1, taken = 0;

	for (int round = 0; round < 20000; round++) {
		struct buf buf = { 0 };

		put_sample(&buf, MESSAGE_ATTACH + round % MESSAGE_QUIT);
		for (int i = 0; i < 1 + round % 4; i++)
			buf.data[rand_r(&seed) % buf.len] = rand_r(&seed);
		taken += !decode_any(buf.data, buf.len);
		buf__exit(&buf);
	}
	test__note(t, "%u of 20000 taken", taken);
	T_OK(t, taken > 0 && taken < 20000);
}

/* Lengths and numbers that lie. */
static void test_lying_messages(struct test *t)
{
	static const u64 lies[] = { ~0ULL - 1, 1ULL << 63, 1ULL << 32, 65537, 4097, 513 };
	struct buf buf = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(lies); i++) {
		buf__reset(&buf);
		message__put_name(&buf, "name");
		memcpy(buf.data + 24, &lies[i], sizeof(u64));
		T_EQ(t, decode_any(buf.data, buf.len), -EPROTO);
		buf__reset(&buf);
		put_event(&buf);
		memcpy(buf.data + 40, &lies[i], sizeof(u64)); /* the number of words */
		T_EQ(t, decode_any(buf.data, buf.len), -EPROTO);
		buf__reset(&buf);
		put_sample(&buf, MESSAGE_FDS);
		memcpy(buf.data + 24, &lies[i], sizeof(u64));
		T_EQ(t, decode_any(buf.data, buf.len), -EPROTO);
	}
	buf__exit(&buf);
}

static int make_dir(char *path)
{
	return mkdtemp(path) ? open(path, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
}

static void check_file(struct test *t, int dirfd, const char *path, const char *want)
{
	_cleanup_free_ char *text = NULL;

	if (file__read(dirfd, path, 4096, &text) < 0)
		T_FAIL(t, "%s can not be read", path);
	else
		T_STR(t, text, want);
}

static void test_publish(struct test *t)
{
	char path[] = "/tmp/perf-test-XXXXXX";
	_cleanup_close_ int dirfd = make_dir(path);
	const struct publish_event events[] = { { "one", 1 }, { "two", 22 } },
				   three = { "three", 3 };

	T_EQ(t, publish__tree(dirfd, events, 2, NULL), 0);
	check_file(t, dirfd, "devices/.holder", "../socket\n");
	check_file(t, dirfd, "devices/persistent/type", "4026531840\n");
	check_file(t, dirfd, "devices/persistent/format/persistent", "attr5:63\n");
	check_file(t, dirfd, "devices/persistent/events/two", "persistent,config=22\n");
	T_EQ(t, publish__add(dirfd, &three, NULL), 0);
	check_file(t, dirfd, "devices/persistent/events/three", "persistent,config=3\n");
	publish__remove(dirfd, "one");
	T_OK(t, faccessat(dirfd, "devices/persistent/events/one", F_OK, 0));
	/* A tree that is there already, of a holder that was killed, is replaced whole. */
	T_EQ(t, publish__tree(dirfd, events, 1, NULL), 0);
	T_OK(t, faccessat(dirfd, "devices/persistent/events/three", F_OK, 0));
	check_file(t, dirfd, "devices/persistent/events/one", "persistent,config=1\n");
	publish__withdraw(dirfd);
	T_EQ(t, rmdir(path), 0);
}

/* What no holder made is neither replaced nor removed. */
static void test_publish_foreign(struct test *t)
{
	char path[] = "/tmp/perf-test-XXXXXX";
	_cleanup_close_ int dirfd = make_dir(path);
	struct err err = { 0 };

	T_EQ(t, mkdirat(dirfd, "devices", 0755), 0);
	T_EQ(t, mkdirat(dirfd, "devices/mine", 0755), 0);
	T_EQ(t, publish__tree(dirfd, NULL, 0, &err), -EEXIST);
	publish__withdraw(dirfd);
	T_EQ(t, unlinkat(dirfd, "devices/mine", AT_REMOVEDIR), 0);
	T_EQ(t, unlinkat(dirfd, "devices", AT_REMOVEDIR), 0);
	T_EQ(t, rmdir(path), 0);
}

static void test_rundir_lock(struct test *t)
{
	char path[] = "/tmp/perf-test-XXXXXX", sub[64];
	struct rundir first, second;
	struct err err = { 0 };

	T_OK(t, mkdtemp(path));
	snprintf(sub, sizeof(sub), "%s/run", path);
	T_EQ(t, rundir__open(&first, sub, false, &err), -ENOENT);
	T_EQ(t, rundir__open(&first, sub, true, &err), 0);
	T_EQ(t, rundir__lock(&first, false, &err), -ENOENT);
	T_EQ(t, rundir__lock(&first, true, &err), 0);
	T_EQ(t, rundir__open(&second, sub, true, &err), 0);
	T_EQ(t, rundir__lock(&second, true, &err), -EBUSY);
	/* One that ends without removing hands on that the directory was made by a holder. */
	rundir__exit(&first, false);
	T_OK(t, !second.created);
	T_EQ(t, rundir__lock(&second, true, &err), 0);
	T_OK(t, second.created);
	rundir__exit(&second, true);
	T_OK(t, access(sub, F_OK));
	T_EQ(t, mkdir(sub, 0777), 0);
	T_EQ(t, chmod(sub, 0777), 0);
	T_EQ(t, rundir__open(&first, sub, true, &err), 0);
	T_EQ(t, rundir__lock(&first, true, &err), -EPERM);
	rundir__exit(&first, false);
	T_EQ(t, rmdir(sub), 0);
	T_EQ(t, rmdir(path), 0);
}

/* A path of 900 bytes, which no socket address holds, and descriptors that arrive. */
static void test_long_directory(struct test *t)
{
	char command[64], path[] = "/tmp/perf-test-XXXXXX", part[181];
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	int dirfd = make_dir(path), listener, client, server, fds[2] = { 0, 1 };
	struct buf buf = { 0 };

	memset(part, 'd', sizeof(part) - 1);
	part[sizeof(part) - 1] = 0;
	for (int i = 0; i < 5; i++) {
		int deeper;

		T_EQ(t, mkdirat(dirfd, part, 0755), 0);
		deeper = openat(dirfd, part, O_PATH | O_DIRECTORY);
		close(dirfd);
		dirfd = deeper;
	}
	listener = socket__listen(dirfd, "socket", 0600);
	client = socket__connect(dirfd, "socket", 5);
	T_OK(t, listener >= 0 && client >= 0);
	server = accept(listener, NULL, NULL);
	buf__append(&buf, "hello", 5);
	T_EQ(t, socket__send(server, &buf, fds, 2, 0), 0);
	T_EQ(t, socket__receive(client, message, 0), 1);
	T_EQ(t, message->len, 5);
	T_EQ(t, message->nr_fds, 2);
	socket_message__close_fds(message);
	close(server);
	T_EQ(t, socket__receive(client, message, 0), 0);
	close(client);
	close(listener);
	close(dirfd);
	buf__exit(&buf);
	snprintf(command, sizeof(command), "rm -r %s", path);
	T_EQ(t, system(command), 0);
}

/* A peer that takes nothing fills a queue, and the sender goes on. */
static void test_slow_peer(struct test *t)
{
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	struct connection *connection;
	int pair[2], received = 0;

	T_EQ(t, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	connection = connection__new(pair[0], 0);
	for (int i = 0; i < 5000; i++)
		T_EQ(t, connection__put_plain(connection, MESSAGE_OK), 0);
	T_EQ(t, connection__flush(connection), -EAGAIN);
	for (; received < 5000 && socket__receive(pair[1], message, MSG_DONTWAIT) > 0; received++)
		connection__flush(connection);
	T_EQ(t, received, 5000);
	T_OK(t, !connection__has_queue(connection));
	T_EQ(t, connection__put_plain(connection, MESSAGE_OK), 0);
	close(pair[1]);
	T_EQ(t, connection__flush(connection), -EPIPE);
	connection__delete(connection);
}

#define NAME(tid_, start, time, comm_)                                                      \
	{                                                                                   \
		.pid = 1, .tid = tid_, .start_ticks = start, .time_ns = time, .comm = comm_ \
	}

static void test_names_merge(struct test *t)
{
	struct task_name first[] = { NAME(5, 10, 100, "a"), NAME(7, 20, 200, "b"),
				     NAME(9, 30, 300, "c") };
	/* 5 goes on, 7 is another task now, 8 is new, 9 has another name. */
	struct task_name second[] = { NAME(5, 10, 100, "a"), NAME(7, 21, 210, "d"),
				      NAME(8, 25, 250, "e"), NAME(9, 30, 300, "f") };
	const struct task_name want[] = { NAME(5, 10, 100, "a"), NAME(7, 20, 200, "b"),
					  NAME(7, 21, 210, "d"), NAME(8, 25, 250, "e"),
					  NAME(9, 30, 300, "c"), NAME(9, 30, 1000, "f") };
	struct task_names names = { 0 }, fresh = { .list = first, .nr = 3 };

	T_EQ(t, task_names__merge(&names, &fresh, 900, 100), 0);
	T_EQ(t, names.nr, 3);
	fresh = (struct task_names){ .list = second, .nr = 4 };
	T_EQ(t, task_names__merge(&names, &fresh, 1000, 100), 0);
	T_OK(t, names.nr == 6 && !memcmp(names.list, want, sizeof(want)));
	/* The same again adds nothing; too many, and who has ended goes. */
	T_EQ(t, task_names__merge(&names, &fresh, 1100, 100), 0);
	T_EQ(t, names.nr, 6);
	T_EQ(t, task_names__merge(&names, &fresh, 1200, 9), 0);
	T_OK(t, names.nr == 5 && !memcmp(&names.list[1], &want[2], sizeof(want[2])));
	T_EQ(t, task_names__merge(&names, &fresh, 1200, 3), 0);
	T_EQ(t, names.nr, 3);
	task_names__exit(&names);
}

static void test_names_file(struct test *t)
{
	struct task_name list[] = { NAME(5, 10, 100, "a"), NAME(7, 20, 200, "b") };
	const struct task_names names = { .list = list, .nr = 2 };
	struct task_names got;
	struct test_tree tree;
	int fd;

	if (!test_tree__init(t, &tree))
		return;
	fd = open(tree.path, O_PATH | O_DIRECTORY);
	T_EQ(t, task_names__read(&got, fd), -ENOENT);
	T_EQ(t, task_names__write(&names, fd), 0);
	T_EQ(t, task_names__write(&names, fd), 0);
	T_EQ(t, task_names__read(&got, fd), 0);
	T_OK(t, got.nr == 2 && !memcmp(got.list, list, sizeof(list)));
	task_names__exit(&got);
	task_names__remove(fd);
	for (size_t i = 0; i < 2; i++) {
		test_tree__write(t, &tree, NAMES_FILE,
				 i ? "rubbish, and more than a head of it" : "");
		T_EQ(t, task_names__read(&got, fd), -EPROTO);
	}
	close(fd);
	test_tree__exit(&tree);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_definitions),    TEST_FN(test_name_length),      TEST_FN(test_definition_file),
	TEST_FN(test_names_merge),    TEST_FN(test_names_file),	      TEST_FN(test_ring_sizes),
	TEST_FN(test_describe),	      TEST_FN(test_refused_events),   TEST_FN(test_open_errors),
	TEST_FN(test_too_new_word),   TEST_FN(test_event_message),    TEST_FN(test_err_message),
	TEST_FN(test_cut_messages),   TEST_FN(test_garbled_messages), TEST_FN(test_lying_messages),
	TEST_FN(test_publish),	      TEST_FN(test_publish_foreign),  TEST_FN(test_rundir_lock),
	TEST_FN(test_long_directory), TEST_FN(test_slow_peer),
};

struct test_suite suite_persistent = {
	.name = "persistent",
	.desc = "Definitions, protocol and files of persistent events",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
