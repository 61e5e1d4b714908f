// SPDX-License-Identifier: GPL-2.0-only
/* CGROUP records -> names by number. There are few, and the newest name of a number counts. */
#include "hist/cgroups.h"

#include <errno.h>
#include <stdlib.h>

#include "hist/texts.h"
#include "session/cursor.h"
#include "session/session.h"

struct hist_cgroup {
	u64 id;
	const char *name;
};

int hist_cgroups__add(struct hist_cgroups *cgroups, struct texts *texts,
		      const struct session_record *record, bool swapped)
{
	struct cursor c = { .at = record->body, .left = record->body_bytes, .swapped = swapped };
	u64 id = cursor__u64(&c);
	const char *path = cursor__string(&c);

	if (record->header->type != PERF_RECORD_CGROUP || !path)
		return 0;
	if (cgroups->nr == cgroups->cap) {
		size_t cap = cgroups->cap ? cgroups->cap * 2 : 64;
		struct hist_cgroup *list = reallocarray(cgroups->list, cap, sizeof(*list));

		if (!list)
			return -ENOMEM;
		cgroups->list = list;
		cgroups->cap = cap;
	}
	path = texts__get(texts, path, strlen(path));
	if (!path)
		return -ENOMEM;
	cgroups->list[cgroups->nr++] = (struct hist_cgroup){ id, path };
	return 0;
}

const char *hist_cgroups__name(const struct hist_cgroups *cgroups, u64 id)
{
	for (size_t i = cgroups->nr; i--;)
		if (cgroups->list[i].id == id)
			return cgroups->list[i].name;
	return NULL;
}

void hist_cgroups__exit(struct hist_cgroups *cgroups)
{
	free(cgroups->list);
	*cgroups = (struct hist_cgroups){ 0 };
}
