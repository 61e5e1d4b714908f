// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of pmu-attr that need more than memory: event strings over real files that are broken, and
 * events that only words of the attr describe, opened beside their symbolic twins.
 */
#include "pmu-attr.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tree.h"
#include "util/event.h"
#include "util/parse-events.h"
#include "util/pmus.h"

struct broken {
	const char *string;
	const char *file; /* the end of its path; "": what was typed */
	int column;
	const char *error; /* NULL: resolves to type and config */
};

static const struct broken broken[] = {
	{ "no_type/event=1/", "/no_type/type", 0, "needs this file" },
	{ "bad_type/event=1/", "/bad_type/type", 0, "no decimal number" },
	{ "huge_type//", "/huge_type/type", 0, "32 bits" },
	{ "bad_word/w0=1/", "/bad_word/format/w0", 7, "size" },
	{ "bad_word/far=1/", "/bad_word/format/far", 5, "511" },
	{ "bad_word/big=1/", "/bad_word/format/big", 5, "511" },
	{ "bad_word/config=3/", "", 0, NULL },
	{ "bad_bits/a=1/", "/bad_bits/format/a", 8, "63" },
	{ "bad_bits/b=1/", "/bad_bits/format/b", 8, "reversed" },
	{ "bad_bits/c=1/", "/bad_bits/format/c", 10, "63" },
	{ "bad_bits/d=1/", "/bad_bits/format/d", 8, "" },
	{ "bad_bits/e=1/", "/bad_bits/format/e", 7, "" },
	{ "bad_bits/f=1/", "/bad_bits/format/f", 6, "" },
	{ "bad_bits/g=1/", "/bad_bits/format/g", 6, "size" },
	{ "bad_bits/h=1/", "/bad_bits/format/h", 7, "" },
	{ "bad_bits/i=1/", "/bad_bits/format/i", 7, "" },
	{ "bad_bits/a/", "/bad_bits/format/a", 8, "63" },
	{ "bad_text/j=1/", "/bad_text/format/j", 8, "" },
	{ "bad_text/k=1/", "/bad_text/format/k", 12, "" },
	{ "bad_text/l=1/", "/bad_text/format/l", 1, "" },
	{ "bad_text/m=1/", "/bad_text/format/m", 10, "second line" },
	{ "bad_text/n=1/", "/bad_text/format/n", 11, "" },
	{ "bad_text/long=1/", "/bad_text/format/long", 4097, "longer than 4096" },
	{ "bad_text/config=1/", "", 0, NULL },
	{ "loop/a/", "/loop/events/b", 1, "too deep: a -> b -> a" },
	{ "loop/b/", "/loop/events/a", 1, "too deep: b -> a -> b" },
	{ "loop/self/", "/loop/events/self", 1, "too deep: self -> self" },
	{ "loop/event=1/", "", 0, NULL },
	{ "bad_event/toobig/", "/bad_event/events/toobig.scale", 1, "a scale" },
	{ "bad_event/unknown/", "/bad_event/events/unknown", 1, "no term 'nosuch'" },
	{ "bad_event/empty/", "/bad_event/events/empty", 1, "expected a term" },
	{ "bad_event/junk/", "/bad_event/events/junk", 1, "unexpected '='" },
	{ "bad_event/neg/", "/bad_event/events/neg", 7, "no number" },
	{ "bad_event/dup/", "/bad_event/events/dup", 9, "set the same bits" },
	{ "bad_event/event=1/", "", 0, NULL },
	{ "dirs/adir/", "/dirs/format/adir", 0, "no regular file" },
	{ "dirs/link=1/", "/dirs/format/link", 0, "" },
	{ "dirs/dangling/", "", 6, "no term or event 'dangling'" },
	{ "dirs/config=1/", "", 0, NULL },
};

/* An event list over the sources below a scratch directory. */
struct live {
	struct test_tree tree;
	struct pmus *pmus;
	struct event_list list;
};

static void live__exit(struct live *l)
{
	event_list__exit(&l->list);
	pmus__delete(l->pmus);
	test_tree__exit(&l->tree);
}

