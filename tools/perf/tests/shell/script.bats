#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# perf script and perf evlist beside the distribution's perf, on files that it records here.

REF=/usr/bin/perf

setup_file() {
	DIR=$(mktemp -d)
	export DIR
}

teardown_file() {
	rm -rf "$DIR"
}

need_ref() {
	[ -x $REF ] || skip "no $REF"
}

# record NAME OPTIONS...: the distribution records a short command into $DIR/NAME.
record() {
	need_ref
	local name=$1
	shift
	[ -e "$DIR/$name" ] && return
	timeout 30 $REF record -q -o "$DIR/$name" "$@" -- sh -c 'ls -R /etc/init.d; true | true' \
		>/dev/null 2>"$DIR/$name.log" ||
		skip "the distribution can not record: $(tail -n 1 "$DIR/$name.log")"
}

# same NAME OPTIONS...: both print the same, and something. Names of C++ functions aside.
same() {
	local name=$1
	shift
	"$PERF" script -i "$DIR/$name" "$@" >"$DIR/ours" 2>"$DIR/ours.err"
	$REF script -i "$DIR/$name" "$@" >"$DIR/theirs" 2>/dev/null
	[ -s "$DIR/theirs" ] || { echo "nothing to compare: $*"; false; }
	diff "$DIR/theirs" "$DIR/ours" | head -n 20
	cmp "$DIR/theirs" "$DIR/ours"
}

ALL=comm,pid,tid,time,period,event,trace

@test "script: cpu-clock, default fields" {
	record clock -e cpu-clock -c 100000
	same clock
}

@test "script: page-faults with their addresses" {
	record faults -e page-faults -c 1 -d
	same faults
	same faults -F comm,addr,ip,sym,dso
	same faults -F addr
}

@test "script: -F without a field" {
	record clock -e cpu-clock -c 100000
	for fields in '' , ,, sw:; do
		run "$PERF" script -i "$DIR/clock" -F "$fields"
		[ "$status" = 129 ] || { echo "'$fields': $status"; false; }
	done
}

@test "script: call chains" {
	record chains -e cpu-clock -c 200000 -g
	same chains
	same chains -G
	same chains -F comm,ip,sym
	same chains -F ip
}

@test "script: fields by name, and changed" {
	record clock -e cpu-clock -c 100000
	same clock -F comm,pid,tid,time,period,event
	same clock -F pid
	same clock -F tid,time --ns
	same clock -F ip,sym,symoff,dso
	same clock -F +pid
	same clock -F -comm,-sym,-symoff
	same clock -F sw:comm,ip
}

@test "script: registers, weights, memory, page sizes" {
	record rich -e cpu-clock -c 200000 -d --phys-data --intr-regs=ip,sp,ax --user-regs=ip,bp -W \
		--data-page-size --code-page-size
	same rich -F comm,tid,time,event,ip,sym,dso,addr,symoff,period,iregs,uregs,flags,data_src,weight
	same rich -F misc,phys_addr,data_page_size,code_page_size,ins_lat,synth,callindent
}

@test "script: dates" {
	record dated -k CLOCK_MONOTONIC -e cpu-clock -c 200000
	same dated -F +tod
	same dated -F tod,time,comm,misc --ns
	record clock -e cpu-clock -c 100000
	run "$PERF" script -i "$DIR/clock" -F +tod
	[ "$status" = 255 ]
	[[ $output == *"record -k"* ]]
}

# libcapstone, which tells how long an instruction is, does not know the newest.
@test "script: the instructions that samples hit" {
	record clock -e cpu-clock -c 100000
	"$PERF" script -i "$DIR/clock" -F comm,ip,insn,insnlen >"$DIR/ours" ||
		{ ldconfig -p | grep -q libcapstone && false || skip "no libcapstone"; }
	$REF script -i "$DIR/clock" -F comm,ip,insn,insnlen >"$DIR/theirs" 2>/dev/null
	grep -q ' ilen: [1-9].* insn: [0-9a-f][0-9a-f]' "$DIR/ours"
	paste -d '|' "$DIR/theirs" "$DIR/ours" | grep -v ' ilen: 0$' | awk -F '|' '$1 != $2' >"$DIR/diff"
	head "$DIR/diff"
	[ ! -s "$DIR/diff" ]
}

