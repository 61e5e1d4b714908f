#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf report on a terminal: keys go to a tmux session of its own, screens come back as text.

load screen

setup_file() {
	export DIR TMUX_TMPDIR
	DIR=$(mktemp -d)
	TMUX_TMPDIR=$DIR
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	export PERF
	command -v tmux >/dev/null || return 0
	(cd "$DIR" && "$PERF" record -e cpu-clock,page-faults -F 2000 -g -o f dash -c \
		'i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); : </dev/null; done; ls /' >log 2>&1) || rm -f "$DIR/f"
}

teardown_file() {
	rm -rf "$DIR"
}

setup() {
	command -v tmux >/dev/null || skip "requires tmux"
	[ -s "$DIR/f" ] || skip "perf events can not be opened here"
	cd "$BATS_TEST_TMPDIR"
	unset NO_COLOR
	export LC_ALL=C.UTF-8 HOME=$BATS_TEST_TMPDIR
	servers=0
}

teardown() {
	leave
}

report() { start "$2 '$PERF' report -i '$DIR/f' $1"; }

# A text as a pattern.
quoted() { sed 's/[^[:alnum:] ]/./g' <<<"$1"; }

@test "opens on a terminal, q leaves" {
	report "" ""
	shows "^Samples: .* of event 'cpu-clock"
	shows "Children +Self +Command +Shared Object +Symbol"
	shows "^\+ .*%.*%.* dash "
	keys q
	shows "^status=0"
}

@test "--stdio, -t and a pipe are text" {
	report "--stdio -s comm -g none" ""
	shows "^ .*%  dash"
	shows "^status=0"
	leave
	start "'$PERF' report -i '$DIR/f' | grep -c '^# Samples'"
	shows "^2"
	shows "^status=0"
	leave
	start "'$PERF' report -i '$DIR/f' -s comm -g none -t ,"
	shows "% *,dash"
	shows "^status=0"
}

@test "the terminal is as it was before" {
	start "stty -a >before; '$PERF' report -i '$DIR/f'"
	shows "Shared Object"
	keys q
	shows "^status=0"
	settled
	diff before stty
}

@test "arrows, pages, Home and End" {
	report "--no-children" ""
	shows "Shared Object"
	at_line 3
	keys Down
	at_line 4
	keys j
	at_line 5
	keys Up k
	at_line 3
	keys End
	at_line 29
	keys Home
	at_line 3
	first=$(screen | sed -n 3p)
	keys NPage
	gone "^$(quoted "$first")\$"
	keys PPage
	shows "^$(quoted "$first")\$"
	at_line 3
}

@test "call chains fold and unfold" {
	report "" ""
	shows "^\+ "
	gone "^- "
	keys Enter
	shows "^- "
	shows "^   [-+ ] "
	keys -l +
	gone "^- "
	keys -l e
	shows "^- "
	keys e
	gone "^- "
	keys E
	gone "^\+ "
	shows "^   [-+ ] "
	keys C
	gone "^- "
	keys Right
	shows "^- "
}

@test "search: / shows what has the text, Esc all again" {
	report "--no-children -g none" ""
	shows "Shared Object"
	keys /
	shows "Rows with:"
	keys -l clos
	keys Enter
	shows "with 'clos'"
	gone "%.*(open|dup)"
	shows "%.*clos"
	keys Escape
	gone "with 'clos'"
	keys /
	keys -l nosuchname
	keys Enter
	shows "nothing that is looked for"
	keys / C-u Enter
	gone "nothing that is looked for"
}

@test "zoom by file, thread and symbol, and back" {
	report "--no-children -g none" ""
	shows "Shared Object"
	keys d
	shows "DSO: "
	keys t
	shows "Command: dash"
	keys y
	shows "Symbol: "
	keys Left
	gone "Symbol: "
	keys t
	gone "Command: "
	keys Escape
	gone "DSO: "
	keys Escape
	shows "q: quit"
}

@test "Enter on a row without a chain is a menu" {
	report "--no-children -g none" ""
	shows "Shared Object"
	keys Enter
	shows "Zoom into dash"
	shows "Help"
	keys Escape
	gone "Zoom into dash"
	keys m
	shows "Annotate "
	shows "Zoom into dash"
	keys Down Enter
	shows "Command: dash"
}

@test "a hierarchy unfolds level by level" {
	report "--hierarchy -s comm,dso,sym --no-children" ""
	shows "Overhead +Command / Shared Object / Symbol"
	shows "% +[+] dash"
	gone "kernel.kallsyms"
	keys d
	shows "not of one dso"
	keys Enter
	shows "% +- dash"
	shows "% +[+] .kernel.kallsyms"
	keys Down d
	shows "DSO: .kernel.kallsyms"
	keys Escape
	gone "DSO: "
	keys E
	shows "% +- .k. "
	keys C
	gone "kernel.kallsyms"
	keys P
	shows "Written to perf.hist.0"
	grep -qE '% +[+] dash' perf.hist.0
}

