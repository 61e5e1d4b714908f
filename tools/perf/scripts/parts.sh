# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Sourced by run-tests and soak: named parts, a log and a line each, and the totals at the end.
# The caller sets logs, the folder they are kept in.
passed=0 failed=0 skipped=0
mkdir -p "$logs"

# part NAME COMMAND...: the command's last line of totals counts ("N passed, N failed, N skipped");
# without one it counts as one test by its exit status, 77 being a skip.
part() {
	local name=$1 log=$logs/$1.log status=0 totals begin=$SECONDS p f s
	shift
	"$@" >"$log" 2>&1 || status=$?
	totals=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
	if [ -z "$totals" ]; then
		totals="$((status == 0)) passed, $((status != 0 && status != 77)) failed, $((status == 77)) skipped"
	fi
	read -r p _ f _ s _ <<<"$totals"
	# A part that fails must count as failed, whatever its totals say.
	if [ "$status" != 0 ] && [ "$status" != 77 ] && [ "$f" = 0 ]; then f=1; fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	printf '%-24s %5d passed %3d failed %3d skipped  (%d s)\n' "$name" "$p" "$f" "$s" \
		$((SECONDS - begin))
	if [ "$f" != 0 ]; then
		grep -nE 'FAILED|^not ok|error:|warning:|panic|runtime error|ERROR' "$log" | head -n 40
		echo "--- the end of $log:"
		tail -n 40 "$log"
	elif [ "$s" != 0 ]; then
		grep -E 'skipped: |# skip|^skip' "$log" | sort | uniq -c | head -n 20
	fi
}

# The sum of all parts, alone on the last line; fails if one failed.
parts_end() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ]
}
