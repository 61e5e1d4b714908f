// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any bytes as an event string, up to the first newline, and what follows it as the text of a
 * sysfs event. What is taken must be whole events with sound leaders and sizes; what is refused must
 * leave no event and have a reason and a column within the text or just behind it.
 */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "err.h"
#include "tests/lookup-table.h"
#include "util/parse-events.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
	if (!good)
		abort();
}

static const char pmus[] =
	"cpu_core:4:core:cpus=0-3 event=config:0-7 umask=config:8-15 edge=config:18 "
	"ldlat=config1:0-15 | instructions:event=0xc0; mem-loads:event=0xcd,umask=1,ldlat=3\n"
	"cpu_atom:39:core event=config:0-7\n"
	"software:1\n"
	"uncore_imc_0:50 event=config:0-7 | clock:event=3; clock.unit:MiB; clock.scale:0.5\n"
	"uncore_imc_1:51 event=config:0-7 | clock:event=3\n"
	"persistent:7:holder=/x persistent=attr5:23 bad=config:5-2 | mce:persistent,config=106\n"
	"p:8 type=attr0:0-31 far=attr511:0-63 odd=attr5:1,3,5-7,60-63 | a:b; b:a; "
	"needs:odd=?; more:a,a,a,a,a,a,a,a;";

static void check_events(const struct event_list *list)
{
	check(list->nr > 0);
	for (size_t i = 0; i < list->nr; i++) {
		struct event *event = list->events[i], *clone = event__clone(event);

		check(clone && event->name);
		check(!strcmp(clone->name, event->name) && clone->nr_words == event->nr_words);
		check(event->leader <= i && list->events[event->leader]->leader == event->leader);
		check(event->nr_words <= ATTR_WORD_MAX + 1);
		check(event__attr(event)->size == event->nr_words * sizeof(u64));
		check(event->pinned[0] == 0xffffffff);
		event__delete(clone);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_Alignas(max_align_t) char string[4096];
	struct event_list list = { 0 };
	struct lookup_table table;
	struct err err = { 0 };
	struct buf text = { 0 };
	char *end;
	int ret;

	if (size >= sizeof(string))
		return 0;
	memcpy(string, data, size);
	string[size] = 0;
	buf__puts(&text, pmus);
	end = strchr(string, '\n');
	if (end) {
		*end++ = 0;
		buf__printf(&text, "fuzz:%s", end);
	}
	ret = lookup_table__init(&table, text.data);
	if (!ret) {
		ret = parse_events(&list, string, &table.lookup, &err);
		check(ret <= 0 && ret == err.code);
		if (ret) {
			check(!list.nr && err.text[0]);
			check(err.file[0] ||
			      (err.column >= 1 && (size_t)err.column <= strlen(string) + 1));
		} else {
			check_events(&list);
		}
	}
	event_list__exit(&list);
	lookup_table__exit(&table);
	buf__exit(&text);
	return 0;
}
