// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, writing: the content of those feature sections that tell about the machine (CPUs,
 * memory, caches, PMUs). In go /proc and /sys, out come the bytes of one section.
 */
#include "machine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "cpulist.h"
#include "encode.h"
#include "file.h"

#define SYSFS_CPU  "/sys/devices/system/cpu"
#define SYSFS_NODE "/sys/devices/system/node"
#define SYSFS_PMUS "/sys/bus/event_source/devices"

/* One line of text without its end; NULL when it can not be read. The caller frees it. */
static char *read_line(const char *dir, unsigned int nr, const char *file)
{
	char path[256];
	char *text;

	snprintf(path, sizeof(path), "%s%u/%s", dir, nr, file);
	if (file__read(AT_FDCWD, path, 1 << 20, &text) < 0)
		return NULL;
	text[strcspn(text, "\n")] = 0;
	return text;
}

static u32 read_number(const char *dir, unsigned int nr, const char *file, u32 otherwise)
{
	_cleanup_free_ char *text = read_line(dir, nr, file);

	return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static u32 nr_cpus(int name)
{
	long nr = sysconf(name);

	return nr > 0 ? nr : 1;
}

int machine__write_nrcpus(struct buf *out, const struct feature_source *source)
{
	(void)source;
	encode__u32(out, nr_cpus(_SC_NPROCESSORS_CONF));
	return encode__u32(out, nr_cpus(_SC_NPROCESSORS_ONLN));
}

/* The value of the first "key : value" line, cut out of @text in place; NULL: no such line. */
static char *line_value(char *text, const char *key)
{
	size_t len = strlen(key);

	for (char *line = text; line; line = strchr(line, '\n')) {
		char *value;

		line += *line == '\n';
		if (strncmp(line, key, len) || !strchr(" \t:", line[len]))
			continue;
		value = line + len + strspn(line + len, " \t");
		if (*value != ':')
			continue;
		value += 1 + strspn(value + 1, " \t");
		value[strcspn(value, "\n")] = 0;
		return value;
	}
	return NULL;
}

static char *proc_value(const char *path, const char *key)
{
	_cleanup_free_ char *text = NULL;
	char *value;

	if (file__read(AT_FDCWD, path, 16 << 20, &text) < 0)
		return NULL;
	value = line_value(text, key);
	return value ? strdup(value) : NULL;
}

int machine__write_cpudesc(struct buf *out, const struct feature_source *source)
{
	/* What the architectures call it in /proc/cpuinfo. */
	static const char *const keys[] = { "model name", "Processor", "cpu",
					    "vendor_id",  "uarch",     "isa" };

	(void)source;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		_cleanup_free_ char *value = proc_value("/proc/cpuinfo", keys[i]);

		if (value)
			return encode__string(out, value);
	}
	return -ENODATA;
}

static int write_cpuid_arm64(struct buf *out)
{
	_cleanup_free_ char *midr = read_line(SYSFS_CPU "/cpu", 0, "regs/identification/midr_el1");

	return midr && *midr ? encode__string(out, midr) : -ENODATA;
}

/* x86: vendor, family, model and stepping; arm64: the main id register. */
int machine__write_cpuid(struct buf *out, const struct feature_source *source)
{
	static const char *const keys[] = { "vendor_id", "cpu family", "model", "stepping" };
	struct buf text = { 0 };
	int ret = -ENODATA;

	(void)source;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		_cleanup_free_ char *value = proc_value("/proc/cpuinfo", keys[i]);

		if (!value) {
			buf__exit(&text);
			return write_cpuid_arm64(out);
		}
		buf__printf(&text, "%s%s", i ? "," : "", value);
	}
	ret = buf__error(&text);
	if (!ret)
		ret = encode__string(out, text.data);
	buf__exit(&text);
	return ret;
}

int machine__write_total_mem(struct buf *out, const struct feature_source *source)
{
	_cleanup_free_ char *kib = proc_value("/proc/meminfo", "MemTotal");

	(void)source;
	return kib ? encode__u64(out, strtoull(kib, NULL, 10)) : -ENODATA;
}

/* Different texts of one topology file over all CPUs, in order of appearance: a list. */
static void write_sibling_list(struct buf *out, u32 cpus, const char *file, const char *old_file)
{
	size_t at = out->len, first = at + sizeof(u32);
	u32 nr = 0;

	encode__u32(out, 0);
	for (u32 cpu = 0; cpu < cpus; cpu++) {
		_cleanup_free_ char *text = read_line(SYSFS_CPU "/cpu", cpu, file);
		size_t pos = first;
		u32 len;

		if (!text && old_file)
			text = read_line(SYSFS_CPU "/cpu", cpu, old_file);
		if (!text || buf__error(out))
			continue;
		for (; pos < out->len; pos += sizeof(len) + len) {
			memcpy(&len, out->data + pos, sizeof(len));
			if (!strcmp(out->data + pos + sizeof(len), text))
				break;
		}
		if (pos < out->len)
			continue;
		encode__string(out, text);
		nr++;
	}
	encode__set_u32(out, at, nr);
}

