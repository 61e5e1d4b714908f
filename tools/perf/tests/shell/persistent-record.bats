#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf record of persistent events: only what is new, or history; other readers, killed recorders,
# killed holders, losses; and what the distribution's perf makes of the files.

setup() {
	other=/usr/bin/perf
	[ -x "$other" ] || skip "requires the distribution's perf (linux-perf)"
	[ "$(id -u)" = 0 ] || skip "requires root"
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	top=$(mktemp -d)
	dir=$top/run
	cd "$top"
	export PERF_EVENT_SOURCES=$dir/devices
}

teardown() {
	[ -n "${top-}" ] || return 0
	cd /
	"$PERF" persistent stop --run-dir "$dir" >/dev/null 2>&1 || true
	rm -rf "$top"
}

serve() { "$PERF" persistent serve --run-dir "$dir" --daemon "$@"; }
verb() { "$PERF" persistent "$1" --run-dir "$dir" "${@:2}"; }
script() { "$other" script -i "$1" "${@:2}" 2>/dev/null; }
sorted() { script "$1" -F time | tr -d ' :' | sort -c -n; }
now() { cut -d' ' -f1 /proc/uptime; }

# True when each time of FILE is at least, or one is less than, SECONDS.
all_since() { script "$1" -F time | tr -d ' :' | awk -v s="$2" '$1 < s { bad++ } END { exit bad > 0 }'; }
any_before() { ! all_since "$1" "$2"; }

# wait_for COMMAND...: until it succeeds, for half a minute at most.
wait_for() {
	for _ in $(seq 300); do
		if "$@" >/dev/null 2>&1; then return 0; fi
		sleep 0.1
	done
	echo "waited in vain for: $*"
	return 1
}

# begin FILE [OPTION...]: a recorder in the background that has begun when this returns, and ends
# when FILE.end is there. Its pid is in $recorder.
begin() {
	local file=$1
	shift
	"$PERF" record "$@" -o "$file" sh -c ": >$file.begun; while [ ! -e $file.end ]; do sleep 0.05; done" 2>"$file.err" 3>&- &
	recorder=$!
	wait_for test -e "$file.begun"
}
echoes() { script "$1" | grep -c filename=/bin/echo; }
has_echoes() { [ "$(echoes "$1")" = "$2" ]; }

# The holder's process: the one that has the lock open.
holder() {
	local pid
	for pid in $(pgrep -f -- "--run-dir $dir( |\$)"); do
		if ls -l "/proc/$pid/fd" 2>/dev/null | grep -q "$dir/lock"; then echo "$pid"; fi
	done
}


exits='exit=sched:sched_process_exit'
execs='exec=sched:sched_process_exec'
faults='faults=page-faults/period=1/'

@test "only what is newer than the start, and how many older ones were left out" {
	serve "$execs"
	for i in 1 2 3; do /bin/true; done
	start=$(now)
	run "$PERF" record -e persistent/exec/ -o f sh -c '/bin/true; exit 5'
	[ "$status" = 5 ]
	[[ "$output" =~ "persistent/exec/: "([0-9]+)" older samples left out" ]]
	[ "${BASH_REMATCH[1]}" -ge 3 ]
	all_since f "$start"
	script f | grep -q 'filename=/bin/true'
	sorted f
}

@test "--since boot takes history, one round, in order, with names of tasks that ended" {
	serve "$exits"
	start=$(now)
	sh -c 'for i in 1 2 3 4 5; do /bin/true; done'
	sleep 0.1
	middle=$(now)
	"$PERF" record -q -e persistent/exit/ --since boot -o f sh -c '/bin/true'
	any_before f "$middle"
	sorted f
	# Tasks that began after the holder did are all known by name; their own names are the truth.
	script f -F comm,time,trace | awk -v s="$start" '
		{ comm = $1; time = $2; sub(":", "", time); split($3, own, "=")
		  if (time > s + 0.3 && comm == "true" && own[2] != "true") bad++
		  if (comm == "true") n++ }
		END { exit bad || n < 6 }'
}

