// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading shared rings. The rows here write the ring themselves: a sealed memory file laid
 * out like a perf mapping, filled backward. What a kernel writes meanwhile is in
 * ring-live.c, and at length in bench/ring-stress.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <perf/event.h>
#include <perf/ring.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "suites.h"

#define SIZE 8192u

/* A ring that the test writes. */
struct fake {
	int fd;
	struct perf_event_mmap_page *page;
	u8 *data;
	u64 size;
	u64 head;
	u32 seq; /* of the next record, which carries it in every word */
	struct perf_ring *ring;
};

static void fake__exit(struct fake *fake)
{
	perf_ring__delete(fake->ring);
	if (fake->page)
		munmap(fake->page, (size_t)sysconf(_SC_PAGESIZE) + fake->size);
	close(fake->fd);
}

static bool fake__init(struct test *t, struct fake *fake, u64 size)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	void *map = MAP_FAILED;
	int err = -1;

	*fake = (struct fake){ .size = size };
	fake->fd = memfd_create("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (!ftruncate(fake->fd, (off_t)(page_bytes + size)))
		map = mmap(NULL, page_bytes + size, PROT_READ | PROT_WRITE, MAP_SHARED, fake->fd,
			   0);
	if (map != MAP_FAILED) {
		fake->page = map;
		fake->data = (u8 *)map + page_bytes;
		fcntl(fake->fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
		err = perf_ring__new(&fake->ring, fake->fd, size);
	}
	T_EQ(t, err, 0);
	if (err)
		fake__exit(fake);
	return !err;
}

static void fake__publish(struct fake *fake)
{
	__atomic_store_n(&fake->page->data_head, fake->head, __ATOMIC_RELEASE);
}

/* Writes a record whose header says @says and that takes @bytes. */
static void fake__write_as(struct fake *fake, u16 bytes, u16 says)
{
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = says };
	u32 words[65536 / 4];
	u32 i;

	for (i = 0; i < bytes / 4u; i++)
		words[i] = fake->seq;
	memcpy(words, &header, sizeof(header));
	fake->head -= bytes;
	for (i = 0; i < bytes; i++)
		fake->data[(fake->head + i) & (fake->size - 1)] = ((u8 *)words)[i];
	fake->seq++;
	fake__publish(fake);
}

static void fake__write(struct fake *fake, u16 bytes)
{
	fake__write_as(fake, bytes, bytes);
}

static void fake__round(struct test *t, struct fake *fake)
{
	T_EQ(t, perf_rings__read(&fake->ring, 1), 0);
}

/* The next record is the one of @seq, @bytes long, and every word of it is its own. */
static void check_next(struct test *t, struct fake *fake, u32 seq, u16 bytes)
{
	union perf_event *event = perf_ring__next(fake->ring);
	const u32 *words = (const u32 *)(const void *)event;
	u32 i;

	if (!event) {
		T_FAIL(t, "no record where number %u is due", seq);
		return;
	}
	T_EQ(t, (uintptr_t)event % 8, 0);
	T_EQ(t, event->header.size, bytes);
	for (i = 2; i < event->header.size / 4u; i++)
		if (words[i] != seq) {
			T_FAIL(t, "word %u is of record %u, not of %u", i, words[i], seq);
			return;
		}
}

static void check_end(struct test *t, struct fake *fake, u64 lost_bytes)
{
	T_OK(t, !perf_ring__next(fake->ring));
	T_EQ(t, perf_ring__lost_bytes(fake->ring), lost_bytes);
	T_EQ(t, perf_ring__position(fake->ring), -fake->head);
}

