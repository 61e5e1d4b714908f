#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Where perf script finds names and lines: files of kernel modules, of processes in other namespaces, files
# that are gone or were replaced, and servers. make-places writes the recordings.

REF=/usr/bin/perf
MAKE=$BATS_TEST_DIRNAME/make-places
FIELDS=ip,sym,symoff,dso

setup_file() {
	DIR=$(mktemp -d)
	RELEASE=1.2.3-test
	export DIR RELEASE
	make_module
}

teardown_file() {
	rm -rf "$DIR"
}

# Two sections of code, of which the second one stands behind the first when it is loaded, and one
# that is freed after the start.
make_module() {
	cat >"$DIR/mod.c" <<-'END'
		int here(int i)
		{
			return i + 1;
		}

		__attribute__((section(".init.text"))) int early(int i)
		{
			return i + 4;
		}

		__attribute__((section(".text.unlikely"), aligned(64))) int there(int i)
		{
			return here(i) + 2;
		}
	END
	gcc -g -O1 -fno-stack-protector -fcf-protection=none -Wl,--build-id -r -o "$DIR/mod.ko" "$DIR/mod.c"
	at=$((0x$(nm "$DIR/mod.ko" | awk '$3 == "here" { print $1 }')))
	[ $at = 0 ]
}

# module PATH: a recording with that module at 0xffffffffc0100000, and an address in each function.
module() {
	"$MAKE" "$DIR/module.data" --release "$RELEASE" --map "kernel,-1,0xffffffffc0100000,0x4000,0,$1" \
		--ip kernel,1,0xffffffffc0100001 --ip kernel,1,0xffffffffc0100041
}

shown() {
	"$PERF" script -i "$DIR/module.data" --symfs "$DIR/sys" -F "$FIELDS" "$@" 2>/dev/null |
		awk '{ $1 = ""; print }' | paste -sd ';'
}

@test "places: a module's symbols and lines come from its file" {
	local folder="$DIR/sys/lib/modules/$RELEASE" path="/lib/modules/$RELEASE/kernel/my-mod.ko"
	mkdir -p "$folder/kernel"
	cp "$DIR/mod.ko" "$DIR/sys$path"
	module "$path"
	run shown
	[ "$output" = " here+0x1 ([my_mod]); there+0x1 ([my_mod])" ]
	run "$PERF" script -i "$DIR/module.data" --symfs "$DIR/sys" -F ip,sym,srcline
	[[ $output == *"here"*"mod.c:3"*"there"*"mod.c:13"* ]] || { echo "$output"; false; }
	# As our own recorder names it.
	module "[my_mod]"
	run shown
	[ "$output" = " [unknown] ([my_mod]); [unknown] ([my_mod])" ]
	echo "kernel/my-mod.ko: kernel/other.ko" >"$folder/modules.dep"
	run shown
	[ "$output" = " here+0x1 ([my_mod]); there+0x1 ([my_mod])" ]
}

@test "places: another module that is loaded there today has no say" {
	local path="/lib/modules/$RELEASE/kernel/my-mod.ko" name
	mkdir -p "$DIR/sys/lib/modules/$RELEASE/kernel"
	cp "$DIR/mod.ko" "$DIR/sys$path"
	module "$path"
	for name in other my_mod; do
		printf 'ffffffffc0100000 t today\t[%s]\nffffffffc0100080 t end\t[%s]\n' $name $name >"$DIR/kallsyms"
		run shown --kallsyms "$DIR/kallsyms"
		case $name in
		other) [ "$output" = " here+0x1 ([my_mod]); there+0x1 ([my_mod])" ] ;;
		my_mod) [ "$output" = " today+0x1 ([my_mod]); today+0x41 ([my_mod])" ] ;;
		esac || { echo "$name: $output"; false; }
	done
}

