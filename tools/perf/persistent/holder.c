// SPDX-License-Identifier: GPL-2.0-only
/*
 * The holder's events: added from strings, opened on every CPU, kept, started, published; and
 * all of it undone. Serving them to others is serve.c's business.
 */
#include "persistent/holder.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "persistent/define.h"
#include "persistent/describe.h"
#include "persistent/opening.h"
#include "persistent/publish.h"

/* Reading a ring's event interrupts its CPU, so this is not done more often than people notice. */
#define WATCH_NS 5000000000ULL

void holder__note(struct holder *holder, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	if (!holder->log.note)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	holder->log.note(holder->log.ctx, text);
}

static struct holder *holder__alloc(void)
{
	struct holder *holder = calloc(1, sizeof(*holder));

	if (!holder)
		return NULL;
	holder->dir = (struct rundir){ .fd = -1, .lock_fd = -1 };
	holder->keeping.fd = -1;
	holder->next_id = 1;
	holder->watch_ns = WATCH_NS;
	holder->online_path = OPENING_ONLINE;
	return holder;
}

void holder__delete(struct holder *holder)
{
	if (!holder)
		return;
	for (size_t i = 0; i < holder->nr; i++)
		rings__delete(holder->events[i]);
	free(holder->events);
	rings__delete(holder->sideband);
	task_names__exit(&holder->names);
	keeping__exit(&holder->keeping);
	rundir__exit(&holder->dir, false);
	free(holder);
}

/* All rings that there are; each takes descriptors here and in the keeper. */
static size_t nr_rings(const struct holder *holder)
{
	size_t nr = holder->sideband ? holder->sideband->nr : 0;

	for (size_t i = 0; i < holder->nr; i++)
		nr += holder->events[i]->nr;
	return nr;
}

static struct opening opening(struct holder *holder)
{
	return (struct opening){ .keeping = &holder->keeping,
				 .nr_rings = nr_rings(holder),
				 .next_id = holder->next_id,
				 .online_path = holder->online_path };
}

static void stop_rings(struct holder *holder, struct rings *rings)
{
	rings__disable(rings);
	keeping__forget(&holder->keeping, rings->info.id);
	rings__delete(rings);
}

static int start_rings(struct holder *holder, struct rings *rings, struct err *err)
{
	int ret = rings__enable(rings);

	if (!ret)
		return 0;
	err__set(err, ret, "'%s' can not be started: %s", rings->info.name, strerror(-ret));
	stop_rings(holder, rings);
	return ret;
}

static int start_sideband(struct holder *holder, struct err *err)
{
	struct description description;
	struct rings *rings = NULL;
	struct opening how;
	int ret = description__make_sideband(&description, PERSISTENT_RING_BYTES);

	if (ret)
		return err__set(err, ret, "out of memory");
	how = opening(holder);
	ret = opening__rings(&how, &description, 0, &rings, err);
	description__exit(&description);
	if (!ret)
		ret = start_rings(holder, rings, err);
	if (!ret)
		holder->sideband = rings;
	return ret;
}

int holder__refresh_names(struct holder *holder)
{
	const struct rings *rings = holder->sideband;
	int ret;

	/* What the side-band gets from here on is newer than the names. */
	for (unsigned int i = 0; i < rings->nr; i++)
		rings->rings[i].watch.names_head =
			__atomic_load_n(&rings->rings[i].page->data_head, __ATOMIC_ACQUIRE);
	ret = task_names__refresh(&holder->names);
	return ret ? ret : task_names__write(&holder->names, holder->dir.fd);
}

/* A side-band that begins knows no task by name; one that was kept has its holder's names. */
static int begin_names(struct holder *holder, bool fresh, struct err *err)
{
	int ret;

	if (!fresh)
		task_names__read(&holder->names, holder->dir.fd);
	ret = holder__refresh_names(holder);
	/* Events that run are not given up for names. */
	if (!ret || !fresh)
		return 0;
	return err__set(err, ret, "the names of tasks can not be written to the run directory: %s",
			strerror(-ret));
}

