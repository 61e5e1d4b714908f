// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: an attr of any size and either byte order to native words. In go the bytes of
 * the file, out comes a struct data_event with words and ids.
 */
#include "attr-decode.h"

#include <byteswap.h>
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

#define ATTR_MIN_BYTES 64
#define FLAGS_WORD     5

/* How the 64-bit words of the attr are divided (linux/perf_event.h); whole ones are not listed. */
static const struct {
	unsigned int word;
	u8 widths[4]; /* bytes of its fields, in order */
} divided[] = {
	{ 0, { 4, 4 } },     /* type, size */
	{ 6, { 4, 4 } },     /* wakeup_events, bp_type */
	{ 11, { 4, 4 } },    /* sample_stack_user, clockid */
	{ 13, { 4, 2, 2 } }, /* aux_watermark, sample_max_stack, reserved */
	{ 14, { 4, 4 } },    /* aux_sample_size, aux_action */
};

static void reverse(u8 *bytes, size_t len)
{
	for (size_t i = 0; i < len / 2; i++) {
		u8 byte = bytes[i];

		bytes[i] = bytes[len - 1 - i];
		bytes[len - 1 - i] = byte;
	}
}

/*
 * The other byte order numbers bit-fields from the other end: the first flag is the highest bit
 * of the first byte. So the bytes stay where they are and the bits in each are mirrored. That
 * also mirrors precise_ip, the one field of two bits (15 and 16), so these change places.
 */
static void mirror_flags(u8 *bytes)
{
	const u8 in_byte1 = __BYTE_ORDER == __LITTLE_ENDIAN ? 0x80 : 0x01;
	const u8 in_byte2 = __BYTE_ORDER == __LITTLE_ENDIAN ? 0x01 : 0x80;

	for (unsigned int i = 0; i < 8; i++) {
		u8 mirrored = 0;

		for (unsigned int bit = 0; bit < 8; bit++)
			mirrored |= (bytes[i] >> bit & 1) << (7 - bit);
		bytes[i] = mirrored;
	}
	if (!(bytes[1] & in_byte1) != !(bytes[2] & in_byte2)) {
		bytes[1] ^= in_byte1;
		bytes[2] ^= in_byte2;
	}
}

static void swap_words(u8 *bytes, size_t nr)
{
	for (size_t word = 0, d = 0; word < nr; word++, bytes += 8) {
		if (word == FLAGS_WORD) {
			mirror_flags(bytes);
			continue;
		}
		if (d == ARRAY_SIZE(divided) || divided[d].word != word) {
			reverse(bytes, 8);
			continue;
		}
		for (size_t i = 0, at = 0; at < 8; at += divided[d].widths[i++])
			reverse(bytes + at, divided[d].widths[i]);
		d++;
	}
}

int attr_decode(struct data_event *event, const void *bytes, size_t len, bool swapped)
{
	size_t room = len < sizeof(struct perf_event_attr) ? sizeof(struct perf_event_attr) : len;

	if (len < ATTR_MIN_BYTES || len > DATA_RECORD_MAX)
		return -EINVAL;
	event->words = calloc(ALIGN_UP(room, 8) / 8, sizeof(u64));
	if (!event->words)
		return -ENOMEM;
	memcpy(event->words, bytes, len);
	if (swapped)
		swap_words((u8 *)event->words, len / 8);
	event->attr_size = len;
	event->scale = 1;
	return 0;
}

int attr_decode__ids(struct data_event *event, const void *bytes, size_t nr, bool swapped)
{
	event->ids = malloc(nr ? nr * sizeof(u64) : 1);
	if (!event->ids)
		return -ENOMEM;
	if (nr)
		memcpy(event->ids, bytes, nr * sizeof(u64));
	for (size_t i = 0; swapped && i < nr; i++)
		event->ids[i] = bswap_64(event->ids[i]);
	event->nr_ids = nr;
	return 0;
}
