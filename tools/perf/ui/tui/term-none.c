// SPDX-License-Identifier: GPL-2.0-only
/* Built without ncurses: there is no terminal that a view could have. */
#include <errno.h>
#include <stddef.h>

#include "ui/tui/keys.h"
#include "ui/tui/term.h"

bool term__is_built_in(void)
{
	return false;
}

int term__new(struct term **result, struct err *err)
{
	*result = NULL;
	return err__set(err, -ENOSYS, "the terminal view is not built in");
}

void term__delete(struct term *term)
{
	(void)term;
}

int term__fit(struct term *term, struct canvas *canvas)
{
	(void)term, (void)canvas;
	return 0;
}

void term__show(struct term *term, const struct canvas *canvas)
{
	(void)term, (void)canvas;
}

int term__key(struct term *term, int timeout_ms, int wake_fd)
{
	(void)term, (void)timeout_ms, (void)wake_fd;
	return KEY_ID_QUIT;
}

int term__signal(const struct term *term)
{
	(void)term;
	return 0;
}
