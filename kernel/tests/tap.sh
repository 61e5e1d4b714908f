# SPDX-License-Identifier: GPL-2.0-only
# TAP for shell tests in the virtual machine.
nr=0

# ok NAME COMMAND
ok() {
	nr=$((nr + 1))
	if eval "$2" >/tmp/ok.log 2>&1; then
		echo "ok $nr - $1"
	else
		echo "not ok $nr - $1"
		sed 's/^/#   /' /tmp/ok.log | tail -n 20
	fi
}

# skip NAME REASON
skip() {
	nr=$((nr + 1))
	echo "ok $nr - $1 # skip $2"
}

# wait_for COMMAND: until it succeeds; emulated CPUs that share few real ones are slow.
wait_for() {
	waited=0
	until eval "$1" >/dev/null 2>&1; do
		waited=$((waited + 1))
		[ $waited -lt 300 ] || return 1
		sleep 0.2
	done
}
