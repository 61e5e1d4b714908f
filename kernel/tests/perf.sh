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

perf test pmu-attr >test.log 2>&1
ok "perf test pmu-attr" "! grep -n 'FAILED' test.log"
ok "perf evlist and list know the PMU" "perf list 2>/dev/null | grep -q persistent/mce_record/"

$test inject 1 0x9c000000001a0135
sleep 1
ok "record history" "perf record -q --since boot -e $event -o history.data true"
ok "the machine check of before user space is in it" "[ \$(records history.data 9c00000000010135) = 1 ]"
ok "and the injected one" "[ \$(records history.data 9c000000001a0135) = 1 ]"
ok "perf evlist shows the event" "perf evlist -i history.data | grep -q $event"

perf record -q -e $event -o one.data sleep 10 2>one.log &
one=$!
perf record -q -e $event -o two.data sleep 10 2>two.log &
two=$!
sleep 4
$test inject 0 0x9c000000001b0135
wait $one
ok "a recorder while it happens" "[ $? = 0 ]"
wait $two
ok "and another at once" "[ $? = 0 ]"
ok "both have it" "[ \$(records one.data 9c000000001b0135)\$(records two.data 9c000000001b0135) = 11 ]"
ok "but no older one" "[ \$(records one.data 9c000000001a0135) = 0 ]"
if [ -x /usr/bin/perf-distro ]; then
	ok "the distribution's perf script reads it" \
		"perf-distro script -i one.data 2>/dev/null | grep -q 'mce_record.*9c000000001b0135'"
else
	skip "the distribution's perf script reads it" "it is not here"
fi

echo sched:sched_process_exec >$pmu/add
perf record -e persistent/sched_process_exec/ -o removed.data sleep 30 >removed.log 2>&1 &
recorder=$!
sleep 4
/bin/true
sleep 1
echo sched_process_exec >$pmu/remove
sleep 2
kill -INT $recorder
wait $recorder
ok "a recorder is told of a removal" "cat removed.log; grep -q 'was removed' removed.log"
ok "and has what was recorded" "perf script -i removed.data 2>/dev/null | grep -q sched_process_exec"

perf persistent serve --daemon mce_record=cpu-clock >holder.log 2>&1
ok "a holder beside the kernel" "cat holder.log; perf persistent list | grep -q mce_record"
ok "the kernel's event is the one that is read" \
	"perf record -q --since boot -e $event -o both.data true && [ \$(records both.data 9c000000001b0135) = 1 ]"
perf persistent stop >/dev/null 2>&1
if [ -x /usr/bin/perf-distro ]; then
	echo 1 >/sys/module/perf_persistent/parameters/share
	perf-distro record -R -e mce:mce_record/overwrite/ -a -o distro.data sleep 1 >distro.log 2>&1
	ok "the distribution's record shares the ring" \
		"cat distro.log; perf-distro script -i distro.data 2>/dev/null | grep -q 9c000000001b0135"
	echo 0 >/sys/module/perf_persistent/parameters/share
fi
