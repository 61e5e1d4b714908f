// SPDX-License-Identifier: LGPL-2.1-or-later
/* The tables behind digits.h: two digits at a time halve the divisions. */
#include "digits.h"

const char digits__pairs[201] = "00010203040506070809"
				"10111213141516171819"
				"20212223242526272829"
				"30313233343536373839"
				"40414243444546474849"
				"50515253545556575859"
				"60616263646566676869"
				"70717273747576777879"
				"80818283848586878889"
				"90919293949596979899";
const char digits__hex_low[17] = "0123456789abcdef";
