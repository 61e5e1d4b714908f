// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: what ran before the events did. /proc becomes COMM, FORK and MMAP2 records, one
 * process at a time; the kernel and its modules become MMAP records.
 */
#include "synthesize.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <perf/event.h>

#include "buf.h"
#include "cleanup.h"
#include "file.h"
#include "output.h"

#define MAX_PROC_BYTES (64u << 20)

size_t synthesize__trailer_bytes(u64 sample_type)
{
	static const u64 fields[] = {
		PERF_SAMPLE_TID, PERF_SAMPLE_TIME,	PERF_SAMPLE_ID,
		PERF_SAMPLE_CPU, PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_IDENTIFIER
	};
	size_t bytes = 0;

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		bytes += sample_type & fields[i] ? sizeof(u64) : 0;
	return bytes;
}

/* Appends a record whose last member is @text (NUL, padded to 8) and a trailer of zeros. */
static int append_text_record(struct buf *out, struct perf_event_header *header, size_t head_bytes,
			      const char *text, u64 sample_type)
{
	size_t text_bytes = ALIGN_UP(strlen(text) + 1, sizeof(u64));
	size_t trailer = synthesize__trailer_bytes(sample_type);

	header->size = head_bytes + text_bytes + trailer;
	buf__append(out, header, head_bytes);
	buf__append(out, text, strlen(text));
	return buf__append_zeros(out, text_bytes - strlen(text) + trailer);
}

static int flush(struct record_output *output, struct buf *out, struct err *err)
{
	struct iovec piece = { out->data, out->len };
	int ret = buf__error(out);

	if (ret)
		return err__set(err, ret, "out of memory");
	ret = out->len ? record_output__write(output, &piece, 1, err) : 0;
	buf__reset(out);
	return ret;
}

/* "Name:", "Tgid:" and "PPid:" of a task; the name in the kernel's 16 bytes. */
static int read_status(pid_t pid, pid_t tid, char name[16], pid_t *tgid, pid_t *ppid)
{
	_cleanup_free_ char *text = NULL;
	char path[64];
	const char *at;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/comm", pid, tid);
	memset(name, 0, 16);
	if (file__read(AT_FDCWD, path, 4096, &text) < 0)
		return -ESRCH;
	len = strcspn(text, "\n");
	memcpy(name, text, len < 15 ? len : 15);
	free(text);
	text = NULL;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/status", pid, tid);
	if (file__read(AT_FDCWD, path, 65536, &text) < 0)
		return -ESRCH;
	at = strstr(text, "\nTgid:");
	*tgid = at ? atoi(at + 6) : pid;
	at = strstr(text, "\nPPid:");
	*ppid = at ? atoi(at + 6) : 0;
	return 0;
}

static int append_comm(struct buf *out, pid_t pid, pid_t tid, const char *name, u64 sample_type)
{
	struct perf_record_comm comm = { .header.type = PERF_RECORD_COMM, .pid = pid, .tid = tid };

	return append_text_record(out, &comm.header, offsetof(struct perf_record_comm, comm), name,
				  sample_type);
}

static int append_fork(struct buf *out, pid_t pid, pid_t tid, pid_t ppid, u64 sample_type)
{
	struct perf_record_fork fork = { .header.type = PERF_RECORD_FORK, .pid = pid, .tid = tid };
	size_t trailer = synthesize__trailer_bytes(sample_type);

	/* The main thread comes from its parent, the others from the main thread. */
	fork.ppid = tid == pid ? ppid : pid;
	fork.ptid = tid == pid ? ppid : pid;
	fork.header.size = sizeof(fork) + trailer;
	buf__append(out, &fork, sizeof(fork));
	return buf__append_zeros(out, trailer);
}

struct map_line {
	u64 start, end, pgoff, inode;
	unsigned int maj, min;
	char prot[5];
	const char *path;
};

/* One line of /proc/PID/maps, whose newline was replaced. */
static bool parse_map(char *line, struct map_line *map)
{
	int at = 0;

	if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu %n", &map->start, &map->end, map->prot,
		   &map->pgoff, &map->maj, &map->min, &map->inode, &at) < 7 ||
	    !at)
		return false;
	map->path = line[at] ? line + at : "//anon";
	return strlen(map->path) < PATH_MAX;
}

