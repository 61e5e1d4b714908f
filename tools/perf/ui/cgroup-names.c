// SPDX-License-Identifier: GPL-2.0-only
/* CGROUP records -> paths by number -> a sample's cgroup as perf script shows it. */
#include "ui/cgroup-names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "session/cursor.h"

struct name {
	u64 id;
	const char *path;
};

struct cgroup_names {
	struct arena paths;
	struct name *list; /* by id */
	size_t nr, cap;
};

struct cgroup_names *cgroup_names__new(void)
{
	return calloc(1, sizeof(struct cgroup_names));
}

void cgroup_names__delete(struct cgroup_names *names)
{
	if (!names)
		return;
	arena__exit(&names->paths);
	free(names->list);
	free(names);
}

/* Where @id stands or belongs. */
static size_t find(const struct cgroup_names *names, u64 id)
{
	size_t low = 0, high = names->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (names->list[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static int make_room(struct cgroup_names *names, size_t at)
{
	if (names->nr == names->cap) {
		size_t cap = names->cap ? names->cap * 2 : 64;
		struct name *list = reallocarray(names->list, cap, sizeof(*list));

		if (!list)
			return -ENOMEM;
		names->list = list;
		names->cap = cap;
	}
	memmove(&names->list[at + 1], &names->list[at], (names->nr - at) * sizeof(*names->list));
	names->nr++;
	return 0;
}

int cgroup_names__add(struct cgroup_names *names, const struct session_record *record, bool swapped)
{
	struct cursor c = { .at = record->body, .left = record->body_bytes, .swapped = swapped };
	u64 id = cursor__u64(&c);
	const char *path = cursor__string(&c);
	size_t at = find(names, id);
	bool known = at < names->nr && names->list[at].id == id;

	if (c.failed || (known && !strcmp(names->list[at].path, path)))
		return 0;
	path = arena__strndup(&names->paths, path, strlen(path));
	if (!path || (!known && make_room(names, at)))
		return -ENOMEM;
	names->list[at] = (struct name){ id, path };
	return 0;
}

void sample_line__print_cgroup(const struct sample_line *l)
{
	const struct cgroup_names *names = l->view->cgroups;
	size_t at = names ? find(names, l->sample->cgroup) : 0;
	bool known = names && at < names->nr && names->list[at].id == l->sample->cgroup;

	buf__puts(l->out, " ");
	buf__puts(l->out, known ? names->list[at].path : "unknown");
}
