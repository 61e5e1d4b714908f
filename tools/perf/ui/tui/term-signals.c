// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signals -> a file that is read between keys, so that no handler ever draws. Only faults of the
 * program itself have handlers: they give the terminal back with calls that are safe there.
 */
#include "ui/tui/term-signals.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "types.h"

static const int handled[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH };
static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

_Static_assert(ARRAY_SIZE(handled) + ARRAY_SIZE(faults) == TERM_NR_SIGNALS, "one action a signal");

void term_signals__set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < ARRAY_SIZE(handled); i++)
		sigaddset(set, handled[i]);
}

/* What to do is known without any state: main screen, cursor, plain text, lines and echo. */
static void on_fault(int signal)
{
	static const char sequence[] = "\033[?1049l\033[?25h\033[0m\r\n";
	struct termios termios;

	if (!tcgetattr(STDIN_FILENO, &termios)) {
		termios.c_lflag |= ECHO | ICANON | ISIG | IEXTEN;
		termios.c_iflag |= ICRNL;
		termios.c_oflag |= OPOST | ONLCR;
		tcsetattr(STDIN_FILENO, TCSANOW, &termios);
	}
	if (write(STDOUT_FILENO, sequence, sizeof(sequence) - 1) < 0)
		errno = 0;
	raise(signal); /* once more, with what it does by default */
}

static int number(size_t i)
{
	return i < ARRAY_SIZE(handled) ? handled[i] : faults[i - ARRAY_SIZE(handled)];
}

int term_signals__init(struct term_signals *signals)
{
	struct sigaction fault = { .sa_handler = on_fault, .sa_flags = (int)SA_RESETHAND };
	sigset_t set;

	term_signals__set(&set);
	signals->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals->fd < 0)
		return -errno;
	pthread_sigmask(SIG_BLOCK, &set, &signals->mask);
	for (size_t i = 0; i < TERM_NR_SIGNALS; i++) {
		sigaction(number(i), NULL, &signals->actions[i]);
		/* A sanitizer's handlers have more to say. */
		if (i >= ARRAY_SIZE(handled) && signals->actions[i].sa_handler == SIG_DFL)
			sigaction(number(i), &fault, NULL);
	}
	return 0;
}

void term_signals__exit(struct term_signals *signals)
{
	if (signals->fd < 0)
		return;
	for (size_t i = 0; i < TERM_NR_SIGNALS; i++)
		sigaction(number(i), &signals->actions[i], NULL);
	pthread_sigmask(SIG_SETMASK, &signals->mask, NULL);
	close(signals->fd);
	signals->fd = -1;
}

int term_signals__next(const struct term_signals *signals)
{
	struct signalfd_siginfo info;

	return read(signals->fd, &info, sizeof(info)) == sizeof(info) ? (int)info.ssi_signo : 0;
}

void term_signals__stop(void)
{
	struct sigaction stop = { .sa_handler = SIG_DFL }, before;
	sigset_t set;

	sigaction(SIGTSTP, &stop, &before);
	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	raise(SIGTSTP);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	sigaction(SIGTSTP, &before, NULL);
}
