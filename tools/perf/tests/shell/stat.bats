#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# perf stat from outside: targets, aggregation, intervals, repeats, formats that scripts parse.

rows() { grep -c . <<<"$1"; }

@test "stat COMMAND: counts, time and the command's status" {
	run "$PERF" stat -e task-clock,page-faults sh -c 'exit 3'
	[ "$status" = 3 ]
	[[ "$output" == *"Performance counter stats for 'sh -c exit 3':"* ]]
	[[ "$output" == *"msec task-clock"*"# "*"CPUs utilized"* ]]
	[[ "$output" == *"seconds time elapsed"*"seconds user"*"seconds sys"* ]]
}

@test "stat: the layout of a row is the distribution's" {
	[ -x /usr/bin/perf ] || skip "no perf of the distribution"
	# Digits differ between runs; every other byte must not.
	shape() { "$1" stat -e page-faults,cs,cpu-clock,task-clock,cycles true 2>&1 | sed -E 's/[0-9]/9/g; s/ +9/ 9/g; s/ +-nan/ 9/; s/#.*sec +$/# rate/'; }
	diff <(shape /usr/bin/perf) <(shape "$PERF")
}

@test "stat -x: CSV fields in their order" {
	out=$("$PERF" stat -x, -e page-faults,task-clock,cycles true 2>&1)
	[ "$(rows "$out")" = 3 ]
	[[ "$(sed -n 1p <<<"$out")" =~ ^[0-9]+,,page-faults,[0-9]+,100.00,[0-9.]+,[KMG]?/sec$ ]]
	[[ "$(sed -n 2p <<<"$out")" =~ ^[0-9.]+,msec,task-clock,[0-9]+,100.00,[0-9.]+,CPUs\ utilized$ ]]
}

@test "stat -x: the distribution's fields for the same events" {
	[ -x /usr/bin/perf ] || skip "no perf of the distribution"
	for options in "" "-a -A" "-a --per-core" "-a --per-socket" "-a --per-node" "-r 2" "-I 50 -a"; do
		shape() { "$1" stat -x, $options -e page-faults,task-clock sleep 0.08 2>&1 | sed -E 's/[0-9.]+/9/g; s/9,[KMG]?\/sec/9,rate/; s/^ +9/9/' | sort -u; }
		diff <(shape /usr/bin/perf) <(shape "$PERF") || { echo "options: $options"; false; }
	done
}

@test "stat -j: every line is JSON, in every locale" {
	for locale in C de_DE.UTF-8; do
		for options in "" "-a -A" "-a --per-core" "-r 2" "-I 50"; do
			LC_ALL=$locale "$PERF" stat -j $options -o "$BATS_TEST_TMPDIR/j" -e page-faults,task-clock,cycles sleep 0.12
			python3 -c 'import json,sys
for line in open(sys.argv[1]): row = json.loads(line); assert row["event"] in ("page-faults","task-clock","cycles"), row' "$BATS_TEST_TMPDIR/j"
		done
	done
}

@test "stat -a, -C: system-wide; a row a CPU with -A" {
	n=$(nproc)
	out=$("$PERF" stat -x, -a -A -e cpu-clock sleep 0.1 2>&1)
	[ "$(rows "$out")" = "$n" ]
	[[ "$out" == CPU0,* ]]
	out=$("$PERF" stat -x, -C 0 -A -e cpu-clock sleep 0.1 2>&1)
	[ "$(rows "$out")" = 1 ]
}

@test "stat -p and -t: running tasks, until they end" {
	sleep 0.5 &
	out=$("$PERF" stat -x, -e page-faults -p $! 2>&1)
	[[ "$out" == *,page-faults,* ]]
	sh -c 'while :; do :; done' &
	spin=$!
	out=$("$PERF" stat -x, -e task-clock --per-thread -t $spin sleep 0.2 2>&1)
	kill $spin
	[[ "$out" =~ ^sh-$spin,[0-9.]+,msec,task-clock ]]
}

@test "stat -I: intervals with their time, -I with --summary" {
	out=$("$PERF" stat -x, -I 50 --interval-count 3 -a -e cpu-clock 2>&1)
	[ "$(rows "$out")" = 3 ]
	out=$("$PERF" stat -I 60 --summary -a -e cpu-clock sleep 0.2 2>&1)
	[[ "$out" == *"#           time             counts unit events"* ]]
	[[ "$out" == *"Performance counter stats for 'system wide':"* ]]
}

@test "stat -r: means with errors; --pre and --post around each" {
	out=$("$PERF" stat -r 3 --pre 'echo pre' --post 'echo post' -e task-clock true 2>"$BATS_TEST_TMPDIR/err")
	[ "$out" = $'pre\npost\npre\npost\npre\npost' ]
	grep -q "(3 runs)" "$BATS_TEST_TMPDIR/err"
	grep -Eq '\+- [0-9.]+ seconds time elapsed' "$BATS_TEST_TMPDIR/err"
}

