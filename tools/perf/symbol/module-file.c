// SPDX-License-Identifier: GPL-2.0-only
/*
 * Path and file of a kernel module -> an ELF file whose addresses are those of the loaded module.
 * Modules are relocatable: the kernel lays out their sections by kind and order (its module loader puts
 * all code first), and debug information holds zeros where such addresses belong.
 */
#include "symbol/module-file.h"

#include <elf.h>
#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "symbol/module-reloc.h"
#include "symbol/root.h"
#include "symbol/unpack.h"

#define MODULE_MAX_BYTES (512U << 20)
#define DEP_MAX_BYTES	 (16U << 20)

static bool has_parent_part(const char *path)
{
	for (const char *at = path; (at = strstr(at, "..")); at += 2)
		if ((at == path || at[-1] == '/') && (!at[2] || at[2] == '/'))
			return true;
	return false;
}

static bool is_in_modules(const char *path, const char *release)
{
	static const char *const folders[] = { "/lib/modules/", "/usr/lib/modules/" };

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		size_t len = strlen(folders[i]), release_len = strlen(release);

		if (!strncmp(path, folders[i], len) && !strncmp(path + len, release, release_len) &&
		    path[len + release_len] == '/')
			return !has_parent_part(path);
	}
	return false;
}

/* Is @path the file of the module that is loaded as "[@name]"? Its blanks and signs became "_". */
static bool is_named(const char *path, size_t len, const char *name)
{
	const char *slash = memrchr(path, '/', len), *base = slash ? slash + 1 : path;
	const char *end = path + len;

	for (name++; *name && *name != ']'; name++, base++)
		if (base == end || (*base == '-' ? '_' : *base) != (*name == '-' ? '_' : *name))
			return false;
	return *name == ']' && end - base >= 3 && !memcmp(base, ".ko", 3);
}

/* Looks "[name]" up in the list of modules that depmod wrote. */
static char *find_named(const char *symfs, const char *release, const char *name)
{
	_cleanup_free_ char *list = NULL, *text = NULL;
	_cleanup_close_ int fd = -1;
	u64 size_bytes;
	char *path;

	if (asprintf(&list, "/lib/modules/%s/modules.dep", release) < 0)
		return NULL;
	fd = root__open(symfs, list, &size_bytes);
	if (fd < 0 || size_bytes > DEP_MAX_BYTES)
		return NULL;
	text = calloc(1, size_bytes + 1);
	if (!text || file__read_all(fd, text, size_bytes))
		return NULL;
	for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		size_t len = strcspn(line, ":\n");

		if (line[len] != ':' || !is_named(line, len, name))
			continue;
		if (asprintf(&path, "/lib/modules/%s/%.*s", release, (int)len, line) < 0)
			return NULL;
		return path;
	}
	return NULL;
}

char *module_file__path(const struct module_wanted *wanted)
{
	const char *release = wanted->release;
	struct utsname uts;
	char *path;

	if (!wanted->symfs) {
		if (uname(&uts) || (release && strcmp(release, uts.release)))
			return NULL;
		release = uts.release;
	}
	if (*wanted->path == '[')
		path = release ? find_named(wanted->symfs, release, wanted->path) : NULL;
	else
		path = strdup(wanted->path);
	if (!path || wanted->symfs || is_in_modules(path, release))
		return path;
	free(path);
	return NULL;
}

/* The file's content, unpacked, as another file. */
static int copy_unpacked(int fd, u64 *size_bytes)
{
	_cleanup_free_ char *bytes = NULL, *unpacked = NULL;
	size_t size = *size_bytes;
	int copy, ret;

	if (size > MODULE_MAX_BYTES)
		return -EFBIG;
	bytes = malloc(size ? size : 1);
	if (!bytes)
		return -ENOMEM;
	ret = file__pread_all(fd, bytes, size, 0);
	if (ret)
		return ret;
	ret = unpack(bytes, size, MODULE_MAX_BYTES, &unpacked, &size);
	if (ret && ret != -ENOEXEC)
		return ret;
	copy = memfd_create("module", MFD_CLOEXEC);
	if (copy < 0)
		return -errno;
	*size_bytes = size;
	ret = file__write_all(copy, unpacked ? unpacked : bytes, size);
	if (!ret)
		return copy;
	close(copy);
	return ret;
}

int module_file__prepare(int fd, u64 *size_bytes)
{
	int copy = copy_unpacked(fd, size_bytes);
	char *image;

	close(fd);
	if (copy < 0)
		return copy;
	image = *size_bytes ? mmap(NULL, *size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, copy, 0)
			    : MAP_FAILED;
	if (image == MAP_FAILED) {
		close(copy);
		return -ENOEXEC;
	}
	module_reloc__apply(image, *size_bytes);
	munmap(image, *size_bytes);
	return copy;
}
