/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The three cleanups of the house: free, close and fclose at the end of the scope. */
static inline void cleanup__free(void *p)
{
	free(*(void **)p);
}

static inline void cleanup__close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void cleanup__fclose(FILE **f)
{
	if (*f)
		fclose(*f);
}

#define _cleanup_free_	 __attribute__((cleanup(cleanup__free)))
#define _cleanup_close_	 __attribute__((cleanup(cleanup__close)))
#define _cleanup_fclose_ __attribute__((cleanup(cleanup__fclose)))

#endif
