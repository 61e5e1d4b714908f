// SPDX-License-Identifier: GPL-2.0-only
/*
 * Terms that every event takes, whatever its PMU: a term goes in, bits of the event's words or
 * what a command shall do come out. One row a term.
 */
#include "resolve-builtin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "event-names.h"

enum builtin_value {
	VALUE_NUMBER, /* must be given */
	VALUE_FLAG,   /* a number; alone it is 1 */
	VALUE_TEXT,   /* must be given */
};

struct call {
	struct build *build;
	const struct syntax_term *term;
	const struct builtin *builtin;
	enum term_strength strength;
	u64 value;
};

struct builtin {
	const char *name;
	enum builtin_value value;
	u64 max; /* of a number; 0: none */
	int (*apply)(const struct call *call);
	bool neutral;  /* can be said of a running event, too */
	bool sampling; /* is nothing for who only counts */
};

static int assign(const struct call *call, unsigned int word, u64 mask, u64 bits)
{
	int ret = word_sets__assign(&call->build->sets[call->strength], word, mask, bits);

	return ret ? build__no_memory(call->build) : 0;
}

static int assign_flag(const struct call *call, enum attr_flag flag, bool on)
{
	u64 mask = attr_flag__mask(flag);

	return assign(call, ATTR_WORD_FLAGS, mask, on ? mask : 0);
}

static int apply_period(const struct call *call)
{
	return assign(call, ATTR_WORD_PERIOD, ~0ULL, call->value)
		       ?: assign_flag(call, ATTR_FREQ, !strcmp(call->builtin->name, "freq"));
}

static int apply_name(const struct call *call)
{
	/* What sysfs calls an event does not rename what was typed. */
	if (call->strength == TERM_WEAK)
		return 0;
	return build__set_text(call->build, &call->build->event->name, call->term->value.text);
}

static int apply_branch_type(const struct call *call)
{
	u64 bits;
	int at;

	if (branch_type__parse(call->term->value.text, &bits, &at)) {
		err__set_at(call->build->err, -EINVAL, call->term->value.column + at,
			    "no branch type '%s'", call->term->value.text + at);
		err__set_hint(call->build->err,
			      "branch types: any any_call any_ret ind_call ind_jmp "
			      "call cond stack abort_tx in_tx no_tx u k hv save_type");
		return -EINVAL;
	}
	return assign(call, ATTR_WORD_BRANCH, ~0ULL, bits)
		       ?: assign(call, ATTR_WORD_SAMPLE_TYPE, PERF_SAMPLE_BRANCH_STACK,
				 PERF_SAMPLE_BRANCH_STACK);
}

static int apply_time(const struct call *call)
{
	call->build->event->terms.time = call->value;
	return 0;
}

struct call_graph_name {
	const char *name;
	enum event_call_graph mode;
};

static const struct call_graph_name call_graph_names[] = {
	{ "fp", EVENT_CALL_GRAPH_FP },
	{ "dwarf", EVENT_CALL_GRAPH_DWARF },
	{ "lbr", EVENT_CALL_GRAPH_LBR },
	{ "no", EVENT_CALL_GRAPH_NO },
};

static int set_stack_size(const struct call *call, const char *text, int column)
{
	u64 size;

	/* The kernel's bound: a u16 of bytes, in steps of a u64 (sample_stack_user). */
	if (syntax__number(text, &size) || !size || size % 8 || size > 65528)
		return err__set_at(call->build->err, -EINVAL, column,
				   "stack size '%s' is no multiple of 8 up to 65528", text);
	call->build->event->terms.stack_size = size;
	return 0;
}

static int apply_call_graph(const struct call *call)
{
	const char *text = call->term->value.text;
	size_t len = strcspn(text, ",");

	for (size_t i = 0; i < ARRAY_SIZE(call_graph_names); i++) {
		const struct call_graph_name *c = &call_graph_names[i];

		if (strlen(c->name) != len || strncmp(c->name, text, len) ||
		    (text[len] && c->mode != EVENT_CALL_GRAPH_DWARF))
			continue;
		call->build->event->terms.call_graph = c->mode;
		return text[len] ? set_stack_size(call, text + len + 1,
						  call->term->value.column + (int)len + 1)
				 : 0;
	}
	err__set_at(call->build->err, -EINVAL, call->term->value.column, "no call graph '%s'",
		    text);
	err__set_hint(call->build->err, "call graphs: fp, dwarf, lbr, no");
	return -EINVAL;
}

static int apply_stack_size(const struct call *call)
{
	return set_stack_size(call, call->term->value.text, call->term->value.column);
}

static int apply_max_stack(const struct call *call)
{
	return assign(call, ATTR_WORD_AUX, 0xffffULL << 32, call->value << 32);
}

static int apply_nr(const struct call *call)
{
	call->build->event->terms.max_events = call->value;
	return 0;
}

static int apply_inherit(const struct call *call)
{
	call->build->event->terms.inherit = (call->builtin->name[0] == 'n') ^ call->value;
	return 0;
}

static int apply_overwrite(const struct call *call)
{
	call->build->event->terms.overwrite = (call->builtin->name[0] == 'n') ^ call->value;
	return 0;
}

static int apply_percore(const struct call *call)
{
	call->build->event->terms.percore = call->value;
	return 0;
}

static int apply_aux_output(const struct call *call)
{
	call->build->event->terms.aux_output = call->value;
	return assign_flag(call, ATTR_AUX_OUTPUT, call->value);
}

/* Bits of aux_action, word 14 from bit 32 on (linux/perf_event.h since 6.13). */
static const char *const aux_actions[] = { "start-paused", "pause", "resume" };

