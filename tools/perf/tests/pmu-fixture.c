// SPDX-License-Identifier: GPL-2.0-only
/* PMUs over a scratch tree, for the suites pmus, pmu-dir and whoever resolves against sysfs. */
#include "pmu-fixture.h"

#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "util/pmus.h"

bool fixture__init(struct test *t, struct fixture *f)
{
	*f = (struct fixture){ 0 };
	return test_tree__init(t, &f->tree);
}

void fixture__open(struct test *t, struct fixture *f, const char *a, const char *b)
{
	char sources[256];

	snprintf(sources, sizeof(sources), "%s/%s%s%s%s", f->tree.path, a, b ? ":" : "",
		 b ? f->tree.path : "", b ? "/" : "");
	if (b)
		strcat(sources, b);
	pmus__delete(f->pmus);
	f->pmus = pmus__new(sources);
	T_OK(t, f->pmus);
	f->lookup = pmus__lookup(f->pmus);
}

bool fixture__init_kind(struct test *t, struct fixture *f, const char *kind)
{
	if (!fixture__init(t, f))
		return false;
	if (!test_tree__make_sysfs(t, &f->tree, kind, kind)) {
		test_tree__exit(&f->tree);
		return false;
	}
	fixture__open(t, f, kind, NULL);
	return true;
}

void fixture__exit(struct fixture *f)
{
	pmus__delete(f->pmus);
	test_tree__exit(&f->tree);
}

int fixture__find_pmu(struct fixture *f, const char *name, const struct pmu **pmu)
{
	f->err = (struct err){ 0 };
	return f->lookup->find_pmu(f->lookup->ctx, name, pmu, &f->err);
}

int fixture__next_pmu(struct fixture *f, const struct pmu *pmu, const struct pmu **next)
{
	f->err = (struct err){ 0 };
	return f->lookup->next_pmu_of_name(f->lookup->ctx, pmu, next, &f->err);
}

int fixture__find_format(struct fixture *f, const char *pmu_name, const char *name,
			 const struct pmu_format **format)
{
	const struct pmu *pmu;
	int ret = fixture__find_pmu(f, pmu_name, &pmu);

	return ret ? ret : f->lookup->find_format(f->lookup->ctx, pmu, name, format, &f->err);
}

int fixture__find_event(struct fixture *f, const char *pmu_name, const char *name,
			const struct pmu_event **event)
{
	const struct pmu *pmu;
	int ret = fixture__find_pmu(f, pmu_name, &pmu);

	return ret ? ret : f->lookup->find_event(f->lookup->ctx, pmu, name, event, &f->err);
}

int fixture__note_name(void *arg, const char *name)
{
	return buf__printf(arg, "%s ", name);
}

int fixture__count_name(void *arg, const char *name)
{
	(void)name;
	++*(int *)arg;
	return 0;
}

void fixture__check(struct test *t, const struct fixture *f, const char *what, int ret,
		    const struct fixture_fault *want)
{
	size_t file = strlen(f->err.file), end = want->file ? strlen(want->file) : 0;

	if (ret != want->code || f->err.code != (want->file ? want->code : 0))
		T_FAIL(t, "%s: %d (%d: %s), not %d", what, ret, f->err.code, f->err.text,
		       want->code);
	if (file < end || strcmp(f->err.file + file - end, want->file ? want->file : ""))
		T_FAIL(t, "%s: the file is '%s', not '%s'", what, f->err.file, want->file);
	if (f->err.column != want->column)
		T_FAIL(t, "%s: column %d, not %d", what, f->err.column, want->column);
	if (want->reason && !strstr(f->err.text, want->reason))
		T_FAIL(t, "%s: '%s' lacks '%s'", what, f->err.text, want->reason);
}
