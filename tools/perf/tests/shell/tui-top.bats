#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf top on a terminal: live rows, what stands above them, and that looking at them disturbs nobody.

load screen

setup() {
	[ "$(id -u)" = 0 ] || skip "requires root"
	command -v tmux >/dev/null || skip "requires tmux"
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	export TMUX_TMPDIR PERF_EVENT_SOURCES LC_ALL=C.UTF-8
	TMUX_TMPDIR=$(mktemp -d)
	dir=$TMUX_TMPDIR/run
	PERF_EVENT_SOURCES=$dir/devices
	unset NO_COLOR
	cd "$TMUX_TMPDIR"
	servers=0
	mark=m$$
	cp /bin/true "$mark"
}

teardown() {
	[ -n "${dir-}" ] || return 0
	leave
	[ -z "${load_pid-}" ] || kill "$load_pid" 2>/dev/null || true
	cd /
	[ ! -e "$dir" ] || "$PERF" persistent stop --run-dir "$dir" >/dev/null 2>&1 || true
	rm -rf "$TMUX_TMPDIR"
}

# top OPTIONS: with something to count meanwhile.
top() { start "${2-} '$PERF' top $1"; }
busy() {
	dash -c 'while :; do : </dev/null; done' 3>&- &
	load_pid=$!
}
exec_event=sched:sched_process_exec
runs() { for _ in $(seq "$1"); do "./$mark"; done; }

@test "rows, and what stands above them" {
	busy
	top "-e cpu-clock -d 0.3"
	shows "^Samples: .* of event 'cpu-clock'"
	shows "^samples [0-9.K]+  rate [0-9.K]+/s  lost: kernel [0-9]+, reader [0-9]+  rings [0-9]+ x [0-9]+K.*attached 0:0"
	shows "^last: [0-9.]+ s ago  cpu-clock: "
	shows "Overhead +Shared Object +Symbol"
	shows "%  .*\[[k.]\] "
	before=$(screen | sed -n 2p)
	gone "^$(sed 's/[^[:alnum:] ]/./g' <<<"$before")\$"
	keys q
	shows "^status=0"
}

@test "by how much rows came too late" {
	top "-e $exec_event -d 0.3"
	# A key does nothing before there are rows.
	shows "Overhead +Trace output"
	gone "late at most"
	keys V
	shows "^late at most [0-9]+ ms  samples .* attached 0:"
}

@test "a rare event is never blank" {
	mkfifo go
	dash -c "read -r word <go; exec ./$mark" 3>&- &
	load_pid=$!
	top "-e $exec_event -p $load_pid"
	shows "^last: none yet"
	echo >go
	shows "^last: .* ago  $exec_event: .*filename=.*$mark"
	shows "^last: [1-9]"
}

@test "tracepoints are grouped by their text" {
	top "-e $exec_event -d 0.3"
	shows "^Samples"
	runs 3
	shows "Overhead +Trace output"
	shows "%  filename=.*$mark"
}

@test "freeze, zero mode and the delay" {
	busy
	top "-e cpu-clock -d 0.2"
	shows "%  .*\[[k.]\] "
	keys p
	shows "\[frozen\]"
	rows=$(screen | sed -n '1p;5,20p')
	status=$(screen | sed -n 2p)
	# The line of numbers goes on, rows do not.
	gone "^$(sed 's/[^[:alnum:] ]/./g' <<<"$status")\$"
	[ "$(screen | sed -n '1p;5,20p')" = "$rows" ]
	keys p
	gone "\[frozen\]"
	keys z
	shows "begins from nothing"
	shows "\[z\]"
	keys z
	gone "\[z\]"
	keys d
	shows "Seconds between refreshes:"
	keys x Enter
	shows "'x' is no number"
	keys d
	keys -l 0.1
	keys Enter
	gone "Seconds between refreshes:"
}

@test "what is unfolded and zoomed into stays so with each refresh" {
	busy
	top "-e cpu-clock -g -d 0.2 -s comm,dso,sym"
	shows "^\+ "
	keys Enter
	shows "^- "
	shows "^   [-+ ] "
	before=$(screen | sed -n 1p)
	gone "^$(sed 's/[^[:alnum:] ]/./g' <<<"$before")\$"
	shows "^- "
	keys C t
	shows "Command: "
	before=$(screen | sed -n 1p)
	gone "^$(sed 's/[^[:alnum:] ]/./g' <<<"$before")\$"
	shows "Command: "
	shows "%.*\[[k.]\] "
	keys Escape
	gone "Command: "
}

