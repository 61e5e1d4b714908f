#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf record of ordinary events from outside: what it writes is read by the distribution's perf, and
# every error is caused.

setup() {
	other=/usr/bin/perf
	[ -x "$other" ] || skip "requires the distribution's perf (linux-perf)"
	[ "$(id -u)" = 0 ] || skip "requires root"
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	export PERF_EVENT_SOURCES=/sys/bus/event_source/devices
	cd "$BATS_TEST_TMPDIR"
	"$PERF" record -q -e dummy -o probe true || skip "perf events can not be opened here"
}

teardown() {
	[ -z "${background-}" ] || kill "$background" 2>/dev/null || true
	[ -z "${mounted-}" ] || umount "$mounted"
}

# wait_for COMMAND...: until it succeeds, for half a minute at most.
wait_for() {
	for _ in $(seq 300); do
		if "$@" >/dev/null 2>&1; then return 0; fi
		sleep 0.1
	done
	echo "waited in vain for: $*"
	return 1
}

# A process that forks and faults until it is killed, and a script for record to run that ends when
# five more rounds of it were made, however long that takes.
busy() {
	sh -c 'while :; do ls / >/dev/null; sleep 0.02; echo; done >rounds' 3>&- &
	background=$!
	wait_for test -s rounds
	cat >more-rounds <<-'END'
		want=$(($(wc -l <rounds) + 5))
		for i in $(seq 300); do
			[ "$(wc -l <rounds)" -lt $want ] || exit 0
			sleep 0.1
		done
		exit 1
	END
}

# has_lines FILE N: so many samples can be read already.
has_lines() { [ "$("$other" script -i "$1" 2>/dev/null | wc -l)" -ge "$2" ]; }

# The distribution's perf on FILE has nothing to complain about.
reads_clean() {
	local file=$1
	"$other" script -i "$file" >script.out 2>script.err
	"$other" report --stdio -i "$file" >report.out 2>report.err </dev/null
	"$other" evlist -v -i "$file" >evlist.out 2>evlist.err
	"$other" report --header-only -i "$file" >header.out 2>header.err
	# A few lines on standard error are advice on options, not on the file.
	if grep -iE 'warning|error|fail|invalid|lost|corrupt|incompatible|no ' *.err; then return 1; fi
}

samples() { "$other" script -F time -i "$1" 2>/dev/null | wc -l; }
sorted() { "$other" script -F time -i "$1" 2>/dev/null | tr -d ' :' | sort -c -n; }

@test "a command's events: samples, names, summary" {
	run "$PERF" record -e page-faults -c 1 -o f true
	[ "$status" = 0 ]
	[[ "$output" == *"[ perf record: Woken up "*" times to write data ]"* ]]
	[[ "$output" =~ "[ perf record: Captured and wrote "[0-9.]+" MB f ("([0-9]+)" samples) ]" ]]
	reads_clean f
	[ "$(samples f)" = "${BASH_REMATCH[1]}" ]
	[ "$("$other" script -F comm -i f | sort -u | tr -d ' ')" = true ]
	sorted f
}

@test "as many samples as perf's own recording of the same command has" {
	# The same work faults the same number of times, give or take where pages lie.
	work='i=0; while [ $i -lt 300 ]; do i=$((i + 1)); /bin/true; done'
	"$PERF" record -q -e page-faults:u -c 1 -o ours sh -c "$work"
	"$other" record -q -e page-faults:u -c 1 -o theirs sh -c "$work" 2>/dev/null
	a=$(samples ours) b=$(samples theirs)
	echo "ours $a, theirs $b"
	[ "$a" -gt 10000 ]
	[ $((a > b ? a - b : b - a)) -lt $((b / 20)) ]
}

@test "the same attr words as people know them" {
	"$PERF" record -q -e page-faults -o f true
	run "$other" evlist -v -i f
	for word in 'sample_type: IP|TID|TIME|PERIOD,' 'inherit: 1' 'freq: 1' 'enable_on_exec: 1' \
		'sample_id_all: 1' 'exclude_guest: 1' 'mmap2: 1' 'comm_exec: 1' '}: 4000'; do
		[[ "$output" == *"$word"* ]] || { echo "no $word in $output"; false; }
	done
}

@test "without -e: cycles, or cpu-clock where there is no PMU" {
	"$PERF" record -q -o f sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done'
	reads_clean f
	grep -qE '^(cycles:P|cpu-clock):' evlist.out
	[ "$(samples f)" -gt 0 ]
}

@test "the command's exit status is returned, and a signal's as a shell's" {
	run "$PERF" record -q -e dummy -o f sh -c 'exit 7'
	[ "$status" = 7 ]
	run "$PERF" record -q -e dummy -o f sh -c 'kill -KILL $$'
	[ "$status" = 137 ]
}

