#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf annotate from outside: its code and numbers beside those of the distribution's perf.

setup() {
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	"$PERF" version --build-options | grep -q 'libcapstone: \[ on' || skip "built without libcapstone"
	command -v "${CC:-cc}" >/dev/null || skip "requires a C compiler"
	export PERF_BUILDID_DIR=$BATS_TEST_TMPDIR/cache HOME=$BATS_TEST_TMPDIR
	cd "$BATS_TEST_TMPDIR"
	cat >work.c <<-'EOF'
	volatile unsigned long sink;
	__attribute__((noinline)) unsigned long work(unsigned long n)
	{
		unsigned long s = 0;

		for (unsigned long i = 0; i < n; i++) {
			s += i * i;
			sink = s;
		}
		return s;
	}
	int main(void)
	{
		return work(150000000) == 42;
	}
	EOF
	"${CC:-cc}" -g -O1 -o work work.c
	"$PERF" record -e cpu-clock -F 1999 -o f ./work >/dev/null 2>&1 ||
		skip "perf events can not be opened here"
}

code() { grep ':   *[0-9a-f]*:  ' | sed 's/ *$//'; }

@test "instructions and percents are those of the distribution's perf" {
	other=/usr/bin/perf
	[ -x "$other" ] || skip "requires the distribution's perf (linux-perf)"
	command -v objdump >/dev/null || skip "requires objdump (binutils)"
	[ "$(uname -m)" = x86_64 ] || skip "requires x86_64"
	for option in '' -n --show-total-period; do
		"$other" annotate --stdio -f -i f $option -s work 2>/dev/null </dev/null | code >theirs
		"$PERF" annotate --stdio -f -i f $option -s work | code >ours
		[ -s ours ]
		diff theirs ours
	done
}

@test "instructions that have more than one way to be written are written as objdump does" {
	[ "$(uname -m)" = x86_64 ] || skip "requires x86_64"
	command -v objdump >/dev/null || skip "requires objdump (binutils)"
	cat >odd.s <<-'EOF'
	.globl odd
	.type odd,@function
	odd:
	jmp 1f
	nop
	.byte 0x66,0x90
	nopw 0(%rax,%rax,1)
	.byte 0x66,0x2e,0x0f,0x1f,0x84,0,0,0,0,0
	.byte 0x66,0x66,0x2e,0x0f,0x1f,0x84,0,0,0,0,0
	.byte 0x0f,0x1f,0x40,0
	.byte 0xf3,0xc3
	notrack jmp *%rax
	lock cmpxchg %ecx,(%rdx)
	rep stos %al,(%rdi)
	stos %rax,(%rdi)
	rep movsq
	repnz scas (%rdi),%al
	cmpsb
	sar $1,%eax
	.byte 0xc1,0xe0,1
	adc $1,%eax
	1: mov $300000000,%rcx
	2: dec %rcx
	jnz 2b
	ret
	.size odd,.-odd
	.section .note.GNU-stack,"",@progbits
	EOF
	echo 'void odd(void); int main(void) { odd(); return 0; }' >main.c
	"${CC:-cc}" -o odd main.c odd.s
	"$PERF" record -e cpu-clock -F 1999 -o g ./odd >/dev/null 2>&1
	"$PERF" annotate -f -i g odd | sed -nE 's/^ *[0-9.]+ : +([0-9a-f]+): */\1: /p' | sed 's/ *$//' >ours
	objdump -d odd | sed -n '/<odd>:$/,/^$/p' | sed -nE 's/^ +([0-9a-f]+):\t[^\t]*\t/\1: /p' | sed 's/ *$//' >theirs
	[ "$(wc -l <theirs)" -gt 20 ]
	diff theirs ours
}

@test "source lines stand before their code, with their numbers" {
	"$PERF" annotate -f -i f work >out
	grep -q '^  *: 7    s += i \* i;$' out
	[ "$(grep -n ': 7    s += ' out | head -1 | cut -d: -f1)" -lt "$(grep -n imul out | cut -d: -f1)" ]
	"$PERF" annotate -f -i f --no-source work >out
	! grep -q 's += ' out
	"$PERF" annotate -f -i f -l work >out
	grep -q '^Sorted summary for file .*/work$' out
	grep -q '^ *[0-9.]* work.c:[678]$' out
	grep -q '^ *[0-9.]* : .* // work.c:[678]$' out
	! grep -q '^ *0.00 : .* //' out
}

@test "the syntax can be Intel's" {
	[ "$(uname -m)" = x86_64 ] || skip "requires x86_64"
	"$PERF" annotate -f -i f -M intel work | grep -q 'imul *r[a-z]*,'
	run "$PERF" annotate -f -i f -M nosuch
	[ "$status" = 129 ]
}

@test "a file that is another one now gives no code" {
	echo 'int main(void) { return 0; }' >other.c
	"${CC:-cc}" -Wl,--build-id -o work other.c
	run "$PERF" annotate -f -i f work
	[ "$status" = 1 ]
	[[ "$output" != *imul* ]]
}

@test "a function that no sample hit: status 1 and a word" {
	run "$PERF" annotate -f -i f nosuch
	[ "$status" = 1 ]
	[[ "$output" == *"no sample hit 'nosuch'"* ]]
}