/* A predecessor's rings under their old ids; none of them may have been left stopped. */
static int adopt(struct holder *holder, struct kept *kept, struct err *err)
{
	holder->taken_over = true;
	holder->events = calloc(kept->nr + 1, sizeof(*holder->events));
	if (!holder->events)
		return err__set(err, -ENOMEM, "out of memory");
	for (size_t i = 0; i < kept->nr; i++) {
		struct rings *rings = kept->list[i];

		if (rings->info.next_id > holder->next_id)
			holder->next_id = rings->info.next_id;
		if (rings->info.id)
			holder->events[holder->nr++] = rings;
		else
			holder->sideband = rings;
		rings__enable(rings);
	}
	kept->nr = 0;
	return 0;
}

/* The directory, locked, and what a keeper there has. -ECONNREFUSED: no keeper. */
static int open_dir(struct holder *holder, const char *run_dir, bool create, struct kept *kept,
		    struct err *err)
{
	int ret = rundir__open(&holder->dir, run_dir, create, err);

	if (!ret)
		ret = rundir__lock(&holder->dir, create, err);
	if (ret)
		return ret;
	opening__raise_fd_limit();
	return keeping__take(&holder->keeping, &holder->dir, kept, err);
}

int holder__new(struct holder **new, const char *run_dir, u64 ring_bytes, struct err *err)
{
	struct holder *holder = holder__alloc();
	struct kept kept = { 0 };
	int ret = holder ? 0 : err__set(err, -ENOMEM, "out of memory");
	bool fresh;

	if (ret)
		return ret;
	holder->ring_bytes = ring_bytes;
	ret = open_dir(holder, run_dir, true, &kept, err);
	fresh = ret == -ECONNREFUSED;
	if (!ret)
		ret = adopt(holder, &kept, err);
	else if (fresh)
		ret = keeping__start(&holder->keeping, &holder->dir, err);
	if (!ret && !holder->sideband)
		ret = start_sideband(holder, err);
	if (!ret)
		ret = begin_names(holder, fresh, err);
	kept__exit(&kept);
	if (!ret) {
		*new = holder;
		return 0;
	}
	/* What a keeper has is left to it, whatever went wrong. */
	if (fresh)
		holder__stop(holder);
	holder__delete(holder);
	return ret;
}

int holder__new_taking_over(struct holder **new, const char *run_dir, struct err *err)
{
	struct holder *holder = holder__alloc();
	struct kept kept = { 0 };
	int ret = holder ? open_dir(holder, run_dir, false, &kept, err)
			 : err__set(err, -ENOMEM, "out of memory");

	if (!ret)
		ret = adopt(holder, &kept, err);
	kept__exit(&kept);
	if (!ret) {
		*new = holder;
		return 0;
	}
	if (ret == -ECONNREFUSED)
		holder__stop(holder); /* what two killed processes left */
	if (ret == -ECONNREFUSED || ret == -ENOENT)
		ret = err__set(err, -ECONNREFUSED, "no holder and no keeper runs in %s", run_dir);
	holder__delete(holder);
	return ret;
}

struct rings *holder__find(struct holder *holder, const char *name)
{
	for (size_t i = 0; i < holder->nr; i++)
		if (!strcmp(holder->events[i]->info.name, name))
			return holder->events[i];
	return NULL;
}

struct rings *holder__find_id(struct holder *holder, u64 id)
{
	for (size_t i = 0; i < holder->nr; i++)
		if (holder->events[i]->info.id == id)
			return holder->events[i];
	return NULL;
}

static int check_new(struct holder *holder, const char *name, struct err *err)
{
	struct rings *rings = holder__find(holder, name);

	if (rings) {
		err__set(err, -EEXIST, "the name '%s' is in use, for '%s'", name,
			 rings->info.event);
		err__set_hint(err, "perf persistent remove %s ends that event", name);
		return -EEXIST;
	}
	return definition__check_name(name, err);
}

/* The event runs: it gets its place in the list and in what is published. */
static int enlist(struct holder *holder, struct rings *rings, struct err *err)
{
	struct publish_event entry = { .name = rings->info.name, .id = rings->info.id };
	struct rings **grown = reallocarray(holder->events, holder->nr + 1, sizeof(*grown));
	int ret = grown ? 0 : err__set(err, -ENOMEM, "out of memory");

	if (grown)
		holder->events = grown;
	if (!ret && holder->published)
		ret = publish__add(holder->dir.fd, &entry, err);
	if (ret) {
		stop_rings(holder, rings);
		return ret;
	}
	holder->events[holder->nr++] = rings;
	return 0;
}

