# SPDX-License-Identifier: GPL-2.0-only
# The tools on the kernel's PMU: ours, and the distribution's on what ours recorded.
. ./tap.sh
cd /tmp || exit 1
test=/tests/guest-test
event=persistent/mce_record/
pmu=/sys/bus/event_source/devices/persistent

# records FILE STATUS: how many samples of a machine check with it perf script shows
records() {
	perf script -i "$1" 2>/dev/null | grep -c "mce_record.*$2"
}

# samples FILE NAME
samples() {
	perf script -i "$1" 2>/dev/null | grep -c "$2"
}

# A command to record: it begins when everything is attached, and ends when it is told to.
cat >until <<'EOF'
#!/bin/sh
touch "$1.begun"
while [ ! -e "$1.end" ]; do sleep 0.1; done
EOF
chmod +x until

perf test pmu-attr >test.log 2>&1
ok "perf test pmu-attr" "cat test.log; ! grep -n 'FAILED' test.log && grep -q '^[1-9][0-9]* passed, 0 failed' test.log"
ok "which opened what the PMU describes" \
	"perf test -v pmu-attr 2>&1 | grep \"the kernel's persistent PMU describes\" | grep -q Ok"
ok "perf evlist and list know the PMU" "perf list 2>/dev/null | grep -q persistent/mce_record/"

$test inject 1 0x9c000000001a0135
wait_for "[ \$($test count-mce 0x9c000000001a0135) = 1 ]"
ok "record history" "perf record -q --since boot -e $event -o history.data true"
ok "the machine check of before user space is in it" "[ \$(records history.data 9c00000000010135) = 1 ]"
ok "and the injected one" "[ \$(records history.data 9c000000001a0135) = 1 ]"
ok "perf evlist shows the event" "perf evlist -i history.data | grep -q $event"

perf record -q -e $event -o one.data ./until one 2>one.log &
one=$!
perf record -q -e $event -o two.data ./until two 2>two.log &
two=$!
ok "two recorders at once" "wait_for '[ -e one.begun ] && [ -e two.begun ]'"
$test inject 0 0x9c000000001b0135
wait_for "[ \$($test count-mce 0x9c000000001b0135) = 1 ]"
touch one.end two.end
wait $one
ok "a recorder while it happens" "[ $? = 0 ] || { cat one.log; false; }"
wait $two
ok "and another" "[ $? = 0 ] || { cat two.log; false; }"
ok "both have it" "[ \$(records one.data 9c000000001b0135)\$(records two.data 9c000000001b0135) = 11 ]"
ok "but no older one" "[ \$(records one.data 9c000000001a0135) = 0 ]"
if [ -x /usr/bin/perf-distro ]; then
	ok "the distribution's perf script reads it" \
		"perf-distro script -i one.data 2>/dev/null | grep -q 'mce_record.*9c000000001b0135'"
else
	skip "the distribution's perf script reads it" "it is not here"
fi

# One session: an event of its own beside two that are attached to.
ok "ordinary and persistent events in one session" \
	"perf record -q --since boot -e cpu-clock -e $event,persistent/early/ -o mixed.data sh -c 'i=0; while [ \$i -lt 20000 ]; do i=\$((i+1)); done'"
ok "with samples of all of them" \
	"[ \$(records mixed.data 9c000000001b0135) = 1 ] && [ \$(samples mixed.data early) -gt 0 ] && [ \$(samples mixed.data cpu-clock) -gt 0 ]"
cat >one_more <<EOF
#!/bin/sh
. /tests/tap.sh
$test inject 0 0x9c000000001c0135
wait_for '[ \$($test count-mce 0x9c000000001c0135) = 1 ]'
EOF
chmod +x one_more
ok "perf stat counts what a reader sees" \
	"perf stat -a -x, -e $event ./one_more 2>stat.log; cat stat.log; grep -q '^1,.*mce_record' stat.log"

perf top -e $event --stdio -n -d 2 >top.log 2>top.err &
top=$!
ok "perf top attaches" "wait_for 'grep -q \"^# Overhead\" top.log' || { cat top.log top.err; false; }"
for _ in 1 2 3 4 5 6; do $test inject 0 0x9c000000001d0135; done
$test inject 0 0x9c000000001e0135
ok "and counts what happens, nothing older" \
	"wait_for 'grep -q \"^# samples 7 (older\" top.log' || { cat top.log top.err; false; }"
kill -INT $top
wait $top
ok "Ctrl-C ends it" "[ $? = 0 ] || { cat top.err; false; }"
# What was counted before weighs less on each page, so these need not be 6.
ok "its rows say how many there were of which bank and status" \
	"cat top.log; awk '
		\$2 >= 2 && \$4 == 1 && \$5 == \"0x9c000000001d0135\" { many = 1 }
		\$2 >= 1 && \$4 == 1 && \$5 == \"0x9c000000001e0135\" { one = 1 }
		END { exit !(many && one) }' top.log"

echo sched:sched_process_exec >$pmu/add
perf record -e persistent/sched_process_exec/ -o removed.data >removed.log 2>&1 &
recorder=$!
perf record -e persistent/sched_process_exec/ -o busy.data ./until busy >busy.log 2>&1 &
busy=$!
ok "a recorder of what will be removed" "wait_for '[ -e busy.begun ]'"
/bin/true
ok "has samples" "wait_for '[ \$(samples removed.data sched_process_exec) -gt 0 ] || { /bin/true; false; }'"
echo sched_process_exec >$pmu/remove
wait $recorder
ok "it ends by itself, with a line that says why" "[ $? = 0 ] && cat removed.log && grep -q 'was removed' removed.log"
ok "and has what was recorded" "perf script -i removed.data 2>/dev/null | grep -q sched_process_exec"
touch busy.end
wait $busy
ok "one with a command goes on to the end of it, and says the same" "[ $? = 0 ] && cat busy.log && grep -q 'was removed' busy.log"

perf persistent serve mce_record=cpu-clock >holder.out 2>holder.log &
holder=$!
ok "a holder beside the kernel" "wait_for 'perf persistent list | grep -q mce_record' || { cat holder.log; false; }"
ok "says that readers look at the kernel's first" "cat holder.log; grep -q 'this kernel has persistent events of its own' holder.log"
ok "the kernel's event is the one that is read" \
	"perf record -q --since boot -e $event -o both.data true && [ \$(records both.data 9c000000001b0135) = 1 ]"
ok "the list has both, the kernel's first" \
	"perf list 2>/dev/null | grep -A2 persistent/mce_record/ >list.log; cat list.log; head -n 3 list.log | grep -q /sys/bus/event_source && tail -n 2 list.log | grep -q /run/perf-persistent"
perf persistent stop >/dev/null 2>&1
wait $holder
if [ -x /usr/bin/perf-distro ]; then
	echo 1 >/sys/module/perf_persistent/parameters/share
	perf-distro record -R -e mce:mce_record/overwrite/ -a -o distro.data sleep 1 >distro.log 2>&1
	ok "the distribution's record shares the ring" \
		"cat distro.log; perf-distro script -i distro.data 2>/dev/null | grep -q 9c000000001b0135"
	echo 0 >/sys/module/perf_persistent/parameters/share
else
	skip "the distribution's record shares the ring" "it is not here"
fi