static int append_map(struct buf *out, pid_t pid, const struct map_line *map, u64 sample_type)
{
	struct perf_record_mmap2 mmap2 = {
		.header = { .type = PERF_RECORD_MMAP2, .misc = PERF_RECORD_MISC_USER },
		.pid = pid,
		.tid = pid,
		.start = map->start,
		.len = map->end - map->start,
		.pgoff = map->pgoff,
		.maj = map->maj,
		.min = map->min,
		.ino = map->inode,
	};

	mmap2.prot = (map->prot[0] == 'r' ? PROT_READ : 0) |
		     (map->prot[1] == 'w' ? PROT_WRITE : 0) | (map->prot[2] == 'x' ? PROT_EXEC : 0);
	mmap2.flags = map->prot[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	return append_text_record(out, &mmap2.header, offsetof(struct perf_record_mmap2, filename),
				  map->path, sample_type);
}

static int append_maps(struct buf *out, pid_t pid, u64 sample_type)
{
	_cleanup_free_ char *text = NULL;
	char path[64], *line, *rest;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	/* Kernel threads have an empty one; one that may not be read only lacks its symbols. */
	if (file__read(AT_FDCWD, path, MAX_PROC_BYTES, &text) <= 0)
		return 0;
	for (rest = text; (line = strsep(&rest, "\n"));) {
		struct map_line map;

		if (parse_map(line, &map) && map.prot[2] == 'x' && map.end > map.start)
			append_map(out, pid, &map, sample_type);
	}
	return buf__error(out);
}

/* All threads of a process, then its maps. */
static int append_process(struct buf *out, pid_t pid, u64 sample_type)
{
	char path[64], name[16];
	struct dirent *entry;
	pid_t tgid, ppid;
	DIR *tasks;

	if (read_status(pid, pid, name, &tgid, &ppid))
		return 0;
	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	tasks = opendir(path);
	if (!tasks)
		return 0;
	append_fork(out, pid, pid, ppid, sample_type);
	append_comm(out, pid, pid, name, sample_type);
	while ((entry = readdir(tasks))) {
		pid_t tid = atoi(entry->d_name);

		if (!isdigit((unsigned char)entry->d_name[0]) || tid == pid ||
		    read_status(pid, tid, name, &tgid, &ppid))
			continue;
		append_fork(out, pid, tid, ppid, sample_type);
		append_comm(out, pid, tid, name, sample_type);
	}
	closedir(tasks);
	return append_maps(out, pid, sample_type);
}

int synthesize__processes(struct record_output *output, u64 sample_type, struct err *err)
{
	struct buf out = { 0 };
	struct dirent *entry;
	int ret = 0;
	DIR *proc = opendir("/proc");

	if (!proc)
		return err__set(err, -errno, "/proc: %s", strerror(errno));
	while (!ret && (entry = readdir(proc))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		append_process(&out, atoi(entry->d_name), sample_type);
		if (out.len > 1u << 20)
			ret = flush(output, &out, err);
	}
	closedir(proc);
	if (!ret)
		ret = flush(output, &out, err);
	buf__exit(&out);
	return ret;
}

int synthesize__task(struct record_output *output, u64 sample_type, pid_t tid, struct err *err)
{
	struct buf out = { 0 };
	pid_t pid, ppid;
	char name[16];
	int ret = 0;

	/* Every task has a directory of its own in /proc, listed or not. */
	if (read_status(tid, tid, name, &pid, &ppid))
		return 0;
	if (pid == tid) {
		append_process(&out, pid, sample_type);
	} else {
		append_fork(&out, pid, tid, ppid, sample_type);
		append_comm(&out, pid, tid, name, sample_type);
		append_maps(&out, pid, sample_type);
	}
	ret = flush(output, &out, err);
	buf__exit(&out);
	return ret;
}

/* A process's children, theirs, and so on; a tree deeper than that is somebody's joke. */
static void append_children(struct buf *out, pid_t tid, u64 sample_type, int max_depth)
{
	_cleanup_free_ char *text = NULL;
	char path[64], *rest, *word;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", tid, tid);
	if (max_depth == 0 || file__read(AT_FDCWD, path, MAX_PROC_BYTES, &text) <= 0)
		return;
	for (rest = text; (word = strsep(&rest, " "));) {
		pid_t child = atoi(word);

		if (child <= 0)
			continue;
		append_process(out, child, sample_type);
		append_children(out, child, sample_type, max_depth - 1);
	}
}

int synthesize__children(struct record_output *output, u64 sample_type, pid_t tid, struct err *err)
{
	struct buf out = { 0 };
	int ret;

	append_children(&out, tid, sample_type, 100);
	ret = flush(output, &out, err);
	buf__exit(&out);
	return ret;
}

/* The address of one symbol, or 0 where addresses are hidden. Ends at the first match. */
static u64 kallsyms_address(const char *name)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/kallsyms", "re");
	_cleanup_free_ char *line = NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		char *end, *symbol;
		u64 address = strtoull(line, &end, 16);

		/* "ADDRESS TYPE NAME[\tMODULE]" */
		if (end == line || strlen(end) < 4)
			continue;
		symbol = end + 3;
		symbol[strcspn(symbol, "\t\n")] = 0;
		if (!strcmp(symbol, name))
			return address;
	}
	return 0;
}

static int append_kernel_map(struct buf *out, u64 start, u64 len, const char *name, u64 pgoff,
			     u64 sample_type)
{
	struct perf_record_mmap map = {
		.header = { .type = PERF_RECORD_MMAP, .misc = PERF_RECORD_MISC_KERNEL },
		.pid = -1,
		.tid = 0,
		.start = start,
		.len = len,
		.pgoff = pgoff,
	};

	return append_text_record(out, &map.header, offsetof(struct perf_record_mmap, filename),
				  name, sample_type);
}

/* "name size refs deps state 0xaddress" of /proc/modules. */
static void append_modules(struct buf *out, u64 sample_type)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/modules", "re");
	_cleanup_free_ char *line = NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		char name[128], label[132];
		u64 len, address;

		if (sscanf(line, "%127s %llu %*s %*s %*s %llx", name, &len, &address) != 3 ||
		    !address)
			continue;
		snprintf(label, sizeof(label), "[%s]", name);
		append_kernel_map(out, address, len, label, 0, sample_type);
	}
}

int synthesize__kernel(struct record_output *output, u64 sample_type, struct err *err)
{
	const char *name = "[kernel.kallsyms]_text";
	u64 start = kallsyms_address("_text");
	struct buf out = { 0 };
	u64 end;
	int ret;

	if (!start) {
		name = "[kernel.kallsyms]_stext";
		start = kallsyms_address("_stext");
	}
	if (!start)
		return 0;
	end = kallsyms_address("_etext");
	append_kernel_map(&out, start, end > start ? end - start : ~0ULL - start, name, start,
			  sample_type);
	append_modules(&out, sample_type);
	ret = flush(output, &out, err);
	buf__exit(&out);
	return ret;
}
