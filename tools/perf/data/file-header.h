/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_FILE_HEADER_H
#define PERF_DATA_FILE_HEADER_H

struct data_reader;
struct err;

/*
 * Takes in what a file says before its records and behind them, and places the window at the first
 * record. 0 or -errno with @err for a file that can not be read at all; what can be done
 * without becomes a note.
 */
int file_header__read(struct data_reader *reader, struct err *err);

#endif
