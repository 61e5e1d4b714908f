// SPDX-License-Identifier: GPL-2.0-only
/* Sums over intervals, means and errors over runs: results of one shape in, one result out. */
#include "total.h"

#include <errno.h>
#include <stdlib.h>

int stat_total__add(struct stat_total *total, struct stat_result *result)
{
	struct stat_result *sum = &total->result;

	if (!total->series) {
		total->series =
			calloc(result->nr_rows ? result->nr_rows : 1, sizeof(*total->series));
		if (!total->series)
			return -ENOMEM;
		*sum = *result;
		*result = (struct stat_result){ 0 };
		for (size_t i = 0; i < sum->nr_rows; i++)
			stat_series__add(&total->series[i], sum->rows[i].value);
		return 0;
	}
	for (size_t i = 0; i < sum->nr_rows && i < result->nr_rows; i++) {
		struct stat_row *row = &sum->rows[i];

		row->count = count__plus(row->count, result->rows[i].count);
		row->value += result->rows[i].value;
		if (result->rows[i].state == STAT_COUNTED)
			row->state = STAT_COUNTED;
		stat_series__add(&total->series[i], result->rows[i].value);
	}
	return 0;
}

static void finish_row(struct stat_row *row, const struct stat_series *series, int runs)
{
	row->value = series->mean;
	row->count.enabled_ns /= runs;
	row->count.running_ns /= runs;
	row->noise_ratio = row->value > 0 ? stat_series__error(series) / row->value : 0;
}

void stat_total__finish(struct stat_total *total, int runs)
{
	struct stat_result *sum = &total->result;

	if (runs > 1)
		for (size_t i = 0; i < sum->nr_rows; i++)
			finish_row(&sum->rows[i], &total->series[i], runs);
	stat_result__derive(sum, total->wall_s.mean * 1e9);
}

void stat_total__exit(struct stat_total *total)
{
	stat_result__exit(&total->result);
	free(total->series);
	*total = (struct stat_total){ 0 };
}