int holder__add(struct holder *holder, const char *name, const char *event, u64 ring_bytes,
		struct err *err)
{
	struct description description;
	struct rings *rings = NULL;
	struct opening how;
	u64 id;
	int ret = check_new(holder, name, err);

	if (!ret)
		ret = description__make(&description, name, event,
					ring_bytes ? ring_bytes : holder->ring_bytes, err);
	if (ret)
		return ret;
	/* An id that the keeper has seen is never used again. */
	id = holder->next_id++;
	how = opening(holder);
	ret = opening__rings(&how, &description, id, &rings, err);
	description__exit(&description);
	if (ret)
		return ret;
	ret = start_rings(holder, rings, err);
	return ret ? ret : enlist(holder, rings, err);
}

int holder__remove(struct holder *holder, const char *name, struct err *err)
{
	for (size_t i = 0; i < holder->nr; i++) {
		if (strcmp(holder->events[i]->info.name, name))
			continue;
		publish__remove(holder->dir.fd, name);
		stop_rings(holder, holder->events[i]);
		memmove(&holder->events[i], &holder->events[i + 1],
			(--holder->nr - i) * sizeof(*holder->events));
		return 0;
	}
	return err__set(err, -ENOENT, "no persistent event is called '%s'", name);
}

/* The same attr and name again, as a description. */
static int describe_again(const struct rings *rings, struct description *description)
{
	const struct event_info *old = &rings->info;
	struct event_info *info = &description->info;

	*description = (struct description){ .info = { .nr_words = old->nr_words,
						       .clockid = old->clockid,
						       .ring_bytes = old->ring_bytes } };
	info->words = malloc(old->nr_words * sizeof(u64));
	info->name = strdup(old->name);
	info->event = strdup(old->event);
	info->tp_system = old->tp_system ? strdup(old->tp_system) : NULL;
	info->tp_name = old->tp_name ? strdup(old->tp_name) : NULL;
	if (!info->words || !info->name || !info->event || (old->tp_system && !info->tp_system) ||
	    (old->tp_name && !info->tp_name)) {
		description__exit(description);
		return -ENOMEM;
	}
	memcpy(info->words, old->words, old->nr_words * sizeof(u64));
	return 0;
}

int holder__reopen(struct holder *holder, struct rings *rings, struct err *err)
{
	struct opening how = opening(holder);
	struct description description;
	struct rings *fresh;
	int ret = describe_again(rings, &description);

	if (ret)
		return err__set(err, ret, "out of memory");
	rings__disable(rings);
	/* The keeper puts the new rings into the place of the old ones. */
	ret = opening__rings(&how, &description, rings->info.id, &fresh, err);
	description__exit(&description);
	if (ret) {
		rings__enable(rings);
		return ret;
	}
	rings__swap(rings, fresh);
	rings__delete(fresh);
	return rings__enable(rings);
}

int holder__cover_cpu(struct holder *holder, struct rings *rings, int cpu, struct err *err)
{
	struct opening how = opening(holder);

	return opening__cpu(&how, rings, cpu, err);
}

int holder__publish(struct holder *holder, struct err *err)
{
	_cleanup_free_ struct publish_event *list = calloc(holder->nr + 1, sizeof(*list));
	int ret;

	if (!list)
		return err__set(err, -ENOMEM, "out of memory");
	for (size_t i = 0; i < holder->nr; i++) {
		list[i].name = holder->events[i]->info.name;
		list[i].id = holder->events[i]->info.id;
	}
	ret = publish__tree(holder->dir.fd, list, holder->nr, err);
	holder->published = !ret;
	return ret;
}

void holder__stop(struct holder *holder)
{
	for (size_t i = 0; i < holder->nr; i++)
		rings__disable(holder->events[i]);
	if (holder->sideband)
		rings__disable(holder->sideband);
	publish__withdraw(holder->dir.fd);
	task_names__remove(holder->dir.fd);
	unlinkat(holder->dir.fd, RUNDIR_SOCKET, 0);
	unlinkat(holder->dir.fd, RUNDIR_KEEPER, 0);
	keeping__quit(&holder->keeping, &holder->dir);
	for (size_t i = 0; i < holder->nr; i++)
		rings__delete(holder->events[i]);
	holder->nr = 0;
	rings__delete(holder->sideband);
	holder->sideband = NULL;
	rundir__exit(&holder->dir, true);
}
