// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf stat's rows as text for people, as CSV and as JSON lines. The layouts are those that
 * scripts of the distribution's perf parse; numbers of CSV and JSON never follow the locale.
 */
#include "ui/stat.h"

#include <locale.h>
#include <string.h>

#include "json.h"
#include "stat/result.h"
#include "util/event.h"

enum { NAME_WIDTH = 25, VALUE_WIDTH = 18, METRIC_UNIT_WIDTH = 23 };

static bool is_clock(const struct stat_row *row)
{
	return metric__kind(row->event) == METRIC_CLOCK;
}

/* Clocks are shown in msec; sysfs scales and units make a number a fraction. */
static double shown_value(const struct stat_row *row)
{
	return is_clock(row) ? row->value / 1e6 : row->value;
}

static bool is_fraction(const struct stat_row *row)
{
	return is_clock(row) || row->event->scale != 1.0;
}

static const char *unit_of(const struct stat_row *row)
{
	if (is_clock(row))
		return "msec";
	if (row->event->tool)
		return "ns";
	return row->event->unit ? row->event->unit : "";
}

static const char *state_text(const struct stat_row *row)
{
	return row->state == STAT_NOT_SUPPORTED ? "<not supported>" : "<not counted>";
}

static double running_percent(const struct stat_row *row)
{
	if (!row->count.enabled_ns)
		return 100.0;
	return 100.0 * row->count.running_ns / row->count.enabled_ns;
}

/* "S0-D0-C1", "CPU3", "comm-123"; nothing for the global place. */
static void place_label(const struct stat_result *result, const struct stat_row *row, char *label,
			size_t size)
{
	const struct stat_place *place = &result->places[row->place];

	label[0] = 0;
	switch (result->aggr) {
	case STAT_AGGR_GLOBAL:
		break;
	case STAT_AGGR_CPU:
		snprintf(label, size, "CPU%d", place->cpu.cpu);
		break;
	case STAT_AGGR_SOCKET:
		snprintf(label, size, "S%d", place->cpu.socket);
		break;
	case STAT_AGGR_CORE:
		snprintf(label, size, "S%d-D%d-C%d", place->cpu.socket, place->cpu.die,
			 place->cpu.core);
		break;
	case STAT_AGGR_NODE:
		snprintf(label, size, "N%d", place->cpu.node);
		break;
	case STAT_AGGR_THREAD:
		snprintf(label, size, "%s-%d", place->comm, place->tid);
		break;
	}
}

static void print_text_label(const struct ui_stat *ui, const struct stat_result *result,
			     const struct stat_row *row)
{
	int nr_cpus = result->places[row->place].nr_cpus;
	char label[64];

	place_label(result, row, label, sizeof(label));
	switch (result->aggr) {
	case STAT_AGGR_GLOBAL:
		break;
	case STAT_AGGR_CPU:
		fprintf(ui->out, "%-10s ", label);
		break;
	case STAT_AGGR_CORE:
		fprintf(ui->out, "%-15s %4d ", label, nr_cpus);
		break;
	case STAT_AGGR_SOCKET:
	case STAT_AGGR_NODE:
		fprintf(ui->out, "%-6s %4d ", label, nr_cpus);
		break;
	case STAT_AGGR_THREAD:
		fprintf(ui->out, "%16s-%-10d ", result->places[row->place].comm,
			result->places[row->place].tid);
		break;
	}
}

static void print_text_value(const struct ui_stat *ui, const struct stat_row *row, int unit_width)
{
	if (row->state != STAT_COUNTED)
		fprintf(ui->out, "%*s", VALUE_WIDTH, state_text(row));
	else if (is_fraction(row))
		fprintf(ui->out, ui->grouping ? "%'*.2f" : "%*.2f", VALUE_WIDTH, shown_value(row));
	else
		fprintf(ui->out, ui->grouping ? "%'*.0f" : "%*.0f", VALUE_WIDTH, shown_value(row));
	fprintf(ui->out, " %-*s %-*s", unit_width, unit_of(row), NAME_WIDTH, row->name);
	if (row->cgroup)
		fprintf(ui->out, " %s", row->cgroup);
}

static void print_text_metric(const struct ui_stat *ui, const struct stat_row *row)
{
	const struct metric *metric = &row->metric;

	if (row->state != STAT_COUNTED)
		fprintf(ui->out, "%*s", 35, "");
	else if (!row->has_metric)
		fprintf(ui->out, "%*s", 42, "");
	else if (metric->percent)
		fprintf(ui->out, "        # %7.2f%% %-*s", metric->value, METRIC_UNIT_WIDTH,
			metric->unit);
	else
		fprintf(ui->out, "        # %8.*f %-*s", metric->decimals, metric->value,
			METRIC_UNIT_WIDTH, metric->unit);
	if (row->noise_ratio > 0)
		fprintf(ui->out, "  ( +-%6.2f%% )", 100 * row->noise_ratio);
	if (row->state == STAT_COUNTED && row->count.running_ns != row->count.enabled_ns)
		fprintf(ui->out, "  (%.2f%%)", running_percent(row));
}

