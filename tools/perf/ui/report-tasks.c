// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads of a machine -> the text of report --tasks and --mmaps: a tree of who made whom. The order is
 * that of the distribution's perf, whose lists of threads are cut in 256 by their number.
 */
#include "ui/report-tasks.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "symbol/machine.h"

#define NR_LISTS 256

/* A tree of any depth can be in a file; what is deeper than people look is not moved on. */
#define MAX_INDENT 1000

struct task {
	const struct thread *thread;
	struct task *parent;	   /* NULL: not recorded */
	struct task *first, *last; /* of what it made */
	struct task *next;	   /* made by the same parent */
	bool placed;		   /* it is among these */
};

struct tree {
	struct task *tasks;
	size_t nr;
	struct task root; /* of those without a parent */
};

static int compare(const void *a, const void *b)
{
	s32 x = ((const struct task *)a)->thread->tid, y = ((const struct task *)b)->thread->tid;
	int list = (int)((u32)x % NR_LISTS) - (int)((u32)y % NR_LISTS);

	return list ? list : (x > y) - (x < y);
}

static struct task *find(const struct tree *tree, s32 tid)
{
	const struct thread thread = { .tid = tid };
	const struct task key = { .thread = &thread };

	return bsearch(&key, tree->tasks, tree->nr, sizeof(key), compare);
}

/* Parents come among their parent's when the first of what they made does. */
static void place(struct tree *tree, struct task *task)
{
	while (task && !task->placed) {
		struct task *parent = task->parent ? task->parent : &tree->root;

		if (parent->last)
			parent->last->next = task;
		else
			parent->first = task;
		parent->last = task;
		task->placed = true;
		task = task->parent;
	}
}

static int tree__init(struct tree *tree, const struct thread_table *threads)
{
	*tree = (struct tree){ .tasks = calloc(threads->nr + 1, sizeof(*tree->tasks)) };
	if (!tree->tasks)
		return -ENOMEM;
	for (size_t i = 0; i < threads->nr_buckets; i++)
		if (threads->buckets[i])
			tree->tasks[tree->nr++].thread = threads->buckets[i];
	qsort(tree->tasks, tree->nr, sizeof(*tree->tasks), compare);
	for (size_t i = 0; i < tree->nr; i++)
		if (tree->tasks[i].thread->ppid != -1)
			tree->tasks[i].parent = find(tree, tree->tasks[i].thread->ppid);
	for (size_t i = 0; i < tree->nr; i++)
		place(tree, &tree->tasks[i]);
	return 0;
}

static void print_mmaps(FILE *out, const struct thread *thread, int indent)
{
	for (size_t i = 0; i < maps__nr(thread->maps); i++) {
		const struct map *map = maps__at(thread->maps, i);

		fprintf(out, "%*s  %llx-%llx %c%c%c%c %08llx %llu %s\n", indent, "", map->start,
			map->end, map->prot & PROT_READ ? 'r' : '-',
			map->prot & PROT_WRITE ? 'w' : '-', map->prot & PROT_EXEC ? 'x' : '-',
			map->shared ? 's' : 'p', map->pgoff,
			map->inode ? map->inode : map->dso->inode, map->dso->path);
	}
}

static void print_task(FILE *out, const struct task *task, size_t depth, bool mmaps)
{
	const struct thread *thread = task->thread;
	int level = depth < MAX_INDENT ? (int)depth : MAX_INDENT;
	int width = fprintf(out, "  %8d %8d %8d |%*s", thread->pid, thread->tid, thread->ppid,
			    level, "");

	fprintf(out, "%s\n", thread->comm);
	if (mmaps)
		print_mmaps(out, thread, width);
}

int report_tasks__print(FILE *out, const struct machine *machine, bool mmaps)
{
	struct tree tree;
	int ret = tree__init(&tree, machine__threads(machine));
	const struct task *task = tree.root.first;
	size_t depth = 0;

	if (ret)
		return ret;
	fprintf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	while (task) {
		print_task(out, task, depth, mmaps);
		if (task->first) {
			task = task->first;
			depth++;
			continue;
		}
		while (task && !task->next) {
			task = task->parent;
			depth--;
		}
		task = task ? task->next : NULL;
	}
	free(tree.tasks);
	return 0;
}
