// SPDX-License-Identifier: GPL-2.0-only
/* tools/perf/symbol/build-id: notes in memory, hostile ones among them, and files of this machine. */
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "cleanup.h"
#include "file.h"
#include "symbol/build-id.h"

struct notes_row {
	u32 words[16];
	size_t bytes;
	size_t align;
	int ret;
	u8 size;
	u8 first; /* byte of the id */
};

#define GNU 0x554e47

static const struct notes_row notes[] = {
	{ { 4, 4, 3, GNU, 0xaa }, 20, 4, 0, 4, 0xaa },
	{ { 4, 4, 1, GNU, 0xbb, 4, 4, 3, GNU, 0xaa }, 40, 4, 0, 4, 0xaa },
	{ { 5, 1, 3, GNU, 0, 0xbb, 4, 20, 3, GNU, 0xaa }, 60, 4, 0, 20, 0xaa },
	/* Eight-byte alignment pads the first note's end. */
	{ { 4, 4, 5, GNU, 0xbb, 0, 4, 4, 3, GNU, 0xaa }, 44, 8, 0, 4, 0xaa },
	{ { 4, 4, 3, GNU, 0xaa }, 19, 4, -ENODATA, 0, 0 },
	{ { 4, 4, 3, GNU, 0xaa }, 11, 4, -ENODATA, 0, 0 },
	{ { 4, 0, 3, GNU }, 16, 4, -ENODATA, 0, 0 },
	{ { 4, 21, 3, GNU, 0xaa }, 64, 4, -ENODATA, 0, 0 },
	{ { 4, 0xffffffff, 3, GNU, 0xaa }, 64, 4, -ENODATA, 0, 0 },
	{ { 0xffffffff, 4, 3, GNU, 0xaa }, 64, 4, -ENODATA, 0, 0 },
	{ { 0xffffffff, 0xffffffff, 3, GNU, 0xaa }, 64, 8, -ENODATA, 0, 0 },
	{ { 0 }, 0, 4, -ENODATA, 0, 0 },
};

static void test_notes(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(notes); i++) {
		const struct notes_row *n = &notes[i];
		u8 id[BUILD_ID_SIZE] = { 0 }, size = 0;
		/* A copy of just the bytes, so that the sanitizer sees a read past them. */
		_cleanup_free_ void *bytes = malloc(n->bytes ? n->bytes : 1);

		memcpy(bytes, n->words, n->bytes);
		if (build_id__find(bytes, n->bytes, n->align, id, &size) != n->ret)
			T_FAIL(t, "notes %zu: not %d", i, n->ret);
		T_EQ(t, size, n->size);
		T_EQ(t, id[0], n->first);
	}
}

static void test_kernel(struct test *t)
{
	u8 id[BUILD_ID_SIZE], size = 0;

	if (access("/sys/kernel/notes", R_OK))
		return test__skip(t, "/sys/kernel/notes can not be read");
	T_EQ(t, build_id__read_kernel(id, &size), 0);
	T_EQ(t, size, 20);
}

/* Our own program must give what its bytes hold. */
static void test_self(struct test *t)
{
	u8 id[BUILD_ID_SIZE], size = 0;
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(AT_FDCWD, "/proc/self/exe", 1 << 28, &text);

	T_EQ(t, build_id__read("/proc/self/exe", id, &size), 0);
	T_OK(t, size > 0);
	T_OK(t, len > 0 && memmem(text, len, id, size));
}

static void test_no_elf(struct test *t)
{
	char path[] = "/tmp/perf-test-XXXXXX";
	int fd = mkstemp(path);
	u8 id[BUILD_ID_SIZE], size;

	T_OK(t, fd >= 0);
	T_EQ(t, build_id__read(path, id, &size), -ENOEXEC);
	T_EQ(t, file__write_all(fd, "\177ELF", 4), 0);
	T_EQ(t, build_id__read(path, id, &size), -ENOEXEC);
	close(fd);
	unlink(path);
	T_EQ(t, build_id__read(path, id, &size), -ENOENT);
	T_EQ(t, build_id__read("/", id, &size), -EISDIR);
	T_EQ(t, mkfifo(path, 0600), 0);
	T_EQ(t, build_id__read(path, id, &size), -ENXIO);
	unlink(path);
}

/* Any byte of the ELF and program headers may be wrong: no crash, no read out of bounds. */
static void test_damaged(struct test *t)
{
	_cleanup_free_ char *text = NULL;
	char path[] = "/tmp/perf-test-XXXXXX";
	ssize_t len = file__read(AT_FDCWD, "/proc/self/exe", 1 << 28, &text);
	_cleanup_close_ int fd = mkstemp(path);
	u8 id[BUILD_ID_SIZE], size;

	T_OK(t, fd >= 0 && len > 4096);
	T_EQ(t, file__write_all(fd, text, 4096), 0);
	for (int i = 4; i < 1024; i++) {
		static const char bad[] = { '\xff', '\x7f', 0 };

		for (size_t k = 0; k < sizeof(bad); k++) {
			T_EQ(t, file__pwrite_all(fd, &bad[k], 1, i), 0);
			build_id__read(path, id, &size);
		}
		T_EQ(t, file__pwrite_all(fd, text + i, 1, i), 0);
	}
	T_EQ(t, build_id__read(path, id, &size), 0);
	unlink(path);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_notes),  TEST_FN(test_kernel),  TEST_FN(test_self),
	TEST_FN(test_no_elf), TEST_FN(test_damaged),
};

struct test_suite suite_build_id = {
	.name = "build-id",
	.desc = "Build-ids of ELF files and the kernel",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
