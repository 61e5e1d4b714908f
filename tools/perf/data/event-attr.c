// SPDX-License-Identifier: GPL-2.0-only
/* One event of a perf.data file: what it owns. */
#include "event-attr.h"

#include <stdlib.h>
#include <string.h>

void data_event__exit(struct data_event *event)
{
	free(event->words);
	free(event->ids);
	free(event->name);
	free(event->unit);
	memset(event, 0, sizeof(*event));
}
