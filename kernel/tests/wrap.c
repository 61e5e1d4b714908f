// SPDX-License-Identifier: GPL-2.0-only
/* A small ring that is written over many times: page faults at known addresses, in order. */
#define _GNU_SOURCE
#include "guest.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define NR_TOUCHED   20000
#define WRAP_BYTES   4096
#define RECORD_BYTES 24 /* header, identifier, address */

static int add_faults(struct guest_request *request)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_PAGE_FAULTS,
					.size = sizeof(attr),
					.sample_period = 1,
					.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR };
	int fd = open_event(&attr, -1, 0, -1, 0), ret;

	ret = ioctl(fd, IOC_PERSISTENT, request);
	close(fd);
	return ret;
}

static u64 count_of(int fd)
{
	u64 values[8] = { 0 };

	return read(fd, values, sizeof(values)) > 0 ? values[0] : 0;
}

/* Of one moment: nothing was counted between the two. */
struct moment {
	u64 count, bytes;
};

static struct moment moment(const struct rings *rings)
{
	struct moment now;

	do {
		now.count = count_of(rings->fds[0]);
		now.bytes = -ring_head(rings->maps[0]);
	} while (now.count != count_of(rings->fds[0]));
	return now;
}

struct order {
	const char *pages;
	long next; /* which page has to come, -1: any */
	int nr, wrong;
};

static void take_page(void *arg, const struct perf_event_header *record)
{
	const u64 *words = (const u64 *)(record + 1);
	struct order *order = arg;
	long page;

	if (record->type != PERF_RECORD_SAMPLE || record->size != RECORD_BYTES) {
		order->wrong++;
		return;
	}
	if (words[1] - (u64)(uintptr_t)order->pages >= NR_TOUCHED * 4096ULL)
		return;
	page = (words[1] - (u64)(uintptr_t)order->pages) / 4096;
	order->wrong += page != order->next--;
	order->nr++;
}

static void test_order(const struct rings *rings)
{
	char *pages = mmap(NULL, NR_TOUCHED * 4096UL, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct order order = { .pages = pages, .next = NR_TOUCHED - 1 };
	struct moment before = moment(rings), after;

	for (long i = 0; i < NR_TOUCHED; i++)
		pages[i * 4096] = 1;
	after = moment(rings);
	check(after.count - before.count >= NR_TOUCHED, "%llu events",
	      (unsigned long long)(after.count - before.count));
	check(after.bytes - before.bytes == (after.count - before.count) * RECORD_BYTES,
	      "and as many records went through a ring of %d", WRAP_BYTES / RECORD_BYTES);
	check(ring_walk(rings->maps[0], take_page, &order) > 0 && !order.wrong,
	      "the newest are in it, in order (%d wrong)", order.wrong);
	check(order.nr >= (WRAP_BYTES - 1024) / RECORD_BYTES - 20, "as many as it holds (%d)",
	      order.nr);
	munmap(pages, NR_TOUCHED * 4096UL);
}

void test_wrap(void)
{
	struct guest_request request = { .name = "wrap", .size = WRAP_BYTES };
	struct rings rings;
	char text[32];

	pin_cpu(0);
	if (check(!add_faults(&request), "page faults with addresses, a page of ring") &&
	    check(!rings__open(&rings, "wrap", WRAP_BYTES), "attach")) {
		test_order(&rings);
		rings__close(&rings);
	}
	snprintf(text, sizeof(text), "%llu", (unsigned long long)request.id);
	check(!write_file(PMU_DIR "remove", text), "remove it");
	pin_cpu(-1);
}
