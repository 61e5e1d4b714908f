// SPDX-License-Identifier: GPL-2.0-only
/* What a command asks for: takes the terminal, shows a view on it, gives it back. */
#include "ui/tui/tui.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/tui/term-signals.h"
#include "ui/tui/term.h"
#include "ui/tui/view.h"

int tui__check(struct err *err)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err__set(err, -ENOTTY, "standard input or output is no terminal");
	if (!term__is_built_in())
		return err__set(err, -ENOSYS, "the terminal view is not built in");
	return 0;
}

void tui__block_signals(void)
{
	sigset_t set;

	term_signals__set(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void tui__allow_signals(void)
{
	sigset_t set;

	term_signals__set(&set);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static int run(struct view *view, struct tui_end *end, struct err *err)
{
	int ret = term__new(&view->stage.term, err);

	if (ret)
		return ret;
	if (view->options->notice)
		view__say(view, "%s", view->options->notice);
	ret = view__run(view);
	end->signal = term__signal(view->stage.term);
	term__delete(view->stage.term);
	return ret ? err__set(err, ret, "%s", strerror(-ret)) : 0;
}

int tui__show(const struct tui_options *options, const struct live_event *events, size_t nr,
	      struct tui_end *end, struct err *err)
{
	struct view view = { .options = options };
	int ret = view__init(&view, events, nr);

	*end = (struct tui_end){ 0 };
	ret = ret ? err__set(err, ret, "out of memory") : run(&view, end, err);
	view__exit(&view);
	return ret;
}

int tui__show_live(const struct tui_options *options, const struct live_source *source,
		   struct tui_end *end, struct err *err)
{
	struct view view = { .options = options,
			     .live = source,
			     .mode = options->mode,
			     .delay_ms = options->delay_ms };
	int ret;

	*end = (struct tui_end){ 0 };
	ret = run(&view, end, err);
	view__exit(&view);
	return ret;
}