/* Dies are told only where a package has several; readers take the rest of the section as none. */
int machine__write_cpu_topology(struct buf *out, const struct feature_source *source)
{
	u32 cpus = nr_cpus(_SC_NPROCESSORS_CONF);
	bool dies = false;

	(void)source;
	write_sibling_list(out, cpus, "topology/package_cpus_list", "topology/core_siblings_list");
	write_sibling_list(out, cpus, "topology/core_cpus_list", "topology/thread_siblings_list");
	for (u32 cpu = 0; cpu < cpus; cpu++) {
		encode__u32(out, read_number(SYSFS_CPU "/cpu", cpu, "topology/core_id", -1));
		encode__u32(out,
			    read_number(SYSFS_CPU "/cpu", cpu, "topology/physical_package_id", -1));
		dies |= read_number(SYSFS_CPU "/cpu", cpu, "topology/die_id", 0) != 0;
	}
	if (!dies)
		return buf__error(out);
	write_sibling_list(out, cpus, "topology/die_cpus_list", NULL);
	for (u32 cpu = 0; cpu < cpus; cpu++)
		encode__u32(out, read_number(SYSFS_CPU "/cpu", cpu, "topology/die_id", 0));
	return buf__error(out);
}

static u64 node_kib(char *meminfo, const char *key)
{
	char *at = strstr(meminfo, key);

	return at ? strtoull(at + strlen(key) + strspn(at + strlen(key), " :\t"), NULL, 10) : 0;
}

static bool write_node(struct buf *out, unsigned int node)
{
	_cleanup_free_ char *cpus = read_line(SYSFS_NODE "/node", node, "cpulist");
	_cleanup_free_ char *meminfo = NULL;
	char path[128];

	snprintf(path, sizeof(path), SYSFS_NODE "/node%u/meminfo", node);
	if (!cpus || file__read(AT_FDCWD, path, 1 << 16, &meminfo) < 0)
		return false;
	encode__u32(out, node);
	encode__u64(out, node_kib(meminfo, "MemTotal"));
	encode__u64(out, node_kib(meminfo, "MemFree"));
	encode__string(out, cpus);
	return true;
}

int machine__write_numa_topology(struct buf *out, const struct feature_source *source)
{
	_cleanup_free_ char *online = NULL;
	_cleanup_free_ int *nodes = NULL;
	size_t at = out->len;
	u32 written = 0;
	int nr;

	(void)source;
	if (file__read(AT_FDCWD, SYSFS_NODE "/online", 1 << 16, &online) < 0)
		return -ENODATA;
	nr = cpulist__parse(online, &nodes, NULL);
	encode__u32(out, 0);
	for (int i = 0; i < nr; i++)
		written += write_node(out, nodes[i]);
	encode__set_u32(out, at, written);
	return written ? buf__error(out) : -ENODATA;
}

int machine__write_pmu_mappings(struct buf *out, const struct feature_source *source)
{
	DIR *dir = opendir(SYSFS_PMUS);
	size_t at = out->len;
	struct dirent *entry;
	u32 nr = 0;

	(void)source;
	if (!dir)
		return -ENODATA;
	encode__u32(out, 0);
	while ((entry = readdir(dir))) {
		char path[300];
		u64 type;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/type", entry->d_name);
		if (file__read_u64(dirfd(dir), path, &type))
			continue;
		encode__u32(out, type);
		encode__string(out, entry->d_name);
		nr++;
	}
	closedir(dir);
	encode__set_u32(out, at, nr);
	return nr ? buf__error(out) : -ENODATA;
}

/* One cache as its section entry, or false where there is none. */
static bool encode_cache(struct buf *entry, u32 cpu, unsigned int index)
{
	static const char *const numbers[] = { "level", "coherency_line_size", "number_of_sets",
					       "ways_of_associativity" };
	static const char *const texts[] = { "type", "size", "shared_cpu_list" };
	char dir[128];

	snprintf(dir, sizeof(dir), SYSFS_CPU "/cpu%u/cache/index", cpu);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		_cleanup_free_ char *text = read_line(dir, index, numbers[i]);

		if (!text)
			return false;
		encode__u32(entry, strtoul(text, NULL, 10));
	}
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		_cleanup_free_ char *text = read_line(dir, index, texts[i]);

		encode__string(entry, text ? text : "");
	}
	return true;
}

/* Is @entry among the cache entries from @pos on? */
static bool has_entry(const struct buf *out, size_t pos, const struct buf *entry)
{
	return memmem(out->data + pos, out->len - pos, entry->data, entry->len) != NULL;
}

/* Each cache once, though every CPU that shares it tells about it. */
int machine__write_cache(struct buf *out, const struct feature_source *source)
{
	u32 cpus = nr_cpus(_SC_NPROCESSORS_CONF), nr = 0;
	struct buf entry = { 0 };
	size_t at;

	(void)source;
	encode__u32(out, 1);
	at = out->len;
	encode__u32(out, 0);
	for (unsigned int index = 0; index < 10; index++) {
		for (u32 cpu = 0; cpu < cpus; cpu++) {
			buf__reset(&entry);
			if (!encode_cache(&entry, cpu, index) || buf__error(&entry) ||
			    buf__error(out))
				continue;
			if (has_entry(out, at + sizeof(u32), &entry))
				continue;
			buf__append(out, entry.data, entry.len);
			nr++;
		}
	}
	buf__exit(&entry);
	encode__set_u32(out, at, nr);
	return nr ? buf__error(out) : -ENODATA;
}
