/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_TOPOLOGY_H
#define PERF_STAT_TOPOLOGY_H

/* Where a CPU sits, from /sys/devices/system; -1: not known. */
struct cpu_place {
	int cpu;
	int socket;
	int die;
	int core;
	int node;
};

struct cpu_place cpu_place__read(int cpu);

#endif
