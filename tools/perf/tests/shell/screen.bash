# SPDX-License-Identifier: GPL-2.0-only
#
# For tests of terminal views: a terminal in tmux, keys that go there, and what is on its screen. A test
# sets servers=0 and TMUX_TMPDIR, to a folder of its own, and calls leave at its end.

# A server that ends takes its time: the next one gets another name.
leave() {
	mux kill-server 2>/dev/null || true
	servers=$((servers + 1))
}

mux() { tmux -L "s$BATS_TEST_NUMBER.$servers" -f /dev/null "$@"; }

# start COMMAND: in a shell of a terminal of 100x30, with the command's status after it.
start() {
	mux new-session -d -x 100 -y 30 "cd '$PWD'; $1; echo status=\$?; stty -a >stty; exec sleep 100"
}

screen() { mux capture-pane -p; }
keys() { mux send-keys "$@"; }

# shows PATTERN: it comes within 10 seconds; gone PATTERN: it leaves.
shows() { until_screen 0 "$1"; }
gone() { until_screen 1 "$1"; }
until_screen() {
	local end=$((SECONDS + 10)) status
	while :; do
		status=0
		screen | grep -qE -- "$2" || status=1
		[ "$status" != "$1" ] || return 0
		[ "$SECONDS" -lt "$end" ] || break
		sleep 0.05
	done
	echo "waited in vain ($1) for '$2'"
	screen
	return 1
}

# Nothing on the screen changes any more.
settled() {
	local before now
	before=$(screen)
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.05
		now=$(screen)
		[ "$now" != "$before" ] || return 0
		before=$now
	done
}

# The line of the cursor, by its colour or its reverse video.
cursor() { mux capture-pane -p -e | grep -nE $'^\e\\[([0-9;]*;)?7[;m]' | sed -n '2p' | cut -d: -f1; }
at_line() {
	local end=$((SECONDS + 10))
	until [ "$(cursor)" = "$1" ]; do
		[ "$SECONDS" -lt "$end" ] || { echo "the cursor is in line $(cursor), not $1"; screen; return 1; }
		sleep 0.05
	done
}
cursor_has() {
	local end=$((SECONDS + 10))
	until screen | sed -n "$(cursor)p" | grep -qE "$1"; do
		[ "$SECONDS" -lt "$end" ] || { echo "line $(cursor) has no '$1'"; screen; return 1; }
		sleep 0.05
	done
}
