// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf top without its face: rings -> session -> collect in the reader's thread, which copies its rows
 * when a refresh is due; copies -> sorted rows in the refresher's; rows and status -> whoever draws.
 */
#include "top-live.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "data/event-attr.h"
#include "hist/collect.h"
#include "hist/snapshot.h"
#include "record/live.h"
#include "record/options.h"
#include "session/ring-source.h"
#include "symbol/machine.h"
#include "top-annotate.h"
#include "top-last.h"
#include "top-readers.h"
#include "ui/tui/code-view.h"
#include "util/event.h"

/* Rounds without a wait after which all that was in the rings at a request is counted. */
#define ROUNDS_TO_COUNT 3

/* But rows that are seen in time are worth more than the last samples. */
#define MAX_COUNT_NS  80000000ULL

#define RATE_NS	      1000000000ULL
#define NS_PER_MS     1000000ULL
#define AGE_DECAY     7
#define WAIT_STEPS_MS 100

/* Every so many refreshes addresses are found anew, and files looked through. */
#define TIDY_REFRESHES 16

/* Files that were unused at so many of these go: the same programs tend to come again. */
#define SPARED_SWEEPS 2

/* A snapshot on its way to the view, and what the view sees of it. */
struct picture {
	struct live_snapshot view;
	struct snapshot *rows;
};

struct top_live {
	struct top_live_options opts;
	struct collect_options collect_opts;
	struct record_notes notes;
	struct record_live *record;
	struct ring_source rings;
	struct session *session;
	struct machine *machine;
	struct collect *collect;
	struct top_last last;
	struct top_annotate annotate;
	struct top_readers *readers; /* NULL: there is no holder to ask */
	bool *persistent;	     /* by event */
	size_t nr_asked;

	/* The reader's own. */
	u64 lost_kernel, lost_reader, counted;
	u64 rate_ns, rate_counted;
	u64 refreshes;
	unsigned int rounds_due; /* until the requested copy */
	bool copying;
	double rate;

	pthread_t reader, refresher;
	bool reading, refreshing; /* the threads were started */
	int wake_fd;

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	struct live_status status;
	enum live_mode mode;
	u32 delay_ms;
	bool wanted;		/* a copy, by the refresher, */
	u64 wanted_ns;		/* since then */
	bool stop, ended, over; /* asked to stop; nothing more is read; nothing more is shown */
	struct snapshot *copy;
	struct picture *ready;
	int ret;
	struct err err;
};

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static void wake_view(struct top_live *live)
{
	u64 one = 1;

	if (write(live->wake_fd, &one, sizeof(one)) < 0)
		return;
}

static void on_note(void *arg, const char *text)
{
	struct top_live *live = arg;

	pthread_mutex_lock(&live->lock);
	snprintf(live->status.note, sizeof(live->status.note), "%s", text);
	pthread_mutex_unlock(&live->lock);
	if (live->opts.note)
		live->opts.note(live->opts.arg, text);
	wake_view(live);
}

static bool is_hidden(const struct top_live *live, const struct session_record *record)
{
	switch (record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK) {
	case PERF_RECORD_MISC_KERNEL:
		return live->opts.hide_kernel;
	case PERF_RECORD_MISC_USER:
		return live->opts.hide_user;
	}
	return false;
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct top_live *live = ctx;

	live->counted++;
	top_last__take(&live->last, record);
	return is_hidden(live, record) ? 0 : collect__sample(live->collect, record);
}

static int on_mmap(void *ctx, const struct session_record *record)
{
	collect__mmap(((struct top_live *)ctx)->collect, record);
	return 0;
}

/* Of a ring of our own the kernel tells what it had no room for; of a shared one, which never stops, the
 * recorder tells what it came too late for. */
static int on_lost(void *ctx, const struct session_record *record)
{
	struct top_live *live = ctx;
	u64 lost = record->other->lost.lost;

	if (record->event && live->persistent[record->event->index])
		live->lost_reader += lost;
	else
		live->lost_kernel += lost;
	return 0;
}