@test "--since names tasks that began before the holder and ended before the recorder" {
	cp /bin/sleep early
	cp /bin/sleep crashed
	./early 1000 3>&- &
	early=$!
	./crashed 1000 3>&- &
	crashed=$!
	wait_for grep -q early /proc/$early/comm
	wait_for grep -q crashed /proc/$crashed/comm
	serve "$exits"
	kill $early
	wait $early || true
	# The names outlive the holder.
	kill -9 "$(holder)"
	kill $crashed
	wait $crashed || true
	serve
	"$PERF" record -q -e persistent/exit/ --since boot -o f true
	for perf in "$PERF" "$other"; do
		for task in early:$early crashed:$crashed; do
			[ "$("$perf" script -i f -F comm,pid 2>/dev/null | awk -v p="${task#*:}" '$NF == p { print $1 }')" = "${task%:*}" ] ||
				{ echo "$perf, $task"; false; }
		done
	done
	sorted f
	# Without its file only the names are missing.
	echo rubbish >"$dir/names"
	"$PERF" record -q -e persistent/exit/ --since boot -o f true
	[ "$(script f -F comm,pid | awk -v p=$early '$NF == p { print $1 }')" = ":$early" ]
	verb stop
	[ ! -e "$dir" ]
}

@test "--since a span, a second of the clock, a date" {
	serve "$execs"
	/bin/true
	sleep 1.2
	start=$(now)
	"$PERF" record -q -e persistent/exec/ --since 500ms -o span true
	all_since span "$(awk -v n="$start" 'BEGIN { print n - 0.52 }')"
	at=$(now)
	/bin/true
	"$PERF" record -q -e persistent/exec/ --since "$at" -o second true
	all_since second "$at"
	[ "$(script second | grep -c filename=/bin/true)" = 1 ]
	sleep 1.1
	start=$(now)
	"$PERF" record -q -e persistent/exec/ --since "$(date '+%Y-%m-%d %H:%M:%S')" -o date true
	all_since date "$(awk -v n="$start" 'BEGIN { print n - 1.1 }')"
	for since in yesterday 5x '' '2999-01-01 00:00:00'; do
		run "$PERF" record -e persistent/exec/ --since "$since" -o f true
		[ "$status" = 129 ] || { echo "'$since': $status"; false; }
	done
}

@test "the distribution's perf reads it without a warning; READ is gone" {
	serve "$faults" "$exits"
	"$PERF" record -q -e persistent/faults/,persistent/exit/ --since boot -o f sh -c '/bin/true; sleep 0.1'
	for command in 'script' 'report --stdio' 'evlist -v' 'report --header-only'; do
		"$other" $command -i f >out 2>err </dev/null
		if grep -iE 'warning|error|fail|invalid|lost|corrupt' err; then return 1; fi
	done
	if "$other" evlist -v -i f | grep READ; then return 1; fi
	"$other" evlist -v -i f | grep 'persistent/faults/: type: 1,' | grep -q 'clockid: 1'
	# The holder's side-band has no IP, and no samples that could lack it.
	[ "$("$PERF" script -i f -F ip | grep -c .)" -gt 0 ]
}

@test "report's shares are the sums of script's periods" {
	serve "$faults"
	"$PERF" record -q -e persistent/faults/ --since boot -o f sh -c 'for i in 1 2 3 4; do /bin/true; done'
	script f -F comm,period | awk '{ sum[$1] += $NF; all += $NF } END { printf "%.2f%%\n", 100 * sum["true"] / all }' >want
	"$other" report --stdio -s comm -i f 2>/dev/null </dev/null | awk '$2 == "true" { print $1 }' >got
	[ -s got ]
	diff want got
}

@test "as many samples as an ordinary event has at the same time" {
	serve 'exec=sched:sched_process_exec'
	"$PERF" record -q -e persistent/exec/ -e sched:sched_process_exec -o f \
		sh -c 'i=0; while [ $i -lt 200 ]; do i=$((i + 1)); /bin/true; done'
	ours=$(script f -F event,trace | grep persistent | grep -c filename=/bin/true)
	ordinary=$(script f -F event,trace | grep -v persistent | grep -c filename=/bin/true)
	[ "$ours" = 200 ]
	[ "$ordinary" = 200 ]
	sorted f
	# In the same clock: each pair within moments.
	script f -F time,event,trace | grep filename=/bin/true | awk '
		{ sub(":", "", $1); if ($2 ~ /persistent/) { p[++n] = $1 } else { o[++m] = $1 } }
		END { for (i = 1; i <= n; i++) { d = p[i] - o[i]; if (d < 0) d = -d; if (d > 0.1) bad++ } exit bad > 0 }'
}

@test "beside another tool's event that sees the same faults: ids, times and counts are right" {
	# The kernel writes the id and the time of the newer event into the older one's samples. A
	# clock that is decades away shows it.
	serve "$faults"
	"$PERF" record -q -a -k realtime -e page-faults/period=1/ -e dummy -o with_id sleep 300 3>&- &
	with_id=$!
	"$other" record -q -a -k CLOCK_REALTIME -e page-faults -c 1 -o without_id sleep 300 >/dev/null 2>&1 3>&- &
	without_id=$!
	wait_for test -s without_id
	wait_for test -s with_id
	start=$(now)
	"$PERF" record -q -e persistent/faults/ -o f /bin/true
	"$PERF" record -q -e persistent/faults/ --since "$start" -o history true
	end=$(now)
	kill -INT $with_id $without_id
	wait $with_id $without_id || true
	for file in f history; do
		sorted $file
		all_since $file "$start"
		script $file -F time | tr -d ' :' | awk -v e="$end" '$1 > e + 0.1 { bad++ } END { exit bad > 0 || !NR }'
		[ "$(script $file -F event | sort -u | tr -d ' ')" = persistent/faults/: ]
		[ "$("$other" report --stats -i $file 2>/dev/null </dev/null | awk '/SAMPLE/ { print $3; exit }')" = \
			"$(script $file | wc -l)" ]
	done
	# What one task did has its own name and times in order of the task's life.
	[ "$(script f -F comm | grep -cw true)" -gt 20 ]
}

@test "-C chooses rings" {
	serve 'switch=sched:sched_switch'
	"$PERF" record -q -e persistent/switch/ -C 0 -o f sleep 0.3
	[ "$(script f -F cpu | sort -u | tr -d ' ')" = "[000]" ]
}

@test "what would change the event is refused, naming the option" {
	serve "$exits"
	for option in '-c 5' '-F 99' '-g' '-p 1' '-t 1' '-u root' '--per-thread' '--call-graph dwarf'; do
		run "$PERF" record -e persistent/exit/ $option -o f true
		[ "$status" = 129 ] || { echo "$option: $status"; false; }
		name=${option%% *}
		[ "$name" != --call-graph ] || name=-g
		[[ "$output" == *"$name can not change it"* ]] || { echo "$output"; false; }
	done
	for event in persistent/exit/u persistent/exit,period=2/ '{persistent/exit/,page-faults}'; do
		run "$PERF" record -e "$event" -o f true
		[ "$status" = 129 ] || { echo "$event: $status"; false; }
	done
	run "$PERF" record -e persistent/exit/ --filter 'pid == 1' -o f true
	[ "$status" = 129 ]
	for clock in realtime boottime monotonic_raw; do
		run "$PERF" record -e persistent/exit/ -k $clock -o f true
		[ "$status" = 129 ]
		[[ "$output" == *"can not be joined"* ]]
	done
	"$PERF" record -q -e persistent/exit/ -k monotonic -o f true
	[ ! -e f.old ]
}

@test "the same event twice is recorded once" {
	serve "$execs"
	run "$PERF" record -e persistent/exec/,persistent/exec/ -o f sh -c '/bin/true; :'
	[[ "$output" == *"recorded once"* ]]
	[ "$(script f | grep -c filename=/bin/true)" = 1 ]
}

@test "two recorders and a killed one: each has everything, the event runs on" {
	serve "$execs"
	begin one -q -e persistent/exec/
	one=$recorder
	begin two -q -e persistent/exec/
	two=$recorder
	begin killed -q -e persistent/exec/
	killed=$recorder
	for i in 1 2 3 4 5; do /bin/echo >/dev/null; done
	wait_for has_echoes killed 5
	kill -9 $killed
	wait $killed || true
	for i in 1 2 3 4 5; do /bin/echo >/dev/null; done
	touch one.end two.end killed.end
	wait $one $two
	[ "$(script one | grep -c filename=/bin/echo)" = 10 ]
	[ "$(script two | grep -c filename=/bin/echo)" = 10 ]
	[ "$(script killed | grep -c filename=/bin/echo)" = 5 ]
	"$PERF" record -q -e persistent/exec/ -o after sh -c '/bin/true; :'
	[ "$(script after | grep -c filename=/bin/true)" = 1 ]
}

@test "no ioctl on an attached descriptor" {
	command -v strace >/dev/null || skip "requires strace"
	serve "$exits"
	strace -f -y -e trace=ioctl -o trace "$PERF" record -q -e persistent/exit/ -o f true
	# Its own dummy is enabled and asked for its id once a CPU; everything else would be the event's.
	cpus=$(getconf _NPROCESSORS_ONLN)
	[ "$(grep -c 'perf_event.*IOC_ID\|perf_event.*2407' trace)" = "$cpus" ]
	[ "$(grep -c 'perf_event' trace)" -le $((3 * cpus)) ]
}

@test "a holder that is killed: the recording goes on" {
	serve "$execs"
	begin f -e persistent/exec/
	kill -9 "$(holder)"
	/bin/echo >/dev/null
	touch f.end
	wait $recorder
	grep -q 'holder died' f.err
	[ "$(script f | grep -c filename=/bin/echo)" = 1 ]
	run "$PERF" record -e persistent/exec/ -o g true
	[ "$status" = 255 ]
	[[ "$output" == *"no holder"* ]]
}

@test "a removed event, a stopped holder: the rings are finished, and nothing hangs" {
	serve "$execs" "$exits"
	begin g -q -e persistent/exec/
	command=$recorder
	# Without a command nothing tells that it has begun but what it records.
	"$PERF" record -e persistent/exec/ -o f 2>err 3>&- &
	recorder=$!
	wait_for eval '/bin/echo >/dev/null; [ "$(echoes f)" -gt 0 ]'
	verb remove exec
	wait $recorder
	grep -q 'was removed' err
	[ "$(echoes f)" -gt 0 ]
	# With a command it goes on until that ends.
	kill -0 $command
	touch g.end
	wait $command
	[ "$(echoes g)" -gt 0 ]
	"$PERF" record -q -e persistent/exit/ -o f 3>&- &
	recorder=$!
	wait_for eval '/bin/true; script f | grep -q comm=true'
	verb stop
	wait $recorder
	[ "$(script f | wc -l)" -gt 0 ]
}

@test "losses are counted to the last one, written and told" {
	# A ring of 4 KiB overflows between two rounds; nobody else asks for sessions.
	serve -m 1 'enter=syscalls:sys_enter_getsid'
	printf 'import os\nfor i in range(300000): os.getsid(0)\n' >calls.py
	run "$PERF" record -e persistent/enter/ -o f python3 calls.py
	[ "$status" = 0 ]
	[[ "$output" =~ ([0-9]+)" samples were lost" ]] || { echo "$output"; false; }
	lost=${BASH_REMATCH[1]}
	[[ "$output" =~ "("([0-9]+)" samples)" ]]
	got=${BASH_REMATCH[1]}
	records=$("$other" script -i f -D 2>/dev/null | awk '/PERF_RECORD_LOST/ { sub(".*lost:", ""); n += $1 } END { print n }')
	echo "got $got, lost $lost, in records $records"
	[ "$records" = "$lost" ]
	[ $((got + lost)) -ge 300000 ]
	[ $((got + lost)) -le 300003 ]
	sorted f
}

@test "a pipe" {
	serve "$exits"
	"$PERF" record -q -e persistent/exit/ --since boot -o - sh -c '/bin/true' >f
	"$other" script -i - <f 2>/dev/null | grep -q 'comm=true'
}

@test "no such event, no holder: said so" {
	run "$PERF" record -e persistent/x/ -o f true
	[ "$status" = 129 ]
	serve "$exits"
	run "$PERF" record -e persistent/x/ -o f true
	[ "$status" = 129 ]
	[[ "$output" == *"'x'"* ]]
}