@test "the command's own options stay its own" {
	run "$PERF" record -q -e dummy -o f echo -e -a --since x
	[ "$status" = 0 ]
	[ "$output" = "-a --since x" ]
	run "$PERF" record -q -e dummy -o f -- echo -n hello
	[ "$output" = hello ]
}

@test "a command that can not be run: status 255, no file" {
	run "$PERF" record -e dummy -o f /nonexistent/command
	[ "$status" = 255 ]
	[[ "$output" == *"/nonexistent/command: No such file or directory"* ]]
	[ ! -e f ]
}

@test "several events: each sample is told by its id" {
	"$PERF" record -q -e page-faults,sched:sched_process_exec,context-switches -o f sh -c '/bin/true'
	reads_clean f
	[ "$("$other" script -F event,comm -i f | grep -c sched_process_exec)" -ge 2 ]
	[ "$("$other" script -F event -i f | grep -c page-faults)" -gt 5 ]
}

@test "tracepoints decode in the distribution's perf" {
	"$PERF" record -q -e sched:sched_process_exec -o f sh -c '/bin/true'
	"$other" script -i f | grep -q 'filename=/bin/true pid='
}

@test "--filter holds for the -e before it" {
	"$PERF" record -q -e sched:sched_process_exec --filter 'filename ~ "*true"' \
		-e sched:sched_process_exit -o f sh -c '/bin/true; /bin/false; true'
	[ "$("$other" script -F event -i f | grep -c process_exec)" = 1 ]
	[ "$("$other" script -F event -i f | grep -c process_exit)" -ge 3 ]
	run "$PERF" record -e page-faults --filter 'x == 1' -o f true
	[ "$status" = 129 ]
	[[ "$output" == *"no tracepoint"* ]]
	run "$PERF" record --filter 'x == 1' -e sched:sched_switch -o f true
	[ "$status" = 129 ]
}

@test "-a: every CPU, samples name it, tasks that ran before have names" {
	busy
	"$PERF" record -q -a -e sched:sched_switch -o f sleep 0.4
	reads_clean f
	sorted f
	[ "$("$other" script -F comm -i f | grep -c '^ *:[0-9]')" = 0 ]
	"$other" script -F cpu -i f | grep -q '\[000\]'
}

@test "-C: only those CPUs; one that is not there is refused" {
	"$PERF" record -q -C 0 -e sched:sched_switch -o f sleep 0.2
	[ "$("$other" script -F cpu -i f | sort -u | tr -d ' ')" = "[000]" ]
	run "$PERF" record -C 4095 -e dummy -o f true
	[ "$status" = 129 ]
	[[ "$output" == *"CPU 4095 is not online"* ]]
	run "$PERF" record -C 0-99999 -e dummy -o f true
	[ "$status" = 129 ]
}

@test "-p: a running process and its children, maps and build-ids known" {
	busy
	"$PERF" record -q -p "$background" -e page-faults,sched:sched_process_fork -c 1 -o f \
		sh more-rounds
	reads_clean f
	# The process itself and what it forked.
	[ "$("$other" script -F comm -i f | sort -u | tr -d ' ' | tr '\n' ' ')" = "ls sh sleep " ]
	"$other" buildid-list -i f | grep -q libc
	[ "$("$other" report --stdio -i f 2>/dev/null | grep -c '\[unknown\]')" -le 2 ]
}

@test "-p ends by itself with its last task; -p and -t of nobody are refused" {
	sleep 5 3>&- &
	run timeout 60 "$PERF" record -q -p $! -e page-faults -o f
	[ "$status" = 0 ]
	run "$PERF" record -p 2147483646 -e dummy -o f
	[ "$status" = 255 ]
	[[ "$output" == *"process 2147483646: No such process"* ]]
	run "$PERF" record -t 12x -e dummy -o f
	[ "$status" = 129 ]
}

@test "-u: the processes of a user" {
	setpriv --reuid 65534 --clear-groups sh -c 'while :; do sleep 0.02; done' 3>&- &
	background=$!
	wait_for grep -qx sh /proc/$background/comm
	"$PERF" record -q -u nobody -e sched:sched_process_fork -o f sleep 2
	[ "$(samples f)" -gt 2 ]
	[ "$("$other" script -F comm -i f | grep -vc '\bsh\b')" = 0 ]
	run "$PERF" record -u no-such-user -e dummy -o f true
	[ "$status" = 129 ]
	[[ "$output" == *"no user 'no-such-user'"* ]]
}