static void live__open(struct test *t, struct live *l, const char *a, const char *b)
{
	char sources[2 * PATH_MAX];

	snprintf(sources, sizeof(sources), "%s/%s%s%s%s%s", l->tree.path, a, b ? ":" : "",
		 b ? l->tree.path : "", b ? "/" : "", b ? b : "");
	l->pmus = pmus__new(sources);
	T_OK(t, l->pmus);
}

static int live__parse(struct live *l, const char *string, struct err *err)
{
	*err = (struct err){ 0 };
	return parse_events(&l->list, string, pmus__lookup(l->pmus), err);
}

static void check_broken(struct test *t, struct live *l, const struct broken *b)
{
	struct err err;
	int ret = live__parse(l, b->string, &err);
	size_t len = strlen(err.file), end = strlen(b->file);

	if (!b->error) {
		if (ret)
			T_FAIL(t, "%s: %s:%d: %s", b->string, err.file, err.column, err.text);
		return;
	}
	if (!ret)
		T_FAIL(t, "%s: is not refused", b->string);
	else if (len < end || strcmp(err.file + len - end, b->file) || (!end && len))
		T_FAIL(t, "%s: the file is '%s' (%s)", b->string, err.file, err.text);
	else if (err.column != b->column || !strstr(err.text, b->error))
		T_FAIL(t, "%s: column %d: %s", b->string, err.column, err.text);
}

void pmu_attr__broken(struct test *t)
{
	struct live l = { 0 };

	if (!test_tree__init(t, &l.tree))
		return;
	if (test_tree__make_sysfs(t, &l.tree, "broken", "s")) {
		live__open(t, &l, "s", NULL);
		for (size_t i = 0; i < ARRAY_SIZE(broken); i++)
			check_broken(t, &l, &broken[i]);
	}
	live__exit(&l);
}

static void check_unreadable(struct test *t, void *arg)
{
	static const struct broken unreadable = { "unreadable/event=1/", "/unreadable/format/event",
						  0, "" };
	static const struct broken other = { "unreadable/config=1/", "", 0, NULL };

	check_broken(t, arg, &unreadable);
	check_broken(t, arg, &other);
}

void pmu_attr__unreadable(struct test *t)
{
	struct live l = { 0 };

	if (!test_tree__init(t, &l.tree))
		return;
	if (test_tree__make_sysfs(t, &l.tree, "broken", "s")) {
		live__open(t, &l, "s", NULL);
		test__as_nobody(t, check_unreadable, &l);
	}
	live__exit(&l);
}

/* What the first source lacks comes from the next; what both have, from the first. */
void pmu_attr__later_source(struct test *t)
{
	static const struct {
		const char *string;
		u32 type;
	} strings[] = { { "p/first/", 7 }, { "p/second/", 9 }, { "p/both/", 7 }, { "second", 9 },
			{ "both", 7 },	   { "p/b=1/", 9 },    { "p//", 7 } };
	struct live l = { 0 };
	struct err err;

	if (!test_tree__init(t, &l.tree))
		return;
	test_tree__write(t, &l.tree, "a/p/type", "7");
	test_tree__write(t, &l.tree, "a/p/format/a", "config:0");
	test_tree__write(t, &l.tree, "a/p/events/first", "a");
	test_tree__write(t, &l.tree, "a/p/events/both", "a");
	test_tree__write(t, &l.tree, "b/p/type", "9");
	test_tree__write(t, &l.tree, "b/p/format/b", "config:1");
	test_tree__write(t, &l.tree, "b/p/events/second", "b");
	test_tree__write(t, &l.tree, "b/p/events/both", "b");
	live__open(t, &l, "a", "b");
	for (size_t i = 0; i < ARRAY_SIZE(strings); i++) {
		if (live__parse(&l, strings[i].string, &err))
			T_FAIL(t, "%s: %s", strings[i].string, err.text);
		else
			T_EQ(t, event__attr(l.list.events[l.list.nr - 1])->type, strings[i].type);
	}
	T_EQ(t, l.list.nr, ARRAY_SIZE(strings));
	T_EQ(t, live__parse(&l, "p/nowhere/", &err), -ENOENT);
	T_EQ(t, err.column, 3);
	live__exit(&l);
}

