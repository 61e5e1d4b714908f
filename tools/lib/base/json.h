/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdio.h>

/*
 * Writes @text as a JSON string with its quotes. Control characters are escaped; bytes that are no
 * valid UTF-8 become U+FFFD, so that the output is JSON whatever a name holds.
 */
void json__print_string(FILE *out, const char *text);

#endif
