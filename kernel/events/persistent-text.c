// SPDX-License-Identifier: GPL-2.0-only
/*
 * Persistent events by text: the boot parameter and the PMU's add and remove
 * files, which take
 *
 *	[NAME=]EVENT[,freq=N|,period=N][,size=N[KMG]]
 *
 * EVENT is a tracepoint as system:name, or the name of a hardware or software
 * event; size is that of the ring on each CPU.
 */
#define pr_fmt(fmt) "perf: persistent: " fmt

#include <linux/capability.h>
#include <linux/ctype.h>
#include <linux/device.h>
#include <linux/errname.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "internal.h"
#include "persistent.h"

#define TEXT_MAX	256
#define DEFAULT_FREQ	1000

/* What perf record asks for on a system-wide event. */
#define SAMPLE_TYPE	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | \
			 PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

struct text {
	char	*name;
	char	*event;
	u64	freq;
	u64	period;
	u64	bytes;
};

static const struct {
	const char	*name;
	u32		type;
	u64		config;
} named_events[] = {
	{ "cycles",		PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "cpu-cycles",		PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions",	PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references",	PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses",	PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches",		PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses",	PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles",		PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "ref-cycles",		PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "cpu-clock",		PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "page-faults",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "alignment-faults",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults",	PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS },
};

static int parse_option(struct text *text, char *option)
{
	char *value = option, *end;
	char *key = strsep(&value, "=");

	if (!value || !*value)
		return -EINVAL;
	if (!strcmp(key, "freq"))
		return kstrtou64(value, 0, &text->freq) ?: text->freq ? 0 : -EINVAL;
	if (!strcmp(key, "period"))
		return kstrtou64(value, 0, &text->period) ?: text->period ? 0 : -EINVAL;
	if (strcmp(key, "size"))
		return -EINVAL;
	if (!isdigit(*value))
		return -EINVAL;
	text->bytes = memparse(value, &end);
	return *end || !text->bytes ? -EINVAL : 0;
}

/* Cuts @s up. */
static int parse(struct text *text, char *s)
{
	char *first, *option, *colon;
	int ret = 0;

	memset(text, 0, sizeof(*text));
	first = strsep(&s, ",");
	text->event = first;
	if (strchr(first, '=')) {
		text->name = strsep(&text->event, "=");
	} else {
		colon = strchr(first, ':');
		text->name = colon ? colon + 1 : first;
	}
	while (!ret && (option = strsep(&s, ",")))
		ret = parse_option(text, option);
	return text->freq && text->period ? -EINVAL : ret;
}

static void set_rate(struct perf_event_attr *attr, const struct text *text, u64 period)
{
	if (text->freq || (!text->period && !period)) {
		attr->freq = 1;
		attr->sample_freq = text->freq ?: DEFAULT_FREQ;
	} else {
		attr->sample_period = text->period ?: period;
	}
	/* A rare event wakes its readers at once, others when there is something to do. */
	if (!attr->freq && attr->sample_period == 1) {
		attr->wakeup_events = 1;
	} else {
		attr->watermark = 1;
		attr->wakeup_watermark = (text->bytes ?: PERF_PERSISTENT_RING_BYTES) / 16;
	}
}

#ifdef CONFIG_EVENT_TRACING
static int add_tracepoint(struct text *text, struct perf_event_attr *attr)
{
	struct trace_event_file *file;
	char *name = text->event;
	char *system = strsep(&name, ":");
	int ret;

	file = trace_get_event_file(NULL, system, name);
	if (IS_ERR(file))
		return PTR_ERR(file) == -EINVAL ? -ENOENT : PTR_ERR(file);
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->config = file->event_call->event.type;
	attr->sample_type |= PERF_SAMPLE_RAW;
	set_rate(attr, text, 1);
	ret = perf_persistent_add(text->name, attr, text->bytes, NULL);
	/* the event has its own reference on the module */
	trace_put_event_file(file);
	return ret;
}
#else
static int add_tracepoint(struct text *text, struct perf_event_attr *attr)
{
	return -EOPNOTSUPP;
}
#endif

static bool no_such_hardware(int ret)
{
	return ret == -ENOENT || ret == -EOPNOTSUPP;
}

static int add_named(struct text *text, struct perf_event_attr *attr)
{
	bool is_clock;
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(named_events); i++)
		if (!strcmp(named_events[i].name, text->event))
			break;
	if (i == ARRAY_SIZE(named_events))
		return -ENOENT;
	attr->type = named_events[i].type;
	attr->config = named_events[i].config;
	is_clock = attr->type == PERF_TYPE_HARDWARE || attr->config == PERF_COUNT_SW_CPU_CLOCK;
	set_rate(attr, text, is_clock ? 0 : 1);
	ret = perf_persistent_add(text->name, attr, text->bytes, NULL);
	if (!no_such_hardware(ret) || attr->type != PERF_TYPE_HARDWARE ||
	    attr->config != PERF_COUNT_HW_CPU_CYCLES)
		return ret;
	pr_info("%s: no PMU counts cycles, cpu-clock is used\n", text->name);
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_CPU_CLOCK;
	return perf_persistent_add(text->name, attr, text->bytes, NULL);
}

