// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any bytes as the files of a PMU: five texts with a newline between (format, event, scale, unit,
 * cpumask; the last takes the rest) are written below a scratch folder and read back by event
 * strings that need them. What is taken must be a whole event; what is refused has a reason, and
 * a column within the file or the string.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "err.h"
#include "util/event.h"
#include "util/parse-events.h"
#include "util/pmus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = { "p/format/f", "p/events/e", "p/events/e.scale",
				     "p/events/e.unit", "p/cpumask" };
static const char *const folders[] = { "", "/p", "/p/format", "/p/events" };
static const char *const fixed[][2] = { { "p/type", "9\n" },
					{ "p/format/event", "config:0-7\n" },
					{ "p/events/other", "event=0x1\n" } };
static char root[32];

static void check(bool good)
{
	if (!good)
		abort();
}

static void write_file(const char *name, const void *data, size_t size)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	file = fopen(path, "w");
	check(file && fwrite(data, 1, size, file) == size && !fclose(file));
}

static void remove_tree(void)
{
	char path[128];

	for (size_t i = 0; i < ARRAY_SIZE(names) + ARRAY_SIZE(fixed); i++) {
		snprintf(path, sizeof(path), "%s/%s", root,
			 i < ARRAY_SIZE(names) ? names[i] : fixed[i - ARRAY_SIZE(names)][0]);
		unlink(path);
	}
	for (size_t i = ARRAY_SIZE(folders); i-- > 0;) {
		snprintf(path, sizeof(path), "%s%s", root, folders[i]);
		rmdir(path);
	}
}

static void make_tree(void)
{
	char path[128];

	strcpy(root, "/tmp/fuzz-event-files-XXXXXX");
	check(mkdtemp(root));
	for (size_t i = 1; i < ARRAY_SIZE(folders); i++) {
		snprintf(path, sizeof(path), "%s%s", root, folders[i]);
		check(!mkdir(path, 0700));
	}
	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++)
		write_file(fixed[i][0], fixed[i][1], strlen(fixed[i][1]));
	atexit(remove_tree);
}

static void try_string(const char *string)
{
	struct pmus *pmus = pmus__new(root);
	struct event_list list = { 0 };
	struct err err = { 0 };
	int ret;

	check(pmus);
	ret = parse_events(&list, string, pmus__lookup(pmus), &err);
	check(ret <= 0 && ret == err.code && !ret == (list.nr > 0));
	if (ret) {
		int column = err.file[0] ? err.via : err.column;

		check(err.text[0] && column >= 1 && (size_t)column <= strlen(string) + 1);
	}
	for (size_t i = 0; i < list.nr; i++) {
		const struct event *event = list.events[i];

		check(event->name && event->scale == event->scale);
		check(event__attr(event)->size == event->nr_words * sizeof(u64));
	}
	event_list__exit(&list);
	pmus__delete(pmus);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const strings[] = { "p/e/",	 "p/e,event=2/u",
					       "p/f=1/", "p/f,other/",
					       "e",	 "{p/e/,p/other,f=3/}:k" };

	if (!root[0])
		make_tree();
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const uint8_t *end = i + 1 < ARRAY_SIZE(names) ? memchr(data, '\n', size) : NULL;
		size_t len = end ? (size_t)(end - data) : size;

		write_file(names[i], data, len);
		len += !!end;
		data += len;
		size -= len;
	}
	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		try_string(strings[i]);
	return 0;
}
