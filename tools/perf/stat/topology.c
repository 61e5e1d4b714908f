// SPDX-License-Identifier: GPL-2.0-only
/* The socket, die, core and node of a CPU, as sysfs tells them. */
#include "topology.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>

#include "cleanup.h"
#include "file.h"

#define CPU_DIR "/sys/devices/system/cpu"

static int read_topology(int cpu, const char *what)
{
	char path[128];
	u64 value;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/topology/%s", cpu, what);
	return file__read_u64(AT_FDCWD, path, &value) || value > 0x7fffffff ? -1 : (int)value;
}

/* The kernel links nodeN into the directory of each CPU of that node. */
static int read_node(int cpu)
{
	char path[128];
	struct dirent *entry;
	int node = -1;
	DIR *dir;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d", cpu);
	dir = opendir(path);
	while (dir && node < 0 && (entry = readdir(dir)))
		if (sscanf(entry->d_name, "node%d", &node) != 1)
			node = -1;
	if (dir)
		closedir(dir);
	return node;
}

struct cpu_place cpu_place__read(int cpu)
{
	struct cpu_place place = { cpu, -1, -1, -1, -1 };

	if (cpu < 0)
		return place;
	place.socket = read_topology(cpu, "physical_package_id");
	place.die = read_topology(cpu, "die_id");
	place.core = read_topology(cpu, "core_id");
	place.node = read_node(cpu);
	if (place.die < 0)
		place.die = 0;
	if (place.node < 0)
		place.node = 0; /* a kernel without NUMA has one node */
	return place;
}
