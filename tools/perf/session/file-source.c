// SPDX-License-Identifier: GPL-2.0-only
/* perf.data as a source of records: hands the reader's functions on. */
#include "session/source.h"

static int next(void *ctx, struct data_record *record, struct err *err)
{
	return data_reader__next(ctx, record, err);
}

static bool span(void *ctx, struct data_span *span)
{
	return data_reader__span(ctx, span);
}

static void skip(void *ctx, size_t size)
{
	data_reader__skip(ctx, size);
}

static size_t nr_events(void *ctx)
{
	return data_reader__nr_events(ctx);
}

static const struct data_event *event(void *ctx, size_t i)
{
	return data_reader__event(ctx, i);
}

static const struct data_info *info(void *ctx)
{
	return data_reader__info(ctx);
}

static int each_build_id(void *ctx, int (*fn)(void *arg, const struct data_build_id *id), void *arg)
{
	return data_reader__each_build_id(ctx, fn, arg);
}

struct session_source session_source__of_reader(struct data_reader *reader)
{
	return (struct session_source){
		.ctx = reader,
		.next = next,
		.span = span,
		.skip = skip,
		.nr_events = nr_events,
		.event = event,
		.info = info,
		.each_build_id = each_build_id,
		.unordered = data_reader__is_dir(reader),
		.swapped = data_reader__swapped(reader),
	};
}