@test "stat --timeout, -D, --null, --quiet" {
	begin=$(date +%s)
	run "$PERF" stat --timeout 200 -e cpu-clock sleep 30
	[ $(($(date +%s) - begin)) -lt 15 ]
	run "$PERF" stat -D 100 -x, -e task-clock sh -c 'sleep 0.3'
	[[ "$output" == *task-clock* ]]
	run "$PERF" stat --null true
	[[ "$output" == *"seconds time elapsed"* ]]
	run "$PERF" stat --quiet -e cs true
	[ "$output" = "" ]
}

@test "stat -o, --append, --log-fd" {
	f=$BATS_TEST_TMPDIR/out
	"$PERF" stat -o "$f" -e cs true
	"$PERF" stat -o "$f" --append -e page-faults true
	grep -q "^# started on" "$f"
	grep -q page-faults "$f"
	grep -q cs "$f"
	"$PERF" stat --log-fd 7 -x, -e cs true 7>"$f"
	grep -q ',cs,' "$f"
}

@test "stat: groups, weak groups, and an unsupported member" {
	run "$PERF" stat -x, -e '{page-faults,cs}' true
	[ "$status" = 0 ]
	[[ "$output" =~ ^[0-9]+,,page-faults ]]
	run "$PERF" stat -x, -e '{page-faults,cycles}:W' true
	[ "$status" = 0 ]
	[[ "$output" =~ ^[0-9]+,,page-faults ]]
}

@test "stat --for-each-cgroup: a row an event and cgroup" {
	grep -qE ' cgroup2? ' /proc/self/mounts || skip "no cgroup hierarchy is mounted"
	run "$PERF" stat -a -x, --for-each-cgroup / -e cpu-clock,cs sleep 0.1
	[ "$status" = 0 ]
	[[ "$output" == *",cpu-clock,/,"* ]]
}

@test "stat: refusals are usage errors that say why" {
	for args in "-p 1 -a" "--per-thread" "-A true" "-I 0 true" "-x, -j true" "--interval-count 2 true" "-e nosuch true" "-p 999999999" "-C 9999"; do
		run "$PERF" stat $args
		[ "$status" = 129 ] || { echo "$args: $status: $output"; false; }
		[ "$(rows "$output")" -lt 12 ]
	done
	run "$PERF" stat -e cs /no/such/command
	[ "$status" = 255 ]
	[[ "$output" == *"No such file"* ]]
}

@test "stat of a persistent event: what happened since the attach, without opening it" {
	[ "$(id -u)" = 0 ] || skip "holding events needs root"
	run_dir=$BATS_TEST_TMPDIR/run
	"$PERF" persistent serve --run-dir "$run_dir" --daemon faults=page-faults/period=1/
	out=$(PERF_EVENT_SOURCES=$run_dir/devices "$PERF" stat -x, -e persistent/faults/,page-faults -a sleep 0.3 2>&1)
	"$PERF" persistent stop --run-dir "$run_dir"
	[[ "$out" =~ ^[1-9][0-9]*,,persistent/faults/,[0-9]+,100.00 ]]
}

@test "stat: a word that is too new for the kernel is named" {
	run "$PERF" stat -e software/attr511=1/ true
	[ "$status" = 255 ]
	[[ "$output" == "perf stat: "*"word 511 "* ]]
}

@test "stat: errors begin with the command, and CPUs are checked as record checks them" {
	run "$PERF" stat -e no-such-event true
	[ "$status" = 129 ]
	[[ "$output" == "perf stat: "* ]]
	for command in "stat" "record -o /dev/null"; do
		run "$PERF" $command -C 65000 -e dummy true
		[[ "$status" != 0 && "$output" == *"CPU 65000 is not online (these are: "* ]] || { echo "$output"; false; }
	done
}

@test "a tracepoint that even root may not count: the hint says to leave it out" {
	[ "$(id -u)" = 0 ] || skip "needs root"
	[ -e /sys/kernel/tracing/events/ftrace/function/id ] || skip "there is no ftrace:function"
	run "$PERF" stat -e ftrace:function true
	[ "$status" != 0 ] || skip "this kernel lets it be counted"
	[[ "$output" == *"lets nobody count ftrace:function: name the systems"* ]]
}

@test "a command that is ended when its time is up did not fail" {
	run "$PERF" stat -e cs --timeout 100 sleep 30
	[ "$status" = 0 ]
	run "$PERF" stat -e cs -I 100 --interval-count 1 sleep 30
	[ "$status" = 0 ]
}
