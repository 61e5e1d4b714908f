#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf top from outside, as pages of text: what it counts beside a recording made at the same time, how
# it ends, and that persistent events never notice it.

setup() {
	[ "$(id -u)" = 0 ] || skip "requires root"
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	top=$(mktemp -d)
	dir=$top/run
	mark=m$$
	cp /bin/true "$top/$mark"
	cd "$top"
	export PERF_EVENT_SOURCES=$dir/devices
}

teardown() {
	[ -n "${top-}" ] || return 0
	cd /
	[ ! -e "$dir" ] || "$PERF" persistent stop --run-dir "$dir" >/dev/null 2>&1 || true
	rm -rf "$top"
}

serve() { "$PERF" persistent serve --run-dir "$dir" --daemon "$@"; }
verb() { "$PERF" persistent "$1" --run-dir "$dir" "${@:2}"; }

# The holder's process: the one that has the lock open.
holder() {
	local pid
	for pid in $(pgrep -f -- "--run-dir $dir( |\$)"); do
		if ls -l "/proc/$pid/fd" 2>/dev/null | grep -q "$dir/lock"; then echo "$pid"; fi
	done
}

wait_for() {
	for _ in $(seq 300); do
		if "$@" >/dev/null 2>&1; then return 0; fi
		sleep 0.1
	done
	echo "waited in vain for: $*"
	return 1
}

# live FILE [OPTION...]: a top in the background that has printed its first page to FILE when this
# returns. Its pid is in $live.
live() {
	"$PERF" top --stdio -d 0.2 "${@:2}" >"$1" 2>"$1.err" </dev/null 3>&- &
	live=$!
	wait_for grep -q '^# Overhead' "$1"
}
end() { kill -INT "$live" && wait "$live"; }

# The sum of all samples up to now, and what was missed.
counted() { sed -n 's/^# samples \([0-9]*\) .*/\1/p' "$1" | tail -1; }
lost() { sed -n 's/.*lost: kernel \([0-9.KM]*\), reader \([0-9.KM]*\) .*/\1 \2/p' "$1" | tail -1; }

# Each run of it is one exec, by a name that no other test has.
runs() { for _ in $(seq "$1"); do "$top/$mark"; done; }
exec_event=sched:sched_process_exec

@test "pages of text, as many as asked for" {
	"$PERF" top --stdio -d 0.1 --refreshes 3 -e cpu-clock >out 2>err </dev/null
	[ "$(grep -c '^# samples ' out)" = 3 ]
	[ "$(grep -c "of event 'cpu-clock'" out)" = 3 ]
	grep -q 'Overhead *Shared Object *Symbol' out
	[ ! -s err ]
}

@test "by how much pages came too late" {
	"$PERF" top --stdio -v -d 0.3 --refreshes 3 -e "$exec_event" >out </dev/null
	[ "$(grep -cE '^# samples .* attached [0-9.]+ s  late at most [0-9]+ ms$' out)" = 3 ]
}

@test "the default event, and a word when it has to be the timer" {
	"$PERF" top --stdio -d 0.1 --refreshes 1 >out 2>err </dev/null
	if grep -q "of event 'cpu-clock" out; then
		grep -q 'cycles can not be counted here' err
	else
		grep -q "of event 'cycles" out
	fi
}

@test "a command is watched until it ends, and its status is top's" {
	run "$PERF" top --stdio -d 0.2 -e cpu-clock -s comm sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; exit 7'
	[ "$status" = 7 ]
	[[ $output == *" sh"* ]]
}

