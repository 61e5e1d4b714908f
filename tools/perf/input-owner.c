// SPDX-License-Identifier: GPL-2.0-only
/* Whose recording is it? */
#include "input-owner.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int input_owner__check(const char *path, struct err *err)
{
	struct stat st;

	if (!strcmp(path, "-") || stat(path, &st) || !st.st_size)
		return 0;
	if (!st.st_uid || st.st_uid == geteuid())
		return 0;
	err__set(err, -EPERM, "'%s' belongs neither to you nor to root", path);
	err__set_hint(err, "-f reads it all the same");
	return -EPERM;
}