static void measure_rate(struct top_live *live)
{
	u64 now = now_ns(), took_ns = now - live->rate_ns;

	if (took_ns < RATE_NS)
		return;
	live->rate = (live->counted - live->rate_counted) * 1e9 / took_ns;
	live->rate_ns = now;
	live->rate_counted = live->counted;
}

/* What the reader knows, for who asks. */
static void update_status(struct top_live *live)
{
	struct live_status *status = &live->status;
	bool worded = top_last__word(&live->last, live->collect, live->machine);
	u64 older = 0;

	measure_rate(live);
	for (size_t i = 0; i < live->nr_asked; i++) {
		struct record_live_status one;

		record_live__status(live->record, i, &one);
		older += one.nr_older;
	}
	pthread_mutex_lock(&live->lock);
	status->samples = live->counted;
	status->older = older;
	status->rate = live->rate;
	status->readers = live->readers ? top_readers__nr(live->readers) : -1;
	status->lost_kernel = live->lost_kernel;
	status->lost_reader = live->lost_reader;
	if (worded)
		top_last__tell(&live->last, live->collect, status);
	pthread_mutex_unlock(&live->lock);
}

/* Threads that ended go one refresh later; of those that nothing told of, the system is asked. */
static bool keep_thread(void *ctx, struct thread *thread)
{
	bool in_use = thread->in_use, spared = thread->spared;

	(void)ctx;
	thread->in_use = false;
	if (in_use || thread->tid <= 0)
		return true;
	if (!thread->ended && (thread->comm_known || !kill(thread->tid, 0) || errno != ESRCH))
		return true;
	thread->spared = true;
	return !spared;
}

/* What was kept for rows, tasks and files that are no more. 0 or -ENOMEM. */
static int tidy(struct top_live *live, enum live_mode mode)
{
	bool all = ++live->refreshes % TIDY_REFRESHES == 0;
	int ret = collect__age(live->collect, mode == LIVE_ZERO ? 0 : AGE_DECAY, all);

	if (!ret)
		ret = machine__sweep(live->machine, keep_thread, NULL);
	if (ret || !all)
		return ret;
	top_annotate__mark(&live->annotate);
	return machine__sweep_dsos(live->machine, SPARED_SWEEPS);
}

/* Rows of now, and what was counted weighs less from here on. 0 or -ENOMEM. */
static int copy_rows(struct top_live *live)
{
	struct snapshot *copy = snapshot__take(live->collect), *old;
	enum live_mode mode;

	if (!copy)
		return -ENOMEM;
	pthread_mutex_lock(&live->lock);
	old = live->copy;
	live->copy = copy;
	live->wanted = false;
	mode = live->mode;
	pthread_cond_broadcast(&live->changed);
	pthread_mutex_unlock(&live->lock);
	snapshot__delete(old);
	return tidy(live, mode);
}

/* Between two rounds: is a copy wanted? Then it is made when what the rings held at that time is in. */
static bool pause_reading(void *ctx)
{
	struct top_live *live = ctx;
	u64 wanted_ns;
	bool wanted;

	update_status(live);
	top_annotate__answer(&live->annotate, &live->collect_opts, live->machine);
	pthread_mutex_lock(&live->lock);
	wanted = live->wanted;
	wanted_ns = live->wanted_ns;
	pthread_mutex_unlock(&live->lock);
	if (!wanted)
		return live->copying = false;
	if (!live->copying) {
		live->copying = true;
		live->rounds_due = ROUNDS_TO_COUNT;
	}
	if (live->rounds_due-- && now_ns() < wanted_ns + MAX_COUNT_NS)
		return true;
	live->copying = false;
	/* Without memory the old rows stay until there is some. */
	copy_rows(live);
	return false;
}

