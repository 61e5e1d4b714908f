#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# perf script, report and evlist on one recording in all the forms that perf.data has, on damaged and
# on changing files. make-recording writes them, so nothing is recorded here.

REF=/usr/bin/perf
MAKE=$BATS_TEST_DIRNAME/make-recording
ALL="-F comm,pid,tid,cpu,time,event,period,ip,sym,dso --ns --show-mmap-events --show-task-events
	--show-switch-events --show-namespace-events --show-lost-events --show-cgroup-events
	--show-bpf-events --show-text-poke-events"
ROWS="report --stdio -s comm,dso,sym,cpu -g none"

setup_file() {
	DIR=$(mktemp -d)
	export DIR
}

teardown_file() {
	rm -rf "$DIR"
}

# texts FILE NAME: what is printed of it.
texts() {
	# shellcheck disable=SC2086
	"$PERF" script -i "$1" $ALL >"$DIR/$2.script" 2>"$DIR/$2.err" || { cat "$DIR/$2.err"; false; }
	"$PERF" $ROWS -i "$1" >"$DIR/$2.rows" 2>/dev/null || { echo "report: $?"; false; }
	"$PERF" report --stats -i "$1" 2>/dev/null |
		grep -E 'SAMPLE |MMAP|COMM|SWITCH|TYPE_' | sed 's/(.*//' >"$DIR/$2.stats"
	"$PERF" evlist -i "$1" >"$DIR/$2.evlist" 2>/dev/null || { echo "evlist: $?"; false; }
}

# base OPTIONS...: that which the others are compared with.
base() {
	"$MAKE" "$DIR/base.data" "$@"
	texts "$DIR/base.data" base
	[ "$(grep -c cpu-clock "$DIR/base.script")" -ge 27 ]
}

# alike OPTIONS...: another form of the same recording.
alike() {
	"$MAKE" "$DIR/data" "$@"
	texts "$DIR/data" other || { echo "of: $*"; false; }
	for part in script rows stats evlist; do
		diff "$DIR/base.$part" "$DIR/other.$part" | head -n 5
		cmp "$DIR/base.$part" "$DIR/other.$part" || { echo "$part of: $*"; false; }
	done
}

# fault COMMAND TEXT: it fails and says so; what it printed stands in $DIR/out.
fault() {
	local status=0
	# shellcheck disable=SC2086
	"$PERF" $1 >"$DIR/out" 2>"$DIR/err" || status=$?
	[ $status -ge 1 ] && [ $status -le 255 ] && [ $status != 129 ] ||
		{ echo "$1: status $status"; false; }
	[ $status -lt 128 ] || [ $status = 255 ] || { echo "$1: status $status"; false; }
	grep -q "$2" "$DIR/err" || { cat "$DIR/err"; false; }
}

@test "data: the distribution prints the same of what it can read" {
	[ -x $REF ] || skip "no $REF"
	"$MAKE" "$DIR/old" --old --attr-size 128 --update
	for options in "script -F comm,pid,tid,cpu,time,event,period --show-mmap-events
		--show-task-events --show-switch-events --show-lost-events" \
		"script -F time,event --show-bpf-events --show-cgroup-events" \
		"evlist -v" "evlist -F" "report --header-only" "report --tasks"; do
		# shellcheck disable=SC2086
		{
			$REF $options -i "$DIR/old" >"$DIR/theirs" 2>/dev/null
			"$PERF" $options -i "$DIR/old" >"$DIR/ours" 2>/dev/null
		}
		[ -s "$DIR/theirs" ]
		diff "$DIR/theirs" "$DIR/ours" | head -n 5
		cmp "$DIR/theirs" "$DIR/ours" || { echo "$options"; false; }
	done
}

@test "data: both byte orders and versions, files and the pipe form" {
	base
	for order in little big; do
		for form in v1 v2 pipe; do
			alike --order $order --form $form
		done
	done
}

