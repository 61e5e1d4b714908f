// SPDX-License-Identifier: GPL-2.0-only
/* What a reader knows about its rings -> the lines above live rows. */
#include "ui/tui/live-lines.h"

#include "buf.h"

#define NS_PER_S 1000000000ULL

void live_lines__number(struct buf *out, u64 value)
{
	static const char units[] = "KMGTPE";
	double scaled = value;
	int unit = -1;

	for (; scaled >= 9999.5 && units[unit + 1]; unit++)
		scaled /= 1000;
	if (unit < 0)
		buf__printf(out, "%llu", value);
	else
		buf__printf(out, scaled < 9.95 ? "%.1f%c" : "%.0f%c", scaled, units[unit]);
}

static void append_bytes(struct buf *out, u64 bytes)
{
	if (bytes >= 1 << 20 && !(bytes & ((1 << 20) - 1)))
		buf__printf(out, "%lluM", bytes >> 20);
	else
		buf__printf(out, "%lluK", (bytes + 1023) >> 10);
}

static void append_time(struct buf *out, u64 s)
{
	if (s >= 3600)
		buf__printf(out, "%llu:", s / 3600);
	buf__printf(out, s >= 3600 ? "%02llu:%02llu" : "%llu:%02llu", s / 60 % 60, s % 60);
}

static u64 since(u64 now_ns, u64 then_ns)
{
	return now_ns > then_ns ? now_ns - then_ns : 0;
}

void live_lines__status(struct buf *out, const struct live_status *status, u64 now_ns)
{
	buf__puts(out, "samples ");
	live_lines__number(out, status->samples);
	if (status->older) {
		buf__puts(out, " (older ");
		live_lines__number(out, status->older);
		buf__puts(out, ")");
	}
	buf__puts(out, "  rate ");
	live_lines__number(out, status->rate > 0 ? status->rate + 0.5 : 0);
	buf__puts(out, "/s  lost: kernel ");
	live_lines__number(out, status->lost_kernel);
	buf__puts(out, ", reader ");
	live_lines__number(out, status->lost_reader);
	buf__printf(out, "  rings %u", status->nr_rings);
	if (status->ring_bytes) {
		buf__puts(out, " x ");
		append_bytes(out, status->ring_bytes);
	}
	if (status->readers >= 0)
		buf__printf(out, "  readers %d", status->readers);
	buf__puts(out, status->ended ? "  ended after " : "  attached ");
	append_time(out, since(now_ns, status->attached_ns) / NS_PER_S);
}

void live_lines__measure(u32 *most_ms, const struct live_snapshot *snapshot, u64 now_ns)
{
	u64 late_ms = snapshot->due_ns ? since(now_ns, snapshot->due_ns) / 1000000 : 0;

	if (late_ms > *most_ms)
		*most_ms = late_ms > UINT32_MAX ? UINT32_MAX : late_ms;
}

void live_lines__last(struct buf *out, const struct live_status *status, u64 now_ns)
{
	u64 age_ns = since(now_ns, status->last_ns);

	if (!*status->last) {
		buf__puts(out, "last: none yet");
		return;
	}
	buf__puts(out, "last: ");
	if (age_ns < 60 * NS_PER_S)
		buf__printf(out, "%.1f s", (double)age_ns / NS_PER_S);
	else
		append_time(out, age_ns / NS_PER_S);
	buf__printf(out, " ago  %s%s%s", status->last_event, *status->last_event ? ": " : "",
		    status->last);
}
