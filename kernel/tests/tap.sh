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
