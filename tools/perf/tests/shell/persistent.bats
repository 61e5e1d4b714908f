#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf persistent from outside: every verb, every error by causing it, and nothing left over.

setup() {
	[ "$(id -u)" = 0 ] || skip "requires root"
	top=$(mktemp -d)
	dir=$top/run
	: "${PERF:=build/perf}"
}

teardown() {
	[ -n "${top-}" ] || return 0
	"$PERF" persistent stop --run-dir "$dir" >/dev/null 2>&1 || true
	[ -z "${mounted-}" ] || umount "$mounted"
	rm -rf "$top"
}

serve() { "$PERF" persistent serve --run-dir "$dir" --daemon "$@"; }
verb() { "$PERF" persistent "$1" --run-dir "$dir" "${@:2}"; }

# Processes whose command line names the run directory; the holder is the older one.
processes() { pgrep -f -- "--run-dir $dir( |\$)" || true; }
nr_processes() { processes | wc -l; }
holder() { # the one that has the lock file open
	local pid
	for pid in $(processes); do
		if ls -l "/proc/$pid/fd" 2>/dev/null | grep -q "$dir/lock"; then echo "$pid"; fi
	done
}
keeper() { local pid; for pid in $(processes); do [ "$pid" = "$(holder)" ] || echo "$pid"; done; }

# Does any process of this run directory still have a perf event?
nothing_left() {
	[ "$(nr_processes)" = 0 ] || { echo "processes left: $(processes)"; return 1; }
	[ ! -e "$dir" ] || { ls -laR "$dir"; return 1; }
}

faults='faults=page-faults/period=1/'

@test "serve --daemon returns when events are published, recorded and kept" {
	serve "$faults"
	[ "$(cat "$dir/devices/persistent/type")" = 4026531840 ]
	[ "$(cat "$dir/devices/persistent/format/persistent")" = attr5:63 ]
	[ "$(cat "$dir/devices/persistent/events/faults")" = persistent,config=1 ]
	[ "$(cat "$dir/devices/.holder")" = ../socket ]
	[ "$(nr_processes)" = 2 ]
	[ -n "$(holder)" ] && [ -n "$(keeper)" ]
	ls -l "/proc/$(keeper)/fd" | grep -q perf_event
	if ls -l "/proc/$(keeper)/fd" | grep -q "$dir/lock"; then false; fi
	verb stop
	nothing_left
}

@test "list shows name, event, CPUs, ring, age, count and readers" {
	serve -m 64K "$faults"
	/bin/true
	run verb list
	[ "$status" = 0 ]
	[[ ${lines[0]} == NAME*CPUS*RING*SINCE*AGE*EVENTS*LOST*READERS*EVENT ]]
	[[ ${lines[1]} =~ ^faults\ +0[-0-9,]*\ +64K\ +20[0-9-]+\ [0-9:]+\ +[0-9]+s\ +[1-9][0-9]*\ +0\ +0\ +page-faults/period=1/$ ]]
}

@test "a serve that fails leaves nothing" {
	run serve "$faults" bad=no-such-event-at-all
	[ "$status" != 0 ]
	[[ $output == *no-such-event-at-all* ]]
	nothing_left
	run serve "$faults" faults=cs
	[ "$status" = 129 ]
	nothing_left
}

@test "add and remove" {
	serve
	verb add "$faults"
	verb add -m 16 switches=cs
	run verb add "$faults"
	[ "$status" = 1 ]
	[[ $output == *"'faults' is in use"* ]]
	[ "$(ls "$dir/devices/persistent/events" | xargs)" = "faults switches" ]
	verb remove faults
	[ "$(ls "$dir/devices/persistent/events")" = switches ]
	run verb remove faults
	[ "$status" = 1 ]
	run verb list
	[ "${#lines[@]}" = 2 ]
	# Another event of that name gets another id.
	verb add "$faults"
	[ "$(cat "$dir/devices/persistent/events/faults")" = persistent,config=3 ]
}

@test "errors of add are shown with their place, and add nothing" {
	serve
	run verb add x=page-faults/nonsense=1/
	[ "$status" = 129 ]
	[[ $output == *^* ]]
	run verb add cycles=page-faults
	[ "$status" = 129 ]
	run verb add 'x={page-faults,cs}'
	[ "$status" != 0 ]
	[[ $output == *"one event"* ]]
	run verb add x=duration_time
	[ "$status" != 0 ]
	run verb add 'x=page-faults/inherit/'
	[ "$status" != 0 ]
	run verb add -m 3 x=page-faults
	[ "$status" = 129 ]
	[ -z "$(ls "$dir/devices/persistent/events")" ]
}

