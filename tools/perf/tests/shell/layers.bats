#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# scripts/layers finds what it is there to find.

setup() {
	script=$BATS_TEST_DIRNAME/../../scripts/layers
	cd "$BATS_TEST_TMPDIR"
	mkdir -p tools/lib/base tools/perf/util tools/perf/data tools/perf/ui
	echo '#include "pmu.h"' >tools/perf/util/pmu.c
	: >tools/perf/util/pmu.h
}

@test "a tree in order passes" {
	run "$script" .
	[ "$status" = 0 ]
}

@test "an include of a higher layer fails and is named" {
	: >tools/perf/ui/view.h
	echo '#include "ui/view.h"' >tools/perf/data/reader.c
	run "$script" .
	[ "$status" = 1 ]
	[[ "$output" == *"tools/perf/data/reader.c:1: layer 3 includes tools/perf/ui/view.h of layer 6"* ]]
}

@test "a cycle of modules fails and is named, also over a third" {
	echo '#include "b.h"' >tools/perf/util/a.h
	echo '#include "c.h"' >tools/perf/util/b.h
	: >tools/perf/util/c.h
	echo '#include "a.h"' >tools/perf/util/c.c
	run "$script" .
	[ "$status" = 1 ]
	[[ "$output" == *"cycle: tools/perf/util/a -> tools/perf/util/b -> tools/perf/util/c -> tools/perf/util/a"* ]]
}

@test "this tree is in order" {
	run "$script" "$BATS_TEST_DIRNAME/../../../.."
	[ "$status" = 0 ]
}

@test "every source names its licence, and the libraries' is LGPL-2.1-or-later" {
	cd "$BATS_TEST_DIRNAME/../../../.."
	sources=(-type f '(' -name '*.[chyl]' -o -name '*.map' -o -name '*.bats' -o -name '*.txt'
		-o -name 'Makefile*' -o -path '*/scripts/*' -o -name check -o -name check-api ')')
	run grep -L 'SPDX-License-Identifier: GPL-2.0-only' $(find tools/perf "${sources[@]}") \
		Makefile README.md packages.txt
	[ -z "$output" ] || { echo "$output"; false; }
	run grep -L 'SPDX-License-Identifier: LGPL-2.1-or-later' $(find tools/lib "${sources[@]}")
	[ -z "$output" ] || { echo "$output"; false; }
}