@test "places: a module's file may be packed" {
	local folder="$DIR/sys/lib/modules/$RELEASE/kernel" kind library
	for library in lzma zstd zlib; do
		"$PERF" version --build-options | grep -q "$library:.*on" || skip "built without $library"
	done
	for kind in xz zst gz; do
		rm -rf "$DIR/sys"
		mkdir -p "$folder"
		case $kind in
		xz) xz -c --check=crc32 "$DIR/mod.ko" ;;
		zst) zstd -qc "$DIR/mod.ko" ;;
		gz) gzip -c "$DIR/mod.ko" ;;
		esac >"$folder/my-mod.ko.$kind"
		module "/lib/modules/$RELEASE/kernel/my-mod.ko.$kind"
		run shown
		[ "$output" = " here+0x1 ([my_mod]); there+0x1 ([my_mod])" ] || { echo "$kind: $output"; false; }
		head -c 300 "$folder/my-mod.ko.$kind" >"$DIR/cut" && cp "$DIR/cut" "$folder/my-mod.ko.$kind"
		run shown
		[ "$output" = " [unknown] ([my_mod]); [unknown] ([my_mod])" ] || { echo "$kind: $output"; false; }
	done
}

# It looks at one section only.
@test "places: the distribution names the functions of a module's .text the same" {
	[ -x $REF ] || skip "no $REF"
	local path="/lib/modules/$RELEASE/kernel/my-mod.ko"
	mkdir -p "$DIR/sys/lib/modules/$RELEASE/kernel"
	cp "$DIR/mod.ko" "$DIR/sys$path"
	module "$path"
	$REF script -i "$DIR/module.data" --symfs "$DIR/sys" -F "$FIELDS" 2>/dev/null | head -n 1 >"$DIR/ref"
	"$PERF" script -i "$DIR/module.data" --symfs "$DIR/sys" -F "$FIELDS" 2>/dev/null | head -n 1 >"$DIR/out"
	grep -q 'here+0x1' "$DIR/ref"
	diff "$DIR/ref" "$DIR/out"
}

# A library at a path that nobody has, and its parts below "buildid" as a server has them.
make_served() {
	local id
	mkdir -p "$DIR/served"
	echo 'int served(int i) { return i + 7; }' >"$DIR/served.c"
	gcc -g -O1 -shared -fPIC -Wl,--build-id=sha1 -o "$DIR/served.so" "$DIR/served.c"
	id=$(readelf -n "$DIR/served.so" | sed -n 's/.*Build ID: //p')
	mkdir -p "$DIR/served/buildid/$id"
	objcopy --only-keep-debug "$DIR/served.so" "$DIR/served/buildid/$id/debuginfo"
	objcopy --strip-all --remove-section=.dynsym "$DIR/served.so" "$DIR/served/buildid/$id/executable" 2>/dev/null ||
		strip -o "$DIR/served/buildid/$id/executable" "$DIR/served.so"
	at=0x$(nm "$DIR/served.so" | awk '$3 == "served" { print $1 }')
	"$MAKE" "$DIR/served.data" --map "user,7,0x7f0000000000,0x4000,0,/nonexistent/served.so" \
		--id "user,/nonexistent/served.so,$id" --ip "user,7,$((0x7f0000000000 + at))"
}

# The server counts its questions in $DIR/questions.
start_server() {
	cat >"$DIR/server.py" <<-'END'
		import http.server, os, sys
		class Handler(http.server.SimpleHTTPRequestHandler):
		    def log_message(self, *args):
		        with open(sys.argv[1] + "/questions", "a") as file:
		            file.write(self.path + "\n")
		os.chdir(sys.argv[1] + "/served")
		server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
		with open(sys.argv[1] + "/port.new", "w") as file:
		    file.write(str(server.server_port))
		os.rename(sys.argv[1] + "/port.new", sys.argv[1] + "/port")
		server.serve_forever()
	END
	: >"$DIR/questions"
	python3 "$DIR/server.py" "$DIR" >/dev/null 2>&1 3>&- &
	SERVER=$!
	for _ in $(seq 100); do
		[ -e "$DIR/port" ] && break
		sleep 0.1
	done
}

teardown() {
	[ -z "${SERVER-}" ] || kill "$SERVER" 2>/dev/null || :
}

