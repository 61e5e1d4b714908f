#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# perf list: kinds, globs, the three outputs, persistent events with what their holder says.

@test "list: every kind has its label; software events with their other names" {
	out=$("$PERF" list 2>/dev/null)
	grep -Eq '^  page-faults OR faults +\[Software event\]$' <<<"$out"
	grep -Eq '^  duration_time +\[Tool event\]$' <<<"$out"
	grep -Eq '^  rNNN +\[Raw' <<<"$out"
	grep -Eq '^  mem:' <<<"$out"
}

@test "list KIND and list GLOB" {
	[ -z "$("$PERF" list sw | grep -v 'Software event')" ]
	out=$("$PERF" list '*fault*')
	[[ "$out" == *page-faults* && "$out" != *cpu-clock* ]]
	run "$PERF" list no-such-event
	[ "$status" = 1 ]
}

@test "list tracepoint: as many as tracefs has" {
	tracing=$(awk '$3 == "tracefs" { print $2; exit }' /proc/self/mounts)
	[ -n "$tracing" ] || skip "tracefs is not mounted"
	n=$(find "$tracing/events" -mindepth 3 -maxdepth 3 -name id | wc -l)
	m=$("$PERF" list tracepoint | grep -c 'Tracepoint event')
	[ "$m" -ge "$n" ]
	"$PERF" list 'sched:*exit*' | grep -q 'sched:sched_process_exit'
}

@test "list pmu: a tree of 240 PMUs, also the second source's" {
	"$BATS_TEST_DIRNAME/../data/make-sysfs" server "$BATS_TEST_TMPDIR/s"
	export PERF_EVENT_SOURCES=$BATS_TEST_TMPDIR/s
	out=$("$PERF" list pmu)
	grep -q 'uncore_cha_119/clockticks/' <<<"$out"
	"$PERF" list -v power/energy-pkg/ | grep -q 'Joules'
	"$PERF" list -v power/energy-pkg/ | grep -q "$BATS_TEST_TMPDIR/s/power/events/energy-pkg"
}

@test "list of broken PMUs: what is whole, and why the rest is missing" {
	"$BATS_TEST_DIRNAME/../data/make-sysfs" broken "$BATS_TEST_TMPDIR/b"
	PERF_EVENT_SOURCES=$BATS_TEST_TMPDIR/b run "$PERF" list pmu
	[ "$status" = 0 ]
	[[ "$output" == *msr/tsc/* && "$output" == *bad_type* ]]
}

@test "list of one PMU in two sources: each of its events with its source" {
	for source in a b; do
		"$BATS_TEST_DIRNAME/../data/make-sysfs" persistent "$BATS_TEST_TMPDIR/$source"
	done
	export PERF_EVENT_SOURCES=$BATS_TEST_TMPDIR/a:$BATS_TEST_TMPDIR/b
	[ "$("$PERF" list persistent/mce_record/ | grep -c 'persistent/mce_record/')" = 2 ]
	"$PERF" list persistent/mce_record/ | grep -q "of $BATS_TEST_TMPDIR/a"
	"$PERF" list persistent/mce_record/ | grep -q "of $BATS_TEST_TMPDIR/b"
}

@test "list -j: one valid array; --raw-dump: names that stat takes" {
	"$PERF" list -j | python3 -c 'import json,sys; assert any(e["EventName"] == "cpu-clock" for e in json.load(sys.stdin))'
	"$PERF" list -v -j | python3 -c 'import json,sys; json.load(sys.stdin)'
	for name in $("$PERF" list --raw-dump sw); do
		"$PERF" stat -e "$name" true 2>/dev/null || { echo "$name"; false; }
	done
}

@test "list persistent: provider, ring, readers, since when" {
	[ "$(id -u)" = 0 ] || skip "holding events needs root"
	run_dir=$BATS_TEST_TMPDIR/run
	"$PERF" persistent serve --run-dir "$run_dir" --daemon faults=page-faults
	out=$(PERF_EVENT_SOURCES=$run_dir/devices "$PERF" list persistent)
	json=$(PERF_EVENT_SOURCES=$run_dir/devices "$PERF" list -j persistent)
	"$PERF" persistent stop --run-dir "$run_dir"
	[[ "$out" == *"persistent/faults/"*"[Persistent event]"*"ring 512 KiB a CPU, 0 readers, runs since "* ]]
	python3 -c 'import json,sys; e, = json.loads(sys.argv[1]); assert e["RingBytes"] == 512 * 1024' "$json"
}

@test "list: no colours and no pager where it is no terminal, or NO_COLOR" {
	[[ "$("$PERF" list sw)" != *$'\033'* ]]
	out=$(NO_COLOR=1 PERF_PAGER= script -qc "$PERF list sw" /dev/null)
	[[ "$out" == *page-faults* && "$out" != *$'\033'* ]]
	out=$(env -u NO_COLOR PERF_PAGER= script -qc "$PERF list sw" /dev/null)
	[[ "$out" == *page-faults* && "$out" == *$'\033'* ]]
}
