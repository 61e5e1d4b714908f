#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# perf script and report on branches that a program really took, beside the distribution's perf. The
# recording is made here: few machines for tests have the hardware.

REF=/usr/bin/perf

setup_file() {
	DIR=$(mktemp -d)
	export DIR
	cat >"$DIR/prog.c" <<-'C'
	static volatile int sink;
	__attribute__((noinline)) int leaf(int x)
	{
		if (x & 1)
			return x * 3;
		return x + 1;
	}
	__attribute__((noinline)) int middle(int x)
	{
		for (int i = 0; i < 3; i++)
			x += leaf(x + i);
		return x;
	}
	int main(void)
	{
		for (int i = 0; i < 5000; i++)
			sink += i % 4 ? leaf(i) : middle(i);
		return 0;
	}
	C
	local tool
	for tool in gcc objdump python3; do
		command -v $tool >/dev/null || return 0
	done
	gcc -O1 -g -static -no-pie -fno-omit-frame-pointer -fno-optimize-sibling-calls -o "$DIR/prog" \
		"$DIR/prog.c" || return 0
	"$BATS_TEST_DIRNAME/make-branches" "$DIR/branches" "$DIR/prog" --types --samples 20 || return 0
	"$BATS_TEST_DIRNAME/make-branches" "$DIR/memory" "$DIR/prog" --chains --memory --samples 20 ||
		return 0
	"$BATS_TEST_DIRNAME/make-branches" "$DIR/chains" "$DIR/prog" --chains --samples 20 || return 0
}

teardown_file() {
	rm -rf "$DIR"
}

setup() {
	[ -x $REF ] || skip "no $REF"
	[ -s "$DIR/chains" ] || skip "needs gcc, objdump and the right to trace a program"
	: "${PERF:=build/perf}"
}

same_script() {
	"$PERF" script -i "$DIR/$1" "${@:2}" >"$DIR/ours"
	$REF script -i "$DIR/$1" "${@:2}" >"$DIR/theirs" 2>/dev/null
	[ -s "$DIR/theirs" ]
	diff "$DIR/theirs" "$DIR/ours" | head -n 20
	cmp "$DIR/theirs" "$DIR/ours"
}

# Rows of equal overhead in any order.
same_report() {
	"$PERF" report --stdio -i "$DIR/$1" "${@:2}" | grep -v '^#\?$' | sort >"$DIR/ours"
	$REF report --stdio -i "$DIR/$1" "${@:2}" 2>/dev/null | sed '/^# (Tip:/,$d' | grep -v '^#\?$' |
		sort >"$DIR/theirs"
	grep -q '%' "$DIR/theirs"
	diff "$DIR/theirs" "$DIR/ours" | head -n 20
	cmp "$DIR/theirs" "$DIR/ours"
}

@test "script: branches, their symbols, files, types and flags" {
	for file in branches chains; do
		same_script $file -F brstack
		same_script $file -F comm,ip,sym,brstacksym
		same_script $file -F brstackoff
		same_script $file -F brstack,dso
		same_script $file -F +brstacksym
	done
}

@test "script: instructions between branches" {
	"$PERF" script -i "$DIR/branches" -F ip,insn >/dev/null 2>&1 || skip "requires libcapstone"
	same_script branches -F time,brstackinsn
	same_script branches -F +brstackinsnlen
	same_script branches -F time,insn,brstackinsn --max-blocks 3
	same_script chains -F +brstackinsn
	grep -q "^	leaf:$" "$DIR/ours"
}

@test "script: code that is another one now" {
	"$PERF" script -i "$DIR/branches" -F ip,insn >/dev/null 2>&1 || skip "requires libcapstone"
	"$BATS_TEST_DIRNAME/make-branches" "$DIR/odd" "$DIR/prog" --samples 20 --shift 3
	"$PERF" script -i "$DIR/odd" -F time,brstackinsn >"$DIR/ours"
	grep -q "mismatch of LBR data and executable" "$DIR/ours"
	# Addresses that no instruction was met at decode as what they may.
	"$PERF" script -i "$DIR/odd" -F time,brstack >"$DIR/ours"
	[ "$(wc -l <"$DIR/ours")" = 20 ]
}

