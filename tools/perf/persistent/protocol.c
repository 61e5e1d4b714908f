// SPDX-License-Identifier: GPL-2.0-only
/*
 * The messages of the holder's protocol: structs into datagrams and datagrams, which may be
 * hostile, into structs. Pure; sockets and descriptors are dealt with in socket.c.
 */
#include "persistent/protocol.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROTOCOL_MAGIC 0x5352455046524550ULL /* "PERFPERS" in memory order */
#define ATTR_WORDS_MIN (sizeof(struct perf_event_attr) / sizeof(u64))
#define ATTR_WORDS_MAX 512
#define ERRNO_MAX      4095

void event_info__exit(struct event_info *info)
{
	free(info->words);
	free(info->name);
	free(info->event);
	free(info->tp_system);
	free(info->tp_name);
	*info = (struct event_info){ 0 };
}

void add_request__exit(struct add_request *request)
{
	free(request->name);
	free(request->event);
	*request = (struct add_request){ 0 };
}

void event_status__exit(struct event_status *status)
{
	free(status->name);
	free(status->event);
	free(status->cpus);
	*status = (struct event_status){ 0 };
}

void message__put_plain(struct buf *out, enum message_type type)
{
	wire__put_u64(out, PROTOCOL_MAGIC);
	wire__put_u64(out, PROTOCOL_VERSION);
	wire__put_u64(out, type);
}

void message__put_id(struct buf *out, enum message_type type, u64 id)
{
	message__put_plain(out, type);
	wire__put_u64(out, id);
}

void message__put_name(struct buf *out, const char *name)
{
	message__put_plain(out, MESSAGE_REMOVE);
	wire__put_string(out, name);
}

void message__put_add(struct buf *out, const struct add_request *request)
{
	message__put_plain(out, MESSAGE_ADD);
	wire__put_string(out, request->name);
	wire__put_string(out, request->event);
	wire__put_u64(out, request->ring_bytes);
}

void message__put_err(struct buf *out, const struct err *err)
{
	message__put_plain(out, MESSAGE_ERROR);
	wire__put_u64(out, -err->code);
	wire__put_u64(out, err->column);
	wire__put_string(out, err->file);
	wire__put_string(out, err->text);
	wire__put_string(out, err->hint);
}

void message__put_event(struct buf *out, const struct event_info *info)
{
	message__put_plain(out, MESSAGE_EVENT);
	wire__put_u64(out, info->id);
	wire__put_u64(out, info->next_id);
	wire__put_words(out, info->words, info->nr_words);
	wire__put_string(out, info->name);
	wire__put_string(out, info->event);
	wire__put_string(out, info->tp_system);
	wire__put_string(out, info->tp_name);
	wire__put_u64(out, (u32)info->clockid);
	wire__put_u64(out, info->since_ns);
	wire__put_u64(out, info->ring_bytes);
	wire__put_u64(out, info->nr_rings);
}

void message__put_fds(struct buf *out, const struct fd_info *fds, unsigned int nr)
{
	message__put_plain(out, MESSAGE_FDS);
	wire__put_u64(out, nr);
	for (unsigned int i = 0; i < nr; i++) {
		wire__put_u64(out, fds[i].cpu);
		wire__put_u64(out, fds[i].id);
	}
}

void message__put_status(struct buf *out, const struct event_status *status)
{
	message__put_plain(out, MESSAGE_STATUS);
	wire__put_string(out, status->name);
	wire__put_string(out, status->event);
	wire__put_string(out, status->cpus);
	wire__put_u64(out, status->ring_bytes);
	wire__put_u64(out, status->age_ns);
	wire__put_u64(out, status->count);
	wire__put_u64(out, status->lost);
	wire__put_u64(out, status->readers);
}

