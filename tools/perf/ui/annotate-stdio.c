// SPDX-License-Identifier: GPL-2.0-only
/* An annotated function -> text: a column of numbers for each event, then code and source. */
#include "ui/annotate-stdio.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "hist/field.h"
#include "symbol/symbols.h"

#define MIN_SUMMARY_PERCENT 0.5
#define ADDRESS_WIDTH	    8
#define TITLE_MORE	    4 /* that the line below it is longer */

struct printing {
	struct buf out;
	const struct annotate_style *style;
	const struct annotation *annotation;
	struct hit_count *totals; /* of the function, one an event */
	const char *told_file;	  /* of the source line that is told at its first instruction */
	u32 told_line;
};

static int value_width(const struct printing *p)
{
	return p->style->value == ANNOTATE_PERIOD ? 12 : 8;
}

static double percent(const struct printing *p, const struct hit_count *count, size_t i)
{
	const struct hit_count *total = &p->totals[i];

	return total->period ? 100.0 * count->period / total->period : 0;
}

static void put_title(struct printing *p, const char *file, u64 samples)
{
	static const char *const names[] = { " Percent ", " Samples ", " Period      " };
	int width = value_width(p) * (int)p->style->nr_events + 1;
	size_t len = p->out.len;

	buf__printf(&p->out,
		    "%-*s|\tSource code & Disassembly of %s for %s (%llu samples, percent: "
		    "local period)\n",
		    width, names[p->style->value], file, p->style->event_names, samples);
	len = p->out.len - len;
	for (size_t i = 0; i < len + TITLE_MORE; i++)
		buf__puts(&p->out, "-");
	buf__puts(&p->out, "\n");
}

static void put_no_value(struct printing *p)
{
	buf__printf(&p->out, "%*s", value_width(p) * (int)p->style->nr_events + 1, "");
}

static void put_value(struct printing *p, const struct hit_count *count, size_t i)
{
	double part = percent(p, count, i);

	if (p->style->min_percent > 0 && part < p->style->min_percent)
		buf__printf(&p->out, "%*s", value_width(p), "");
	else if (p->style->value == ANNOTATE_SAMPLES)
		buf__printf(&p->out, "%*llu", value_width(p), count->samples);
	else if (p->style->value == ANNOTATE_PERIOD)
		buf__printf(&p->out, "%*llu", value_width(p), count->period);
	else
		buf__printf(&p->out, "%*.2f", value_width(p), part);
}

/* What is no text could change the terminal. */
static void put_text(struct printing *p, const char *text)
{
	while (isspace((u8)*text))
		text++;
	for (; *text; text++) {
		char c = (u8)*text < ' ' && *text != '\t' ? '?' : *text == 0x7f ? '?' : *text;

		if (c != '?' || text[1] || *text != '\r')
			buf__append(&p->out, &c, 1);
	}
	buf__puts(&p->out, "\n");
}

/* " // file.c:12" behind an instruction that took something, where the one told before was of another line. */
static void put_place(struct printing *p, const struct annotated_line *line)
{
	const char *base = p->style->full_paths || !line->file ? NULL : strrchr(line->file, '/');

	if (!line->file || !line->line || !line->count[p->style->events[0]].period ||
	    percent(p, &line->count[p->style->events[0]], 0) < MIN_SUMMARY_PERCENT ||
	    (p->told_line == line->line && !strcmp(p->told_file, line->file)))
		return;
	p->told_file = line->file;
	p->told_line = line->line;
	p->out.len--;
	buf__printf(&p->out, " // %s:%u\n", base ? base + 1 : line->file, line->line);
}

static void put_line(struct printing *p, const struct annotated_line *line)
{
	size_t len;

	if (line->kind == ANNOTATED_SOURCE) {
		put_no_value(p);
		buf__printf(&p->out, ": %-4u ", line->line);
		return put_text(p, line->text);
	}
	for (size_t i = 0; i < p->style->nr_events; i++)
		put_value(p, &line->count[p->style->events[i]], i);
	buf__puts(&p->out, " :   ");
	len = p->out.len;
	buf__printf(&p->out, "%llx: ", line->addr);
	len = p->out.len - len;
	if (len < ADDRESS_WIDTH)
		buf__printf(&p->out, "%*s", (int)(ADDRESS_WIDTH - len), "");
	put_text(p, line->text);
	if (p->style->line_summary)
		put_place(p, line);
}

