// SPDX-License-Identifier: GPL-2.0-only
/* A sample -> one line of JSON, for programs that would otherwise parse the text. */
#include "ui/sample-json.h"

#include <errno.h>
#include <string.h>

#include "session/callchain.h"
#include "session/trace.h"
#include "str.h"
#include "symbol/machine.h"
#include "ui/put.h"

/* Whatever a name holds, the output is JSON: bytes that are no UTF-8 become U+FFFD. */
static void put_string(struct buf *out, const char *text, size_t len)
{
	put__char(out, '"');
	for (size_t i = 0; i < len;) {
		u8 c = text[i];
		size_t bytes = c < 0x80 ? 1 : str__utf8_bytes(text + i);

		if (c == '"' || c == '\\')
			put__char(out, '\\');
		if (c < ' ' || c == 0x7f)
			buf__printf(out, "\\u%04x", c);
		else if (!bytes || i + bytes > len)
			buf__puts(out, "\xef\xbf\xbd");
		else
			put__bytes(out, text + i, bytes);
		i += bytes && i + bytes <= len ? bytes : 1;
	}
	put__char(out, '"');
}

static void put_key(struct buf *out, const char *key)
{
	if (out->data[out->len - 1] != '{')
		put__char(out, ',');
	put__char(out, '"');
	buf__puts(out, key);
	put__bytes(out, "\":", 2);
}

static void put_text(struct buf *out, const char *key, const char *text)
{
	put_key(out, key);
	put_string(out, text, strlen(text));
}

static void put_number(struct buf *out, const char *key, s64 value)
{
	put_key(out, key);
	put__signed(out, value, 0);
}

static void put_address(struct buf *out, const char *key, u64 addr)
{
	put_key(out, key);
	put__bytes(out, "\"0x", 3);
	put__hex(out, addr, 0);
	put__char(out, '"');
}

static void put_time(struct buf *out, u64 time_ns)
{
	put_key(out, "time");
	put__dec(out, time_ns / 1000000000, 0);
	put__char(out, '.');
	put__zeros(out, time_ns % 1000000000, 9);
}

static void put_place(const struct sample_view *view, struct buf *out, struct thread *thread,
		      u8 cpumode, u64 ip)
{
	struct location location;

	machine__resolve(view->machine, thread, cpumode, ip, &location);
	put_address(out, "ip", ip);
	if (location.symbol) {
		put_text(out, "symbol", location.symbol->name);
		put_number(out, "offset", location.offset);
	}
	if (location.dso)
		put_text(out, "dso", location.dso->name);
}

static void put_chain(const struct sample_view *view, struct buf *out, struct thread *thread,
		      const struct perf_sample *sample)
{
	struct callchain_walk walk = callchain_walk__begin(&sample->callchain);
	bool is_sound = callchain__is_sound(sample, view->max_stack);
	u32 nr = 0;
	u64 ip;

	put_key(out, "callchain");
	put__char(out, '[');
	while (is_sound && nr < view->max_stack && callchain_walk__next(&walk, &ip)) {
		if (nr++)
			put__char(out, ',');
		put__char(out, '{');
		put_place(view, out, thread, walk.cpumode, ip);
		put__char(out, '}');
	}
	put__char(out, ']');
}

static int put_trace(const struct sample_view *view, struct buf *out,
		     const struct perf_sample *sample)
{
	struct buf text = { 0 };
	int ret = trace__print(view->trace, &text, sample->raw, sample->raw_size,
			       sample->cpu == SAMPLE_NO_CPU ? 0 : sample->cpu);

	if (!ret) {
		put_key(out, "trace");
		put_string(out, text.data, text.len);
	}
	buf__exit(&text);
	return ret == -ENOMEM ? ret : 0;
}

static void put_numbers(struct buf *out, const struct perf_sample *sample, u64 has)
{
	if (has & PERF_SAMPLE_CPU)
		put_number(out, "cpu", (s32)sample->cpu);
	if (has & PERF_SAMPLE_TIME)
		put_time(out, sample->time_ns);
	put_number(out, "period", sample->period);
	if (has & PERF_SAMPLE_ADDR)
		put_address(out, "addr", sample->addr);
	if (has & PERF_SAMPLE_WEIGHT_TYPE)
		put_number(out, "weight", sample->weight);
	if (has & PERF_SAMPLE_DATA_SRC)
		put_address(out, "data_src", sample->data_src);
	if (has & PERF_SAMPLE_PHYS_ADDR)
		put_address(out, "phys_addr", sample->phys_addr);
}

int sample_json__print(const struct sample_view *view, struct buf *out,
		       const struct session_record *record)
{
	const struct perf_sample *sample = record->sample;
	u64 has = record->event->layout.sample_type;
	struct thread *thread = machine__thread(view->machine, sample->pid, sample->tid);

	if (!thread || buf__append(out, "{", 1))
		return -ENOMEM;
	put_text(out, "event", view->names[record->event->index]);
	if (has & PERF_SAMPLE_TID) {
		put_text(out, "comm", thread->comm);
		put_number(out, "pid", (s32)sample->pid);
		put_number(out, "tid", (s32)sample->tid);
	}
	put_numbers(out, sample, has);
	if (has & PERF_SAMPLE_RAW && view->trace && put_trace(view, out, sample))
		return -ENOMEM;
	if (has & PERF_SAMPLE_IP)
		put_place(view, out, thread, record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
			  sample->ip);
	if (has & PERF_SAMPLE_CALLCHAIN)
		put_chain(view, out, thread, sample);
	return buf__append(out, "}\n", 2);
}
