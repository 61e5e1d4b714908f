/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_SAMPLE_H
#define PERF_SESSION_SAMPLE_H

#include <byteswap.h>
#include <linux/perf_event.h>
#include <string.h>

#include "err.h"

/* What decoding needs to know of an event's attr. */
struct sample_layout {
	u64 sample_type;
	u64 read_format;
	u64 branch_type;
	u64 regs_user;
	u64 regs_intr;
	bool sample_id_all;
	bool swapped; /* the bytes are of the other byte order */
	/* Set by init, or zero: u64s that every sample begins with, and which fields follow. */
	u8 nr_fixed;
	bool plain; /* of the others there are none but CALLCHAIN and RAW; not swapped */
	u8 nr_others;
	u8 others[24];
};

void sample_layout__init(struct sample_layout *layout, const struct perf_event_attr *attr,
			 bool swapped);

/* u64 values where they stand in the record: any alignment, the file's byte order. */
struct u64_array {
	const void *bytes;
	u64 nr;
	bool swapped;
};
static inline u64 u64_array__at(const struct u64_array *array, u64 i)
{
	u64 value;

	memcpy(&value, (const u8 *)array->bytes + i * sizeof(value), sizeof(value));
	return array->swapped ? bswap_64(value) : value;
}

struct sample_read {
	u64 nr; /* counters */
	u64 time_enabled, time_running;
	struct u64_array words; /* each counter's value, id and lost; see sample__value() */
};

/*
 * A sample taken apart. What its layout does not have is 0, but @id, @time_ns and @cpu are all
 * ones. Pointers go into the record. Also used for the fields that other records end with.
 */
struct perf_sample {
	u64 ip;
	u32 pid, tid;
	u64 time_ns;
	u64 addr;
	u64 id;
	u64 stream_id;
	u32 cpu;
	u64 period;
	struct sample_read read;
	struct u64_array callchain; /* addresses and PERF_CONTEXT_* markers */
	u64 first_unwound; /* its word from which on it was unwound from the stack; 0: none */
	const void *raw;
	u32 raw_size;
	u64 branch_hw_idx;
	struct u64_array branches;	  /* three words each: from, to, flags */
	struct u64_array branch_counters; /* one word a branch */
	u64 regs_user_abi;
	struct u64_array regs_user;
	const void *stack_user; /* where it stands, also when it is empty */
	u64 stack_user_size;	/* bytes in the record */
	u64 stack_user_dynamic; /* bytes of them that are meant */
	u64 weight;		/* WEIGHT, or the first of WEIGHT_STRUCT's three */
	u16 weight2, weight3;	/* the others of WEIGHT_STRUCT */
	u64 data_src;
	u64 transaction;
	u64 regs_intr_abi;
	struct u64_array regs_intr;
	u64 phys_addr;
	u64 cgroup;
	u64 data_page_size;
	u64 code_page_size;
	const void *aux;
	u64 aux_size;
};

#define SAMPLE_NO_TIME (~0ULL)
#define SAMPLE_NO_ID   (~0ULL)
#define SAMPLE_NO_CPU  (~0U)

/*
 * Decodes the body (what follows the header) of a SAMPLE record. 0; or -EINVAL, and @err says
 * which field does not fit into the record.
 */
int sample__decode(struct perf_sample *sample, const struct sample_layout *layout, const void *body,
		   size_t len, struct err *err);

/*
 * The same for sample after sample, where most are alike: what their layout does not have is cleared only
 * when the layout changes. Zeroed before the first. In between, a caller may change no field that the
 * layout does not have, but for the period. 0 or -EINVAL.
 */
struct sample_decoder {
	struct perf_sample sample;
	u64 cleared_for; /* a sample_type; 0: none */
};
int sample_decoder__next(struct sample_decoder *decoder, const struct sample_layout *layout,
			 const void *body, size_t len);

/*
 * Decodes the sample_id trailer at the end of any other record's body. 0 and *bytes of it
 * (0: events of this layout write none); -EINVAL when the body is too short for it.
 */
int sample__decode_trailer(struct perf_sample *sample, const struct sample_layout *layout,
			   const void *body, size_t len, size_t *bytes);

struct sample_value {
	u64 value, id, lost;
};

/* Counter @i of the READ field, taken apart by the layout's read_format. */
struct sample_value sample__value(const struct perf_sample *sample,
				  const struct sample_layout *layout, u64 i);

/*
 * Where the event's id stands when a record's event is not yet known: u64s from the body's begin
 * in a SAMPLE, u64s from the body's end in other records. -1: the layout has none.
 */
int sample_layout__id_word(const struct sample_layout *layout);
int sample_layout__id_word_from_end(const struct sample_layout *layout);

/* The same for the time. */
int sample_layout__time_word(const struct sample_layout *layout);
int sample_layout__time_word_from_end(const struct sample_layout *layout);

#endif