/* A source line and what its instructions took. */
struct line_sum {
	const char *file;
	u32 line;
	u64 period;
};

static int compare_line(const void *pa, const void *pb)
{
	const struct line_sum *a = pa, *b = pb;
	int ret = strcmp(a->file, b->file);

	return ret ? ret : a->line < b->line ? -1 : a->line > b->line;
}

static int compare_period(const void *pa, const void *pb)
{
	const struct line_sum *a = pa, *b = pb;

	return a->period < b->period ? 1 : a->period > b->period ? -1 : compare_line(pa, pb);
}

/* Adds up equal lines, which stand beside each other. Returns how many there are. */
static size_t merge(struct line_sum *sums, size_t nr)
{
	size_t to = 0;

	qsort(sums, nr, sizeof(*sums), compare_line);
	for (size_t i = 0; i < nr; i++) {
		if (to && !compare_line(&sums[to - 1], &sums[i]))
			sums[to - 1].period += sums[i].period;
		else
			sums[to++] = sums[i];
	}
	qsort(sums, to, sizeof(*sums), compare_period);
	return to;
}

static void put_sums(struct printing *p, const struct line_sum *sums, size_t nr, const char *file)
{
	buf__printf(&p->out, "\nSorted summary for file %s\n%s\n\n", file,
		    "----------------------------------------------");
	for (size_t i = 0; i < nr; i++) {
		const char *base = p->style->full_paths ? NULL : strrchr(sums[i].file, '/');
		struct hit_count count = { .period = sums[i].period };

		if (percent(p, &count, 0) >= MIN_SUMMARY_PERCENT)
			buf__printf(&p->out, "%8.2f %s:%u\n", percent(p, &count, 0),
				    base ? base + 1 : sums[i].file, sums[i].line);
	}
}

/* Of the first event. */
static int put_summary(struct printing *p, const char *file)
{
	const struct annotation *annotation = p->annotation;
	struct line_sum *sums = calloc(annotation->nr + 1, sizeof(*sums));
	size_t nr = 0;

	if (!sums)
		return -ENOMEM;
	for (size_t i = 0; i < annotation->nr; i++) {
		const struct annotated_line *line = &annotation->lines[i];

		if (line->kind == ANNOTATED_CODE && line->file && line->line)
			sums[nr++] = (struct line_sum){ line->file, line->line,
							line->count[p->style->events[0]].period };
	}
	nr = merge(sums, nr);
	put_sums(p, sums, nr, file);
	free(sums);
	return 0;
}

static void put_function(struct printing *p)
{
	for (int i = 0; i < 2; i++) {
		put_no_value(p);
		buf__puts(&p->out, ":\n");
	}
	put_no_value(p);
	buf__printf(&p->out, ":      %016llx <%s>:\n", p->annotation->start,
		    p->annotation->function->symbol->name);
	for (size_t i = 0; i < p->annotation->nr; i++)
		put_line(p, &p->annotation->lines[i]);
}

int annotate_stdio__print(FILE *out, const struct annotate_style *style, const struct hits *hits,
			  const struct annotation *annotation)
{
	const struct symbol *symbol = annotation->function->symbol;
	struct printing p = { .style = style, .annotation = annotation };
	u64 samples = 0;
	int ret = 0;

	p.totals = calloc(style->nr_events + 1, sizeof(*p.totals));
	if (!p.totals)
		return -ENOMEM;
	for (size_t i = 0; i < style->nr_events; i++) {
		p.totals[i] = hits__total(hits, symbol, style->events[i]);
		samples += p.totals[i].samples;
	}
	if (style->line_summary)
		ret = put_summary(&p, hist_dso__name(annotation->function->dso, true));
	put_title(&p, hist_dso__name(annotation->function->dso, style->full_paths), samples);
	put_function(&p);
	if (!ret)
		ret = buf__error(&p.out);
	errno = 0;
	if (!ret && fwrite(p.out.data, 1, p.out.len, out) != p.out.len)
		ret = errno ? -errno : -EIO;
	buf__exit(&p.out);
	free(p.totals);
	return ret;
}
