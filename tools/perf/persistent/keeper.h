/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_KEEPER_H
#define PERF_PERSISTENT_KEEPER_H

/*
 * The keeper: a process that has every event and its mapped ring and does nothing else, so that
 * history outlives the holder. It never reads a ring nor touches an event.
 */

/*
 * Is the keeper until told to quit, in a process just forked: leaves the session, closes all other
 * descriptors, never returns. @listen_fd: where a new holder connects;
 * @holder_fd: the connection of the one that forked; @dirfd: the run directory. Once the holder is
 * gone it ends when there is nothing to keep, or when its socket was removed from the directory.
 */
void keeper__main(int listen_fd, int holder_fd, int dirfd) __attribute__((noreturn));

#endif