/* A source that describes software events by words alone. */
static bool live__init_twin(struct test *t, struct live *l)
{
	*l = (struct live){ 0 };
	if (!test_tree__init(t, &l->tree))
		return false;
	test_tree__write(t, &l->tree, "s/twin/type", "1");
	test_tree__write(t, &l->tree, "s/twin/format/which", "attr1:0-63");
	test_tree__write(t, &l->tree, "s/twin/format/period", "attr2:0-63");
	test_tree__write(t, &l->tree, "s/twin/format/sample", "attr3:0-63");
	test_tree__write(t, &l->tree, "s/twin/format/no_user", "attr5:4");
	test_tree__write(t, &l->tree, "s/twin/events/faults", "which=2,sample=0x3,period=4");
	live__open(t, l, "s", NULL);
	return true;
}

/* Opens @string's only event on this thread, in the group of @leader. -1 after a failure or skip. */
static int live__event(struct test *t, struct live *l, const char *string, int leader)
{
	struct err err;
	struct event *event;
	long fd;

	if (live__parse(l, string, &err)) {
		T_FAIL(t, "%s: %s", string, err.text);
		return -1;
	}
	event = l->list.events[l->list.nr - 1];
	event__default_flag(event, ATTR_DISABLED, leader < 0);
	/* What sampling needs where the words did not say it. */
	if (event->words[ATTR_WORD_PERIOD])
		event__default(event, ATTR_WORD_SAMPLE_TYPE, ~0ULL,
			       PERF_SAMPLE_IP | PERF_SAMPLE_TID);
	fd = syscall(SYS_perf_event_open, event->words, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 && (errno == EACCES || errno == EPERM || errno == ENOSYS))
		test__skip(t, "perf_event_open: %s", strerror(errno));
	else if (fd < 0)
		T_FAIL(t, "%s: perf_event_open: %s", string, strerror(errno));
	return fd;
}

#define TOUCHED_PAGES 64

static void touch_pages(struct test *t)
{
	size_t page = sysconf(_SC_PAGESIZE), len = TOUCHED_PAGES * page;
	volatile char *p =
		mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) {
		T_FAIL(t, "mmap: %s", strerror(errno));
		return;
	}
	madvise((void *)p, len, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < len; i += page)
		p[i] = 1;
	munmap((void *)p, len);
}

static void run_group(struct test *t, int leader)
{
	T_EQ(t, ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP), 0);
	touch_pages(t);
	T_EQ(t, ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP), 0);
}

static u64 count_of(struct test *t, int fd)
{
	u64 count = 0;

	T_EQ(t, read(fd, &count, sizeof(count)), sizeof(count));
	return count;
}

void pmu_attr__counts(struct test *t)
{
	struct live l;
	int twin, symbolic;

	if (!live__init_twin(t, &l))
		return;
	twin = live__event(t, &l, "twin/which=2/", -1);
	symbolic = twin < 0 ? -1 : live__event(t, &l, "page-faults", twin);
	if (symbolic >= 0) {
		run_group(t, twin);
		T_OK(t, count_of(t, twin) >= TOUCHED_PAGES);
		T_EQ(t, count_of(t, twin), count_of(t, symbolic));
		close(symbolic);
	}
	if (twin >= 0)
		close(twin);
	live__exit(&l);
}

/* How many samples the ring of @fd got; all of its records must be whole. */
static unsigned int samples_of(struct test *t, struct perf_event_mmap_page *ring, size_t page)
{
	const char *data = (const char *)ring + page;
	u64 head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
	unsigned int nr = 0;

	for (u64 at = 0; at < head;) {
		const struct perf_event_header *header = (const void *)(data + at);

		if (header->size < sizeof(*header) || at + header->size > head) {
			T_FAIL(t, "a record of %u bytes", header->size);
			break;
		}
		nr += header->type == PERF_RECORD_SAMPLE;
		at += header->size;
	}
	return nr;
}

