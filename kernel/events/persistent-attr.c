// SPDX-License-Identifier: GPL-2.0-only
/*
 * Persistent events: the fields of struct perf_event_attr, as sysfs names them.
 *
 * One table says which bits of which u64 word a field is, so that what sysfs
 * tells, what makes two events the same and what an open has to match cannot
 * differ from each other.
 */
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "persistent.h"

/* What a field is to the matching. */
enum field_kind {
	FIELD_KEY,		/* has to be equal, 0 too */
	FIELD_DATA,		/* decides what is recorded */
	FIELD_READ,		/* decides it with PERF_SAMPLE_READ, else the reader's own */
	FIELD_STACK,		/* decides it with PERF_SAMPLE_CALLCHAIN */
	FIELD_GUEST,		/* means something to hardware only */
	FIELD_SIDEBAND,		/* records that tools ask for by default */
	FIELD_REQUEST,		/* only an open has it */
};

struct persistent_field {
	struct device_attribute		attr;
	u8				word;
	u8				low;
	u8				high;
	enum field_kind			kind;
};

static ssize_t field_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct persistent_field *f = container_of(attr, struct persistent_field, attr);

	if (f->low == f->high)
		return sysfs_emit(page, "attr%u:%u\n", f->word, f->low);
	return sysfs_emit(page, "attr%u:%u-%u\n", f->word, f->low, f->high);
}

#define FIELD(_name, _word, _low, _high, _kind)				\
	{								\
		.attr = {						\
			.attr = { .name = _name, .mode = 0444 },	\
			.show = field_show,				\
		},							\
		.word = _word, .low = _low, .high = _high,		\
		.kind = _kind,						\
	}

/*
 * Not here: size, disabled and what belongs to a task's events, and wake-ups.
 * "freq" is a term of its own in every tool, hence "use_freq".
 */
static struct persistent_field persistent_fields[] = {
	FIELD("type",			0,  0, 31, FIELD_KEY),
	FIELD("config",			1,  0, 63, FIELD_KEY),
	FIELD("sample_period",		2,  0, 63, FIELD_DATA),
	FIELD("sample_type",		3,  0, 63, FIELD_DATA),
	FIELD("read_format",		4,  0, 63, FIELD_READ),
	FIELD("pinned",			5,  2,  2, FIELD_DATA),
	FIELD("exclude_user",		5,  4,  4, FIELD_DATA),
	FIELD("exclude_kernel",		5,  5,  5, FIELD_DATA),
	FIELD("exclude_hv",		5,  6,  6, FIELD_DATA),
	FIELD("exclude_idle",		5,  7,  7, FIELD_DATA),
	FIELD("mmap",			5,  8,  8, FIELD_SIDEBAND),
	FIELD("comm",			5,  9,  9, FIELD_SIDEBAND),
	FIELD("use_freq",		5, 10, 10, FIELD_DATA),
	FIELD("task",			5, 13, 13, FIELD_SIDEBAND),
	FIELD("precise_ip",		5, 15, 16, FIELD_DATA),
	FIELD("mmap_data",		5, 17, 17, FIELD_SIDEBAND),
	FIELD("sample_id_all",		5, 18, 18, FIELD_DATA),
	FIELD("exclude_host",		5, 19, 19, FIELD_GUEST),
	FIELD("exclude_guest",		5, 20, 20, FIELD_GUEST),
	FIELD("exclude_callchain_kernel", 5, 21, 21, FIELD_DATA),
	FIELD("exclude_callchain_user",	5, 22, 22, FIELD_DATA),
	FIELD("mmap2",			5, 23, 23, FIELD_SIDEBAND),
	FIELD("comm_exec",		5, 24, 24, FIELD_SIDEBAND),
	FIELD("use_clockid",		5, 25, 25, FIELD_DATA),
	FIELD("context_switch",		5, 26, 26, FIELD_SIDEBAND),
	FIELD("write_backward",		5, 27, 27, FIELD_DATA),
	FIELD("namespaces",		5, 28, 28, FIELD_SIDEBAND),
	FIELD("ksymbol",		5, 29, 29, FIELD_SIDEBAND),
	FIELD("bpf_event",		5, 30, 30, FIELD_SIDEBAND),
	FIELD("cgroup",			5, 32, 32, FIELD_SIDEBAND),
	FIELD("text_poke",		5, 33, 33, FIELD_SIDEBAND),
	FIELD("build_id",		5, 34, 34, FIELD_SIDEBAND),
	FIELD("persistent",		5, 63, 63, FIELD_REQUEST),
	FIELD("bp_type",		6, 32, 63, FIELD_DATA),
	FIELD("config1",		7,  0, 63, FIELD_DATA),
	FIELD("config2",		8,  0, 63, FIELD_DATA),
	FIELD("branch_sample_type",	9,  0, 63, FIELD_DATA),
	FIELD("sample_regs_user",	10, 0, 63, FIELD_DATA),
	FIELD("sample_stack_user",	11, 0, 31, FIELD_DATA),
	FIELD("clockid",		11, 32, 63, FIELD_DATA),
	FIELD("sample_regs_intr",	12, 0, 63, FIELD_DATA),
	FIELD("sample_max_stack",	13, 32, 47, FIELD_STACK),
	FIELD("config3",		16, 0, 63, FIELD_DATA),
};

