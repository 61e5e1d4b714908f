// SPDX-License-Identifier: GPL-2.0-only
/* Build-id -> file, from the servers of $DEBUGINFOD_URLS, through libdebuginfod, loaded at the first question. */
#include "symbol/debuginfod.h"

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"

typedef int find_fn(debuginfod_client *client, const unsigned char *id, int size, char **path);

struct debuginfod {
	void *library;
	debuginfod_client *client;
	find_fn *find_debuginfo, *find_executable;
	void (*end)(debuginfod_client *client);
	bool asked;
	bool given_up;
};

int debuginfod__check(struct err *err)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	void *library;

	if (!urls || !*urls)
		return err__set(err, -EINVAL, "DEBUGINFOD_URLS names no server");
	library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (library)
		return dlclose(library);
	err__set(err, -ENOSYS, "libdebuginfod, which asks servers, can not be loaded");
	err__set_hint(err, "Debian: apt-get install libdebuginfod1");
	return -ENOSYS;
}

struct debuginfod *debuginfod__new(void)
{
	return calloc(1, sizeof(struct debuginfod));
}

void debuginfod__delete(struct debuginfod *servers)
{
	if (!servers)
		return;
	if (servers->client)
		servers->end(servers->client);
	if (servers->library)
		dlclose(servers->library);
	free(servers);
}

/* Once. Without a client afterwards there is nobody to ask. */
static void load(struct debuginfod *servers)
{
	debuginfod_client *(*begin)(void);

	servers->asked = true;
	servers->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!servers->library)
		return;
	begin = (debuginfod_client * (*)(void)) dlsym(servers->library, "debuginfod_begin");
	servers->find_debuginfo = (find_fn *)dlsym(servers->library, "debuginfod_find_debuginfo");
	servers->find_executable = (find_fn *)dlsym(servers->library, "debuginfod_find_executable");
	servers->end = (void (*)(debuginfod_client *))dlsym(servers->library, "debuginfod_end");
	if (begin && servers->find_debuginfo && servers->find_executable && servers->end)
		servers->client = begin();
}

static bool is_unreachable(int error)
{
	return error == -ECONNREFUSED || error == -EHOSTUNREACH || error == -ENETUNREACH ||
	       error == -ETIMEDOUT || error == -ETIME;
}

int debuginfod__open(struct debuginfod *servers, bool debug, const u8 *id, u8 size, u64 *size_bytes)
{
	find_fn *find;
	struct stat st;
	int fd;

	if (!servers->asked)
		load(servers);
	if (!servers->client || servers->given_up)
		return -ENOENT;
	find = debug ? servers->find_debuginfo : servers->find_executable;
	fd = find(servers->client, id, size, NULL);
	if (fd < 0) {
		servers->given_up = is_unreachable(fd);
		return fd;
	}
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return -ENXIO;
	}
	*size_bytes = st.st_size;
	return fd;
}
