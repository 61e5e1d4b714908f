/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_H
#define PERF_UI_TUI_H

#include "err.h"
#include "ui/tui/live.h"
#include "ui/tui/options.h"

/* How a view ended. */
struct tui_end {
	int signal; /* that ended it, after the terminal was restored; 0: the user quit */
};

/*
 * 0: a view can be shown. Otherwise -ENOTTY when standard input or output is no terminal,
 * -ENOSYS when none is built in, -EINVAL when the terminal can not place a cursor; with a
 * reason in @err that can be shown with "using --stdio".
 */
int tui__check(struct err *err);

/*
 * Must be called before other threads are started, which then leave SIGINT, SIGTERM, SIGHUP,
 * SIGQUIT, SIGTSTP and SIGWINCH to the view: blocks them. tui__allow_signals() ends that.
 */
void tui__block_signals(void);
void tui__allow_signals(void);

/* Shows rows that do not change until the user quits. 0 or -errno. */
int tui__show(const struct tui_options *options, const struct live_event *events, size_t nr,
	      struct tui_end *end, struct err *err);

/* The same for what a reader goes on feeding. */
int tui__show_live(const struct tui_options *options, const struct live_source *source,
		   struct tui_end *end, struct err *err);

#endif