@test "places: servers are asked when they are named and asked for" {
	local line=" served+0x0 (/nonexistent/served.so)" urls
	"$PERF" version --build-options | grep -q 'debuginfod.*on' || skip "built without libdebuginfod"
	make_served
	start_server
	urls="http://127.0.0.1:$(cat "$DIR/port")"
	export HOME="$DIR/home" DEBUGINFOD_TIMEOUT=5
	mkdir -p "$HOME"
	unset XDG_CACHE_HOME DEBUGINFOD_CACHE_PATH
	show() { "$PERF" script -i "$DIR/served.data" -F "$FIELDS" "$@" 2>"$DIR/err" | awk '{ $1 = ""; print }'; }

	# Neither the one nor the other alone.
	DEBUGINFOD_URLS=$urls run show
	[ "$output" = " [unknown] (/nonexistent/served.so)" ]
	[ ! -s "$DIR/questions" ] && [ ! -e "$HOME/.cache" ]
	DEBUGINFOD_URLS='' run "$PERF" script -i "$DIR/served.data" --debuginfod
	[ "$status" -ne 0 ]
	[[ $output == *"DEBUGINFOD_URLS names no server"* ]]

	DEBUGINFOD_URLS=$urls run show --debuginfod
	[ "$output" = "$line" ] || { cat "$DIR/questions"; echo "$output"; false; }
	grep -q '/buildid/.*/debuginfo' "$DIR/questions"
	DEBUGINFOD_URLS=$urls run "$PERF" script -i "$DIR/served.data" --debuginfod -F ip,srcline
	[[ $output == *"served.c:1"* ]]
	# With a symfs no path leads there, but a build-id does.
	DEBUGINFOD_URLS=$urls run show --debuginfod --symfs "$DIR/nothing"
	[ "$output" = "$line" ]

	# What was served is kept, so the server may end now.
	kill "$SERVER"
	SERVER=
	DEBUGINFOD_URLS=$urls run show --debuginfod
	[ "$output" = "$line" ]
	rm -rf "$HOME/.cache"
	DEBUGINFOD_URLS=$urls run show --debuginfod
	[ "$output" = " [unknown] (/nonexistent/served.so)" ]
}

@test "places: a server's file that is another one is not used" {
	"$PERF" version --build-options | grep -q 'debuginfod.*on' || skip "built without libdebuginfod"
	make_served
	echo 'int other(int i) { return i + 9; }' >"$DIR/other.c"
	gcc -g -O1 -shared -fPIC -Wl,--build-id=sha1 -o "$DIR/other.so" "$DIR/other.c"
	for part in debuginfo executable; do
		cp "$DIR/other.so" "$(echo "$DIR"/served/buildid/*)/$part"
	done
	rm -f "$DIR/port"
	start_server
	DEBUGINFOD_URLS="http://127.0.0.1:$(cat "$DIR/port")"
	export HOME="$DIR/home2" DEBUGINFOD_URLS DEBUGINFOD_TIMEOUT=5
	mkdir -p "$HOME"
	unset XDG_CACHE_HOME DEBUGINFOD_CACHE_PATH
	run "$PERF" script -i "$DIR/served.data" -F "$FIELDS" --debuginfod
	[[ $output == *"[unknown] (/nonexistent/served.so)"* ]]
	grep -q executable "$DIR/questions"
}