static void never_written(struct test *t)
{
	struct fake fake;

	if (!fake__init(t, &fake, SIZE))
		return;
	T_OK(t, !perf_ring__next(fake.ring)); /* before any round */
	fake__round(t, &fake);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

static void history_then_new(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!fake__init(t, &fake, SIZE))
		return;
	for (i = 0; i < 5; i++)
		fake__write(&fake, (u16)(16 + 8 * i));
	fake__round(t, &fake);
	for (i = 0; i < 5; i++)
		check_next(t, &fake, i, (u16)(16 + 8 * i));
	check_end(t, &fake, 0);

	fake__write(&fake, 24);
	fake__write(&fake, 8);
	fake__round(t, &fake);
	check_next(t, &fake, 5, 24);
	check_next(t, &fake, 6, 8);
	check_end(t, &fake, 0);

	fake__round(t, &fake);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

static void rewind_gives_the_same(struct test *t)
{
	struct fake fake;

	if (!fake__init(t, &fake, SIZE))
		return;
	fake__write(&fake, 32);
	fake__write(&fake, 40);
	fake__round(t, &fake);
	check_next(t, &fake, 0, 32);
	perf_ring__rewind(fake.ring);
	check_next(t, &fake, 0, 32);
	check_next(t, &fake, 1, 40);
	check_end(t, &fake, 0);
	perf_ring__rewind(fake.ring);
	check_next(t, &fake, 0, 32);
	fake__exit(&fake);
}

static void skip_forgets_history(struct test *t)
{
	struct fake fake;

	if (!fake__init(t, &fake, SIZE))
		return;
	fake__write(&fake, 32);
	perf_ring__skip(fake.ring);
	check_end(t, &fake, 0);
	fake__round(t, &fake);
	check_end(t, &fake, 0);
	fake__write(&fake, 40);
	fake__round(t, &fake);
	check_next(t, &fake, 1, 40);
	check_end(t, &fake, 0);
	/* Also of a round that was not handed out whole. */
	fake__write(&fake, 40);
	fake__round(t, &fake);
	perf_ring__skip(fake.ring);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

/* Records of 24 bytes meet the ring's end at every offset of a word. */
static void record_over_the_end(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!fake__init(t, &fake, SIZE))
		return;
	perf_ring__skip(fake.ring);
	for (i = 0; i < 3 * SIZE / 24; i++) {
		fake__write(&fake, 24);
		if (i % 100 != 99)
			continue;
		fake__round(t, &fake);
		for (u32 j = i - 99; j <= i; j++)
			check_next(t, &fake, j, 24);
		check_end(t, &fake, 0);
	}
	fake__exit(&fake);
}

/* 8192 is 204 records of 40 and 32 bytes of one more. */
static void partial_oldest_is_dropped(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!fake__init(t, &fake, SIZE))
		return;
	for (i = 0; i < 1000; i++)
		fake__write(&fake, 40);
	fake__round(t, &fake);
	for (i = 796; i < 1000; i++)
		check_next(t, &fake, i, 40);
	check_end(t, &fake, 0); /* history has no beginning to miss */
	fake__exit(&fake);
}

static void overrun_is_counted(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!fake__init(t, &fake, SIZE))
		return;
	fake__write(&fake, 40);
	fake__round(t, &fake);
	check_next(t, &fake, 0, 40);
	for (i = 0; i < 1000; i++)
		fake__write(&fake, 40);
	fake__round(t, &fake);
	for (i = 797; i < 1001; i++)
		check_next(t, &fake, i, 40);
	check_end(t, &fake, 796 * 40);
	/* and only once */
	fake__write(&fake, 40);
	fake__round(t, &fake);
	check_next(t, &fake, 1001, 40);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

static void exactly_full(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!fake__init(t, &fake, SIZE))
		return;
	perf_ring__skip(fake.ring);
	for (i = 0; i < SIZE / 64; i++)
		fake__write(&fake, 64);
	fake__round(t, &fake);
	for (i = 0; i < SIZE / 64; i++)
		check_next(t, &fake, i, 64);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

static void largest_record(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!fake__init(t, &fake, 128 * 1024))
		return;
	for (i = 0; i < 5; i++)
		fake__write(&fake, 65528);
	fake__round(t, &fake);
	check_next(t, &fake, 3, 65528);
	check_next(t, &fake, 4, 65528);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

