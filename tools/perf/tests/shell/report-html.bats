#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# perf report --json and --html: the object for programs, and the page in a real browser.

setup() {
	: "${PERF:=build/perf}"
	PERF=$(realpath "$PERF")
	export HOME=$BATS_TEST_TMPDIR
	cd "$BATS_TEST_TMPDIR"
	# A name that is markup, and would end the script that holds the data.
	cp "$(command -v dash)" '<b>"&x'
	"$PERF" record -e cpu-clock -F 2000 -g -o f ./'<b>"&x' -c \
		'i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); : </dev/null; done' >/dev/null 2>&1 ||
		skip "perf events can not be opened here"
}

# in_browser PAGE: opens it with check.js, which says in the title what is wrong.
in_browser() {
	sed '/<\/body><\/html>/e cat check.js' "$1" >check.html
	timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
		--disable-background-networking --disable-component-update --disable-sync \
		--user-data-dir="$PWD/profile" --dump-dom "file://$PWD/check.html" >dom 2>/dev/null ||
		skip "chromium does not run here"
	grep -o '<title>[^<]*' dom
	grep -q '<title>all good</title>' dom
}

@test "--json: an object whose sums are those of the rows" {
	command -v python3 >/dev/null || skip "requires python3"
	"$PERF" report -f -i f --json >f.json
	python3 - <<-'EOF'
	import json
	report = json.load(open("f.json"))
	assert report["version"] == 1 and report["input"] == "f" and not report["damaged"]
	event = report["events"][0]
	assert event["name"].startswith("cpu-clock") and event["samples"] > 0
	assert sum(row["period"] for row in event["rows"]) == event["period"]
	assert sum(row["samples"] for row in event["rows"]) == event["samples"]
	assert sum(stack["period"] for stack in event["stacks"]) == event["period"]
	assert any(row["comm"] == '<b>"&x' for row in event["rows"])
	assert all(stack["frames"] for stack in event["stacks"])
	EOF
}

@test "--html: names are no markup, and nothing is loaded" {
	"$PERF" report -f -i f --html >f.html
	! grep -q '<b>' f.html
	! grep -Eq 'https?:|src=|href=|@import|url\(' f.html
	[ "$(grep -c '</script>' f.html)" = 2 ]
}

@test "--html in Chromium: search filters, a click zooms, names stay text" {
	browser=$(command -v chromium || command -v chromium-browser) || skip "requires chromium"
	"$PERF" report -f -i f --html >f.html
	cat >check.js <<-'EOF'
	<script>
	const wrong = [];
	try {
	const check = (what, good) => { if (!good) wrong.push(what); };
	const rows = () => document.querySelectorAll('#rows tr').length;
	const boxes = () => document.querySelectorAll('#graph div');
	const width = name => [...boxes()].filter(b => b.textContent === name)[0].style.width;
	const name = '<b>"&x', all = rows();
	check('rows', all === Math.min(1000, data.events[0].rows.length) && all > 1);
	check('a name is text', [...boxes()].some(b => b.textContent === name));
	check('no name is markup', !document.querySelector('b'));
	const before = width(name);
	[...boxes()].filter(b => b.textContent === name)[0].click();
	check('zoom', width(name) === '100%' && document.querySelector('.outside').textContent === 'all');
	document.getElementById('reset').click();
	check('zoom out', width(name) === before && !document.querySelector('.outside'));
	const search = document.getElementById('search');
	search.value = 'no such name'; search.dispatchEvent(new Event('input'));
	check('search for nothing', rows() === 0);
	search.value = name; search.dispatchEvent(new Event('input'));
	check('search', rows() > 0 && [...document.querySelectorAll('#rows tr')].every(
		r => r.textContent.includes(name)));
	check('found', document.querySelector('#graph .found').textContent === name);
	} catch (e) { wrong.push(String(e)); }
	document.title = wrong.length ? 'wrong: ' + wrong : 'all good';
	</script>
	EOF
	in_browser f.html
}

# A table too long to show at once is searched in full, and quickly.
@test "--html in Chromium: 12,000 different rows" {
	browser=$(command -v chromium || command -v chromium-browser) || skip "requires chromium"
	command -v python3 >/dev/null || skip "requires python3"
	"$PERF" record -q -m 16M -e syscalls:sys_enter_lseek -o many python3 -c \
		'import os; f = os.open("/dev/zero", 0); [os.lseek(f, i, 0) for i in range(12000)]' \
		>/dev/null 2>&1 || skip "tracepoints can not be recorded here"
	"$PERF" report -f -i many --html >f.html
	cat >check.js <<-'EOF'
	<script>
	const wrong = [];
	const check = (what, good) => { if (!good) wrong.push(what); };
	try {
	const rows = () => document.querySelectorAll('#rows tr').length;
	const search = document.getElementById('search'), total = data.events[0].rows.length;
	check('all rows are there', total >= 12000);
	check('some are shown', rows() === 1000);
	check('how many more', document.getElementById('more').textContent.startsWith(total - 1000 + ' more rows'));
	search.value = 'offset: 0x00002edf'; search.dispatchEvent(new Event('input'));
	check('the last is found', rows() === 1 && document.getElementById('more').textContent === '');
	search.value = ''; search.dispatchEvent(new Event('input'));
	check('all again', rows() === 1000);
	} catch (e) { wrong.push(String(e)); }
	document.title = wrong.length ? 'wrong: ' + wrong : 'all good';
	</script>
	EOF
	in_browser f.html
}