@test "--per-thread: no CPU of its own; needs tasks" {
	"$PERF" record -q --per-thread -e page-faults -c 1 -o f true
	reads_clean f
	[ "$(samples f)" -gt 10 ]
	run "$PERF" record --per-thread -a -e dummy -o f
	[ "$status" = 129 ]
}

@test "-i: children are not followed" {
	"$PERF" record -q -i -e sched:sched_process_exec -o f sh -c '/bin/true; /bin/true; :'
	"$PERF" record -q -e sched:sched_process_exec -o g sh -c '/bin/true; /bin/true; :'
	[ "$(samples f)" = 1 ]
	[ "$(samples g)" = 3 ]
}

@test "-c and -F: one, the other, not both; too high a frequency is limited" {
	"$PERF" record -q -e page-faults -c 10 -o f sh -c '/bin/true; /bin/true'
	"$PERF" record -q -e page-faults -c 1 -o g sh -c '/bin/true; /bin/true'
	[ "$(samples g)" -gt $(($(samples f) * 5)) ]
	run "$PERF" record -c 1 -F 1 -e dummy -o f true
	[ "$status" = 129 ]
	run "$PERF" record -F 100000000 -e page-faults -o f true
	[ "$status" = 0 ]
	[[ "$output" == *perf_event_max_sample_rate* ]]
	run "$PERF" record -c 0 -e dummy -o f true
	[ "$status" = 129 ]
}

@test "-g and --call-graph: chains" {
	for mode in fp dwarf dwarf,4096; do
		"$PERF" record -q --call-graph $mode -e page-faults -c 1 -o f true
		reads_clean f
		"$other" script -F ip,sym -i f | grep -q execve
	done
	"$other" evlist -v -i f | grep -q 'sample_stack_user: 4096'
	for mode in lbr what dwarf,3; do
		run "$PERF" record --call-graph $mode -e page-faults -o f true
		[ "$status" != 0 ]
	done
}

@test "a group that its leader reads" {
	"$PERF" record -q -e '{page-faults,minor-faults}:S' -c 1 -o f true
	reads_clean f
	grep -q 'group { page-faults, minor-faults }' report.out
}

@test "-D: starts later; maps from before are known all the same" {
	"$PERF" record -q -D 1500 -e page-faults -c 1 -o f sh -c '/bin/true; sleep 4; /bin/true'
	reads_clean f
	[ "$("$other" script -F comm -i f | grep -c true)" -gt 10 ]
	n=$("$PERF" record -q -e page-faults -c 1 -o g sh -c '/bin/true; sleep 0; /bin/true'; samples g)
	[ "$(samples f)" -lt "$n" ]
}

@test "-k: the clock of the times" {
	before=$(cut -d' ' -f1 /proc/uptime)
	"$PERF" record -q -k monotonic -e page-faults -c 1 -o f true
	reads_clean f
	"$other" report --header-only -i f | grep -q 'clockid: monotonic'
	run "$PERF" record -k nonsense -e dummy -o f true
	[ "$status" = 129 ]
}

@test "-m: pages or a size; nonsense is refused" {
	"$PERF" record -q -m 4 -e page-faults -o f true
	"$PERF" record -q -m 1M -e page-faults -o f true
	for size in 3 x 0 -1; do
		run "$PERF" record -m $size -e dummy -o f true
		[ "$status" = 129 ]
	done
}

@test "-o -: a pipe that the distribution's perf reads" {
	"$PERF" record -q -a -e sched:sched_switch,page-faults -o - sleep 0.3 >f
	[ "$("$other" script -i - <f 2>/dev/null | grep -c sched_switch:)" -gt 3 ]
	"$PERF" record -a -e sched:sched_switch -o - sleep 0.2 2>/dev/null | "$other" script -i - | grep -q next_comm=
}

@test "an older file becomes FILE.old; -q says nothing" {
	run "$PERF" record -q -e dummy -o f true
	[ -z "$output" ]
	"$PERF" record -q -e dummy -o f true
	[ -e f.old ]
}

@test "Ctrl-C and SIGTERM end it with a whole file" {
	for signal in INT TERM; do
		rm -f f
		"$PERF" record -q -a -e sched:sched_switch -o f 3>&- &
		recorder=$!
		wait_for has_lines f 1
		kill -$signal $recorder
		status=0
		wait $recorder || status=$?
		[ $status = $((128 + $(kill -l $signal))) ]
		reads_clean f
		[ "$(samples f)" -gt 0 ]
	done
}

@test "kill -9: what was written can be read, by ours and by the distribution's" {
	busy
	"$PERF" record -q -a -m 2 -e sched:sched_switch -o f 3>&- &
	recorder=$!
	wait_for has_lines f 20
	kill -9 $recorder
	wait $recorder || true
	[ "$("$other" script -i f 2>/dev/null | wc -l)" -gt 10 ]
	[ "$("$PERF" script -i f 2>/dev/null | wc -l)" -ge "$("$other" script -i f 2>/dev/null | wc -l)" ]
}

