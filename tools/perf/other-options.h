/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_OTHER_OPTIONS_H
#define PERF_OTHER_OPTIONS_H

#include <argp.h>

/*
 * An option of other perfs, for a table of them: @letter is 0 for none, @arg NULL without an argument. What
 * would be the text of its help is why it is refused; without any it is taken, and changes nothing. One to a
 * line: that makes its key.
 */
#define OTHER_OPTION(name, letter, arg, why)                                              \
	{                                                                                 \
		name, (letter) ? (letter) : 2048 + __LINE__, arg, OPTION_HIDDEN, (why), 0 \
	}

/* Why several commands refuse some. */
#define OTHER_NO_PREFIX	 "source files are looked for where debug information says, or below --symfs"
#define OTHER_NO_PROGRAM "instructions are decoded by libcapstone, without a program"
#define OTHER_NO_SWITCH	 "samples are not switched on and off by events; --time chooses some"
#define OTHER_NO_TRACES	 "what tracing hardware wrote is not decoded"

/* The parser of a child of a command's argp that has such a table; its input is that child. */
error_t other_options__parse(int key, char *arg, struct argp_state *state);

#endif
