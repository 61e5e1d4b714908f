// SPDX-License-Identifier: GPL-2.0-only
/*
 * /proc/kallsyms -> addresses and names, both in one piece of memory, while the text passes through a
 * small buffer. What people see of a symbol is made when it is found for the first time. To write
 * the text takes the kernel 40 ms; here is what must not take as long again.
 */
#include "symbol/kallsyms.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "pages.h"

/* A kernel with every symbol has about 10 MB of them. */
#define KALLSYMS_MAX (256U << 20)

/* More than a line has: names have at most 511 bytes. */
#define READ_BYTES (64U << 10)

/* What the usual kernel needs: one huge page, and two. */
#define FIRST_LIST_BYTES  PAGES_HUGE_BYTES
#define FIRST_NAMES_BYTES (2 * PAGES_HUGE_BYTES)

#define IN_MODULE	  (1U << 30) /* the module's name follows the symbol's */
#define IS_SHOWN	  (1U << 31) /* instead of a name: an index of .shown */

struct kallsym {
	u64 start;
	u32 name; /* where it begins in .names, and bits */
} __attribute__((packed, aligned(4)));

/* A piece of memory that grows. */
struct piece {
	char *bytes;
	size_t used, cap;
};

struct kallsyms {
	struct piece list; /* struct kallsym */
	struct piece names;
	size_t nr;
	u64 last; /* start of the one added last */
	bool unsorted, finished;
	bool stopped;	      /* by another thread */
	pthread_mutex_t lock; /* for all below */
	struct symbol **shown;
	size_t nr_shown, cap_shown;
	struct arena arena;
};

struct kallsyms *kallsyms__new(void)
{
	struct kallsyms *kallsyms = calloc(1, sizeof(*kallsyms));

	if (kallsyms)
		pthread_mutex_init(&kallsyms->lock, NULL);
	return kallsyms;
}

void kallsyms__delete(struct kallsyms *kallsyms)
{
	if (!kallsyms)
		return;
	pages__free(kallsyms->list.bytes, kallsyms->list.cap);
	pages__free(kallsyms->names.bytes, kallsyms->names.cap);
	pthread_mutex_destroy(&kallsyms->lock);
	free(kallsyms->shown);
	arena__exit(&kallsyms->arena);
	free(kallsyms);
}

static int reserve(struct piece *piece, size_t more, size_t first)
{
	size_t cap = piece->cap ? piece->cap * 2 : first;
	char *bytes;

	if (piece->cap - piece->used >= more)
		return 0;
	while (cap - piece->used < more)
		cap *= 2;
	bytes = pages__alloc(cap);
	if (!bytes)
		return -ENOMEM;
	if (piece->used)
		memcpy(bytes, piece->bytes, piece->used);
	pages__free(piece->bytes, piece->cap);
	piece->bytes = bytes;
	piece->cap = cap;
	return 0;
}

static struct kallsym *list_of(const struct kallsyms *kallsyms)
{
	return (struct kallsym *)kallsyms->list.bytes;
}

/* A hexadecimal number and the blank behind it; returns what follows, NULL: there is none. */
static const char *take_hex(const char *at, const char *end, u64 *value)
{
	const char *begin = at;

	for (*value = 0; at < end; at++) {
		u8 digit = (u8)(*at - '0');

		if (digit > 9) {
			digit = (u8)((*at | 0x20) - 'a') + 10;
			if (digit < 10 || digit > 15)
				break;
		}
		if (*value >> 60)
			return NULL;
		*value = *value << 4 | digit;
	}
	return at > begin && at < end && *at == ' ' ? at + 1 : NULL;
}

#define BYTES(value) (0x0101010101010101ULL * (value))

/* Eight hexadecimal digits at once. False: there is something else among them. */
static bool take_hex8(const char *at, u32 *value)
{
	u64 chars, digits, letters;

	memcpy(&chars, at, sizeof(chars));
	chars = be64toh(chars);
	chars |= (chars & BYTES(0x40)) >> 1;
	letters = chars >> 6 & BYTES(1);
	digits = (chars & BYTES(0x0f)) + letters * 9;
	/* What they would be written as, if they were digits, is what stands there. */
	letters = (digits + BYTES(6)) >> 4 & BYTES(1);
	if ((digits | BYTES(0x0f)) != BYTES(0x0f) ||
	    digits + BYTES('0') + letters * ('a' - '0' - 10) != chars)
		return false;
	digits = (digits | digits >> 4) & 0x00ff00ff00ff00ffULL;
	digits = (digits | digits >> 8) & 0x0000ffff0000ffffULL;
	*value = digits | digits >> 16;
	return true;
}

/* Functions and data: what a sample's address can point into. */
static bool wanted(char type)
{
	switch (type | 0x20) {
	case 't':
	case 'w':
	case 'd':
	case 'b':
		return true;
	}
	return false;
}

static bool has_zero(u64 bytes)
{
	return (bytes - BYTES(1)) & ~bytes & BYTES(0x80);
}