@test "a full disk: told, and what was written can be read" {
	mkdir small
	unshare -m true 2>/dev/null || skip "requires mount namespaces"
	mount -t tmpfs -o size=300k none small
	mounted=$PWD/small
	busy
	run timeout 100 "$PERF" record -a -e sched:sched_switch,page-faults -c 1 -o small/f sleep 60
	[ "$status" = 255 ]
	[[ "$output" == *"No space left on device"* ]]
	[ "$("$other" script -i small/f 2>/dev/null | wc -l)" -gt 10 ]
	cp small/f f
}

@test "--since without a persistent event is refused" {
	run "$PERF" record --since 5s -e dummy -o f true
	[ "$status" = 129 ]
	[[ "$output" == *"--since needs a persistent event"* ]]
}

@test "what a small ring loses is told and in the file" {
	run "$PERF" record -m 1 -e raw_syscalls:sys_enter -o f \
		dd if=/dev/zero of=/dev/null bs=1 count=100000
	[ "$status" = 0 ]
	[[ "$output" =~ ([0-9]+)" samples were lost" ]]
	"$other" report --stats -i f 2>/dev/null | grep -q LOST
}

@test "-v names what the kernel refuses" {
	"$other" stat -e cycles true 2>&1 | grep -q 'not supported' || skip "there is a hardware PMU"
	run "$PERF" record -v -o f true
	[ "$status" = 0 ]
	[[ "$output" == *"perf_event_open: type 0"* ]]
}

@test "every -e is checked before anything is opened" {
	run "$PERF" record -e page-faults -e nosuchevent -o f true
	[ "$status" = 129 ]
	[[ "$output" == *nosuchevent* ]]
	[ ! -e f ]
}

@test "hardware events without a PMU: said so" {
	"$other" stat -e cycles true 2>&1 | grep -q 'not supported' || skip "there is a hardware PMU"
	run "$PERF" record -e cycles -o f true
	[ "$status" = 255 ]
	[[ "$output" == *"no hardware PMU"* ]]
}

@test "a file that can not be created: status 255, the command is not run" {
	run "$PERF" record -e dummy -o /nonexistent/f touch ran
	[ "$status" = 255 ]
	[[ "$output" == *"/nonexistent/f"* ]]
	[ ! -e ran ]
}

@test "too few descriptors: the soft limit is raised, or the number is told" {
	events=page-faults,cs,migrations,minor-faults,major-faults,dummy,alignment-faults,task-clock
	(ulimit -Sn 24; "$PERF" record -q -a -e $events -o f true)
	run bash -c "ulimit -n 20; '$PERF' record -a -e $events -o f true"
	[ "$status" = 255 ]
	[[ "$output" =~ "file descriptors: about "[0-9]+" are needed" ]]
	[[ "$output" == *"ulimit -n"* ]]
}

@test "users: a small budget shrinks the rings and names the sysctl; EACCES says what to do" {
	paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
	[ "$paranoid" = 2 ] || skip "perf_event_paranoid is $paranoid, not 2"
	mkdir -m 777 open
	cp "$PERF" open/perf
	chmod 755 open/perf "$BATS_TEST_TMPDIR"
	user() { setpriv --reuid 65534 --regid 65534 --clear-groups ./perf "$@"; }
	cd open
	setpriv --reuid 65534 --regid 65534 --clear-groups ./perf version || skip "its folder is closed to others"
	run user record -e page-faults -m 64M -o f true
	[ "$status" = 0 ]
	[[ "$output" == *perf_event_mlock_kb* ]]
	reads_clean f || true
	run user record -a -e page-faults -o f true
	[ "$status" = 255 ]
	[[ "$output" == *"perf_event_paranoid is 2"* && "$output" == *CAP_PERFMON* ]]
}

@test "the header tells the command line, clock, times and build-ids" {
	"$PERF" record -q -e page-faults -o f true
	run "$other" report --header-only -i f
	[[ "$output" == *"cmdline : "*"record -q -e page-faults -o f true"* ]]
	[[ "$output" == *"sample duration"* ]]
	"$other" buildid-list -i f | grep -q '\[kernel.kallsyms\]'
}

@test "each faulty -e has its error before anything is opened" {
	run "$PERF" record -e nosuch1 -e dummy -e 'nosuch2/x/' --filter 'a == 1' -o f true
	[ "$status" = 129 ]
	[[ "$output" == *"no event 'nosuch1'"* && "$output" == *"no PMU 'nosuch2'"* ]]
	[ ! -e f ]
}