@test "data: the pipe form through a pipe" {
	base
	for order in little big; do
		"$MAKE" "$DIR/pipe" --order $order --form pipe
		# shellcheck disable=SC2002,SC2086
		{
			cat "$DIR/pipe" | "$PERF" script -i - $ALL >"$DIR/ours"
			cmp "$DIR/base.script" "$DIR/ours"
			cat "$DIR/pipe" | "$PERF" $ROWS -i - >"$DIR/ours"
			cmp "$DIR/base.rows" "$DIR/ours"
			cat "$DIR/pipe" | "$PERF" evlist -i - >"$DIR/ours"
			cmp "$DIR/base.evlist" "$DIR/ours"
		}
	done
}

@test "data: ids at the end and at the begin, one event without ids, sample_id_all off" {
	base
	alike --identifier
	alike --identifier --order big --form pipe
	base --no-ids
	alike --no-ids --order big
	alike --no-ids --form pipe
	base --no-sample-id-all
	alike --no-sample-id-all --order big --identifier
	alike --no-sample-id-all --form pipe
}

@test "data: rounds, none, and records out of order" {
	base
	alike --no-rounds
	alike --shuffle
	alike --shuffle --order big --form pipe
}

@test "data: compressed records" {
	"$PERF" version --build-options | grep -q 'zstd: \[ on' || skip "built without libzstd"
	base
	for order in little big; do
		for form in v2 pipe; do
			alike --order $order --form $form --zstd 81
			alike --order $order --form $form --zstd 83
		done
	done
}

@test "data: attrs of all sizes, an unknown tail is told once" {
	base
	for size in 64 72 80 96 104 112 120 128 200 4096; do
		alike --attr-size $size --tail
		alike --attr-size $size --tail --form pipe --order big
	done
	[ "$(grep -c 'attrs have 3960 bytes more than known' "$DIR/other.err")" = 1 ]
	"$PERF" evlist -v -i "$DIR/data" 2>/dev/null | grep -q 'attr17: 0x5a5a5a5a5a5a5a5a'
}

@test "data: unknown record types and features are told once, by their numbers" {
	"$MAKE" "$DIR/data" --samples 6000
	"$PERF" script -i "$DIR/data" >/dev/null 2>"$DIR/err"
	for what in 'feature 200' 'type 30' 'type 84' 'type 300'; do
		[ "$(grep -c "$what " "$DIR/err")" = 1 ] || { cat "$DIR/err"; false; }
	done
	"$PERF" report --stats -i "$DIR/data" 2>/dev/null | grep -q ' TYPE_300 events:          1 '
}

@test "data: a recorder that did not finish" {
	base
	for form in v1 v2; do
		for order in little big; do
			"$MAKE" "$DIR/data" --form $form --order $order --unfinished
			# Without features nobody tells that this is another kernel.
			"$PERF" script -i "$DIR/data" -F comm,tid,time,ip >"$DIR/ours" 2>"$DIR/err"
			grep -q 'did not finish' "$DIR/err"
			"$PERF" script -i "$DIR/base.data" -F comm,tid,time,ip 2>/dev/null | cmp - "$DIR/ours"
			head -c -13 "$DIR/data" >"$DIR/cut"
			"$PERF" script -i "$DIR/cut" -F comm,tid,time,ip 2>"$DIR/err" | cmp - "$DIR/ours"
			grep -q 'is incomplete' "$DIR/err"
		done
	done
}

@test "data: a record that gives an event its name" {
	"$MAKE" "$DIR/data" --update
	"$PERF" script -i "$DIR/data" -F event 2>/dev/null | grep -c faults: | grep -qx 13
	"$PERF" script -i "$DIR/data" -F event 2>/dev/null | grep -q page-faults && false
	"$PERF" report --stdio -i "$DIR/data" 2>/dev/null | grep -q "of event 'faults'"
}

