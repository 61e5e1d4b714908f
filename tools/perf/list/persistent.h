/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_LIST_PERSISTENT_H
#define PERF_LIST_PERSISTENT_H

struct catalog;

/*
 * Asks each holder that provides persistent events of @catalog once for ring size, readers and age.
 * A holder that does not answer, or not to this user, leaves its entries without them.
 */
void list_persistent__fill(struct catalog *catalog);

#endif
