// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the ELF file of a mapping is found, and where its debug information. What the path shows today
 * may not be what was recorded, so build-ids and checksums decide.
 */
#include "symbol/elf-source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "symbol/debuginfod.h"
#include "symbol/module-file.h"
#include "symbol/process.h"
#include "symbol/root.h"

#define DEBUG_DIR "/usr/lib/debug"
#define DELETED	  " (deleted)"

char *elf_source__build_id_path(const char *dir, const u8 *id, u8 size, const char *tail)
{
	char hex[2 * BUILD_ID_SIZE + 1];
	char *path;

	for (u8 i = 0; i < size; i++)
		sprintf(hex + 2 * i, "%02x", id[i]);
	if (asprintf(&path, "%s/%.2s/%s%s", dir, hex, hex + 2, tail) < 0)
		return NULL;
	return path;
}

/* Is it what was recorded? @sure: what has no build-id, or was recorded without one, is not. */
static bool is_recorded(const struct elf_wanted *wanted, int fd, bool sure)
{
	u8 id[BUILD_ID_SIZE], size;

	if (!wanted->build_id_size || build_id__read_fd(fd, id, &size))
		return !sure;
	return size == wanted->build_id_size && !memcmp(id, wanted->build_id, size);
}

/* The content that a file of the wanted kind stands for. */
static int prepare(const struct elf_wanted *wanted, int fd, u64 *size_bytes)
{
	return fd >= 0 && wanted->module ? module_file__prepare(fd, size_bytes) : fd;
}

/* Takes over @fd, which may be an error. */
static int check(const struct elf_wanted *wanted, int fd, bool sure, u64 *size_bytes)
{
	fd = prepare(wanted, fd, size_bytes);
	if (fd < 0 || is_recorded(wanted, fd, sure))
		return fd;
	close(fd);
	return -ESTALE;
}

static int open_checked(const struct elf_wanted *wanted, const char *symfs, const char *path,
			bool sure, u64 *size_bytes)
{
	return check(wanted, root__open(symfs, path, size_bytes), sure, size_bytes);
}

/* Takes over @path, which may be NULL: out of memory. */
static int open_and_free(const struct elf_wanted *wanted, const char *symfs, char *path,
			 u64 *size_bytes)
{
	int fd = path ? open_checked(wanted, symfs, path, true, size_bytes) : -ENOMEM;

	free(path);
	return fd;
}

/* As the process sees it. With a symfs, paths are not this machine's. */
static int open_in_process(const struct elf_wanted *wanted, u64 *size_bytes)
{
	if (wanted->symfs || wanted->pid <= 0)
		return -ENOENT;
	return check(wanted, process__open(wanted->pid, wanted->path, size_bytes), true,
		     size_bytes);
}

/* No build-id tells the file from one that another mount namespace has at that path, but the process
 * itself does, if it still has the recorded mapping. */
static int open_by_mapping(const struct elf_wanted *wanted, u64 *size_bytes)
{
	if (wanted->symfs || wanted->build_id_size || !wanted->inode ||
	    !process__is_apart(wanted->pid) ||
	    !process__has(wanted->pid, wanted->mapped, wanted->inode))
		return -ENOENT;
	return process__open(wanted->pid, wanted->path, size_bytes);
}

/* A file that was replaced: the new one may be the same again. */
static int open_undeleted(const struct elf_wanted *wanted, u64 *size_bytes)
{
	size_t len = strlen(wanted->path), tail = strlen(DELETED);

	if (len <= tail || strcmp(wanted->path + len - tail, DELETED))
		return -ENOENT;
	return open_and_free(wanted, wanted->symfs, strndup(wanted->path, len - tail), size_bytes);
}

static int open_in_cache(const struct elf_wanted *wanted, const char *tail, u64 *size_bytes)
{
	_cleanup_free_ char *dir = NULL;

	if (!wanted->cache || wanted->build_id_size < 2 ||
	    asprintf(&dir, "%s/.build-id", wanted->cache) < 0)
		return -ENOENT;
	return open_and_free(wanted, NULL,
			     elf_source__build_id_path(dir, wanted->build_id, wanted->build_id_size,
						       tail),
			     size_bytes);
}