@test "a hierarchy that is unfolded stays so with each refresh" {
	busy
	top "-e cpu-clock -d 0.2 --hierarchy -s comm,dso,sym --comms dash"
	shows "Overhead +Command / Shared Object / Symbol"
	shows "% +[+] dash"
	gone "kernel.kallsyms"
	keys Enter
	shows "% +- dash"
	shows "% +[+] .kernel.kallsyms"
	before=$(screen | sed -n 1p)
	gone "^$(sed 's/[^[:alnum:] ]/./g' <<<"$before")\$"
	shows "% +- dash"
	shows "% +[+] .kernel.kallsyms"
}

@test "kernel, search and help" {
	busy
	top "-e cpu-clock -d 0.3"
	shows "\[k\]"
	keys K
	shows "without the kernel"
	gone "\[k\]"
	keys K
	shows "\[k\]"
	keys /
	keys -l nosuchname
	keys Enter
	shows "nothing that is looked for"
	keys Escape
	shows "\[k\]"
	keys '?'
	shows "^Help: keys"
	keys NPage
	shows "Set the seconds between refreshes"
	shows "Freeze the rows"
	keys q
	shows "^Samples"
}

@test "instructions are counted from the first question on" {
	"$PERF" version --build-options | grep -q 'libcapstone: \[ on' || skip "built without libcapstone"
	command -v "${CC:-cc}" >/dev/null || skip "requires a C compiler"
	cat >work.c <<-'EOF'
	volatile unsigned long sink;
	__attribute__((noinline)) void work(void)
	{
		for (;;)
			sink++;
	}
	int main(void)
	{
		work();
		return 0;
	}
	EOF
	"${CC:-cc}" -O1 -o work work.c
	./work 3>&- &
	load_pid=$!
	top "-e cpu-clock -d 0.3 -p $load_pid"
	shows "%  work .*\[\.\] work"
	keys / w o r k Enter
	shows "with 'work'"
	keys a
	shows "counted from now on"
	end=$((SECONDS + 10))
	until screen | grep -q "^work  .*samples" || [ "$SECONDS" -ge "$end" ]; do
		keys a
		sleep 0.3
	done
	shows "^work  .*/work  samples [0-9]+"
	shows "^ +[0-9]+\.[0-9]+ │ +[0-9a-f]+:  "
	keys q
	shows "^samples "
}

@test "events: Tab" {
	busy
	top "-e cpu-clock -e page-faults -d 0.3"
	shows "cpu-clock.*\(1 of 2\)"
	keys Tab
	shows "page-faults.*\(2 of 2\)"
	keys BTab
	shows "cpu-clock.*\(1 of 2\)"
}

@test "any size, and no colour when asked" {
	busy
	top "-e cpu-clock -d 0.2" NO_COLOR=1
	shows "%  .*\[[k.]\] "
	! mux capture-pane -p -e | grep -qE $'\e\\[([0-9;]*;)?[34][0-7]m'
	for size in "30 8" "5 3" "1 1" "200 4" "2 40"; do
		set -- $size
		mux resize-window -x "$1" -y "$2"
		keys Down '?' q m Escape
		settled
	done
	mux resize-window -x 100 -y 30
	shows "^samples "
	keys q
	shows "^status=0"
}

@test "Ctrl-C, signals and Ctrl-Z" {
	for signal in INT TERM HUP; do
		top "-e cpu-clock -d 0.3"
		shows "^samples "
		kill -"$signal" "$(pgrep -P "$(mux display-message -p '#{pane_pid}')" -x perf)"
		shows "^status="
		settled
		grep -q ' icanon' stty
		[ "$(mux display-message -p '#{alternate_on}')" = 0 ]
		leave
	done
	mux new-session -d -x 100 -y 30 "cd '$PWD'; exec bash --norc -i"
	keys "'$PERF' top -e cpu-clock -d 0.3; echo status=\$?" Enter
	shows "^samples "
	keys C-z
	shows "Stopped"
	keys fg Enter
	shows "^samples "
	keys q
	shows "^status="
}

@test "a persistent event: older samples, and the newest" {
	"$PERF" persistent serve --run-dir "$dir" --daemon "execs=$exec_event"
	runs 30
	top "-e persistent/execs/ -d 0.3"
	shows "^samples .*\(older ([3-9]|[0-9]{2})[0-9]"
	shows "^last: .* persistent/execs/: .*filename="
	keys q
	shows "^status=0"
}

@test "suspended while a ring is overrun, it says how much it missed" {
	"$PERF" persistent serve --run-dir "$dir" --daemon -m 256 calls=raw_syscalls:sys_enter
	top "-e persistent/calls/ -s comm -d 0.3"
	shows "^samples .*reader 0"
	pid=$(pgrep -P "$(mux display-message -p '#{pane_pid}')" -x perf)
	kill -STOP "$pid"
	dd if=/dev/zero of=/dev/null bs=1 count=300000 2>/dev/null
	kill -CONT "$pid"
	shows "^samples .*reader [1-9]"
	keys q
	shows "^status=0"
}