static void print_text_begin(const struct ui_stat *ui, const struct stat_result *result,
			     const struct stat_row *row)
{
	if (ui->interval && ui->summary)
		fprintf(ui->out, "%16s ", "summary");
	else if (ui->interval)
		fprintf(ui->out, "%6llu.%09llu ", ui->time_ns / 1000000000ULL,
			ui->time_ns % 1000000000ULL);
	print_text_label(ui, result, row);
}

static void print_text_row(const struct ui_stat *ui, const struct stat_result *result,
			   const struct stat_row *row, int unit_width)
{
	print_text_begin(ui, result, row);
	print_text_value(ui, row, unit_width);
	print_text_metric(ui, row);
	fputc('\n', ui->out);
	if (!row->has_stalled)
		return;
	print_text_begin(ui, result, row);
	fprintf(ui->out, "%*s        # %8.2f %s\n", VALUE_WIDTH + unit_width + NAME_WIDTH + 2, "",
		row->stalled.value, row->stalled.unit);
}

static void print_csv_begin(const struct ui_stat *ui, const struct stat_result *result,
			    const struct stat_row *row)
{
	const char *sep = ui->separator;
	char label[64];

	if (ui->interval && ui->summary)
		fprintf(ui->out, "%16s%s", "summary", sep);
	else if (ui->interval)
		fprintf(ui->out, "%6llu.%09llu%s", ui->time_ns / 1000000000ULL,
			ui->time_ns % 1000000000ULL, sep);
	place_label(result, row, label, sizeof(label));
	if (label[0])
		fprintf(ui->out, "%s%s", label, sep);
	if (result->aggr == STAT_AGGR_SOCKET || result->aggr == STAT_AGGR_CORE ||
	    result->aggr == STAT_AGGR_NODE)
		fprintf(ui->out, "%d%s", result->places[row->place].nr_cpus, sep);
}

/* A number of its own has the same columns, but for those of a count. */
static void print_csv_stalled(const struct ui_stat *ui, const struct stat_result *result,
			      const struct stat_row *row)
{
	int nr_empty = 5 + !!row->cgroup + ui->repeated;

	print_csv_begin(ui, result, row);
	for (int i = 0; i < nr_empty; i++)
		fputs(ui->separator, ui->out);
	fprintf(ui->out, "%.2f%s%s\n", row->stalled.value, ui->separator, row->stalled.unit);
}

static void print_csv_row(const struct ui_stat *ui, const struct stat_result *result,
			  const struct stat_row *row)
{
	const char *sep = ui->separator;

	print_csv_begin(ui, result, row);
	if (row->state != STAT_COUNTED)
		fputs(state_text(row), ui->out);
	else
		fprintf(ui->out, "%.*f", is_fraction(row) ? 2 : 0, shown_value(row));
	fprintf(ui->out, "%s%s%s%s%s", sep, unit_of(row), sep, row->name, sep);
	if (row->cgroup)
		fprintf(ui->out, "%s%s", row->cgroup, sep);
	if (ui->repeated)
		fprintf(ui->out, "%.2f%%%s", row->noise_ratio > 0 ? 100 * row->noise_ratio : 0,
			sep);
	fprintf(ui->out, "%llu%s%.2f%s", row->count.running_ns, sep, running_percent(row), sep);
	if (row->has_metric)
		fprintf(ui->out, "%.*f", row->metric.decimals, row->metric.value);
	fprintf(ui->out, "%s%s\n", sep, row->has_metric ? row->metric.unit : "");
	if (row->has_stalled)
		print_csv_stalled(ui, result, row);
}

static void print_json_place(const struct ui_stat *ui, const struct stat_result *result,
			     const struct stat_row *row)
{
	static const char *const names[] = {
		[STAT_AGGR_SOCKET] = "socket",
		[STAT_AGGR_CORE] = "core",
		[STAT_AGGR_NODE] = "node",
		[STAT_AGGR_THREAD] = "thread",
	};
	char label[64];

	if (result->aggr == STAT_AGGR_GLOBAL)
		return;
	place_label(result, row, label, sizeof(label));
	if (result->aggr == STAT_AGGR_CPU) {
		fprintf(ui->out, "\"cpu\" : \"%s\", ", label + strlen("CPU"));
		return;
	}
	fprintf(ui->out, "\"%s\" : ", names[result->aggr]);
	json__print_string(ui->out, label);
	fputs(", ", ui->out);
	if (result->aggr != STAT_AGGR_THREAD)
		fprintf(ui->out, "\"aggregate-number\" : %d, ", result->places[row->place].nr_cpus);
}

