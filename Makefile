# SPDX-License-Identifier: GPL-2.0-only
#
# The two commands of a new user are `make quickstart` and `make test`; both install what is
# missing (as root) and build. `make O=dir` builds elsewhere than in build/.

O ?= build
prefix ?= /usr/local
ifeq ($(origin CC),default)
CC = gcc
endif

ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-print-directory

PERF_MAKE = $(MAKE) -f tools/perf/Makefile.perf O=$(O)

all:
	@+$(PERF_MAKE) all

quickstart: packages-build
	@+$(PERF_MAKE) all
	@tools/perf/scripts/quickstart $(O)/perf

test: packages-test
	+@tools/perf/scripts/run-tests $(O)

soak: packages-test
	@+$(PERF_MAKE) all bench
	+@tools/perf/scripts/soak $(O)

bench: packages-test
	@+$(PERF_MAKE) all bench
	+@tools/perf/scripts/bench $(O)

asan:
	@+$(MAKE) -f tools/perf/Makefile.perf O=$(O)/asan SANITIZE=1 all

layers:
	@tools/perf/scripts/layers

format:
	@tools/perf/scripts/format

format-check:
	@tools/perf/scripts/format --check

install:
	@+$(PERF_MAKE) install DESTDIR=$(DESTDIR) prefix=$(prefix)

packages-build:
	@tools/perf/scripts/install-packages build run

packages-test:
	@tools/perf/scripts/install-packages build run test

# Only what a build made: O may name any folder.
clean:
	@test ! -e $(O) || test -e $(O)/config.mk || { echo "clean: $(O) holds no build" >&2; exit 1; }
	rm -rf $(O)

.PHONY: all quickstart test soak bench asan layers format format-check install clean \
	packages-build packages-test