int message__open(const void *data, size_t len, struct wire *body)
{
	u64 version, type;

	*body = (struct wire){ .data = data, .left = len };
	if (wire__u64(body) != PROTOCOL_MAGIC)
		return -EPROTO;
	version = wire__u64(body);
	type = wire__u64(body);
	if (body->error)
		return body->error;
	if (version != PROTOCOL_VERSION)
		return -EPROTONOSUPPORT;
	return type >= MESSAGE_ATTACH && type <= MESSAGE_QUIT ? (int)type : -EPROTO;
}

int message__get_none(struct wire *body)
{
	return wire__end(body);
}

int message__get_id(struct wire *body, u64 *id)
{
	*id = wire__u64(body);
	return wire__end(body);
}

/* A string that has to be there. */
static char *get_text(struct wire *body)
{
	char *text = wire__string(body);

	if (!text && !body->error)
		body->error = -EPROTO;
	return text;
}

int message__get_name(struct wire *body, char **name)
{
	*name = get_text(body);
	if (wire__end(body)) {
		free(*name);
		*name = NULL;
	}
	return body->error;
}

int message__get_add(struct wire *body, struct add_request *request)
{
	request->name = get_text(body);
	request->event = get_text(body);
	request->ring_bytes = wire__u64(body);
	if (wire__end(body))
		add_request__exit(request);
	return body->error;
}

static void get_field(struct wire *body, char *to, size_t size)
{
	char *text = wire__string(body);

	snprintf(to, size, "%s", text ? text : "");
	free(text);
}

int message__get_err(struct wire *body, struct err *err)
{
	u64 code = wire__u64(body), column = wire__u64(body);

	*err = (struct err){ 0 };
	get_field(body, err->file, sizeof(err->file));
	get_field(body, err->text, sizeof(err->text));
	get_field(body, err->hint, sizeof(err->hint));
	if (!code || code > ERRNO_MAX || column > WIRE_STRING_MAX + 1)
		body->error = -EPROTO;
	err->code = -(int)code;
	err->column = column;
	return wire__end(body);
}

int message__get_event(struct wire *body, struct event_info *info)
{
	u64 clockid, nr_rings;

	*info = (struct event_info){ .id = wire__u64(body), .next_id = wire__u64(body) };
	info->words = wire__words(body, ATTR_WORDS_MIN, ATTR_WORDS_MAX, &info->nr_words);
	info->name = get_text(body);
	info->event = get_text(body);
	info->tp_system = wire__string(body);
	info->tp_name = wire__string(body);
	clockid = wire__u64(body);
	info->since_ns = wire__u64(body);
	info->ring_bytes = wire__u64(body);
	nr_rings = wire__u64(body);
	/* The ring's size is used for mapping: a power of two that an int can count in pages. */
	if (clockid > UINT32_MAX || nr_rings > PROTOCOL_CPUS_MAX ||
	    info->ring_bytes > (1ULL << 40) || (info->ring_bytes & (info->ring_bytes - 1)) ||
	    !info->ring_bytes)
		body->error = body->error ? body->error : -EPROTO;
	info->clockid = (s32)clockid;
	info->nr_rings = nr_rings;
	if (wire__end(body))
		event_info__exit(info);
	return body->error;
}

int message__get_status(struct wire *body, struct event_status *status)
{
	status->name = get_text(body);
	status->event = get_text(body);
	status->cpus = get_text(body);
	status->ring_bytes = wire__u64(body);
	status->age_ns = wire__u64(body);
	status->count = wire__u64(body);
	status->lost = wire__u64(body);
	status->readers = wire__u64(body);
	if (wire__end(body))
		event_status__exit(status);
	return body->error;
}

int message__get_fds(struct wire *body, struct fd_info *fds)
{
	u64 nr = wire__u64(body);

	if (!nr || nr > PROTOCOL_FDS_MAX)
		return -EPROTO;
	for (u64 i = 0; i < nr; i++) {
		u64 cpu = wire__u64(body);

		fds[i].cpu = cpu;
		fds[i].id = wire__u64(body);
		if (cpu >= PROTOCOL_CPUS_MAX)
			body->error = -EPROTO;
	}
	return wire__end(body) ? body->error : (int)nr;
}