static void *read_all(void *arg)
{
	struct top_live *live = arg;
	const struct err *err;
	int ret = session__run(live->session);

	update_status(live);
	pthread_mutex_lock(&live->lock);
	live->status.ended = true;
	pthread_mutex_unlock(&live->lock);
	copy_rows(live);
	err = collect__err(live->collect)->code ? collect__err(live->collect)
						: &session__stats(live->session)->first;
	pthread_mutex_lock(&live->lock);
	live->ret = ret;
	if (ret)
		err__copy(&live->err, err);
	if (ret && !live->err.code)
		err__set(&live->err, ret, "%s", strerror(-ret));
	live->ended = true;
	pthread_cond_broadcast(&live->changed);
	pthread_mutex_unlock(&live->lock);
	top_annotate__close(&live->annotate);
	return NULL;
}

static void picture__delete(struct picture *picture)
{
	if (!picture)
		return;
	snapshot__delete(picture->rows);
	free(picture->view.events);
	free(picture);
}

/* Takes @rows over. NULL: out of memory. */
static struct picture *picture__new(struct snapshot *rows, size_t nr)
{
	struct picture *picture = calloc(1, sizeof(*picture));

	if (!picture) {
		snapshot__delete(rows);
		return NULL;
	}
	picture->rows = rows;
	picture->view.events = calloc(nr ? nr : 1, sizeof(*picture->view.events));
	if (!picture->view.events || snapshot__finish(rows)) {
		picture__delete(picture);
		return NULL;
	}
	for (size_t i = 0; i < nr && i < rows->nr; i++)
		picture->view.events[picture->view.nr++] =
			(struct live_event){ .name = rows->events[i].name,
					     .hists = &rows->events[i].hists };
	return picture;
}

/* With the lock held, until @until_ns (CLOCK_MONOTONIC) or a change. */
static void wait_until(struct top_live *live, u64 until_ns)
{
	struct timespec ts = { .tv_sec = until_ns / 1000000000, .tv_nsec = until_ns % 1000000000 };

	pthread_cond_timedwait(&live->changed, &live->lock, &ts);
}

/*
 * Sleeps over the delay, which may change meanwhile, then gets a copy. In *due_ns when the sleep was over;
 * 0: it was cut short. The lock is held.
 */
static struct snapshot *next_copy(struct top_live *live, u64 last_ns, u64 *due_ns)
{
	struct snapshot *copy;

	while (!live->ended && !live->stop && now_ns() < last_ns + live->delay_ms * NS_PER_MS)
		wait_until(live, last_ns + live->delay_ms * NS_PER_MS);
	*due_ns = live->ended || live->stop ? 0 : last_ns + live->delay_ms * NS_PER_MS;
	live->wanted = !live->ended;
	live->wanted_ns = now_ns();
	record_live__wake(live->record, live->stop);
	while (!live->copy && !live->ended)
		wait_until(live, now_ns() + WAIT_STEPS_MS * NS_PER_MS);
	copy = live->copy;
	live->copy = NULL;
	return copy;
}

static void *refresh(void *arg)
{
	struct top_live *live = arg;
	u64 last_ns = now_ns(), due_ns, delay_ns;
	bool ended = false;

	while (!ended) {
		struct picture *picture = NULL, *old;
		struct snapshot *copy;

		pthread_mutex_lock(&live->lock);
		copy = next_copy(live, last_ns, &due_ns);
		delay_ns = live->delay_ms * NS_PER_MS;
		/* The last copy stands there once the reader ended. */
		ended = live->ended;
		pthread_mutex_unlock(&live->lock);
		/* One that is late does not make those after it late. */
		last_ns = now_ns() < due_ns + delay_ns ? due_ns : now_ns();
		if (copy)
			picture = picture__new(copy, live->nr_asked);
		if (picture)
			picture->view.due_ns = due_ns;
		pthread_mutex_lock(&live->lock);
		old = live->ready;
		if (picture)
			live->ready = picture;
		ended = ended && !live->copy;
		live->over = ended;
		pthread_mutex_unlock(&live->lock);
		if (picture)
			picture__delete(old);
		wake_view(live);
	}
	return NULL;
}

