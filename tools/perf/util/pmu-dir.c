// SPDX-License-Identifier: GPL-2.0-only
/*
 * One PMU's directory: type, CPUs, formats and events. In go paths, out come struct pmu and its
 * parts, or the file at fault with the reason. Each file is read once, when it is first needed;
 * what was wrong with it is remembered, so that every use says the same.
 */
#include "pmu-dir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "names.h"
#include "pmu.h"

#define UNIT_MAX 31 /* characters */

static const char *const beside_event[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };

struct format_file {
	struct format_file *next;
	struct pmu_format format;
	struct err *fault; /* NULL: none */
};

struct event_file {
	struct event_file *next;
	struct pmu_event event;
	struct err *fault;
};

struct listing {
	struct names names;
	bool read;
};

struct pmu_files {
	struct format_file *formats;
	struct event_file *events;
	struct listing format_names, event_names;
};

bool pmu_event__is_name(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(beside_event); i++) {
		size_t suffix = strlen(beside_event[i]);

		if (len >= suffix && !strcmp(name + len - suffix, beside_event[i]))
			return false;
	}
	return name__is_plain(name);
}

static int no_memory(struct err *err)
{
	return err__set(err, -ENOMEM, "out of memory");
}

/* Names @path in a fault that is already told. Returns @code. */
static int in_file(struct err *err, int code, const char *path)
{
	err__set_file(err, "%s", path);
	return code;
}

static int unreadable(struct err *err, int code, const char *path)
{
	if (code == -EFBIG)
		code = err__set_at(err, -EINVAL, PMU_TEXT_MAX + 1, "it is longer than %d bytes",
				   PMU_TEXT_MAX);
	else if (code == -EISDIR || code == -ENXIO)
		err__set(err, code, "it is no regular file");
	else
		err__set(err, code, "it can not be read: %s", strerror(-code));
	if (code == -EACCES)
		err__set_hint(err, "only some users may read it: try as root");
	return in_file(err, code, path);
}

static int read_raw(char **text, const char *path, struct err *err)
{
	ssize_t len = file__read(AT_FDCWD, path, PMU_TEXT_MAX, text);

	if (len == -ENOENT || len == -ENOTDIR)
		return -ENOENT;
	return len < 0 ? unreadable(err, len, path) : (int)len;
}

int pmu_text__read(char **text, const char *path, struct err *err)
{
	int len = read_raw(text, path, err), blank;
	const char *nul;

	if (len < 0)
		return len;
	nul = memchr(*text, 0, len);
	if (nul) {
		err__set_at(err, -EINVAL, nul - *text + 1, "a NUL byte can not stand in it");
		free(*text);
		*text = NULL;
		return in_file(err, -EINVAL, path);
	}
	while (len && strchr(" \t\r\n", (*text)[len - 1]))
		(*text)[--len] = 0;
	blank = strspn(*text, " \t\r\n");
	memmove(*text, *text + blank, len - blank + 1);
	return len - blank;
}

static int read_type(u32 *type, const char *dir, struct err *err)
{
	_cleanup_free_ char *path = names__path("%s/type", dir);
	u64 value;
	int ret;

	if (!path)
		return no_memory(err);
	ret = file__read_u64(AT_FDCWD, path, &value);
	if (!ret && value <= UINT32_MAX) {
		*type = value;
		return 0;
	}
	if (ret == -ENOENT || ret == -ENOTDIR) {
		struct stat st;

		if (stat(dir, &st) || !S_ISDIR(st.st_mode))
			return -ENOENT;
		err__set(err, ret = -EINVAL, "a PMU needs this file: its type number");
	} else if (!ret || ret == -ERANGE) {
		err__set(err, ret = -ERANGE, "the type does not fit into 32 bits");
	} else if (ret == -EINVAL) {
		err__set(err, ret, "the type is no decimal number");
	} else {
		return unreadable(err, ret, path);
	}
	return in_file(err, ret, path);
}

/* The text of DIR/NAME, or NULL without an error when there is no such file. */
static int read_optional(char **text, const char *dir, const char *name, struct err *err)
{
	_cleanup_free_ char *path = names__path("%s/%s", dir, name);
	int ret;

	if (!path)
		return no_memory(err);
	ret = pmu_text__read(text, path, err);
	return ret == -ENOENT || ret > 0 ? 0 : ret;
}

static int exists(bool *is_there, const char *path, const char *more, struct err *err)
{
	_cleanup_free_ char *whole = names__path("%s%s", path, more);

	if (!whole)
		return no_memory(err);
	*is_there = !access(whole, F_OK);
	return 0;
}

