// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs of records -> a nameless file -> the same runs, record by record. Entries stand before
 * their records, which are padded to 8 bytes.
 */
#include "session/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "file.h"

#define WRITE_BYTES (1u << 20)
#define READ_BYTES  (16u << 10)

struct spilled_run {
	u64 offset, end; /* what is not yet in buf */
	u8 *buf;
	size_t at, len, cap;
	struct ordered_entry head;
	bool has_head;
};

struct spill {
	int fd;
	struct buf out;
	u64 run_begin, end; /* of the file */
	struct spilled_run *runs;
	size_t nr, cap;
};

static int open_nameless(void)
{
	const char *dirs[] = { getenv("TMPDIR"), "/var/tmp", "/tmp" };
	int fd = -1;

	for (size_t i = 0; i < ARRAY_SIZE(dirs) && fd < 0; i++)
		if (dirs[i] && *dirs[i])
			fd = open(dirs[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	return fd < 0 ? -errno : fd;
}

int spill__new(struct spill **result)
{
	struct spill *spill = calloc(1, sizeof(*spill));

	if (!spill)
		return -ENOMEM;
	spill->fd = open_nameless();
	if (spill->fd < 0) {
		int ret = spill->fd;

		free(spill);
		return ret;
	}
	*result = spill;
	return 0;
}

void spill__delete(struct spill *spill)
{
	if (!spill)
		return;
	for (size_t i = 0; i < spill->nr; i++)
		free(spill->runs[i].buf);
	free(spill->runs);
	buf__exit(&spill->out);
	close(spill->fd);
	free(spill);
}

static int write_out(struct spill *spill)
{
	int ret = buf__error(&spill->out);

	if (!ret)
		ret = file__write_all(spill->fd, spill->out.data, spill->out.len);
	spill->end += spill->out.len;
	buf__reset(&spill->out);
	return ret;
}

static size_t padding(size_t size)
{
	return ALIGN_UP(size, 8) - size;
}

int spill__write(struct spill *spill, const struct ordered_entry *entry)
{
	u16 size = entry->header->size;

	buf__append(&spill->out, entry, sizeof(*entry));
	buf__append(&spill->out, entry->header, size);
	buf__append_zeros(&spill->out, padding(size));
	return spill->out.len < WRITE_BYTES ? buf__error(&spill->out) : write_out(spill);
}

/* The piece with the next @need bytes, or all that is left. 0, -ENOMEM or -errno. */
static int load(const struct spill *spill, struct spilled_run *run, size_t need)
{
	size_t left = run->len - run->at, more;
	int ret;

	if (left >= need)
		return 0;
	if (run->cap < need) {
		size_t cap = need > READ_BYTES ? need : READ_BYTES;
		u8 *buf = realloc(run->buf, cap);

		if (!buf)
			return -ENOMEM;
		run->buf = buf;
		run->cap = cap;
	}
	memmove(run->buf, run->buf + run->at, left);
	more = run->cap - left;
	if (more > run->end - run->offset)
		more = run->end - run->offset;
	if (left + more < need)
		return -EIO;
	ret = file__pread_all(spill->fd, run->buf + left, more, run->offset);
	run->offset += more;
	run->at = 0;
	run->len = left + more;
	return ret;
}

int spilled_run__advance(struct spill *spill, struct spilled_run *run)
{
	struct perf_event_header header;
	size_t size;
	int ret;

	if (run->has_head)
		run->at += sizeof(run->head) + ALIGN_UP(run->head.header->size, 8);
	run->has_head = false;
	if (run->at == run->len && run->offset == run->end)
		return 0;
	ret = load(spill, run, sizeof(run->head) + sizeof(header));
	if (ret)
		return ret;
	memcpy(&header, run->buf + run->at + sizeof(run->head), sizeof(header));
	size = ALIGN_UP(header.size, 8);
	ret = load(spill, run, sizeof(run->head) + size);
	if (ret)
		return ret;
	memcpy(&run->head, run->buf + run->at, sizeof(run->head));
	run->head.header = (void *)(run->buf + run->at + sizeof(run->head));
	run->has_head = true;
	return 0;
}

const struct ordered_entry *spilled_run__head(const struct spilled_run *run)
{
	return run->has_head ? &run->head : NULL;
}

int spill__end_run(struct spill *spill)
{
	int ret = write_out(spill);

	if (ret)
		return ret;
	if (spill->nr == spill->cap) {
		size_t cap = spill->cap ? spill->cap * 2 : 16;
		struct spilled_run *runs = reallocarray(spill->runs, cap, sizeof(*runs));

		if (!runs)
			return -ENOMEM;
		spill->runs = runs;
		spill->cap = cap;
	}
	spill->runs[spill->nr++] =
		(struct spilled_run){ .offset = spill->run_begin, .end = spill->end };
	spill->run_begin = spill->end;
	return spilled_run__advance(spill, &spill->runs[spill->nr - 1]);
}

size_t spill__nr_runs(const struct spill *spill)
{
	return spill->nr;
}

struct spilled_run *spill__run(struct spill *spill, size_t i)
{
	return &spill->runs[i];
}
