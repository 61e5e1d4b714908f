// SPDX-License-Identifier: GPL-2.0-only
/* What the guest's tests share: TAP, files, machine checks, opening by what sysfs tells. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned int nr_checks, failed;

unsigned int nr_failed(void)
{
	return failed;
}

bool check(bool good, const char *format, ...)
{
	va_list args;

	printf("%sok %u - ", good ? "" : "not ", ++nr_checks);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	failed += !good;
	return good;
}

bool check_errno(long ret, int want, const char *what)
{
	int got = ret < 0 ? errno : 0;

	return check(got == want, "%s: %s (%s)", what, want ? strerror(want) : "works",
		     got ? strerror(got) : "worked");
}

void skip(const char *what, const char *why)
{
	printf("ok %u - %s # skip %s\n", ++nr_checks, what, why);
	fflush(stdout);
}

int read_file(const char *path, char *text, int room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), n;

	if (fd < 0)
		return -errno;
	n = read(fd, text, room - 1);
	if (n < 0)
		n = -errno;
	text[n < 0 ? 0 : n] = '\0';
	close(fd);
	return n;
}

int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

long read_number(const char *path)
{
	char text[64];

	return read_file(path, text, sizeof(text)) > 0 ? strtol(text, NULL, 0) : -1;
}

int nr_cpus(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN);
}

void pin_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (int i = 0; i < MAX_CPUS; i++)
		if (cpu < 0 || i == cpu)
			CPU_SET(i, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int write_inject(const char *file, u64 value)
{
	char path[128], text[64];

	snprintf(path, sizeof(path), "/sys/kernel/debug/mce-inject/%s", file);
	snprintf(text, sizeof(text), "0x%llx\n", (unsigned long long)value);
	return write_file(path, text);
}

static u64 last_injected;

int inject_mce(int cpu, u64 status)
{
	int ret = write_file("/sys/kernel/debug/mce-inject/flags", "sw\n");

	if (!ret)
		ret = write_inject("cpu", cpu);
	if (!ret)
		ret = write_inject("status", status);
	if (!ret)
		ret = write_inject("addr", 0xdead000);
	last_injected = status;
	return ret ? ret : write_inject("bank", 1);
}

bool eventually(bool (*is_so)(void *arg), void *arg)
{
	for (int i = 0; i < WAIT_SECONDS * 50; i++) {
		if (is_so(arg))
			return true;
		usleep(20000);
	}
	return false;
}

static bool is_recorded(void *arg)
{
	return rings__count_mce(arg, last_injected, NULL) > 0;
}

void settle(void)
{
	struct rings rings;

	if (rings__open(&rings, "mce_record", RING_BYTES))
		return;
	if (!eventually(is_recorded, &rings))
		printf("# not recorded in %d s: 0x%llx\n", WAIT_SECONDS,
		       (unsigned long long)last_injected);
	rings__close(&rings);
}

/* NAME=VALUE or NAME of an event's text, by the format file of that name. */
static int set_term(u64 *words, char *term)
{
	char path[256], text[64];
	char *value = strchr(term, '=');
	unsigned int word, low, high;
	int n;

	if (value)
		*value++ = '\0';
	snprintf(path, sizeof(path), PMU_DIR "format/%s", term);
	n = read_file(path, text, sizeof(text));
	if (n < 0)
		return n;
	n = sscanf(text, "attr%u:%u-%u", &word, &low, &high);
	if (n < 2 || word >= sizeof(struct perf_event_attr) / sizeof(u64))
		return -EINVAL;
	words[word] |= (value ? strtoull(value, NULL, 0) : 1) << low;
	return 0;
}

int sysfs_attr(const char *name, struct perf_event_attr *attr)
{
	char path[256], text[4096], *save, *term;
	int ret;

	memset(attr, 0, sizeof(*attr));
	snprintf(path, sizeof(path), PMU_DIR "events/%s", name);
	ret = read_file(path, text, sizeof(text));
	for (term = strtok_r(text, ",\n", &save); ret >= 0 && term;
	     term = strtok_r(NULL, ",\n", &save))
		ret = set_term((u64 *)attr, term);
	attr->size = sizeof(*attr);
	return ret < 0 ? ret : 0;
}

long open_event(const struct perf_event_attr *attr, int pid, int cpu, int group, int flags)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, group, flags | PERF_FLAG_FD_CLOEXEC);
}

int rings__open(struct rings *rings, const char *name, size_t bytes)
{
	int ret = sysfs_attr(name, &rings->attr);

	rings->bytes = bytes;
	rings->nr = nr_cpus();
	for (int cpu = 0; cpu < MAX_CPUS; cpu++) {
		rings->fds[cpu] = -1;
		rings->maps[cpu] = MAP_FAILED;
	}
	if (ret)
		printf("# %s: its text: %s\n", name, strerror(-ret));
	for (int cpu = 0; !ret && cpu < rings->nr; cpu++) {
		rings->fds[cpu] = open_event(&rings->attr, -1, cpu, -1, 0);
		if (rings->fds[cpu] >= 0)
			rings->maps[cpu] = mmap(NULL, MAP_BYTES(bytes), PROT_READ, MAP_SHARED,
						rings->fds[cpu], 0);
		if (rings->maps[cpu] == MAP_FAILED) {
			ret = -errno;
			printf("# %s on CPU %d: %s: %s\n", name, cpu,
			       rings->fds[cpu] < 0 ? "open" : "mmap", strerror(errno));
		}
	}
	if (ret)
		rings__close(rings);
	return ret;
}

