// SPDX-License-Identifier: GPL-2.0-only
/* perf report on a terminal: sorted rows of events -> a view -> what ended it. */
#include "report-view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "data/reader.h"
#include "hist/annotate.h"
#include "hist/collect.h"
#include "session/session.h"
#include "ui/report-stdio.h"
#include "ui/tui/code-view.h"
#include "ui/tui/tui.h"

static void say_why_not(const struct err *err)
{
	fprintf(stderr, "perf report: %s: using --stdio\n", err->text);
}

bool report_view__is_possible(enum report_view_wish wish)
{
	struct err err = { 0 };
	int ret = wish == VIEW_NEVER ? -ENOTTY : tui__check(&err);

	if (ret && (wish == VIEW_ALWAYS || ret != -ENOTTY))
		say_why_not(&err);
	return !ret;
}

static int show(struct report_view *view, const struct tui_options *options, struct err *err)
{
	size_t nr = collect__nr_events(view->collect);
	struct live_event *events = calloc(nr + 1, sizeof(*events));
	struct tui_end end = { 0 };
	int ret;

	if (!events)
		return err__set(err, -ENOMEM, "out of memory");
	for (size_t i = 0; i < nr; i++)
		events[i] = (struct live_event){ .name = collect__event_name(view->collect, i),
						 .hists = collect__hists(view->collect, i) };
	ret = tui__show(options, events, nr, &end, err);
	free(events);
	view->signal = end.signal;
	return ret;
}

static int annotate(void *ctx, const struct symbol *symbol, size_t event, struct annotated *result,
		    struct err *err)
{
	const struct report_view *view = ctx;
	const struct annotate_options options = { 0 };
	const struct hit_symbol *function = hits__find(view->hits, symbol);

	if (!function)
		return err__set(err, -ENOENT, "no sample hit the function itself");
	result->total = hits__total(view->hits, symbol, event);
	return annotation__new(&result->annotation, view->machine, view->hits, function, &options,
			       err);
}

int report_view__show(struct report_view *view, struct err *err)
{
	struct err why = { 0 };
	char notice[640];
	char *header = data_reader__header_text(view->reader);
	const struct annotator annotator = { .ctx = view, .annotate = annotate };
	const struct tui_options options = {
		.style = view->style,
		.header = header,
		.annotator = view->hits ? &annotator : NULL,
		.notice = *view->stats->first.text || view->stats->lost_samples ? notice : NULL,
	};
	int ret;

	if (*view->stats->first.text)
		snprintf(notice, sizeof(notice), "Damaged: %s", view->stats->first.text);
	else
		snprintf(notice, sizeof(notice), "%llu samples were lost while recording",
			 view->stats->lost_samples);
	ret = show(view, &options, &why);
	free(header);
	if (ret == -ENOSYS || ret == -EINVAL)
		say_why_not(&why);
	else if (ret)
		err__copy(err, &why);
	return ret;
}