@test "kernel and user can be hidden" {
	report "--no-children -g none" ""
	shows "\[k\]"
	shows "\[\.\]"
	keys K
	shows "without the kernel"
	gone "\[k\]"
	keys U
	gone "\[\.\]"
	keys U
	shows "\[k\]"
	shows "\[\.\]"
}

@test "limits and percents" {
	report "--no-children -g none" ""
	shows "%  dash"
	keys L
	shows "below percent:"
	keys -l 100
	keys Enter
	shows "nothing that is looked for"
	keys L
	keys -l 101
	keys Enter
	shows "'101' is no number"
	keys L 0 Enter
	shows "%  dash"
	keys f
	shows "fewer samples"
	keys -l 999999999
	keys Enter
	shows "nothing that is looked for"
	keys f 0 Enter
	keys F
	shows "Percents are of what is shown"
}

@test "events: Tab and Shift-Tab" {
	report "" ""
	shows "cpu-clock.* \(1 of 2\)"
	keys Tab
	shows "page-faults.* \(2 of 2\)"
	keys BTab
	shows "cpu-clock.* \(1 of 2\)"
}

@test "help and header" {
	report "" ""
	shows "Shared Object"
	keys '?'
	shows "^Help: keys"
	shows "Unfold all call chains"
	keys q
	shows "Shared Object"
	keys h
	shows "^Help: keys"
	keys Escape
	keys i
	shows "^Header"
	shows "cmdline"
	keys q
	shows "Shared Object"
	keys x
	shows "That key does nothing"
}

@test "a function's instructions and lines" {
	"$PERF" version --build-options | grep -q 'libcapstone: \[ on' || skip "built without libcapstone"
	command -v "${CC:-cc}" >/dev/null || skip "requires a C compiler"
	cat >work.c <<-'EOF'
	volatile unsigned long sink;
	__attribute__((noinline)) void work(unsigned long n)
	{
		for (unsigned long i = 0; i < n; i++)
			sink += i * i;
	}
	int main(void)
	{
		work(200000000);
		return 0;
	}
	EOF
	"${CC:-cc}" -g -O1 -o work work.c
	"$PERF" record -e cpu-clock -g -F 2000 -o w ./work >log 2>&1
	start "'$PERF' report --no-children -i w"
	shows "%  work .*work +\[\.\] work"
	keys a
	shows "^work  .*/work  samples [0-9]+"
	shows "^ +[0-9]+\.[0-9]+ │ +[0-9a-f]+:  "
	shows "│ +[0-9]+ +.*sink \+= i \* i;"
	keys s
	gone "sink \+= i"
	keys s
	shows "sink \+= i"
	ranked=$(screen | grep -oE '^ +[0-9.]+ │' | tr -d ' │' | sort -rn)
	keys H
	cursor_has "^ *$(sed -n 1p <<<"$ranked") "
	keys Tab
	cursor_has "^ *$(sed -n 2p <<<"$ranked") "
	keys Home Down
	at_line 3
	keys H
	cursor_has "^ *$(sed -n 1p <<<"$ranked") "
	keys '?'
	shows "took the most"
	keys q
	shows "^work  "
	keys q
	shows "Shared Object"
	keys m
	shows "Annotate work"
	keys Enter
	gone "Annotate work"
	keys q q
	shows "^status=0"
}

@test "titles, names and scrolling to the side" {
	report "--no-children -g none" ""
	shows "Shared Object"
	keys H
	gone "Shared Object"
	keys H
	shows "Shared Object"
	keys V
	shows "/libc\.so"
	keys V
	gone "/libc\.so"
	keys -l '>>'
	gone "Overhead"
	keys -l '<<'
	shows "Overhead"
}

@test "P writes a file and none over another" {
	: >perf.hist.0
	report "--no-children" ""
	shows "Shared Object"
	keys E P
	shows "Written to perf.hist.1"
	[ ! -s perf.hist.0 ]
	grep -q "Shared Object" perf.hist.1
	grep -qE "^- +[0-9.]+%  dash" perf.hist.1
}

@test "any size down to 1x1" {
	report "" ""
	shows "Shared Object"
	keys E
	for size in "40 10" "10 4" "9 3" "2 2" "1 1" "200 50" "1 30" "200 1" "3 3"; do
		set -- $size
		mux resize-window -x "$1" -y "$2"
		keys Down '?' Down q m Down Escape / Escape Tab
		settled
	done
	mux resize-window -x 100 -y 30
	shows "Samples: "
	keys Home
	shows "Shared Object"
	keys q
	shows "^status=0"
}