void rings__close(struct rings *rings)
{
	for (int cpu = 0; cpu < rings->nr; cpu++) {
		if (rings->maps[cpu] != MAP_FAILED)
			munmap(rings->maps[cpu], MAP_BYTES(rings->bytes));
		if (rings->fds[cpu] >= 0)
			close(rings->fds[cpu]);
		rings->maps[cpu] = MAP_FAILED;
		rings->fds[cpu] = -1;
	}
}

int rings__poll(const struct rings *rings, int timeout_ms)
{
	struct pollfd fds[MAX_CPUS];

	for (int i = 0; i < rings->nr; i++)
		fds[i] = (struct pollfd){ rings->fds[i], POLLIN, 0 };
	return poll(fds, rings->nr, timeout_ms);
}

void rings__drain_poll(const struct rings *rings)
{
	while (rings__poll(rings, 0) > 0)
		;
}

/* Where fields of mce_record are in its raw data. */
struct mce_fields {
	int status, cpu;
};

static int field_offset(const char *format, const char *field)
{
	const char *at = strstr(format, field);
	int offset = -1;

	at = at ? strstr(at, "offset:") : NULL;
	if (at)
		sscanf(at, "offset:%d", &offset);
	return offset;
}

static const struct mce_fields *mce_fields(void)
{
	static struct mce_fields fields = { -1, -1 };
	static char text[8192];

	if (fields.status < 0) {
		read_file("/sys/kernel/tracing/events/mce/mce_record/format", text, sizeof(text));
		fields.status = field_offset(text, " status;");
		fields.cpu = field_offset(text, " cpu;");
	}
	return &fields;
}

struct search {
	u64 status;
	int hits;
	struct found found;
};

/* IDENTIFIER, IP, TID, TIME, CPU, PERIOD, RAW: what the kernel adds tracepoints with. */
static const char *raw_of(const struct perf_event_header *record)
{
	const u64 *words = (const u64 *)(record + 1);

	if (record->type != PERF_RECORD_SAMPLE || record->size < 128)
		return NULL;
	return (const char *)&words[6] + sizeof(u32);
}

u64 mce_status(const struct perf_event_header *record)
{
	const char *raw = raw_of(record);
	u64 status = 0;

	if (raw)
		memcpy(&status, raw + mce_fields()->status, sizeof(status));
	return status;
}

static void match_mce(void *arg, const struct perf_event_header *record)
{
	const u64 *words = (const u64 *)(record + 1);
	struct search *search = arg;

	if (mce_status(record) != search->status)
		return;
	search->hits++;
	search->found.id = words[0];
	search->found.cpu = words[4];
	memcpy(&search->found.mce_cpu, raw_of(record) + mce_fields()->cpu, sizeof(u32));
}

int rings__count_mce(const struct rings *rings, u64 status, struct found *found)
{
	struct search search = { .status = status };

	for (int cpu = 0; cpu < rings->nr; cpu++)
		if (rings->maps[cpu] != MAP_FAILED &&
		    ring_walk(rings->maps[cpu], match_mce, &search) < 0)
			return -1;
	if (found)
		*found = search.found;
	return search.hits;
}

/* More than records of nested contexts that are being written take. */
#define IN_FLIGHT_BYTES 1024

u64 ring_head(const char *map)
{
	const struct perf_event_mmap_page *page = (const void *)map;

	return __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
}

int ring_walk(const char *map, record_fn *each, void *arg)
{
	const struct perf_event_mmap_page *page = (const void *)map;
	u64 bytes = page->data_size, head = ring_head(map), valid, written;
	char *copy = malloc(bytes);
	int n = 0;

	for (u64 i = 0; i < bytes; i += sizeof(u64))
		*(u64 *)(copy + i) = *(volatile u64 *)(map + 4096 + ((head + i) & (bytes - 1)));
	__sync_synchronize();
	/* Writing goes downwards: what was written meanwhile has overwritten the oldest. */
	written = head - ring_head(map);
	valid = -head < bytes ? -head : bytes;
	/* nor is what a writer has begun to overwrite told by the head yet */
	written += IN_FLIGHT_BYTES;
	if (written > bytes || bytes - written < valid)
		valid = written < bytes ? bytes - written : 0;
	for (u64 at = 0; at + sizeof(struct perf_event_header) <= valid;) {
		struct perf_event_header *record = (void *)(copy + at);

		if (at + record->size > valid)
			break;
		if (record->size < sizeof(*record) || record->type >= PERF_RECORD_MAX) {
			n = -1;
			break;
		}
		if (each)
			each(arg, record);
		at += record->size;
		n++;
	}
	free(copy);
	return n;
}
