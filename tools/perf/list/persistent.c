// SPDX-License-Identifier: GPL-2.0-only
/* What holders know of the persistent events of a catalog: ring size, readers, age. */
#include "list/persistent.h"

#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "persistent/control.h"
#include "persistent/protocol.h"

struct filling {
	struct catalog *catalog;
	const char *provider;
};

/* "PMU/NAME/" of that provider, whatever the PMU is called. */
static bool is_event(const struct list_entry *entry, const char *provider, const char *name)
{
	const char *at = entry->provider ? strchr(entry->name, '/') : NULL;
	size_t len = strlen(name);

	return at && !strcmp(entry->provider, provider) && !strncmp(at + 1, name, len) &&
	       !strcmp(at + 1 + len, "/");
}

static void fill(void *arg, const struct event_status *status)
{
	const struct filling *filling = arg;

	for (size_t i = 0; i < filling->catalog->nr; i++) {
		struct list_entry *entry = &filling->catalog->entries[i];

		if (!is_event(entry, filling->provider, status->name))
			continue;
		entry->ring_bytes = status->ring_bytes;
		entry->readers = status->readers;
		entry->age_ns = status->age_ns;
		entry->has_status = true;
	}
}

static bool asked_before(const struct catalog *catalog, size_t entry)
{
	for (size_t i = 0; i < entry; i++)
		if (catalog->entries[i].provider &&
		    !strcmp(catalog->entries[i].provider, catalog->entries[entry].provider))
			return true;
	return false;
}

void list_persistent__fill(struct catalog *catalog)
{
	for (size_t i = 0; i < catalog->nr; i++) {
		const char *provider = catalog->entries[i].provider;
		const char *slash = provider ? strrchr(provider, '/') : NULL;
		char run_dir[4096];
		struct filling filling = { catalog, provider };

		/* A holder is named by its socket, which lies in its run directory. */
		if (!slash || asked_before(catalog, i))
			continue;
		snprintf(run_dir, sizeof(run_dir), "%.*s", (int)(slash - provider), provider);
		control__list(run_dir, fill, &filling, NULL);
	}
}
