// SPDX-License-Identifier: GPL-2.0-only
/* Where symbols and debug information are found: beside a stripped file, in it, by build-id, below
 * another root, for files that are gone. */
#include "suites.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "config.h"
#include "file.h"
#include "symbol-fixture.h"
#include "symbol/elf-source.h"
#include "symbol/machine.h"
#include "symbol/root.h"
#include "symbol/srcline.h"

#define BASE 0x7f0000000000ULL

/* A folder of its own for each row; what is in it goes with it. */
struct dir {
	char path[32];
};

static void dir__init(struct test *t, struct dir *dir)
{
	strcpy(dir->path, "/tmp/perf-test-XXXXXX");
	T_OK(t, mkdtemp(dir->path));
}

static void dir__exit(struct dir *dir)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", dir->path);
	if (system(command))
		perror(command);
}

/* Writes a file below the folder, making the folders on the way. */
static void put(struct test *t, const struct dir *dir, const char *name, const u8 *bytes, size_t nr)
{
	_cleanup_close_ int fd = -1;
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir->path, name);
	for (char *slash = path + strlen(dir->path) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = 0;
		mkdir(path, 0755);
		*slash = '/';
	}
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	T_OK(t, fd >= 0 && !file__write_all(fd, bytes, nr));
}

static const u8 *fixture_id(u8 id[BUILD_ID_SIZE], u8 *size)
{
	int fd = memfd_create("fixture", MFD_CLOEXEC);

	*size = 0;
	if (fd >= 0 && !file__write_all(fd, symbol_fixture, symbol_fixture_bytes))
		build_id__read_fd(fd, id, size);
	close(fd);
	return *size ? id : NULL;
}

/* What is found for @addr of the file at @path: its symbol, and the number of functions inlined. */
struct found {
	char symbol[64];
	size_t inlined;
};

static struct found find(const char *path, u64 addr, bool with_id, const char *symfs)
{
	struct symbol_options options = { .no_demangle = true, .symfs = symfs };
	struct machine *machine = machine__new();
	const struct inline_frame *frames;
	struct found found = { 0 };
	struct location location;
	u8 id[BUILD_ID_SIZE], size;

	machine__set_options(machine, &options);
	fixture_id(id, &size);
	machine__mmap(machine, &(struct machine_mmap){ .pid = getpid(),
						       .tid = getpid(),
						       .start = BASE,
						       .len = 0x1000,
						       .exec = true,
						       .path = path,
						       .build_id = with_id ? id : NULL,
						       .build_id_size = with_id ? size : 0 });
	machine__resolve(machine, machine__thread(machine, getpid(), getpid()),
			 PERF_RECORD_MISC_USER, BASE + addr, &location);
	if (location.symbol)
		snprintf(found.symbol, sizeof(found.symbol), "%s", location.symbol->name);
	found.inlined = machine__inlines(machine, &location, &frames);
	machine__delete(machine);
	return found;
}

static struct found find_in(const struct dir *dir, const char *name, u64 addr, bool with_id)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir->path, name);
	return find(path, addr, with_id, NULL);
}

static void test_mini(struct test *t)
{
	struct dir dir;

	if (!HAVE_LIBLZMA)
		return test__skip(t, "built without liblzma");
	dir__init(t, &dir);
	put(t, &dir, "x.so", symbol_stripped, symbol_stripped_bytes);
	T_STR(t, find_in(&dir, "x.so", 0x2aa, false).symbol, "mini_only");
	T_STR(t, find_in(&dir, "x.so", 0x281, false).symbol, "_ZN2ns3hotEPli");
	T_STR(t, find_in(&dir, "x.so", 0x271, false).symbol, "_ZN2ns3hotEPli@plt");
	dir__exit(&dir);
}

/* The rest is in a file of the name and the checksum that the file tells. */
static void test_debug_link(struct test *t)
{
	static const char *const places[] = { "inlines.debug", ".debug/inlines.debug" };
	_cleanup_free_ u8 *other = calloc(1, symbol_fixture_bytes + 1);
	struct dir dir;

	if (!HAVE_LIBDW)
		return test__skip(t, "built without libdw");
	memcpy(other, symbol_fixture, symbol_fixture_bytes);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		dir__init(t, &dir);
		put(t, &dir, "x.so", symbol_stripped, symbol_stripped_bytes);
		T_EQ(t, find_in(&dir, "x.so", 0x293, false).inlined, 0);
		put(t, &dir, places[i], symbol_fixture, symbol_fixture_bytes);
		T_EQ(t, find_in(&dir, "x.so", 0x293, false).inlined, 3);
		T_STR(t, find_in(&dir, "x.so", 0x2aa, false).symbol, "_ZN2ns3hotEPli");
		put(t, &dir, places[i], other, symbol_fixture_bytes + 1);
		T_EQ(t, find_in(&dir, "x.so", 0x293, false).inlined, 0);
		dir__exit(&dir);
	}
}

