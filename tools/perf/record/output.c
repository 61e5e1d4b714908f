// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: records on their way to the file. Each is looked at for its type, its sample's
 * time and the file it maps, and is written as it is.
 */
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/event.h>

#include "data/writer.h"
#include "str.h"
#include "symbol/build-id.h"

#define NO_POSITION ((size_t)-1)

int record_output__open(struct record_output *output, const char *path,
			const struct data_writer_info *info, struct err *err)
{
	output->uniform = true;
	for (size_t i = 1; i < output->nr_layouts; i++)
		if (output->layouts[i].sample_type != output->layouts[0].sample_type)
			output->uniform = false;
	return data_writer__new(&output->writer, path, info, err);
}

static int compare_layouts(const void *a, const void *b)
{
	u64 x = ((const struct record_layout *)a)->id, y = ((const struct record_layout *)b)->id;

	return x < y ? -1 : x > y;
}

int record_output__add_layout(struct record_output *output, u64 id, u64 sample_type)
{
	struct record_layout *more =
		reallocarray(output->layouts, output->nr_layouts + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	output->layouts = more;
	more[output->nr_layouts++] = (struct record_layout){ id, sample_type };
	qsort(more, output->nr_layouts, sizeof(*more), compare_layouts);
	return 0;
}

/* Where the time stands, counted in bytes from the record's begin. */
static size_t time_position(u64 sample_type)
{
	size_t at = sizeof(struct perf_event_header);

	if (!(sample_type & PERF_SAMPLE_TIME))
		return NO_POSITION;
	at += sample_type & PERF_SAMPLE_IDENTIFIER ? sizeof(u64) : 0;
	at += sample_type & PERF_SAMPLE_IP ? sizeof(u64) : 0;
	at += sample_type & PERF_SAMPLE_TID ? sizeof(u64) : 0;
	return at;
}

/* Events that differ in layout all carry IDENTIFIER, which stands first. */
static u64 sample_type_of(const struct record_output *output,
			  const struct perf_record_sample *sample)
{
	struct record_layout key = { 0 };
	const struct record_layout *found;

	if (!output->nr_layouts)
		return 0;
	if (output->uniform)
		return output->layouts[0].sample_type;
	if (sample->header.size < sizeof(sample->header) + sizeof(u64))
		return 0;
	key.id = sample->array[0];
	found = bsearch(&key, output->layouts, output->nr_layouts, sizeof(key), compare_layouts);
	return found ? found->sample_type : 0;
}

static void note_sample(struct record_output *output, const struct perf_record_sample *sample)
{
	size_t at = time_position(sample_type_of(output, sample));
	u64 time_ns;

	output->counts.nr_samples++;
	if (at == NO_POSITION || at + sizeof(u64) > sample->header.size)
		return;
	memcpy(&time_ns, (const char *)sample + at, sizeof(time_ns));
	if (!output->counts.first_ns || time_ns < output->counts.first_ns)
		output->counts.first_ns = time_ns;
	if (time_ns > output->counts.last_ns)
		output->counts.last_ns = time_ns;
}

static int note_map(struct record_output *output, const struct perf_event_header *header,
		    size_t name_at)
{
	const char *name = (const char *)header + name_at;
	u16 misc = header->misc & PERF_RECORD_MISC_CPUMODE_MASK;

	if (header->size <= name_at || !memchr(name, 0, header->size - name_at))
		return 0;
	/* Kernel and modules are told by name, files by path; [vdso] and the like are no files. */
	if (misc != PERF_RECORD_MISC_KERNEL && (name[0] != '/' || name[1] == '/'))
		return 0;
	return record_output__add_dso(output, name, misc);
}

static int note_record(struct record_output *output, const struct perf_event_header *header)
{
	switch (header->type) {
	case PERF_RECORD_SAMPLE:
		note_sample(output, (const struct perf_record_sample *)header);
		return 0;
	case PERF_RECORD_LOST:
		if (header->size >= sizeof(struct perf_record_lost))
			output->counts.nr_lost += ((const struct perf_record_lost *)header)->lost;
		return 0;
	case PERF_RECORD_LOST_SAMPLES:
		if (header->size >= sizeof(struct perf_record_lost_samples))
			output->counts.nr_lost +=
				((const struct perf_record_lost_samples *)header)->lost;
		return 0;
	case PERF_RECORD_MMAP:
		if (header->misc & PERF_RECORD_MISC_MMAP_DATA)
			return 0;
		return note_map(output, header, offsetof(struct perf_record_mmap, filename));
	case PERF_RECORD_MMAP2:
		if (header->misc & PERF_RECORD_MISC_MMAP_DATA)
			return 0;
		return note_map(output, header, offsetof(struct perf_record_mmap2, filename));
	}
	return 0;
}

/* One piece stays where it is; two are joined, as a record may lie across the seam. */
static const char *join(struct record_output *output, const struct iovec *pieces, int nr,
			size_t *len)
{
	if (nr == 1) {
		*len = pieces[0].iov_len;
		return pieces[0].iov_base;
	}
	buf__reset(&output->scratch);
	for (int i = 0; i < nr; i++)
		buf__append(&output->scratch, pieces[i].iov_base, pieces[i].iov_len);
	*len = output->scratch.len;
	return buf__error(&output->scratch) ? NULL : output->scratch.data;
}

/* Looks at all whole records of @bytes; *@whole is how long they are together. */
static int note_records(struct record_output *output, const char *bytes, size_t len, size_t *whole)
{
	int ret = 0;

	for (*whole = 0; !ret && *whole + sizeof(struct perf_event_header) <= len;) {
		const struct perf_event_header *header = (const void *)(bytes + *whole);

		if (header->size < sizeof(*header) || header->size > len - *whole)
			break;
		ret = note_record(output, header);
		*whole += header->size;
	}
	return ret;
}

/* The whole records of @bytes. Who reads them at once looks at them itself. */
static size_t whole_bytes(const char *bytes, size_t len)
{
	size_t whole = 0;

	while (whole + sizeof(struct perf_event_header) <= len) {
		const struct perf_event_header *header = (const void *)(bytes + whole);

		if (header->size < sizeof(*header) || header->size > len - whole)
			break;
		whole += header->size;
	}
	return whole;
}

static int put(struct record_output *output, const void *records, size_t len)
{
	if (output->sink.write)
		return output->sink.write(output->sink.ctx, records, len);
	return data_writer__write(output->writer, records, len);
}

static int sink(struct record_output *output, const char *records, size_t len)
{
	if (!len)
		return 0;
	output->dirty = true;
	return put(output, records, len);
}

/* The record whose begin, @len bytes of it, is at @head. How much of it @rest is; 0: all is not there. */
static size_t join_one(struct record_output *output, const char *head, size_t len,
		       const struct iovec *rest)
{
	const struct perf_event_header *header = (const void *)head;

	if (len < sizeof(*header) || header->size < len || header->size - len > rest->iov_len)
		return 0;
	buf__reset(&output->scratch);
	buf__append(&output->scratch, head, len);
	buf__append(&output->scratch, rest->iov_base, header->size - len);
	return header->size - len;
}

/* All but the record that lies across the seam goes there from where it is. */
static int write_to_sink(struct record_output *output, const struct iovec *pieces, int nr)
{
	const char *bytes = pieces[0].iov_base;
	size_t whole = whole_bytes(bytes, pieces[0].iov_len), part = 0;
	int ret = sink(output, bytes, whole);

	if (ret || nr == 1)
		return ret;
	if (whole < pieces[0].iov_len) {
		part = join_one(output, bytes + whole, pieces[0].iov_len - whole, &pieces[1]);
		if (!part)
			return buf__error(&output->scratch);
		ret = buf__error(&output->scratch);
		if (!ret)
			ret = sink(output, output->scratch.data, output->scratch.len);
	}
	bytes = (const char *)pieces[1].iov_base + part;
	return ret ? ret : sink(output, bytes, whole_bytes(bytes, pieces[1].iov_len - part));
}

int record_output__write(struct record_output *output, const struct iovec *pieces, int nr,
			 struct err *err)
{
	struct record_counts before = output->counts;
	size_t len = 0, whole = 0;
	const char *bytes;
	int ret;

	if (nr <= 0)
		return 0;
	if (output->sink.write) {
		ret = write_to_sink(output, pieces, nr);
		return ret ? err__set(err, ret, "reading: %s", strerror(-ret)) : 0;
	}
	bytes = join(output, pieces, nr, &len);
	if (!bytes)
		return err__set(err, -ENOMEM, "out of memory");
	ret = note_records(output, bytes, len, &whole);
	if (ret)
		return err__set(err, ret, "%s", strerror(-ret));
	if (!whole)
		return 0;
	ret = put(output, bytes, whole);
	output->dirty = true;
	if (!ret)
		return 0;
	/* What was not written is not counted. */
	output->counts = before;
	err__set(err, ret, "writing the file: %s", strerror(-ret));
	if (ret == -ENOSPC)
		err__set_hint(err, "what was written up to now can be read");
	return ret;
}

int record_output__end_round(struct record_output *output, struct err *err)
{
	struct perf_event_header round = { .type = PERF_RECORD_FINISHED_ROUND,
					   .size = sizeof(round) };
	int ret;

	if (!output->dirty)
		return 0;
	output->dirty = false;
	ret = put(output, &round, sizeof(round));
	return ret ? err__set(err, ret, "writing the file: %s", strerror(-ret)) : 0;
}

/* The slot of @path: its own or the free one it would get. */
static struct record_dso *dso_slot(struct record_dso *dsos, size_t nr_slots, const char *path)
{
	size_t i = str__hash(path, strlen(path)) & (nr_slots - 1);

	while (dsos[i].path && strcmp(dsos[i].path, path))
		i = (i + 1) & (nr_slots - 1);
	return &dsos[i];
}

static int grow_dsos(struct record_output *output)
{
	size_t nr_slots = output->nr_slots ? 2 * output->nr_slots : 256;
	struct record_dso *dsos = calloc(nr_slots, sizeof(*dsos));

	if (!dsos)
		return -ENOMEM;
	for (size_t i = 0; i < output->nr_slots; i++)
		if (output->dsos[i].path)
			*dso_slot(dsos, nr_slots, output->dsos[i].path) = output->dsos[i];
	free(output->dsos);
	output->dsos = dsos;
	output->nr_slots = nr_slots;
	return 0;
}

int record_output__add_dso(struct record_output *output, const char *path, u16 misc)
{
	struct record_dso *slot;

	if (output->nr_dsos * 2 >= output->nr_slots && grow_dsos(output))
		return -ENOMEM;
	slot = dso_slot(output->dsos, output->nr_slots, path);
	if (slot->path)
		return 0;
	slot->path = strdup(path);
	if (!slot->path)
		return -ENOMEM;
	slot->misc = misc;
	output->nr_dsos++;
	return 0;
}

/* The notes of a module named "[name]" or by the path of its file. */
static int module_build_id(const char *path, u8 id[BUILD_ID_SIZE], u8 *size)
{
	char notes[256], name[128];

	if (path[0] == '/')
		return build_id__read(path, id, size);
	if (sscanf(path, "[%127[^]]]", name) != 1)
		return -ENODATA;
	snprintf(notes, sizeof(notes), "/sys/module/%s/notes/.note.gnu.build-id", name);
	return build_id__read_notes(notes, id, size);
}

static bool read_build_id(const struct record_dso *dso, struct data_build_id *id)
{
	*id = (struct data_build_id){ .path = dso->path, .misc = dso->misc, .pid = -1 };
	if (!strncmp(dso->path, "[kernel.kallsyms]", 17)) {
		id->path = "[kernel.kallsyms]";
		return !build_id__read_kernel(id->id, &id->size);
	}
	if (dso->misc == PERF_RECORD_MISC_KERNEL)
		return !module_build_id(dso->path, id->id, &id->size);
	return !build_id__read(dso->path, id->id, &id->size);
}

int record_output__finish(struct record_output *output, bool no_buildid, struct err *err)
{
	struct data_build_id *ids = NULL;
	size_t nr = 0;
	int ret;

	if (!no_buildid && output->nr_dsos) {
		ids = calloc(output->nr_dsos, sizeof(*ids));
		if (!ids)
			return err__set(err, -ENOMEM, "out of memory");
		for (size_t i = 0; i < output->nr_slots; i++)
			if (output->dsos[i].path && read_build_id(&output->dsos[i], &ids[nr]))
				nr++;
	}
	ret = data_writer__finish(output->writer, ids, nr, output->counts.first_ns,
				  output->counts.last_ns, err);
	free(ids);
	return ret;
}

void record_output__exit(struct record_output *output)
{
	data_writer__delete(output->writer);
	for (size_t i = 0; i < output->nr_slots; i++)
		free(output->dsos[i].path);
	free(output->dsos);
	free(output->layouts);
	buf__exit(&output->scratch);
	memset(output, 0, sizeof(*output));
}