static u64 field_get(const struct persistent_field *f, const struct perf_event_attr *attr)
{
	const u64 *words = (const u64 *)attr;

	return (words[f->word] & GENMASK_ULL(f->high, f->low)) >> f->low;
}

static bool is_software(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_TRACEPOINT || attr->type == PERF_TYPE_SOFTWARE;
}

static bool field_match(const struct persistent_field *f, const struct perf_event_attr *attr,
			u64 other, enum persistent_match how)
{
	u64 value = field_get(f, attr);
	bool ask = how == PERSISTENT_ASKED;

	switch (f->kind) {
	case FIELD_KEY:
		return value == other;
	case FIELD_DATA:
		return value == other || (ask && !other);
	case FIELD_READ:
		return value == other || (ask && !other) ||
		       !(attr->sample_type & PERF_SAMPLE_READ);
	case FIELD_STACK:
		/* The copy of an open's attr has a default here. */
		return value == other || ask || !(attr->sample_type & PERF_SAMPLE_CALLCHAIN);
	case FIELD_GUEST:
		return value == other || (ask && !other) || is_software(attr);
	case FIELD_SIDEBAND:
		return value == other || ask;
	case FIELD_REQUEST:
		return true;
	}
	return false;
}

/**
 * persistent_attr_match - compare a persistent event with another event
 * @attr: attr of the persistent event
 * @other: attr to compare with it
 * @how: whether they have to record the same, or all that @other sets has to
 *	be as in @attr
 *
 * Sizes, wake-ups and what has a meaning for a task's events only is ignored.
 *
 * Return: whether they match.
 */
bool persistent_attr_match(const struct perf_event_attr *attr,
			   const struct perf_event_attr *other,
			   enum persistent_match how)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(persistent_fields); i++) {
		const struct persistent_field *f = &persistent_fields[i];

		if (!field_match(f, attr, field_get(f, other), how))
			return false;
	}
	return true;
}

/**
 * persistent_attr_emit - write the text of a persistent event
 * @attr: its attr
 * @page: buffer of a sysfs file
 *
 * Return: the number of bytes written.
 */
ssize_t persistent_attr_emit(const struct perf_event_attr *attr, char *page)
{
	int len = sysfs_emit(page, "persistent"), i;

	for (i = 0; i < ARRAY_SIZE(persistent_fields); i++) {
		const struct persistent_field *f = &persistent_fields[i];
		u64 value = field_get(f, attr);

		if (value || f->kind == FIELD_KEY)
			len += sysfs_emit_at(page, len, ",%s=%#llx", f->attr.attr.name, value);
	}
	return len + sysfs_emit_at(page, len, "\n");
}

static struct attribute *format_attrs[ARRAY_SIZE(persistent_fields) + 1];

const struct attribute_group persistent_format_group = {
	.name = "format",
	.attrs = format_attrs,
};

/**
 * persistent_attr_init - fill in the format files, before the PMU is registered
 */
void __init persistent_attr_init(void)
{
	int i;

	BUILD_BUG_ON(sizeof(struct perf_event_attr) != 17 * sizeof(u64));
	for (i = 0; i < ARRAY_SIZE(persistent_fields); i++) {
		sysfs_attr_init(&persistent_fields[i].attr.attr);
		format_attrs[i] = &persistent_fields[i].attr.attr;
	}
}
