/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef GUEST_H
#define GUEST_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the tests in the virtual machine share. They print TAP; the host counts the lines. */

typedef uint64_t u64;
typedef uint32_t u32;

#define PMU_DIR	      "/sys/bus/event_source/devices/persistent/"
#define MAX_CPUS      16
#define PERSISTENT    (1ULL << 63) /* in the attr's word 5 */
#define RING_BYTES    (512UL * 1024)
#define MCE_STATUS    0x9c00000000010135ULL
#define MAP_BYTES(b)  ((b) + 4096UL)

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* One line of TAP. The condition's value. */
bool check(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* expect(is_errno(ret, EACCES), ...): a call that has to fail, errno as it left it. */
bool check_errno(long ret, int want, const char *what);
void skip(const char *what, const char *why);
unsigned int nr_failed(void);

/* Bytes read, the text ends in NUL; or -errno. */
int read_file(const char *path, char *text, int room);
/* 0 or -errno. */
int write_file(const char *path, const char *text);
long read_number(const char *path);

int nr_cpus(void);
void pin_cpu(int cpu); /* -1: all */
int inject_mce(int cpu, u64 status);
void settle(void); /* until what was injected last was recorded */

/* How long anything may take: emulated CPUs that share few real ones are slow. */
#define WAIT_SECONDS 60
bool eventually(bool (*is_so)(void *arg), void *arg);

/* The attr words as sysfs tells them for an event. 0 or -errno. */
int sysfs_attr(const char *name, struct perf_event_attr *attr);
long open_event(const struct perf_event_attr *attr, int pid, int cpu, int group, int flags);

/* struct perf_event_persistent of a kernel that has it. */
struct guest_request {
	char name[64];
	u64 size;
	u64 id;
};

#define IOC_PERSISTENT _IOWR('$', 12, struct guest_request)

/* The rings of one event on all CPUs. */
struct rings {
	struct perf_event_attr attr;
	size_t bytes;
	int nr;
	int fds[MAX_CPUS];
	char *maps[MAX_CPUS];
};

/* 0, or -errno after a comment that says what failed. */
int rings__open(struct rings *rings, const char *name, size_t bytes);
void rings__close(struct rings *rings);
/* How many records have this status of a machine check; *id and *cpu are of the last one found. */
struct found {
	u64 id;
	u32 cpu;     /* whose ring it is in */
	u32 mce_cpu; /* where it happened */
};
u64 mce_status(const struct perf_event_header *record); /* 0: no machine check */
int rings__count_mce(const struct rings *rings, u64 status, struct found *found);
/* Ready descriptors. */
int rings__poll(const struct rings *rings, int timeout_ms);
void rings__drain_poll(const struct rings *rings);

/*
 * Calls @each for all records in a ring, the newest first, without stopping it. The number, or
 * -1 if something is no record. The oldest KiB of a full ring is left out: it may be written to.
 */
typedef void record_fn(void *arg, const struct perf_event_header *record);
int ring_walk(const char *map, record_fn *each, void *arg);
u64 ring_head(const char *map);

void test_sysfs(void);
void test_attach(void);
void test_refuse(void);
void test_wrap(void);
void test_hotplug(void);
void test_manage(void);
void test_ioctl(void);
void test_share(void);
void test_special(void);
void test_leak(void);
void test_stress(void);
void test_soak(void);

#endif