/* Up to the first blank. */
static size_t word_len(const char *at, const char *end)
{
	const char *c = at;
	u64 chars;

	for (; end - c >= (ptrdiff_t)sizeof(chars); c += sizeof(chars)) {
		memcpy(&chars, c, sizeof(chars));
		if (has_zero(chars) || has_zero(chars ^ BYTES(' ')) ||
		    has_zero(chars ^ BYTES('\t')))
			break;
	}
	while (c < end && *c != ' ' && *c != '\t' && *c)
		c++;
	return c - at;
}

static void add_name(struct piece *names, const char *name, size_t len)
{
	memcpy(names->bytes + names->used, name, len);
	names->bytes[names->used + len] = 0;
	names->used += len + 1;
}

/* There is room for it. */
static void add_symbol(struct kallsyms *kallsyms, u64 start, const char *at, const char *end)
{
	struct kallsym *symbol = list_of(kallsyms) + kallsyms->nr;
	size_t len = word_len(at, end);
	const char *module = at + len;

	if (!len)
		return;
	symbol->start = start;
	symbol->name = kallsyms->names.used;
	add_name(&kallsyms->names, at, len);
	while (module < end && (*module == ' ' || *module == '\t'))
		module++;
	if (module < end && *module == '[') {
		const char *close = memchr(module + 1, ']', end - module - 1);

		module++;
		add_name(&kallsyms->names, module, (close ? close : end) - module);
		symbol->name |= IN_MODULE;
	}
	kallsyms->unsorted |= start < kallsyms->last;
	kallsyms->last = start;
	kallsyms->list.used += sizeof(*symbol);
	kallsyms->nr++;
}

/* A line as 64-bit kernels write them: 16 digits, the type between blanks. False: it is another. */
static bool parse_usual_line(struct kallsyms *kallsyms, const char *at, const char *end)
{
	u32 high, low;

	if (end - at < 20 || at[16] != ' ' || at[18] != ' ')
		return false;
	if (!take_hex8(at, &high) || !take_hex8(at + 8, &low))
		return false;
	if ((high || low) && wanted(at[17]))
		add_symbol(kallsyms, (u64)high << 32 | low, at + 19, end);
	return true;
}

static void parse_line(struct kallsyms *kallsyms, const char *at, const char *end)
{
	u64 start;

	if (parse_usual_line(kallsyms, at, end))
		return;
	at = take_hex(at, end, &start);
	if (at && start && end - at > 2 && wanted(*at) && at[1] == ' ')
		add_symbol(kallsyms, start, at + 2, end);
}

int kallsyms__parse(struct kallsyms *kallsyms, const char *text, size_t len)
{
	const char *end = text + len;

	if (len > KALLSYMS_MAX - kallsyms->names.used)
		return -ENOMEM;
	/* A line has at least "1 T a\n", and its names are shorter than itself. */
	if (reserve(&kallsyms->names, len, FIRST_NAMES_BYTES) ||
	    reserve(&kallsyms->list, (len / 6 + 1) * sizeof(struct kallsym), FIRST_LIST_BYTES))
		return -ENOMEM;
	while (text < end) {
		const char *newline = memchr(text, '\n', end - text);

		parse_line(kallsyms, text, newline ? newline : end);
		text = newline ? newline + 1 : end;
	}
	return 0;
}

