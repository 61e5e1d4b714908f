// SPDX-License-Identifier: GPL-2.0-only
/*
 * A canvas -> the terminal, and keys back; the one place that knows curses. The library is loaded
 * when a view is opened: other commands should not wait for it.
 */
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <dlfcn.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "ui/tui/canvas.h"
#include "ui/tui/keys.h"
#include "ui/tui/term-signals.h"
#include "ui/tui/term.h"

#define LIBRARY	      "libncursesw.so.6"
#define ESCAPE_MS     50
#define RUN_CHARS     256
#define UNKNOWN_LINES 24
#define UNKNOWN_COLS  80

#define CALLS(x)                                                                                \
	x(newterm) x(endwin) x(delscreen) x(cbreak) x(noecho) x(nonl) x(keypad) x(nodelay)      \
		x(wget_wch) x(wmove) x(waddnwstr) x(wattr_set) x(wrefresh) x(clearok) x(werase) \
			x(has_colors) x(start_color) x(use_default_colors) x(init_pair)         \
				x(curs_set) x(resizeterm) x(set_escdelay) x(tigetstr) x(leaveok)
#define MEMBER(name) __typeof__(name) *name;

struct curses {
	CALLS(MEMBER)
	WINDOW **stdscr_, **curscr_;
};

struct term {
	void *library;
	struct curses c;
	SCREEN *screen;
	struct term_signals signals;
	struct termios before;
	char *locale;
	bool utf8, colours;
	int signal;
};

/* How styles look; colours are -1 where the terminal's own one is meant. */
static const struct {
	short colour;
	attr_t with_colour, without;
} looks[STYLE_NR] = {
	[STYLE_PLAIN] = { -1, A_NORMAL, A_NORMAL },
	[STYLE_HOT] = { COLOR_RED, A_NORMAL, A_BOLD },
	[STYLE_WARM] = { COLOR_GREEN, A_NORMAL, A_NORMAL },
	[STYLE_HEAD] = { -1, A_BOLD, A_BOLD },
	[STYLE_STATUS] = { -1, A_REVERSE, A_REVERSE },
	[STYLE_NOTE] = { COLOR_YELLOW, A_BOLD, A_BOLD },
	[STYLE_CURSOR] = { COLOR_CYAN, A_REVERSE, A_REVERSE },
	[STYLE_FRAME] = { COLOR_BLUE, A_REVERSE, A_REVERSE },
};

bool term__is_built_in(void)
{
	return true;
}

static int load(struct term *term, struct err *err)
{
	term->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!term->library)
		goto missing;
#define LOOK_UP(name)                                                              \
	term->c.name = (__typeof__(name) *)(uintptr_t)dlsym(term->library, #name); \
	if (!term->c.name)                                                         \
		goto missing;
	CALLS(LOOK_UP)
	term->c.stdscr_ = dlsym(term->library, "stdscr");
	term->c.curscr_ = dlsym(term->library, "curscr");
	if (term->c.stdscr_ && term->c.curscr_)
		return 0;
missing:
	err__set(err, -ENOSYS, "ncurses, which the terminal view needs, can not be loaded");
	err__set_hint(err, "Debian: apt-get install libncursesw6");
	return -ENOSYS;
}

static void set_up_colours(struct term *term)
{
	const char *no_color = getenv("NO_COLOR");
	const struct curses *c = &term->c;

	if ((no_color && *no_color) || !c->has_colors() || c->start_color() == ERR)
		return;
	term->colours = c->use_default_colors() != ERR;
	for (short i = 0; term->colours && i < STYLE_NR; i++)
		c->init_pair(i + 1, looks[i].colour, -1);
}

static bool can_move(const struct term *term)
{
	const char *cup = term->c.tigetstr("cup");

	return cup && cup != (char *)-1 && *cup;
}

static int open_screen(struct term *term, struct err *err)
{
	const struct curses *c = &term->c;
	const char *name = getenv("TERM");

	term->screen = name && *name ? c->newterm(NULL, stdout, stdin) : NULL;
	if (!term->screen || !can_move(term))
		return err__set(err, -EINVAL, "the terminal ($TERM is '%s') can not show a view",
				name ? name : "");
	c->cbreak();
	c->noecho();
	c->nonl();
	c->keypad(*c->stdscr_, TRUE);
	c->nodelay(*c->stdscr_, TRUE);
	c->leaveok(*c->stdscr_, TRUE);
	c->set_escdelay(ESCAPE_MS);
	c->curs_set(0);
	set_up_colours(term);
	return 0;
}

int term__new(struct term **result, struct err *err)
{
	struct term *term = calloc(1, sizeof(*term));
	int ret;

	*result = NULL;
	if (!term)
		return err__set(err, -ENOMEM, "out of memory");
	term->signals.fd = -1;
	ret = load(term, err);
	if (ret)
		goto err;
	term->locale = strdup(setlocale(LC_CTYPE, NULL));
	setlocale(LC_CTYPE, "");
	term->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	tcgetattr(STDIN_FILENO, &term->before);
	ret = term_signals__init(&term->signals);
	if (ret) {
		err__set(err, ret, "signalfd: %s", strerror(-ret));
		goto err;
	}
	ret = open_screen(term, err);
	if (ret)
		goto err;
	*result = term;
	return 0;
err:
	term__delete(term);
	return ret;
}

void term__delete(struct term *term)
{
	if (!term)
		return;
	if (term->screen) {
		term->c.endwin();
		term->c.delscreen(term->screen);
		tcsetattr(STDIN_FILENO, TCSADRAIN, &term->before);
	}
	term_signals__exit(&term->signals);
	if (term->locale)
		setlocale(LC_CTYPE, term->locale);
	free(term->locale);
	/* The library stays: it keeps memory for ever that only it knows of. */
	free(term);
}