@test "a persistent event of another holder can not be held again" {
	serve "$faults"
	run env PERF_EVENT_SOURCES=/sys/bus/event_source/devices:"$dir/devices" \
		"$PERF" persistent serve --run-dir "$top/second" --daemon again=persistent/faults/
	[ "$status" != 0 ]
	[[ $output == *"persistent already"* ]]
	[ ! -e "$top/second" ]
}

@test "an event of the hardware that is not there is explained" {
	[ ! -e /sys/bus/event_source/devices/cpu ] || skip "this machine has a hardware PMU"
	serve
	run verb add c=cpu-cycles
	[ "$status" != 0 ]
	[[ $output == *machine* ]]
	[ "$(verb list | wc -l)" = 1 ]
}

@test "definitions from a file, faults with file and line" {
	printf '# two events\n%s\n\nswitches = cs # context switches\n' "$faults" >"$top/events"
	serve --file "$top/events"
	[ "$(ls "$dir/devices/persistent/events" | xargs)" = "faults switches" ]
	verb stop
	printf 'a = cs\n\nb cs\n' >"$top/events"
	run serve --file "$top/events"
	[ "$status" = 129 ]
	[[ $output == *"$top/events:3"* ]]
	nothing_left
}

@test "a directory has one holder" {
	serve "$faults"
	run serve other=cs
	[ "$status" = 1 ]
	[[ $output == *"another holder"* ]]
	[ "$(verb list | wc -l)" = 2 ]
	[ "$(nr_processes)" = 2 ]
}

@test "kill -9 of the holder: the keeper has everything, serve takes it over" {
	serve "$faults" switches=cs
	before=$(verb list | awk '/^faults/ { print $7 }')
	kill -9 "$(holder)"
	run verb list
	[ "$status" = 1 ]
	[[ $output == *keeper* ]]
	run verb add x=cs
	[ "$status" = 1 ]
	serve "$faults" more=page-faults
	after=$(verb list | awk '/^faults/ { print $7 }')
	[ "$after" -gt "$before" ]
	[ "$(cat "$dir/devices/persistent/events/faults")" = persistent,config=1 ]
	[ "$(cat "$dir/devices/persistent/events/switches")" = persistent,config=2 ]
	[ "$(cat "$dir/devices/persistent/events/more")" = persistent,config=3 ]
	verb stop
	nothing_left
}

@test "a takeover that fails leaves the keeper's events as they were" {
	serve "$faults"
	kill -9 "$(holder)"
	run serve bad=no-such-event-at-all
	[ "$status" != 0 ]
	run serve faults=cs
	[ "$status" = 1 ]
	[ "$(nr_processes)" = 1 ]
	serve
	[ "$(verb list | wc -l)" = 2 ]
}

@test "stop ends a keeper without a holder" {
	serve "$faults"
	kill -9 "$(holder)"
	verb stop
	nothing_left
}

@test "stop after both were killed clears what they left" {
	serve "$faults"
	kill -9 $(processes)
	run verb stop
	[ "$status" = 1 ]
	[[ $output == *"no keeper"* ]]
	nothing_left
	run verb stop
	[ "$status" = 1 ]
	nothing_left
}

@test "a keeper that is killed is replaced" {
	serve "$faults"
	old=$(keeper)
	kill -9 "$old"
	for _ in $(seq 300); do new=$(keeper); [ -z "$new" ] || [ "$new" = "$old" ] || break; sleep 0.1; done
	[ -n "$new" ]
	verb add switches=cs
	kill -9 "$(holder)"
	serve
	[ "$(verb list | wc -l)" = 3 ]
	verb stop
	nothing_left
}

@test "in the foreground until SIGTERM; events end with it" {
	"$PERF" persistent serve --run-dir "$dir" "$faults" >"$top/out" 2>&1 3>&- &
	pid=$!
	for _ in $(seq 300); do grep -q 'persistent events in' "$top/out" && break; sleep 0.1; done
	kill -TERM "$pid"
	wait "$pid"
	nothing_left
}

@test "SIGHUP does not end it" {
	serve "$faults"
	kill -HUP $(processes)
	sleep 0.2
	[ "$(nr_processes)" = 2 ]
	verb list
}

@test "other users are told that they are not served" {
	command -v setpriv >/dev/null || skip "requires setpriv"
	chmod 755 "$top"
	serve "$faults"
	cp "$PERF" "$top/perf"
	run setpriv --reuid 65534 --regid 65534 --clear-groups "$top/perf" persistent list --run-dir "$dir"
	[ "$status" = 1 ]
	[[ $output == *"not offered yet"* ]]
	run setpriv --reuid 65534 --regid 65534 --clear-groups "$top/perf" persistent stop --run-dir "$dir"
	[ "$status" = 1 ]
	[ "$(nr_processes)" = 2 ]
}