@test "data: cut off at any place: what is whole, the place of the fault, a failure" {
	base
	size=$(stat -c %s "$DIR/base.data")
	for at in 1 103 500 $((size / 2)) $((size - 1)); do
		head -c $at "$DIR/base.data" >"$DIR/cut"
		for command in "script $ALL" "$ROWS" "report --stats" "report --header-only" evlist; do
			fault "$command -i $DIR/cut" 'offset\|too short\|ends within its header'
		done
	done
	head -c $((size / 2)) "$DIR/base.data" >"$DIR/cut"
	fault "script $ALL -i $DIR/cut" 'record of type 9 at offset 0x[0-9a-f]*: longer than what is left'
	[ -s "$DIR/out" ]
	# Nothing but a part of the whole text, in its order; whose kernel it was is cut off.
	grep -v -F '[kernel.kallsyms]' "$DIR/out" >"$DIR/part"
	diff "$DIR/base.script" "$DIR/part" | grep '^>' && false
	"$MAKE" "$DIR/pipe" --form pipe --order big
	head -c 6001 "$DIR/pipe" >"$DIR/cut"
	fault "script $ALL -i $DIR/cut" "offset 0x"
	[ -s "$DIR/out" ]
}

@test "data: what is no file to read" {
	: >"$DIR/empty"
	mkdir -p "$DIR/folder"
	for command in script "report --stdio" evlist "annotate --stdio"; do
		fault "$command -i $DIR/none" 'No such file'
		fault "$command -i $DIR/empty" 'too short'
		fault "$command -i $DIR/folder" 'Is a directory\|no perf.data'
		fault "$command -i /dev/null" 'too short'
		fault "$command -i /dev/zero" 'does not begin with PERFILE2'
	done
	mkfifo "$DIR/fifo"
	base
	"$MAKE" "$DIR/pipe" --form pipe
	cat "$DIR/pipe" >"$DIR/fifo" &
	# shellcheck disable=SC2086
	"$PERF" script -i "$DIR/fifo" $ALL 2>/dev/null | cmp "$DIR/base.script" -
	cat "$DIR/base.data" >"$DIR/fifo" &
	fault "script -i $DIR/fifo" 'can not come from a pipe'
	wait
}

@test "data: another user's file needs -f" {
	[ "$(id -u)" = 0 ] || skip "only root can give files away"
	base
	cp "$DIR/base.data" "$DIR/theirs"
	chown 65534 "$DIR/theirs"
	for command in script "report --stdio" evlist "annotate --stdio"; do
		fault "$command -i $DIR/theirs" 'belongs neither to you nor to root'
	done
	for command in script "report --stdio" evlist; do
		# shellcheck disable=SC2086
		"$PERF" $command -f -i "$DIR/theirs" >"$DIR/out" 2>/dev/null
		[ -s "$DIR/out" ]
	done
	chmod 600 "$DIR/theirs"
	chown 0 "$DIR/theirs"
	chmod 711 "$DIR"
	cp "$PERF" "$DIR/perf"
	run setpriv --reuid 65534 --clear-groups "$DIR/perf" script -i "$DIR/theirs"
	[ "$status" = 255 ] && [[ $output = *"Permission denied"* ]]
}

@test "data: a file that grows, is cut off or replaced while it is read" {
	"$MAKE" "$DIR/long" --samples 6000 --shuffle
	"$MAKE" "$DIR/base.data"
	size=$(stat -c %s "$DIR/long")
	# The reader stops when its output is full, and goes on after the change.
	for change in cut replace grow; do
		cp "$DIR/long" "$DIR/data"
		mkfifo "$DIR/hold.$change"
		status=0
		"$PERF" script -i "$DIR/data" -F time,ip >"$DIR/hold.$change" 2>"$DIR/err" &
		pid=$!
		exec 8<"$DIR/hold.$change"
		head -c 10 <&8 >/dev/null
		case $change in
		cut) truncate -s $((size / 2)) "$DIR/data" ;;
		replace) cp "$DIR/base.data" "$DIR/new" && mv "$DIR/new" "$DIR/data" ;;
		grow) printf 'more' >>"$DIR/data" ;;
		esac
		cat <&8 >/dev/null
		exec 8<&-
		wait $pid || status=$?
		[ $status = 0 ] || [ $status = 255 ] || { echo "$change: $status"; cat "$DIR/err"; false; }
	done
}

# on_terminal COMMAND: its output on a terminal.
on_terminal() {
	script -qec "$PERF $1" /dev/null </dev/null 2>/dev/null
}

