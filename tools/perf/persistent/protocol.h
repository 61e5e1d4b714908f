/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_PROTOCOL_H
#define PERF_PERSISTENT_PROTOCOL_H

#include "err.h"
#include "persistent/wire.h"

/*
 * What holder, keeper, recorders and `perf persistent` say to each other, one message a
 * SEQPACKET datagram: magic and version, type, body. Encoding appends to a buffer that
 * remembers a failed allocation; decoding takes hostile bytes and gives 0, -EPROTO or -ENOMEM.
 */
#define PROTOCOL_VERSION     1
#define PROTOCOL_MESSAGE_MAX (32 * 1024) /* no message is longer */
#define PROTOCOL_FDS_MAX     128	 /* descriptors in one; the kernel takes up to 253 */
#define PROTOCOL_CPUS_MAX    65536

enum message_type {
	/* asked of the holder */
	MESSAGE_ATTACH = 1, /* id */
	MESSAGE_ADD,	    /* struct add_request */
	MESSAGE_REMOVE,	    /* name */
	MESSAGE_LIST,
	MESSAGE_STOP,
	/* answers */
	MESSAGE_OK,
	MESSAGE_ERROR,	/* struct err */
	MESSAGE_EVENT,	/* struct event_info; as many MESSAGE_FDS as it takes follow */
	MESSAGE_FDS,	/* struct fd_info for each descriptor that comes with it */
	MESSAGE_STATUS, /* struct event_status: a line of the list, which ends with OK */
	/* to who is attached: its rings are final */
	MESSAGE_REMOVED,
	/* asked of the keeper */
	MESSAGE_TAKE,	/* answered with every event, its rings, and OK */
	MESSAGE_FORGET, /* id */
	MESSAGE_QUIT,
};

/* An event as its holder describes it. id 0 is the side-band of the holder. */
struct event_info {
	u64 id;
	u64 next_id; /* the first id that was never given out */
	u64 *words;  /* the true attr */
	unsigned int nr_words;
	char *name;
	char *event;
	char *tp_system, *tp_name; /* NULL where it is no tracepoint */
	int clockid;
	u64 since_ns;	/* in that clock */
	u64 ring_bytes; /* of data */
	unsigned int nr_rings;
};
void event_info__exit(struct event_info *info);

struct fd_info {
	int cpu;
	u64 id; /* PERF_EVENT_IOC_ID */
};

struct add_request {
	char *name;
	char *event;
	u64 ring_bytes; /* 0: the holder's default */
};
void add_request__exit(struct add_request *request);

/* A line of the list. Sums are over all CPUs. */
struct event_status {
	char *name;
	char *event;
	char *cpus; /* in list format */
	u64 ring_bytes;
	u64 age_ns;
	u64 count; /* of the event since it was started */
	u64 lost;  /* records the kernel could not write; ~0: the kernel does not say */
	u64 readers;
};
void event_status__exit(struct event_status *status);

void message__put_plain(struct buf *out, enum message_type type);
void message__put_id(struct buf *out, enum message_type type, u64 id); /* ATTACH, FORGET */
void message__put_name(struct buf *out, const char *name);	       /* REMOVE */
void message__put_add(struct buf *out, const struct add_request *request);
void message__put_err(struct buf *out, const struct err *err);
void message__put_event(struct buf *out, const struct event_info *info);
void message__put_fds(struct buf *out, const struct fd_info *fds, unsigned int nr);
void message__put_status(struct buf *out, const struct event_status *status);

/* The type of a message, whose body @body points at then. -EPROTO; -EPROTONOSUPPORT where the
 * other side speaks another version. */
int message__open(const void *data, size_t len, struct wire *body);

/* Each reads the whole body; what was allocated is freed on an error. */
int message__get_none(struct wire *body);
int message__get_id(struct wire *body, u64 *id);
int message__get_name(struct wire *body, char **name);
int message__get_add(struct wire *body, struct add_request *request);
int message__get_err(struct wire *body, struct err *err); /* 0, and err filled, its code negative */
int message__get_event(struct wire *body, struct event_info *info);
int message__get_status(struct wire *body, struct event_status *status);

/* Returns how many there are (1 to PROTOCOL_FDS_MAX), or an error. */
int message__get_fds(struct wire *body, struct fd_info *fds);

#endif
