// SPDX-License-Identifier: GPL-2.0-only
/* Vendors' event names: a name goes to libpfm4, loaded on first use, and an attr comes back. */
#include "pfm.h"

#include <dlfcn.h>
#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdlib.h>
#include <string.h>

struct libpfm {
	void *handle;
	pfm_err_t (*initialize)(void);
	void (*terminate)(void);
	pfm_err_t (*encode)(const char *str, int dfl_plm, pfm_os_t os, void *args);
	const char *(*strerror)(int code);
};

/* Filled whole or not at all. */
static int libpfm__load(struct libpfm *pfm, struct err *err)
{
	*pfm = (struct libpfm){ .handle = dlopen("libpfm.so.4", RTLD_NOW | RTLD_LOCAL) };
	if (!pfm->handle)
		goto missing;
	pfm->initialize = (pfm_err_t(*)(void))dlsym(pfm->handle, "pfm_initialize");
	pfm->terminate = (void (*)(void))dlsym(pfm->handle, "pfm_terminate");
	pfm->encode = (pfm_err_t(*)(const char *, int, pfm_os_t,
				    void *))dlsym(pfm->handle, "pfm_get_os_event_encoding");
	pfm->strerror = (const char *(*)(int))dlsym(pfm->handle, "pfm_strerror");
	if (pfm->initialize && pfm->terminate && pfm->encode && pfm->strerror &&
	    pfm->initialize() == PFM_SUCCESS)
		return 0;
	dlclose(pfm->handle);
missing:
	err__set(err, -ENOSYS, "libpfm4, which knows vendors' event names, can not be loaded");
	err__set_hint(err, "Debian: apt-get install libpfm4");
	return -ENOSYS;
}

static int explain(const struct libpfm *pfm, const char *name, pfm_err_t code, struct err *err)
{
	if (code == PFM_ERR_NOTFOUND || code == PFM_ERR_NOTSUPP)
		return err__set(err, -ENOENT, "libpfm4 knows no event '%s' of this CPU", name);
	return err__set(err, -EINVAL, "libpfm4 on '%s': %s", name, pfm->strerror(code));
}

int pfm__encode(const char *name, struct perf_event_attr *attr, struct err *err)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof(arg) };
	struct libpfm pfm;
	pfm_err_t code;
	int ret = libpfm__load(&pfm, err);

	if (ret)
		return ret;
	*attr = (struct perf_event_attr){ .size = sizeof(*attr) };
	code = pfm.encode(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg);
	if (code != PFM_SUCCESS)
		ret = explain(&pfm, name, code, err);
	pfm.terminate();
	dlclose(pfm.handle);
	return ret;
}