@test "control sequences in names do not reach a terminal" {
	command -v script >/dev/null || skip "requires script"
	evil=$top/$(printf 'e\033[31m\302\233m')
	cp /bin/true "$evil"
	cat >go <<-END
	'$evil'; sleep 0.2
	END
	script -qec "'$PERF' top --stdio -d 600 -a -e $exec_event -s comm --comms '${evil##*/}' sh go" /dev/null >out 2>/dev/null </dev/null
	grep -aq '%  *e?' out
	LC_ALL=C sed 's/\x1b\[H\x1b\[2J//' out >rest
	[ "$(LC_ALL=C grep -ac "$(printf '[\001-\010\013\014\016-\037\177]')" rest)" = 0 ]
	[ "$(LC_ALL=C grep -ac "$(printf '\302\233')" rest)" = 0 ]
	# A file gets them as they are.
	"$PERF" top --stdio -d 600 -a -e "$exec_event" -s comm --comms "${evil##*/}" sh go >out </dev/null
	grep -aq "$(printf 'e\033')" out
}

@test "Ctrl-C ends it with status 0 and a last page" {
	live out -e cpu-clock -s comm
	before=$(grep -c '^# samples ' out)
	end
	[ "$(grep -c '^# samples ' out)" -gt "$before" ]
}

@test "nobody reads any more" {
	timeout 60 "$PERF" top --stdio -d 0.1 -e cpu-clock </dev/null | head -1 >out
	[ -s out ]
	[ "${PIPESTATUS[0]}" != 124 ]
}

@test "a process that ends ends it" {
	sleep 1 &
	"$PERF" top --stdio -d 0.2 -e cpu-clock -p $! >out </dev/null
	grep -q 'ended after' out
}

@test "refused options" {
	run "$PERF" top --stdio -s nosuch
	[ "$status" = 129 ]
	run "$PERF" top --stdio --since 10s -e cpu-clock
	[ "$status" = 129 ]
	[[ $output == *"--since needs a persistent event"* ]]
	run "$PERF" top -d 0
	[ "$status" = 129 ]
}

@test "options of other perfs: refused with a sentence, or taken" {
	for option in -b "-j any" -D "-G group" --group --overwrite --source "--switch-on $exec_event" \
		"--objdump x" "--sym-annotate main" --all-cgroups --namespaces; do
		run "$PERF" top --stdio $option
		[ "$status" = 129 ]
		[[ ${lines[0]} =~ ^"perf top: --"[a-z-]+": "[a-z] ]]
	done
	"$PERF" top --stdio -d 0.1 --refreshes 1 -e "$exec_event" --ignore-vmlinux --no-bpf-event --asm-raw \
		--proc-map-timeout 500 --num-thread-synthesize 2 -M intel >out </dev/null
	grep -q '^# samples' out
	run "$PERF" top --stdio -M other
	[ "$status" = 129 ]
	run "$PERF" top --stdio -k nosuchfile
	[ "$status" = 255 ]
	[[ $output == *"nosuchfile: No such file"* ]]
}

@test "the kernel's names: --kallsyms, -k" {
	printf '%s\n' 'ffffffff00000000 T mine' 'ffffffffff000000 T other' >names
	"$PERF" top --stdio -d 600 -e "$exec_event" -s sym --kallsyms names /bin/true >out </dev/null
	grep -q '100.00%  \[k\] mine' out
	command -v "${CC:-cc}" >/dev/null || skip "requires a C compiler"
	cat >kernel.S <<-'EOF'
	.section .text
	.globl _start, linked
	.type linked, @function
	_start:
	linked: ret
	.size linked, 0x7f000000
	EOF
	"${CC:-cc}" -nostdlib -static -Wl,-Ttext=0xffffffff80000000 -o vmlinux kernel.S 2>/dev/null ||
		skip "links no kernel"
	"$PERF" top --stdio -d 600 -e "$exec_event" -s sym -k vmlinux /bin/true >out </dev/null
	grep -q '100.00%  \[k\] linked' out
}

