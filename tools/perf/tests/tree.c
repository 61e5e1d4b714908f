// SPDX-License-Identifier: GPL-2.0-only
/* Scratch directories for rows that need files: made, filled, removed; and rows without root. */
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <libgen.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"

#define NOBODY 65534

extern char **environ;

bool test_tree__init(struct test *t, struct test_tree *tree)
{
	strcpy(tree->path, "/tmp/perf-test-XXXXXX");
	if (mkdtemp(tree->path) && !chmod(tree->path, 0755))
		return true;
	T_FAIL(t, "%s: %s", tree->path, strerror(errno));
	return false;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	(void)st;
	(void)flag;
	(void)at;
	return remove(path);
}

void test_tree__exit(struct test_tree *tree)
{
	nftw(tree->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void test_tree__write(struct test *t, const struct test_tree *tree, const char *name,
		      const char *text)
{
	char path[PATH_MAX];
	_cleanup_close_ int fd = -1;

	snprintf(path, sizeof(path), "%s/%s", tree->path, name);
	for (char *slash = path + strlen(tree->path); (slash = strchr(slash + 1, '/'));) {
		*slash = 0;
		if (mkdir(path, 0755) && errno != EEXIST)
			T_FAIL(t, "%s: %s", path, strerror(errno));
		*slash = '/';
	}
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || file__write_all(fd, text, strlen(text)))
		T_FAIL(t, "%s: %s", path, strerror(errno));
}

bool test_tree__find_data(char path[PATH_MAX], const char *name)
{
	const char *data = getenv("PERF_TEST_DATA");
	char exe[PATH_MAX] = "";

	snprintf(path, PATH_MAX, "%s/%s", data ? data : "tools/perf/tests/data", name);
	if (data || !access(path, R_OK))
		return !access(path, R_OK);
	if (readlink("/proc/self/exe", exe, sizeof(exe) - 1) < 0)
		return false;
	/* DIR/build/perf or DIR/build/clang/perf */
	for (char *up = dirname(dirname(exe)); strlen(up) > 1; up = dirname(up)) {
		if (snprintf(path, PATH_MAX, "%s/tools/perf/tests/data/%s", up, name) < PATH_MAX &&
		    !access(path, R_OK))
			return true;
	}
	return false;
}

bool test_tree__make_sysfs(struct test *t, const struct test_tree *tree, const char *kind,
			   const char *name)
{
	char script[PATH_MAX], path[PATH_MAX], *kind_copy = strdup(kind);
	char bash[] = "bash";
	char *argv[] = { bash, script, kind_copy, path, NULL };
	int status = -1, ret;
	pid_t pid;

	if (!test_tree__find_data(script, "make-sysfs")) {
		free(kind_copy);
		test__skip(t, "there is no tests/data/make-sysfs here");
		return false;
	}
	snprintf(path, sizeof(path), "%s/%s", tree->path, name);
	ret = posix_spawnp(&pid, bash, NULL, NULL, argv, environ);
	if (!ret)
		waitpid(pid, &status, 0);
	free(kind_copy);
	if (ret || status)
		T_FAIL(t, "%s %s failed: status %d, %s", script, kind, status, strerror(ret));
	return !ret && !status;
}

void test__as_nobody(struct test *t, void (*fn)(struct test *t, void *arg), void *arg)
{
	int status = -1;
	pid_t pid;

	if (geteuid()) {
		test__skip(t, "only root can become another user");
		return;
	}
	fflush(stdout);
	pid = fork();
	if (!pid) {
		if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
			T_FAIL(t, "setuid: %s", strerror(errno));
		else
			fn(t, arg);
		fflush(stdout);
		_exit(t->failed != 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || status)
		T_FAIL(t, "as user %d: status %d", NOBODY, status);
}
