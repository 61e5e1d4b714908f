// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: after a holder died its rings go on. When there is a holder again that took them over, the
 * connection to it tells from then on when the event is removed.
 */
#include "attach.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "util/event.h"

#define RETRY_NS 1000000000ULL

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* Is a ring that is read among those of the answer? That of a CPU that went offline may be missing. */
static bool has_rings(const struct record_attached *attached,
		      const struct persistent_attach *answer)
{
	for (size_t i = 0; i < attached->samples.nr; i++)
		for (unsigned int k = 0; k < answer->nr_fds; k++)
			if (answer->fds[k].id == attached->samples.rings[i].id)
				return true;
	return false;
}

void record_attached__rejoin(struct record_attached *attached, const struct record_notes *notes)
{
	struct event *event = attached->event;
	struct persistent_attach answer;
	u64 now = now_ns();

	if (attached->ended || attached->attach.connection >= 0 || !event->holder ||
	    now < attached->retry_ns)
		return;
	attached->retry_ns = now + RETRY_NS;
	if (persistent__attach(&answer, event->holder, event->words[ATTR_WORD_CONFIG], NULL))
		return;
	if (has_rings(attached, &answer)) {
		attached->attach.connection = answer.connection;
		answer.connection = -1;
		record_notes__add(notes, "%s: its holder is back", event->name);
	} else {
		attached->ended = true;
		record_notes__add(notes,
				  "%s: its holder is back with other rings: these here are "
				  "finished",
				  event->name);
	}
	persistent_attach__exit(&answer);
}
