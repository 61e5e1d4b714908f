/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_TERM_H
#define PERF_UI_TUI_TERM_H

#include "err.h"
#include "types.h"

struct canvas;

/* The terminal that standard input and output are, as long as a view has it. */
struct term;

/* Is one built in? */
bool term__is_built_in(void);

/*
 * Takes the terminal over. 0; -ENOSYS when no library for it is built in or there, -EINVAL when
 * the terminal is of a kind that is not known or can not place a cursor; -errno. @err says why.
 */
int term__new(struct term **result, struct err *err);

/* Gives it back as it was found. NULL is fine. */
void term__delete(struct term *term);

/* Sets the canvas' size to the terminal's. 0 or -ENOMEM. */
int term__fit(struct term *term, struct canvas *canvas);

/* Makes the terminal look like the canvas. */
void term__show(struct term *term, const struct canvas *canvas);

/*
 * Waits up to @timeout_ms (-1: for ever) for a key, for @wake_fd (-1: none) to be readable or for a
 * signal. A character or a number of enum key_id. Suspending the process is done in here.
 */
int term__key(struct term *term, int timeout_ms, int wake_fd);

/* The signal that KEY_ID_QUIT came from; SIGHUP when the terminal is gone. */
int term__signal(const struct term *term);

#endif
