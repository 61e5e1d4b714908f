/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_TERM_SIGNALS_H
#define PERF_UI_TUI_TERM_SIGNALS_H

#include <signal.h>

#define TERM_NR_SIGNALS 12

/* What the process did with signals before a view had the terminal. */
struct term_signals {
	struct sigaction actions[TERM_NR_SIGNALS];
	sigset_t mask;
	int fd; /* a signalfd of those that a view handles */
};

/* The signals that a view takes from this file: those that end or suspend it, and resizing. */
void term_signals__set(sigset_t *set);

/*
 * Blocks these in this thread, so that they come through the file, and lets faults of the program
 * itself restore the terminal before they kill it. 0 or -errno.
 */
int term_signals__init(struct term_signals *signals);

/* Everything as it was. */
void term_signals__exit(struct term_signals *signals);

/* The next signal; 0: none is there. */
int term_signals__next(const struct term_signals *signals);

/* Stops the process as Ctrl-Z does, and returns when it goes on. */
void term_signals__stop(void);

#endif