@test "a run directory longer than a socket address" {
	dir=$top
	for _ in 1 2 3 4 5; do dir=$dir/$(printf 'd%.0s' $(seq 150)); done
	mkdir -p "$dir"
	dir=$dir/run
	serve "$faults"
	verb add switches=cs
	[ "$(verb list | wc -l)" = 3 ]
	kill -9 "$(holder)"
	serve
	[ "$(verb list | wc -l)" = 3 ]
	verb stop
	nothing_left
}

@test "a relative run directory" {
	cd "$top"
	"$PERF" persistent serve --run-dir run --daemon "$faults"
	[ "$(verb list | wc -l)" = 2 ]
	verb stop
	[ ! -e "$top/run" ]
}

@test "a run directory that was there stays; others' files in it too" {
	mkdir -p "$dir"
	touch "$dir/mine"
	serve "$faults"
	verb stop
	[ "$(ls -A "$dir")" = mine ]
	mkdir "$dir/devices"
	touch "$dir/devices/mine"
	run serve "$faults"
	[ "$status" = 1 ]
	[ "$(nr_processes)" = 0 ]
	[ -e "$dir/devices/mine" ]
	rm -r "$dir"
}

@test "too few descriptors: the soft limit is raised, else the number is named" {
	( ulimit -Sn 20; serve a=page-faults b=cs c=cpu-clock d=faults e=dummy f=migrations g=cs h=cs )
	[ "$(verb list | wc -l)" = 9 ]
	verb stop
	for limit in 16 $((64 + 4 * $(nproc))); do
		run bash -c "ulimit -n $limit; '$PERF' persistent serve --run-dir '$dir' --daemon a=page-faults b=cs c=cpu-clock d=faults e=dummy f=migrations"
		[ "$status" = 1 ]
		[[ $output == *"file descriptors"*need*"the limit is $limit"* ]]
		nothing_left
	done
}

@test "a full disk: an error, and nothing left" {
	mkdir "$top/small"
	mount -t tmpfs -o size=4k,nr_inodes=6 nodev "$top/small" || skip "no tmpfs can be mounted"
	mounted=$top/small
	dir=$top/small/run
	run serve "$faults"
	[ "$status" = 1 ]
	[[ $output == *"No space"* ]]
	[ "$(nr_processes)" = 0 ]
	[ -z "$(ls -A "$top/small")" ]
}

@test "a run directory that can not be written, or that others could write" {
	run "$PERF" persistent serve --run-dir /proc/run --daemon "$faults"
	[ "$status" = 1 ]
	[[ $output == */proc/run* ]]
	run "$PERF" persistent serve --run-dir "$top/no/such" --daemon "$faults"
	[ "$status" = 1 ]
	mkdir "$dir"
	chmod 777 "$dir"
	run serve "$faults"
	[ "$status" = 1 ]
	[[ $output == *"others could write"* ]]
	[ -z "$(ls -A "$dir")" ]
}

@test "no tracefs: an error that says what to do, nothing left over" {
	command -v unshare >/dev/null || skip "requires unshare"
	run unshare -m bash -c "umount -a -t tracefs; umount -a -t debugfs; '$PERF' persistent serve --run-dir '$dir' --daemon x=sched:sched_switch"
	[ "$status" != 0 ]
	[[ $output == *tracefs* ]]
	nothing_left
}

@test "a tracepoint, with its call chain" {
	[ -e /sys/kernel/tracing/events/sched/sched_process_exit/id ] || skip "requires tracefs"
	serve exits=sched:sched_process_exit
	verb add chains=sched:sched_process_fork/call-graph=fp/
	/bin/true
	[ "$(verb list | awk '/^exits/ { print $7 }')" -gt 0 ]
}

@test "a flood of connections does not end it" {
	serve "$faults"
	python3 - "$dir/socket" <<-'PY' || skip "requires python3"
		import os, socket, sys
		kept = []
		for i in range(1200):
		    s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
		    s.connect(sys.argv[1])
		    try:
		        s.send(os.urandom(i % 4000 + 1))
		    except OSError:
		        pass
		    kept.append(s)
	PY
	[ "$(verb list | wc -l)" = 2 ]
	verb stop
	nothing_left
}

@test "usage" {
	run "$PERF" persistent
	[ "$status" = 129 ]
	run "$PERF" persistent nonsense
	[ "$status" = 129 ]
	run "$PERF" persistent serve --nonsense
	[ "$status" = 129 ]
	run "$PERF" persistent add --run-dir "$dir"
	[ "$status" = 129 ]
	run "$PERF" persistent remove --run-dir "$dir"
	[ "$status" = 129 ]
	run "$PERF" persistent list --run-dir "$dir"
	[ "$status" = 1 ]
	[[ $output == *"no holder"* ]]
	[ ! -e "$dir" ]
}
