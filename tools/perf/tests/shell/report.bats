#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf report from outside: its text beside that of the distribution's perf for the same file.

setup() {
	other=/usr/bin/perf
	[ -x "$other" ] || skip "requires the distribution's perf (linux-perf)"
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	export PERF_BUILDID_DIR=$BATS_TEST_TMPDIR/cache HOME=$BATS_TEST_TMPDIR
	cd "$BATS_TEST_TMPDIR"
}

record() {
	"$other" record -q -B -o f "$@" >/dev/null 2>&1 || skip "perf events can not be opened here"
}

# The tip at the end is another one each time.
text() { sed '/^# (Tip:/,$d' "$1" | grep -v '^#\?$' >"$2" || true; }

both() {
	"$other" report --stdio -f -i f "$@" >theirs 2>/dev/null </dev/null
	"$PERF" report --stdio -f -i f "$@" >ours 2>err
	text theirs theirs.text
	text ours ours.text
	[ -s ours.text ]
}

# Both print the same lines; rows and branches of equal overhead may change places, and with them
# the bars before them.
same() {
	both "$@"
	diff <(sed 's/^[ |]*//' theirs.text | sort) <(sed 's/^[ |]*//' ours.text | sort)
}

# The same rows, however wide their columns are: of several events they are at times as wide as a name
# that is not shown.
same_rows() {
	both "$@"
	diff <(rows theirs.text) <(rows ours.text)
}
rows() { sed -E 's/\.{2,}/../g; s/ +/ /g; s/ $//' "$1" | sort; }

# Builtins only, so that the names are those of one file.
work='i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); : </dev/null; done'

@test "a sampled command: columns, numbers and order" {
	record -e cpu-clock -F 2000 dash -c "$work"
	same
	same -s comm,dso -n
	same -s dso,comm --show-total-period
	same -s sym
	same -F overhead,sample,comm
	same -s overhead_sys,overhead_us,comm
	same -t ,
	same -q
	same --percent-limit 5
}

@test "a group shares a section" {
	record -e '{cpu-clock,page-faults}' -e page-faults -F 2000 dash -c "$work; ls /"
	same_rows
	grep -q "of events 'anon group { cpu-clock, page-faults }'" ours
	same_rows --group -s comm,dso -n --show-total-period
	same_rows -F overhead,sample,comm
	same -t , -s comm,dso
	same_rows -c ls --percentage relative
	same_rows -w 30,10
	same_rows --no-group
	record -g -e '{cpu-clock,page-faults}' -F 2000 dash -c "$work; ls /"
	same
	same --no-children
}

@test "a hierarchy: levels, filters, limits and call chains" {
	record -e cpu-clock -F 2000 dash -c "$work; ls /"
	same --hierarchy
	same --hierarchy -n --show-total-period -s '{comm,dso},sym'
	same --hierarchy -s 'dso,{comm,pid}' -t ,
	same --hierarchy -d dash
	same --hierarchy -S dash -c ls,dash -s comm,sym
	same --hierarchy --percent-limit 5
	same --hierarchy -U -q
	record -g -e '{cpu-clock,page-faults}' -F 1000 dash -c "$work; ls /"
	same --hierarchy
	same --hierarchy -g none -t ,
	same --hierarchy --no-group --no-children -s comm,dso -g caller
}

@test "a group is sorted by one of its events" {
	record -e '{cpu-clock,page-faults}' -F 2000 dash -c "$work; ls /"
	sums() { awk -v n="$2" '/^ / { print $(n + 1) }' "$1"; }
	for n in 0 1; do
		same --group-sort-idx $n -s sym
		diff <(sums theirs $n) <(sums ours $n)
		sums ours $n | sort -grc
	done
	same --group-sort-idx 7 -s sym
	diff <(sums theirs 0) <(sums ours 0)
}

@test "parts of the recording by time" {
	"$other" record -q -o f -e cpu-clock -F 2000 -g dash -c "$work" >/dev/null 2>&1 ||
		skip "perf events can not be opened here"
	same -g none --time 10%/2
	same -g none --time 0%-20%,50%-60%
	same -g none --time 10%/2,10%/4 -s comm
	begin=$("$other" script -f -i f -F time 2>/dev/null | sed -n '5s/[ :]//gp')
	same -g none --time "$begin,"
	run "$PERF" report -i f --time 10%/x
	[ "$status" = 129 ]
	[[ "$output" == *"'10%/x' is no BEGIN,END in seconds"* ]]
	"$PERF" report -i - --time 10%/2 <f >/dev/null 2>err || [ $? = 255 ]
}

@test "a hierarchy of tracepoints has no level that is another event's" {
	[ "$(id -u)" = 0 ] || skip "requires root"
	record -e raw_syscalls:sys_exit -e raw_syscalls:sys_enter sh -c 'ls / >/dev/null'
	same --hierarchy -s comm,common_pid,ret
	same -s comm,ret
}

@test "filters" {
	record -e cpu-clock -F 2000 dash -c "$work"
	same -c dash
	same -c nosuch
	same -d '[kernel.kallsyms]'
	same -c dash,perf -d '[kernel.kallsyms],dash' -s comm,dso
	same -c perf-exec --percentage relative -s comm
}

@test "a word that is no option is part of a symbol's name" {
	record -e cpu-clock -F 2000 dash -c "$work"
	same close
	same -g none open
	run "$PERF" report --stdio -i f close open
	[ "$status" = 129 ]
}

@test "two events" {
	record -e cpu-clock,page-faults -F 2000 dash -c "$work; ls /"
	same
	same -s comm,pid
}