/* What a header must not say; each ends the walk and makes what is behind it lost. */
static void corrupt_sizes(struct test *t)
{
	static const u16 says[] = { 0, 1, 4, 7, 12, 41, 4096, 65528, 65535 };
	struct fake fake;
	size_t i;

	if (!fake__init(t, &fake, SIZE))
		return;
	perf_ring__skip(fake.ring);
	for (i = 0; i < ARRAY_SIZE(says); i++) {
		u32 seq = fake.seq;

		fake__write(&fake, 32);
		fake__write_as(&fake, 40, says[i]);
		fake__write(&fake, 48);
		fake__write(&fake, 56);
		fake__round(t, &fake);
		check_next(t, &fake, seq + 2, 48);
		check_next(t, &fake, seq + 3, 56);
		check_end(t, &fake, 32 + 40);
	}
	fake__exit(&fake);
}

/* Two records before 2^64 bytes were written, and two after. */
static void head_wraps(struct test *t)
{
	struct fake fake;

	if (!fake__init(t, &fake, SIZE))
		return;
	fake.head = 64;
	fake__publish(&fake);
	perf_ring__skip(fake.ring);
	fake__write(&fake, 32);
	fake__write(&fake, 24);
	fake__write(&fake, 48);
	fake__write(&fake, 40);
	fake__round(t, &fake);
	check_next(t, &fake, 0, 32);
	check_next(t, &fake, 1, 24);
	check_next(t, &fake, 2, 48);
	check_next(t, &fake, 3, 40);
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

/* No kernel does that: nothing may be read out of bounds, nothing may loop. */
static void hostile_heads(struct test *t)
{
	static const u64 heads[] = { 1, 7, 8191, 8193, 0x8000000000000003, 5, 0xfffffffffffffff9 };
	struct fake fake;
	size_t i;

	if (!fake__init(t, &fake, SIZE))
		return;
	memset(fake.data, 0xff, SIZE);
	for (i = 0; i < ARRAY_SIZE(heads); i++) {
		u64 before = fake.head;

		fake.head = heads[i];
		fake__publish(&fake);
		fake__round(t, &fake);
		check_end(t, &fake, i ? before - fake.head : 0);
	}
	/* Only records of 8 bytes: as many as there can be. */
	for (i = 0; i < SIZE; i += 8)
		memcpy(fake.data + i, &(struct perf_event_header){ .type = 1, .size = 8 }, 8);
	fake.head = 0;
	fake__publish(&fake);
	fake__round(t, &fake);
	fake.head = -(u64)SIZE;
	fake__publish(&fake);
	fake__round(t, &fake);
	for (i = 0; i < SIZE / 8; i++)
		T_OK(t, perf_ring__next(fake.ring));
	check_end(t, &fake, 0);
	fake__exit(&fake);
}

/* Any bytes and any heads: what is handed out lies in the copy and does not overlap. */
static void random_rings(struct test *t)
{
	u64 random = 88172645463325252, i, sum;
	union perf_event *event, *last;
	struct fake fake;
	int round;

	if (!fake__init(t, &fake, SIZE))
		return;
	for (round = 0; round < 200; round++) {
		for (i = 0; i < SIZE; i += 8) {
			random ^= random << 13;
			random ^= random >> 7;
			random ^= random << 17;
			/* Most of them could be headers. */
			u64 word = random & (random & 1 ? ~0ull : 0x0038000000000000);
			memcpy(fake.data + i, &word, sizeof(word));
		}
		fake.head -= random % (2 * (u64)SIZE);
		fake.head &= round % 3 ? ~7ull : ~0ull;
		fake__publish(&fake);
		fake__round(t, &fake);
		for (sum = 0, last = NULL; (event = perf_ring__next(fake.ring)); last = event) {
			T_OK(t, event->header.size >= 8 && event->header.size % 8 == 0);
			T_OK(t, !last || (u8 *)event + event->header.size == (u8 *)last);
			sum += event->header.size;
		}
		T_OK(t, sum <= SIZE);
	}
	fake__exit(&fake);
}

/* A barrier takes milliseconds, so 5,000 rounds with one would take more than half a minute. */
static void idle_rounds_cost_nothing(struct test *t)
{
	struct perf_ring *rings[16];
	struct fake fakes[16];
	struct timespec begin, end;
	size_t i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(fakes); i++, nr++) {
		if (!fake__init(t, &fakes[i], SIZE))
			goto out;
		rings[i] = fakes[i].ring;
		if (i % 2)
			fake__write(&fakes[i], 40);
	}
	T_EQ(t, perf_rings__read(rings, nr), 0);
	for (i = 0; i < nr; i++) {
		if (i % 2)
			check_next(t, &fakes[i], 0, 40);
		check_end(t, &fakes[i], 0);
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (i = 0; i < 5000; i++)
		T_EQ(t, perf_rings__read(rings, nr), 0);
	clock_gettime(CLOCK_MONOTONIC, &end);
	T_OK(t, end.tv_sec - begin.tv_sec < 5);
	T_EQ(t, perf_rings__read(rings, 0), 0);
out:
	while (nr)
		fake__exit(&fakes[--nr]);
}

/* From now on in this process, which is the row's own. */
static bool refuse_membarrier(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(code), .filter = code };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) &&
	       syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0) == -1 && errno == EINVAL;
}