@test "Ctrl-Z and fg" {
	mux new-session -d -x 100 -y 30 "cd '$PWD'; exec bash --norc -i"
	keys "'$PERF' report -i '$DIR/f'; echo status=\$?" Enter
	shows "Shared Object"
	keys C-z
	shows "Stopped"
	keys "stty -a | grep -o '[-]*icanon'" Enter
	shows "^icanon"
	keys "fg" Enter
	shows "Shared Object"
	keys q
	shows "^status="
}

@test "signals give the terminal back" {
	for signal in TERM HUP INT QUIT SEGV ABRT; do
		start "stty -a >before; '$PERF' report -i '$DIR/f'"
		shows "Shared Object"
		pid=$(pgrep -P "$(mux display-message -p '#{pane_pid}')" -x perf)
		kill -"$signal" "$pid"
		shows "^status=1"
		gone "Shared Object"
		settled
		diff before stty
		[ "$(mux display-message -p '#{alternate_on}')" = 0 ]
		[ "$(mux display-message -p '#{cursor_flag}')" = 1 ]
		leave
	done
}

@test "Ctrl-C leaves" {
	report "" ""
	shows "Shared Object"
	keys C-c
	shows "^status=130"
}

@test "a terminal that goes away ends it" {
	report "" ""
	shows "Shared Object"
	pid=$(pgrep -P "$(mux display-message -p '#{pane_pid}')" -x perf)
	mux kill-server
	for _ in $(seq 100); do
		[ -d "/proc/$pid" ] || break
		sleep 0.05
	done
	[ ! -d "/proc/$pid" ]
}

@test "colours, and none with NO_COLOR" {
	report "" ""
	shows "Shared Object"
	settled
	mux capture-pane -p -e | grep -q $'\e\\[3[12]m'
	leave
	report "" "NO_COLOR=1"
	shows "Shared Object"
	settled
	! mux capture-pane -p -e | grep -qE $'\e\\[([0-9;]*;)?[34][0-7]m'
}

@test "ASCII where the locale has nothing else" {
	cp "$(command -v dash)" dash-ä
	"$PERF" record -e cpu-clock -F 2000 -o g ./dash-ä -c 'i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done' \
		>/dev/null 2>&1
	start "'$PERF' report -i g -s dso"
	shows "dash-ä"
	leave
	start "LC_ALL=C '$PERF' report -i g -s dso"
	shows "dash-\?"
}

@test "names that are no names: controls, bytes that are no text, combining, wide and endless ones" {
	command -v python3 >/dev/null || skip "requires python3"
	local name i=0 long combining wide
	long=$(printf 'x%.0s' {1..10000})
	combining=$(printf 'e\xcc\x81\xcc\x88\xcc\xa3%.0s' {1..200})
	wide=$(printf '\xe6\xbc\xa2%.0s' {1..300})
	for name in $'/c/\x1b]0;owned\x07\x9b31m\x1b[2Jafter\rb\tc' $'/b/\xff\xfe\xc3\xed\xa0\x80after' "/m/${combining}after" \
		"/w/${wide}after" "/l/${long}after" $'/o/\u202eretfa\u2028\u200b\u00adafter'; do
		"$BATS_TEST_DIRNAME/make-recording" g --samples 60 --path "$name"
		start "'$PERF' report --no-children -g none -i g -s dso,sym,comm"
		shows "Shared Object"
		shows "^ *[0-9.]+%  "
		[ "$(mux display-message -p '#{pane_title}')" != owned ]
		screen | LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' && { screen; false; }
		keys Right Right Down y Escape V H / x Enter Escape End Home Enter Escape
		settled
		mux resize-window -x 20 -y 6
		settled
		mux resize-window -x 100 -y 30
		keys Escape Escape q
		shows "^status=0"
		leave
		i=$((i + 1))
	done
	[ "$i" = 6 ]
}

@test "a terminal that can not place a cursor gets text" {
	for kind in dumb nosuch ""; do
		start "TERM=$kind '$PERF' report -i '$DIR/f' -s comm -g none"
		shows "'$kind'\) can not show a view: using --stdio"
		shows "^ .*%  dash"
		shows "^status=0"
		leave
	done
}

@test "--tui without a terminal says so and prints" {
	run "$PERF" report --tui -i "$DIR/f" -s comm
	[ "$status" = 0 ]
	[[ "$output" == *"no terminal: using --stdio"* ]]
	[[ "$output" == *"dash"* ]]
}