static int apply_aux_action(const struct call *call)
{
	for (size_t i = 0; i < ARRAY_SIZE(aux_actions); i++)
		if (!strcmp(call->term->value.text, aux_actions[i]))
			return assign(call, 14, ~0ULL << 32, 1ULL << (32 + i))
				       ?: build__set_text(call->build,
							  &call->build->event->terms.aux_action,
							  aux_actions[i]);
	return err__set_at(call->build->err, -EINVAL, call->term->value.column,
			   "no aux-action '%s': it is start-paused, pause or resume",
			   call->term->value.text);
}

static int apply_aux_sample_size(const struct call *call)
{
	call->build->event->terms.aux_sample_size = call->value;
	return assign(call, 14, 0xffffffffULL, call->value);
}

static int apply_metric_id(const struct call *call)
{
	return build__set_text(call->build, &call->build->event->terms.metric_id,
			       call->term->value.text);
}

static int apply_raw(const struct call *call)
{
	if (call->strength == TERM_STRONG)
		call->build->raw[ATTR_WORD_CONFIG] = call->value;
	return assign(call, ATTR_WORD_CONFIG, ~0ULL, call->value);
}

static const struct builtin builtins[] = {
	{ "name", VALUE_TEXT, 0, apply_name, true, false },
	{ "period", VALUE_FLAG, 0, apply_period, false, false },
	{ "freq", VALUE_NUMBER, 0, apply_period, false, true },
	{ "branch_type", VALUE_TEXT, 0, apply_branch_type, false, true },
	{ "time", VALUE_FLAG, 1, apply_time, false, true },
	{ "call-graph", VALUE_TEXT, 0, apply_call_graph, false, true },
	{ "stack-size", VALUE_TEXT, 0, apply_stack_size, false, true },
	{ "max-stack", VALUE_NUMBER, 0xffff, apply_max_stack, false, true },
	{ "nr", VALUE_NUMBER, 0, apply_nr, true, true },
	{ "inherit", VALUE_FLAG, 1, apply_inherit, false, true },
	{ "no-inherit", VALUE_FLAG, 1, apply_inherit, false, true },
	{ "overwrite", VALUE_FLAG, 1, apply_overwrite, false, true },
	{ "no-overwrite", VALUE_FLAG, 1, apply_overwrite, false, true },
	{ "percore", VALUE_FLAG, 1, apply_percore, false, false },
	{ "aux-output", VALUE_FLAG, 1, apply_aux_output, false, true },
	{ "aux-action", VALUE_TEXT, 0, apply_aux_action, false, true },
	{ "aux-sample-size", VALUE_NUMBER, 0xffffffff, apply_aux_sample_size, false, true },
	{ "metric-id", VALUE_TEXT, 0, apply_metric_id, true, false },
	{ "raw", VALUE_NUMBER, 0, apply_raw, false, true },
};

static int refuse_sampling(const struct call *call)
{
	const struct syntax_term *term = call->term;
	struct buf hint = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(builtins); i++)
		if (!builtins[i].sampling)
			buf__printf(&hint, " %s", builtins[i].name);
	err__set_at(call->build->err, -EINVAL, term->name.column,
		    "'%s' can not be said where events are only counted", term->name.text);
	if (hint.data)
		err__set_hint(call->build->err, "what counting takes: configN%s @NAME", hint.data);
	buf__exit(&hint);
	return -EINVAL;
}

/* A number names nothing, as in every perf, unless it is quoted. */
static int check_text(const struct call *call)
{
	const struct syntax_term *term = call->term;
	u64 number;

	if (term->quoted || !call->builtin->neutral || call->strength == TERM_WEAK ||
	    syntax__number(term->value.text, &number) == -EINVAL)
		return 0;
	err__set_at(call->build->err, -EINVAL, term->value.column,
		    "'%s' needs a text, and %s is a number", term->name.text, term->value.text);
	err__set_hint(call->build->err, "quote it: %s='%s'", term->name.text, term->value.text);
	return -EINVAL;
}

static int check_value(struct call *call)
{
	const struct syntax_term *term = call->term;
	struct err *err = call->build->err;
	int ret;

	if (call->build->counting && call->builtin->sampling && call->strength == TERM_STRONG)
		return refuse_sampling(call);
	if (!term->value.text && call->builtin->value != VALUE_FLAG)
		return err__set_at(err, -EINVAL, term->name.column, "'%s' needs a value: %s=%s",
				   term->name.text, term->name.text,
				   call->builtin->value == VALUE_TEXT ? "TEXT" : "NUMBER");
	if (call->builtin->value == VALUE_TEXT)
		return check_text(call);
	ret = build__number(call->build, term, &call->value);
	if (ret)
		return ret;
	if (call->builtin->max && call->value > call->builtin->max)
		return err__set_at(err, -ERANGE, term->value.column,
				   "value %s of '%s' is too big: the maximum is %llu",
				   term->value.text, term->name.text, call->builtin->max);
	return 0;
}

int builtin__apply(struct build *build, const struct syntax_term *term, enum term_strength strength)
{
	for (size_t i = 0; i < ARRAY_SIZE(builtins); i++) {
		struct call call = { build, term, &builtins[i], strength, 0 };
		int ret;

		if (strcmp(builtins[i].name, term->name.text))
			continue;
		if (!builtins[i].neutral && strength == TERM_STRONG && !build->change)
			build->change = term;
		ret = check_value(&call);
		return ret ?: builtins[i].apply(&call);
	}
	return -ENOENT;
}

void builtin__each(bool counting, void (*fn)(void *arg, const char *name), void *arg)
{
	for (size_t i = 0; i < ARRAY_SIZE(builtins); i++)
		if (!counting || !builtins[i].sampling)
			fn(arg, builtins[i].name);
}