/* Which CPUs it counts on; a file cpus makes it a core PMU. */
static int read_cpus(struct pmu *pmu, struct err *err)
{
	int ret = read_optional(&pmu->cpus, pmu->dir, "cpumask", err);

	if (!ret)
		ret = exists(&pmu->is_core, pmu->dir, "/cpus", err);
	if (!ret && !pmu->cpus && pmu->is_core)
		ret = read_optional(&pmu->cpus, pmu->dir, "cpus", err);
	pmu->is_core |= !strcmp(pmu->name, "cpu");
	return ret;
}

/* A capability that can not be read is as good as none: nothing is described by it. */
static void read_max_precise(struct pmu *pmu)
{
	_cleanup_free_ char *path = NULL;
	u64 value;

	pmu->max_precise = -1;
	path = names__path("%s/caps/max_precise", pmu->dir);
	if (path && !file__read_u64(AT_FDCWD, path, &value) && value <= INT_MAX)
		pmu->max_precise = value;
}

int pmu__load(struct pmu **loaded, const char *source, const char *name, const char *holder,
	      struct err *err)
{
	struct pmu *pmu = calloc(1, sizeof(*pmu));
	int ret = -ENOMEM;

	if (!pmu)
		return no_memory(err);
	pmu->dir = names__path("%s/%s", source, name);
	if (!pmu->dir)
		goto err_memory;
	ret = read_type(&pmu->type, pmu->dir, err);
	if (ret)
		goto err;
	pmu->name = strdup(name);
	pmu->source = strdup(source);
	pmu->holder = holder ? strdup(holder) : NULL;
	pmu->files = calloc(1, sizeof(*pmu->files));
	if (!pmu->name || !pmu->source || (holder && !pmu->holder) || !pmu->files)
		goto err_memory;
	ret = read_cpus(pmu, err);
	if (ret)
		goto err;
	read_max_precise(pmu);
	*loaded = pmu;
	return 0;

err_memory:
	ret = no_memory(err);
err:
	pmu__delete(pmu);
	return ret;
}

static void format_file__delete(struct format_file *file)
{
	free(file->format.name);
	free(file->fault);
	free(file);
}

static void event_file__delete(struct event_file *file)
{
	free(file->event.name);
	free(file->event.terms);
	free(file->event.unit);
	free(file->fault);
	free(file);
}

static void pmu_files__delete(struct pmu_files *files)
{
	if (!files)
		return;
	while (files->formats) {
		struct format_file *next = files->formats->next;

		format_file__delete(files->formats);
		files->formats = next;
	}
	while (files->events) {
		struct event_file *next = files->events->next;

		event_file__delete(files->events);
		files->events = next;
	}
	names__exit(&files->format_names.names);
	names__exit(&files->event_names.names);
	free(files);
}

void pmu__delete(struct pmu *pmu)
{
	if (!pmu)
		return;
	pmu_files__delete(pmu->files);
	free(pmu->name);
	free(pmu->dir);
	free(pmu->source);
	free(pmu->holder);
	free(pmu->cpus);
	free(pmu);
}

/* A copy of @err to remember when @code is a fault of the file; NULL also when out of memory. */
static struct err *remember(int code, const struct err *err)
{
	struct err *fault = code && code != -ENOMEM ? malloc(sizeof(*fault)) : NULL;

	if (fault)
		*fault = *err;
	return fault;
}

static int load_format(struct pmu_format *format, const char *dir, struct err *err)
{
	_cleanup_free_ char *path = NULL, *text = NULL;
	int len, ret;

	path = names__path("%s/format/%s", dir, format->name);
	if (!path)
		return no_memory(err);
	len = read_raw(&text, path, err);
	if (len < 0)
		return len;
	ret = pmu_format__parse(text, len, &format->word, &format->mask, err);
	return ret ? in_file(err, ret, path) : 0;
}

int pmu__find_format(const struct pmu *pmu, const char *name, const struct pmu_format **format,
		     struct err *err)
{
	struct format_file *file;
	struct err fault = { 0 };
	int ret;

	if (!name__is_plain(name))
		return -ENOENT;
	for (file = pmu->files->formats; file; file = file->next)
		if (!strcmp(file->format.name, name))
			goto out;
	file = calloc(1, sizeof(*file));
	if (!file || !(file->format.name = strdup(name))) {
		free(file);
		return no_memory(err);
	}
	ret = load_format(&file->format, pmu->dir, &fault);
	file->fault = remember(ret == -ENOENT ? 0 : ret, &fault);
	if (ret && !file->fault) {
		format_file__delete(file);
		return ret == -ENOENT ? ret : err__copy(err, &fault);
	}
	file->next = pmu->files->formats;
	pmu->files->formats = file;
out:
	*format = &file->format;
	return err__copy(err, file->fault);
}

