/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_VIEW_H
#define PERF_UI_SAMPLE_VIEW_H

#include "session/session.h"

struct buf;
struct cgroup_names;
struct frame_cache;
struct insn_cache;
struct machine;
struct task_texts;
struct thread;
struct trace;

/* What a line of `perf script` can show, a bit each, in the order in which they are printed. */
#define FIELD_MACHINE_PID    (1ULL << 0) /* guests: none is recorded */
#define FIELD_VCPU	     (1ULL << 1)
#define FIELD_COMM	     (1ULL << 2)
#define FIELD_PID	     (1ULL << 3)
#define FIELD_TID	     (1ULL << 4)
#define FIELD_CPU	     (1ULL << 5)
#define FIELD_MISC	     (1ULL << 6)
#define FIELD_TOD	     (1ULL << 7)
#define FIELD_TIME	     (1ULL << 8)
#define FIELD_PERIOD	     (1ULL << 9)
#define FIELD_EVENT	     (1ULL << 10)
#define FIELD_FLAGS	     (1ULL << 11)
#define FIELD_TRACE	     (1ULL << 12)
#define FIELD_ADDR	     (1ULL << 13)
#define FIELD_DATA_SRC	     (1ULL << 14)
#define FIELD_WEIGHT	     (1ULL << 15)
#define FIELD_INS_LAT	     (1ULL << 16)
#define FIELD_RETIRE_LAT     (1ULL << 17)
#define FIELD_IP	     (1ULL << 18)
#define FIELD_SYM	     (1ULL << 19) /* of ip and addr, like the next three */
#define FIELD_SYMOFF	     (1ULL << 20)
#define FIELD_DSO	     (1ULL << 21)
#define FIELD_DSOFF	     (1ULL << 22)
#define FIELD_SRCLINE	     (1ULL << 23) /* of ip */
#define FIELD_IREGS	     (1ULL << 24)
#define FIELD_UREGS	     (1ULL << 25)
#define FIELD_BRSTACK	     (1ULL << 26)
#define FIELD_BRSTACKSYM     (1ULL << 27)
#define FIELD_BRSTACKOFF     (1ULL << 28)
#define FIELD_BPF_OUTPUT     (1ULL << 29)
#define FIELD_INSNLEN	     (1ULL << 30)
#define FIELD_INSN	     (1ULL << 31)
#define FIELD_BRSTACKINSN    (1ULL << 32)
#define FIELD_BRSTACKINSNLEN (1ULL << 33)
#define FIELD_SYNTH	     (1ULL << 34)
#define FIELD_CALLINDENT     (1ULL << 35)
#define FIELD_PHYS_ADDR	     (1ULL << 36)
#define FIELD_DATA_PAGE_SIZE (1ULL << 37)
#define FIELD_CODE_PAGE_SIZE (1ULL << 38)
#define FIELD_CGROUP	     (1ULL << 39)
#define FIELD_IPC	     (1ULL << 40) /* of traces */

/* Those that need an insn_cache. */
#define FIELDS_OF_CODE (FIELD_INSN | FIELD_INSNLEN | FIELD_BRSTACKINSN | FIELD_BRSTACKINSNLEN)

enum sample_clock {
	CLOCK_OF_RECORD,
	CLOCK_FROM_FIRST, /* the first line's time is 0 */
	CLOCK_FROM_LAST,  /* the line's before */
};

/* How to print samples. Pointers are borrowed. */
struct sample_view {
	struct machine *machine;
	struct trace *trace;	    /* NULL: no tracing data */
	struct frame_cache *frames; /* reset when maps of the kernel change */
	struct task_texts *tasks;
	struct cgroup_names *cgroups; /* NULL: no path is known */
	struct insn_cache *insns;     /* NULL: nobody asks for instructions */
	const u64 *fields;	      /* per event, those that its samples have */
	char *const *names;	      /* per event */
	int name_width;
	u64 tod_ns; /* what a sample's time needs to be a date; may wrap */
	bool nanoseconds;
	bool no_callchain;
	bool full_source_path;
	bool inlines;		 /* functions that were inlined at an address of a chain */
	u32 max_blocks;		 /* between branches, of brstackinsn; 0: all */
	u32 max_stack;		 /* entries of a call chain at most */
	const char *const *stop; /* NULL-terminated names: the chain ends behind these */
	enum sample_clock clock;
	/* What lines before this one leave. */
	u64 first_ns, last_ns;
	u64 second_ns; /* that the text belongs to; it ends in a point */
	char second_text[24];
	u32 second_len;
	u64 day_ns; /* the same for dates */
	char day_text[32];
	u32 day_len;
	size_t source_width; /* of the longest text of a data_src */
};

/* What is being printed, at hand for every field. */
struct sample_line {
	struct sample_view *view;
	struct buf *out;
	const struct session_record *record;
	const struct perf_sample *sample;
	const struct perf_event_attr *attr;
	struct thread *thread;
	u64 fields;
};

static inline bool sample_line__has_chain(const struct sample_line *l)
{
	return l->attr->sample_type & PERF_SAMPLE_CALLCHAIN && l->fields & FIELD_IP &&
	       !l->view->no_callchain;
}

static inline u8 sample_line__cpumode(const struct sample_line *l)
{
	return l->record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#endif
