/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BENCH_RING_STRESS_H
#define BENCH_RING_STRESS_H

#include <linux/perf_event.h>

#include "types.h"

struct perf_ring;

#define MAX_SOURCES 16
#define MAX_READERS 32

/* What the producer leaves on its stack, for records that carry a piece of it. */
#define STACK_WORDS  8192u
#define STACK_MAGIC  0x5245434f52443a29ull
#define STACK_SEQ    64u /* words i with i % STACK_SEQ == 1 hold the sequence number */
#define STACK_FIRST  2u	 /* the first word of the fixed pattern */
#define MMAP_ADDRESS 0x200000000000ull

static inline u64 stress__mix(u64 seq, unsigned int i)
{
	return (seq + i) * 0x9e3779b97f4a7c15ull ^ 0xa5a5a5a5a5a5a5a5ull;
}

enum reading { SNAPSHOT, FOLLOW };
enum producing { SYSCALLS, RARE_SYSCALLS, SIDE_BAND };

/* One kind of load, and how it is read. */
struct scenario {
	const char *name;
	enum reading reading;
	enum producing producing;
	u32 ring_bytes;
	u32 stack_bytes; /* of the tracepoint's records */
	u32 clock_stack_bytes;
	unsigned int burst; /* so many records, then a pause: a reader can not keep up otherwise */
	unsigned int nr_clocks; /* timer events that interrupt the producer */
	u64 clock_period_ns;
	bool waits; /* readers mostly wait for barriers: four times as many of them */
	bool tears; /* a reader that does not look again must find torn records */
};

enum source_kind { TRACEPOINT, CLOCK, DUMMY };

/* One event of the ring. */
struct source {
	enum source_kind kind;
	int fd;
	u64 id;
	u64 period;
	u64 sample_type;
	u32 stack_bytes;
};

/* Shared by all processes of a run. */
struct shared {
	u32 stop; /* the producer ends */
	u32 done; /* it has ended: the readers make their last round */
	struct reader_stats {
		u64 snapshots, got, lost, bad;
		u64 kept_bytes, ring_bytes; /* of all snapshots */
		u64 naive, torn;
		char why[256]; /* of the first bad record */
	} readers[MAX_READERS];
};

/* A ring that is being written. */
struct stress {
	const struct scenario *scenario;
	struct source sources[MAX_SOURCES]; /* the first one owns the ring */
	unsigned int nr_sources;
	struct perf_ring *keeper; /* the first mapping, never read */
	int cpu;
	int producer; /* pid */
	char mmap_name[256];
	struct shared *shared;
};

/* ring-stress-events.c */

/* Opens the events of a scenario for stress->producer on stress->cpu, maps the ring and redirects
 * all of them into it; nothing is enabled. 0, or -errno with @what, which was refused. */
int stress__open(struct stress *stress, const char **what);
int stress__enable(struct stress *stress);
void stress__disable(struct stress *stress);
void stress__close(struct stress *stress);
/* The number of events of a source so far, or -errno. */
int source__count(const struct source *source, u64 *count);

/* ring-stress-produce.c */

/* Makes events until shared->stop; begins when @go_fd is readable. */
void stress__produce(const struct stress *stress, int go_fd) __attribute__((noreturn));
/* The mmap records' file name for a memory file of that name. */
void stress__mmap_name(char *name, size_t size, bool in_record);

/* ring-stress-check.c */

/* A number that grows by one from record to record. */
struct sequence {
	bool known; /* the next one must follow */
	bool seen;  /* there was one at some time */
	u64 last;
};

/* What is known of a ring's records so far, from the oldest on. */
struct check {
	const struct stress *stress;
	struct {
		struct sequence count, comm, mmap;
		u64 time;
	} sources[MAX_SOURCES];
	u64 first_count; /* of the first source, at its first record */
	u64 lost;	 /* its records that were missing where they might be */
	u64 gap;	 /* how many of them since the last check__may_skip() */
	u64 lost_bytes;	 /* what a follower has lost since its last record */
	char why[256];
};

void check__init(struct check *check, const struct stress *stress);
/* Before the next record some may be missing, or may come again. */
void check__may_skip(struct check *check);
/* A whole record: NULL when each word is as it must be, or what is wrong with it. */
const char *check__record(struct check *check, const struct perf_event_header *header);
/* A reader without a second look: 1 when it found a torn record, 0, or -errno. */
int naive__snapshot(const struct stress *stress, const struct perf_event_mmap_page *page);

#endif