int term__signal(const struct term *term)
{
	return term->signal;
}

int term__fit(struct term *term, struct canvas *canvas)
{
	struct winsize size = { 0 };
	int rows, cols;

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	rows = size.ws_row ? size.ws_row : UNKNOWN_LINES;
	cols = size.ws_col ? size.ws_col : UNKNOWN_COLS;
	canvas->utf8 = term->utf8;
	if (canvas->cells && canvas->rows == rows && canvas->cols == cols) {
		canvas__clear(canvas);
		return 0;
	}
	term->c.resizeterm(rows, cols);
	term->c.clearok(*term->c.curscr_, TRUE);
	return canvas__resize(canvas, rows, cols);
}

static void set_style(const struct term *term, enum canvas_style style)
{
	attr_t attrs = term->colours ? looks[style].with_colour : looks[style].without;

	term->c.wattr_set(*term->c.stdscr_, attrs, term->colours ? style + 1 : 0, NULL);
}

/* Cells of one style at a time. */
static void show_row(struct term *term, const struct canvas *canvas, int row)
{
	const struct canvas_cell *cells = &canvas->cells[(size_t)row * canvas->cols];
	wchar_t run[RUN_CHARS];

	for (int col = 0; col < canvas->cols;) {
		enum canvas_style style = cells[col].style;
		int begin = col, len = 0;

		for (; col < canvas->cols && cells[col].style == style && len < RUN_CHARS; col++)
			if (cells[col].ch)
				run[len++] = cells[col].ch;
		set_style(term, style);
		term->c.wmove(*term->c.stdscr_, row, begin);
		term->c.waddnwstr(*term->c.stdscr_, run, len);
	}
}

void term__show(struct term *term, const struct canvas *canvas)
{
	set_style(term, STYLE_PLAIN);
	term->c.werase(*term->c.stdscr_);
	for (int row = 0; row < canvas->rows; row++)
		show_row(term, canvas, row);
	term->c.wrefresh(*term->c.stdscr_);
}

static int translate(int ret, wint_t ch)
{
	static const struct {
		int curses, id;
	} keys[] = {
		{ KEY_UP, KEY_ID_UP },	       { KEY_DOWN, KEY_ID_DOWN },
		{ KEY_LEFT, KEY_ID_LEFT },     { KEY_RIGHT, KEY_ID_RIGHT },
		{ KEY_PPAGE, KEY_ID_PAGE_UP }, { KEY_NPAGE, KEY_ID_PAGE_DOWN },
		{ KEY_HOME, KEY_ID_HOME },     { KEY_END, KEY_ID_END },
		{ KEY_ENTER, KEY_ID_ENTER },   { KEY_BTAB, KEY_ID_BACK_TAB },
		{ KEY_F(1), KEY_ID_HELP },     { KEY_BACKSPACE, KEY_ID_BACKSPACE },
		{ KEY_RESIZE, KEY_ID_RESIZE },
	};

	for (size_t i = 0; ret == KEY_CODE_YES && i < ARRAY_SIZE(keys); i++)
		if (keys[i].curses == (int)ch)
			return keys[i].id;
	if (ret == KEY_CODE_YES)
		return KEY_ID_NONE;
	switch (ch) {
	case '\r':
	case '\n':
		return KEY_ID_ENTER;
	case '\t':
		return KEY_ID_TAB;
	case 27:
		return KEY_ID_ESCAPE;
	case 8:
	case 127:
		return KEY_ID_BACKSPACE;
	case 12: /* Ctrl-L */
		return KEY_ID_RESIZE;
	}
	return ch;
}

static void suspend(struct term *term)
{
	term->c.endwin();
	term_signals__stop();
	term->c.clearok(*term->c.curscr_, TRUE);
}

/* 0: nothing to tell. */
static int on_signal(struct term *term, int signal)
{
	switch (signal) {
	case 0:
		return 0;
	case SIGTSTP:
		suspend(term);
		return KEY_ID_RESIZE;
	case SIGCONT:
		/* Somebody else may have had the terminal meanwhile. */
		term->c.endwin();
		term->c.clearok(*term->c.curscr_, TRUE);
		return KEY_ID_RESIZE;
	case SIGWINCH:
		return KEY_ID_RESIZE;
	}
	term->signal = signal;
	return KEY_ID_QUIT;
}

/* With input to read but none that is a key, the terminal may be gone. */
static int on_input(struct term *term, short events)
{
	wint_t ch;
	int ret = term->c.wget_wch(*term->c.stdscr_, &ch), bytes = 0;

	if (ret != ERR)
		return translate(ret, ch);
	if ((events & (POLLHUP | POLLERR)) ||
	    ((events & POLLIN) && (ioctl(STDIN_FILENO, FIONREAD, &bytes) || !bytes))) {
		term->signal = SIGHUP;
		return KEY_ID_QUIT;
	}
	return 0;
}

int term__key(struct term *term, int timeout_ms, int wake_fd)
{
	struct pollfd fds[] = { { .fd = term->signals.fd, .events = POLLIN },
				{ .fd = STDIN_FILENO, .events = POLLIN },
				{ .fd = wake_fd, .events = POLLIN } };
	/* What curses has read already no poll will tell of. */
	int key = on_input(term, 0), nr;

	if (key)
		return key;
	nr = poll(fds, ARRAY_SIZE(fds), timeout_ms);
	if (nr <= 0)
		return KEY_ID_NONE;
	if (fds[0].revents)
		key = on_signal(term, term_signals__next(&term->signals));
	if (!key && fds[1].revents)
		key = on_input(term, fds[1].revents);
	if (!key)
		key = fds[2].revents ? KEY_ID_WAKE : KEY_ID_NONE;
	return key;
}
