// SPDX-License-Identifier: GPL-2.0-only
/*
 * report and script of every file of the corpus, cut off at every 97th byte and with single bits
 * turned over, in one worker process a file: it must not crash, take longer than 10 seconds a
 * file, or need more memory than the file's size and 200 MiB. One case in a hundred is tried, by
 * a fixed seed; with PERF_TEST_DAMAGE=all each one is.
 */
#include "suites.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "cleanup.h"
#include "file.h"
#include "tree.h"

#define CUT_STEP   97
#define NR_FLIPS   10000
#define ONE_IN	   100
#define CASE_S	   10
#define MEMORY_KIB (200 << 10)
#define FILE_MAX   (16u << 20)
#define MAX_FILES  128

/* What the worker is at, seen by who waits for it. */
struct progress {
	char what[64];
	long nr;
	long kib; /* most memory of its own */
};

struct row {
	struct test_row row;
	char name[128];
};

static struct row rows[MAX_FILES];

/* xorshift64: the same cases everywhere. */
static u64 next_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void run_command(int (*command)(int argc, char **argv), const char *name, const char *path)
{
	char *argv[] = { (char *)name, (char *)"-i", (char *)path, (char *)"--stdio", NULL };
	int argc = command == cmd_report ? 4 : 3;

	argv[argc] = NULL;
	alarm(CASE_S);
	command(argc, argv);
	alarm(0);
}

/* One damaged file through both commands. */
static void try_bytes(struct progress *progress, const char *bytes, size_t len)
{
	int fd = memfd_create("damaged", 0);
	struct rusage usage;
	char path[64];

	progress->nr++;
	if (fd < 0 || file__write_all(fd, bytes, len))
		_exit(3);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	run_command(cmd_report, "perf report", path);
	run_command(cmd_script, "perf script", path);
	close(fd);
	if (!getrusage(RUSAGE_SELF, &usage))
		progress->kib = usage.ru_maxrss;
}

static void try_all(struct progress *progress, char *bytes, size_t len, unsigned int one_in)
{
	u64 state = 88172645463325252ULL + len;

	for (size_t cut = 0; cut < len; cut += CUT_STEP) {
		if (next_random(&state) % one_in)
			continue;
		snprintf(progress->what, sizeof(progress->what), "cut off at byte %zu", cut);
		try_bytes(progress, bytes, cut);
	}
	for (unsigned int i = 0; i < NR_FLIPS; i++) {
		u64 bit = next_random(&state) % (len * 8);

		if (next_random(&state) % one_in)
			continue;
		snprintf(progress->what, sizeof(progress->what), "bit %llu of byte %llu turned",
			 bit % 8, bit / 8);
		bytes[bit / 8] ^= 1 << bit % 8;
		try_bytes(progress, bytes, len);
		bytes[bit / 8] ^= 1 << bit % 8;
	}
}

/* The worker's messages are of no interest, and nobody answers it. */
static void be_quiet(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	fflush(stdout);
	dup2(null, STDOUT_FILENO);
#if !defined(__SANITIZE_ADDRESS__)
	dup2(null, STDERR_FILENO);
#endif
}

static void run_worker(struct test *t, struct progress *progress, char *bytes, size_t len)
{
	const char *all = getenv("PERF_TEST_DAMAGE");
	pid_t pid = fork();
	int status;

	if (!pid) {
		be_quiet();
		try_all(progress, bytes, len, all && !strcmp(all, "all") ? 1 : ONE_IN);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return T_FAIL(t, "no worker: %s", strerror(errno));
	if (WIFSIGNALED(status))
		T_FAIL(t, "%s: killed by signal %d (%s)", progress->what, WTERMSIG(status),
		       strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		T_FAIL(t, "%s: ended with status %d", progress->what, WEXITSTATUS(status));
	test__note(t, "%ld damaged files, at most %ld KiB", progress->nr, progress->kib);
}

static void run(struct test *t, const void *row_)
{
	const struct row *row = row_;
	struct progress *progress = mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE,
					 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	_cleanup_free_ char *bytes = NULL;
	char path[PATH_MAX], name[200];
	ssize_t len;

	snprintf(name, sizeof(name), "perf.data/%s", row->name);
	if (!test_tree__find_data(path, name)) {
		test__skip(t, "there is no tests/data/%s here", name);
		return;
	}
	len = file__read(AT_FDCWD, path, FILE_MAX, &bytes);
	if (len <= 0 || progress == MAP_FAILED)
		return T_FAIL(t, "can not read %s", path);
	run_worker(t, progress, bytes, len);
	T_OK(t, progress->nr > 0);
#if !defined(__SANITIZE_ADDRESS__)
	T_OK(t, progress->kib <= MEMORY_KIB + len / 1024);
#endif
	munmap(progress, sizeof(*progress));
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

/* A row a file. Without the data there is one row, which says so. */
static int init(struct test_suite *suite)
{
	char path[PATH_MAX];
	DIR *dir = test_tree__find_data(path, "perf.data") ? opendir(path) : NULL;

	suite->nr = 0;
	for (struct dirent *entry; dir && suite->nr < MAX_FILES && (entry = readdir(dir));) {
		size_t len = strlen(entry->d_name);

		if (len < 6 || len >= sizeof(rows[0].name) ||
		    strcmp(entry->d_name + len - 5, ".data"))
			continue;
		strcpy(rows[suite->nr++].name, entry->d_name);
	}
	if (dir)
		closedir(dir);
	if (!suite->nr)
		strcpy(rows[suite->nr++].name, "none.data");
	qsort(rows, suite->nr, sizeof(rows[0]), compare);
	for (size_t i = 0; i < suite->nr; i++)
		rows[i].row = (struct test_row){ .line = __LINE__, .name = rows[i].name };
	return 0;
}

struct test_suite suite_data_damage = {
	.name = "data-damage",
	.desc = "report and script of files that are cut off or have a bit turned over",
	.rows = rows,
	.row_size = sizeof(rows[0]),
	.run = run,
	.init = init,
	.timeout_s = 4 * 3600,
};