static int open_at_server(const struct elf_wanted *wanted, bool debug, u64 *size_bytes)
{
	if (!wanted->servers || !wanted->build_id_size)
		return -ENOENT;
	return check(wanted,
		     debuginfod__open(wanted->servers, debug, wanted->build_id,
				      wanted->build_id_size, size_bytes),
		     true, size_bytes);
}

/* At the recorded path, or for a module where its path leads. */
static int open_at_path(const struct elf_wanted *wanted, u64 *size_bytes)
{
	struct module_wanted module = { wanted->path, wanted->symfs, wanted->release };
	_cleanup_free_ char *path = wanted->module ? module_file__path(&module) : NULL;

	if (wanted->module && !path)
		return -ENOENT;
	return open_checked(wanted, wanted->symfs, path ? path : wanted->path, false, size_bytes);
}

int elf_source__open(const struct elf_wanted *wanted, u64 *size_bytes)
{
	int ret = open_by_mapping(wanted, size_bytes), fd;

	if (ret < 0)
		ret = open_at_path(wanted, size_bytes);
	fd = ret;
	if (fd < 0)
		fd = open_in_process(wanted, size_bytes);
	if (fd < 0)
		fd = open_undeleted(wanted, size_bytes);
	if (fd < 0)
		fd = open_in_cache(wanted, "/elf", size_bytes);
	if (fd < 0)
		fd = open_at_server(wanted, false, size_bytes);
	/* What is wrong with the path itself says most. */
	return fd < 0 ? ret : fd;
}

/* CRC-32 as .gnu_debuglink has it. 0 or -errno. */
static int checksum(int fd, u32 *crc)
{
	u32 table[256];
	u8 bytes[65536];
	ssize_t got;
	u64 at = 0;

	for (u32 i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	*crc = ~0U;
	while ((got = pread(fd, bytes, sizeof(bytes), at)) > 0) {
		for (ssize_t i = 0; i < got; i++)
			*crc = table[(*crc ^ bytes[i]) & 0xff] ^ *crc >> 8;
		at += got;
	}
	*crc = ~*crc;
	return got < 0 ? -errno : 0;
}

/* "PREFIX/folder of the file/SUBDIR/link". */
static int open_link_in(const struct elf_wanted *wanted, const struct elf_debug_link *link,
			const char *prefix, const char *subdir, u64 *size_bytes)
{
	const char *slash = strrchr(wanted->path, '/');
	_cleanup_free_ char *path = NULL;
	u32 crc;
	int fd;

	if (!slash || asprintf(&path, "%s%.*s/%s%s", prefix, (int)(slash - wanted->path),
			       wanted->path, subdir, link->name) < 0)
		return -ENOENT;
	/* A link to the file itself leads nowhere. */
	if (!strcmp(path, wanted->path))
		return -ENOENT;
	fd = root__open(wanted->symfs, path, size_bytes);
	if (fd < 0 || (!checksum(fd, &crc) && crc == link->crc))
		return prepare(wanted, fd, size_bytes);
	close(fd);
	return -ENOENT;
}

static int open_link(const struct elf_wanted *wanted, const struct elf_debug_link *link,
		     u64 *size_bytes)
{
	int fd;

	if (!link->name || !*link->name || strchr(link->name, '/'))
		return -ENOENT;
	fd = open_link_in(wanted, link, "", "", size_bytes);
	if (fd < 0)
		fd = open_link_in(wanted, link, "", ".debug/", size_bytes);
	if (fd < 0)
		fd = open_link_in(wanted, link, DEBUG_DIR, "", size_bytes);
	return fd;
}

int elf_source__open_debug(const struct elf_wanted *wanted, const struct elf_debug_link *link,
			   u64 *size_bytes)
{
	int fd = -ENOENT;

	if (wanted->build_id_size >= 2)
		fd = open_and_free(wanted, wanted->symfs,
				   elf_source__build_id_path(DEBUG_DIR "/.build-id",
							     wanted->build_id,
							     wanted->build_id_size, ".debug"),
				   size_bytes);
	if (fd < 0)
		fd = open_in_cache(wanted, "/debug", size_bytes);
	if (fd < 0)
		fd = open_link(wanted, link, size_bytes);
	if (fd < 0)
		fd = open_at_server(wanted, true, size_bytes);
	return fd;
}
