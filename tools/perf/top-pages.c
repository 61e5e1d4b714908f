// SPDX-License-Identifier: GPL-2.0-only
/* perf top without a view: each refresh becomes a page of text, for pipes, scripts and plain terminals. */
#include "top-pages.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "hist/hists.h"
#include "top-live.h"
#include "ui/report-stdio.h"
#include "ui/safe-text.h"
#include "ui/tui/live-lines.h"

#define CLEAR_SCREEN "\033[H\033[2J"

/* Lines of a page that are no rows, and those between rows and the next page. */
#define OTHER_LINES 10

struct pages {
	struct top_live *live;
	struct live_source source;
	struct report_style style;
	FILE *out;     /* standard output, without control characters where it is a terminal */
	bool terminal; /* keys come from it, and pages replace each other */
	bool limit;    /* rows by the terminal's height */
	struct termios old;
	u64 printed;
	u32 late_ms; /* the most by which a page came too late */
	struct err *err;
};

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* Keys are to come one by one, without being shown. */
static void begin(struct pages *pages)
{
	struct termios raw;

	pages->terminal = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) &&
			  !tcgetattr(STDIN_FILENO, &pages->old);
	pages->limit = isatty(STDOUT_FILENO) && !pages->style.max_rows;
	if (!pages->terminal)
		return;
	raw = pages->old;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

static void end(const struct pages *pages)
{
	if (pages->terminal)
		tcsetattr(STDIN_FILENO, TCSANOW, &pages->old);
}

static void fit_rows(struct pages *pages)
{
	struct winsize size;

	if (!pages->limit)
		return;
	pages->style.max_rows = 20;
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row > OTHER_LINES)
		pages->style.max_rows = size.ws_row - OTHER_LINES;
}

/* Scripts read the numbers: they are exact. */
static void append_status(struct buf *out, const struct pages *pages,
			  const struct live_status *status)
{
	buf__printf(out, "# samples %llu", status->samples);
	if (status->older)
		buf__printf(out, " (older %llu)", status->older);
	buf__printf(out, "  rate %.0f/s  lost: kernel %llu, reader %llu  rings %u x %lluK",
		    status->rate, status->lost_kernel, status->lost_reader, status->nr_rings,
		    status->ring_bytes / 1024);
	if (status->readers >= 0)
		buf__printf(out, "  readers %d", status->readers);
	buf__printf(out, "  %s %.1f s", status->ended ? "ended after" : "attached",
		    (now_ns() - status->attached_ns) / 1e9);
	/* Of the pages before this one. */
	if (pages->style.verbose)
		buf__printf(out, "  late at most %u ms", pages->late_ms);
	buf__puts(out, "\n");
}

static void print_status(const struct pages *pages)
{
	struct live_status status;
	struct buf text = { 0 };

	pages->source.status(pages->source.ctx, &status);
	append_status(&text, pages, &status);
	buf__puts(&text, "# ");
	live_lines__last(&text, &status, now_ns());
	buf__puts(&text, "\n");
	if (!buf__error(&text))
		fputs(text.data, pages->out);
	buf__exit(&text);
}

static int print_page(struct pages *pages, const struct live_snapshot *snapshot)
{
	int ret = 0;

	if (pages->out != stdout) {
		fputs(CLEAR_SCREEN, stdout);
		fflush(stdout);
	}
	fit_rows(pages);
	print_status(pages);
	for (size_t i = 0; i < snapshot->nr && !ret; i++)
		if (snapshot->events[i].hists->samples || snapshot->nr == 1)
			ret = report_stdio__print_event(pages->out, &pages->style,
							snapshot->events[i].name,
							snapshot->events[i].hists);
	if (!ret && fflush(pages->out))
		ret = -errno;
	if (!ret && ferror(pages->out))
		ret = -EIO;
	live_lines__measure(&pages->late_ms, snapshot, now_ns());
	pages->printed++;
	return ret && ret != -EPIPE ? err__set(pages->err, ret, "writing: %s", strerror(-ret))
				    : ret;
}

/* Waits for a refresh or a key. True: the user quits. */
static bool wait_for_news(struct pages *pages)
{
	struct pollfd fds[] = { { .fd = pages->source.wake_fd, .events = POLLIN },
				{ .fd = STDIN_FILENO, .events = POLLIN } };
	u64 count;
	char key;

	if (poll(fds, pages->terminal ? 2 : 1, -1) < 0)
		return false;
	if (fds[0].revents && read(fds[0].fd, &count, sizeof(count)) < 0)
		return false;
	return pages->terminal && fds[1].revents && read(STDIN_FILENO, &key, 1) == 1 &&
	       (key == 'q' || key == 'Q' || key == 3);
}

/* Prints what is new. 1: it was the last there is to print. */
static int take_news(struct pages *pages, u64 refreshes)
{
	bool over = top_live__is_over(pages->live);
	const struct live_snapshot *snapshot = pages->source.get(pages->source.ctx);
	int ret = 0;

	if (snapshot) {
		ret = print_page(pages, snapshot);
		pages->source.put(pages->source.ctx, snapshot);
	}
	if (ret)
		return ret;
	return over || (refreshes && pages->printed >= refreshes);
}

int top_pages__show(struct top_live *live, const struct report_style *style, u64 refreshes,
		    struct err *err)
{
	struct pages pages = {
		.live = live, .source = top_live__source(live), .style = *style, .err = err
	};
	int ret = 0;

	pages.out = safe_text__open();
	if (!pages.out)
		return err__set(err, -ENOMEM, "out of memory");
	begin(&pages);
	while (!ret && !wait_for_news(&pages))
		ret = take_news(&pages, refreshes);
	end(&pages);
	safe_text__close(pages.out);
	return ret > 0 ? 0 : ret;
}