/* Half of a small ring is not trusted then: no more history, but followers lose nothing. */
static void without_membarrier(struct test *t)
{
	struct fake fake;
	u32 i;

	if (!refuse_membarrier()) {
		test__skip(t, "no seccomp filter to refuse membarrier() with");
		return;
	}
	if (!fake__init(t, &fake, SIZE))
		return;
	for (i = 0; i < 2 * SIZE / 64; i++)
		fake__write(&fake, 64);
	fake__round(t, &fake);
	for (i = 2 * SIZE / 64 - SIZE / 2 / 64; i < 2 * SIZE / 64; i++)
		check_next(t, &fake, i, 64);
	check_end(t, &fake, 0);
	for (; i < 2 * SIZE / 64 + SIZE / 2 / 64; i++)
		fake__write(&fake, 64);
	fake__round(t, &fake);
	for (i = 2 * SIZE / 64; i < 2 * SIZE / 64 + SIZE / 2 / 64; i++)
		check_next(t, &fake, i, 64);
	check_end(t, &fake, 0);
	/* What is not trusted is counted as lost. */
	for (i = 0; i < SIZE / 64; i++)
		fake__write(&fake, 64);
	fake__round(t, &fake);
	for (i = 0; i < SIZE / 2 / 64; i++)
		T_OK(t, perf_ring__next(fake.ring));
	check_end(t, &fake, SIZE / 2);
	fake__exit(&fake);
}

static void other_sizes_are_refused(struct test *t)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	static const size_t sizes[] = {
		0, 1, 100, 2048, 12288, SIZE / 2, 2 * SIZE, (size_t)1 << 40
	};
	_cleanup_close_ int unsealed = -1;
	struct perf_ring *ring;
	struct fake fake;
	size_t i;

	if (!fake__init(t, &fake, SIZE))
		return;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		T_EQ(t, perf_ring__new(&ring, fake.fd, sizes[i]), -EINVAL);
		T_OK(t, !ring);
	}
	T_EQ(t, perf_ring__new(&ring, -1, SIZE), -EBADF);
	/* One that could be cut off below the reader. */
	unsealed = memfd_create("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	T_EQ(t, ftruncate(unsealed, (off_t)(page_bytes + SIZE)), 0);
	T_EQ(t, perf_ring__new(&ring, unsealed, SIZE), -EINVAL);
	perf_ring__delete(NULL);
	fake__exit(&fake);
}

static const struct test_fn_row rows[] = {
	TEST_FN(never_written),
	TEST_FN(history_then_new),
	TEST_FN(rewind_gives_the_same),
	TEST_FN(skip_forgets_history),
	TEST_FN(record_over_the_end),
	TEST_FN(partial_oldest_is_dropped),
	TEST_FN(overrun_is_counted),
	TEST_FN(exactly_full),
	TEST_FN(largest_record),
	TEST_FN(corrupt_sizes),
	TEST_FN(head_wraps),
	TEST_FN(hostile_heads),
	TEST_FN(random_rings),
	TEST_FN(idle_rounds_cost_nothing),
	TEST_FN(without_membarrier),
	TEST_FN(other_sizes_are_refused),
};

struct test_suite suite_ring = {
	.name = "ring",
	.desc = "Reading shared rings without stopping them",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
