// SPDX-License-Identifier: GPL-2.0-only
/*
 * One PMU's directory: type, CPUs, formats and events. In go paths, out come struct pmu and its
 * parts, or the file at fault with the reason. Each file is read once, when it is first needed,
 * beginning at the source's directory, which is open; what was wrong with it is remembered, so
 * that every use says the same.
 */
#include "pmu-dir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "names.h"
#include "pmu.h"

#define UNIT_MAX 31 /* characters */

/* NAME/events/NAME.snapshot, each up to NAME_MAX bytes. */
#define PMU_PATH_MAX PATH_MAX

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
	int source_fd; /* borrowed */
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

/* A file by its name below an open directory, and the path of that directory to name it by. */
struct file_at {
	int dirfd;
	const char *dir;
	char name[PMU_PATH_MAX];
};

/* Returns false where the name does not fit: no such file can be opened. */
static bool __attribute__((format(printf, 2, 3)))
file_at__name(struct file_at *file, const char *fmt, ...)
{
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(file->name, sizeof(file->name), fmt, ap);
	va_end(ap);
	return len >= 0 && len < (int)sizeof(file->name);
}

static struct file_at file_of(const struct pmu *pmu)
{
	return (struct file_at){ .dirfd = pmu->files->source_fd, .dir = pmu->source };
}

/* Names the file in a fault that is already told. Returns @code. */
static int in_file(struct err *err, int code, const struct file_at *file)
{
	err__set_file(err, "%s%s%s", file->dir, *file->dir ? "/" : "", file->name);
	return code;
}

static int unreadable(struct err *err, int code, const struct file_at *file)
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
	return in_file(err, code, file);
}

/* One byte more than a file may have, and one for a NUL. */
typedef char pmu_text[PMU_TEXT_MAX + 2];

static int read_raw(pmu_text text, const struct file_at *file, struct err *err)
{
	ssize_t len = file__read_attribute(file->dirfd, file->name, text, sizeof(pmu_text));

	if (len == -ENOENT || len == -ENOTDIR)
		return -ENOENT;
	if (len > PMU_TEXT_MAX)
		len = -EFBIG;
	return len < 0 ? unreadable(err, len, file) : (int)len;
}

/* Trims white space at both ends and gives the text a copy of its own. */
static int take_trimmed(char **copy, char *text, int len, struct err *err)
{
	int blank;

	while (len && strchr(" \t\r\n", text[len - 1]))
		text[--len] = 0;
	blank = strspn(text, " \t\r\n");
	*copy = strndup(text + blank, len - blank);
	return *copy ? len - blank : no_memory(err);
}

static int read_text(char **text, const struct file_at *file, struct err *err)
{
	pmu_text raw;
	int len = read_raw(raw, file, err);
	const char *nul;

	*text = NULL;
	if (len < 0)
		return len;
	nul = memchr(raw, 0, len);
	if (!nul)
		return take_trimmed(text, raw, len, err);
	err__set_at(err, -EINVAL, nul - raw + 1, "a NUL byte can not stand in it");
	return in_file(err, -EINVAL, file);
}

int pmu_text__read(char **text, const char *path, struct err *err)
{
	struct file_at file = { .dirfd = AT_FDCWD, .dir = "" };

	*text = NULL;
	return file_at__name(&file, "%s", path) ? read_text(text, &file, err) : -ENOENT;
}

static int read_type(struct pmu *pmu, struct err *err)
{
	struct file_at file = file_of(pmu);
	pmu_text text;
	struct stat st;
	u64 value;
	int ret;

	if (!file_at__name(&file, "%s/type", pmu->name))
		return -ENOENT;
	ret = file__read_attribute(file.dirfd, file.name, text, sizeof(text));
	if (ret >= 0)
		ret = file__parse_u64(text, ret, &value);
	if (!ret && value <= UINT32_MAX) {
		pmu->type = value;
		return 0;
	}
	if (ret == -ENOENT || ret == -ENOTDIR) {
		if (stat(pmu->dir, &st) || !S_ISDIR(st.st_mode))
			return -ENOENT;
		err__set(err, ret = -EINVAL, "a PMU needs this file: its type number");
	} else if (!ret || ret == -ERANGE) {
		err__set(err, ret = -ERANGE, "the type does not fit into 32 bits");
	} else if (ret == -EINVAL) {
		err__set(err, ret, "the type is no decimal number");
	} else {
		return unreadable(err, ret, &file);
	}
	return in_file(err, ret, &file);
}

/* The text of the PMU's file @name, or NULL without an error when there is no such file. */
static int read_optional(char **text, const struct pmu *pmu, const char *name, struct err *err)
{
	struct file_at file = file_of(pmu);
	int ret = file_at__name(&file, "%s/%s", pmu->name, name) ? read_text(text, &file, err)
								 : -ENOENT;

	return ret == -ENOENT || ret > 0 ? 0 : ret;
}

