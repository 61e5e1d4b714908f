// SPDX-License-Identifier: GPL-2.0-only
/*
 * NAME=EVENT from a command line or a file of such lines into a list, and the size of rings.
 * Pure: whether EVENT means something is found out where it is resolved.
 */
#include "persistent/define.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "persistent/wire.h"

void definitions__exit(struct definitions *definitions)
{
	for (size_t i = 0; i < definitions->nr; i++) {
		free(definitions->list[i].name);
		free(definitions->list[i].event);
	}
	free(definitions->list);
	*definitions = (struct definitions){ 0 };
}

/* What means something else between the slashes of persistent/.../. */
static const char *const term_names[] = {
	"persistent",
	"config",
	"config1",
	"config2",
	"config3",
	"config4",
	"name",
	"period",
	"freq",
	"branch_type",
	"time",
	"call-graph",
	"stack-size",
	"max-stack",
	"nr",
	"inherit",
	"no-inherit",
	"overwrite",
	"percore",
	"no-overwrite",
	"aux-output",
	"aux-action",
	"aux-sample-size",
	"metric-id",
	"raw",
	"driver-config",
	"legacy-cache",
	"hardware",
	"cpu-cycles",
	"cycles",
	"instructions",
	"branches",
	"bus-cycles",
	"ref-cycles",
	"branch-instructions",
	"branch-misses",
	"cache-misses",
	"idle-cycles-frontend",
	"idle-cycles-backend",
	"cache-references",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ratio-to-prev",
	"cpu",
};

/* rHEX is a raw event, attrN a word. */
static bool is_term(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(term_names); i++)
		if (!strcmp(name, term_names[i]))
			return true;
	if (name[0] == 'r' && name[1] && !name[1 + strspn(name + 1, "0123456789abcdefABCDEF")])
		return true;
	return !strncmp(name, "attr", 4) && name[4] && !name[4 + strspn(name + 4, "0123456789")];
}

/* Legacy cache events (L1-dcache-loads, LLC, node-stores) are terms as well. */
static bool is_cache(const char *name)
{
	static const char *const types[] = { "L1-dcache", "l1-d", "l1d",   "L1-data",
					     "L1-icache", "l1-i", "l1i",   "L1-instruction",
					     "LLC",	  "L2",	  "dTLB",  "d-tlb",
					     "Data-TLB",  "iTLB", "i-tlb", "Instruction-TLB",
					     "bpu",	  "btb",  "bpc",   "branch",
					     "branches",  "node" };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		size_t len = strlen(types[i]);

		if (!strncmp(name, types[i], len) && (!name[len] || name[len] == '-'))
			return true;
	}
	return false;
}

int definition__check_name(const char *name, struct err *err)
{
	size_t len = strlen(name);

	if (!len)
		return err__set(err, -EINVAL, "the name is missing: NAME=EVENT");
	if (len > PERSISTENT_NAME_MAX)
		return err__set(err, -EINVAL, "the name '%.20s...' has %zu bytes; %d are the most",
				name, len, PERSISTENT_NAME_MAX);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = name[i];

		if (c < 128 && (isalpha(c) || c == '_' || (i && (isdigit(c) || c == '-'))))
			continue;
		return err__set_at(err, -EINVAL, i + 1,
				   "a name begins with a letter or '_', and goes on with letters, "
				   "digits, '_' and '-'");
	}
	if (is_term(name) || is_cache(name))
		return err__set(err, -EINVAL,
				"'%s' can not be a name: persistent/%s/ means something else", name,
				name);
	return 0;
}

static char *trimmed(const char *from, const char *to)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	return strndup(from, to - from);
}

int definitions__add(struct definitions *definitions, const char *text, struct err *err)
{
	_cleanup_free_ char *name = NULL, *event = NULL;
	const char *equals = strchr(text, '=');
	struct definition *grown;
	int ret;

	if (!equals)
		return err__set(err, -EINVAL, "'%.100s' is not NAME=EVENT", text);
	name = trimmed(text, equals);
	event = trimmed(equals + 1, text + strlen(text));
	if (!name || !event)
		return err__set(err, -ENOMEM, "out of memory");
	ret = definition__check_name(name, err);
	if (ret)
		return ret;
	if (!*event)
		return err__set_at(err, -EINVAL, equals - text + 2, "the event is missing");
	if (strlen(event) > WIRE_STRING_MAX)
		return err__set(err, -EINVAL, "the event of '%s' has more than %d bytes", name,
				WIRE_STRING_MAX);
	for (size_t i = 0; i < definitions->nr; i++)
		if (!strcmp(definitions->list[i].name, name))
			return err__set(err, -EEXIST, "the name '%s' is given twice", name);
	grown = reallocarray(definitions->list, definitions->nr + 1, sizeof(*grown));
	if (!grown)
		return err__set(err, -ENOMEM, "out of memory");
	definitions->list = grown;
	grown[definitions->nr++] = (struct definition){ .name = name, .event = event };
	name = event = NULL;
	return 0;
}

/* Where the line from @text to @end stops: at its end or at a comment, a '#' after white space. */
static const char *comment_or_end(const char *text, const char *end)
{
	for (const char *p = text; p < end; p++)
		if (*p == '#' && (p == text || isspace((unsigned char)p[-1])))
			return p;
	return end;
}

int definitions__parse(struct definitions *definitions, const char *text, const char *file,
		       struct err *err)
{
	for (unsigned int number = 1; *text; number++) {
		const char *end = strchrnul(text, '\n');
		_cleanup_free_ char *line = trimmed(text, comment_or_end(text, end));
		int ret = 0;

		if (!line)
			return err__set(err, -ENOMEM, "out of memory");
		if (*line)
			ret = definitions__add(definitions, line, err);
		if (ret) {
			/* A column would be one of the trimmed line. */
			if (err)
				err->column = 0;
			err__set_file(err, "%s:%u", file, number);
			return ret;
		}
		text = *end ? end + 1 : end;
	}
	return 0;
}

/* What a unit multiplies by; 0 for none, ~0 for what is no unit. */
static u64 unit_bytes(const char *unit)
{
	static const char units[] = "BKMG";
	const char *at = strchr(units, toupper((unsigned char)*unit));

	if (!*unit)
		return 0;
	return at && !unit[1] ? 1ULL << (10 * (at - units)) : ~0ULL;
}

int ring_bytes__parse(const char *text, u64 *bytes, struct err *err)
{
	u64 page = sysconf(_SC_PAGESIZE), value, unit, size;
	char *end;

	if (!isdigit((unsigned char)*text))
		return err__set(err, -EINVAL, "'%.40s' is no size of a ring", text);
	errno = 0;
	value = strtoull(text, &end, 10);
	unit = unit_bytes(end);
	if (unit == ~0ULL)
		return err__set(err, -EINVAL, "'%.40s' is no size of a ring; units are B, K, M, G",
				text);
	if (errno || !value || value > PERSISTENT_RING_BYTES_MAX / (unit ? unit : page))
		return err__set(err, -ERANGE, "a ring has from one page to 1G, not %.40s", text);
	if (!unit && (value & (value - 1)))
		return err__set(err, -EINVAL, "%llu pages: the number has to be a power of two",
				value);
	for (size = page; size < value * (unit ? unit : page);)
		size *= 2;
	*bytes = size;
	return 0;
}