/* A file that is gone is found in the cache, if its build-id was recorded. */
static void test_cache(struct test *t)
{
	_cleanup_free_ char *in_cache = NULL;
	u8 id[BUILD_ID_SIZE], size;
	struct dir dir;

	dir__init(t, &dir);
	T_OK(t, fixture_id(id, &size));
	in_cache = elf_source__build_id_path(".build-id", id, size, "/elf");
	put(t, &dir, in_cache, symbol_fixture, symbol_fixture_bytes);
	setenv("PERF_BUILDID_DIR", dir.path, 1);
	T_STR(t, find("/nowhere/x.so", 0x293, true, NULL).symbol, "_ZN2ns3hotEPli");
	T_STR(t, find("/nowhere/x.so", 0x293, false, NULL).symbol, "");
	/* A copy that is another file is none. */
	put(t, &dir, in_cache, symbol_fixture, 64);
	T_STR(t, find("/nowhere/x.so", 0x293, true, NULL).symbol, "");
	dir__exit(&dir);
}

static void test_deleted(struct test *t)
{
	struct dir dir;

	dir__init(t, &dir);
	put(t, &dir, "x.so", symbol_fixture, symbol_fixture_bytes);
	T_STR(t, find_in(&dir, "x.so (deleted)", 0x293, true).symbol, "_ZN2ns3hotEPli");
	T_STR(t, find_in(&dir, "x.so (deleted)", 0x293, false).symbol, "");
	dir__exit(&dir);
}

/* A path that only the process knows: here /proc/PID/root is our own, so all but the file is real. */
static void test_other_root(struct test *t)
{
	struct elf_wanted wanted = { .pid = getpid() };
	u8 id[BUILD_ID_SIZE], size;
	char path[256];
	struct dir dir;
	u64 bytes;
	int fd;

	dir__init(t, &dir);
	put(t, &dir, "x.so", symbol_fixture, symbol_fixture_bytes);
	wanted.build_id = fixture_id(id, &size);
	wanted.build_id_size = size;
	/* Relative to our folder there is none, from the process' root there is. */
	snprintf(path, sizeof(path), "%s/x.so", dir.path);
	wanted.path = path;
	if (chdir("/proc/self") || access("root/", R_OK))
		return test__skip(t, "/proc/PID/root can not be read");
	fd = elf_source__open(&wanted, &bytes);
	T_OK(t, fd >= 0);
	close(fd);
	dir__exit(&dir);
}

/* Neither links nor ".." lead out of the folder; absolute links lead into it. */
static void test_symfs(struct test *t)
{
	char symfs[64], link[128];
	struct dir dir;

	dir__init(t, &dir);
	snprintf(symfs, sizeof(symfs), "%s/root", dir.path);
	put(t, &dir, "root/lib/x.so", symbol_fixture, symbol_fixture_bytes);
	put(t, &dir, "outside.so", symbol_fixture, symbol_fixture_bytes);
	T_STR(t, find("/lib/x.so", 0x293, false, symfs).symbol, "_ZN2ns3hotEPli");
	T_STR(t, find("/../outside.so", 0x293, false, symfs).symbol, "");
	snprintf(link, sizeof(link), "%s/lib/up.so", symfs);
	T_EQ(t, symlink("../../outside.so", link), 0);
	T_STR(t, find("/lib/up.so", 0x293, false, symfs).symbol, "");
	snprintf(link, sizeof(link), "%s/lib/absolute.so", symfs);
	T_EQ(t, symlink("/lib/x.so", link), 0);
	T_STR(t, find("/lib/absolute.so", 0x293, false, symfs).symbol, "_ZN2ns3hotEPli");
	T_STR(t, find("/tmp/none.so", 0x293, false, "/nowhere").symbol, "");
	dir__exit(&dir);
}

static void test_perf_map_owner(struct test *t)
{
	static const char text[] = "7f0000000000 1000 compiled\n";
	char path[64];
	_cleanup_close_ int fd = -1;
	struct machine_mmap mmap = { .pid = getpid(),
				     .tid = getpid(),
				     .start = BASE,
				     .len = 0x1000,
				     .exec = true,
				     .path = "//anon" };

	if (geteuid())
		return test__skip(t, "only root can give files away");
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
	T_OK(t, fd >= 0 && !file__write_all(fd, text, strlen(text)));
	for (int row = 0; row < 3; row++) {
		struct symbol_options options = { .force = row == 2 };
		struct machine *machine = machine__new();
		struct location location;

		T_EQ(t, fchown(fd, row ? 12345 : 0, 0), 0);
		machine__set_options(machine, &options);
		machine__mmap(machine, &mmap);
		machine__resolve(machine, machine__thread(machine, mmap.pid, mmap.pid),
				 PERF_RECORD_MISC_USER, BASE + 5, &location);
		T_EQ(t, !!location.symbol, row != 1);
		machine__delete(machine);
	}
	unlink(path);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_mini),	      TEST_FN(test_debug_link), TEST_FN(test_cache),
	TEST_FN(test_deleted),	      TEST_FN(test_other_root), TEST_FN(test_symfs),
	TEST_FN(test_perf_map_owner),
};

struct test_suite suite_elf_source = {
	.name = "elf-source",
	.desc = "Where symbols and debug information are found",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
