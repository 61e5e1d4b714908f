// SPDX-License-Identifier: GPL-2.0-only
/* The list that --pfm-events takes: text to events, each by way of libpfm4. */
#include "pfm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "event.h"

/* The event of an attr that libpfm4 filled; NULL: out of memory. */
static struct event *event_of(const struct perf_event_attr *attr, const char *name)
{
	struct event *event = event__new();
	const unsigned int exclude[] = { ATTR_EXCLUDE_USER, ATTR_EXCLUDE_KERNEL, ATTR_EXCLUDE_HV };
	const bool excluded[] = { attr->exclude_user, attr->exclude_kernel, attr->exclude_hv };

	if (!event)
		return NULL;
	event->name = strdup(name);
	if (!event->name || event__pin(event, ATTR_WORD_TYPE, 0xffffffff, attr->type) ||
	    event__pin(event, ATTR_WORD_CONFIG, ~0ULL, attr->config) ||
	    event__pin(event, ATTR_WORD_CONFIG1, ~0ULL, attr->config1) ||
	    event__pin(event, ATTR_WORD_CONFIG2, ~0ULL, attr->config2))
		goto err;
	for (size_t i = 0; i < ARRAY_SIZE(exclude); i++)
		if (event__pin(event, ATTR_WORD_FLAGS, attr_flag__mask(exclude[i]),
			       excluded[i] ? attr_flag__mask(exclude[i]) : 0))
			goto err;
	if (attr->precise_ip) {
		event__attr(event)->precise_ip = attr->precise_ip;
		event__attr(&(struct event){ .words = event->pinned })->precise_ip = 3;
	}
	return event;
err:
	event__delete(event);
	return NULL;
}

static int append(struct event_list *list, const char *name, int column, struct err *err)
{
	struct perf_event_attr attr;
	struct event *event;
	int ret = pfm__encode(name, &attr, err);

	if (ret) {
		if (err)
			err->column = column;
		return ret;
	}
	event = event_of(&attr, name);
	if (!event)
		return err__set(err, -ENOMEM, "out of memory");
	event->leader = list->nr;
	return event_list__append(list, event) ? err__set(err, -ENOMEM, "out of memory") : 0;
}

static void truncate_to(struct event_list *list, size_t nr)
{
	while (list->nr > nr)
		event__delete(list->events[--list->nr]);
}

int pfm_events__parse(struct event_list *list, const char *string, struct err *err)
{
	size_t before = list->nr, leader = 0;
	bool in_group = false;
	const char *at = string;
	int ret = 0;

	while (!ret) {
		size_t len = strcspn(at, ",{}");
		_cleanup_free_ char *name = strndup(at, len);
		int column = at - string + 1;

		if (!name) {
			ret = err__set(err, -ENOMEM, "out of memory");
		} else if (*at == '{' && !in_group) {
			in_group = true;
			leader = list->nr;
			at++;
			continue;
		} else if (!len) {
			ret = err__set_at(err, -EINVAL, column, "an event name is missing here");
		} else {
			ret = append(list, name, column, err);
		}
		if (ret)
			break;
		if (in_group)
			list->events[list->nr - 1]->leader = leader;
		at += len;
		if (*at == '}' && in_group) {
			in_group = false;
			at++;
		}
		if (!*at)
			break;
		if (*at++ != ',')
			ret = err__set_at(err, -EINVAL, at - string,
					  "',' or the end must stand here");
	}
	if (!ret && in_group)
		ret = err__set_at(err, -EINVAL, at - string + 1, "the group's '}' is missing");
	if (ret)
		truncate_to(list, before);
	return ret;
}