# apart: starts a process in other namespaces, whose file of names and library nobody else sees. It writes
# where it has code of its own and the library; APART is its number.
start_apart() {
	cat >"$DIR/apart.py" <<-'END'
		import ctypes, mmap, os, sys, time
		code = mmap.mmap(-1, 65536, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
		at = ctypes.addressof(ctypes.c_char.from_buffer(code))
		with open("/tmp/perf-%d.map" % os.getpid(), "w") as file:
		    file.write("%x 1000 apart_code\n" % at)
		ctypes.CDLL("/tmp/apart/lib.so")
		line = [l.split() for l in open("/proc/self/maps") if l.rstrip().endswith("/tmp/apart/lib.so") and "x" in l.split()[1]][0]
		print(os.getpid(), at, int(line[0].split("-")[0], 16), int(line[2], 16), line[4], flush=True)
		time.sleep(60)
	END
	mkdir -p "$DIR/apart"
	echo 'int apart_function(int i) { return i + 7; }' >"$DIR/apart.c"
	gcc -O1 -shared -fPIC -Wl,--build-id=none -o "$DIR/apart/lib.so" "$DIR/apart.c"
	: >"$DIR/apart.out"
	DIR=$DIR unshare -m -p -f sh -c 'exec 5<"$DIR/apart.py"; cp -r "$DIR/apart" /dev/shm/perf-test.$$
		mount -t tmpfs none /tmp && mv /dev/shm/perf-test.$$ /tmp/apart; mount -t proc proc /proc
		cd /; python3 /dev/fd/5; :' >"$DIR/apart.out" 2>"$DIR/apart.err" 3>&- &
	SERVER=$!
	for _ in $(seq 100); do
		[ -s "$DIR/apart.out" ] && break
		sleep 0.1
	done
	[ -s "$DIR/apart.out" ] || return 1
	read -r own code library offset inode <"$DIR/apart.out"
	APART=$(grep -l "^NSpid:.*[[:space:]]$own\$" /proc/[0-9]*/status 2>/dev/null | while IFS=/ read -r _ _ pid _; do
		grep -q apart.py "/proc/$pid/cmdline" 2>/dev/null || tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q 'python3 /dev/fd/5' || continue
		[ "$(readlink "/proc/$pid/ns/pid")" != "$(readlink /proc/self/ns/pid)" ] && echo "$pid"
	done | head -n 1)
	[ -n "$APART" ]
}

@test "places: a process in other namespaces has names and files of its own" {
	local function
	[ "$(id -u)" = 0 ] || skip "needs root"
	unshare -m -p -f true 2>/dev/null || skip "no namespaces here"
	start_apart || skip "no process in other namespaces: $(cat "$DIR/apart.err")"
	function=$(nm -D "$DIR/apart/lib.so" | awk '$3 == "apart_function" { print $1 }')
	"$MAKE" "$DIR/apart.data" --map "user,$APART,$code,0x10000,0,//anon" \
		--map "user,$APART,$library,0x1000,$offset,/tmp/apart/lib.so,$inode" \
		--ip "user,$APART,$((code + 5))" --ip "user,$APART,$((library + 0x$function - offset))"
	run "$PERF" script -i "$DIR/apart.data" -F ip,sym
	[[ $output == *apart_code*apart_function* ]] || { echo "$output"; kill_apart; false; }
	# Neither when another process has that number now, nor with a symfs.
	"$MAKE" "$DIR/apart.data" --map "user,$APART,$((code - 0x40000000)),0x10000,0,//anon" \
		--map "user,$APART,$library,0x1000,$offset,/tmp/apart/lib.so,12345" \
		--ip "user,$APART,$((code - 0x40000000 + 5))" --ip "user,$APART,$((library + 0x$function - offset))"
	run "$PERF" script -i "$DIR/apart.data" -F ip,sym
	[[ $output != *apart_* ]] || { echo "$output"; kill_apart; false; }
	run "$PERF" script -i "$DIR/apart.data" -F ip,sym --symfs /
	[[ $output != *apart_* ]] || { echo "$output"; kill_apart; false; }
	kill_apart
}

kill_apart() {
	kill "$APART"
	SERVER=
}

# alike FIELDS...: the distribution prints the same of $DIR/x.data.
alike() {
	$REF script -i "$DIR/x.data" --kallsyms /dev/null -F "$@" >"$DIR/ref" 2>/dev/null
	"$PERF" script -i "$DIR/x.data" --kallsyms /dev/null -F "$@" >"$DIR/out" 2>/dev/null
	[ -s "$DIR/ref" ]
	diff "$DIR/ref" "$DIR/out"
}

# at FILE FUNCTION: where a recording maps the file's code, and the function's address there.
at() {
	local place offset
	place=$(readelf -lW "$1" | awk '$1 == "LOAD" && / R E / { print $2, $3; exit }')
	offset=$((${place% *})) code=$((offset & ~4095))
	address=$((0x7f0000000000 + 0x$(nm "$1" | awk -v name="$2" '$3 == name { print $1 }') - ${place#* } + offset - code))
	map="user,7,0x7f0000000000,0x10000,$code"
}

make_functions() {
	printf 'int one(int i)\n{\n\treturn i + 1;\n}\nint two(int i)\n{\n\treturn one(i) * 3;\n}\nint main(void) { return two(1); }\n' >"$DIR/two.c"
	gcc -O1 -Wl,--build-id=sha1 "${@:2}" -o "$DIR/$1" "$DIR/two.c"
}

@test "places: libraries and programs linked in any way" {
	[ -x $REF ] || skip "no $REF"
	make_functions plain.so -g -fPIC -shared
	make_functions high.so -g -fPIC -shared -Wl,-Ttext-segment=0x30000000
	make_functions pie -g -fPIE -pie
	make_functions fixed -g -no-pie
	make_functions together -g -no-pie -Wl,-z,noseparate-code
	for file in plain.so high.so pie fixed together; do
		at "$DIR/$file" two
		"$MAKE" "$DIR/x.data" --map "$map,$DIR/$file" --ip "user,7,$address"
		alike ip,sym,symoff,dso,srcline || { echo "$file"; false; }
		grep -q 'two+0x0' "$DIR/out" && grep -q 'two.c:[567]' "$DIR/out" || { cat "$DIR/out"; false; }
	done
}

@test "places: a file that was moved after its debug information was split from it" {
	make_functions whole.so -g -fPIC -shared
	objcopy --only-keep-debug "$DIR/whole.so" "$DIR/moved.debug"
	objcopy --strip-unneeded --add-gnu-debuglink="$DIR/moved.debug" "$DIR/whole.so" "$DIR/moved.so"
	objcopy --change-addresses 0x10000000 "$DIR/moved.so" 2>/dev/null
	readelf -lW "$DIR/moved.so" | grep -q 'LOAD .*0x0000000010001000'
	at "$DIR/whole.so" two
	"$MAKE" "$DIR/x.data" --map "$map,$DIR/moved.so" --ip "user,7,$address"
	run "$PERF" script -i "$DIR/x.data" -F ip,sym,symoff,srcline
	[[ $output == *"two+0x0"*"two.c:"[56]* ]] || { echo "$output"; false; }
}

@test "places: what has no line is told as the distribution does" {
	[ -x $REF ] || skip "no $REF"
	make_functions none.so -fPIC -shared
	gcc -g -O1 -fPIC -c -o "$DIR/mod.o" "$DIR/mod.c"
	gcc -O1 -fPIC -c -o "$DIR/two.o" "$DIR/two.c"
	gcc -shared -o "$DIR/half.so" "$DIR/mod.o" "$DIR/two.o"
	for file in none.so half.so; do
		at "$DIR/$file" two
		"$MAKE" "$DIR/x.data" --map "$map,$DIR/$file" --ip "user,7,$address" \
			--map "user,7,0x7f1000000000,0x1000,0,$DIR/$file" --ip user,7,0x7f1000000010 --ip user,7,0x5555
		alike ip,sym,srcline || { echo "$file"; false; }
		for perf in $REF "$PERF"; do
			"$perf" report --stdio -s srcline -i "$DIR/x.data" 2>/dev/null | grep -v '^#' | sed 's/ *$//'
		done | sort | uniq -c | awk 'NF > 1 && $1 != 2'  >"$DIR/differ"
		[ ! -s "$DIR/differ" ] || { cat "$DIR/differ"; false; }
	done
}

@test "places: a file that was deleted or replaced since" {
	local id line="/replaced.so with build-id"
	make_functions first.so -g -fPIC -shared
	make_functions second.so -g -O2 -fPIC -shared
	id=$(readelf -n "$DIR/first.so" | sed -n 's/.*Build ID: //p')
	at "$DIR/first.so" two
	cp "$DIR/first.so" "$DIR/deleted.so"
	"$MAKE" "$DIR/x.data" --map "$map,$DIR/deleted.so (deleted)" --id "user,$DIR/deleted.so (deleted),$id" \
		--ip "user,7,$address"
	run "$PERF" script -i "$DIR/x.data" -F ip,sym
	[[ $output == *two* ]]
	cp "$DIR/second.so" "$DIR/deleted.so"
	run "$PERF" script -i "$DIR/x.data" -F ip,sym
	[[ $output == *"[unknown]"* ]]

	cp "$DIR/second.so" "$DIR/replaced.so"
	"$MAKE" "$DIR/x.data" --map "$map,$DIR/replaced.so" --id "user,$DIR/replaced.so,$id" \
		--ip "user,7,$address" --ip "user,7,$((address + 1))"
	for command in "script -F ip,sym" "report --stdio"; do
		# shellcheck disable=SC2086
		run "$PERF" $command -i "$DIR/x.data"
		[[ $output != *two* && $output != *"$line"* ]]
		# shellcheck disable=SC2086
		run "$PERF" $command -v -i "$DIR/x.data"
		[ "$(grep -c "$line $id" <<<"$output")" = 1 ] || { echo "$output"; false; }
	done
}

@test "places: what the distribution's stat record writes is dumped alike" {
	[ -x $REF ] || skip "no $REF"
	$REF stat record -o "$DIR/stat.data" -e cpu-clock true >/dev/null 2>&1 || skip "it can not count here"
	for perf in $REF "$PERF"; do
		"$perf" script -D -i "$DIR/stat.data" 2>/dev/null | grep -E 'PERF_RECORD_(STAT|CPU|THREAD|EVENT)' |
			grep -v STAT_ROUND
	done | sort | uniq -c | awk '$1 != 2' >"$DIR/differ"
	[ ! -s "$DIR/differ" ] || { cat "$DIR/differ"; false; }
	run "$PERF" script -D -i "$DIR/stat.data"
	[[ $output == *"PERF_RECORD_CPU_MAP: -1"* && $output == *PERF_RECORD_STAT_ROUND* ]]
}

@test "places: samples of guests are counted and not shown, their mappings are not ours" {
	[ -x $REF ] || skip "no $REF"
	"$MAKE" "$DIR/x.data" --map user,7,0x7f0000000000,0x4000,0,/nonexistent/ours \
		--map "guest-kernel,-1,0xffffffff81000000,0x1000000,0xffffffff81000000,[guest.kernel.kallsyms]_text" \
		--map guest-user,8,0x7f0000000000,0x4000,0,/nonexistent/theirs \
		--ip guest-kernel,7,0xffffffff81000100 --ip guest-user,7,0x7f0000000100 \
		--ip guest-user,9,0x7f0000000100 --ip user,7,0x7f0000000200
	alike comm,pid,time,event,ip,dso
	grep -q '/nonexistent/ours' "$DIR/out" && [ "$(wc -l <"$DIR/out")" = 1 ]
	for perf in $REF "$PERF"; do
		"$perf" report --stdio -s comm,dso -i "$DIR/x.data" 2>/dev/null | grep -v '^# [.(]' | sed 's/ *$//; /^#*$/d'
	done | sort | uniq -c | awk '$1 != 2' >"$DIR/differ"
	[ ! -s "$DIR/differ" ] || { cat "$DIR/differ"; false; }
	run "$PERF" script -i "$DIR/x.data"
	[[ $output == *"3 samples were taken in guests"* ]]
	# The distribution would have it of the guest's file.
	"$MAKE" "$DIR/x.data" --map user,7,0x7f0000000000,0x4000,0,/nonexistent/ours \
		--map guest-user,7,0x7f0000000000,0x4000,0,/nonexistent/theirs --ip user,7,0x7f0000000200
	run "$PERF" script -i "$DIR/x.data" -F ip,dso
	[[ $output == *ours* ]]
}