static const struct live_snapshot *get(void *ctx)
{
	struct top_live *live = ctx;
	struct picture *picture;

	pthread_mutex_lock(&live->lock);
	picture = live->ready;
	live->ready = NULL;
	pthread_mutex_unlock(&live->lock);
	return picture ? &picture->view : NULL;
}

static void put(void *ctx, const struct live_snapshot *snapshot)
{
	(void)ctx;
	picture__delete(container_of(snapshot, struct picture, view));
}

static void get_status(void *ctx, struct live_status *status)
{
	struct top_live *live = ctx;

	pthread_mutex_lock(&live->lock);
	*status = live->status;
	pthread_mutex_unlock(&live->lock);
}

static void configure(void *ctx, enum live_mode mode, u32 delay_ms)
{
	struct top_live *live = ctx;

	pthread_mutex_lock(&live->lock);
	live->mode = mode;
	live->delay_ms = delay_ms;
	pthread_cond_broadcast(&live->changed);
	pthread_mutex_unlock(&live->lock);
}

struct live_source top_live__source(struct top_live *live)
{
	return (struct live_source){ .ctx = live,
				     .wake_fd = live->wake_fd,
				     .get = get,
				     .put = put,
				     .status = get_status,
				     .configure = configure };
}

static int annotate_symbol(void *ctx, const struct symbol *symbol, size_t event,
			   struct annotated *result, struct err *err)
{
	struct top_live *live = ctx;
	struct top_question question = {
		.symbol = symbol, .event = event, .result = result, .err = err
	};

	top_annotate__ask(&live->annotate, &question);
	record_live__wake(live->record, false);
	return top_annotate__wait(&live->annotate, &live->collect_opts, live->machine, &question);
}

struct annotator top_live__annotator(struct top_live *live)
{
	return (struct annotator){ .ctx = live, .annotate = annotate_symbol };
}

bool top_live__is_over(struct top_live *live)
{
	bool over;

	pthread_mutex_lock(&live->lock);
	over = live->over;
	pthread_mutex_unlock(&live->lock);
	return over;
}

void top_live__stop(struct top_live *live)
{
	pthread_mutex_lock(&live->lock);
	live->stop = true;
	pthread_cond_broadcast(&live->changed);
	pthread_mutex_unlock(&live->lock);
	record_live__wake(live->record, true);
}

int top_live__join(struct top_live *live, struct err *err)
{
	if (live->reading)
		pthread_join(live->reader, NULL);
	if (live->refreshing)
		pthread_join(live->refresher, NULL);
	live->reading = live->refreshing = false;
	if (live->ret)
		err__copy(err, &live->err);
	return live->ret;
}

int top_live__child_exit(const struct top_live *live)
{
	return record_live__child_exit(live->record);
}

static int note_events(struct top_live *live)
{
	size_t nr = record_live__nr_events(live->record);

	live->nr_asked = record_live__nr_asked(live->record);
	live->persistent = calloc(nr ? nr : 1, sizeof(bool));
	if (!live->persistent)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		struct record_live_status status;

		record_live__status(live->record, i, &status);
		live->persistent[i] = status.persistent;
		if (i >= live->nr_asked)
			continue;
		if (status.ring_bytes > live->status.ring_bytes)
			live->status.ring_bytes = status.ring_bytes;
		if (status.nr_rings > live->status.nr_rings)
			live->status.nr_rings = status.nr_rings;
	}
	return 0;
}

/* Events of which each text is another one, because of a time or a serial number in it. */
static const struct {
	const char *tracepoint, *sort;
} own_sorts[] = {
	{ "mce:mce_record", "mce_record.cpu,mce_record.bank,mce_record.status" },
};

/* Where an address says little, the event's own text is what samples have in common. */
static const char *default_sort(const struct top_live *live)
{
	const char *const *names = record_live__tracepoints(live->record);

	for (size_t i = 0; i < live->nr_asked; i++)
		if (data_event__attr(record_live__event(live->record, i))->type !=
		    PERF_TYPE_TRACEPOINT)
			return "dso,sym";
	for (size_t i = 0; i < ARRAY_SIZE(own_sorts) && names[0]; i++) {
		size_t n = 0;

		while (names[n] && !strcmp(names[n], own_sorts[i].tracepoint))
			n++;
		if (!names[n])
			return own_sorts[i].sort;
	}
	return "trace";
}