/* Is there a file of the event's name with @suffix behind it? */
static bool exists(struct file_at file, const char *suffix)
{
	size_t len = strlen(file.name);

	if (len + strlen(suffix) >= sizeof(file.name))
		return false;
	strcpy(file.name + len, suffix);
	return !faccessat(file.dirfd, file.name, F_OK, 0);
}

/* Which CPUs it counts on; a file cpus makes it a core PMU. */
static int read_cpus(struct pmu *pmu, struct err *err)
{
	struct file_at file = file_of(pmu);
	int ret = read_optional(&pmu->cpus, pmu, "cpumask", err);

	pmu->is_core = file_at__name(&file, "%s", pmu->name) && exists(file, "/cpus");
	if (!ret && !pmu->cpus && pmu->is_core)
		ret = read_optional(&pmu->cpus, pmu, "cpus", err);
	pmu->is_core |= !strcmp(pmu->name, "cpu");
	return ret;
}

int pmu__max_precise(const struct pmu *pmu)
{
	struct file_at file = file_of(pmu);
	pmu_text text;
	ssize_t len;
	u64 value;

	if (!file_at__name(&file, "%s/caps/max_precise", pmu->name))
		return -1;
	len = file__read_attribute(file.dirfd, file.name, text, sizeof(text));
	/* A capability that can not be read is as good as none: nothing is described by it. */
	return len < 0 || file__parse_u64(text, len, &value) || value > INT_MAX ? -1 : (int)value;
}

int pmu__load(struct pmu **loaded, const struct pmu_place *place, struct err *err)
{
	struct pmu *pmu = calloc(1, sizeof(*pmu));
	int ret = -ENOMEM;

	if (!pmu)
		return no_memory(err);
	pmu->dir = names__path("%s/%s", place->source, place->name);
	pmu->name = strdup(place->name);
	pmu->source = strdup(place->source);
	pmu->holder = place->holder ? strdup(place->holder) : NULL;
	pmu->files = calloc(1, sizeof(*pmu->files));
	if (!pmu->dir || !pmu->name || !pmu->source || (place->holder && !pmu->holder) ||
	    !pmu->files) {
		no_memory(err);
		goto err;
	}
	pmu->files->source_fd = place->source_fd;
	ret = read_type(pmu, err);
	if (!ret)
		ret = read_cpus(pmu, err);
	if (ret)
		goto err;
	*loaded = pmu;
	return 0;

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

static int load_format(struct pmu_format *format, const struct pmu *pmu, struct err *err)
{
	struct file_at file = file_of(pmu);
	pmu_text text;
	int len, ret;

	if (!file_at__name(&file, "%s/format/%s", pmu->name, format->name))
		return -ENOENT;
	len = read_raw(text, &file, err);
	if (len < 0)
		return len;
	ret = pmu_format__parse(text, len, &format->word, &format->mask, err);
	return ret ? in_file(err, ret, &file) : 0;
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
	ret = load_format(&file->format, pmu, &fault);
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

/* The text of the file that is called as the event with @suffix; -ENOENT: there is none. */
static int read_beside(char **text, struct file_at *file, const char *suffix, struct err *err)
{
	size_t len = strlen(file->name);

	if (len + strlen(suffix) >= sizeof(file->name))
		return -ENOENT;
	strcpy(file->name + len, suffix);
	return read_text(text, file, err);
}

static int load_scale(double *scale, struct file_at file, struct err *err)
{
	_cleanup_free_ char *text = NULL;
	int ret = read_beside(&text, &file, ".scale", err);

	*scale = 1.0;
	if (ret < 0)
		return ret == -ENOENT ? 0 : ret;
	ret = parse_scale(scale, text, err);
	return ret ? in_file(err, ret, &file) : 0;
}

static int load_unit(char **unit, struct file_at file, struct err *err)
{
	_cleanup_free_ char *text = NULL;
	int ret = read_beside(&text, &file, ".unit", err);

	if (ret < 0)
		return ret == -ENOENT ? 0 : ret;
	ret = check_unit(text, err);
	if (ret)
		return in_file(err, ret, &file);
	if (*text) {
		*unit = text;
		text = NULL;
	}
	return 0;
}

static int load_event(struct pmu_event *event, const struct pmu *pmu, struct err *err)
{
	struct file_at file = file_of(pmu);
	int ret;

	if (!file_at__name(&file, "%s/events/%s", pmu->name, event->name))
		return -ENOENT;
	ret = read_text(&event->terms, &file, err);
	if (ret >= 0)
		ret = load_scale(&event->scale, file, err);
	if (!ret)
		ret = load_unit(&event->unit, file, err);
	if (ret)
		return ret;
	event->per_pkg = exists(file, ".per-pkg");
	event->snapshot = exists(file, ".snapshot");
	return 0;
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
	ret = load_event(&file->event, pmu, &fault);
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