/* A double in the C locale, whatever the process has set. */
static int parse_scale(double *scale, const char *text, struct err *err)
{
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", NULL);
	char *end;

	if (!c_locale)
		return no_memory(err);
	*scale = strtod_l(text, &end, c_locale);
	freelocale(c_locale);
	if (end == text || *end)
		return err__set_at(err, -EINVAL, end - text + 1,
				   "a scale is one number like 6.103515625e-05");
	return isfinite(*scale) ? 0 : err__set_at(err, -ERANGE, 1, "the scale is not finite");
}

static int check_unit(const char *unit, struct err *err)
{
	size_t len = strlen(unit);

	for (size_t i = 0; i < len; i++)
		if ((unsigned char)unit[i] < ' ' || unit[i] == 0x7f)
			return err__set_at(err, -EINVAL, i + 1,
					   "the byte 0x%02x can not stand in a unit",
					   (unsigned char)unit[i]);
	return len <= UNIT_MAX ? 0
			       : err__set_at(err, -EINVAL, UNIT_MAX + 1,
					     "a unit has at most %d characters", UNIT_MAX);
}

static int load_scale(double *scale, const char *event_path, struct err *err)
{
	_cleanup_free_ char *path = names__path("%s.scale", event_path);
	_cleanup_free_ char *text = NULL;
	int ret;

	*scale = 1.0;
	if (!path)
		return no_memory(err);
	ret = pmu_text__read(&text, path, err);
	if (ret < 0)
		return ret == -ENOENT ? 0 : ret;
	ret = parse_scale(scale, text, err);
	return ret ? in_file(err, ret, path) : 0;
}

static int load_unit(char **unit, const char *event_path, struct err *err)
{
	_cleanup_free_ char *path = names__path("%s.unit", event_path);
	_cleanup_free_ char *text = NULL;
	int ret;

	if (!path)
		return no_memory(err);
	ret = pmu_text__read(&text, path, err);
	if (ret < 0)
		return ret == -ENOENT ? 0 : ret;
	ret = check_unit(text, err);
	if (ret)
		return in_file(err, ret, path);
	if (*text) {
		*unit = text;
		text = NULL;
	}
	return 0;
}

static int load_event(struct pmu_event *event, const char *dir, struct err *err)
{
	_cleanup_free_ char *path = names__path("%s/events/%s", dir, event->name);
	int ret;

	if (!path)
		return no_memory(err);
	ret = pmu_text__read(&event->terms, path, err);
	if (ret >= 0)
		ret = load_scale(&event->scale, path, err);
	if (!ret)
		ret = load_unit(&event->unit, path, err);
	if (!ret)
		ret = exists(&event->per_pkg, path, ".per-pkg", err);
	return ret ? ret : exists(&event->snapshot, path, ".snapshot", err);
}

int pmu__find_event(const struct pmu *pmu, const char *name, const struct pmu_event **event,
		    struct err *err)
{
	struct event_file *file;
	struct err fault = { 0 };
	int ret;

	if (!pmu_event__is_name(name))
		return -ENOENT;
	for (file = pmu->files->events; file; file = file->next)
		if (!strcmp(file->event.name, name))
			goto out;
	file = calloc(1, sizeof(*file));
	if (!file || !(file->event.name = strdup(name))) {
		free(file);
		return no_memory(err);
	}
	ret = load_event(&file->event, pmu->dir, &fault);
	file->fault = remember(ret == -ENOENT ? 0 : ret, &fault);
	if (ret && !file->fault) {
		event_file__delete(file);
		return ret == -ENOENT ? ret : err__copy(err, &fault);
	}
	file->next = pmu->files->events;
	pmu->files->events = file;
out:
	*event = &file->event;
	return err__copy(err, file->fault);
}

/* Lists DIR/FOLDER once; a folder that is not there has no names. */
static int listing__read(struct listing *listing, const char *dir, const char *folder)
{
	_cleanup_free_ char *path = NULL;
	int ret;

	if (listing->read)
		return 0;
	path = names__path("%s/%s", dir, folder);
	if (!path)
		return -ENOMEM;
	ret = names__read(&listing->names, path, NAMES_OF_FILES);
	listing->read = !ret || ret == -ENOENT;
	return listing->read ? 0 : ret;
}

int pmu__each_format_name(const struct pmu *pmu, int (*fn)(void *arg, const char *name), void *arg)
{
	struct listing *listing = &pmu->files->format_names;
	int ret = listing__read(listing, pmu->dir, "format");

	return ret ? ret : names__each(&listing->names, fn, arg);
}

int pmu__each_event_name(const struct pmu *pmu, int (*fn)(void *arg, const char *name), void *arg)
{
	struct listing *listing = &pmu->files->event_names;
	int ret = listing__read(listing, pmu->dir, "events");

	for (size_t i = 0; i < listing->names.nr && !ret; i++)
		if (pmu_event__is_name(listing->names.list[i]))
			ret = fn(arg, listing->names.list[i]);
	return ret;
}