static const char *reason(int ret)
{
	switch (ret) {
	case -EINVAL:
		return "not understood, or out of range";
	case -EEXIST:
		return "the name is in use, or an event that records the same";
	case -ENOENT:
		return "no such event";
	case -EOPNOTSUPP:
		return "nothing here counts it";
	case -ENOSPC:
		return "its rings are over the bound of perf_persistent.max_mb";
	case -ENOMEM:
		return "no memory";
	default:
		return errname(ret) ?: "failed";
	}
}

static int add_text(const char *what)
{
	struct perf_event_attr attr = {
		.size		= sizeof(attr),
		.sample_type	= SAMPLE_TYPE,
		.read_format	= PERF_FORMAT_ID,
		.sample_id_all	= 1,
	};
	char *s = kstrdup(what, GFP_KERNEL);
	struct text text;
	int ret;

	if (!s)
		return -ENOMEM;
	ret = parse(&text, s);
	if (!ret)
		ret = strchr(text.event, ':') ? add_tracepoint(&text, &attr) :
						add_named(&text, &attr);
	if (ret)
		pr_err("'%s' cannot be added: %s (%d)\n", what, reason(ret), ret);
	kfree(s);
	return ret;
}

/* A line without blanks around it: *@line is in @copy. */
static int take_line(char *copy, char **line, const char *buf, size_t len)
{
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	if (len >= TEXT_MAX)
		return -EINVAL;
	strscpy(copy, buf, TEXT_MAX);
	*line = strim(copy);
	return **line ? 0 : -EINVAL;
}

static ssize_t add_store(struct device *dev, struct device_attribute *attr, const char *buf,
			 size_t len)
{
	char copy[TEXT_MAX], *line;
	int ret = take_line(copy, &line, buf, len) ?: add_text(line);

	return ret ?: len;
}
static DEVICE_ATTR_WO(add);

static ssize_t remove_store(struct device *dev, struct device_attribute *attr, const char *buf,
			    size_t len)
{
	char copy[TEXT_MAX], *line;
	int ret = take_line(copy, &line, buf, len);
	u64 id;

	if (ret)
		return ret;
	if (isdigit(line[0]))
		ret = kstrtou64(line, 10, &id) ?: perf_persistent_remove(NULL, id);
	else
		ret = perf_persistent_remove(line, 0);
	return ret ?: len;
}
static DEVICE_ATTR_WO(remove);

static struct attribute *control_attrs[] = {
	&dev_attr_add.attr,
	&dev_attr_remove.attr,
	NULL,
};

const struct attribute_group persistent_control_group = {
	.attrs = control_attrs,
};

static char boot_text[1024] __initdata;

/* Several of them add up. */
static int __init boot_setup(char *s)
{
	size_t len = strlen(boot_text);

	if (snprintf(boot_text + len, sizeof(boot_text) - len, "%s%s", len ? ";" : "", s) >=
	    sizeof(boot_text) - len) {
		boot_text[len] = '\0';
		pr_err("perf_persistent=%s is too long\n", s);
	}
	return 1;
}
__setup("perf_persistent=", boot_setup);

/**
 * persistent_text_init - start what runs from boot on
 *
 * Machine checks are recorded whatever the command line says, which may say how.
 */
void __init persistent_text_init(void)
{
	bool add_mce = IS_ENABLED(CONFIG_X86_MCE) && IS_ENABLED(CONFIG_EVENT_TRACING);
	char *s = boot_text, *one;

	while ((one = strsep(&s, ";"))) {
		one = strim(one);
		if (*one && !add_text(one) && strstr(one, "mce:mce_record"))
			add_mce = false;
	}
	if (add_mce)
		add_text("mce:mce_record");
}