@test "script: fields that no sample here fills in" {
	record clock -e cpu-clock -c 100000
	same clock -F comm,brstack,brstacksym,brstackoff
	same clock -F comm,machine_pid,vcpu,ipc
	same clock -F bpf-output
	same clock -F +bpf-output
	for field in metric srccode; do
		run "$PERF" script -i "$DIR/clock" -F "comm,$field"
		[ "$status" = 129 ]
		[[ $output == *"$field: "* ]]
	done
}

@test "script: cgroups" {
	record cgroups -e cpu-clock -c 100000 --all-cgroups
	"$PERF" script -i "$DIR/cgroups" -F comm,cgroup >"$DIR/ours"
	[ "$(grep -c '  */[^ ]*$' "$DIR/ours")" = "$(wc -l <"$DIR/ours")" ]
}

@test "script: addresses on the stack are no places in a file" {
	record stack -e page-faults -c 1 -d -g
	same stack
	same stack -G -F +addr
}

@test "script: every CPU" {
	record all -a -e cpu-clock -c 2000000
	same all -F comm,pid,tid,cpu,time,period,event --ns
}

@test "script: several events at once" {
	record many -e cpu-clock -e page-faults -e context-switches
	same many
	same many -F "$ALL"
}

@test "script: a group" {
	record group -e '{cpu-clock,page-faults}'
	same group
}

@test "script: a group that its leader samples" {
	record leader -e '{cpu-clock,page-faults}:S' -c 1000000
	same leader -F comm,pid,time,period,event
}

@test "script: tracepoints" {
	record tp -a -e sched:sched_switch,sched:sched_process_exit,signal:signal_generate \
		-e raw_syscalls:sys_enter,kmem:kmalloc
	same tp
	same tp -F comm,pid,tid,cpu,time,period,event,trace
	same tp -F trace
}

@test "script: tracepoints with call chains" {
	record tpg -e sched:sched_switch -g
	same tpg
}

@test "script: standard input, also in pipe form" {
	record clock -e cpu-clock -c 100000
	"$PERF" script -i "$DIR/clock" >"$DIR/file"
	timeout 30 $REF record -q -e cpu-clock -c 100000 -o - -- ls -R /etc/init.d 2>/dev/null \
		>"$DIR/pipe" || skip "the distribution can not record into a pipe"
	"$PERF" script -i - -F comm,pid,time,event <"$DIR/pipe" >"$DIR/ours"
	$REF script -i - -F comm,pid,time,event <"$DIR/pipe" >"$DIR/theirs" 2>/dev/null
	sed -i '/^ \//d' "$DIR/theirs"
	cmp "$DIR/theirs" "$DIR/ours"
}

@test "script: records among the samples" {
	record side -a --switch-events --namespaces -e cpu-clock -c 20000000
	same side --show-task-events
	same side --show-mmap-events
	same side --show-switch-events
	same side --show-namespace-events
	same side -F +misc --show-switch-events --show-task-events
}