@test "script: brstackinsn needs branches" {
	$REF record -q -o "$DIR/none" -e cpu-clock true >/dev/null 2>&1 || skip "events can not be opened here"
	run "$PERF" script -i "$DIR/none" -F ip,brstackinsn
	[ "$status" = 255 ]
	[[ $output == *brstackinsn* ]]
}

@test "report: rows of branches" {
	for file in branches chains; do
		same_report $file -b
		same_report $file -b -s comm,dso_from,dso_to
		same_report $file -b -s mispredict
		same_report $file -b -s in_tx
		same_report $file -b -s abort
		same_report $file -b -s cycles
		same_report $file --no-branch-stack
	done
}

@test "report: addresses of branches are as long as they need to be" {
	"$PERF" report --stdio -i "$DIR/branches" -s addr_to >"$DIR/ours"
	grep -q ' \[\.\] leaf *$' "$DIR/ours"
	grep -q ' \[\.\] middle+0x' "$DIR/ours"
}

# Where no line is known, the other one names the source of the symbol.
@test "report: call chains of lines and addresses" {
	local steps
	for steps in address srcline; do
		"$PERF" report --stdio --no-branch-stack --no-children -i "$DIR/chains" -g "caller,$steps" |
			sed -n '/%/,$p' >"$DIR/ours"
		$REF report --stdio --no-branch-stack --no-children -i "$DIR/chains" -g "caller,$steps" 2>/dev/null |
			sed '/^# (Tip:/,$d; s/ [^ ]*\.[co]:0$/ ??:0/' | sed -n '/%/,$p' >"$DIR/theirs"
		grep -q 'main prog.c:1[0-9]' "$DIR/ours"
		diff <(sed 's/^[ |]*//' "$DIR/theirs" | grep -v '^#\?$' | sort) \
			<(sed 's/^[ |]*//' "$DIR/ours" | grep -v '^#\?$' | sort)
	done
}

@test "report: accesses of memory, and their call chains from the caller on" {
	same_report memory --mem-mode
	same_report memory --mem-mode --no-children
	same_report memory --mem-mode -s mem,snoop,tlb,locked
	same_report memory --mem-mode -n -s local_weight,sym -g callee
	same_report memory --mem-mode -s symbol_iaddr -g none
}

@test "report: statistics count samples, not branches" {
	"$PERF" report --stats -i "$DIR/branches" >"$DIR/ours"
	[ "$(grep -c 'SAMPLE events: *20$' "$DIR/ours")" = 1 ]
	[ "$(grep -A1 'cycles:u' "$DIR/ours" | grep -c 'SAMPLE events: *20$')" = 1 ]
}

@test "report: source lines and parents, with and without callers" {
	local option
	for option in '-s srcline' '-s srcfile' '-s sym,srcline'; do
		# Where no line is known, the other one names the source of the symbol.
		same_report chains --no-branch-stack --no-children -g none $option
	done
	same_report chains --no-branch-stack -p middle
	same_report chains --no-branch-stack -p middle -x
	same_report chains --no-branch-stack -s parent -p main
	same_report chains --no-branch-stack -w 10,20,30
	same_report chains --no-branch-stack --ignore-callees middle --no-children
}

@test "report -v: where names are from" {
	"$PERF" report --stdio -v --no-branch-stack --no-children -i "$DIR/chains" >"$DIR/ours"
	grep -q " d \[\.\] leaf" "$DIR/ours"
	sed "s,$DIR/prog,$DIR/gone," "$DIR/chains" >"$DIR/lost"
	"$PERF" report --stdio -v --no-branch-stack --no-children -i "$DIR/lost" >"$DIR/ours"
	grep -q " ! \[\.\] 0x" "$DIR/ours"
}