void pmu_attr__samples(struct test *t)
{
	size_t page = sysconf(_SC_PAGESIZE), len = 9 * page;
	struct perf_event_mmap_page *rings[2] = { MAP_FAILED, MAP_FAILED };
	int fds[2] = { -1, -1 };
	struct live l;

	if (!live__init_twin(t, &l))
		return;
	fds[0] = live__event(t, &l, "twin/faults/", -1);
	if (fds[0] >= 0)
		fds[1] = live__event(t, &l, "page-faults/period=4/", fds[0]);
	for (int i = 0; i < 2 && fds[i] >= 0; i++)
		rings[i] = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fds[i], 0);
	if (fds[1] >= 0 && (rings[0] == MAP_FAILED || rings[1] == MAP_FAILED)) {
		test__skip(t, "no memory for two rings may be locked: %s", strerror(errno));
	} else if (fds[1] >= 0) {
		run_group(t, fds[0]);
		T_OK(t, samples_of(t, rings[0], page) >= TOUCHED_PAGES / 4);
		T_EQ(t, samples_of(t, rings[0], page), samples_of(t, rings[1], page));
	}
	for (int i = 0; i < 2; i++) {
		if (rings[i] != MAP_FAILED)
			munmap(rings[i], len);
		if (fds[i] >= 0)
			close(fds[i]);
	}
	live__exit(&l);
}

void pmu_attr__excludes(struct test *t)
{
	struct live l;
	int all, fds[2] = { -1, -1 };

	if (!live__init_twin(t, &l))
		return;
	all = live__event(t, &l, "twin/which=2/", -1);
	if (all >= 0)
		fds[0] = live__event(t, &l, "twin/which=2,no_user/", all);
	if (fds[0] >= 0)
		fds[1] = live__event(t, &l, "page-faults:kh", all);
	if (fds[1] >= 0) {
		run_group(t, all);
		T_OK(t, count_of(t, all) >= TOUCHED_PAGES);
		T_OK(t, count_of(t, fds[0]) < TOUCHED_PAGES / 2);
		T_EQ(t, count_of(t, fds[0]), count_of(t, fds[1]));
	}
	for (int i = 0; i < 2; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	if (all >= 0)
		close(all);
	live__exit(&l);
}

#define KERNEL_PMU "/sys/bus/event_source/devices/persistent"

/* It runs already, nobody may write to its ring, and the descriptor is of its own. */
static void check_attached(struct test *t, const char *string, int fd)
{
	size_t page = sysconf(_SC_PAGESIZE), pages = 1;
	struct perf_event_mmap_page *ring = MAP_FAILED;

	/* Only the ring's own size fits. */
	for (; pages <= 8192 && ring == MAP_FAILED; pages *= 2) {
		size_t len = (pages + 1) * page;

		ring = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, 0);
		if (ring == MAP_FAILED)
			continue;
		T_OK(t, mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
		T_EQ(t, errno, EACCES);
		T_EQ(t, ring->data_size, pages * page);
		munmap(ring, len);
	}
	if (ring == MAP_FAILED)
		T_FAIL(t, "%s: no size of a ring fits", string);
	T_EQ(t, ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1), -1);
	T_EQ(t, errno, EACCES);
}

static void check_kernel_event(struct test *t, struct live *l, const char *name)
{
	char string[128];
	struct event *event;
	struct err err;
	int fd;

	snprintf(string, sizeof(string), "persistent/%s/", name);
	if (live__parse(l, string, &err)) {
		T_FAIL(t, "%s: %s", string, err.text);
		return;
	}
	event = l->list.events[l->list.nr - 1];
	T_EQ(t, event->words[ATTR_WORD_FLAGS] >> 63, 1);
	T_OK(t, event->words[ATTR_WORD_SAMPLE_TYPE] != 0);
	fd = syscall(SYS_perf_event_open, event->words, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 && (errno == EACCES || errno == EPERM)) {
		test__skip(t, "perf_event_open: %s", strerror(errno));
	} else if (fd < 0) {
		T_FAIL(t, "%s: perf_event_open: %s", string, strerror(errno));
	} else {
		check_attached(t, string, fd);
		close(fd);
	}
}

void pmu_attr__kernel_pmu(struct test *t)
{
	DIR *dir = opendir(KERNEL_PMU "/events");
	struct live l = { .pmus = pmus__new("/sys/bus/event_source/devices") };
	const struct dirent *entry;
	unsigned int nr = 0;

	if (!dir)
		test__skip(t, "this kernel has no persistent events");
	while (dir && l.pmus && !t->skipped && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		check_kernel_event(t, &l, entry->d_name);
		nr++;
	}
	if (dir) {
		T_OK(t, nr > 0);
		closedir(dir);
	}
	event_list__exit(&l.list);
	pmus__delete(l.pmus);
}