@test "data: control sequences in names do not reach a terminal" {
	"$MAKE" "$DIR/data" --control
	for command in "script --show-mmap-events --show-task-events" "report --stdio -s comm,dso" \
		"report --tasks" "report --stdio --hierarchy -s comm,dso,sym"; do
		on_terminal "$command -i $DIR/data" >"$DIR/out"
		grep -aq 'nonexistent\|b' "$DIR/out"
		LC_ALL=C grep -aq "$(printf '[\001-\010\013\014\016-\037\177]')" "$DIR/out" &&
			{ cat -v "$DIR/out"; false; }
		LC_ALL=C grep -aq "$(printf '\302\233')" "$DIR/out" && { cat -v "$DIR/out"; false; }
	done
	# A file gets them as they are.
	"$PERF" script --show-mmap-events -i "$DIR/data" 2>/dev/null | grep -q "$(printf 'one\033]0;title')"
}

# Whatever a file says, nothing runs, nothing but the output is written, and with --symfs no path of
# it leaves that folder.
@test "data: no path of a file is followed outside of --symfs, nothing runs, nothing is written" {
	command -v strace >/dev/null || skip "no strace"
	mkdir -p "$DIR/sys/usr/lib" "$DIR/outside"
	cp /bin/true "$DIR/outside/secret"
	ln -sf "$DIR/outside/secret" "$DIR/sys/usr/lib/link"
	ln -sf "$DIR/outside" "$DIR/sys/usr/dirlink"
	cd "$DIR"
	for path in /usr/lib/link "/usr/lib/../../../outside/secret" /usr/dirlink/secret \
		"$DIR/outside/secret" "../outside/secret" "/proc/self/root$DIR/outside/secret"; do
		"$MAKE" "$DIR/data" --path "$path"
		for command in "script -F +srcline,+symoff" "report --stdio"; do
			# shellcheck disable=SC2086
			strace -f -y -o "$DIR/trace" -e trace=openat,openat2,open,execve,creat,rename,unlink,connect \
				"$PERF" $command -i "$DIR/data" --symfs "$DIR/sys" >/dev/null 2>&1 || true
			[ -s "$DIR/trace" ]
			# Nothing there was opened, whatever was asked for.
			grep '= [0-9]*<.*outside' "$DIR/trace" && false
			[ "$(grep -c execve "$DIR/trace")" = 1 ]
			grep 'O_WRONLY\|O_RDWR\|O_CREAT\|creat(\|rename\|unlink\|connect(' "$DIR/trace" |
				grep -v '/dev/null\|/dev/tty\|ENOENT' && false
			true
		done
	done
	true
}

@test "data: a directory, of which each file has a part of the records" {
	local split=$BATS_TEST_DIRNAME/split-recording part
	base --samples 400
	for parts in 1 3 12; do
		rm -rf "$DIR/dir"
		"$split" "$DIR/base.data" "$DIR/dir" $parts
		texts "$DIR/dir" other
		for part in script rows evlist; do
			diff "$DIR/base.$part" "$DIR/other.$part" | head -n 5
			cmp "$DIR/base.$part" "$DIR/other.$part" || { echo "$part of $parts"; false; }
		done
	done
	# A file that is cut off is told by its name.
	truncate -s -3 "$DIR/dir/data.2"
	fault "script -i $DIR/dir" "data.2: .*offset"
	rm "$DIR/dir/data"
	fault "script -i $DIR/dir" "no file 'data'"
}

@test "data: a directory that the distribution records" {
	[ -x $REF ] || skip "no $REF"
	rm -rf "$DIR/dir"
	for option in "" -z; do
		rm -rf "$DIR/dir"
		$REF record --threads $option -q -e cpu-clock -a -o "$DIR/dir" sleep 0.2 >/dev/null 2>&1 ||
			skip "the distribution can not record --threads here"
		[ -e "$DIR/dir/data.0" ]
		$REF script -i "$DIR/dir" -F comm,tid,cpu,time,event,ip >"$DIR/ref" 2>/dev/null
		"$PERF" script -i "$DIR/dir" -F comm,tid,cpu,time,event,ip >"$DIR/out"
		[ -s "$DIR/ref" ]
		cmp "$DIR/ref" "$DIR/out"
	done
}
