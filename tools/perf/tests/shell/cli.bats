#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What every command shares: help, versions, unknown words and exit statuses.

@test "no command: the overview on standard error, status 1" {
	run "$PERF"
	[ "$status" = 1 ]
	[[ "$output" == *"usage: perf"* ]]
	[ -z "$("$PERF" 2>/dev/null)" ]
}

@test "--help: the overview on standard output, status 0" {
	out=$("$PERF" --help 2>/dev/null)
	[[ "$out" == *record* && "$out" == *script* && "$out" == *persistent* ]]
}

@test "--version and version: one line" {
	run "$PERF" --version
	[ "$status" = 0 ]
	[[ "$output" =~ ^perf\ version\ [0-9] ]]
	[ "$("$PERF" version)" = "$output" ]
}

@test "version --build-options: each library with its macro" {
	run "$PERF" version --build-options
	[ "$status" = 0 ]
	[[ "$output" == *"libtraceevent: [ on"* && "$output" == *HAVE_LIBELF* ]]
}

@test "an unknown command: status 1 and the nearest name" {
	run "$PERF" recrod
	[ "$status" = 1 ]
	[[ "$output" == *"Did you mean 'record'?"* ]]
	run "$PERF" xyzzy
	[ "$status" = 1 ]
	[[ "$output" != *"Did you mean"* ]]
}

@test "commands of other perfs: status 1, and one line that says what to use" {
	for command in c2c diff inject kmem kvm lock mem sched timechart trace; do
		run "$PERF" $command record true
		[ "$status" = 1 ]
		[ "${#lines[@]}" = 1 ]
		[[ "$output" == *"'$command' is out of scope of this perf; use: "?* ]]
	done
	run "$PERF" help sched
	[ "$status" = 1 ]
	[[ "$output" == *"perf script"* ]]
}

@test "an unknown option of perf: status 129" {
	run "$PERF" --frobnicate
	[ "$status" = 129 ]
	[[ "$output" == *"unknown option '--frobnicate'"* ]]
}

@test "an unknown option of each command: status 129" {
	for command in annotate evlist help list persistent record script stat test version; do
		run "$PERF" $command --frobnicate
		[ "$status" = 129 ] || { echo "$command: $status"; false; }
	done
}

@test "--help of each command: status 0, on standard output" {
	for command in annotate evlist help list persistent record script stat test version; do
		out=$("$PERF" $command --help 2>/dev/null) || { echo "$command: $?"; false; }
		[ -n "$out" ] || { echo "$command says nothing"; false; }
	done
}

@test "help CMD without its man page: the command's own help" {
	mkdir "$BATS_TEST_TMPDIR/bin"
	run env PATH="$BATS_TEST_TMPDIR/bin" "$PERF" help record
	[ "$status" = 0 ]
	[[ "$output" == *--event* ]]
}

@test "help CMD shows the page that was installed with it, and no other perf's" {
	local dir=$BATS_TEST_TMPDIR
	mkdir -p "$dir/bin" "$dir/share/man/man1" "$dir/path"
	cp "$PERF" "$dir/bin/perf"
	printf '#!/bin/sh\n[ -r "$1" ] && exec cat "$1"\necho another page\n' >"$dir/path/man"
	chmod +x "$dir/path/man"
	run env PATH="$dir/path:$PATH" "$dir/bin/perf" help record
	[ "$status" = 0 ]
	[[ "$output" == *--event* && "$output" != *"another page"* ]]
	echo "our page" >"$dir/share/man/man1/perf-record.1"
	run env PATH="$dir/path:$PATH" "$dir/bin/perf" help record
	[ "$status" = 0 ]
	[ "$output" = "our page" ]
}

@test "help of an unknown command: status 1 and the nearest name" {
	run "$PERF" help frobnicate
	[ "$status" = 1 ]
	run "$PERF" help recrod
	[ "$status" = 1 ]
	[[ "$output" == *"Did you mean 'record'?"* ]]
}

@test "messages about options begin with the command as it is typed" {
	for command in evlist list record script stat test version 'persistent list'; do
		run "$PERF" $command --frobnicate
		[[ "$output" == "perf $command: "* ]] || { echo "$output"; false; }
		[[ "$output" == *"perf $command --help"* ]] || { echo "$output"; false; }
	done
}

@test "test of an unknown suite: status 129, and list shows the suites" {
	run "$PERF" test no-such-suite
	[ "$status" = 129 ]
	run "$PERF" test list
	[ "$status" = 0 ]
	[[ "$output" == *pmu-attr* ]]
}

@test "input that can not be read: status 255" {
	for command in script evlist; do
		run "$PERF" $command -i "$BATS_TEST_TMPDIR/none"
		[ "$status" = 255 ] || { echo "$command: $status"; false; }
		[[ "$output" == *none* ]]
		head -c 4096 /dev/urandom >"$BATS_TEST_TMPDIR/junk"
		run "$PERF" $command -i "$BATS_TEST_TMPDIR/junk"
		[ "$status" = 255 ] || { echo "$command: $status"; false; }
	done
}

@test "output that can not be written: a message and no success" {
	"$PERF" record -o "$BATS_TEST_TMPDIR/d" -e dummy true
	for command in version help list 'test list' "evlist -i $BATS_TEST_TMPDIR/d"; do
		status=0
		message=$("$PERF" $command 2>&1 >/dev/full) || status=$?
		[ "$status" != 0 ] || { echo "$command: $status"; false; }
		[[ "$message" == *"writing"*"No space left on device"* ]] || { echo "$command: $message"; false; }
	done
}

@test "closed standard streams: no message gets into a file" {
	"$PERF" record -o "$BATS_TEST_TMPDIR/d" -e dummy true <&- >&- 2>&-
	"$PERF" evlist -i "$BATS_TEST_TMPDIR/d"
	run bash -c '"$PERF" version >&-'
	[ "$status" = 1 ]
}

@test "a bad event: status 129, the string with a caret under the fault" {
	run "$PERF" record -o /dev/null -e 'cpu-clok' true
	[ "$status" = 129 ]
	[[ "$output" == *"cpu-clok"* && "$output" == *^* && "$output" == *cpu-clock* ]]
}

@test "a program that starts fast: no library of few commands is loaded with it" {
	grep -q 'OPTIONAL_LIBS +=.*-l:' "${PERF%/*}/config.mk" || skip "linked with shared libraries"
	run readelf -d "$PERF"
	[ "$status" = 0 ]
	[[ "$output" != *libelf* && "$output" != *libdw* && "$output" != *libzstd* ]]
	[[ "$output" != *libtraceevent* && "$output" != *libz.* && "$output" != *libm.* ]]
}
