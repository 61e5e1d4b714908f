/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_RUNDIR_H
#define PERF_PERSISTENT_RUNDIR_H

#include "err.h"

/* The run directory: who holds its lock is its only holder. */
#define RUNDIR_SOCKET "socket" /* the holder's */
#define RUNDIR_KEEPER "keeper" /* the keeper's socket */
#define RUNDIR_LOCK   "lock"

struct rundir {
	char *path;
	int fd;	      /* O_PATH */
	int lock_fd;  /* -1: not locked */
	bool created; /* by a holder, which removes it in the end */
};

/*
 * Opens the directory at @path; @create makes the last component when it is missing. 0, or
 * -errno with @err: -ENOENT, -EACCES, -ENOTDIR.
 */
int rundir__open(struct rundir *dir, const char *path, bool create, struct err *err);

/*
 * Takes the lock, which no process inherits. 0, or -errno with @err: -EBUSY there is another
 * holder, -EPERM others could write to the directory, -ENOENT without @create: never served.
 */
int rundir__lock(struct rundir *dir, bool create, struct err *err);

/* Ends the lock and closes; @remove takes the lock file and, if created, the directory away. */
void rundir__exit(struct rundir *dir, bool remove);

#endif