@test "script: samples are chosen" {
	record chosen -a -e cpu-clock -c 200000 -g
	same chosen --max-stack 3
	same chosen --comms sh,ls
	same chosen -C 0
	same chosen --dsos libc.so.6,dash
	same chosen --time 10%-90%
	same chosen --time 50%/1,50%/2
	pid=$("$PERF" script -i "$DIR/chosen" --comms ls -F pid -G | sort -u | head -n 1 | tr -d ' ')
	same chosen --pid "$pid"
	same chosen --tid "$pid"
	function=$("$PERF" script -i "$DIR/chosen" -G -F ip,sym | awk '$2 != "[unknown]" { print $2 }' |
		sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')
	[ -n "$function" ]
	same chosen -S "$function"
	same chosen --stop-bt "$function"
}

# record_inlines NAME MODE: a program with inlined functions, which it has debug information of.
record_inlines() {
	need_ref
	command -v gcc >/dev/null || skip "no gcc"
	cat >"$DIR/inlines.c" <<-'END'
		static volatile unsigned long sink;
		#define INLINE static inline __attribute__((always_inline)) unsigned long
		#define CALLED static __attribute__((noinline)) unsigned long
		INLINE innermost(unsigned long x)
		{
		        for (int i = 0; i < 200; i++)
		                x = x * 31 + (x >> 7);
		        return x;
		}
		INLINE inner(unsigned long x) { sink = innermost(x) + 3; return sink ^ 5; }
		CALLED work(unsigned long x) { sink += inner(x); return sink * 3; }
		INLINE wrap(unsigned long x) { sink = work(x); return sink + 1; }
		CALLED outer(unsigned long x) { sink ^= wrap(x); return sink + 2; }
		int main(void)
		{
		        unsigned long x = 1;
		        for (int i = 0; i < 150000; i++)
		                x = outer(x);
		        return x == 1;
		}
	END
	[ -e "$DIR/inlines" ] ||
		gcc -O2 -g -fno-omit-frame-pointer "$DIR/inlines.c" -o "$DIR/inlines"
	[ -e "$DIR/$1" ] ||
		timeout 30 $REF record -q -e cpu-clock -c 1000000 --call-graph "$2" -o "$DIR/$1" -- \
			"$DIR/inlines" 2>/dev/null || skip "the distribution can not record"
}

@test "script: inlined functions are in chains that were unwound" {
	record_inlines unwound dwarf,1024
	same unwound
	grep -q 'innermost+0x.* (inlined)$' "$DIR/ours"
	same unwound --no-inline
	[ "$(grep -c '(inlined)' "$DIR/ours")" = 0 ]
	same unwound -F ip
	same unwound -F ip,dso
	same unwound -F comm,ip,sym --max-stack 1
	same unwound -F comm,ip,sym,dso --max-stack 2
	same unwound --stop-bt inner
	same unwound --comms inlines --stop-bt work
	for form in script theirs; do
		command=$PERF
		[ $form = script ] || command=$REF
		$command script -i "$DIR/unwound" -F ip,sym,symoff,srcline,dso 2>/dev/null |
			grep -A 1 -E ' (innermost|inner|work|wrap|outer)\+' >"$DIR/lines-$form"
	done
	grep -q '^  inlines.c:[0-9]* (inlined)$' "$DIR/lines-theirs"
	cmp "$DIR/lines-theirs" "$DIR/lines-script"
}

# report_same OPTIONS...: perf report of the unwound chains, without what is said around the rows.
report_same() {
	"$PERF" report --stdio -i "$DIR/unwound" --comms inlines --percent-limit 20 "$@" 2>/dev/null |
		grep -v -E '^(#|$)' >"$DIR/ours"
	$REF report --stdio -i "$DIR/unwound" --comms inlines --percent-limit 20 "$@" 2>/dev/null |
		grep -v -E '^(#|$)' >"$DIR/theirs"
	diff "$DIR/theirs" "$DIR/ours" | head -n 20
	[ -s "$DIR/theirs" ] && cmp "$DIR/theirs" "$DIR/ours"
}

@test "report: inlined functions are steps of chains and rows" {
	record_inlines unwound dwarf,1024
	report_same -g none
	grep -q 'innermost (inlined)' "$DIR/ours"
	report_same --no-children -g graph,20
	grep -q -e '--innermost (inlined)' "$DIR/ours"
	"$PERF" report --json -i "$DIR/unwound" | grep -q '"innermost (inlined)"'
	report_same --no-children -g graph,20 --max-stack 2
	report_same --no-inline -g graph,20
	[ "$(grep -c '(inlined)' "$DIR/ours")" = 0 ]
}

@test "script: chains of frame pointers are shown as they were recorded" {
	record_inlines walked fp
	same walked
	[ "$(grep -c '(inlined)' "$DIR/ours")" = 0 ]
	same walked -F comm,ip,sym --max-stack 2
}

@test "script: times since others" {
	record clock -e cpu-clock -c 100000
	same clock --reltime
	same clock --deltatime --ns
}

@test "script -j: every line is JSON that says what the text says" {
	record chains -e cpu-clock -c 200000 -g
	record tp -a -e sched:sched_switch,sched:sched_process_exit,signal:signal_generate \
		-e raw_syscalls:sys_enter,kmem:kmalloc
	for name in chains tp; do
		"$PERF" script -i "$DIR/$name" -j >"$DIR/json"
		"$PERF" script -i "$DIR/$name" -G -F comm,tid,time --ns >"$DIR/text"
		python3 - "$DIR/json" >"$DIR/from-json" <<-'END'
			import json, sys
			for line in open(sys.argv[1]):
			    s = json.loads(line, parse_float=str)
			    assert s["event"] and isinstance(s["period"], int)
			    for frame in s.get("callchain", []):
			        int(frame["ip"], 16)
			    print("%16s %5d %s" % (s["comm"], s["tid"], s["time"]))
		END
		sed 's/ *\([^ ]*\): *$/ \1/' "$DIR/text" >"$DIR/from-text"
		diff -w "$DIR/from-text" "$DIR/from-json" | head
		diff -w "$DIR/from-text" "$DIR/from-json"
	done
}

# What tools that draw flame graphs understand of the text: a line that begins a sample, lines of
# addresses, an empty line. Prints the stacks, counted.
fold_text() {
	python3 - "$1" <<-'END'
		import collections, re, sys
		counts, comm, stack = collections.Counter(), None, []
		for line in open(sys.argv[1]):
		    line = line.rstrip("\n")
		    begin = re.match(r"(\S.*?)\s+\d+\s+[\d.]+:\s+\d+ \S+:", line)
		    frame = re.match(r"\t\s*([0-9a-f]+) (.+) \((.*)\)$", line)
		    if frame:
		        stack.append(re.sub(r"\+0x[0-9a-f]+$", "", frame.group(2)))
		    elif begin:
		        comm, stack = begin.group(1), []
		    elif not line:
		        counts[";".join([comm] + stack[::-1])] += 1
		for text in sorted(counts, key=lambda t: t.encode()):
		    print(text, counts[text])
	END
}

@test "script --folded: the stacks that the text has" {
	record chains -e cpu-clock -c 200000 -g
	"$PERF" script -i "$DIR/chains" >"$DIR/text"
	fold_text "$DIR/text" >"$DIR/want"
	"$PERF" script -i "$DIR/chains" --folded >"$DIR/got"
	[ -s "$DIR/got" ]
	diff "$DIR/want" "$DIR/got" | head
	cmp "$DIR/want" "$DIR/got"
}

@test "script -F help lists what may be asked for; bad spans of time are usage errors" {
	"$PERF" script -F help | grep -x brstacksym
	for span in x 10 10% 20%-10% 101% 60%/2 10%-20% 1,2,3 '%/1'; do
		[ "$span" = 10%-20% ] && continue
		[ "$span" = 10 ] && continue
		run "$PERF" script --time "$span"
		[ "$status" = 129 ] || { echo "'$span': $status"; false; }
	done
}

@test "script --time: only samples of that time" {
	record clock -e cpu-clock -c 100000
	first=$("$PERF" script -i "$DIR/clock" -F time --ns | sed -n '3s/[ :]//gp')
	last=$("$PERF" script -i "$DIR/clock" -F time --ns | sed -n '7s/[ :]//gp')
	[ "$("$PERF" script -i "$DIR/clock" --time "$first,$last" | wc -l)" = 5 ]
	[ "$("$PERF" script -i "$DIR/clock" --time ",$last" | wc -l)" = 7 ]
}

@test "script --since: the end of the file, a moment of its clock, a date" {
	"$PERF" record -q -k monotonic -o "$DIR/since" -e cpu-clock -c 1000000 -- \
		sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done' >/dev/null 2>&1 ||
		skip "nothing can be recorded"
	"$PERF" script -i "$DIR/since" -F time --ns | tr -d ' :' >"$DIR/times"
	all=$(wc -l <"$DIR/times")
	[ "$all" -ge 12 ]
	tenth=$(sed -n 10p "$DIR/times")
	[ "$("$PERF" script -i "$DIR/since" --since "$tenth" | wc -l)" = $((all - 9)) ]
	[ "$("$PERF" script -i "$DIR/since" --since "$tenth" --time ",$tenth" | wc -l)" = 1 ]
	[ "$("$PERF" script -i "$DIR/since" --since boot | wc -l)" = "$all" ]
	[ "$("$PERF" script -i "$DIR/since" --since 1h | wc -l)" = "$all" ]
	[ "$("$PERF" script -i "$DIR/since" --since '2020-01-01 00:00' | wc -l)" = "$all" ]
	[ "$("$PERF" script -i "$DIR/since" --since '2120-01-01 00:00' | wc -l)" = 0 ]
	span=$(awk -v from="$tenth" 'END { printf "%d", ($1 - from) * 1000000000 + 0.5 }' "$DIR/times")
	part=$("$PERF" script -i "$DIR/since" --since "$((span / 1000 + 100))us" | wc -l)
	[ "$part" = $((all - 9)) ]
	run "$PERF" script -i "$DIR/since" --since soon
	[ "$status" = 129 ]
}

@test "script --since: a stream does not say when it ends" {
	"$PERF" record -q -o - -e cpu-clock -c 1000000 -- true >"$DIR/stream" 2>/dev/null ||
		skip "nothing can be recorded"
	run "$PERF" script -i "$DIR/stream" --since 1s
	[ "$status" = 255 ]
	[[ $output == *"--since needs seconds"* ]]
}

@test "script -D: bytes and meaning of every record" {
	record chains -e cpu-clock -c 200000 -g
	same chains -D
	same chains -D -F comm,time
	record rich -e cpu-clock -c 200000 -d --phys-data --intr-regs=ip,sp,ax --user-regs=ip,bp -W \
		--data-page-size --code-page-size
	same rich -D
	record trans -e cpu-clock -c 200000 --transaction
	same trans -D
	record leader -e '{cpu-clock,page-faults}:S' -c 1000000
	same leader -D
	record dumped -a -e sched:sched_switch,cpu-clock -F 100 --switch-events --namespaces \
		--all-cgroups
	same dumped -D
}

@test "script -D: streams and compressed files" {
	need_ref
	$REF record -q -o - -e cpu-clock -c 200000 -- ls >"$DIR/dumppipe" 2>/dev/null ||
		skip "nothing can be recorded"
	same dumppipe -D
	record packed -z -e cpu-clock -c 200000
	same packed -D
}

@test "script -D: a damaged file; not with other forms" {
	record clock -e cpu-clock -c 100000
	"$PERF" script -D -i "$DIR/clock" >"$DIR/whole"
	offset=$(grep -m1 'PERF_RECORD_COMM' "$DIR/whole" | sed 's/.*\(0x[0-9a-f]*\) \[.*/\1/')
	cp "$DIR/clock" "$DIR/broken"
	# A name without an end.
	head -c 64 /dev/zero | tr '\0' x |
		dd of="$DIR/broken" bs=1 seek=$((offset + 16)) count=32 conv=notrunc 2>/dev/null
	"$PERF" script -D -i "$DIR/broken" >"$DIR/ours" 2>"$DIR/ours.err" || status=$?
	[ "$status" = 255 ]
	grep -q "^$offset@.* event: 3" "$DIR/ours"
	! grep -q " $offset .*PERF_RECORD_COMM" "$DIR/ours"
	head -c $(($(stat -c %s "$DIR/clock") / 2)) "$DIR/clock" >"$DIR/cut"
	"$PERF" script -D -i "$DIR/cut" >"$DIR/ours" 2>/dev/null || true
	[ "$(grep -c '^0x.*event:' "$DIR/ours")" -gt 10 ]
	for form in --json --folded; do
		run "$PERF" script -D $form -i "$DIR/clock"
		[ "$status" = 129 ]
	done
}

@test "script: a file cut off shows what is whole, and says so" {
	record clock -e cpu-clock -c 100000
	size=$(stat -c %s "$DIR/clock")
	head -c $((size / 2)) "$DIR/clock" >"$DIR/cut"
	"$PERF" script -i "$DIR/cut" >"$DIR/ours" 2>"$DIR/ours.err" || true
	[ "$(wc -l <"$DIR/ours")" -gt 2 ]
	[ -s "$DIR/ours.err" ]
}

@test "script: status 255 for what is no recording, 129 for a bad field" {
	echo "no recording" >"$DIR/text"
	run "$PERF" script -i "$DIR/text"
	[ "$status" = 255 ]
	run "$PERF" script -i "$DIR/missing"
	[ "$status" = 255 ]
	run "$PERF" script -F comm,nonsense
	[ "$status" = 129 ]
	[[ "$output" == *"      ^"* ]]
	run "$PERF" script -F comm,+ip
	[ "$status" = 129 ]
}

@test "script: a field that was not recorded is status 255 and named" {
	record clock -e cpu-clock -c 100000
	run "$PERF" script -i "$DIR/clock" -F comm,phys_addr
	[ "$status" = 255 ]
	[[ "$output" == *phys_addr* ]]
}

@test "evlist: names, every attr field, groups" {
	record many -e cpu-clock -e page-faults -e context-switches
	record group -e '{cpu-clock,page-faults}'
	for file in many group; do
		for option in "" -v -g; do
			$REF evlist $option -i "$DIR/$file" | sed '/^# Tip/d' >"$DIR/theirs"
			"$PERF" evlist $option -i "$DIR/$file" >"$DIR/ours"
			diff "$DIR/theirs" "$DIR/ours"
		done
	done
}

@test "evlist: status 255 for what is no recording" {
	run "$PERF" evlist -i "$DIR/missing"
	[ "$status" = 255 ]
}