/* Orders by one byte of the address, and leaves those in order that have the same. */
static void sort_by_byte(struct kallsym *to, const struct kallsym *from, size_t nr, int shift)
{
	u32 at[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < nr; i++)
		at[from[i].start >> shift & 255]++;
	for (int i = 0; i < 256; i++) {
		u32 count = at[i];

		at[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < nr; i++)
		to[at[from[i].start >> shift & 255]++] = from[i];
}

/* Which bits are not the same in all addresses. */
static u64 varying_bits(const struct kallsym *list, size_t nr)
{
	u64 bits = 0;

	for (size_t i = 1; i < nr; i++)
		bits |= list[i].start ^ list[0].start;
	return bits;
}

/* The kernel writes its own symbols in order; those of modules, behind them, are in none. */
int kallsyms__finish(struct kallsyms *kallsyms)
{
	struct kallsym *list = list_of(kallsyms), *other, *spare;
	size_t bytes = kallsyms->nr * sizeof(*list);
	u64 varying;

	kallsyms->finished = true;
	if (!kallsyms->unsorted)
		return 0;
	spare = other = pages__alloc(bytes);
	if (!other)
		return -ENOMEM;
	varying = varying_bits(list, kallsyms->nr);
	for (int shift = 0; shift < 64; shift += 8) {
		struct kallsym *sorted = other;

		if (!(varying >> shift & 255))
			continue;
		sort_by_byte(sorted, list, kallsyms->nr, shift);
		other = list;
		list = sorted;
	}
	if (list == spare)
		memcpy(kallsyms->list.bytes, list, bytes);
	pages__free(spare, bytes);
	kallsyms->unsorted = false;
	return 0;
}

/* Parses the whole lines of the buffer and moves the rest to its begin. A line that fills it is none. */
static int parse_buffer(struct kallsyms *kallsyms, char *buffer, size_t *used)
{
	char *newline = memrchr(buffer, '\n', *used);
	size_t whole = newline ? newline + 1 - buffer : 0;
	int ret = kallsyms__parse(kallsyms, buffer, whole);

	*used -= whole;
	if (!whole && *used == READ_BYTES)
		*used = 0;
	memmove(buffer, buffer + whole, *used);
	return ret;
}

static int read_lines(struct kallsyms *kallsyms, int fd, char *buffer)
{
	size_t used = 0;
	u64 total = 0;
	int ret = 0;

	while (!ret) {
		ssize_t got = read(fd, buffer + used, READ_BYTES - used);

		if (__atomic_load_n(&kallsyms->stopped, __ATOMIC_RELAXED))
			return -ECANCELED;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return kallsyms__parse(kallsyms, buffer, used);
		total += got;
		if (total > KALLSYMS_MAX)
			return -EFBIG;
		used += got;
		ret = parse_buffer(kallsyms, buffer, &used);
	}
	return ret;
}

int kallsyms__read(struct kallsyms *kallsyms, const char *path)
{
	_cleanup_free_ char *buffer = malloc(READ_BYTES);
	_cleanup_close_ int fd = -1;
	u64 size_bytes;
	int ret;

	if (!buffer)
		return -ENOMEM;
	fd = file__open(AT_FDCWD, path, &size_bytes);
	if (fd < 0)
		return fd;
	ret = read_lines(kallsyms, fd, buffer);
	return ret ? ret : kallsyms__finish(kallsyms);
}

void kallsyms__stop(struct kallsyms *kallsyms)
{
	__atomic_store_n(&kallsyms->stopped, true, __ATOMIC_RELAXED);
}

static const char *name_at(const struct kallsyms *kallsyms, size_t i)
{
	u32 name = list_of(kallsyms)[i].name;

	return name & IS_SHOWN ? kallsyms->shown[name & ~IS_SHOWN]->name
			       : kallsyms->names.bytes + (name & ~IN_MODULE);
}

static const char *module_at(const struct kallsyms *kallsyms, size_t i)
{
	u32 name = list_of(kallsyms)[i].name;

	if (name & IS_SHOWN)
		return kallsyms->shown[name & ~IS_SHOWN]->module;
	return name & IN_MODULE ? strchr(name_at(kallsyms, i), 0) + 1 : NULL;
}

/* The last one of a module, or of all, ends a page further: what follows is not known. */
static u64 end_of(const struct kallsyms *kallsyms, size_t i)
{
	u64 end = symbols__page_after(list_of(kallsyms)[i].start), next;
	const char *a, *b;

	if (i + 1 == kallsyms->nr)
		return end;
	next = list_of(kallsyms)[i + 1].start;
	if (next < end)
		return next;
	a = module_at(kallsyms, i);
	b = module_at(kallsyms, i + 1);
	return a == b || (a && b && !strcmp(a, b)) ? next : end;
}

static int reserve_shown(struct kallsyms *kallsyms)
{
	size_t cap = kallsyms->cap_shown ? kallsyms->cap_shown * 2 : 256;
	struct symbol **shown;

	if (kallsyms->nr_shown < kallsyms->cap_shown)
		return 0;
	shown = reallocarray(kallsyms->shown, cap, sizeof(*shown));
	if (!shown)
		return -ENOMEM;
	kallsyms->shown = shown;
	kallsyms->cap_shown = cap;
	return 0;
}

static const struct symbol *show(struct kallsyms *kallsyms, size_t i)
{
	struct kallsym *from = &list_of(kallsyms)[i];
	struct symbol *symbol;

	if (from->name & IS_SHOWN)
		return kallsyms->shown[from->name & ~IS_SHOWN];
	symbol = arena__alloc(&kallsyms->arena, sizeof(*symbol));
	if (!symbol || reserve_shown(kallsyms))
		return NULL;
	*symbol = (struct symbol){ .start = from->start,
				   .end = end_of(kallsyms, i),
				   .name = name_at(kallsyms, i),
				   .module = module_at(kallsyms, i),
				   .shown = true };
	kallsyms->shown[kallsyms->nr_shown] = symbol;
	from->name = kallsyms->nr_shown++ | IS_SHOWN;
	return symbol;
}

const struct symbol *kallsyms__find(struct kallsyms *kallsyms, u64 addr)
{
	const struct kallsym *list = list_of(kallsyms);
	size_t low = 0, high = kallsyms->finished ? kallsyms->nr : 0;
	const struct symbol *symbol;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	pthread_mutex_lock(&kallsyms->lock);
	symbol = show(kallsyms, low - 1);
	pthread_mutex_unlock(&kallsyms->lock);
	return symbol && addr < symbol->end ? symbol : NULL;
}

u64 kallsyms__address_of(const struct kallsyms *kallsyms, const char *name)
{
	for (size_t i = 0; i < kallsyms->nr; i++)
		if (!strcmp(name_at(kallsyms, i), name))
			return list_of(kallsyms)[i].start;
	return 0;
}