static void print_json_row(const struct ui_stat *ui, const struct stat_result *result,
			   const struct stat_row *row)
{
	fputc('{', ui->out);
	if (ui->interval && !ui->summary)
		fprintf(ui->out, "\"interval\" : %llu.%09llu, ", ui->time_ns / 1000000000ULL,
			ui->time_ns % 1000000000ULL);
	print_json_place(ui, result, row);
	if (row->state == STAT_COUNTED)
		fprintf(ui->out, "\"counter-value\" : \"%f\", ", shown_value(row));
	else
		fprintf(ui->out, "\"counter-value\" : \"%s\", ", state_text(row));
	fputs("\"unit\" : ", ui->out);
	json__print_string(ui->out, unit_of(row));
	fputs(", \"event\" : ", ui->out);
	json__print_string(ui->out, row->name);
	fputs(", ", ui->out);
	if (row->cgroup) {
		fputs("\"cgroup\" : ", ui->out);
		json__print_string(ui->out, row->cgroup);
		fputs(", ", ui->out);
	}
	if (ui->repeated)
		fprintf(ui->out, "\"variance\" : %.2f, ",
			row->noise_ratio > 0 ? 100 * row->noise_ratio : 0);
	fprintf(ui->out, "\"event-runtime\" : %llu, \"pcnt-running\" : %.2f", row->count.running_ns,
		running_percent(row));
	fprintf(ui->out, ", \"metric-value\" : %f, \"metric-unit\" : ",
		row->has_metric ? row->metric.value : 0);
	json__print_string(ui->out, row->has_metric ? row->metric.unit : "");
	fputs("}\n", ui->out);
	if (row->has_stalled)
		fprintf(ui->out, "{\"metric-value\" : %f, \"metric-unit\" : \"%s\"}\n",
			row->stalled.value, row->stalled.unit);
}

static int widest_unit(const struct stat_result *result)
{
	int width = strlen("msec");

	for (size_t i = 0; i < result->nr_rows; i++)
		if ((int)strlen(unit_of(&result->rows[i])) > width)
			width = strlen(unit_of(&result->rows[i]));
	return width;
}

void ui_stat__print_rows(const struct ui_stat *ui, const struct stat_result *result)
{
	locale_t c_locale = (locale_t)0, before = (locale_t)0;
	int unit_width = widest_unit(result);

	if (ui->format != UI_STAT_TEXT) {
		c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
		before = uselocale(c_locale);
	}
	for (size_t i = 0; i < result->nr_rows; i++) {
		if (ui->format == UI_STAT_TEXT)
			print_text_row(ui, result, &result->rows[i], unit_width);
		else if (ui->format == UI_STAT_CSV)
			print_csv_row(ui, result, &result->rows[i]);
		else
			print_json_row(ui, result, &result->rows[i]);
	}
	if (c_locale) {
		uselocale(before);
		freelocale(c_locale);
	}
}

void ui_stat__print_interval_header(const struct ui_stat *ui, const struct stat_result *result)
{
	static const char *const titles[] = {
		[STAT_AGGR_GLOBAL] = "",
		[STAT_AGGR_CPU] = "CPU       ",
		[STAT_AGGR_SOCKET] = "socket cpus",
		[STAT_AGGR_CORE] = "core            cpus",
		[STAT_AGGR_NODE] = "node   cpus",
		[STAT_AGGR_THREAD] = "            comm-pid       ",
	};

	if (ui->format == UI_STAT_TEXT)
		fprintf(ui->out, "#           time %s%s%*s %-*s %s\n", titles[result->aggr],
			titles[result->aggr][0] ? " " : "", VALUE_WIDTH, "counts",
			widest_unit(result), "unit", "events");
}

void ui_stat__print_title(const struct ui_stat *ui, const struct ui_stat_footer *footer)
{
	if (ui->format != UI_STAT_TEXT)
		return;
	fprintf(ui->out, "\n Performance counter stats for %s", footer->target);
	if (footer->runs > 1)
		fprintf(ui->out, " (%d runs)", footer->runs);
	fprintf(ui->out, ":\n\n");
}

void ui_stat__print_footer(const struct ui_stat *ui, const struct ui_stat_footer *footer)
{
	double mean = footer->wall_s->mean, error = stat_series__error(footer->wall_s);
	int decimals = 0;

	if (ui->format != UI_STAT_TEXT)
		return;
	fputc('\n', ui->out);
	if (footer->runs > 1) {
		/* As many digits as make the error three significant ones. */
		for (double e = error; decimals < 9 && e < 100 && e > 0; e *= 10)
			decimals++;
		fprintf(ui->out, "  %17.*f +- %.*f seconds time elapsed  ( +-%6.2f%% )\n", decimals,
			mean, decimals, error, mean > 0 ? 100 * error / mean : 0);
	} else {
		fprintf(ui->out, " %17.9f seconds time elapsed\n", mean);
	}
	if (footer->has_rusage)
		fprintf(ui->out, "\n %17.9f seconds user\n %17.9f seconds sys\n", footer->user_s,
			footer->system_s);
	fprintf(ui->out, footer->has_rusage ? "\n\n" : "\n");
}