/* Everything that reads is there before it does. */
static int setup(struct top_live *live, struct err *err)
{
	const struct session_handlers handlers = {
		.ctx = live, .sample = on_sample, .mmap = on_mmap, .lost = on_lost
	};
	struct session_source source;
	int ret;

	live->status.attached_ns = live->rate_ns = now_ns();
	live->status.readers = -1;
	if (note_events(live))
		return err__set(err, -ENOMEM, "out of memory");
	if (!live->collect_opts.spec.sort && !live->collect_opts.spec.fields)
		live->collect_opts.spec.sort = default_sort(live);
	top_last__init(&live->last, record_live__clock_offset_ns(live->record));
	live->rings =
		(struct ring_source){ .live = live->record, .pause = pause_reading, .ctx = live };
	source = session_source__of_rings(&live->rings);
	live->machine = machine__new();
	if (live->machine)
		machine__set_options(live->machine, live->opts.symbols);
	if (live->machine)
		live->collect = collect__new(&live->collect_opts, record_live__info(live->record),
					     live->machine);
	if (live->collect)
		live->session = session__new(&source, live->machine, &handlers);
	if (!live->session || session__prepare(live->session))
		return err__set(err, -ENOMEM, "out of memory");
	ret = collect__setup(live->collect, session__events(live->session));
	return ret ? err__copy(err, collect__err(live->collect)) : 0;
}

static int start(struct top_live *live, struct err *err)
{
	int ret;

	live->readers = top_readers__new(live->opts.list->events[0]);
	ret = pthread_create(&live->reader, NULL, read_all, live);

	live->reading = !ret;
	if (!ret)
		ret = pthread_create(&live->refresher, NULL, refresh, live);
	live->refreshing = !ret;
	return ret ? err__set(err, -ret, "threads: %s", strerror(ret)) : 0;
}

static int init_lock(struct top_live *live)
{
	pthread_condattr_t attr;
	int ret = pthread_condattr_init(&attr);

	if (ret)
		return -ret;
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&live->changed, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&live->lock, NULL);
	return 0;
}

int top_live__new(struct top_live **out, const struct top_live_options *opts, struct err *err)
{
	struct top_live *live = calloc(1, sizeof(*live));
	int ret;

	if (!live || init_lock(live)) {
		free(live);
		return err__set(err, -ENOMEM, "out of memory");
	}
	top_annotate__init(&live->annotate, opts->annotate);
	live->opts = *opts;
	live->collect_opts = *opts->collect;
	live->mode = opts->mode;
	live->delay_ms = opts->delay_ms;
	live->notes = (struct record_notes){ on_note, live };
	live->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	ret = live->wake_fd < 0 ? err__set(err, -errno, "eventfd: %s", strerror(errno)) : 0;
	if (!ret)
		ret = record_live__new(&live->record, opts->record, opts->list, opts->lookup,
				       &live->notes, err);
	if (!ret)
		ret = setup(live, err);
	if (!ret)
		ret = start(live, err);
	if (ret) {
		top_live__delete(live);
		return ret;
	}
	*out = live;
	return 0;
}

void top_live__delete(struct top_live *live)
{
	if (!live)
		return;
	if (live->reading)
		top_live__stop(live);
	top_live__join(live, NULL);
	top_readers__delete(live->readers);
	picture__delete(live->ready);
	snapshot__delete(live->copy);
	collect__delete(live->collect);
	session__delete(live->session);
	machine__delete(live->machine);
	record_live__delete(live->record);
	top_last__exit(&live->last);
	top_annotate__exit(&live->annotate);
	free(live->persistent);
	if (live->wake_fd >= 0)
		close(live->wake_fd);
	pthread_cond_destroy(&live->changed);
	pthread_mutex_destroy(&live->lock);
	free(live);
}
