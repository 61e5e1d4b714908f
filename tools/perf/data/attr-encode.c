// SPDX-License-Identifier: GPL-2.0-only
/* perf.data, writing: attrs of any size. In goes an event, out come the bytes of its attr. */
#include "attr-encode.h"

#include <string.h>

#define COMMON_BYTES 128 /* PERF_ATTR_SIZE_VER7 */

u32 attr_encode__size(const struct data_event *event)
{
	u32 size = event->attr_size & ~7u;

	while (size > COMMON_BYTES && !event->words[size / 8 - 1])
		size -= 8;
	return size;
}

u32 attr_encode__largest(const struct data_writer_info *info)
{
	u32 largest = 0;

	for (size_t i = 0; i < info->nr_events; i++) {
		u32 size = attr_encode__size(&info->events[i]);

		if (size > largest)
			largest = size;
	}
	return largest;
}

int attr_encode__append(struct buf *out, const struct data_event *event, u32 size)
{
	u32 own = attr_encode__size(event);
	size_t at = out->len + offsetof(struct perf_event_attr, size);

	if (own > size)
		own = size;
	buf__append(out, event->words, own);
	buf__append_zeros(out, size - own);
	if (!buf__error(out))
		memcpy(out->data + at, &own, sizeof(own));
	return buf__error(out);
}