@test "rows with few samples, and columns as wide as asked for" {
	cp /bin/true "$top/o$mark"
	"$PERF" top --stdio -d 600 -a -e "$exec_event" -n -s comm --comms "$mark,o$mark" -f 2 -w 0,0,3 \
		bash -c "$(declare -f runs); top=$top mark=$mark; runs 3; $top/o$mark; $top/o$mark" >out </dev/null
	grep -qE "^ +[0-9.]+% +3  ${mark:0:3} *\$" out
	[ "$(grep -c '%' out)" = 1 ]
}

@test "rows: columns, limits, several events" {
	"$PERF" top --stdio -d 0.3 --refreshes 1 -e "$exec_event,cpu-clock" -n -s comm,pid -E 2 \
		sh -c 'for i in 1 2 3 4 5 6 7 8 9; do /bin/true; /bin/echo; done; sleep 1' >out 2>err </dev/null
	grep -q 'Overhead *Samples *Command *Pid:Command' out
	[ "$(sed -n "/of event '$exec_event'/,/^\$/p" out | grep -vc '^#\|^$')" = 2 ]
	grep -q "of event 'cpu-clock'" out
}

@test "a hierarchy: each field is a level" {
	"$PERF" top --stdio -d 600 -a -e "$exec_event" -n --hierarchy -s comm,sched_process_exec.filename --comms "$mark" \
		bash -c "$(declare -f runs); top=$top mark=$mark; runs 3" >out </dev/null
	grep -q 'Samples *Command / filename' out
	grep -qE "^ +[0-9.]+% +3 +$mark *\$" out
	grep -qE "^ +[0-9.]+% +3 +$top/$mark *\$" out
	run "$PERF" top --stdio --hierarchy --fields comm -e cpu-clock
	[ "$status" = 129 ]
}

@test "rows by fields of a tracepoint" {
	"$PERF" top --stdio -d 600 -a -e "$exec_event" -s filename,sched_process_exec.old_pid -n --comms "$mark" \
		bash -c "$(declare -f runs); top=$top mark=$mark; runs 3; exec $top/$mark" >out </dev/null
	grep -q 'Overhead *Samples *filename *old_pid' out
	[ "$(grep -c "$top/$mark *[1-9][0-9]*\$" <(sed 's/ *$//' out))" = 4 ]
	"$PERF" top --stdio -d 600 -e raw_syscalls:sys_enter -s id,args /bin/true >out </dev/null
	grep -qE '%  +[0-9]+  ARRAY' out
	run "$PERF" top --stdio -e "$exec_event" -s nosuch.filename
	[ "$status" = 129 ]
}

@test "zero mode begins each page from nothing" {
	live out -e "$exec_event" -s comm -z --comms "$mark"
	runs 20
	wait_for grep -q 'of event' out
	sleep 1
	end
	# A later page has no rows any more.
	[ "$(tail -4 out | grep -c '%')" = 0 ]
	[ "$(counted out)" -ge 20 ]
}

@test "counts are those of a recording made at the same time" {
	# The last page is the first one: nothing has decayed.
	"$PERF" record -q -e "$exec_event" -a -o data \
		"$PERF" top --stdio -d 600 -a -e "$exec_event" -s comm -n \
		bash -c "$(declare -f runs); top=$top mark=$mark; runs 50" >out </dev/null
	[ "$(grep -c '^# samples' out)" = 1 ]
	[ "$(awk -v m="$mark" '$3 == m { print $2 }' out)" = 50 ]
	[ "$("$PERF" script -i data -F comm 2>/dev/null | grep -c "$mark")" = 50 ]
}

@test "a persistent event: only what is new, and how many samples are older" {
	serve "execs=$exec_event"
	runs 30
	live out -e persistent/execs/ -s comm -n
	runs 20
	wait_for sh -c "[ \"\$(sed -n 's/^# samples \\([0-9]*\\) .*/\\1/p' out | tail -1)\" -ge 20 ]"
	end
	older=$(sed -n 's/.*(older \([0-9]*\)).*/\1/p' out | tail -1)
	[ "$older" -ge 30 ]
	grep -q '^# last: .* persistent/execs/: .*filename=' out
}

