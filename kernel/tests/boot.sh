# SPDX-License-Identifier: GPL-2.0-only
# What there is before user space: a machine check from QEMU's monitor, the events of the command line.
. ./tap.sh

pmu=/sys/bus/event_source/devices/persistent
ok "all CPUs run" "[ $(grep -c ^processor /proc/cpuinfo) = $(sed -n 's/.*\bcpus=\([0-9]*\).*/\1/p' /proc/cmdline) ]"
ok "mce_record is there from boot on" "[ -f $pmu/events/mce_record ]"
ok "though the command line asks for it in a way that it cannot have" \
	"[ ! -e $pmu/events/bad ] && dmesg | grep -q \"'bad=mce:mce_record,size=3K' cannot be added\""
ok "one machine check of before user space is in its rings" \
	"[ $(./guest-test count-mce 0x9c00000000010135) = 1 ]"
# perf_persistent= names two more: one of them of cycles, which nothing here counts.
ok "the events of the command line are there" "[ -f $pmu/events/early ] && [ -f $pmu/events/cycles ]"
ok "cycles is cpu-clock where there is no PMU" \
	"grep -q 'type=0x1,config=0x0,' $pmu/events/cycles && dmesg | grep -q 'cycles: no PMU counts cycles'"
init=$(dmesg | sed -n 's/^\[ *\([0-9.]*\)\] Run \/init.*/\1/p')
first=$(./guest-test first-sample early 524288)
ok "it has samples of before init" "echo $first $init | awk '{ exit !(\$1 > 0 && \$1 < \$2) }'"

# A real one while the system runs: a corrected error, found by polling.
for check in /sys/devices/system/machinecheck/machinecheck*/check_interval; do
	echo 1 >"$check"
done
echo "# monitor: mce 1 2 0x9c00000000000134 0 0xabcd000 0x8c"
found() {
	[ "$(./guest-test count-mce 0x9c00000000000134)" != 0 ]
}
wait_for found
ok "a machine check of the running machine is recorded once" \
	"[ $(./guest-test count-mce 0x9c00000000000134) = 1 ]"

# What cannot be added is told with the reason.
echo nosuch:event 2>/dev/null >$pmu/add
ok "the log says why an event was not added" \
	"dmesg | grep -q \"'nosuch:event' cannot be added: no such event\""