@test "call chains, with callers and without" {
	record -e cpu-clock -F 1000 -g dash -c "$work"
	same --no-children
	same --no-children -g caller
	same --no-children -g flat
	same --no-children -g folded
	same --no-children -g graph,2
	same --no-children -g count
	same -g folded,count,caller
	same -g period,callee,function,1,graph
	same -s comm
	same -s comm,dso -g none
	same --max-stack 3 -s comm
}

# Where no line is known, the other one at times has the symbol's source, or nothing, before a 0.
steps() { sed -E 's/^[ |]*//; s/ [^ ]*:0$/ ??:0/' "$1" | sort; }

@test "call chains of addresses and of lines" {
	record -e cpu-clock -F 2000 -g dash -c "$work"
	for steps in address srcline; do
		for mode in caller callee flat; do
			both -g "$mode,$steps" --no-children
			diff <(steps theirs.text) <(steps ours.text)
		done
	done
	grep -q '[a-z]' ours.text
	run "$PERF" top --call-graph fp,address
	[ "$status" = 129 ]
	[[ $output == *"steps are functions"* ]]
}

@test "widths, parts of names and additions" {
	record -e cpu-clock -F 2000 dash -c "$work"
	same -s comm,sym --symbol-filter e -w 12,8
	same -s com
	same -s +cpu -n || same -s +pid -n
	same -F +period
	same -s dso -F +sample
	same -s comm,sym -U
	same --show-cpu-utilization -s comm
}

@test "Ctrl-C shows what was read so far" {
	"$other" record -q -B -e cpu-clock -F 2000 -o - dash -c "$work" >f 2>/dev/null ||
		skip "perf events can not be opened here"
	mkfifo pipe
	"$PERF" report --stdio -F sample -i - <pipe >out 2>err &
	pid=$!
	exec 9>pipe
	head -c $(($(stat -c %s f) / 2)) f >&9
	sleep 0.5
	kill -INT $pid
	tail -c +$(($(stat -c %s f) / 2 + 1)) f >&9 || true
	exec 9>&-
	status=0
	wait $pid || status=$?
	[ "$status" = 130 ]
	grep -q 'stopped: this is what was read so far' err
}

@test "all CPUs" {
	[ "$(id -u)" = 0 ] || skip "requires root"
	record -a -e cpu-clock -F 999 sleep 0.3
	# Not by command: the distribution's perf cuts names to the width of the last one.
	same -s cpu
	same -s cpu -C 0
}

@test "tracepoints are added up by their text" {
	[ "$(id -u)" = 0 ] || skip "requires root"
	record -e raw_syscalls:sys_exit -e raw_syscalls:sys_enter sh -c 'ls / >/dev/null'
	same
	same -s comm
	same -s comm,trace
	same -s id
	same -s raw_syscalls:sys_exit.ret,comm
}

@test "from a pipe" {
	record -e cpu-clock -F 2000 dash -c "$work"
	"$PERF" report -i f -s comm,dso >file.out
	"$PERF" report -i - -s comm,dso <f >pipe.out
	cmp file.out pipe.out
}

@test "record types are counted" {
	record -e cpu-clock -F 2000 dash -c "$work"
	same --stats
}

@test "threads and what they have mapped" {
	record -e cpu-clock -F 2000 -d python3 -c "
import mmap, subprocess, threading
code = mmap.mmap(-1, 65536, prot=7)
threads = [threading.Thread(target=subprocess.run, args=(['true'],)) for i in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]"
	for option in --tasks --mmaps; do
		"$other" report --stdio -i f $option >theirs
		"$PERF" report -i f $option >ours
		cmp theirs ours
	done
	grep -q ' r-xp .*/libc' ours
	grep -q ' rwx. .*/perf-.*map$' ours
	record -a -e cpu-clock dash -c "(exec ls /); dash -c 'ls /; ls /'"
	for option in --tasks --mmaps; do
		"$other" report --stdio -i f $option >theirs
		"$PERF" report -i f $option >ours
		cmp theirs ours
	done
	grep -q ' kthreadd$' ours
}

@test "what is not offered is refused" {
	record -e cpu-clock -F 2000 true
	run "$PERF" report -i f --hierarchy -F overhead,comm
	[ "$status" = 129 ]
	[[ "$output" == *"--hierarchy"* ]]
	run "$PERF" report -i f -s comm,nosuch
	[ "$status" = 129 ]
	[[ "$output" == *"'nosuch' is no field"* ]]
	run "$PERF" report -i f -s comm,symbl
	[[ "$output" == *"Did you mean 'symbol'?"* ]]
	run "$PERF" report -i f --objdump /bin/false
	[ "$status" = 129 ]
	[[ "$output" == *"without a program"* ]]
	"$PERF" report -i f --stitch-lbr --pretty raw -T >/dev/null
	run "$PERF" report -i f -s cpu
	[ "$status" = 129 ]
	[[ "$output" == *"-s cpu: the samples were recorded without it"* ]]
	run "$PERF" report -i f -g nosuch
	[ "$status" = 129 ]
	run "$PERF" report -i nosuch
	[ "$status" = 255 ]
}

@test "a stranger's file needs -f" {
	[ "$(id -u)" = 0 ] || skip "requires root"
	record -e cpu-clock -F 2000 true
	chown 12345 f
	run "$PERF" report -i f
	[ "$status" = 255 ]
	[[ "$output" == *"-f"* ]]
	"$PERF" report -f -i f
}