@test "a persistent event: --since shows history first" {
	serve "execs=$exec_event"
	runs 30
	"$PERF" top --stdio -d 0.3 --refreshes 1 --since boot -e persistent/execs/ -s comm -n >out </dev/null
	[ "$(counted out)" -ge 30 ]
	[ "$(awk -v m="$mark" '$3 == m { print $2 }' out)" -ge 30 ]
}

@test "killed or stopped, it disturbs nobody: 16 at once" {
	serve "execs=$exec_event"
	pids=
	for i in $(seq 15); do
		"$PERF" top --stdio -d 0.5 -e persistent/execs/ -s comm >/dev/null 2>&1 </dev/null 3>&- &
		pids="$pids $!"
	done
	live out -e persistent/execs/ -s comm
	"$PERF" record -q -e persistent/execs/ -o data \
		sh -c ': >begun; while [ ! -e over ]; do sleep 0.1; done' 3>&- &
	recorder=$!
	wait_for test -e begun
	i=0
	for pid in $pids; do
		i=$((i + 1))
		if [ $((i % 2)) = 0 ]; then kill -KILL "$pid"; else kill -STOP "$pid"; fi
	done
	runs 100
	for pid in $pids; do kill -KILL "$pid" 2>/dev/null || true; done
	: >over
	wait "$recorder"
	end
	[ "$(counted out)" -ge 100 ]
	[ "$("$PERF" script -i data -F comm 2>/dev/null | grep -c "$mark")" = 100 ]
	[ "$(lost out)" = "0 0" ]
}

@test "suspended while the ring is overrun, it says how much it missed" {
	serve -m 16 calls=raw_syscalls:sys_enter
	live out -e persistent/calls/ -s comm
	kill -STOP "$live"
	dd if=/dev/zero of=/dev/null bs=1 count=300000 2>/dev/null
	kill -CONT "$live"
	wait_for sh -c "tail -200 out | grep '^# samples' | tail -1 | grep -q 'reader [1-9]'"
	end
}

@test "a removed event ends it with a word" {
	serve "execs=$exec_event"
	live out -e persistent/execs/ -s comm
	verb remove execs
	wait "$live"
	grep -q 'persistent/execs/ was removed' out.err
	grep -q 'ended after' out
}

@test "a holder that dies and comes back is survived with a word" {
	serve "execs=$exec_event"
	live out -e persistent/execs/ -s comm
	kill -KILL "$(holder)"
	wait_for grep -q 'its holder died' out.err
	serve
	runs 30
	wait_for sh -c "[ \"\$(sed -n 's/^# samples \\([0-9]*\\) .*/\\1/p' out | tail -1)\" -ge 30 ]"
	end
}

# The newest page that counts samples of CPU 1.
has_cpu1() { tac "$1" | sed '/^# samples/q' | grep -q '%  *001 *$'; }

# Events of everybody on that CPU die, which other tests would not like.
@test "a CPU that is away for a moment is read again, and said so" {
	[ -n "${PERF_TEST_OFFLINE-}" ] || skip "requires PERF_TEST_OFFLINE=1: takes CPU 1 away"
	online=/sys/devices/system/cpu/cpu1/online
	[ -w "$online" ] || skip "requires a CPU 1 that can be taken offline"
	serve ticks=cpu-clock/period=1000000/
	live persistent -z -s cpu -e persistent/ticks/
	own=$live
	live shared -z -s cpu -e cpu-clock
	sleep 6
	echo 0 >"$online"
	sleep 0.4
	echo 1 >"$online"
	wait_for grep -q 'CPU 1 came online: it is watched from now on' shared.err
	wait_for grep -q 'persistent/ticks/ is read on CPU 1, too' persistent.err
	sleep 1
	has_cpu1 persistent
	has_cpu1 shared
	end
	live=$own end
}
