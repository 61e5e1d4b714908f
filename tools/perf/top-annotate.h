/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_ANNOTATE_H
#define PERF_TOP_ANNOTATE_H

#include <pthread.h>

#include "err.h"

struct annotate_options;
struct annotated;
struct collect_options;
struct hits;
struct machine;
struct symbol;

/* A function that the view's thread asks for; the reader's, which alone knows the model, answers. */
struct top_question {
	const struct symbol *symbol;
	size_t event;
	struct annotated *result;
	struct err *err;
	int ret;
	bool answered;
};

struct top_annotate {
	const struct annotate_options *options;
	pthread_mutex_t lock;
	pthread_cond_t answered;
	struct top_question *question; /* NULL: nobody asks */
	struct hits *hits;	       /* from the first question on */
	bool closed;		       /* the reader is gone */
};

/* @options is borrowed. */
void top_annotate__init(struct top_annotate *annotate, const struct annotate_options *options);
void top_annotate__exit(struct top_annotate *annotate);

/* The reader's: answers a question, or the first time begins to count where functions are hit. */
void top_annotate__answer(struct top_annotate *annotate, struct collect_options *opts,
			  struct machine *machine);

/* The reader's: marks the files of functions that are counted as in use. */
void top_annotate__mark(const struct top_annotate *annotate);

/* The reader's last word: who asks from now on answers himself. */
void top_annotate__close(struct top_annotate *annotate);

/* The view's: asks; then, after the reader was woken, waits. What annotator's function returns. */
void top_annotate__ask(struct top_annotate *annotate, struct top_question *question);
int top_annotate__wait(struct top_annotate *annotate, struct collect_options *opts,
		       struct machine *machine, struct top_question *question);

#endif
