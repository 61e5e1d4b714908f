// SPDX-License-Identifier: GPL-2.0-only
/*
 * A function that the view asks for -> its instructions and what was counted at each. Where functions are
 * hit is counted from the first question on only: most people never ask, and it takes time and memory.
 */
#include "top-annotate.h"

#include <errno.h>

#include "hist/annotate.h"
#include "hist/collect.h"
#include "symbol/dso.h"
#include "ui/tui/code-view.h"

/* Addresses that are counted: more than that are hit in no program that people look at. */
#define MAX_COUNTS (1 << 18)

void top_annotate__init(struct top_annotate *annotate, const struct annotate_options *options)
{
	*annotate = (struct top_annotate){ .options = options };
	pthread_mutex_init(&annotate->lock, NULL);
	pthread_cond_init(&annotate->answered, NULL);
}

void top_annotate__exit(struct top_annotate *annotate)
{
	hits__delete(annotate->hits);
	pthread_cond_destroy(&annotate->answered);
	pthread_mutex_destroy(&annotate->lock);
}

static int answer(struct top_annotate *annotate, struct collect_options *opts,
		  struct machine *machine, const struct top_question *question)
{
	const struct hit_symbol *function;

	if (!annotate->hits) {
		opts->hits = annotate->hits = hits__new();
		if (!annotate->hits)
			return err__set(question->err, -ENOMEM, "out of memory");
		hits__set_max(annotate->hits, MAX_COUNTS);
		return err__set(question->err, -EAGAIN,
				"Instructions are counted from now on: ask again in a moment");
	}
	function = hits__find(annotate->hits, question->symbol);
	if (!function)
		return err__set(question->err, -ENOENT, "%s was not hit since you asked",
				question->symbol->name);
	question->result->total = hits__total(annotate->hits, question->symbol, question->event);
	return annotation__new(&question->result->annotation, machine, annotate->hits, function,
			       annotate->options, question->err);
}

void top_annotate__answer(struct top_annotate *annotate, struct collect_options *opts,
			  struct machine *machine)
{
	struct top_question *question;

	pthread_mutex_lock(&annotate->lock);
	question = annotate->question;
	if (question) {
		question->ret = answer(annotate, opts, machine, question);
		question->answered = true;
		annotate->question = NULL;
		pthread_cond_broadcast(&annotate->answered);
	}
	pthread_mutex_unlock(&annotate->lock);
}

void top_annotate__mark(const struct top_annotate *annotate)
{
	for (size_t i = 0; annotate->hits && i < hits__nr(annotate->hits); i++)
		((struct dso *)hits__at(annotate->hits, i)->dso)->in_use = true;
}

void top_annotate__close(struct top_annotate *annotate)
{
	pthread_mutex_lock(&annotate->lock);
	annotate->closed = true;
	pthread_cond_broadcast(&annotate->answered);
	pthread_mutex_unlock(&annotate->lock);
}

void top_annotate__ask(struct top_annotate *annotate, struct top_question *question)
{
	pthread_mutex_lock(&annotate->lock);
	annotate->question = question;
	pthread_mutex_unlock(&annotate->lock);
}

int top_annotate__wait(struct top_annotate *annotate, struct collect_options *opts,
		       struct machine *machine, struct top_question *question)
{
	pthread_mutex_lock(&annotate->lock);
	while (!question->answered && !annotate->closed)
		pthread_cond_wait(&annotate->answered, &annotate->lock);
	annotate->question = NULL;
	if (!question->answered)
		question->ret = answer(annotate, opts, machine, question);
	pthread_mutex_unlock(&annotate->lock);
	return question->ret;
}
