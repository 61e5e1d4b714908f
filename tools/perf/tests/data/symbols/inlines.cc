// SPDX-License-Identifier: GPL-2.0-only
// What inlines.so is made of:
// g++ -O2 -gdwarf-5 -gno-as-locview-support -shared -nostdlib -fPIC -Wl,--build-id,-z,noseparate-code,-z,norelro \
// -ffile-prefix-map=$PWD=/src -o inlines.so inlines.cc
namespace ns {
template <typename T> static inline T twice(T value)
{
	return value * 2;
}
static inline long inner(long value)
{
	__asm__ volatile("nop" : "+r"(value));
	return twice(value);
}
static inline long outer(long value)
{
	return inner(value) + 1;
}
__attribute__((noinline)) long hot(long *values, int nr)
{
	long sum = 0;

	for (int i = 0; i < nr; i++)
		sum += outer(values[i]);
	return sum;
}
} // namespace ns

extern "C" long start(long *values)
{
	long sum = ns::hot(values, 3);

	return sum ^ 5;
}
