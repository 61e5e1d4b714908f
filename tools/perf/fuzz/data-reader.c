// SPDX-License-Identifier: GPL-2.0-only
/*
 * data/reader on arbitrary bytes: whatever they are, reading ends, stays within its bounds and
 * frees everything. The header's text and the build-ids are asked for as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "data/attr-text.h"
#include "data/reader.h"
#include "file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static int touch_build_id(void *arg, const struct data_build_id *id)
{
	size_t *sum = arg;

	for (const char *c = id->path; *c; c++)
		*sum += *c;
	*sum += id->id[0] + id->id[19];
	return 0;
}

static void read_whole(struct data_reader *reader)
{
	struct data_record record;
	struct err err = { 0 };
	struct buf text = { 0 };
	const void *payload;
	size_t sum = 0;

	while (data_reader__next(reader, &record, &err) > 0) {
		if (record.size < sizeof(*record.header) || record.size != record.header->size ||
		    (uintptr_t)record.bytes % 8)
			abort();
		for (u32 i = 0; i < record.size; i++)
			sum += ((const u8 *)record.bytes)[i];
		if (record.payload_size && record.payload_size < 1 << 20 && record.offset % 2)
			data_reader__payload(reader, &payload, &err);
	}
	data_reader__each_build_id(reader, touch_build_id, &sum);
	for (size_t i = 0; i < data_reader__nr_events(reader); i++)
		attr_text__append(&text, data_reader__event(reader, i), "=");
	buf__exit(&text);
	free(data_reader__header_text(reader));
	if (sum == 1)
		puts("");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct data_reader *reader;
	struct err err = { 0 };
	int fd = memfd_create("perf.data", 0);
	char path[64];

	if (fd < 0 || file__write_all(fd, bytes, len))
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!data_reader__new(&reader, path, &err)) {
		read_whole(reader);
		data_reader__delete(reader);
	}
	close(fd);
	return 0;
}
